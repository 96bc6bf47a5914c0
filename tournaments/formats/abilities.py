"""Optional interfaces of formats, beyond what every format implements."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, runtime_checkable

from tournaments.formats.base import Challenge, Format, Pairing, Reason, State
from tournaments.formats.drop_costs import OpponentsOf
from tournaments.formats.errors import Problem
from tournaments.formats.feed import Feed
from tournaments.formats.match_days import DayCalendar
from tournaments.formats.options import Options
from tournaments.formats.walk import Walk


@runtime_checkable
class Scheduled(Protocol):
    """A format that knows every pairing from the draw on."""

    def schedule(self, state: State) -> Iterable[Sequence[Pairing]]:
        """Return all pairings in batches; a batch follows once every match of the previous one is decided.

        `next_pairings` returns the same pairings as long as entrants and options stay as at the draw.
        """


@runtime_checkable
class Walked(Protocol):
    """A bracket that can be played through step by step, without recomputing its whole state after each result."""

    def walk(
        self, state: State, *, feeders: Sequence[tuple[Feed, Walk]], opponents_of: OpponentsOf
    ) -> Walk | None:
        """Return a walk from the current state; None if a correction, a ruling or a swap has changed the bracket.

        `feeders` are the walks of the feeding stages, in the order of `State.feeders`; `opponents_of` returns the opponents of
        an entrant in other stages. The walk returns what `admissions` and `next_pairings` return as long as only
        results come in.
        """


@runtime_checkable
class ChecksChanges(Protocol):
    """A format in which some options can change under way only as far as the rounds played allow."""

    def change_problems(self, state: State) -> Iterable[Problem]:
        """Return why play cannot go on with the options of the state, which are new; empty if it can."""


@runtime_checkable
class KeepsEarlier(Protocol):
    """A format that still supports the draws of its earlier versions."""

    @property
    def earliest(self) -> int:
        """The first supported version; `State.version` is the version that drew a stage."""


@runtime_checkable
class ByCalendar(Protocol):
    """A format whose matches have deadlines by calendar day."""

    def deadline(self, state: State, number: int, slot: int | None = None) -> datetime | None:
        """Return the deadline for the matches of a round or for one of them; None if there is none.

        It follows from the options, the start, the challenges and the match days alone.
        """


@runtime_checkable
class ByMatchDays(Protocol):
    """A format whose rounds begin at moments that a director may set, each its own."""

    def calendar(self, state: State) -> DayCalendar:
        """Return the moments of the rounds, from the options, the start and the match days alone."""

    def has_match_days(self, options: Options) -> bool:
        """Say whether an encounter is played at its moment, between home and away."""


@runtime_checkable
class ByClock(Protocol):
    """A format that pairs free players until a moment."""

    def pairs_until(self, state: State) -> datetime | None:
        """Return the moment after which no match is paired; None before the first pairing."""


@runtime_checkable
class BySeasons(Protocol):
    """A format with divisions, between which entrants are promoted and relegated for the next season."""

    def fewest_in_division(self, options: Options) -> int:
        """Return the smallest division in which the promotions and relegations of the options are possible."""


@runtime_checkable
class Estimated(Protocol):
    """A format whose number of rounds and matches depends on results."""

    def likely_rounds(self, options: Options, entrants: int) -> Sequence[tuple[int, int]]:
        """Return the expected number of matches and of byes in each round."""

    def most_matches(self, options: Options, entrants: int) -> int:
        """Return the largest possible number of matches."""


@runtime_checkable
class PlacesLosers(Protocol):
    """A format in which the round of the last loss decides the place."""

    def places_of_losers(self, state: State, number: int) -> tuple[int, int] | None:
        """Return the places that the losers of a round share; None if a later match decides between them."""


@runtime_checkable
class ByChallenge(Protocol):
    """A format in which entrants challenge each other to matches."""

    def refusals(self, state: State, challenger: str, challenged: str) -> tuple[Problem, ...]:
        """Return the reasons why one entrant may not challenge another now; empty if it may."""

    def within_reach(self, state: State, challenger: str) -> tuple[str, ...]:
        """Return the entrants whom this one may challenge now."""

    def due_at(self, options: Options, made_at: datetime) -> datetime | None:
        """Return the deadline for a challenge made at this time; None if there is none."""

    def expires(self, options: Options, challenge: Challenge) -> tuple[str, datetime | None]:
        """Return what happens to an unplayed challenge and when; the time is None if it never expires."""


@runtime_checkable
class HandPaired(Protocol):
    """A format whose rounds a director may pair by hand, in part or as a whole."""

    def rounds_by_hand(self, state: State) -> range:
        """Return the rounds that can be paired by hand now: the one under way and later ones."""

    def breaches(self, state: State, number: int) -> tuple[Reason, ...]:
        """Return the rules that the orders of the director break in a round, and what they lead to in it."""


class PoolCosts(NamedTuple):
    """What the best pairs of these players cost by each criterion, in order; `basis` is the set of rounds they come from."""

    players: tuple[str, ...]
    basis: str
    costs: tuple[tuple[str, int], ...]


@runtime_checkable
class Costed(Protocol):
    """A format whose rounds are the best by criteria with exact costs."""

    def costs_of_round(self, state: State, number: int) -> tuple[PoolCosts, ...]:
        """Return the costs of each part of a round that follows from the rounds before it; those by hand have none."""


@runtime_checkable
class ByLines(Protocol):
    """A bracket on whose lines a director may move entrants before they play."""

    def breaches_of_lines(self, state: State, entrants: Collection[str]) -> tuple[Reason, ...]:
        """Return the rules of the draw that these entrants break where they stand now."""


def opens_rounds_by_calendar(rules: Format) -> bool:
    """Say whether the calendar opens the rounds of a format; a challenge has a deadline but no such round."""
    return isinstance(rules, ByCalendar) and not isinstance(rules, ByChallenge)
