"""Private links: creation at the desk, revocation, and opening."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.models import Player
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions.people import links
from tournaments.models import AccessLink, Entrant, Event, Purpose
from tournaments.web.desk.pages import act, event_page
from tournaments.web.frame.form_idempotency import key_of, once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of

_DAYS = 7


@never_cache
@require_page_or_form
def registration_links(request: HttpRequest, uid: str) -> HttpResponse:
    """List the registration links of an event; create one on POST and show it once."""
    event = access.event_to_direct(visitor_of(request), uid)
    if request.method == "POST":
        link, token = links.make_registration_link(
            event, by=visitor_of(request).account, days=_days(request), key=key_of(request)
        )
        return _shown_once(
            request, event, link, token, title=_("Register for %(event)s") % {"event": event.name}
        )
    valid = AccessLink.objects.filter(event=event, revoked_at=None, expires_at__gt=timezone.now())
    active = valid.filter(purpose=Purpose.REGISTER)
    context = {"links": active.select_related("made_by").order_by("-pk"), "days": _DAYS}
    return event_page(request, event, "desk/links.html", context, tab="entrants", here=_("Registration link"))


@never_cache
@require_POST
def player_link(request: HttpRequest, uid: str, player: str) -> HttpResponse:
    """Create a private link for a player without an account, and show or mail it once."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    event = entrant.event
    person = get_object_or_404(Player, uid=player, entries__entrant=entrant)
    if request.POST.get("do") == "mail":
        return _mailed(request, entrant, person)
    link, token = links.make_player_link(
        event.tournament,
        person,
        by=visitor_of(request).account,
        days=_days(request),
        key=key_of(request),
    )
    return _shown_once(request, event, link, token, title=person.name)


@once
def _mailed(request: HttpRequest, entrant: Entrant, player: Player) -> HttpResponse:
    """Mail a private link to the player without showing it at the desk."""

    def done() -> None:
        links.mail_player_link(
            entrant.event.tournament,
            player,
            by=visitor_of(request).account,
            address=lambda token: public_address(request, reverse("link", args=[token])),
        )

    message = _("A private link is on its way to %(player)s.") % {"player": player.name}
    return act(request, done, message=message, back_to=reverse("desk_entrant", args=[entrant.uid]))


@require_POST
def revoke(request: HttpRequest, uid: str, link: str) -> HttpResponse:
    """Revoke a private link of a tournament."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    row = get_object_or_404(
        AccessLink.objects.select_related("tournament", "event"), uid=link, tournament=tournament
    )
    back = _page_of(row)

    def done() -> None:
        links.revoke(row, by=visitor_of(request).account)

    return act(request, done, message=_("The link is revoked."), back_to=back)


def _shown_once(
    request: HttpRequest, event: Event, link: AccessLink, token: str, *, title: str
) -> HttpResponse:
    address = public_address(request, reverse("link", args=[token]))
    context = {
        "link": link,
        "address": address,
        "title": title,
        "qr": qr_svg(address, title=_("QR code of the link")),
    }
    return event_page(request, event, "desk/link.html", context, tab="entrants", here=title)


def _days(request: HttpRequest) -> int:
    text = request.POST.get("days", "")
    return min(max(int(text), 1), 366) if text.isdecimal() and len(text) < 5 else _DAYS


def _page_of(link: AccessLink) -> str:
    """Return the address of the page that made the link."""
    if link.event is None:
        return _entrant_of(link)
    name = "desk_night" if link.purpose == Purpose.TABLET else "desk_links"
    return reverse(name, args=[link.event.uid])


def _entrant_of(link: AccessLink) -> str:
    """Return the address of the desk page of the link's player, or of the tournament."""
    entry = (
        link.player.entries.filter(event__tournament=link.tournament).select_related("entrant").last()
        if link.player
        else None
    )
    return (
        reverse("desk_entrant", args=[entry.entrant.uid])
        if entry
        else reverse("desk_tournament", args=[link.tournament.uid])
    )


@require_safe
@never_cache
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Store a private link in the session and redirect to the page that it opens."""
    link = links.find(token)
    links.note_opening(link)
    access.hold_link(request, link)
    if link.purpose == Purpose.REGISTER and link.event is not None:
        response = redirect("register", link.event.uid)
    elif link.purpose == Purpose.TABLET and link.event is not None:
        response = redirect("tablet", link.event.uid)
    else:
        response = redirect("my_matches")
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_POST
def leave_link(request: HttpRequest) -> HttpResponse:
    """Remove the private link from the session."""
    access.drop_link(request)
    return redirect("home")
