"""The events of a tournament for its desk: numbers, and the next step of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.models import Draw, Event, Stage, Tournament
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.draws.winners import EventWinners, winners_by_event
from tournaments.queries.entrants.places import awaited_in_all, kept_of
from tournaments.queries.results.matches import MatchLine, open_matches

_FEWEST = 2


class NextStep(StrEnum):
    """The next step that an event waits for."""

    STAGE = "stage"
    """The event has no stage yet."""
    ENTRANTS = "entrants"
    DRAW = "draw"
    RULE = "rule"
    CONFIRM = "confirm"
    CALL = "call"
    PLAY = "play"
    """Matches are being played, and the desk has nothing to do."""
    CLOSE = "close"
    """Everything is played: prizes and closing."""
    DONE = "done"
    """The event is closed."""


@dataclass(frozen=True, slots=True)
class DeskEventCard:
    """An event with its numbers; `undrawn` is its first stage without a draw, `winners` are its winners.

    `lines` are its open matches, and `drawn` the primary keys of its drawn stages.
    """

    event: Event
    stages: Sequence[Stage]
    lines: Sequence[MatchLine]
    drawn: frozenset[int]
    undrawn: Stage | None
    entrant_count: int
    checked_in: int
    waiting: int
    open: int
    disputed: int
    reported_count: int
    to_call: int
    called_count: int
    playing: int
    winners: EventWinners
    reserved_places: int

    @property
    def is_over(self) -> bool:
        """Whether every stage is complete."""
        return bool(self.stages) and all(stage.completed_at is not None for stage in self.stages)

    @property
    def step(self) -> NextStep:
        """Return the next step; steps that players wait for come first."""
        if self.event.closed_at is not None:
            return NextStep.DONE
        if self.disputed:
            return NextStep.RULE
        if not self.stages:
            return NextStep.STAGE
        if self.undrawn is not None and not self.open:
            return NextStep.ENTRANTS if self.entrant_count < _FEWEST else NextStep.DRAW
        if self.to_call:
            return NextStep.CALL
        if self.reported_count:
            return NextStep.CONFIRM
        return NextStep.PLAY if self.open else NextStep.CLOSE


def event_cards(tournament: Tournament) -> list[DeskEventCard]:
    """Return a card for every event of a tournament; seven queries, three more for qualifications."""
    here = Q(entrants__withdrawn_at=None)
    has_place = here & Q(entrants__is_alternate=False)
    events = tournament.events.annotate(
        entered=Count("entrants", filter=has_place),
        checked_in=Count("entrants", filter=has_place & Q(entrants__checked_in_at__isnull=False)),
        waiting=Count("entrants", filter=here & Q(entrants__is_alternate=True)),
    ).order_by("order", "pk")
    rows = list(events)
    needs = awaited_in_all(rows)
    is_drawn = Exists(Draw.objects.filter(stage=OuterRef("pk"), voided_at=None))
    stages = Stage.objects.filter(event__tournament=tournament).select_related("event__tournament")
    stages = stages.annotate(is_drawn=is_drawn).order_by("order")
    of_event: dict[int, list[Stage]] = {}
    for stage in stages:
        of_event.setdefault(stage.event_id, []).append(stage)
    lines: dict[int, list[MatchLine]] = {}
    for line in open_matches(tournament):
        lines.setdefault(line.event.pk, []).append(line)
    winners = winners_by_event(stage for group in of_event.values() for stage in group)
    return [
        _card(
            event,
            of_event.get(event.pk, []),
            lines.get(event.pk, []),
            winners.get(event.pk, EventWinners()),
            qualifiers=needs.get(event.pk, 0),
        )
        for event in rows
    ]


def _card(
    event: Event, stages: list[Stage], lines: list[MatchLine], winners: EventWinners, *, qualifiers: int
) -> DeskEventCard:
    states = Counter(line.state for line in lines)
    drawn = frozenset(stage.pk for stage in stages if getattr(stage, "is_drawn", False))
    undrawn = (stage for stage in stages if stage.pk not in drawn)
    return DeskEventCard(
        event=event,
        stages=stages,
        lines=lines,
        drawn=drawn,
        undrawn=next(undrawn, None),
        entrant_count=getattr(event, "entered", 0),
        checked_in=getattr(event, "checked_in", 0),
        waiting=getattr(event, "waiting", 0),
        open=len(lines),
        disputed=states[SlotState.DISPUTED] + states[SlotState.SCORE_OPEN],
        reported_count=states[SlotState.REPORTED],
        to_call=sum(
            line.state is SlotState.OPEN and not line.table and not line.has_boards for line in lines
        ),
        called_count=sum(line.state is SlotState.OPEN and bool(line.table) for line in lines),
        playing=states[SlotState.PLAYING],
        winners=winners,
        reserved_places=kept_of(event, qualifiers=qualifiers, entrants=getattr(event, "entered", 0)),
    )
