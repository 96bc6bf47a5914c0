"""Shared functions of formats that pair round by round: available players, their records, and the rounds so far."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import NamedTuple

from tournaments.formats.base import (
    Entry,
    Outline,
    Pairing,
    Placement,
    Result,
    SideKind,
    Slot,
    SlotSide,
    State,
)
from tournaments.formats.by_hand import is_against_hand, missing_by_hand, points_by_hand
from tournaments.formats.chance import by_chance
from tournaments.formats.latest import LatestAnswers, latest

# A function that pairs a round again: from the state before it, its number and its players.
Repair = Callable[[State, int, Sequence[str]], tuple[Pairing, ...]]

Place = tuple[int, int]

_place = attrgetter("round", "slot")
_line = attrgetter("line", "uid")


class PlayedMatch(NamedTuple):
    """One match of an entrant, from its side; `has_won` is None after a double forfeit, `score` is own and opponent's.

    A named tuple because every reading of a stage creates two for each result.
    """

    round: int
    opponent: str
    has_won: bool | None
    is_played: bool
    score: tuple[int, int] | None = None


@dataclass(slots=True)
class Record:
    """The record of an entrant: its decided matches in the order of rounds, its byes, and every round it sat in.

    `given` are the half points that the director gave for rounds missed with notice, by round.
    """

    entrant: str
    line: int
    meetings: list[PlayedMatch] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    given: Mapping[int, int] = field(default_factory=dict)

    @property
    def wins(self) -> int:
        """Matches won, byes not among them."""
        return [meeting.has_won for meeting in self.meetings].count(True)

    @property
    def losses(self) -> int:
        """Matches lost; a double forfeit is a loss for both."""
        return len(self.meetings) - self.wins

    @property
    def opponents(self) -> list[str]:
        """The opponents in decided matches, in the order of rounds; a rematch counts twice."""
        return [meeting.opponent for meeting in self.meetings]


def draw_numbers(present: Sequence[Entry], *, seed: str, is_seeded: bool) -> Placement:
    """Give the entrants their start numbers: seeded ones in their order, the others by chance after them."""
    seeded = sorted((entry.seed, entry.uid) for entry in present if is_seeded and entry.seed is not None)
    others = [entry.uid for entry in present if not is_seeded or entry.seed is None]
    by_lot = by_chance(others, seed=seed, round_number=0, purpose="line")
    return Placement((*(uid for _, uid in seeded), *by_lot))


@latest("entries")
def entrants_of(state: State) -> tuple[Entry, ...]:
    """Return the entries that have a line, in their order."""
    return tuple(sorted([entry for entry in state.entries if entry.line is not None], key=_line))


@latest("entries")
def entries_of(state: State) -> Mapping[str, Entry]:
    """Return all entries by their entrants."""
    return {entry.uid: entry for entry in state.entries}


def next_line(state: State) -> int:
    """Return the line of the next late entrant: behind the draw and everybody who came after it."""
    return max([state.size, *(entry.line + 1 for entry in state.entries if entry.line is not None)])


def available(state: State, number: int, *, busy: AbstractSet[str] = frozenset()) -> list[str]:
    """Return the players who can be paired in a round, by line: in the stage, joined by then, neither absent nor busy."""
    missing = missing_by_hand(state, number)
    here = [
        entry
        for entry in state.entries
        if entry.uid not in busy
        and entry.uid not in missing
        and entry.line is not None
        and not entry.is_withdrawn
        and entry.joins <= number
        and number not in entry.absent
    ]
    return [entry.uid for entry in sorted(here, key=attrgetter("line"))]


def by_round(pairings: Iterable[Pairing]) -> dict[int, list[Pairing]]:
    """Return pairings by the number of their round, each round in the order of its slots."""
    rounds: dict[int, list[Pairing]] = {}
    for pairing in sorted(pairings, key=lambda pairing: pairing.place):
        rounds.setdefault(pairing.round, []).append(pairing)
    return rounds


def newest_round(state: State) -> int:
    """Return the number of the newest round with a pairing, 0 before any."""
    return max([pairing.round for pairing in state.pairings], default=0)


def is_round_complete(state: State, number: int) -> bool:
    """Say whether every match of a round has a result; True for a round without pairings."""
    due = {pairing.slot for pairing in state.pairings if pairing.round == number and pairing.two is not None}
    return due.issubset([result.slot for result in state.results if result.round == number])


def is_all_played(state: State) -> bool:
    """Say whether every match of all rounds has a result; an earlier one may be open again once its result is undone."""
    due = {pairing.place for pairing in state.pairings if pairing.two is not None}
    return due.issubset([result.place for result in state.results])


def too_early(matches: Collection[Pairing]) -> list[Pairing]:
    """Return those of these matches without a result that have not begun and have an entrant with an earlier one.

    Where matches are paired as entrants become free, a result that was taken back makes both busy again.
    """
    first: dict[str, int] = {}
    for pairing in matches:
        for uid in pairing.entrants:
            first[uid] = min(pairing.round, first.get(uid, pairing.round))
    return [
        pairing
        for pairing in matches
        if not pairing.is_begun and any(first[uid] < pairing.round for uid in pairing.entrants)
    ]


def without(state: State, pairings: Collection[Pairing]) -> State:
    """Return the state without these pairings and their results."""
    if not pairings:
        return state
    places = {pairing.place for pairing in pairings}
    results = tuple(result for result in state.results if result.place not in places)
    return replace(state.without(pairings), results=results)


def before(state: State, number: int) -> State:
    """Return the state immediately before this round was paired."""
    return replace(
        state,
        pairings=tuple(pairing for pairing in state.pairings if pairing.round < number),
        results=tuple(result for result in state.results if result.round < number),
    )


def records(state: State) -> dict[str, Record]:
    """Return the record of every entrant with a line, in the order of lines; callers must not change them."""
    course = course_of(state)
    by_entrant = dict(course.records)
    for uid, points in points_by_hand(state).items():
        so_far = {number: half_points for number, half_points in points.items() if number <= course.newest}
        if so_far and uid in by_entrant:
            by_entrant[uid] = replace(by_entrant[uid], given=so_far)
    return by_entrant


@dataclass(frozen=True, slots=True)
class Course:
    """The progress of a stage; callers must not change it.

    `records` are those of every entrant with a line, in the order of lines; `newest` is the newest round paired, 0
    before any; `open` are the matches without a result, by place.
    """

    records: Mapping[str, Record]
    newest: int
    open: Mapping[Place, Pairing]


def course_of(state: State) -> Course:
    """Return the course of a stage; if it has only progressed since a recent call, that course is extended."""
    candidates = [last for last in _COUNTED.answers if last.entries is state.entries]
    for last in candidates:
        if last.pairings is state.pairings and last.results is state.results:
            return last.course
    new = next((course for last in candidates if (course := _continue(last, state)) is not None), None)
    if new is None:
        new = _from_the_start(state)
        # A result without a pairing would be mistaken for a later one.
        is_whole = len(new.open) + len(state.results) == sum(
            [pairing.two is not None for pairing in state.pairings]
        )
        if not is_whole:
            _COUNTED.forget()
            return new
    _COUNTED.store(_CountedCourse(state.entries, state.pairings, state.results, new))
    return new


@dataclass(frozen=True, slots=True)
class _CountedCourse:
    """The stage of an earlier call, and its course."""

    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...]
    results: tuple[Result, ...]
    course: Course


# Callers alternate between the current state and the state before its newest round.
_COUNTED: LatestAnswers[_CountedCourse] = LatestAnswers(4)


def _from_the_start(state: State) -> Course:
    by_entrant = {entry.uid: Record(entry.uid, entry.line or 0) for entry in entrants_of(state)}
    for pairing in sorted(state.pairings, key=_place):
        number, two = pairing.round, pairing.two
        if (record := by_entrant.get(pairing.one)) is not None:
            record.rounds.append(number)
            if two is None:
                record.byes.append(number)
        if two is not None and (record := by_entrant.get(two)) is not None:
            record.rounds.append(number)
    for result in sorted(state.results, key=_place):
        first, second = _for_both_sides(result)
        if (record := by_entrant.get(result.one)) is not None:
            record.meetings.append(first)
        if (record := by_entrant.get(result.two)) is not None:
            record.meetings.append(second)
    places = set(map(_place, state.results))
    waiting = {
        place: pairing
        for place, pairing in zip(map(_place, state.pairings), state.pairings, strict=True)
        if pairing.two is not None and place not in places
    }
    return Course(by_entrant, newest_round(state), waiting)


def _continue(last: _CountedCourse, state: State) -> Course | None:
    """Return the course extended by new pairings and results; None if not all of them come after the earlier ones."""
    pairings, results = len(last.pairings), len(last.results)
    if state.pairings[:pairings] != last.pairings or state.results[:results] != last.results:
        return None
    by_entrant, waiting, newest = dict(last.course.records), dict(last.course.open), last.course.newest
    for pairing in state.pairings[pairings:]:
        number = pairing.round
        for uid in pairing.entrants:
            if (record := by_entrant.get(uid)) is None:
                continue
            if record.rounds and record.rounds[-1] >= number:
                return None
            byes = [*record.byes, number] if pairing.two is None else record.byes
            by_entrant[uid] = Record(uid, record.line, record.meetings, byes, [*record.rounds, number])
        if pairing.two is not None:
            waiting[number, pairing.slot] = pairing
        newest = max(newest, number)
    for result in state.results[results:]:
        for uid, meeting in zip((result.one, result.two), _for_both_sides(result), strict=True):
            if (record := by_entrant.get(uid)) is None:
                continue
            if record.meetings and record.meetings[-1].round >= result.round:
                return None
            by_entrant[uid] = Record(
                uid, record.line, [*record.meetings, meeting], record.byes, record.rounds
            )
        if waiting.pop((result.round, result.slot), None) is None:
            return None
    return Course(by_entrant, newest, waiting)


def _for_both_sides(result: Result) -> tuple[PlayedMatch, PlayedMatch]:
    """Return a decided match from the side of its first entrant and of its second one."""
    number, one, two, winner, score = result.round, result.one, result.two, result.winner, result.score
    is_played, score_of_two = result.is_played, None if score is None else (score[1], score[0])
    has_won, has_lost = (None, None) if winner is None else (winner == one, winner == two)
    # Creating a named tuple in this way takes half the time.
    return (
        tuple.__new__(PlayedMatch, (number, two, has_won, is_played, score)),
        tuple.__new__(PlayedMatch, (number, one, has_lost, is_played, score_of_two)),
    )


def free_slots(pairings: Sequence[Pairing], number: int, count: int) -> list[int]:
    """Return the smallest free slots of a round."""
    slots = {pairing.slot for pairing in pairings if pairing.round == number}
    return [slot for slot in range(len(slots) + count) if slot not in slots][:count]


def slots_in_order(
    number: int, pairs: Iterable[tuple[str, str]], *, rank: Mapping[str, int]
) -> tuple[Pairing, ...]:
    """Return the pairings of a round, with the pair of the best placed entrant in slot 0."""
    by_rank = [sorted(pair, key=rank.__getitem__) for pair in pairs]
    by_rank.sort(key=lambda pair: rank[pair[0]])
    return tuple(Pairing(number, slot, one, two) for slot, (one, two) in enumerate(by_rank))


def stale_of_newest(state: State, *, repair: Repair) -> tuple[Pairing, ...]:
    """Return the pairings that no longer follow from the state.

    A pairing is stale if an entrant has lost its line, or if it has not begun and the director pairs one of them
    otherwise by hand. All pairings of the newest round are stale if none of them has begun, and a result of the round
    before was taken back or pairing the same entrants again gives another round. A round that has begun stands; a
    walkover against somebody who left does not count as begun.
    """
    lines = {entry.uid for entry in entrants_of(state)}
    stale = [pairing for pairing in state.pairings if not lines.issuperset(pairing.entrants)]
    number = newest_round(state)
    newest = [pairing for pairing in state.pairings if pairing.round == number]
    places = {result.place for result in state.results if not result.is_given}
    # What has begun is set aside by the director alone.
    stale += [
        pairing
        for pairing in against_hand(state, number)
        if not (pairing.is_begun or pairing.place in places or pairing in stale)
    ]
    if any(pairing.is_begun or pairing.place in places for pairing in newest):
        return tuple(sorted(stale, key=lambda pairing: pairing.place))
    if not is_round_complete(state, number - 1):
        # The same round as before would follow, but not yet.
        return tuple(sorted({*stale, *newest}, key=lambda pairing: pairing.place))
    missing = missing_by_hand(state, number)
    players = [uid for pairing in newest for uid in pairing.entrants if uid in lines and uid not in missing]
    again = {
        frozenset(pairing.entrants) for pairing in repair(before(state, number), number, sorted(players))
    }
    if again != {frozenset(pairing.entrants) for pairing in newest}:
        stale = [*(pairing for pairing in stale if pairing.round != number), *newest]
    return tuple(sorted(stale, key=lambda pairing: pairing.place))


def against_hand(state: State, number: int) -> list[Pairing]:
    """Return the pairings of a round that stand in the way of an order of the director, begun or not."""
    if not state.by_hand:
        return []
    present = frozenset(available(state, number))
    return [
        pairing
        for pairing in state.pairings
        if pairing.round == number and is_against_hand(state, pairing, present)
    ]


def outline_of(state: State, *, rounds: int, group: Mapping[str, int] | None = None) -> Outline:
    """Return the rounds as paired; rounds that are not paired yet have no slots.

    The place of a cancelled pairing that nobody took is empty.
    """
    results = {result.place: result for result in state.results}
    pairings = by_round(state.pairings)
    return Outline(
        tuple(
            _without_gaps(
                _slot(pairing, results.get(pairing.place), group=group)
                for pairing in pairings.get(number, ())
            )
            for number in range(1, rounds + 1)
        )
    )


def _without_gaps(slots: Iterable[Slot]) -> tuple[Slot, ...]:
    row: list[Slot] = []
    nobody = SlotSide(SideKind.NOBODY)
    for slot in slots:
        row += [
            Slot(slot.round, index, nobody, nobody, None, is_decided=True)
            for index in range(len(row), slot.slot)
        ]
        row.append(slot)
    return tuple(row)


def _slot(pairing: Pairing, result: Result | None, *, group: Mapping[str, int] | None) -> Slot:
    one = SlotSide(SideKind.ENTRANT, pairing.one)
    two = SlotSide(SideKind.BYE) if pairing.two is None else SlotSide(SideKind.ENTRANT, pairing.two)
    winner = pairing.one if pairing.is_bye else (result.winner if result is not None else None)
    is_decided = pairing.is_bye or result is not None
    number = None if group is None else group.get(pairing.one)
    return Slot(pairing.round, pairing.slot, one, two, winner, is_decided, group=number)
