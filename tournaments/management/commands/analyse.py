"""`analyse`: requests missing analyses of game records."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments import engine
from tournaments.actions.records import analyses


class Command(BaseCommand):
    """Requests analyses that were impossible before: the engine was missing, or it failed."""

    help = "Ask for the analysis of every suitable game record that has none, or whose analysis failed."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of requested analyses; the workers make them."""
        if engine.find(settings.GNUBG) is None:
            raise CommandError("There is no GNU Backgammon here: install gnubg, or set GNUBG to its path.")
        self.stdout.write(f"{analyses.ask_for_missing()} analyses were asked for.")
