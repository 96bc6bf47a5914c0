"""A round without valid pairings waits until the director chooses what to allow."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments import audits
from tournaments.actions import results
from tournaments.actions.draws import attendance, draw, obstacles, progress
from tournaments.actions.draws.obstacles import ChoiceNotOffered
from tournaments.acts.draws import RoundChoice
from tournaments.errors.common import Forbidden
from tournaments.errors.draws import NotDrawn
from tournaments.models import Entrant, LogEntry, Pairing, Seat, Stage
from tournaments.queries.state import stage_state

pytestmark = pytest.mark.django_db


def waiting() -> Stage:
    """A Swiss of four that asks: after two rounds two are away, and the two who are there have met."""
    stage = factories.stage(format="swiss", options={"rounds": 3, "rematches": "ask"})
    factories.entrants(stage.event, 4)
    draw.draw(stage, by=None, seed="ask")
    attendance.hold(stage, by=None, is_held=True)
    win_all(stage)
    first_round = list(
        Seat.objects.filter(stage=stage, round=1).order_by("pairing", "pk").values_list("entrant", flat=True)
    )
    for entrant in Entrant.objects.filter(event=stage.event).exclude(pk__in=first_round[:2]):
        attendance.miss(stage, entrant=entrant, rounds=[2], by=None)
    attendance.hold(stage, by=None, is_held=False)
    return stage


def win_all(stage: Stage) -> None:
    """Side one wins every open match."""
    for match in factories.open_matches(stage):
        results.report(match, by=factories.around(match).director, score=(match.length, 0))
    progress.advance(stage.event)


def codes(stage: Stage) -> list[str]:
    """The codes of what the next round waits for."""
    state = stage_state(stage)
    assert state is not None
    return [problem.code for problem in state.format.obstacles(state.state)]


def round_two(stage: Stage) -> int:
    """How many pairings the second round has."""
    return Pairing.objects.filter(stage=stage, round=2, cancelled_at=None).count()


def is_clean(stage: Stage) -> bool:
    """Whether an audit finds nothing."""
    return audits.is_clean(stage.event.tournament)


def test_nothing_is_drawn_while_the_round_waits() -> None:
    stage = waiting()
    assert codes(stage) == ["round_needs_rematch"]
    assert round_two(stage) == 0
    assert progress.advance(stage.event) == 0
    assert is_clean(stage)


def test_the_rematch_is_played_once_it_is_allowed() -> None:
    stage = waiting()
    obstacles.settle(stage, by=factories.owner(stage.event.tournament), choice=RoundChoice.ALLOW_REMATCHES)
    assert codes(stage) == []
    [pairing] = Pairing.objects.filter(stage=stage, round=2, cancelled_at=None)
    assert pairing.match is not None
    entry = LogEntry.objects.get(code="obstacle_settled")
    assert audits.data_beside_proofs(entry) == {"choice": "allow_rematches"}
    assert is_clean(stage)


def test_as_few_as_possible_sit_out_where_nobody_meets_again() -> None:
    stage = waiting()
    obstacles.settle(stage, by=None, choice=RoundChoice.SIT_OUT)
    byes = Pairing.objects.filter(stage=stage, round=2, cancelled_at=None)
    assert [pairing.match for pairing in byes] == [None, None]
    assert is_clean(stage)


def test_somebody_who_comes_in_makes_the_round_possible_as_well() -> None:
    stage = waiting()
    late = factories.entrant(stage.event, "Lea Late")
    draw.enter_late(stage, entrant=late, by=None)
    assert codes(stage) == []
    assert round_two(stage) == 2
    assert is_clean(stage)


def test_a_choice_that_is_not_offered_is_refused() -> None:
    stage = waiting()
    obstacles.settle(stage, by=None, choice=RoundChoice.SIT_OUT)
    with pytest.raises(ChoiceNotOffered):
        obstacles.settle(stage, by=None, choice=RoundChoice.SIT_OUT)
    with pytest.raises(NotDrawn):
        obstacles.settle(factories.stage(), by=None, choice=RoundChoice.SIT_OUT)


@pytest.mark.both_databases
def test_only_directors_choose() -> None:
    stage = waiting()
    clerk = factories.clerk(stage.event.tournament)
    with pytest.raises(Forbidden):
        obstacles.settle(stage, by=clerk, choice=RoundChoice.SIT_OUT)
    assert round_two(stage) == 0
