"""The ceremony of a draw: the announcement before it, the pairings one by one, and the address to verify it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.models import Commitment, Draw, Entrant, Stage
from tournaments.queries.draws.bracket import BracketView, SlotView, bracket
from tournaments.queries.publicity import names_of_entrants
from tournaments.web.frame import etags
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.pages import show
from tournaments.web.frame.sharing import qr_svg
from tournaments.web.frame.visitors import visitor_of

# The limits of the seconds between two pairings of an automatic ceremony.
_SHORTEST, _LONGEST = 1, 60


@require_safe
def ceremony(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the draw of a stage, pairing by pairing, or its announcement before the draw.

    The director reveals by hand; with `?seconds=` the page goes on by itself at that pace.
    """
    stage = access.stage_to_see(visitor_of(request), uid)
    return show(request, stage.event.tournament, "hall/ceremony.html", _ceremony(request, stage))


@require_safe
def ceremony_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Render the content of a ceremony that waits for the draw, or answer 304."""
    stage = access.stage_to_see(visitor_of(request), uid)
    tournament = stage.event.tournament
    etag = etags.tag(request, tournament.log_seq)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    with timezone.override(tournament.time_zone):
        context = {"tournament": tournament, **_ceremony(request, stage)}
        return etags.tagged(render(request, "hall/_ceremony.html", context), etag)


def _ceremony(request: HttpRequest, stage: Stage) -> dict[str, Any]:
    tournament = stage.event.tournament
    content = ceremony_of(stage)
    seconds = number_typed(request.GET.get("seconds", ""))
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    context: dict[str, Any] = {
        "etag": etags.tag(request, tournament.log_seq),
        "stage": stage,
        "of": content,
        "seconds": min(max(seconds, _SHORTEST), _LONGEST) if seconds else None,
        "is_light": request.GET.get("theme") == "light",
        "live_address": f"{reverse('ceremony_live', args=[stage.uid])}{query}",
    }
    if content.draw is not None:
        address = public_address(request, reverse("draw", args=[stage.uid]))
        context |= {"check_address": address, "qr": qr_svg(address, title=_("QR code of the draw"))}
    return context


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The content of a ceremony; `draw` is None before the draw.

    `promise` is the announcement that the draw has to keep or has kept, if there is one. `entrants` is their number,
    None as long as it depends on other stages. `slots` are the pairings of the first round, the byes at the end;
    if a draw pairs nobody, `numbers` are the names in the order of the draw.
    """

    stage: Stage
    draw: Draw | None
    promise: Commitment | None
    entrants: int | None
    bracket: BracketView | None = None
    slots: Sequence[SlotView] = ()
    numbers: Sequence[str] = ()


def ceremony_of(stage: Stage) -> Ceremony:
    """Return the content of the ceremony; two queries before the draw, afterwards two more than `bracket`."""
    draw = Draw.objects.filter(stage=stage, voided_at=None).select_related("commitment").first()
    if draw is None:
        promise = Commitment.objects.filter(stage=stage, revealed_at=None).last()
        return Ceremony(stage, None, promise, _to_be_drawn(stage, promise))
    view = bracket(stage)
    slots = _revealed(view)
    return Ceremony(
        stage,
        draw,
        draw.commitment,
        len(draw.basis.entries),
        bracket=view,
        slots=slots,
        numbers=() if slots else _numbers(draw),
    )


def _to_be_drawn(stage: Stage, promise: Commitment | None) -> int | None:
    """Return the number of announced entrants, else of entrants with a place in the event."""
    if promise is not None:
        return len(promise.basis.entries)
    if stage.feeds:
        return None
    return Entrant.objects.filter(event=stage.event_id, withdrawn_at=None, is_alternate=False).count()


def _revealed(view: BracketView | None) -> list[SlotView]:
    """Return the pairings of the first round in order, the byes at the end."""
    first = view.rounds[0].slots if view is not None and view.rounds else ()
    seated = [slot for slot in first if slot.one.entrant or slot.two.entrant]
    return sorted(seated, key=lambda slot: not (slot.one.entrant and slot.two.entrant))


def _numbers(draw: Draw) -> list[str]:
    uids = [uid for uid in draw.placement if uid]
    names = names_of_entrants(uids)
    return [names[uid] for uid in uids]
