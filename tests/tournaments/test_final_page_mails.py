"""The final page of an event by mail: to each player in the own language and to an address, and nothing twice."""

from __future__ import annotations

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from matches.models import Match, Player
from tests import factories
from tests.api.client import Caller
from tests.tournaments.audits import is_clean
from tests.web.browsing import Visitor
from tournaments import tasks
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.events import closing
from tournaments.actions.events.final_page import mail_final_page
from tournaments.errors.common import Forbidden
from tournaments.errors.events import NobodyToMail, NotClosed
from tournaments.models import Event, FinalPageMail, LogEntry, OutboxJob
from tournaments.queue import Job

pytestmark = pytest.mark.django_db


def played() -> Event:
    """Four have played; two of them have addresses, one reads French."""
    stage = factories.drawn_stage(4)
    for _ in range(2):
        factories.play_open_matches(stage)
    progress.advance(stage.event)
    players = Player.objects.filter(entries__entrant__event=stage.event).order_by("pk")
    for player, address, language in zip(
        players, ("Ada@Example.org", "bo@example.org"), ("en", "fr"), strict=False
    ):
        Player.objects.filter(pk=player.pk).update(contact_email=address, language=language)
    return stage.event


def deliver() -> list[EmailMessage]:
    """Send the final pages that wait; the mails that left."""
    mail.outbox.clear()
    while tasks.deliver() is not None:
        pass
    return [message for message in mail.outbox if message.attachments]


def test_players_and_an_address_get_the_page_once_each_in_their_language() -> None:
    event = played()
    boss = factories.owner(event.tournament)
    with pytest.raises(NotClosed):
        mail_final_page(event, by=boss)
    event = closing.close_event(event, by=boss)
    with pytest.raises(Forbidden):
        mail_final_page(event, by=factories.player())
    assert mail_final_page(event, by=boss, address="Office@ffbg.example", language="fr").mails == 3
    sent = {message.to[0]: message for message in deliver()}
    assert set(sent) == {"ada@example.org", "bo@example.org", "office@ffbg.example"}
    subjects = {to: message.subject for to, message in sent.items()}
    assert "Final standings" in subjects["ada@example.org"]
    assert subjects["bo@example.org"] == subjects["office@ffbg.example"] != subjects["ada@example.org"]
    assert "Bonjour" in sent["bo@example.org"].body
    assert "take part" not in sent["office@ffbg.example"].body
    [(name, body, kind)] = sent["ada@example.org"].attachments
    assert name.startswith("final-en.")
    assert kind in ("application/pdf", "text/html")
    assert len(body) > 500
    # The same page again goes to nobody; a new address gets it alone.
    assert mail_final_page(event, by=boss, address="office@FFBG.example").mails == 0
    assert mail_final_page(event, by=boss, address="press@example.org").mails == 1
    assert [message.to for message in deliver()] == [["press@example.org"]]
    assert LogEntry.objects.filter(code="final_page_mailed").count() == 2
    # A job that runs twice sends nothing twice.
    row = FinalPageMail.objects.get(to="press@example.org")
    OutboxJob.objects.create(name=Job.SEND_FINAL_PAGE, args={"mail_id": row.pk})
    assert deliver() == []
    assert is_clean(event.tournament)


@pytest.mark.both_databases
def test_a_correction_makes_another_page_which_everybody_may_get() -> None:
    event = played()
    boss = factories.owner(event.tournament)
    event = closing.close_event(event, by=boss)
    mail_final_page(event, by=boss)
    final = Match.objects.filter(pairing__stage__event=event).order_by("-pairing__round")[0]
    results.correct(final, by=boss, score=(0, final.length), reason="Mixed up.")
    assert mail_final_page(event, by=boss).mails == 2
    Player.objects.update(contact_email="", email=None)
    with pytest.raises(NobodyToMail):
        mail_final_page(event, by=boss)


def test_the_closing_page_and_the_api_send_it() -> None:
    event = played()
    boss = factories.owner(event.tournament)
    desk, caller = Visitor(boss), Caller(boss)
    address = f"events/{event.uid}/final-page/mail/"
    assert caller.post(address, {}).code == "not_closed"
    assert "Mail the final standings" not in desk.open("desk_close_event", event.uid)
    closing.close_event(event, by=boss)
    assert "Mail the final standings" in desk.open("desk_close_event", event.uid)
    page = desk.send("desk_close_event", event.uid, do="mail", to_players="on", address="no address")
    assert page.status == 422
    page = desk.send("desk_close_event", event.uid, do="mail", address="press@example.org", language="fr")
    assert "1 mail is under way" in page
    assert "press@example.org" in page
    answer = caller.post(address, {"address": "press@example.org"})
    assert answer.body == {"mails": 2, "earlier": 1}
    page = desk.send("desk_close_event", event.uid, do="mail", to_players="on")
    assert "nothing is sent twice" in page
    assert "As it stands, 2 players have it" in page
