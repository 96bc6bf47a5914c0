"""The words of the format michigan, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Michigan movement", fr="Système Michigan"),
    sentence=Words(
        en="a knock-out in which those who lose in the same round play on for the next prize",
        fr=(
            "une élimination directe où ceux qui perdent au même tour continuent entre eux pour le prix "
            "suivant"
        ),
    ),
)
