"""The words of the format michigan, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Michigan movement"),
    sentence=Words("a knock-out in which the losers of a round play on for the next prize"),
    by_hand=Words(
        "Write each winner on the next line to the right, and each loser on the line that names the "
        "match: losers of a round play on among themselves."
    ),
)
