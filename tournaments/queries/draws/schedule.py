"""When the rounds of an event were, are and will be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Min, Q

from tournaments.formats import FORMATS, Round, Shape
from tournaments.models import Draw, Event, Pairing, Stage
from tournaments.queries.state import declared_rounds, named_round, round_length

from .deadlines import PairingMoments, moments_of_rounds


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """A round: how many of its matches are final, the first start and the last end, its deadline and match day.

    `is_paired` says whether any of its matches can be played.
    """

    number: int
    declared: Round | None
    length: int | None
    matches: int
    final: int
    begun_at: datetime | None
    over_at: datetime | None
    moments: PairingMoments
    is_paired: bool

    @property
    def is_over(self) -> bool:
        """Whether the round is paired and all its matches are final."""
        return bool(self.matches) and self.final == self.matches

    @property
    def is_under_way(self) -> bool:
        """Whether a match of the round is open and one has begun or is final."""
        return self.is_paired and self.final < self.matches and bool(self.final or self.begun_at)


@dataclass(frozen=True, slots=True)
class StageTimes:
    """A stage with its rounds in order; without a draw it has none."""

    stage: Stage
    rounds: tuple[RoundTimes, ...]


def schedule(event: Event) -> tuple[StageTimes, ...]:
    """Return the stages of an event with the times of their rounds; three queries."""
    stages = list(Stage.objects.filter(event=event).select_related("event__tournament").order_by("order"))
    placements = Draw.objects.filter(stage__in=stages, voided_at=None, purpose="placement").order_by("pk")
    draws = {draw.stage_id: draw for draw in placements}
    times: dict[int, dict[int, Mapping[str, Any]]] = {}
    for row in _times(event):
        times.setdefault(row["stage"], {})[row["round"]] = row
    return tuple(
        StageTimes(stage, _rounds(stage, draws.get(stage.pk), times.get(stage.pk, {}))) for stage in stages
    )


def _times(event: Event) -> list[Any]:
    pairings = Pairing.objects.filter(stage__event=event, cancelled_at=None)
    is_final = Q(match__final_at__isnull=False)
    return list(
        pairings.order_by()
        .values("stage", "round")
        .annotate(
            matches=Count("match"),
            byes=Count("pk", filter=Q(match=None)),
            final=Count("pk", filter=is_final),
            begun_at=Min("match__started_at"),
            over_at=Max("match__final_at"),
        )
    )


def _rounds(
    stage: Stage, draw: Draw | None, times: Mapping[int, Mapping[str, Any]]
) -> tuple[RoundTimes, ...]:
    if draw is None:
        return ()
    declared = declared_rounds(stage, draw)
    numbers = sorted({*times, *(of.number for of in declared)})
    moments = moments_of_rounds(stage, draw, numbers)
    return tuple(
        _round(
            number,
            named_round(stage, declared, number),
            stage,
            times.get(number, {}),
            moments.get(number, PairingMoments()),
        )
        for number in numbers
    )


def _round(
    number: int, declared: Round | None, stage: Stage, row: Mapping[str, Any], moments: PairingMoments
) -> RoundTimes:
    matches, final = row.get("matches", 0), row.get("final", 0)
    if declared is not None and FORMATS[stage.format].shape is Shape.BRACKET:
        # The later matches of a bracket are paired one by one.
        matches = max(matches, declared.places // 2 - row.get("byes", 0))
    return RoundTimes(
        number=number,
        declared=declared,
        length=None if declared is None else round_length(stage, declared),
        matches=matches,
        final=final,
        begun_at=row.get("begun_at"),
        over_at=row.get("over_at") if matches and final == matches else None,
        moments=moments,
        is_paired=bool(row.get("matches")),
    )
