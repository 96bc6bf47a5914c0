"""Lateness at tables, and the penalties that the rules propose; the director decides (P3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery, Sum

from matches.models import Match, Penalty
from rules.match import MatchScore, Side
from tournaments.models import Call, CallKind, Event
from tournaments.queries.events.event_rules import rules_of


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposed penalty of a late side: `points` for the opponent, or the loss of the match.

    `penalty_points` are the points given so far. `makes_crawford` says that the first game becomes the Crawford game by these
    points (M2, M5).
    """

    side: Side
    points: int
    penalty_points: int
    loses: bool
    makes_crawford: bool


@dataclass(frozen=True, slots=True)
class Late:
    """A called match that has not begun.

    `next_at` is the time of the next penalty point, None once the match is lost. There is a proposal for each side
    noted as absent.
    """

    since: datetime
    minutes: int
    is_late: bool
    is_called_twice: bool
    absent: tuple[Side, ...]
    proposals: tuple[Proposal, ...]
    next_at: datetime | None

    @property
    def both_lose(self) -> bool:
        """Whether both sides lose the match by lateness."""
        return len(self.proposals) == len(Side) and all(proposal.loses for proposal in self.proposals)


def late(
    match: Match,
    *,
    event: Event,
    calls: Sequence[Call],
    since: datetime,
    now: datetime,
) -> Late:
    """Return the lateness of a match called to its table at `since`; no query.

    `calls` are the valid calls, as returned by `calls_standing`.
    """
    rule = rules_of(event).late
    points = {Side.ONE: 0, Side.TWO: 0}
    if calls:
        points = {side: getattr(calls[0], f"given_{side}") or 0 for side in Side}
    delay = (now - since) / timedelta(minutes=1)
    due = rule.points_after(delay)
    absent = [Side(call.side) for call in calls if call.kind == CallKind.ABSENT and call.ended_at is None]
    absent = list(dict.fromkeys(absent))
    proposals = [
        proposal
        for side in absent
        if (proposal := _proposal(match, side, due=due, penalties=points, absent=absent)) is not None
    ]
    minutes_to_due = rule.minutes_to_first + due * rule.minutes_to_next
    return Late(
        since=since,
        minutes=int(delay),
        is_late=due > 0,
        is_called_twice=any(call.kind == CallKind.SECOND for call in calls),
        absent=tuple(absent),
        proposals=tuple(proposals),
        next_at=None if 2 * due > match.length else since + timedelta(minutes=minutes_to_due),
    )


def calls_standing(matches: Iterable[int]) -> dict[int, list[Call]]:
    """Return the valid calls of these matches by primary key, with the points given before game one; one query."""
    penalties = Penalty.objects.filter(match=OuterRef("match"), before_game=0, voided_at=None).order_by()
    totals = penalties.values("match").annotate(total=Sum("points")).values("total")
    calls = Call.objects.filter(match__in=list(matches), taken_back_at=None).annotate(
        given_one=Subquery(totals.filter(to="one")), given_two=Subquery(totals.filter(to="two"))
    )
    by_match: dict[int, list[Call]] = {}
    for call in calls:
        by_match.setdefault(call.match_id, []).append(call)
    return by_match


def _proposal(
    match: Match, side: Side, *, due: int, penalties: Mapping[Side, int], absent: Sequence[Side]
) -> Proposal | None:
    had = penalties[side.other]
    if due <= had:
        return None
    loses = 2 * due > match.length
    points = {
        side.other: due - had,
        # If both are late, both get points, and the score after both counts.
        side: due - penalties[side] if side.other in absent else 0,
    }
    return Proposal(
        side,
        points=due - had,
        penalty_points=had,
        loses=loses,
        makes_crawford=not loses and _is_crawford(match, penalties, points),
    )


def _is_crawford(match: Match, penalties: Mapping[Side, int], points: Mapping[Side, int]) -> bool:
    """Whether these points make the first game the Crawford game."""
    one, two = (
        start + penalties[side] for side, start in ((Side.ONE, match.start_one), (Side.TWO, match.start_two))
    )
    after = (one + max(points[Side.ONE], 0), two + max(points[Side.TWO], 0))
    if min(after) >= match.length:
        return False
    return MatchScore(match.length, *after).is_crawford and not MatchScore(match.length, one, two).is_crawford
