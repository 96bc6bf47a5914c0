"""Single elimination: who loses is out, and byes in the first round only fill the bracket to a power of two."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tournaments.formats._base import (
    Entry,
    Format,
    Intake,
    Outline,
    Pairing,
    Placement,
    Reason,
    Round,
    RoundName,
    Shape,
    Side,
    SideKind,
    Slot,
    Standing,
    State,
)
from tournaments.formats._chance import by_chance
from tournaments.formats._options import Options
from tournaments.formats._seeding import (
    Seeding,
    bracket_lines,
    came_to_line,
    draw_bracket,
    entrants_to_draw,
)


@dataclass(frozen=True, slots=True)
class SingleEliminationOptions(Options):
    """`seeding` is RANDOM, the custom of backgammon, or SEEDED: those with a seed stand in the standard order."""

    seeding: Seeding = Seeding.RANDOM


class _Undecided(Enum):
    TOKEN = 0


_UNDECIDED: Final = _Undecided.TOKEN

# Who sits on one side: an entrant, nobody for certain (None), or whoever comes out of a slot not decided yet.
_Occupant = str | None | _Undecided
# Level 0 is the lines; level r is what came out of each slot of round r, which is also who sits in round r + 1.
_Levels = list[list[_Occupant]]

_NAMES = (RoundName.FINAL, RoundName.SEMIFINAL, RoundName.QUARTERFINAL)


class SingleElimination:
    """The knock-out bracket.

    Slot s of round 1 holds the lines 2s and 2s+1, slot s of a later round the winners of slots 2s and 2s+1 of the
    round before. Who has no opponent for certain has a bye and goes on at once: beside an empty line, and also beside
    a slot out of which nobody comes because both forfeited. A withdrawal moves nobody by itself; the director's
    forfeit or walkover does. A result counts only while its two entrants are the ones who sit in its slot.
    """

    code = "single_elimination"
    version = 1
    options: type[Options] = SingleEliminationOptions
    fewest = 2
    most = 4096
    shape = Shape.BRACKET
    intake = Intake.DRAW
    has_second_byes = False

    def has_rematches(self, options: Options) -> bool:
        """Nobody meets twice: who loses is out."""
        return False

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Place the entrants, with the byes spread evenly and never two in one first-round slot."""
        seeding = SingleEliminationOptions.of(options).seeding
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        return draw_bracket(present, seed=seed, is_seeded=seeding is Seeding.SEEDED)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds, named by their distance from the final."""
        last = _round_count(state.size)
        return tuple(
            Round(
                number=number,
                name=_NAMES[last - number] if last - number < len(_NAMES) else RoundName.ROUND_OF,
                from_final=last - number,
                places=state.size >> (number - 1),
            )
            for number in range(1, last + 1)
        )

    def outline(self, state: State) -> Outline:
        """Return the whole bracket."""
        levels = _levels(state)
        return Outline(
            tuple(
                tuple(
                    Slot(
                        number,
                        slot,
                        _side(sides[2 * slot], number=number, index=2 * slot),
                        _side(sides[2 * slot + 1], number=number, index=2 * slot + 1),
                        winner if isinstance(winner, str) else None,
                        winner is not _UNDECIDED,
                        (number + 1, slot // 2) if len(levels[number]) > 1 else None,
                    )
                    for slot, winner in enumerate(levels[number])
                )
                for number, sides in enumerate(levels[:-1], start=1)
            )
        )

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Nobody: all come in by the draw, or late by the director's hand."""
        return ()

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings and byes that are certain and do not exist yet."""
        certain = _certain_pairings(_levels(state))
        stale = _stale(state.pairings, certain=certain)
        occupied = {pairing.place for pairing in state.pairings}
        seated = {(pairing.round, uid) for pairing in stale for uid in pairing.entrants}
        return tuple(
            pairing
            for place, pairing in certain.items()
            if place not in occupied and not any((pairing.round, uid) in seated for uid in pairing.entrants)
        )

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that a swap, a late entry or a correction has overtaken."""
        return _stale(state.pairings, certain=_certain_pairings(_levels(state)))

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the empty lines on whose bye no match has been begun.

        First come those beside an unseeded entrant, in the order of chance, then those beside a seed, the weakest
        seed first; last the lines of an empty slot, where the late entrant would have a bye itself.
        """
        levels = _levels(state)
        begun = {pairing.place for pairing in state.pairings if pairing.is_begun}
        begun |= {result.place for result in state.results}
        is_seeded = SingleEliminationOptions.of(state.options).seeding is Seeding.SEEDED
        seeds = {entry.uid: entry.seed for entry in state.entries if is_seeded and entry.seed is not None}
        line_beside: dict[str, int] = {}
        in_empty_slots = []
        for line, occupant in enumerate(levels[0]):
            if occupant is not None or not _is_open(levels, line=line, begun=begun):
                continue
            neighbour = levels[0][line ^ 1]
            if isinstance(neighbour, str):
                line_beside[neighbour] = line
            else:
                in_empty_slots.append(line)
        unseeded = [uid for uid in line_beside if uid not in seeds]
        holders = by_chance(unseeded, seed=state.seed, round_number=1, purpose="late")
        holders += sorted(line_beside.keys() & seeds.keys(), key=seeds.__getitem__, reverse=True)
        return (*(line_beside[uid] for uid in holders), *in_empty_slots)

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants by the round they were put out in, the latest first; one round's losers share places.

        Those still in share the top. Two who both forfeit the final share first place without a champion.
        """
        levels = _levels(state)
        last = _round_count(state.size)
        groups: dict[int, list[_Tally]] = {}
        for tally in _tallies(levels):
            groups.setdefault(tally.reached if tally.is_out else last + 1, []).append(tally)
        is_complete = _is_complete(levels)
        standings: list[Standing] = []
        for _, group in sorted(groups.items(), reverse=True):
            place, last_place = len(standings) + 1, len(standings) + len(group)
            standings += [
                Standing(
                    entrant=tally.entrant,
                    place=place,
                    last_place=last_place,
                    wins=tally.wins,
                    losses=tally.losses,
                    reached=tally.reached,
                    is_in=not tally.is_out and not is_complete,
                )
                for tally in group
            ]
        return tuple(standings)

    def is_complete(self, state: State) -> bool:
        """Say whether the final is decided, be it that nobody was left to play it."""
        return _is_complete(_levels(state))

    def champion(self, state: State) -> str | None:
        """Return who came out of the final."""
        top = _levels(state)[-1]
        return top[0] if top and isinstance(top[0], str) else None

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say how each entrant came to this slot and why it has a bye.

        Codes: `no_longer_follows`; in round 1 `placed_by_director`, `entered_late`, `seeded`, `drawn` (with `entrant`
        and `line`, `seed`) and `bye` (with `entrants`, `size`); later `winner_of`, `advanced_by_bye` (with `entrant`
        and the `round` and `slot` left) and `nobody_left` (with the `round` and `slot` nobody came out of).
        """
        levels = _levels(state)
        certain = _certain_pairings(levels)
        if _stale([pairing], certain=certain):
            return (Reason("no_longer_follows"),)
        if pairing.round > 1:
            return tuple(
                _arrival(levels, number=pairing.round - 1, slot=slot)
                for slot in (2 * pairing.slot, 2 * pairing.slot + 1)
            )
        on_line = {entry.line: entry for entry in state.entries}
        lines = [line for line in (2 * pairing.slot, 2 * pairing.slot + 1) if line in on_line]
        is_seeded = SingleEliminationOptions.of(state.options).seeding is Seeding.SEEDED
        reasons = [came_to_line(on_line[line], line=line, is_seeded=is_seeded) for line in lines]
        if pairing.is_bye:
            entrants = sum(occupant is not None for occupant in levels[0])
            reasons.append(Reason("bye", {"entrants": entrants, "size": state.size}))
        return tuple(reasons)


FORMAT: Format = SingleElimination()


@dataclass(slots=True)
class _Tally:
    entrant: str
    reached: int = 0
    wins: int = 0
    losses: int = 0
    is_out: bool = False


def _round_count(size: int) -> int:
    return max(0, size.bit_length() - 1)


def _levels(state: State) -> _Levels:
    """Derive from lines and results who sits where; this is the whole format, the rest only reads it."""
    levels: _Levels = [list(bracket_lines(state, fewest=SingleElimination.fewest))]
    results = {result.place: result for result in state.results}
    for number in range(1, _round_count(state.size) + 1):
        sides = levels[-1]
        outcomes: list[_Occupant] = []
        for slot in range(len(sides) // 2):
            one, two = sides[2 * slot], sides[2 * slot + 1]
            if one is None:
                outcomes.append(two)
            elif two is None:
                outcomes.append(one)
            else:
                result = results.get((number, slot))
                is_counted = result is not None and {result.one, result.two} == {one, two}
                outcomes.append(result.winner if result is not None and is_counted else _UNDECIDED)
        levels.append(outcomes)
    return levels


def _is_complete(levels: _Levels) -> bool:
    return bool(levels[-1]) and levels[-1][0] is not _UNDECIDED


def _certain_pairings(levels: _Levels) -> dict[tuple[int, int], Pairing]:
    """Return what should exist by now, by place and in its order."""
    return {pairing.place: pairing for pairing in _pairings(levels)}


def _pairings(levels: _Levels) -> Iterator[Pairing]:
    for number, sides in enumerate(levels[:-1], start=1):
        for slot in range(len(sides) // 2):
            one, two = sides[2 * slot], sides[2 * slot + 1]
            if one is _UNDECIDED or two is _UNDECIDED:
                continue
            if one is not None:
                yield Pairing(number, slot, one, two)
            elif two is not None:
                yield Pairing(number, slot, two, None)


def _stale(pairings: Sequence[Pairing], *, certain: dict[tuple[int, int], Pairing]) -> tuple[Pairing, ...]:
    """Return the pairings, in order of their places, that are not among the certain ones.

    Which of the two is named first does not matter: two who swap their lines inside a slot still meet.
    """
    stale = []
    for pairing in pairings:
        expected = certain.get(pairing.place)
        if expected is None or set(expected.entrants) != set(pairing.entrants):
            stale.append(pairing)
    return tuple(sorted(stale, key=lambda pairing: pairing.place))


def _side(occupant: _Occupant, *, number: int, index: int) -> Side:
    """Describe one side of round `number`; `index` is its line in the first round, else its feeding slot."""
    if number == 1:
        if isinstance(occupant, str):
            return Side(SideKind.ENTRANT, occupant, index)
        return Side(SideKind.BYE, None, index)
    source = (number - 1, index)
    if isinstance(occupant, str):
        return Side(SideKind.ENTRANT, occupant, None, source)
    return Side(SideKind.NOBODY if occupant is None else SideKind.WINNER, None, None, source)


def _is_open(levels: _Levels, *, line: int, begun: set[tuple[int, int]]) -> bool:
    """Say whether no match is begun in the slots that a late entrant on this line would reach without playing."""
    index = line
    for number, sides in enumerate(levels[:-1], start=1):
        if (number, index // 2) in begun:
            return False
        if sides[index] is not None and sides[index ^ 1] is not None:
            return True
        index //= 2
    return True


def _tallies(levels: _Levels) -> list[_Tally]:
    """Return what every entrant did, in the order of the lines."""
    tallies = {uid: _Tally(uid) for uid in levels[0] if isinstance(uid, str)}
    for number, sides in enumerate(levels[:-1], start=1):
        for index, uid in enumerate(sides):
            if not isinstance(uid, str):
                continue
            tally, outcome = tallies[uid], levels[number][index // 2]
            tally.reached = number
            if outcome is _UNDECIDED or sides[index ^ 1] is None:
                continue
            if outcome == uid:
                tally.wins += 1
            else:
                tally.losses += 1
                tally.is_out = True
    return list(tallies.values())


def _arrival(levels: _Levels, *, number: int, slot: int) -> Reason:
    """Say who came out of a decided slot, and how."""
    place: dict[str, str | int] = {"round": number, "slot": slot}
    winner = levels[number][slot]
    if not isinstance(winner, str):
        return Reason("nobody_left", place)
    is_bye = None in levels[number - 1][2 * slot : 2 * slot + 2]
    return Reason("advanced_by_bye" if is_bye else "winner_of", {"entrant": winner, **place})
