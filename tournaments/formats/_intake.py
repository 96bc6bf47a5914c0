"""Who comes to which line of a stage that is fed during play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournaments.formats._base import Entry, Feeder, Origin, Slot, State
from tournaments.formats._bracket import UNDECIDED, Board, Drop, Occupant, Place, seated
from tournaments.formats._feed import Feed
from tournaments.formats._feeds import Loss, can_send, feeding, taken
from tournaments.formats._flight import Flight
from tournaments.formats._latest import latest
from tournaments.formats._seeding import placed_lines


class Arrival(NamedTuple):
    """Somebody who is to come in, by which match, and the line kept for that; None where none is left."""

    entrant: str
    drop: Drop
    line: int | None


@dataclass(frozen=True, slots=True)
class Intake:
    """The lines of a flight at this moment.

    `lines` are as in a board: an entrant, None where nobody will come, UNDECIDED where somebody may. `drops` says
    which match sends its loser to a line, `table` to which line the table sends the loser of a match. `is_full` says
    that no match has failed to send its loser so far. `board` is who sits where.
    """

    lines: tuple[Occupant, ...]
    drops: Mapping[int, Drop]
    table: Mapping[Drop, int]
    arrivals: tuple[Arrival, ...]
    is_full: bool
    board: Board


class _Match(NamedTuple):
    """A match that sends its loser, and the line of the table."""

    line: int
    feed: Feed
    feeder: Feeder
    slot: Slot


def begun_places(state: State) -> list[Place]:
    """Return the places of this stage where play has begun."""
    begun = [pairing.place for pairing in state.pairings if pairing.is_begun]
    return begun + [result.place for result in state.results if not result.is_given]


@latest("size", "entries", "pairings", "results", "feeders")
def intake_of(state: State, flight: Flight) -> Intake:
    """Return who stands where, and who is to come in.

    A line whose match sends nobody for certain is empty. So is one that play has passed while it was empty, whatever
    its match still sends: nobody who has gone on is called back.
    """
    matches, table = _matches(state, flight), _table(state, flight)
    came = _came(state)
    sent = {drop for _, drop in came if drop is not None}
    kept = _kept_lines(came, table, sent=sent)
    known = {entry.uid for entry in state.entries}
    losses = _losses(state)
    lines: list[Occupant] = list(placed_lines(state))
    for line in _unread_lines(state, flight):
        lines[line] = UNDECIDED if lines[line] is None else lines[line]
    arrivals = []
    is_full = True
    for drop, match in matches.items():
        if drop in sent:
            continue
        home, loss = kept.get(drop), losses.get(drop)
        if loss is not None and loss.entrant not in known:
            arrivals.append(Arrival(loss.entrant, drop, home))
        elif not can_send(match.feed, match.feeder, match.slot):
            is_full = False
            continue
        if home is not None:
            lines[home] = UNDECIDED
    drops = {line: drop for drop, line in kept.items()}
    drops |= {line: drop for line, drop in came if line is not None and drop is not None}
    closed, board = _closed(state, flight, lines)
    still_open = tuple(_still_open(arrivals, closed))
    return Intake(tuple(closed), drops, table, still_open, is_full, replace(board, drops=drops))


@latest("entries")
def _came(state: State) -> tuple[tuple[int | None, Drop | None], ...]:
    """Return the line of every entry, and the match by which it came."""
    return tuple((entry.line, drop_of(entry.origin)) for entry in state.entries)


def drop_of(origin: Origin | None) -> Drop | None:
    """Return the match by which an entrant came, where it came by one."""
    return None if origin is None else Drop(origin.stage, (origin.round, origin.slot))


@latest("feeders")
def _matches(state: State, flight: Flight) -> dict[Drop, _Match]:
    """Return the matches that send their losers, in the order of the batches; one that two feeds name counts once."""
    found: dict[Drop, _Match] = {}
    declared_by = [
        () if feeder.feed is None else feeding(feeder.feed, feeder.rounds) for feeder in state.feeders
    ]
    for batch in flight.batches:
        if batch.feeder >= len(state.feeders) or (feed := state.feeders[batch.feeder].feed) is None:
            continue
        feeder = state.feeders[batch.feeder]
        declared = declared_by[batch.feeder][batch.position]
        for slot in feeder.outline.rounds[declared.number - 1]:
            match = _Match(batch.start + (slot.slot ^ batch.mask), feed, feeder, slot)
            found.setdefault(Drop(feeder.stage, (slot.round, slot.slot)), match)
    return found


@latest("feeders")
def _table(state: State, flight: Flight) -> dict[Drop, int]:
    """Return to which line the table sends the loser of every match."""
    return {drop: match.line for drop, match in _matches(state, flight).items()}


def _unread_lines(state: State, flight: Flight) -> Iterator[int]:
    """The lines of stages that are not there to be looked at."""
    for batch in flight.batches:
        if batch.feeder >= len(state.feeders) or state.feeders[batch.feeder].feed is None:
            yield from range(batch.start, batch.start + batch.slots)


@latest("feeders")
def _losses(state: State) -> dict[Drop, Loss]:
    """Return who is sent by which match; nobody by a double forfeit."""
    found: dict[Drop, list[Loss]] = {}
    for feeder in state.feeders:
        for loss in () if feeder.feed is None else taken(feeder.feed, feeder):
            found.setdefault(Drop(feeder.stage, (loss.round, loss.slot)), []).append(loss)
    return {drop: losses[0] for drop, losses in found.items() if len(losses) == 1}


def _kept_lines(
    came: Iterable[tuple[int | None, Drop | None]], table: Mapping[Drop, int], *, sent: set[Drop]
) -> dict[Drop, int]:
    """Return the line kept for each match that has sent nobody yet: no two have the same.

    It is the line of the table. Where somebody else stands there, it is the one that the table gave to that entrant's
    match, and so on; a match left over by that has one of the lines left over.
    """
    given = {line: None if drop is None else table.get(drop) for line, drop in came if line is not None}
    occupied = set(given)
    kept: dict[Drop, int] = {}
    homeless = []
    for drop, home in table.items():
        if drop in sent:
            continue
        line: int | None = home
        while line is not None and line in given:
            line = given.pop(line)
        if line is None:
            homeless.append(drop)
        else:
            kept[drop] = line
    free = set(table.values()) - occupied - set(kept.values())
    return kept | dict(zip(homeless, sorted(free), strict=False))


def _closed(state: State, flight: Flight, lines: Sequence[Occupant]) -> tuple[Sequence[Occupant], Board]:
    """Return the lines with those empty for good below a match that began while they were, and the board of them."""
    board = seated(flight.plan, lines[: flight.plan.wiring.lines], state.results)
    stale = board.stale_pairings(state.pairings)
    begun = set(begun_places(state)) if stale else set()
    for pairing in (pairing for pairing in state.pairings if pairing in stale):
        if pairing.place not in begun or board.follows(pairing):
            continue
        below = flight.plan.lines_below(pairing.place)
        without = [
            None if line in below and occupant is UNDECIDED else occupant
            for line, occupant in enumerate(lines)
        ]
        other = seated(flight.plan, without[: flight.plan.wiring.lines], state.results)
        if other.follows(pairing):
            lines, board = without, other
    return lines, board


def _still_open(arrivals: Sequence[Arrival], lines: Sequence[Occupant]) -> Iterator[Arrival]:
    """The arrivals, without their line where it is closed."""
    for arrival in arrivals:
        is_open = arrival.line is not None and lines[arrival.line] is UNDECIDED
        yield arrival if is_open else arrival._replace(line=None)


def entries_of(state: State) -> dict[str, Entry]:
    """Return everybody known here, from the stages that feed this one and from this one itself."""
    found = {entry.uid: entry for feeder in state.feeders for entry in feeder.entries}
    return found | {entry.uid: entry for entry in state.entries}
