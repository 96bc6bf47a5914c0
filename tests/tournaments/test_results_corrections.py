"""Corrections by a director, and matches that are not played out."""

from __future__ import annotations

import pytest

from matches.errors import DisputeIsOpen, MatchAlreadyFinal, MatchNotFinal
from matches.models import Settled
from tests import factories
from tests.tournaments.results_seen import due_at, fresh, last_entry, log_of, notices_to
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.events import lifecycle
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.draws import MatchBegun
from tournaments.errors.results import OwnMatchRuling
from tournaments.models import Pairing, RoleKind, Stage
from tournaments.queue import Job

pytestmark = pytest.mark.django_db


def game_with_result(*, n: int = 2) -> factories.OpenMatch:
    """A match that side one has won 7-3, its follow-up paired."""
    game = factories.open_match(n=n)
    results.report(game.match, by=game.two, score=(7, 3))
    progress.advance(game.stage.event)
    return game


def later(game: factories.OpenMatch) -> Pairing:
    """The pairing of the second round that is not cancelled."""
    return Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None)


class TestACorrection:
    def test_replaces_the_result_and_keeps_what_was_said(self) -> None:
        game = game_with_result()
        was = fresh(game.match)
        ruling = results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
        match = fresh(game.match)
        assert (match.winner, match.settled, match.final_at) == ("two", Settled.CORRECTION, was.final_at)
        assert match.accepted_report == ruling.report
        assert match.reports.count() == 2
        assert (ruling.dispute, ruling.by, ruling.reason) == (None, game.director, "Sides mixed up.")

    def test_is_told_and_logged(self) -> None:
        game = game_with_result()
        ruling = results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
        assert "corrected" in notices_to(game.one)
        assert "corrected" in notices_to(game.two)
        entry = last_entry(game.match)
        assert (entry.code, entry.by, entry.data["ruling"]) == ("corrected", game.director, ruling.uid)

    def test_of_the_winner_pairs_anew(self) -> None:
        game = game_with_result(n=3)
        before = later(game)
        results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
        before.refresh_from_db()
        assert before.cancelled_at is not None
        assert before.match is not None
        assert fresh(before.match).cancelled_at is not None
        assert game.match.two in {seat.entrant.side for seat in later(game).seats.all()}

    @pytest.mark.parametrize("begun_by", ["start", "report"])
    def test_of_the_winner_is_refused_once_a_match_that_follows_has_begun(self, begun_by: str) -> None:
        game = game_with_result(n=3)
        following = later(game)
        assert following.match is not None
        if begun_by == "start":
            results.start(following.match, by=game.director)
        else:
            results.report(following.match, by=factories.around(following.match).one, score=(7, 3))
        with pytest.raises(MatchBegun):
            results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
        assert fresh(game.match).winner == "one"
        assert game.match.rulings.count() == 0

    def test_of_the_score_alone_is_possible_all_the_same(self) -> None:
        game = game_with_result(n=3)
        following = later(game)
        assert following.match is not None
        results.start(following.match, by=game.director)
        results.correct(game.match, by=game.director, reason="It was 7-5.", score=(7, 5))
        report = fresh(game.match).accepted_report
        assert report is not None
        assert report.score == (7, 5)
        assert later(game) == following

    def test_renews_the_frozen_standings(self) -> None:
        game = game_with_result()
        results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
        standings = Stage.objects.get(pk=game.stage.pk).standings
        first = standings["places"][0]["entrant"]
        assert game.match.two.entrants.get().uid == first

    def test_twice_is_one_correction(self) -> None:
        game = game_with_result()
        first = results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
        assert results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7)) == first
        assert log_of(game.match) == ["reported", "corrected"]

    def test_of_the_same_result_for_another_reason_keeps_both_reasons(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.two, score=(7, 3))
        for reason in ("Mistyped.", "Mistyped, and the opponent agrees."):
            results.correct(game.match, by=game.director, reason=reason, score=(7, 4))
        reasons = [ruling.reason for ruling in game.match.rulings.order_by("pk")]
        assert reasons == ["Mistyped.", "Mistyped, and the opponent agrees."]

    def test_can_be_corrected_again(self) -> None:
        game = game_with_result()
        results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
        results.correct(game.match, by=game.director, reason="They were not.", score=(7, 3))
        assert fresh(game.match).winner == "one"

    def test_needs_a_final_result_a_reason_and_a_director(self) -> None:
        game = factories.open_match()
        with pytest.raises(MatchNotFinal):
            results.correct(game.match, by=game.director, reason="Sides mixed up.", score=(3, 7))
        results.report(game.match, by=game.two, score=(7, 3))
        with pytest.raises(ReasonMissing):
            results.correct(game.match, by=game.director, reason="", score=(3, 7))
        with pytest.raises(Forbidden):
            results.correct(game.match, by=game.one, reason="Sides mixed up.", score=(3, 7))
        lifecycle.appoint(game.stage.event.tournament, game.two, kind=RoleKind.DIRECTOR, by=game.director)
        with pytest.raises(OwnMatchRuling):
            results.correct(game.match, by=game.two, reason="Sides mixed up.", score=(3, 7))


class TestAForfeit:
    @pytest.mark.both_databases
    def test_is_decided_by_a_director_with_a_reason(self) -> None:
        game = factories.open_match()
        report = results.forfeit(game.match, by=game.director, loser="two", reason="Did not come.")
        match = fresh(game.match)
        assert (match.winner, match.outcome, match.settled) == ("one", "forfeit", Settled.DIRECTOR)
        assert (report.score, report.reason) == ((0, 0), "Did not come.")
        assert notices_to(game.one) == notices_to(game.two) == ["forfeited"]
        assert last_entry(game.match).code == "forfeited"
        assert due_at(Job.PAIR, event_id=game.stage.event_id)
        with pytest.raises(ReasonMissing):
            results.forfeit(factories.open_match().match, by=None, loser="two")

    def test_of_both_has_no_winner(self) -> None:
        game = factories.open_match()
        results.forfeit(game.match, by=game.director, loser=None, reason="Nobody came.")
        assert (fresh(game.match).winner, fresh(game.match).outcome) == ("", "double_forfeit")

    def test_may_be_a_walkover_or_a_match_broken_off(self) -> None:
        for outcome, score in (("walkover", None), ("retired", (4, 2)), ("disqualified", None)):
            game = factories.open_match()
            report = results.forfeit(
                game.match, by=game.director, loser="one", outcome=outcome, score=score, reason="So it was."
            )
            assert (report.outcome, report.winner, report.score) == (outcome, "two", score or (0, 0))

    def test_of_the_own_match_needs_no_director(self) -> None:
        game = factories.open_match()
        results.forfeit(game.match, by=game.two, loser="two")
        assert fresh(game.match).settled == Settled.OWN_LOSS

    def test_of_the_opponent_is_not_for_a_player(self) -> None:
        game = factories.open_match()
        for loser in ("two", None):
            with pytest.raises(OwnMatchRuling):
                results.forfeit(game.match, by=game.one, loser=loser, reason="Did not come.")
        with pytest.raises(Forbidden):
            results.forfeit(game.match, by=factories.player(), loser="two", reason="Did not come.")

    def test_twice_is_one_and_another_is_refused(self) -> None:
        game = factories.open_match()
        first = results.forfeit(game.match, by=game.director, loser="two", reason="Did not come.")
        assert results.forfeit(game.match, by=game.director, loser="two", reason="Did not come.") == first
        with pytest.raises(MatchAlreadyFinal):
            results.forfeit(game.match, by=game.director, loser="one", reason="Did not come.")

    def test_does_not_pass_over_a_dispute(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        results.dispute(report, by=game.two, reason="I won.")
        with pytest.raises(DisputeIsOpen):
            results.forfeit(game.match, by=game.director, loser="two", reason="Enough.")
        results.forfeit(game.match, by=game.two, loser="two")
        assert fresh(game.match).is_final
        assert not game.match.disputes.get().is_open
