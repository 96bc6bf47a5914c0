"""Creation of whole events from a plan, and changes to feeds and stages before the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.money import ledger
from tournaments.actions.permissions import require_director
from tournaments.acts.stages import FeedsChanged, StageRemoved
from tournaments.errors.draws import StageAlreadyDrawn
from tournaments.errors.events import InvalidPlan, StageIsNeeded
from tournaments.formats import FormatError
from tournaments.models import STAGE_NAMES, Commitment, Draw, Event, FeeKind, Stage, Tournament
from tournaments.payouts import Payout
from tournaments.plans import PlannedEvent
from tournaments.queries.money.ledger import fees_of
from tournaments.queries.state import feeds_of, valid_draw

from . import reentry_rule
from .full_start import choose_start, require_drawable
from .lifecycle import create_event, create_stage
from .problems import checked_feeds, refused, require_plan


def plan_from(data: object) -> PlannedEvent:
    """Parse a plan from plain JSON values; raise InvalidPlan with every invalid value."""
    try:
        return PlannedEvent.from_dict(data)
    except FormatError as error:
        raise refused(InvalidPlan, error.problems) from error


def named(plan: PlannedEvent) -> PlannedEvent:
    """Return the plan with the names of its stages translated."""
    return PlannedEvent(
        tuple(replace(stage, name=str(STAGE_NAMES.get(stage.name, stage.name))) for stage in plan.stages)
    )


@transaction.atomic
def create_from_plan(
    tournament: Tournament,
    *,
    by: Player | None,
    plan: PlannedEvent,
    name: str,
    entrants: int | None = None,
    starts_when_full: bool = False,
    opens_next: bool = False,
    entry_fee: int = 0,
    like: Event | None = None,
    **about: Any,
) -> Event:
    """Create an event with all stages of a plan; raise InvalidPlan with every fault.

    `entrants` is the expected number; without it the plan must suit the capacity of the event, or any usual
    number. `about` are further arguments of `create_event`. `starts_when_full` requires a capacity.
    `entry_fee` is in the minor unit of the currency; fees, prizes and re-entry rule can be copied from the
    event `like`.
    """
    require_plan(plan, entrants=entrants or about.get("capacity"))
    event = create_event(tournament, by=by, name=name, **about)
    for stage in named(plan).stages:
        create_stage(
            event,
            by=by,
            name=stage.name,
            format=stage.format,
            options=stage.options,
            lengths=stage.lengths,
            feeds=[feed.to_dict() for feed in stage.feeds],
            best_of=stage.best_of,
        )
    if like is not None:
        _take_over(like, event, by=by)
    if entry_fee:
        ledger.set_fee(event, by=by, kind=FeeKind.ENTRY, amount=entry_fee)
    if starts_when_full:
        choose_start(event, by=by, starts_when_full=True, opens_next=opens_next)
        event.refresh_from_db()
    return event


def _take_over(event: Event, model: Event, *, by: Player | None) -> None:
    """Copy fees, prizes and re-entry rule from `event` to `model`; fees only in the same currency."""
    require_director(event.tournament, by)
    if event.tournament.currency == model.tournament.currency:
        for fee in fees_of(event):
            ledger.set_fee(
                model, by=by, kind=fee.kind, name=fee.name, amount=fee.amount, is_optional=fee.is_optional
            )
    payout = None if event.payout is None else Payout.from_dict(event.payout).unsplit.to_dict()
    ledger.set_payout(model, by=by, payout=payout)
    if reentry_rule.can_work(model):
        reentry_rule.set_rule(model, by=by, rule=event.reentry)


@transaction.atomic
def change_feeds(stage: Stage, *, by: Player | None, feeds: Sequence[Mapping[str, object]]) -> Stage:
    """Set the feeds of a stage; raise StageAlreadyDrawn after the draw."""
    require_director(stage.event.tournament, by)
    event = lock_event(stage.event)
    stage.refresh_from_db()
    if valid_draw(stage) is not None:
        raise StageAlreadyDrawn
    feeds_in_full = checked_feeds(feeds, event=event, format=stage.format, order=stage.order)
    if feeds_in_full != stage.feeds:
        stage.feeds = feeds_in_full
        stage.save(update_fields=["feeds"])
        require_drawable(event)
        act = FeedsChanged(stage.uid, feeds=tuple(feeds_in_full))
        log.append(act, of=event.tournament, by=by, event=event, rows=[stage])
    return stage


@transaction.atomic
def remove_stage(stage: Stage, *, by: Player | None) -> None:
    """Delete a stage that was never drawn or announced and that feeds no other stage.

    Raise StageAlreadyDrawn if it was ever drawn or announced, and StageIsNeeded if it feeds another stage.
    """
    require_director(stage.event.tournament, by)
    event = lock_event(stage.event)
    stage.refresh_from_db()
    if Draw.objects.filter(stage=stage).exists() or Commitment.objects.filter(stage=stage).exists():
        raise StageAlreadyDrawn
    for other in Stage.objects.filter(event=event, order__gt=stage.order).order_by("order"):
        if any(feed.stage == stage.order for feed in feeds_of(other)):
            raise StageIsNeeded(stage=other.name or other.format)
    act = StageRemoved(stage.uid, format=stage.format, feeds=tuple(stage.feeds))
    stage.delete()
    require_drawable(event)
    log.append(act, of=event.tournament, by=by, event=event)
