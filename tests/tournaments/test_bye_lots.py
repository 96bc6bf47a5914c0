"""Bye lots: the desk sets them, the draw uses them, an announcement fixes them."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments import audits
from tournaments.actions import results
from tournaments.actions.draws import byes, draw, progress
from tournaments.actions.entrants import registration
from tournaments.errors.common import Forbidden, InvalidFields
from tournaments.errors.draws import AlreadyCommitted
from tournaments.errors.entrants import HasWithdrawn
from tournaments.models import Entrant, LogEntry, Pairing, Stage
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.draw_input import redraw
from tournaments.queries.draws.round_files import round_file
from tournaments.queries.state import stage_state

pytestmark = pytest.mark.django_db


def bye_holders(stage: Stage) -> set[str]:
    """The uids of those who have a bye in the first round."""
    pairings = Pairing.objects.filter(stage=stage, round=1, match=None, cancelled_at=None)
    return set(pairings.values_list("seats__entrant__uid", flat=True))


def test_they_are_set_at_the_desk_and_logged() -> None:
    entrant = factories.entrant(factories.event())
    byes.set_lots(entrant, by=factories.owner(entrant.event.tournament), lots=2)
    byes.set_lots(entrant, by=None, lots=2)
    entrant.refresh_from_db()
    assert entrant.bye_lots == 2
    entry = LogEntry.objects.get(code="bye_lots_set")
    assert audits.data_beside_proofs(entry) == {"lots": 2}


@pytest.mark.both_databases
def test_there_are_a_hundred_at_most() -> None:
    entrant = factories.entrant(factories.event())
    with pytest.raises(InvalidFields):
        byes.set_lots(entrant, by=None, lots=101)


def test_strangers_and_those_who_left_have_none() -> None:
    entrant = factories.entrant(factories.event())
    with pytest.raises(Forbidden):
        byes.set_lots(entrant, by=factories.player(), lots=2)
    registration.withdraw(entrant, by=None)
    with pytest.raises(HasWithdrawn):
        byes.set_lots(entrant, by=None, lots=2)


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_whoever_has_no_lot_has_a_bye_only_when_all_others_have_one(seed: str) -> None:
    stage = factories.stage()
    entrants = factories.entrants(stage.event, 5)
    for entrant in entrants[:2]:
        byes.set_lots(entrant, by=None, lots=0)
    draw.draw(stage, by=None, seed=seed)
    assert bye_holders(stage) == {entrant.uid for entrant in entrants[2:]}


def test_the_draw_keeps_the_lots_it_saw_and_is_repeated_from_them() -> None:
    stage = factories.stage()
    entrants = factories.entrants(stage.event, 3)
    byes.set_lots(entrants[1], by=None, lots=100)
    row = draw.draw(stage, by=None, seed="lots")
    lots = {entry["uid"]: entry["bye_lots"] for entry in row.input["entries"]}
    assert lots == {entrants[0].uid: 1, entrants[1].uid: 100, entrants[2].uid: 1}
    byes.set_lots(entrants[1], by=None, lots=0)
    assert redraw(row).lines == tuple(row.placement)
    assert not findings(stage.event.tournament)


def test_a_draw_of_an_earlier_release_knows_no_lots_and_is_repeated_as_well() -> None:
    stage = factories.drawn_stage(5)
    row = stage.draws.get()
    entries = [
        {name: value for name, value in entry.items() if name != "bye_lots"} for entry in row.input["entries"]
    ]
    row.input = {"options": row.input["options"], "entries": entries}
    assert redraw(row).lines == tuple(row.placement)


def test_an_announced_draw_has_its_lots() -> None:
    stage = factories.stage()
    entrants = factories.entrants(stage.event, 3)
    draw.commit(stage, by=None)
    with pytest.raises(AlreadyCommitted):
        byes.set_lots(entrants[0], by=None, lots=2)
    # Whoever came since is not in it, and enters late.
    byes.set_lots(factories.entrant(stage.event, "Late Comer"), by=None, lots=2)
    draw.take_back(stage, by=None, reason="The lots were missing.")
    byes.set_lots(entrants[0], by=None, lots=2)
    announcement = draw.commit(stage, by=None)
    assert {entry["uid"]: entry["bye_lots"] for entry in announcement.input["entries"]}[entrants[0].uid] == 2


def test_in_a_swiss_whoever_has_no_lot_has_the_bye_last() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 2})
    entrants = factories.entrants(stage.event, 5)
    first_three = entrants[:3]
    for entrant in first_three:
        byes.set_lots(entrant, by=None, lots=0)
    draw.draw(stage, by=None, seed="swiss")
    for match in factories.open_matches(stage):
        results.report(match, by=factories.around(match).director, score=(match.length, 0))
    progress.advance(stage.event)
    with_bye = Entrant.objects.filter(seats__pairing__match=None, seats__pairing__stage=stage)
    assert with_bye.count() == 2
    assert not set(with_bye) & set(first_three)
    state = stage_state(stage)
    assert state is not None
    assert {entry.uid for entry in state.state.entries if entry.bye_lots == 0} == {
        entrant.uid for entrant in first_three
    }


@pytest.mark.parametrize("code", ["swiss", "monrad", "random_rounds"])
def test_lots_that_are_set_later_change_no_round_before(code: str) -> None:
    """The audit, the file of the round and the reason of the bye know the lots with which it was paired."""
    stage = factories.stage(format=code)
    factories.entrants(stage.event, 5)
    draw.draw(stage, by=None, seed="lots")
    factories.play_open_matches(stage)
    files = [round_file(stage, number) for number in (1, 2)]
    results.start(factories.open_matches(stage)[0], by=None)
    holders = Entrant.objects.filter(seats__pairing__in=Pairing.objects.filter(stage=stage, match=None))
    for number, entrant in enumerate(holders.order_by("pk")):
        byes.set_lots(entrant, by=None, lots=0)
        assert audits.is_clean(stage.event.tournament)
        byes.set_lots(entrant, by=None, lots=3 * number)
    stage.refresh_from_db()
    assert [round_file(stage, number) for number in (1, 2)] == files
    factories.play_open_matches(stage)
    assert audits.is_clean(stage.event.tournament)
