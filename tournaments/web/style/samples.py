"""The style page, while debugging alone: every part in its states, given rows that were never stored."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.diagram import svg
from rules.match import Side
from rules.position import Position
from tournaments.formats import USUAL_FORMAT, RoundName, SideKind
from tournaments.models import Draw, Event, Stage, Tournament
from tournaments.queries.draws.bracket import BracketView, RoundView, SideView, SlotState, SlotView
from tournaments.web.desk.bar import DeskBar, EventLinks, EventTab, Room, pages_of, rooms_of, tabs_of

from . import tokens

_LONG_NAME = "Maximiliane Oberhuber-Lindström"
_OF_MATCHES = ("open", "playing", "suspended", "reported", "score_open", "disputed", "final", "cancelled")
_OF_SLOTS = (
    SlotState.FINAL,
    SlotState.PLAYING,
    SlotState.REPORTED,
    SlotState.DISPUTED,
    SlotState.BYE,
    SlotState.OPEN,
    SlotState.PLANNED,
    SlotState.EMPTY,
)
# Games played and games wanted, for the columns of a table.
_LINES = ((1, "Zoë Marchetti", 3, 0), (2, _LONG_NAME, 2, 1), (3, "Étienne Caron", 1, 2))


class Example(forms.Form):
    """A field of every kind."""

    name = forms.CharField(label="Name", help_text="As it should stand in the draw.")
    email = forms.EmailField(label="E-mail", required=False)
    length = forms.TypedChoiceField(label="Length", choices=[(5, "5 points"), (7, "7 points")], coerce=int)
    where = forms.ChoiceField(
        label="Who enters?",
        choices=[("desk", "the desk alone"), ("open", "everybody")],
        widget=forms.RadioSelect,
    )
    note = forms.CharField(label="Note", required=False, widget=forms.Textarea(attrs={"rows": 2}))
    is_here = forms.BooleanField(label="Check in at once", required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse, to show how a form refuses as a whole."""
        self.add_error(None, "Registration is closed. The desk can still enter somebody late.")
        return self.cleaned_data


def parts() -> dict[str, Any]:
    """The context of the style page."""
    tournament = Tournament(uid="style", name="Coupe de la Rade")
    event = Event(uid="style", name="Open", tournament=tournament)
    stage = Stage(uid="style", event=event, format=USUAL_FORMAT)
    levels = (constants.SUCCESS, constants.WARNING, constants.ERROR)
    words = ("The result is final.", "Two entrants are not checked in.", "The table is taken.")
    return {
        "plain_form": Example(auto_id="plain_%s", initial={"name": "Zoë Marchetti", "where": "desk"}),
        "wrong_form": Example({"email": "no address"}, auto_id="wrong_%s"),
        "event": event,
        "stage": stage,
        "bar": _bar(),
        "tabs": tabs_of("style", "style", may_direct=True, tab=EventTab.PLAYERS),
        "tab_pages": pages_of(
            event,
            [stage],
            tab=EventTab.PLAYERS,
            path=reverse("desk_entrants", args=["style"]),
            may_direct=True,
        ),
        "may_direct": True,
        "said": [Message(level, text) for level, text in zip(levels, words, strict=True)],
        "states": _OF_MATCHES,
        "lines": _LINES,
        "page": Paginator(range(90), 30).get_page(2),
        "bracket": _bracket(stage),
        "board": svg(
            Position.start(),
            title="A board",
            turn=Side.ONE,
            dice=(3, 1),
            labels=("0/7", "0/7"),
            ident="style",
        ),
    }


def _bar() -> DeskBar:
    """The bar of a desk on its board, with one event."""
    rooms = rooms_of("style", room=Room.BOARD)
    return DeskBar(
        rooms, [EventLinks("Open", tabs_of("style", "style", may_direct=True), is_current=True)], ""
    )


def _bracket(stage: Stage) -> BracketView:
    """Eight slots, one in each state, and the round after them."""
    first = tuple(_slot(number, state) for number, state in enumerate(_OF_SLOTS))
    waiting = SideView(SideKind.WINNER, source=(1, 2))
    player = SideView(SideKind.ENTRANT, "a", "Zoë Marchetti", is_on_path=True)
    second = tuple(
        SlotView(2, number, player if number == 0 else waiting, waiting, SlotState.PLANNED, 9)
        for number in range(len(first) // 2)
    )
    rounds = (
        RoundView(1, RoundName.ROUND_OF, 1, 16, 7, first),
        RoundView(2, RoundName.ROUND_OF, 0, 8, 9, second),
    )
    return BracketView(stage, Draw(stage=stage), rounds, winner=None, is_complete=False, path="a")


def _slot(number: int, state: SlotState) -> SlotView:
    is_final = state is SlotState.FINAL
    one = SideView(
        SideKind.ENTRANT,
        "a" if number == 0 else f"one{number}",
        "Zoë Marchetti" if number == 0 else _LONG_NAME,
        seed=number + 1,
        score=7 if is_final else None,
        is_winner=is_final or state is SlotState.BYE,
        is_on_path=number == 0,
    )
    two = SideView(SideKind.ENTRANT, f"two{number}", "James Whitfield", score=5 if is_final else None)
    if state is SlotState.BYE:
        two = SideView(SideKind.BYE)
    if state is SlotState.EMPTY:
        one = two = SideView(SideKind.NOBODY)
    table = "4" if state is SlotState.PLAYING else ""
    return SlotView(1, number, one, two, state, 7, table=table, is_on_path=number == 0)


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """The tokens as the style sheet has them, and the parts from their own templates; 404 unless debugging."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "style.html", {"schemes": tokens.schemes(), **tokens.scales(), **parts()})
