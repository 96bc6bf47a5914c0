"""`rate`: computes a rating list, or computes it anew beside the stored one and compares both."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from matches.errors import DomainError
from matches.models import Player
from tournaments.actions.lists import computing
from tournaments.models import RatingList

_DIFFERS, _UNKNOWN = 1, 2
_MOST_NAMED = 20


class Command(BaseCommand):
    """Brings a live list up to all results, and says its digest."""

    help = "Compute a rating list; with --check compute it from nothing too, and say whether both are equal."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the id of the list, and whether to check it."""
        parser.add_argument("list", help="the id of the list, as in its address")
        parser.add_argument("--check", action="store_true", help="exit with 1 where the stored list differs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the digest; exit with 1 for a list that differs, and with 2 for one that cannot be computed."""
        rating_list = (
            RatingList.objects.select_related("federation", "club").filter(uid=options["list"]).first()
        )
        if rating_list is None:
            raise CommandError(f"There is no rating list {options['list']}.", returncode=_UNKNOWN)
        try:
            with transaction.atomic():
                state = computing.compute(rating_list)
                # The state is locked, so nobody computes between the two.
                differing = computing.differing_players(rating_list) if options["check"] else set()
        except DomainError as refusal:
            raise CommandError(str(refusal), returncode=_UNKNOWN) from refusal
        if differing:
            people = Player.objects.filter(pk__in=list(differing)[:_MOST_NAMED]).order_by("uid")
            uids = ", ".join(people.values_list("uid", flat=True))
            raise CommandError(f"{len(differing)} players differ: {uids}", returncode=_DIFFERS)
        verdict = "equal" if options["check"] else "computed"
        self.stdout.write(
            f"{verdict}: {state.matches} matches, {state.players} players, digest {state.digest}"
        )
