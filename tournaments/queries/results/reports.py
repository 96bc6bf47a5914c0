"""The reports of a result: where those of both sides came from, and until when it can be contested."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from matches.models import Match, Report, Settled, Source
from matches.queries import side_of
from rules.match import Side
from tournaments.acts import ABSENT, OfMatch, readable
from tournaments.acts.disputes import ResultDisputed
from tournaments.acts.results import MatchForfeited, OfReport, ResultConfirmed, ResultReported
from tournaments.models import LogEntry, board_of, has_boards, pairing_of

# The ways in which sides settle a result.
_BY_SIDES = frozenset({Settled.OWN_LOSS, Settled.CONFIRMED, Settled.SAME, Settled.OVERDUE})
_WORDS = [kind.code for kind in (ResultReported, ResultConfirmed, MatchForfeited, ResultDisputed)]


@dataclass(frozen=True, slots=True)
class ForeignLink:
    """A report through a private link made by another player: the reporter and the maker."""

    player: str
    maker: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """The remarks on the origin of a result, for its director; false if there are none."""

    links: tuple[ForeignLink, ...]
    is_one_browser: bool
    """Two players reported from the same browser in separate log entries."""

    def __bool__(self) -> bool:
        return bool(self.links) or self.is_one_browser


def provenance(match: Match) -> Provenance:
    """Return the origin of the reports of a match; one query, none for a director's result.

    A joint report of both sides on one phone is one log entry and needs no remark.
    """
    if match.is_final and match.settled not in _BY_SIDES:
        return Provenance((), is_one_browser=False)
    entries = LogEntry.objects.filter(subject=match.uid, code__in=_WORDS).exclude(by=None)
    rows = entries.select_related("by", "link__made_by").order_by("seq")
    links: dict[tuple[str, str], None] = {}
    speakers: dict[str, set[str]] = {}
    for entry in rows:
        if entry.by is None:
            continue
        if entry.link is not None and entry.link.made_by is not None and entry.link.made_by != entry.by:
            links[entry.by.name, entry.link.made_by.name] = None
        act = readable(entry)
        if not isinstance(act, OfMatch) or act.browser is ABSENT:
            continue
        if not (isinstance(act, OfReport) and act.source == Source.TOGETHER):
            speakers.setdefault(act.browser, set()).add(entry.by.uid)
    return Provenance(
        tuple(ForeignLink(player, maker) for player, maker in links),
        any(len(players) > 1 for players in speakers.values()),
    )


def silence_at(report: Report) -> datetime | None:
    """Return when an unanswered report becomes final; None for never, as in a closed event, where nobody can contest it."""
    return report.silence_at if pairing_of(report.match).stage.event.closed_at is None else None


def contest_until(match: Match, side: Side | None) -> datetime | None:
    """Return until when a side may contest the final result; None if it cannot, or can no longer.

    The event's time to answer a report is also the time to contest one that was made for both.
    """
    report = match.accepted_report
    if side is None or report is None or match.final_at is None or match.settled != Settled.TOGETHER:
        return None
    board = board_of(match)
    # What a director entered for a whole team match or series stands until the director takes it back.
    is_settled_above = (
        has_boards(match) if board is None else board.team_match.settled not in ("", Settled.BOARDS)
    )
    if is_settled_above or side_of(match, report.by) is side:
        return None
    event = pairing_of(match).stage.event
    until = match.final_at + timedelta(minutes=event.grace_minutes)
    return until if event.closed_at is None and timezone.now() < until else None
