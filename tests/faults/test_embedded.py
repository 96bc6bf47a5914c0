"""The embedded installation survives the death of any of its processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.effort import is_long
from tests.faults.service import PATIENCE, Installation, Service, is_alive, wait_until

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="looks at processes in /proc and needs PR_SET_PDEATHSIG"
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A running service with a data directory of its own."""
    running = Service(Installation(tmp_path_factory.mktemp("embedded") / "data"))
    yield running
    running.end()


def test_second_start_is_refused_in_one_line(service: Service) -> None:
    again = service.installation.run("manage.py", "run", "--port", "0")
    assert again.returncode == 1
    assert again.stderr.count("\n") == 1
    assert "runs already" in again.stderr


def test_the_service_begins_its_backups_and_says_where(service: Service) -> None:
    installation = service.installation
    backups = installation.data / "backups"
    assert (
        f"Backups, every five minutes while something changes: {backups}\n" in installation.output.read_text()
    )
    # Only a service that makes backups makes their place.
    assert backups.stat().st_mode & 0o777 == 0o700


def test_taken_port_is_refused_in_one_line_before_anything_is_made(service: Service, tmp_path: Path) -> None:
    other = Installation(tmp_path / "other")
    refusal = other.run("manage.py", "run", "--port", str(service.port))
    assert refusal.returncode == 1
    assert refusal.stderr.count("\n") == 1
    assert f"Port {service.port} is taken" in refusal.stderr
    assert not other.database.exists()


def test_worker_killed_in_the_middle_does_every_job_once(service: Service) -> None:
    installation, count = service.installation, 60 if is_long() else 24
    assert installation.drive("upload", count) == {"uploaded": count}
    os.kill(service.child("celery"), signal.SIGKILL)
    installation.drive("play", 16)
    os.kill(service.child("celery"), signal.SIGKILL)
    state = installation.wait_until_idle()
    assert (state["checked"], state["checked_once"], state["records"]) == (count, True, count)
    assert state["second_round"] == 4
    assert state["dead"] == 0


@pytest.mark.long_only
@pytest.mark.timeout(PATIENCE * (12 if is_long() else 3))
def test_feed_and_lists_are_those_of_an_undisturbed_run_however_often_the_worker_dies(
    service: Service,
) -> None:
    installation = service.installation
    deaths, results = (30, 10_000) if is_long() else (5, 60)
    before, reports = installation.count("tournaments_feedrow"), installation.count("matches_report")
    driver = installation.start("-m", "tests.faults.driver", "arrive", str(results))
    for death in range(deaths):
        # The deaths are spread over the results, and each comes while the worker that was started again is writing.
        reported, rows = reports + results * death // deaths, installation.count("tournaments_feedrow")
        wait_until(
            lambda: installation.count("matches_report") > reported or driver.poll() is not None,  # noqa: B023 - waits here
            what=f"report {reported + 1}",
        )
        # The worker rests longer and longer between deaths, so the last ones come after the results, while it catches up.
        wait_until(
            lambda: (
                installation.count("tournaments_feedrow") > rows  # noqa: B023 - waits here
                or (driver.poll() is not None and installation.jobs() == 0)
            ),
            what=f"row {rows + 1} of the feed",
        )
        os.kill(service.child("celery"), signal.SIGKILL)
    assert driver.wait(timeout=PATIENCE) == 0
    # A pairing that a job makes enqueues nothing that reads its entry: the next sweep does.
    installation.wait_until_idle()
    assert installation.run("manage.py", "tick").returncode == 0
    installation.wait_until_idle()
    feed = installation.drive("feed")
    corrections = -(-results // 20)
    assert feed["rows"] - before == results + corrections
    assert (feed["superseded"], feed["verdicts"]) == (corrections, feed["rows"])
    assert (feed["behind"], feed["findings"]) == (0, [])
    assert feed["lists"] == feed["undisturbed"]
    assert min(feed["matches"]) >= results


def test_web_server_killed_is_started_again_and_ctrl_c_ends_everything(service: Service) -> None:
    pid = service.child("gunicorn")
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_alive(pid), what="the death of the web server")
    assert service.child("gunicorn") != pid
    wait_until(lambda: len(service.family()) >= 3 and service.answers(), what="its return")
    family = service.family()
    service.stop()
    assert service.supervisor.returncode == 0
    assert f"http://127.0.0.1:{service.port}/" in service.output()
    assert not [pid for pid in family if is_alive(pid)]


@pytest.mark.service
def test_supervisor_killed_leaves_no_orphan(tmp_path: Path) -> None:
    service = Service(Installation(tmp_path / "data"))
    wait_until(lambda: len(service.family()) >= 3, what="the start of its children")
    family = service.family()
    service.supervisor.kill()
    wait_until(lambda: not [pid for pid in family if is_alive(pid)], what="the end of its children")
    service.stop()
