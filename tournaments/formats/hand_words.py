"""The sentences for pairings by hand, and for the rules that they break, in each language."""

from collections.abc import Mapping

from tournaments.words import Words

REASONS: Mapping[str, Words] = {
    "by_hand": Words("The director paired this by hand."),
    "hand_met": Words("%(one)s and %(two)s met in %(round)s."),
    "hand_same_player": Words("%(one)s and %(two)s are two entries of one player."),
    "hand_apart": Words("%(one)s and %(two)s are to be kept apart."),
    "hand_yields": Words("%(one)s and %(two)s, to be kept apart, meet: nothing else can be paired."),
    "hand_points": Words(
        "%(one)s and %(two)s are in different points groups: %(one_half_points)s and %(two_half_points)s."
    ),
    "hand_lives": Words("%(one)s and %(two)s have different lives left: %(one_lives)s and %(two_lives)s."),
    "hand_float": Words("%(one)s or %(two)s plays out of the own points group twice running."),
    "hand_family": Words("%(one)s and %(two)s are of the same family."),
    "hand_club": Words("%(one)s and %(two)s are of the same club."),
    "hand_country": Words("%(one)s and %(two)s are of the same country."),
    "hand_second_bye": Words(
        "%(entrant)s has already had %(byes)s bye.",
        "%(entrant)s has already had %(byes)s byes.",
        count="byes",
    ),
    "hand_bye_not_last": Words("%(entrant)s has more points than others without a bye."),
    "hand_bye_without_lots": Words("%(entrant)s has no chance in the draw for byes."),
    "hand_leaves_alone": Words("%(entrant)s is left without an opponent and has a bye."),
    "hand_met_before": Words("%(one)s and %(two)s have met before in this event."),
    # Lines of a bracket.
    "line_seed": Words("%(entrant)s, seed %(seed)s, leaves the line of that seed."),
    "line_seeds": Words("%(one)s and %(two)s, both seeds, meet at once."),
    "line_bye": Words("%(entrant)s has no opponent in the first round."),
}
