"""A browser is told by a tap on the card, and stopped on the page of the notices."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from tests import factories
from tests.faults.push_service import PushBrowser
from tests.web.browsing import Visitor
from tournaments.actions.people import links
from tournaments.models import PushSubscription
from tournaments.notices import push_key

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_card_offers_it_the_notices_stop_it_and_nobody_stops_that_of_another(
    settings: LazySettings,
) -> None:
    game = factories.open_match(7)
    account, holder = Visitor(game.one), Visitor()
    link, token = links.make_player_link(game.stage.event.tournament, game.one, by=None)
    holder.open("link", token)
    for number, visitor in enumerate((account, holder)):
        assert f'data-tell-me="{push_key()}"' in visitor.open("my_matches").html
        page = visitor.send(
            "subscribe_phone", subscription=PushBrowser(f"https://push.example.org/{number}").subscription
        )
        assert "This phone tells you when you are called." in page
    by_account, by_link = PushSubscription.objects.order_by("pk")
    assert (by_account.link, by_link.link) == (None, link)
    assert (by_account.player, by_link.player) == (game.one, game.one)
    assert "push.example.org" in account.open("notices")
    for visitor in (Visitor(game.two), holder):
        assert visitor.post("stop_phone", phone=by_account.uid).status == 404
    assert Visitor().post("stop_phone", phone=by_account.uid).status == 302
    assert "Stopped." in holder.send("stop_phone", phone=by_link.uid)
    assert [*PushSubscription.objects.all()] == [by_account]
    settings.PUSH_KEY = ""
    assert "data-tell-me" not in account.open("my_matches").html
    answer = account.post(
        "subscribe_phone", subscription=PushBrowser("https://push.example.org/").subscription
    )
    assert answer.status == 409


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        '{"endpoint": 1, "keys": {"p256dh": "", "auth": ""}}',
        '{"endpoint": "https://push.example.org/x", "keys": []}',
        "[" * 3000,
        "x" * 5000,
        PushBrowser("https://169.254.169.254/latest").subscription,
    ],
)
def test_what_no_browser_writes_is_refused_in_words(text: str) -> None:
    visitor = Visitor(factories.player(email="p@example.org"))
    page = visitor.post("subscribe_phone", subscription=text)
    assert page.status == 422
    assert "leads to no push service" in page
