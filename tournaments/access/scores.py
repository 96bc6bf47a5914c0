"""The visibility of reported scores before a result is final, as the event has chosen."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from matches.models import GameRecord, Match, Report
from tournaments.models import Scores, pairing_of

from .visitor import Visitor


def sees_score(visitor: Visitor, match: Match, *, said_at: datetime) -> bool:
    """Whether the visitor may see a score reported at this time: a waiting report or a record.

    Final results are public. Before, players of the match and officers see the score, and the public sees it
    at once, after the event's delay, or not at all. No query for an event that shows scores at once.
    """
    public_at = score_public_at(match, said_at=said_at)
    if public_at is not None and public_at <= timezone.now():
        return True
    return visitor.may_read_words(match)


def score_public_at(match: Match, *, said_at: datetime) -> datetime | None:
    """Return when the score becomes public; None for a match in progress whose event hides scores."""
    event = pairing_of(match).stage.event
    if match.is_final or event.scores == Scores.LIVE:
        return said_at
    if event.scores == Scores.HIDDEN:
        return None
    return said_at + timedelta(minutes=event.scores_delay)


def sees_report(visitor: Visitor, report: Report) -> bool:
    """Whether the visitor sees the score of a report."""
    return sees_score(visitor, report.match, said_at=report.at)


def sees_record(visitor: Visitor, record: GameRecord) -> bool:
    """Whether the visitor sees a game record, which tells the score."""
    return sees_score(visitor, record.match, said_at=record.uploaded_at)


def has_score_to_come(match: Match) -> bool:
    """Whether a score of the match may become public without an action, which shortens the cache time."""
    return not match.is_final and pairing_of(match).stage.event.scores == Scores.DELAYED
