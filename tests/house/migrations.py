"""Migrations that would stop a running service, for `./videau check`.

While a release is deployed, the processes of the last one go on for a while with the tables of the new one. So a
migration only adds what the old code can leave alone (expand), and removes in a later release what no code of the
last one uses any more (contract). It holds no lock for longer than an instant: CONTRIBUTING.md says how. The name of a
contraction says after which release it may come, for the processes of older ones read it (decision 0060).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping

from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Field, ManyToManyField

from matches.database.online import AddCheckOnline, AddIndexOnline
from tournaments.project.later_release import CONTRACT, numbers_of
from tournaments.project.release import VERSION

# The first migration of each application that is looked at; the ones before it were written before this was asked.
FIRST: Mapping[str, int] = {"matches": 11, "tournaments": 60}

_REMOVALS = (ops.RemoveField, ops.DeleteModel)
_TAKEN_AWAY = (*_REMOVALS, ops.RemoveIndex, ops.RemoveConstraint)
_RENAMES = (ops.RenameField, ops.RenameModel, ops.AlterModelTable)
_ONLINE = (AddIndexOnline, AddCheckOnline)
_OF_ROWS = (ops.RunPython, ops.RunSQL)
# These change the state of the models, and no table.
_OF_STATE = (ops.AlterModelOptions, ops.AlterModelManagers, ops.AlterModelTableComment)


def faults(migration: Migration, state: ProjectState) -> Iterator[str]:
    """Yield what is wrong with a migration, each with the way out; `state` is the one before it."""
    operations = list(_with_parts(migration.operations))
    new: set[str] = set()
    if _is_contract(migration):
        yield from _faults_of_contract(migration)
    for operation in operations:
        is_of_new_table = getattr(operation, "model_name", "").lower() in new
        if not is_of_new_table:
            fault = _fault(operation, migration, state)
            if fault:
                yield f"{operation.describe()}: {fault}"
        if isinstance(operation, ops.CreateModel):
            new.add(operation.name.lower())
    if len(operations) > 1 and any(isinstance(one, (*_OF_ROWS, *_ONLINE)) for one in operations):
        yield "What reads or writes rows stands beside other operations. Give it a migration of its own."
    if any(isinstance(one, _ONLINE) for one in operations) and migration.atomic:
        yield "An operation without a lock is inside a transaction. Set atomic = False."


def _fault(operation: Operation, migration: Migration, state: ProjectState) -> str:
    """Return what is wrong with one operation on a table that exists; empty if nothing is."""
    if isinstance(operation, ops.AddField):
        return _fault_of_new(operation.field)
    if isinstance(operation, ops.AlterField):
        before = state.models[migration.app_label, operation.model_name_lower].fields[operation.name]
        return _fault_of_change(before, operation.field)
    if isinstance(operation, _RENAMES):
        return "The last release uses the old name. Add a new one, and remove the old one in a later release."
    if isinstance(operation, _REMOVALS) and not _is_contract(migration):
        return (
            "The last release may read it. Let a later release remove it, in a migration named contract_after_..., "
            "and until then let the column be null or have a db_default."
        )
    if isinstance(operation, ops.AddIndex) and not isinstance(operation, AddIndexOnline):
        return "It stops writing while it reads the table. Use matches.database.online.AddIndexOnline."
    if isinstance(operation, ops.AddConstraint) and not isinstance(operation, AddCheckOnline):
        return (
            "It stops everything while it reads the table. Use AddCheckOnline; for unique values use AddIndexOnline, "
            "and refuse doubles in the action until the next release."
        )
    known = (ops.CreateModel, ops.RemoveIndex, ops.RemoveConstraint, ops.AlterConstraint)
    if isinstance(operation, (*known, *_REMOVALS, *_ONLINE, *_OF_ROWS, *_OF_STATE)):
        return ""
    return "Nobody has said yet whether it stops a service. Decide it in tests/house/migrations.py."


def _with_parts(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Yield operations, and in place of one that is made of others what those do to the database."""
    for operation in operations:
        if isinstance(operation, ops.SeparateDatabaseAndState):
            yield from _with_parts(operation.database_operations)
        else:
            yield operation


def _is_contract(migration: Migration) -> bool:
    return "_contract" in migration.name


def _faults_of_contract(migration: Migration) -> Iterator[str]:
    """Yield what is wrong with a contraction as a whole."""
    named = CONTRACT.fullmatch(migration.name)
    if named is None:
        yield (
            "Its name does not say after which release it may come. Name it NUMBER_contract_after_0_3_0_WHAT: "
            "processes of older releases read that, and refuse."
        )
    elif numbers_of(named[1]) > numbers_of(VERSION):
        yield f"Release {named[1]} is not out yet. Let the contraction wait for the release after it."
    if not all(isinstance(one, _TAKEN_AWAY) for one in _with_parts(migration.operations)):
        yield "A contraction removes, and nothing else. Give the rest a migration of its own."


def _fault_of_new(field: Field) -> str:
    if field.null or field.db_default is not NOT_PROVIDED or isinstance(field, ManyToManyField):
        return ""
    return "The last release writes rows without it, and would fail. Give it null=True or a db_default."


def _fault_of_change(before: Field, after: Field) -> str:
    if before.null and not after.null:
        return "It reads the whole table under a lock. Add a check with AddCheckOnline, and leave the column as it is."
    kinds = [field.get_internal_type() for field in (before, after)]
    if kinds[0] != kinds[1] or _sizes(before) > _sizes(after) or before.db_column != after.db_column:
        return "It writes the whole table anew, or loses something. Add a new column beside it."
    if (before.unique, before.db_index) != (after.unique, after.db_index):
        return "It stops writing while it reads the table. Use matches.database.online.AddIndexOnline."
    return ""


def _sizes(field: Field) -> tuple[float, float]:
    """Return how much fits into a column; without a limit anything."""
    limit = float("inf")
    return field.max_length or limit, getattr(field, "max_digits", None) or limit


def all_faults(first: Mapping[str, int] = FIRST) -> Iterator[str]:
    """Yield the faults of the project's migrations from these numbers on."""
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        number = name.partition("_")[0]
        if app not in first or not number.isdecimal() or int(number) < first[app]:
            continue
        state = loader.project_state((app, name), at_end=False)
        for fault in faults(migration, state):
            yield f"{app}/migrations/{name}.py: {fault}"


def main(lines: Iterable[str]) -> int:
    """Print the faults; answer 1 if there is one."""
    faulty = list(lines)
    for line in faulty:
        sys.stdout.write(f"{line}\n")
    return int(bool(faulty))


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
    django.setup()
    sys.exit(main(all_faults()))
