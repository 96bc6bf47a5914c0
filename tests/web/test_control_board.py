"""The control board: one page for all events, its line, its buttons, and two directors at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import Match, Penalty, Suspension
from tests import factories
from tests.factories import OpenMatch
from tests.remembered import remembered
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, lateness, suspending, tables
from tournaments.models import Availability, LogEntry, Table, TableUse, Tournament
from tournaments.queries.hall.board import board
from tournaments.web.hall.board_page import start_all
from tournaments.web.hall.quick_result import QuickEntry, read_line

pytestmark = pytest.mark.django_db
# And one for the bar of the desk.
_MOST_QUERIES = 15 + 1


@pytest.fixture
@remembered
def game() -> OpenMatch:
    """An open match of a stage of four, in a hall with three tables."""
    game = factories.open_match(7, n=4)
    lifecycle.add_tables(game.stage.event.tournament, by=None, names=["5", "6", "7"])
    return game


def _uid(game: OpenMatch) -> str:
    return game.stage.event.tournament.uid


def _call(game: OpenMatch, name: str = "7", *, minutes: int = 0) -> None:
    table = Table.objects.get(tournament__uid=_uid(game), name=name)
    calling.assign(game.match, by=game.director, table=table)
    TableUse.objects.filter(match=game.match).update(since=timezone.now() - timedelta(minutes=minutes))


class TestLine:
    """A table, who wins, and points."""

    @pytest.mark.parametrize(
        ("text", "entry"),
        [
            ("7 5", QuickEntry("7", points=5)),
            ("/7 5", QuickEntry("7", points=5)),
            ("7", QuickEntry("7")),
            ("7 a 5", QuickEntry("7", side="one", points=5)),  # type: ignore[arg-type]
            ("7a5", QuickEntry("7", side="one", points=5)),  # type: ignore[arg-type]
            ("12B0", QuickEntry("12", side="two", points=0)),  # type: ignore[arg-type]
            ("7 B 5", QuickEntry("7", side="two", points=5)),  # type: ignore[arg-type]
            ("7 2 5", QuickEntry("7", side="two", points=5)),  # type: ignore[arg-type]
            ("7 a", QuickEntry("7", side="one")),  # type: ignore[arg-type]
            ("7 11-5", QuickEntry("7", score=(11, 5))),
            ("7 5 : 11", QuickEntry("7", score=(5, 11))),
            ("dupont 4", QuickEntry("dupont", points=4)),
            ("cellar", QuickEntry("cellar")),
        ],
    )
    def test_what_is_typed(self, text: str, entry: QuickEntry) -> None:
        assert read_line(text) == entry

    def test_a_line_that_can_be_read_in_one_way_is_entered_at_once(self, game: OpenMatch) -> None:
        _call(game)
        page = Visitor(game.director).send("desk_board", _uid(game), q="7 b 3")
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.accepted_report.counted) == ("two", (3, 7))  # type: ignore[union-attr]
        assert "Undo" in page

    def test_a_line_that_can_be_read_in_two_ways_is_shown(self, game: OpenMatch) -> None:
        _call(game)
        page = Visitor(game.director).send("desk_board", _uid(game), q="7 3")
        assert f"{game.match.uid}:one:3" in page.html
        assert f"{game.match.uid}:two:3" in page.html
        game.match.refresh_from_db()
        assert not game.match.is_final

    @pytest.mark.parametrize("score", ["7 7-5", "7 5-7"])
    def test_a_score_says_who_wins(self, game: OpenMatch, score: str) -> None:
        _call(game)
        Visitor(game.director).send("desk_board", _uid(game), q=score)
        game.match.refresh_from_db()
        assert game.match.winner == ("one" if score == "7 7-5" else "two")

    def test_a_score_below_the_length_is_not_entered(self, game: OpenMatch) -> None:
        _call(game)
        page = Visitor(game.director).send("desk_board", _uid(game), q="7 6-5")
        assert "the winner needs 7 points" in page
        game.match.refresh_from_db()
        assert not game.match.is_final

    def test_the_last_result_is_taken_back(self, game: OpenMatch) -> None:
        _call(game)
        visitor = Visitor(game.director)
        visitor.send("desk_board", _uid(game), q="7 a 3")
        visitor.send("desk_board_act", _uid(game), game.match.uid, "take-back")
        game.match.refresh_from_db()
        assert not game.match.is_final

    def test_the_desk_looks_and_does_not_report(self, game: OpenMatch) -> None:
        clerk = factories.player("Clara Clerk", email="clara@example.org")
        lifecycle.appoint(game.stage.event.tournament, clerk, kind="desk", by=game.director)
        assert "Enter a result" not in Visitor(clerk).open("desk_board", _uid(game))
        assert Visitor(clerk).post("desk_board", _uid(game), q="7 a 3").status == 403


class TestButtons:
    """What each row offers."""

    def test_called_to_the_first_table_that_is_free_or_to_the_one_named(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        visitor.send("desk_board_act", _uid(game), game.match.uid, "call", table="")
        assert TableUse.objects.get(until=None).table.name == "5"
        visitor.send("desk_board_act", _uid(game), game.match.uid, "free")
        assert not TableUse.objects.filter(until=None).exists()
        visitor.send("desk_board_act", _uid(game), game.match.uid, "call", table="7")
        assert TableUse.objects.get(until=None).table.name == "7"

    def test_a_stage_that_has_a_name_is_named(self, game: OpenMatch) -> None:
        game.stage.name = "Last chance"
        game.stage.save()
        visitor = Visitor(game.director)
        assert "Main · Last chance · Semifinals" in visitor.open("desk_board", _uid(game))
        assert "Last chance · Semifinals" in visitor.open("desk_event", game.stage.event.uid)

    def test_the_next_match_to_a_table_and_all_started(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        for table in Table.objects.order_by("order")[:2]:
            visitor.send("desk_board_next", _uid(game), table.uid)
        assert TableUse.objects.filter(until=None).count() == 2
        page = visitor.send("desk_board_start", _uid(game))
        assert LogEntry.objects.filter(code="match_started").count() == 2
        assert "0 / 56 min" in page
        refusal = visitor.post("desk_board_next", _uid(game), Table.objects.get(name="7").uid)
        assert refusal.status == 409
        assert "No match can be called" in refusal

    def test_one_match_that_is_called_is_started_by_the_same_button(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        assert "Start all that are called" not in visitor.open("desk_board", _uid(game))
        _call(game)
        assert "Start all that are called" in visitor.open("desk_board", _uid(game))
        assert "Start all that are called" not in visitor.send("desk_board_start", _uid(game))
        game.match.refresh_from_db()
        assert game.match.started_at

    def test_each_match_that_could_not_be_started_is_named(self, game: OpenMatch) -> None:
        """A colleague enters two results between the reading of the board and the start."""
        tournament, matches = game.stage.event.tournament, factories.open_matches(game.stage)
        for match, table in zip(matches, Table.objects.order_by("order"), strict=False):
            calling.assign(match, by=game.director, table=table)
        callable_matches = board(tournament, now=timezone.now()).called
        for match in matches:
            results.report(match, by=game.director, score=(7, 2))
        refusals = start_all(callable_matches, by=game.director)
        assert len(matches) == 2
        assert [words.split(":")[0] for words in refusals] == [str(match) for match in matches]

    def test_a_late_player_and_the_proposed_penalty(self, game: OpenMatch) -> None:
        _call(game, minutes=11)
        visitor = Visitor(game.director)
        page = visitor.send("desk_board_act", _uid(game), game.match.uid, "absent", side="one")
        assert f"2 points against {game.one.name}" in page
        visitor.send(
            "desk_board_act", _uid(game), game.match.uid, "penalise", side="one", points="2", minutes="11"
        )
        penalty = Penalty.objects.get()
        assert (penalty.to, penalty.points, penalty.reason) == ("two", 2, "11 minutes late")
        page = visitor.send("desk_board_act", _uid(game), game.match.uid, "there", side="one")
        assert "against" not in page

    def test_lost_by_being_late(self, game: OpenMatch) -> None:
        _call(game, minutes=21)
        lateness.note_absent(game.match, side="two", by=None)
        visitor = Visitor(game.director)
        assert "has lost the match" in visitor.open("desk_board", _uid(game))
        visitor.send("desk_board_act", _uid(game), game.match.uid, "forfeit", side="two", minutes="21")
        game.match.refresh_from_db()
        assert (game.match.winner, game.match.outcome) == ("one", "forfeit")

    def test_a_second_call_asks_who_is_missing_before_the_rules_do(self, game: OpenMatch) -> None:
        _call(game)
        visitor = Visitor(game.director)
        assert f"{game.one.name} is missing" not in visitor.open("desk_board", _uid(game))
        page = visitor.send("desk_board_act", _uid(game), game.match.uid, "again")
        assert "called twice" in page
        assert f"{game.one.name} is missing" in page

    def test_a_forfeit_says_who_wins_and_is_taken_back_where_it_was_given(self, game: OpenMatch) -> None:
        _call(game)
        visitor = Visitor(game.director)
        address = reverse("desk_board_act", args=[_uid(game), game.match.uid, "forfeit"])
        answer = visitor.client.post(address, {"side": "two"}, headers={"HX-Request": "true"})
        assert answer["HX-Retarget"] == "#control"
        page = answer.content.decode()
        assert f"(forfeit: {game.one.name} wins)" in page
        assert 'data-key="z"' in page
        # The next key is one of the lists, where z takes it back, and no letter for the line.
        assert "autofocus" not in page
        assert f"forfeit, {game.one.name} wins." in visitor.open("desk_log", _uid(game))
        visitor.send("desk_board_act", _uid(game), game.match.uid, "take-back")
        game.match.refresh_from_db()
        assert not game.match.is_final

    def test_it_says_when_a_penalty_makes_it_crawford(self) -> None:
        game = factories.open_match(3)
        lifecycle.add_tables(game.stage.event.tournament, by=None, names=["7"])
        game.match.start_two = 1
        game.match.save()
        _call(game, minutes=6)
        lateness.note_absent(game.match, side="one", by=None)
        assert "the Crawford game" in Visitor(game.director).open("desk_board", _uid(game))

    @pytest.mark.both_databases
    def test_slow_late_and_away_are_said(self, game: OpenMatch) -> None:
        _call(game)
        game.match.started_at = timezone.now() - timedelta(minutes=85)
        game.match.save()
        other = next(match for match in factories.open_matches(game.stage) if match != game.match)
        person = factories.around(other).one
        tables.set_availability(
            game.stage.event.tournament, person, by=None, away_until=timezone.now() + timedelta(minutes=5)
        )
        page = Visitor(game.director).open("desk_board", _uid(game))
        assert "85 / 56 min" in page
        assert "slow" in page
        assert "Waiting for an opponent" in page

    def test_htmx_gets_the_lists_alone(self, game: OpenMatch) -> None:
        address = reverse("desk_board_act", args=[_uid(game), game.match.uid, "call"])
        answer = Visitor(game.director).client.post(address, headers={"HX-Request": "true"})
        assert b"<html" not in answer.content
        assert b"data-etag" in answer.content

    def test_a_match_of_another_tournament_and_an_unknown_act_are_not_found(self, game: OpenMatch) -> None:
        other, visitor = factories.open_match(), Visitor(game.director)
        assert visitor.post("desk_board_act", _uid(game), other.match.uid, "start").status in (403, 404)
        assert visitor.post("desk_board_act", _uid(game), game.match.uid, "dance").status == 404


class TestFreshness:
    """The lists change with the log and with the minute."""

    def test_nothing_new_is_304(self, game: OpenMatch) -> None:
        client, address = Visitor(game.director).client, reverse("desk_board_live", args=[_uid(game)])
        etag = client.get(address)["ETag"]
        again = client.get(address, headers={"If-None-Match": etag})
        # The minute may have turned between the two.
        assert again.status_code == 304 or again["ETag"] != etag
        results.start(game.match, by=game.director)
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 200

    def test_at_most_15_queries_at_any_size(self) -> None:
        counts = []
        for n in (4, 32):
            stage = factories.drawn_stage(n)
            tournament, boss = stage.event.tournament, factories.owner(stage.event.tournament)
            names = [str(number) for number in range(n)]
            lifecycle.add_tables(tournament, by=None, names=names)
            matches = factories.open_matches(stage)
            for match in matches[: n // 2 - 1]:
                calling.assign_lowest(match, by=None)
            lateness.note_absent(matches[0], side="one", by=None)
            visitor = Visitor(boss)
            for name in ("desk_board", "desk_board_live", "desk_board_tables", "desk_suspended"):
                with CaptureQueriesContext(connection) as queries:
                    assert visitor.open(name, tournament.uid).status == 200
                counts.append((name, len(queries)))
        assert counts[:4] == counts[4:]
        assert max(count for _name, count in counts) <= _MOST_QUERIES, counts


class TestLongestWay:
    """The board says how far it is to go, and what holds up the hall."""

    def test_each_waiting_match_says_how_far_it_is_to_go_and_one_holds_up_the_hall(
        self, game: OpenMatch
    ) -> None:
        visitor = Visitor(game.director)
        page = visitor.open("desk_board", _uid(game))
        # A semifinal and the final of 7, at 8 minutes for a point, rounded to five minutes.
        assert "1 h 50 to go" in page
        assert "holds up the hall" not in page
        other = next(match for match in factories.open_matches(game.stage) if match != game.match)
        results.report(other, by=game.director, score=(7, 0))
        factories.drawn_stage(2, of=factories.event(game.stage.event.tournament, name="Side"))
        page = visitor.open("desk_board", _uid(game))
        assert "This match holds up the hall:" in page
        assert "About 1 h 50 to the end of Main." in page

    def test_the_limit_of_waiting_is_set_on_the_page_of_the_tables(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        visitor.send("desk_board_tables", _uid(game), do="limit", minutes="45")
        assert Tournament.objects.get().waiting_limit == 45
        assert "less than or equal to 1440" in visitor.post(
            "desk_board_tables", _uid(game), do="limit", minutes="2000"
        )
        visitor.send("desk_board_tables", _uid(game), do="limit", minutes="")
        assert Tournament.objects.get().waiting_limit is None
        tables.set_waiting_limit(Tournament.objects.get(), by=None, minutes=45)
        clerk = factories.player("Clara Clerk", email="clara@example.org")
        lifecycle.appoint(game.stage.event.tournament, clerk, kind="desk", by=game.director)
        assert "The longest wait for a table is 45 minutes." in Visitor(clerk).open(
            "desk_board_tables", _uid(game)
        )
        assert Visitor(clerk).post("desk_board_tables", _uid(game), do="limit", minutes="5").status == 403

    def test_who_has_waited_to_the_limit_is_marked(self, game: OpenMatch) -> None:
        tables.set_waiting_limit(game.stage.event.tournament, by=None, minutes=5)
        Match.objects.filter(pk=game.match.pk).update(made_at=timezone.now() - timedelta(minutes=20))
        assert Visitor(game.director).open("desk_board", _uid(game)).html.count("waited to the limit") == 1


class TestAllTheSame:
    """A director overrules a refusal: a player at another table is called after a confirmation."""

    def test_a_player_who_sits_elsewhere_is_called_by_a_director_alone(self, game: OpenMatch) -> None:
        _call(game, "6")
        tournament = game.stage.event.tournament
        side = factories.event(tournament, name="Side")
        for player in (game.one, factories.player("Zoé")):
            registration.enter(side, by=None, players=[player])
        draw.draw(factories.stage(side), by=None)
        match = factories.open_matches(side.stages.get())[0]
        desk = factories.player("Eve", email="eve@example.org")
        lifecycle.appoint(tournament, desk, kind="desk", by=game.director)
        args = (tournament.uid, match.uid, "call")
        refusal = Visitor(desk).post("desk_board_act", *args, table="5")
        address = reverse("desk_board_act", args=args)
        assert "is at table 6" in refusal
        assert "Call anyway" not in refusal
        answer = Visitor(desk).post("desk_board_act", *args, table="5", overrides="player_at_another_table")
        assert answer.status == 403
        visitor = Visitor(game.director)
        page = visitor.post("desk_board_act", *args, table="5")
        assert (page.status, TableUse.objects.filter(until=None).count()) == (409, 1)
        visitor.client.post(address, page.form(address))
        assert TableUse.objects.get(until=None, match=match).table.name == "5"
        assert TableUse.objects.filter(until=None).count() == 2


class TestTwoDirectors:
    """The second director sees both results before one replaces the other."""

    def test_a_result_entered_meanwhile(self, game: OpenMatch) -> None:
        _call(game)
        version = Tournament.objects.get().log_seq
        other = factories.player("Otto Other", email="otto@example.org")
        lifecycle.appoint(game.stage.event.tournament, other, kind="director", by=game.director)
        results.report(game.match, by=game.one, score=(7, 2))
        visitor = Visitor(other)
        page = visitor.post("desk_board", _uid(game), q="7 a 3", seen=str(version))
        assert page.status == 409
        assert f"{game.one.name} 7–3 {game.two.name}" in page
        assert f"{game.one.name} 7–2 {game.two.name}" in page
        fields = page.form(reverse("desk_board", args=[_uid(game)]))
        visitor.send("desk_board", _uid(game), **fields)
        game.match.refresh_from_db()
        assert game.match.accepted_report is not None
        assert game.match.accepted_report.counted == (7, 3)

    def test_on_the_page_of_the_match_too(self, game: OpenMatch) -> None:
        other = factories.player("Otto Other", email="otto@example.org")
        lifecycle.appoint(game.stage.event.tournament, other, kind="director", by=game.director)
        visitor = Visitor(other)
        address = reverse("desk_match", args=[game.match.uid])
        version = visitor.open("desk_match", game.match.uid).form(address)["seen"]
        results.penalise(game.match, by=game.director, to="two", points=1, reason="Late.")
        fields = {"do": "penalise", "penalty-to": "two", "penalty-points": "1", "penalty-before_game": "1"}
        page = visitor.post(
            "desk_match", game.match.uid, seen=version, **(fields | {"penalty-reason": "Ten minutes late"})
        )
        assert page.status == 409
        assert "a penalty of 1 point" in page
        assert Penalty.objects.count() == 1
        visitor.send("desk_match", game.match.uid, **page.form(address))
        assert Penalty.objects.count() == 2

    def test_htmx_puts_the_change_in_place_of_the_page(self, game: OpenMatch) -> None:
        version = Tournament.objects.get().log_seq
        _call(game, "6")
        other = factories.player("Otto Other", email="otto@example.org")
        lifecycle.appoint(game.stage.event.tournament, other, kind="director", by=game.director)
        address = reverse("desk_board_act", args=[_uid(game), game.match.uid, "call"])
        answer = Visitor(other).client.post(
            address, {"table": "5", "seen": str(version)}, headers={"HX-Request": "true"}
        )
        assert (answer.status_code, answer["HX-Retarget"]) == (422, "#content")
        assert TableUse.objects.get(until=None).table.name == "6"


class TestTablesAndPeople:
    """The pages beside the board."""

    @pytest.mark.both_databases
    def test_a_table_is_set_apart(self, game: OpenMatch) -> None:
        visitor, table = Visitor(game.director), Table.objects.get(name="6")
        fields = {"table": table.uid, "is_streaming": "on", "reserved_for": game.stage.event.uid}
        page = visitor.send("desk_board_tables", _uid(game), **fields)
        table.refresh_from_db()
        assert (table.is_streaming, table.is_out_of_order, table.reserved_for) == (
            True,
            False,
            game.stage.event,
        )
        assert "Saved" in page

    def test_tables_are_given_automatically(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        visitor.send("desk_board_tables", _uid(game), do="automatic", is_on="on")
        assert Tournament.objects.get().calls_automatically
        visitor.send("desk_board_tables", _uid(game), do="automatic")
        assert not Tournament.objects.get().calls_automatically

    def test_a_match_is_suspended_and_resumed(self, game: OpenMatch) -> None:
        visitor = Visitor(game.director)
        fields = {"score_one": "3", "score_two": "1", "cube": "2", "cube_owner": "one", "clock_one": "12:05"}
        page = visitor.send("desk_suspend", game.match.uid, **fields)
        assert "3–1" in page
        assert "12:05" in page
        visitor.send("desk_board_act", _uid(game), game.match.uid, "resume")
        assert Suspension.objects.get().resumed_at is not None

    def test_what_was_typed_stays_with_the_reason(self, game: OpenMatch) -> None:
        fields = {"score_one": "9", "score_two": "1", "cube": "1", "clock_one": "12:75", "xgid": "none"}
        page = Visitor(game.director).post("desk_suspend", game.match.uid, **fields)
        assert page.status == 422
        assert page.form(reverse("desk_suspend", args=[game.match.uid]))["score_one"] == "9"
        assert "12:30" in page

    def test_a_player_says_when_they_are_back(self, game: OpenMatch) -> None:
        entrant = game.one.entries.get().entrant
        visitor = Visitor(game.one)
        address = reverse("away", args=[entrant.uid])
        fields = visitor.open("away", entrant.uid).form(address)
        page = visitor.send("away", entrant.uid, **(fields | {"p0-away_until": "2026-03-07T15:30"}))
        row = Availability.objects.get(player=game.one)
        assert row.away_until is not None
        assert row.away_until.isoformat() == "2026-03-07T14:30:00+00:00"
        assert "Saved" in page
        assert visitor.open("away", entrant.uid).form(address)["p0-away_until"] == "2026-03-07T15:30"

    def test_the_desk_says_it_for_everybody(self, game: OpenMatch) -> None:
        entrant = game.two.entries.get().entrant
        fields = {"player": game.two.uid, "p0-leaves_at": "2026-03-07T18:00"}
        Visitor(game.director).send("away", entrant.uid, **fields)
        assert Availability.objects.get().player == game.two
        assert Visitor(game.one).open("away", entrant.uid).status == 403

    def test_a_suspended_match_is_said_to_its_players(self, game: OpenMatch) -> None:
        suspending.suspend(game.match, by=game.director, score=(3, 1))
        page = Visitor(game.one).open("match", game.match.uid)
        assert "Suspended" in page
        assert "Report the result" not in page
