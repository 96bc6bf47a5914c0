"""What the formats share that pair round by round: who is there, what has been played, and the rounds as they stand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from tournaments.formats.chance import by_chance
from tournaments.formats.latest import LatestAnswers, latest

# Pairs a round anew: from the state before it, its number and who is to be paired in it.
Repair = Callable[[State, int, Sequence[str]], tuple[Pairing, ...]]

Place = tuple[int, int]

_place = attrgetter("round", "slot")
_line = attrgetter("line", "uid")


class PlayedMatch(NamedTuple):
    """One match of an entrant, from its side; `has_won` is None after a double forfeit, `score` is own and other's.

    A named tuple because every reading of a stage makes two for each result.
    """

    round: int
    opponent: str
    has_won: bool | None
    is_played: bool
    score: tuple[int, int] | None = None


@dataclass(slots=True)
class Record:
    """What an entrant has done: its decided matches in the order of rounds, its byes, and every round it sat in."""

    entrant: str
    line: int
    meetings: list[PlayedMatch] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)

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
        """Those it has met in decided matches, in the order of rounds, one who came twice twice."""
        return [meeting.opponent for meeting in self.meetings]


def draw_numbers(present: Sequence[Entry], *, seed: str, is_seeded: bool) -> Placement:
    """Give the entrants their starting numbers: the seeded ones in their order, the others by chance behind them."""
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
    """Return who can be paired in a round, in the order of lines: in the stage, joined by then, not absent, not busy."""
    here = [
        entry
        for entry in state.entries
        if entry.uid not in busy
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
    """Return the number of the newest round that has a pairing, 0 before any."""
    return max([pairing.round for pairing in state.pairings], default=0)


def is_round_complete(state: State, number: int) -> bool:
    """Say whether every match of a round has a result; also where nobody was paired in it."""
    due = {pairing.slot for pairing in state.pairings if pairing.round == number and pairing.two is not None}
    return due.issubset([result.slot for result in state.results if result.round == number])


def before(state: State, number: int) -> State:
    """Return the state as it was when this round was about to be paired."""
    return replace(
        state,
        pairings=tuple(pairing for pairing in state.pairings if pairing.round < number),
        results=tuple(result for result in state.results if result.round < number),
    )


def records(state: State) -> dict[str, Record]:
    """Return what everybody with a line has done, by entrant, in the order of lines; nobody changes a record."""
    return dict(course_of(state).records)


@dataclass(frozen=True, slots=True)
class Course:
    """How a stage has gone so far; nobody changes it.

    `records` say what everybody with a line has done, in the order of lines, `newest` is the newest round paired, 0
    before any, and `open` are the matches without a result, by their places.
    """

    records: Mapping[str, Record]
    newest: int
    open: Mapping[Place, Pairing]


def course_of(state: State) -> Course:
    """Return the course of a stage; one that has only gone on since it was asked about last is not counted anew."""
    known = [last for last in _COUNTED.answers if last.entries is state.entries]
    for last in known:
        if last.pairings is state.pairings and last.results is state.results:
            return last.course
    found = next((course for last in known if (course := _continued(last, state)) is not None), None)
    if found is None:
        found = _from_the_start(state)
        # A result that has no pairing would be taken for one still to come.
        is_whole = len(found.open) + len(state.results) == sum(
            [pairing.two is not None for pairing in state.pairings]
        )
        if not is_whole:
            _COUNTED.forget()
            return found
    _COUNTED.store(_Counted(state.entries, state.pairings, state.results, found))
    return found


@dataclass(frozen=True, slots=True)
class _Counted:
    """The stage that was asked about last, and its course."""

    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...]
    results: tuple[Result, ...]
    course: Course


# A stage is asked about in turns as it is and as it was before its newest round.
_COUNTED: LatestAnswers[_Counted] = LatestAnswers(4)


def _from_the_start(state: State) -> Course:
    found = {entry.uid: Record(entry.uid, entry.line or 0) for entry in entrants_of(state)}
    for pairing in sorted(state.pairings, key=_place):
        number, two = pairing.round, pairing.two
        if (record := found.get(pairing.one)) is not None:
            record.rounds.append(number)
            if two is None:
                record.byes.append(number)
        if two is not None and (record := found.get(two)) is not None:
            record.rounds.append(number)
    for result in sorted(state.results, key=_place):
        first, second = _as_both_see_it(result)
        if (record := found.get(result.one)) is not None:
            record.meetings.append(first)
        if (record := found.get(result.two)) is not None:
            record.meetings.append(second)
    decided = set(map(_place, state.results))
    waiting = {
        place: pairing
        for place, pairing in zip(map(_place, state.pairings), state.pairings, strict=True)
        if pairing.two is not None and place not in decided
    }
    return Course(found, newest_round(state), waiting)


def _continued(last: _Counted, state: State) -> Course | None:
    """Return the course with what is new; None where not all of it comes behind what was known."""
    pairings, results = len(last.pairings), len(last.results)
    if state.pairings[:pairings] != last.pairings or state.results[:results] != last.results:
        return None
    found, waiting, newest = dict(last.course.records), dict(last.course.open), last.course.newest
    for pairing in state.pairings[pairings:]:
        number = pairing.round
        for uid in pairing.entrants:
            if (known := found.get(uid)) is None:
                continue
            if known.rounds and known.rounds[-1] >= number:
                return None
            byes = [*known.byes, number] if pairing.two is None else known.byes
            found[uid] = Record(uid, known.line, known.meetings, byes, [*known.rounds, number])
        if pairing.two is not None:
            waiting[number, pairing.slot] = pairing
        newest = max(newest, number)
    for result in state.results[results:]:
        for uid, meeting in zip((result.one, result.two), _as_both_see_it(result), strict=True):
            if (known := found.get(uid)) is None:
                continue
            if known.meetings and known.meetings[-1].round >= result.round:
                return None
            found[uid] = Record(uid, known.line, [*known.meetings, meeting], known.byes, known.rounds)
        if waiting.pop((result.round, result.slot), None) is None:
            return None
    return Course(found, newest, waiting)


def _as_both_see_it(result: Result) -> tuple[PlayedMatch, PlayedMatch]:
    """Return a decided match as its first entrant and as its second one has it in the record."""
    number, one, two, winner, score = result.round, result.one, result.two, result.winner, result.score
    is_played, turned = result.is_played, None if score is None else (score[1], score[0])
    has_won, has_lost = (None, None) if winner is None else (winner == one, winner == two)
    # Made like this a tuple with names takes half the time.
    return (
        tuple.__new__(PlayedMatch, (number, two, has_won, is_played, score)),
        tuple.__new__(PlayedMatch, (number, one, has_lost, is_played, turned)),
    )


def slots_in_order(
    number: int, pairs: Iterable[tuple[str, str]], *, rank: Mapping[str, int]
) -> tuple[Pairing, ...]:
    """Return the pairings of a round, the pair of the best placed entrant in slot 0."""
    ordered = [sorted(pair, key=rank.__getitem__) for pair in pairs]
    ordered.sort(key=lambda pair: rank[pair[0]])
    return tuple(Pairing(number, slot, one, two) for slot, (one, two) in enumerate(ordered))


def stale_of_newest(state: State, *, repair: Repair) -> tuple[Pairing, ...]:
    """Return the pairings that no longer follow.

    One whose entrant has no line any more does not; and of the newest round none does, while none is begun, once what
    was played before it pairs the same entrants otherwise. A round that has begun stands; a
    match given to the opponent of somebody who left is no beginning.
    """
    lines = {entry.uid for entry in entrants_of(state)}
    gone = [pairing for pairing in state.pairings if not lines.issuperset(pairing.entrants)]
    number = newest_round(state)
    newest = [pairing for pairing in state.pairings if pairing.round == number]
    decided = {result.place for result in state.results if not result.is_given}
    if any(pairing.is_begun or pairing.place in decided for pairing in newest):
        return tuple(sorted(gone, key=lambda pairing: pairing.place))
    players = [uid for pairing in newest for uid in pairing.entrants if uid in lines]
    again = {
        frozenset(pairing.entrants) for pairing in repair(before(state, number), number, sorted(players))
    }
    if again != {frozenset(pairing.entrants) for pairing in newest}:
        gone = [*(pairing for pairing in gone if pairing.round != number), *newest]
    return tuple(sorted(gone, key=lambda pairing: pairing.place))


def outline_of(state: State, *, rounds: int, group: Mapping[str, int] | None = None) -> Outline:
    """Return the rounds as they are paired; those not paired yet have no slots.

    In the place of a pairing that was cancelled, and that nobody took, nobody sits.
    """
    results = {result.place: result for result in state.results}
    found = by_round(state.pairings)
    return Outline(
        tuple(
            _without_gaps(
                _slot(pairing, results.get(pairing.place), group=group) for pairing in found.get(number, ())
            )
            for number in range(1, rounds + 1)
        )
    )


def _without_gaps(slots: Iterable[Slot]) -> tuple[Slot, ...]:
    found: list[Slot] = []
    nobody = SlotSide(SideKind.NOBODY)
    for slot in slots:
        found += [
            Slot(slot.round, index, nobody, nobody, None, is_decided=True)
            for index in range(len(found), slot.slot)
        ]
        found.append(slot)
    return tuple(found)


def _slot(pairing: Pairing, result: Result | None, *, group: Mapping[str, int] | None) -> Slot:
    one = SlotSide(SideKind.ENTRANT, pairing.one)
    two = SlotSide(SideKind.BYE) if pairing.two is None else SlotSide(SideKind.ENTRANT, pairing.two)
    winner = pairing.one if pairing.is_bye else (result.winner if result is not None else None)
    is_decided = pairing.is_bye or result is not None
    number = None if group is None else group.get(pairing.one)
    return Slot(pairing.round, pairing.slot, one, two, winner, is_decided, group=number)
