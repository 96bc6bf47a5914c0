"""What a release does with a database that a later one has migrated: it goes on, or refuses (decision 0060).

A later migration only adds what this release can leave alone, unless its name says that it contracts, and after which
release. So the names that a database has are enough to know who can work with it.
"""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import iter_modules

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from .release import VERSION

# As in 0071_contract_after_0_3_0_notes, which removes what 0.3.0 does not use any more.
CONTRACT = re.compile(r"\d+_contract_after_(\d+_\d+_\d+)_\w+")
_OWN = ("matches", "tournaments")


class LaterRelease(Exception):
    """The database has migrations that this release does not know."""

    def __init__(self, migrations: list[str]) -> None:
        self.unknown = migrations
        super().__init__(
            f"The database was used by a later release of Videau: it has {', '.join(migrations)}, which this one does "
            "not know. Start that release again, or go back to a backup from before: ./videau restore FILE"
        )


def unknown_among(applied: set[tuple[str, str]]) -> list[str]:
    """Return the migrations, by application and name, that this release does not have."""
    migrations = {
        (app, module.name)
        for app in _OWN
        for module in iter_modules(import_module(f"{app}.migrations").__path__)
    }
    return sorted(f"{app}.{name}" for app, name in applied - migrations if app in _OWN)


def require_known_release() -> None:
    """Raise LaterRelease if the database has an unknown migration; one query."""
    others = unknown_among(set(MigrationRecorder(connection).applied_migrations()))
    if others:
        raise LaterRelease(others)


def numbers_of(release: str) -> tuple[int, ...]:
    """Return a number of a release as a value that can be compared, from `0.3.0` or `0_3_0`."""
    return tuple(int(part) for part in re.findall(r"\d+", release))


def goes_on_after(name: str, *, release: str = VERSION) -> bool:
    """Whether a release can work with a database that has this later migration."""
    contract = CONTRACT.fullmatch(name)
    if contract is None:
        return "_contract" not in name
    return numbers_of(release) >= numbers_of(contract[1])


def require_workable_database() -> None:
    """Raise LaterRelease if a later migration took away what this release uses; one query."""
    others = unknown_among(set(MigrationRecorder(connection).applied_migrations()))
    contracts = [other for other in others if not goes_on_after(other.partition(".")[2])]
    if contracts:
        raise LaterRelease(contracts)
