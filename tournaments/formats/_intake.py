"""Who comes to which line of a stage that is fed during play."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournaments.formats._base import Entry, Origin, State
from tournaments.formats._bracket import UNDECIDED, Board, Drop, Occupant, Place, seated
from tournaments.formats._feed import Take
from tournaments.formats._feeds import can_send, feeding, taken
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


class _Sender(NamedTuple):
    """A match that sends its loser: its line of the table, who has been sent by it, and whether somebody still may be."""

    drop: Drop
    line: int
    loser: str | None
    can_send: bool


class _Came(NamedTuple):
    """An entry by its line and the match by which it came, which has this number among the senders."""

    line: int | None
    drop: Drop | None
    number: int | None


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
    said = _expected(state, flight)
    closed, board = _closed(state, flight, said)
    still_open = tuple(_still_open(said.arrivals, closed))
    return Intake(tuple(closed), said.drops, _table(state, flight), still_open, said.is_full, board)


class _Expected(NamedTuple):
    """What the feeding stages and the entries say of the lines, before anything that has been played here is looked at."""

    lines: tuple[Occupant, ...]
    drops: Mapping[int, Drop]
    arrivals: tuple[Arrival, ...]
    is_full: bool


@latest("size", "entries", "feeders")
def _expected(state: State, flight: Flight) -> _Expected:
    senders, came = _senders(state, flight), _came(state, flight)
    sent = {one.number for one in came}
    kept = _kept_lines(came, senders, sent=sent)
    known = {entry.uid for entry in state.entries}
    lines: list[Occupant] = list(placed_lines(state))
    for line in _unread_lines(state, flight):
        lines[line] = UNDECIDED if lines[line] is None else lines[line]
    arrivals = []
    is_full = True
    for number, sender in enumerate(senders):
        if number in sent:
            continue
        home = kept.get(number)
        if sender.loser is not None and sender.loser not in known:
            arrivals.append(Arrival(sender.loser, sender.drop, home))
        elif not sender.can_send:
            is_full = False
            continue
        if home is not None:
            lines[home] = UNDECIDED
    drops = {line: senders[number].drop for number, line in kept.items()}
    drops |= {one.line: one.drop for one in came if one.line is not None and one.drop is not None}
    return _Expected(tuple(lines), drops, tuple(arrivals), is_full)


def drop_of(origin: Origin | None) -> Drop | None:
    """Return the match by which an entrant came, where it came by one."""
    return None if origin is None else _drop(origin.stage, origin.round, origin.slot)


# The same matches are named after every change of a stage.
@lru_cache(maxsize=4096)
def _drop(stage: str, number: int, slot: int) -> Drop:
    return Drop(stage, (number, slot))


@latest("feeders")
def _senders(state: State, flight: Flight) -> tuple[_Sender, ...]:
    """Return the matches that send their losers, in the order of the batches; one that two feeds name counts once."""
    losers = _losers(state)
    declared_by = [
        () if feeder.feed is None else feeding(feeder.feed, feeder.rounds) for feeder in state.feeders
    ]
    found: dict[Drop, _Sender] = {}
    for batch in flight.batches:
        if batch.feeder >= len(state.feeders) or (feed := state.feeders[batch.feeder].feed) is None:
            continue
        feeder = state.feeders[batch.feeder]
        is_any = feed.take is not Take.FIRST_LOSS
        number = declared_by[batch.feeder][batch.position].number
        slots = feeder.outline.rounds[number - 1]
        sending = _sending(feeder.stage, number, len(slots), start=batch.start, mask=batch.mask)
        for (drop, line), slot in zip(sending, slots, strict=True):
            can = not slot.is_decided and (is_any or can_send(feed, feeder, slot))
            found.setdefault(drop, _Sender(drop, line, losers.get(drop), can))
    return tuple(found.values())


@lru_cache(maxsize=256)
def _sending(stage: str, number: int, slots: int, *, start: int, mask: int) -> tuple[tuple[Drop, int], ...]:
    """Return the matches of a round of a feeding stage, with the lines that the table gives to their losers."""
    return tuple((_drop(stage, number, slot), start + (slot ^ mask)) for slot in range(slots))


@latest("feeders")
def _numbers(state: State, flight: Flight) -> dict[Drop, int]:
    """Return the number of every match among the senders."""
    return {sender.drop: number for number, sender in enumerate(_senders(state, flight))}


@latest("entries", "feeders")
def _came(state: State, flight: Flight) -> tuple[_Came, ...]:
    """Return how every entry came."""
    numbers = _numbers(state, flight)
    drops = [drop_of(entry.origin) for entry in state.entries]
    return tuple(
        [
            _Came(entry.line, drop, None if drop is None else numbers.get(drop))
            for entry, drop in zip(state.entries, drops, strict=True)
        ]
    )


@latest("feeders")
def _table(state: State, flight: Flight) -> dict[Drop, int]:
    """Return to which line the table sends the loser of every match."""
    return {sender.drop: sender.line for sender in _senders(state, flight)}


def _unread_lines(state: State, flight: Flight) -> Iterator[int]:
    """The lines of stages that are not there to be looked at."""
    for batch in flight.batches:
        if batch.feeder >= len(state.feeders) or state.feeders[batch.feeder].feed is None:
            yield from range(batch.start, batch.start + batch.slots)


def _losers(state: State) -> dict[Drop, str]:
    """Return who is sent by which match; nobody by a double forfeit."""
    found: dict[Drop, list[str]] = {}
    for feeder in state.feeders:
        for loss in () if feeder.feed is None else taken(feeder.feed, feeder):
            found.setdefault(_drop(feeder.stage, loss.round, loss.slot), []).append(loss.entrant)
    return {drop: losers[0] for drop, losers in found.items() if len(losers) == 1}


def _kept_lines(
    came: Sequence[_Came], senders: Sequence[_Sender], *, sent: Collection[int | None]
) -> dict[int, int]:
    """Return the line kept for each match, by its number, that has sent nobody yet: no two have the same.

    It is the line of the table. Where somebody else stands there, it is the one that the table gave to that entrant's
    match, and so on; a match left over by that has one of the lines left over.
    """
    given = {
        one.line: None if one.number is None else senders[one.number].line
        for one in came
        if one.line is not None
    }
    occupied = set(given)
    kept: dict[int, int] = {}
    homeless = []
    for number, sender in enumerate(senders):
        if number in sent:
            continue
        line: int | None = sender.line
        while line is not None and line in given:
            line = given.pop(line)
        if line is None:
            homeless.append(number)
        else:
            kept[number] = line
    if homeless:
        free = {sender.line for sender in senders} - occupied - set(kept.values())
        kept |= dict(zip(homeless, sorted(free), strict=False))
    return kept


def _closed(state: State, flight: Flight, said: _Expected) -> tuple[Sequence[Occupant], Board]:
    """Return the lines with those empty for good below a match that began while they were, and the board of them."""
    lines: Sequence[Occupant] = said.lines
    board = seated(flight.plan, lines[: flight.plan.wiring.lines], state.results, drops=said.drops)
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
        other = seated(flight.plan, without[: flight.plan.wiring.lines], state.results, drops=said.drops)
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
