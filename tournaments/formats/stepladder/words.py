"""The words of the format stepladder, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Stepladder", fr="Échelle finale"),
    sentence=Words(
        en="the two lowest play, and the winner meets the next one above, up to the top",
        fr="les deux derniers jouent, et le vainqueur rencontre le suivant au-dessus, jusqu’au premier",
    ),
    by_hand=Words(
        en=(
            "The winner of the open match meets the next one above. Write the name on the next line to "
            "the right, up to the top."
        ),
        fr=(
            "Le vainqueur de la partie en cours rencontre le suivant au-dessus. Écrivez son nom sur la "
            "ligne suivante à droite, jusqu’au premier."
        ),
    ),
)
