"""The frame at the desk: tournaments, officers, events, lengths, the log, and who may do what."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.web.browsing import Page, Visitor, invitation_on
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import player_list
from tournaments.actions.events import lifecycle
from tournaments.models import (
    AccountMail,
    Event,
    Invitation,
    LogEntry,
    Role,
    RoleKind,
    Stage,
    Tournament,
    Visibility,
)
from tournaments.web.desk_urls import urlpatterns

pytestmark = pytest.mark.django_db
_NEW = {"name": "Coupe de Lyon", "starts_on": "2026-05-02", "zone": "Europe/Paris", "visibility": "draft"}
_EVENT = {
    "name": "Main",
    "format": "single_elimination",
    "lengths": "11, 9, 7",
    "capacity": "16",
    "registration": "desk",
    "grace_minutes": "15",
}


@pytest.fixture
def tournament() -> Tournament:
    """A public tournament."""
    return factories.tournament()


@pytest.fixture
def owner(tournament: Tournament) -> Visitor:
    """Its owner at the desk."""
    return Visitor(factories.owner(tournament))


class TestTournament:
    """Opened as a draft, published by a button."""

    def test_whoever_opens_it_owns_it(self) -> None:
        player = factories.director()
        page = Visitor(player).send("desk_new_tournament", **_NEW)
        assert "Coupe de Lyon is open" in page
        tournament = Tournament.objects.get()
        assert (tournament.visibility, tournament.ends_on) == (Visibility.DRAFT, tournament.starts_on)
        assert Role.objects.get(tournament=tournament, player=player).kind == RoleKind.OWNER

    def test_the_last_day_is_not_before_the_first(self) -> None:
        page = Visitor(factories.director()).post("desk_new_tournament", **_NEW, ends_on="2026-05-01")
        assert page.status == 422
        assert "not before the first" in page
        assert page.form("/desk/new/")["name"] == "Coupe de Lyon"

    def test_a_draft_is_published(self) -> None:
        draft = factories.tournament(visibility=Visibility.DRAFT)
        visitor = Visitor(factories.owner(draft))
        assert "only its officers see it" in visitor.open("desk_tournament", draft.uid)
        assert "is public now" in visitor.send("desk_publish", draft.uid)
        assert Visitor().open("tournament", draft.uid).status == 200

    def test_it_is_changed(self, tournament: Tournament, owner: Visitor) -> None:
        owner.send("desk_edit_tournament", tournament.uid, **_NEW | {"visibility": "public", "city": "Lyon"})
        tournament.refresh_from_db()
        assert (tournament.name, tournament.city) == ("Coupe de Lyon", "Lyon")

    def test_another_zone_keeps_the_clock_of_the_programme_and_the_page_says_so(
        self, tournament: Tournament, owner: Visitor
    ) -> None:
        owner.send("desk_new_event", tournament.uid, **_EVENT, starts_at="2026-03-07T10:00")
        form = owner.open("desk_edit_tournament", tournament.uid).form(f"/desk/t/{tournament.uid}/edit/")
        page = owner.send("desk_edit_tournament", tournament.uid, **form | {"zone": "America/New_York"})
        assert "1 time of the programme keeps its clock in the new zone" in page
        [event] = Event.objects.all()
        form = owner.open("desk_edit_event", event.uid).form(f"/desk/e/{event.uid}/edit/")
        assert form["starts_at"] == "2026-03-07T10:00"

    def test_tables_are_added_by_name_and_by_range(self, tournament: Tournament, owner: Visitor) -> None:
        owner.send("desk_add_tables", tournament.uid, names="1-3, Stage")
        assert list(tournament.tables.values_list("name", flat=True)) == ["1", "2", "3", "Stage"]
        refusal = owner.post("desk_add_tables", tournament.uid, names="x" * 21)
        assert (refusal.status, "at most 20 characters" in refusal) == (422, True)
        assert refusal.form(reverse("desk_add_tables", args=[tournament.uid]))["names"] == "x" * 21


class TestOfficers:
    """The owner invites; a director invites the desk."""

    def test_somebody_is_invited_and_accepts(self, tournament: Tournament, owner: Visitor) -> None:
        page = owner.post("desk_officers", tournament.uid, kind="director")
        address = invitation_on(page)
        helper = Visitor(factories.player("Hugo Helper", email="hugo@example.org"))
        assert "You are invited to an office: director" in helper.at(address)
        assert helper.open("desk_tournament", tournament.uid).status == 403
        assert "You have accepted." in Page(helper.client.post(address, {"do": "accept"}, follow=True))
        assert helper.open("desk_tournament", tournament.uid).status == 200
        assert "not valid any more" in helper.at(address)

    def test_an_address_gets_the_invitation_whoever_it_is(
        self, tournament: Tournament, owner: Visitor
    ) -> None:
        factories.player("Hugo Helper", email="hugo@example.org")
        for email in ("hugo@example.org", "nobody@example.org"):
            page = owner.send("desk_officers", tournament.uid, email=email, kind="desk")
            assert f"The invitation is on its way to {email}." in page
            assert "Hugo" not in page
            assert "/invitations/" in AccountMail.objects.get(to=email).text

    def test_an_invitation_is_declined_or_revoked(self, tournament: Tournament, owner: Visitor) -> None:
        first, second = (
            invitation_on(owner.post("desk_officers", tournament.uid, kind="desk")) for _ in range(2)
        )
        helper = Visitor(factories.player("Hugo Helper", email="hugo@example.org"))
        assert "Nothing has changed." in Page(helper.client.post(first, {"do": "decline"}, follow=True))
        page = owner.send(
            "revoke_invitation", Invitation.objects.filter(tournament=tournament).latest("pk").uid
        )
        assert "The invitation is revoked." in page
        assert [helper.at(address).status for address in (first, second)] == [404, 404]

    @pytest.mark.both_databases
    def test_an_office_is_taken_away(self, tournament: Tournament, owner: Visitor) -> None:
        helper = factories.player("Hugo Helper", email="hugo@example.org")
        lifecycle.appoint(tournament, helper, kind=RoleKind.DESK, by=None)
        owner.send("desk_dismiss", tournament.uid, helper.uid)
        assert not Role.objects.filter(player=helper).exists()

    @pytest.mark.both_databases
    def test_the_owner_stays(self, tournament: Tournament, owner: Visitor) -> None:
        page = owner.send("desk_dismiss", tournament.uid, factories.owner(tournament).uid)
        assert "always has an owner" in page

    def test_a_director_offers_the_desk_only(self, tournament: Tournament) -> None:
        director = factories.director("Dan Director")
        lifecycle.appoint(tournament, director, kind=RoleKind.DIRECTOR, by=None)
        page = Visitor(director).open("desk_officers", tournament.uid)
        assert "desk: registers" in page
        assert "owner: the tournament is handed over" not in page


class TestEvent:
    """An event with its format and lengths."""

    def test_it_is_added_with_its_first_stage(self, tournament: Tournament, owner: Visitor) -> None:
        page = owner.send("desk_new_event", tournament.uid, **_EVENT, starts_at="2026-03-07T10:00")
        assert "Add players." in page
        event = Event.objects.get()
        assert (event.capacity, event.grace_minutes) == (16, 15)
        assert event.starts_at is not None
        assert event.starts_at.astimezone(tournament.time_zone).hour == 10
        assert event.stages.get().lengths == [11, 9, 7]

    @pytest.mark.parametrize(
        ("starts_at", "language", "words"),
        [
            ("2026-03-29T02:30", "en", "02:30 is skipped on 29 March 2026, when the clocks of Europe/Paris"),
            ("2026-10-25T02:30", "en", "02:30 comes twice on 25 October 2026"),
            ("2026-03-29T02:30", "fr", "Choisissez une heure avant ou après."),
        ],
    )
    def test_a_start_that_no_clock_shows_once_is_refused_in_our_words(
        self, tournament: Tournament, owner: Visitor, starts_at: str, language: str, words: str
    ) -> None:
        owner.client.cookies["django_language"] = language
        page = owner.post("desk_new_event", tournament.uid, **_EVENT, starts_at=starts_at)
        assert (page.status, words in page) == (422, True), page.words
        assert not Event.objects.exists()

    @pytest.mark.parametrize("lengths", ["8", "7, x", "", "101"])
    def test_a_length_that_cannot_be_names_the_rule(
        self, tournament: Tournament, owner: Visitor, lengths: str
    ) -> None:
        page = owner.post("desk_new_event", tournament.uid, **_EVENT | {"lengths": lengths})
        assert page.status == 422
        assert page.form(reverse("desk_new_event", args=[tournament.uid]))["lengths"] == lengths
        assert not Event.objects.exists()

    def test_the_lengths_are_explained_while_they_are_typed(self, owner: Visitor) -> None:
        bracket = owner.open("desk_lengths", lengths="11 9 7", format="single_elimination")
        assert bracket.words == "Final 11 Semifinals 9 Every round before 7"
        assert owner.open("desk_lengths", lengths="5").words == "Every round 5"
        assert "(M1)" in owner.open("desk_lengths", lengths="6")

    @pytest.mark.parametrize("code", ["swiss", "lives", "round_robin", "league"])
    def test_no_final_is_named_where_there_is_none(
        self, tournament: Tournament, owner: Visitor, code: str
    ) -> None:
        words = owner.open("desk_lengths", lengths="11 9 7", format=code).words
        assert words == "Last round 11 1 round before the last 9 Every round before 7"
        stage = factories.stage(factories.event(tournament), format=code, lengths=(11, 9, 7))
        pages = (
            owner.open("desk_draw", stage.uid),
            owner.open("desk_new_stage", stage.event.uid, format=code),
            owner.open("event", stage.event.uid),
        )
        for page in pages:
            assert "Match lengths, the last round first" in page
            assert "the final first" not in page
            assert "Final 11" not in page

    def test_it_is_changed(self, tournament: Tournament, owner: Visitor) -> None:
        event = factories.event(tournament)
        fields = {"name": "Open", "capacity": "4", "registration": "closed", "grace_minutes": "5"}
        owner.send("desk_edit_event", event.uid, **fields)
        event.refresh_from_db()
        assert (event.name, event.capacity, event.registration) == ("Open", 4, "closed")

    def test_places_that_are_taken_stay(self, tournament: Tournament, owner: Visitor) -> None:
        event = factories.event(tournament)
        factories.entrants(event, 3)
        fields = {"name": "Open", "capacity": "2", "registration": "open", "grace_minutes": "5"}
        page = owner.post("desk_edit_event", event.uid, **fields)
        assert "Places taken already: 3" in page

    def test_a_format_is_chosen_later(self, tournament: Tournament, owner: Visitor) -> None:
        event = factories.event(tournament)
        assert "Choose the format" in owner.open("desk_tournament", tournament.uid)
        owner.send("desk_new_stage", event.uid, format="single_elimination", lengths="7")
        assert event.stages.get().lengths == [7]


class TestLog:
    """Every step in words, with the names behind the uids."""

    def test_it_names_who_did_what(self) -> None:
        stage = factories.drawn_stage(4)
        tournament = stage.event.tournament
        late = factories.entrant(stage.event)
        page = Visitor(factories.owner(tournament)).open("desk_log", tournament.uid)
        assert f"{late.name} entered." in page
        assert "A list was imported: 4 entered, 0 rows left out." in page
        assert "The draw was made with 4 entrants, seed videau." in page
        assert "Dora Director" in page

    @pytest.mark.both_databases
    def test_every_code_that_is_written_has_words(self) -> None:
        game = factories.open_match(7, n=4)
        factories.play_open_matches(game.stage)
        tournament = game.stage.event.tournament
        page = Visitor(factories.owner(tournament)).open("desk_log", tournament.uid)
        assert page.status == 200
        for code in LogEntry.objects.filter(code__contains="_").values_list("code", flat=True):
            assert code.replace("_", " ") not in page.words


class TestDoor:
    """The desk is for officers; a stranger is asked to sign in, a player is refused."""

    def test_a_stranger_signs_in_first(self, tournament: Tournament) -> None:
        answer = Visitor().client.get(reverse("desk_tournament", args=[tournament.uid]))
        assert answer.status_code == 302
        assert "/accounts/login/" in answer["Location"]

    def test_a_player_is_refused(self, tournament: Tournament) -> None:
        page = Visitor(factories.player(email="p@example.org")).open("desk_tournament", tournament.uid)
        assert page.status == 403

    def test_no_page_of_a_tournament_opens_to_a_player(self) -> None:
        """A player without an office reads no page of the desk and changes nothing."""
        game = factories.open_match()
        event = game.stage.event
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        entrant = event.entrants.get(side=game.match.one)
        places = {
            "t": event.tournament.uid,
            "e": event.uid,
            "x": entrant.uid,
            "s": game.stage.uid,
            "m": game.match.uid,
            "d": results.dispute(report, by=game.two, reason="No.").uid,
        }
        addresses = {_address(str(pattern.pattern), places, player=game.one.uid) for pattern in urlpatterns}
        count = LogEntry.objects.count()
        for player in (factories.player(email="outsider@example.org"), game.one):
            client = Visitor(player).client
            for address in addresses - {""}:
                answers = {client.get(address).status_code, client.post(address).status_code}
                assert answers <= {403, 404, 405}, address
        assert LogEntry.objects.count() == count

    def test_desk_staff_register_and_do_not_draw(self) -> None:
        stage = factories.drawn_stage(4)
        helper = factories.player("Hugo Helper", email="hugo@example.org")
        lifecycle.appoint(stage.event.tournament, helper, kind=RoleKind.DESK, by=None)
        visitor = Visitor(helper)
        for name in ("desk_event", "desk_entrants", "desk_import"):
            assert visitor.open(name, stage.event.uid).status == 200
        assert visitor.open("desk_draw", stage.uid).status == 403
        assert visitor.open("desk_edit_event", stage.event.uid).status == 403
        assert (
            visitor.post("desk_board", stage.event.tournament.uid, q="a 1", do="x", for_q="a 1").status == 403
        )


def _address(pattern: str, places: dict[str, str], *, player: str) -> str:
    """Return the address of a page of the tournament; empty for pages that belong to none."""
    parts = pattern.split("/")
    if len(parts) < 3 or parts[1] not in places:
        return ""
    arguments = {"uid": places[parts[1]], "player": player, "link": "no-link", "act": "start"}
    for name, value in arguments.items():
        pattern = pattern.replace(f"<str:{name}>", value)
    return f"/{pattern}"


_PAGES = ("desk_event", "desk_entrants", "desk_draw", "desk_tournament", "desk_log")


def _queries(stage: Stage) -> dict[str, int]:
    """The number of queries of every page with a list, for the director of this stage."""
    event = stage.event
    uids = {"desk_draw": stage.uid, "desk_tournament": event.tournament.uid, "desk_log": event.tournament.uid}
    client = Visitor(factories.owner(event.tournament)).client
    counts = {}
    for name in _PAGES:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse(name, args=[uids.get(name, event.uid)])).status_code == 200
        counts[name] = len(queries)
    return counts


def _list_draw(n: int) -> Stage:
    """Draw a stage of `n` entrants imported by one list, so that the log has one entry for all."""
    stage = factories.stage()
    data = "\n".join(["Name", *factories.names(n)]).encode()
    assert len(player_list.import_players(stage.event, by=None, data=data).entrants) == n
    draw.draw(stage, by=None, seed="videau")
    return stage


def test_no_page_takes_more_queries_for_32_than_for_4() -> None:
    """With the session, the account, the bar, the list of what is next and the unread notices."""
    counts = _queries(_list_draw(32))
    assert counts == _queries(_list_draw(4))
    # The matches of an event are a board, which looks at the whole hall.
    assert counts.pop("desk_event") <= 31, counts
    assert max(counts.values()) <= 27, counts


def test_hours_of_a_hall_that_no_clock_shows_once_are_refused(tournament: Tournament, owner: Visitor) -> None:
    day = date(2026, 3, 28)
    lifecycle.change_tournament(tournament, by=None, starts_on=day, ends_on=day)
    page = owner.post("desk_hall_hours", tournament.uid, opens_0="18:00", closes_0="02:30")
    assert (page.status, "02:30 is skipped on 29 March 2026" in page) == (422, True), page.words
