"""Django's PostgreSQL backend, on whose connections nothing waits or runs for long.

The limits are set after connecting: as parameters of the connection they would be
refused by a PgBouncer between.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Sets the limits of the settings' OPTIONS `limits`, in milliseconds, on each new connection."""

    def get_connection_params(self) -> dict[str, Any]:
        """The parameters of the connection, without the limits."""
        params: dict[str, Any] = super().get_connection_params()
        params.pop("limits", None)
        return params

    def _configure_connection(self, connection: Any) -> bool:
        is_changed = bool(super()._configure_connection(connection))  # type: ignore[misc] # the stubs lack it
        limits: dict[str, int] = self.settings_dict["OPTIONS"].get("limits", {})
        with connection.cursor() as cursor:
            for name, milliseconds in limits.items():
                cursor.execute(f"SET {name} = {int(milliseconds)}")
        return is_changed or bool(limits)
