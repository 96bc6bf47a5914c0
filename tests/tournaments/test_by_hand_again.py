"""Pairing by hand in awkward moments: orders taken back, undone at once, and for somebody who is out."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.test_by_hand import (
    REASON,
    assert_proved,
    lines,
    match_of,
    play,
    seats,
    swiss,
    undo_newest,
)
from tournaments.actions import results
from tournaments.actions.draws import by_hand, draw, progress
from tournaments.actions.entrants import registration
from tournaments.errors.by_hand import NotInRound, OutBeforeRound
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Entrant, Pairing, Stage

pytestmark = pytest.mark.django_db


def test_an_order_taken_back_while_its_round_is_under_way_leaves_the_round_and_the_audit() -> None:
    """It was paired with the order, and stands: nobody can pair it again without."""
    for number in range(3):
        stage = swiss()
        uids = lines(stage)
        one, two = uids[number], uids[number + 1]
        by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, pairs=[(one, two)])
        results.start(match_of(stage, one, two), by=factories.owner(stage.event.tournament))
        before = seats(stage, 1)
        by_hand.pair_by_hand(stage, round=1, by=None, reason="Not needed.", pairs=[])
        assert seats(stage, 1) == before
        assert_proved(stage)


def test_the_act_that_also_paired_the_next_round_is_undone_at_once() -> None:
    stage = swiss(6)
    first, second, third = sorted(sorted(pair) for pair in seats(stage, 1))
    boss = factories.owner(stage.event.tournament)
    results.report(match_of(stage, *first), by=boss, score=(7, 2))
    results.report(match_of(stage, *second), by=boss, score=(7, 2))
    progress.advance(stage.event)
    before = seats(stage, 1), seats(stage, 2)
    # Those who have not played miss the round: so it is over, and the next one is paired.
    missed = [(uid, 0) for uid in third]
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, missed=missed)
    assert seats(stage, 2)
    undo_newest("paired_by_hand")
    stage.refresh_from_db()
    assert (seats(stage, 1), seats(stage, 2), stage.by_hand) == (*before, [])
    assert_proved(stage)
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, missed=missed)
    play(stage)
    with pytest.raises(CannotBeUndone):
        undo_newest("paired_by_hand")


def test_an_act_and_its_undoing_leave_the_same_row() -> None:
    stage = swiss()
    a, b, c, d, *_ = lines(stage)
    by_hand.pair_by_hand(stage, round=2, by=None, reason=REASON, pairs=[(c, d)], byes=[b])
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, pairs=[(a, b)])
    stage.refresh_from_db()
    before = stage.by_hand
    by_hand.pair_by_hand(stage, round=2, by=None, reason=REASON, pairs=[], byes=[])
    undo_newest("paired_by_hand")
    stage.refresh_from_db()
    assert stage.by_hand == before


def test_nobody_without_a_life_is_paired_by_hand() -> None:
    event = factories.event()
    factories.entrants(event, 6)
    stage = factories.stage(event, format="lives", options={"lives": 1})
    draw.draw(stage, by=None, seed="hand")
    loser = factories.open_matches(stage)[0].two.entrants.get()
    play(stage)
    stage = Stage.objects.get(pk=stage.pk)
    other = next(uid for pair in seats(stage, 2) for uid in pair)
    with pytest.raises(OutBeforeRound, match=loser.name):
        by_hand.pair_by_hand(stage, round=2, by=None, reason=REASON, pairs=[(loser.uid, other)])
    with pytest.raises(OutBeforeRound, match=loser.name):
        by_hand.pair_by_hand(stage, round=2, by=None, reason=REASON, byes=[loser.uid])
    assert_proved(stage)


def test_who_has_left_is_said_to_have_left_and_may_miss_the_round() -> None:
    stage = swiss()
    one, two, *_ = lines(stage)
    boss = factories.owner(stage.event.tournament)
    registration.withdraw(Entrant.objects.get(uid=one), by=boss, reason="Ill.")
    with pytest.raises(NotInRound) as refusal:
        by_hand.pair_by_hand(stage, round=2, by=boss, reason=REASON, pairs=[(one, two)])
    assert refusal.type is NotInRound
    by_hand.pair_by_hand(stage, round=2, by=boss, reason=REASON, missed=[(one, 1)])
    assert_proved(stage)


def test_what_was_set_aside_in_a_draw_that_is_void_does_not_come_back_in_the_next_one() -> None:
    """The two meet in the same slot of the new draw, and play there."""
    stage = swiss(2, 1)
    boss = factories.owner(stage.event.tournament)
    one, two = lines(stage)
    results.report(match_of(stage, one, two), by=boss, score=(7, 2))
    by_hand.pair_by_hand(stage, round=1, by=boss, reason=REASON, byes=[one], sets_aside=True)
    draw.void(stage.draws.get(), by=boss, reason="Somebody was missing.")
    stage.refresh_from_db()
    draw.draw(stage, by=boss, seed="again")
    assert not match_of(stage, one, two).is_final
    assert_proved(stage)


def test_a_pair_that_comes_back_sits_by_the_lot_of_the_round_paired_again() -> None:
    stage = swiss(6)
    first, second, _third = [
        [seat.entrant.uid for seat in row.seats.order_by("side")]
        for row in Pairing.objects.filter(stage=stage, round=1).order_by("slot")
    ]
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, pairs=[(first[0], second[0])])
    rows = [Entrant.objects.get(uid=uid) for uid in second]
    by_hand.keep_apart(stage, first=rows[0], second=rows[1], by=None)
    before = seats(stage, 1)
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, pairs=[(first[0], first[1])])
    assert frozenset(first) in seats(stage, 1)
    rows_now = Pairing.objects.filter(stage=stage, round=1, cancelled_at=None)
    assert len(set(rows_now.values_list("lot", flat=True))) == 1
    assert_proved(stage)
    undo_newest("paired_by_hand")
    assert seats(stage, 1) == before
    assert_proved(stage)
