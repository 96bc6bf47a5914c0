"""The environment of an installation, read strictly: each setting with a typo is named, with what it takes.

Settings are read by it before anything else, and `./videau environment FILE` reads a file of them. It needs the standard
library alone, so it answers at once, before a database, a mail server or Redis is asked.
"""

from __future__ import annotations

import os
import re
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

# A check returns what is wrong with a value; empty if nothing is.
Check = Callable[[str], str]

_YES = {"1", "true", "on", "yes", "y", "ok"}
_NO = {"0", "false", "off", "no", "n"}
LANES = ("pairings", "phones", "mail", "records", "forecasts", "lists", "rest")
LOG_FORMATS = ("line", "json")
# As files they hold a secret each: docker/entrypoint.sh reads NAME from the file that NAME_FILE names.
FROM_FILES = (
    "SECRET_KEY",
    "CHECKPOINT_KEY",
    "PUSH_KEY",
    "DATABASE_URL",
    "EMAIL_URL",
    "METRICS_TOKEN",
    "SENTRY_DSN",
)
# A key of the curve P-256 is a number below this one.
ORDER_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def _anything(_value: str) -> str:
    return ""


def _flag(value: str) -> str:
    return "" if value.lower() in _YES | _NO else "Set it to 1 or 0."


def _number(least: int, most: int) -> Check:
    def check(value: str) -> str:
        is_right = value.isascii() and value.isdecimal() and len(value) < 10 and least <= int(value) <= most
        return "" if is_right else f"Set it to a whole number from {least} to {most}."

    return check


def _one_of(*words: str) -> Check:
    return lambda value: "" if value in words else f"Set it to one of: {', '.join(words)}."


def _some_of(*words: str) -> Check:
    def check(value: str) -> str:
        others = {word.strip().lower() for word in value.split(",")} - {*words, ""}
        return f"Set it to some of these, with commas between: {', '.join(words)}." if others else ""

    return check


def _address(*schemes: str, example: str, needs_host: bool = True) -> Check:
    def check(value: str) -> str:
        way_out = f"Write it like {example}."
        try:
            parts = urlsplit(value)
            _port = parts.port
        except ValueError:
            return f"Its host or port cannot be read. {way_out}"
        if parts.scheme not in schemes or "://" not in value:
            return f"It does not begin with {' or '.join(f'{scheme}://' for scheme in schemes)}. {way_out}"
        if any(letter.isspace() for letter in value):
            return f"It has a blank in it. {way_out}"
        return f"It names no host. {way_out}" if needs_host and not parts.hostname else ""

    return check


_DATABASE = _address(
    "postgres",
    "postgresql",
    "sqlite",
    example="postgres://user:password@host:5432/name",
    needs_host=False,
)


def _database(value: str) -> str:
    return _DATABASE(value) or (
        "" if urlsplit(value).path.strip("/") else "It names no database: /name is missing."
    )


_SERVICE = _address("https", "http", example="https://desk.example.org")


def _service(value: str) -> str:
    return _SERVICE(value) or (
        ""
        if urlsplit(value).path in ("", "/")
        else "It has a path. Write the host alone, as in https://desk.example.org."
    )


def _mail_server(value: str) -> str:
    needs_host = value.startswith("smtp")
    schemes = ("smtp+tls", "smtp+ssl", "smtp", "smtps", "consolemail", "filemail", "memorymail", "dummymail")
    return _address(*schemes, example="smtp+tls://user:password@host:587", needs_host=needs_host)(value)


def _hosts(value: str) -> str:
    names = [name.strip() for name in value.split(",")]
    is_right = all(name and not set(name) & set("/ @") and name.count(":") != 1 for name in names)
    return "" if is_right else "Set it to names of hosts without https:// and port, with commas between."


def _sender(value: str) -> str:
    _name, address = parseaddr(value)
    local, _at, host = address.partition("@")
    return "" if local and host else "Write it like Desk <desk@example.org>."


def _publishers(value: str) -> str:
    names = {name.strip().lower() for name in value.split(",")} - {"operators", ""}
    is_right = names == {"everybody"} or all(not _sender(name) for name in names)
    return (
        ""
        if is_right
        else "Set it to everybody, to operators, or to addresses of accounts, with commas between."
    )


def _key(value: str) -> str:
    try:
        is_right = len(b64decode(value, validate=True)) == 32
    except ValueError:
        is_right = False
    return (
        ""
        if is_right
        else "Set it to 32 random bytes in base64, or leave it out and keep the file checkpoint_key."
    )


def _push_key(value: str) -> str:
    try:
        key = b64decode(value, validate=True)
    except ValueError:
        key = b""
    is_right = len(key) == 32 and 0 < int.from_bytes(key, "big") < ORDER_OF_P256
    return "" if is_right else "Set it to what `./videau push_key` prints."


def _token(value: str) -> str:
    return "It has a blank in it." if any(letter.isspace() for letter in value) else ""


def _image(value: str) -> str:
    return (
        ""
        if re.fullmatch(r"[^@\s]+@sha256:[0-9a-f]{64}", value)
        else "Write it with its digest, as docker/pin.sh prints it."
    )


def _live(value: str) -> str:
    return "" if value == "proxy" or not _number(1, 65535)(value) else 'Set it to "proxy" or a port.'


CHECKS: Mapping[str, Check] = {
    "VIDEAU_DATA": _anything,
    "DATABASE_URL": _database,
    "REDIS_URL": _address("redis", "rediss", example="redis://host:6379/0"),
    "EMBEDDED_RUNNER": _flag,
    "DATABASE_POOL": _number(2, 10_000),
    "SECRET_KEY": _anything,
    "CHECKPOINT_KEY": _key,
    "PUSH_KEY": _push_key,
    "PUSH_TO_LOCALHOST": _flag,
    "BASE_URL": _service,
    "HSTS_SUBDOMAINS": _flag,
    "HSTS_PRELOAD": _flag,
    "ALLOWED_HOSTS": _hosts,
    "EMAIL_URL": _mail_server,
    "EMAIL_FROM": _sender,
    "EMAIL_VERIFICATION": _one_of("none", "optional", "mandatory"),
    "OPERATOR_CONTACT": _anything,
    "SECOND_FACTOR": _some_of("owners", "admin"),
    "CONFIRM_AFTER_HOURS": _number(0, 100_000),
    "PERSON_SEARCH": _one_of("all", "own"),
    "PUBLIC_TOURNAMENTS": _publishers,
    "VIDEAU_LIVE": _live,
    "STATIC_ROOT": _anything,
    "GNUBG": _anything,
    "LOG_FORMAT": _one_of(*LOG_FORMATS),
    "BACKUPS": _anything,
    "METRICS_TOKEN": _token,
    "METRICS_PORT": _number(0, 65535),
    "WORKER_LANES": _some_of(*LANES),
    "SENTRY_DSN": _address("https", "http", example="https://key@host/1"),
    "OTEL_EXPORTER_OTLP_ENDPOINT": _address("https", "http", example="http://collector:4318"),
    "LOG_LEVEL": _one_of("DEBUG", "INFO", "WARNING", "ERROR"),
    "VIDEAU_DEBUG": _flag,
}
# What docker/ reads besides.
_OF_CONTAINERS: Mapping[str, Check] = {
    "WEB_WORKERS": _number(1, 1000),
    "WEB_THREADS": _number(1, 1000),
    "WORKER_THREADS": _number(1, 1000),
    "SECRETS": _anything,
    "BACKUP_HOURS": _number(1, 24 * 7),
    "BACKUPS_KEPT": _number(1, 1000),
    **dict.fromkeys(("POSTGRES_IMAGE", "REDIS_IMAGE", "NGINX_IMAGE"), _image),
    "VIDEAU_IMAGE": _anything,
    **{f"{name}_FILE": _anything for name in FROM_FILES},
}
_KNOWN: Mapping[str, Check] = {**CHECKS, **_OF_CONTAINERS}


def faults(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each setting that cannot be meant so, and for each name that is one letter off."""
    for name, value in environment.items():
        fault = fault_of(name, value)
        if fault:
            yield fault


def fault_of(name: str, value: str, *, known: Mapping[str, Check] = CHECKS) -> str:
    """Return what is wrong with a variable; empty if nothing is, or if it is no setting of this service."""
    check = known.get(name)
    if check is None:
        meant = next((other for other in known if _is_one_slip_from(name, other)), None)
        return f"{name} is no setting. Is {meant} meant?" if meant else ""
    # An empty one is as good as none.
    fault = check(value) if value else ""
    # A value may be a secret, so it is not repeated.
    return f"{name} cannot be read. {fault}" if fault else ""


def _is_one_slip_from(name: str, known: str) -> bool:
    """Whether one letter too many, too few or wrong, or two in the wrong order, make one of the other."""
    if abs(len(name) - len(known)) > 1 or len(known) < 6:
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(name, known, strict=False)) if a != b), min(len(name), len(known))
    )
    rest, other = name[start:], known[start:]
    is_swapped = rest[:2] == other[1::-1] and rest[2:] == other[2:]
    return rest[1:] == other or rest == other[1:] or rest[1:] == other[1:] or is_swapped


def faults_of_file(file: Path) -> Iterator[str]:
    """Yield what is wrong with a file of settings, with its line: NAME=VALUE, comments and empty lines."""
    names: dict[str, int] = {}
    for number, line in enumerate(file.read_text(errors="replace").splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        name, is_set, value = text.partition("=")
        if not is_set or not name.isidentifier():
            yield f"Line {number} is no NAME=VALUE."
            continue
        if name in names:
            yield f"Line {number}: {name} stands in line {names[name]} already."
        names[name] = number
        fault = fault_of(name, value.strip("\"'"), known=_KNOWN)
        # Compose has settings of its own.
        if not fault and name not in _KNOWN and not name.startswith(("COMPOSE_", "DOCKER_")):
            fault = f"{name} is no setting."
        if fault:
            yield f"Line {number}: {fault}"


def main(arguments: list[str]) -> int:
    """Print the faults of a file, or of the environment; return 1 if there is one."""
    lines = faults_of_file(Path(arguments[0])) if arguments else faults(os.environ)
    is_faulty = False
    for line in lines:
        sys.stderr.write(f"{line}\n")
        is_faulty = True
    return int(is_faulty)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
