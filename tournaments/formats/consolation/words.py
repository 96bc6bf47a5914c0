"""The words of the format consolation, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Consolation", fr="Consolante"),
    sentence=Words(
        en="a knock-out for the losers of another stage, entered round by round",
        fr="une élimination directe pour les perdants d’une autre phase, qui y entrent tour après tour",
    ),
    by_hand=Words(
        en=(
            "Write each loser of the other stage on the line that names the match, and each winner on the"
            " next line to the right. Who loses here is out."
        ),
        fr=(
            "Écrivez chaque perdant de l’autre phase sur la ligne qui nomme sa partie, et chaque "
            "vainqueur sur la ligne suivante à droite. Une défaite ici élimine."
        ),
    ),
    options={
        "placing": (
            Words(en="Where losers go", fr="Place des perdants"),
            Words(
                en="by the table of a wall chart, or where a second meeting is least likely",
                fr="selon la table d’un tableau mural, ou là où une revanche est la moins probable",
            ),
        ),
    },
    values={
        "Placing.chosen": Words(
            en="by the table, and where a second meeting is least likely once it has gaps",
            fr="selon la table, puis là où une revanche est la moins probable dès qu’il y a des trous",
        ),
        "Placing.table": Words(en="always by the table", fr="toujours selon la table"),
    },
    reasons={
        "dropped": Words(
            en="%(entrant)s comes from “%(stage)s” after a loss in %(round)s.",
            fr="%(entrant)s vient de «\u00a0%(stage)s\u00a0» après une défaite (%(round)s).",
        ),
        "not_by_table": Words(
            en=(
                "%(entrant)s stands on line %(line)s; the table has line %(table)s. The lines were chosen for "
                "fewer second meetings in all."
            ),
            fr=(
                "%(entrant)s est sur la ligne %(line)s\u202f; le tableau prévoit la ligne %(table)s. Les lignes "
                "ont été choisies pour avoir moins de revanches en tout."
            ),
        ),
        "nobody_dropped": Words(
            en="Nobody has come to line %(line)s: the match that leads there sent no one.",
            fr="Personne n’est venu sur la ligne %(line)s\u00a0: le match qui y mène n’a envoyé personne.",
        ),
    },
)
