"""What every test may use: effort profiles and the job runner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext

import pytest
import time_machine
from django.utils import timezone, translation
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from pytest_django.plugin import DjangoDbBlocker

from tests import clock, parts, remembered
from tests.effort import is_long
from tests.migrated import migrated_once

# Seconds that no sound test takes.
LONG = 60.0

settings.register_profile("default", max_examples=25, deadline=None, derandomize=True)
settings.register_profile("long", max_examples=250, deadline=None)
settings.load_profile("long" if is_long() else "default")
if not is_long():
    # Hypothesis reads constants out of whatever modules are there: another process would try other examples.
    setattr(providers, "is_local_module_file", lambda _path: False)  # noqa: B010 - its type is that of a cache  # type: ignore[assignment]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[Callable[[], None]]:
    """Let the test database begin as a copy of the one that another process of this run has migrated."""
    with migrated_once() as keep:
        yield keep


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_modify_db_settings: Callable[[], None],
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """Keep the database that was migrated for the other processes."""
    with django_db_blocker.unblock():
        django_db_modify_db_settings()


@pytest.fixture
def run_jobs(db: None) -> Callable[[], int]:
    """Run every job that is due, in this process, and those that these cause; answers how many ran."""
    from tournaments.models import OutboxJob
    from tournaments.tasks import run_due

    def run_all() -> int:
        count = run_due()
        job = OutboxJob.objects.exclude(last_error="").first()
        assert job is None, f"{job}: {job.last_error}"
        return count

    return run_all


@pytest.fixture
def same_minute() -> Iterator[None]:
    """Stop the clock: what is counted by the minute is counted in one, however slow the machine is."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture(scope="session", autouse=True)
def _waits_of_a_slow_machine() -> Iterator[None]:
    """What waits for a clock waits long enough for any machine, and a plan is simulated so often, not so long.

    A test of one of these limits sets it again.
    """
    from tournaments.notices import posting
    from tournaments.queries.events import forecasts, planning

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(posting, "_PATIENCE", LONG)
        patch.setattr(planning, "SECONDS", LONG)
        patch.setattr(planning, "LONGEST_WAIT", LONG)
        patch.setattr(planning, "_MOST_RUNS", 100 if is_long() else 40)
        patch.setattr(forecasts, "_LONGEST_WAIT", LONG)
        yield


@pytest.fixture(autouse=True)
def _clock(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test begins at the same instant; services have the clock of the machine, and so has a test of them."""
    with nullcontext() if parts.is_service(request.node) else clock.from_the_same_instant():
        yield


@pytest.fixture(autouse=True)
def _nothing_arranged(_clock: None) -> None:
    """A test begins with an empty database, whatever the last one has arranged."""
    remembered.begin_test()


@pytest.fixture(autouse=True)
def _language_left_behind() -> Iterator[None]:
    """Take back the language of a test's last request: the next test would speak it too."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _audience_left_behind() -> Iterator[None]:
    """Take back the audience of a test's last request: what the next test arranges is not read by everybody."""
    from matches.models import Audience, show_to

    yield
    show_to(Audience.HALL)


@pytest.fixture(autouse=True)
def _emptied_after(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the database be emptied after a test that commits: with their triggers on, the append-only tables refuse.

    Emptying ends like a migration, which makes the triggers anew.
    """
    yield
    marker = request.node.get_closest_marker("django_db")
    commits = {"transactional_db", "live_server", "django_db_reset_sequences"} & set(request.fixturenames)
    if commits or (marker is not None and marker.kwargs.get("transaction")):
        from django.db import connection

        from tournaments.models.append_only import drop_triggers

        drop_triggers(connection)
