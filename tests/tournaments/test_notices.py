"""Everybody is told once per occasion, in their own language, and by mail where there is an address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from matches.models import Player
from tests import factories
from tournaments import access, notices
from tournaments.access import Visitor
from tournaments.actions import results
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.models import Notice, OutboxJob, Visibility
from tournaments.notices import NoticeCode, render
from tournaments.queue import Job

pytestmark = pytest.mark.django_db

RunJobs = Callable[[], int]


def with_address(player: Player, address: str, *, language: str = "") -> Player:
    """Give the player an address for notices."""
    player.contact_email, player.language = address, language
    player.save(update_fields=["contact_email", "language"])
    return player


@pytest.mark.both_databases
def test_the_same_occasion_is_told_once() -> None:
    match = factories.open_match().match
    notices.match_on(match, table="4")
    notices.match_on(match, table="4")
    assert Notice.objects.filter(match=match, code=NoticeCode.MATCH_ON).count() == 2
    notices.match_on(match, table="5")
    assert Notice.objects.filter(match=match, code=NoticeCode.MATCH_ON).count() == 4


@pytest.mark.both_databases
def test_mail_goes_once_and_only_to_those_with_an_address(run_jobs: RunJobs) -> None:
    game = factories.open_match()
    run_jobs()
    mail.outbox.clear()
    with_address(game.one, "one@example.org")
    notices.match_on(game.match)
    notices.match_on(game.match)
    assert OutboxJob.objects.filter(name=Job.SEND_NOTICE).count() == 1
    run_jobs()
    [message] = mail.outbox
    assert message.to == [f"{game.one.name} <one@example.org>"]
    [notice] = Notice.objects.filter(recipient=game.one, code=NoticeCode.MATCH_ON)
    assert notice.mailed_at is not None
    notices.mail(notice.pk)
    assert len(mail.outbox) == 1


@pytest.mark.both_databases
def test_notices_of_a_draft_wait_until_it_can_be_seen(run_jobs: RunJobs) -> None:
    draft = factories.tournament(visibility=Visibility.DRAFT)
    event, player = factories.event(draft), with_address(factories.player(), "one@example.org")
    registration.enter(event, by=factories.owner(draft), players=[player])
    run_jobs()
    [notice] = Notice.objects.filter(recipient=player)
    assert (notice.mailed_at, mail.outbox) == (None, [])
    assert not access.own_notices(Visitor(account=player)).exists()
    assert not access.own_notices(Visitor(account=factories.owner(draft))).exists()
    lifecycle.change_tournament(draft, by=factories.owner(draft), visibility=Visibility.UNLISTED)
    run_jobs()
    assert access.own_notices(Visitor(account=player)).get() == notice
    assert [message.to for message in mail.outbox] == [[f"{player.name} <one@example.org>"]]


def test_officers_see_the_notices_of_their_draft() -> None:
    draft = factories.tournament(visibility=Visibility.DRAFT)
    owner = factories.owner(draft)
    registration.enter(factories.event(draft), by=owner, players=[owner])
    assert access.own_notices(Visitor(account=owner)).count() == 1


@pytest.mark.both_databases
def test_a_repeated_sending_carries_the_same_message_id(run_jobs: RunJobs) -> None:
    game = factories.open_match()
    with_address(game.one, "one@example.org")
    notices.match_on(game.match)
    run_jobs()
    # The worker was killed after the mail server had taken the message.
    Notice.objects.filter(recipient=game.one).update(mailed_at=None)
    notices.mail(Notice.objects.get(recipient=game.one, code=NoticeCode.MATCH_ON).pk)
    first, second = [message for message in mail.outbox if "is on" in message.body]
    assert first.message()["Message-ID"] == second.message()["Message-ID"]


def test_two_players_of_one_family_share_an_address_and_each_gets_a_message(run_jobs: RunJobs) -> None:
    game = factories.open_match()
    for player in (game.one, game.two):
        with_address(player, "family@example.org")
    notices.match_on(game.match)
    run_jobs()
    assert {message.body.splitlines()[0] for message in mail.outbox} == {
        f"Hello {game.one.name},",
        f"Hello {game.two.name},",
    }


def test_a_notice_is_worded_in_the_language_of_its_reader_whoever_caused_it(run_jobs: RunJobs) -> None:
    game = factories.open_match()
    with_address(game.one, "one@example.org", language="fr")
    with translation.override("en"):
        notices.match_on(game.match, table="4")
        run_jobs()
    with translation.override("fr"):
        in_french = translation.gettext("Your match is on")
    assert mail.outbox[-1].subject.endswith(in_french)
    assert translation.get_language() == "en"


def test_each_side_reads_the_name_of_the_other() -> None:
    game = factories.open_match()
    notices.match_on(game.match)
    for reader, other in ((game.one, game.two), (game.two, game.one)):
        text = render(Notice.objects.get(recipient=reader, code=NoticeCode.MATCH_ON), "en").text
        assert other.name in text
        assert reader.name not in text


def test_a_report_asks_the_opponent_until_a_time_in_the_zone_of_the_tournament() -> None:
    game = factories.open_match()
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    assert report.confirm_by is not None
    notice = Notice.objects.get(recipient=game.two, code=NoticeCode.PLEASE_CONFIRM)
    zone = game.stage.event.tournament.time_zone
    assert f"before {report.confirm_by.astimezone(zone):%H:%M}" in render(notice, "en").text
    assert render(notice, "en").url == f"/m/{game.match.uid}/"


@pytest.mark.both_databases
def test_who_raises_a_dispute_is_not_told_and_the_director_is_asked_to_rule() -> None:
    game = factories.open_match()
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    results.dispute(report, by=game.two, reason="It was 7-5.")
    notices = set(Notice.objects.filter(code=NoticeCode.DISPUTED).values_list("recipient", flat=True))
    assert notices == {game.one.pk, game.director.pk}
    to_director = Notice.objects.get(recipient=game.director, code=NoticeCode.DISPUTED)
    assert render(to_director, "en").text.endswith("Please rule.")


@pytest.mark.parametrize("code", NoticeCode)
def test_every_code_has_words_in_both_languages(code: NoticeCode) -> None:
    game = factories.open_match()
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    score = list(report.counted)
    params: dict[str, Any] = {
        "source": "one",
        "winner": "one",
        "outcome": "played",
        "score": score,
        "event": "Main",
        "list": "National",
        "cause": "correction",
        "before": 1508 * 10**9,
        "rating": 1510 * 10**9,
        "move": 2 * 10**9,
        "first": 5,
        "last": 8,
        "total": 23,
        "due": "2026-03-07T10:00:00+00:00",
        "venue": "Nantes",
    }
    notices.tell([game.two], code, occasion="test", match=game.match, **params)
    notice = Notice.objects.get(recipient=game.two, code=code, occasion="test")
    english, french = render(notice, "en"), render(notice, "fr")
    for text_of in (english, french):
        assert text_of.subject
        assert text_of.text
        assert "%(" not in text_of.text
    assert english.subject != french.subject


@pytest.mark.both_databases
def test_a_draw_tells_everybody_in_a_number_of_statements_that_does_not_grow() -> None:
    for size in (4, 16):
        stage = factories.drawn_stage(size)
        Notice.objects.all().delete()
        pairings = list(stage.pairings.select_related("match", "stage__event__tournament"))
        with CaptureQueriesContext(connection) as queries:
            notices.next_opponents(pairings)
        assert len(queries) <= 4
        assert Notice.objects.count() == size
