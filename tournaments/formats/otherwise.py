"""The best alternative round, and the stronger rule that forced a pair against another rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.base import Reason
from tournaments.matching.rules import RuleCode
from tournaments.matching.solver import Matching, PairingProblem

# The rules that keep entrants with equal keys apart.
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
class ChosenRound:
    """A round of the engine: the entrants of its numbers, its costs, and the player with the bye.

    `levels` are the values by which opponents should be near each other, `unit` their name in the data of a reason.
    """

    field: PairingProblem
    uids: Sequence[str]
    costs: Mapping[str, int]
    bye: int | None
    unit: str
    levels: Sequence[int]


def next_best(choice: ChosenRound, instead: Matching, player: int, other: int | None) -> Reason:
    """Return what the best round without this pair, or this bye, breaks more, and the player's opponent in it.

    `next_best` has the `entrant`, `instead` (the opponent, empty for a bye), the `rule` and its `cost`, and `where` it
    costs: `bye` (with `bye` and `other_bye`, the holders now and then), `own` for the pair of the entrant, with
    `<unit>_more` or `<unit>_less` if the opponent has more or less, or `elsewhere`. `decided_by_lot` and `equally_good`
    have the `entrant` and `instead`.
    """
    opponents = dict(instead.pairs) | {two: one for one, two in instead.pairs}
    opponent = opponents.get(player)
    data: dict[str, str | int] = {
        "entrant": choice.uids[player],
        "instead": "" if opponent is None else choice.uids[opponent],
    }
    more = _first_worse(choice.costs, instead.costs)
    if more is None:
        return Reason("equally_good", data)
    if more is RuleCode.LOT:
        return Reason("decided_by_lot", data)
    data |= {"rule": more.value, "cost": instead.costs[more] - choice.costs[more]}
    if more in BYE_RULES and choice.bye is not None and instead.bye is not None:
        then = {"bye": choice.uids[choice.bye], "other_bye": choice.uids[instead.bye]}
        return Reason("next_best", {**data, "where": "bye", **then})
    if opponent is None or _cost(choice, more, player, opponent) <= _cost(choice, more, player, other):
        return Reason("next_best", {**data, "where": "elsewhere"})
    apart = choice.levels[opponent] - choice.levels[player]
    if more in {RuleCode.SCORE, RuleCode.LIVES}:
        data[f"{choice.unit}_{'more' if apart > 0 else 'less'}"] = abs(apart)
    return Reason("next_best", {**data, "where": "own"})


def kept_together(choice: ChosenRound, player: int, other: int) -> list[Reason]:
    """Return for a pair of one family, club or country the rule that made it unavoidable.

    `same_<key>` has the `rule` that a round with fewer such pairs breaks; `same_<key>_in_any_round` says there is none.
    """
    against = choice.field.cost(player, other)
    reasons = []
    for code in APART:
        if code in against:
            rule = _stronger(choice, code)
            data: dict[str, str | int] = {} if rule is None else {"rule": rule.value}
            reasons.append(Reason(f"same_{code}" if data else f"same_{code}_in_any_round", data))
    return reasons


def _stronger(choice: ChosenRound, code: RuleCode) -> RuleCode | None:
    """Return the first rule that the best round with the fewest such pairs breaks more; None if such a round has as many."""
    rules = sorted(choice.field.rules, key=lambda rule: rule.code != code)
    fewest = replace(choice.field, rules=tuple(rules)).solve()
    if fewest is None or fewest.costs[code] >= choice.costs[code]:
        return None
    return _first_worse(choice.costs, {rule.code: fewest.costs[rule.code] for rule in choice.field.rules})


def _first_worse(costs: Mapping[str, int], others: Mapping[str, int]) -> RuleCode | None:
    return next((RuleCode(code) for code, cost in others.items() if cost > costs[code]), None)


def _cost(choice: ChosenRound, code: RuleCode, player: int, other: int | None) -> int:
    return choice.field.cost(player, other).get(code, 0)
