"""The plan of an event, for its pages, a copy or an export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats import Feed
from tournaments.models import Event, Stage
from tournaments.plans import PlannedEvent, PlannedStage
from tournaments.queries.state import feeds_of


def plan_of(event: Event) -> PlannedEvent:
    """Return the plan of an event with its stages in order; one query."""
    return plan_of_stages(list(Stage.objects.filter(event=event).order_by("order")))


def plan_of_stages(stages: Sequence[Stage]) -> PlannedEvent:
    """Return the plan of these loaded stages, in order; no query.

    A plan numbers its stages without gaps. Playoffs of ties are not part of it.
    """
    regular_stages = [stage for stage in stages if not stage.is_playoff]
    numbers = {stage.order: number for number, stage in enumerate(regular_stages)}
    return PlannedEvent(
        tuple(
            PlannedStage(
                name=stage.name,
                format=stage.format,
                options=dict(stage.options),
                lengths=tuple(stage.lengths),
                best_of=tuple(stage.best_of),
                feeds=tuple(_by_number(feed, numbers) for feed in feeds_of(stage)),
            )
            for stage in regular_stages
        )
    )


def _by_number(feed: Feed, numbers: dict[int, int]) -> Feed:
    return replace(feed, stage=numbers[feed.stage])
