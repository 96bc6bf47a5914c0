"""A pair or team that a player enters counts once the others have agreed to it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from matches.models import Player, PublicAs
from tests import factories
from tests.tournaments.results_seen import notices_to
from tests.web.browsing import Visitor
from tournaments.actions import undo
from tournaments.actions.draws import draw, lobby
from tournaments.actions.entrants import arrivals, asking, registration, waiting_list
from tournaments.actions.events import lifecycle
from tournaments.actions.people import erasure, links, publicity
from tournaments.errors.budgets import TooManyQuestions
from tournaments.errors.common import Forbidden
from tournaments.errors.entrants import (
    AlreadyEntered,
    EntryNotAgreed,
    HasWithdrawn,
    RegistrationClosed,
    WithdrawnByPartner,
)
from tournaments.errors.teams import SamePlayerTwice
from tournaments.models import Entrant, EntrantPlayer, Event, LedgerLine, LogEntry, Notice, Via
from tournaments.notices import render
from tournaments.queries.audit import checks
from tournaments.queries.entrants.consent import asks_of, unanswered, without_named_partners
from tournaments.queries.entrants.places import places_taken, waiting
from tournaments.queries.events.hall_now import hall_now
from tournaments.queries.exchange.results import results_of_event
from tournaments.queries.hall import desk

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def _account(name: str) -> Player:
    return factories.player(name, email=f"{name.split()[0].lower()}@example.org")


@pytest.fixture
def event() -> Event:
    return factories.event(kind="doubles")


@pytest.fixture
def ann() -> Player:
    return _account("Ann Arbor")


@pytest.fixture
def bob() -> Player:
    return _account("Bob Bear")


def _asked(event: Event, ann: Player, *partners: Player, name: str = "") -> Entrant:
    return registration.register_self(
        event, by=ann, partners=[partner.uid for partner in partners], name=name
    )


def _is_clean(event: Event) -> bool:
    return not [finding for finding in checks.findings(event.tournament) if finding.is_fault]


class TestBeforeTheAnswer:
    """Nothing follows before the partner has agreed."""

    @pytest.mark.both_databases
    def test_the_pair_has_no_place_owes_nothing_and_is_on_no_list(
        self, event: Event, ann: Player, bob: Player
    ) -> None:
        pair = _asked(event, ann, bob)
        assert (pair.via, pair.withdrawn_at is None, pair.is_asked) == ("asked", False, True)
        assert places_taken(event) == 0
        assert list(waiting(event)) == []
        assert not LedgerLine.objects.filter(entrant=pair).exists()
        listing = desk.entrants(event)
        assert (listing.placed, listing.alternates, listing.withdrawn) == ((), (), ())
        assert [line.uid for line in listing.asked] == [pair.uid]
        assert (notices_to(ann), notices_to(bob)) == ([], ["partner_asked"])
        notice = Notice.objects.get(recipient=bob)
        assert "Ann Arbor wants to play Main with you." in (words := render(notice, "en")).text
        assert words.url == f"/x/{pair.uid}/answer/"
        assert _is_clean(event)

    def test_no_stranger_reads_who_is_asked(self, event: Event, ann: Player, bob: Player) -> None:
        pair = _asked(event, ann, bob)
        uid = event.uid
        for view, names in (("event", [uid]), ("entrants", [uid]), ("event_info", [uid])):
            assert "Bob Bear" not in Visitor().open(view, *names)
        for view in ("here", "answer"):
            assert Visitor().open(view, pair.uid).status == 404

    def test_both_go_on_in_other_pairs(self, event: Event, ann: Player, bob: Player) -> None:
        cleo, dan = _account("Cleo Cox"), _account("Dan Dorn")
        pair = _asked(event, ann, bob)
        own = _asked(event, bob, cleo)
        asking.agree(own, by=cleo)
        with pytest.raises(HasWithdrawn):
            asking.agree(pair, by=bob)
        other = _asked(event, ann, dan)
        assert asking.agree(other, by=dan).withdrawn_at is None
        assert places_taken(event) == 2

    def test_entries_that_came_to_nothing_are_no_entries_of_the_partner_in_a_result_file(
        self, event: Event, ann: Player, bob: Player
    ) -> None:
        for name in ("Cleo Cox", "Dan Dorn"):
            _asked(event, _account(name), bob)
        asking.agree(_asked(event, ann, bob), by=bob)
        factories.entrants(event, 1)
        stage = factories.stage(event)
        draw.draw(stage, by=None, who="all")
        factories.play_open_matches(stage)
        rows = results_of_event(event, factories.federation()).positions
        assert [row.rebuys for row in rows] == [0, 0]

    def test_the_hall_that_is_simulated_counts_nobody_who_waits(
        self, event: Event, ann: Player, bob: Player
    ) -> None:
        _asked(event, ann, bob)
        factories.entrants(event, 2)
        factories.stage(event)
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now())
        [simulated] = hall_now(event.tournament, now=timezone.now()).weekend.events
        assert simulated.setup.entrants == 2

    def test_a_team_that_waits_changes_the_name_of_no_other(self, ann: Player, bob: Player) -> None:
        event = factories.event(kind="teams", boards=1, team_size=3)
        cleo, dan = _account("Cleo Cox"), _account("Dan Dorn")
        team = asking.agree(_asked(event, cleo, dan, name="Nantes"), by=dan)
        other = _asked(event, ann, bob, name="Nantes")
        team.side.refresh_from_db()
        assert team.name == "Nantes"
        asking.agree(other, by=bob)
        team.side.refresh_from_db()
        assert (team.name, other.name) == ("Nantes (#1)", "Nantes (#2)")

    def test_the_partner_is_no_player_of_a_federation(self, event: Event, ann: Player, bob: Player) -> None:
        _asked(event, ann, bob)
        assert not without_named_partners(EntrantPlayer.objects.filter(event=event)).exists()

    def test_asking_again_asks_nobody_twice(self, event: Event, ann: Player, bob: Player) -> None:
        pair = _asked(event, ann, bob)
        assert _asked(event, ann, bob) == pair
        assert registration.return_(pair, by=ann).is_asked
        assert notices_to(bob) == ["partner_asked"]

    def test_whoever_cannot_answer_is_not_asked(self, event: Event, ann: Player) -> None:
        factories.player("Walt Walk-in")
        pair = registration.register_self(event, by=ann, partners=["Walt Walk-in"])
        assert (pair.withdrawn_at, pair.via) == (None, "online")

    def test_whoever_has_a_private_link_of_the_tournament_can_answer(self, event: Event, ann: Player) -> None:
        walt = factories.player("Walt Walk-in")
        registration.enter(factories.event(event.tournament, name="Speed"), by=None, players=[walt])
        links.make_player_link(event.tournament, walt, by=None)
        pair = registration.register_self(event, by=ann, partners=["Walt Walk-in"])
        assert unanswered(pair) == (walt,)
        assert asking.agree(pair, by=walt).withdrawn_at is None

    def test_a_newcomer_by_a_link_asks_too(self, event: Event, bob: Player) -> None:
        link, _token = links.make_registration_link(event, by=None)
        pair = registration.register_by_link(
            link, name="Nora New", email="nora@example.org", partners=[bob.uid], agrees=True
        )
        assert unanswered(pair) == (bob,)
        assert asking.agree(pair, by=bob).withdrawn_at is None

    def test_the_desk_enters_whom_it_sees(self, event: Event, ann: Player, bob: Player) -> None:
        pair = _asked(event, ann, bob)
        assert (registration.return_(pair, by=None).withdrawn_at, pair.via) == (None, "desk")
        assert asks_of(bob) == ()
        assert _is_clean(event)


class TestNames:
    """Nobody learns the name of somebody who hides it by naming them as a partner."""

    @pytest.fixture
    def robert(self) -> Player:
        player = _account("Robert Hidden")
        publicity.choose(player, publicity.Publicity(PublicAs.INITIALS), by=player)
        player.refresh_from_db()
        return player

    def test_who_asks_reads_the_public_name_until_the_answer(
        self, event: Event, ann: Player, robert: Player
    ) -> None:
        own = Visitor(ann)
        own.send("register", event.uid, partner_2=robert.uid)
        pair = Entrant.objects.get(event=event)
        for view, names in (("event", [event.uid]), ("my_matches", []), ("answer", [pair.uid])):
            page = own.open(view, *names)
            assert "No answer yet from R. H." in page
            assert "Hidden" not in page
        registration.withdraw(pair, by=robert)
        assert Notice.objects.get(recipient=ann).params["partner"] == "R. H."

    @pytest.mark.parametrize("is_entered", [True, False])
    def test_who_is_refused_reads_it_too(
        self, event: Event, ann: Player, bob: Player, robert: Player, *, is_entered: bool
    ) -> None:
        if is_entered:
            asking.agree(_asked(event, robert, bob), by=bob)
        else:
            registration.withdraw(_asked(event, ann, robert), by=robert)
        page = Visitor(ann).send("register", event.uid, partner_2=robert.uid)
        assert "R. H." in page
        assert "Hidden" not in page


class TestTheAnswer:
    """With the last answer the side is entered."""

    @pytest.mark.both_databases
    def test_the_pair_is_entered_and_both_are_told(self, event: Event, ann: Player, bob: Player) -> None:
        pair = _asked(event, ann, bob)
        [ask] = asks_of(bob, event)
        assert (ask.entrant, ask.is_own_answer_missing) == (pair, True)
        assert asks_of(ann)[0].is_own_answer_missing is False
        entered = asking.agree(pair, by=bob)
        assert (entered.via, entered.withdrawn_at, entered.is_alternate) == ("online", None, False)
        registrations = Notice.objects.filter(code="registered")
        assert sorted(registrations.values_list("recipient__name", flat=True)) == ["Ann Arbor", "Bob Bear"]
        codes = LogEntry.objects.filter(subject=pair.uid).order_by("seq").values_list("code", flat=True)
        assert list(codes) == ["partner_asked", "entered"]
        assert asking.agree(pair, by=bob) == entered, "again changes nothing"
        assert _is_clean(event)

    def test_it_waits_where_the_event_is_full_by_then(self, ann: Player, bob: Player) -> None:
        event = factories.event(kind="doubles")
        waiting_list.set_capacity(event, by=None, capacity=2)
        pair = _asked(event, ann, bob)
        factories.entrants(event, 2)
        assert asking.agree(pair, by=bob).is_alternate
        assert list(waiting(event)) == [pair]

    @pytest.mark.both_databases
    def test_everybody_of_a_team_is_asked(self, ann: Player, bob: Player) -> None:
        event = factories.event(kind="teams", boards=3, team_size=3)
        cleo = _account("Cleo Cox")
        team = _asked(event, ann, bob, cleo, name="Nantes")
        assert unanswered(team) == (bob, cleo)
        assert asking.agree(team, by=cleo).is_asked
        for again in (cleo, ann):
            assert asking.agree(team, by=again).is_asked
        assert LogEntry.objects.filter(code="entry_agreed").count() == 1
        assert unanswered(team) == (bob,)
        assert not asking.agree(team, by=bob).is_asked
        assert _is_clean(event)

    def test_nobody_else_answers(self, event: Event, ann: Player, bob: Player) -> None:
        pair = _asked(event, ann, bob)
        with pytest.raises(Forbidden):
            asking.agree(pair, by=_account("Cleo Cox"))
        asking.agree(pair, by=ann)
        assert unanswered(pair) == (bob,), "who asks does not answer for the partner"

    def test_not_once_registration_is_closed(self, event: Event, ann: Player, bob: Player) -> None:
        pair = _asked(event, ann, bob)
        lifecycle.set_registration(event, by=None, registration="closed")
        with pytest.raises(RegistrationClosed):
            asking.agree(pair, by=bob)

    def test_whoever_was_merged_into_the_account_answers(
        self, event: Event, ann: Player, bob: Player
    ) -> None:
        pair = _asked(event, ann, bob)
        other = factories.player("Robert Bear")
        other.merged_into = bob
        other.save()
        assert asking.agree(pair, by=other).withdrawn_at is None


class TestWhatHappensMeanwhile:
    """Between the question and the answer the event fills, closes, or loses one of the two."""

    @pytest.fixture
    def full(self) -> Event:
        event = factories.event(kind="doubles", capacity=2)
        factories.stage(event)
        return lobby.set_start(event, by=None, starts_when_full=True, opens_next=True)

    def _next(self, event: Event) -> Event:
        factories.entrants(event, 2)
        return Event.objects.exclude(pk=event.pk).get()

    def test_who_has_left_the_next_event_or_is_asked_there_comes_into_it(
        self, full: Event, ann: Player, bob: Player
    ) -> None:
        pair = _asked(full, ann, bob)
        next_event = self._next(full)
        _asked(next_event, ann, bob)
        registration.withdraw(_asked(next_event, bob, _account("Cleo Cox")), by=bob)
        entered = asking.agree(pair, by=bob)
        assert (entered.event, entered.withdrawn_at) == (next_event, None)
        assert _is_clean(full)

    def test_registration_of_the_event_counts_into_which_the_answer_leads(
        self, full: Event, ann: Player, bob: Player
    ) -> None:
        pair = _asked(full, ann, bob)
        next_event = self._next(full)
        lifecycle.set_registration(full, by=None, registration="closed")
        lifecycle.set_registration(next_event, by=None, registration="closed")
        with pytest.raises(RegistrationClosed, match=r"\(2\)"):
            asking.agree(pair, by=bob)
        lifecycle.set_registration(next_event, by=None, registration="open")
        assert asking.agree(pair, by=bob).event == next_event

    def test_who_plays_in_the_next_event_is_not_in_it_twice(
        self, full: Event, ann: Player, bob: Player
    ) -> None:
        pair, cleo = _asked(full, ann, bob), _account("Cleo Cox")
        asking.agree(_asked(self._next(full), bob, cleo), by=cleo)
        with pytest.raises(AlreadyEntered, match="Bob Bear"):
            asking.agree(pair, by=bob)

    @pytest.mark.parametrize("is_by_service", [True, False])
    def test_no_question_goes_on_to_the_next_event_without_the_desk(
        self, full: Event, ann: Player, bob: Player, *, is_by_service: bool
    ) -> None:
        pair = _asked(full, ann, bob)
        next_event = self._next(full)
        assert registration.return_(pair, by=ann).is_asked
        assert not next_event.entrants.exists()
        entered = registration.return_(pair, by=None if is_by_service else factories.owner(full.tournament))
        assert (entered.event, entered.via, entered.withdrawn_at) == (next_event, "desk", None)

    @pytest.mark.parametrize("has_agreed", [True, False])
    def test_whoever_left_a_pair_is_not_brought_into_the_next_event(
        self, full: Event, ann: Player, bob: Player, *, has_agreed: bool
    ) -> None:
        pair = _asked(full, ann, bob)
        registration.withdraw(asking.agree(pair, by=bob) if has_agreed else pair, by=bob)
        next_event = self._next(full)
        with pytest.raises(WithdrawnByPartner, match="Bob Bear"):
            registration.return_(pair, by=ann)
        assert not next_event.entrants.exists()
        assert registration.return_(pair, by=bob).event == next_event

    def test_nobody_who_left_after_the_draw_comes_back_with_another(
        self, event: Event, ann: Player, bob: Player
    ) -> None:
        pair, cleo = _asked(event, ann, bob), _account("Cleo Cox")
        own = asking.agree(_asked(event, bob, cleo), by=cleo)
        factories.entrants(event, 3)
        draw.draw(factories.stage(event), by=None, who="all")
        registration.withdraw(own, by=bob)
        with pytest.raises(HasWithdrawn):
            asking.agree(pair, by=bob)

    def test_a_partner_who_turns_out_to_be_the_asker_is_no_pair(self, event: Event, ann: Player) -> None:
        walt = _account("Walt Walk-in")
        pair = _asked(event, ann, walt)
        walt.merged_into = ann
        walt.save()
        with pytest.raises(SamePlayerTwice):
            asking.agree(pair, by=ann)

    def test_at_the_desk_only_means_the_answer_too(self, event: Event, ann: Player, bob: Player) -> None:
        pair = _asked(event, ann, bob)
        link, _token = links.make_registration_link(event, by=None)
        by_link = registration.register_by_link(
            link, name="Nora New", email="nora@example.org", partners=[bob.uid], agrees=True
        )
        lifecycle.set_registration(event, by=None, registration="desk")
        with pytest.raises(RegistrationClosed):
            asking.agree(pair, by=bob)
        assert asking.agree(by_link, by=bob).via == "link"

    @pytest.mark.parametrize("who", ["Ann Arbor", "Bob Bear"])
    def test_nobody_waits_for_whoever_is_erased(
        self, event: Event, ann: Player, bob: Player, who: str
    ) -> None:
        pair = _asked(event, ann, bob)
        gone, other = (ann, bob) if who == ann.name else (bob, ann)
        erasure.erase(gone, by=gone)
        assert asks_of(other) == ()
        assert "partner_left" in notices_to(other)
        with pytest.raises(HasWithdrawn):
            asking.agree(pair, by=bob)
        assert _is_clean(event)


class TestTakingBackWhatTheDeskDid:
    """An entry that the desk let in waits again once this is undone."""

    def test_it_waits_again(self, event: Event, ann: Player, bob: Player) -> None:
        pair, director = _asked(event, ann, bob), factories.owner(event.tournament)
        registration.return_(pair, by=director)
        undo.undo(LogEntry.objects.get(subject=pair.uid, code="returned"), by=director)
        pair.refresh_from_db()
        assert (pair.is_asked, unanswered(pair)) == (True, (bob,))
        assert desk.entrants(event).withdrawn == ()
        assert "Bob Bear" not in Visitor().open("entrants", event.uid)
        assert registration.return_(pair, by=ann).is_asked
        assert _is_clean(event)
        assert asking.agree(pair, by=bob).withdrawn_at is None

    def test_a_declined_one_is_listed_nowhere_again(self, event: Event, ann: Player, bob: Player) -> None:
        pair, director = _asked(event, ann, bob), factories.owner(event.tournament)
        registration.return_(registration.withdraw(pair, by=bob), by=director)
        undo.undo(LogEntry.objects.get(subject=pair.uid, code="returned"), by=director)
        pair.refresh_from_db()
        assert pair.via == Via.UNDONE
        assert _is_clean(event)


class TestDeclining:
    """Who is asked may decline, and who asks may take the question back."""

    @pytest.mark.both_databases
    def test_a_declined_pair_is_let_in_by_that_partner_or_the_desk_alone(
        self, event: Event, ann: Player, bob: Player
    ) -> None:
        pair = _asked(event, ann, bob)
        registration.withdraw(pair, by=bob)
        assert notices_to(ann) == ["partner_left"]
        assert (asks_of(ann), asks_of(bob)) == ((), ())
        with pytest.raises(WithdrawnByPartner, match="Bob Bear"):
            _asked(event, ann, bob)
        with pytest.raises(HasWithdrawn):
            asking.agree(pair, by=bob)
        assert registration.return_(pair, by=bob).withdrawn_at is None
        assert _is_clean(event)

    def test_who_took_the_question_back_asks_again(self, event: Event, ann: Player, bob: Player) -> None:
        pair = _asked(event, ann, bob)
        registration.withdraw(pair, by=ann)
        assert asks_of(bob) == ()
        again = _asked(event, ann, bob)
        assert (again, again.is_asked) == (pair, True)
        assert notices_to(bob).count("partner_asked") == 2
        assert asking.agree(again, by=bob).withdrawn_at is None
        assert _is_clean(event)

    def test_who_agreed_once_is_not_asked_again(self, event: Event, ann: Player, bob: Player) -> None:
        pair = asking.agree(_asked(event, ann, bob), by=bob)
        registration.withdraw(pair, by=ann)
        assert registration.return_(pair, by=ann).withdrawn_at is None

    def test_an_entry_of_an_earlier_release_asks_when_it_comes_back(
        self, event: Event, ann: Player, bob: Player
    ) -> None:
        pair = _asked(event, ann, bob)
        Entrant.objects.filter(pk=pair.pk).update(via=Via.ONLINE)
        pair.refresh_from_db()
        assert registration.return_(pair, by=ann).is_asked


def test_the_pages_ask_and_answer(event: Event, ann: Player, bob: Player) -> None:
    own, partner = Visitor(ann), Visitor(bob)
    page = own.send("register", event.uid, partner_2=bob.uid)
    assert "Your partner is asked." in page
    pair = Entrant.objects.get(event=event)
    assert "Your partner is asked" in own.open("event", event.uid)
    for view, names in (("event", [event.uid]), ("my_matches", []), ("answer", [pair.uid])):
        assert "Will you play together?" in partner.open(view, *names)
    assert "You are registered." in partner.send("answer", pair.uid, do="agree")
    pair.refresh_from_db()
    assert pair.withdrawn_at is None
    assert "No answer is waited for." in partner.open("answer", pair.uid)
    # A form of before the answer, sent late, takes nobody out.
    assert "No answer is waited for." in partner.send("answer", pair.uid, do="decline")
    pair.refresh_from_db()
    assert pair.withdrawn_at is None


def test_where_registration_is_closed_the_page_says_whom_to_ask(
    event: Event, ann: Player, bob: Player
) -> None:
    _asked(event, ann, bob)
    lifecycle.set_registration(event, by=None, registration="closed")
    page = Visitor(bob).open("event", event.uid)
    assert "Registration is closed. Ask the desk to enter you." in page
    assert 'value="agree"' not in page.html
    assert "Will you play together?" not in Visitor(bob).open("my_matches")


def test_the_desk_reads_who_waits_and_enters_them(event: Event, ann: Player, bob: Player) -> None:
    pair = _asked(event, ann, bob)
    director = Visitor(factories.owner(event.tournament))
    assert "Waiting for a partner" in director.open("desk_entrants", event.uid)
    director.send("desk_entrant_act", pair.uid, "return")
    pair.refresh_from_db()
    assert (pair.withdrawn_at, pair.via) == (None, "desk")


def test_whoever_is_entered_asks_nobody_and_is_asked_by_nobody_any_more(
    event: Event, ann: Player, bob: Player
) -> None:
    cleo, dan = _account("Cleo Cox"), _account("Dan Dorn")
    _asked(event, ann, bob)
    _asked(event, cleo, ann)
    asking.agree(_asked(event, ann, dan), by=dan)
    assert [asks_of(person) for person in (ann, bob, cleo, dan)] == [(), (), (), ()]
    assert _is_clean(event)
    # By the desk as well.
    erik, fay = _account("Erik Ek"), _account("Fay Fink")
    _asked(event, bob, erik)
    registration.enter(event, by=None, players=[erik, fay])
    assert asks_of(bob) == ()


def test_one_person_asks_so_many_a_day(event: Event, ann: Player, bob: Player, settings: Any) -> None:
    settings.BUDGETS = {**settings.BUDGETS, "partner_questions": (2, 60 * 60)}
    _asked(event, ann, bob)
    _asked(event, ann, _account("Cleo Cox"))
    with pytest.raises(TooManyQuestions):
        _asked(event, ann, _account("Dan Dorn"))


def test_whoever_has_not_agreed_has_not_left(event: Event, ann: Player, bob: Player) -> None:
    pair = _asked(event, ann, bob)
    with pytest.raises(EntryNotAgreed, match="has not agreed yet"):
        arrivals.check_in(pair, by=None)
