"""What the best other round would have meant, and which stronger rule made a pair that another rule is against."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.base import Reason
from tournaments.matching.rules import RuleCode
from tournaments.matching.solver import Matching, PairingProblem

# The rules that keep those of the same key apart.
APART = (RuleCode.FAMILY, RuleCode.CLUB, RuleCode.COUNTRY)
BYE_RULES = frozenset(
    {
        RuleCode.SECOND_BYE,
        RuleCode.BYE_LOTS,
        RuleCode.BYE_AFTER_UNPLAYED,
        RuleCode.BYE_POINTS,
        RuleCode.BYE_RECORD,
        RuleCode.BYE_PLACE,
        RuleCode.WAIT,
    }
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A round as it was chosen: who is who in its field, what it costs, and who has the bye.

    `levels` are the values by which opponents should be near each other, `unit` what the data of a reason call them.
    """

    field: PairingProblem
    uids: Sequence[str]
    costs: Mapping[str, int]
    bye: int | None
    unit: str
    levels: Sequence[int]


def next_best(chosen: Chosen, instead: Matching, player: int, other: int | None) -> Reason:
    """Say what the best round without this pair, or this bye, breaks more, and whom the player meets in it.

    `next_best` has the `entrant`, `instead` (the opponent, empty for a bye), the `rule` and its `cost`, and `where` it
    costs: `bye` (with `bye` and `other_bye`, who has it now and then), `own` where it is the pair of the entrant, with
    `<unit>_more` or `<unit>_less` where the opponent has more or less, or `elsewhere`. `decided_by_lot` and
    `equally_good` have the `entrant` and `instead`.
    """
    opponents = dict(instead.pairs) | {two: one for one, two in instead.pairs}
    opponent = opponents.get(player)
    data: dict[str, str | int] = {
        "entrant": chosen.uids[player],
        "instead": "" if opponent is None else chosen.uids[opponent],
    }
    more = _first_worse(chosen.costs, instead.costs)
    if more is None:
        return Reason("equally_good", data)
    if more is RuleCode.LOT:
        return Reason("decided_by_lot", data)
    data |= {"rule": more.value, "cost": instead.costs[more] - chosen.costs[more]}
    if more in BYE_RULES and chosen.bye is not None and instead.bye is not None:
        then = {"bye": chosen.uids[chosen.bye], "other_bye": chosen.uids[instead.bye]}
        return Reason("next_best", {**data, "where": "bye", **then})
    if opponent is None or _cost(chosen, more, player, opponent) <= _cost(chosen, more, player, other):
        return Reason("next_best", {**data, "where": "elsewhere"})
    apart = chosen.levels[opponent] - chosen.levels[player]
    if more in {RuleCode.SCORE, RuleCode.LIVES}:
        data[f"{chosen.unit}_{'more' if apart > 0 else 'less'}"] = abs(apart)
    return Reason("next_best", {**data, "where": "own"})


def kept_together(chosen: Chosen, player: int, other: int) -> list[Reason]:
    """Say of a pair of the same family, club or country by which rule it could not be avoided.

    `same_<key>` has the `rule` that a round with fewer such pairs breaks; `same_<key>_in_any_round` says there is none.
    """
    against = chosen.field.cost(player, other)
    reasons = []
    for code in APART:
        if code in against:
            rule = _stronger(chosen, code)
            data: dict[str, str | int] = {} if rule is None else {"rule": rule.value}
            reasons.append(Reason(f"same_{code}" if data else f"same_{code}_in_any_round", data))
    return reasons


def _stronger(chosen: Chosen, code: RuleCode) -> RuleCode | None:
    """Return the first rule that the best of the rounds with the fewest such pairs breaks more."""
    rules = sorted(chosen.field.rules, key=lambda rule: rule.code != code)
    fewest = replace(chosen.field, rules=tuple(rules)).solve()
    if fewest is None or fewest.costs[code] >= chosen.costs[code]:
        return None
    return _first_worse(chosen.costs, {rule.code: fewest.costs[rule.code] for rule in chosen.field.rules})


def _first_worse(costs: Mapping[str, int], others: Mapping[str, int]) -> RuleCode | None:
    return next((RuleCode(code) for code, cost in others.items() if cost > costs[code]), None)


def _cost(chosen: Chosen, code: RuleCode, player: int, other: int | None) -> int:
    return chosen.field.cost(player, other).get(code, 0)
