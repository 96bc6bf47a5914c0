"""Desk pages that close an event or a tournament, with a list of what is open and where it is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.events import closing
from tournaments.actions.events.final_page import mail_final_page
from tournaments.models import Event
from tournaments.queries.closing.final_page import mailed_pages
from tournaments.queries.closing.matters import (
    MatterCode,
    OpenMatter,
    Weight,
    last_closing,
    open_matters,
    to_settle,
    tournament_matters,
)
from tournaments.queries.closing.words import matter_names, matter_words
from tournaments.queries.money.ledger import box_totals
from tournaments.queries.money.prizes import prize_list
from tournaments.requests.events import ClosingRequest, FinalPageRequest
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page, tournament_page
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

# Where each matter is settled, in the event or in the tournament.
_IN_EVENT: Mapping[MatterCode, str] = {
    MatterCode.STAGES: "desk_event",
    MatterCode.MATCHES: "desk_event",
    MatterCode.CONFIRMATIONS: "desk_event",
    MatterCode.DISPUTES: "desk_event",
    MatterCode.APPEALS: "desk_event",
    MatterCode.TIES: "desk_event",
    MatterCode.MAIN_STAGE: "desk_event",
    MatterCode.FEES: "desk_fees",
    MatterCode.REFUNDS: "desk_fees",
    MatterCode.PRIZES: "desk_prizes",
    MatterCode.OVERPAID: "desk_prizes",
    MatterCode.SIDE_POOLS: "desk_prizes",
    MatterCode.ALTERNATES: "desk_entrants",
    MatterCode.FEDERATIONS: "desk_sanctions",
}
_IN_TOURNAMENT: Mapping[MatterCode, str] = {MatterCode.SUSPENSIONS: "desk_suspended"}
_HEADINGS: Mapping[Weight, Any] = {
    Weight.SETTLE: gettext_lazy("To settle first"),
    Weight.CLEARED: gettext_lazy("Ends with the closing"),
    Weight.LATER: gettext_lazy("Can follow later"),
}


class ReasonForm(forms.Form):
    """Why the director closes with something open."""

    reason = field_of(
        ClosingRequest,
        "reason",
        label=gettext_lazy("Reason for closing anyway"),
        help_text=gettext_lazy("It stands in the log, and on this page."),
        required=True,
    )


class FinalPageForm(forms.Form):
    """To whom the final page is mailed."""

    to_players = field_of(
        FinalPageRequest,
        "to_players",
        label=gettext_lazy("To every player with an address, in their language"),
    )
    address = field_of(
        FinalPageRequest,
        "address",
        label=gettext_lazy("To one more address"),
        help_text=gettext_lazy("Of a federation or a newspaper, say."),
    )
    language = field_of(FinalPageRequest, "language", label=gettext_lazy("In this language"), required=False)


@dataclass(frozen=True, slots=True)
class MatterLine:
    """An open matter in words, with the page where it is settled; none where it needs no page."""

    matter: OpenMatter
    words: str
    names: str
    address: str


@dataclass(frozen=True, slots=True)
class MatterGroup:
    """The open matters of one weight under their heading."""

    heading: str
    lines: Sequence[MatterLine]


@require_page_or_form
def close_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what is open in an event, its winners and its prizes; close or reopen it on POST."""
    visitor = visitor_of(request)
    event = access.event_to_direct(visitor, uid)
    if request.method == "POST" and request.POST.get("do") == "tell":
        return act(
            request,
            lambda: closing.tell_places(event, by=visitor.account),
            message=_("Everybody is told their place."),
            back_to=reverse("desk_close_event", args=[uid]),
        )
    mailing = FinalPageForm(
        request.POST if request.POST.get("do") == "mail" else None,
        initial={"to_players": True, "language": get_language()},
    )
    if mailing.is_bound and mailing.is_valid():
        return _mail(request, event, mailing)
    if request.method == "POST" and not mailing.is_bound:
        return _act(
            request,
            close=lambda values: closing.close_event(event, by=visitor.account, **values),
            reopen=lambda: closing.reopen_event(event, by=visitor.account),
            name=event.name,
            back_to=reverse("desk_close_event", args=[uid]),
        )
    matters = open_matters(event)
    context = {
        "groups": _groups(event, matters),
        "is_ready": not to_settle(matters),
        "closing": last_closing(event),
        "prizes": prize_list(event),
        "in_boxes": sum(total.total for total in box_totals(event.tournament)),
        "form": ReasonForm(),
        "mailing": mailing if event.closed_at is not None else None,
        "mailed": mailed_pages(event) if event.closed_at is not None else None,
    }
    status = UNPROCESSABLE if mailing.errors else 200
    return event_page(
        request, event, "desk/close_event.html", context, tab="money", here=_("Closing"), status=status
    )


def _mail(request: HttpRequest, event: Event, form: FinalPageForm) -> HttpResponse:
    """Mail the final page as the form says, and say how many mails leave."""
    by, back = visitor_of(request).account, reverse("desk_close_event", args=[event.uid])
    try:
        sent = mail_final_page(event, by=by, **form.cleaned_data)
    except DomainError as refusal:
        messages.error(request, str(refusal))
        return redirect(back)
    words = ngettext("%(count)s mail is under way.", "%(count)s mails are under way.", sent.mails)
    if not sent.mails:
        words = gettext("Everybody has had this page before; nothing is sent twice.")
    messages.success(request, words % {"count": sent.mails})
    return redirect(back)


@require_page_or_form
def close_tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Show what is open in each event of a tournament; close or reopen it on POST."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_direct(visitor, uid)
    if request.method == "POST":
        return _act(
            request,
            close=lambda values: closing.close_tournament(tournament, by=visitor.account, **values),
            reopen=lambda: closing.reopen_tournament(tournament, by=visitor.account),
            name=tournament.name,
            back_to=reverse("desk_close_tournament", args=[uid]),
        )
    view = tournament_matters(tournament)
    context = {
        "events": [(line, _groups(line.event, line.matters)) for line in view.events],
        "boxes": view.boxes,
        "is_ready": not view.to_settle,
        "form": ReasonForm(),
    }
    return tournament_page(request, tournament, "desk/close_tournament.html", context, here=_("Closing"))


def _act(
    request: HttpRequest,
    *,
    close: Callable[[dict[str, Any]], object],
    reopen: Callable[[], object],
    name: str,
    back_to: str,
) -> HttpResponse:
    """Close, close anyway or reopen, as the button says."""
    closed = _("%(name)s is closed.") % {"name": name}
    match request.POST.get("do"):
        case "reopen":
            message = _("%(name)s is open again.") % {"name": name}
            return act(request, reopen, message=message, back_to=back_to)
        case "close":
            return act(request, lambda: close({}), message=closed, back_to=back_to)
        case "anyway":
            values = {"anyway": True, "reason": request.POST.get("reason", "")}
            return act(request, lambda: close(values), message=closed, back_to=back_to)
    return redirect(back_to)


def _groups(event: Event, matters: Iterable[OpenMatter]) -> list[MatterGroup]:
    """Return the open matters by weight, with the pages where they are settled."""
    lines = [MatterLine(one, matter_words(one), matter_names(one), _address(event, one)) for one in matters]
    by_weight = {weight: [line for line in lines if line.matter.weight is weight] for weight in Weight}
    return [MatterGroup(str(_HEADINGS[weight]), group) for weight, group in by_weight.items() if group]


def _address(event: Event, matter: OpenMatter) -> str:
    if matter.code in _IN_TOURNAMENT:
        return reverse(_IN_TOURNAMENT[matter.code], args=[event.tournament.uid])
    name = _IN_EVENT.get(matter.code)
    return "" if name is None else reverse(name, args=[event.uid])
