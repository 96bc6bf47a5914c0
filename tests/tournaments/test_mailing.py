"""Mails are retried while their server is down, block nobody, and end when it refuses them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import LazySettings
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.faults.mail_server import MailServer, Way, dripping, refusing, silent, well
from tests.faults.service import wait_until
from tests.web.browsing import Visitor
from tournaments import notices, queue, tasks
from tournaments.actions.entrants import registration
from tournaments.actions.people import accounts
from tournaments.models import AccountMail, Notice, OutboxJob
from tournaments.notices import Breaker, MailServerAway, NoticeCode, posting
from tournaments.queue import Lane

pytestmark = pytest.mark.django_db
_PASSWORD = "not-a-guess-64"


@pytest.fixture(autouse=True)
def _servers_are_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the failures of mail servers between tests."""
    monkeypatch.setattr(tasks, "_mail_server", Breaker(pause=5, longest=60))
    monkeypatch.setattr(posting, "_server", Breaker(pause=60, longest=60))


@contextmanager
def mail_server(settings: LazySettings, *ways: Way) -> Iterator[MailServer]:
    """Start a mail server with this behaviour, and send the installation's mail to it.

    For one that says nothing the patience of a form ends soon; any other is waited for, on a slow machine too.
    """
    with MailServer(*ways) as server, pytest.MonkeyPatch.context() as patch:
        if {silent, dripping}.intersection(ways):
            patch.setattr(posting, "_PATIENCE", 0.5)
        address = urlsplit(server.url)
        settings.SENDS_MAIL = True
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        settings.EMAIL_BACKEND = "tournaments.project.mail.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = address.hostname, address.port
        yield server


def wait(clock: time_machine.Traveller, delta: timedelta) -> None:
    """Let time pass, also for the pause in which the server is left alone."""
    clock.shift(delta)
    tasks._mail_server._closed_until = 0


def tell(*emails: str) -> None:
    """A notice to a player at each of these addresses."""
    players = [factories.player(email=email) for email in emails]
    notices.tell(players, NoticeCode.CHAMPION, occasion="x", tournament=factories.tournament(), event="Main")


@pytest.mark.both_databases
@pytest.mark.parametrize("way", [silent, dripping, refusing])
def test_whole_conversation_has_one_deadline(settings: LazySettings, way: Way) -> None:
    """A server that sends one byte each half second times out as a silent one does."""
    settings.EMAIL_TIMEOUT = 1
    with mail_server(settings, way) as server:
        tell("one@example.org")
        assert tasks.deliver() is False
        # Until it is over the server would go on.
        assert not server.is_over.is_set()
    assert queue.postponed().count() == 1
    assert Notice.objects.filter(mailed_at=None).count() == 1


def test_server_that_is_away_is_left_alone_and_then_tried_with_one_mail(settings: LazySettings) -> None:
    with mail_server(settings, refusing, well) as server, time_machine.travel(timezone.now()) as clock:
        tell("one@example.org", "two@example.org")
        tasks.run_due()
        assert (server.met, server.received) == (1, [])
        assert not OutboxJob.objects.filter(is_dead=True).exists()
        wait(clock, timedelta(seconds=6))
        assert tasks.run_due() == 2
        assert sorted(server.received) == ["one@example.org", "two@example.org"]
    assert not OutboxJob.objects.exists()


def test_mail_waits_two_days_for_its_server_and_no_longer(settings: LazySettings) -> None:
    with mail_server(settings, refusing), time_machine.travel(timezone.now()) as clock:
        tell("one@example.org")
        for _hour in range(40):
            tasks.run_due()
            wait(clock, timedelta(hours=1))
        assert not OutboxJob.objects.filter(is_dead=True).exists()
        wait(clock, queue.MAIL_KEPT)
        tasks.run_due()
        assert OutboxJob.objects.get().is_dead


@pytest.mark.both_databases
def test_refused_notice_is_given_up_and_the_others_go_out(settings: LazySettings) -> None:
    with mail_server(settings, well) as server:
        tell("wrong@example.org", "right@example.org")
        tasks.run_due()
        assert server.received == ["right@example.org"]
    assert not OutboxJob.objects.exists()
    assert list(Notice.objects.filter(mailed_at=None).values_list("recipient__email", flat=True)) == [
        "wrong@example.org"
    ]


def test_mails_are_claimed_by_their_own_threads_alone() -> None:
    tell("one@example.org")
    assert queue.claim_due() == []
    assert queue.in_flight() == 0
    assert len(queue.claim_due(lane=Lane.MAIL)) == 1


class TestAccounts:
    """Signing up and resetting a password work while the mail server is down."""

    @staticmethod
    def sign_up(email: str) -> Visitor:
        """Sign up as a new player."""
        visitor = Visitor()
        page = visitor.send("account_signup", name="Nora New", email=email, password1=_PASSWORD, agrees="on")
        assert page.status == 200
        return visitor

    @pytest.mark.both_databases
    def test_mail_goes_out_once_the_server_is_back(self, settings: LazySettings) -> None:
        with mail_server(settings, refusing, refusing, well) as server:
            with time_machine.travel(timezone.now()) as clock:
                self.sign_up("awaited@example.org")
                tasks.run_due()
                assert (server.received, Player.objects.count()) == ([], 1)
                wait(clock, timedelta(seconds=6))
                tasks.run_due()
            assert server.received == ["awaited@example.org"]
        assert not AccountMail.objects.exists()

    def test_refused_address_is_an_error_of_its_field_and_makes_no_account(
        self, settings: LazySettings
    ) -> None:
        with mail_server(settings, well) as server:
            page = Visitor().post(
                "account_signup", name="Nora New", email="wrong@example.org", password1=_PASSWORD, agrees="on"
            )
            assert "No mail arrives at this address" in page
            assert page.form("/accounts/signup/")["email"] == "wrong@example.org"
            assert server.received == []
        assert not Player.objects.exists()

    def test_account_whose_address_is_refused_later_is_not_left_behind(self, settings: LazySettings) -> None:
        with mail_server(settings, silent, well):
            self.sign_up("wrong@example.org")
            assert Player.objects.count() == 1
            tasks.run_due()
        assert not Player.objects.exists()
        assert not AccountMail.objects.exists()
        assert not OutboxJob.objects.exists()

    def test_player_whom_a_desk_has_entered_meanwhile_stays(self, settings: LazySettings) -> None:
        with mail_server(settings, silent, well):
            self.sign_up("wrong@example.org")
            registration.enter(
                factories.event(), by=None, players=[Player.objects.get(email="wrong@example.org")]
            )
            tasks.run_due()
        assert Player.objects.filter(email="wrong@example.org").exists()

    @pytest.mark.both_databases
    def test_forgotten_password_is_answered_while_the_server_says_nothing(
        self, settings: LazySettings
    ) -> None:
        factories.player(email="forgetful@example.org", password=_PASSWORD)
        with mail_server(settings, silent):
            page = Visitor().send("account_reset_password", email="forgetful@example.org")
        assert "a link is on its way" in page
        assert AccountMail.objects.get().to == "forgetful@example.org"

    def test_server_that_is_slow_to_answer_is_not_asked_again_at_once(self, settings: LazySettings) -> None:
        with mail_server(settings, silent) as server:
            for number in range(3):
                self.sign_up(f"patient{number}@example.org")
            wait_until(lambda: server.met > 0, what="the first conversation")
            assert server.met == 1

    def test_mail_that_was_never_sent_is_forgotten(self) -> None:
        accounts.post(to="forgetful@example.org", subject="A link", text="secret")
        with time_machine.travel(timezone.now() + queue.MAIL_KEPT + timedelta(minutes=1)):
            tasks.request_sweep()
            tasks.run_due()
        assert not AccountMail.objects.exists()


def test_who_reads_that_the_server_failed_asks_no_second_time(settings: LazySettings) -> None:
    """The pause begins before the answer: a form that validates the address twice asks once."""
    with mail_server(settings, refusing) as server:
        for time in range(1, 31):
            posting._server.succeed()
            assert not notices.is_refused("right@example.org")
            assert not notices.is_refused("right@example.org")
            assert server.met == time


def test_what_the_server_says_of_itself_is_not_held_against_an_address(settings: LazySettings) -> None:
    """A relay that we may not use refuses everybody."""

    def hang_up(_server: MailServer, connection: object) -> None:
        connection.sendall(b"554 5.7.1 Go away\r\n")  # type: ignore[attr-defined]

    with mail_server(settings, hang_up):
        assert not notices.is_refused("right@example.org")
        accounts.post(to="forgetful@example.org", subject="A link", text="secret")
        with pytest.raises(MailServerAway):
            notices.mail_account(AccountMail.objects.get().pk)
