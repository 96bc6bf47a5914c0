"""The pages everybody sees: tournaments, events, entrants, brackets, standings, draws."""

from __future__ import annotations

import pytest

from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.draws.stage_closing import close_stage
from tournaments.actions.entrants import arrivals, registration
from tournaments.models import Draw, Registration, Stage, Visibility

# Search and order are those of a database.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


@pytest.fixture
def stage() -> Stage:
    """A drawn stage of six: two byes, four who play."""
    return factories.drawn_stage(6)


class TestHome:
    """The list of tournaments, with the visitor's own matches first."""

    def test_public_tournaments_are_listed_and_drafts_are_not(self) -> None:
        factories.tournament(name="Open de Lyon")
        factories.tournament(name="Secret Cup", visibility=Visibility.DRAFT)
        factories.tournament(name="By Address", visibility=Visibility.UNLISTED)
        page = Visitor().open("home")
        assert "Open de Lyon" in page
        assert "Secret Cup" not in page
        assert "By Address" not in page

    def test_an_empty_installation_says_what_comes(self) -> None:
        factories.player("Dora", email="dora@example.org", is_superuser=True)
        assert "No tournament is announced" in Visitor().open("home")

    def test_a_player_sees_the_own_matches_first(self) -> None:
        game = factories.open_match()
        page = Visitor(game.one).open("home")
        assert page.words.index("Your matches") < page.words.index("Now and to come")
        assert f"/m/{game.match.uid}/" in page.links


class TestTournament:
    """One tournament and its events."""

    def test_a_draft_is_known_to_its_director_alone(self) -> None:
        boss = factories.director()
        draft = factories.tournament(by=boss, visibility=Visibility.DRAFT)
        assert Visitor().open("tournament", draft.uid).status == 404
        assert Visitor(factories.player(email="p@example.org")).open("tournament", draft.uid).status == 404
        assert "only its directors see it" in Visitor(boss).open("tournament", draft.uid)

    def test_it_counts_entrants_and_alternates(self) -> None:
        event = factories.event(capacity=2)
        factories.entrants(event, 3)
        page = Visitor().open("tournament", event.tournament.uid)
        assert "2 entrants of 2, 1 waiting" in page

    def test_it_says_where_each_event_stands(self) -> None:
        stage = factories.drawn_stage(2)
        assert "Under way: Final" in Visitor().open("tournament", stage.event.tournament.uid)
        factories.play_open_matches(stage)
        page = Visitor().open("tournament", stage.event.tournament.uid)
        assert "Won by " in page
        assert "Under way" not in page

    def test_the_round_under_way_is_one_that_is_played(self) -> None:
        stage = factories.drawn_stage(8)
        director = factories.owner(stage.event.tournament)
        first_round = factories.open_matches(stage)
        assert "Under way: Quarterfinals" in Visitor().open("tournament", stage.event.tournament.uid)
        for match in first_round[:2]:
            results.report(match, by=director, score=(7, 3))
        progress.advance(stage.event)
        [semifinal] = [match for match in factories.open_matches(stage) if match not in first_round]
        results.start(semifinal, by=director)
        assert "Under way: Semifinals" in Visitor().open("tournament", stage.event.tournament.uid)

    def test_no_round_is_under_way_by_a_match_that_is_set_aside(self, stage: Stage) -> None:
        match = factories.open_matches(stage)[0]
        results.report(match, by=factories.around(match).one, score=(7, 3))
        close_stage(stage, by=None, reason="The hall closes.")
        page = Visitor().open("tournament", stage.event.tournament.uid)
        assert f"/m/{match.uid}/" in page.links
        assert "Under way" not in page

    def test_it_shows_what_is_being_played_with_its_table(self, stage: Stage) -> None:
        match = factories.open_matches(stage)[0]
        results.start(match, by=factories.owner(stage.event.tournament))
        page = Visitor().open("tournament", stage.event.tournament.uid)
        assert "At the tables" in page
        assert f"/m/{match.uid}/" in page.links


class TestEvent:
    """Registration and stages."""

    def test_a_player_registers_with_one_button_and_leaves_again(self) -> None:
        event = factories.event(registration=Registration.OPEN)
        visitor = Visitor(factories.player("Nora New", email="nora@example.org"))
        assert f"/e/{event.uid}/register/" in visitor.open("event", event.uid).links
        assert "You are registered." in visitor.send("register", event.uid)
        entrant = event.entrants.get()
        assert "Nora New has left the event." in visitor.send("withdraw", entrant.uid)
        assert "You have withdrawn" in visitor.open("event", event.uid)

    def test_who_leaves_is_asked_about_the_other_events(self) -> None:
        first = factories.event(registration=Registration.OPEN)
        second = factories.event(first.tournament, name="Speed", registration=Registration.OPEN)
        visitor = Visitor(factories.player("Nora New", email="nora@example.org"))
        for event in (first, second):
            visitor.send("register", event.uid)
        own, other = first.entrants.get(), second.entrants.get()
        assert "Speed (Nora New)" in visitor.open("withdraw", own.uid)
        visitor.send("withdraw", own.uid, also=[other.uid])
        other.refresh_from_db()
        assert other.withdrawn_at is not None

    def test_who_comes_after_the_last_place_waits(self) -> None:
        event = factories.event(registration=Registration.OPEN, capacity=2)
        factories.entrants(event, 2)
        visitor = Visitor(factories.player("Nora New", email="nora@example.org"))
        assert "you are on the list of alternates" in visitor.send("register", event.uid)

    def test_a_closed_event_says_so(self) -> None:
        event = factories.event(registration=Registration.CLOSED)
        visitor = Visitor(factories.player(email="nora@example.org"))
        page = visitor.post("register", event.uid)
        assert page.status == 409
        assert "is closed. Ask at the desk." in page

    def test_strangers_are_asked_to_sign_in_and_come_back(self) -> None:
        event = factories.event(registration=Registration.OPEN)
        answer = Visitor().open("register", event.uid).response
        assert answer["Location"] == f"/accounts/login/?next=/e/{event.uid}/register/"

    def test_nobody_withdraws_others(self) -> None:
        entrant = factories.entrant(factories.event())
        assert Visitor().open("withdraw", entrant.uid).status == 302
        other = Visitor(factories.player(email="other@example.org"))
        assert other.post("withdraw", entrant.uid).status == 403

    def test_an_officer_says_why_when_taking_somebody_out(self) -> None:
        stage = factories.drawn_stage(4)
        entrant = stage.event.entrants.first()
        assert entrant is not None
        boss = Visitor(factories.owner(stage.event.tournament))
        page = boss.post("withdraw", entrant.uid)
        assert page.status == 422
        assert "Please give a reason" in page
        assert "has left the event" in boss.send("withdraw", entrant.uid, reason="Did not come.")

    def test_the_champion_stands_on_the_page_of_the_event(self) -> None:
        stage = factories.drawn_stage(2)
        factories.play_open_matches(stage)
        page = Visitor().open("event", stage.event.uid)
        assert f"Champion {factories.names(2)[0]}" in page or f"Champion {factories.names(2)[1]}" in page


class TestEntrants:
    """Who plays, who waits, who has left."""

    def test_the_three_lists(self) -> None:
        event = factories.event(capacity=2)
        first, _, third = factories.entrants(event, 3)
        arrivals.check_in(first, by=None)
        registration.withdraw(third, by=None)
        page = Visitor().open("entrants", event.uid)
        assert f"{first.name} here" in page
        assert page.words.index("Withdrawn") < page.words.index(third.name)


class TestBracket:
    """One list of rounds, which the style sheet draws as a tree."""

    def test_every_round_is_a_list_with_its_length(self, stage: Stage) -> None:
        page = Visitor().open("bracket", stage.uid)
        assert "Quarterfinals to 7" in page
        assert "Final to 7" in page
        assert page.html.count('<section class="round') == 3
        assert page.html.count('class="slot ') == 7

    def test_byes_and_open_places_are_said_in_words(self, stage: Stage) -> None:
        page = Visitor().open("bracket", stage.uid)
        assert page.words.count("Bye") == 2
        match = factories.open_matches(stage)[0]
        assert f"{match.one.name} or {match.two.name}" in page
        assert "to come" in page

    def test_of_a_stage_that_was_closed_nothing_is_to_come(self, stage: Stage) -> None:
        decided, undecided = factories.open_matches(stage)
        results.report(decided, by=factories.owner(stage.event.tournament), score=(7, 3))
        close_stage(stage, by=None, reason="The hall closes.")
        page = Visitor().open("bracket", stage.uid)
        assert "The director ended this stage before it was played out." in page
        assert "not played" in page
        assert "to come" not in page
        assert f"{undecided.one.name} or {undecided.two.name}" not in page

    def test_the_winner_is_told_by_words_not_by_colour_alone(self, stage: Stage) -> None:
        match = factories.open_matches(stage)[0]
        results.report(match, by=factories.owner(stage.event.tournament), score=(7, 4))
        page = Visitor().open("bracket", stage.uid)
        assert f"{match.one.name} goes on 7 {match.two.name} 4" in page

    def test_a_players_path_is_marked_by_the_address(self, stage: Stage) -> None:
        entrant = stage.event.entrants.first()
        assert entrant is not None
        page = Visitor().open("bracket", stage.uid, player=entrant.uid)
        assert f"The path of {entrant.name} is marked." in page
        assert "on-path" in page.html
        assert "on-path" not in Visitor().open("bracket", stage.uid).html

    def test_a_players_own_path_is_marked_without_asking(self) -> None:
        game = factories.open_match(n=4)
        page = Visitor(game.one).open("bracket", game.stage.uid)
        assert "Your path is marked." in page

    def test_an_unknown_player_marks_nothing(self, stage: Stage) -> None:
        page = Visitor().open("bracket", stage.uid, player="nobody")
        assert page.status == 200
        assert "is marked" not in page

    def test_a_phone_shows_the_first_undecided_round_and_tabs_for_the_others(self, stage: Stage) -> None:
        page = Visitor().open("bracket", stage.uid)
        assert page.html.count("is-shown") == 1
        assert f"/s/{stage.uid}/bracket/?round=3" in page.links
        final = Visitor().open("bracket", stage.uid, round="3").html
        assert final.index("is-shown") > final.index('id="round-2"')

    def test_before_the_draw_it_says_what_comes(self) -> None:
        assert "Not drawn yet" in Visitor().open("bracket", factories.stage().uid)


class TestStandings:
    """Who stands where."""

    def test_now_and_at_the_end(self) -> None:
        stage = factories.drawn_stage(2)
        assert "Provisional." in Visitor().open("standings", stage.uid)
        factories.play_open_matches(stage)
        page = Visitor().open("standings", stage.uid)
        assert "Final." in page

    def test_before_the_draw_it_says_what_comes(self) -> None:
        assert "Not drawn yet" in Visitor().open("standings", factories.stage().uid)


class TestDrawPage:
    """The seed, the method, and the draws that were taken back."""

    def test_the_seed_and_every_line_are_public(self, stage: Stage) -> None:
        page = Visitor().open("draw", stage.uid)
        assert "Seed of the draw: videau" in page
        valid = Draw.objects.get()
        for uid in valid.placement:
            assert uid is None or uid in page

    def test_an_old_seed_stays_public_after_the_draw_was_taken_back(self, stage: Stage) -> None:
        draw.void(Draw.objects.get(), by=None, reason="Somebody was missing.")
        draw.draw(stage, by=None, seed="second")
        page = Visitor().open("draw", stage.uid)
        assert "Seed of the draw: second" in page
        assert "Somebody was missing." in page
        assert page.words.index("Voided draws") < page.words.index("videau")
