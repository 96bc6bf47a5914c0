"""The facts of a match by which it is decided whether it is rated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from rules.profile import Clock
from rules.scoresheet import Outcome, Score

BACKGAMMON = "backgammon"


class MatchEnding(StrEnum):
    """How a match ended: an outcome of the rules, or that there is none."""

    PLAYED = Outcome.PLAYED.value
    RETIRED = Outcome.RETIRED.value
    FORFEIT = Outcome.FORFEIT.value
    WALKOVER = Outcome.WALKOVER.value
    DOUBLE_FORFEIT = Outcome.DOUBLE_FORFEIT.value
    DISQUALIFIED = Outcome.DISQUALIFIED.value
    SETTLED = Outcome.SETTLED.value
    BYE = "bye"
    CANCELLED = "cancelled"
    OPEN = "open"


class MatchKind(StrEnum):
    """Who plays a match: two players, two pairs, two teams, or two players at a board of a team match.

    A series is no match of its own: its matches are.
    """

    SINGLES = "singles"
    DOUBLES = "doubles"
    TEAMS = "teams"
    BOARD = "board"
    SERIES = "series"


class PairedBy(StrEnum):
    """What made the two sides opponents."""

    FORMAT = "format"
    """The draw and the results."""
    HAND = "hand"
    """A draw made with cards and entered."""
    DECISION = "decision"
    """A director, who placed one of the two."""
    CHOICE = "choice"
    """One of the two, as in a ladder."""


class SanctionFact(NamedTuple):
    """The class in which a body has sanctioned the event."""

    body: str
    class_: str


class MembershipFact(NamedTuple):
    """A membership of a player in a body, and whether it was valid on the day of the match."""

    body: str
    kind: str
    is_valid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """The facts of one match; scores and points are those of side one and side two.

    `length` is the length in force at the end, and `score` the true score, which may pass it. `penalties` are the
    points that each side was given. `both_moved` is whether both sides have moved. `memberships` holds those of each
    player. `day` is when the match ended, None for unknown. A match that the feed has elsewhere too is repeated, and one
    that another body brought is foreign.
    """

    ending: MatchEnding = MatchEnding.PLAYED
    both_moved: bool = True
    length: int
    start_score: Score = (0, 0)
    score: Score = (0, 0)
    penalties: Score = (0, 0)
    kind: MatchKind = MatchKind.SINGLES
    variant: str = BACKGAMMON
    clock: Clock = Clock.ALLOWED
    profile: str = ""
    paired_by: PairedBy = PairedBy.FORMAT
    is_declared_unrated: bool = False
    is_repeated: bool = False
    is_foreign: bool = False
    sanctions: tuple[SanctionFact, ...] = ()
    memberships: tuple[tuple[MembershipFact, ...], ...] = ()
    day: date | None = None

    @property
    def is_decided_by_penalties(self) -> bool:
        """Whether the winner would not have reached the length without penalty points."""
        pairs = zip(self.score, self.penalties, strict=True)
        return any(points - penalty < self.length <= points for points, penalty in pairs)

    def as_if_played(self) -> MatchFacts:
        """Return the facts of an open match as if it had been played, to say before whether it will be rated."""
        if self.ending is not MatchEnding.OPEN:
            return self
        return replace(self, ending=MatchEnding.PLAYED, both_moved=True)
