"""The words of the format round robin, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Round robin", fr="Toutes rondes"),
    sentence=Words(
        en="everybody meets everybody, in one group or several",
        fr="chacun rencontre chacun, en un groupe ou plusieurs",
    ),
    by_hand=Words(
        en=(
            "Everybody meets everybody: write each score into the table, in the row of both. Each empty "
            "cell is a match still to be played; call it when both are free."
        ),
        fr=(
            "Chacun rencontre chacun\u202f: écrivez chaque score dans le tableau, sur la ligne des deux. "
            "Chaque case vide est une partie à jouer\u202f; appelez-la quand les deux sont libres."
        ),
    ),
    options={
        "groups": (
            Words(en="Groups", fr="Groupes"),
            Words(
                en="number of groups of even strength",
                fr="nombre de groupes de force égale",
            ),
        ),
        "pace": (
            Words(en="Pace", fr="Rythme"),
            Words(en="whether a round waits for the one before it", fr="si un tour attend le précédent"),
        ),
    },
    values={
        "Pace.rounds": Words(en="round after round", fr="tour après tour"),
        "Pace.free": Words(en="every match at any time", fr="chaque match à tout moment"),
    },
)
