"""Challenges and seasons made at the same moment: each entrant has one open challenge, each season one that follows."""

from __future__ import annotations

from functools import partial

import pytest

from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tournaments.actions import log
from tournaments.actions.draws import draw
from tournaments.actions.entrants import challenges, registration, seasons
from tournaments.actions.results import start
from tournaments.errors.draws import ChallengeRefused
from tournaments.errors.events import SeasonFollowed
from tournaments.models import Challenge, Entrant, Event, Pairing, Stage
from tournaments.queries.audit.checks import findings

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 16 if is_long() else 2


def ladder(count: int) -> tuple[Stage, list[Entrant]]:
    """A drawn ladder with its entrants from the top to the bottom."""
    stage = factories.stage(format="ladder")
    entrants = factories.entrants(stage.event, count)
    draw.draw(stage, by=None, seeds={entrant.uid: number for number, entrant in enumerate(entrants, start=1)})
    return stage, entrants


def _assert_sound(stage: Stage) -> None:
    assert not findings(stage.event.tournament)
    assert log.verify(stage.event.tournament) == []


def test_of_two_challenges_for_the_same_entrant_one_is_made() -> None:
    for _ in range(ROUNDS):
        stage, (top, *others) = ladder(4)
        challenge = partial(challenges.challenge, stage, challenged=top, by=None)
        answers = at_once(*(partial(challenge, challenger=other) for other in others))
        assert sum(isinstance(answer, ChallengeRefused) for answer in answers) == len(others) - 1
        assert (
            Pairing.objects.filter(stage=stage).count() == Challenge.objects.filter(stage=stage).count() == 1
        )
        _assert_sound(stage)


def test_challenges_of_different_entrants_are_all_made_and_numbered() -> None:
    stage, entrants = ladder(8)
    pairs = zip(entrants[1::2], entrants[::2], strict=True)
    answers = at_once(
        *(
            partial(challenges.challenge, stage, challenger=low, challenged=high, by=None)
            for low, high in pairs
        )
    )
    assert sorted(answer.number for answer in answers) == [1, 2, 3, 4]
    _assert_sound(stage)


def test_a_challenge_is_taken_back_or_begun_and_never_both() -> None:
    for _ in range(ROUNDS):
        stage, (top, low) = ladder(2)
        challenge = challenges.challenge(stage, challenger=low, challenged=top, by=None)
        match = Pairing.objects.get(stage=stage).match
        assert match is not None
        at_once(partial(challenges.take_back, challenge, by=None), partial(start, match, by=None))
        match.refresh_from_db()
        challenge.refresh_from_db()
        assert (match.cancelled_at is not None) == (challenge.taken_back_at is not None)
        assert (match.cancelled_at is None) == (match.started_at is not None)
        _assert_sound(stage)


def test_whoever_leaves_and_is_challenged_at_once_leaves_no_open_match() -> None:
    for _ in range(ROUNDS):
        stage, (top, low) = ladder(2)
        at_once(
            partial(registration.withdraw, top, by=None, reason="Ill."),
            partial(challenges.challenge, stage, challenger=low, challenged=top, by=None),
        )
        assert not Pairing.objects.filter(stage=stage, match__final_at=None).exists()
        _assert_sound(stage)


def test_a_season_is_followed_once() -> None:
    stage = factories.stage(format="league")
    factories.entrants(stage.event, 4)
    draw.draw(stage, by=None)
    factories.play_open_matches(stage)
    answers = at_once(*[partial(seasons.next_season, stage, by=None, name="Spring")] * 4)
    assert sum(isinstance(answer, SeasonFollowed) for answer in answers) == 3
    assert Event.objects.filter(name="Spring").count() == 1
    _assert_sound(stage)
