"""The page of an evening: for its director at the desk, and for everybody on a shared tablet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.errors import DomainError
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions.draws import last_round
from tournaments.actions.entrants import evening as evenings
from tournaments.actions.people import links
from tournaments.errors.entrants import NobodyIsMeant
from tournaments.models import AccessLink, Event, Purpose, Tournament, by_clock
from tournaments.models.dates import date_words
from tournaments.queries.hall.evening import evening
from tournaments.web.desk.bar import bar_of
from tournaments.web.desk.pages import way_in
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame import etags
from tournaments.web.frame.form_idempotency import key_of, once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of

# Words that follow from the clock are renewed this often, in seconds.
_TURN = 300


class LastRoundForm(forms.Form):
    """The time of day after which no round starts."""

    at = forms.TimeField(
        label=gettext_lazy("No round starts after"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )


@never_cache
@require_page_or_form
def tablet(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the evening on the shared tablet; on POST enter who arrives, or let somebody leave."""
    event = access.event_at_tablet(visitor_of(request), uid)
    if request.method == "POST":
        return _come_or_go(request, event)
    return show(request, event.tournament, "tournaments/tablet.html", _context(request, event, "tablet"))


@require_safe
def tablet_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the matches alone, or 304 if the ETag matches."""
    event = access.event_at_tablet(visitor_of(request), uid)
    etag = _tag(request, event)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    context = {**_context(request, event, request.GET.get("page", "")), "etag": etag}
    return etags.tagged(show(request, event.tournament, "tournaments/_evening.html", context), etag)


@never_cache
@require_page_or_form
def night(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the evening to its director, with its last round and the link of the tablet."""
    event = access.evening_to_direct(visitor_of(request), uid)
    new: tuple[AccessLink, str] | None = None
    form = LastRoundForm(initial={"at": _clock(event)})
    if request.method == "POST" and request.POST.get("do") == "tablet":
        new = links.make_tablet_link(event, by=visitor_of(request).account, key=key_of(request))
    elif request.method == "POST":
        form = LastRoundForm(request.POST)
        if _set_last_round(request, event, form):
            return redirect("desk_night", event.uid)
    context = {
        **_context(request, event, "desk_night"),
        "form": form,
        "links": _active(event),
        "section": "desk",
        "bar": bar_of(event.tournament, room=None, event=event, may_direct=True),
        "crumbs": [*way_in(event.tournament), Crumb(event.name)],
    }
    if new is not None:
        address = public_address(request, reverse("link", args=[new[1]]))
        context |= {"address": address, "qr": qr_svg(address, title=_("QR code of the tablet"))}
    status = 422 if form.is_bound and form.errors else 200
    return show(request, event.tournament, "desk/night.html", context, status=status)


def _set_last_round(request: HttpRequest, event: Event, form: LastRoundForm) -> bool:
    """Set the last round as typed; return False if the form has errors."""
    choice = request.POST.get("do", "")
    at: datetime | None = None
    if choice == "this":
        at = timezone.now()
    elif choice != "none" and not form.is_valid():
        return False
    try:
        if choice not in ("this", "none"):
            at = next_moment(event.tournament, form.cleaned_data["at"], now=timezone.now())
        last_round.set_last_round(event, by=visitor_of(request).account, at=at)
    except DomainError as refusal:
        form.add_error("at", str(refusal)) if form.is_bound else messages.error(request, str(refusal))
        return False
    messages.success(request, _words_of(at, event.tournament, is_typed=choice == "at"))
    return True


def _words_of(at: datetime | None, tournament: Tournament, *, is_typed: bool) -> str:
    """Return what a new last round means; a time that has passed is named, because it ends the rounds at once."""
    if at is None:
        return _("No limit for the rounds.")
    if is_typed and at <= timezone.now():
        clock = date_words(at.astimezone(tournament.time_zone), "TIME_FORMAT")
        return _("%(time)s has passed: this round is the last.") % {"time": clock}
    return _("Saved.")


def next_moment(tournament: Tournament, at: time, *, now: datetime) -> datetime:
    """Return the moment of a time of day: of this day, or of the night after it where it has passed long ago.

    A time that has just passed is of today, so that this round becomes the last. Raise NoSuchTime or TimeComesTwice
    when the clocks change.
    """
    here = now.astimezone(tournament.time_zone).replace(tzinfo=None)
    clock = datetime.combine(here.date(), at)
    is_of_the_night = clock < here - timedelta(hours=12)
    return by_clock(clock + timedelta(days=is_of_the_night), tournament.time_zone)


@once
def _come_or_go(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter who arrives or let an entrant leave, and show the page again with what became of it."""
    try:
        message = _ACTS[request.POST.get("do", "")](request, event)
    except KeyError:
        messages.error(request, str(NobodyIsMeant()))
    except DomainError as refusal:
        for reason in reasons(refusal):
            messages.error(request, reason)
    else:
        messages.success(request, message)
    page = "desk_night" if request.POST.get("page") == "desk_night" else "tablet"
    return redirect(page, event.uid)


def _arrive(request: HttpRequest, event: Event) -> str:
    visitor = visitor_of(request)
    name = request.POST.get("name", "")
    entrant = evenings.arrive(event, by=visitor.account, name=name, origin=visitor.origin)
    return _("%(entrant)s plays.") % {"entrant": entrant.name}


def _leave(request: HttpRequest, event: Event) -> str:
    visitor = visitor_of(request)
    entrant = get_object_or_404(event.entrants.select_related("side"), uid=request.POST.get("entrant", ""))
    entrant.event = event
    evenings.leave_now(entrant, by=visitor.account, origin=visitor.origin)
    return _("%(entrant)s goes home.") % {"entrant": entrant.name}


_ACTS: Mapping[str, Callable[[HttpRequest, Event], str]] = {"arrive": _arrive, "leave": _leave}


def _context(request: HttpRequest, event: Event, page: str) -> dict[str, Any]:
    """Return what both pages show; the tag is taken before the rows are read."""
    visitor = visitor_of(request)
    etag = _tag(request, event)
    return {
        "event": event,
        "evening": evening(event, visitor.account),
        "is_tablet": visitor.is_tablet_of(event),
        "page": "desk_night" if page == "desk_night" else "tablet",
        "etag": etag,
    }


def _tag(request: HttpRequest, event: Event) -> str:
    return etags.tag(request, event.tournament.log_seq, int(timezone.now().timestamp()) // _TURN)


def _active(event: Event) -> list[AccessLink]:
    """Return the links of the tablet that are valid, the newest first."""
    valid = AccessLink.objects.filter(event=event, purpose=Purpose.TABLET, revoked_at=None)
    return list(valid.filter(expires_at__gt=timezone.now()).select_related("player").order_by("-pk"))


def _clock(event: Event) -> time | None:
    """Return the time of day after which no round starts, in the zone of the tournament."""
    at = event.last_round_at
    return None if at is None else at.astimezone(event.tournament.time_zone).time()
