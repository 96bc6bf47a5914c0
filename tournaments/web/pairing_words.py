"""Why two entrants meet, or why one has a bye: the reasons of a format as sentences for players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from tournaments.formats import Reason

from .format_words import points_words

# What each reason says. The places are filled with names, rounds and numbers as `_Places` reads them.
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
    "nobody_came": gettext_lazy("Nobody comes from %(round)s: there was nobody left to win there."),
    "recharge": gettext_lazy(
        "%(entrant)s was unbeaten and has lost the grand final, so one more match decides."
    ),
    "dropped": gettext_lazy("%(entrant)s comes from “%(stage)s” after a loss in %(round)s."),
    "not_by_table": gettext_lazy(
        "%(entrant)s stands on line %(line)s instead of line %(table)s, where a second meeting was more likely."
    ),
    "nobody_dropped": gettext_lazy(
        "Nobody has come to line %(line)s: the match that leads there sent no one."
    ),
    # Rounds that are paired by points.
    "same_points": gettext_lazy("Both have the same points: %(half_points)s."),
    "near_points": gettext_lazy(
        "Their points are %(one_half_points)s and %(two_half_points)s: nobody with the same points was left to each of "
        "them."
    ),
    "accelerated": gettext_lazy(
        "The rounds are accelerated: for the pairing only, the points added were %(half_points_one)s and "
        "%(half_points_two)s."
    ),
    "fold_partner": gettext_lazy(
        "The upper half of those with the same points meets the lower half, and these two stand opposite each other."
    ),
    "near_fold_partner": gettext_lazy(
        "The upper half of those with the same points meets the lower half; these two stand %(distance)s places from "
        "opposite each other, so that other rules could hold."
    ),
    "neighbours": ngettext_lazy(
        "They are neighbours in the standings, with %(distance)s entrant between them.",
        "They are neighbours in the standings, with %(distance)s entrants between them.",
        "distance",
    ),
    "first_meeting": gettext_lazy("They have not met before."),
    "rematch": ngettext_lazy(
        "They have met %(times)s time before, and it could not be avoided.",
        "They have met %(times)s times before, and it could not be avoided.",
        "times",
    ),
    "rematch_allowed": ngettext_lazy(
        "They have met %(times)s time before, which these rounds allow.",
        "They have met %(times)s times before, which these rounds allow.",
        "times",
    ),
    "met_before": gettext_lazy("They have met before in this event, and it could not be avoided."),
    "same_family": gettext_lazy("They are of the same family, and it could not be avoided."),
    "same_club": gettext_lazy("They are of the same club, and it could not be avoided."),
    "same_country": gettext_lazy("They are of the same country, and it could not be avoided."),
    "first_bye": gettext_lazy("The number of players was odd, and this is the first bye for whoever has it."),
    "second_bye": ngettext_lazy(
        "%(byes)s bye came before this one: everybody else has had as many, or had an opponent who could not be changed.",
        "%(byes)s byes came before this one: everybody else has had as many, or had an opponent who could not be "
        "changed.",
        "byes",
    ),
    "another_bye": ngettext_lazy(
        "%(entrant)s has had %(byes)s bye before, and nobody else could sit out.",
        "%(entrant)s has had %(byes)s byes before, and nobody else could sit out.",
        "byes",
    ),
    "bye_by_points": gettext_lazy(
        "The bye goes to whoever has the fewest points among those with the fewest byes; here they are %(half_points)s."
    ),
    "bye_worth": gettext_lazy("Points for the bye: %(half_points)s."),
    "look_ahead": ngettext_lazy(
        "This round was chosen so that the next %(rounds)s round can still be paired without a second meeting.",
        "This round was chosen so that the next %(rounds)s rounds can still be paired without a second meeting.",
        "rounds",
    ),
    "needs_rematch": gettext_lazy("Round %(number)s could not be paired without a second meeting."),
    "nobody_left": gettext_lazy("Nobody was left to meet who has not been met yet."),
    "only_round": gettext_lazy("There was no other way to pair this round."),
    "equally_good": gettext_lazy(
        "Another round would have been as good; the order in the standings decided."
    ),
    "filled_in": gettext_lazy(
        "They were free while round %(number)s was under way, or an earlier result has been corrected since."
    ),
    # Lives.
    "same_lives": ngettext_lazy("Both have %(lives)s life left.", "Both have %(lives)s lives left.", "lives"),
    "nearest_lives": gettext_lazy(
        "Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s. Nobody nearer was left to them."
    ),
    "free_together": ngettext_lazy(
        "Both were free at the same time with %(lives)s life left.",
        "Both were free at the same time with %(lives)s lives left.",
        "lives",
    ),
    "nobody_level_comes": gettext_lazy(
        "Lives left: %(one)s %(lives)s, %(two)s %(other_lives)s. Nobody with as many can become free any more."
    ),
    "saves_bye": gettext_lazy("%(entrant)s can win no more and plays on so that nobody has to sit out."),
    "worst_record": gettext_lazy(
        "%(entrant)s has the weakest record of those without a bye (lives: %(lives)s, wins: %(wins)s)."
    ),
    "nobody_level": ngettext_lazy(
        "%(entrant)s is the only one left over with %(lives)s life.",
        "%(entrant)s is the only one left over with %(lives)s lives.",
        "lives",
    ),
    "last_two": gettext_lazy("They are the last two, and one match decides between them."),
    "three_left": gettext_lazy("Three are left with the same record, so they play a short knock-out."),
    "lives_bracket": gettext_lazy(
        "%(lives)s lives are left in all, which fills a bracket: from here on it is a knock-out."
    ),
    "bye_by_lot": gettext_lazy("The lot gave %(entrant)s the bye."),
    "bye_for_two_lives": gettext_lazy("%(entrant)s has two lives left, which is worth a bye."),
    "round_stands": gettext_lazy(
        "Round %(number)s had begun before an earlier result was corrected, so it stands as it was paired."
    ),
    "decided_by_lot": gettext_lazy("Another pairing would have been as good; the lot decided."),
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

# What the next best pairing would have broken; `cost` is a measure of the computation and says nothing to a player.
RULE_WORDS: Mapping[str, Any] = {
    "second_bye": pgettext_lazy(
        "what another pairing would have meant", "somebody would have had a second bye"
    ),
    "bye_lots": pgettext_lazy(
        "what another pairing would have meant", "somebody without a lot for byes would have had one"
    ),
    "same_player": pgettext_lazy(
        "what another pairing would have meant", "somebody would have met the own other entry"
    ),
    "bye_record": pgettext_lazy(
        "what another pairing would have meant", "the bye would have gone to somebody with a better record"
    ),
    "wait": pgettext_lazy("what another pairing would have meant", "somebody would have waited longer"),
    "lives": pgettext_lazy(
        "what another pairing would have meant", "players with more different lives would have met"
    ),
    "score": pgettext_lazy(
        "what another pairing would have meant", "players with more different points would have met"
    ),
    "rematch": pgettext_lazy(
        "what another pairing would have meant", "there would have been one more second meeting"
    ),
    "family": pgettext_lazy("what another pairing would have meant", "members of a family would have met"),
    "club": pgettext_lazy("what another pairing would have meant", "members of a club would have met"),
    "country": pgettext_lazy("what another pairing would have meant", "players of a country would have met"),
    "fold": pgettext_lazy(
        "what another pairing would have meant", "players further from opposite each other would have met"
    ),
    "neighbour": pgettext_lazy(
        "what another pairing would have meant", "players further apart in the standings would have met"
    ),
    "absolute": pgettext_lazy(
        "what another pairing would have meant", "a rule that always holds would have been broken"
    ),
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the uids and places in reasons are called: `rounds` names a round of the stage with this uid."""

    entrants: Mapping[str, str]
    stages: Mapping[str, str]
    stage: str
    rounds: Callable[[str, int], str]


def why(reasons: Sequence[Reason], names: Names) -> list[str]:
    """The reasons as sentences, in their order."""
    return [_sentence(reason, names) for reason in reasons]


def _sentence(reason: Reason, names: Names) -> str:
    if reason.code == "next_best":
        return _next_best(reason, names)
    code = reason.code
    # The same word of a bracket and of a Swiss: one names the slot that nobody came from.
    if code == "nobody_left" and "slot" in reason.data:
        code = "nobody_came"
    words = REASON_WORDS.get(code)
    if words is None:
        return code.replace("_", " ").capitalize() + "."
    return str(words % _Places(reason, names))


def _next_best(reason: Reason, names: Names) -> str:
    """What the best other pairing would have cost."""
    rule = str(reason.data.get("rule", ""))
    if rule not in RULE_WORDS:
        return str(REASON_WORDS["decided_by_lot"])
    instead = names.entrants.get(str(reason.data.get("instead", "")))
    entrant = names.entrants.get(str(reason.data.get("entrant", "")))
    if entrant and instead:
        words = _("Otherwise %(entrant)s would have met %(instead)s, and %(consequence)s.")
        return words % {"entrant": entrant, "instead": instead, "consequence": RULE_WORDS[rule]}
    return _("With any other pairing %(consequence)s.") % {"consequence": RULE_WORDS[rule]}


_ENTRANTS = frozenset({"entrant", "one", "two", "instead"})
_LINES = frozenset({"line", "table"})


class _Places(dict[str, Any]):
    """What fills the places of a sentence: names for uids, lines from 1, points for half points."""

    def __init__(self, reason: Reason, names: Names) -> None:
        super().__init__()
        stage = str(reason.data.get("stage", names.stage))
        for key, value in reason.data.items():
            self[key] = self._value(key, value, names)
        if isinstance(reason.data.get("round"), int):
            number = int(reason.data["round"])
            self["number"] = number
            self["round"] = names.rounds(stage, number)

    def __missing__(self, key: str) -> str:
        return "–"

    @staticmethod
    def _value(key: str, value: str | int, names: Names) -> str | int:
        if key in _ENTRANTS:
            return names.entrants.get(str(value), "–")
        if key == "stage":
            return names.stages.get(str(value), "–")
        if key in _LINES and isinstance(value, int):
            return value + 1
        if "half_points" in key and isinstance(value, int):
            return points_words(value)
        return value
