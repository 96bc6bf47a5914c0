"""A list is the same to the last digit on every database, in any order of arrival, and by a twin in `decimal`."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from matches.models import Player
from tests.effort import is_long
from tests.lists import feeds
from tests.ratings.decimals import CHANGES, list_after
from tournaments.actions.lists import computing
from tournaments.models import FeedRow

pytestmark = pytest.mark.django_db

_MATCHES, _PLAYERS = (100_000, 1_000) if is_long() else (1_500, 40)
# What every run gives, whatever its database, its Python and its machine.
_DIGESTS = {
    "fibs": "fd2e0f3e187e4f9cba948b939ceeab12b2ba510cc7dcfb255cc480a1c6d6be08",
    "elo": "f7107043a769b27d17cc3968feec021777a9176b9a61c87a37c422431b77f42f",
}


def _people() -> list[Player]:
    """Players whose uids are the same in every run."""
    return Player.objects.bulk_create(
        Player(name=f"Player {number}", password="!", uid=f"player{number:06}") for number in range(_PLAYERS)
    )


def digest_by_twin(formula: str, rows: list[FeedRow]) -> str:
    """The digest of the list by the twin, from matches in their order."""
    pairs = [
        (row.one_id or 0, row.two_id or 0) if row.winner == 1 else (row.two_id or 0, row.one_id or 0)
        for row in rows
    ]
    people = list_after(
        CHANGES[formula], ((*pair, row.length) for pair, row in zip(pairs, rows, strict=True))
    )
    wins = Counter(winner for winner, _loser in pairs)
    played = wins + Counter(loser for _winner, loser in pairs)
    last = {}
    for pair, row in zip(pairs, rows, strict=True):
        for player in pair:
            last[player] = row.day.toordinal() if row.day else 0
    uids = dict(Player.objects.values_list("pk", "uid"))
    lines = sorted(
        f"{uids[key]} {rating} {experience} {played[key]} {wins[key]} {last[key]}\n"
        for key, (rating, experience) in people.items()
    )
    return sha256("".join(lines).encode()).hexdigest()


@pytest.mark.timeout(14_400 if is_long() else 1500)
@pytest.mark.parametrize("formula", sorted(_DIGESTS))
def test_a_list_has_the_digest_of_the_twin_on_every_database(formula: str) -> None:
    rating_list, chance = feeds.rating_list(formula=formula), Random(9)
    rows = feeds.season(_people(), _MATCHES, seed=5)
    arrival = list(rows)
    chance.shuffle(arrival)
    for part in range(4):
        feeds.add(arrival[part::4], rating_list)
        state = computing.compute(rating_list)
    in_order = sorted(rows, key=lambda row: (row.day, row.event_uid, row.slot))
    assert state.digest == digest_by_twin(formula, in_order)
    assert is_long() or state.digest == _DIGESTS[formula]
    assert state.matches == _MATCHES
