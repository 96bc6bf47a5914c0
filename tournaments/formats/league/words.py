"""The words of the format league, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words(en="League", fr="Championnat par divisions"),
    sentence=Words(
        en="divisions of all against all, a round a week, with promotion and relegation",
        fr="des divisions où chacun rencontre chacun, une journée par semaine, avec montées et descentes",
    ),
    by_hand=Words(
        en=(
            "Within a division everybody meets everybody: write each score into the table, in the row of "
            "both. Each empty cell is a match still to be played."
        ),
        fr=(
            "Dans une division, chacun rencontre chacun\u202f: écrivez chaque score dans le tableau, sur la "
            "ligne des deux. Chaque case vide est une partie à jouer."
        ),
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
        "dates": (
            Words(en="When they play", fr="Quand on joue"),
            Words(
                en="at any time before the deadline, or on the match day, home against away",
                fr="à tout moment avant l’échéance, ou le jour de la rencontre, l’un recevant l’autre",
            ),
        ),
        "movers": (
            Words(en="Up and down", fr="Montées et descentes"),
            Words(
                en="players of a division who go up after the season, and as many go down",
                fr="joueurs d’une division qui montent après la saison, et autant descendent",
            ),
        ),
    },
    values={
        "Dates.window": Words(en="before a deadline", fr="avant une échéance"),
        "Dates.match_day": Words(en="on match days", fr="par journées à date fixe"),
    },
)
