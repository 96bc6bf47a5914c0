"""The frame of the desk: the bar of a tournament, the five tabs of an event and the pages behind each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.database.prepared import prepared
from tournaments.formats import FORMATS, ByMatchDays, BySeasons, HandPaired, Shape
from tournaments.models import Event, Stage, Tournament


class Room(StrEnum):
    """A page of the bar; every page of a tournament's desk belongs to one."""

    BOARD = "board"
    DESK = "desk"
    DISPLAY = "display"
    MONEY = "money"
    PRINT = "print"


class EventTab(StrEnum):
    """A tab of an event; every page of the event's desk belongs to one, but for its papers."""

    PLAYERS = "entrants"
    DRAW = "draw"
    MATCHES = "control"
    PRIZES = "money"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link of a navigation."""

    label: str
    url: str
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class NavGroup:
    """The links of one subject under their heading."""

    heading: str
    links: Sequence[NavLink]


@dataclass(frozen=True, slots=True)
class EventLinks:
    """An event in the bar with its tabs."""

    name: str
    tabs: Sequence[NavLink]
    is_current: bool


@dataclass(frozen=True, slots=True)
class DeskBar:
    """The bar on every page of a tournament's desk: five pages, and the tabs of every event.

    `new_event` is the address for one more event, empty for the staff of the desk.
    """

    rooms: Sequence[NavLink]
    events: Sequence[EventLinks]
    new_event: str


_ROOMS: Mapping[Room, tuple[str, Promise]] = {
    Room.BOARD: ("desk_board", pgettext_lazy("bar of the desk", "Board")),
    Room.DESK: ("desk_tournament", pgettext_lazy("bar of the desk", "Desk")),
    Room.DISPLAY: ("desk_hall", pgettext_lazy("bar of the desk", "Display")),
    Room.MONEY: ("desk_money", pgettext_lazy("bar of the desk", "Money")),
    Room.PRINT: ("desk_print_tournament", pgettext_lazy("bar of the desk", "Print")),
}
_TABS: Mapping[EventTab, tuple[str, Promise]] = {
    EventTab.PLAYERS: ("desk_entrants", pgettext_lazy("tab of an event", "Players")),
    EventTab.DRAW: ("desk_draw", pgettext_lazy("tab of an event", "Draw")),
    EventTab.MATCHES: ("desk_event", pgettext_lazy("tab of an event", "Matches")),
    EventTab.PRIZES: ("desk_prizes", pgettext_lazy("tab of an event", "Prizes")),
    EventTab.SETTINGS: ("desk_edit_event", pgettext_lazy("tab of an event", "Settings")),
}
# What directors alone may open.
_DIRECTED = frozenset({EventTab.DRAW, EventTab.SETTINGS})


def bar_of(
    tournament: Tournament, *, room: Room | None, event: Event | None = None, may_direct: bool
) -> DeskBar:
    """Return the bar of a tournament's desk; one query."""
    rows = _events_of(tournament.pk)
    return DeskBar(
        rooms=rooms_of(tournament.uid, room=room),
        events=[
            EventLinks(
                row.name,
                tabs_of(row.uid, getattr(row, "first_stage", None), may_direct=may_direct),
                event is not None and row.pk == event.pk,
            )
            for row in rows
        ],
        new_event=reverse("desk_new_event", args=[tournament.uid]) if may_direct else "",
    )


def rooms_of(tournament: str, *, room: Room | None) -> list[NavLink]:
    """Return the five pages of the bar of a tournament by uid."""
    return [
        NavLink(str(words), reverse(name, args=[tournament]), one is room)
        for one, (name, words) in _ROOMS.items()
    ]


@prepared
def _events_of(tournament: int) -> QuerySet[Event]:
    first = Stage.objects.filter(event=OuterRef("pk")).order_by("order").values("uid")[:1]
    rows = Event.objects.filter(tournament=tournament).annotate(first_stage=Subquery(first))
    return rows.order_by("order", "pk")


def tabs_of(
    event: str, first_stage: str | None, *, may_direct: bool, tab: EventTab | None = None
) -> list[NavLink]:
    """Return the tabs of an event by uid; the draw is that of its first stage, or the choice of a format."""
    links = []
    for one, (name, words) in _TABS.items():
        if one in _DIRECTED and not may_direct:
            continue
        url = reverse(name, args=[event])
        if one is EventTab.DRAW:
            url = (
                reverse(name, args=[first_stage]) if first_stage else reverse("desk_new_stage", args=[event])
            )
        links.append(NavLink(str(words), url, one is tab))
    return links


def pages_of(
    event: Event, stages: Sequence[Stage], *, tab: EventTab | None, path: str, may_direct: bool
) -> list[NavLink]:
    """Return the pages behind a tab of an event; empty where there is but one."""
    if tab is None:
        return []
    rows = [page for page in _PAGES[tab](event, stages) if may_direct or not page.is_directed]
    links = [NavLink(str(page.label), page.url, page.is_at(path)) for page in rows]
    return links if len(links) > 1 else []


def pages_of_stages(stages: Sequence[Stage]) -> list[NavGroup]:
    """Return the pages of each stage beside its draw, those without any left out; `is_drawn` is annotated."""
    groups = [NavGroup(str(stage), _of_stage(stage)) for stage in stages]
    return [group for group in groups if group.links]


def _of_stage(stage: Stage) -> list[NavLink]:
    rules, is_drawn = FORMATS[stage.format], getattr(stage, "is_drawn", False)
    names: list[tuple[str, Promise]] = []
    if not is_drawn:
        names.append(("desk_stage_feeds", gettext_lazy("Where the entrants come from")))
    elif stage.completed_at is not None:
        names.append(("desk_ties", gettext_lazy("Shared places")))
    elif rules.shape is Shape.BRACKET or isinstance(rules, HandPaired):
        is_bracket = rules.shape is Shape.BRACKET
        names.append(
            ("desk_by_hand", gettext_lazy("Move players") if is_bracket else gettext_lazy("Pair by hand"))
        )
    if isinstance(rules, ByMatchDays):
        names.append(("desk_match_days", gettext_lazy("Match days")))
    if is_drawn and isinstance(rules, BySeasons):
        names.append(("desk_season", gettext_lazy("Next season")))
    return [NavLink(str(label), reverse(name, args=[stage.uid])) for name, label in names]


class _TabPage(NamedTuple):
    """A page behind a tab; `is_directed` if directors alone may open it, `within` begins the addresses below it."""

    label: str | Promise
    url: str
    is_directed: bool = False
    within: str = ""

    def is_at(self, path: str) -> bool:
        """Whether this is the page at an address, or one below it."""
        return path == self.url or bool(self.within and path.startswith(self.within))


def _players(event: Event, _stages: Sequence[Stage]) -> Iterator[_TabPage]:
    yield _TabPage(gettext_lazy("List of players"), reverse("desk_entrants", args=[event.uid]))
    yield _TabPage(gettext_lazy("Registration desk"), reverse("desk_register", args=[event.tournament.uid]))


def _draws(event: Event, stages: Sequence[Stage]) -> Iterator[_TabPage]:
    for stage in stages:
        url = reverse("desk_draw", args=[stage.uid])
        yield _TabPage(str(stage), url, is_directed=True, within=url.removesuffix("draw/"))
    add = gettext_lazy("Add a stage") if stages else gettext_lazy("Format")
    yield _TabPage(add, reverse("desk_new_stage", args=[event.uid]), is_directed=True)


def _matches(event: Event, _stages: Sequence[Stage]) -> Iterator[_TabPage]:
    yield _TabPage(gettext_lazy("Matches"), reverse("desk_event", args=[event.uid]))
    yield _TabPage(
        gettext_lazy("Enter from paper"), reverse("desk_enter_paper", args=[event.uid]), is_directed=True
    )
    yield _TabPage(gettext_lazy("Forecast"), reverse("desk_event_forecast", args=[event.uid]))
    if not event.boards:
        yield _TabPage(gettext_lazy("Club night"), reverse("desk_night", args=[event.uid]), is_directed=True)


def _prizes(event: Event, _stages: Sequence[Stage]) -> Iterator[_TabPage]:
    yield _TabPage(gettext_lazy("Prizes"), reverse("desk_prizes", args=[event.uid]))
    yield _TabPage(gettext_lazy("Fees"), reverse("desk_fees", args=[event.uid]))
    yield _TabPage(gettext_lazy("Closing"), reverse("desk_close_event", args=[event.uid]), is_directed=True)


def _settings(event: Event, _stages: Sequence[Stage]) -> Iterator[_TabPage]:
    for name, label in _OF_SETTINGS.items():
        yield _TabPage(label, reverse(name, args=[event.uid]), is_directed=True)


_OF_SETTINGS: Mapping[str, Promise] = {
    "desk_edit_event": gettext_lazy("Settings"),
    "desk_ratings": gettext_lazy("Ratings and who may enter"),
    "desk_reentry": gettext_lazy("Coming back after a loss"),
    "desk_sanctions": gettext_lazy("Federations"),
    "event": gettext_lazy("Public page"),
}
_PAGES: Mapping[EventTab, Callable[[Event, Sequence[Stage]], Iterator[_TabPage]]] = {
    EventTab.PLAYERS: _players,
    EventTab.DRAW: _draws,
    EventTab.MATCHES: _matches,
    EventTab.PRIZES: _prizes,
    EventTab.SETTINGS: _settings,
}


class _TournamentPage(NamedTuple):
    """A page of a tournament by the name of its address; `is_directed` if directors alone may open it."""

    name: str
    label: Promise
    is_directed: bool = False


_OF_HALL = (
    _TournamentPage("desk_hall_end", gettext_lazy("When it ends")),
    _TournamentPage("desk_hall_hours", gettext_lazy("Hours of the hall"), is_directed=True),
    _TournamentPage("desk_board_tables", gettext_lazy("Tables")),
    _TournamentPage("desk_suspended", gettext_lazy("Suspended matches")),
    _TournamentPage("desk_forecast", gettext_lazy("Compare ways to play")),
)
_OF_TOURNAMENT = (
    _TournamentPage("desk_players", gettext_lazy("All players")),
    _TournamentPage("desk_edit_tournament", gettext_lazy("Settings"), is_directed=True),
    _TournamentPage("desk_officers", gettext_lazy("Directors and desk staff"), is_directed=True),
    _TournamentPage("desk_log", gettext_lazy("Log")),
    _TournamentPage("desk_copy_tournament", gettext_lazy("Copy the tournament"), is_directed=True),
    _TournamentPage("desk_close_tournament", gettext_lazy("Close the tournament"), is_directed=True),
    _TournamentPage("tournament", gettext_lazy("Public page")),
)
_GROUPS: Sequence[tuple[Promise, Sequence[_TournamentPage]]] = (
    (gettext_lazy("Hall"), _OF_HALL),
    (gettext_lazy("Tournament"), _OF_TOURNAMENT),
)


def more_pages(tournament: str, *, may_direct: bool) -> list[NavGroup]:
    """Return the pages that the front page of a tournament's desk leads to, by subject."""
    return [
        NavGroup(
            str(heading),
            [
                NavLink(str(page.label), reverse(page.name, args=[tournament]))
                for page in pages
                if may_direct or not page.is_directed
            ],
        )
        for heading, pages in _GROUPS
    ]
