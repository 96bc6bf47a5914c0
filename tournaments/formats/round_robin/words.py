"""The words of the format round robin, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Round robin"),
    sentence=Words("everybody meets everybody, in one group or several"),
    by_hand=Words(
        "Everybody meets everybody: write each score into the table, in the row of both. Each empty "
        "cell is a match still to be played; call it when both are free."
    ),
    options={
        "groups": (
            Words("Groups"),
            Words("number of groups of even strength"),
        ),
        "pace": (
            Words("Pace"),
            Words("whether a round waits for the one before it"),
        ),
    },
    values={
        "Pace.rounds": Words("round after round"),
        "Pace.free": Words("every match at any time"),
    },
)
