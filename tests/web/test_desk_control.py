"""The control page: results from the keyboard, tables, starts, and what waits."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.models import TableUse
from tournaments.queries.draws.winners import event_winners

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> OpenMatch:
    """An open match of a stage of four."""
    return factories.open_match(7, n=4)


def _line(game: OpenMatch, words: str) -> Page:
    return Visitor(game.director).open("desk_quick", game.stage.event.uid, q=words)


class TestQuickLine:
    """`dupont 4`: the winner and the loser's points."""

    def test_a_part_of_the_winners_name_and_the_points(self, game: OpenMatch) -> None:
        page = _line(game, f"{game.one.name.lower()} 4")
        assert f"{game.one.name} 7–4 {game.two.name}" in page
        visitor = Visitor(game.director)
        value = f"{game.match.uid}:one:4"
        assert f'value="{value}"' in page.html
        words = f"{game.one.name} 4"
        page = visitor.send("desk_event", game.stage.event.uid, q=words, for_q=words, do=value)
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.settled) == ("one", "director")
        assert "Correct it" in page

    def test_a_table_offers_both_winners(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        visitor.send("desk_match_act", game.match.uid, "call", table="12")
        page = _line(game, "12 3")
        assert f"{game.match.uid}:one:3" in page.html
        assert f"{game.match.uid}:two:3" in page.html

    def test_of_two_winners_none_is_marked_and_enter_says_why(self, game: OpenMatch) -> None:
        visitor, event = Visitor(game.director), game.stage.event
        visitor.send("desk_match_act", game.match.uid, "call", table="12")
        page = _line(game, "12 3")
        assert "is-default" not in page.html
        assert page.html.index('value="search"') < page.html.index(f"{game.match.uid}:one:3")
        for name, uid in (("desk_event", event.uid), ("desk_board", event.tournament.uid)):
            page = visitor.send(name, uid, q="12 3", for_q="12 3", do="search")
            assert "Nothing is entered yet: type a or b for the winner" in page
            assert page.form(reverse(name, args=[uid]))["q"] == "12 3"
        game.match.refresh_from_db()
        assert not game.match.is_final
        assert "is-default" in _line(game, "12 a 3").html

    def test_a_name_of_two_players_marks_neither(self) -> None:
        stage = factories.stage()
        for _number in range(2):
            factories.entrant(stage.event, "John Smith")
        factories.entrants(stage.event, 2)
        draw.draw(stage, by=None)
        page = Visitor(factories.owner(stage.event.tournament)).open(
            "desk_quick", stage.event.uid, q="smith 4"
        )
        assert "Nothing is entered yet: several matches fit" in page
        assert "is-default" not in page.html

    def test_points_that_cannot_be_are_not_offered(self, game: OpenMatch) -> None:
        assert "fewer than 7" in _line(game, f"{game.one.name} 7")
        assert "add the loser's points" in _line(game, game.one.name)
        assert "No open match" in _line(game, "nobody 3")

    def test_a_reading_of_older_words_does_nothing(self, game: OpenMatch) -> None:
        fields = {"q": "someone 4", "for_q": "some 4", "do": f"{game.match.uid}:one:4"}
        page = Visitor(game.director).send("desk_event", game.stage.event.uid, **fields)
        game.match.refresh_from_db()
        assert not game.match.is_final
        assert page.form(reverse("desk_event", args=[game.stage.event.uid]))["q"] == "someone 4"

    def test_a_finished_event_has_no_line(self, game: OpenMatch) -> None:
        visitor, event = Visitor(game.director), game.stage.event.uid
        assert "Enter a result" in visitor.open("desk_event", event)
        while factories.open_matches(game.stage):
            factories.play_open_matches(game.stage)
        assert "Enter a result" not in visitor.open("desk_event", event)

    def test_a_refusal_keeps_the_line(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.director, score=(7, 0))
        words = f"{game.one.name} 4"
        fields = {"q": words, "for_q": words, "do": f"{game.match.uid}:two:4"}
        page = Visitor(game.director).post("desk_event", game.stage.event.uid, **fields)
        assert page.status == 409
        assert "This match is final" in page


class TestLists:
    """The lists begin with what players wait for."""

    def test_a_match_is_called_to_a_table_that_is_new(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        page = visitor.send("desk_match_act", game.match.uid, "call", table="Cellar")
        assert "table Cellar" in page
        assert TableUse.objects.get(until=None).match == game.match

    def test_a_table_in_use_is_refused_and_says_so(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        other = next(match for match in factories.open_matches(game.stage) if match != game.match)
        visitor.send("desk_match_act", game.match.uid, "call", table="1")
        assert "Another match is being played at table 1" in visitor.send(
            "desk_match_act", other.uid, "call", table="1"
        )
        visitor.send("desk_match_act", game.match.uid, "free")
        assert "table 1" in visitor.send("desk_match_act", other.uid, "call", table="1")

    def test_htmx_gets_the_lists_and_goes_on_to_the_next_match(self, game: OpenMatch) -> None:
        address = reverse("desk_match_act", args=[game.match.uid, "call"])
        client = Visitor(game.director).client
        answer = client.post(address, {"table": "1"}, headers={"HX-Request": "true"})
        assert answer.content.count(b"autofocus") == 1
        assert b"<html" not in answer.content

    def test_a_match_is_started(self, game: OpenMatch) -> None:
        page = Visitor(game.director).send("desk_match_act", game.match.uid, "start", back="match")
        assert "Playing" in page
        game.match.refresh_from_db()
        assert game.match.started_at is not None

    def test_a_waiting_report_is_let_stand(self, game: OpenMatch) -> None:
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        visitor = Visitor(game.director)
        assert "counts from" in visitor.open("desk_event", game.stage.event.uid)
        visitor.send("desk_match_act", game.match.uid, "stand", report=report.uid)
        game.match.refresh_from_db()
        assert game.match.accepted_report == report

    def test_disputes_stand_first(self, game: OpenMatch) -> None:
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        results.dispute(report, by=game.two, reason="No.")
        words = Visitor(game.director).open("desk_event", game.stage.event.uid).words
        assert words.index("Disputes") < words.index("To call")

    def test_nothing_new_is_304(self, game: OpenMatch) -> None:
        client = Visitor(game.director).client
        address = reverse("desk_event_live", args=[game.stage.event.uid])
        etag = client.get(address)["ETag"]
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
        results.start(game.match, by=game.director)
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 200

    def test_an_unknown_act_is_not_found(self, game: OpenMatch) -> None:
        assert Visitor(game.director).post("desk_match_act", game.match.uid, "dance").status == 404

    def test_at_the_end_the_winner_of_every_stage_is_named(self, game: OpenMatch) -> None:
        event = game.stage.event
        visitor = Visitor(game.director)
        while factories.open_matches(game.stage):
            assert "has won." not in visitor.open("desk_event", event.uid)
            factories.play_open_matches(game.stage)
        champion = event_winners(event).champion
        assert champion is not None
        page = visitor.open("desk_event", event.uid)
        assert f"<strong>{champion.name}</strong> is the champion." in page.html
        assert "No match is open" not in page

    def test_without_a_format_the_page_says_what_comes_next(self) -> None:
        event = factories.event()
        page = Visitor(factories.owner(event.tournament)).open("desk_event", event.uid)
        assert "No format chosen yet" in page
