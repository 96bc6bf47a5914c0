"""The words for problems of plans, in each language."""

from collections.abc import Mapping

from tournaments.words import Words

PROBLEMS: Mapping[str, Words] = {
    "feeding_circle": Words(
        "Stage %(stage)s is not an earlier stage of this event: stages that feed each other in a circle "
        "never begin. Choose an earlier one."
    ),
    "fed_by_standings": Words("This format takes losers during play, not the best of a finished stage."),
    "no_stages": Words("An event has at least one stage."),
    "unknown_format": Words("There is no format called %(format)s."),
    "length_too_short": Words("A match cannot be to %(length)s points. The shortest is to 1."),
    "length_too_long": Words("A match to %(length)s points is too long. The longest is to %(longest)s."),
    "even_length": Words("A match is to an odd number of points, and %(length)s is even (M1)."),
    "no_best_of": Words("Say how many matches a pairing has: 1 for a single match."),
    "invalid_best_of": Words(
        "A series is best of an odd number of matches up to %(most)s, and this one is best of %(matches)s."
    ),
    "no_tables": Words("There is no table to play at."),
    "duplicate_feed": Words("The same entrants come from stage %(stage)s twice. Leave one out."),
    "unknown_stage": Words("There is no stage %(stage)s in this event. Choose an earlier one."),
    "losers_play_on": Words(
        "Its losers are not out of stage %(stage)s and would play in both. Take its best, the "
        "others, or later losers."
    ),
    "no_such_rounds": Words(
        "Stage %(stage)s has only %(rounds)s rounds with so few entrants. Take the losers of an earlier "
        "round."
    ),
    "nobody_comes": Words(
        "With so few entrants nobody comes to stage %(stage)s. Leave it out, or take in more."
    ),
    "too_few_come": Words(
        "Only %(entrants)s would come to stage %(stage)s, and it takes at least %(fewest)s. Take in "
        "more, or leave it out."
    ),
    "too_many_left": Words(
        "With %(entrants)s entrants the stage would be over before it begins. Play down to fewer."
    ),
    "count_too_large": Words(
        "%(count)s are to come from stage %(stage)s, which has fewer. Take at most %(most)s of it."
    ),
    "best_of_groups": Words(
        "Stage %(stage)s is played in groups, whose places cannot be compared. Take the best of each group."
    ),
    "needs_groups": Words(
        "Stage %(stage)s has no groups whose places could be compared. Take the best of it."
    ),
    "no_such_place": Words(
        "No group of stage %(stage)s has a place %(place)s. Take place %(most)s or a better one."
    ),
    "goes_on_already": Words(
        "Place %(place)s of each group goes on already. Take a lower place, or fewer of each group."
    ),
    "more_lengths_than_rounds": Words(
        "There are %(lengths)s lengths and only %(rounds)s rounds, so the last ones are not used."
    ),
    "rounds_missing": Words("Stage %(stage)s has only %(rounds)s rounds, so it ends with these."),
    "many_byes": Words("In the first round the byes (%(byes)s) far outnumber the matches (%(matches)s)."),
    "unsupported_plan_version": Words(
        "This plan is of version %(version)s; this release reads %(supported)s."
    ),
    "unknown_field": Words("There is no field called %(field)s."),
    "missing_field": Words("The field %(field)s is missing."),
    "invalid_field": Words("%(path)s is not right. Expected is: %(expected)s."),
}
