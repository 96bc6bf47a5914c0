"""The strip above a stage: what is going on there now, with the scores that everybody may read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from matches.models import UNSPOKEN, Report
from tournaments import access
from tournaments.queries.draws.bracket import BracketView, SideView, SlotState, SlotView
from tournaments.queries.draws.stage_now import StageNow, WaitingEntrant, stage_now

# More matches and names than these are counted, and stand on the list of matches.
_MOST_MATCHES = 12
_MOST_NAMES = 6


@dataclass(frozen=True, slots=True)
class NowLine:
    """A match in the strip; `score` is the reported one, the upper side first, where everybody may read it."""

    slot: SlotView
    score: tuple[int, int] | None

    @property
    def sides(self) -> tuple[tuple[SideView, int | None], ...]:
        """Both sides, each with the points reported for it, else those of a series under way."""
        reported = self.score or (None, None)
        return tuple(
            (side, side.score if points is None else points)
            for side, points in zip(self.slot.sides, reported, strict=True)
        )

    @property
    def since(self) -> datetime | None:
        """The start of a match that nobody has reported."""
        return self.slot.started_at if self.slot.state is SlotState.PLAYING else None


@dataclass(frozen=True, slots=True)
class NowStrip:
    """The matches and the waiting entrants shown in the strip, and how many of each are not."""

    lines: tuple[NowLine, ...]
    further: int
    next: int
    waiting: tuple[WaitingEntrant, ...]
    further_waiting: int

    @property
    def for_match(self) -> tuple[WaitingEntrant, ...]:
        """Those who wait for the winner or loser of a match."""
        return tuple(one for one in self.waiting if one.coming is not None and _has_both(one.coming))

    @property
    def unpaired(self) -> str:
        """The names of those who wait for a pairing, or for somebody not known yet."""
        known = self.for_match
        return ", ".join(one.side.name for one in self.waiting if one not in known)


def _has_both(slot: SlotView) -> bool:
    return bool(slot.one.name and slot.two.name)


def now_strip(view: BracketView | None) -> NowStrip | None:
    """Return the strip of a stage; None before its draw and after its end. At most one query."""
    now = stage_now(view) if view is not None else None
    if now is None or not (now.playing or now.next or now.waiting):
        return None
    return _strip(now)


def _strip(now: StageNow) -> NowStrip:
    lines = now.playing[:_MOST_MATCHES]
    scores = _scores([slot for slot in lines if slot.state is SlotState.REPORTED])
    waiting = now.waiting[:_MOST_NAMES]
    return NowStrip(
        lines=tuple(NowLine(slot, scores.get(slot.match or "")) for slot in lines),
        further=len(now.playing) - len(lines),
        next=len(now.next),
        waiting=waiting,
        further_waiting=len(now.waiting) - len(waiting),
    )


def _scores(slots: Sequence[SlotView]) -> dict[str, tuple[int, int]]:
    """Return the newest reported scores that are public by now, by the uid of the match; at most one query."""
    slot_of = {slot.match: slot for slot in slots}
    if not slot_of:
        return {}
    reports = Report.objects.filter(match__uid__in=slot_of, source__in=("one", "two")).exclude(UNSPOKEN)
    scores = {}
    for report in reports.select_related("match__one", "match__pairing__stage__event").order_by("pk"):
        public_at = access.score_public_at(report.match, said_at=report.at)
        if public_at is not None and public_at <= timezone.now():
            # The sides of a slot follow the lines of the draw, those of a match the pairing.
            is_turned = report.match.one.name != slot_of[report.match.uid].one.name
            scores[report.match.uid] = report.score[::-1] if is_turned else report.score
    return scores
