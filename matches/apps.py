"""The match: players, sides, results, disputes and game records."""

from importlib import import_module

from django.apps import AppConfig

from .database.fair_sqlite.base import COLLATIONS


class MatchesConfig(AppConfig):
    """The Django application of a single match."""

    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let SQLite sort names as `NameOrder` asks."""
        COLLATIONS["names"] = import_module("matches.models").compare_names
