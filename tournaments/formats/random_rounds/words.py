"""The words of the format of rounds by lot, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Rounds by lot"),
    sentence=Words("a fresh draw for every round, whatever the earlier results; most wins come first"),
    by_hand=Words(
        "Next round: put all numbers into a hat and draw two at a time; draw again where two have "
        "met. With an odd number, the last one left has the bye, unless it had one."
    ),
    options={
        "rounds": (
            Words("Rounds", context="of everybody"),
            Words("how many everybody plays"),
        ),
    },
    reasons={
        "list_by_lot": Words("The lot made the list of round %(number)s."),
    },
)
