"""Result files of an event for its director: made for a federation, downloaded, and submitted to it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.exchange import result_files
from tournaments.models import Federation
from tournaments.models.wording import in_words
from tournaments.queries.exchange.results import ResultCounts
from tournaments.queries.ratings.counted import rules_of_federation
from tournaments.ratings.counting import REASON_WORDS, reason_places
from tournaments.web.desk.pages import act
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.files import as_download
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
    """Return what was sent: how many matches are rated, why the others are not, and who has a number."""
    matches = ngettext("%(number)s match", "%(number)s matches", counts.matches) % {"number": counts.matches}
    words = _("Sent to %(federation)s: %(matches)s.") % {"federation": federation.name, "matches": matches}
    if counts.rated is not None:
        rated = {"rated": counts.rated, "others": counts.matches - counts.rated}
        words += " " + _("%(rated)s rated, %(others)s not.") % rated
    rules = rules_of_federation(federation)
    if rules is not None:
        for reason, count in counts.not_rated:
            words += f" {count}: {in_words(REASON_WORDS[reason], reason_places(federation.uid, rules))}"
    people = {"numbered": counts.numbered, "people": counts.people}
    return words + " " + _("%(numbered)s of %(people)s players have a number.") % people


@require_safe
def download_file(request: HttpRequest, uid: str) -> HttpResponse:
    """Send a result file as a download."""
    file = access.result_file_to_direct(visitor_of(request), uid)
    name = f"{file.federation.code}-{file.event.uid}-{file.number}.zip"
    return as_download(bytes(file.content), name=name, content_type="application/zip")
