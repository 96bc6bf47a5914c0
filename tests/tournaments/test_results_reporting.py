"""Who reports what, and when it is final."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.errors import (
    DifferentReport,
    DirectorOnly,
    MatchAlreadyFinal,
    MatchCancelled,
    NotYourMatch,
    ReportRefused,
    SlipNeedsDirector,
    TextTooLong,
)
from matches.models import Match, Report, Settled, Source
from matches.queries import MatchState, scoresheet, situation
from rules.game import Ended, GameScore, Result
from rules.match import Side
from rules.scoresheet import Outcome
from tests import factories
from tests.scoresheets import games
from tests.tournaments.results_seen import due_at, fresh, last_entry, log_of, notices_to
from tournaments.actions import results
from tournaments.actions.draws.cancelling import cancel
from tournaments.actions.events import lifecycle
from tournaments.errors.common import ReasonMissing
from tournaments.errors.results import OwnMatchRuling
from tournaments.models import Actor, Board, Notice, Pairing, RoleKind
from tournaments.notices import render
from tournaments.queue import Job

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class TestTheLosingSide:
    def test_its_own_report_is_final_at_once(self) -> None:
        game = factories.open_match()
        result = results.report(game.match, by=game.two, score=(7, 3))
        match = fresh(game.match)
        assert result.state is MatchState.FINAL
        assert (match.winner, match.outcome, match.settled) == ("one", "played", Settled.OWN_LOSS)
        assert match.accepted_report == result.report
        assert result.report.source == Source.TWO

    def test_the_winner_is_told_and_the_next_pairings_are_asked_for(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.two, score=(7, 3))
        assert notices_to(game.one) == ["opponent_reported"]
        assert notices_to(game.two) == []
        assert due_at(Job.PAIR, event_id=game.stage.event_id)

    def test_between_two_players_no_boards_are_looked_for(self) -> None:
        game = factories.open_match()
        # Who has a pairing is at none.
        match = Match.objects.get(pk=game.match.pk)
        with CaptureQueriesContext(connection) as queries:
            results.report(match, by=game.two, score=(7, 3))
        about_boards = [query["sql"] for query in queries if f'FROM "{Board._meta.db_table}"' in query["sql"]]
        assert about_boards == []

    def test_the_log_says_who_and_what(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.two, score=(7, 3)).report
        entry = last_entry(game.match)
        assert (entry.code, entry.by, entry.actor) == ("reported", game.two, Actor.PLAYER)
        assert entry.data.pop("proofs").keys() == {
            f"report:{report.uid}",
            f"report.columns:{report.uid}",
            f"match:{game.match.uid}",
            f"match.columns:{game.match.uid}",
        }
        assert entry.data == {
            "report": report.uid,
            "source": "two",
            "outcome": "played",
            "winner": "one",
            "score": [7, 3],
            "overrides": [],
            "length": 7,
            "state": "final",
            "settled": "own_loss",
        }

    def test_giving_up_before_the_first_game_is_a_loss_like_any_other(self) -> None:
        game = factories.open_match()
        result = results.report(game.match, by=game.one, outcome="forfeit", winner="two")
        assert result.state is MatchState.FINAL
        assert fresh(game.match).outcome == "forfeit"


class TestTheWinningSide:
    def test_its_report_waits_for_the_grace_period(self) -> None:
        game = factories.open_match(grace_minutes=25)
        before = timezone.now()
        result = results.report(game.match, by=game.one, score=(7, 3))
        assert result.state is MatchState.REPORTED
        assert not fresh(game.match).is_final
        assert result.report.confirm_by is not None
        assert (
            timedelta(0) <= result.report.confirm_by - before - timedelta(minutes=25) < timedelta(minutes=1)
        )
        assert due_at(Job.CONFIRM_OVERDUE, report_id=result.report.pk) == [result.report.confirm_by]
        assert due_at(Job.PAIR, event_id=game.stage.event_id) == []

    def test_the_opponent_is_asked_to_confirm(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        assert notices_to(game.two) == ["please_confirm"]
        assert notices_to(game.one) == []

    @pytest.mark.parametrize("outcome", ["forfeit", "walkover", "disqualified"])
    def test_silence_never_confirms_that_the_opponent_did_not_play(self, outcome: str) -> None:
        game = factories.open_match()
        score = (0, 0) if outcome == "disqualified" else None
        result = results.report(game.match, by=game.one, outcome=outcome, winner="one", score=score)
        assert result.state is MatchState.REPORTED
        assert result.report.confirm_by is None
        assert due_at(Job.CONFIRM_OVERDUE, report_id=result.report.pk) == []

    def test_nobody_takes_the_opponent_down_by_a_double_forfeit(self) -> None:
        game = factories.open_match()
        result = results.report(game.match, by=game.one, outcome="double_forfeit")
        assert (result.state, result.report.confirm_by) == (MatchState.REPORTED, None)

    def test_a_newer_report_replaces_the_unanswered_one(self) -> None:
        game = factories.open_match()
        first = results.report(game.match, by=game.one, score=(7, 3)).report
        second = results.report(game.match, by=game.one, score=(7, 4)).report
        assert first != second
        assert situation(fresh(game.match)).waiting == second

    def test_it_may_still_admit_the_loss(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        result = results.report(game.match, by=game.one, score=(3, 7))
        assert result.state is MatchState.FINAL
        assert fresh(game.match).winner == "two"


class TestTheGames:
    def test_they_are_kept_as_the_scoresheet_says_them(self) -> None:
        game = factories.open_match(5)
        sheet = games("1g2 2s1 2s2d 1s1")
        report = results.report(game.match, by=game.one, games=sheet).report
        assert report.has_games
        assert (report.score, report.counted, report.crawford_game) == ((5, 3), (5, 3), 1)
        assert [line.game for line in scoresheet(report).lines] == list(sheet)
        assert [game.number for game in report.games.all()] == [1, 2, 3, 4]

    def test_the_true_score_is_kept_beside_the_counted_one(self) -> None:
        game = factories.open_match(7)
        report = results.report(game.match, by=game.two, games=games("1g4")).report
        assert (report.score, report.counted) == ((8, 0), (7, 0))

    def test_a_partial_score_is_kept_as_it_is(self) -> None:
        game = factories.open_match(7)
        report = results.report(game.match, by=game.one, score=(3, 2), outcome="retired", winner="one").report
        assert (report.score, report.outcome, report.winner) == ((3, 2), "retired", "one")


class TestADirector:
    def test_is_final_at_once_and_both_players_are_told(self) -> None:
        game = factories.open_match()
        result = results.report(game.match, by=game.director, score=(7, 3))
        assert result.state is MatchState.FINAL
        assert (result.report.source, fresh(game.match).settled) == (Source.DIRECTOR, Settled.DIRECTOR)
        assert notices_to(game.one) == notices_to(game.two) == ["opponent_reported"]

    def test_decides_over_a_report_that_waits(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.one, score=(7, 3))
        results.report(game.match, by=game.director, score=(5, 7))
        assert fresh(game.match).winner == "two"

    def test_enters_a_slip_signed_by_both(self) -> None:
        game = factories.open_match()
        result = results.report(game.match, by=game.director, source="signed", score=(7, 3))
        assert result.state is MatchState.FINAL
        assert fresh(game.match).settled == Settled.SIGNED

    def test_where_the_desk_enters_slips_a_director_still_speaks_as_one(self) -> None:
        for who, settlement in (("director", Settled.DIRECTOR), ("clerk", Settled.SIGNED)):
            game = factories.open_match()
            tournament = game.stage.event.tournament
            clerk = factories.clerk(tournament)
            with pytest.raises(NotYourMatch):
                results.report(game.match, by=clerk, score=(7, 3))
            lifecycle.change_tournament(tournament, by=game.director, desk_enters_slips=True)
            by = {"director": game.director, "clerk": clerk}[who]
            results.report(Match.objects.get(pk=game.match.pk), by=by, score=(7, 3))
            assert fresh(game.match).settled == settlement

    @pytest.mark.both_databases
    def test_who_plays_the_match_speaks_for_the_own_side_only(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        lifecycle.appoint(tournament, game.one, kind=RoleKind.DIRECTOR, by=game.director)
        with pytest.raises(OwnMatchRuling):
            results.report(game.match, by=game.one, source="director", score=(7, 3))
        with pytest.raises(SlipNeedsDirector):
            results.report(game.match, by=game.one, source="signed", score=(7, 3))
        assert results.report(game.match, by=game.one, score=(7, 3)).state is MatchState.REPORTED

    def test_lets_a_double_in_the_crawford_game_stand_with_a_reason(self) -> None:
        game = factories.open_match(5)
        sheet = games("2g2 1s2 1s1 1s2")
        with pytest.raises(ReportRefused) as refusal:
            results.report(game.match, by=game.director, games=sheet)
        assert refusal.value.code == "cube_in_crawford"
        assert refusal.value.can_override
        report = results.report(
            game.match,
            by=game.director,
            games=sheet,
            overrides=["cube_in_crawford"],
            reason="The next game had begun.",
        ).report
        assert report.score == (5, 4)
        assert report.reason == "The next game had begun."
        assert [override["code"] for override in report.overrides] == ["cube_in_crawford"]
        assert last_entry(game.match).data["overrides"] == ["cube_in_crawford"]

    def test_needs_a_reason_to_overrule(self) -> None:
        game = factories.open_match(5)
        with pytest.raises(ReasonMissing):
            results.report(game.match, by=game.director, score=(70, 3), overrides=["winner_past_length"])

    @pytest.mark.parametrize(
        ("code", "arguments"),
        [
            ("two_winners", {"score": (7, 7)}),
            ("negative_score", {"score": (7, -1)}),
            ("winner_missing", {"score": (3, 2), "outcome": "retired"}),
            ("winner_given", {"outcome": "double_forfeit", "winner": "one"}),
            ("cube_not_power_of_two", {"games": games("1s0")}),
        ],
    )
    def test_cannot_overrule_what_cannot_exist(self, code: str, arguments: dict[str, object]) -> None:
        game = factories.open_match(7)
        with pytest.raises(ReportRefused) as refusal:
            results.report(game.match, by=game.director, overrides=[code], reason="So be it.", **arguments)  # type: ignore[arg-type]
        assert code in {one.code for one in refusal.value.refusals}

    @pytest.mark.both_databases
    def test_names_the_winner_of_a_score_that_does_not(self) -> None:
        game = factories.open_match(7)
        with pytest.raises(ReportRefused) as refusal:
            results.report(
                game.match, by=game.director, score=(5, 3), overrides=["not_finished"], reason="Shortened."
            )
        assert refusal.value.code == "winner_missing"
        report = results.report(
            game.match,
            by=game.director,
            score=(5, 3),
            winner="one",
            overrides=["not_finished"],
            reason="Shortened.",
        ).report
        assert (report.winner, report.counted) == ("one", (5, 3))


class TestWhoMayNotReport:
    @pytest.mark.both_databases
    def test_somebody_who_does_not_play_the_match(self) -> None:
        game = factories.open_match()
        with pytest.raises(NotYourMatch):
            results.report(game.match, by=factories.player(), score=(7, 3))

    def test_a_director_of_another_tournament(self) -> None:
        game, other = factories.open_match(), factories.open_match()
        with pytest.raises(NotYourMatch):
            results.report(game.match, by=other.director, score=(7, 3))

    def test_the_desk_registers_and_does_not_report(self) -> None:
        game = factories.open_match()
        helper = factories.player()
        lifecycle.appoint(game.stage.event.tournament, helper, kind=RoleKind.DESK, by=game.director)
        with pytest.raises(NotYourMatch):
            results.report(game.match, by=helper, score=(7, 3))
        with pytest.raises(SlipNeedsDirector):
            results.report(game.match, by=helper, source="signed", score=(7, 3))

    @pytest.mark.both_databases
    @pytest.mark.parametrize("source", ["two", "together"])
    def test_nobody_speaks_for_the_other_side(self, source: str) -> None:
        game = factories.open_match()
        by = game.one if source == "two" else game.director
        with pytest.raises(NotYourMatch):
            results.report(game.match, by=by, source=source, score=(7, 3))

    @pytest.mark.both_databases
    def test_a_report_is_no_ruling(self) -> None:
        game = factories.open_match()
        with pytest.raises(DirectorOnly):
            results.report(game.match, by=game.director, source="ruling", score=(7, 3))

    @pytest.mark.both_databases
    def test_players_overrule_nothing(self) -> None:
        game = factories.open_match()
        with pytest.raises(DirectorOnly):
            results.report(
                game.match,
                by=game.one,
                score=(70, 3),
                overrides=["winner_past_length"],
                reason="It was 64.",
            )


class TestOnePhoneForBoth:
    def test_is_final_at_once_and_the_other_player_is_told(self) -> None:
        game = factories.open_match()
        result = results.report(game.match, by=game.one, source="together", score=(7, 3))
        assert result.state is MatchState.FINAL
        assert fresh(game.match).settled == Settled.TOGETHER
        assert notices_to(game.two) == ["opponent_reported"]
        assert notices_to(game.one) == []

    @pytest.mark.both_databases
    def test_does_not_speak_against_what_the_opponent_reported_alone(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.two, score=(5, 7))
        with pytest.raises(DifferentReport):
            results.report(game.match, by=game.one, source="together", score=(7, 3))
        assert not fresh(game.match).is_final


class TestSpeakers:
    """Each source of a result that is final at once is told as what it is."""

    @pytest.mark.parametrize(
        ("source", "words"),
        [
            ("two", "{two} reported: {one} won 7–3"),
            ("together", "{two} reported for both of you, on one phone: {one} won 7–3"),
            ("signed", "The desk entered a slip signed by both: {one} won 7–3"),
            ("director", "The director reported: {one} won 7–3"),
        ],
    )
    def test_the_notice_names_the_true_speaker(self, source: str, words: str) -> None:
        game = factories.open_match()
        by = game.two if source in ("two", "together") else game.director
        results.report(game.match, by=by, source=source, score=(7, 3))
        [notice] = Notice.objects.filter(recipient=game.one, code="opponent_reported")
        names = {"one": game.match.one.name, "two": game.match.two.name}
        assert words.format(**names) in render(notice, "en").text
        assert render(notice, "fr").text != render(notice, "en").text

    def test_a_clerk_is_no_director(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        lifecycle.change_tournament(tournament, by=game.director, desk_enters_slips=True)
        results.report(game.match, by=factories.clerk(tournament), score=(7, 3))
        [notice] = Notice.objects.filter(recipient=game.one, code="opponent_reported")
        assert render(notice, "en").subject == "The desk entered your result"


class TestTheSameAgain:
    def test_a_double_tap_is_the_same_row(self) -> None:
        game = factories.open_match(5)
        first = results.report(game.match, by=game.one, games=games("1g2 1s1"))
        second = results.report(game.match, by=game.one, games=games("1g2 1s1"))
        assert first == second
        assert log_of(game.match) == ["reported"]
        assert notices_to(game.two) == ["please_confirm"]

    def test_other_games_are_another_report(self) -> None:
        game = factories.open_match(5)
        first = results.report(game.match, by=game.one, games=games("1g2 1s1"))
        second = results.report(game.match, by=game.one, games=games("1s4 1s1"))
        assert first.report != second.report

    def test_games_beside_a_bare_score_are_no_other_games(self) -> None:
        game = factories.open_match(5)
        results.report(game.match, by=game.one, score=(5, 0))
        result = results.report(game.match, by=game.two, games=games("1g2 1s1"))
        assert result.state is MatchState.FINAL
        assert "other_games" not in result.report.remarks

    def test_after_the_end_the_own_report_is_answered_with_its_row(self) -> None:
        game = factories.open_match()
        first = results.report(game.match, by=game.two, score=(7, 3))
        assert results.report(game.match, by=game.two, score=(7, 3)) == first
        assert log_of(game.match) == ["reported"]

    def test_after_the_end_the_same_result_of_the_other_side_adds_nothing(self) -> None:
        game = factories.open_match()
        first = results.report(game.match, by=game.two, score=(7, 3))
        again = results.report(game.match, by=game.one, score=(8, 3))
        assert again == first
        assert game.match.reports.count() == 1

    def test_after_the_end_another_result_is_refused_with_the_way_out(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.two, score=(7, 3))
        with pytest.raises(MatchAlreadyFinal) as refusal:
            results.report(game.match, by=game.one, score=(7, 4))
        assert "7–3" in str(refusal.value)
        assert "director" in str(refusal.value)

    def test_a_director_corrects_instead_of_reporting_anew(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.director, score=(7, 3))
        with pytest.raises(MatchAlreadyFinal):
            results.report(game.match, by=game.director, score=(7, 4))


def test_a_cancelled_match_takes_no_report() -> None:
    game = factories.open_match()
    cancel(Pairing.objects.filter(match=game.match), event=game.stage.event)
    with pytest.raises(MatchCancelled):
        results.report(game.match, by=game.one, score=(7, 3))
    assert situation(fresh(game.match)).state is MatchState.CANCELLED


def test_the_log_knows_a_private_link() -> None:
    game = factories.open_match()
    results.report(game.match, by=game.one, score=(7, 3), origin=factories.by_link(game.match, game.one))
    assert last_entry(game.match).actor == Actor.LINK


def test_a_report_is_read_again_when_the_conditions_changed_meanwhile() -> None:
    game = factories.open_match(7)
    stale = Match.objects.get(pk=game.match.pk)
    results.change_length(game.match, by=game.director, length=5, reason="The hall closes.")
    report = results.report(stale, by=game.one, score=(5, 3)).report
    assert (report.length, report.winner) == (5, "one")


class TestWhatNoColumnHolds:
    @pytest.mark.both_databases
    @pytest.mark.parametrize("points", [500_001, 2**31, 2**63, 10**40, -(10**40)])
    def test_a_huge_score_is_refused(self, points: int) -> None:
        game = factories.open_match()
        with pytest.raises(ReportRefused) as refusal:
            results.report(game.match, by=game.director, score=(points, 3))
        assert refusal.value.code == "number_too_large"

    @pytest.mark.both_databases
    def test_a_huge_cube_is_refused_even_for_a_director(self) -> None:
        game = factories.open_match()
        huge = [GameScore(Side.ONE, Result.BACKGAMMON, 2**40, Ended.BORNE_OFF)]
        with pytest.raises(ReportRefused) as refusal:
            results.report(
                game.match, by=game.director, games=huge, overrides=["number_too_large"], reason="It was."
            )
        assert [one.code for one in refusal.value.refusals] == ["number_too_large"]

    def test_the_largest_numbers_fit_the_columns(self) -> None:
        game = factories.open_match()
        large = [GameScore(Side.ONE, Result.BACKGAMMON, 2**18, Ended.BORNE_OFF)]
        report = results.report(game.match, by=game.director, games=large).report
        assert Report.objects.get(pk=report.pk).score == (3 * 2**18, 0)

    @pytest.mark.both_databases
    def test_too_many_games_are_refused(self) -> None:
        game = factories.open_match()
        with pytest.raises(ReportRefused) as refusal:
            results.report(game.match, by=game.one, games=games("1s1 " * 501))
        assert refusal.value.code == "too_many_games"

    def test_a_long_reason_is_refused_and_a_nul_is_left_out(self) -> None:
        game = factories.open_match()
        with pytest.raises(TextTooLong):
            results.report(game.match, by=game.one, score=(7, 3), reason="x" * 501)
        report = results.report(game.match, by=game.one, score=(7, 3), reason="a\x00b").report
        assert report.reason == "ab"


def test_every_outcome_can_be_reported() -> None:
    for outcome in Outcome:
        game = factories.open_match(7)
        score = {Outcome.PLAYED: (3, 7), Outcome.RETIRED: (3, 2)}.get(outcome)
        winner = None if outcome in (Outcome.PLAYED, Outcome.DOUBLE_FORFEIT) else "two"
        results.report(game.match, by=game.director, outcome=outcome, score=score, winner=winner)
        assert fresh(game.match).outcome == outcome
