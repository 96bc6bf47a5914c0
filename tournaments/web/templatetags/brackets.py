"""Template tags of a bracket: its slots with their numbers, sides, states, and the words of sides to come."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext

from rules.scoresheet import Outcome
from tournaments.formats import Shape, SideKind
from tournaments.queries.draws.bracket import BracketView, Place, SideView, SlotState, SlotView

from .videau import match_pill, outcome_words

register = template.Library()


@register.simple_tag
def slot_side(side: SideView, bracket: BracketView) -> str | SafeString:
    """Render the name on a side of a slot, or the words of its undecided match."""
    name = _name_of(side, bracket)
    return name if side.entrant else format_html('<span class="muted">{}</span>', name)


@register.simple_tag
def slot_items(slots: Iterable[SlotView], bracket: BracketView) -> SafeString:
    """Render slots as list items, each with its two sides."""
    language = get_language()
    items = (_slot_item(_slot_face(slot, bracket), bracket.shape, language) for slot in slots)
    return mark_safe("".join(items))  # noqa: S308 - joined of what templates have written


class SlotFace(NamedTuple):
    """What a slot shows beside itself: of both sides the words and the match whose loser they are, and its number."""

    slot: SlotView
    names: tuple[str, ...]
    losers_of: tuple[str, ...]
    number: str
    is_of_champion: bool


def _slot_face(slot: SlotView, bracket: BracketView) -> SlotFace:
    names = tuple(_name_of(side, bracket) for side in slot.sides)
    if bracket.shape is not Shape.BRACKET:
        return SlotFace(slot, names, ("", ""), "", is_of_champion=False)
    losers_of = tuple(_loser_of(side, slot, bracket) for side in slot.sides)
    champion = bracket.winner.entrant if bracket.winner and bracket.is_complete and not bracket.path else None
    is_of_champion = champion is not None and slot.winner is not None and slot.winner.entrant == champion
    number = _number_words(bracket, (slot.round, slot.slot))
    return SlotFace(slot, names, losers_of, number, is_of_champion=is_of_champion)


def _loser_of(side: SideView, slot: SlotView, bracket: BracketView) -> str:
    """Return the place of the match whose loser sits or will sit here, as the slots name it; empty for its winner."""
    if side.source is None or side.feeder is not None:
        return ""
    number, index = side.source
    is_winner = bracket.rounds[number - 1].slots[index].following == (slot.round, slot.slot)
    return "" if is_winner else f"{number}-{index}"


def _number_words(bracket: BracketView, place: Place) -> str:
    """Return the number of a match in a bracket.

    Every slot has one, those of byes too, so that a late entrant or a withdrawal changes no other number.
    """
    number, index = place
    count = sum(len(of.slots) for of in bracket.rounds[: number - 1]) + index + 1
    return pgettext("the number of a match in a bracket", "M%(number)s") % {"number": count}


# A result changes two slots of a bracket; hundreds of others stay the same.
@lru_cache(maxsize=4096)
def _slot_item(face: SlotFace, shape: Shape, _language: str | None) -> SafeString:
    slot = face.slot
    look = " on-path" if slot.is_on_path else ""
    if slot.is_on_path and slot.winner is not None and slot.winner.is_on_path:
        look += " leads-on"
    if face.is_of_champion:
        look += " of-champion"
    context = {
        "slot": slot,
        "seats": tuple(zip(slot.sides, face.names, face.losers_of, strict=True)),
        "shape": shape,
        "look": look,
        "number": face.number,
    }
    return render_to_string("tournaments/_slot.html", context)


def _name_of(side: SideView, bracket: BracketView) -> str:
    return side.name if side.kind is SideKind.ENTRANT else _place_words(side, bracket)


def _place_words(side: SideView, bracket: BracketView) -> str:
    """Return the words of a side without an entrant."""
    if side.kind is SideKind.BYE:
        return pgettext("no opponent in a round", "Bye")
    if side.kind is SideKind.NOBODY or side.source is None:
        return pgettext("a place in the bracket", "nobody")
    if bracket.stage.is_closed:
        return pgettext("a place in the bracket", "not played")
    if side.feeder is not None:
        return pgettext("a place in the bracket", "from another stage")
    number, slot = side.source
    source = bracket.rounds[number - 1].slots[slot]
    if side.kind is SideKind.LOSER:
        return pgettext("a place in the bracket", "loser of %(match)s") % {
            "match": _number_words(bracket, side.source)
        }
    if source.one.name and source.two.name:
        return pgettext("who may win a match", "%(one)s or %(two)s") % {
            "one": source.one.name,
            "two": source.two.name,
        }
    return pgettext("a place in the bracket", "to come")


# States without a pill in a bracket, since names and scores show them.
_SILENT = frozenset({SlotState.PLANNED, SlotState.BYE, SlotState.EMPTY, SlotState.FINAL, SlotState.OPEN})


@register.simple_tag
def slot_note(slot: SlotView) -> str | SafeString:
    """Render the note below a slot: its table, its state and its outcome, as far as they matter."""
    notes = []
    if slot.table:
        notes.append(format_html("<span>{}</span>", gettext("Table %(table)s") % {"table": slot.table}))
    if slot.state not in _SILENT:
        notes.append(match_pill(slot.state))
    if slot.state is SlotState.FINAL and slot.outcome not in ("", Outcome.PLAYED):
        notes.append(format_html("<span>{}</span>", outcome_words(slot.outcome)))
    if slot.is_by_hand:
        notes.append(format_html("<span>{}</span>", pgettext("a pairing", "by hand")))
    if not notes:
        return ""
    return format_html(
        '<span class="slot-note">{}</span>', format_html_join(" ", "{}", ((note,) for note in notes))
    )
