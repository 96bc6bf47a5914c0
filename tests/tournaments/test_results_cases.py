"""The shared cases of reports, run through `results.report`."""

from __future__ import annotations

from typing import Any

import pytest

from matches.actions import changes
from matches.errors import DifferentReport, InvalidLength, ReportRefused
from matches.models import Match, Player, Settled
from matches.queries import MatchState
from rules.match import Side
from tests import factories
from tests.scoresheets import arguments_of, same_result_cases, score_cases
from tests.tournaments.results_seen import fresh
from tournaments.actions import results
from tournaments.errors.events import InvalidLengths
from tournaments.models import Stage

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

CASES = score_cases()
ODD = [case for case in CASES if case["length"] % 2]


def arranged(case: dict[str, Any]) -> tuple[Match, Player, Player]:
    """An open match under the conditions of a case, with its two players."""
    game = factories.open_match(case["length"])
    one, two = case.get("start_score", (0, 0))
    Match.objects.filter(pk=game.match.pk).update(start_one=one, start_two=two)
    match = fresh(game.match)
    # Past half the length the action would end the match at once; the tally is what is looked at here.
    for penalty in case.get("penalties", ()):
        changes.penalise(match, by=None, **{**penalty, "to": Side(penalty["to"]), "reason": "late"})
    for change in case.get("length_changes", ()):
        results.change_length(match, by=game.director, reason="The hall closes.", **change)
    return match, game.one, game.two


@pytest.mark.parametrize("case", [case for case in ODD if case["accept"]], ids=lambda case: case["id"])
def test_accepted(case: dict[str, Any]) -> None:
    match, one, _ = arranged(case)
    report = results.report(match, by=one, **arguments_of(case)).report
    if case.get("final"):
        assert report.score == tuple(case["final"])
    if case.get("counted"):
        assert report.counted == tuple(case["counted"])
    assert report.crawford_game == case["crawford_game"]
    assert report.remarks == ([case["remark"]] if case.get("remark") else [])
    assert report.winner == (
        case.get("winner") or ("one" if report.counted[0] > report.counted[1] else "two")
    )


@pytest.mark.parametrize("case", [case for case in ODD if not case["accept"]], ids=lambda case: case["id"])
def test_refused_with_the_rule_and_the_way_out(case: dict[str, Any]) -> None:
    match, one, _ = arranged(case)
    with pytest.raises(ReportRefused) as refusal:
        results.report(match, by=one, **arguments_of(case))
    assert refusal.value.code == case["reason"]
    assert all(one.message and one.way_out for one in refusal.value.refusals)
    assert match.reports.count() == 0


@pytest.mark.both_databases
def test_a_match_to_an_even_number_of_points_is_never_made() -> None:
    (even,) = [case for case in CASES if not case["length"] % 2]
    assert even["reason"] == "length_not_odd"
    game = factories.open_match()
    with pytest.raises(InvalidLengths):
        factories.stage(lengths=(even["length"],))
    with pytest.raises(InvalidLength):
        results.change_length(game.match, by=game.director, length=even["length"], reason="As agreed.")
    assert not Stage.objects.filter(lengths=[even["length"]]).exists()


@pytest.mark.both_databases
@pytest.mark.parametrize("case", same_result_cases(), ids=lambda case: case["id"])
def test_the_same_result(case: dict[str, Any]) -> None:
    game = factories.open_match(case["length"])
    # The side that lost by the second report makes it, so that only a difference can keep it open.
    first, second = arguments_of(case["first"]), arguments_of(case["second"])
    results.report(game.match, by=game.one, **first)
    if case["same"]:
        result = results.report(game.match, by=game.two, **second)
        assert result.state is MatchState.FINAL
        assert fresh(game.match).settled == Settled.SAME
        assert ("other_games" in result.report.remarks) == (case["id"] == "other-games-same-score")
        return
    with pytest.raises(DifferentReport):
        results.report(game.match, by=game.two, **second)
    result = results.report(game.match, by=game.two, insist=True, **second)
    if case["id"] == "winner-differs":
        assert (result.state, fresh(game.match).winner) == (MatchState.DISPUTED, "")
    else:
        assert (result.state, fresh(game.match).winner) == (MatchState.SCORE_OPEN, "one")
