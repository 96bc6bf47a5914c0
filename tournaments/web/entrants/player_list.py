"""Import of a list of players: a check of each row, then the import."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.entrants import player_list
from tournaments.actions.entrants.player_list import LARGEST_LIST, ListCheck
from tournaments.models import Event
from tournaments.web.desk.pages import UNPROCESSABLE, event_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of


@require_page_or_form
def import_list(request: HttpRequest, uid: str) -> HttpResponse:
    """Check each row of a file or a pasted list, and import the list on the second button."""
    event = access.event_to_desk(visitor_of(request), uid)
    if request.method != "POST":
        return _page(request, event, text="")
    try:
        text = _text(request)
    except DomainError as refusal:
        return _page(request, event, text=request.POST.get("list", ""), errors=reasons(refusal))
    if not text.strip():
        return _page(
            request,
            event,
            text="",
            errors=[_("There is nothing in this list. Choose a file, or paste the rows.")],
        )
    data = text.encode("utf-8", "replace")
    try:
        if request.POST.get("do") == "import":
            result = player_list.import_players(event, by=visitor_of(request).account, data=data)
            messages.success(request, _entered(len(result.entrants)))
            if not result.check.refused:
                return redirect("desk_entrants", event.uid)
            return _page(request, event, text=text, check=result.check, is_done=True)
        return _page(request, event, text=text, check=player_list.read_player_list(event, data))
    except DomainError as refusal:
        return _page(request, event, text=text, errors=reasons(refusal))


def _text(request: HttpRequest) -> str:
    """Return the text of the uploaded file, or the pasted text if there is no file; raise ListUnreadable."""
    file = request.FILES.get("file")
    if file is None or not file.size:
        return request.POST.get("list", "")
    return player_list.text_of_list(file.read(LARGEST_LIST + 1))


def _entered(number: int) -> str:
    return ngettext("%(number)s player is entered.", "%(number)s players are entered.", number) % {
        "number": number
    }


def _page(
    request: HttpRequest,
    event: Event,
    *,
    text: str,
    check: ListCheck | None = None,
    errors: list[str] | None = None,
    is_done: bool = False,
) -> HttpResponse:
    context = {
        "text": text,
        "check": check,
        "refused": errors or [],
        "is_done": is_done,
        "rows": check.refused if check and is_done else check.rows if check else (),
    }
    status = UNPROCESSABLE if errors else 200
    return event_page(
        request, event, "desk/import.html", context, tab="entrants", here=_("Import a list"), status=status
    )
