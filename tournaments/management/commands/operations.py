"""`operations`: lists the operations of the API, from which addresses, schema and documentation are derived."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.api import listing


class Command(BaseCommand):
    """Print the operations of the API."""

    help = "List the operations of the API: name, address, who may, actions, and the fields of request and response."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the output format."""
        parser.add_argument("--json", action="store_true", help="as JSON, for programs")
        parser.add_argument("--markdown", action="store_true", help="as the table of docs/api.md")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the table."""
        if options["json"]:
            self.stdout.write(json.dumps(listing.rows(), indent=2, ensure_ascii=False))
            return
        if options["markdown"]:
            self.stdout.write(listing.markdown(), ending="")
            return
        for row in listing.rows():
            self.stdout.write(f"{row['method']:5} {row['path']:48} {row['name']:30} {row['who']}")
