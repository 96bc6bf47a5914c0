"""Corrections that follow each other: each is undone for itself, and no decision outlives the correction that made it."""

from __future__ import annotations

import pytest

from tests import factories
from tests.remembered import remembered
from tests.tournaments.results_seen import fresh
from tests.tournaments.test_correction_sequels import bracket, correct, here, is_clean, play_round, structure
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress, stage_settings
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.errors.draws import NobodyHasWon, SequelMissing
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Pairing, Stage, StageEntry, TableUse
from tournaments.queries.audit.checks import FindingCode, findings

pytestmark = pytest.mark.django_db


@remembered
def swiss(n: int = 8) -> Stage:
    """A drawn Swiss whose first round is open."""
    event = factories.event()
    factories.entrants(event, n)
    stage = factories.stage(event, format="swiss", options={"rounds": 3})
    draw.draw(stage, by=None, seed="undoing")
    return stage


def decided(stage: Stage) -> int:
    """The number of decisions on slots that the audit lists."""
    remarks = findings(stage.event.tournament)
    return sum(one.code is FindingCode.DECIDED for one in remarks)


def test_two_who_change_places_in_a_round_under_way_sit_there_by_a_lot() -> None:
    stage = swiss()
    first, *_ = play_round(stage)
    wrong, right = first.one.name, first.two.name
    before = here(stage, 2)
    correct(first, "substitute")
    after = here(stage, 2)
    assert after != before
    exchange = {wrong: right, right: wrong}
    assert after == [tuple(sorted(exchange.get(name, name) for name in pair)) for pair in before]
    assert not Pairing.objects.filter(stage=stage, round=2, lot="").exists()
    assert is_clean(stage.event)
    undo.undo_correction(first, by=factories.director_of(first))
    assert here(stage, 2) == before
    assert is_clean(stage.event)


@pytest.mark.parametrize("ways", [("replay", "places_only"), ("places_only", "replay"), ("replay", "replay")])
def test_a_result_corrected_twice_is_undone_twice(ways: tuple[str, str]) -> None:
    main = bracket()
    first, *_ = play_round(main)
    play_round(main)
    boss = factories.director_of(first)
    states = [structure(main.event)]
    for number, way in enumerate(ways):
        correct(first, way, reason=f"Reading {number}.")
        states.append(structure(main.event))
    for before in reversed(states[:-1]):
        undo.undo_correction(first, by=boss)
        assert structure(main.event) == before
        assert is_clean(main.event)
    with pytest.raises(CannotBeUndone, match="not corrected"):
        undo.undo_correction(first, by=boss)


def test_a_correction_after_an_undone_one_is_undone_to_the_one_before() -> None:
    main = bracket()
    first, *_ = play_round(main)
    boss = factories.director_of(first)
    correct(first, "replay", reason="Once.")
    before = structure(main.event)
    for reason in ("Twice.", "A third time."):
        correct(first, "replay", reason=reason)
        undo.undo_correction(first, by=boss)
        assert structure(main.event) == before
    undo.undo_correction(first, by=boss)
    assert fresh(first).winner == "one"
    assert is_clean(main.event)


def test_undoing_a_correction_leaves_what_another_one_decided_since() -> None:
    main = bracket()
    first, second, *_ = play_round(main)
    play_round(main)
    boss = factories.director_of(first)
    correct(first, "places_only")
    correct(second, "places_only")
    assert decided(main) == 2
    undo.undo_correction(first, by=boss)
    assert decided(main) == 1
    assert Pairing.objects.get(match=second).decided_by is not None
    assert is_clean(main.event)
    undo.undo_correction(second, by=boss)
    assert decided(main) == 0
    assert is_clean(main.event)


def test_a_substitution_that_was_wrong_is_replayed_without_a_trace() -> None:
    """Who came into the final by decision leaves it with the slot from which that decision came."""
    main = bracket()
    first, *_ = play_round(main)
    play_round(main)
    final = factories.open_matches(main)[0]
    results.start(final, by=factories.director_of(final))
    before = structure(main.event)
    correct(first, "substitute")
    assert (decided(main), first.two.name in here(main, 3)[0]) == (2, True)
    correct(first, "replay", reason="It was right.")
    assert decided(main) == 0
    assert structure(main.event) == before
    assert is_clean(main.event)


def test_a_decision_is_ended_by_playing_again_without_another_result() -> None:
    main = bracket()
    first, *_ = play_round(main)
    play_round(main)
    correct(first, "places_only")
    before = structure(main.event)
    correct_score = {"score": (0, first.length), "reason": "We play again after all."}
    results.correct(fresh(first), by=factories.director_of(first), follow="replay", **correct_score)  # type: ignore[arg-type]
    assert decided(main) == 0
    assert first.two.name in here(main, 2)[0]
    assert is_clean(main.event)
    undo.undo_correction(first, by=factories.director_of(first))
    assert structure(main.event) == before
    assert is_clean(main.event)


def test_a_match_set_aside_decides_no_slot_when_it_counts_again() -> None:
    main = bracket()
    first, *_ = play_round(main)
    second = play_round(main)[0]
    correct(first, "replay")
    correct(second, "places_only")
    assert decided(main) == 0
    correct(first, "replay", reason="It was right.")
    progress.advance(main.event)
    assert not fresh(second).pairing.is_set_aside
    assert decided(main) == 0
    assert second.two.name in here(main, 3)[0]
    assert is_clean(main.event)


def test_a_table_is_had_again_when_the_correction_is_undone() -> None:
    main = bracket()
    boss = factories.owner(main.event.tournament)
    lifecycle.add_tables(main.event.tournament, by=boss, names=["T7", "T8"])
    first, *_ = play_round(main)
    called, other = factories.open_matches(main)
    calling.assign_lowest(called, by=boss)
    calling.assign_lowest(other, by=boss)
    for way in ("replay", "substitute"):
        correct(first, way, reason=f"{way}.")
        assert not TableUse.objects.filter(match=called, until=None).exists()
        undo.undo_correction(first, by=boss)
        uses = TableUse.objects.filter(until=None).order_by("table__name")
        assert [(use.table.name, use.match) for use in uses] == [("T7", called), ("T8", other)]
    results.start(fresh(called), by=boss)
    correct(first, "substitute", reason="Handed on.")
    undo.undo_correction(first, by=boss)
    assert TableUse.objects.get(match=called, until=None).table.name == "T7"
    assert is_clean(main.event)


def test_a_table_taken_by_others_meanwhile_stays_theirs() -> None:
    main = bracket()
    boss = factories.owner(main.event.tournament)
    lifecycle.add_tables(main.event.tournament, by=boss, names=["T7"])
    first, *_ = play_round(main)
    called, other = factories.open_matches(main)
    calling.assign_lowest(called, by=boss)
    correct(first, "replay")
    calling.assign_lowest(other, by=boss)
    undo.undo_correction(first, by=boss)
    assert TableUse.objects.get(until=None).match == other


@pytest.mark.parametrize("code", ["random_rounds", "lives", "swiss"])
def test_a_round_paired_by_lot_is_as_before_once_the_correction_is_undone(code: str) -> None:
    for number in range(4):
        event = factories.event()
        factories.entrants(event, 9)
        stage = factories.stage(event, format=code)
        draw.draw(stage, by=None, seed=f"lot {number}")
        first, *_ = play_round(stage)
        before = structure(event)
        correct(first, "replay", reason="One.")
        undo.undo_correction(first, by=factories.director_of(first))
        assert structure(event) == before
        assert is_clean(event)


@pytest.mark.parametrize("follow", ["replay", "places_only"])
def test_who_turns_out_not_to_have_come_does_not_stay_in_a_consolation_for_those_who_played(
    follow: str,
) -> None:
    """The same one has won, and yet the loser goes elsewhere: the director says what becomes of the match there."""
    main = bracket()
    below = main.event.stages.get(order=1)
    first, *_ = play_round(main)
    loser = first.two.entrants.get()
    there = StageEntry.objects.filter(stage=below, entrant=loser)
    [match] = [one for one in factories.open_matches(below) if loser.side in (one.one, one.two)]
    results.start(match, by=factories.director_of(match))
    boss, before = factories.director_of(first), structure(main.event)
    walkover = {"outcome": "walkover", "winner": "one", "reason": "Never came."}
    with pytest.raises(SequelMissing):
        results.correct(fresh(first), by=boss, **walkover)  # type: ignore[arg-type]
    results.correct(fresh(first), by=boss, follow=follow, **walkover)  # type: ignore[arg-type]
    assert there.exists() == (follow == "places_only")
    assert decided(main) == (follow == "places_only")
    progress.advance(main.event)
    assert is_clean(main.event)
    undo.undo_correction(first, by=boss)
    assert structure(main.event) == before
    assert is_clean(main.event)


def test_nobody_takes_a_place_over_where_nobody_has_won() -> None:
    main = bracket()
    first, *_ = play_round(main)
    with pytest.raises(NobodyHasWon, match="Nobody has won this match now"):
        results.correct(
            fresh(first),
            by=factories.director_of(first),
            follow="substitute",
            outcome="double_forfeit",
            reason="Neither came.",
        )


@pytest.mark.parametrize("number", range(4))
def test_a_match_with_a_report_is_made_anew_for_who_takes_the_place_over(number: int) -> None:
    """It has not begun for the two of now, so the round may be paired again: nothing in it is under way."""
    stage = swiss()
    first = play_round(stage)[number]
    wrong = first.one
    [match] = [one for one in factories.open_matches(stage) if wrong in (one.one, one.two)]
    players = factories.around(match)
    winner = players.one if match.one == wrong else players.two
    results.report(match, by=winner, score=(7, 3) if match.one == wrong else (3, 7))
    assert not fresh(match).is_final
    correct(first, "substitute")
    after = here(stage, 2)
    assert is_clean(stage.event)
    progress.advance(stage.event)
    assert here(stage, 2) == after


@pytest.mark.parametrize("is_undone", [True, False])
def test_a_match_that_comes_back_has_the_length_that_its_round_has_now(is_undone: bool) -> None:
    main = bracket()
    first, *_others = play_round(main)
    correct(first, "replay")
    stage_settings.change_round_length(main, by=factories.owner(main.event.tournament), round=2, length=11)
    if is_undone:
        undo.undo_correction(first, by=factories.owner(main.event.tournament))
    else:
        correct(first, "replay", reason="It was right.")
    assert first.one.name in here(main, 2)[0]
    assert {match.length for match in factories.open_matches(main)} == {11}
    assert is_clean(main.event)
