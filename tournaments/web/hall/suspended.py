"""Suspended matches: the form that records the position, and the list of all suspensions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.errors import DomainError, InvalidSuspension
from matches.models import Match
from rules.match import Side
from tournaments import access
from tournaments.actions.hall import suspending
from tournaments.errors.common import EditConflict
from tournaments.models import pairing_of
from tournaments.queries.hall.desk import suspensions
from tournaments.requests.hall import SuspensionRequest
from tournaments.web.desk.bar import Room
from tournaments.web.desk.conflicts import first_log_number, log_number, show_changed, typed
from tournaments.web.desk.pages import UNPROCESSABLE, event_page, tournament_page
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_fields import field_of, offer
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

_LONGEST_NUMBER = 4


class ClockField(forms.CharField):
    """A clock time typed as `12:30` or whole minutes, cleaned to seconds."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "placeholder": "12:30", "size": 6, "maxlength": 8}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        """Return the time in seconds, or None if empty."""
        text = (super().to_python(value) or "").strip()
        if not text:
            return None
        minutes, colon, seconds = text.partition(":")
        is_clock = all(
            part.isdecimal() and len(part) <= _LONGEST_NUMBER for part in (minutes, seconds or "0")
        )
        if not is_clock or (colon and not (len(seconds) == 2 and int(seconds) < 60)):
            raise forms.ValidationError(gettext_lazy("Write minutes and seconds, as in 12:30."))
        return 60 * int(minutes) + int(seconds or 0)

    def validate(self, value: Any) -> None:
        """Accept every value, including None."""


class SuspendForm(forms.Form):
    """A form for the score, cube, clocks and position of a suspended match."""

    score_one = field_of(SuspensionRequest, "score", initial=0)
    score_two = field_of(SuspensionRequest, "score", initial=0)
    cube = forms.TypedChoiceField(
        label=gettext_lazy("Cube"),
        coerce=int,
        choices=[(1 << power, str(1 << power)) for power in range(11)],
        initial=1,
    )
    cube_owner = forms.ChoiceField(label=gettext_lazy("The cube is with"), required=False)
    clock_one = ClockField()
    clock_two = ClockField()
    xgid = field_of(
        SuspensionRequest,
        "xgid",
        label=gettext_lazy("Position (XGID)"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("The line that eXtreme Gammon and others copy; empty between two games."),
    )
    note = field_of(
        SuspensionRequest,
        "note",
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("Whose turn it is, where it goes on, when."),
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for side, name in ((Side.ONE, match.one.name), (Side.TWO, match.two.name)):
            self.fields[f"score_{side}"].label = gettext_lazy("Score of %(name)s") % {"name": name}
            self.fields[f"clock_{side}"].label = gettext_lazy("Clock of %(name)s") % {"name": name}
        offer(
            self,
            "cube_owner",
            [
                ("", gettext_lazy("nobody: it is in the middle")),
                (Side.ONE.value, match.one.name),
                (Side.TWO.value, match.two.name),
            ],
        )

    @property
    def noted(self) -> dict[str, Any]:
        """Return the keyword arguments of the action."""
        data = self.cleaned_data
        return {
            "score": (data["score_one"], data["score_two"]),
            "cube": data["cube"],
            "cube_owner": data["cube_owner"],
            "clocks": (data["clock_one"], data["clock_two"]),
            "xgid": data["xgid"],
            "note": data["note"],
        }


@require_safe
def register(request: HttpRequest, uid: str) -> HttpResponse:
    """List the tournament's suspended and resumed matches with their positions, also for printing."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    rows = suspensions(tournament)
    context = {
        "open": [row for row in rows if row.resumed_at is None],
        "over": [row for row in rows if row.resumed_at is not None],
    }
    return tournament_page(
        request,
        tournament,
        "desk/board_suspended.html",
        context,
        here=_("Suspended matches"),
        room=Room.BOARD,
    )


@require_page_or_form
def suspend(request: HttpRequest, uid: str) -> HttpResponse:
    """Suspend a match and store what is needed to set it up again."""
    match = access.match_to_direct(visitor_of(request), uid)
    event = pairing_of(match).stage.event
    form = SuspendForm(request.POST or None, match=match)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                suspending.suspend(
                    match,
                    by=visitor_of(request).account,
                    log_number=log_number(request),
                    **form.noted,
                )
            except EditConflict as error:
                return show_changed(
                    request,
                    event.tournament,
                    error,
                    match,
                    values=[_("suspend the match"), *typed(form)],
                    look_at=reverse("desk_match", args=[uid]),
                    back=reverse("desk_board", args=[event.tournament.uid]),
                )
            except InvalidSuspension as refusal:
                form.add_error(str(refusal.data["field"]), str(refusal.data["reason"]))
            except DomainError as refusal:
                put_into(form, refusal)
                status = refusal.status
            else:
                messages.success(request, _("The match is suspended, and its table is free."))
                return redirect("desk_suspended", event.tournament.uid)
    context = {"match": match, "form": form, "seen": first_log_number(request, event.tournament)}
    return event_page(
        request, event, "desk/suspend.html", context, tab="control", here=_("Suspend"), status=status
    )
