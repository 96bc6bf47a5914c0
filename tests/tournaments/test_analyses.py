"""Analyses of records: jobs after the check, one game at a time, none without an engine."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

import rules
from matches.models import GameRecord
from rules import Side
from tests import factories
from tests.tournaments.results_seen import last_entry, log_of
from tournaments import engine, queue
from tournaments.actions.records import analyses, uploads
from tournaments.engine import (
    EngineFailed,
    EngineInput,
    GameAnalysis,
    Misread,
    Mistake,
    MistakeKind,
    TookTooLong,
    Totals,
)
from tournaments.engine.reading import GameLuck
from tournaments.models import Actor, OutboxJob, RecordAnalysis
from tournaments.queries.records.analyses import is_awaited, shown_analysis
from tournaments.queue import Job, Lane

pytestmark = pytest.mark.django_db

RunJobs = Callable[[], int]
DATA = Path(__file__).parent.parent / "data" / "records"
# Four games.
MATCH = (DATA / "gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()
SHORT = (DATA / "gnubg/m002_03pt_s1002_n0.0.mat").read_bytes()


def a_game(index: int) -> GameAnalysis:
    """An analysis of a game; side one makes one more error in each next game."""
    mistakes = (Mistake(index + 1, Side.ONE, MistakeKind.PLAY, "13/7", "24/18", 0.05 * (index + 1)),)
    luck = GameLuck(one=0.1, two=-0.02, result_without=0.03 * index)
    return GameAnalysis(Totals(10, 0.05 * (index + 1), 5, 0.0), Totals(8, 0.02, 0, 0.0), mistakes, luck)


class Engine:
    """An engine for tests that remembers the games it got."""

    def __init__(self) -> None:
        self.indexes: list[int] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self.refusal: Exception | None = None

    def analyse_game(
        self, program: str, questions: EngineInput, index: int, *, still_at_it: Callable[[], None]
    ) -> tuple[GameAnalysis, str]:
        assert program == "/usr/bin/made-up"
        assert len(questions.games) > index
        self.indexes.append(index)
        still_at_it()
        self.meanwhile()
        if self.refusal is not None:
            raise self.refusal
        return a_game(index), "9.9"


@pytest.fixture
def fake_engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine on the path."""
    engine_double = Engine()
    monkeypatch.setattr(engine, "find", lambda _wanted: "/usr/bin/made-up")
    monkeypatch.setattr(engine, "analyse_game", engine_double.analyse_game)
    return engine_double


def new_record(data: bytes = MATCH) -> GameRecord:
    game = factories.open_match(7)
    return uploads.upload(game.match, by=None, file_name="final.mat", data=data)


def again(record: GameRecord) -> GameRecord:
    """The record as a page gets it."""
    return GameRecord.objects.select_related("analysis").defer("data").get(pk=record.pk)


class TestWithAnEngine:
    def test_a_checked_record_is_analysed_game_by_game(self, fake_engine: Engine, run_jobs: RunJobs) -> None:
        record = new_record()
        # The check, four games, and the pairing that the draw asked for.
        run_jobs()
        assert fake_engine.indexes == [0, 1, 2, 3]
        analysis = shown_analysis(again(record))
        assert analysis is not None
        assert (analysis.engine, analysis.plies) == ("GNU Backgammon 9.9", 2)
        assert [(mistake.game, mistake.step, mistake.side) for mistake in analysis.mistakes] == [
            (1, 1, "one"),
            (2, 2, "one"),
            (3, 3, "one"),
            (4, 4, "one"),
        ]
        assert not OutboxJob.objects.filter(name=Job.ANALYSE_RECORD).exists()

    def test_the_sums_of_the_games_are_each_sides_performance(
        self, fake_engine: Engine, run_jobs: RunJobs
    ) -> None:
        record = new_record()
        run_jobs()
        analysis = shown_analysis(again(record))
        assert analysis is not None
        assert (analysis.one.plays, analysis.one.cube_decisions, analysis.one.decisions) == (40, 20, 60)
        assert analysis.one.lost == pytest.approx(0.5)
        assert analysis.one.rating == pytest.approx(500 * 0.5 / 60)
        assert (analysis.one.mistakes, analysis.one.blunders) == (4, 3)
        assert analysis.two.mistakes == 0
        assert analysis.two.rating == pytest.approx(500 * 0.08 / 32)
        assert [mistake.game for mistake in analysis.worst] == [4, 3, 2, 1]

    def test_the_luck_of_a_match_is_that_of_its_games_and_unknown_where_one_has_none(
        self, fake_engine: Engine, run_jobs: RunJobs
    ) -> None:
        record = new_record()
        run_jobs()
        analysis = shown_analysis(again(record))
        assert analysis is not None
        assert analysis.luck is not None
        luck = analysis.luck
        assert (round(luck.one, 6), round(luck.two, 6), round(luck.result_without, 6)) == (0.4, -0.08, 0.18)
        row = RecordAnalysis.objects.get()
        # What a release stored that did not ask for luck.
        del row.games[1]["luck"]
        row.save()
        before = shown_analysis(again(record))
        assert before is not None
        assert before.luck is None
        assert before.one == analysis.one

    @pytest.mark.both_databases
    def test_who_decided_nothing_has_no_rating(self, fake_engine: Engine, run_jobs: RunJobs) -> None:
        record = new_record(SHORT)
        run_jobs()
        analysis = RecordAnalysis.objects.get()
        analysis.games[0]["two"] = {"plays": 0, "plays_lost": 0.0, "cube_decisions": 0, "cube_lost": 0.0}
        analysis.save()
        judgement = shown_analysis(again(record))
        assert judgement is not None
        assert judgement.two.rating is None

    def test_it_is_logged_once_when_it_is_whole(self, fake_engine: Engine, run_jobs: RunJobs) -> None:
        record = new_record()
        run_jobs()
        assert log_of(record.match) == ["record_uploaded", "record_checked", "record_analysed"]
        entry = last_entry(record.match)
        assert (entry.actor, entry.data) == (Actor.SYSTEM, {"record": record.uid})

    def test_it_is_awaited_until_then(self, fake_engine: Engine) -> None:
        record = new_record()
        uploads.check(record.pk)
        assert is_awaited(again(record))
        analyses.analyse(record.pk)
        assert (is_awaited(again(record)), shown_analysis(again(record))) == (True, None)
        assert len(RecordAnalysis.objects.get().games) == 1

    @pytest.mark.both_databases
    def test_a_job_that_works_long_keeps_its_claim(self, fake_engine: Engine) -> None:
        record = new_record()
        uploads.check(record.pk)
        OutboxJob.objects.exclude(name=Job.ANALYSE_RECORD).delete()
        job = queue.start(queue.claim_due(lane=Lane.RECORDS)[0])
        assert job is not None
        with time_machine.travel(timezone.now() + timedelta(seconds=15)):
            analyses.analyse(record.pk)
        with time_machine.travel(timezone.now() + timedelta(seconds=30)):
            # The next game is there to be claimed; this one is still in hand.
            assert job.pk not in [claim.job_id for claim in queue.claim_due(lane=Lane.RECORDS)]

    def test_one_record_at_a_time_is_enough_for_a_worker(self, fake_engine: Engine) -> None:
        first, second = new_record(), new_record(SHORT)
        for record in (first, second):
            uploads.check(record.pk)
        OutboxJob.objects.all().delete()
        fake_engine.meanwhile = lambda: analyses.analyse(second.pk)
        analyses.analyse(first.pk)
        assert fake_engine.indexes == [0]
        (waiting,) = queue.waiting(Job.ANALYSE_RECORD, record_id=second.pk)
        assert waiting.due_at > timezone.now()

    def test_the_same_game_analysed_twice_at_once_is_stored_once(
        self, fake_engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record = new_record()
        uploads.check(record.pk)

        def other_worker() -> None:
            fake_engine.meanwhile = lambda: None
            with monkeypatch.context() as patch:
                patch.setattr(analyses, "_ONE_AT_A_TIME", threading.Lock())
                analyses.analyse(record.pk)

        fake_engine.meanwhile = other_worker
        analyses.analyse(record.pk)
        assert fake_engine.indexes == [0, 0]
        assert len(RecordAnalysis.objects.get().games) == 1
        assert queue.waiting(Job.ANALYSE_RECORD, record_id=record.pk).count() == 2

    def test_after_its_end_a_late_job_does_nothing(self, fake_engine: Engine, run_jobs: RunJobs) -> None:
        record = new_record(SHORT)
        run_jobs()
        analyses.analyse(record.pk)
        analyses.analyse(987654)
        assert fake_engine.indexes == [0]

    @pytest.mark.parametrize("refusal", [TookTooLong(), EngineFailed(), Misread()])
    def test_what_the_engine_fails_at_is_given_up_with_the_reason(
        self, fake_engine: Engine, run_jobs: RunJobs, refusal: engine.EngineRefusal
    ) -> None:
        record = new_record()
        fake_engine.refusal = refusal
        run_jobs()
        analysis = RecordAnalysis.objects.get()
        assert (analysis.failure, analysis.done_at is None) == (refusal.code, False)
        assert (shown_analysis(again(record)), is_awaited(again(record))) == (None, False)
        assert log_of(record.match) == ["record_uploaded", "record_checked"]
        assert fake_engine.indexes == [0]

    def test_a_failure_of_our_own_is_the_jobs(self, fake_engine: Engine) -> None:
        record = new_record()
        uploads.check(record.pk)
        fake_engine.refusal = RuntimeError("a mistake in the code")
        with pytest.raises(RuntimeError):
            analyses.analyse(record.pk)
        fake_engine.refusal = None
        analyses.analyse(record.pk)
        assert len(RecordAnalysis.objects.get().games) == 1

    @pytest.mark.parametrize(
        "data",
        [
            (DATA / "damaged/cube.mat").read_bytes(),
            (DATA / "scripted/s024_1-chequer-hypergammon_03pt_r0.02.mat").read_bytes(),
            b"no record",
        ],
    )
    def test_what_it_cannot_judge_is_not_asked_for(
        self, fake_engine: Engine, run_jobs: RunJobs, data: bytes
    ) -> None:
        record = new_record(data)
        run_jobs()
        assert fake_engine.indexes == []
        assert not RecordAnalysis.objects.exists()
        assert again(record).is_checked


class TestWithout:
    def test_nothing_is_asked_for_and_nothing_is_shown(
        self, monkeypatch: pytest.MonkeyPatch, run_jobs: RunJobs
    ) -> None:
        monkeypatch.setattr(engine, "find", lambda _wanted: None)
        record = new_record()
        run_jobs()
        assert not RecordAnalysis.objects.exists()
        assert (shown_analysis(again(record)), is_awaited(again(record))) == (None, False)

    def test_off_is_off_wherever_it_is_installed(self, settings: Settings, run_jobs: RunJobs) -> None:
        settings.GNUBG = "off"
        new_record()
        run_jobs()
        assert not RecordAnalysis.objects.exists()

    @pytest.mark.both_databases
    def test_an_engine_that_has_gone_takes_its_unfinished_analyses_along(
        self, fake_engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record = new_record()
        uploads.check(record.pk)
        monkeypatch.setattr(engine, "find", lambda _wanted: None)
        analyses.analyse(record.pk)
        assert not RecordAnalysis.objects.exists()


class TestTheCommand:
    def test_it_asks_for_what_is_missing_and_for_what_failed(
        self, fake_engine: Engine, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(engine, "find", lambda _wanted: None)
            before = new_record()
            run_jobs()
        fake_engine.refusal = TookTooLong()
        late_record = new_record(SHORT)
        run_jobs()
        fake_engine.refusal = None
        further, unsuitable = new_record(SHORT + b"\n"), new_record(b"no record")
        run_jobs()
        fake_engine.indexes.clear()
        out = StringIO()
        call_command("analyse", stdout=out)
        assert out.getvalue() == "2 analyses were asked for.\n"
        run_jobs()
        assert sorted(fake_engine.indexes) == [0, 0, 1, 2, 3]
        assert all(shown_analysis(again(record)) for record in (before, late_record, further))
        assert shown_analysis(again(unsuitable)) is None
        call_command("analyse", stdout=(second_out := StringIO()))
        assert second_out.getvalue() == "0 analyses were asked for.\n"

    def test_it_says_where_there_is_no_engine(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(engine, "find", lambda _wanted: None)
        with pytest.raises(CommandError, match="install gnubg"):
            call_command("analyse", stdout=StringIO())


def test_what_was_given_up_is_done_in_the_database_too(fake_engine: Engine) -> None:
    record = new_record()
    with pytest.raises(IntegrityError), transaction.atomic():
        RecordAnalysis.objects.create(record=record, failure="misread")


@pytest.mark.gnubg
def test_gnubg_itself_judges_a_record(settings: Settings, run_jobs: RunJobs) -> None:
    settings.GNUBG = "auto"
    record = new_record(SHORT)
    run_jobs()
    analysis = shown_analysis(again(record))
    assert analysis is not None
    assert analysis.engine.startswith("GNU Backgammon ")
    transcript = rules.check(SHORT).transcript
    assert transcript is not None
    facts = rules.match_facts(transcript)
    for performance, side_facts in ((analysis.one, facts.one), (analysis.two, facts.two)):
        assert 0 < performance.plays <= side_facts.turns
        # It played both sides at its best.
        assert performance.rating is not None
        assert performance.rating < 5
