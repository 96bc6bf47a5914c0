"""`./videau drf_create_token EMAIL`: make an API token with every scope for an account, and print it once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.models import Player
from tournaments.actions.people import tokens


class Command(BaseCommand):
    """Make an API token for an account."""

    help = "Make an API token with every scope for an account, and print it once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the address of the account, and whether earlier tokens end."""
        parser.add_argument("username", metavar="EMAIL", help="the address with which the account signs in")
        parser.add_argument(
            "-r", "--reset", action="store_true", dest="reset_token", help="revoke the tokens of before"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the new token; exit with an error for an unknown address."""
        email: str = options["username"]
        player = Player.objects.filter(email__iexact=email, merged_into=None).first()
        if player is None:
            raise CommandError(f"Cannot create the Token: user {email} does not exist")
        if options["reset_token"]:
            tokens.revoke_all(player)
        text = tokens.make_for_operator(player, name="drf_create_token")
        self.stdout.write(f"Generated token {text} for user {email}")
