"""The sentences for pairings by hand, and for the rules that they break, in each language."""

from collections.abc import Mapping

from tournaments.words import Words

REASONS: Mapping[str, Words] = {
    "by_hand": Words(
        en="The director paired this by hand.", fr="Le directeur a fait cet appariement à la main."
    ),
    "hand_met": Words(
        en="%(one)s and %(two)s met in %(round)s.",
        fr="%(one)s et %(two)s se sont déjà rencontrés (%(round)s).",
    ),
    "hand_same_player": Words(
        en="%(one)s and %(two)s are two entries of one player.",
        fr="%(one)s et %(two)s sont deux inscriptions du même joueur.",
    ),
    "hand_apart": Words(
        en="%(one)s and %(two)s are to be kept apart.", fr="%(one)s et %(two)s sont à séparer."
    ),
    "hand_yields": Words(
        en="%(one)s and %(two)s, to be kept apart, meet: nothing else can be paired.",
        fr="%(one)s et %(two)s, à séparer, se rencontrent\u00a0: aucun autre appariement n’est possible.",
    ),
    "hand_points": Words(
        en="%(one)s and %(two)s are in different points groups: %(one_half_points)s and %(two_half_points)s.",
        fr=(
            "%(one)s et %(two)s n’ont pas le même nombre de points\u00a0: %(one_half_points)s et "
            "%(two_half_points)s."
        ),
    ),
    "hand_lives": Words(
        en="%(one)s and %(two)s have different lives left: %(one_lives)s and %(two_lives)s.",
        fr="%(one)s et %(two)s n’ont pas autant de vies\u00a0: %(one_lives)s et %(two_lives)s.",
    ),
    "hand_float": Words(
        en="%(one)s or %(two)s plays out of the own points group twice running.",
        fr="%(one)s ou %(two)s joue deux fois de suite hors de son groupe de points.",
    ),
    "hand_family": Words(
        en="%(one)s and %(two)s are of the same family.", fr="%(one)s et %(two)s sont de la même famille."
    ),
    "hand_club": Words(
        en="%(one)s and %(two)s are of the same club.", fr="%(one)s et %(two)s sont du même club."
    ),
    "hand_country": Words(
        en="%(one)s and %(two)s are of the same country.", fr="%(one)s et %(two)s sont du même pays."
    ),
    "hand_second_bye": Words(
        count="byes",
        en=(
            "%(entrant)s has already had %(byes)s bye.",
            "%(entrant)s has already had %(byes)s byes.",
        ),
        fr=(
            "%(entrant)s a déjà été exempt %(byes)s fois.",
            "%(entrant)s a déjà été exempt %(byes)s fois.",
        ),
    ),
    "hand_bye_not_last": Words(
        en="%(entrant)s has more points than others without a bye.",
        fr="%(entrant)s a plus de points que d’autres jamais exempts.",
    ),
    "hand_bye_without_lots": Words(
        en="%(entrant)s has no chance in the draw for byes.",
        fr="%(entrant)s n’a aucune chance au tirage de l’exempt.",
    ),
    "hand_leaves_alone": Words(
        en="%(entrant)s is left without an opponent and has a bye.",
        fr="%(entrant)s reste sans adversaire\u00a0: exempt.",
    ),
    "hand_met_before": Words(
        en="%(one)s and %(two)s have met before in this event.",
        fr="%(one)s et %(two)s se sont déjà rencontrés dans cette épreuve.",
    ),
    # Lines of a bracket.
    "line_seed": Words(
        en="%(entrant)s, seed %(seed)s, leaves the line of that seed.",
        fr="%(entrant)s, tête de série %(seed)s, quitte sa ligne.",
    ),
    "line_seeds": Words(
        en="%(one)s and %(two)s, both seeds, meet at once.",
        fr="%(one)s et %(two)s, têtes de série, se rencontrent d’emblée.",
    ),
    "line_bye": Words(
        en="%(entrant)s has no opponent in the first round.",
        fr="%(entrant)s n’a pas d’adversaire au premier tour\u00a0: exempt.",
    ),
}
