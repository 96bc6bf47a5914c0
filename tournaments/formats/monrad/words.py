"""The words of the format Monrad, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Monrad"),
    sentence=Words("rounds for all, in which each meets the next one on the list by points"),
    by_hand=Words(
        "Next round: add a point for each win and order the list by points. From the top, each meets "
        "the next one on the list whom they have not met. With an odd number, the last one without a "
        "bye has it."
    ),
    options={
        "rounds": (
            Words("Rounds", context="of everybody"),
            Words("how many everybody plays; 0 is as many as leave one unbeaten"),
        ),
        "seeding": (
            Words("Start numbers"),
            Words("whether seeds have the first ones, or chance decides alone"),
        ),
    },
    reasons={
        "list_by_points": Words("The list of round %(number)s goes by points, then by start number."),
    },
)
