"""Print a new key by which push services know this service."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from tournaments.project.data_directory import new_push_key


class Command(BaseCommand):
    """`push_key` prints a new PUSH_KEY; with another key than before every phone has to be asked again."""

    help = "Print a new PUSH_KEY for Web Push."

    def handle(self, *_args: object, **_options: object) -> None:
        """Print the key."""
        self.stdout.write(new_push_key())
