"""The registration desk: one box, what Enter does, check-in, lists and links."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions.entrants import arrivals, registration, waiting_list
from tournaments.actions.events import lifecycle
from tournaments.models import AccessLink, Entrant, Event, Registration, Stage
from tournaments.queries.hall import desk

# Search and order are those of a database.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


@pytest.fixture
@remembered
def event() -> Event:
    """An event that takes entrants at the desk."""
    return factories.stage(factories.event(registration=Registration.DESK)).event


@pytest.fixture
def visitor(event: Event) -> Visitor:
    """The director at the desk."""
    return Visitor(factories.owner(event.tournament))


def _choose(visitor: Visitor, event: Event, words: str, do: str, **more: str) -> Page:
    return visitor.send("desk_entrants", event.uid, q=words, for_q=words, do=do, **more)


def _default(page: Page) -> str:
    """What Enter sends: the first button of the box."""
    box = page.html[page.html.index('id="answers"') :] if 'id="answers"' in page.html else page.html
    start = box.index('name="do" value="') + len('name="do" value="')
    return box[start : box.index('"', start)]


class TestBox:
    """Known players first, then the new player; the first answer is what Enter does."""

    def test_words_are_searched_before_anything_is_done(self, event: Event, visitor: Visitor) -> None:
        factories.player("Ana Dupont")
        page = visitor.send("desk_entrants", event.uid, q="dup", do="search", for_q="")
        assert "Ana Dupont" in page
        assert page.form(reverse("desk_entrants", args=[event.uid]))["q"] == "dup"
        assert not event.entrants.exists()

    def test_enter_enters_the_known_player(self, event: Event, visitor: Visitor) -> None:
        ana = factories.player("Ana Dupont")
        page = visitor.open("desk_entrants", event.uid, q="dupont")
        assert _default(page) == f"enter:{ana.uid}"
        page = _choose(visitor, event, "dupont", _default(page))
        assert "Ana Dupont is entered, not checked in yet" in page
        assert event.entrants.get().checked_in_at is None

    def test_a_typed_club_that_differs_marks_the_new_player(self, event: Event, visitor: Visitor) -> None:
        ana = Player.objects.create_user(None, None, name="Ana Dupont", club="Nantes", country="FR")
        for words, default in (
            ("Ana Dupont, BC Nantes", f"enter:{ana.uid}"),
            ("Ana Dupont, Lyon", "walk_in"),
            ("Ana Dupont, Nantes, BE", "walk_in"),
        ):
            page = visitor.open("desk_entrants", event.uid, q=words)
            assert _default(page) == default, words
            assert f"enter:{ana.uid}" in page.html

    def test_the_tick_checks_in_at_once_and_is_remembered(self, event: Event, visitor: Visitor) -> None:
        ana = factories.player("Ana Dupont")
        page = _choose(visitor, event, "dupont", f"enter:{ana.uid}", at_once="on")
        assert "Ana Dupont is entered and here" in page
        assert page.form(reverse("desk_entrants", args=[event.uid]))["at_once"] == "on"

    def test_somebody_entered_is_checked_in_by_enter(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event, "Ana Dupont")
        page = visitor.open("desk_search", event.uid, q="ana")
        assert _default(page) == f"check_in:{entrant.uid}"
        _choose(visitor, event, "ana", _default(page))
        entrant.refresh_from_db()
        assert entrant.checked_in_at is not None

    def test_enter_enters_nobody_anew_beside_somebody_who_is_here(
        self, event: Event, visitor: Visitor
    ) -> None:
        arrivals.check_in(factories.entrant(event, "Ana Dupont"), by=None)
        assert _default(visitor.open("desk_search", event.uid, q="dupont")) == "search"
        factories.entrant(event, "Bea Dupond")
        assert _default(visitor.open("desk_search", event.uid, q="dup")).startswith("check_in:")

    def test_a_walk_in_takes_one_line(self, event: Event, visitor: Visitor) -> None:
        page = visitor.open("desk_search", event.uid, q="Zoé Petit, Lille, fr")
        assert _default(page) == "walk_in"
        _choose(visitor, event, "Zoé Petit, Lille, fr", "walk_in")
        player = event.entrants.get().side.players.get()
        assert (player.name, player.club, player.country) == ("Zoé Petit", "Lille", "FR")

    def test_a_similar_name_asks_who_it_is(self, event: Event, visitor: Visitor) -> None:
        ana = factories.player("Ana Dupont")
        page = _choose(visitor, event, "Anna Dupont, Rennes", "walk_in")
        assert page.status == 409
        assert "It is this one" in page
        assert f'value="enter:{ana.uid}"' in page.html
        assert not event.entrants.exists()
        _choose(visitor, event, "Anna Dupont, Rennes", "walk_in", anyway="yes")
        assert event.entrants.get().name == "Anna Dupont"

    def test_it_is_this_one(self, event: Event, visitor: Visitor) -> None:
        ana = factories.player("Ana Dupont")
        _choose(visitor, event, "Anna Dupont, Rennes", f"enter:{ana.uid}")
        assert event.entrants.get().side.players.get() == ana

    def test_an_answer_to_older_words_does_nothing(self, event: Event, visitor: Visitor) -> None:
        """Enter pressed before the results of the search are updated enters nobody else."""
        ana = factories.player("Ana Dupont")
        page = visitor.send("desk_entrants", event.uid, q="ana durand", for_q="ana", do=f"enter:{ana.uid}")
        assert not event.entrants.exists()
        assert page.form(reverse("desk_entrants", args=[event.uid]))["q"] == "ana durand"

    def test_a_refusal_keeps_the_line(self, event: Event, visitor: Visitor) -> None:
        page = _choose(visitor, event, "X" * 130, "walk_in")
        assert page.status == 400
        assert page.form(reverse("desk_entrants", args=[event.uid]))["q"] == "X" * 130
        assert not event.entrants.exists()

    def test_who_comes_after_the_draw_takes_a_bye(self, visitor: Visitor) -> None:
        stage = factories.drawn_stage(3)
        director = Visitor(factories.owner(stage.event.tournament))
        assert "takes a free bye" in director.open("desk_entrants", stage.event.uid)
        fields = {"q": "Zoé Petit", "for_q": "Zoé Petit", "do": "walk_in"}
        director.carry_out("desk_entrants", stage.event.uid, **fields)
        assert stage.entries.filter(is_late=True).exists()


class TestTurn:
    """A walk-in passes a waiting alternate or exceeds the capacity only if the desk confirms it."""

    @pytest.fixture
    def stage(self) -> Stage:
        stage = factories.drawn_stage(3)
        registration.enter(
            stage.event, by=None, players=[factories.player("Ada Waits")], force_alternate=True
        )
        return stage

    def _come(self, stage: Stage, **fields: str) -> Page:
        director = Visitor(factories.owner(stage.event.tournament))
        form = {"q": "Zoé Petit", "for_q": "Zoé Petit", "do": "walk_in", **fields}
        return director.carry_out("desk_entrants", stage.event.uid, **form)

    def test_the_first_alternate_is_offered_before_a_newcomer(self, stage: Stage) -> None:
        page = self._come(stage)
        assert (page.status, "Ada Waits has waited for a place for longer" in page) == (409, True)
        assert "Give Ada Waits the place" in page
        assert not Entrant.objects.filter(side__full_name="Zoé Petit").exists()
        first = Entrant.objects.get(side__full_name="Ada Waits")
        director = Visitor(factories.owner(stage.event.tournament))
        page = director.carry_out("desk_entrant_act", first.uid, "late", words="Zoé Petit")
        assert stage.entries.filter(entrant=first, is_late=True).exists()
        assert page.form(reverse("desk_entrants", args=[stage.event.uid]))["q"] == "Zoé Petit"

    def test_the_desk_may_let_the_newcomer_in_all_the_same(self, stage: Stage) -> None:
        fields = self._come(stage).form(reverse("desk_entrants", args=[stage.event.uid]))
        director = Visitor(factories.owner(stage.event.tournament))
        director.carry_out("desk_entrants", stage.event.uid, **fields)
        assert stage.entries.get(is_late=True).entrant.name == "Zoé Petit"

    def test_a_full_event_is_said_to_be_full(self) -> None:
        stage = factories.drawn_stage(3)
        waiting_list.set_capacity(stage.event, by=None, capacity=3)
        page = self._come(stage)
        assert (page.status, "3 of 3 places are taken" in page) == (409, True)
        self._come(stage, overrides="over_capacity")
        assert stage.entries.filter(is_late=True).exists()

    def test_a_full_event_asks_for_the_alternate_by_name(self, stage: Stage) -> None:
        full = stage.entries.count()
        waiting_list.set_capacity(stage.event, by=None, capacity=full)
        first = Entrant.objects.get(side__full_name="Ada Waits")
        page = Visitor(factories.owner(stage.event.tournament)).post("desk_entrant_act", first.uid, "late")
        assert (page.status, f"{full} of {full} places are taken. Let one more in" in page) == (409, True)
        assert "Add Ada Waits anyway" in page
        assert "newcomer" not in page

    def test_the_place_offered_to_the_first_alternate_of_a_full_event_is_given(self, stage: Stage) -> None:
        waiting_list.set_capacity(stage.event, by=None, capacity=stage.entries.count())
        page = self._come(stage)
        assert ("3 of 3 places are taken" in page, "Give Ada Waits the place" in page) == (True, False)
        page = self._come(stage, overrides="over_capacity")
        first = Entrant.objects.get(side__full_name="Ada Waits")
        act = reverse("desk_entrant_act", args=[first.uid, "late"])
        fields = page.form(act)
        Visitor(factories.owner(stage.event.tournament)).carry_out(
            "desk_entrant_act", first.uid, "late", **fields
        )
        assert stage.entries.get(is_late=True).entrant == first

    def test_the_registration_desk_asks_too(self, stage: Stage) -> None:
        tournament = stage.event.tournament
        director = Visitor(factories.owner(tournament))
        fields = {"q": "Zoé Petit", "for_q": "Zoé Petit", "do": f"walk_in:{stage.event.uid}"}
        page = director.carry_out("desk_register", tournament.uid, **fields)
        assert "Give Ada Waits the place" in page
        again = page.form(reverse("desk_register", args=[tournament.uid]))
        director.carry_out("desk_register", tournament.uid, **again)
        assert stage.entries.get(is_late=True).entrant.name == "Zoé Petit"

    def test_the_api_refuses_by_a_code_unless_it_is_told(self, stage: Stage) -> None:
        later = registration.enter(
            stage.event, by=None, players=[factories.player("Zoé")], force_alternate=True
        )
        director = Caller(factories.owner(stage.event.tournament))
        at = f"stages/{stage.uid}/late-entries/"
        answer = director.post(at, {"entrant": later.uid})
        assert (answer.status, answer.code) == (409, "alternate_waits")
        first = Entrant.objects.get(side__full_name="Ada Waits")
        assert director.post(at, {"entrant": later.uid, "overrides": ["alternate_waits"]}).status == 200
        assert stage.entries.filter(entrant=later).exists()
        assert not stage.entries.filter(entrant=first).exists()


class TestList:
    """Check-in, leaving, coming back, alternates: one button each, and the same without htmx."""

    def test_check_in_is_a_toggle(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event, "Ana Dupont")
        visitor.send("desk_entrant_act", entrant.uid, "check-in")
        assert desk.entrants(event).checked_in == 1
        visitor.send("desk_entrant_act", entrant.uid, "undo-check-in")
        assert desk.entrants(event).checked_in == 0

    def test_htmx_gets_the_list_alone(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event, "Ana Dupont")
        address = reverse("desk_entrant_act", args=[entrant.uid, "check-in"])
        answer = visitor.client.post(address, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert b"<html" not in answer.content
        assert b"Here" in answer.content

    def test_a_refused_act_says_why(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event, "Ana Dupont")
        registration.withdraw(entrant, by=None)
        page = visitor.send("desk_entrant_act", entrant.uid, "check-in")
        assert "Ana Dupont has withdrawn" in page
        address = reverse("desk_entrant_act", args=[entrant.uid, "check-in"])
        assert visitor.client.post(address, headers={"HX-Request": "true"}).status_code == 422

    def test_an_entry_is_undone_and_done_again(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event, "Ana Dupont")
        assert "has left the event" in visitor.send("desk_entrant_act", entrant.uid, "withdraw")
        assert "Ana Dupont is entered" in visitor.send("desk_entrant_act", entrant.uid, "return")

    def test_who_leaves_is_asked_about_the_other_events(self, event: Event, visitor: Visitor) -> None:
        ana = factories.player("Ana Dupont")
        entrant = registration.enter(event, by=None, players=[ana])
        speed = factories.event(event.tournament, name="Speed")
        other = registration.enter(speed, by=None, players=[ana])
        assert "Leave these too" in visitor.send("desk_entrant_act", entrant.uid, "withdraw")
        visitor.send("desk_entrant", entrant.uid, also=[other.uid])
        assert Entrant.objects.filter(withdrawn_at__isnull=False).count() == 2

    def test_a_free_place_is_given_to_an_alternate(self, event: Event, visitor: Visitor) -> None:
        waiting = registration.enter(
            event, by=None, players=[factories.player("Ana Dupont")], force_alternate=True
        )
        assert "Give a place" in visitor.open("desk_entrants", event.uid)
        visitor.send("desk_entrant_act", waiting.uid, "promote")
        assert not Entrant.objects.get().is_alternate

    def test_an_unknown_act_is_not_found(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event)
        assert visitor.post("desk_entrant_act", entrant.uid, "dance").status == 404

    def test_nothing_new_is_304(self, event: Event, visitor: Visitor) -> None:
        address = reverse("desk_entrants_live", args=[event.uid])
        first = visitor.client.get(address)
        again = visitor.client.get(address, headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304
        factories.entrant(event)
        assert visitor.client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200

    def test_leaving_after_the_draw_gives_a_walkover(self) -> None:
        game = factories.open_match(n=2)
        entrant = game.stage.event.entrants.get(side=game.match.one)
        director = Visitor(game.director)
        assert "walkovers for the opponents" in director.open("desk_entrant", entrant.uid)
        director.carry_out("desk_entrant", entrant.uid, reason="ill")
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.outcome) == ("two", "walkover")

    def test_registration_is_closed_and_opened(self, event: Event, visitor: Visitor) -> None:
        for state in ("closed", "open"):
            visitor.send("desk_registration", event.uid, registration=state)
            event.refresh_from_db()
            assert event.registration == state
        visitor.send("desk_registration", event.uid, registration="ajar")
        event.refresh_from_db()
        assert event.registration == "open"


_LIST = "name;club;country;email\nZoé Petit;Lille;FR;\nAna Dupond;Nantes;FR;\nJim;;;nothing\n"


class TestImport:
    """A dry run shows every row and why; nothing is stored until the second button."""

    def test_every_row_says_what_becomes_of_it(self, event: Event, visitor: Visitor) -> None:
        factories.player("Ana Dupont")
        page = visitor.send("desk_import", event.uid, list=_LIST, do="check")
        assert "2 rows would be entered" in page
        assert "may be this one: Ana Dupont" in page
        assert "“nothing” is not an e-mail address" in page
        assert not event.entrants.exists()

    def test_the_good_rows_are_entered_and_the_others_stay_to_be_corrected(
        self, event: Event, visitor: Visitor
    ) -> None:
        page = visitor.send("desk_import", event.uid, list=f"{_LIST};Lyon;;", do="import")
        assert "3 players are entered" in page
        assert "no name in this row" in page
        assert ";Lyon;;" in page.html
        assert event.entrants.count() == 3

    def test_a_row_like_a_known_player_is_answered_in_the_preview(
        self, event: Event, visitor: Visitor
    ) -> None:
        known = factories.player("Ana Dupont")
        page = visitor.send("desk_import", event.uid, list=_LIST, do="check")
        form = page.form(reverse("desk_import", args=[event.uid]))
        assert form["answer-3"] == ""
        page = visitor.send("desk_import", event.uid, **{**form, "answer-3": known.uid, "do": "check"})
        assert "3 rows would be entered" in page
        form = page.form(reverse("desk_import", args=[event.uid]))
        assert form["answer-3"] == known.uid
        visitor.send("desk_import", event.uid, **{**form, "do": "import"})
        people = Player.objects.filter(entries__event=event).order_by("name_key")
        assert [player.name for player in people] == ["Ana Dupont", "Jim", "Zoé Petit"]

    def test_every_row_of_a_long_list_can_be_answered(self, event: Event, visitor: Visitor) -> None:
        Player.objects.create_user(None, None, name="Ann Arbor", club="Leeds")
        rows = "\n".join(["name;club", *(f"Ann Arbor;Club {number}" for number in range(1_500))])
        page = visitor.send("desk_import", event.uid, list=rows, do="check")
        form = page.form(reverse("desk_import", args=[event.uid]))
        assert sum(key.startswith("answer-") for key in form) == 1_500
        page = visitor.send("desk_import", event.uid, **{**form, "answer-2": "new", "do": "check"})
        assert "1 row would be entered" in page

    def test_the_page_names_the_columns_it_does_not_use(self, event: Event, visitor: Visitor) -> None:
        page = visitor.send("desk_import", event.uid, list="Name;Seed;Shirt\nAda Berg;1;XL\n", do="check")
        assert "These columns are not used: Seed, Shirt." in page

    def test_columns_are_chosen_by_hand(self, event: Event, visitor: Visitor) -> None:
        rows = "Wer;Woher\nAda Berg;Oslo\n"
        page = visitor.post("desk_import", event.uid, list=rows, do="check")
        assert page.status == 422
        assert "Ada Berg" in page
        chosen = {"column-1": "name", "column-2": "club", "heading_line": "1"}
        page = visitor.send("desk_import", event.uid, list=rows, do="check", **chosen)
        assert "1 row would be entered" in page
        form = page.form(reverse("desk_import", args=[event.uid]))
        visitor.send("desk_import", event.uid, **{**form, "do": "import"})
        player = event.entrants.get().side.players.get()
        assert (player.name, player.club) == ("Ada Berg", "Oslo")

    def test_a_list_without_a_heading_is_read_from_its_first_line(
        self, event: Event, visitor: Visitor
    ) -> None:
        chosen = {"column-1": "name", "column-2": "auto", "heading_line": "0"}
        page = visitor.send("desk_import", event.uid, list="Ada Berg;1\nBo Lind;2", do="check", **chosen)
        assert "2 rows would be entered" in page

    def test_a_wrong_encoding_is_corrected_in_the_preview(self, event: Event, visitor: Visitor) -> None:
        file = SimpleUploadedFile("list.csv", "name\nJiří\n".encode("cp1250"))
        page = visitor.send("desk_import", event.uid, file=file, list="", do="check", encoding="cp1252")
        assert "Jiøí" in page
        assert "Windows-1252" in page
        page = visitor.send(
            "desk_import", event.uid, list="name\nJiøí\n", read_as="cp1252", encoding="cp1250", do="check"
        )
        assert "Jiří" in page

    def test_a_file_in_an_older_encoding_is_read(self, event: Event, visitor: Visitor) -> None:
        file = SimpleUploadedFile("list.csv", "nom;pays\nZoé Petit;FR\n".encode("cp1252"))
        page = visitor.send("desk_import", event.uid, file=file, list="", do="check")
        assert "Zoé Petit" in page

    def test_a_list_without_names_says_what_it_needs(self, event: Event, visitor: Visitor) -> None:
        page = visitor.post("desk_import", event.uid, list="1;2\n3;4", do="check")
        assert page.status == 422
        assert "a column called name" in page
        assert "1;2" in page.html
        assert "nothing in this list" in visitor.post("desk_import", event.uid, list=" ", do="check")


class TestLinks:
    """A link is shown once, with a QR code that the content security policy allows, and is revoked."""

    def test_a_registration_link_is_shown_once(self, event: Event, visitor: Visitor) -> None:
        page = visitor.post("desk_links", event.uid, days="3")
        assert "<svg" in page.html
        assert "style=" not in page.html
        token = page.html.split("/l/")[1].split("/")[0]
        assert Visitor().client.get(f"/l/{token}/").status_code == 302
        assert token not in visitor.open("desk_links", event.uid).html

    def test_a_player_link_is_made_and_revoked(self, event: Event, visitor: Visitor) -> None:
        entrant = factories.entrant(event, "Ana Dupont")
        player = entrant.side.players.get()
        page = visitor.post("desk_player_link", entrant.uid, player.uid)
        token = page.html.split("/l/")[1].split("/")[0]
        link = AccessLink.objects.get()
        assert "Revoke" in visitor.open("desk_entrant", entrant.uid)
        assert "revoked" in visitor.send("desk_revoke_link", event.tournament.uid, link.uid)
        assert Visitor().client.get(f"/l/{token}/").status_code == 404

    def test_desk_staff_make_no_registration_link(self, event: Event) -> None:
        helper = factories.player(email="hugo@example.org")
        lifecycle.appoint(event.tournament, helper, kind="desk", by=None)
        assert Visitor(helper).post("desk_links", event.uid).status == 403
