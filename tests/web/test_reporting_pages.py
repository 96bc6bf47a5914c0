"""Reporting on a phone: the quick form, the scoresheet, both on one phone, and what is refused."""

from __future__ import annotations

import re

import pytest

from matches.models import Match, Report, Settled, Source
from matches.queries import situation
from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> OpenMatch:
    """An open match to 7 between two players."""
    return factories.open_match(7)


def _sheet(*games: tuple[str, str, str, str], do: str = "check") -> dict[str, str]:
    """A scoresheet as its form sends it: winner, result, cube, how it ended."""
    fields = {"lines": str(len(games)), "do": do}
    for number, values in enumerate(games):
        pairs = zip(("winner", "result", "cube", "ended"), values, strict=True)
        fields |= {f"g{number}-{name}": value for name, value in pairs}
    return fields


def _cubes(page: Page, line: int) -> tuple[list[str], list[str]]:
    """Return the cube values that a line offers: the useful ones, and those grouped after them."""
    select = re.search(rf'<select name="g{line}-cube".*?</select>', page.html, re.DOTALL)
    assert select is not None
    useful, _, other = select[0].partition("<optgroup")
    return re.findall(r'value="(\d+)"', useful), re.findall(r'value="(\d+)"', other)


_TWO_POINTS = ("one", "gammon", "1", "borne_off")
_ONE_POINT = ("one", "single", "1", "borne_off")


class TestQuickReport:
    """Who won, and the loser's points."""

    def test_the_match_page_leads_there_with_one_tap_and_the_points_are_the_second(
        self, game: OpenMatch
    ) -> None:
        page = Visitor(game.one).open("match", game.match.uid)
        assert f"/m/{game.match.uid}/report/?winner=one" in page.links
        report = Visitor(game.one).open("report", game.match.uid, winner="one")
        assert report.form(f"/m/{game.match.uid}/report/")["winner"] == "one"
        assert report.html.count('name="loser_points"') == 7

    def test_the_winners_report_waits_for_the_opponent(self, game: OpenMatch) -> None:
        page = Visitor(game.one).send("report", game.match.uid, winner="one", loser_points="3")
        assert "Your opponent is asked to confirm" in page
        assert "Waiting for your opponent" in page
        game.match.refresh_from_db()
        assert not game.match.is_final

    def test_the_losers_own_report_is_final_at_once(self, game: OpenMatch) -> None:
        page = Visitor(game.two).send("report", game.match.uid, winner="one", loser_points="3")
        assert "The result is final" in page
        game.match.refresh_from_db()
        assert game.match.settled == Settled.OWN_LOSS
        assert game.match.accepted_report is not None
        assert game.match.accepted_report.score == (7, 3)

    def test_a_double_tap_is_one_report(self, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        for _ in range(2):
            visitor.send("report", game.match.uid, winner="one", loser_points="3")
        assert Report.objects.count() == 1

    def test_without_a_winner_the_form_says_so_and_nothing_is_stored(self, game: OpenMatch) -> None:
        page = Visitor(game.one).post("report", game.match.uid, loser_points="3")
        assert page.status == 422
        assert "This field is required" in page
        assert not Report.objects.exists()

    def test_m1_the_loser_has_fewer_points_than_the_length(self, game: OpenMatch) -> None:
        page = Visitor(game.one).post("report", game.match.uid, winner="one", loser_points="7")
        assert page.status == 422
        assert "fewer than 7 points (M1)" in page
        assert page.form(f"/m/{game.match.uid}/report/")["winner"] == "one"

    def test_strangers_are_sent_to_sign_in_and_other_players_are_refused(self, game: OpenMatch) -> None:
        assert Visitor().open("report", game.match.uid).response["Location"].startswith("/accounts/login/")
        page = Visitor(factories.player(email="other@example.org")).open("report", game.match.uid)
        assert page.status == 403
        assert "Ask the director" in page

    @pytest.mark.both_databases
    def test_a_form_without_its_token_is_refused_in_words(self, game: OpenMatch) -> None:
        visitor = Visitor(game.one, checks_csrf=True)
        page = visitor.post("report", game.match.uid, winner="one", loser_points="3")
        assert page.status == 403
        assert "send the form once more" in page
        assert not Report.objects.exists()


class TestPartners:
    """Each player of a pair may report; a different second report asks before it replaces the first."""

    @pytest.fixture
    def match(self) -> Match:
        stage = factories.stage(factories.event(kind="doubles"))
        factories.entrants(stage.event, 2)
        draw.draw(stage, by=None, seed="videau")
        return factories.open_matches(stage)[0]

    @pytest.fixture
    def pair(self, match: Match) -> list[Visitor]:
        return [Visitor(player) for player in match.one.players.order_by("pk")]

    def test_both_results_are_shown_and_the_first_stays(self, match: Match, pair: list[Visitor]) -> None:
        pair[0].send("report", match.uid, winner="one", loser_points="2")
        report = Report.objects.get()
        assert "Your side reported:" in pair[1].open("match", match.uid)
        for winner in ("one", "two"):
            page = pair[1].post("report", match.uid, winner=winner, loser_points="3")
            assert (page.status, "Your partner" in page, "7–2" in page) == (409, True, True)
        assert "My partner is right" in page
        assert [Report.objects.get(), situation(match).waiting] == [report, report]

    def test_the_second_replaces_it_when_told_to(self, match: Match, pair: list[Visitor]) -> None:
        pair[0].send("report", match.uid, winner="one", loser_points="2")
        page = pair[1].post("report", match.uid, winner="one", loser_points="3")
        assert "Replace it by mine" in page
        pair[1].send("report", match.uid, **page.form(f"/m/{match.uid}/report/"))
        waiting = situation(match).waiting
        assert waiting is not None
        assert waiting.score == (7, 3)

    def test_with_the_opponents_on_one_phone_it_is_asked_too(self, match: Match, pair: list[Visitor]) -> None:
        pair[0].send("report", match.uid, winner="one", loser_points="2")
        both = {"winner": "one", "loser_points": "3", "together": "on", "agree_one": "on", "agree_two": "on"}
        page = pair[1].post("report", match.uid, **both)
        assert (page.status, "Your partner" in page) == (409, True)
        pair[1].send("report", match.uid, **page.form(f"/m/{match.uid}/report/"))
        match.refresh_from_db()
        assert (match.settled, match.winner) == (Settled.TOGETHER, "one")


class TestDifferentReports:
    """The other reported something else: agree, or insist."""

    @pytest.fixture
    def reported_game(self, game: OpenMatch) -> OpenMatch:
        Visitor(game.one).send("report", game.match.uid, winner="one", loser_points="3")
        return game

    def test_both_results_are_shown_before_anything_is_stored(self, reported_game: OpenMatch) -> None:
        page = Visitor(reported_game.two).post(
            "report", reported_game.match.uid, winner="two", loser_points="5"
        )
        assert page.status == 409
        assert "7–3" in page
        assert "5–7" in page
        assert Report.objects.count() == 1

    def test_agreeing_makes_the_opponents_report_final(self, reported_game: OpenMatch) -> None:
        visitor = Visitor(reported_game.two)
        page = visitor.post("report", reported_game.match.uid, winner="two", loser_points="5")
        theirs = Report.objects.get()
        assert page.form(f"/r/{theirs.uid}/confirm/")
        assert "The result is final" in visitor.send("confirm", theirs.uid)

    def test_insisting_opens_the_dispute_with_the_words_given(self, reported_game: OpenMatch) -> None:
        visitor = Visitor(reported_game.two)
        page = visitor.post("report", reported_game.match.uid, winner="two", loser_points="5")
        again = page.form(f"/m/{reported_game.match.uid}/report/")
        assert again["insist"] == "on"
        page = visitor.send("report", reported_game.match.uid, **(again | {"reason": "I won the last game."}))
        assert "the director decides" in page
        dispute = reported_game.match.disputes.get()
        assert dispute.is_open
        assert "I won the last game." in visitor.open("dispute", dispute.uid)

    def test_where_only_the_score_differs_the_winner_goes_on(self, reported_game: OpenMatch) -> None:
        visitor = Visitor(reported_game.two)
        page = visitor.post("report", reported_game.match.uid, winner="one", loser_points="5")
        assert "You agree on the winner" in page
        page = visitor.send("report", reported_game.match.uid, winner="one", loser_points="5", insist="on")
        assert "only the score is open" in page
        reported_game.match.refresh_from_db()
        assert reported_game.match.winner == "one"
        assert not reported_game.match.is_final

    def test_the_same_result_from_both_is_accepted(self, reported_game: OpenMatch) -> None:
        Visitor(reported_game.two).send("report", reported_game.match.uid, winner="one", loser_points="3")
        reported_game.match.refresh_from_db()
        assert reported_game.match.is_final


class TestTogether:
    """Both sides on one phone."""

    def test_each_side_agrees_on_its_own_and_then_it_is_final(self, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        page = visitor.post("report", game.match.uid, winner="one", loser_points="2", together="on")
        assert page.status == 200
        assert "7–2" in page
        assert not Report.objects.exists()
        form = page.form(f"/m/{game.match.uid}/report/")
        half = visitor.post("report", game.match.uid, **(form | {"agree_one": "on"}))
        assert "Both of you have to agree" in half
        visitor.send("report", game.match.uid, **(form | {"agree_one": "on", "agree_two": "on"}))
        game.match.refresh_from_db()
        assert game.match.settled == Settled.TOGETHER
        assert Report.objects.get().source == Source.TOGETHER


class TestNotPlayedToTheEnd:
    """Retired, forfeit and the rest, with the score as it stood."""

    def test_a_match_given_up_keeps_its_partial_score(self, game: OpenMatch) -> None:
        Visitor(game.two).send(
            "report_unplayed", game.match.uid, outcome="retired", winner="one", points_one="3", points_two="5"
        )
        game.match.refresh_from_db()
        assert game.match.outcome == "retired"
        assert game.match.accepted_report is not None
        assert game.match.accepted_report.score == (3, 5)

    def test_one_score_alone_is_refused_and_what_was_typed_stays(self, game: OpenMatch) -> None:
        page = Visitor(game.two).post(
            "report_unplayed", game.match.uid, outcome="retired", winner="one", points_one="3"
        )
        assert page.status == 422
        assert "Give the points of both sides" in page
        assert page.form(f"/m/{game.match.uid}/report/unplayed/")["points_one"] == "3"

    def test_a_forfeit_after_points_is_refused_with_the_way_out(self, game: OpenMatch) -> None:
        page = Visitor(game.two).post(
            "report_unplayed", game.match.uid, outcome="forfeit", winner="one", points_one="3", points_two="0"
        )
        assert page.status == 422
        assert "Choose retired or disqualified" in page

    def test_a_winner_is_asked_for(self, game: OpenMatch) -> None:
        page = Visitor(game.two).post("report_unplayed", game.match.uid, outcome="retired")
        assert "Name the winner" in page


class TestScoresheet:
    """Game by game, as on paper."""

    def test_it_begins_with_one_empty_line(self, game: OpenMatch) -> None:
        page = Visitor(game.one).open("scoresheet", game.match.uid)
        form = page.form(f"/m/{game.match.uid}/scoresheet/")
        assert form["lines"] == "1"
        assert form["g0-result"] == "single"
        assert "g0-winner" not in form

    def test_one_of_a_match_that_is_decided_says_so_before_it_is_filled_in(self, game: OpenMatch) -> None:
        results.report(game.match, by=game.director, score=(7, 3))
        page = Visitor(game.one).open("scoresheet", game.match.uid)
        assert f"The result is final: {game.one.name} 7–3 {game.two.name}." in page
        assert "What you type here does not change it." in page

    def test_without_javascript_a_button_adds_a_game_and_keeps_what_was_typed(self, game: OpenMatch) -> None:
        page = Visitor(game.one).post("scoresheet", game.match.uid, **_sheet(_TWO_POINTS, do="add"))
        form = page.form(f"/m/{game.match.uid}/scoresheet/")
        assert form["lines"] == "2"
        assert form["g0-winner"] == "one"
        assert form["g0-result"] == "gammon"

    def test_a_line_can_be_removed(self, game: OpenMatch) -> None:
        sheet = _sheet(_TWO_POINTS, ("two", "single", "2", "drop"), do="remove-0")
        form = (
            Visitor(game.one)
            .post("scoresheet", game.match.uid, **sheet)
            .form(f"/m/{game.match.uid}/scoresheet/")
        )
        assert form["lines"] == "1"
        assert (form["g0-winner"], form["g0-cube"]) == ("two", "2")

    def test_a_check_answers_with_the_sum_and_never_with_a_field(self, game: OpenMatch) -> None:
        html = Visitor(game.one).post("scoresheet", game.match.uid, **_sheet(_TWO_POINTS)).html
        assert "2–0" in html
        assert "<html" not in html
        for field in ("<input", "<select", "<button", "<details"):
            assert field not in html

    def test_m2_a_player_is_offered_no_cube_in_the_crawford_game(self, game: OpenMatch) -> None:
        page = Visitor(game.one).post("scoresheet", game.match.uid, **_sheet(*[_TWO_POINTS] * 3, do="add"))
        assert _cubes(page, 3) == (["1"], [])

    def test_cubes_of_use_come_first_and_the_others_after_them(self, game: OpenMatch) -> None:
        page = Visitor(game.one).post("scoresheet", game.match.uid, **_sheet(_TWO_POINTS, do="add"))
        others = ["16", "32", "64", "128", "256", "512", "1024"]
        assert _cubes(page, 0) == (["1", "2", "4", "8"], others)

    def test_a_director_may_enter_a_cube_of_the_crawford_game(self, game: OpenMatch) -> None:
        fields = _sheet(*[_TWO_POINTS] * 3, do="add")
        page = Visitor(game.director).post("desk_match_games", game.match.uid, **fields)
        assert _cubes(page, 3)[0] == ["1"]
        assert "2" in _cubes(page, 3)[1]

    def test_enter_in_a_field_takes_no_game_out(self, game: OpenMatch) -> None:
        html = Visitor(game.one).open("scoresheet", game.match.uid).html
        first = re.search(r'<button type="submit"[^>]*>', html[html.index('<div id="sheet"') :])
        assert first is not None
        assert 'value="look"' in first[0]
        page = Visitor(game.one).post("scoresheet", game.match.uid, **_sheet(_TWO_POINTS, do="look"))
        assert page.form(f"/m/{game.match.uid}/scoresheet/")["g0-result"] == "gammon"

    def test_m2_the_crawford_game_marks_itself(self, game: OpenMatch) -> None:
        page = Visitor(game.one).post("scoresheet", game.match.uid, **_sheet(*[_TWO_POINTS] * 3, do="add"))
        assert "Game 4 Crawford: no cube at 6–0" in page
        games = [*[_TWO_POINTS] * 3, ("two", "single", "1", "borne_off")]
        page = Visitor(game.one).post("scoresheet", game.match.uid, **_sheet(*games, do="add"))
        assert page.words.count("Crawford: no cube") == 1
        assert "Game 5 at 6–1" in page

    def test_m4_a_cube_in_the_crawford_game_is_refused_at_its_line_with_the_score_without_it(
        self, game: OpenMatch
    ) -> None:
        games = [*[_TWO_POINTS] * 3, ("two", "single", "2", "borne_off"), _ONE_POINT]
        page = Visitor(game.one).post("scoresheet", game.match.uid, **_sheet(*games, do="send"))
        assert page.status == 422
        assert "Game 4 cannot be as it stands" in page
        assert "the cube is out of use and a double in it is void (M2, M4)" in page
        assert page.form(f"/m/{game.match.uid}/scoresheet/")["g3-cube"] == "2"
        assert not Report.objects.exists()

    def test_m1_a_game_after_the_end_is_refused(self, game: OpenMatch) -> None:
        games = [*[_TWO_POINTS] * 4, _ONE_POINT]
        page = Visitor(game.two).post("scoresheet", game.match.uid, **_sheet(*games, do="send"))
        assert page.status == 422
        assert "was over before this (M1)" in page

    def test_a_half_filled_line_is_not_sent(self, game: OpenMatch) -> None:
        page = Visitor(game.one).post(
            "scoresheet", game.match.uid, **_sheet(_TWO_POINTS, ("", "gammon", "1", "borne_off"), do="send")
        )
        assert page.status == 422
        assert "Say who won that game, or remove the line" in page

    def test_it_is_sent_with_every_game_and_an_empty_line_at_the_end_is_none(self, game: OpenMatch) -> None:
        empty = ("", "single", "1", "borne_off")
        games = [
            *[_TWO_POINTS] * 3,
            ("two", "single", "1", "borne_off"),
            ("one", "single", "2", "drop"),
            empty,
        ]
        Visitor(game.two).send("scoresheet", game.match.uid, **_sheet(*games, do="send"))
        report = Report.objects.get()
        assert report.score == (8, 1)
        assert report.counted == (7, 1)
        assert report.crawford_game == 3
        assert report.games.count() == 5

    def test_the_match_page_shows_the_games_line_by_line_with_crawford_marked(self, game: OpenMatch) -> None:
        games = [*[_TWO_POINTS] * 3, ("two", "single", "1", "borne_off"), _ONE_POINT]
        page = Visitor(game.two).send("scoresheet", game.match.uid, **_sheet(*games, do="send"))
        assert "4 " + game.match.two.name + " Crawford single 1 6–1" in page
        assert "5 " + game.match.one.name + " post-Crawford single 1 7–1" in page

    def test_an_own_report_by_games_can_be_gone_on_with(self, game: OpenMatch) -> None:
        games = [*[_TWO_POINTS] * 3, _ONE_POINT]
        visitor = Visitor(game.one)
        visitor.send("scoresheet", game.match.uid, **_sheet(*games, do="send"))
        form = visitor.open("scoresheet", game.match.uid).form(f"/m/{game.match.uid}/scoresheet/")
        assert form["lines"] == "4"
        assert form["g2-result"] == "gammon"
