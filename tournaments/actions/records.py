"""Game records: uploaded to a match, and checked in the background."""

from __future__ import annotations

from django.db import transaction

import rules
from matches.actions import records
from matches.errors import NotYourMatch, RecordTooLarge
from matches.models import LARGEST_RECORD, GameRecord, Match, Player
from matches.queries import side_of
from tournaments.queue import Job, enqueue

from . import log
from .errors import Forbidden
from .offices import demand_director
from .results.step import event_of, on_match


def upload(
    match: Match, *, by: Player | None, file_name: str, data: bytes, via_link: bool = False
) -> GameRecord:
    """Keep a record of the match and have it checked; the same bytes again are the same row.

    It may come before or after the result, from the match's players and the
    directors. RecordTooLarge beyond `LARGEST_RECORD` bytes, and even then its
    beginning is kept for the director.
    """
    if side_of(match, by) is None:
        try:
            demand_director(event_of(match).tournament, by)
        except Forbidden:
            raise NotYourMatch from None
    with on_match(match, by=by, via_link=via_link) as step:
        record, is_new = records.store(step.match, by=by, file_name=file_name, data=data)
        if is_new:
            step.note("record_uploaded", record=record.uid, sha256=record.sha256, size=record.size)
        if not record.is_checked:
            enqueue(Job.CHECK_RECORD, record_id=record.pk)
    if record.size > LARGEST_RECORD:
        raise RecordTooLarge(record=record.uid, size=record.size, most=LARGEST_RECORD)
    return record


def check(record_id: int) -> None:
    """Check a record and store what was found; a second run changes nothing.

    The check itself runs outside any transaction. What cannot be read is kept
    with the reason.
    """
    record = GameRecord.objects.get(pk=record_id)
    if record.is_checked:
        return
    checked = rules.check(bytes(record.data))
    with transaction.atomic():
        record = (
            GameRecord.objects.select_for_update(no_key=True, of=("self",))
            .select_related("match__pairing__stage__event__tournament")
            .defer("data")
            .get(pk=record_id)
        )
        if record.is_checked:
            return
        match = record.match
        records.settle(record, checked, report=match.accepted_report)
        event = event_of(match)
        log.append(
            event.tournament,
            "record_checked",
            by=None,
            event=event,
            subject=match.uid,
            data={"record": record.uid, "verdict": record.verdict},
        )
