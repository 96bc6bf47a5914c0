"""Officers of two federations at the same moment: merges of the same players neither wait for each other nor cross."""

from __future__ import annotations

from functools import partial

import pytest

from matches.models import Player
from tests import factories
from tests.races.at_once import at_once
from tournaments.actions.entrants import registration
from tournaments.actions.federations import log, members, merging
from tournaments.errors.federations import NumberTaken
from tournaments.models import Merge
from tournaments.queries.audit.evidence_checks import findings_of_federation

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_federations_never_merge_two_players_into_each_other() -> None:
    for number in range(3):
        bodies = [factories.federation(f"A{number}"), factories.federation(f"B{number}")]
        one, two = factories.player("Ann"), factories.player("Ann")
        for player in (one, two):
            event = factories.event()
            registration.enter(event, by=None, players=[player])
            for body in bodies:
                factories.sanction(event, body)
        answers = at_once(
            partial(merging.merge_players, bodies[0], one, into=Player.objects.get(pk=two.pk), by=None),
            partial(merging.merge_players, bodies[1], two, into=Player.objects.get(pk=one.pk), by=None),
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Merge", "PlayerMerged"]
        assert Merge.objects.filter(player__in=[one, two]).count() == 1
        for body in bodies:
            assert (log.verify(body), list(findings_of_federation(body))) == ([], [])


def test_a_number_is_given_once() -> None:
    federation = factories.federation()
    give = partial(members.give_number, federation, by=None, number="1")
    answers = at_once(*(partial(give, factories.player()) for _ in range(4)))
    assert sum(isinstance(answer, NumberTaken) for answer in answers) == 3
    assert federation.members.count() == 1
    assert log.verify(federation) == []
