"""What strangers need to check the log of a tournament: its head, its lines, and the file that checks them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import tournaments.proof.verify
from tournaments import access
from tournaments.queries.audit.public_log import public_log
from tournaments.queries.audit.trees import place_of
from tournaments.web.frame.files import as_download
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

_NEWEST = 24
_LINES = "application/x-ndjson; charset=utf-8"


@require_safe
def proof_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the head of a log, and how anybody checks it."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_see(visitor, uid)
    access.share(request, visitor, tournament)
    place = place_of(tournament)
    option = "" if place is None else f" --checkpoint {place.log}-{place.seq}.json"
    context = {
        "place": place,
        "command": f"python3 verify.py {tournament.uid}.jsonl{option}",
        "crumbs": [*way_to(tournament), Crumb(_("Proof"))],
    }
    return show(request, tournament, "tournaments/proof.html", context)


@require_safe
def log_file(request: HttpRequest, uid: str) -> StreamingHttpResponse:
    """Send the public log as a file, as it is read."""
    tournament = access.tournament_to_see(visitor_of(request), uid)
    headers = {
        "Cache-Control": "private, no-cache",
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": f'attachment; filename="{tournament.uid}.jsonl"',
    }
    lines = (f"{line}\n".encode() for line in public_log(tournament))
    return StreamingHttpResponse(lines, content_type=_LINES, headers=headers)


@require_safe
def verify_file(_request: HttpRequest) -> HttpResponse:
    """Send the file that checks a public log."""
    text = Path(tournaments.proof.verify.__file__).read_bytes()
    return as_download(text, name="verify.py", content_type="text/x-python; charset=utf-8")


@require_safe
def checkpoint_file(request: HttpRequest, uid: str) -> HttpResponse:
    """Send the newest checkpoint with the place of a log in it, to keep."""
    place = place_of(access.tournament_to_see(visitor_of(request), uid))
    if place is None:
        raise Http404
    name = f"{place.log}-{place.seq}.json"
    return as_download(json.dumps(asdict(place)).encode(), name=name, content_type="application/json")


@require_safe
def checkpoint_page(request: HttpRequest) -> HttpResponse:
    """Show the newest checkpoints of all logs, and the key with which they are signed."""
    heads = access.checkpoints_to_list(visitor_of(request)).order_by("-pk")[:_NEWEST]
    return render(request, "checkpoints.html", {"heads": list(heads)})
