"""The words of the format round robin, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="Round robin", fr="Toutes rondes"),
    sentence=Words(
        en="everybody meets everybody, in one group or several",
        fr="chacun rencontre chacun, en un groupe ou plusieurs",
    ),
    options={
        "groups": (
            Words(en="Groups", fr="Groupes"),
            Words(
                en="the entrants are spread over so many groups of even strength",
                fr="les inscrits sont répartis en autant de groupes de force égale",
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
