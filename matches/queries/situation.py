"""The state of a match, and the actions open to each side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from matches.database.prepared import is_prefetched, keep_prefetched, prepared
from matches.models import (
    EFFECTIVE,
    Dispute,
    Match,
    Player,
    Report,
    SideMember,
    Suspension,
    is_same_person,
    rows_of_person,
)
from matches.models import Side as MatchSide
from rules.match import Side

from ._rows import rows_of


class MatchState(StrEnum):
    """The state of a match; derived from its rows, never stored."""

    OPEN = "open"
    """Neither a start time nor a report."""
    PLAYING = "playing"
    SUSPENDED = "suspended"
    """Interrupted, to be resumed later."""
    REPORTED = "reported"
    """A report waits for the other side's answer."""
    SCORE_OPEN = "score_open"
    """A dispute about the score alone; the winner is certain."""
    DISPUTED = "disputed"
    FINAL = "final"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class MatchFlags:
    """Whether a match has an open dispute, is suspended, and has terms: penalties or changes of length."""

    is_disputed: bool
    is_suspended: bool
    has_terms: bool


@dataclass(frozen=True, slots=True)
class Situation:
    """The situation of a match: the newest report of each side, and the open dispute.

    `newest` holds the newest report of each side; older ones of the same side do not count, and a walkover that the
    service gave belongs to no side. `suspension` is the state at which the match is suspended, else None.
    """

    match: Match
    newest: Mapping[Side, Report]
    dispute: Dispute | None
    suspension: Suspension | None = None

    @property
    def state(self) -> MatchState:
        """The state, as `docs/results.md` defines it."""
        if self.match.cancelled_at is not None:
            return MatchState.CANCELLED
        if self.match.is_final:
            return MatchState.FINAL
        if self.dispute is not None:
            return MatchState.SCORE_OPEN if self.match.winner else MatchState.DISPUTED
        if self.newest:
            return MatchState.REPORTED
        if self.suspension is not None:
            return MatchState.SUSPENDED
        return MatchState.OPEN if self.match.started_at is None else MatchState.PLAYING

    @property
    def is_open(self) -> bool:
        """Whether the match is neither final nor cancelled."""
        return self.state not in (MatchState.FINAL, MatchState.CANCELLED)

    @property
    def waiting(self) -> Report | None:
        """The report that waits for the other side's answer; None while a dispute is open."""
        if self.state is not MatchState.REPORTED:
            return None
        return max(self.newest.values(), key=lambda report: report.pk)

    def may_report(self, side: Side) -> bool:
        """Whether this side can report: any number of times before a dispute, once in it."""
        if not self.is_open or self.suspension is not None:
            return False
        return self.dispute is None or side not in self.newest

    def may_answer(self, side: Side) -> bool:
        """Whether this side can confirm the other's newest report."""
        return self.is_open and side.other in self.newest

    def may_dispute(self, side: Side) -> bool:
        """Whether this side can open a dispute about the other's newest report."""
        return self.may_answer(side) and self.dispute is None


def situation(match: Match, *, flags: MatchFlags | None = None) -> Situation:
    """Return the situation of the match, in two queries, three for one that has begun; one when it is final.

    One less if the reports are prefetched; those for the dispute and the suspension are skipped if flags, given or
    loaded with the match (`is_disputed`, `is_suspended`), are False.
    """
    dispute, suspension, known = None, None, flags or match
    if not match.is_final and match.cancelled_at is None:
        if getattr(known, "is_disputed", True):
            dispute = open_dispute(match)
        # Only a match that has begun can be suspended.
        if match.started_at is not None and getattr(known, "is_suspended", True):
            suspension = open_suspension(match)
    reports = sorted(rows_of(match, "reports", _reports_of), key=lambda report: report.pk)
    sides = list(Side)
    by_side = {
        Side(report.source): report for report in reports if report.source in sides and not report.is_unspoken
    }
    return Situation(match, by_side, dispute, suspension)


def open_dispute(match: Match) -> Dispute | None:
    """Return the open dispute of the match, if any; one query."""
    disputes = rows_of(match, "disputes", _disputes_of)
    return next((dispute for dispute in disputes if dispute.closed_at is None), None)


def open_suspension(match: Match) -> Suspension | None:
    """Return the current suspension of the match, if any; one query."""
    suspensions = rows_of(match, "suspensions", _suspensions_of)
    return next((suspension for suspension in suspensions if suspension.resumed_at is None), None)


@prepared
def _disputes_of(match: int) -> QuerySet[Dispute]:
    return Dispute.objects.filter(match=match).order_by("pk")


@prepared
def _suspensions_of(match: int) -> QuerySet[Suspension]:
    return Suspension.objects.filter(match=match).order_by("pk")


@prepared
def _reports_of(match: int) -> QuerySet[Report]:
    return Report.objects.filter(match=match)


def with_reports(match: Match) -> Match:
    """Return the match with its reports, for a page that reads them several times; one query unless prefetched."""
    if not is_prefetched(match, "reports"):
        keep_prefetched(match, "reports", rows_of(match, "reports", _reports_of))
    return match


def read_once(match: Match) -> Match:
    """Return the match with its reports prefetched, for pages that read them several times; two queries.

    Do not use it for changes: rows added later are not seen.
    """
    prefetch_related_objects([match], Prefetch("reports", Report.objects.select_related("by")))
    prefetch_related_objects([report for report in match.reports.all() if report.has_games], "games")
    return match


def side_of(match: Match, player: Player | None) -> Side | None:
    """Return the side of the match on which the player plays; one query."""
    if player is None:
        return None
    if Match.one.is_cached(match) and Match.two.is_cached(match):
        members = [member for side in (match.one, match.two) for member in members_of(match, side)]
        side = next(
            (member.side_id for member in members if is_same_person(member.player, player)),
            None,
        )
    else:
        memberships = SideMember.objects.filter(
            side_id__in=(match.one_id, match.two_id), player__in=rows_of_person(player.person_key)
        )
        side = memberships.values_list("side_id", flat=True).first()
    if side is None:
        return None
    return Side.ONE if side == match.one_id else Side.TWO


def members_of(match: Match, side: MatchSide) -> Iterable[SideMember]:
    """Return the members of a side with their players; one query for both sides, cached on the match."""
    sides = [one for one in (match.one, match.two) if not is_prefetched(one, "members")]
    rows = _members_of(tuple(one.pk for one in sides))
    for one in sides:
        members = [member for member in rows if member.side_id == one.pk]
        for member in members:
            member.side = one
        keep_prefetched(one, "members", members)
    return side.members.all()


@prepared
def _members_of(sides: tuple[int, ...]) -> QuerySet[SideMember]:
    return SideMember.objects.filter(side__in=sides).select_related("player")


def has_begun(match: Match) -> bool:
    """Whether the match has a start time or an effective report; nothing else makes it begun."""
    return match.started_at is not None or match.reports.filter(EFFECTIVE).exists()
