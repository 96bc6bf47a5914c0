"""All against all in groups, by the Berger tables: the schedule, its pairings so far, and the standings of each group."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import attrgetter

from tournaments.formats.base import (
    Outline,
    Pairing,
    Reason,
    Result,
    Round,
    RoundName,
    SideKind,
    Slot,
    SlotSide,
    Standing,
    State,
)
from tournaments.formats.latest import latest
from tournaments.formats.no_shows import are_places_by_play, no_shows
from tournaments.formats.rounds import entrants_of, entries_of, records
from tournaments.formats.seeding import came_to_line
from tournaments.formats.tiebreaks import Tiebreak, Unplayed, points_difference, points_of, rank_records

Place = tuple[int, int]

# Round, slot and entrants, of a pairing or of a result.
_match = attrgetter("round", "slot", "one", "two")


@dataclass(frozen=True)
class GroupTable:
    """The groups by number from 1, with their entrants in the order of lines, and the number of legs.

    With `has_home` the first of a pair is at home, each as often as away or once more or less; in the places of
    `exchanged` the other one is.
    """

    groups: Mapping[int, tuple[str, ...]]
    legs: int
    has_home: bool = False
    exchanged: frozenset[Place] = frozenset()

    @cached_property
    def last(self) -> int:
        """The number of the last round: as many as the largest group needs, in each leg."""
        largest = max(map(len, self.groups.values()), default=0)
        return self.legs * (largest + largest % 2 - 1) if largest > 1 else 0

    @cached_property
    def schedule(self) -> Mapping[Place, Pairing]:
        """Every pairing of all rounds by place, in order; within a round the groups follow each other."""
        usual = _schedule_of(tuple(self.groups.values()), self.legs, has_home=self.has_home)
        if not self.exchanged:
            return usual
        return {
            place: Pairing(*place, pairing.two, pairing.one)
            if place in self.exchanged and pairing.two is not None
            else pairing
            for place, pairing in usual.items()
        }

    @cached_property
    def group_of(self) -> Mapping[str, int]:
        """The number of the group of each entrant."""
        return {uid: number for number, group in self.groups.items() for uid in group}

    @cached_property
    def slots(self) -> Mapping[Place, Slot]:
        """The slot of every pairing without its result, by place, in order."""
        return {place: self._slot(pairing) for place, pairing in self.schedule.items()}

    def _slot(self, pairing: Pairing) -> Slot:
        bye, group = pairing.is_bye, self.group_of[pairing.one]
        one = SlotSide(SideKind.ENTRANT, pairing.one)
        two = SlotSide(SideKind.BYE) if bye else SlotSide(SideKind.ENTRANT, pairing.two)
        return Slot(*pairing.place, one, two, pairing.one if bye else None, is_decided=bye, group=group)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return all rounds."""
        last, places = self.last, len(entrants_of(state)) or state.size
        name = RoundName.MATCH_DAY if self.has_home else RoundName.ROUND
        return tuple(Round(number, name, last - number, places) for number in range(1, last + 1))

    def outline(self, state: State) -> Outline:
        """Return the whole schedule with the results so far."""
        rounds: list[list[Slot]] = [[] for _ in range(self.last)]
        results = {result.place: result for result in state.results}
        for place, slot in self.slots.items():
            result = _result_of(results.get(place), self.schedule[place])
            if result is not None:
                slot = slot._replace(winner=result.winner, is_decided=True)
            rounds[place[0] - 1].append(slot)
        return Outline(tuple(map(tuple, rounds)))

    def next_pairings(self, state: State, *, until: int) -> tuple[Pairing, ...]:
        """Return the pairings of the rounds up to `until` that do not exist yet."""
        stale = self.stale_pairings(state)
        occupied = {(pairing.round, pairing.slot) for pairing in state.pairings}
        seated = {(pairing.round, uid) for pairing in stale for uid in pairing.entrants}
        return tuple(
            pairing
            for place, pairing in self.schedule.items()
            if place[0] <= until
            and place not in occupied
            and not (seated and any((pairing.round, uid) in seated for uid in pairing.entrants))
        )

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that are not in the schedule after a swap or a late entry."""
        due = self.schedule
        stale = [pairing for pairing in state.pairings if not _is_due(due, pairing)]
        return tuple(sorted(stale, key=lambda pairing: pairing.place))

    def holds(self, pairing: Pairing) -> bool:
        """Say whether these entrants meet in this place."""
        return _is_due(self.schedule, pairing)

    def reached(self, state: State) -> int:
        """Return the first round with a match without a result; 0 if all have one."""
        return _current_round(state, self.schedule)

    def is_complete(self, state: State) -> bool:
        """Say whether every match of the schedule has a result."""
        return bool(self.schedule) and not self.reached(state)

    def standings(
        self, state: State, *, order: Sequence[Tiebreak], drops_early_leavers: bool
    ) -> tuple[Standing, ...]:
        """Return the standings group by group, each by wins and the tiebreaks; tied entrants share their places.

        With `drops_early_leavers`, the matches of entrants who left before half of theirs were played do not count, and
        they stand behind all others of their group, as does who has played no match.
        """
        by_entrant = records(state)
        early = self._early_leavers(state) if drops_early_leavers else frozenset()
        behind = no_shows(state, by_entrant) | (early if are_places_by_play(state) else frozenset())
        results = tuple(result for result in state.results if early.isdisjoint((result.one, result.two)))
        scoring = records(replace(state, results=results)) if early else by_entrant
        is_complete = self.is_complete(state)
        withdrawals = {entry.uid for entry in state.entries if entry.is_withdrawn}
        standings: list[Standing] = []
        for number, group in self.groups.items():
            members = {uid: scoring[uid] for uid in group}
            points = {uid: points_of(record, bye=0) for uid, record in members.items()}
            ranking = rank_records(
                members, points, order=order, unplayed=Unplayed.AS_PLAYED, bye=0, behind=behind
            )
            for row in ranking:
                record = by_entrant[row.entrant]
                standings.append(
                    Standing(
                        entrant=row.entrant,
                        place=row.place,
                        last_place=row.last_place,
                        wins=record.wins,
                        losses=record.losses,
                        reached=max(record.rounds, default=0),
                        is_in=not is_complete and row.entrant not in withdrawals,
                        byes=len(record.byes),
                        half_points=points[row.entrant],
                        tiebreaks=row.tiebreaks,
                        group=number if len(self.groups) > 1 else None,
                        matches=len(members[row.entrant].meetings),
                        difference=points_difference(members[row.entrant]),
                        is_behind=row.entrant in behind,
                    )
                )
        return tuple(standings)

    def reasons(self, state: State, pairing: Pairing, *, is_seeded: bool) -> tuple[Reason, ...]:
        """Return the number of each entrant in the Berger table.

        Codes: `no_longer_follows`; `berger` (with `round` and `group`) or `odd_group` (with `entrants`), and for each
        entrant those of `came_to_line`.
        """
        if not self.holds(pairing):
            return (Reason("no_longer_follows"),)
        number = self.group_of[pairing.one]
        if pairing.is_bye:
            first = Reason("odd_group", {"entrants": len(self.groups[number]), "group": number})
        else:
            first = Reason("berger", {"round": pairing.round, "group": number})
        entries = entries_of(state)
        came = [
            came_to_line(entries[uid], line=entries[uid].line or 0, is_seeded=is_seeded)
            for uid in pairing.entrants
        ]
        return (first, *came)

    def _early_leavers(self, state: State) -> frozenset[str]:
        """Return the entrants who have left before half of their matches were played."""
        withdrawals = {entry.uid for entry in state.entries if entry.is_withdrawn}
        by_entrant = records(state)
        return frozenset(
            uid
            for group in self.groups.values()
            for uid in withdrawals.intersection(group)
            if 2 * sum(meeting.is_played for meeting in by_entrant[uid].meetings)
            < self.legs * (len(group) - 1)
        )


@lru_cache(maxsize=64)
def berger(places: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a Berger table for an even number of places, as pairs of numbers from 0.

    In round r two numbers meet if their sum, counted from 1, is r + 1 modulo the number of places less one; a number
    that would meet itself meets the last number.
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


def home_first(pair: tuple[int, int], *, places: int, leg: int = 0) -> tuple[int, int]:
    """Return a pair of a Berger table with the number at home first, as FIDE gives the white pieces.

    Of two numbers with an odd sum the smaller is at home, of others the larger; the last number is at home against the
    upper half of the numbers. In a second leg home and away change.
    """
    one, two = pair
    last = places - 1
    is_larger_at_home = one >= places // 2 if two == last else (one + two) % 2 == 0
    return (two, one) if is_larger_at_home != (leg % 2 == 1) else (one, two)


def _seated(home: str | None, away: str | None) -> tuple[str, str | None]:
    """Return two seats with somebody on the first; the empty place of an odd group is second."""
    return (away or "", None) if home is None else (home, away)


# The schedule is read several times in a row and changes only with the entrants.
@lru_cache(maxsize=8)
def _schedule_of(
    groups: tuple[tuple[str, ...], ...], legs: int, *, has_home: bool
) -> Mapping[Place, Pairing]:
    by_place: dict[Place, Pairing] = {}
    by_group = [list(_of_group(group, legs=legs, has_home=has_home)) for group in groups]
    for number in range(1, max(map(len, by_group), default=0) + 1):
        slot = 0
        for rounds in by_group:
            for one, two in rounds[number - 1] if number <= len(rounds) else ():
                by_place[number, slot] = Pairing(number, slot, one, two)
                slot += 1
    return by_place


def _of_group(group: Sequence[str], *, legs: int, has_home: bool) -> Iterator[list[tuple[str, str | None]]]:
    """Yield the rounds of one group; the opponent of the empty place of an odd group has a bye."""
    seats: list[str | None] = [*group, *([None] if len(group) % 2 else [])]
    for leg in range(legs):
        for pairs in berger(len(seats)) if len(seats) > 1 else ():
            if has_home:
                hosted = (home_first(pair, places=len(seats), leg=leg) for pair in pairs)
                yield [_seated(seats[home], seats[away]) for home, away in hosted]
                continue
            # The first of a pair has the smaller number, and only the last place can be empty. A bye keeps
            # its slot, so that filling it moves nobody.
            if leg == 0:
                yield [(group[first], seats[second]) for first, second in pairs]
            else:
                sides = [(group[first], seats[second]) for first, second in pairs]
                yield [(one, None) if two is None else (two, one) for one, two in sides]


@latest("results")
def _current_round(state: State, schedule: Mapping[Place, Pairing]) -> int:
    """Return the first round of this schedule with a match without a result; 0 if all have one."""
    matches = set(map(_match, state.results))
    for pairing in schedule.values():
        number, slot, one, two = match = _match(pairing)
        if match not in matches and (number, slot, two, one) not in matches and two is not None:
            return pairing.round
    return 0


def _is_due(schedule: Mapping[Place, Pairing], pairing: Pairing) -> bool:
    """Say whether the schedule has these entrants in this place."""
    due = schedule.get((pairing.round, pairing.slot))
    if due is None:
        return False
    one, two = pairing.one, pairing.two
    return (due.one == one and due.two == two) or (due.one == two and due.two == one)


def _result_of(result: Result | None, pairing: Pairing) -> Result | None:
    """Return the result if it is one of these two entrants; else None."""
    if result is None:
        return None
    one, two = pairing.one, pairing.two
    is_theirs = (result.one == one and result.two == two) or (result.one == two and result.two == one)
    return result if is_theirs else None
