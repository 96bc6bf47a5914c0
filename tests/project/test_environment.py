"""Each typo in the settings of an operator is named in words, with what the setting takes, and no value is shown."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest

from tests.faults.service import Installation
from tests.postgres_plugin import settings_variables
from tournaments.project.environment import CHECKS, fault_of, faults, faults_of_file
from tournaments.queue import Lane

# Of each setting a value that is right, and values as they are mistyped, with what the words name.
RIGHT: dict[str, str] = {
    "VIDEAU_DATA": "/var/lib/videau",
    "DATABASE_URL": "postgres:///videau?host=/run/postgresql",
    "REDIS_URL": "redis://redis:6379/0",
    "EMBEDDED_RUNNER": "1",
    "DATABASE_POOL": "16",
    "SECRET_KEY": "x",
    "CHECKPOINT_KEY": b64encode(bytes(32)).decode(),
    "PUSH_KEY": b64encode(bytes(31) + b"1").decode(),
    "PUSH_TO_LOCALHOST": "0",
    "BASE_URL": "https://desk.example.org/",
    "HSTS_SUBDOMAINS": "false",
    "HSTS_PRELOAD": "0",
    "ALLOWED_HOSTS": "desk.example.org,.example.net,[::1]",
    "EMAIL_URL": "smtp+tls://user:p%40ss@mail.example.org:587",
    "EMAIL_FROM": "Desk <desk@example.org>",
    "EMAIL_VERIFICATION": "mandatory",
    "OPERATOR_CONTACT": "The board, board@example.org",
    "SECOND_FACTOR": "Owners, admin",
    "CONFIRM_AFTER_HOURS": "0",
    "PERSON_SEARCH": "own",
    "PUBLIC_TOURNAMENTS": "operators, desk@example.org",
    "VIDEAU_LIVE": "proxy",
    "STATIC_ROOT": "/srv/static",
    "GNUBG": "off",
    "LOG_FORMAT": "json",
    "BACKUPS": "/mnt/other-disk/videau",
    "METRICS_TOKEN": "mmmm",
    "METRICS_PORT": "9100",
    "WORKER_LANES": "pairings,mail",
    "SENTRY_DSN": "https://key@sentry.example.org/1",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318",
    "LOG_LEVEL": "INFO",
    "VIDEAU_DEBUG": "",
}
WRONG: list[tuple[str, str, str]] = [
    ("DATABASE_URL", "postgre://videau@db/videau", "does not begin with postgres://"),
    ("DATABASE_URL", "postgres://videau@db:54x2/videau", "host or port"),
    ("DATABASE_URL", "postgres://videau@db:5432", "names no database"),
    ("REDIS_URL", "redis:6379", "redis://host:6379/0"),
    ("REDIS_URL", "redis:///0", "names no host"),
    ("EMBEDDED_RUNNER", "ture", "1 or 0"),
    ("DATABASE_POOL", "1", "from 2 to"),
    ("DATABASE_POOL", "1o", "whole number"),
    ("CHECKPOINT_KEY", "c2hvcnQ=", "32 random bytes"),
    ("CHECKPOINT_KEY", "ä", "32 random bytes"),
    ("PUSH_KEY", "c2hvcnQ=", "push_key` prints"),
    ("PUSH_KEY", b64encode(bytes(32)).decode(), "push_key` prints"),
    ("PUSH_KEY", "ä", "push_key` prints"),
    ("PUSH_TO_LOCALHOST", "jes", "1 or 0"),
    ("BASE_URL", "desk.example.org", "https://desk.example.org"),
    ("BASE_URL", "https//desk.example.org", "https://desk.example.org"),
    ("BASE_URL", "https://desk.example.org/app", "has a path"),
    ("BASE_URL", "https://desk.exa mple.org", "has a blank"),
    ("BASE_URL", "https://[::1", "host or port"),
    ("HSTS_SUBDOMAINS", "jes", "1 or 0"),
    ("HSTS_PRELOAD", "2", "1 or 0"),
    ("ALLOWED_HOSTS", "https://desk.example.org", "without https://"),
    ("ALLOWED_HOSTS", "desk.example.org:443", "without https://"),
    ("ALLOWED_HOSTS", "a.example.org,,b.example.org", "commas"),
    ("EMAIL_URL", "smpt://mail.example.org", "smtp+tls://"),
    ("EMAIL_URL", "smtp://", "names no host"),
    ("EMAIL_URL", "smtp+tls://user:password@mail:5870000", "host or port"),
    ("EMAIL_FROM", "desk.example.org", "Desk <desk@example.org>"),
    ("EMAIL_VERIFICATION", "mandatroy", "none, optional, mandatory"),
    ("SECOND_FACTOR", "owner", "owners, admin"),
    ("CONFIRM_AFTER_HOURS", "12h", "whole number"),
    ("CONFIRM_AFTER_HOURS", "-1", "from 0 to"),
    ("PERSON_SEARCH", "none", "all, own"),
    ("PUBLIC_TOURNAMENTS", "everyone", "everybody, to operators"),
    ("PUBLIC_TOURNAMENTS", "everybody,desk@example.org", "everybody, to operators"),
    ("VIDEAU_LIVE", "porxy", '"proxy" or a port'),
    ("LOG_FORMAT", "jsno", "line, json"),
    ("METRICS_TOKEN", "two words", "blank"),
    ("METRICS_PORT", "91000", "from 0 to 65535"),
    ("WORKER_LANES", "pairing", "pairings, phones, mail"),
    ("SENTRY_DSN", "key@sentry.example.org", "https://key@host/1"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "http://collector:4318"),
    ("LOG_LEVEL", "info", "DEBUG, INFO, WARNING, ERROR"),
    ("VIDEAU_DEBUG", "oui", "1 or 0"),
]
_FREE = {"VIDEAU_DATA", "SECRET_KEY", "OPERATOR_CONTACT", "BACKUPS", "STATIC_ROOT", "GNUBG"}


def test_every_setting_has_a_check_a_right_value_and_where_it_is_no_free_text_a_wrong_one() -> None:
    assert CHECKS.keys() == settings_variables() == RIGHT.keys()
    assert {name for name, _value, _words in WRONG} == CHECKS.keys() - _FREE
    assert [*faults(RIGHT)] == []


def test_lanes_are_those_of_the_jobs() -> None:
    assert [*faults({"WORKER_LANES": ",".join(Lane)})] == []


@pytest.mark.parametrize(("name", "value", "words"), WRONG)
def test_value_that_cannot_be_meant_is_named_with_what_it_takes(name: str, value: str, words: str) -> None:
    fault = fault_of(name, value)
    assert fault.startswith(f"{name} cannot be read. ")
    assert words in fault
    assert len(value) < 4 or value not in fault.removeprefix(name) or value in words


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_name_that_is_one_slip_off_is_named_with_the_right_one(name: str) -> None:
    """A letter too few, twice, wrong, and two in the wrong order; an empty name of nobody is left alone."""
    if len(name) < 6:
        assert fault_of(f"{name}X", "1") == ""
        return
    swapped = f"{name[:2]}{name[3]}{name[2]}{name[4:]}"
    for slip in (name[:-1], f"{name[0]}{name}", f"{name[:-1]}9", swapped):
        assert slip == name or fault_of(slip, "1") == f"{slip} is no setting. Is {name} meant?"


@pytest.mark.parametrize(
    "name", ["PATH", "HOME", "LANG", "HOSTNAME", "PGHOST", "PYTHONPATH", "VIDEAU_TEST_DB"]
)
def test_what_others_set_is_left_alone(name: str) -> None:
    assert fault_of(name, "anything") == ""


def test_each_line_of_a_file_is_read_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "production.env"
    file.write_text(
        '# The desk\nBASE_ULR=https://desk.example.org\nEMAIL_FROM="Desk <desk@example.org>"\nLOG_LEVEL: INFO\n\n'
        "DATABASE_POOL=lots\nLOG_FORMAT=json\nLOG_FORMAT=line\nCOMPOSE_PROFILES=live\nPASSWORD=secret-word\n"
    )
    assert [*faults_of_file(file)] == [
        "Line 2: BASE_ULR is no setting. Is BASE_URL meant?",
        "Line 4 is no NAME=VALUE.",
        "Line 6: DATABASE_POOL cannot be read. Set it to a whole number from 2 to 10000.",
        "Line 8: LOG_FORMAT stands in line 7 already.",
        "Line 10: PASSWORD is no setting.",
    ]


@pytest.mark.parametrize("command", [("manage.py", "doctor"), ("tournaments/project/environment.py",)])
def test_command_names_every_typo_at_once_and_ends_with_1(tmp_path: Path, command: tuple[str, ...]) -> None:
    extra = {"DATABASE_ULR": "postgres://x:secret-word@db/videau", "LOG_LEVEL": "loud", "EMAIL_FROM": "desk"}
    process = Installation(tmp_path / "data", extra).run(*command)
    assert (process.returncode, process.stdout) == (1, "")
    assert sorted(process.stderr.splitlines()) == [
        "DATABASE_ULR is no setting. Is DATABASE_URL meant?",
        "EMAIL_FROM cannot be read. Write it like Desk <desk@example.org>.",
        "LOG_LEVEL cannot be read. Set it to one of: DEBUG, INFO, WARNING, ERROR.",
    ]
