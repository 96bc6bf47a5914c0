"""The documents and the container files say what the code does."""

from __future__ import annotations

import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.beat import PersistentScheduler
from django.conf import settings

from tests.postgres_plugin import ROOT, settings_variables
from tournaments.project.environment import faults_of_file

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
_SECRETS = ("SECRET_KEY", "PASSWORD", "DATABASE_URL", "EMAIL_URL")


def test_the_documents_list_the_variables_that_the_settings_read() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    table = text.partition("## Environment variables")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE)) == settings_variables()


def test_the_documents_list_the_variables_of_the_container() -> None:
    entry = (ROOT / "docker" / "entrypoint.sh").read_text()
    text = (ROOT / "docs" / "operations.md").read_text()
    assert all(f"`{name}`" in text for name in re.findall(r"\$\{([A-Z_]+):-", entry))


@pytest.mark.parametrize("service", SERVICES)
def test_every_secret_of_the_containers_is_a_file_of_theirs(service: str) -> None:
    secrets = SERVICES[service].get("secrets", [])
    values = SERVICES[service].get("environment", {})
    paths = {value for name, value in values.items() if any(word in name for word in _SECRETS)}
    if service == "proxy":
        paths |= set(re.findall(r"/run/secrets/\w+", (ROOT / "docker" / "nginx.conf").read_text()))
    assert paths == {f"/run/secrets/{name}" for name in secrets}
    assert all(re.search(r"\$\{SECRETS:\?", COMPOSE["secrets"][name]["file"]) for name in secrets)


@pytest.mark.parametrize("service", SERVICES)
def test_every_container_is_confined_and_has_limits(service: str) -> None:
    one = SERVICES[service]
    assert (one["read_only"], one["cap_drop"]) == (True, ["ALL"])
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert {"tmpfs", "mem_limit", "pids_limit"} <= one.keys()
    # The image of the project names its own user.
    assert "build" in one or one["user"].split(":")[0] not in {"0", "root"}
    assert "privileged" not in one


def test_the_entry_point_reads_secrets_from_files(tmp_path: Path) -> None:
    """The very script runs; a program of the same name stands for Python."""
    (tmp_path / "python").write_text(
        '#!/bin/sh\n[ "$1" != manage.py ] || echo "$SECRET_KEY|$EMAIL_URL|${SECRET_KEY_FILE-none}"\n'
    )
    (tmp_path / "python").chmod(0o755)
    (tmp_path / "secret_key").write_text("a b$c'd\n")
    environment = {
        "PATH": f"{tmp_path}:/usr/bin:/bin",
        "SECRET_KEY_FILE": str(tmp_path / "secret_key"),
        "EMAIL_URL": "consolemail://",
    }
    command = ["sh", str(ROOT / "docker" / "entrypoint.sh"), "check"]
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (process.stdout, process.stderr) == ("a b$c'd|consolemail://|none\n", "")
    missing = environment | {"SECRET_KEY_FILE": str(tmp_path / "nothing")}
    process = subprocess.run(command, env=missing, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout) == (1, "")
    assert f"SECRET_KEY_FILE names {tmp_path / 'nothing'}, which is missing" in process.stderr


@pytest.mark.parametrize("service", SERVICES)
def test_every_container_is_probed_and_only_pages_and_streams_are_reached_from_this_machine(
    service: str,
) -> None:
    assert "healthcheck" in SERVICES[service]
    ports = SERVICES[service].get("ports", [])
    addresses = {
        "web_a": ["127.0.0.1:8000:8000"],
        "web_b": ["127.0.0.1:8010:8000"],
        "live": ["127.0.0.1:8001:8001"],
        "proxy": ["80:80", "443:443"],
    }
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
    assert {name.removesuffix("_FILE") for name in names} <= settings_variables()


def test_every_production_image_is_pinned_to_a_release() -> None:
    image = (ROOT / "docker" / "Dockerfile").read_text()
    names = [*re.findall(r"^FROM (\S+)", image, re.MULTILINE)]
    others = {service["image"] for service in SERVICES.values() if "build" not in service}
    assert others
    assert all(re.search(r":\d", name) for name in names)
    # Each can be had by its digest instead, and docker/pin.sh finds it.
    assert all(re.fullmatch(r"\$\{[A-Z]+_IMAGE:-[a-z]+:\d[^}]*\}", name) for name in others)


def _docker(folder: Path) -> dict[str, str]:
    """An environment in which a program that notes what it is asked stands for the engine."""
    digest = f"name@sha256:{'a' * 64}"
    (folder / "docker").write_text(
        f'#!/bin/sh\n[ "$1" != image ] || echo \'{digest}\'\necho "$*" >> {folder}/asked\n'
        f'case "$*" in *"$FAILING"*) exit 1;; esac\n'
    )
    (folder / "docker").chmod(0o755)
    return {"PATH": f"{folder}:{Path(sys.executable).parent}:/usr/bin:/bin", "FAILING": "nothing fails"}


def _deploy(folder: Path, environment: dict[str, str], settings_file: str) -> tuple[int, list[str]]:
    """The exit code of docker/deploy.sh, and what it asked of the engine, without what is the same in each line."""
    (folder / "production.env").write_text(settings_file)
    (folder / "asked").write_text("")
    command = ["sh", str(ROOT / "docker" / "deploy.sh"), str(folder / "production.env")]
    process = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    lines = (folder / "asked").read_text().splitlines()
    return process.returncode, [line.partition("production.env ")[2] for line in lines]


def test_a_deploy_replaces_one_process_after_the_other_and_ends_at_the_first_failure(tmp_path: Path) -> None:
    environment = _docker(tmp_path)
    code, steps = _deploy(
        tmp_path, environment, "BASE_URL=https://desk.example.org\nCOMPOSE_PROFILES=proxy\n"
    )
    started = [step.rpartition(" ")[2] for step in steps if step.startswith("up ")]
    assert (code, steps[:4]) == (
        0,
        ["config --quiet", "build", "up --detach --wait postgres redis", "run --rm migrate"],
    )
    assert started[1:] == ["web_a", "web_b", "worker", "beat", "backup", "proxy"]
    assert {*started, "postgres", "migrate", "live"} == SERVICES.keys()
    code, steps = _deploy(tmp_path, environment | {"FAILING": "web_a"}, "BASE_URL=https://desk.example.org\n")
    assert (code, steps[-1]) == (1, "up --detach --no-deps --wait web_a")
    assert _deploy(tmp_path, environment, "BASE_ULR=https://desk.example.org\n") == (1, [])


def test_images_are_pinned_to_digests_that_the_settings_take(tmp_path: Path) -> None:
    command = ["sh", str(ROOT / "docker" / "pin.sh")]
    process = subprocess.run(command, env=_docker(tmp_path), capture_output=True, text=True, check=True)
    names = [line.partition("=")[0] for line in process.stdout.splitlines()]
    assert names == ["POSTGRES_IMAGE", "REDIS_IMAGE", "NGINX_IMAGE"]
    (tmp_path / "production.env").write_text(process.stdout)
    assert [*faults_of_file(tmp_path / "production.env")] == []
    (tmp_path / "production.env").write_text("NGINX_IMAGE=nginx:latest\n")
    assert "digest" in next(faults_of_file(tmp_path / "production.env"))


def test_the_proxy_of_the_containers_has_the_addresses_of_their_web_and_live_processes() -> None:
    text = (ROOT / "docker" / "compose_upstream.conf").read_text()
    addresses = [SERVICES[name]["networks"]["default"]["ipv4_address"] for name in ("web_a", "web_b", "live")]
    assert re.findall(r"server (\S+):\d+", text) == addresses
    names = r"upstream (\w+) "
    assert re.findall(names, text) == re.findall(names, (ROOT / "docker" / "nginx_upstream.conf").read_text())
    web, beside, live = re.findall(r"server \S+:(\d+)", text)
    assert (web, beside, live) == ("8000", "8000", "8001")


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
