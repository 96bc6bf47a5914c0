"""The competition: tournaments, formats, results and the service around them."""

import gc
from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TournamentsConfig(AppConfig):
    """The Django application of the service."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the tasks: one that is not registered would be sent to the broker without a word.

        The triggers are made anew after every migration, because SQLite loses
        them when it rebuilds a table: the one signal of this project.

        What is imported is never garbage, so the collector leaves it out, also at the end of the process.
        """
        import_module("tournaments.tasks")
        for triggers in ("append_only", "merge_guard"):
            module = import_module(f"tournaments.models.{triggers}")
            post_migrate.connect(module.after_migration, sender=self)
        gc.enable()
        gc.freeze()
