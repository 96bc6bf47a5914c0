"""Pairing by hand in a stage: what is forced stands, what is around it follows, and every step can be undone."""

from __future__ import annotations

import pytest

from matches.models import Match
from tests import factories
from tests.remembered import remembered
from tournaments.actions import results, undo
from tournaments.actions.draws import attendance, by_hand, draw, progress
from tournaments.actions.entrants import registration
from tournaments.errors.by_hand import (
    NotInRound,
    NotKeptApart,
    NotPairedByHand,
    PairUnderWay,
    RoundIsOver,
    TwiceInRound,
)
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.draws import NotDrawn, NotInStage, SameEntrant
from tournaments.errors.undo import CannotBeUndone
from tournaments.formats import HandKind
from tournaments.models import Entrant, LogEntry, Notice, Pairing, Stage
from tournaments.notices import render
from tournaments.queries.audit.checks import FindingCode, findings
from tournaments.queries.audit.evidence_checks import evidence_findings
from tournaments.queries.draws.by_hand import breaches, breaches_in
from tournaments.queries.draws.standings import standings
from tournaments.queries.ratings.opponents import opponents_of
from tournaments.queries.state import stage_state
from tournaments.ratings.counting import PairedBy

pytestmark = pytest.mark.django_db
REASON = "They share a car home."


@remembered
def swiss(n: int = 8, rounds: int = 4) -> Stage:
    """A drawn Swiss whose first round is open."""
    event = factories.event()
    factories.entrants(event, n)
    stage = factories.stage(event, format="swiss", options={"rounds": rounds})
    draw.draw(stage, by=None, seed="hand")
    return stage


def seats(stage: Stage, number: int) -> set[frozenset[str]]:
    """Who sits together in a round, by uid."""
    rows = Pairing.objects.filter(stage=stage, round=number, cancelled_at=None).prefetch_related(
        "seats__entrant"
    )
    return {frozenset(seat.entrant.uid for seat in row.seats.all()) for row in rows}


def match_of(stage: Stage, *uids: str) -> Match:
    for row in Pairing.objects.filter(stage=stage, cancelled_at=None, match__isnull=False):
        if {seat.entrant.uid for seat in row.seats.all()} == set(uids) and row.match is not None:
            return row.match
    raise AssertionError(uids)


def lines(stage: Stage) -> list[str]:
    """The uids of the entrants by line."""
    return list(stage.entries.order_by("line").values_list("entrant__uid", flat=True))


def undo_newest(code: str) -> None:
    entry = LogEntry.objects.filter(code=code).latest("seq")
    undo.undo(entry, by=factories.owner(entry.tournament))


def assert_proved(stage: Stage) -> None:
    """The audit accepts everything, and the log proves the stage."""
    assert [one for one in findings(stage.event.tournament) if one.is_fault] == []
    assert list(evidence_findings(stage.event.tournament)) == []


def play(stage: Stage) -> None:
    factories.play_open_matches(stage)


def test_a_round_not_begun_is_paired_around_the_pair_and_as_before_once_that_is_undone() -> None:
    stage = swiss()
    a, b, *_ = lines(stage)
    before = seats(stage, 1)
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, pairs=[(a, b)])
    assert frozenset((a, b)) in seats(stage, 1)
    assert len(seats(stage, 1)) == 4
    [finding] = [one for one in findings(stage.event.tournament) if one.code is FindingCode.PAIRED_BY_HAND]
    assert set(str(finding.data["entrants"]).split(",")) == {a, b}
    assert_proved(stage)
    pairings = list(Pairing.objects.filter(stage=stage, cancelled_at=None).select_related("stage"))
    opponents = opponents_of(pairings)
    by_director = [one for one in pairings if opponents.paired_by(one) is PairedBy.DECISION]
    assert [one.match for one in by_director] == [match_of(stage, a, b)]
    undo_newest("paired_by_hand")
    stage.refresh_from_db()
    assert (seats(stage, 1), stage.by_hand) == (before, [])
    assert_proved(stage)


def test_the_next_round_is_paired_by_hand_before_it_begins_and_names_the_rules_broken() -> None:
    stage = swiss()
    one, two = match_pair = sorted(next(iter(seats(stage, 1))))
    by_hand.pair_by_hand(stage, round=2, by=None, reason=REASON, pairs=[(one, two)])
    play(stage)
    assert frozenset(match_pair) in seats(stage, 2)
    codes = [breach.code for breach in breaches(stage, 2)]
    assert codes[:2] == ["hand_met", "hand_points"]
    assert "met in Round 1" in breaches(stage, 2)[0].text
    play(stage)
    play(stage)
    play(stage)
    stage.refresh_from_db()
    assert stage.completed_at is not None
    assert_proved(stage)
    with pytest.raises(CannotBeUndone):
        undo_newest("paired_by_hand")


def test_in_a_round_under_way_only_those_change_whom_the_hand_touches() -> None:
    stage = swiss()
    first, second, *others = [sorted(pair) for pair in seats(stage, 1)]
    results.start(match_of(stage, *others[0]), by=factories.owner(stage.event.tournament))
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, pairs=[(first[0], second[0])])
    assert frozenset((first[1], second[1])) in seats(stage, 1)
    assert {frozenset(pair) for pair in others} <= seats(stage, 1)
    assert_proved(stage)


def test_a_match_that_has_begun_is_set_aside_only_if_the_director_says_so_and_comes_back() -> None:
    stage = swiss()
    first, second, third, _ = [sorted(pair) for pair in seats(stage, 1)]
    results.start(match_of(stage, *third), by=factories.owner(stage.event.tournament))
    played = match_of(stage, *first)
    results.report(played, by=factories.owner(stage.event.tournament), score=(7, 2))
    progress.advance(stage.event)
    before = seats(stage, 1)
    with pytest.raises(PairUnderWay):
        by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, pairs=[(first[0], second[0])])
    stage.refresh_from_db()
    assert stage.by_hand == []
    by_hand.pair_by_hand(
        stage, round=1, by=None, reason=REASON, pairs=[(first[0], second[0])], sets_aside=True
    )
    assert Pairing.objects.get(match=played).is_set_aside
    assert frozenset((first[1], second[1])) in seats(stage, 1)
    assert_proved(stage)
    undo_newest("paired_by_hand")
    assert seats(stage, 1) == before
    assert not Pairing.objects.get(match=played).is_set_aside
    assert_proved(stage)


def test_a_bye_by_hand_leaves_one_more_alone_and_says_so() -> None:
    stage = swiss()
    a, *_ = lines(stage)
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, byes=[a])
    byes = [pair for pair in seats(stage, 1) if len(pair) == 1]
    assert len(byes) == 2
    assert frozenset((a,)) in byes
    assert [one.code for one in breaches(stage, 1)] == ["hand_leaves_alone"]
    assert_proved(stage)


def test_a_missed_round_is_worth_a_point_or_none_and_the_opponent_is_told() -> None:
    stage = swiss(7)
    a, b, *_ = lines(stage)
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, missed=[(a, 1), (b, 0)])
    assert not {a, b} & {uid for pair in seats(stage, 1) for uid in pair}
    play(stage)
    view = standings(stage)
    assert view is not None
    points = {line.entrant: line.half_points for line in view.lines}
    assert (points[a], points[b]) == (2, 0)
    play(stage)
    assert {a, b} <= {uid for pair in seats(stage, 2) for uid in pair}
    assert_proved(stage)


def test_whom_the_director_keeps_apart_does_not_meet_until_that_ends() -> None:
    stage = swiss(4, 3)
    director = factories.owner(stage.event.tournament)
    one, two = sorted(next(iter(seats(stage, 1))))
    first, second = (Entrant.objects.get(uid=uid) for uid in (one, two))
    by_hand.keep_apart(stage, first=first, second=second, by=director, reason="Brothers.")
    assert frozenset((one, two)) not in seats(stage, 1)
    stage.refresh_from_db()
    assert "Brothers" not in str(stage.by_hand)
    by_hand.keep_apart(stage, first=second, second=first, by=director)
    assert LogEntry.objects.filter(code="kept_apart").count() == 1
    play(stage)
    assert frozenset((one, two)) not in seats(stage, 2)
    play(stage)
    # Of four who have met all others nothing else can be paired.
    assert frozenset((one, two)) in seats(stage, 3)
    assert [breach.code for breach in breaches(stage, 3)] == ["hand_yields"]
    by_hand.let_meet(stage, first=first, second=second, by=director)
    assert breaches(stage, 3) == []
    assert_proved(stage)
    with pytest.raises(NotKeptApart):
        by_hand.let_meet(stage, first=first, second=second, by=director)
    undo_newest("apart_ended")
    stage.refresh_from_db()
    assert [order.until for order in stage.hand_orders if order.kind is HandKind.APART][-1] is None
    assert_proved(stage)


def test_a_ban_for_one_round_and_one_before_the_draw() -> None:
    event = factories.event()
    one, two, *_ = factories.entrants(event, 4)
    stage = factories.stage(event, format="swiss", options={"rounds": 3})
    by_hand.keep_apart(stage, first=one, second=two, by=None)
    draw.draw(stage, by=None, seed="hand")
    assert frozenset((one.uid, two.uid)) not in seats(stage, 1)
    three, four = (uid for uid in lines(stage) if uid not in (one.uid, two.uid))
    rows = {uid: Entrant.objects.get(uid=uid) for uid in (three, four)}
    by_hand.keep_apart(stage, first=rows[three], second=rows[four], by=None, round=2)
    undo_newest("kept_apart")
    stage.refresh_from_db()
    assert len(stage.by_hand) == 1
    assert_proved(stage)


def test_a_ban_for_the_whole_event_holds_in_its_bracket_and_in_stages_to_come() -> None:
    """The bracket's draw avoids the pair, the stage made later has the order, and one undo ends it in all."""
    event = factories.event()
    factories.entrants(event, 8)
    bracket, swiss_stage = factories.stage(event), factories.stage(event, format="swiss")
    row = draw.draw(bracket, by=None, seed="hand")
    one, two = sorted(next(iter(seats(bracket, 1))))
    first, second = (Entrant.objects.get(uid=uid) for uid in (one, two))
    with pytest.raises(NotPairedByHand):
        by_hand.keep_apart(bracket, first=first, second=second, by=None, everywhere=True)
    draw.void(row, by=None, reason="They are brothers.")
    by_hand.keep_apart(bracket, first=first, second=second, by=None, reason="Brothers.", everywhere=True)
    draw.draw(bracket, by=None, seed="hand")
    draw.draw(swiss_stage, by=None, seed="hand")
    later = factories.stage(event, format="swiss")
    draw.draw(later, by=None, seed="hand")
    for stage in (bracket, swiss_stage, later):
        assert frozenset((one, two)) not in seats(stage, 1)
        stage.refresh_from_db()
        assert [(order.members, order.everywhere) for order in stage.hand_orders] == [
            (frozenset((one, two)), True)
        ]
    assert_proved(bracket)
    undo_newest("kept_apart")
    for stage in (bracket, swiss_stage, later):
        stage.refresh_from_db()
        assert not any(order.everywhere for order in stage.hand_orders)
    assert_proved(bracket)


def test_a_bracket_that_must_pair_two_who_are_kept_apart_says_so() -> None:
    event = factories.event()
    first, second = factories.entrants(event, 2)
    stage = factories.stage(event)
    by_hand.keep_apart(stage, first=first, second=second, by=None)
    draw.draw(stage, by=None, seed="hand")
    assert seats(stage, 1) == {frozenset((first.uid, second.uid))}
    state = stage_state(stage)
    assert state is not None
    assert [one.code for one in breaches_in(state, 1, entrants=[first.uid])] == ["hand_apart"]
    assert_proved(stage)


def test_what_cannot_be_is_refused_with_a_way_out_and_writes_nothing() -> None:
    stage = swiss(6)
    a, b, c, *_ = lines(stage)
    stranger = factories.entrant(stage.event)
    knock_out = factories.drawn_stage(4, of=stage.event)

    def refuse(kind: type[Exception], **orders: object) -> None:
        with pytest.raises(kind):
            by_hand.pair_by_hand(stage, **{"round": 1, "by": None, "reason": REASON, **orders})  # type: ignore[arg-type]

    refuse(TwiceInRound, pairs=[(a, b), (b, c)])
    refuse(TwiceInRound, pairs=[(a, b)], byes=[a])
    refuse(TwiceInRound, byes=[a, a])
    refuse(TwiceInRound, pairs=[(a, b)], missed=[(b, 1)])
    refuse(SameEntrant, pairs=[(a, a)])
    refuse(NotInStage, pairs=[(a, stranger.uid)])
    refuse(NotInStage, byes=["nobody"])
    refuse(RoundIsOver, round=9, pairs=[(a, b)])
    refuse(ReasonMissing, reason=" ", pairs=[(a, b)])
    refuse(Forbidden, by=factories.clerk(stage.event.tournament), pairs=[(a, b)])
    attendance.miss(stage, entrant=Entrant.objects.get(uid=a), rounds=[2], by=None)
    refuse(NotInRound, round=2, pairs=[(a, b)])
    with pytest.raises(NotPairedByHand):
        by_hand.pair_by_hand(knock_out, round=1, by=None, reason=REASON, byes=[a])
    with pytest.raises(NotDrawn):
        by_hand.pair_by_hand(
            factories.stage(stage.event, format="swiss"), round=1, by=None, reason=REASON, byes=[a]
        )
    one = Entrant.objects.get(uid=a)
    with pytest.raises(SameEntrant):
        by_hand.keep_apart(stage, first=one, second=one, by=None)
    with pytest.raises(NotInStage):
        by_hand.keep_apart(stage, first=one, second=stranger, by=None)
    with pytest.raises(RoundIsOver):
        by_hand.keep_apart(stage, first=one, second=Entrant.objects.get(uid=b), by=None, round=9)
    play(stage)
    refuse(RoundIsOver, pairs=[(a, b)])
    assert not LogEntry.objects.filter(code__in=("paired_by_hand", "kept_apart")).exists()


def test_who_leaves_takes_the_pair_along_and_the_others_play_on() -> None:
    stage = swiss(6)
    a, b, *_ = lines(stage)
    by_hand.pair_by_hand(stage, round=2, by=None, reason=REASON, pairs=[(a, b)])
    registration.withdraw(Entrant.objects.get(uid=b), by=None, reason="Ill.")
    play(stage)
    assert frozenset((a, b)) not in seats(stage, 2)
    assert a in {uid for pair in seats(stage, 2) for uid in pair}
    assert_proved(stage)


def test_a_voided_draw_takes_the_rounds_by_hand_along_and_leaves_those_who_are_kept_apart() -> None:
    stage = swiss(6)
    a, b, c, d, *_ = lines(stage)
    rows = {uid: Entrant.objects.get(uid=uid) for uid in (c, d)}
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, pairs=[(a, b)])
    by_hand.pair_by_hand(stage, round=3, by=None, reason=REASON, missed=[(a, 1)])
    by_hand.keep_apart(stage, first=rows[c], second=rows[d], by=None)
    by_hand.keep_apart(stage, first=rows[c], second=Entrant.objects.get(uid=a), by=None, round=2)
    [opponent] = next(pair for pair in seats(stage, 1) if c in pair) - {c}
    name = Entrant.objects.get(uid=opponent).name
    draw.void(stage.draws.get(), by=None, reason="Somebody was missing.")
    assert cancelled_matches(c) == [
        f"The pairings have changed. Your match against {name} is not played (Main)."
    ]
    stage.refresh_from_db()
    assert [(order.kind, order.members, order.round) for order in stage.hand_orders] == [
        (HandKind.APART, frozenset((c, d)), 1)
    ]
    draw.draw(stage, by=None, seed="again")
    assert frozenset((c, d)) not in seats(stage, 1)
    assert_proved(stage)


def cancelled_matches(entrant: str) -> list[str]:
    """What the players of an entrant are told of matches that are not played."""
    rows = Notice.objects.filter(code="match_cancelled", recipient__sides__entrants__uid=entrant)
    return [render(notice, "en").text for notice in rows]


def test_who_loses_an_opponent_to_a_bye_is_told_and_told_again_once_that_is_undone() -> None:
    stage = swiss()
    a, *_ = lines(stage)
    [opponent] = next(pair for pair in seats(stage, 1) if a in pair) - {a}
    match, other = match_of(stage, a, opponent), Entrant.objects.get(uid=a).name
    by_hand.pair_by_hand(stage, round=1, by=None, reason=REASON, byes=[a])
    left_alone = next(uid for pair in seats(stage, 1) if len(pair) == 1 for uid in pair if uid != a)
    by_entrant = {uid: cancelled_matches(uid) for uid in lines(stage)}
    assert {uid for uid, texts in by_entrant.items() if texts} == {a, left_alone}
    assert all(
        text.endswith("is not played: you have a bye (Main).")
        for text in by_entrant[a] + by_entrant[left_alone]
    )
    assert (opponent == left_alone) == (f"against {other}" in by_entrant[left_alone][0])
    undo_newest("paired_by_hand")
    again = Notice.objects.filter(code="next_opponent", match=match)
    assert again.filter(recipient__sides__entrants__uid=a).count() == 2
