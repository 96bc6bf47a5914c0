"""Why a Swiss round pairs two entrants, or gives one the bye, as codes.

| reason | data | says |
|---|---|---|
| `same_points` | `half_points` | both have as many points |
| `near_points` | `one`, `two`, `one_half_points`, `two_half_points` | not everybody could meet somebody with as many |
| `accelerated` | `entrant`, `half_points`, `added_half_points` | what counts for the pairing, virtual points among it |
| `fold_partner` | `one`, `two`, `one_place`, `two_place`, `entrants` | they stand opposite each other in their group |
| `near_fold_partner` | the same, `entrant`, `opposite` | they do not; opposite one of them stands another |
| `neighbours` | | they stand next to each other |
| `near_neighbours` | `distance` | so many stand between them |
| `first_meeting`, `rematch` | `times` for the latter | whether they have met |
| `rematch_allowed` | `times` | the same in the Danish system, which does not look at it |
| `same_family`, `same_club`, `same_country` | `rule` | a round with fewer such pairs breaks this rule more |
| `same_family_in_any_round`, `same_club_in_any_round`, `same_country_in_any_round` | | no round has fewer |
| `same_family_ahead`, `same_club_ahead`, `same_country_ahead` | | the round is not chosen by the rules alone |
| `odd_number` | `entrants` | somebody has to sit out |
| `first_bye`, `another_bye` | `entrant`, `byes` for the latter: those before | whether the bye is the first |
| `second_bye` | `entrant`, `byes` | the same as the latter; nobody here has had fewer |
| `bye_by_points` | `entrant`, `half_points`, `unplayed` | by byes, lots, rounds unplayed and points nobody comes before |
| `bye_not_first` | `entrant`, `first` | somebody does, with whose bye no round keeps the absolute rules |
| `bye_worth` | `half_points` | what the bye scores |
| `look_ahead` | `rounds` | so that the rounds after this one can still be paired without a rematch |
| `needs_rematch` | `round` | no round without a rematch was possible |
| `fewest_sit_out` | `round` | somebody had to sit out who has met all others |
| `next_best`, `decided_by_lot`, `equally_good` | `otherwise.py` | what the best other round breaks more |
| `only_round` | | there is no other round |
| `filled_in` | `round` | made in the course of the round, or what was before it was corrected since |
"""

from tournaments.formats.base import Pairing, Reason
from tournaments.formats.otherwise import APART, ChosenRound, kept_together, next_best
from tournaments.formats.swiss.board import Basis, Seating, SwissBoard, System

_ON_BASIS = {Basis.REMATCHES: "needs_rematch", Basis.NOBODY_LEFT: "fewest_sit_out"}
# The bases on which the rules alone choose the round.
_BEST = frozenset({Basis.BEST, Basis.REMATCHES})


def pair_reasons(board: SwissBoard, seating: Seating, one: int, two: int) -> tuple[Reason, ...]:
    """Return why these two meet, the number of the better placed first."""
    times = board.times_met.get((one, two), 0)
    again = "rematch_allowed" if board.system is System.DANISH else "rematch"
    return (
        *_by_points(board, one, two),
        *_by_system(board, seating, one, two),
        Reason(again, {"times": times}) if times else Reason("first_meeting"),
        *_of_keys(board, seating, one, two),
        *_on_basis(board, seating),
        *_next_best(board, seating, one, two),
    )


def bye_reasons(board: SwissBoard, seating: Seating, player: int, *, worth: int) -> tuple[Reason, ...]:
    """Return why this player has the bye, which scores `worth` half points."""
    count = len(board.players)
    reasons = [Reason("odd_number", {"entrants": count})] if count % 2 else []
    data: dict[str, str | int] = {"entrant": board.players[player]}
    if byes := board.byes[player]:
        code = "second_bye" if byes == min(board.byes) else "another_bye"
        reasons.append(Reason(code, {**data, "byes": byes}))
    else:
        reasons.append(Reason("first_bye", data))
    reasons += [*_added(board, player), *_in_turn(board, seating, player)]
    reasons.append(Reason("bye_worth", {"half_points": worth}))
    return (*reasons, *_on_basis(board, seating), *_next_best(board, seating, player, None))


def filled_reason(pairing: Pairing) -> Reason:
    """Return the reason of a pairing made during its round, for one that the round itself would not have."""
    return Reason("filled_in", {"round": pairing.round})


def _by_points(board: SwissBoard, one: int, two: int) -> list[Reason]:
    if virtual := [*_added(board, one), *_added(board, two)]:
        return virtual
    first, second = board.scores[one], board.scores[two]
    if first == second:
        return [Reason("same_points", {"half_points": first})]
    names: dict[str, str | int] = {"one": board.players[one], "two": board.players[two]}
    return [Reason("near_points", {**names, "one_half_points": first, "two_half_points": second})]


def _added(board: SwissBoard, player: int) -> list[Reason]:
    """Return the points for the pairing of a player with virtual points."""
    if not board.virtual[player]:
        return []
    points = {"half_points": board.scores[player], "added_half_points": board.virtual[player]}
    return [Reason("accelerated", {"entrant": board.players[player], **points})]


def _by_system(board: SwissBoard, seating: Seating, one: int, two: int) -> list[Reason]:
    if board.system is not System.FOLD:
        between = two - one - 1
        return [Reason("near_neighbours", {"distance": between}) if between else Reason("neighbours")]
    # Only players with equal points are folded; between two groups the points decide.
    partners = seating.among.partners
    if board.scores[one] != board.scores[two] or partners is None:
        return []
    first = board.scores.index(board.scores[one])
    data: dict[str, str | int] = {"one": board.players[one], "two": board.players[two]}
    data |= {"one_place": one - first + 1, "two_place": two - first + 1}
    data["entrants"] = board.scores.count(board.scores[one])
    if partners[one] == two:
        return [Reason("fold_partner", data)]
    # A player without an opposite would have the bye.
    player = one if partners[one] != one else two
    opposite = {"entrant": board.players[player], "opposite": board.players[partners[player]]}
    return [Reason("near_fold_partner", {**data, **opposite})]


def _of_keys(board: SwissBoard, seating: Seating, one: int, two: int) -> list[Reason]:
    if seating.basis in _BEST:
        return kept_together(_chosen(board, seating), one, two)
    against = seating.among.cost(one, two)
    return [Reason(f"same_{code}_ahead") for code in APART if code in against]


def _in_turn(board: SwissBoard, seating: Seating, player: int) -> list[Reason]:
    """Return whether others come before this player for the bye, and why they do not have it."""
    keys = list(zip(board.byes, board.no_bye_lots, board.unplayed, board.scores, strict=True))
    data: dict[str, str | int] = {"entrant": board.players[player]}
    if keys[player] == min(keys):
        points = {"half_points": board.scores[player], "unplayed": board.unplayed[player]}
        return [Reason("bye_by_points", {**data, **points})]
    first = board.players[keys.index(min(keys))]
    return [Reason("bye_not_first", {**data, "first": first})] if seating.basis is Basis.BEST else []


def _on_basis(board: SwissBoard, seating: Seating) -> list[Reason]:
    if seating.basis is Basis.LOOK_AHEAD:
        return [Reason("look_ahead", {"rounds": seating.rounds_ahead})]
    return [Reason(_ON_BASIS[seating.basis], {"round": board.number})] if seating.basis in _ON_BASIS else []


def _next_best(board: SwissBoard, seating: Seating, player: int, other: int | None) -> list[Reason]:
    """Return the rule that the best other round breaks more; empty if this round is not simply the best."""
    if seating.basis not in _BEST:
        return []
    instead = seating.without(player, other)
    return [
        Reason("only_round")
        if instead is None
        else next_best(_chosen(board, seating), instead, player, other)
    ]


def _chosen(board: SwissBoard, seating: Seating) -> ChosenRound:
    bye = seating.byes[0] if seating.byes else None
    unit = "counted_half_points" if any(board.virtual) else "half_points"
    return ChosenRound(seating.among, board.players, seating.costs, bye, unit, board.scores)
