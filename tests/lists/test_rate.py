"""`./videau rate`: what is stored of a list is what follows from its matches."""

from __future__ import annotations

from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tests.lists import feeds
from tournaments.actions.lists import computing, keeping, publishing
from tournaments.models import ListOrder, ListStanding, RatingList

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def _rate(rating_list: RatingList, *options: str) -> str:
    words = StringIO()
    call_command("rate", rating_list.uid, *options, stdout=words)
    return words.getvalue()


@pytest.mark.parametrize("order", ListOrder.values)
@pytest.mark.parametrize("late", ["rewrite", "adjust"])
def test_a_list_is_equal_to_its_computation_from_nothing(order: str, late: str) -> None:
    row = feeds.rating_list(order=order, late=late, start=1200)
    people = feeds.players(5)
    feeds.add(feeds.season(people, 40), row)
    assert _rate(row).startswith("computed: 40 matches, 5 players, digest ")
    publishing.publish_list(row, by=None, day=date(2025, 2, 1))
    # They come late, and one of them for a day of the official list.
    feeds.add([feeds.row(*people[:2], day=day) for day in (date(2025, 1, 5), date(2026, 1, 5))], row)
    assert _rate(row, "--check").startswith("equal: ")


def test_whoever_differs_is_named() -> None:
    row = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(5), 40), row)
    computing.compute(row)
    standing = ListStanding.objects.select_related("player")[2]
    ListStanding.objects.filter(pk=standing.pk).update(rating=standing.rating + 1)
    with pytest.raises(CommandError, match=f"1 players differ: {standing.player.uid}") as refusal:
        _rate(row, "--check")
    assert refusal.value.returncode == 1


def test_what_cannot_be_computed_is_said() -> None:
    row = feeds.rating_list()
    partner = keeping.create_list(row.federation, by=None, name="Partner", origin="uploaded")
    without_rules = keeping.create_list(factories.federation("BGF"), by=None, name="National", formula="fibs")
    for one in (partner, without_rules, RatingList(uid="nothing")):
        with pytest.raises(CommandError) as refusal:
            _rate(one, "--check")
        assert refusal.value.returncode == 2
