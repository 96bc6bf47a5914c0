"""The frame of the pages of an event: its name, its tabs, and the way to each of its stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.formats import FORMATS, Shape
from tournaments.models import Event, Stage
from tournaments.queries.draws.winners import main_line
from tournaments.web.frame.pages import Crumb


class TabName(StrEnum):
    """The tabs of an event."""

    STAGE = "stage"
    MATCHES = "matches"
    PLAYERS = "players"
    SCHEDULE = "schedule"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab with its address, or a stage in the row below the tabs."""

    label: str
    url: str
    is_current: bool


_LABELS = {
    TabName.MATCHES: pgettext_lazy("a tab of an event", "Matches"),
    TabName.PLAYERS: pgettext_lazy("a tab of an event", "Players"),
    TabName.SCHEDULE: pgettext_lazy("a tab of an event", "Schedule"),
    TabName.INFO: pgettext_lazy("a tab of an event", "Info"),
}
_SHAPES = {
    Shape.BRACKET: pgettext_lazy("the page of a stage", "Bracket"),
    Shape.ROUNDS: pgettext_lazy("a tab of an event", "Rounds"),
    Shape.TABLE: pgettext_lazy("a tab of an event", "Table"),
    Shape.LADDER: pgettext_lazy("the page of a stage", "Ladder"),
}
_VIEWS = {
    TabName.MATCHES: "event_matches",
    TabName.PLAYERS: "entrants",
    TabName.SCHEDULE: "event_schedule",
    TabName.INFO: "event_info",
}


def tab_crumb(tab: TabName) -> Crumb:
    """Return the last breadcrumb of a tab."""
    return Crumb(str(_LABELS[tab]))


def stages_of(event: Event) -> list[Stage]:
    """Return the stages of an event in order, each with `drawn`, the number of its valid draws; one query."""
    rows = Stage.objects.filter(event=event).annotate(drawn=Count("draws", filter=Q(draws__voided_at=None)))
    stages: list[Stage] = list(rows.order_by("order"))
    for stage in stages:
        stage.event = event
    return stages


def front_stage(stages: Sequence[Stage]) -> Stage | None:
    """Return the stage that the first tab shows: the last drawn one of the main line, else the last drawn one."""
    drawn = [stage for stage in stages if getattr(stage, "drawn", 0)]
    of_main = [stage for stage in main_line(stages) if stage in drawn]
    return next(reversed(of_main or drawn), None)


def event_frame(
    event: Event, stages: Sequence[Stage], *, tab: TabName, stage: Stage | None = None, player: str = ""
) -> dict[str, Any]:
    """Return the template context of the frame; `stage` is the one on the page, `player` the entrant marked there."""
    first = front_stage(stages) or next(iter(stages), None)
    label = (
        pgettext("a tab of an event", "Overview")
        if first is None
        else str(_SHAPES[FORMATS[first.format].shape])
    )
    tabs = [Tab(label, reverse("event", args=[event.uid]), tab is TabName.STAGE)]
    tabs += [
        Tab(str(_LABELS[name]), reverse(view, args=[event.uid]), tab is name) for name, view in _VIEWS.items()
    ]
    return {
        "event": event,
        "tabs": tabs,
        "stage_tabs": _stage_tabs(stages, stage, player) if tab is TabName.STAGE else [],
    }


def _stage_tabs(stages: Sequence[Stage], current: Stage | None, player: str) -> list[Tab]:
    """Return the drawn stages, if there are several; a marked entrant stays marked from one to the next."""
    drawn = [stage for stage in stages if getattr(stage, "drawn", 0)]
    query = f"?{urlencode({'player': player})}" if player else ""
    tabs = [
        Tab(str(stage), reverse("bracket", args=[stage.uid]) + query, stage == current) for stage in drawn
    ]
    return tabs if len(tabs) > 1 else []
