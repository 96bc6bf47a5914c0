"""Template tags and filters of all pages: icons, status pills, results, standings and brackets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from django import template
from django.forms import BoundField, CheckboxInput
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy

from matches.models import GameRecord, Match, Report
from matches.models.match import OUTCOME_CHOICES
from rules.game import Ended, GameScore, Result
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import access
from tournaments.access import Visitor
from tournaments.formats import FORMATS, Part, Shape
from tournaments.models import Entrant, Event, Stage, Tournament
from tournaments.models.dates import date_words
from tournaments.models.wording import format_name
from tournaments.models.wording import group_words as words_of_group
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.draws.round_words import round_words
from tournaments.queries.draws.standing_words import points_words
from tournaments.queries.draws.standings import StandingsView, StandingView
from tournaments.queries.eligibility import EntryCheck
from tournaments.queries.event_ratings import SideRating
from tournaments.queries.hall.next_calls import Delay
from tournaments.queries.hall.readiness import WaitingMatch
from tournaments.queries.hall.turn_words import delay_words
from tournaments.queries.money.amounts import amount_words
from tournaments.ratings import UNITS
from tournaments.web.frame.form_idempotency import FIELD, new_key
from tournaments.web.frame.live import live_address
from tournaments.web.wording import formats, outlook, rules, standings
from tournaments.web.wording.outlook import duration

register = template.Library()

# SVG paths on a grid of 24, stroked in the colour of the text.
_ICONS = {
    "cup": "M8 4h8v5a4 4 0 0 1-8 0zM8 6H4v1a4 4 0 0 0 4 4M16 6h4v1a4 4 0 0 1-4 4M12 13v4M8 20h8M9.500 20c0-2 1-3 2.500-3s2.500 1 2.500 3",
    "dice": "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.500 8.500h.01M15.500 8.500h.01M12 12h.01M8.500 15.500h.01M15.500 15.500h.01",
    "bell": "M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15zM10 21h4",
    "person": "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c1-4 4-5.500 7.500-5.500s6.500 1.500 7.500 5.500",
    "desk": "M4 6h16M4 12h16M4 18h10M19 16v5M16.500 18.500h5",
    "check": "M4.500 12.500 10 18 19.500 7",
    "clock": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.500 2",
    "flag": "M6 21V4M6 5h11l-2 4 2 4H6",
    "left": "M15 5l-7 7 7 7",
    "right": "M9 5l7 7-7 7",
    "first": "M18 5l-7 7 7 7M6 5v14",
    "last": "M6 5l7 7-7 7M18 5v14",
}


@register.simple_tag
def icon(name: str) -> SafeString:
    """Render a decorative icon; the words beside it carry the meaning."""
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="{}"/></svg>',
        mark_safe(_ICONS[name]),  # noqa: S308 - a constant of this module
    )


@register.simple_tag(takes_context=True)
def unread_notices(context: dict[str, Any]) -> int:
    """Return the number of unread notices of the viewer; one query per page."""
    visitor = context.get("visitor")
    if visitor is None or visitor.player is None:
        return 0
    render = context["request"]
    if not hasattr(render, "unread_notices"):
        render.unread_notices = access.unread_notices(visitor)
    return int(render.unread_notices)


@register.simple_tag(takes_context=True)
def live(context: dict[str, Any], tournament: Tournament | None) -> SafeString:
    """Render the attribute with the address of the event stream, or nothing if the page polls."""
    address = live_address(context["request"], tournament) if tournament else ""
    return format_html(' data-live="{}"', address) if address else SafeString("")


@register.filter
def money(amount: int, currency: str) -> str:
    """Return a localized amount in the smallest unit of a currency."""
    return amount_words(amount, currency)


@register.filter
def rating(billionths: int) -> str:
    """Return a rating in points with two decimals."""
    return number_format(Decimal(billionths) / UNITS, 2)


@register.simple_tag
def rating_of(side: SideRating) -> str | SafeString:
    """Return the rating of an entrant, or that it is not on the list."""
    if side.rating is None:
        words = pgettext("of an entrant, in place of the rating", "not on the list")
        return format_html('<small class="muted">{}</small>', words)
    return rating(side.rating)


@register.simple_tag
def entry_mark(entrant: Entrant, check: EntryCheck) -> str | SafeString:
    """Return whether an entrant was let in to a division that is closed to it, or not yet."""
    if check.closed.get(entrant.pk):
        return pill("stop", pgettext("an entrant to whom the division is closed", "may not enter"))
    if entrant.pk in check.let_in:
        return pill("wait", pgettext("an entrant to whom the division is closed", "let in"))
    return ""


@register.simple_tag
def delay_of(match: WaitingMatch, delays: Mapping[int, Delay]) -> str:
    """Return why a ready match is not called although a table is free; empty where that is not so."""
    delay = delays.get(match.line.match.pk)
    return "" if delay is None else delay_words(match, delay)


@register.filter
def moment(value: datetime) -> str:
    """Return a time of today without its date, any other time with it."""
    is_today = timezone.localdate(value) == timezone.localdate()
    return date_words(timezone.localtime(value), "TIME_FORMAT" if is_today else "SHORT_DATETIME_FORMAT")


@register.filter
def how_long(minutes: int) -> str:
    """Return a time in hours and minutes, rounded to five minutes."""
    return duration(minutes)


@register.filter
def as_clock(seconds: int) -> str:
    """Return seconds as minutes and seconds, as in `12:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Whether a field is a checkbox, whose label follows it."""
    return isinstance(field.field.widget, CheckboxInput)


_PILLS: dict[str, tuple[str, Any]] = {
    "open": ("done", pgettext_lazy("state of a match", "Not started")),
    "playing": ("go", pgettext_lazy("state of a match", "Playing")),
    "suspended": ("wait", pgettext_lazy("state of a match", "Suspended")),
    "reported": ("wait", pgettext_lazy("state of a match", "To be confirmed")),
    "score_open": ("stop", pgettext_lazy("state of a match", "Score disputed")),
    "disputed": ("stop", pgettext_lazy("state of a match", "In dispute")),
    "final": ("done", pgettext_lazy("state of a match", "Confirmed")),
    "cancelled": ("done", pgettext_lazy("state of a match", "Cancelled")),
    # States of slots in a bracket only.
    "planned": ("done", pgettext_lazy("state of a match", "To come")),
    "bye": ("done", pgettext_lazy("no opponent in a round", "Bye")),
    "empty": ("done", pgettext_lazy("state of a place in the bracket", "Nobody")),
}
_CALLED = "go", pgettext_lazy("state of a match", "Called")
_VERDICTS: dict[str, tuple[str, Any]] = {
    "": ("wait", pgettext_lazy("a game record", "Being checked")),
    "clean": ("go", pgettext_lazy("a game record", "Clean")),
    "problems": ("stop", pgettext_lazy("a game record", "Problems")),
    "incomplete": ("wait", pgettext_lazy("a game record", "Incomplete")),
    "unreadable": ("stop", pgettext_lazy("a game record", "Unreadable")),
    "failed": ("stop", pgettext_lazy("a game record", "Not checked")),
}


def pill(kind: str, words: Any) -> SafeString:
    """Render words on a colour."""
    return format_html('<span class="pill pill-{}">{}</span>', kind, words)


@register.simple_tag
def match_pill(state: str, table: str = "") -> SafeString:
    """Render the state of a match or slot as a pill; an open match with a table is called."""
    return pill(*(_CALLED if table and state == SlotState.OPEN else _PILLS[str(state)]))


@register.simple_tag
def record_pill(record: GameRecord) -> SafeString:
    """Render the verdict on a game record as a pill."""
    return pill(*_VERDICTS[record.verdict])


@register.simple_tag
def colon() -> str:
    """Return the colon behind a label, with the space that a language writes before it."""
    return pgettext("behind a label", ":")


@register.simple_tag
def side_name(match: Match, side: str) -> str:
    """Return the name of the side `one` or `two` of a match."""
    return match.side(side).name


@register.simple_tag
def result_words(report: Report, match: Match) -> str:
    """Return a reported result in words: names, score, and the outcome if it was not played."""
    one, two = report.counted
    words = f"{match.one.name} {one}–{two} {match.two.name}"
    if report.outcome == Outcome.PLAYED:
        return words
    places = {"result": words, "outcome": report.get_outcome_display()}
    if not report.winner:
        return gettext("%(result)s (%(outcome)s)") % places
    winner = match.one if report.winner == Side.ONE else match.two
    return gettext("%(result)s (%(outcome)s: %(winner)s wins)") % {**places, "winner": winner.name}


@register.simple_tag
def settled_words(match: Match) -> str:
    """Return how a result became final; nobody has entered that of a side which left."""
    report = match.accepted_report
    if report is not None and report.is_unspoken:
        return gettext("a side left the event")
    return match.get_settled_display()


_RESULTS = {
    Result.SINGLE: pgettext_lazy("result of a game", "single"),
    Result.GAMMON: pgettext_lazy("result of a game", "gammon"),
    Result.BACKGAMMON: pgettext_lazy("result of a game", "backgammon"),
}


@register.simple_tag
def game_words(game: GameScore) -> str:
    """Return a game in words: its result, a turned cube, and a drop or resignation."""
    words = str(_RESULTS[game.result])
    if game.cube > 1:
        words = gettext("%(result)s, cube %(cube)s") % {"result": words, "cube": game.cube}
    if game.ended is Ended.DROP:
        return gettext("%(result)s, double dropped") % {"result": words}
    if game.ended is Ended.RESIGNED:
        return gettext("%(result)s, resigned") % {"result": words}
    return words


register.simple_tag(round_words)

_PARTS = {
    Part.MAIN: pgettext_lazy("a part of a stage", "Main bracket"),
    Part.LOSERS: pgettext_lazy("a part of a stage", "Losers’ bracket"),
    Part.LAST: pgettext_lazy("a part of a stage", "Third bracket"),
    Part.FINAL: pgettext_lazy("a part of a stage", "Grand final"),
    Part.PLAYOFF: pgettext_lazy("a part of a stage", "Playoff"),
}


@register.simple_tag
def part_words(part: Part, losers_of: int | None = None) -> str:
    """Return the name of a part of a stage; `losers_of` is the round of a bracket for losers."""
    if losers_of is not None:
        return gettext("Losers of round %(main)s") % {"main": losers_of}
    return str(_PARTS[part])


_REGISTRATION: dict[str, tuple[str, Any]] = {
    "open": ("go", pgettext_lazy("registration for an event", "Registration open")),
    "desk": ("wait", pgettext_lazy("registration for an event", "At the desk")),
    "closed": ("done", pgettext_lazy("registration for an event", "Registration closed")),
}


_OVER = "done", pgettext_lazy("an event", "Over")
_FINISHED = "done", pgettext_lazy("an event", "Finished")


class OfAMatch(Protocol):
    """An object with a match and its event."""

    @property
    def match(self) -> Match:
        """Return the match."""

    @property
    def event(self) -> Event:
        """Return the event of the match."""


@register.simple_tag
def expected_minutes(of: OfAMatch) -> int:
    """Return the expected minutes of a match, by the pace of its event."""
    return of.match.length * of.event.minutes_per_point


@register.simple_tag
def event_pill(event: Event, *, is_over: object = None) -> SafeString:
    """Render the state of the registration for an event as a pill, or that the event is over or finished."""
    if event.closed_at is not None:
        return pill(*_FINISHED)
    return pill(*(_OVER if is_over else _REGISTRATION[event.registration]))


register.simple_tag(format_name)
register.simple_tag(rules.clock_words)
register.simple_tag(rules.rule_words)
register.simple_tag(outlook.outlook_words)
register.simple_tag(outlook.outlook_grounds)
register.simple_tag(formats.format_what)
register.simple_tag(standings.how_words, name="tie_how")
register.simple_tag(formats.tiebreak_heading)
register.simple_tag(standings.standings_headings)
register.simple_tag(standings.tiebreak_order)


_PAGES = {
    Shape.BRACKET: pgettext_lazy("the page of a stage", "Bracket"),
    Shape.ROUNDS: pgettext_lazy("the page of a stage", "Rounds"),
    Shape.TABLE: pgettext_lazy("the page of a stage", "Table and rounds"),
    Shape.LADDER: pgettext_lazy("the page of a stage", "Ladder"),
}


@register.simple_tag
def stage_page_name(stage: Stage) -> str:
    """Return the words of links to the page of a stage."""
    return str(_PAGES[FORMATS[stage.format].shape])


@register.simple_tag
def stage_name(stage: Stage) -> str:
    """Return the name of a stage, else that of its format."""
    return str(stage)


@register.simple_tag
def group_words(stage: Stage, number: int) -> str:
    """Return the name of a group of a stage, such as a division in a league."""
    return words_of_group(stage.format, number)


@register.simple_tag
def outcome_words(code: str) -> str:
    """Return the outcome of a match in words."""
    return str(dict(OUTCOME_CHOICES)[code])


_MOVEMENTS: dict[tuple[int, bool], tuple[str, Any]] = {
    (1, False): ("go", pgettext_lazy("a place in a league", "would go up")),
    (1, True): ("go", pgettext_lazy("a place in a league", "goes up")),
    (-1, False): ("wait", pgettext_lazy("a place in a league", "would go down")),
    (-1, True): ("wait", pgettext_lazy("a place in a league", "goes down")),
}


@register.simple_tag
def movement_pill(movement: int, *, is_final: bool) -> str | SafeString:
    """Render promotion or relegation after the season as a pill; empty for everybody else."""
    if not movement:
        return ""
    return format_html(" {}", pill(*_MOVEMENTS[movement, is_final]))


class _Columns(NamedTuple):
    """The optional columns of standings."""

    has_points: bool
    has_lives: bool
    has_byes: bool
    further_tiebreaks: tuple[str, ...]
    is_final: bool


@register.simple_tag
def standing_lines(
    lines: Iterable[StandingView], standings: StandingsView, stage: Stage, own: str, has_open_places: object
) -> SafeString:
    """Render lines of the standings as table rows, with the entrant `own` highlighted.

    With open places, an entrant who is still in has no place before the end.
    """
    columns = _Columns(*(getattr(standings, name) for name in _Columns._fields))
    is_open = bool(has_open_places) and not standings.is_final
    language = get_language()
    rows = (
        _standing_line(
            line,
            columns,
            stage.uid,
            language,
            is_own=line.entrant == own,
            is_place_open=is_open and line.is_in,
        )
        for line in lines
    )
    return mark_safe("".join(rows))  # noqa: S308 - joined of what templates have written


# A result changes few lines, and many visitors see the same ones.
@lru_cache(maxsize=4096)
def _standing_line(
    line: StandingView,
    columns: _Columns,
    stage: str,
    _language: str | None,
    *,
    is_own: bool,
    is_place_open: bool,
) -> SafeString:
    context = {"line": line, "shown": columns, "stage": stage}
    return render_to_string(
        "tournaments/_standing.html", context | {"is_own": is_own, "is_place_open": is_place_open}
    )


@register.simple_tag
def once() -> SafeString:
    """Render the idempotency key of a form, for a view with `@once`."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, new_key())


@register.simple_tag
def points_of(line: StandingView) -> str:
    """Return the points of a line of the standings, halves as ½."""
    return "" if line.half_points is None else points_words(line.half_points)


@register.simple_tag
def tiebreak_of(line: StandingView, code: str) -> str:
    """Return the value of a tiebreak in a line of the standings, or a dash."""
    return formats.tiebreak_value(code, line.tiebreak(code))


@register.simple_tag
def may_direct(visitor: Visitor, tournament: Tournament) -> bool:
    """Whether the viewer may direct this tournament."""
    return visitor.may_direct(tournament)
