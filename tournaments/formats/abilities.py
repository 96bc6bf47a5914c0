"""What some formats can do beside what every format does."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol, runtime_checkable

from tournaments.formats.base import Challenge, Format, Pairing, State
from tournaments.formats.drop_costs import Met
from tournaments.formats.errors import Problem
from tournaments.formats.feed import Feed
from tournaments.formats.options import Options
from tournaments.formats.walk import Walk


@runtime_checkable
class Scheduled(Protocol):
    """What a format has beside, of which every pairing is known from the draw on."""

    def schedule(self, state: State) -> Iterable[Sequence[Pairing]]:
        """Return all pairings in batches: each follows once every match of the one before is decided.

        `next_pairings` answers the same for as long as entrants and options stay as they are at the draw.
        """


@runtime_checkable
class Walked(Protocol):
    """What a bracket has beside that can be played through without being asked about its whole state each time."""

    def walk(self, state: State, *, feeders: Sequence[tuple[Feed, Walk]], met: Met) -> Walk | None:
        """Return the walk from here on; None where not everything has gone its plain way so far.

        With it go the walks of the stages that feed it, in the order of `State.feeders`, and whom each has met in other
        stages. It says what `admissions` and `next_pairings` answer as long as results are all that happens.
        """


@runtime_checkable
class KeepsEarlier(Protocol):
    """What a format has beside, that still draws and pairs what an earlier version of it has drawn as that one did."""

    @property
    def earliest(self) -> int:
        """The first of these versions; `State.version` says by which one a stage was drawn."""


@runtime_checkable
class ByCalendar(Protocol):
    """What a format has beside, whose matches are to be played until a certain day."""

    def deadline(self, state: State, number: int) -> datetime | None:
        """Return until when the matches of a round are to be played, from the options, the start and the challenges
        alone; None where they have all the time.
        """


@runtime_checkable
class BySeasons(Protocol):
    """What a format has beside, in divisions between which entrants move when another season follows."""

    def fewest_in_division(self, options: Options) -> int:
        """Return how many a division needs so that as many as the options say can move."""


@runtime_checkable
class Estimated(Protocol):
    """What a format has beside, of which results decide how many rounds and matches there are."""

    def likely_rounds(self, options: Options, entrants: int) -> Sequence[tuple[int, int]]:
        """Return the matches and byes of each round as they are likely."""

    def most_matches(self, options: Options, entrants: int) -> int:
        """Return how many matches there can be."""


@runtime_checkable
class PlacesLosers(Protocol):
    """What a format has beside, in which the round of the last loss says the place, whatever follows."""

    def places_of_losers(self, state: State, number: int) -> tuple[int, int] | None:
        """Return the places that all who lose in a round share; None where a later match parts them."""


@runtime_checkable
class ByChallenge(Protocol):
    """What a format has beside, in which entrants ask each other for matches."""

    def refusals(self, state: State, challenger: str, challenged: str) -> tuple[Problem, ...]:
        """Say why one entrant may not challenge another now; nothing where it may."""

    def within_reach(self, state: State, challenger: str) -> tuple[str, ...]:
        """Return whom an entrant may challenge now."""

    def due_at(self, options: Options, made_at: datetime) -> datetime | None:
        """Return until when a challenge made at this time is to be played; None where there is no deadline."""

    def expires(self, options: Options, challenge: Challenge) -> tuple[str, datetime | None]:
        """Return what becomes of a challenge that is not played, and when; no time where nothing does."""


def opens_rounds_by_calendar(rules: Format) -> bool:
    """Say whether the calendar opens the rounds of a format; a challenge has a deadline and belongs to no such round."""
    return isinstance(rules, ByCalendar) and not isinstance(rules, ByChallenge)
