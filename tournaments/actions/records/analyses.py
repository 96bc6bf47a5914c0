"""Background analysis of game records by an installed engine, one game at a time."""

from __future__ import annotations

import threading
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import rules
from matches.models import GameRecord
from tournaments import engine
from tournaments.actions import log
from tournaments.actions.results.transaction import event_of
from tournaments.acts.records import RecordAnalysed
from tournaments.engine import EngineInput, EngineRefusal, GameAnalysis
from tournaments.models import WAY_TO_TOURNAMENT, RecordAnalysis
from tournaments.queue import Job, enqueue, heartbeat

# The other threads of a worker are for pairings and notices, which are urgent.
_ONE_AT_A_TIME = threading.Lock()
_LATER = timedelta(seconds=5)


def is_wanted(report: rules.Checked) -> bool:
    """Whether a checked record is to be analysed: an engine is installed and can analyse it."""
    return engine.find(settings.GNUBG) is not None and engine.is_suitable(report)


def ask(record: GameRecord) -> None:
    """Enqueue the analysis of a record in the caller's transaction; retry a failed one."""
    RecordAnalysis.objects.filter(record=record).exclude(failure="").delete()
    _analysis, is_new = RecordAnalysis.objects.get_or_create(record=record)
    if is_new:
        enqueue(Job.ANALYSE_RECORD, record_id=record.pk)


def ask_for_missing() -> int:
    """Enqueue the missing or failed analyses of all suitable records; return their number."""
    records = GameRecord.objects.filter(checked_at__isnull=False).exclude(
        analysis__isnull=False, analysis__failure=""
    )
    count = 0
    # One at a time: a transaction cannot begin on SQLite while the rows of an older state are still being read.
    for key in records.order_by("pk").values_list("pk", flat=True):
        record = GameRecord.objects.get(pk=key)
        if is_wanted(rules.check(bytes(record.data))):
            with transaction.atomic():
                ask(record)
            count += 1
    return count


def analyse(record_id: int) -> None:
    """Analyse the next game of a record and enqueue the next one; idempotent.

    Each job analyses one game, so that little is lost when a worker stops, and other records are not delayed.
    If the engine was uninstalled, the analysis is deleted.
    """
    analysis = (
        RecordAnalysis.objects.select_related("record").filter(record_id=record_id, done_at=None).first()
    )
    if analysis is None:
        return
    program = engine.find(settings.GNUBG)
    if program is None:
        analysis.delete()
    elif _ONE_AT_A_TIME.acquire(blocking=False):
        try:
            _analyse_next_game(analysis, program)
        finally:
            _ONE_AT_A_TIME.release()
    else:
        enqueue(Job.ANALYSE_RECORD, due=timezone.now() + _LATER, record_id=record_id)


def _analyse_next_game(analysis: RecordAnalysis, program: str) -> None:
    """Run the engine on one game, outside any transaction, and store its result."""
    record_id, index = analysis.record_id, len(analysis.games)
    try:
        questions = engine.engine_input(rules.check(bytes(analysis.record.data)))
        result, version = engine.analyse_game(
            program,
            questions,
            index,
            still_at_it=lambda: heartbeat(Job.ANALYSE_RECORD, record_id=record_id),
        )
    except EngineRefusal as refusal:
        _give_up(analysis, refusal)
        return
    _store(analysis, questions, index, result, version)


def _store(
    analysis: RecordAnalysis, questions: EngineInput, index: int, result: GameAnalysis, version: str
) -> None:
    with transaction.atomic():
        locked = RecordAnalysis.objects.select_for_update().filter(pk=analysis.pk, done_at=None).first()
        if locked is None or len(locked.games) != index:
            return
        locked.games = [*locked.games, _stored(result)]
        locked.engine, locked.plies = f"GNU Backgammon {version}"[:60].strip(), engine.PLIES
        is_done = len(locked.games) == len(questions.games)
        locked.done_at = timezone.now() if is_done else None
        locked.save(update_fields=["games", "engine", "plies", "done_at"])
        if is_done:
            _note(analysis.record_id)
        else:
            enqueue(Job.ANALYSE_RECORD, record_id=analysis.record_id)


def _give_up(analysis: RecordAnalysis, refusal: EngineRefusal) -> None:
    RecordAnalysis.objects.filter(pk=analysis.pk, done_at=None).update(
        done_at=timezone.now(), failure=refusal.code
    )


def _stored(result: GameAnalysis) -> dict[str, Any]:
    """Return the analysis of a game as plain values for the JSON column."""
    return asdict(result)


def _note(record_id: int) -> None:
    """Log the completed analysis, so that open pages refresh."""
    record = (
        GameRecord.objects.select_related(*(f"match__{way}" for way in WAY_TO_TOURNAMENT))
        .defer("data")
        .get(pk=record_id)
    )
    event = event_of(record.match)
    act = RecordAnalysed(record.match.uid, record=record.uid)
    log.append(act, of=event.tournament, by=None, event=event)
