"""Template tags of the pages of an event: who waits for whom, and how far a round is."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy

from tournaments.models import Stage
from tournaments.models.dates import date_words
from tournaments.queries.draws.bracket import RoundView
from tournaments.queries.draws.round_grid import CellResult, GridCell, GridRow, RoundGrid
from tournaments.queries.draws.round_words import round_words
from tournaments.queries.draws.schedule import RoundTimes
from tournaments.queries.draws.stage_now import WaitingEntrant
from tournaments.queries.draws.standing_words import points_words

from .videau import pill

register = template.Library()


@register.simple_tag
def waiting_words(one: WaitingEntrant) -> SafeString:
    """Render who waits for whom: for the winner or loser of a match, with its table."""
    coming = one.coming
    if coming is None:
        return format_html("<strong>{}</strong>", one.side.name)
    words = (
        gettext("{name} waits for the loser of {one} – {two}")
        if one.is_for_loser
        else gettext("{name} waits for {one} or {two}")
    )
    name = format_html("<strong>{}</strong>", one.side.name)
    sentence = format_html(words, name=name, one=coming.one.name, two=coming.two.name)
    if coming.table:
        return format_html("{} · {}.", sentence, gettext("table %(table)s") % {"table": coming.table})
    return format_html("{}.", sentence)


@register.simple_tag
def round_pill(of: RoundTimes) -> str | SafeString:
    """Render how far a round is, in words; nothing before its first match."""
    if of.is_over:
        return pill("done", pgettext("a round", "Over"))
    if of.is_under_way:
        words = pgettext("final matches of a round", "%(final)s of %(all)s over")
        return pill("go", words % {"final": of.final, "all": of.matches})
    return pill("wait", pgettext("a round", "Paired")) if of.is_paired else ""


@register.simple_tag
def round_times_name(of: RoundTimes) -> str:
    """Return the name of a round."""
    return (
        round_words(of.declared)
        if of.declared is not None
        else gettext("Round %(number)s") % {"number": of.number}
    )


@register.simple_tag
def round_span(of: RoundTimes) -> str:
    """Return from when to when a round was played, as far as that is known."""
    begun = "" if of.begun_at is None else date_words(timezone.localtime(of.begun_at), "D H:i")
    if of.over_at is None:
        return begun
    over = timezone.localtime(of.over_at)
    if of.begun_at is None:
        return gettext("until %(time)s") % {"time": date_words(over, "D H:i")}
    is_same_day = timezone.localtime(of.begun_at).date() == over.date()
    return f"{begun}–{date_words(over, 'H:i' if is_same_day else 'D H:i')}"


_RESULTS = {
    CellResult.WON: pgettext_lazy("a match of a player", "won"),
    CellResult.LOST: pgettext_lazy("a match of a player", "lost"),
    CellResult.BYE: pgettext_lazy("no opponent in a round", "Bye"),
    CellResult.OPEN: pgettext_lazy("a match of a player", "open"),
    CellResult.NONE: pgettext_lazy("a match of a player", "not played"),
}


@register.simple_tag
def round_short(of: RoundView) -> SafeString:
    """Render the number of a round, for readers of the screen its name."""
    return format_html(
        '<span aria-hidden="true">{}</span><span class="unseen">{}</span>', of.number, round_words(of)
    )


@register.simple_tag
def grid_rows(grid: RoundGrid, stage: Stage, own: str | None) -> SafeString:
    """Render the rows of a grid of rounds."""
    language = get_language()
    rows = (
        _grid_row(row, stage.uid, language, is_own=row.line.entrant == own, counts_lives=grid.counts_lives)
        for row in grid.rows
    )
    return mark_safe("".join(rows))  # noqa: S308 - joined of what templates have written


# A result changes the cells of two entrants, and their places.
@lru_cache(maxsize=2048)
def _grid_row(
    row: GridRow, stage: str, _language: str | None, *, is_own: bool, counts_lives: bool
) -> SafeString:
    cells = [(cell, _cell_words(cell), _running_words(cell, counts_lives=counts_lives)) for cell in row.cells]
    context = {"line": row.line, "cells": cells, "is_own": is_own, "stage": stage}
    return render_to_string("tournaments/_grid_row.html", context)


def _cell_words(cell: GridCell | None) -> str:
    if cell is None:
        return ""
    words = str(_RESULTS[cell.result])
    return f"{words} {cell.score[0]}–{cell.score[1]}" if cell.score is not None else words


def _running_words(cell: GridCell | None, *, counts_lives: bool) -> str:
    if cell is None or cell.running is None:
        return ""
    return str(cell.running) if counts_lives else points_words(cell.running)
