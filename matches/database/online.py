"""Operations of migrations that hold no lock on a table while its rows are read; PostgreSQL alone needs them.

Their migration says `atomic = False` and holds nothing else, so that a failed one can be run again.
"""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AddConstraint, AddIndex
from django.db.migrations.state import ProjectState


class AddIndexOnline(AddIndex):
    """Add an index while the table is written to."""

    atomic = False

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Build it concurrently on PostgreSQL; one that an earlier attempt left half made goes first."""
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        editor: Any = schema_editor
        editor.remove_index(model, self.index, concurrently=True)
        editor.add_index(model, self.index, concurrently=True)


class AddCheckOnline(AddConstraint):
    """Add a check: first for new rows, under a lock for an instant, then for all others, without one."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Add the check without looking at the rows, and then look at them; an earlier attempt may have added it."""
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        states = (app_label, schema_editor, from_state, to_state)
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_constraint WHERE conname = %s", [self.constraint.name])
            is_there = cursor.fetchone() is not None
        if not is_there:
            AddConstraintNotValid(self.model_name, self.constraint).database_forwards(*states)
        ValidateConstraint(self.model_name, self.constraint.name).database_forwards(*states)
