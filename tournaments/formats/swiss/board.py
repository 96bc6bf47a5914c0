"""One round of a Swiss tournament: who is to be paired, by which rules, and the best round there is.

The rules, the first one counting most, with their clauses in docs/pairing/videau-swiss.md:

| clause | code | says |
|---|---|---|
| B2 | (absolute) | nobody meets again, unless the options allow it |
| C1 | `kept_apart` | whom the director keeps apart does not meet, as long as a round without it exists |
| C2 | `rematch` | where they must meet again, as few as possible do |
| C3 | `second_bye` | the bye goes to who has had fewest |
| C4 | `bye_lots` | then to who may have one by lot |
| C5 | `bye_after_unplayed` | then to who has missed fewest rounds and won fewest without playing |
| C6 | `bye_points` | then to who has fewest points |
| C7 | `score` | opponents have about the same points |
| C8 | `float` | nobody meets somebody with fewer points, or with more, in two rounds running |
| C9 | `family`, `club`, `country` | those who came together do not meet |
| C10 | `bye_place` | the bye goes to the last in the order |
| C11 | `fold`, `neighbour` | who meets whom among equals |
| C12 | `lot` | what is open still is for the seed to decide, in fields of up to 64 |
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import groupby, islice

from tournaments.matching.lookahead import (
    best_rounds,
    cannot_fail,
    fewest_opponents,
    graph_of,
    schedule,
    without,
)
from tournaments.matching.rules import (
    Pair,
    Rule,
    RuleCode,
    by_difference,
    by_floats,
    by_key,
    by_lot,
    by_meetings,
    by_pairs,
    by_partner,
)
from tournaments.matching.solver import Matching, PairingProblem

# Neighbours further apart than this cost the same, which keeps the weights of large fields small.
_FARTHEST = 255
# Telling all rounds apart by lot makes the matching three times as long. In larger fields those that the other rules
# leave equal are told apart by the matching itself, the same for the same players in the same order.
_LOTS = 64
# How many rounds around pairs by hand are looked at for one that lets the others be paired.
_LOOKED_AT = 20


class System(StrEnum):
    """Who meets whom among those with equal points.

    FOLD: the top half of the group against its bottom half, the fold of FIDE's Dutch system; of rounds that keep it
    equally well the lot decides, where the Dutch system goes through transpositions in its own order. MONRAD: the first against the
    second, the third against the fourth. DANISH: the same, and whether they have met before does not matter.
    """

    FOLD = "fold"
    MONRAD = "monrad"
    DANISH = "danish"


class Rematches(StrEnum):
    """What happens to a round that cannot be paired without a rematch.

    NEVER: players without a possible opponent have a bye, as few as possible. IF_NEEDED: as few as possible meet again.
    ASK: the round waits until the director makes it possible, by a bye or a new entrant.
    """

    NEVER = "never"
    IF_NEEDED = "if_needed"
    ASK = "ask"


class Basis(StrEnum):
    """The set of rounds among which a round is the best.

    BEST: all rounds that keep the absolute rules. LOOK_AHEAD: those after which the planned rounds can still be paired.
    REMATCHES: all rounds, because none keeps the absolute rules. NOBODY_LEFT: those with the fewest byes, because some
    players have met all others.
    """

    BEST = "best"
    LOOK_AHEAD = "look_ahead"
    REMATCHES = "rematches"
    NOBODY_LEFT = "nobody_left"


@dataclass(frozen=True, slots=True)
class SwissBoard:
    """The input of a round. Players are numbered from 0 in order: by points, then by line.

    `scores` are half points, including the `virtual` ones. `byes` counts byes. `no_bye_lots` marks players who have one
    only after all others, and `unplayed` counts the rounds missed and the matches won without playing. `met_pairs` holds the
    pairs who have met, the smaller number first, and `again` those who have met more than once, with the number of
    times. `keys` are the codes and keys of players to be kept apart. `rounds_after` is the number of rounds planned
    after this one.

    `floats` is 1 for a player who met one with fewer points in the previous round, -1 for more, else 0; it is empty if
    floats do not count. `most_rounds` is the largest number of rounds of any player, None if somebody can have met more
    than one opponent in a round.

    `apart` are the pairs whom the director keeps apart. `around` are the pairs by hand around which these players are
    paired, with the board of everybody, from whom the rounds to come are paired; None without any.
    """

    number: int
    rounds_after: int
    seed: str
    system: System
    rematches: Rematches
    players: tuple[str, ...]
    scores: tuple[int, ...]
    virtual: tuple[int, ...]
    byes: tuple[int, ...]
    no_bye_lots: tuple[bool, ...]
    unplayed: tuple[int, ...]
    met_pairs: frozenset[Pair]
    again: frozenset[tuple[Pair, int]] = frozenset()
    keys: tuple[tuple[str, tuple[str, ...]], ...] = ()
    most_rounds: int | None = None
    floats: tuple[int, ...] = ()
    apart: frozenset[Pair] = frozenset()
    around: "HandAround | None" = None

    @property
    def times_met(self) -> dict[Pair, int]:
        """The number of meetings of each pair that has met."""
        return {**dict.fromkeys(self.met_pairs, 1), **dict(self.again)}


@dataclass(frozen=True, slots=True)
class HandAround:
    """The board of all players of a round, and the seats by hand, by its numbers; a bye has None as second player."""

    board: SwissBoard
    seats: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """A round: its pairs, its byes, its basis, and the field in which it is the best.

    `rounds_ahead` is the number of later rounds that can still be paired, if that decided.
    """

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...]
    basis: Basis
    among: PairingProblem
    costs: dict[str, int]
    rounds_ahead: int = 0
    _next_best: dict[tuple[int, int | None], Matching | None] = field(default_factory=dict)

    def without(self, player: int, other: int | None) -> Matching | None:
        """Return the best round without this pair, or without this bye; computed once."""
        seat = player, other
        if seat not in self._next_best:
            self._next_best[seat] = self.among.without(player, other)
        return self._next_best[seat]


# A round is computed repeatedly while it is played: for every correction and every explanation.
@lru_cache(maxsize=16)
def best_seating(board: SwissBoard) -> Seating | None:
    """Return the best round; None if it must wait for the director."""
    is_danish = board.system is System.DANISH
    without_rematches = field_of(board, has_rematches=is_danish)
    matching = without_rematches.solve()
    if matching is not None and (again := _instead_of_apart(board, matching)) is not None:
        return again
    if matching is not None:
        ahead, rounds = (matching, 0) if is_danish else _ahead(board, without_rematches, matching)
        basis = Basis.BEST if ahead is matching else Basis.LOOK_AHEAD
        return replace(_seating(ahead, basis, without_rematches), rounds_ahead=rounds)
    free = field_of(board, has_rematches=True)
    if board.rematches is Rematches.IF_NEEDED and (rematches := free.solve()) is not None:
        return _seating(rematches, Basis.REMATCHES, free)
    return None if board.rematches is Rematches.ASK else _with_fewest_sitting_out(board)


def _instead_of_apart(board: SwissBoard, matching: Matching) -> Seating | None:
    """Return a round with rematches that the options allow, if fewer of those kept apart meet in it."""
    pairs = matching.costs.get(RuleCode.KEPT_APART, 0)
    if not pairs or board.rematches is not Rematches.IF_NEEDED:
        return None
    free = field_of(board, has_rematches=True)
    again = free.solve()
    if again is None or again.costs[RuleCode.KEPT_APART] >= pairs:
        return None
    return _seating(again, Basis.REMATCHES, free)


def fewest_sitting_out(board: SwissBoard) -> int:
    """Return the smallest number of byes without a rematch, including that of an odd field."""
    return len(_with_fewest_sitting_out(board).byes)


def fewest_rematches(board: SwissBoard) -> int:
    """Return the smallest number of rematches if everybody plays."""
    free = field_of(board, has_rematches=True)
    matching = free.solve()
    return 0 if matching is None else sum("rematch" in free.cost(*pair) for pair in matching.pairs)


def field_of(board: SwissBoard, *, has_rematches: bool, has_byes: bool = False) -> PairingProblem:
    """Return the field of a round, with rematches barred or as its first rule; rules for byes only in odd fields."""
    has_byes = has_byes or len(board.players) % 2 == 1
    partners = fold_partners(_groups(board)) if board.system is System.FOLD else None
    rules = tuple(_rules(board, board.times_met if has_rematches else {}, partners, has_byes=has_byes))
    barred = frozenset() if has_rematches else board.met_pairs
    return PairingProblem(len(board.players), rules, barred, partners=partners)


def _rules(
    board: SwissBoard, meetings: dict[Pair, int], partners: tuple[int, ...] | None, *, has_byes: bool
) -> Iterable[Rule]:
    players = len(board.players)
    if board.apart:
        yield by_pairs(RuleCode.KEPT_APART, board.apart)
    if meetings and board.system is not System.DANISH:
        yield by_meetings(RuleCode.REMATCH, meetings)
    if has_byes:
        lowest = min(board.scores)
        yield _for_byes(RuleCode.SECOND_BYE, board.byes)
        yield _for_byes(RuleCode.BYE_LOTS, [int(has_none) for has_none in board.no_bye_lots])
        yield _for_byes(RuleCode.BYE_AFTER_UNPLAYED, board.unplayed)
        yield _for_byes(RuleCode.BYE_POINTS, [score - lowest for score in board.scores])
    yield by_difference(RuleCode.SCORE, board.scores)
    if any(board.floats):
        yield by_floats(RuleCode.FLOAT, board.scores, board.floats)
    yield from (by_key(RuleCode(code), keys) for code, keys in board.keys if len(set(keys)) < players)
    if has_byes:
        yield _for_byes(RuleCode.BYE_PLACE, range(players - 1, -1, -1))
    yield _by_neighbour(players) if partners is None else by_partner(RuleCode.FOLD, partners)
    if players <= _LOTS:
        yield by_lot(RuleCode.LOT, board.players, seed=board.seed, round_number=board.number)


def _for_byes(code: RuleCode, costs: Sequence[int]) -> Rule:
    return Rule(code, max(costs), byes=costs)


def _by_neighbour(players: int) -> Rule:
    """Return the rule that neighbours meet: the square of the distance, so that the top comes first."""

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        return [min(two - one - 1, _FARTHEST) ** 2 for one, two in zip(ones, twos, strict=True)]

    return Rule(RuleCode.NEIGHBOUR, min(players, _FARTHEST) ** 2, costs, kinds=[None] * players)


def _groups(board: SwissBoard) -> list[list[int]]:
    """Return the players grouped by equal points, in order."""
    return [list(group) for _, group in groupby(range(len(board.players)), key=board.scores.__getitem__)]


def fold_partners(groups: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return the ideal opponent of each player: the top half of a group meets its bottom half, in order.

    The last player of an odd group floats down to the first of the next group, whose other players are folded without
    that one; at the very end only the bye is left.
    """
    partners: list[int] = []
    goes_down: int | None = None
    for group in groups:
        partners += group
        rest = group
        if goes_down is not None:
            partners[goes_down], partners[group[0]] = group[0], goes_down
            rest, goes_down = group[1:], None
        half = len(rest) // 2
        for top, bottom in zip(rest[:half], rest[half:], strict=False):
            partners[top], partners[bottom] = bottom, top
        if len(rest) % 2:
            goes_down = rest[-1]
    return tuple(partners)


def _ahead(board: SwissBoard, field: PairingProblem, best: Matching) -> tuple[Matching, int]:
    """Return the best round after which the planned rounds, or as many as possible, can be paired, with their number."""
    if board.around is not None:
        return _ahead_around(board.around, board, field, best)
    players = field.count + field.count % 2
    if board.most_rounds is not None:
        never_had_bye = sum(not byes for byes in board.byes)
        # An upper bound saves most rounds the count of all meetings.
        at_least = min(players - 1 - board.most_rounds, never_had_bye if field.count % 2 else players)
        if cannot_fail(field.count, fewest=at_least, rounds=board.rounds_after + 1):
            return best, board.rounds_after
    fewest = fewest_opponents(field, had_bye=board.byes)
    if cannot_fail(field.count, fewest=fewest, rounds=board.rounds_after + 1):
        return best, board.rounds_after
    graph = graph_of(field, had_bye=board.byes)

    def can_go_on(matching: Matching, rounds: int) -> bool:
        # The round itself takes one opponent from each.
        if cannot_fail(field.count, fewest=fewest - 1, rounds=rounds):
            return True
        return schedule(without(graph, _pairs_in_graph(field, matching)), rounds) is not None

    if can_go_on(best, board.rounds_after):
        return best, board.rounds_after
    for rounds in range(board.rounds_after, 0, -1):
        plan = schedule(graph, rounds + 1)
        if plan is not None:
            looked_at = (matching for matching in best_rounds(field) if can_go_on(matching, rounds))
            return next(looked_at, None) or _cheapest(field, plan), rounds
    return best, 0


def _ahead_around(
    around: HandAround, board: SwissBoard, field: PairingProblem, best: Matching
) -> tuple[Matching, int]:
    """Return the same for a round around pairs by hand: who sits by hand plays the rounds to come too."""
    whole = around.board
    everybody = field_of(whole, has_rematches=False)
    number = {uid: place for place, uid in enumerate(whole.players)}
    fewest = fewest_opponents(everybody, had_bye=whole.byes)
    if cannot_fail(everybody.count, fewest=fewest - 1, rounds=board.rounds_after):
        return best, board.rounds_after
    graph = without(graph_of(everybody, had_bye=whole.byes), _edges(around.seats, everybody))

    def can_go_on(matching: Matching, rounds: int) -> bool:
        seats = [(number[board.players[one]], number[board.players[two]]) for one, two in matching.pairs]
        bye = [] if matching.bye is None else [(number[board.players[matching.bye]], None)]
        return schedule(without(graph, _edges([*seats, *bye], everybody)), rounds) is not None

    for rounds in range(board.rounds_after, 0, -1):
        matching = next(
            filter(lambda one: can_go_on(one, rounds), islice(best_rounds(field), _LOOKED_AT)), None
        )
        if matching is not None:
            return matching, rounds
    return best, 0


def _edges(seats: Iterable[tuple[int, int | None]], field: PairingProblem) -> list[Pair]:
    """Return these seats as edges of the graph of a field, whose last vertex is the bye if it is odd."""
    pairs = [
        (one, field.count if two is None else two) for one, two in seats if two is not None or field.count % 2
    ]
    return [(min(pair), max(pair)) for pair in pairs]


def _pairs_in_graph(field: PairingProblem, matching: Matching) -> list[Pair]:
    return [*matching.pairs, *([] if matching.bye is None else [(matching.bye, field.count)])]


def _cheapest(field: PairingProblem, plan: Sequence[Sequence[Pair]]) -> Matching:
    """Return the best round of a schedule, whose rounds can be played in any order."""
    rounds = []
    for pairs in plan:
        bye = next((one for one, two in pairs if two == field.count), None)
        round_pairs = tuple(sorted(pair for pair in pairs if pair[1] < field.count))
        rounds.append(Matching(round_pairs, bye, field.costs(round_pairs, () if bye is None else (bye,))))
    return min(rounds, key=lambda result: tuple(result.costs.values()))


def _seating(matching: Matching, basis: Basis, of: PairingProblem) -> Seating:
    byes = () if matching.bye is None else (matching.bye,)
    return Seating(matching.pairs, byes, basis, of, dict(matching.costs))


def _with_fewest_sitting_out(board: SwissBoard) -> Seating:
    """Return the best round with as few byes as possible.

    Each bye is an empty chair: one more player whom everybody may meet except another chair. With a chair for each
    player there always is a round.
    """
    field = field_of(board, has_rematches=False, has_byes=True)
    rounds = (_with_chairs(field, chairs).solve() for chairs in range(field.count % 2, field.count + 1, 2))
    matching = next(matching for matching in rounds if matching is not None)
    pairs = tuple(pair for pair in matching.pairs if pair[1] < field.count)
    byes = tuple(one for one, two in matching.pairs if two >= field.count)
    return Seating(pairs, byes, Basis.NOBODY_LEFT, field, field.costs(pairs, byes))


def _with_chairs(field: PairingProblem, chairs: int) -> PairingProblem:
    last = field.count + chairs
    between = {(one, two) for two in range(field.count, last) for one in range(field.count, two)}
    rules = tuple(_with_chair(rule, players=field.count) for rule in field.rules)
    return replace(
        field, count=last, rules=rules, barred=field.barred | between, partners=None, no_bye=frozenset()
    )


def _with_chair(rule: Rule, *, players: int) -> Rule:
    """Return the rule for players and chairs: a pair with a chair costs as much as a bye."""
    pairs, byes = rule.pairs, rule.byes

    def costs(ones: Sequence[int], twos: Sequence[int]) -> list[int]:
        # A chair comes after all players, and never meets another chair.
        bye_costs = [0 if byes is None or one >= players else byes[one] for one in ones]
        places = [place for place, two in enumerate(twos) if two < players]
        between = [0] * len(places)
        if pairs is not None:
            between = list(pairs([ones[place] for place in places], [twos[place] for place in places]))
        for place, cost in zip(places, between, strict=True):
            bye_costs[place] = cost
        return bye_costs

    return Rule(rule.code, rule.most, costs, crowd=rule.crowd)
