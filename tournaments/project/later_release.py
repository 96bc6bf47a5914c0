"""The refusal of a database that a later release has used, because this release could damage it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

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
