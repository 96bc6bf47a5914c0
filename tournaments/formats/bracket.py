"""Brackets of any shape: the state of every slot of a plan, given its entrants and results."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from heapq import heappop, heappush
from itertools import compress, count
from operator import is_not
from typing import Final, NamedTuple

from tournaments.formats.base import Outline, Pairing, Reason, Result, SideKind, Slot, SlotSide, State
from tournaments.formats.bracket_plan import BracketPlan, Place, SideSource, Wiring
from tournaments.formats.latest import LatestAnswers


class Undecided(Enum):
    """The occupant that is not known yet."""

    TOKEN = 0


UNDECIDED: Final = Undecided.TOKEN
# How many brackets of an event are usually read in turns.
_KEPT = 4
# An occupant: an entrant, certainly nobody (None), or not known yet.
Occupant = str | None | Undecided
# The two entrants of a match; None as the opponent of a bye.
Sitting = tuple[str, str | None]


class Drop(NamedTuple):
    """The match of another stage whose loser comes to a line."""

    stage: str
    place: Place


class SlotSeat(NamedTuple):
    """The known occupants of a slot: its two sides, its winner and its loser."""

    one: Occupant
    two: Occupant
    winner: Occupant
    loser: Occupant

    @property
    def entrants(self) -> tuple[str, ...]:
        """The known entrants of this slot."""
        return tuple(side for side in (self.one, self.two) if isinstance(side, str))


class BoardSeats(Mapping[Place, SlotSeat]):
    """The seats of a board by place, in the order of places; each is created when it is read."""

    def __init__(self, board: "BracketBoard") -> None:
        self._board = board

    def __getitem__(self, place: Place) -> SlotSeat:
        board, wiring = self._board, self._board.plan.wiring
        number = wiring.numbers[place]
        one, two = board.sides[number]
        outcome = wiring.lines + 2 * number
        occupants = board.occupants
        return SlotSeat(occupants[one], occupants[two], occupants[outcome], occupants[outcome + 1])

    def __iter__(self) -> Iterator[Place]:
        return iter(self._board.plan.wiring.places)

    def __len__(self) -> int:
        return len(self._board.plan.wiring.places)


@dataclass(frozen=True, slots=True)
class BracketBoard:
    """A plan with the occupants that its lines and results lead to.

    `occupants` are numbered as in the wiring, and `sides` are the two occupants of every slot by number; `drops` names
    the match of another stage whose loser comes to a line. `decisions` are the results beside which a director decided
    who leaves the slot, by its number.
    """

    plan: BracketPlan
    occupants: Sequence[Occupant]
    sides: Sequence[tuple[int, int]]
    drops: Mapping[int, Drop]
    decisions: Mapping[int, Result] = field(default_factory=dict)

    @property
    def lines(self) -> Sequence[Occupant]:
        """The occupant of each line."""
        return self.occupants[: self.plan.wiring.lines]

    @property
    def seats(self) -> BoardSeats:
        """The known occupants of every slot."""
        return BoardSeats(self)

    @property
    def is_decided(self) -> bool:
        """Whether every occupant is known, so that no match can follow."""
        return UNDECIDED not in self.occupants

    def without(self, place: Place) -> "BracketBoard":
        """Return the board with this slot cut off: nobody comes to it, and nobody leaves it."""
        wiring = self.plan.wiring
        number = wiring.numbers[place]
        occupants, sides = list(self.occupants), list(self.sides)
        outcome = wiring.lines + 2 * number
        occupants[outcome] = occupants[outcome + 1] = None
        nobody = len(occupants) - 1
        sides[number] = nobody, nobody
        return replace(self, occupants=occupants, sides=sides)

    def outline(self) -> Outline:
        """Return every slot with the sources and the destinations of its entrants."""
        wiring = self.plan.wiring
        before = next((one for one in _DRAWN.answers if one.is_of(self)), None)
        if before is None:
            slots = list(map(self._slot, range(len(wiring.blanks))))
        else:
            slots = list(before.slots)
            for number in self._slots_changed_since(before.board):
                slots[number] = self._slot(number)
        _DRAWN.store(_OutlinedSlots(self, slots), instead_of=before)
        rounds = []
        start = 0
        for round_slots in self.plan.slots:
            rounds.append(tuple(slots[start : start + len(round_slots)]))
            start += len(round_slots)
        return Outline(tuple(rounds))

    def pairings(self) -> dict[Place, Pairing]:
        """Return all certain pairings by place, in order: matches of two, and byes of one."""
        return {place: Pairing(*place, *entrants) for place, entrants in self._certain()}

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the certain pairings that do not exist yet, except next to stale ones (see `Format`)."""
        occupied = {(pairing.round, pairing.slot) for pairing in state.pairings}
        stale = self.stale_pairings(state.pairings)
        make_board = {(pairing.round, uid) for pairing in stale for uid in pairing.entrants}
        return tuple(
            Pairing(*place, *entrants)
            for place, entrants in self._certain()
            if place not in occupied
            and not (make_board and any((place[0], uid) in make_board for uid in entrants))
        )

    def stale_pairings(self, pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
        """Return the pairings that do not follow from the board, in order; the order of the two entrants is irrelevant."""
        numbers, sides, occupants = self.plan.wiring.numbers, self.sides, self.occupants
        before = _CHECKED.newest
        # The caller reads the stale pairings and then the next ones, which need the stale ones again.
        if before is not None and before.is_of(self, pairings):
            return before.stale
        stale = []
        for pairing in pairings:
            number = numbers.get((pairing.round, pairing.slot))
            if number is not None:
                first, second = sides[number]
                one, two = pairing.one, pairing.two
                # Nearly all pairings follow, so the loop avoids a call for each.
                if occupants[first] == one and occupants[second] == two:
                    continue
                if occupants[first] == two and occupants[second] == one:
                    continue
            stale.append(pairing)
        in_order = tuple(sorted(stale, key=lambda pairing: pairing.place))
        if isinstance(pairings, tuple):
            _CHECKED.store(_CheckedPairings(self, pairings, in_order))
        return in_order

    def follows(self, pairing: Pairing) -> bool:
        """Say whether exactly these entrants sit in the slot of the pairing."""
        number = self.plan.wiring.numbers.get(pairing.place)
        if number is None:
            return False
        one, two = (self.occupants[side] for side in self.sides[number])
        return _are(one, two, pairing)

    def open_lines(self, places: Iterable[Place]) -> tuple[int, ...]:
        """Return the empty lines, in order, that can be filled without changing a slot at one of these places."""
        numbers = self.plan.wiring.numbers
        begun_numbers = {numbers[place] for place in places if place in numbers}
        return tuple(
            line
            for line, occupant in enumerate(self.lines)
            if occupant is None and not self._reaches(line, begun_numbers)
        )

    def arrival(self, source: SideSource) -> Reason:
        """Return how an entrant came from a slot.

        Codes: `winner_of`, `loser_of`, `advanced_by_bye`, `sent_by_decision`, `nobody_left`.
        """
        place = source.slot
        seat = self.seats[place]
        came = seat.loser if source.kind is SideKind.LOSER else seat.winner
        data: dict[str, str | int] = {"round": place[0], "slot": place[1]}
        if not isinstance(came, str):
            return Reason("nobody_left", data)
        if self.is_by_decision(place, came, source.kind):
            return Reason("sent_by_decision", {"entrant": came, **data})
        if source.kind is SideKind.LOSER:
            return Reason("loser_of", {"entrant": came, **data})
        is_bye = len(seat.entrants) == 1
        return Reason("advanced_by_bye" if is_bye else "winner_of", {"entrant": came, **data})

    def decided_results(self) -> dict[Place, Result]:
        """Return the results beside which a decision holds, by place."""
        places, occupants, decided = self.plan.wiring.places, self.occupants, {}
        for number, result in self.decisions.items():
            first, second = self.sides[number]
            if _are(occupants[first], occupants[second], result):
                decided[places[number]] = result
        return decided

    def is_by_decision(self, place: Place, entrant: str, kind: SideKind) -> bool:
        """Say whether an entrant left a slot as its winner, or as its loser, otherwise than the result says."""
        result = self.decided_results().get(place) if self.decisions else None
        if result is None:
            return False
        return entrant not in result.losers if kind is SideKind.LOSER else entrant != result.winner

    def _certain(self) -> Iterator[tuple[Place, Sitting]]:
        """Yield the certain pairings: the matches of two, and the byes of one with None."""
        return certain(self.plan.wiring, self.occupants, self.sides, range(len(self.sides)))

    def _slot(self, number: int) -> Slot:
        wiring, occupants = self.plan.wiring, self.occupants
        blank, (first, second) = wiring.blanks[number], self.sides[number]
        one, two = occupants[first], occupants[second]
        if one is UNDECIDED and two is UNDECIDED and first >= wiring.lines <= second:
            return blank
        winner = occupants[wiring.lines + 2 * number]
        return Slot(
            blank.round,
            blank.slot,
            self._side(blank.one, one),
            self._side(blank.two, two),
            winner if isinstance(winner, str) else None,
            winner is not UNDECIDED,
            blank.winner_to,
            blank.loser_to,
        )

    def _slots_changed_since(self, before: "BracketBoard") -> set[int]:
        """Return the slots whose sides, winner or loser differ from the board `before`."""
        wiring = self.plan.wiring
        slots = set()
        for occupant in compress(count(), map(is_not, self.occupants, before.occupants)):
            number, is_loser = divmod(occupant - wiring.lines, 2)
            if number < 0:
                slots.add(wiring.starts[occupant])
            else:
                slots.add(number)
                way = wiring.ways[number][is_loser]
                slots |= set() if way is None else {way}
        return slots

    def _reaches(self, line: int, numbers: set[int]) -> bool:
        """Say whether a new entrant on a line would change the occupants of one of these slots."""
        wiring, occupants = self.plan.wiring, self.occupants
        start = wiring.starts[line]
        waiting = [start]
        while waiting:
            number = waiting.pop()
            if number in numbers:
                return True
            # An unknown occupant stays unknown, and nothing after it changes.
            if number != start and UNDECIDED in [occupants[side] for side in self.sides[number]]:
                continue
            waiting += [way for way in wiring.ways[number] if way is not None]
        return False

    def _side(self, blank: SlotSide, occupant: Occupant) -> SlotSide:
        if blank.line is None:
            if isinstance(occupant, str):
                return SlotSide(SideKind.ENTRANT, occupant, None, blank.source)
            return blank if occupant is UNDECIDED else SlotSide(SideKind.NOBODY, None, None, blank.source)
        stage, place = self.drops.get(blank.line, (None, None))
        if isinstance(occupant, str):
            return SlotSide(SideKind.ENTRANT, occupant, blank.line, place, stage)
        return SlotSide(SideKind.BYE if occupant is None else SideKind.LOSER, None, blank.line, place, stage)


def make_board(
    plan: BracketPlan,
    lines: Sequence[Occupant],
    results: Iterable[Result],
    *,
    drops: Mapping[int, Drop] | None = None,
) -> BracketBoard:
    """Return the board of these lines and results; a result counts only while its two entrants sit in its slot.

    If results were only added since an earlier call, the board of that call is updated, not recomputed.
    """
    lines, results = list(lines), tuple(results)
    decisions: dict[int, Result] = {}
    before = next((one for one in _SEATED.answers if one.goes_on(plan, results)), None)
    if before is None:
        by_slot = by_number(plan.wiring, results)
        occupants = [*lines]
        for number, (first, second) in enumerate(plan.wiring.sides):
            occupants += _outcome(occupants[first], occupants[second], by_slot.get(number))
        occupants.append(None)
    else:
        new = by_number(plan.wiring, results[len(before.results) :])
        by_slot, occupants = before.by_slot | new, list(before.occupants)
        changes = list(compress(count(), map(is_not, lines, occupants)))
        for line in changes:
            occupants[line] = lines[line]
        walk_on(plan.wiring, occupants, by_slot, {*new, *(plan.wiring.starts[line] for line in changes)})
        decisions |= before.decisions
    new_results = by_slot if before is None else new
    decisions |= {number: result for number, result in new_results.items() if result.decision is not None}
    _SEATED.store(_SeatedBoard(plan, results, by_slot, occupants, decisions), instead_of=before)
    return BracketBoard(plan, occupants, plan.wiring.sides, drops or {}, decisions)


@dataclass(frozen=True, slots=True)
class _SeatedBoard:
    """The board of an earlier call, with the results that led to it."""

    plan: BracketPlan
    results: tuple[Result, ...]
    by_slot: dict[int, Result]
    occupants: Sequence[Occupant]
    decisions: dict[int, Result]

    def goes_on(self, plan: BracketPlan, results: tuple[Result, ...]) -> bool:
        """Say whether these results are those of this board, followed by further ones."""
        return self.plan is plan and results[: len(self.results)] == self.results


@dataclass(frozen=True, slots=True)
class _CheckedPairings:
    """The stale pairings of an earlier call."""

    board: BracketBoard
    pairings: tuple[Pairing, ...]
    stale: tuple[Pairing, ...]

    def is_of(self, board: BracketBoard, pairings: Iterable[Pairing]) -> bool:
        """Say whether the arguments are identical objects."""
        mine = self.board
        return self.pairings is pairings and mine.occupants is board.occupants and mine.sides is board.sides


@dataclass(frozen=True, slots=True)
class _OutlinedSlots:
    """The slots of the outline of an earlier call."""

    board: BracketBoard
    slots: Sequence[Slot]

    def is_of(self, board: BracketBoard) -> bool:
        """Say whether slots with equal occupants are equal on both boards."""
        return (
            self.board.plan is board.plan
            and self.board.sides == board.sides
            and self.board.drops == board.drops
        )


_SEATED: LatestAnswers[_SeatedBoard] = LatestAnswers(_KEPT)
_CHECKED: LatestAnswers[_CheckedPairings] = LatestAnswers()
_DRAWN: LatestAnswers[_OutlinedSlots] = LatestAnswers(_KEPT)


def by_number(wiring: Wiring, results: Iterable[Result]) -> dict[int, Result]:
    """Return results by the number of their slot, without results that belong to no slot."""
    by_slot = {wiring.numbers.get((result.round, result.slot)): result for result in results}
    return {number: result for number, result in by_slot.items() if number is not None}


def certain(
    wiring: Wiring, occupants: Sequence[Occupant], sides: Sequence[tuple[int, int]], numbers: Iterable[int]
) -> Iterator[tuple[Place, Sitting]]:
    """Yield the certain pairings of these slots: the matches of two, and the byes of one."""
    places = wiring.places
    for number in numbers:
        first, second = sides[number]
        one, two = occupants[first], occupants[second]
        if isinstance(one, str) and two is not UNDECIDED:
            yield places[number], (one, two)
        elif one is None and isinstance(two, str):
            yield places[number], (two, None)


def walk_on(
    wiring: Wiring, occupants: list[Occupant], results: Mapping[int, Result], numbers: Iterable[int]
) -> list[int]:
    """Update the occupants that follow from these slots, and return all visited slots, some of them more than once.

    A slot has a higher number than the slots that lead to it.
    """
    waiting = sorted(numbers)
    looked_at = []
    while waiting:
        number = heappop(waiting)
        looked_at.append(number)
        first, second = wiring.sides[number]
        place = wiring.lines + 2 * number
        winner, loser = _outcome(occupants[first], occupants[second], results.get(number))
        winner_to, loser_to = wiring.ways[number]
        if occupants[place] is not winner:
            occupants[place] = winner
            if winner_to is not None:
                heappush(waiting, winner_to)
        if occupants[place + 1] is not loser:
            occupants[place + 1] = loser
            if loser_to is not None:
                heappush(waiting, loser_to)
    return looked_at


def _outcome(one: Occupant, two: Occupant, result: Result | None) -> tuple[Occupant, Occupant]:
    """Return the winner and the loser of a slot."""
    if one is None or two is None:
        # The only entrant has a bye, so there is no loser.
        return (two if one is None else one), None
    if one is UNDECIDED or two is UNDECIDED or result is None:
        return UNDECIDED, UNDECIDED
    is_theirs = (result.one == one and result.two == two) or (result.one == two and result.two == one)
    if not is_theirs:
        return UNDECIDED, UNDECIDED
    if result.decision is not None:
        return result.decision.winner, result.decision.loser
    if result.winner is None:
        return None, None
    return result.winner, two if result.winner == one else one


def _are(one: Occupant, two: Occupant, pairing: Pairing | Result) -> bool:
    """Say whether these two, in either order, are the entrants of a pairing or a result."""
    return (one == pairing.one and two == pairing.two) or (one == pairing.two and two == pairing.one)
