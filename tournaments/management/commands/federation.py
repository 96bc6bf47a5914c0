"""`federation`: adds a federation and invites its first president, for who runs the installation."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from matches.errors import DomainError
from tournaments.actions import invitations

_REFUSED = 2


class Command(BaseCommand):
    """Adds a federation; its president names every other officer on the pages of the office."""

    help = "Add a federation, and invite its first president."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the short name, the name, the address of the president and the country."""
        parser.add_argument("code", help="the short name, which never changes, as in FFBG")
        parser.add_argument("name", help="the name of the federation")
        parser.add_argument("president", help="the e-mail address to which the first president is invited")
        parser.add_argument("--country", default="", help="two capital letters, as in FR")
        parser.add_argument("--zone", default="Europe/Paris", help="the IANA time zone of the federation")

    def handle(self, *args: Any, **options: Any) -> None:
        """Add the federation; print the addresses of its office and of the invitation, or exit with 2 if it is refused."""
        values = {name: options[name] for name in ("code", "name", "country", "zone")}
        try:
            federation, code = invitations.found_federation(
                by=None, president=options["president"], address=_page_of, **values
            )
        except DomainError as refusal:
            raise CommandError(str(refusal), returncode=_REFUSED) from refusal
        self.stdout.write(f"/f/{federation.uid}/office/")
        self.stdout.write(reverse("invitation", args=[code]))


def _page_of(code: str) -> str:
    return f"{str(settings.BASE_URL).rstrip('/')}{reverse('invitation', args=[code])}"
