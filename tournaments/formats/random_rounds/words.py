"""The words of the format of rounds by lot, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Rounds by lot", fr="Tours au sort"),
    sentence=Words(
        en="a fresh draw for every round, whatever came of the others; most wins come first",
        fr="un nouveau tirage à chaque tour, quels que soient les résultats\u00a0: le plus de victoires l’emporte",
    ),
    options={
        "rounds": (
            Words(en="Rounds", fr="Tours"),
            Words(en="how many everybody plays", fr="combien chacun en joue"),
        ),
    },
    reasons={
        "list_by_lot": Words(
            en="The lot made the list of round %(number)s.",
            fr="Le sort a fait la liste du tour %(number)s.",
        ),
    },
)
