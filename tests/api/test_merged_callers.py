"""Whoever was merged into an account may do by it what the row may do: every operation of the API."""

from __future__ import annotations

import pytest
from django.urls import URLPattern

from matches.models import Dispute, Match, Player
from tests import factories
from tests.api import world
from tests.api.client import Caller
from tests.api.test_permissions import every_operation, status_of
from tests.api.world import Who, World, route_of
from tests.effort import is_long
from tests.tournaments.test_one_person import merged_account

pytestmark = pytest.mark.django_db

# The answers that differ, with the reason.
_OWN_NAME = "a person with an account chooses this signed in: a desk can make a link"
OUTSIDE: dict[tuple[Who, str, str], str] = {
    (Who.LINK, "post", "me/consents/"): _OWN_NAME,
    (Who.LINK, "post", "me/consents/withdraw/"): _OWN_NAME,
    (Who.LINK, "post", "me/public-name/"): _OWN_NAME,
}
PLAYERS = (Who.PLAYER, Who.OPPONENT, Who.OTHER_PLAYER)


# In a landing one operation in so many is asked; `test_either_row` has every action that takes a player.
_SHARE = 1 if is_long() else 8


def statuses(place: World, *people: Who) -> dict[tuple[Who, str, str], int]:
    """The status of every operation with an empty body, whose effect is undone."""
    operations: list[tuple[str, URLPattern]] = [
        one for one in every_operation() if route_of(one[1]) not in {"schema/", "docs/"}
    ]
    return {
        (who, method, route_of(pattern)): status_of(place, who, method, pattern)
        for method, pattern in operations[::_SHARE]
        for who in people
    }


def rows_of(place: World) -> dict[Who, Player]:
    """The players of the reported match and of the disputed one."""
    reported = factories.around(Match.objects.get(uid=place.ids["matches"]))
    disputed = factories.around(Dispute.objects.get(uid=place.ids["disputes"]).match)
    return dict(zip(PLAYERS, (reported.one, reported.two, disputed.one), strict=True))


def test_the_account_may_do_what_the_row_may_and_so_may_a_link_of_the_row() -> None:
    place = world.make()
    before = statuses(place, *PLAYERS, Who.LINK)
    federation = factories.federation("MERGES")
    for who, row in rows_of(place).items():
        place.callers[who] = Caller(merged_account(row, federation=federation))
    after = statuses(place, *PLAYERS, Who.LINK)
    differ = {key: (before[key], after[key]) for key in before if before[key] != after[key]}
    assert differ == dict.fromkeys(OUTSIDE.keys() & before.keys(), (200, 409))
