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
from tests.tournaments.results_seen import due_at, fresh, last_entry, log_of, told
from tournaments.actions import lifecycle, results
from tournaments.actions.errors import OwnMatchRuling, ReasonMissing
from tournaments.actions.progress import cancel
from tournaments.models import Actor, Board, Pairing, RoleKind
from tournaments.queue import Job

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


class TestTheLosingSide:
    def test_its_own_report_is_final_at_once(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.two, score=(7, 3))
        match = fresh(found.match)
        assert said.state is MatchState.FINAL
        assert (match.winner, match.outcome, match.settled) == ("one", "played", Settled.OWN_LOSS)
        assert match.accepted_report == said.report
        assert said.report.source == Source.TWO

    def test_the_winner_is_told_and_the_next_pairings_are_asked_for(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.two, score=(7, 3))
        assert told(found.one) == ["opponent_reported"]
        assert told(found.two) == []
        assert due_at(Job.PAIR, event_id=found.stage.event_id)

    def test_between_two_players_no_boards_are_looked_for(self) -> None:
        found = factories.open_match()
        # Of the match as it was arranged, it is known that it is at none.
        match = Match.objects.get(pk=found.match.pk)
        with CaptureQueriesContext(connection) as queries:
            results.report(match, by=found.two, score=(7, 3))
        about_boards = [query["sql"] for query in queries if Board._meta.db_table in query["sql"]]
        assert len(about_boards) == 1, "whether the match is at one"

    def test_the_log_says_who_and_what(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.two, score=(7, 3)).report
        entry = last_entry(found.match)
        assert (entry.code, entry.by, entry.actor) == ("reported", found.two, Actor.PLAYER)
        assert entry.data.pop("proofs").keys() == {
            f"report:{said.uid}",
            f"report.columns:{said.uid}",
            f"match:{found.match.uid}",
            f"match.columns:{found.match.uid}",
        }
        assert entry.data == {
            "report": said.uid,
            "source": "two",
            "outcome": "played",
            "winner": "one",
            "score": [7, 3],
            "overrides": [],
            "state": "final",
            "settled": "own_loss",
        }

    def test_giving_up_before_the_first_game_is_a_loss_like_any_other(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, outcome="forfeit", winner="two")
        assert said.state is MatchState.FINAL
        assert fresh(found.match).outcome == "forfeit"


class TestTheWinningSide:
    def test_its_report_waits_for_the_grace_period(self) -> None:
        found = factories.open_match(grace_minutes=25)
        before = timezone.now()
        said = results.report(found.match, by=found.one, score=(7, 3))
        assert said.state is MatchState.REPORTED
        assert not fresh(found.match).is_final
        assert said.report.confirm_by is not None
        assert timedelta(0) <= said.report.confirm_by - before - timedelta(minutes=25) < timedelta(minutes=1)
        assert due_at(Job.CONFIRM_OVERDUE, report_id=said.report.pk) == [said.report.confirm_by]
        assert due_at(Job.PAIR, event_id=found.stage.event_id) == []

    def test_the_opponent_is_asked_to_confirm(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(7, 3))
        assert told(found.two) == ["please_confirm"]
        assert told(found.one) == []

    @pytest.mark.parametrize("outcome", ["forfeit", "walkover", "disqualified"])
    def test_silence_never_confirms_that_the_opponent_did_not_play(self, outcome: str) -> None:
        found = factories.open_match()
        score = (0, 0) if outcome == "disqualified" else None
        said = results.report(found.match, by=found.one, outcome=outcome, winner="one", score=score)
        assert said.state is MatchState.REPORTED
        assert said.report.confirm_by is None
        assert due_at(Job.CONFIRM_OVERDUE, report_id=said.report.pk) == []

    def test_nobody_takes_the_opponent_down_by_a_double_forfeit(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, outcome="double_forfeit")
        assert (said.state, said.report.confirm_by) == (MatchState.REPORTED, None)

    def test_a_newer_report_replaces_the_unanswered_one(self) -> None:
        found = factories.open_match()
        first = results.report(found.match, by=found.one, score=(7, 3)).report
        second = results.report(found.match, by=found.one, score=(7, 4)).report
        assert first != second
        assert situation(fresh(found.match)).waiting == second

    def test_it_may_still_admit_the_loss(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(7, 3))
        said = results.report(found.match, by=found.one, score=(3, 7))
        assert said.state is MatchState.FINAL
        assert fresh(found.match).winner == "two"


class TestTheGames:
    def test_they_are_kept_as_the_scoresheet_says_them(self) -> None:
        found = factories.open_match(5)
        played = games("1g2 2s1 2s2d 1s1")
        said = results.report(found.match, by=found.one, games=played).report
        assert said.has_games
        assert (said.score, said.counted, said.crawford_game) == ((5, 3), (5, 3), 1)
        assert [line.game for line in scoresheet(said).lines] == list(played)
        assert [game.number for game in said.games.all()] == [1, 2, 3, 4]

    def test_the_true_score_is_kept_beside_the_counted_one(self) -> None:
        found = factories.open_match(7)
        said = results.report(found.match, by=found.two, games=games("1g4")).report
        assert (said.score, said.counted) == ((8, 0), (7, 0))

    def test_a_partial_score_is_kept_as_it_is(self) -> None:
        found = factories.open_match(7)
        said = results.report(found.match, by=found.one, score=(3, 2), outcome="retired", winner="one").report
        assert (said.score, said.outcome, said.winner) == ((3, 2), "retired", "one")


class TestADirector:
    def test_is_final_at_once_and_both_players_are_told(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.director, score=(7, 3))
        assert said.state is MatchState.FINAL
        assert (said.report.source, fresh(found.match).settled) == (Source.DIRECTOR, Settled.DIRECTOR)
        assert told(found.one) == told(found.two) == ["opponent_reported"]

    def test_decides_over_a_report_that_waits(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.one, score=(7, 3))
        results.report(found.match, by=found.director, score=(5, 7))
        assert fresh(found.match).winner == "two"

    def test_enters_a_slip_signed_by_both(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.director, source="signed", score=(7, 3))
        assert said.state is MatchState.FINAL
        assert fresh(found.match).settled == Settled.SIGNED

    def test_where_the_desk_enters_slips_a_director_still_speaks_as_one(self) -> None:
        for who, settled in (("director", Settled.DIRECTOR), ("clerk", Settled.SIGNED)):
            found = factories.open_match()
            tournament = found.stage.event.tournament
            clerk = factories.clerk(tournament)
            with pytest.raises(NotYourMatch):
                results.report(found.match, by=clerk, score=(7, 3))
            lifecycle.change_tournament(tournament, by=found.director, desk_enters_slips=True)
            by = {"director": found.director, "clerk": clerk}[who]
            results.report(Match.objects.get(pk=found.match.pk), by=by, score=(7, 3))
            assert fresh(found.match).settled == settled

    @pytest.mark.both_databases
    def test_who_plays_the_match_speaks_for_the_own_side_only(self) -> None:
        found = factories.open_match()
        tournament = found.stage.event.tournament
        lifecycle.appoint(tournament, found.one, kind=RoleKind.DIRECTOR, by=found.director)
        with pytest.raises(OwnMatchRuling):
            results.report(found.match, by=found.one, source="director", score=(7, 3))
        with pytest.raises(SlipNeedsDirector):
            results.report(found.match, by=found.one, source="signed", score=(7, 3))
        assert results.report(found.match, by=found.one, score=(7, 3)).state is MatchState.REPORTED

    def test_lets_a_double_in_the_crawford_game_stand_with_a_reason(self) -> None:
        found = factories.open_match(5)
        played = games("2g2 1s2 1s1 1s2")
        with pytest.raises(ReportRefused) as refused:
            results.report(found.match, by=found.director, games=played)
        assert refused.value.code == "cube_in_crawford"
        assert refused.value.can_override
        said = results.report(
            found.match,
            by=found.director,
            games=played,
            overrides=["cube_in_crawford"],
            reason="The next game had begun.",
        ).report
        assert said.score == (5, 4)
        assert said.reason == "The next game had begun."
        assert [override["code"] for override in said.overrides] == ["cube_in_crawford"]
        assert last_entry(found.match).data["overrides"] == ["cube_in_crawford"]

    def test_needs_a_reason_to_overrule(self) -> None:
        found = factories.open_match(5)
        with pytest.raises(ReasonMissing):
            results.report(found.match, by=found.director, score=(70, 3), overrides=["winner_past_length"])

    @pytest.mark.parametrize(
        ("code", "said"),
        [
            ("two_winners", {"score": (7, 7)}),
            ("negative_score", {"score": (7, -1)}),
            ("winner_missing", {"score": (3, 2), "outcome": "retired"}),
            ("winner_given", {"outcome": "double_forfeit", "winner": "one"}),
            ("cube_not_power_of_two", {"games": games("1s0")}),
        ],
    )
    def test_cannot_overrule_what_cannot_exist(self, code: str, said: dict[str, object]) -> None:
        found = factories.open_match(7)
        with pytest.raises(ReportRefused) as refused:
            results.report(found.match, by=found.director, overrides=[code], reason="So be it.", **said)  # type: ignore[arg-type]
        assert code in {one.code for one in refused.value.refusals}

    @pytest.mark.both_databases
    def test_names_the_winner_of_a_score_that_does_not(self) -> None:
        found = factories.open_match(7)
        with pytest.raises(ReportRefused) as refused:
            results.report(
                found.match, by=found.director, score=(5, 3), overrides=["not_finished"], reason="Shortened."
            )
        assert refused.value.code == "winner_missing"
        said = results.report(
            found.match,
            by=found.director,
            score=(5, 3),
            winner="one",
            overrides=["not_finished"],
            reason="Shortened.",
        ).report
        assert (said.winner, said.counted) == ("one", (5, 3))


class TestWhoMayNotReport:
    @pytest.mark.both_databases
    def test_somebody_who_does_not_play_the_match(self) -> None:
        found = factories.open_match()
        with pytest.raises(NotYourMatch):
            results.report(found.match, by=factories.player(), score=(7, 3))

    def test_a_director_of_another_tournament(self) -> None:
        found, other = factories.open_match(), factories.open_match()
        with pytest.raises(NotYourMatch):
            results.report(found.match, by=other.director, score=(7, 3))

    def test_the_desk_registers_and_does_not_report(self) -> None:
        found = factories.open_match()
        helper = factories.player()
        lifecycle.appoint(found.stage.event.tournament, helper, kind=RoleKind.DESK, by=found.director)
        with pytest.raises(NotYourMatch):
            results.report(found.match, by=helper, score=(7, 3))
        with pytest.raises(SlipNeedsDirector):
            results.report(found.match, by=helper, source="signed", score=(7, 3))

    @pytest.mark.both_databases
    @pytest.mark.parametrize("source", ["two", "together"])
    def test_nobody_speaks_for_the_other_side(self, source: str) -> None:
        found = factories.open_match()
        by = found.one if source == "two" else found.director
        with pytest.raises(NotYourMatch):
            results.report(found.match, by=by, source=source, score=(7, 3))

    @pytest.mark.both_databases
    def test_a_report_is_no_ruling(self) -> None:
        found = factories.open_match()
        with pytest.raises(DirectorOnly):
            results.report(found.match, by=found.director, source="ruling", score=(7, 3))

    @pytest.mark.both_databases
    def test_players_overrule_nothing(self) -> None:
        found = factories.open_match()
        with pytest.raises(DirectorOnly):
            results.report(
                found.match,
                by=found.one,
                score=(70, 3),
                overrides=["winner_past_length"],
                reason="It was 64.",
            )


class TestOnePhoneForBoth:
    def test_is_final_at_once_and_the_other_player_is_told(self) -> None:
        found = factories.open_match()
        said = results.report(found.match, by=found.one, source="together", score=(7, 3))
        assert said.state is MatchState.FINAL
        assert fresh(found.match).settled == Settled.TOGETHER
        assert told(found.two) == ["opponent_reported"]
        assert told(found.one) == []

    @pytest.mark.both_databases
    def test_does_not_speak_against_what_the_opponent_reported_alone(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.two, score=(5, 7))
        with pytest.raises(DifferentReport):
            results.report(found.match, by=found.one, source="together", score=(7, 3))
        assert not fresh(found.match).is_final


class TestTheSameAgain:
    def test_a_double_tap_is_the_same_row(self) -> None:
        found = factories.open_match(5)
        first = results.report(found.match, by=found.one, games=games("1g2 1s1"))
        second = results.report(found.match, by=found.one, games=games("1g2 1s1"))
        assert first == second
        assert log_of(found.match) == ["reported"]
        assert told(found.two) == ["please_confirm"]

    def test_other_games_are_another_report(self) -> None:
        found = factories.open_match(5)
        first = results.report(found.match, by=found.one, games=games("1g2 1s1"))
        second = results.report(found.match, by=found.one, games=games("1s4 1s1"))
        assert first.report != second.report

    def test_games_beside_a_bare_score_are_no_other_games(self) -> None:
        found = factories.open_match(5)
        results.report(found.match, by=found.one, score=(5, 0))
        said = results.report(found.match, by=found.two, games=games("1g2 1s1"))
        assert said.state is MatchState.FINAL
        assert "other_games" not in said.report.remarks

    def test_after_the_end_the_own_report_is_answered_with_its_row(self) -> None:
        found = factories.open_match()
        first = results.report(found.match, by=found.two, score=(7, 3))
        assert results.report(found.match, by=found.two, score=(7, 3)) == first
        assert log_of(found.match) == ["reported"]

    def test_after_the_end_the_same_result_of_the_other_side_adds_nothing(self) -> None:
        found = factories.open_match()
        first = results.report(found.match, by=found.two, score=(7, 3))
        again = results.report(found.match, by=found.one, score=(8, 3))
        assert again == first
        assert found.match.reports.count() == 1

    def test_after_the_end_another_result_is_refused_with_the_way_out(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.two, score=(7, 3))
        with pytest.raises(MatchAlreadyFinal) as refused:
            results.report(found.match, by=found.one, score=(7, 4))
        assert "7-3" in str(refused.value)
        assert "director" in str(refused.value)

    def test_a_director_corrects_instead_of_reporting_anew(self) -> None:
        found = factories.open_match()
        results.report(found.match, by=found.director, score=(7, 3))
        with pytest.raises(MatchAlreadyFinal):
            results.report(found.match, by=found.director, score=(7, 4))


def test_a_cancelled_match_takes_no_report() -> None:
    found = factories.open_match()
    cancel(Pairing.objects.filter(match=found.match))
    with pytest.raises(MatchCancelled):
        results.report(found.match, by=found.one, score=(7, 3))
    assert situation(fresh(found.match)).state is MatchState.CANCELLED


def test_the_log_knows_a_private_link() -> None:
    found = factories.open_match()
    results.report(found.match, by=found.one, score=(7, 3), origin=factories.by_link(found.match, found.one))
    assert last_entry(found.match).actor == Actor.LINK


def test_a_report_is_read_again_when_the_conditions_changed_meanwhile() -> None:
    found = factories.open_match(7)
    stale = Match.objects.get(pk=found.match.pk)
    results.change_length(found.match, by=found.director, length=5, reason="The hall closes.")
    said = results.report(stale, by=found.one, score=(5, 3)).report
    assert (said.length, said.winner) == (5, "one")


class TestWhatNoColumnHolds:
    @pytest.mark.both_databases
    @pytest.mark.parametrize("points", [500_001, 2**31, 2**63, 10**40, -(10**40)])
    def test_a_huge_score_is_refused(self, points: int) -> None:
        found = factories.open_match()
        with pytest.raises(ReportRefused) as refused:
            results.report(found.match, by=found.director, score=(points, 3))
        assert refused.value.code == "number_too_large"

    @pytest.mark.both_databases
    def test_a_huge_cube_is_refused_even_for_a_director(self) -> None:
        found = factories.open_match()
        huge = [GameScore(Side.ONE, Result.BACKGAMMON, 2**40, Ended.BORNE_OFF)]
        with pytest.raises(ReportRefused) as refused:
            results.report(
                found.match, by=found.director, games=huge, overrides=["number_too_large"], reason="It was."
            )
        assert [one.code for one in refused.value.refusals] == ["number_too_large"]

    def test_the_largest_numbers_fit_the_columns(self) -> None:
        found = factories.open_match()
        large = [GameScore(Side.ONE, Result.BACKGAMMON, 2**18, Ended.BORNE_OFF)]
        said = results.report(found.match, by=found.director, games=large).report
        assert Report.objects.get(pk=said.pk).score == (3 * 2**18, 0)

    @pytest.mark.both_databases
    def test_too_many_games_are_refused(self) -> None:
        found = factories.open_match()
        with pytest.raises(ReportRefused) as refused:
            results.report(found.match, by=found.one, games=games("1s1 " * 501))
        assert refused.value.code == "too_many_games"

    def test_a_long_reason_is_refused_and_a_nul_is_left_out(self) -> None:
        found = factories.open_match()
        with pytest.raises(TextTooLong):
            results.report(found.match, by=found.one, score=(7, 3), reason="x" * 501)
        said = results.report(found.match, by=found.one, score=(7, 3), reason="a\x00b").report
        assert said.reason == "ab"


def test_every_outcome_can_be_reported() -> None:
    for outcome in Outcome:
        found = factories.open_match(7)
        score = {Outcome.PLAYED: (3, 7), Outcome.RETIRED: (3, 2)}.get(outcome)
        winner = None if outcome in (Outcome.PLAYED, Outcome.DOUBLE_FORFEIT) else "two"
        results.report(found.match, by=found.director, outcome=outcome, score=score, winner=winner)
        assert fresh(found.match).outcome == outcome
