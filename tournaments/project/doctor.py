"""Checks of an installation, each with its result in words and the way out; `./videau doctor` prints them."""

from __future__ import annotations

import os
import shutil
import smtplib
import stat
from base64 import b64decode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments import queue
from tournaments.engine import gnubg
from tournaments.models import ClockMark
from tournaments.project import backups, postgres_backups, trouble
from tournaments.project.later_release import LaterRelease, require_known_release
from tournaments.project.shared_cache import SharedCache

_MEBIBYTE = 1024 * 1024
_SCARCE, _NEARLY_FULL = 1024 * _MEBIBYTE, 128 * _MEBIBYTE
_SEEN_WITHIN = timedelta(minutes=3)
_LATE_AFTER = timedelta(seconds=60)
_OLD_BACKUP = timedelta(days=2)
# A file of changes has 16 MiB, and the one that is being filled is confirmed only as it arrives.
_FAR_BEHIND = 256 * _MEBIBYTE
_CLOCKS_APART = timedelta(seconds=5)


class Level(StrEnum):
    """How serious a finding is: a fault stops the service or loses something, a warning does neither."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The result of one check; `remedy` is empty where nothing is wrong."""

    subject: str
    level: Level
    words: str
    remedy: str = ""


def examine() -> Iterator[Diagnosis]:
    """Yield the result of every check, in the order in which causes come before their effects."""
    yield _data_directory()
    yield _disk()
    yield _secret_key()
    database = _database()
    yield database
    if database.level is not Level.FAULT:
        for check in _OF_DATABASE:
            yield check()
    for check in _OF_SERVICES:
        yield check()


def _ok(subject: str, words: str) -> Diagnosis:
    return Diagnosis(subject, Level.OK, words)


def _warning(subject: str, words: str, remedy: str) -> Diagnosis:
    return Diagnosis(subject, Level.WARNING, words, remedy)


def _fault(subject: str, words: str, remedy: str) -> Diagnosis:
    return Diagnosis(subject, Level.FAULT, words, remedy)


def _data_directory() -> Diagnosis:
    data = Path(settings.VIDEAU_DATA)
    mode = stat.S_IMODE(data.stat().st_mode)
    if not os.access(data, os.W_OK | os.X_OK):
        return _fault("data", f"{data} cannot be written.", "Give it to the user who starts Videau.")
    if mode & 0o077:
        remedy = f"It holds the secret key and mails: chmod 700 {data}"
        return _warning("data", f"Other users of this machine may enter {data} (mode {mode:o}).", remedy)
    return _ok("data", f"{data} can be written, and only by its owner.")


def _disk() -> Diagnosis:
    free = shutil.disk_usage(settings.VIDEAU_DATA).free
    words = f"{free // _MEBIBYTE:,} MiB are free for {settings.VIDEAU_DATA}."
    if free < _NEARLY_FULL:
        return _fault("disk", words, "Make room before the next tournament: a full disk takes no result.")
    if free < _SCARCE:
        return _warning("disk", words, "Make room: records and backups grow.")
    return _ok("disk", words)


def _secret_key() -> Diagnosis:
    if settings.DEBUG:
        return _fault(
            "secrets", "VIDEAU_DEBUG shows settings to everybody.", "Take it out of the environment."
        )
    if len(settings.SECRET_KEY) < 32 or len(set(settings.SECRET_KEY)) < 8:
        remedy = "Set it to 50 random letters and digits; everybody then signs in again."
        return _fault("secrets", "SECRET_KEY is short enough to be guessed.", remedy)
    for name in ("secret_key", "checkpoint_key"):
        file = Path(settings.VIDEAU_DATA) / name
        if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077:
            return _fault("secrets", f"Other users of this machine may read {file}.", f"chmod 600 {file}")
    if not _is_key(settings.CHECKPOINT_KEY):
        remedy = "Set it to 32 random bytes in base64, or leave it out and keep the file checkpoint_key."
        return _fault("secrets", "CHECKPOINT_KEY is no key, so no checkpoint is signed.", remedy)
    return _ok("secrets", "The keys are long, and nobody else can read them.")


def _is_key(text: str) -> bool:
    try:
        return len(b64decode(text, validate=True)) == 32
    except ValueError:
        return False


def _database() -> Diagnosis:
    try:
        connection.ensure_connection()
        require_known_release()
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except LaterRelease as error:
        return _fault("database", str(error), "Start the release that it names.")
    except DatabaseError as error:
        words = trouble.in_words(error) or " ".join(str(error).split())
        return _fault("database", words, "Start the database, and compare DATABASE_URL with its address.")
    if plan:
        remedy = "./videau run applies them at its start; else: ./videau migrate"
        return _fault("database", f"Migrations that are not applied: {len(plan)}.", remedy)
    return _ok("database", f"{connection.display_name} answers, and its tables are those of this release.")


def _clock() -> Diagnosis:
    if connection.vendor != "postgresql":
        return _ok("clock", "The database has the clock of this machine.")
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [there] = cursor.fetchone() or [timezone.now()]
    apart = abs(there - timezone.now())
    words = f"The clocks of this machine and the database are {apart.total_seconds():.1f} s apart."
    if apart > _CLOCKS_APART:
        return _warning(
            "clock", words, "Let both follow the same time server: deadlines of reports depend on it."
        )
    return _ok("clock", words)


def _worker() -> Diagnosis:
    if queue.is_late(*queue.PROMPT, since=timezone.now() - _LATE_AFTER):
        remedy = "Start a worker and beat, or look into their logs."
        return _fault("jobs", "Jobs are due for more than a minute: no worker takes them.", remedy)
    if queue.is_late(queue.Lane.PHONES, since=timezone.now() - _LATE_AFTER):
        remedy = "Start a worker with `phones` among its WORKER_LANES. Calls stand on the pages meanwhile."
        return _warning("jobs", "Phones are told of calls late: no worker takes the lane `phones`.", remedy)
    if dead := sum(backlog.dead for backlog in queue.backlogs()):
        remedy = "`./videau jobs` says why. Mend it, and try them again: ./videau jobs --retry all"
        return _warning("jobs", f"Jobs that have failed at every attempt: {dead}.", remedy)
    if not ClockMark.objects.filter(at__gte=timezone.now() - _SEEN_WITHIN).exists():
        remedy = "This is right while the service is stopped; else start a worker and beat."
        return _warning("jobs", "No worker has been seen for three minutes.", remedy)
    return _ok("jobs", "A worker is at work, and no job waits for longer than a minute.")


def _backup() -> Diagnosis:
    if connection.vendor != "sqlite":
        return _backup_of_postgres()
    newest = next(iter(backups.backups_in(trouble.backup_directory())), None)
    at = backups.made_at(newest) if newest is not None else None
    if at is None:
        remedy = (
            "./videau run makes one every five minutes while something changes; else: ./videau backup FILE"
        )
        return _warning("backup", "There is no backup yet.", remedy)
    words = f"The newest backup is of {at:%Y-%m-%d %H:%M}."
    if timezone.now() - at > _OLD_BACKUP and _changed_since(at.timestamp()):
        return _warning("backup", words, "./videau backup FILE makes one now; carry it to another machine.")
    return _ok("backup", words)


def _backup_of_postgres() -> Diagnosis:
    receiver = postgres_backups.receiver()
    try:
        copy = postgres_backups.newest_copy(Path(settings.BACKUPS)) if settings.BACKUPS else None
        words = _words_on_changes(receiver)
    except OSError as error:
        remedy = "Let the user of this process read the directory that BACKUPS names, and what is in it."
        return _warning("backup", f"The backups cannot be looked at from here: {error}.", remedy)
    if receiver is None and copy is None:
        remedy = "Start docker/backup.sh, or make one each night: ./videau backup FILE. docs/reliability.md has both."
        return _warning("backup", "The service sees no backup of this database.", remedy)
    if receiver is None or not receiver.is_active:
        remedy = "Start the service `backup`; its log says why it ended."
        return _warning("backup", words, remedy)
    if receiver.behind > _FAR_BEHIND:
        return _warning("backup", words, "Look whether BACKUPS is full, and whether its disk is slow.")
    if not settings.BACKUPS:
        remedy = "Set BACKUPS to the directory of the backups as this process sees it."
        return _warning("backup", f"{words} Its copies of the files are not seen from here.", remedy)
    if copy is None:
        remedy = "sh docker/backup.sh base makes one; without it the changes are of no use."
        return _warning("backup", f"{words} {settings.BACKUPS} has no copy of the files.", remedy)
    words = f"The newest copy of the files is of {copy.astimezone():%Y-%m-%d %H:%M}. {words}"
    if timezone.now() - copy > _OLD_BACKUP:
        return _warning(
            "backup", words, "sh docker/backup.sh base makes one; the log of `backup` says what failed."
        )
    return _ok("backup", words)


def _words_on_changes(receiver: postgres_backups.Receiver | None) -> str:
    if receiver is None:
        return "Nobody receives the changes of this server."
    behind = f"{receiver.behind / _MEBIBYTE:,.1f} MiB"
    if not receiver.is_active:
        return f"The backup is away, and {behind} of changes wait for it."
    at = postgres_backups.newest_change(Path(settings.BACKUPS)) if settings.BACKUPS else None
    arrived = f", the last one at {at.astimezone():%H:%M:%S}" if at is not None else ""
    return f"Changes are received as they happen{arrived}; {behind} are not confirmed."


def _changed_since(stamp: float) -> bool:
    return Path(settings.DATABASES["default"]["NAME"]).stat().st_mtime > stamp


def _redis() -> Diagnosis:
    if not isinstance(shared := caches["default"], SharedCache):
        return _ok("redis", "It is not needed: this is an installation of one machine.")
    if not shared.is_well():
        remedy = "Start Redis, compare REDIS_URL with its address, and give it memory. Results are taken meanwhile."
        return _fault("redis", "Redis does not answer, or takes nothing.", remedy)
    return _ok("redis", "Redis answers and accepts writes.")


def _address() -> Diagnosis:
    if not settings.BASE_URL:
        if settings.IS_EMBEDDED:
            return _ok("address", "This machine alone, or its network with --lan.")
        return _fault(
            "address", "BASE_URL is not set.", "Set it to the address that people type, with https."
        )
    if settings.IS_EMBEDDED or settings.IS_HTTPS:
        return _ok("address", f"People type {settings.BASE_URL}.")
    remedy = "Put a proxy with a certificate in front, and set BASE_URL to its https address."
    return _warning("address", f"{settings.BASE_URL} sends passwords in the clear.", remedy)


def _mail() -> Diagnosis:
    if not settings.EMAIL_URL:
        words = f"No mail server: each mail is a file in {settings.VIDEAU_DATA / 'mail'}."
        if settings.IS_EMBEDDED:
            return _ok("mail", words)
        return _warning("mail", words, "Set EMAIL_URL, or nobody can choose a new password.")
    try:
        with get_connection():
            return _ok("mail", "The mail server answers and accepts the password.")
    except (OSError, smtplib.SMTPException) as error:
        reason = " ".join(str(error).split())
        return _fault(
            "mail", f"The mail server does not take mail: {reason}", "Compare EMAIL_URL with its address."
        )


def _programs() -> Diagnosis:
    missing = []
    try:
        import weasyprint  # noqa: F401 - looked for, not used
    except (ImportError, OSError):
        missing.append("WeasyPrint (PDF files; without it browsers print the pages)")
    if settings.GNUBG != "off" and gnubg.find(settings.GNUBG) is None:
        missing.append("GNU Backgammon (analyses of records)")
    if missing:
        return _warning(
            "programs", f"Not installed: {'; '.join(missing)}.", "docs/operations.md says what needs them."
        )
    return _ok("programs", "PDF files and analyses of records can be made.")


_OF_DATABASE: tuple[Callable[[], Diagnosis], ...] = (_clock, _worker, _backup)
_OF_SERVICES: tuple[Callable[[], Diagnosis], ...] = (_redis, _address, _mail, _programs)
