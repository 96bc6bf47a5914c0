"""Brackets of any shape: what entrants and results make of the slots of a plan."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from heapq import heappop, heappush
from itertools import compress, count
from operator import is_not
from typing import Final, NamedTuple

from tournaments.formats.base import Outline, Pairing, Reason, Result, SideKind, Slot, SlotSide, State
from tournaments.formats.bracket_plan import BracketPlan, Place, SideSource, Wiring
from tournaments.formats.latest import LatestAnswers


class Undecided(Enum):
    """The occupant that nobody knows yet."""

    TOKEN = 0


UNDECIDED: Final = Undecided.TOKEN
# As many brackets of an event are usually worked at in turns.
_KEPT = 4
# Who comes from somewhere: an entrant, nobody for certain (None), or nobody knows yet.
Occupant = str | None | Undecided
# The two of a match; None behind who has a bye.
Sitting = tuple[str, str | None]


class Drop(NamedTuple):
    """The match of another stage whose loser comes to a line."""

    stage: str
    place: Place


class SlotSeat(NamedTuple):
    """A slot as far as it is known: who sits on its sides, who goes on from it and who leaves it."""

    one: Occupant
    two: Occupant
    winner: Occupant
    loser: Occupant

    @property
    def entrants(self) -> tuple[str, ...]:
        """The entrants known to sit here."""
        return tuple(side for side in (self.one, self.two) if isinstance(side, str))


class BoardSeats(Mapping[Place, SlotSeat]):
    """The seats of a board by place, in the order of places; each is made when it is asked for."""

    def __init__(self, board: "BracketBoard") -> None:
        self._board = board

    def __getitem__(self, place: Place) -> SlotSeat:
        board, wiring = self._board, self._board.plan.wiring
        number = wiring.numbers[place]
        one, two = board.sides[number]
        outcome = wiring.lines + 2 * number
        known = board.known
        return SlotSeat(known[one], known[two], known[outcome], known[outcome + 1])

    def __iter__(self) -> Iterator[Place]:
        return iter(self._board.plan.wiring.places)

    def __len__(self) -> int:
        return len(self._board.plan.wiring.places)


@dataclass(frozen=True, slots=True)
class BracketBoard:
    """A plan with what its lines and results make of every slot.

    `known` are the occupants and `sides` those of every slot, numbered as in the wiring; `drops` says which match of
    another stage sends its loser to a line.
    """

    plan: BracketPlan
    known: Sequence[Occupant]
    sides: Sequence[tuple[int, int]]
    drops: Mapping[int, Drop]

    @property
    def lines(self) -> Sequence[Occupant]:
        """Who stands on each line."""
        return self.known[: self.plan.wiring.lines]

    @property
    def seats(self) -> BoardSeats:
        """Every slot as far as it is known."""
        return BoardSeats(self)

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to be known: no match can follow."""
        return UNDECIDED not in self.known

    def without(self, place: Place) -> "BracketBoard":
        """Return the board with a slot to which nobody comes and from which nobody leads on."""
        wiring = self.plan.wiring
        number = wiring.numbers[place]
        known, sides = list(self.known), list(self.sides)
        outcome = wiring.lines + 2 * number
        known[outcome] = known[outcome + 1] = None
        nobody = len(known) - 1
        sides[number] = nobody, nobody
        return replace(self, known=known, sides=sides)

    def outline(self) -> Outline:
        """Return every slot with where its entrants come from and where they go."""
        wiring = self.plan.wiring
        before = next((one for one in _DRAWN.answers if one.is_of(self)), None)
        if before is None:
            slots = list(map(self._slot, range(len(wiring.blanks))))
        else:
            slots = list(before.slots)
            for number in self._changed_since(before.board):
                slots[number] = self._slot(number)
        _DRAWN.store(_OutlinedSlots(self, slots), instead_of=before)
        rounds = []
        start = 0
        for round_slots in self.plan.slots:
            rounds.append(tuple(slots[start : start + len(round_slots)]))
            start += len(round_slots)
        return Outline(tuple(rounds))

    def pairings(self) -> dict[Place, Pairing]:
        """Return what should exist by now, by place and in its order: matches of two, and byes of one."""
        return {place: Pairing(*place, *entrants) for place, entrants in self._certain()}

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that are certain and do not exist yet, none beside a stale one (`Format`)."""
        occupied = {(pairing.round, pairing.slot) for pairing in state.pairings}
        stale = self.stale_pairings(state.pairings)
        seated = {(pairing.round, uid) for pairing in stale for uid in pairing.entrants}
        return tuple(
            Pairing(*place, *entrants)
            for place, entrants in self._certain()
            if place not in occupied and not (seated and any((place[0], uid) in seated for uid in entrants))
        )

    def stale_pairings(self, pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
        """Return those of the pairings that do not follow, in order; who is named first does not matter."""
        numbers, sides, known = self.plan.wiring.numbers, self.sides, self.known
        before = _CHECKED.newest
        # One board is asked what has become stale, and then what follows, which is the same question first.
        if before is not None and before.is_of(self, pairings):
            return before.stale
        stale = []
        for pairing in pairings:
            number = numbers.get((pairing.round, pairing.slot))
            if number is not None:
                first, second = sides[number]
                one, two = pairing.one, pairing.two
                # Nearly all pairings follow, so they are looked at without a call for each.
                if known[first] == one and known[second] == two:
                    continue
                if known[first] == two and known[second] == one:
                    continue
            stale.append(pairing)
        found = tuple(sorted(stale, key=lambda pairing: pairing.place))
        if isinstance(pairings, tuple):
            _CHECKED.store(_Checked(self, pairings, found))
        return found

    def follows(self, pairing: Pairing) -> bool:
        """Say whether these entrants, and nobody else, sit in the slot of the pairing."""
        number = self.plan.wiring.numbers.get(pairing.place)
        if number is None:
            return False
        one, two = (self.known[side] for side in self.sides[number])
        return _are(one, two, pairing)

    def open_lines(self, begun: Iterable[Place]) -> tuple[int, ...]:
        """Return the empty lines whose filling would take back nothing that has begun, in their order."""
        numbers = self.plan.wiring.numbers
        begun_numbers = {numbers[place] for place in begun if place in numbers}
        return tuple(
            line
            for line, occupant in enumerate(self.lines)
            if occupant is None and not self._reaches(line, begun_numbers)
        )

    def arrival(self, source: SideSource) -> Reason:
        """Say how somebody came from a slot: codes `winner_of`, `loser_of`, `advanced_by_bye`, `nobody_left`."""
        place = source.slot
        seat = self.seats[place]
        came = seat.loser if source.kind is SideKind.LOSER else seat.winner
        data: dict[str, str | int] = {"round": place[0], "slot": place[1]}
        if not isinstance(came, str):
            return Reason("nobody_left", data)
        if source.kind is SideKind.LOSER:
            return Reason("loser_of", {"entrant": came, **data})
        is_bye = len(seat.entrants) == 1
        return Reason("advanced_by_bye" if is_bye else "winner_of", {"entrant": came, **data})

    def _certain(self) -> Iterator[tuple[Place, Sitting]]:
        """What should exist by now: the matches of two, and the byes of one with None behind it."""
        return certain(self.plan.wiring, self.known, self.sides, range(len(self.sides)))

    def _slot(self, number: int) -> Slot:
        wiring, known = self.plan.wiring, self.known
        blank, (first, second) = wiring.blanks[number], self.sides[number]
        one, two = known[first], known[second]
        if one is UNDECIDED and two is UNDECIDED and first >= wiring.lines <= second:
            return blank
        winner = known[wiring.lines + 2 * number]
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

    def _changed_since(self, before: "BracketBoard") -> set[int]:
        """Return the slots in which an occupant sits, or comes out, who is not the one of before."""
        wiring = self.plan.wiring
        changed = set()
        for occupant in compress(count(), map(is_not, self.known, before.known)):
            number, is_loser = divmod(occupant - wiring.lines, 2)
            if number < 0:
                changed.add(wiring.starts[occupant])
            else:
                changed.add(number)
                way = wiring.ways[number][is_loser]
                changed |= set() if way is None else {way}
        return changed

    def _reaches(self, line: int, begun: set[int]) -> bool:
        """Say whether somebody new on a line would change who sits in a slot that has begun."""
        wiring, known = self.plan.wiring, self.known
        start = wiring.starts[line]
        waiting = [start]
        while waiting:
            number = waiting.pop()
            if number in begun:
                return True
            # What was not known stays so, and nothing behind it changes.
            if number != start and UNDECIDED in [known[side] for side in self.sides[number]]:
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


def seated(
    plan: BracketPlan,
    lines: Sequence[Occupant],
    results: Iterable[Result],
    *,
    drops: Mapping[int, Drop] | None = None,
) -> BracketBoard:
    """Return the board that these lines and results make; a result counts while its two entrants sit in its slot.

    A bracket that has only gone on since it was asked about last is not walked through from its beginning again.
    """
    lines, results = list(lines), tuple(results)
    before = next((one for one in _SEATED.answers if one.goes_on(plan, results)), None)
    if before is None:
        decided = by_number(plan.wiring, results)
        known = [*lines]
        for number, (first, second) in enumerate(plan.wiring.sides):
            known += _outcome(known[first], known[second], decided.get(number))
        known.append(None)
    else:
        new = by_number(plan.wiring, results[len(before.results) :])
        decided, known = before.decided | new, list(before.known)
        moved = list(compress(count(), map(is_not, lines, known)))
        for line in moved:
            known[line] = lines[line]
        walk_on(plan.wiring, known, decided, {*new, *(plan.wiring.starts[line] for line in moved)})
    _SEATED.store(_Seated(plan, results, decided, known), instead_of=before)
    return BracketBoard(plan, known, plan.wiring.sides, drops or {})


@dataclass(frozen=True, slots=True)
class _Seated:
    """A board that was asked for before, and by which results who is known."""

    plan: BracketPlan
    results: tuple[Result, ...]
    decided: dict[int, Result]
    known: Sequence[Occupant]

    def goes_on(self, plan: BracketPlan, results: tuple[Result, ...]) -> bool:
        """Say whether these results are those of this board with others behind them."""
        return self.plan is plan and results[: len(self.results)] == self.results


@dataclass(frozen=True, slots=True)
class _Checked:
    """The pairings that did not follow from the board that was asked about last."""

    board: BracketBoard
    pairings: tuple[Pairing, ...]
    stale: tuple[Pairing, ...]

    def is_of(self, board: BracketBoard, pairings: Iterable[Pairing]) -> bool:
        """Say whether these are the very same values."""
        mine = self.board
        return self.pairings is pairings and mine.known is board.known and mine.sides is board.sides


@dataclass(frozen=True, slots=True)
class _OutlinedSlots:
    """The slots of a board whose outline was asked for before."""

    board: BracketBoard
    slots: Sequence[Slot]

    def is_of(self, board: BracketBoard) -> bool:
        """Say whether slots of this board in which the same sit are those of the other."""
        return (
            self.board.plan is board.plan
            and self.board.sides == board.sides
            and self.board.drops == board.drops
        )


_SEATED: LatestAnswers[_Seated] = LatestAnswers(_KEPT)
_CHECKED: LatestAnswers[_Checked] = LatestAnswers()
_DRAWN: LatestAnswers[_OutlinedSlots] = LatestAnswers(_KEPT)


def by_number(wiring: Wiring, results: Iterable[Result]) -> dict[int, Result]:
    """Return results by the number of their slot, without those of no slot."""
    found = {wiring.numbers.get((result.round, result.slot)): result for result in results}
    return {number: result for number, result in found.items() if number is not None}


def certain(
    wiring: Wiring, known: Sequence[Occupant], sides: Sequence[tuple[int, int]], numbers: Iterable[int]
) -> Iterator[tuple[Place, Sitting]]:
    """Return what should exist by now in these slots: the matches of two, and the byes of one."""
    places = wiring.places
    for number in numbers:
        first, second = sides[number]
        one, two = known[first], known[second]
        if isinstance(one, str) and two is not UNDECIDED:
            yield places[number], (one, two)
        elif one is None and isinstance(two, str):
            yield places[number], (two, None)


def walk_on(
    wiring: Wiring, known: list[Occupant], decided: Mapping[int, Result], changed: Iterable[int]
) -> list[int]:
    """Put in the occupants that follow from these slots on, and return all slots looked at, some more than once.

    What follows from a slot has a higher number.
    """
    waiting = sorted(changed)
    looked_at = []
    while waiting:
        number = heappop(waiting)
        looked_at.append(number)
        first, second = wiring.sides[number]
        place = wiring.lines + 2 * number
        winner, loser = _outcome(known[first], known[second], decided.get(number))
        winner_to, loser_to = wiring.ways[number]
        if known[place] is not winner:
            known[place] = winner
            if winner_to is not None:
                heappush(waiting, winner_to)
        if known[place + 1] is not loser:
            known[place + 1] = loser
            if loser_to is not None:
                heappush(waiting, loser_to)
    return looked_at


def _outcome(one: Occupant, two: Occupant, result: Result | None) -> tuple[Occupant, Occupant]:
    """Return who wins and who leaves a slot."""
    if one is None or two is None:
        # Whoever comes has a bye, so nobody leaves.
        return (two if one is None else one), None
    if one is UNDECIDED or two is UNDECIDED or result is None:
        return UNDECIDED, UNDECIDED
    is_theirs = (result.one == one and result.two == two) or (result.one == two and result.two == one)
    if not is_theirs:
        return UNDECIDED, UNDECIDED
    if result.winner is None:
        return None, None
    return result.winner, two if result.winner == one else one


def _are(one: Occupant, two: Occupant, pairing: Pairing) -> bool:
    """Say whether these two, in whatever order, are the entrants of a pairing."""
    return (one == pairing.one and two == pairing.two) or (one == pairing.two and two == pairing.one)
