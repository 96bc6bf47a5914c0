"""This release shows, continues, undoes and audits the data of past releases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from itertools import islice

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404

from matches.errors import DomainError
from matches.models import Dispute, Player
from tests import factories
from tests.effort import is_long
from tournaments import queue, tasks
from tournaments.actions import results, sealing, undo
from tournaments.models import (
    Draw,
    DrawInput,
    Event,
    LogEntry,
    OutboxJob,
    Stage,
    Tournament,
    UnreadableInput,
)
from tournaments.proof.verify import check
from tournaments.queries.audit.checks import FindingCode, findings
from tournaments.queries.audit.public_log import public_log

from .loading import Dump, chosen_dumps, keys_of, schema
from .walking import addresses, faults, uids_of

NAMES = [dump.name for dump in chosen_dumps()]
FIRST_RELEASE = "b144bff"
# All addresses are looked at with the rows of the first release, on SQLite: what a page makes of them is decided above
# the database. Those of another release show one address in so many, as all do on PostgreSQL.
_SHARE = 16
# Nothing that is played in rounds lasts longer than this; a ladder never ends.
_LONGEST = 12


@pytest.fixture
def keys(upgraded: tuple[Dump, ...], request: pytest.FixtureRequest) -> Iterator[tuple[int, int]]:
    """The keys of the rows of one release; whatever a test changes is taken back."""
    with transaction.atomic():
        yield keys_of(NAMES.index(request.param))
        transaction.set_rollback(True)


every_release = pytest.mark.parametrize("keys", NAMES, indirect=True)
the_first_release = pytest.mark.parametrize("keys", NAMES if is_long() else [FIRST_RELEASE], indirect=True)


def _stages(keys: tuple[int, int]) -> list[Stage]:
    return list(Stage.objects.filter(pk__range=keys).select_related("event"))


@pytest.mark.usefixtures("upgraded")
def test_a_database_of_the_first_release_has_the_tables_of_a_new_one(
    new_schema: set[tuple[str, ...]],
) -> None:
    """What a new database makes at once is what the others came to step by step, and both know every migration."""
    assert schema() ^ new_schema == set()
    known = {
        (migration.app_label, migration.name) for migration in MigrationLoader(None).disk_migrations.values()
    }
    assert set(MigrationRecorder(connection).applied_migrations()) == known


@every_release
def test_every_address_is_answered(keys: tuple[int, int]) -> None:
    number = NAMES.index(FIRST_RELEASE)
    is_whole = is_long() or (keys == keys_of(number) and connection.vendor == "sqlite")
    paths = list(addresses(uids_of(keys), most=None if is_long() else 1))
    share = paths if is_whole else islice(paths, keys[0] % (_SHARE - 1), None, _SHARE)
    places = [f"/s/{stage.uid}/{page}/" for stage in _stages(keys) for page in ("bracket", "standings")]
    visitor = factories.player(email="walker@example.org", is_superuser=True)
    assert faults([*share, *places], by=visitor) == []


@every_release
def test_every_job_runs(keys: tuple[int, int]) -> None:
    events = list(Event.objects.filter(pk__range=keys))
    OutboxJob.objects.exclude(pk__range=keys).delete()
    OutboxJob.objects.update(due_at=events[0].tournament.made_at)
    queue.enqueue_each(queue.Job.PAIR, [{"event_id": event.pk} for event in events])
    queue.enqueue_each(queue.Job.QUALIFY, [{"event_id": event.pk} for event in events])
    queue.enqueue(queue.Job.CALL, tournament_id=events[0].tournament_id)
    # A forecast takes its time, so one event has it foreseen.
    queue.enqueue(queue.Job.FORECAST, event_id=events[0].pk)
    tasks.run_due()
    assert list(OutboxJob.objects.exclude(last_error="").values_list("name", "last_error")) == []


@every_release
def test_the_audit_is_clean_and_the_chains_of_the_log_are_whole(keys: tuple[int, int]) -> None:
    tournaments = Tournament.objects.filter(pk__range=keys)
    uids = list(tournaments.values_list("uid", flat=True))
    with pytest.raises(CommandError) as refusal:
        call_command("audit", *uids, stdout=StringIO())
    # Rows, or columns of them, were written without a digest then, which is no fault; the first sweep seals them.
    assert refusal.value.returncode == 3
    for tournament in tournaments:
        sealing.seal(tournament)
    assert all(sealing.seal(tournament) is None for tournament in tournaments)
    verdicts = StringIO()
    call_command("audit", *uids, stdout=verdicts)
    assert verdicts.getvalue().count(": clean, ") == len(uids)
    logs = {tournament: [*map(json.loads, public_log(tournament))] for tournament in tournaments}
    assert [fault for lines in logs.values() for fault in check(lines).faults] == []
    # What an entry of a later release has a uid for, these have written out: they are there by their hash alone.
    entries = LogEntry.objects.filter(pk__range=keys)
    written = {entry.data["reason"] for entry in entries if " " in entry.data.get("reason", "")}
    everything = json.dumps([*logs.values()], ensure_ascii=False)
    names = Player.objects.filter(pk__range=keys).values_list("name", flat=True)
    assert [text for text in {*written, *names} if text in everything] == []
    assert {line.get("code") for lines in logs.values() for line in lines} > {"stage_created", "paired"}


@the_first_release
def test_what_was_begun_is_played_to_its_end_and_audited(keys: tuple[int, int]) -> None:
    stages = [stage for stage in _stages(keys) if stage.draws.exists() and stage.format != "ladder"]
    for dispute in Dispute.objects.filter(pk__range=keys, closed_at=None).select_related("match"):
        director = factories.around(dispute.match).director
        results.rule(dispute, by=director, reason="The slip.", score=(dispute.match.length, 0))
    for stage in stages:
        for _ in range(_LONGEST):
            factories.play_open_matches(stage)
    open_stages = Stage.objects.filter(pk__in=[stage.pk for stage in stages], completed_at=None)
    assert {stage.format for stage in open_stages} <= {"league", "lives"}
    for tournament in Tournament.objects.filter(pk__range=keys):
        assert [finding for finding in findings(tournament) if finding.is_fault] == []


@every_release
def test_every_kind_of_act_in_the_log_can_be_undone_or_is_refused_in_words(keys: tuple[int, int]) -> None:
    newest: dict[str, LogEntry] = {}
    for entry in LogEntry.objects.filter(pk__range=keys).select_related("tournament", "event").order_by("pk"):
        newest[entry.code] = entry
    for entry in newest.values():
        with transaction.atomic(), suppress(DomainError, Http404):
            undo.undo(entry, by=None)
            transaction.set_rollback(True)


class TestTheInputOfADraw:
    """Every version that a release has written is read in one place."""

    def test_the_first_release_recorded_neither_club_nor_lots(self) -> None:
        data = {"options": {}, "entries": [{"uid": "a", "seed": 1, "is_late": False}]}
        [entry] = DrawInput.from_dict(data).entries
        assert (entry.club, entry.country, entry.bye_lots) == (None, None, 1)

    def test_what_is_written_is_read_back(self) -> None:
        data = {
            "options": {},
            "entries": [{"uid": "a", "seed": 1, "is_late": False, "club": "", "country": ""}],
        }
        draw_input = DrawInput.from_dict(data)
        assert DrawInput.from_dict(draw_input.to_dict()) == draw_input
        assert draw_input.to_dict()["version"] == 3

    def test_before_groups_were_kept_apart_an_input_named_none(self) -> None:
        entry = {"uid": "a", "seed": 1, "is_late": False, "club": "", "country": "", "bye_lots": 1}
        (draw_input,) = DrawInput.from_dict({"version": 2, "options": {}, "entries": [entry]}).entries
        assert draw_input.group == ""

    @pytest.mark.parametrize(
        "data", [{"version": 99, "options": {}, "entries": []}, {}, [], {"entries": [{}]}]
    )
    def test_anything_else_is_refused_in_one_way(self, data: object) -> None:
        with pytest.raises(UnreadableInput):
            DrawInput.from_dict(data)  # type: ignore[arg-type]


@pytest.mark.django_db
class TestWhatCannotBeProved:
    """The audit tells faults from entries that today's release cannot prove."""

    def test_a_draw_of_another_version_of_its_format_ends_with_a_code_of_its_own(self) -> None:
        factories.drawn_otherwise(factories.drawn_stage(4), format_version=99)
        with pytest.raises(CommandError) as refusal:
            call_command("audit", stdout=StringIO())
        assert refusal.value.returncode == 3

    def test_a_fault_counts_more_than_what_cannot_be_proved(self) -> None:
        factories.drawn_otherwise(factories.drawn_stage(4), format_version=99)
        Draw.objects.filter(stage=factories.drawn_stage(16)).update(seed="another")
        with pytest.raises(CommandError) as refusal:
            call_command("audit", stdout=StringIO())
        assert refusal.value.returncode == 1

    def test_an_input_that_nobody_wrote_is_a_fault_and_no_traceback(self) -> None:
        stage = factories.drawn_stage(4)
        Draw.objects.filter(stage=stage).update(input={"version": 99})
        [finding] = findings(stage.event.tournament)
        assert (finding.code, finding.is_fault) == (FindingCode.INPUT_UNREADABLE, True)
