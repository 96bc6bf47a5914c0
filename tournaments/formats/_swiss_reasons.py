"""Why a Swiss round pairs two entrants, or gives one the bye, as codes.

| reason | data | says |
|---|---|---|
| `same_points` | `half_points` | both have as many points |
| `near_points` | `one_half_points`, `two_half_points` | nobody was left to each in its own group |
| `accelerated` | `half_points_one`, `half_points_two` | virtual points counted for the pairing |
| `fold_partner` | | the top half of the group meets the bottom half, and these two are each other's turn |
| `near_fold_partner` | `distance` | the same, this far from it in all |
| `neighbours` | `distance` | they stand next to each other, or this many stand between them |
| `first_meeting`, `rematch` | `times` for the latter | whether they have met |
| `rematch_allowed` | `times` | the same in the Danish system, which does not look at it |
| `same_family`, `same_club`, `same_country` | | they meet although they should not |
| `first_bye`, `second_bye` | `byes` for the latter: those before | whether the bye is the first |
| `bye_by_points` | `half_points`, `unplayed` | the bye goes to who has fewest, of those with fewest byes and rounds unplayed |
| `bye_worth` | `half_points` | what the bye scores |
| `look_ahead` | `rounds` | so that the rounds after this one can still be paired without a rematch |
| `needs_rematch` | `round` | no round without a rematch was possible |
| `nobody_left` | `round` | somebody had to sit out who has met all others |
| `next_best` | `rule`, `cost` | the best round otherwise breaks this rule more, by this much |
| `equally_good` | | the best round otherwise is as good, in fields too large for lots |
| `only_round` | | there is no round otherwise |
| `filled_in` | | they were free while the round was under way, or what was before it was corrected since |
"""

from tournaments.formats._base import Pairing, Reason
from tournaments.formats._swiss_board import Basis, Board, Seating, System

_ON_BASIS = {Basis.REMATCHES: "needs_rematch", Basis.NOBODY_LEFT: "nobody_left"}


def pair_reasons(board: Board, found: Seating, one: int, two: int) -> tuple[Reason, ...]:
    """Say why these two meet, the number of the better placed first."""
    against = found.among.cost(one, two)
    scores = board.scores[one], board.scores[two]
    reasons = [
        Reason("same_points", {"half_points": scores[0]})
        if scores[0] == scores[1]
        else Reason("near_points", {"one_half_points": scores[0], "two_half_points": scores[1]})
    ]
    if any(virtual := (board.virtual[one], board.virtual[two])):
        reasons.append(Reason("accelerated", {"half_points_one": virtual[0], "half_points_two": virtual[1]}))
    reasons.append(_by_system(board, against, one, two))
    times = board.times_met.get((one, two), 0)
    again = "rematch_allowed" if board.system is System.DANISH else "rematch"
    reasons.append(Reason(again, {"times": times}) if times else Reason("first_meeting"))
    reasons += [Reason(f"same_{code}") for code, _ in board.keys if code in against]
    return (*reasons, *_on_basis(board, found), *_next_best(found, one, two))


def bye_reasons(board: Board, found: Seating, player: int, *, worth: int) -> tuple[Reason, ...]:
    """Say why this one has the bye, which scores `worth` half points."""
    byes = board.byes[player]
    reasons = [
        Reason("second_bye", {"byes": byes}) if byes else Reason("first_bye"),
        Reason("bye_by_points", {"half_points": board.scores[player], "unplayed": board.unplayed[player]}),
        Reason("bye_worth", {"half_points": worth}),
    ]
    return (*reasons, *_on_basis(board, found), *_next_best(found, player, None))


def filled_reason(pairing: Pairing) -> Reason:
    """Say of a pairing that the round would not have today that it was made in its course."""
    return Reason("filled_in", {"round": pairing.round})


def _by_system(board: Board, against: dict[str, int], one: int, two: int) -> Reason:
    if board.system is not System.FOLD:
        return Reason("neighbours", {"distance": two - one - 1})
    distance = against.get("fold", 0)
    return Reason("near_fold_partner", {"distance": distance}) if distance else Reason("fold_partner")


def _on_basis(board: Board, found: Seating) -> list[Reason]:
    if found.basis is Basis.LOOK_AHEAD:
        return [Reason("look_ahead", {"rounds": board.rounds_after})]
    return [Reason(_ON_BASIS[found.basis], {"round": board.number})] if found.basis in _ON_BASIS else []


def _next_best(found: Seating, player: int, other: int | None) -> list[Reason]:
    """Say which rule the best other round breaks more; nothing where this one is not simply the best."""
    if found.basis in {Basis.LOOK_AHEAD, Basis.NOBODY_LEFT}:
        return []
    instead = found.without(player, other)
    if instead is None:
        return [Reason("only_round")]
    for code, cost in instead.costs.items():
        if cost != found.costs[code]:
            return [Reason("next_best", {"rule": code, "cost": cost - found.costs[code]})]
    return [Reason("equally_good")]
