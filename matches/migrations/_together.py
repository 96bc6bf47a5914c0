"""Creates all tables of an application at once, in a database that has none of them yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateTogether(Operation):
    """Creates tables, and makes the classes of the state once for all of them.

    Django makes the classes of all related tables anew after each operation. Nearly all tables
    here are related, so that this took nearly all the time of a first start.
    """

    serialization_expand_args = ["operations"]

    def __init__(self, operations: Sequence[CreateModel]) -> None:
        self.operations = operations

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        """What a migration writes down."""
        return (type(self).__qualname__, [], {"operations": self.operations})

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the tables to the state; its classes are made when somebody asks for them."""
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create the tables."""
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Remove the tables, the last one first."""
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """What Django prints of it."""
        return f"Create {len(self.operations)} tables together"
