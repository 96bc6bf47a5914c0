"""Whoever played an event that a federation has accepted is told once what it has made of the rating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from matches.models import Player
from tests import factories
from tests.exchange.examples import RESULTS
from tests.lists import feeds
from tournaments import notices
from tournaments.actions.exchange import submissions
from tournaments.actions.lists import computing, telling
from tournaments.exchange import write_results
from tournaments.models import ListStanding, Notice, NoticeCode, RatingList, Submission

pytestmark = pytest.mark.django_db


@pytest.fixture
def rating_list() -> RatingList:
    """A list in which four people have played before, of whom the first two play the event."""
    row = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(4), 40), row)
    computing.compute(row)
    return row


def sent(rating_list: RatingList, people: list[Player]) -> Submission:
    """A result file of an event in which the first of these people has beaten the second one."""
    federation = rating_list.federation
    results = replace(RESULTS, head=replace(RESULTS.head, federation=federation.uid))
    submission = submissions.submit_results(federation, by=None, data=write_results(results))
    for person, player in zip(results.people, people, strict=True):
        submissions.name_person(submission, by=None, person=person.player, player=player)
    return submission


def notices_of_event() -> dict[int, Notice]:
    return {row.recipient_id: row for row in Notice.objects.filter(code=NoticeCode.EVENT_RATED)}


def test_each_player_reads_rating_and_place_before_and_after(
    rating_list: RatingList, run_jobs: Callable[[], int]
) -> None:
    people = list(Player.objects.filter(name__startswith="Player").order_by("pk")[:2])
    before = dict(ListStanding.objects.filter(list=rating_list).values_list("player", "rating"))
    submission = submissions.accept_results(sent(rating_list, people), by=None)
    run_jobs()
    after = dict(ListStanding.objects.filter(list=rating_list).values_list("player", "rating"))
    rows = notices_of_event()
    assert rows.keys() == {person.pk for person in people}
    for person in people:
        params = rows[person.pk].params
        assert (params["before"], params["rating"]) == (before[person.pk], after[person.pk])
        for ratings, place in ((before, params["place_before"]), (after, params["place"])):
            assert place == 1 + sum(other > ratings[person.pk] for other in ratings.values())
        words = notices.render(rows[person.pk], "en")
        texts = [f"{Decimal(row[person.pk]) / 10**9:.2f}" for row in (before, after)]
        assert f"went from {texts[0]} to {texts[1]}, and you" in words.text
        assert words.url == f"/lists/{rating_list.uid}/players/{person.uid}/"
    telling.tell_event_rated(submission)
    assert Notice.objects.filter(code=NoticeCode.EVENT_RATED).count() == 2, "once"


def test_a_newcomer_has_a_first_place_and_whoever_has_none_reads_the_rating_alone(
    rating_list: RatingList, run_jobs: Callable[[], int]
) -> None:
    newcomers = [factories.player(name) for name in ("Nora New", "Nils New")]
    submissions.accept_results(sent(rating_list, newcomers), by=None)
    run_jobs()
    for row in notices_of_event().values():
        assert row.params["before"] == 1500 * 10**9
        assert f"and you have place {row.params['place']}." in notices.render(row, "en").text
    Notice.objects.all().delete()
    RatingList.objects.update(provisional_below=1000)
    telling.tell_event_rated(Submission.objects.get())
    for row in notices_of_event().values():
        assert "place" not in notices.render(row, "en").text
        assert "passe de 1500,00 à" in notices.render(row, "fr").text


def test_nothing_is_said_of_what_does_not_count(rating_list: RatingList, run_jobs: Callable[[], int]) -> None:
    people = list(Player.objects.filter(name__startswith="Player").order_by("pk")[:2])
    submission = submissions.refuse_results(sent(rating_list, people), by=None, reason="not ours")
    telling.tell_event_rated(submission)
    run_jobs()
    assert notices_of_event() == {}
