"""The documents and the container files say what the code does."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.beat import PersistentScheduler
from django.conf import settings

from tests.postgres_plugin import ROOT, settings_variables

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
_SECRETS = ("KEY", "PASSWORD", "DATABASE_URL", "EMAIL_URL")


def test_the_documents_list_the_variables_that_the_settings_read() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    table = text.partition("## Environment variables")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE)) == settings_variables()


def test_the_documents_list_the_variables_of_the_container() -> None:
    entry = (ROOT / "docker" / "entrypoint.sh").read_text()
    text = (ROOT / "docs" / "operations.md").read_text()
    assert all(f"`{name}`" in text for name in re.findall(r"\$\{([A-Z_]+):-", entry))


@pytest.mark.parametrize("service", SERVICES)
def test_no_secret_of_the_containers_has_a_default(service: str) -> None:
    for name, value in SERVICES[service].get("environment", {}).items():
        if any(word in name for word in _SECRETS):
            assert re.search(r"\$\{\w+:\?", value), f"{name} of {service}"


@pytest.mark.parametrize("service", SERVICES)
def test_every_container_is_probed_and_only_pages_and_streams_are_reached_from_this_machine(
    service: str,
) -> None:
    assert "healthcheck" in SERVICES[service]
    ports = SERVICES[service].get("ports", [])
    addresses = {"web": ["127.0.0.1:8000:8000"], "live": ["127.0.0.1:8001:8001"]}
    assert ports == addresses.get(service, [])


def test_the_health_of_beat_is_the_age_of_what_it_writes_while_it_goes_on() -> None:
    _shell, command = SERVICES["beat"]["healthcheck"]["test"]
    (pattern,) = re.findall(r'-name "([^"]+)"', command)
    (minutes,) = re.findall(r"-mmin -(\d+)", command)
    file = Path(settings.CELERY_BEAT_SCHEDULE_FILENAME)
    assert file.parent == Path(settings.VIDEAU_DATA)
    assert fnmatch(file.name, pattern)
    # A job is due more often than the file is written, and the probe waits for more than two writings.
    jobs: dict[str, dict[str, Any]] = settings.CELERY_BEAT_SCHEDULE
    assert all(job["schedule"] < PersistentScheduler.sync_every for job in jobs.values())
    assert int(minutes) * 60 > 2 * PersistentScheduler.sync_every


def test_every_role_of_the_containers_is_known_to_the_entry_point() -> None:
    entry = (ROOT / "docker" / "entrypoint.sh").read_text()
    roles = {role for service in SERVICES.values() if "build" in service for role in service["command"]}
    assert roles == set(re.findall(r"^    (\w+)\)$", entry, re.MULTILINE))


def test_the_containers_set_only_variables_that_the_settings_read() -> None:
    names = {name for service in SERVICES.values() if "build" in service for name in service["environment"]}
    assert names <= settings_variables()


def test_every_production_image_is_pinned_to_a_release() -> None:
    image = (ROOT / "docker" / "Dockerfile").read_text()
    names = [*re.findall(r"^FROM (\S+)", image, re.MULTILINE)]
    names += [service["image"] for service in SERVICES.values() if "build" not in service]
    assert names
    assert all(re.search(r":\d", name) for name in names)


def _sources() -> list[Path]:
    """The text files of the project itself."""
    rooms = ("rules", "matches", "tournaments", "templates", "tests", "bench", "docs", "docker", ".ci")
    files = [
        path
        for room in rooms
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "node_modules" not in path.parts
    ]
    files += [path for path in ROOT.iterdir() if path.is_file() and not path.name.startswith(".")]
    return [path for path in files if b"\0" not in path.read_bytes()[:1000]]


def test_no_file_names_a_path_or_an_index_of_one_machine() -> None:
    pattern = re.compile(
        r"(?<![\w.}/-])/(?:" + "|".join(["work", "root", "home", "Users"]) + r")/|--(?:extra-)?index-url http"
    )
    places = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in _sources()
        if (match := pattern.search(path.read_text(errors="replace")))
    ]
    assert places == []
