"""The assignment of arriving losers to lines, away from earlier opponents."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations

from tournaments.formats.base import Entry, EntryOrigin, Pairing, Result, State
from tournaments.formats.bracket import UNDECIDED, BracketBoard, Drop
from tournaments.formats.consolation.lines import Arrival, FlightIntake, begun_places, entries_of, intake_of
from tournaments.formats.drop_costs import MOST_LINES, Costs, ExpectedArrival, cheapest, note_waiting
from tournaments.formats.flight import Flight
from tournaments.formats.latest import for_each
from tournaments.formats.same_player import meetings_of, same_player


def entries_to_admit(state: State, flight: Flight, *, is_by_table: bool) -> tuple[Entry, ...]:
    """Return the entries of all arriving losers, each with its line.

    The drop table decides as long as every match so far has sent its loser. Otherwise each loser has the cheapest open
    line of its round, by the chance of a rematch or of a meeting within a club. If play has already passed its line,
    the loser takes an empty open one; if there is none, the director decides.
    """
    entries: list[Entry] = []
    while True:
        current = _with(state, entries)
        now = intake_of(current, flight)
        if not now.arrivals:
            return tuple(entries)
        hall = _FlightState(state=current, intake=now)
        with_line = [arrival for arrival in now.arrivals if arrival.line is not None]
        if with_line:
            batch = _batch_of(flight, with_line[0])
            together = [arrival for arrival in with_line if _batch_of(flight, arrival) == batch]
            is_tabled = is_by_table or (flight.is_tabled and now.is_full)
            entries += hall.placed(together, batch=batch, is_tabled=is_tabled)
            if len(together) == len(now.arrivals):
                return tuple(entries)
            continue
        late = hall.late(now.arrivals)
        if late is None:
            return tuple(entries)
        entries.append(late)


def pairs_met(state: State) -> frozenset[frozenset[str]]:
    """Return the pairs who have met in the event, without the meetings of this stage, whose losers are out.

    Two entrants of the same player count as having met, and so do both with the opponents of either.
    """
    meetings = Counter(_pairs_met(state.meetings))
    meetings.subtract(_pairs_seated(state.pairings))
    from_results = {
        pair for feeder in state.feeders for pair in _pairs_played(feeder.results) if pair is not None
    }
    pairs = from_results | {pair for pair, times in meetings.items() if times > 0}
    mates = same_player(entries_of(state).values())
    if not mates:
        return frozenset(pairs)
    all_pairs = {frozenset(pair) for one, two in map(sorted, pairs) for pair in meetings_of(one, two, mates)}
    return frozenset(
        all_pairs | {frozenset(pair) for uids in mates.values() for pair in combinations(uids, 2)}
    )


@for_each
def _pairs_met(meeting: tuple[str, str]) -> frozenset[str]:
    return frozenset(meeting)


@for_each
def _pairs_seated(pairing: Pairing) -> frozenset[str]:
    return frozenset(pairing.entrants)


@for_each
def _pairs_played(result: Result) -> frozenset[str] | None:
    return frozenset((result.one, result.two)) if result.is_played else None


class _FlightState:
    """A snapshot of a flight: the waiting entrants by slot, and the earlier opponents of each."""

    def __init__(self, *, state: State, intake: FlightIntake) -> None:
        self._state, self._intake = state, intake

    @cached_property
    def _people(self) -> dict[str, Entry]:
        return entries_of(self._state)

    @cached_property
    def _board(self) -> BracketBoard:
        return self._intake.board

    @cached_property
    def _waiting(self) -> dict[str, int]:
        wiring, waiting = self._board.plan.wiring, dict[str, int]()
        note_waiting(waiting, wiring, self._board.occupants, range(len(wiring.sides)))
        return waiting

    @cached_property
    def _met(self) -> dict[str, set[str]]:
        opponents: dict[str, set[str]] = {}
        for one, two in pairs_met(self._state):
            opponents.setdefault(one, set()).add(two)
            opponents.setdefault(two, set()).add(one)
        return opponents

    @property
    def _costs(self) -> Costs:
        return Costs(
            self._state.intake,
            self._board.plan.wiring,
            self._waiting,
            self._people,
            lambda uid: self._met.get(uid, ()),
        )

    def placed(self, arrivals: Sequence[Arrival], *, batch: range, is_tabled: bool) -> Iterator[Entry]:
        """Yield the entries of simultaneous arrivals, each with a line of their batch.

        The remaining lines belong to matches without a loser yet; both of their players count with half weight.
        """
        lines = [line for line in batch if self._intake.lines[line] is UNDECIDED]
        if is_tabled or len(lines) > MOST_LINES:
            for arrival in arrivals:
                yield self._entry(arrival, arrival.line)
            return
        arriving = {arrival.line for arrival in arrivals}
        coming = [ExpectedArrival((arrival.entrant,), arrival.line, 2) for arrival in arrivals]
        coming += [ExpectedArrival(self._players(line), line, 1) for line in lines if line not in arriving]
        for arrival, line in zip(arrivals, cheapest(coming, self._costs), strict=False):
            yield self._entry(arrival, line)

    def late(self, arrivals: Sequence[Arrival]) -> Entry | None:
        """Return the entry of the first arrival with a closed line, on the best empty line; None if there is none."""
        lines = self._board.open_lines(begun_places(self._state))
        if not lines:
            return None
        costs = self._costs.of(ExpectedArrival((arrivals[0].entrant,), None, 2), lines)
        _, line = min(zip(costs, lines, strict=True))
        return self._entry(arrivals[0], line)

    def _entry(self, arrival: Arrival, line: int | None) -> Entry:
        return entry_of(self._people[arrival.entrant], drop=arrival.drop, line=line)

    def _players(self, line: int) -> tuple[str, ...]:
        """Return the known players of the match whose loser comes to a line."""
        stage, place = self._intake.drops[line]
        outline = next(feeder.outline for feeder in self._state.feeders if feeder.stage == stage)
        return outline.at(place).entrants


def entry_of(person: Entry, *, drop: Drop, line: int | None) -> Entry:
    """Return the entry of an entrant who drops from this match to a line."""
    stage, (number, slot) = drop
    return Entry(
        person.uid,
        line=line,
        origin=EntryOrigin(stage, number, slot),
        is_withdrawn=person.is_withdrawn,
        club=person.club,
        country=person.country,
        family=person.family,
        rating=person.rating,
        goes_on=person.goes_on,
    )


def _with(state: State, entries: Sequence[Entry]) -> State:
    if not entries:
        return state
    return replace(state, entries=state.entries + tuple(entries))


def _batch_of(flight: Flight, arrival: Arrival) -> range:
    """Return the lines of the batch to which the line of an arrival belongs."""
    batches = (range(batch.start, batch.start + batch.slots) for batch in flight.batches)
    return next(lines for lines in batches if arrival.line in lines)
