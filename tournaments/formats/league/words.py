"""The words of the format league, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="League", fr="Championnat par divisions"),
    sentence=Words(
        en="divisions of all against all, a round a week, with promotion and relegation",
        fr="des divisions où chacun rencontre chacun, une journée par semaine, avec montées et descentes",
    ),
    options={
        "divisions": (
            Words(en="Divisions", fr="Divisions"),
            Words(
                en="the entrants are split in the order of their seeds, the strongest in the first one",
                fr="les inscrits sont répartis dans l’ordre des têtes de série, les plus forts dans la première",
            ),
        ),
        "days": (
            Words(en="Days of a round", fr="Jours par journée"),
            Words(
                en="how long the matches of a round can be played",
                fr="le temps laissé pour jouer les matchs d’une journée",
            ),
        ),
        "movers": (
            Words(en="Up and down", fr="Montées et descentes"),
            Words(
                en="so many of a division go up after the season, and as many of the one above go down",
                fr="autant montent d’une division après la saison, et autant descendent de la division supérieure",
            ),
        ),
    },
)
