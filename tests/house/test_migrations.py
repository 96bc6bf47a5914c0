"""What `./videau check` says of migrations that would stop a running service."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, models
from django.db.migrations import Migration, RunPython
from django.db.migrations import operations as ops
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from matches.database.online import AddCheckOnline, AddIndexOnline
from tests.house.migrations import all_faults, faults
from tournaments.project.later_release import goes_on_after


def _state() -> ProjectState:
    fields: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=20)),
        ("note", models.TextField(null=True)),
        ("score", models.IntegerField(default=0)),
    ]
    state = ProjectState()
    state.add_model(ModelState("deploys", "Row", fields))
    return state


def _check() -> models.CheckConstraint:
    return models.CheckConstraint(condition=models.Q(score__gte=0), name="score_is_not_negative")


def _index() -> models.Index:
    return models.Index(fields=["score"], name="row_by_score")


def _words(*operations: Operation, name: str = "0070_more", atomic: bool = True) -> str:
    return "\n".join(faults(_migration(*operations, name=name, atomic=atomic), _state()))


def _migration(*operations: Operation, name: str, atomic: bool) -> Migration:
    kind = type("OfTest", (Migration,), {"operations": operations, "atomic": atomic})
    migration: Migration = kind(name, "deploys")
    return migration


REFUSED: dict[str, tuple[Operation, str]] = {
    "a column that old code leaves out": (
        ops.AddField("row", "kind", models.CharField(max_length=5, default="x")),
        "null=True or a db_default",
    ),
    "a column that old code reads": (ops.RemoveField("row", "note"), "later release"),
    "a table that old code reads": (ops.DeleteModel("Row"), "later release"),
    "a new name": (ops.RenameField("row", "note", "text"), "old name"),
    "an index under a lock": (ops.AddIndex("row", _index()), "AddIndexOnline"),
    "a check under a lock": (ops.AddConstraint("row", _check()), "AddCheckOnline"),
    "a column that becomes full": (ops.AlterField("row", "note", models.TextField()), "AddCheckOnline"),
    "a shorter column": (ops.AlterField("row", "name", models.CharField(max_length=9)), "new column"),
    "another kind of column": (ops.AlterField("row", "score", models.BigIntegerField()), "new column"),
    "unique values": (
        ops.AlterField("row", "name", models.CharField(max_length=20, unique=True)),
        "stops writing",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_would_stop_a_service_is_refused_with_the_way_out(what: str) -> None:
    operation, words = REFUSED[what]
    assert words in _words(operation)


def test_rows_are_changed_apart_from_tables_and_nothing_online_is_in_a_transaction() -> None:
    fill = RunPython(RunPython.noop, RunPython.noop)
    column = ops.AddField("row", "kind", models.TextField(null=True))
    assert "migration of its own" in _words(column, fill)
    assert "atomic = False" in _words(AddIndexOnline("row", _index()))


def test_what_expands_or_contracts_in_its_time_is_let_through() -> None:
    table = ops.CreateModel("Other", [("id", models.BigAutoField(primary_key=True))])
    index = models.Index(fields=["id"], name="other_by_id")
    expansion = (
        table,
        ops.AddIndex("other", index),
        ops.AddField("row", "kind", models.TextField(null=True)),
        ops.AddField("row", "size", models.IntegerField(db_default=0)),
        ops.AlterField("row", "name", models.CharField(max_length=40, verbose_name="a name")),
    )
    assert _words(*expansion) == ""
    assert _words(AddIndexOnline("row", _index()), atomic=False) == ""
    assert _words(ops.RemoveField("row", "note"), name="0071_contract_after_0_2_0_notes") == ""


def test_a_contraction_says_after_which_release_it_comes_and_removes_alone() -> None:
    note = ops.RemoveField("row", "note")
    assert "NUMBER_contract_after_" in _words(note, name="0071_contract_notes")
    assert "not out yet" in _words(note, name="0071_contract_after_99_0_0_notes")
    more = ops.AddField("row", "kind", models.TextField(null=True))
    assert "nothing else" in _words(note, more, name="0071_contract_after_0_2_0_notes")


def test_what_an_operation_is_made_of_is_looked_at() -> None:
    inside = ops.SeparateDatabaseAndState(database_operations=[ops.RemoveField("row", "note")])
    assert "later release" in _words(inside)
    assert _words(ops.SeparateDatabaseAndState(state_operations=[ops.RemoveField("row", "note")])) == ""


@pytest.mark.parametrize(
    ("name", "release", "verdict"),
    [
        ("0071_more", "0.2.0", True),
        ("0071_contract_after_0_2_0_notes", "0.2.0", True),
        ("0071_contract_after_0_3_0_notes", "0.2.0", False),
        ("0071_contract_after_0_3_0_notes", "0.10.0", True),
        ("0071_contract_notes", "9.0.0", False),
    ],
)
def test_a_release_goes_on_beside_what_adds_and_what_takes_away_nothing_of_its_own(
    name: str, release: str, verdict: bool
) -> None:
    assert goes_on_after(name, release=release) is verdict


def test_the_migrations_of_this_release_stop_no_service() -> None:
    assert list(all_faults()) == []
    assert any("null=True or a db_default" in line for line in all_faults({"tournaments": 54}))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_index_and_a_check_are_built_while_the_table_is_in_use() -> None:
    state = _state()
    row = state.apps.get_model("deploys", "Row")
    with connection.schema_editor() as editor:
        editor.create_model(row)
    try:
        row.objects.create(name="one", score=3)
        online = (AddIndexOnline("row", _index()), AddCheckOnline("row", _check()))
        migration = _migration(*online, name="0070_more", atomic=False)
        after = migration.mutate_state(state)
        # Twice, as after a failure in the middle.
        for _attempt in range(2):
            with connection.schema_editor(atomic=False) as editor:
                for operation in migration.operations:
                    operation.database_forwards("deploys", editor, state, after)
        with connection.cursor() as cursor:
            constraints = connection.introspection.get_constraints(cursor, row._meta.db_table)
        assert {"row_by_score", "score_is_not_negative"} <= set(constraints)
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(row)
