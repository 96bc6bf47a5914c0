"""Why two entrants meet, or why one has a bye: the reasons of a format as sentences for players.

Every code of a reason and of a rule has words here; one that has none is an error, and a test lists what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from tournaments.formats import Reason
from tournaments.matching import RuleCode

from .point_words import points_words

# What each reason says. The places are filled with names, rounds and numbers as `_places` reads them.
REASON_WORDS: Mapping[str, Any] = {
    # The draw, and the way through a bracket.
    "drawn": gettext_lazy("The draw gave %(entrant)s line %(line)s by chance."),
    "seeded": gettext_lazy("%(entrant)s stands on line %(line)s as seed %(seed)s."),
    "entered_late": gettext_lazy("%(entrant)s came late and took the free line %(line)s."),
    "placed_by_director": gettext_lazy("The director placed %(entrant)s on line %(line)s."),
    "bye": gettext_lazy(
        "There are %(entrants)s entrants for a bracket of %(size)s lines, so some have no opponent in the first round."
    ),
    "bye_lots": gettext_lazy(
        "Lots for a bye: %(entrant)s had %(lots)s of %(all)s in the draw. Those who were there in time came first."
    ),
    "winner_of": gettext_lazy("%(entrant)s has won in %(round)s."),
    "loser_of": gettext_lazy("%(entrant)s has lost in %(round)s and goes on here."),
    "advanced_by_bye": gettext_lazy("%(entrant)s had a bye in %(round)s."),
    "nobody_left": gettext_lazy("Nobody comes from %(round)s: there was nobody left to win there."),
    "recharge": gettext_lazy(
        "%(entrant)s was unbeaten and has lost the grand final, so one more match decides."
    ),
    "dropped": gettext_lazy("%(entrant)s comes from “%(stage)s” after a loss in %(round)s."),
    "not_by_table": gettext_lazy(
        "%(entrant)s stands on line %(line)s; the table has line %(table)s. The lines were chosen for fewer second "
        "meetings in all."
    ),
    "nobody_dropped": gettext_lazy(
        "Nobody has come to line %(line)s: the match that leads there sent no one."
    ),
    # Rounds that are paired by points.
    "same_points": gettext_lazy("Both have the same points: %(half_points)s."),
    "near_points": gettext_lazy(
        "Their points are %(one_half_points)s and %(two_half_points)s: not everybody could meet somebody with as many."
    ),
    "accelerated": gettext_lazy(
        "The rounds are accelerated. Points that %(entrant)s counts for the pairing: %(half_points)s, of which added: "
        "%(added_half_points)s."
    ),
    "fold_partner": gettext_lazy(
        "Of the %(entrants)s with as many points the upper half meets the lower half: %(one)s, number %(one_place)s, and "
        "%(two)s, number %(two_place)s, stand opposite each other."
    ),
    "near_fold_partner": gettext_lazy(
        "Of the %(entrants)s with as many points %(one)s is number %(one_place)s and %(two)s number %(two_place)s. The "
        "upper half meets the lower half: opposite %(entrant)s stands %(opposite)s, but another rule was stronger."
    ),
    "neighbours": gettext_lazy("They are neighbours in the order by points."),
    "near_neighbours": ngettext_lazy(
        "In the order by points %(distance)s entrant stands between them.",
        "In the order by points %(distance)s entrants stand between them.",
        "distance",
    ),
    "first_meeting": gettext_lazy("They have not met before."),
    "rematch": ngettext_lazy(
        "They have met %(times)s time before.", "They have met %(times)s times before.", "times"
    ),
    "rematch_allowed": ngettext_lazy(
        "They have met %(times)s time before, which these rounds allow.",
        "They have met %(times)s times before, which these rounds allow.",
        "times",
    ),
    "met_before": gettext_lazy("They have met before in this event."),
    "same_family": gettext_lazy("They are of the same family: otherwise %(rule)s."),
    "same_family_in_any_round": gettext_lazy("They are of the same family; no round has fewer such pairs."),
    "same_family_ahead": gettext_lazy("They are of the same family."),
    "same_club": gettext_lazy("They are of the same club: otherwise %(rule)s."),
    "same_club_in_any_round": gettext_lazy("They are of the same club; no round has fewer such pairs."),
    "same_club_ahead": gettext_lazy("They are of the same club."),
    "same_country": gettext_lazy("They are of the same country: otherwise %(rule)s."),
    "same_country_in_any_round": gettext_lazy("They are of the same country; no round has fewer such pairs."),
    "same_country_ahead": gettext_lazy("They are of the same country."),
    "odd_number": gettext_lazy("The number to be paired, %(entrants)s, was odd, so one of them sits out."),
    "first_bye": gettext_lazy("%(entrant)s has not had a bye before."),
    "second_bye": ngettext_lazy(
        "%(entrant)s has had %(byes)s bye before, and nobody here has had fewer.",
        "%(entrant)s has had %(byes)s byes before, and nobody here has had fewer.",
        "byes",
    ),
    "another_bye": ngettext_lazy(
        "%(entrant)s has had %(byes)s bye before.", "%(entrant)s has had %(byes)s byes before.", "byes"
    ),
    "bye_by_points": gettext_lazy(
        "The bye goes by the fewest byes, then the lots for a bye, the fewest rounds missed or won without playing, and "
        "the fewest points: nobody comes before %(entrant)s, whose points are %(half_points)s."
    ),
    "bye_not_first": gettext_lazy(
        "By byes, lots for a bye, rounds missed and points %(first)s comes first, but then the others could not be "
        "paired without a second meeting."
    ),
    "bye_worth": gettext_lazy("Points for the bye: %(half_points)s."),
    "look_ahead": ngettext_lazy(
        "This round was chosen so that the next %(rounds)s round can still be paired without a second meeting.",
        "This round was chosen so that the next %(rounds)s rounds can still be paired without a second meeting.",
        "rounds",
    ),
    "needs_rematch": gettext_lazy("Round %(number)s could not be paired without a second meeting."),
    "fewest_sit_out": gettext_lazy(
        "In round %(number)s not everybody can meet somebody new, so as few as possible sit out."
    ),
    "only_round": gettext_lazy("Without this the round could not be paired."),
    "equally_good": gettext_lazy("Another round would have been as good; the order of the entrants decided."),
    "filled_in": gettext_lazy(
        "This was paired while round %(number)s was under way, or before an earlier result was corrected."
    ),
    # Lives.
    "same_lives": ngettext_lazy("Both have %(lives)s life left.", "Both have %(lives)s lives left.", "lives"),
    "nearest_lives": gettext_lazy(
        "Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s. Not everybody could meet somebody with as many."
    ),
    "other_lives": gettext_lazy("Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s."),
    "free_together": ngettext_lazy(
        "Both were free at the same time with %(lives)s life left.",
        "Both were free at the same time with %(lives)s lives left.",
        "lives",
    ),
    "nobody_level_comes": gettext_lazy(
        "Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s. For one of them nobody with as many was left, and no "
        "match already under way could free one."
    ),
    "saves_bye": gettext_lazy("%(entrant)s can win no more and plays on so that nobody has to sit out."),
    "worst_record": gettext_lazy(
        "Nobody here has a weaker record than %(entrant)s (lives: %(lives)s, wins: %(wins)s)."
    ),
    "worst_record_left": gettext_lazy(
        "Everybody here with a weaker record than %(entrant)s (lives: %(lives)s, wins: %(wins)s) has had more byes."
    ),
    "nobody_level": ngettext_lazy(
        "%(entrant)s is the only one here with %(lives)s life left.",
        "%(entrant)s is the only one here with %(lives)s lives left.",
        "lives",
    ),
    "last_two": gettext_lazy("They are the last two who can win, and one match decides between them."),
    "three_left": gettext_lazy("Three are left with the same record, so they play a short knock-out."),
    "lives_bracket": gettext_lazy(
        "%(lives)s lives are left in all, which fills a bracket: from here on it is a knock-out."
    ),
    "bye_by_lot": gettext_lazy("The lot gave %(entrant)s the bye."),
    "bye_for_two_lives": gettext_lazy("%(entrant)s has two lives left, which is worth a bye."),
    "round_stands": gettext_lazy(
        "This was paired while round %(number)s was under way, or before an earlier result was corrected, and stands."
    ),
    "decided_by_lot": gettext_lazy(
        "Another pairing would have been as good: %(entrant)s against %(instead)s. The lot decided."
    ),
    "no_other_way": gettext_lazy("There was no other way."),
    # Round robin.
    "berger": gettext_lazy("The Berger table sets this match in round %(number)s."),
    "odd_group": gettext_lazy(
        "%(entrants)s players are an odd number, so in every round one of them sits out."
    ),
    # Ladders.
    "challenged": gettext_lazy(
        "%(one)s has challenged %(two)s: they stood at places %(from)s and %(to)s of the ladder then."
    ),
    "no_longer_follows": gettext_lazy(
        "This pairing was made before a change, and would not be made today. What has begun stands."
    ),
}

# What breaking a rule more would have meant; `cost` is a measure of the computation and says nothing to a player.
RULE_WORDS: Mapping[RuleCode, Any] = {
    RuleCode.SAME_PLAYER: pgettext_lazy(
        "what another pairing would have meant", "somebody would have met the own other entry"
    ),
    RuleCode.SECOND_BYE: pgettext_lazy(
        "what another pairing would have meant", "the bye would have gone to somebody with more byes"
    ),
    RuleCode.BYE_LOTS: pgettext_lazy(
        "what another pairing would have meant", "the bye would have gone to somebody without a lot for it"
    ),
    RuleCode.BYE_AFTER_UNPLAYED: pgettext_lazy(
        "what another pairing would have meant",
        "the bye would have gone to somebody with more rounds missed or won without playing",
    ),
    RuleCode.BYE_POINTS: pgettext_lazy(
        "what another pairing would have meant", "the bye would have gone to somebody with more points"
    ),
    RuleCode.BYE_RECORD: pgettext_lazy(
        "what another pairing would have meant", "the bye would have gone to somebody with a better record"
    ),
    RuleCode.WAIT: pgettext_lazy(
        "what another pairing would have meant", "somebody who has played less would have waited"
    ),
    RuleCode.LIVES: pgettext_lazy(
        "what another pairing would have meant", "the lives of opponents would have been further apart"
    ),
    RuleCode.SCORE: pgettext_lazy(
        "what another pairing would have meant", "the points of opponents would have been further apart"
    ),
    RuleCode.FLOAT: pgettext_lazy(
        "what another pairing would have meant",
        "somebody would have met others with more, or with fewer, points twice running",
    ),
    RuleCode.REMATCH: pgettext_lazy(
        "what another pairing would have meant", "there would have been more second meetings"
    ),
    RuleCode.FAMILY: pgettext_lazy(
        "what another pairing would have meant", "more members of a family would have met"
    ),
    RuleCode.CLUB: pgettext_lazy(
        "what another pairing would have meant", "more members of a club would have met"
    ),
    RuleCode.COUNTRY: pgettext_lazy(
        "what another pairing would have meant", "more players of a country would have met"
    ),
    RuleCode.BYE_PLACE: pgettext_lazy(
        "what another pairing would have meant", "the bye would have gone to somebody higher in the order"
    ),
    RuleCode.FOLD: pgettext_lazy(
        "what another pairing would have meant", "players further from opposite each other would have met"
    ),
    RuleCode.NEIGHBOUR: pgettext_lazy(
        "what another pairing would have meant", "players further apart in the order would have met"
    ),
}

# The best other round, where it costs more by another bye.
BYE_WORDS: Mapping[RuleCode, Any] = {
    RuleCode.SECOND_BYE: gettext_lazy(
        "Otherwise %(other_bye)s would have sat out, who has had more byes than %(bye)s."
    ),
    RuleCode.BYE_LOTS: gettext_lazy("Otherwise %(other_bye)s would have sat out, who has no lot for a bye."),
    RuleCode.BYE_AFTER_UNPLAYED: gettext_lazy(
        "Otherwise %(other_bye)s would have sat out, who has missed more rounds, or won more without playing, than %(bye)s."
    ),
    RuleCode.BYE_POINTS: gettext_lazy(
        "Otherwise %(other_bye)s would have sat out, who counts more points than %(bye)s."
    ),
    RuleCode.BYE_RECORD: gettext_lazy(
        "Otherwise %(other_bye)s would have sat out, who has a better record than %(bye)s."
    ),
    RuleCode.BYE_PLACE: gettext_lazy(
        "Otherwise %(other_bye)s would have sat out, who stands above %(bye)s in the order."
    ),
    RuleCode.WAIT: gettext_lazy(
        "Otherwise %(other_bye)s would have waited, who has played less than %(bye)s."
    ),
}

# The best other round, where it costs more by the opponent of the entrant; by points and lives there are more and less.
OWN_WORDS: Mapping[str, Any] = {
    RuleCode.SAME_PLAYER: gettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, the own other entry."
    ),
    RuleCode.REMATCH: gettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, whom %(entrant)s has met before."
    ),
    RuleCode.FLOAT: gettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, and one of them somebody with more, or with fewer, points twice "
        "running."
    ),
    RuleCode.FAMILY: gettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who is of the same family."
    ),
    RuleCode.CLUB: gettext_lazy("Otherwise %(entrant)s would have met %(instead)s, who is of the same club."),
    RuleCode.COUNTRY: gettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who is of the same country."
    ),
    RuleCode.FOLD: gettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, further from opposite each other."
    ),
    RuleCode.NEIGHBOUR: gettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who stands further away in the order."
    ),
    "half_points_more": ngettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_more)s point more.",
        "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_more)s points more.",
        "count",
    ),
    "half_points_less": ngettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_less)s point less.",
        "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_less)s points less.",
        "count",
    ),
    "counted_half_points_more": ngettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_more)s point more.",
        "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_more)s points more.",
        "count",
    ),
    "counted_half_points_less": ngettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_less)s point less.",
        "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_less)s points less.",
        "count",
    ),
    "lives_more": ngettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_more)s life more.",
        "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_more)s lives more.",
        "count",
    ),
    "lives_less": ngettext_lazy(
        "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_less)s life less.",
        "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_less)s lives less.",
        "count",
    ),
}
_ELSEWHERE = gettext_lazy("Otherwise %(entrant)s would have met %(instead)s, and %(rule)s.")
_ELSEWHERE_ALONE = gettext_lazy("Otherwise %(entrant)s would have had no opponent, and %(rule)s.")
_LOT_ALONE = gettext_lazy(
    "Another pairing would have been as good, with no opponent for %(entrant)s. The lot decided."
)
UNITS = ("half_points", "counted_half_points", "lives")


@dataclass(frozen=True, slots=True)
class Names:
    """What the uids and places in reasons are called: `rounds` names a round of the stage with this uid."""

    entrants: Mapping[str, str]
    stages: Mapping[str, str]
    stage: str
    rounds: Callable[[str, int], str]


def why(reasons: Sequence[Reason], names: Names) -> list[str]:
    """The reasons as sentences, in their order; LookupError for a code or a value without words."""
    return [str(_words(reason) % _places(reason, names)) for reason in reasons]


def _words(reason: Reason) -> Any:
    data = reason.data
    if reason.code == "next_best":
        return _next_best(data)
    if reason.code == "decided_by_lot" and not data["instead"]:
        return _LOT_ALONE
    return REASON_WORDS[reason.code]


def _next_best(data: Mapping[str, str | int]) -> Any:
    """What the best other round would have meant."""
    rule = RuleCode(str(data["rule"]))
    if data["where"] == "bye":
        return BYE_WORDS[rule]
    if data["where"] == "own":
        return OWN_WORDS[_apart(data) or rule]
    return _ELSEWHERE if data["instead"] else _ELSEWHERE_ALONE


def _apart(data: Mapping[str, str | int]) -> str:
    """The key of how much the opponent has more or less; empty where that is not the reason."""
    keys = (f"{unit}_{way}" for unit in UNITS for way in ("more", "less"))
    return next((key for key in keys if key in data), "")


_ENTRANTS = frozenset({"entrant", "one", "two", "instead", "opposite", "first", "bye", "other_bye"})
_LINES = frozenset({"line", "table"})


def _places(reason: Reason, names: Names) -> dict[str, Any]:
    """What fills the places of a sentence: names for uids, lines from 1, points for half points."""
    data = reason.data
    places = {key: _value(key, value, names) for key, value in data.items()}
    if isinstance(data.get("round"), int):
        number = int(data["round"])
        places["number"] = number
        places["round"] = names.rounds(str(data.get("stage", names.stage)), number)
    if key := _apart(data):
        # Up to one point is the singular.
        count = int(data[key])
        places["count"] = (count + 1) // 2 if "half_points" in key else count
    return places


def _value(key: str, value: str | int, names: Names) -> Any:
    if key in _ENTRANTS:
        return names.entrants[str(value)] if value else ""
    if key == "stage":
        return names.stages[str(value)]
    if key == "rule":
        return RULE_WORDS[RuleCode(str(value))]
    if key in _LINES and isinstance(value, int):
        return value + 1
    if "half_points" in key and isinstance(value, int):
        return points_words(value)
    return value
