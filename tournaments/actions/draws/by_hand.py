"""Pairing by hand: pairs, byes and rounds missed of one round, and players who are kept apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from django.db import transaction

from matches.models import Player
from tournaments.actions.closed import lock_unclosed
from tournaments.actions.inverses import changed, entrant_of, inverse, reason_of, stage_of
from tournaments.actions.permissions import require_director, require_reason
from tournaments.actions.proving import written
from tournaments.acts import ABSENT
from tournaments.acts.draws import ApartEnded, KeptApart, PairedByHand
from tournaments.errors.by_hand import (
    NotInRound,
    NotKeptApart,
    NotPairedByHand,
    OutBeforeRound,
    PairUnderWay,
    RoundIsOver,
    TwiceInRound,
)
from tournaments.errors.draws import NotDrawn, NotInStage, SameEntrant
from tournaments.formats import FORMATS, HandKind, HandOrder, HandPaired, Replay, Shape, against_hand
from tournaments.models import Entrant, LogEntry, Stage, hand_order_of, stored_hand_order
from tournaments.queries.draws.by_hand import rounds_to_pair
from tournaments.queries.draws.draw_input import lasting_bans
from tournaments.queries.state import StageState, stage_state

from .attendance import newest_round
from .progress import Cause, follow
from .ways_back import way_back


@transaction.atomic
def pair_by_hand(
    stage: Stage,
    *,
    round: int,  # noqa: A002 - the field's word
    by: Player | None,
    reason: str,
    pairs: Sequence[tuple[str, str]] | None = None,
    byes: Sequence[str] | None = None,
    missed: Sequence[tuple[str, int]] | None = None,
    sets_aside: bool = False,
) -> Stage:
    """Set what is paired by hand in a round, by the uids of entrants; all others are paired around it.

    The pairs, byes or missed rounds that are left out stay, and an empty list removes them.

    `missed` are the points, 0 or 1, of those who miss the round with notice. What only breaks a rule is done. Raise
    TwiceInRound, NotInRound or RoundIsOver for what cannot be, and PairUnderWay for a match that has begun, unless it
    `sets_aside` such matches.
    """
    require_director(stage.event.tournament, by)
    reason = require_reason(reason)
    event = lock_unclosed(stage.event)
    stage.refresh_from_db()
    state = _paired_by_rounds(stage)
    if round not in rounds_to_pair(state):
        raise RoundIsOver(round=round)
    before = _in_order(order for order in stage.hand_orders if order.is_seat and order.round == round)
    orders = _seats(before, round, pairs=pairs, byes=byes, missed=missed)
    _require_possible(state, orders, number=round)
    if before == orders:
        return stage
    _store(stage, [order for order in stage.hand_orders if order not in before] + orders)
    dropped = _begun_against(stage, round, sets_aside=sets_aside)
    concerned = dict.fromkeys(uid for order in [*orders, *before] for uid in order.entrants)
    act = PairedByHand(
        stage.uid,
        round=round,
        entrants=tuple(concerned),
        orders=_plain(orders),
        before=_plain(before),
        **written(event.tournament, reason),
    )
    follow(event, cause=Cause(act, by, rows=[stage]), replay=Replay(dropped=dropped))
    return stage


def _seats(
    before: Sequence[HandOrder],
    number: int,
    *,
    pairs: Sequence[tuple[str, str]] | None,
    byes: Sequence[str] | None,
    missed: Sequence[tuple[str, int]] | None,
) -> list[HandOrder]:
    """Return the orders of a round; of a kind that is None those of before."""
    by_kind = {
        HandKind.PAIR: None if pairs is None else [HandOrder(HandKind.PAIR, number, pair) for pair in pairs],
        HandKind.BYE: None if byes is None else [HandOrder(HandKind.BYE, number, (uid,)) for uid in byes],
        HandKind.MISS: None
        if missed is None
        else [HandOrder(HandKind.MISS, number, (uid,), half_points=2 * points) for uid, points in missed],
    }
    orders: list[HandOrder] = []
    for kind, new in by_kind.items():
        orders += [order for order in before if order.kind is kind] if new is None else new
    return _in_order(orders)


@transaction.atomic
def keep_apart(
    stage: Stage,
    *,
    first: Entrant,
    second: Entrant,
    by: Player | None,
    reason: str = "",
    round: int | None = None,  # noqa: A002 - the field's word
    everywhere: bool = False,
) -> Stage:
    """Keep two entrants apart from now on, or in one round; they meet only if nothing else can be paired.

    The reason is for the desk alone. A round under way is paired again only while nothing of it has begun. A bracket
    keeps two apart in its first round, if they are named before its draw. With `everywhere` they are kept apart in all
    stages of the event, in those to come too.
    """
    require_director(stage.event.tournament, by)
    event = lock_unclosed(stage.event)
    stage.refresh_from_db()
    state = stage_state(stage)
    if not _keeps_apart(stage, state):
        raise NotPairedByHand
    if first.pk == second.pk:
        raise SameEntrant
    for entrant in (first, second):
        is_there = entrant.event_id == event.pk and (state is None or entrant.uid in state.entrants)
        if not is_there:
            raise NotInStage(entrant=entrant.name)
    start = _first_round_open(state)
    if round is not None and (state is None or round not in rounds_to_pair(state)):
        raise RoundIsOver(round=round)
    everywhere = everywhere and round is None
    order = HandOrder(
        HandKind.APART, round or start, (first.uid, second.uid), until=round, everywhere=everywhere
    )
    if any(
        one.kind is HandKind.APART
        and one.members == order.members
        and (one.until is None or one.until == round)
        and one.everywhere >= everywhere
        for one in stage.hand_orders
    ):
        return stage
    _store(stage, [*(one for one in stage.hand_orders if not _is_within(one, order)), order])
    act = KeptApart(
        stage.uid,
        first=first.uid,
        second=second.uid,
        round=order.round,
        until=order.until,
        everywhere=everywhere or ABSENT,
    )
    if reason.strip():
        act = replace(act, **written(event.tournament, reason.strip()))
    others = _others_to_keep_apart(stage) if everywhere else []
    for other in others:
        start = _first_round_open(stage_state(other))
        _store(other, [*other.hand_orders, replace(order, round=start)])
    follow(event, cause=Cause(act, by, rows=[stage, *others]))
    return stage


def _keeps_apart(stage: Stage, state: StageState | None) -> bool:
    """Whether a stage can keep two entrants apart: one paired by rounds, or a bracket that is not drawn."""
    rules = FORMATS[stage.format]
    return isinstance(rules, HandPaired) or (rules.shape is Shape.BRACKET and state is None)


def _others_to_keep_apart(stage: Stage) -> list[Stage]:
    """Return the other stages of the event that are not over and can keep two entrants apart."""
    others = Stage.objects.filter(event=stage.event_id, completed_at=None).exclude(pk=stage.pk)
    rows = others.select_related("event__tournament").order_by("order")
    return [other for other in rows if _keeps_apart(other, stage_state(other))]


def _is_within(order: HandOrder, other: HandOrder) -> bool:
    """Whether a lasting order of a stage is part of one for the whole event."""
    return other.everywhere and order.members == other.members and order.until is None and not order.is_seat


@transaction.atomic
def let_meet(stage: Stage, *, first: Entrant, second: Entrant, by: Player | None) -> Stage:
    """Let two entrants meet again who are kept apart, in the whole event if the order says so; rounds paired so stay."""
    require_director(stage.event.tournament, by)
    event = lock_unclosed(stage.event)
    stage.refresh_from_db()
    members = frozenset((first.uid, second.uid))
    start = _first_round_open(stage_state(stage))
    over = [
        order
        for order in stage.hand_orders
        if order.kind is HandKind.APART
        and order.members == members
        and (order.until is None or order.until >= start)
    ]
    if not over:
        raise NotKeptApart(first=first.name, second=second.name)
    _end(stage, over, start=start)
    changed_too = _end_everywhere(stage, members) if any(order.everywhere for order in over) else []
    act = ApartEnded(stage.uid, first=first.uid, second=second.uid, round=start, orders=_plain(over))
    follow(event, cause=Cause(act, by, rows=[stage, *changed_too]))
    return stage


def _end(stage: Stage, over: Collection[HandOrder], *, start: int) -> None:
    """End these orders of a stage; the audit repeats the rounds that are paired with what counted then."""
    others = [order for order in stage.hand_orders if order not in over]
    past = [replace(order, until=start - 1, everywhere=False) for order in over if order.round < start]
    _store(stage, [*others, *past])


def _end_everywhere(stage: Stage, members: frozenset[str]) -> list[Stage]:
    """End the order for the whole event in its other stages; return those that had it."""
    changed_too = []
    for other in Stage.objects.filter(event=stage.event_id).exclude(pk=stage.pk).order_by("order"):
        over = [order for order in other.hand_orders if order.everywhere and order.members == members]
        if over:
            _end(other, over, start=_first_round_open(stage_state(other)))
            changed_too.append(other)
    return changed_too


def _paired_by_rounds(stage: Stage) -> StageState:
    """Return the state of a drawn stage whose rounds can be paired by hand."""
    if not isinstance(FORMATS[stage.format], HandPaired):
        raise NotPairedByHand
    state = stage_state(stage)
    if state is None:
        raise NotDrawn
    return state


def _require_possible(state: StageState, orders: Iterable[HandOrder], *, number: int) -> None:
    """Raise a refusal for an entrant who is not in the round, or who would sit in it twice."""
    entries = {entry.uid: entry for entry in state.state.entries if entry.line is not None}
    out = _out_before(state, number)
    seated: set[str] = set()
    for order in orders:
        if len(order.members) < len(order.entrants):
            raise SameEntrant
        for uid in order.entrants:
            entry = entries.get(uid)
            if entry is None:
                entrant = (
                    Entrant.objects.select_related("side").filter(uid=uid, event=state.stage.event).first()
                )
                raise NotInStage(entrant=uid if entrant is None else entrant.name)
            name = state.entrants[uid].name
            if uid in out and not entry.is_withdrawn:
                raise OutBeforeRound(entrant=name, round=number)
            is_away = entry.is_withdrawn or entry.joins > number or number in entry.absent
            if is_away and order.kind is not HandKind.MISS:
                raise NotInRound(entrant=name, round=number)
            if uid in seated:
                raise TwiceInRound(entrant=name)
            seated.add(uid)


def _out_before(state: StageState, number: int) -> frozenset[str]:
    """Return who was out of the stage before a round, as without a life left."""
    then = replace(
        state.state,
        pairings=tuple(one for one in state.state.pairings if one.round < number),
        results=tuple(one for one in state.state.results if one.round < number),
    )
    return frozenset(one.entrant for one in state.format.standings(then) if not one.is_in)


def _begun_against(stage: Stage, number: int, *, sets_aside: bool) -> frozenset[str]:
    """Return the keys of the pairings that have begun in the way of an order; PairUnderWay unless they are set aside."""
    state = stage_state(stage)
    if state is None:
        return frozenset()
    results = {result.place for result in state.state.results if not result.is_given}
    rows = [
        state.pairings[pairing.place]
        for pairing in against_hand(state.state, number)
        if pairing.is_begun or pairing.place in results
    ]
    if rows and not sets_aside:
        raise PairUnderWay(match=str(rows[0].match))
    return frozenset(row.uid for row in rows)


def _first_round_open(state: StageState | None) -> int:
    """Return the first round that is not paired, or the round under way while nothing of it has begun."""
    if state is None:
        return 1
    newest = newest_round(state.stage)
    here = [pairing for pairing in state.state.pairings if pairing.round == newest]
    has_begun = any(pairing.is_begun for pairing in here) or any(
        result.round == newest and not result.is_given for result in state.state.results
    )
    return newest + 1 if has_begun or not newest else newest


def _in_order(orders: Iterable[HandOrder]) -> list[HandOrder]:
    """Return orders sorted, so that an act and its undoing leave the same row."""
    return sorted(
        orders,
        key=lambda one: (one.is_seat, one.round, one.kind, one.entrants, one.until or 0, one.everywhere),
    )


def _store(stage: Stage, orders: Collection[HandOrder]) -> None:
    stage.by_hand = list(_plain(_in_order(orders)))
    stage.save(update_fields=["by_hand"])


def _plain(orders: Iterable[HandOrder]) -> tuple[dict[str, object], ...]:
    return tuple(stored_hand_order(order) for order in orders)


@inverse(PairedByHand)
def _pair_as_before(entry: LogEntry, act: PairedByHand, by: Player | None) -> None:
    """Restore what was paired by hand in the round before, with the pairings of then."""
    stage = stage_of(act.subject)
    event = lock_unclosed(stage.event)
    stage.refresh_from_db()
    orders = [order for order in stage.hand_orders if order.is_seat and order.round == act.round]
    replay = way_back(entry)
    is_same = _in_order(orders) == _in_order(map(hand_order_of, act.orders))
    if not is_same or _is_followed(stage, act.round, but=replay.dropped):
        raise changed()
    require_director(stage.event.tournament, by)
    before = [hand_order_of(data) for data in act.before]
    _store(stage, [order for order in stage.hand_orders if order not in orders] + before)
    undoing = PairedByHand(
        stage.uid,
        round=act.round,
        entrants=act.entrants,
        orders=act.before,
        before=act.orders,
        **written(event.tournament, reason_of(entry)),
    )
    follow(event, cause=Cause(undoing, by, rows=[stage]), replay=replay)


def _is_followed(stage: Stage, number: int, *, but: Collection[str]) -> bool:
    """Whether a later round stands, beside pairings of these uids that have not begun: the act itself made those."""
    state = stage_state(stage)
    return state is not None and any(
        pairing.round > number and (pairing.is_begun or state.pairings[pairing.place].uid not in but)
        for pairing in state.state.pairings
    )


@inverse(KeptApart)
def _let_meet_again(entry: LogEntry, act: KeptApart, by: Player | None) -> None:
    let_meet(stage_of(act.subject), first=entrant_of(act.first), second=entrant_of(act.second), by=by)


@inverse(ApartEnded)
def _keep_apart_again(entry: LogEntry, act: ApartEnded, by: Player | None) -> None:
    """Keep the two apart again, as before."""
    stage, first, second = stage_of(act.subject), entrant_of(act.first), entrant_of(act.second)
    for order in map(hand_order_of, act.orders):
        keep_apart(stage, first=first, second=second, by=by, round=order.until, everywhere=order.everywhere)


def take_over(stage: Stage) -> None:
    """Give a stage that is drawn the orders that keep two apart in its whole event."""
    own = {order.members for order in stage.hand_orders if not order.is_seat and order.until is None}
    orders = [order for order in lasting_bans(stage) if order.everywhere and order.members not in own]
    if orders:
        stage.by_hand = [*stage.by_hand, *map(stored_hand_order, orders)]
        stage.save(update_fields=["by_hand"])


def forget_rounds(stages: Collection[int]) -> list[Stage]:
    """Remove all orders for rounds of these stages; who is kept apart from now on is so from round 1 of the next draw.

    The dates of rounds stay, those of single encounters go. Return the stages that have changed.
    """
    rows = Stage.objects.filter(pk__in=stages).select_related("event")
    changed = [stage for stage in rows if stage.by_hand or stage.match_days]
    for stage in changed:
        lasting = [one for one in stage.hand_orders if one.kind is HandKind.APART and one.until is None]
        stage.by_hand = [stored_hand_order(replace(one, round=1)) for one in lasting]
        stage.match_days = [day.to_dict() for day in stage.stored_match_days if day.slot is None]
        stage.save(update_fields=["by_hand", "match_days"])
    return changed
