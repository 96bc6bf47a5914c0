"""Game records: upload, background check, and repeated checks."""

from __future__ import annotations

from django.db import transaction

import rules
from matches.actions import records
from matches.errors import NotYourMatch, RecordTooLarge
from matches.models import LARGEST_RECORD, GameRecord, Match, Player
from tournaments.actions import log
from tournaments.actions.permissions import require_director
from tournaments.actions.results.transaction import MatchTransaction, event_of, on_match
from tournaments.acts.records import RecordChecked, RecordCheckFailed, RecordCheckRequested, RecordUploaded
from tournaments.errors.common import Forbidden
from tournaments.models import DIRECT, WAY_TO_TOURNAMENT, Origin
from tournaments.queries.entrants.teams import voice_of
from tournaments.queue import Job, dead, enqueue, requeue

from . import analyses


def upload(
    match: Match, *, by: Player | None, file_name: str, data: bytes, origin: Origin = DIRECT
) -> GameRecord:
    """Store a record of the match and enqueue its check; the same bytes are the same row.

    Players of the match and directors may upload before or after the result. Raise RecordTooLarge beyond
    `LARGEST_RECORD` bytes; the beginning of the file is stored for the director even then.
    """
    _require_part(match, by)
    with on_match(match, by=by, origin=origin, is_appeal=True) as tx:
        tx.refuse_team_match()
        record, is_new = records.store(tx.match, by=by, file_name=file_name, data=data)
        if is_new:
            act = RecordUploaded(match.uid, record=record.uid, sha256=record.sha256, size=record.size)
            tx.note(act)
        if record.has_failed:
            _ask_again(tx, record)
        elif not record.is_checked:
            enqueue(Job.CHECK_RECORD, record_id=record.pk)
    if record.size > LARGEST_RECORD:
        raise RecordTooLarge(record=record.uid, size=record.size, most=LARGEST_RECORD)
    return record


def check(record_id: int) -> None:
    """Check a record and store the findings; idempotent.

    The check runs outside any transaction. Unreadable files are kept with the reason. If the check itself
    fails, the record is marked and the error is raised again.
    """
    record = GameRecord.objects.get(pk=record_id)
    if record.is_checked:
        return
    try:
        report = rules.check(bytes(record.data))
        facts = rules.match_facts(report.transcript) if report.transcript else None
    except Exception:
        fail(record_id)
        raise
    is_analysis_wanted = analyses.is_wanted(report)
    with transaction.atomic():
        record = _locked(record_id)
        if record.is_checked:
            return
        match = record.match
        records.settle(record, report, facts=facts, report=match.accepted_report)
        if is_analysis_wanted:
            analyses.ask(record)
        event = event_of(match)
        act = RecordChecked(match.uid, record=record.uid, verdict=record.verdict)
        log.append(act, of=event.tournament, by=None, event=event)


def fail(record_id: int) -> None:
    """Mark the check of a record as failed; idempotent."""
    with transaction.atomic():
        record = _locked(record_id)
        if record.is_checked or record.has_failed:
            return
        records.mark_failed(record)
        event = event_of(record.match)
        act = RecordCheckFailed(record.match.uid, record=record.uid)
        log.append(act, of=event.tournament, by=None, event=event)


def fail_dead() -> None:
    """Mark the records whose check jobs are dead as failed."""
    given_up = [job.args["record_id"] for job in dead(Job.CHECK_RECORD)]
    for record_id in GameRecord.objects.filter(pk__in=given_up, checked_at=None, verdict="").values_list(
        "pk", flat=True
    ):
        fail(record_id)


def check_again(record: GameRecord, *, by: Player | None, origin: Origin = DIRECT) -> None:
    """Enqueue another check of a record whose check failed, as a player or director.

    It does nothing for a record that is checked or waits for its check.
    """
    _require_part(record.match, by)
    with on_match(record.match, by=by, origin=origin, is_appeal=True) as tx:
        row = _locked(record.pk)
        if row.has_failed:
            _ask_again(tx, row)


def _ask_again(tx: MatchTransaction, record: GameRecord) -> None:
    records.mark_waiting(record)
    tx.note(RecordCheckRequested(tx.match.uid, record=record.uid))
    requeue(Job.CHECK_RECORD, record_id=record.pk)


def _require_part(match: Match, by: Player | None) -> None:
    """Raise NotYourMatch unless `by` plays the match or directs the tournament."""
    if voice_of(match, by) is None:
        try:
            require_director(event_of(match).tournament, by)
        except Forbidden:
            raise NotYourMatch from None


def _locked(record_id: int) -> GameRecord:
    """Lock the record and return it without its bytes, with its match and event."""
    return (
        GameRecord.objects.select_for_update(no_key=True, of=("self",))
        .select_related(*(f"match__{way}" for way in WAY_TO_TOURNAMENT))
        .defer("data")
        .get(pk=record_id)
    )
