"""Ties that matter: decisions by lot, by playoff or by the director, and their withdrawal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.events.lifecycle import next_order
from tournaments.actions.events.problems import checked_lengths, options_of
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director, require_reason
from tournaments.acts.stages import StageCreated, TieBroken, TieTakenBack
from tournaments.errors.draws import (
    NoSuchDecision,
    NotDrawn,
    TieDecided,
    TieIsUsed,
    TieNotOpen,
    TieOrderIncomplete,
)
from tournaments.formats import OF_PLACES, Feed, How, Take, by_chance
from tournaments.models import Draw, Stage, StoredTie
from tournaments.queries.results.ties import OpenTie, open_ties
from tournaments.queries.state import feeds_of, valid_draw
from tournaments.queue import Job, enqueue

from . import draw
from .progress import Cause, follow

_PLAYOFF = {"first_tiebreak": "head_to_head", "second_tiebreak": "points_difference"}


@transaction.atomic
def decide(
    stage: Stage,
    *,
    by: Player | None,
    entrants: Collection[str],
    how: How,
    order: Sequence[str] = (),
    reason: str = "",
    is_for_prizes: bool = False,
    length: int | None = None,
) -> StoredTie:
    """Decide the tie of these entrants (by uid); raise TieNotOpen unless something depends on it.

    LOT: the order of the SHA-256 with the seed of the draw, always the same. PLAYOFF: a round robin stage
    with matches to `length` points, by default the length of the last match of this stage; its standings
    decide, and remaining ties stay open. HAND: `order`, the best first, with a reason. Prizes are split
    regardless, unless the decision `is_for_prizes`.
    """
    require_director(stage.event.tournament, by)
    event = lock_event(stage.event)
    stage.refresh_from_db()
    tie = _open(stage, entrants)
    decision = StoredTie(tuple(sorted(tie.uids)), how, (), is_for_prizes=is_for_prizes, reason=reason.strip())
    match how:
        case How.LOT:
            seed = _lot_seed(stage)
            lots = by_chance(decision.entrants, seed=seed, round_number=0, purpose="tie")
            decision = replace(decision, tiers=tuple((uid,) for uid in lots), seed=seed)
        case How.HAND:
            if sorted(order) != list(decision.entrants):
                raise TieOrderIncomplete
            decision = replace(decision, tiers=tuple((uid,) for uid in order), reason=require_reason(reason))
        case How.PLAYOFF:
            decision = replace(decision, playoff=_playoff(stage, length=length, by=by).uid)
    stage.ties = [*stage.ties, decision.to_dict()]
    stage.save(update_fields=["ties"])
    act = TieBroken(stage.uid, how=how, tied=decision.entrants, decided=tuple(decision.order))
    follow(event, cause=Cause(act, by, rows=[stage]))
    if decision.playoff is not None:
        draw.draw(Stage.objects.select_related("event__tournament").get(uid=decision.playoff), by=by)
    if event.qualifies_for_id is not None:
        enqueue(Job.QUALIFY, event_id=event.pk)
    return decision


@transaction.atomic
def take_back(stage: Stage, *, by: Player | None, entrants: Collection[str]) -> None:
    """Withdraw the newest decision on these entrants and void its playoff; MatchBegun once that has begun.

    Raise TieIsUsed if a stage was drawn whose entrants or seeds depend on it.
    """
    require_director(stage.event.tournament, by)
    event = lock_event(stage.event)
    stage.refresh_from_db()
    ties = list(stage.stored_ties)
    number = _newest(ties, entrants)
    tie = ties[number]
    if not tie.is_open:
        _require_unused(stage)
    if tie.playoff is not None:
        _call_off(tie.playoff, by=by, reason=tie.reason or "–")
    ties[number] = replace(tie, tiers=(), is_taken_back=True)
    stage.ties = [one.to_dict() for one in ties]
    stage.save(update_fields=["ties"])
    act = TieTakenBack(stage.uid, how=tie.how, tied=tie.entrants, decided=tuple(tie.order))
    follow(event, cause=Cause(act, by, rows=[stage]))


def _newest(ties: Sequence[StoredTie], entrants: Collection[str]) -> int:
    """Return the index of the newest valid decision on these entrants; raise NoSuchDecision if none."""
    members = set(entrants)
    for number in reversed(range(len(ties))):
        if set(ties[number].entrants) == members and not ties[number].is_taken_back:
            return number
    raise NoSuchDecision


def _open(stage: Stage, entrants: Collection[str]) -> OpenTie:
    """Return the open tie of exactly these entrants; raise TieDecided while its playoff is pending."""
    members = set(entrants)
    tie = next((tie for tie in open_ties(stage) if tie.uids == members), None)
    if tie is None:
        raise TieNotOpen
    if tie.playoff is not None:
        raise TieDecided
    return tie


def _lot_seed(stage: Stage) -> str:
    row = valid_draw(stage)
    if row is None:
        raise NotDrawn
    return row.seed


def _playoff(stage: Stage, *, length: int | None, by: Player | None) -> Stage:
    """Return the playoff stage of a tie: a voided playoff that is reused, or a new stage."""
    lengths = checked_lengths([length or stage.lengths[0]])
    feed = Feed(stage.order, Take.TIED).to_dict()
    free = Stage.objects.filter(event=stage.event_id, feeds=[feed]).exclude(
        pk__in=Draw.objects.filter(voided_at=None, stage__event=stage.event_id).values("stage")
    )
    playoff = free.order_by("order").first()
    if playoff is not None:
        playoff.lengths = lengths
        playoff.save(update_fields=["lengths"])
        return playoff
    new_stage = Stage.objects.create(
        event=stage.event,
        order=next_order(Stage.objects.filter(event=stage.event_id)),
        format="round_robin",
        options=options_of("round_robin", _PLAYOFF).to_dict(),
        lengths=lengths,
        feeds=[feed],
    )
    act = StageCreated(
        new_stage.uid,
        format=new_stage.format,
        options=new_stage.options,
        lengths=tuple(new_stage.lengths),
        feeds=tuple(new_stage.feeds),
    )
    log.append(act, of=stage.event.tournament, by=by, event=stage.event, rows=[new_stage])
    return new_stage


def _call_off(uid: str, *, by: Player | None, reason: str) -> None:
    """Void the draw of a playoff; raise MatchBegun if a match has begun."""
    playoff = Stage.objects.select_related("event__tournament").get(uid=uid)
    row = valid_draw(playoff)
    if row is not None:
        draw.void(row, by=by, reason=reason)


def _require_unused(stage: Stage) -> None:
    """Raise TieIsUsed if a drawn stage takes entrants by their place in this one."""
    stages = Draw.objects.filter(stage__event=stage.event_id, voided_at=None).values("stage")
    for other in Stage.objects.filter(event=stage.event_id, order__gt=stage.order, pk__in=stages):
        if any(feed.stage == stage.order and feed.take in OF_PLACES for feed in feeds_of(other)):
            raise TieIsUsed(stage=str(other))
