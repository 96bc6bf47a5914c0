"""The start of a match, penalty points and changes of length (M5, M5a, P3)."""

from __future__ import annotations

import pytest

from matches.errors import InvalidLength, InvalidPenalty, MatchAlreadyFinal, ReportRefused, ReportWaits
from matches.models import Settled
from matches.queries import MatchState, conditions, has_begun, length_in_force, scoresheet, situation
from rules.scoresheet import Penalty
from tests import factories
from tests.scoresheets import games
from tests.tournaments.results_seen import fresh, log_of, notices_to
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.results import OwnMatchRuling
from tournaments.models import RoleKind

pytestmark = pytest.mark.django_db


class TestTheStart:
    @pytest.mark.parametrize("who", ["one", "director", "desk"])
    def test_is_stamped_by_a_player_or_at_the_desk(self, who: str) -> None:
        game = factories.open_match()
        helper = factories.player()
        lifecycle.appoint(game.stage.event.tournament, helper, kind=RoleKind.DESK, by=game.director)
        assert not has_begun(fresh(game.match))
        results.start(game.match, by={"one": game.one, "director": game.director, "desk": helper}[who])
        assert has_begun(fresh(game.match))
        assert situation(fresh(game.match)).state is MatchState.PLAYING

    def test_a_second_stamp_changes_nothing(self) -> None:
        game = factories.open_match()
        first = results.start(game.match, by=game.one).started_at
        assert results.start(game.match, by=game.two).started_at == first
        assert log_of(game.match) == ["match_started"]

    def test_is_not_for_strangers_nor_for_matches_that_are_over(self) -> None:
        game = factories.open_match()
        with pytest.raises(Forbidden):
            results.start(game.match, by=factories.player())
        results.report(game.match, by=game.two, score=(7, 3))
        with pytest.raises(MatchAlreadyFinal):
            results.start(game.match, by=game.one)


class TestPenaltyPoints:
    def test_count_from_their_game_on(self) -> None:
        game = factories.open_match(5)
        results.penalise(
            game.match, by=game.director, to="one", points=1, before_game=2, reason="Late from the break."
        )
        with pytest.raises(ReportRefused) as refusal:
            results.report(game.match, by=game.two, games=games("1b1 2s1 2s2"))
        assert refusal.value.code == "cube_in_crawford"
        report = results.report(game.match, by=game.two, games=games("1b1 2s1 2s1 2s2 1s1")).report
        assert (report.score, report.crawford_game) == ((5, 4), 2)
        assert scoresheet(report).lines[2].before == (4, 1)

    def test_beyond_half_the_length_lose_the_match(self) -> None:
        game = factories.open_match(5)
        results.penalise(game.match, by=game.director, to="two", points=2, reason="10 minutes late.")
        assert not fresh(game.match).is_final
        results.penalise(game.match, by=game.director, to="two", points=1, reason="15 minutes late.")
        match = fresh(game.match)
        assert (match.winner, match.outcome, match.settled) == ("two", "forfeit", Settled.DIRECTOR)
        assert match.accepted_report is not None
        assert match.accepted_report.score == (0, 3)
        assert notices_to(game.one) == notices_to(game.two) == ["forfeited"]
        assert log_of(game.match) == ["penalised", "penalised", "forfeited"]

    def test_in_the_middle_of_a_match_disqualify(self) -> None:
        game = factories.open_match(5)
        results.penalise(game.match, by=game.director, to="two", points=3, before_game=2, reason="Left.")
        assert (fresh(game.match).outcome, fresh(game.match).winner) == ("disqualified", "two")

    def test_may_reach_the_length_by_themselves(self) -> None:
        for before_game, outcome in ((0, "forfeit"), (2, "disqualified")):
            game = factories.open_match(5)
            results.penalise(
                game.match, by=game.director, to="two", points=5, before_game=before_game, reason="Left."
            )
            report = fresh(game.match).accepted_report
            assert report is not None
            assert (report.outcome, report.score, report.counted) == (outcome, (0, 5), (0, 5))

    def test_for_a_later_game_do_not_count_where_none_was_played(self) -> None:
        game = factories.open_match(7)
        for before in (0, 2):
            results.penalise(
                game.match, by=game.director, to="two", points=1, before_game=before, reason="Late."
            )
        report = results.forfeit(game.match, by=game.one, loser="one")
        assert report.score == (0, 1)
        later = factories.open_match(7)
        results.penalise(later.match, by=later.director, to="two", points=1, before_game=2, reason="Late.")
        assert results.forfeit(later.match, by=later.one, loser="one", outcome="retired").score == (0, 1)

    def test_twice_to_the_word_are_one(self) -> None:
        game = factories.open_match()
        first = results.penalise(game.match, by=game.director, to="two", points=1, reason="Late.")
        assert results.penalise(game.match, by=game.director, to="two", points=1, reason="Late.") == first
        results.penalise(game.match, by=game.director, to="two", points=1, reason="Later still.")
        assert conditions(game.match).opening_score == (0, 2)

    def test_can_be_taken_back(self) -> None:
        game = factories.open_match()
        penalty = results.penalise(game.match, by=game.director, to="two", points=1, reason="Late.")
        with pytest.raises(Forbidden):
            results.take_back(penalty, by=game.one)
        for _ in range(2):
            assert results.take_back(penalty, by=game.director).voided_at is not None
        assert conditions(fresh(game.match)).penalties == ()
        assert log_of(game.match) == ["penalised", "penalty_taken_back"]

    @pytest.mark.parametrize(
        ("points", "before_game"), [(0, 0), (-1, 0), (8, 0), (2**40, 0), (1, -1), (1, 2**40)]
    )
    def test_that_cannot_be_are_refused(self, points: int, before_game: int) -> None:
        game = factories.open_match()
        with pytest.raises(InvalidPenalty) as refusal:
            results.penalise(
                game.match,
                by=game.director,
                to="one",
                points=points,
                before_game=before_game,
                reason="Late.",
            )
        assert refusal.value.data["game"] == before_game + 1

    def test_need_a_director_who_does_not_play_and_a_reason(self) -> None:
        game = factories.open_match()
        with pytest.raises(Forbidden):
            results.penalise(game.match, by=game.one, to="one", points=1, reason="Late.")
        with pytest.raises(ReasonMissing):
            results.penalise(game.match, by=game.director, to="one", points=1, reason="")
        lifecycle.appoint(game.stage.event.tournament, game.one, kind=RoleKind.DIRECTOR, by=game.director)
        with pytest.raises(OwnMatchRuling):
            results.penalise(game.match, by=game.one, to="one", points=1, reason="Late.")

    def test_come_before_the_report(self) -> None:
        game = factories.open_match()
        penalty = results.penalise(game.match, by=game.director, to="one", points=1, reason="Late.")
        results.report(game.match, by=game.one, score=(7, 3))
        with pytest.raises(ReportWaits):
            results.penalise(game.match, by=game.director, to="two", points=1, reason="Late too.")
        with pytest.raises(ReportWaits):
            results.take_back(penalty, by=game.director)

    def test_and_a_start_is_taken_back_before_it_which_the_refusal_names(self) -> None:
        game = factories.open_match()
        results.start(game.match, by=game.director)
        results.report(game.match, by=game.one, score=(7, 3))
        with pytest.raises(ReportWaits, match="its start"):
            results.take_back_start(game.match, by=game.director)


class TestTheLength:
    def test_can_be_set_before_the_first_game(self) -> None:
        game = factories.open_match(7)
        results.change_length(game.match, by=game.director, length=5, reason="The hall closes.")
        assert (fresh(game.match).length, length_in_force(fresh(game.match))) == (5, 5)
        assert results.report(game.match, by=game.two, score=(5, 3)).report.length == 5

    def test_can_be_set_in_the_middle_and_crawford_follows(self) -> None:
        game = factories.open_match(7)
        results.change_length(game.match, by=game.director, length=5, before_game=2, reason="Late.")
        match = fresh(game.match)
        assert (match.length, length_in_force(match)) == (7, 5)
        report = results.report(game.match, by=game.two, games=games("1g2 2s2 1s1")).report
        assert (report.crawford_game, report.counted, report.length) == (2, (5, 2), 5)

    def test_at_or_below_a_score_is_refused(self) -> None:
        game = factories.open_match(7)
        results.penalise(game.match, by=game.director, to="one", points=3, reason="Late.")
        with pytest.raises(InvalidLength):
            results.change_length(game.match, by=game.director, length=3, reason="The hall closes.")
        results.change_length(
            game.match, by=game.director, length=5, before_game=2, reason="The hall closes."
        )
        with pytest.raises(ReportRefused) as refusal:
            results.report(game.match, by=game.two, games=games("1s1 1s1 2s1"))
        assert refusal.value.code == "length_below_score"

    @pytest.mark.parametrize("length", [0, -1, 4, 100, 101, 2**40])
    def test_is_an_odd_number(self, length: int) -> None:
        game = factories.open_match()
        with pytest.raises(InvalidLength):
            results.change_length(game.match, by=game.director, length=length, reason="As agreed.")

    @pytest.mark.parametrize("before_game", [-1, 198, 2**40])
    def test_begins_with_a_game_that_a_match_can_have(self, before_game: int) -> None:
        game = factories.open_match()
        with pytest.raises(InvalidLength) as refusal:
            results.change_length(
                game.match, by=game.director, length=5, before_game=before_game, reason="As agreed."
            )
        assert refusal.value.data["game"] == before_game + 1

    def test_of_two_changes_before_the_same_game_the_newer_counts(self) -> None:
        game = factories.open_match(7)
        results.change_length(game.match, by=game.director, length=3, before_game=2, reason="Slip.")
        results.change_length(game.match, by=game.director, length=9, before_game=2, reason="Not 3.")
        assert [change.length for change in conditions(fresh(game.match)).length_changes] == [9]

    def test_twice_is_one_change(self) -> None:
        game = factories.open_match(7)
        first = results.change_length(game.match, by=game.director, length=5, reason="Late.")
        assert results.change_length(game.match, by=game.director, length=5, reason="Late.") == first
        assert log_of(game.match) == ["length_changed"]

    def test_stays_once_a_result_is_reported(self) -> None:
        game = factories.open_match(7)
        results.report(game.match, by=game.one, score=(7, 3))
        with pytest.raises(ReportWaits):
            results.change_length(game.match, by=game.director, length=5, reason="Late.")

    def test_is_a_directors_matter(self) -> None:
        game = factories.open_match(7)
        with pytest.raises(Forbidden):
            results.change_length(game.match, by=game.one, length=5, reason="Late.")


def test_the_conditions_hold_every_penalty_in_force() -> None:
    game = factories.open_match(7)
    results.penalise(game.match, by=game.director, to="two", points=1, before_game=1, reason="Late.")
    (penalty,) = conditions(fresh(game.match)).penalties
    assert penalty == Penalty(1, penalty.to, 1)
