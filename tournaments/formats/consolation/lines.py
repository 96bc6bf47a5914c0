"""The occupants of the lines of a stage that is fed during play."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournaments.formats.base import Entry, EntryOrigin, Feeder, State
from tournaments.formats.bracket import UNDECIDED, BracketBoard, Drop, Occupant, make_board
from tournaments.formats.bracket_plan import Place
from tournaments.formats.feeds import can_send, feeding_losses, feeding_rounds
from tournaments.formats.flight import Flight, Shape
from tournaments.formats.flight import flight as flight_of
from tournaments.formats.latest import for_each, latest
from tournaments.formats.seeding import placed_lines


class Arrival(NamedTuple):
    """An entrant to be admitted: its match, and the line reserved for it; None if no line is left."""

    entrant: str
    drop: Drop
    line: int | None


@dataclass(frozen=True, slots=True)
class FlightIntake:
    """The current lines of a flight.

    `lines` are as in a board: an entrant, None if nobody will come, UNDECIDED if somebody may. `drops` is the match
    whose loser comes to a line, `table` the table's line for the loser of a match. `is_full` says that every match so
    far has sent its loser, `is_passed` that play has passed a line to which somebody may still come. `board` holds the
    occupants of all slots.
    """

    lines: tuple[Occupant, ...]
    drops: Mapping[int, Drop]
    table: Mapping[Drop, int]
    arrivals: tuple[Arrival, ...]
    is_full: bool
    is_passed: bool
    board: BracketBoard


class _Sender(NamedTuple):
    """A match that sends its loser: its feeding stage by number, and its line in the table."""

    drop: Drop
    line: int
    feeder: int


class _Senders(NamedTuple):
    """The matches that send their losers, in the order of the batches; a match of two feeds counts once.

    `numbers` are their numbers and `table` their lines. `unread_lines` are the lines of feeding stages that are not in the
    state.
    """

    matches: tuple[_Sender, ...]
    numbers: Mapping[Drop, int]
    table: Mapping[Drop, int]
    unread_lines: tuple[int, ...]


class _Sent(NamedTuple):
    """For each sender, the loser it has sent and whether it may still send one."""

    senders: _Senders
    losers: Mapping[int, str]
    is_open: Sequence[bool]


class _Came(NamedTuple):
    """An entry by its line and its match, with the number of that match among the senders."""

    line: int | None
    drop: Drop | None
    number: int | None


def begun_places(state: State) -> list[Place]:
    """Return the places of this stage at which play has begun."""
    places = [pairing.place for pairing in state.pairings if pairing.is_begun]
    return places + [result.place for result in state.results if not result.is_given]


@latest("size", "entries", "pairings", "results", "feeders")
def intake_of(state: State, flight: Flight) -> FlightIntake:
    """Return the occupants of the lines, and the entrants to be admitted.

    A line whose match certainly sends nobody is empty. So is a line that play has passed while it was empty, whatever
    its match still sends: an entrant who has advanced is not called back.
    """
    expectation = _expected(state, flight)
    lines, board = _close_lines(state, flight, expectation)
    still_open = tuple(_still_open(expectation.arrivals, lines))
    table = _sent(state, flight).senders.table
    return FlightIntake(
        tuple(lines),
        expectation.drops,
        table,
        still_open,
        expectation.is_full,
        lines is not expectation.lines,
        board,
    )


class _Expected(NamedTuple):
    """The lines by the feeding stages and the entries, before this stage's own play is considered."""

    lines: tuple[Occupant, ...]
    drops: Mapping[int, Drop]
    arrivals: tuple[Arrival, ...]
    is_full: bool


@latest("size", "entries", "feeders")
def _expected(state: State, flight: Flight) -> _Expected:
    senders, losers, is_open = _sent(state, flight)
    came = _came(state, senders)
    senders_used = {number for _, _, number in came}
    lines_of = _reserved_lines(came, senders, senders_used=senders_used)
    entrants = {entry.uid for entry in state.entries}
    lines: list[Occupant] = list(placed_lines(state))
    for line in senders.unread_lines:
        lines[line] = UNDECIDED if lines[line] is None else lines[line]
    arrivals = []
    is_full = True
    for number, sender in enumerate(senders.matches):
        if number in senders_used:
            continue
        home, loser = lines_of.get(number), losers.get(number)
        if loser is not None and loser not in entrants:
            arrivals.append(Arrival(loser, sender.drop, home))
        elif not is_open[number]:
            is_full = False
            continue
        if home is not None:
            lines[home] = UNDECIDED
    drops = {line: senders.matches[number].drop for number, line in lines_of.items()}
    drops |= {line: drop for line, drop, _ in came if line is not None and drop is not None}
    return _Expected(tuple(lines), drops, tuple(arrivals), is_full)


def drop_of(origin: EntryOrigin | None) -> Drop | None:
    """Return the match from which an entrant came; None if it did not come from one."""
    return None if origin is None else _drop(origin.stage, origin.round, origin.slot)


# The same matches are looked up after every change of a stage.
@lru_cache(maxsize=4096)
def _drop(stage: str, number: int, slot: int) -> Drop:
    return Drop(stage, (number, slot))


@latest("feeders")
def _sent(state: State, flight: Flight) -> _Sent:
    """Return the state of the matches that send their losers."""
    senders = _senders(state.intake, tuple(map(_sending, state.feeders)))
    by_sender: dict[int, list[str]] = {}
    for feeder in state.feeders:
        for loss in () if feeder.feed is None else feeding_losses(feeder.feed, feeder):
            # The draw fixes the feeding rounds, so each match that sends a loser is among the senders.
            number = senders.numbers[_drop(feeder.stage, loss.round, loss.slot)]
            by_sender.setdefault(number, []).append(loss.entrant)
    # A double forfeit sends nobody.
    losers = {number: entrants[0] for number, entrants in by_sender.items() if len(entrants) == 1}
    feeds = [(feeder, feeder.feed) for feeder in state.feeders]
    is_open = []
    for (_, (round_number, slot)), _, index in senders.matches:
        feeder, feed = feeds[index]
        match = feeder.outline.rounds[round_number - 1][slot]
        is_open.append(not match.is_decided and feed is not None and can_send(feed, feeder, match))
    return _Sent(senders, losers, is_open)


# A feeding stage with the numbers and slots of its feeding rounds; None if it is not in the state.
_Sending = tuple[str, tuple[tuple[int, int], ...]] | None


def _sending(feeder: Feeder) -> _Sending:
    if feeder.feed is None:
        return None
    rounds = feeder.outline.rounds
    numbers = [declared.number for declared in feeding_rounds(feeder.feed, feeder.rounds)]
    return feeder.stage, tuple([(number, len(rounds[number - 1])) for number in numbers])


@lru_cache(maxsize=64)
def _senders(shape: Shape, feeders: tuple[_Sending, ...]) -> _Senders:
    by_drop: dict[Drop, _Sender] = {}
    unread_lines: list[int] = []
    for batch in flight_of(shape).batches:
        sending = feeders[batch.feeder] if batch.feeder < len(feeders) else None
        if sending is None:
            unread_lines += range(batch.start, batch.start + batch.slots)
            continue
        stage, rounds = sending
        number, slots = rounds[batch.position]
        for slot in range(slots):
            drop = _drop(stage, number, slot)
            by_drop.setdefault(drop, _Sender(drop, batch.start + (slot ^ batch.mask), batch.feeder))
    numbers = {drop: number for number, drop in enumerate(by_drop)}
    table = {drop: sender.line for drop, sender in by_drop.items()}
    return _Senders(tuple(by_drop.values()), numbers, table, tuple(unread_lines))


@latest("entries")
def _came(state: State, senders: _Senders) -> tuple[_Came, ...]:
    """Return the line and the match of every entry."""
    numbers = senders.numbers
    return tuple(
        [
            _Came(line, drop, None if drop is None else numbers.get(drop))
            for line, drop in _lines_and_drops(state.entries)
        ]
    )


@for_each
def _lines_and_drops(entry: Entry) -> tuple[int | None, Drop | None]:
    return entry.line, drop_of(entry.origin)


def _reserved_lines(
    came: Sequence[_Came], senders: _Senders, *, senders_used: Collection[int | None]
) -> dict[int, int]:
    """Return a distinct line for each match, by number, that has not sent its loser yet.

    It is the line of the table. If another entrant has that line, it is the table's line for that entrant's match, and
    so on; a match left without a line has one of the remaining ones.
    """
    matches = senders.matches
    table_lines = {
        line: None if number is None else matches[number].line for line, _, number in came if line is not None
    }
    occupied = set(table_lines)
    lines_of: dict[int, int] = {}
    homeless = []
    for number, sender in enumerate(matches):
        if number in senders_used:
            continue
        line: int | None = sender.line
        while line is not None and line in table_lines:
            line = table_lines.pop(line)
        if line is None:
            homeless.append(number)
        else:
            lines_of[number] = line
    if homeless:
        free = set(senders.table.values()) - occupied - set(lines_of.values())
        lines_of |= dict(zip(homeless, sorted(free), strict=False))
    return lines_of


def _close_lines(
    state: State, flight: Flight, expectation: _Expected
) -> tuple[Sequence[Occupant], BracketBoard]:
    """Return the lines, with those emptied below a match that began without them, and their board."""
    lines: Sequence[Occupant] = expectation.lines
    board = make_board(flight.plan, lines[: flight.plan.wiring.lines], state.results, drops=expectation.drops)
    stale = board.stale_pairings(state.pairings)
    places = set(begun_places(state)) if stale else set()
    for pairing in (pairing for pairing in state.pairings if pairing in stale):
        if pairing.place not in places or board.follows(pairing):
            continue
        below = flight.plan.lines_below(pairing.place)
        without = [
            None if line in below and occupant is UNDECIDED else occupant
            for line, occupant in enumerate(lines)
        ]
        other = make_board(
            flight.plan, without[: flight.plan.wiring.lines], state.results, drops=expectation.drops
        )
        if other.follows(pairing):
            lines, board = without, other
    return lines, board


def _still_open(arrivals: Sequence[Arrival], lines: Sequence[Occupant]) -> Iterator[Arrival]:
    """Yield the arrivals, without their line if it is closed."""
    for arrival in arrivals:
        is_open = arrival.line is not None and lines[arrival.line] is UNDECIDED
        yield arrival if is_open else arrival._replace(line=None)


def entries_of(state: State) -> dict[str, Entry]:
    """Return all entries of this stage and of the stages that feed it, by uid."""
    entries: dict[str, Entry] = {}
    for feeder in state.feeders:
        entries |= _by_uid(feeder)
    return entries | _by_uid(state)


@latest("entries")
def _by_uid(stage: Feeder | State) -> dict[str, Entry]:
    return {entry.uid: entry for entry in stage.entries}
