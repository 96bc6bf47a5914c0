"""Nobody is mailed, registered or shown without end: each budget has its number, its words and its way out."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from matches.errors import REFUSALS
from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.postgres_plugin import ROOT
from tests.web.browsing import Visitor
from tournaments import budgets, notices
from tournaments.access import LINK_IN_SESSION
from tournaments.actions import invitations
from tournaments.actions.entrants import club_nights, registration, together
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import setup
from tournaments.actions.people import claims, links
from tournaments.errors.budgets import (
    AddressUnconfirmed,
    LinkMailTooSoon,
    TooManyLinkMails,
    TooManyNewAddresses,
    TooManyNewcomers,
    TooManyPublic,
)
from tournaments.management.demo import loading
from tournaments.models import (
    AccessLink,
    AccountMail,
    Entrant,
    Event,
    Notice,
    NoticeCode,
    OutboxJob,
    Tournament,
    Visibility,
)

pytestmark = pytest.mark.django_db
RunJobs = Callable[[], int]
Mailer = Callable[[Tournament, Player], object]
_ADDRESS = "vera@example.org"


def _link(tournament: Tournament, player: Player) -> AccessLink:
    return links.mail_player_link(tournament, player, by=None, address=lambda token: f"/l/{token}/")


def _code(tournament: Tournament, player: Player) -> object:
    return claims.mail_code(tournament, player, by=None, address=lambda code: f"/c/{code}/")


@pytest.fixture
def entrant() -> Entrant:
    """A walk-in whose address a desk has typed."""
    return registration.walk_in(factories.event(), by=None, name="Vera Vogel", email=_ADDRESS)


def _player(entrant: Entrant) -> Player:
    return entrant.side.players.get()


def _confirm(player: Player, tournament: Tournament) -> None:
    """Let the player open a mailed link, and the day pass in which it was mailed."""
    link = _link(tournament, player)
    token = AccountMail.objects.get(to=_ADDRESS).text.split("/l/")[1].split("/")[0]
    assert Visitor().client.get(f"/l/{token}/").status_code == 302
    assert AccessLink.objects.get(pk=link.pk).opened_at is not None


@pytest.mark.both_databases
def test_the_documents_have_every_budget_with_its_number_and_what_is_beyond_it(settings: Settings) -> None:
    text = (ROOT / "docs" / "operations.md").read_text().partition("\n## Budgets\n")[2].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines() if "| `" in row[:3]
    ]
    seconds = {"min": 60, "h": 60 * 60, "d": 24 * 60 * 60}
    documented = {}
    for name, most, within, _of_whom, beyond in rows:
        number, unit = within.split()
        documented[name.strip("`")] = (int(most), int(number) * seconds[unit])
        assert set(re.findall(r"`(\w+)`", beyond)) <= REFUSALS.keys()
    assert documented == settings.BUDGETS


@pytest.mark.both_databases
@pytest.mark.parametrize("budget", ["link_mail", "newcomers", "public_tournaments", "match_notices"])
def test_a_budget_is_spent_waited_for_and_given_back_by_time(budget: str, settings: Settings) -> None:
    most, seconds = settings.BUDGETS[budget]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _use in range(most):
            budgets.spend(budget, "Vera", refusal=TooManyNewcomers)
        with pytest.raises(TooManyNewcomers) as refusal:
            budgets.spend(budget, " vera", refusal=TooManyNewcomers)
        assert refusal.value.data == {"seconds": seconds, "minutes": seconds // 60}
        assert budgets.wait(budget, "Walter") == 0
        clock.shift(timedelta(seconds=seconds))
        assert budgets.wait(budget, "Vera") == 0
    settings.BUDGETS = {**settings.BUDGETS, budget: None}
    assert budgets.wait(budget, "Vera") == 0


class TestMailsWithLinks:
    @pytest.mark.both_databases
    @pytest.mark.parametrize("mailer", [_link, _code])
    def test_of_sixty_mails_to_a_new_address_one_leaves(self, entrant: Entrant, mailer: Mailer) -> None:
        player, tournament = _player(entrant), entrant.event.tournament
        mailer(tournament, player)
        for _again in range(59):
            with pytest.raises(AddressUnconfirmed, match="show the link here"):
                mailer(tournament, player)
        assert AccountMail.objects.filter(to=_ADDRESS).count() == 1

    @pytest.mark.both_databases
    def test_of_sixty_mails_in_a_day_to_one_person_at_most_three_leave(self, entrant: Entrant) -> None:
        player, tournament = _player(entrant), entrant.event.tournament
        with time_machine.travel(timezone.now(), tick=False) as clock:
            _confirm(player, tournament)
            with pytest.raises(LinkMailTooSoon, match="Wait for 10 min"):
                _code(tournament, player)
            for number in range(59):
                clock.shift(timedelta(minutes=11))
                mailer = _code if number % 2 else _link
                if number < 2:
                    mailer(tournament, player)
                    continue
                with pytest.raises(TooManyLinkMails):
                    mailer(tournament, player)
            clock.shift(timedelta(days=1))
            _link(tournament, player)

    def test_many_tournaments_make_no_more_mails(self, entrant: Entrant) -> None:
        player, sent = _player(entrant), 0
        with time_machine.travel(timezone.now(), tick=False):
            _confirm(player, entrant.event.tournament)
            for _number in range(20):
                event = factories.event(factories.tournament())
                registration.enter(event, by=None, players=[player])
                try:
                    _link(event.tournament, player)
                except TooManyLinkMails:
                    continue
                sent += 1
        assert sent == 11

    def test_many_tournaments_of_one_owner_make_three_mails(self, entrant: Entrant) -> None:
        player, owner = _player(entrant), factories.owner(entrant.event.tournament)
        with time_machine.travel(timezone.now(), tick=False):
            _confirm(player, entrant.event.tournament)
            sent = 1
            for _number in range(20):
                event = factories.event(factories.tournament(by=owner, visibility=Visibility.UNLISTED))
                registration.enter(event, by=None, players=[player])
                try:
                    _link(event.tournament, player)
                except TooManyLinkMails:
                    continue
                sent += 1
        assert sent == 3

    def test_the_api_says_when_to_come_back_in_the_language_of_the_reader(self, entrant: Entrant) -> None:
        caller = Caller(factories.owner(entrant.event.tournament), language="fr")
        first, second = (caller.post(f"entrants/{entrant.uid}/links/mail/") for _time in range(2))
        assert (first.status, second.status, second.code) == (201, 429, "address_unconfirmed")
        assert int(second.headers["Retry-After"]) == second.body["data"]["seconds"]
        assert "table d’accueil" in second.body["detail"]

    def test_the_desk_is_led_to_the_link_that_it_can_show(self, entrant: Entrant) -> None:
        desk = Visitor(factories.owner(entrant.event.tournament))
        address = ("desk_player_link", entrant.uid, _player(entrant).uid)
        assert "on its way" in desk.send(*address, do="mail")
        assert "show the link here at the desk" in desk.send(*address, do="mail")

    def test_new_addresses_of_one_owner_have_an_end(self, settings: Settings) -> None:
        settings.BUDGETS = {**settings.BUDGETS, "new_addresses": (2, 60)}
        event = factories.event()
        people = [
            registration.walk_in(event, by=None, name=name, email=f"new{number}@example.org")
            for number, name in enumerate(factories.names(3))
        ]
        for entrant in people[:2]:
            _link(event.tournament, _player(entrant))
        with pytest.raises(TooManyNewAddresses):
            _link(event.tournament, _player(people[2]))

    def test_an_account_is_no_new_address(self) -> None:
        factories.player(email=_ADDRESS)
        assert budgets.is_confirmed("Vera@Example.org")
        assert not budgets.is_confirmed("walter@example.org")


class TestNotices:
    def _events(self, player: Player, *, count: int) -> None:
        tournament = factories.tournament()
        for number in range(count):
            registration.enter(factories.event(tournament, name=f"E{number}"), by=None, players=[player])

    @pytest.mark.both_databases
    def test_of_sixty_registrations_one_is_mailed_to_a_new_address_and_all_are_read(
        self, run_jobs: RunJobs, caplog: pytest.LogCaptureFixture
    ) -> None:
        player = factories.player("Vera Vogel")
        player.contact_email = _ADDRESS
        player.save()
        self._events(player, count=60)
        run_jobs()
        assert len(mail.outbox) == 1
        assert Notice.objects.filter(recipient=player, code=NoticeCode.REGISTERED).count() == 60
        assert "the budget registration_to_new_address has no room: 59 today" in caplog.text

    def test_of_sixty_registrations_three_are_mailed_to_an_account(self, run_jobs: RunJobs) -> None:
        self._events(factories.player(email=_ADDRESS), count=60)
        run_jobs()
        assert len(mail.outbox) == 3

    @pytest.mark.parametrize(("is_new", "mails"), [(True, 1), (False, 3)])
    def test_of_sixty_messages_of_a_desk_few_are_mailed_and_all_are_read(
        self, is_new: bool, mails: int, run_jobs: RunJobs
    ) -> None:
        """A desk types words and addresses, so it would mail anything to anybody."""
        event = factories.event()
        if is_new:
            entrant = registration.walk_in(event, by=None, name="Vera Vogel", email=_ADDRESS)
        else:
            entrant = registration.enter(event, by=None, players=[factories.player(email=_ADDRESS)])
        for number in range(60):
            together.send_message(event.tournament, by=None, entrants=[entrant], message=f"Call {number}")
        run_jobs()
        assert sum("Call" in str(one.body) for one in mail.outbox) == mails
        assert Notice.objects.filter(code=NoticeCode.MESSAGE).count() == 60

    def test_many_tournaments_send_no_more_messages_to_a_new_address(self, run_jobs: RunJobs) -> None:
        for name in factories.names(5):
            event = factories.event(factories.tournament())
            entrant = registration.walk_in(event, by=None, name=name, email=_ADDRESS)
            together.send_message(event.tournament, by=None, entrants=[entrant], message="Call")
        run_jobs()
        assert sum("Call" in str(one.body) for one in mail.outbox) == 1

    def test_many_tournaments_of_one_owner_send_three_messages_and_three_registrations(
        self, run_jobs: RunJobs
    ) -> None:
        player, owner = factories.player(email=_ADDRESS), factories.director()
        for _number in range(9):
            event = factories.event(factories.tournament(by=owner))
            entrant = registration.enter(event, by=None, players=[player])
            together.send_message(event.tournament, by=None, entrants=[entrant], message="Call")
        run_jobs()
        calls = sum("Call" in str(one.body) for one in mail.outbox)
        assert (len(mail.outbox) - calls, calls) == (3, 3)

    def test_players_with_one_address_are_one_to_mail(self, run_jobs: RunJobs) -> None:
        """A desk enters as many players with somebody's address as it likes."""
        factories.player(email=_ADDRESS)
        event = factories.event()
        for name in factories.names(9):
            registration.walk_in(event, by=None, name=name, email=_ADDRESS)
        entrants = list(Entrant.objects.all())
        together.send_message(event.tournament, by=None, entrants=entrants, message="Call")
        run_jobs()
        calls = sum("Call" in str(one.body) for one in mail.outbox)
        assert (len(mail.outbox) - calls, calls) == (3, 3)

    def test_an_address_is_the_same_with_anything_behind_a_plus(self, run_jobs: RunJobs) -> None:
        event = factories.event()
        for number, name in enumerate(factories.names(9)):
            email = f"Vera+{number}@example.org"
            entrant = registration.walk_in(event, by=None, name=name, email=email)
            if number:
                with pytest.raises(AddressUnconfirmed):
                    _link(event.tournament, _player(entrant))
            else:
                _link(event.tournament, _player(entrant))
        run_jobs()
        assert sum("You are registered" in str(one.body) for one in mail.outbox) == 1
        assert budgets.key_of("+1@example.org") != budgets.key_of("+2@example.org")

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (_ADDRESS, '"vera"@Example.org'),
            (_ADDRESS, '"v\\era"@example.org'),
            (_ADDRESS, '"vera+2"@example.org'),
            ("vera@exämple.org", "Vera@xn--exmple-cua.org"),
        ],
    )
    def test_an_address_that_is_written_otherwise_is_the_same(
        self, one: str, other: str, run_jobs: RunJobs
    ) -> None:
        event = factories.event()
        for name, email in (("Vera Vogel", one), ("Vera Fink", other)):
            registration.walk_in(event, by=None, name=name, email=email)
        run_jobs()
        assert len(mail.outbox) == 1
        assert budgets.key_of("vera@example.org") != budgets.key_of('"vera@example.org"@example.org')

    @pytest.mark.parametrize(("host", "mails"), [("exämple.org", 1), ("ex\ue000mple.org", 0)])
    def test_a_host_with_letters_of_its_own_is_written_in_ascii_or_given_up(
        self, host: str, mails: int, run_jobs: RunJobs
    ) -> None:
        registration.walk_in(factories.event(), by=None, name="Vera Vogel", email=f"vera@{host}")
        run_jobs()
        assert [str(one.to[0]) for one in mail.outbox] == ["Vera Vogel <vera@xn--exmple-cua.org>"][:mails]
        assert not OutboxJob.objects.exclude(last_error="").exists()

    def test_of_sixty_notices_of_an_event_three_are_mailed_to_a_new_address(
        self, entrant: Entrant, run_jobs: RunJobs
    ) -> None:
        run_jobs()
        mail.outbox.clear()
        federation = factories.federation()
        for _number in range(60):
            notices.name_corrected(_player(entrant), federation, [])
        run_jobs()
        assert len(mail.outbox) == 3

    @pytest.mark.parametrize(("is_new", "mails"), [(True, 20), (False, 100)])
    def test_who_plays_misses_no_mail_and_an_address_that_nobody_has_confirmed_gets_those_of_a_day(
        self, is_new: bool, mails: int, run_jobs: RunJobs
    ) -> None:
        """A desk that types an address of a stranger calls the match as often as it likes."""
        game = factories.open_match()
        if is_new:
            game.one.contact_email = _ADDRESS
        else:
            game.one.email = _ADDRESS
        game.one.save()
        for table in range(100):
            notices.match_on(game.match, table=str(table))
        run_jobs()
        assert sum("is on" in message.body for message in mail.outbox) == mails

    def test_beyond_the_budget_of_matches_nothing_is_mailed(
        self, run_jobs: RunJobs, settings: Settings
    ) -> None:
        settings.BUDGETS = {**settings.BUDGETS, "match_notices": (2, 60)}
        game = factories.open_match()
        for player in (game.one, game.two):
            player.contact_email = _ADDRESS
            player.save()
        for table in range(5):
            notices.match_on(game.match, table=str(table))
        run_jobs()
        assert len(mail.outbox) == 2
        assert Notice.objects.filter(code=NoticeCode.MATCH_ON, mailed_at=None).count() == 8

    def test_a_forgotten_password_is_mailed_ten_times_a_day_and_the_page_says_the_same(self) -> None:
        factories.player(email=_ADDRESS, password="not-a-guess-64")
        with time_machine.travel(timezone.now(), tick=False) as clock:
            for _time in range(15):
                page = Visitor().send("account_reset_password", email=_ADDRESS)
                assert "a link is on its way" in page
                clock.shift(timedelta(minutes=5))
        assert AccountMail.objects.filter(to=_ADDRESS).count() == 10


class TestNamesInMails:
    @pytest.mark.parametrize(
        "name",
        [
            "Click http://evil.example/win now",
            "See https:evil",
            "WWW.evil.test",
            "evil.test/win",
            "Win at evil.com",
            "ftp://evil",
            "Win at evil.ru.",
            "EVIL.DE",
            "bit.ly",
            "evil.click",
            "evil.fr:80",
            "win@evil.test",
            "192.0.2.1",
            "evil\uff0ecom",
            "ev\u200bil.com",
        ],
    )
    def test_a_name_with_a_web_address_is_in_no_mail(self, name: str, run_jobs: RunJobs) -> None:
        tournament = factories.tournament(name=f"Open {name}")
        event = factories.event(tournament, name=f"Main {name}")
        entrant = registration.walk_in(event, by=None, name=name, email=_ADDRESS)
        _link(tournament, _player(entrant))
        with time_machine.travel(timezone.now() + timedelta(hours=1)):
            AccessLink.objects.update(opened_at=timezone.now())
            _code(tournament, _player(entrant))
            run_jobs()
        assert len(mail.outbox) == 3
        for message in mail.outbox:
            assert name not in f"{message.subject} {message.body} {message.to}"
            assert message.subject.startswith("Videau: ")
            assert message.body.startswith("Hello,\n")
        assert "You are registered for (name on the page)." in "".join(str(one.body) for one in mail.outbox)

    @pytest.mark.parametrize(
        "name",
        [
            "J. R. Dupont",
            "St.Petersburg Open",
            "Dr.Li",
            "Dr.Anna Ek",
            "Open 3.5/7",
            "A/B Cup",
            "jean.dupont",
            "Nantes e.V.",
        ],
    )
    def test_a_name_with_points_is_a_name(self, name: str, run_jobs: RunJobs) -> None:
        event = factories.event(factories.tournament(name=name))
        registration.walk_in(event, by=None, name=name, email=_ADDRESS)
        run_jobs()
        [message] = mail.outbox
        assert message.subject.startswith(f"{name}: ")
        assert message.body.startswith(f"Hello {name},\n")

    @pytest.mark.parametrize("named", ["body", "number"])
    def test_an_invitation_has_no_web_address_but_its_own(self, named: str) -> None:
        federation = factories.federation()
        if named == "body":
            setup.change_federation(federation, by=None, name="Win at evil.ru")
            federation.refresh_from_db()
        number = "evil.ru" if named == "number" else "N-1"
        president = factories.officer(federation)
        invitations.offer_number(
            federation, by=president, number=number, email=_ADDRESS, address=lambda code: f"/i/{code}/"
        )
        [row] = AccountMail.objects.all()
        assert "(name on the page)" in row.text
        assert "evil" not in row.subject + row.text

    def test_the_words_of_the_director_stay(self, run_jobs: RunJobs) -> None:
        entrant = registration.walk_in(factories.event(), by=None, name="Vera Vogel", email=_ADDRESS)
        words = "Hotels: https://hotel.example/list"
        notices.message(entrant.event.tournament, [entrant], words=words, occasion="1")
        run_jobs()
        assert any(words in message.body for message in mail.outbox)


class TestNewcomers:
    @pytest.fixture
    def link(self, settings: Settings) -> AccessLink:
        """A registration link for two newcomers an hour."""
        settings.BUDGETS = {**settings.BUDGETS, "newcomers": (2, 60 * 60)}
        return links.make_registration_link(factories.event(), by=None)[0]

    @staticmethod
    def _register(link: AccessLink, name: str, language: str = "en") -> tuple[int, str, str]:
        event = link.event
        assert event is not None
        caller = Caller(language=language)
        session = caller.client.session
        session[LINK_IN_SESSION] = link.uid
        session.save()
        answer = caller.post(f"events/{event.uid}/registration/", {"newcomer": name, "agrees": True})
        return answer.status, answer.headers.get("Retry-After", ""), str(answer.body.get("detail", ""))

    @pytest.mark.both_databases
    def test_newcomers_of_a_link_have_an_end_and_the_desk_enters_on(self, link: AccessLink) -> None:
        with time_machine.travel(timezone.now(), tick=False):
            assert [self._register(link, name)[0] for name in factories.names(2)] == [201, 201]
            status, seconds, words = self._register(link, "Zoe Zimmer", "fr")
            assert (status, seconds) == (429, "3600")
            assert "table d’accueil, ou réessayez dans 60\N{NO-BREAK SPACE}min" in words
            assert not Player.objects.filter(name="Zoe Zimmer").exists()
            event = link.event
            assert event is not None
            registration.walk_in(event, by=factories.owner(event.tournament), name="Zoe Zimmer")

    def test_pages_have_the_same_budget_and_keep_what_was_typed(self, link: AccessLink) -> None:
        event = link.event
        assert event is not None
        pages = []
        for name in factories.names(3):
            visitor = Visitor()
            session = visitor.client.session
            session[LINK_IN_SESSION] = link.uid
            session.save()
            pages.append(visitor.post("register", event.uid, name=name, agrees="on"))
        assert [page.status for page in pages] == [302, 302, 429]
        assert int(pages[2].response["Retry-After"]) > 3000
        assert "Ask the desk to enter you" in pages[2]
        assert factories.names(3)[2] in pages[2].html

    def test_an_account_registers_beyond_the_budget(self, link: AccessLink) -> None:
        for name in factories.names(2):
            self._register(link, name)
        registration.register_by_link(link, by=factories.player(email=_ADDRESS))

    @pytest.mark.usefixtures("same_minute")
    def test_sixty_a_minute_scan_the_code_at_the_door_of_a_hall_with_one_network_address(self) -> None:
        link, _token = links.make_registration_link(factories.event(), by=None)
        answers = [self._register(link, name)[0] for name in factories.names(61)]
        assert answers == [201] * 60 + [429]


class TestPublicTournaments:
    @pytest.mark.both_databases
    def test_an_account_opens_ten_a_day_and_drafts_are_free(self) -> None:
        dora = factories.director()
        drafts = [factories.tournament(by=dora, name=f"D{n}", visibility=Visibility.DRAFT) for n in range(20)]
        for draft in drafts[:10]:
            lifecycle.change_tournament(draft, by=dora, visibility=Visibility.PUBLIC)
        with pytest.raises(TooManyPublic, match="Keep this one as a draft"):
            lifecycle.change_tournament(drafts[10], by=dora, visibility=Visibility.PUBLIC)
        with pytest.raises(TooManyPublic):
            lifecycle.create_tournament(
                by=dora, name="Open", starts_on=date(2026, 3, 7), visibility=Visibility.PUBLIC
            )
        drafts[10].refresh_from_db()
        assert drafts[10].visibility == Visibility.DRAFT
        lifecycle.change_tournament(drafts[10], by=dora, visibility=Visibility.UNLISTED)
        lifecycle.change_tournament(drafts[0], by=dora, visibility=Visibility.PUBLIC, name="Still public")

    @pytest.mark.parametrize(
        ("named", "email", "is_staff", "may"),
        [
            ("everybody", "d@example.org", False, True),
            ("operators", "d@example.org", False, False),
            ("operators", "d@example.org", True, True),
            ("d@example.org", "D@example.org", False, True),
            ("d@example.org", "e@example.org", False, False),
        ],
    )
    def test_the_operator_names_who_opens_them(
        self, settings: Settings, named: str, email: str, is_staff: bool, may: bool
    ) -> None:
        settings.PUBLIC_TOURNAMENTS = frozenset({named})
        dora = factories.player("Dora", email=email)
        Player.objects.filter(pk=dora.pk).update(is_staff=is_staff)
        dora.refresh_from_db()
        caller = Caller(dora)
        body = {"name": "Open", "starts_on": "2026-03-07"}
        draft = caller.post("tournaments/", body)
        answer = caller.patch(f"tournaments/{draft.id}/", {"visibility": "public"})
        public = caller.post("tournaments/", {**body, "visibility": "public"})
        assert draft.status == 201
        if may:
            assert (answer.status, public.status) == (200, 201)
            return
        assert (answer.status, answer.code, public.code) == (403, "not_a_publisher", "not_a_publisher")
        assert "ask who runs this installation" in answer.body["detail"]
        page = Visitor(dora).send("desk_publish", draft.id)
        assert "ask who runs this installation" in page

    def test_a_club_night_after_public_ones_is_unlisted(self, settings: Settings) -> None:
        dora = factories.director()
        first = club_nights.start_club_night(by=dora, names=factories.names(4))
        lifecycle.change_tournament(first.tournament, by=dora, visibility=Visibility.PUBLIC)
        settings.PUBLIC_TOURNAMENTS = frozenset({"operators"})
        night: Event = club_nights.start_club_night(by=dora, names=factories.names(4))
        assert night.tournament.visibility == Visibility.UNLISTED

    def test_the_demonstration_is_public_wherever_it_is_loaded(self, settings: Settings) -> None:
        settings.PUBLIC_TOURNAMENTS = frozenset({"operators"})
        assert loading.load().tournament.visibility == Visibility.PUBLIC
