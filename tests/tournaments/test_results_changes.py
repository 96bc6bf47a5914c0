"""The start of a match, penalty points and changes of length (M5, M5a, P3)."""

from __future__ import annotations

import pytest

from matches.errors import InvalidLength, InvalidPenalty, MatchAlreadyFinal, ReportRefused, ReportWaits
from matches.models import Settled
from matches.queries import MatchState, conditions, has_begun, length_in_force, scoresheet, situation
from rules.scoresheet import Penalty
from tests import factories
from tests.scoresheets import games
from tests.tournaments.results_seen import fresh, log_of, told
from tournaments.actions import lifecycle, results
from tournaments.actions.errors import Forbidden, OwnMatchRuling, ReasonMissing
from tournaments.models import RoleKind

pytestmark = pytest.mark.django_db


class TestTheStart:
    @pytest.mark.parametrize("who", ["one", "director", "desk"])
    def test_is_stamped_by_a_player_or_at_the_desk(self, who: str) -> None:
        found = factories.open_match()
        helper = factories.player()
        lifecycle.appoint(found.stage.event.tournament, helper, kind=RoleKind.DESK, by=found.director)
        assert not has_begun(fresh(found.match))
        results.start(found.match, by={"one": found.one, "director": found.director, "desk": helper}[who])
        assert has_begun(fresh(found.match))
        assert situation(fresh(found.match)).state is MatchState.PLAYING

    def test_a_second_stamp_changes_nothing(self) -> None:
        found = factories.open_match()
        first = results.start(found.match, by=found.one).started_at
        assert results.start(found.match, by=found.two).started_at == first
        assert log_of(found.match) == ["match_started"]

    def test_is_not_for_strangers_nor_for_matches_that_are_over(self) -> None:
        found = factories.open_match()
        with pytest.raises(Forbidden):
            results.start(found.match, by=factories.player())
        results.report(found.match, by=found.two, score=(7, 3))
        with pytest.raises(MatchAlreadyFinal):
            results.start(found.match, by=found.one)


class TestPenaltyPoints:
    def test_count_from_their_game_on(self) -> None:
        found = factories.open_match(5)
        results.penalise(
            found.match, by=found.director, to="one", points=1, before_game=2, reason="Late from the break."
        )
        with pytest.raises(ReportRefused) as refused:
            results.report(found.match, by=found.two, games=games("1b1 2s1 2s2"))
        assert refused.value.code == "cube_in_crawford"
        said = results.report(found.match, by=found.two, games=games("1b1 2s1 2s1 2s2 1s1")).report
        assert (said.score, said.crawford_game) == ((5, 4), 2)
        assert scoresheet(said).lines[2].before == (4, 1)

    def test_beyond_half_the_length_lose_the_match(self) -> None:
        found = factories.open_match(5)
        results.penalise(found.match, by=found.director, to="two", points=2, reason="10 minutes late.")
        assert not fresh(found.match).is_final
        results.penalise(found.match, by=found.director, to="two", points=1, reason="15 minutes late.")
        match = fresh(found.match)
        assert (match.winner, match.outcome, match.settled) == ("two", "forfeit", Settled.DIRECTOR)
        assert match.accepted_report is not None
        assert match.accepted_report.score == (0, 3)
        assert told(found.one) == told(found.two) == ["forfeited"]
        assert log_of(found.match) == ["penalised", "penalised", "forfeited"]

    def test_in_the_middle_of_a_match_disqualify(self) -> None:
        found = factories.open_match(5)
        results.penalise(found.match, by=found.director, to="two", points=3, before_game=2, reason="Left.")
        assert (fresh(found.match).outcome, fresh(found.match).winner) == ("disqualified", "two")

    def test_may_reach_the_length_by_themselves(self) -> None:
        for before_game, outcome in ((0, "forfeit"), (2, "disqualified")):
            found = factories.open_match(5)
            results.penalise(
                found.match, by=found.director, to="two", points=5, before_game=before_game, reason="Left."
            )
            accepted = fresh(found.match).accepted_report
            assert accepted is not None
            assert (accepted.outcome, accepted.score, accepted.counted) == (outcome, (0, 5), (0, 5))

    def test_for_a_later_game_do_not_count_where_none_was_played(self) -> None:
        found = factories.open_match(7)
        for game in (0, 2):
            results.penalise(
                found.match, by=found.director, to="two", points=1, before_game=game, reason="Late."
            )
        said = results.forfeit(found.match, by=found.one, loser="one")
        assert said.score == (0, 1)
        later = factories.open_match(7)
        results.penalise(later.match, by=later.director, to="two", points=1, before_game=2, reason="Late.")
        assert results.forfeit(later.match, by=later.one, loser="one", outcome="retired").score == (0, 1)

    def test_twice_to_the_word_are_one(self) -> None:
        found = factories.open_match()
        first = results.penalise(found.match, by=found.director, to="two", points=1, reason="Late.")
        assert results.penalise(found.match, by=found.director, to="two", points=1, reason="Late.") == first
        results.penalise(found.match, by=found.director, to="two", points=1, reason="Later still.")
        assert conditions(found.match).opening_score == (0, 2)

    def test_can_be_taken_back(self) -> None:
        found = factories.open_match()
        penalty = results.penalise(found.match, by=found.director, to="two", points=1, reason="Late.")
        with pytest.raises(Forbidden):
            results.take_back(penalty, by=found.one)
        for _ in range(2):
            assert results.take_back(penalty, by=found.director).voided_at is not None
        assert conditions(fresh(found.match)).penalties == ()
        assert log_of(found.match) == ["penalised", "penalty_taken_back"]

    @pytest.mark.parametrize(
        ("points", "before_game"), [(0, 0), (-1, 0), (8, 0), (2**40, 0), (1, -1), (1, 2**40)]
    )
    def test_that_cannot_be_are_refused(self, points: int, before_game: int) -> None:
        found = factories.open_match()
        with pytest.raises(InvalidPenalty) as refused:
            results.penalise(
                found.match,
                by=found.director,
                to="one",
                points=points,
                before_game=before_game,
                reason="Late.",
            )
        assert refused.value.data["game"] == before_game + 1

    def test_need_a_director_who_does_not_play_and_a_reason(self) -> None:
        found = factories.open_match()
        with pytest.raises(Forbidden):
            results.penalise(found.match, by=found.one, to="one", points=1, reason="Late.")
        with pytest.raises(ReasonMissing):
            results.penalise(found.match, by=found.director, to="one", points=1, reason="")
        lifecycle.appoint(found.stage.event.tournament, found.one, kind=RoleKind.DIRECTOR, by=found.director)
        with pytest.raises(OwnMatchRuling):
            results.penalise(found.match, by=found.one, to="one", points=1, reason="Late.")

    def test_come_before_the_report(self) -> None:
        found = factories.open_match()
        penalty = results.penalise(found.match, by=found.director, to="one", points=1, reason="Late.")
        results.report(found.match, by=found.one, score=(7, 3))
        with pytest.raises(ReportWaits):
            results.penalise(found.match, by=found.director, to="two", points=1, reason="Late too.")
        with pytest.raises(ReportWaits):
            results.take_back(penalty, by=found.director)


class TestTheLength:
    def test_can_be_set_before_the_first_game(self) -> None:
        found = factories.open_match(7)
        results.change_length(found.match, by=found.director, length=5, reason="The hall closes.")
        assert (fresh(found.match).length, length_in_force(fresh(found.match))) == (5, 5)
        assert results.report(found.match, by=found.two, score=(5, 3)).report.length == 5

    def test_can_be_set_in_the_middle_and_crawford_follows(self) -> None:
        found = factories.open_match(7)
        results.change_length(found.match, by=found.director, length=5, before_game=2, reason="Late.")
        match = fresh(found.match)
        assert (match.length, length_in_force(match)) == (7, 5)
        said = results.report(found.match, by=found.two, games=games("1g2 2s2 1s1")).report
        assert (said.crawford_game, said.counted, said.length) == (2, (5, 2), 5)

    def test_at_or_below_a_score_is_refused(self) -> None:
        found = factories.open_match(7)
        results.penalise(found.match, by=found.director, to="one", points=3, reason="Late.")
        with pytest.raises(InvalidLength):
            results.change_length(found.match, by=found.director, length=3, reason="The hall closes.")
        results.change_length(
            found.match, by=found.director, length=5, before_game=2, reason="The hall closes."
        )
        with pytest.raises(ReportRefused) as refused:
            results.report(found.match, by=found.two, games=games("1s1 1s1 2s1"))
        assert refused.value.code == "length_below_score"

    @pytest.mark.parametrize("length", [0, -1, 4, 100, 101, 2**40])
    def test_is_an_odd_number(self, length: int) -> None:
        found = factories.open_match()
        with pytest.raises(InvalidLength):
            results.change_length(found.match, by=found.director, length=length, reason="As agreed.")

    @pytest.mark.parametrize("before_game", [-1, 198, 2**40])
    def test_begins_with_a_game_that_a_match_can_have(self, before_game: int) -> None:
        found = factories.open_match()
        with pytest.raises(InvalidLength) as refused:
            results.change_length(
                found.match, by=found.director, length=5, before_game=before_game, reason="As agreed."
            )
        assert refused.value.data["game"] == before_game + 1

    def test_of_two_changes_before_the_same_game_the_newer_counts(self) -> None:
        found = factories.open_match(7)
        results.change_length(found.match, by=found.director, length=3, before_game=2, reason="Slip.")
        results.change_length(found.match, by=found.director, length=9, before_game=2, reason="Not 3.")
        assert [change.length for change in conditions(fresh(found.match)).length_changes] == [9]

    def test_twice_is_one_change(self) -> None:
        found = factories.open_match(7)
        first = results.change_length(found.match, by=found.director, length=5, reason="Late.")
        assert results.change_length(found.match, by=found.director, length=5, reason="Late.") == first
        assert log_of(found.match) == ["length_changed"]

    def test_stays_once_a_result_is_reported(self) -> None:
        found = factories.open_match(7)
        results.report(found.match, by=found.one, score=(7, 3))
        with pytest.raises(ReportWaits):
            results.change_length(found.match, by=found.director, length=5, reason="Late.")

    def test_is_a_directors_matter(self) -> None:
        found = factories.open_match(7)
        with pytest.raises(Forbidden):
            results.change_length(found.match, by=found.one, length=5, reason="Late.")


def test_the_conditions_hold_every_penalty_in_force() -> None:
    found = factories.open_match(7)
    results.penalise(found.match, by=found.director, to="two", points=1, before_game=1, reason="Late.")
    (penalty,) = conditions(fresh(found.match)).penalties
    assert penalty == Penalty(1, penalty.to, 1)
