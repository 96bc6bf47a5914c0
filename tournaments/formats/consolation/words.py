"""The words of the format consolation, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Consolation"),
    sentence=Words("a knock-out for the losers of another stage, entered round by round"),
    by_hand=Words(
        "Write each loser of the other stage on the line that names the match, and each winner on the"
        " next line to the right. Who loses here is out."
    ),
    options={
        "placing": (
            Words("Where losers go"),
            Words("by the table of a wall chart, or where a second meeting is least likely"),
        ),
    },
    values={
        "Placing.chosen": Words("by the table, and where a second meeting is least likely once it has gaps"),
        "Placing.table": Words("always by the table"),
    },
    reasons={
        "dropped": Words("%(entrant)s comes from “%(stage)s” after a loss in %(round)s."),
        "not_by_table": Words(
            "%(entrant)s stands on line %(line)s; the table has line %(table)s. The lines were chosen for "
            "fewer second meetings in all."
        ),
        "nobody_dropped": Words("Nobody has come to line %(line)s: the match that leads there sent no one."),
    },
)
