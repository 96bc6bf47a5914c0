"""`federation`: adds a federation with its first president, for who runs the installation."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.errors import DomainError
from matches.models import Player
from tournaments.actions.federations import frame

_REFUSED = 2


class Command(BaseCommand):
    """Adds a federation; its president names every other officer on the pages of the office."""

    help = "Add a federation with its first president, who has an account here."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the short name, the name, the address of the president and the country."""
        parser.add_argument("code", help="the short name, which never changes, as in FFBG")
        parser.add_argument("name", help="the name of the federation")
        parser.add_argument("president", help="the e-mail address with which the first president signs in")
        parser.add_argument("--country", default="", help="two capital letters, as in FR")
        parser.add_argument("--zone", default="Europe/Paris", help="the IANA time zone of the federation")

    def handle(self, *args: Any, **options: Any) -> None:
        """Add the federation and print the address of its office; exit with 2 if it is refused."""
        address = options["president"]
        president = Player.objects.filter(email__iexact=address, merged_into=None).first()
        if president is None:
            raise CommandError(f"Nobody signs in with {address} here.", returncode=_REFUSED)
        values = {name: options[name] for name in ("code", "name", "country", "zone")}
        try:
            federation = frame.create_federation(by=None, president=president, **values)
        except DomainError as refusal:
            raise CommandError(str(refusal), returncode=_REFUSED) from refusal
        self.stdout.write(f"/f/{federation.uid}/office/")
