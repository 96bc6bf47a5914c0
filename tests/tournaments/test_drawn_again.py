"""What an act cancelled comes back as it was drawn once the act is undone, and what it paired goes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from matches.models import Match
from tests import factories
from tests.effort import examples
from tests.tournaments import audits
from tournaments.actions import results, undo
from tournaments.actions.draws import by_hand, draw, progress, stage_closing
from tournaments.actions.entrants import registration
from tournaments.models import LogEntry, Pairing, Stage

pytestmark = pytest.mark.django_db

ROUNDS: dict[str, dict[str, object]] = {
    "swiss": {"rounds": 4},
    "monrad": {"rounds": 4},
    "random_rounds": {"rounds": 4},
    "lives": {"lives": 3, "avoids_rematches": False},
    "single_elimination": {},
}
Meeting = tuple[str, int, int, str | None, tuple[str, ...]]


def meetings(stage: Stage) -> set[Meeting]:
    """Every pairing that stands: its uid, place and match, and who sits in it."""
    rows = Pairing.objects.filter(stage=stage, cancelled_at=None).select_related("match")
    return {
        (
            row.uid,
            row.round,
            row.slot,
            None if row.match is None else row.match.uid,
            tuple(row.seats.order_by("side").values_list("entrant__uid", flat=True)),
        )
        for row in rows.prefetch_related("seats")
    }


def _second_round(format: str, number: int) -> tuple[Stage, Random]:  # noqa: A002 - the field's word
    """A stage whose second round is paired, and in which nobody has begun it."""
    chance = Random(f"{format} {number}")
    stage = factories.stage(format=format, options=ROUNDS[format])
    factories.entrants(stage.event, chance.choice([5, 7]))
    draw.draw(stage, by=None, seed=f"{number}")
    for match in factories.open_matches(stage):
        results.report(
            match, by=factories.owner(stage.event.tournament), score=chance.choice([(7, 2), (3, 7)])
        )
    progress.advance(stage.event)
    return stage, chance


def _take_back(stage: Stage, match: Match) -> None:
    results.take_back_result(match, by=factories.owner(stage.event.tournament))


def _correct(stage: Stage, match: Match) -> None:
    score = (0, 7) if match.winner == "one" else (7, 0)
    results.correct(match, by=factories.owner(stage.event.tournament), reason="Sides mixed up.", score=score)


def _undo_last(stage: Stage, *codes: str) -> None:
    entry = LogEntry.objects.filter(tournament=stage.event.tournament, code__in=codes).latest("seq")
    undo.undo(entry, by=factories.owner(stage.event.tournament))
    progress.advance(stage.event)


@pytest.mark.parametrize("act", [_take_back, _correct])
@pytest.mark.parametrize("format", ROUNDS)
@pytest.mark.parametrize("number", range(examples(30, landing=3)))
def test_a_round_comes_back_as_it_was_drawn_once_a_slip_before_it_is_undone(
    act: Callable[[Stage, Match], None],
    format: str,  # noqa: A002 - the field's word
    number: int,
) -> None:
    stage, chance = _second_round(format, number)
    before = meetings(stage)
    played = Match.objects.filter(pairing__stage=stage, pairing__round=1, final_at__isnull=False)
    act(stage, chance.choice(list(played.order_by("pk"))))
    _undo_last(stage, "result_taken_back", "corrected")
    assert meetings(stage) == before
    assert audits.is_clean(stage.event.tournament)


@pytest.mark.parametrize("mode", ["continuous", "queue", "rounds"])
@pytest.mark.parametrize("number", range(examples(30, landing=3)))
def test_a_withdrawal_from_lives_that_is_undone_leaves_no_pair_behind(mode: str, number: int) -> None:
    chance = Random(f"{mode} {number}")
    stage = factories.stage(format="lives", options={"lives": 2, "mode": mode})
    factories.entrants(stage.event, chance.randint(4, 8))
    draw.draw(stage, by=None, seed=f"{number}")
    director = factories.owner(stage.event.tournament)
    for _ in range(chance.randint(0, 6)):
        if not (waiting := factories.open_matches(stage)):
            break
        results.report(chance.choice(waiting), by=director, score=chance.choice([(7, 2), (3, 7)]))
        progress.advance(stage.event)
    for entrant in stage.event.entrants.order_by("pk"):
        before = meetings(stage)
        registration.withdraw(entrant, by=director, reason="Ill.")
        _undo_last(stage, "withdrawn")
        assert meetings(stage) == before
        assert audits.is_clean(stage.event.tournament)


def test_a_round_paired_by_hand_comes_back_with_its_walkover() -> None:
    stage, _chance = _second_round("swiss", 0)
    director = factories.owner(stage.event.tournament)
    first, second = factories.open_matches(stage)[:2]
    registration.withdraw(first.one.entrants.get(), by=director, reason="Ill.")
    before = meetings(stage)
    pair = (first.two.entrants.get().uid, second.one.entrants.get().uid)
    by_hand.pair_by_hand(stage, round=2, by=director, reason="They asked.", pairs=[pair])
    assert meetings(stage) != before
    _undo_last(stage, "paired_by_hand")
    assert meetings(stage) == before
    assert audits.is_clean(stage.event.tournament)


@pytest.mark.parametrize("format", ["swiss", "lives", "single_elimination"])
@pytest.mark.parametrize("number", range(examples(20, landing=2)))
def test_a_late_entry_that_is_undone_leaves_the_round_as_it_was(format: str, number: int) -> None:  # noqa: A002 - the field's word
    stage = factories.stage(format=format, options=ROUNDS[format])
    factories.entrants(stage.event, 5)
    draw.draw(stage, by=None, seed=f"{number}")
    before = _played_for(stage)
    director = factories.owner(stage.event.tournament)
    entrant = registration.enter(stage.event, by=director, players=[factories.player()])
    draw.enter_late(stage, entrant=entrant, by=director, takes_bye=format != "single_elimination")
    assert _played_for(stage) != before
    _undo_last(stage, "entered")
    assert _played_for(stage) == before
    assert audits.is_clean(stage.event.tournament)


def _played_for(stage: Stage) -> set[Meeting]:
    """The matches that stand: a bye of a bracket may be another row."""
    return {meeting for meeting in meetings(stage) if meeting[3] is not None}


def test_a_bye_of_a_closed_stage_comes_back_with_the_result_before_it() -> None:
    stage = factories.drawn_stage(8)
    director = factories.owner(stage.event.tournament)
    missed, played, *_others = factories.open_matches(stage)
    results.forfeit(missed, by=director, loser=None, reason="Nobody here.")
    results.report(played, by=director, score=(7, 2))
    progress.advance(stage.event)
    stage_closing.close_stage(stage, by=director, reason="The hall closes.")
    before = meetings(stage)
    assert any(match is None for _uid, _round, _slot, match, _seats in before)
    results.correct(
        Match.objects.get(pk=played.pk), by=director, reason="Mixed up.", score=(0, 7), follow="replay"
    )
    _undo_last(stage, "corrected")
    assert meetings(stage) == before
    assert audits.is_clean(stage.event.tournament)


@pytest.mark.parametrize("number", range(examples(30, landing=6)))
def test_a_result_that_is_undone_leaves_no_pair_behind_for_whom_a_queue_was_too_short(number: int) -> None:
    chance = Random(number)
    stage = factories.stage(format="lives", options={"lives": 2, "mode": "queue"})
    factories.entrants(stage.event, chance.randint(7, 9))
    draw.draw(stage, by=None, seed=f"{number}")
    director = factories.owner(stage.event.tournament)
    for _ in range(8):
        before = meetings(stage)
        match = chance.choice(factories.open_matches(stage))
        results.report(match, by=director, score=(7, 2))
        progress.advance(stage.event)
        _undo_last(stage, "reported")
        assert meetings(stage) == before
        results.report(Match.objects.get(pk=match.pk), by=director, score=(7, 2))
        progress.advance(stage.event)
    assert audits.is_clean(stage.event.tournament)
