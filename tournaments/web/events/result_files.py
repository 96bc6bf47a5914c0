"""Result files of an event for its director: made for a federation, downloaded, and submitted to it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import access
from tournaments.actions.exchange import result_files
from tournaments.models import Federation
from tournaments.web.desk.pages import act
from tournaments.web.frame.downloads import as_download
from tournaments.web.frame.visitors import visitor_of


@require_POST
def make_file(request: HttpRequest, uid: str) -> HttpResponse:
    """Make the result file of the event for a federation."""
    visitor = visitor_of(request)
    event = access.event_to_direct(visitor, uid)
    federation = get_object_or_404(Federation, uid=request.POST.get("federation", ""))
    return act(
        request,
        lambda: result_files.make_result_file(event, federation, by=visitor.account),
        message=_("The result file for %(federation)s is made.") % {"federation": federation.name},
        back_to=reverse("desk_sanctions", args=[event.uid]),
    )


@require_safe
def download_file(request: HttpRequest, uid: str) -> HttpResponse:
    """Send a result file as a download."""
    file = access.result_file_to_direct(visitor_of(request), uid)
    name = f"{file.federation.code}-{file.event.uid}-{file.number}.zip"
    return as_download(bytes(file.content), name=name, content_type="application/zip")


@require_POST
def submit_file(request: HttpRequest, uid: str) -> HttpResponse:
    """Submit a result file to its federation on this installation."""
    visitor = visitor_of(request)
    file = access.result_file_to_direct(visitor, uid)
    return act(
        request,
        lambda: result_files.submit_file(file, by=visitor.account, answer=request.POST.get("answer", "")),
        message=_("The file is submitted to %(federation)s.") % {"federation": file.federation.name},
        back_to=reverse("desk_sanctions", args=[file.event.uid]),
    )
