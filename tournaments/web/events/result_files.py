"""Result files of an event for its director: made for a federation, downloaded, and submitted to it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.exchange import result_files
from tournaments.models import Federation
from tournaments.queries.exchange.results import ResultCounts
from tournaments.web.desk.pages import act
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.files import as_download
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.result_files import counts_in_words, unrated_in_words


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


@require_POST
def send_results(request: HttpRequest, uid: str) -> HttpResponse:
    """Send the results of the event to a federation on this installation."""
    visitor = visitor_of(request)
    event = access.event_to_direct(visitor, uid)
    federation = get_object_or_404(Federation, uid=request.POST.get("federation", ""))
    answer = request.POST.get("answer", "")
    try:
        _submission, counts = result_files.send_results(event, federation, by=visitor.account, answer=answer)
    except DomainError as refusal:
        for reason in reasons(refusal):
            messages.error(request, reason)
    else:
        messages.success(request, _sent_words(counts, federation))
    return redirect("desk_sanctions", event.uid)


def _sent_words(counts: ResultCounts, federation: Federation) -> str:
    """Return what was sent: how many matches are rated, who has a number, and why other matches are not rated."""
    values = {"federation": federation.name, "counts": counts_in_words(counts)}
    return " ".join(
        [_("Sent to %(federation)s: %(counts)s.") % values, *unrated_in_words(counts, federation)]
    )


@require_safe
def download_file(request: HttpRequest, uid: str) -> HttpResponse:
    """Send a result file as a download."""
    file = access.result_file_to_direct(visitor_of(request), uid)
    name = f"{file.federation.code}-{file.event.uid}-{file.number}.zip"
    return as_download(bytes(file.content), name=name, content_type="application/zip")
