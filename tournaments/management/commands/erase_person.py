"""`erase_person`: erases somebody who asks the operator for it, with or without an account."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.errors import DomainError
from matches.models import Player
from tournaments.actions.people import erasure


class Command(BaseCommand):
    """Erases a person; results stay under another name."""

    help = "Erase a person, after you have made sure who asks for it. Nobody can take it back."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address or the id of the person."""
        parser.add_argument(
            "person", help="the address with which the person signs in, or the id of the player"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase the person and say under which name the results stay."""
        person: str = options["person"]
        player = (
            Player.objects.filter(email__iexact=person).first() or Player.objects.filter(uid=person).first()
        )
        if player is None:
            raise CommandError(f"There is no player {person}.")
        try:
            name = erasure.erase(player.current, by=None).name
        except DomainError as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"The results stay under the name {name}.")
