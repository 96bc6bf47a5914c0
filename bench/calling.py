"""Benchmark the order in which matches are called: `python -m bench.calling [WEEKENDS [SECONDS]]`.

A weekend of 128: main, consolation and last chance, and two jackpots whose players play in the main event too. The hall
is a simulation of its own; only the plans, the longest ways and the turns are those of the product. Every weekend is
played with the same strengths, luck and durations by each order, so that they differ by the order alone.

What an order could reach at best is the best plan found by who knows every duration and result beforehand: by a search
from the true longest ways, and by OR-Tools from there on, where it is installed (`pip install ortools`), for SECONDS a
weekend and number of tables. The minute before which no plan can end is the solver's proof; without it the longest chain of
matches, or all work shared evenly by the tables, whichever takes longer. With 0 SECONDS
the solver is left out.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from importlib.util import find_spec
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from tournaments.formats import Feed, SideKind, SlotSide, Take
from tournaments.plans import PlannedEvent, PlannedStage
from tournaments.plans.checks import rehearse
from tournaments.simulation.longest_way import LongestWays, MatchTurn, longest_ways, way_elsewhere

TABLES = (24, 32, 40)
PLAYERS = 128
PACE, SPREAD, DEVIATION = 8.0, 0.35, 100.0
WEEKEND = PlannedEvent(
    (
        PlannedStage(name="main", format="single_elimination", lengths=(15, 13, 11, 9)),
        PlannedStage(
            name="consolation",
            format="consolation",
            lengths=(11, 9, 7),
            feeds=(Feed(0, Take.LOSERS, nearest=1),),
        ),
        PlannedStage(
            name="last_chance",
            format="consolation",
            lengths=(5,),
            feeds=(Feed(1, Take.LOSERS, nearest=2),),
        ),
    )
)
JACKPOT = PlannedEvent((PlannedStage(name="jackpot", format="single_elimination", lengths=(7,)),))
# Each event with its number of players and the minute of its draw.
EVENTS = ((WEEKEND, PLAYERS, 0.0), (JACKPOT, 32, 0.0), (JACKPOT, 32, 240.0))
# The limit of waiting of the third order, in minutes.
LIMIT = 120.0
# The steps of the search for a plan with hindsight.
STEPS = 300

Place = tuple[int, int, int, int]


class Source(NamedTuple):
    """Where a side of a match comes from: a player, or the winner or loser of another match."""

    player: int | None
    match: Place | None
    is_loser: bool


@dataclass(frozen=True, slots=True)
class Node:
    """A match of a weekend: its sides, its length, and from which minute on it can be played."""

    place: Place
    sides: tuple[Source, Source]
    length: int
    opens: float


@dataclass(frozen=True, slots=True)
class World:
    """A weekend with everything decided beforehand: the players, the minutes and the winner of every match."""

    nodes: dict[Place, Node]
    players: dict[Place, tuple[int, int]]
    minutes: dict[Place, float]
    loses: dict[Place, int]
    ways: Sequence[LongestWays]
    after: dict[Place, list[Place]] = field(default_factory=dict)

    def to_go(self, place: Place) -> float:
        """Return the expected minutes of the longest way from a match."""
        event, stage, number, _ = place
        return PACE * self.ways[event].of(stage, number, length=self.nodes[place].length)

    def behind(self, place: Place) -> float:
        """Return the expected minutes of the longest way behind a match."""
        event, stage, number, _ = place
        return PACE * self.ways[event].behind[stage, number]

    def plays_on(self, player: int, place: Place) -> bool:
        """Whether a player of a match has another one in the event after it."""
        is_loser = self.loses[place] == player
        sides = (side for node in self.after.get(place, ()) for side in self.nodes[node].sides)
        return any(side.match == place and side.is_loser == is_loser for side in sides)


class Waiting(NamedTuple):
    """A match that both players could begin, and since when."""

    place: Place
    since: float


# The minutes that each player has to go in each event.
Rest = dict[int, dict[int, float]]
Order = Callable[[World, Waiting, float, Rest], tuple[float, ...]]


def first_come(world: World, match: Waiting, now: float, rest: Rest) -> tuple[float, ...]:
    """Return the key of first in, first out."""
    return (match.since,)


def longest_way(
    world: World, match: Waiting, now: float, rest: Rest, *, limit: float | None = None
) -> tuple[float, ...]:
    """Return the key of the longest way to go, as the product calls."""
    event = match.place[0]
    elsewhere = way_elsewhere((rest[player] for player in world.players[match.place]), event=event)
    return MatchTurn(world.to_go(match.place), now - match.since, elsewhere).key(limit=limit)


def within_limit(world: World, match: Waiting, now: float, rest: Rest) -> tuple[float, ...]:
    """Return the key of the longest way with a limit of waiting."""
    return longest_way(world, match, now, rest, limit=LIMIT)


ORDERS: dict[str, Order] = {
    "first come": first_come,
    "longest way": longest_way,
    f"limit of {LIMIT:.0f}": within_limit,
}


def worlds(count: int) -> Iterable[World]:
    """Yield weekends with their own players and luck."""
    ways = [longest_ways(plan, entrants=players) for plan, players, _ in EVENTS]
    for seed in range(count):
        chance = Random(seed)
        nodes: dict[Place, Node] = {}
        for number, (plan, players, opens) in enumerate(EVENTS):
            among = chance.sample(range(PLAYERS), players)
            nodes |= {node.place: node for node in _nodes(number, plan, among, opens)}
        yield _decided(nodes, chance, ways)


def _nodes(event: int, plan: PlannedEvent, players: Sequence[int], opens: float) -> Iterable[Node]:
    for stage in rehearse(plan, entrants=len(players)):
        numbers = {entry.uid: players[place] for place, entry in enumerate(stage.state.entries)}
        lengths = stage.ready.stage.lengths
        for declared, slots in zip(stage.rounds, stage.outline.rounds, strict=True):
            length = lengths[min(declared.from_final, len(lengths) - 1)]
            for slot in slots:
                one, two = (
                    _source(event, stage.ready.number, side, numbers) for side in (slot.one, slot.two)
                )
                yield Node((event, stage.ready.number, slot.round, slot.slot), (one, two), length, opens)


def _source(event: int, stage: int, side: SlotSide, numbers: dict[str, int]) -> Source:
    if side.entrant is not None:
        return Source(numbers[side.entrant], None, is_loser=False)
    assert side.source is not None
    feeder = stage if side.feeder is None else int(side.feeder)
    return Source(None, (event, feeder, *side.source), is_loser=side.kind is SideKind.LOSER)


def _decided(nodes: dict[Place, Node], chance: Random, ways: Sequence[LongestWays]) -> World:
    """Return the weekend with the players, minutes and winner of every match; feeds lead to later stages only."""
    strength = [chance.gauss(0, DEVIATION) for _ in range(PLAYERS)]
    world = World(nodes, {}, {}, {}, ways)
    shape = 1 / SPREAD**2
    for place in sorted(nodes):
        node = nodes[place]
        one, two = (_player(world, side) for side in node.sides)
        wins = 1 / (10 ** ((strength[two] - strength[one]) * node.length**0.5 / 2000) + 1)
        world.players[place] = (one, two)
        world.loses[place] = two if chance.random() < wins else one
        world.minutes[place] = chance.gammavariate(shape, PACE * node.length / shape)
        for side in node.sides:
            if side.match is not None:
                world.after.setdefault(side.match, []).append(place)
    return world


def _player(world: World, side: Source) -> int:
    if side.match is None:
        assert side.player is not None
        return side.player
    one, two = world.players[side.match]
    loser = world.loses[side.match]
    if side.is_loser:
        return loser
    return two if loser == one else one


class Course(NamedTuple):
    """How a weekend went: the minute of its end, the longest wait of a match, and the starts."""

    end: float
    longest_wait: float
    starts: dict[Place, float]


def play(world: World, tables: int, order: Order) -> Course:
    """Play a weekend at these tables; whenever one is free it takes the first match in order with free players."""
    missing = {
        place: sum(side.match is not None for side in node.sides) for place, node in world.nodes.items()
    }
    # What happens next: a match ends (True), or can be played (False).
    events = [(node.opens, False, place) for place, node in world.nodes.items() if not missing[place]]
    events.sort()
    ready: list[Waiting] = []
    busy: set[int] = set()
    starts: dict[Place, float] = {}
    rest: Rest = {player: {} for player in range(PLAYERS)}
    playing, longest, now = 0, 0.0, 0.0
    while events:
        now = events[0][0]
        while events and events[0][0] == now:
            _, is_end, place = heappop(events)
            open_now = [] if is_end else [place]
            if is_end:
                playing -= 1
                busy.difference_update(world.players[place])
                for player in world.players[place]:
                    rest[player][place[0]] = world.behind(place) if world.plays_on(player, place) else 0.0
                for following in world.after.get(place, ()):
                    missing[following] -= 1
                    open_now += [] if missing[following] else [following]
            for match in open_now:
                ready.append(Waiting(match, now))
                for player in world.players[match]:
                    rest[player][match[0]] = world.to_go(match)
        for waiting in sorted(ready, key=lambda one: (*order(world, one, now, rest), one.place)):
            if playing == tables:
                break
            players = world.players[waiting.place]
            if busy.isdisjoint(players):
                ready.remove(waiting)
                busy.update(players)
                playing += 1
                starts[waiting.place] = now
                longest = max(longest, now - waiting.since)
                heappush(events, (now + world.minutes[waiting.place], True, waiting.place))
    return Course(now, longest, starts)


class Hindsight(NamedTuple):
    """What is possible with hindsight: the end of the best plan known, and the minute before which none can end."""

    plan: float
    proof: float


def hindsight(world: World, tables: int, courses: Sequence[Course], *, seconds: float) -> Hindsight:
    """Return what can be reached by whoever knows everything; `courses` are those of the orders."""
    earliest: dict[Place, float] = {}
    latest: dict[Place, float] = {}
    for place in sorted(world.nodes):
        node = world.nodes[place]
        before = [earliest[side.match] for side in node.sides if side.match is not None]
        earliest[place] = max([node.opens, *before]) + world.minutes[place]
    for place in sorted(world.nodes, reverse=True):
        behind = max((latest[after] for after in world.after.get(place, ())), default=0.0)
        latest[place] = world.minutes[place] + behind
    known = _searched(world, tables, latest)
    best = min([known, *courses], key=lambda course: course.end)
    proof = max(sum(world.minutes.values()) / tables, *earliest.values())
    if find_spec("ortools") is None or not seconds:
        return Hindsight(best.end, proof)
    plan, solved = _solved(world, tables, best, seconds=seconds)
    return Hindsight(min(plan, best.end), max(proof, solved))


def _searched(world: World, tables: int, way: Mapping[Place, float]) -> Course:
    """Return the best course of a search that begins with the true longest ways.

    Each step moves matches of the chain that ends last, and some others, to an earlier or later turn.
    """
    chance = Random(0)
    turns = {place: -minutes for place, minutes in way.items()}
    best = play(world, tables, _by_turns(turns))
    for _ in range(STEPS):
        other = dict(turns)
        for place in _last_chain(world, best):
            if chance.random() < 0.5:
                other[place] -= chance.expovariate(1 / 60)
        for place in chance.sample(sorted(turns), 10):
            other[place] += chance.gauss(0, 30)
        course = play(world, tables, _by_turns(other))
        if course.end <= best.end:
            best, turns = course, other
    return best


def _by_turns(turns: Mapping[Place, float]) -> Order:
    return lambda _world, match, _now, _rest: (turns[match.place],)


def _last_chain(world: World, course: Course) -> list[Place]:
    """Return the match that ends last, and before each the one after which it could begin at the earliest."""
    ends = {place: start + world.minutes[place] for place, start in course.starts.items()}
    by_player: dict[int, list[Place]] = {}
    for place in ends:
        for player in world.players[place]:
            by_player.setdefault(player, []).append(place)
    chain = [max(ends, key=lambda place: ends[place])]
    while True:
        start, players = course.starts[chain[-1]], world.players[chain[-1]]
        before = [one for player in players for one in by_player[player] if ends[one] <= start]
        before += [side.match for side in world.nodes[chain[-1]].sides if side.match is not None]
        if not before:
            return chain
        chain.append(max(before, key=lambda place: ends[place]))


def _solved(world: World, tables: int, known: Course, *, seconds: float) -> tuple[float, float]:
    """Return the end of the solver's plan and its proven bound; it reckons in tenths of a minute, rounded down."""
    from ortools.sat.python import cp_model

    model: Any = cp_model.CpModel()
    horizon = int(10 * known.end) + 10
    starts, intervals, sizes = {}, {}, {}
    by_player: dict[int, list[Any]] = {}
    end = model.new_int_var(0, horizon, "end")
    for place, node in sorted(world.nodes.items()):
        sizes[place] = int(10 * world.minutes[place])
        starts[place] = model.new_int_var(int(10 * node.opens), horizon, str(place))
        intervals[place] = model.new_fixed_size_interval_var(starts[place], sizes[place], str(place))
        model.add(end >= starts[place] + sizes[place])
        model.add_hint(starts[place], int(10 * known.starts[place]))
        for side in node.sides:
            if side.match is not None:
                model.add(starts[place] >= starts[side.match] + sizes[side.match])
        for player in world.players[place]:
            by_player.setdefault(player, []).append(intervals[place])
    model.add_cumulative(list(intervals.values()), [1] * len(intervals), tables)
    for matches in by_player.values():
        model.add_no_overlap(matches)
    model.minimize(end)
    solver: Any = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.random_seed = 1
    solver.solve(model)
    return float(solver.objective_value) / 10, float(solver.best_objective_bound) / 10


def main() -> None:
    """Print the ends of all orders and the share of the gap that each closes, for each number of tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    weekends = list(worlds(count))
    print(f"{count} weekends of {PLAYERS}, {len(weekends[0].nodes)} matches, minutes on average")
    print(f"{'tables':>6} {'order':>12} {'end':>6} {'closed':>8} {'of the proof':>12} {'longest wait':>12}")
    for tables in TABLES:
        courses = {name: [play(world, tables, order) for world in weekends] for name, order in ORDERS.items()}
        ends = {name: mean(course.end for course in of_order) for name, of_order in courses.items()}
        known = [
            hindsight(world, tables, of_world, seconds=seconds)
            for world, *of_world in zip(weekends, *courses.values(), strict=True)
        ]
        plan, proof = mean(one.plan for one in known), mean(one.proof for one in known)
        slowest = ends["first come"]
        for name, end in ends.items():
            to_plan, to_proof = ((slowest - end) / (slowest - least) for least in (plan, proof))
            waited = mean(course.longest_wait for course in courses[name])
            print(f"{tables:>6} {name:>12} {end:>6.0f} {to_plan:>8.0%} {to_proof:>12.0%} {waited:>12.0f}")
        print(f"{tables:>6} {'hindsight':>12} {plan:>6.0f} {proof:>15.0f}", flush=True)


if __name__ == "__main__":
    main()
