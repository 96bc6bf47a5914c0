"""The words of the format of rounds by lot, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Rounds by lot", fr="Tours au sort"),
    sentence=Words(
        en="a fresh draw for every round, whatever the earlier results; most wins come first",
        fr="un nouveau tirage à chaque ronde, quels que soient les résultats\u00a0: le plus de victoires "
        "l’emporte",
    ),
    by_hand=Words(
        en=(
            "Next round: put all numbers into a hat and draw two at a time; draw again where two have "
            "met. With an odd number, the last one left has the bye, unless it had one."
        ),
        fr=(
            "Ronde suivante\u202f: mettez tous les numéros dans un chapeau et tirez-les deux par deux\u202f; "
            "retirez si deux joueurs se sont rencontrés. Si le nombre est impair, le dernier est exempt, "
            "sauf s’il l’a déjà été."
        ),
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
