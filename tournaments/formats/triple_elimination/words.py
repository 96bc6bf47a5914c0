"""The words of the format triple elimination, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("Triple elimination"),
    sentence=Words("one loss: losers’ bracket; two losses: third bracket; three losses: out"),
    by_hand=Words(
        "Write each winner on the next line to the right. Write each loser into the next bracket, where the line "
        "names the match. A third loss is the end. In the finals two play on until one has lost three times."
    ),
    options={
        "finals": (
            Words("Finals"),
            Words("how the winners of the three brackets settle the event"),
        ),
    },
    values={
        "TripleFinals.by_lives": Words("each is out with the third loss"),
        "TripleFinals.one_match": Words("one match each"),
    },
)
