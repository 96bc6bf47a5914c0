"""`remove_second_factor`: lets somebody back in who has lost phone, passkeys and recovery codes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.models import Player
from tournaments.actions.people import second_factors


class Command(BaseCommand):
    """Removes codes, passkeys and recovery codes of an account, and mails its owner."""

    help = "Remove the second factor of an account, after you have made sure who asks for it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address of the account."""
        parser.add_argument("email", help="the address with which the person signs in")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the factors and say how many there were."""
        player = Player.objects.filter(email__iexact=options["email"]).first()
        if player is None:
            raise CommandError(f"Nobody signs in as {options['email']}.")
        count = second_factors.remove_all(player)
        if not count:
            raise CommandError(f"{options['email']} has no second factor. The password alone signs in.")
        self.stdout.write(f"{options['email']} signs in with the password alone, and was told so by mail.")
