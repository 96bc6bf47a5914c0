"""The words of the format league, in each language."""

from tournaments.formats.words import FormatWords, Words

WORDS = FormatWords(
    name=Words("League"),
    sentence=Words("divisions of all against all, a round a week, with promotion and relegation"),
    by_hand=Words(
        "Within a division everybody meets everybody: write each score into the table, in the row of "
        "both. Each empty cell is a match still to be played."
    ),
    options={
        "divisions": (
            Words("Divisions"),
            Words("the entrants are split in the order of their seeds, the strongest in the first one"),
        ),
        "days": (
            Words("Days of a round"),
            Words("how long the matches of a round can be played"),
        ),
        "dates": (
            Words("When they play"),
            Words("at any time before the deadline, or on the match day, home against away"),
        ),
        "movers": (
            Words("Up and down"),
            Words("players of a division who go up after the season, and as many go down"),
        ),
    },
    values={
        "Dates.window": Words("before a deadline"),
        "Dates.match_day": Words("on match days"),
    },
)
