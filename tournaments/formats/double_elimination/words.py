"""The words of the format double elimination, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Double elimination"),
    sentence=Words("one loss: losers’ bracket; two losses: out"),
    by_hand=Words(
        "Write each winner on the next line to the right. Write each loser of the main bracket into "
        "the losers’ bracket, where the line names the match. A second loss is the end."
    ),
    options={
        "grand_final": (
            Words("Grand final"),
            Words("how the winners of both brackets settle the event"),
        ),
    },
    values={
        "GrandFinal.recharge": Words("the unbeaten side must be beaten twice"),
        "GrandFinal.one_match": Words("one match decides"),
        "GrandFinal.none": Words("none: the unbeaten side has won"),
    },
)
