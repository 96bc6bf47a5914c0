"""The words of the format michigan, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Michigan movement", fr="Système Michigan"),
    sentence=Words(
        en="a knock-out in which the losers of a round play on for the next prize",
        fr=("une élimination directe où les perdants d’un tour continuent entre eux pour le prix suivant"),
    ),
    by_hand=Words(
        en=(
            "Write each winner on the next line to the right, and each loser on the line that names the "
            "match: losers of a round play on among themselves."
        ),
        fr=(
            "Écrivez chaque vainqueur sur la ligne suivante à droite, et chaque perdant sur la ligne qui "
            "nomme sa partie\u202f: les perdants d’un tour continuent entre eux."
        ),
    ),
)
