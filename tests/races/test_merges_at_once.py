"""Two merges at the same moment never make a circle.

SQLite lets one writer in at a time and would hide it, so this runs on PostgreSQL only.
"""

from __future__ import annotations

from functools import partial

import pytest
from django.db import IntegrityError

from matches.models import Player
from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 16 if is_long() else 2


def _merge(double: Player, into: Player) -> bool:
    """Whether the database took it."""
    try:
        Player.objects.filter(pk=double.pk).update(merged_into=into)
    except IntegrityError as refusal:
        return "circle" not in str(refusal)
    return True


def test_of_two_merges_that_would_be_a_circle_one_is_refused() -> None:
    for _ in range(ROUNDS):
        ann, bob = factories.player(), factories.player()
        answers = at_once(partial(_merge, ann, bob), partial(_merge, bob, ann))
        assert sorted(answers) == [False, True]
        assert Player.objects.filter(pk__in=[ann.pk, bob.pk], merged_into=None).count() == 1
