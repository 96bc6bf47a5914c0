"""The match that decides a player's next opponent: at which table it is, and until when it takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery

from matches.models import Match
from tournaments.models import EventKind, TableUse, pairing_of

from .player import NextSlot


@dataclass(frozen=True, slots=True)
class Wait:
    """A slot in which a player waits, with the match that decides the opponent.

    `minutes` is the expected duration of that match, None where it is not known, as of a team match or a series.
    """

    slot: NextSlot
    minutes: int | None = None
    started_at: datetime | None = None
    table: str = ""

    @property
    def ends_at(self) -> datetime | None:
        """The expected end of the match; None before its start."""
        if self.started_at is None or self.minutes is None:
            return None
        return self.started_at + timedelta(minutes=self.minutes)


def waits(slots: Iterable[NextSlot]) -> list[Wait]:
    """Return the slots with the matches that decide their opponents; one query if any is paired."""
    slots = list(slots)
    uids = [slot.decided_by for slot in slots if slot.decided_by is not None]
    tables = TableUse.objects.filter(match=OuterRef("pk"), until=None).values("table__name")[:1]
    matches = Match.objects.filter(uid__in=uids).select_related("pairing").annotate(table=Subquery(tables))
    deciding = {match.uid: match for match in matches} if uids else {}
    return [_wait(slot, deciding.get(slot.decided_by or "")) for slot in slots]


def _wait(slot: NextSlot, match: Match | None) -> Wait:
    if match is None:
        return Wait(slot)
    event = slot.stage.event
    is_single = event.kind != EventKind.TEAMS and pairing_of(match).best_of == 1
    minutes = match.length * event.minutes_per_point if is_single else None
    return Wait(slot, minutes=minutes, started_at=match.started_at, table=getattr(match, "table", None) or "")
