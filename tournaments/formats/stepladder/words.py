"""The words of the format stepladder, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Stepladder"),
    sentence=Words("the two lowest play, and the winner meets the next one above, up to the top"),
    by_hand=Words(
        "The winner of the open match meets the next one above. Write the name on the next line to "
        "the right, up to the top."
    ),
)
