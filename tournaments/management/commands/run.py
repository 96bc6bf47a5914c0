"""`run`: starts the whole service on this machine with one command."""

from __future__ import annotations

import argparse
import fcntl
import os
import shlex
import socket
import sys
import tempfile
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from matches.database.fair_sqlite.waits import nobody_waits
from tournaments.actions.people import first_run
from tournaments.project import lan, sqlite_files
from tournaments.project.backups import RollingBackups
from tournaments.project.data_directory import misread_database
from tournaments.project.later_release import LaterRelease, require_known_release
from tournaments.project.supervisor import Child, Supervisor
from tournaments.project.trouble import backup_directory, damaged

_LOCAL = "127.0.0.1"
_EVERYWHERE = "0.0.0.0"  # noqa: S104 - only with --lan, which says so


class Command(BaseCommand):
    """Prepares the database, starts the web server and the worker, and keeps them running."""

    help = "Run the whole service on this machine: SQLite, no Redis."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--lan", action="store_true", help="let the phones in the hall reach it")
        parser.add_argument(
            "--live",
            action="store_true",
            help="tell open pages of changes, over the next port, instead of being asked",
        )
        parser.add_argument("--demo", action="store_true", help="load the demo tournament first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until interrupted; a failed check prints one line."""
        port, host = options["port"], _EVERYWHERE if options["lan"] else _LOCAL
        if not settings.IS_EMBEDDED:
            raise CommandError(
                "REDIS_URL is set, so this is a production installation: start its processes one by one, "
                "as docs/operations.md says."
            )
        lock = service_lock(Path(settings.VIDEAU_DATA))
        port = _probe(host, port)
        live = port + 1 if options["live"] else None
        if live is not None:
            _probe(host, live)
        _look_at_database()
        backups = _rolling_backups()
        reached_at = self._address(port, is_lan=options["lan"])
        # Both are one long turn at writing, before anything is started that could wait for it.
        with nobody_waits():
            _migrate()
            if options["demo"]:
                call_command("demo", address=settings.BASE_URL or reached_at)
        code = first_run.code() if first_run.is_first_run() else ""
        environment = {
            "BASE_URL": settings.BASE_URL or reached_at,
            "ALLOWED_HOSTS": ",".join([*settings.ALLOWED_HOSTS, *_lan_hosts(is_lan=options["lan"])]),
        }
        # The web server and the worker count in one place, which goes with this command.
        metrics = tempfile.TemporaryDirectory(prefix="videau-metrics-") if settings.METRICS_TOKEN else None
        if metrics is not None:
            environment["PROMETHEUS_MULTIPROC_DIR"] = metrics.name
        if live is not None:
            environment["VIDEAU_LIVE"] = settings.LIVE or str(live)
        supervisor = Supervisor(
            _children(host, port, live), directory=settings.BASE_DIR, environment=environment
        )

        def announce() -> bool:
            if not _answers(port):
                return False
            self._greet(reached_at, code, live, is_lan=options["lan"], is_demo=options["demo"])
            return True

        if backups is not None:
            backups.start()
        supervisor.run(when_started=announce)
        if backups is not None:
            backups.stop()
        if metrics is not None:
            metrics.cleanup()
        lock.close()

    def _address(self, port: int, *, is_lan: bool) -> str:
        """Return the address to give to others."""
        addresses = lan.addresses() if is_lan else []
        if is_lan and not addresses:
            self.stderr.write("No network was found, so only this machine can reach the service.")
        return f"http://{addresses[0] if addresses else _LOCAL}:{port}"

    def _greet(self, reached_at: str, code: str, live: int | None, *, is_lan: bool, is_demo: bool) -> None:
        """Print the address of the service once it answers."""
        self.stdout.write(f"Videau is running at {reached_at}/ - stop it with Ctrl-C.")
        self.stdout.write(f"Everything is kept in {settings.VIDEAU_DATA}")
        if connection.vendor == "sqlite":
            self.stdout.write(f"Backups, every five minutes while something changes: {backup_directory()}")
        if code:
            what = (
                "To direct with an account of your own, make it"
                if is_demo
                else "First run: create the director's account"
            )
            self.stdout.write(f"{what} at {reached_at}/setup/")
            self.stdout.write(f"with this code: {code}")
        if live is not None:
            self.stdout.write(f"Open pages hear of changes over port {live}.")
        if is_lan and _LOCAL not in reached_at:
            lan.print_qr(f"{reached_at}/")
        self.stdout.flush()


def _look_at_database() -> None:
    """Refuse a database that is damaged, of a later release, or in an outdated place."""
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        misread = misread_database(Path(settings.VIDEAU_DATA)) if not file.exists() else None
        if misread is not None:
            raise CommandError(
                f"An earlier release kept the database of this directory in {misread}. "
                f"Bring it here with ./videau restore {shlex.quote(str(misread))}, or move it away to begin anew."
            )
        if file.exists() and file.stat().st_size and (fault := sqlite_files.fault_of(file, is_quick=True)):
            raise CommandError(damaged(file, fault))
    try:
        require_known_release()
    except LaterRelease as error:
        raise CommandError(str(error)) from error


def _rolling_backups() -> RollingBackups | None:
    """Return the backups of a SQLite database; None for PostgreSQL, which has its own tools."""
    if connection.vendor != "sqlite":
        return None
    return RollingBackups(Path(connection.settings_dict["NAME"]), backup_directory())


def _migrate() -> None:
    """Migrate the database; skip the follow-up work if there is nothing to migrate."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def _lan_hosts(*, is_lan: bool) -> list[str]:
    return [*lan.addresses(), *lan.names()] if is_lan else []


def service_lock(data: Path) -> IO[str]:
    """Lock the data directory, because two services on one would do every job twice."""
    lock = os.fdopen(os.open(data / "run.lock", os.O_WRONLY | os.O_CREAT, 0o600), "w")
    os.fchmod(lock.fileno(), 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise CommandError(
            f"Videau runs already with the data in {data}. Stop it first, or set VIDEAU_DATA to another directory."
        ) from error
    return lock


def _probe(host: str, port: int) -> int:
    """Refuse an unavailable port before anything is started; return a free port for 0."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            return int(probe.getsockname()[1])
        except (OSError, OverflowError) as error:
            raise CommandError(
                f"Port {port} is taken or not allowed ({error}). Choose another: ./videau run --port 8001"
            ) from error


def _answers(port: int) -> bool:
    """Whether the web server accepts connections."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.2)
        return probe.connect_ex((_LOCAL, port)) == 0


def _children(host: str, port: int, live: int | None) -> list[Child]:
    """Return the web server, the worker and, with a port of its own, the live process."""
    web = [sys.executable, "-m", "gunicorn", "tournaments.project.wsgi"]
    web += ["--config", "python:tournaments.project.web_server"]
    # One process keeps the throttles and caches in one memory; eight threads share it.
    web += ["--workers", "1", "--threads", "8", "--bind", f"{host}:{port}"]
    web += ["--log-level", "warning", "--graceful-timeout", "5", "--no-control-socket"]
    # Whoever starts this as root has been told by their system what that means.
    quiet = ["-W", "ignore:You're running the worker with superuser privileges"]
    worker = [sys.executable, *quiet, "-m", "celery", "--quiet", "--app", "tournaments.project"]
    # The checks look at the code, which is the same at each start, and load every page for it.
    worker += ["--skip-checks", "worker"]
    worker += ["--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING"]
    worker += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    children = [Child("The web server", web), Child("The worker", worker)]
    if live is not None:
        children.append(Child("The live process", _live_command(host, live)))
    return children


def _live_command(host: str, port: int) -> list[str]:
    command = [sys.executable, "-m", "gunicorn", "tournaments.project.asgi"]
    command += [
        "--config",
        "python:tournaments.project.live.server",
        "--worker-class",
        "asgi",
        "--workers",
        "1",
    ]
    command += ["--bind", f"{host}:{port}", "--log-level", "warning", "--graceful-timeout", "3"]
    return [*command, "--no-control-socket"]
