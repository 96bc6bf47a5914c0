"""The desk page of the hall display and the announcements."""

from __future__ import annotations

from datetime import timedelta

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions.hall.announcements import announce, take_down
from tournaments.models import Announcement, Stage, Tournament, Visibility
from tournaments.queries.hall.screen import announcements
from tournaments.requests.hall import AnnouncementRequest
from tournaments.web.desk.bar import Room
from tournaments.web.desk.pages import UNPROCESSABLE, act, tournament_page
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.hall.display_pages import VIEWS, view_words


class AnnouncementForm(forms.Form):
    """A form for an announcement, its duration and an optional countdown."""

    text = field_of(
        AnnouncementRequest,
        "text",
        label=gettext_lazy("Announcement"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("It appears on the display and on every player’s page."),
    )
    minutes = field_of(
        AnnouncementRequest,
        "minutes",
        label=gettext_lazy("Minutes"),
        help_text=gettext_lazy("Leave empty to show it until you remove it."),
    )
    counts_down = forms.BooleanField(label=gettext_lazy("Count the minutes down"), required=False)

    def clean(self) -> dict[str, object]:
        """Validate the announcement; a countdown needs a duration."""
        cleaned: dict[str, object] = super().clean() or {}
        for name, words in AnnouncementRequest.of(cleaned).faults().items():
            if name not in self.errors:
                self.add_error(name, str(words))
        return cleaned


@require_page_or_form
def hall_desk(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the links to the hall display, and publish an announcement on POST."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        minutes = form.cleaned_data["minutes"]
        until = timezone.now() + timedelta(minutes=minutes) if minutes else None
        announce(
            tournament,
            by=visitor.account,
            text=form.cleaned_data["text"],
            until=until,
            counts_down_to=until if form.cleaned_data["counts_down"] else None,
        )
        return redirect("desk_hall", uid)
    address = public_address(request, reverse("hall", args=[tournament.uid]))
    context = {
        "form": form,
        "news": announcements(tournament, now=timezone.now()),
        "views": [(view, view_words(view)) for view in VIEWS],
        "events": list(tournament.events.order_by("order")),
        "stages": Stage.objects.filter(event__tournament=tournament, completed_at=None)
        .select_related("event")
        .order_by("event__order", "order"),
        "address": address,
        "stream_address": _stream_address(request, tournament),
        "qr": qr_svg(address, title=_("QR code of the display")),
    }
    status = UNPROCESSABLE if form.errors else 200
    return tournament_page(
        request,
        tournament,
        "desk/hall.html",
        context,
        here=_("Hall display"),
        room=Room.DISPLAY,
        status=status,
    )


def _stream_address(request: HttpRequest, tournament: Tournament) -> str:
    """Return the address of the picture of a stream; empty where the public may not see the tournament."""
    if tournament.visibility != Visibility.PUBLIC:
        return ""
    return public_address(request, reverse("embed_stream", args=[tournament.uid]))


@require_POST
def end_announcement(request: HttpRequest, uid: str, announcement: str) -> HttpResponse:
    """Remove an announcement."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    row = get_object_or_404(Announcement, uid=announcement, tournament=tournament)
    return act(
        request,
        lambda: take_down(row, by=visitor.account),
        message=_("The announcement is taken down."),
        back_to=reverse("desk_hall", args=[uid]),
    )
