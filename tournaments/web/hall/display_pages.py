"""The slides of the hall display and their content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.http import QueryDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.formats import FORMATS, Shape
from tournaments.models import Announcement, Event, Stage, Tournament
from tournaments.queries.draws.bracket import BracketView, RoundView, SlotState, SlotView, bracket
from tournaments.queries.draws.finish import finish
from tournaments.queries.draws.standings import standings
from tournaments.queries.draws.winners import event_winners
from tournaments.queries.hall import screen
from tournaments.queries.results.matches import open_matches
from tournaments.web.frame.numbers import number_typed

T = TypeVar("T")
VIEWS = ("calls", "tables", "pairings", "bracket", "standings", "news")
# Limits for a screen of 1080 lines that is readable from ten metres.
_ROWS = 8
_COLUMNS = 2
_BRACKET_SLOTS = 8
_BRACKET_ROUNDS = 3
_SHORTEST, _USUAL, _LONGEST = 5, 12, 120
_WORDS: Mapping[str, Any] = {
    "calls": gettext_lazy("Who plays where"),
    "tables": gettext_lazy("Being played"),
    "pairings": gettext_lazy("Pairings"),
    "bracket": pgettext_lazy("the page of a stage", "Bracket"),
    "standings": gettext_lazy("Standings"),
    "finish": gettext_lazy("Final standings"),
    "news": gettext_lazy("Announcements"),
}


def view_words(view: str) -> str:
    """Return the translated name of a view."""
    return str(_WORDS[view])


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of a display, from its query string."""

    views: tuple[str, ...] = VIEWS
    events: tuple[str, ...] = ()
    seconds: int = _USUAL
    is_light: bool = False
    slide: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> Wanted:
        """Return the options in the query string; missing or invalid values take the defaults."""
        views = tuple(view for view in _several(query, "views") if view in VIEWS)
        seconds = number_typed(query.get("seconds", "")) or _USUAL
        return cls(
            views=tuple(dict.fromkeys(views)) or VIEWS,
            events=_several(query, "events"),
            seconds=min(max(seconds, _SHORTEST), _LONGEST),
            is_light=query.get("theme") == "light",
            slide=query.get("slide", ""),
        )


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide of the display; `key` identifies it and `following` the next one."""

    key: str
    following: str
    kind: str
    title: str
    page: int
    pages: int
    number: int
    count: int
    content: dict[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """Return the name of the template of the slide."""
        return f"hall/_slide_{self.kind}.html"


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A sequence of slides of one view, for one stage or for the whole tournament."""

    kind: str
    stage: Stage | None = None

    @property
    def key(self) -> str:
        return self.kind if self.stage is None else f"{self.kind}.{self.stage.uid}"


def _several(query: QueryDict, name: str) -> tuple[str, ...]:
    """Return the values of a parameter, which may be repeated or separated by commas."""
    return tuple(value for values in query.getlist(name) for value in values.split(",") if value)


def slide_of(
    tournament: Tournament, options: Wanted, *, now: datetime, news: Sequence[Announcement]
) -> Slide:
    """Return the requested slide, or the first one with content, in at most twelve queries.

    A slide without content is skipped.
    """
    leaves = _leaves(tournament, options, has_news=bool(news))
    name, _dot, page_text = options.slide.rpartition("~")
    start = next((number for number, leaf in enumerate(leaves) if leaf.key == name), 0)
    page = number_typed(page_text) or 1
    number = start
    content: list[dict[str, Any]] = []
    # Lists of matches may be empty, so try each sequence of slides once.
    for step in range(len(leaves)):
        number = (start + step) % len(leaves)
        content = _pages(leaves[number], tournament, now=now, news=news)
        if content:
            break
        page = 1
    if not content:
        return Slide("", "", "nothing", tournament.name, 1, 1, 1, 1)
    leaf = leaves[number]
    page = min(page, len(content))
    following = (
        f"{leaf.key}~{page + 1}" if page < len(content) else f"{leaves[(number + 1) % len(leaves)].key}~1"
    )
    return Slide(
        f"{leaf.key}~{page}",
        following,
        leaf.kind,
        _title(leaf),
        page,
        len(content),
        number + 1,
        len(leaves),
        content[page - 1],
    )


def _leaves(tournament: Tournament, options: Wanted, *, has_news: bool) -> list[_Leaf]:
    all_stages = screen.shown_stages(tournament, events=options.events)
    stages = [stage for stage in all_stages if stage.event.closed_at is None]
    # Of a closed event its end is shown, and no more how it came to it.
    closed = {stage.event_id: stage for stage in all_stages if stage.event.closed_at is not None}
    leaves: list[_Leaf] = []
    for view in options.views:
        if view in {"calls", "tables"}:
            leaves.append(_Leaf(view))
        elif view == "news":
            leaves += [_Leaf(view)] if has_news else []
        else:
            leaves += [_Leaf(view, stage) for stage in stages if _is_shown(view, stage)]
        if view == "standings":
            leaves += [_Leaf("finish", stage) for stage in closed.values()]
    return leaves


def _is_shown(view: str, stage: Stage) -> bool:
    is_bracket = FORMATS[stage.format].shape is Shape.BRACKET
    if view == "bracket":
        return is_bracket
    if view == "standings":
        # A bracket shows the places itself until the stage is complete.
        return not is_bracket or stage.completed_at is not None
    return stage.completed_at is None


def _title(leaf: _Leaf) -> str:
    # A bracket needs no heading.
    words = "" if leaf.kind == "bracket" else view_words(leaf.kind)
    if leaf.stage is None:
        return words
    title = "" if leaf.kind == "finish" else leaf.stage.title
    parts = dict.fromkeys((leaf.stage.event.name, title, words))
    return " · ".join(part for part in parts if part)


def _pages(
    leaf: _Leaf, tournament: Tournament, *, now: datetime, news: Sequence[Announcement]
) -> list[dict[str, Any]]:
    """Return the template contexts of the slides, or an empty list without content."""
    if leaf.kind == "news":
        return [{"news": news}] if news else []
    if leaf.kind in {"calls", "tables"}:
        lines = open_matches(tournament)
        if leaf.kind == "calls":
            return [
                {"columns": _columns(part)}
                for part in _parts(screen.called(lines, now=now), _ROWS * _COLUMNS)
            ]
        return [{"lines": part} for part in _parts(screen.at_tables(lines), _ROWS)]
    if leaf.stage is None:
        raise AssertionError("the other pages are of a stage")
    if leaf.kind == "finish":
        return _finish_pages(leaf.stage.event)
    if leaf.kind == "standings":
        view = standings(leaf.stage)
        lines_of = [] if view is None else [line for group in view.groups for line in group.lines]
        return [{"standings": view, "columns": _columns(part)} for part in _parts(lines_of, _ROWS * _COLUMNS)]
    bracket_view = bracket(leaf.stage)
    if bracket_view is None:
        return []
    return _bracket_pages(bracket_view) if leaf.kind == "bracket" else _pairing_pages(bracket_view)


def _finish_pages(event: Event) -> list[dict[str, Any]]:
    """Return slides of the winners and the finishing positions of a closed event."""
    lines, won = finish(event), event_winners(event)
    parts = _parts(lines, _ROWS * _COLUMNS) or ([()] if won.winners else [])
    return [{"won": won, "columns": _columns(part)} for part in parts]


def _pairing_pages(view: BracketView) -> list[dict[str, Any]]:
    """Return slides of the unfinished matches, or of the newest round if none is unfinished."""
    slots = [(of, slot) for of in view.rounds for slot in of.slots if slot.pairing]
    still_on = [(of, slot) for of, slot in slots if slot.match and slot.state is not SlotState.FINAL]
    newest = [(of, slot) for of, slot in slots if of.number == slots[-1][0].number]
    return [{"bracket": view, "lines": part} for part in _parts(still_on or newest, _ROWS)]


def _bracket_pages(view: BracketView) -> list[dict[str, Any]]:
    """Return slides of up to eight matches per round, beginning with the first unfinished round."""
    pages = []
    for part in view.parts:
        rounds = [of for of, _is_straight in part.rounds]
        first = next((n for n, of in enumerate(rounds) if not _is_over(of)), len(rounds) - 1)
        # A finished part shows its last rounds.
        first = max(0, min(first, len(rounds) - 2))
        window = rounds[first : first + _BRACKET_ROUNDS]
        for start in range(0, len(window[0].slots), _BRACKET_SLOTS):
            columns = _window(window, start)
            pages.append({"bracket": view, "part": part, "columns": columns})
    return pages


def _window(rounds: Sequence[RoundView], start: int) -> list[tuple[RoundView, tuple[SlotView, ...]]]:
    """Return the slots of each round that descend from eight slots of the first round."""
    total = len(rounds[0].slots)
    columns = []
    for of in rounds:
        share = len(of.slots) / total
        first, last = int(start * share), max(int((start + _BRACKET_SLOTS) * share), int(start * share) + 1)
        columns.append((of, of.slots[first:last]))
    return columns


def _is_over(of: RoundView) -> bool:
    end_states = {SlotState.FINAL, SlotState.BYE, SlotState.EMPTY}
    return all(slot.state in end_states for slot in of.slots)


def _parts(lines: Sequence[T], size: int) -> list[Sequence[T]]:
    return [lines[start : start + size] for start in range(0, len(lines), size)]


def _columns(lines: Sequence[T]) -> list[Sequence[T]]:
    """Return the lines of one slide split into columns."""
    return _parts(lines, _ROWS)
