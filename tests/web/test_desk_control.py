"""The matches of an event: the board of that event alone, with its results below."""

from __future__ import annotations

import pytest
from django.urls import reverse

from matches.models import Match
from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import tables
from tournaments.models import Event, Stage, TableUse
from tournaments.queries.draws.winners import event_winners

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> OpenMatch:
    """An open match of a stage of four."""
    return factories.open_match(7, n=4)


def _line(game: OpenMatch, words: str) -> Page:
    event = game.stage.event
    return Visitor(game.director).open("desk_board_quick", event.tournament.uid, q=words, within=event.uid)


def _beside(event: Event) -> Stage:
    """Another event of the same tournament with an open match."""
    return factories.drawn_stage(2, of=factories.event(event.tournament, name="Jackpot"))


def _act(visitor: Visitor, game: OpenMatch, act: str, match: Match | None = None, **fields: str) -> Page:
    """Press a button of the event's board."""
    event = game.stage.event
    uid = (match or game.match).uid
    return visitor.send("desk_board_act", event.tournament.uid, uid, act, within=event.uid, **fields)


def _enter(visitor: Visitor, game: OpenMatch, **fields: str) -> Page:
    """Send the line of the event's board."""
    event = game.stage.event
    return visitor.send("desk_board", event.tournament.uid, within=event.uid, **fields)


class TestQuickLine:
    """`dupont 4`: the winner and the loser's points."""

    def test_a_part_of_the_winners_name_and_the_points(self, game: OpenMatch) -> None:
        page = _line(game, f"{game.one.name.lower()} 4")
        assert f"{game.one.name} 7–4 {game.two.name}" in page
        visitor = Visitor(game.director)
        value = f"{game.match.uid}:one:4"
        assert f'value="{value}"' in page.html
        words = f"{game.one.name} 4"
        page = _enter(visitor, game, q=words, for_q=words, do=value)
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.settled) == ("one", "director")
        assert "Correct it" in page

    def test_a_table_offers_both_winners(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        _act(visitor, game, "call", table="12")
        page = _line(game, "12 3")
        assert f"{game.match.uid}:one:3" in page.html
        assert f"{game.match.uid}:two:3" in page.html

    def test_of_two_winners_none_is_marked_and_enter_says_why(self, game: OpenMatch) -> None:
        visitor, event = Visitor(game.director), game.stage.event
        _act(visitor, game, "call", table="12")
        page = _line(game, "12 3")
        assert "is-default" not in page.html
        assert page.html.index('value="search"') < page.html.index(f"{game.match.uid}:one:3")
        address = reverse("desk_board", args=[event.tournament.uid])
        for within in (event.uid, ""):
            page = visitor.send(
                "desk_board", event.tournament.uid, within=within, q="12 3", for_q="12 3", do="search"
            )
            assert "Nothing is entered yet: type a or b for the winner" in page
            assert page.form(address)["q"] == "12 3"
            assert page.form(address).get("within", "") == within
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
            "desk_board_quick", stage.event.tournament.uid, q="smith 4", within=stage.event.uid
        )
        assert "Nothing is entered yet: several matches fit" in page
        assert "is-default" not in page.html

    def test_points_that_cannot_be_are_not_offered(self, game: OpenMatch) -> None:
        assert "fewer than 7" in _line(game, f"{game.one.name} 7")
        assert "add the loser's points" in _line(game, game.one.name)
        assert "No open match" in _line(game, "nobody 3")

    def test_a_reading_of_older_words_does_nothing(self, game: OpenMatch) -> None:
        fields = {"q": "someone 4", "for_q": "some 4", "do": f"{game.match.uid}:one:4"}
        page = _enter(Visitor(game.director), game, **fields)
        game.match.refresh_from_db()
        assert not game.match.is_final
        assert page.form(reverse("desk_board", args=[game.stage.event.tournament.uid]))["q"] == "someone 4"

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
        event = game.stage.event
        page = Visitor(game.director).post("desk_board", event.tournament.uid, within=event.uid, **fields)
        assert page.status == 409
        assert "This match is final" in page


class TestLists:
    """The lists begin with what players wait for."""

    def test_a_match_is_called_to_a_table_that_is_new(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        page = _act(visitor, game, "call", table="Cellar")
        assert "Cellar" in page
        assert TableUse.objects.get(until=None).match == game.match

    def test_a_table_in_use_is_refused_and_says_so(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        other = next(match for match in factories.open_matches(game.stage) if match != game.match)
        _act(visitor, game, "call", table="1")
        assert "Another match is being played at table 1" in _act(visitor, game, "call", other, table="1")
        _act(visitor, game, "free")
        _act(visitor, game, "call", other, table="1")
        assert TableUse.objects.get(until=None).match == other

    def test_the_page_of_a_match_offers_tables_that_are_free(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        other = next(match for match in factories.open_matches(game.stage) if match != game.match)
        names = [f"Salon {number}" for number in (1, 2)]
        one, two = lifecycle.add_tables(game.stage.event.tournament, by=None, names=names)
        tables.change_table(two, by=None, is_out_of_order=True, is_streaming=False, reserved_for=None)
        page = visitor.open("desk_match", other.uid)
        assert ('value="Salon 1"' in page.html, 'value="Salon 2"' in page.html) == (True, False)
        assert "No table is free" not in page
        _act(visitor, game, "call", table=one.name)
        page = visitor.open("desk_match", other.uid)
        assert 'value="Salon 1"' not in page.html
        assert "No table is free. A new name adds a table." in page

    def test_htmx_gets_the_lists_of_the_event_alone(self, game: OpenMatch) -> None:
        event = game.stage.event
        other = _beside(event)
        match = factories.open_matches(other)[0]
        client = Visitor(game.director).client
        address = reverse("desk_board_act", args=[event.tournament.uid, game.match.uid, "call"])
        fields = {"table": "1", "within": event.uid}
        answer = client.post(address, fields, headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in answer
        assert f"at-{game.match.uid}" in answer
        assert match.uid not in answer
        address = reverse("desk_board_live", args=[event.tournament.uid])
        assert match.uid not in client.get(address, {"within": event.uid}).content.decode()
        assert match.uid in client.get(address).content.decode()
        elsewhere = factories.event()
        assert client.get(address, {"within": elsewhere.uid}).status_code == 404

    def test_the_next_match_of_the_event_comes_to_a_free_table(self, game: OpenMatch) -> None:
        event = game.stage.event
        _beside(event)
        table = lifecycle.add_tables(event.tournament, by=None, names=["5"])[0]
        Visitor(game.director).send("desk_board_next", event.tournament.uid, table.uid, within=event.uid)
        match = TableUse.objects.get(until=None).match
        assert match in factories.open_matches(game.stage)

    def test_results_are_found_by_a_name_and_lead_to_their_correction(self, game: OpenMatch) -> None:
        event, visitor = game.stage.event, Visitor(game.director)
        for match in factories.open_matches(game.stage):
            results.report(match, by=game.director, score=(7, 1))
        page = visitor.open("desk_event", event.uid)
        ways = [way for way in page.links if way.endswith("#correct")]
        assert len(ways) == 2
        page = visitor.open("desk_event", event.uid, find=game.one.name.lower())
        assert [way for way in page.links if way.endswith("#correct")] == [
            reverse("desk_match", args=[game.match.uid]) + "#correct"
        ]
        assert "No result of a player with this name." in visitor.open("desk_event", event.uid, find="zzz")

    def test_a_match_is_started(self, game: OpenMatch) -> None:
        page = _act(Visitor(game.director), game, "start", back="match")
        assert "Playing" in page
        game.match.refresh_from_db()
        assert game.match.started_at is not None

    def test_a_waiting_report_is_let_stand(self, game: OpenMatch) -> None:
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        visitor = Visitor(game.director)
        assert "counts from" in visitor.open("desk_event", game.stage.event.uid)
        _act(visitor, game, "stand", report=report.uid)
        game.match.refresh_from_db()
        assert game.match.accepted_report == report

    def test_disputes_stand_first(self, game: OpenMatch) -> None:
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        results.dispute(report, by=game.two, reason="No.")
        words = Visitor(game.director).open("desk_event", game.stage.event.uid).words
        assert words.index("Disputes") < words.index("Ready to call")

    def test_nothing_new_is_304(self, game: OpenMatch) -> None:
        client = Visitor(game.director).client
        event = game.stage.event
        address = reverse("desk_board_live", args=[event.tournament.uid]) + f"?within={event.uid}"
        etag = client.get(address)["ETag"]
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
        results.start(game.match, by=game.director)
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 200

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
