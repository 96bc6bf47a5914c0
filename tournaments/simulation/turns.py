"""The turns of the waiting matches of a simulated hall: those of the product, from what a director knows."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tournaments.formats.base import Pairing
from tournaments.simulation.longest_way import LongestWays, MatchTurn, leaves_soon, way_elsewhere
from tournaments.simulation.stage import Setup, SimulatedStage

_UNKNOWN = LongestWays({}, {})


@dataclass(frozen=True, slots=True)
class HallPeople:
    """The persons of a hall, and when they can be called.

    `behind` lists the persons of an entrant; any other entrant is a person of its own. `shared` play in several events.
    `back` are the minutes before which an absent person cannot be called, `leaves` those at which a person leaves.
    """

    behind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shared: Collection[str] = frozenset()
    back: Mapping[str, float] = field(default_factory=dict)
    leaves: Mapping[str, float] = field(default_factory=dict)

    def of(self, pairing: Pairing) -> list[str]:
        """Return the persons of a match."""
        return [person for uid in pairing.entrants for person in self.behind.get(uid, (uid,))]


class EventOfTurns(Protocol):
    """An event as its turns are decided."""

    number: int
    setup: Setup
    ways: LongestWays | None


class Turns:
    """What decides the turns of a hall: the longest ways of its events, and how far its players have to go elsewhere."""

    def __init__(self, people: HallPeople, *, limit: float | None) -> None:
        self._people = people
        self._limit = limit
        # The minutes that each person of several events still has to go in each of them.
        self._rest: dict[str, dict[int, float]] = {}

    def pair(self, event: EventOfTurns, stage: SimulatedStage, pairing: Pairing) -> None:
        """Note a match that is to be played."""
        if shared := self._shared_of(pairing):
            to_go = _to_go(event, stage, pairing.round)
            for person in shared:
                self._rest.setdefault(person, {})[event.number] = to_go

    def decide(self, event: EventOfTurns, stage: SimulatedStage, pairing: Pairing, winner: str) -> None:
        """Note a decided match: what lies behind it for its winner and its loser."""
        people, shared, ways = self._people, self._people.shared, event.ways or _UNKNOWN
        for uid in pairing.entrants if shared else ():
            behind = ways.behind if uid == winner else ways.behind_losers
            minutes = event.setup.minutes_per_point * behind.get((stage.number, pairing.round), 0)
            for person in people.behind.get(uid, (uid,)):
                if person in shared:
                    self._rest.setdefault(person, {})[event.number] = minutes

    def key(
        self, event: EventOfTurns, stage: SimulatedStage, pairing: Pairing, *, since: float, now: float
    ) -> tuple[float, ...]:
        """Return the sort key of a match that waits since this minute."""
        leaves, leaves_in = self._people.leaves, None
        if leaves:
            leaves_in = leaves_soon(
                (leaves[person] - now for person in self._people.of(pairing) if person in leaves),
                expected=event.setup.minutes_per_point * stage.length(pairing.round),
            )
        elsewhere = 0.0
        if shared := self._shared_of(pairing):
            elsewhere = way_elsewhere((self._rest[person] for person in shared), event=event.number)
        to_go = _to_go(event, stage, pairing.round)
        return MatchTurn(to_go, now - since, elsewhere, leaves_in).key(limit=self._limit)

    def _shared_of(self, pairing: Pairing) -> list[str]:
        shared = self._people.shared
        return [person for person in self._people.of(pairing) if person in shared] if shared else []


def _to_go(event: EventOfTurns, stage: SimulatedStage, number: int) -> float:
    ways = event.ways or _UNKNOWN
    return event.setup.minutes_per_point * ways.of(stage.number, number, length=stage.length(number))
