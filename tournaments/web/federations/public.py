"""The public page of a federation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import Officer
from tournaments.web.frame.visitors import visitor_of

# The largest number of events on the page of a federation.
_MOST_EVENTS = 50


@require_safe
def federation(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a federation: its officers, its clubs and the events that it sanctioned, the newest first."""
    visitor = visitor_of(request)
    row = access.federation_to_see(visitor, uid)
    sanctions = access.public_sanctions(row).select_related("event__tournament")
    context = {
        "federation": row,
        "officers": Officer.objects.filter(federation=row, ended_at=None).select_related("player"),
        "clubs": row.clubs.filter(merged_into=None).order_by("name", "pk"),
        "sanctions": sanctions.order_by("-event__tournament__starts_on", "-pk")[:_MOST_EVENTS],
    }
    return render(request, "federations/federation.html", context)
