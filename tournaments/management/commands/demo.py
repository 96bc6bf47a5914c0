"""`demo`: loads the demonstration tournament."""

from __future__ import annotations

import argparse
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import reverse

from tournaments.management import demo


class Command(BaseCommand):
    """Loads the demonstration once, and prints how to sign in."""

    help = "Load a demonstration: a finished event, one in mid-round, and one open for registration."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--address", default="", help="the address under which the service is reached")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load it unless it exists, and print fresh sign-in data."""
        result = demo.load()
        base = (options["address"] or settings.BASE_URL or "http://127.0.0.1:8000").rstrip("/")
        path = reverse("link", args=[result.player_token])
        self.stdout.write(
            f"The demonstration {'is loaded' if result.is_new else 'is there'}: {result.tournament}"
        )
        self.stdout.write(f"Sign in as its director: {result.email} with the password {result.password}")
        self.stdout.write(f"Or be {result.player}, who has a result to confirm: {base}{path}")
