"""Round robin: everybody meets everybody of the own group, by the Berger tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from tournaments.formats._base import (
    Entry,
    Format,
    Intake,
    Outline,
    Pairing,
    Placement,
    Reason,
    Result,
    Round,
    RoundName,
    Shape,
    Side,
    SideKind,
    Slot,
    Standing,
    State,
)
from tournaments.formats._errors import FormatError, Problem
from tournaments.formats._options import Options
from tournaments.formats._rounds import draw_numbers, entrants_of, next_line, records
from tournaments.formats._seeding import Seeding, came_to_line, entrants_to_draw
from tournaments.formats._tiebreaks import Tiebreak, Unplayed, order_of, points_of, ranked

Place = tuple[int, int]


class Pace(StrEnum):
    """When the matches of a round can be played: ROUNDS after those of the round before, FREE at any time."""

    ROUNDS = "rounds"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class RoundRobinOptions(Options):
    """`groups` of even size, filled in serpentine by seed or chance; `legs` how often two meet.

    `pace` says when a round is opened. The tiebreaks are looked at in their order, up to SHARE. `drops_early_leavers` leaves out of the standings whatever somebody played who
    left before half of its matches were decided.
    """

    groups: int = field(default=1, metadata={"minimum": 1, "maximum": 64})
    legs: int = field(default=1, metadata={"minimum": 1, "maximum": 2})
    seeding: Seeding = Seeding.RANDOM
    pace: Pace = Pace.ROUNDS
    first_tiebreak: Tiebreak = Tiebreak.HEAD_TO_HEAD
    second_tiebreak: Tiebreak = Tiebreak.SHARE
    third_tiebreak: Tiebreak = Tiebreak.SHARE
    drops_early_leavers: bool = True


class RoundRobin:
    """All against all, in one group or several.

    Line i belongs to the group that the serpentine gives it, and its place in the group to a number of the Berger
    table; with an odd number of places each has a bye once a leg. A late entrant takes the empty place of an odd group
    and plays the rounds it has missed. Who leaves gives its remaining matches away.
    """

    code = "round_robin"
    version = 1
    options: type[Options] = RoundRobinOptions
    fewest = 2
    most = 512
    shape = Shape.TABLE
    intake = Intake.DRAW
    # In each leg of an odd group everybody has one.
    has_second_byes = True

    def has_rematches(self, options: Options) -> bool:
        """Say whether there is a second leg."""
        return RoundRobinOptions.of(options).legs > 1

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Give the entrants their numbers; FormatError `group_of_one` names how many groups are possible."""
        chosen = RoundRobinOptions.of(options)
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        if len(present) < 2 * chosen.groups:
            data: dict[str, str | int] = {
                "groups": chosen.groups,
                "entrants": len(present),
                "most": len(present) // 2,
            }
            raise FormatError(Problem("group_of_one", data))
        order_of(chosen.first_tiebreak, chosen.second_tiebreak, chosen.third_tiebreak)
        return draw_numbers(present, seed=seed, is_seeded=chosen.seeding is Seeding.SEEDED)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return as many rounds as the largest group has, in each leg."""
        last = _rounds_of(_groups(state), RoundRobinOptions.of(state.options).legs)
        places = len(entrants_of(state)) or state.size
        return tuple(Round(number, RoundName.ROUND, last - number, places) for number in range(1, last + 1))

    def outline(self, state: State) -> Outline:
        """Return the whole schedule."""
        results = {result.place: result for result in state.results}
        group_of = {uid: number for number, group in _groups(state).items() for uid in group}
        schedule = _schedule(state)
        rounds: list[list[Slot]] = [[] for _ in self.rounds(state)]
        for place, pairing in schedule.items():
            result = _counted(results.get(place), pairing)
            two = Side(SideKind.BYE) if pairing.two is None else Side(SideKind.ENTRANT, pairing.two)
            winner = pairing.one if pairing.is_bye else (None if result is None else result.winner)
            is_decided = pairing.is_bye or result is not None
            one = Side(SideKind.ENTRANT, pairing.one)
            rounds[place[0] - 1].append(
                Slot(*place, one, two, winner, is_decided, group=group_of[pairing.one])
            )
        return Outline(tuple(tuple(slots) for slots in rounds))

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Nobody: all come in by the draw, or late by the director's hand."""
        return ()

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings of the rounds that are open and do not exist yet."""
        stale = self.stale_pairings(state)
        occupied = {pairing.place for pairing in state.pairings}
        seated = {(pairing.round, uid) for pairing in stale for uid in pairing.entrants}
        open_round = self._open_round(state)
        return tuple(
            pairing
            for place, pairing in _schedule(state).items()
            if place[0] <= open_round
            and place not in occupied
            and not any((pairing.round, uid) in seated for uid in pairing.entrants)
        )

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that the schedule does not hold any more, after a swap or a late entry."""
        schedule = _schedule(state)
        stale = [
            pairing
            for pairing in state.pairings
            if (due := schedule.get(pairing.place)) is None or set(due.entrants) != set(pairing.entrants)
        ]
        return tuple(sorted(stale, key=lambda pairing: pairing.place))

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the next line where it fills the empty place of an odd group, so that nobody else's schedule changes."""
        if not state.size or self.is_complete(state):
            return ()
        line = next_line(state)
        groups = RoundRobinOptions.of(state.options).groups
        mates = sum(_group_of(other, groups) == _group_of(line, groups) for other in range(line))
        return (line,) if mates % 2 else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the groups one after the other, each by wins and the tiebreaks; who stays tied shares the place."""
        chosen = RoundRobinOptions.of(state.options)
        order = order_of(chosen.first_tiebreak, chosen.second_tiebreak, chosen.third_tiebreak)
        counted = records(_without_early_leavers(state))
        done = records(state)
        is_complete = self.is_complete(state)
        gone = {entry.uid for entry in state.entries if entry.is_withdrawn}
        standings: list[Standing] = []
        for number, group in _groups(state).items():
            members = {uid: counted[uid] for uid in group}
            points = {uid: points_of(record, bye=0) for uid, record in members.items()}
            for row in ranked(members, points, order=order, unplayed=Unplayed.AS_PLAYED, bye=0):
                record = done[row.entrant]
                standings.append(
                    Standing(
                        entrant=row.entrant,
                        place=row.place,
                        last_place=row.last_place,
                        wins=record.wins,
                        losses=record.losses,
                        reached=max(record.rounds, default=0),
                        is_in=not is_complete and row.entrant not in gone,
                        byes=len(record.byes),
                        half_points=points[row.entrant],
                        tiebreaks=row.tiebreaks,
                        group=number if chosen.groups > 1 else None,
                    )
                )
        return tuple(standings)

    def is_complete(self, state: State) -> bool:
        """Say whether every match of the schedule has a result."""
        results = {result.place: result for result in state.results}
        schedule = _schedule(state)
        return bool(schedule) and all(
            pairing.is_bye or _counted(results.get(place), pairing) is not None
            for place, pairing in schedule.items()
        )

    def champion(self, state: State) -> str | None:
        """Return who won the only group alone."""
        if not self.is_complete(state):
            return None
        first = [standing for standing in self.standings(state) if standing.place == 1]
        return first[0].entrant if len(first) == 1 else None

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Nothing: what is due never waits."""
        return ()

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say which number of the table each entrant has.

        Codes: `no_longer_follows`; `berger` (with `round` and `group`) or `odd_group` (with `entrants`), and for each
        entrant those of `came_to_line`.
        """
        due = _schedule(state).get(pairing.place)
        if due is None or set(due.entrants) != set(pairing.entrants):
            return (Reason("no_longer_follows"),)
        groups = _groups(state)
        number = next(number for number, group in groups.items() if pairing.one in group)
        if pairing.is_bye:
            first = Reason("odd_group", {"entrants": len(groups[number]), "group": number})
        else:
            first = Reason("berger", {"round": pairing.round, "group": number})
        is_seeded = RoundRobinOptions.of(state.options).seeding is Seeding.SEEDED
        entries = {entry.uid: entry for entry in state.entries}
        came = [
            came_to_line(entries[uid], line=entries[uid].line or 0, is_seeded=is_seeded)
            for uid in pairing.entrants
        ]
        return (first, *came)

    def _open_round(self, state: State) -> int:
        """Return the last round that may be played now."""
        if RoundRobinOptions.of(state.options).pace is Pace.FREE:
            return len(self.rounds(state))
        results = {result.place: result for result in state.results}
        undecided = [
            place[0]
            for place, pairing in _schedule(state).items()
            if not pairing.is_bye and _counted(results.get(place), pairing) is None
        ]
        reached = min(undecided, default=0)
        is_begun = any(pairing.round == reached for pairing in state.pairings)
        return reached - 1 if state.is_held and not is_begun else reached


FORMAT: Format = RoundRobin()


def berger(places: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a Berger table for an even number of places, as pairs of numbers from 0.

    In round r two numbers meet whose sum, counted from 1, leaves r + 1 when divided by one less than the number of
    places; who would meet itself meets the last number.
    """
    last = places - 1
    rounds = []
    for number in range(1, places):
        pairs = []
        for one in range(1, places):
            two = (number + 1 - one) % last or last
            if one < two:
                pairs.append((one - 1, two - 1))
            elif one == two:
                pairs.append((one - 1, last))
        rounds.append(tuple(sorted(pairs)))
    return tuple(rounds)


def _group_of(line: int, groups: int) -> int:
    """Return the group, from 1, of a line: there and back again, so that the strong are spread."""
    row, column = divmod(line, groups)
    return 1 + (column if row % 2 == 0 else groups - 1 - column)


def _groups(state: State) -> dict[int, list[str]]:
    """Return the entrants of each group, in the order of their lines."""
    count = RoundRobinOptions.of(state.options).groups
    groups: dict[int, list[str]] = {number: [] for number in range(1, count + 1)} if state.size else {}
    for entry in entrants_of(state) if state.size else ():
        groups[_group_of(entry.line or 0, count)].append(entry.uid)
    return groups


def _rounds_of(groups: Mapping[int, Sequence[str]], legs: int) -> int:
    largest = max(map(len, groups.values()), default=0)
    return legs * (largest + largest % 2 - 1) if largest > 1 else 0


def _schedule(state: State) -> Mapping[Place, Pairing]:
    """Return every pairing of all rounds, by place and in its order; a round holds the groups one after the other."""
    legs = RoundRobinOptions.of(state.options).legs
    return _scheduled(tuple(map(tuple, _groups(state).values())), legs)


# A stage asks for its schedule several times in a row, and it changes only with its entrants.
@lru_cache(maxsize=32)
def _scheduled(groups: tuple[tuple[str, ...], ...], legs: int) -> Mapping[Place, Pairing]:
    found: dict[Place, Pairing] = {}
    by_group = [list(_of_group(group, legs=legs)) for group in groups]
    for number in range(1, max(map(len, by_group), default=0) + 1):
        slot = 0
        for rounds in by_group:
            for one, two in rounds[number - 1] if number <= len(rounds) else ():
                found[number, slot] = Pairing(number, slot, one, two)
                slot += 1
    return found


def _of_group(group: Sequence[str], *, legs: int) -> Iterator[list[tuple[str, str | None]]]:
    """Return the rounds of one group; in an odd one whoever would meet the empty place has a bye."""
    seats: list[str | None] = [*group, *([None] if len(group) % 2 else [])]
    for leg in range(legs):
        for pairs in berger(len(seats)) if len(seats) > 1 else ():
            # A bye keeps its slot, so that whoever fills the empty place moves nobody.
            round_: list[tuple[str, str | None]] = []
            for first, second in pairs:
                one, two = (seats[first], seats[second]) if leg == 0 else (seats[second], seats[first])
                if one is None:
                    one, two = two, None
                if one is not None:
                    round_.append((one, two))
            yield round_


def _counted(result: Result | None, pairing: Pairing) -> Result | None:
    """Return the result if it is one of these two."""
    return result if result is not None and {result.one, result.two} == set(pairing.entrants) else None


def _without_early_leavers(state: State) -> State:
    """Return the state without the results of those who left before half of their matches were played."""
    if not RoundRobinOptions.of(state.options).drops_early_leavers:
        return state
    played = records(state)
    groups = _groups(state)
    legs = RoundRobinOptions.of(state.options).legs
    early = set()
    for group in groups.values():
        for entry in state.entries:
            if entry.uid in group and entry.is_withdrawn:
                done = sum(meeting.is_played for meeting in played[entry.uid].meetings)
                if 2 * done < legs * (len(group) - 1):
                    early.add(entry.uid)
    kept = tuple(result for result in state.results if early.isdisjoint((result.one, result.two)))
    return State(
        size=state.size,
        entries=state.entries,
        seed=state.seed,
        options=state.options,
        pairings=state.pairings,
        results=kept,
    )
