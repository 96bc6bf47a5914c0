"""The desk page of pairing by hand: pairs, byes, rounds missed, and players who are kept apart."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions import log
from tournaments.actions.draws import by_hand as hands
from tournaments.actions.draws import lines
from tournaments.actions.impact import foresee_by_hand
from tournaments.models import Entrant, Stage
from tournaments.web.desk.pages import event_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .by_hand_page import HandAct, HandPage, hand_page

_SEEN = "foreseen"
# The reason of an act that is only foreseen.
_FORESEEN = "–"


@require_page_or_form
def by_hand(request: HttpRequest, uid: str) -> HttpResponse:
    """Show a round with what is picked and what that would break; on POST pair it so."""
    stage = access.stage_to_direct(visitor_of(request), uid)
    by = visitor_of(request).account
    if request.method != "POST":
        return _page(request, stage, request.GET)
    page = hand_page(stage, request.POST)
    if request.POST.get("do") == "remove":
        act, message = _removal(page, stage, request.POST, by=by), _("Removed.")
    else:
        act, message = _act(page, stage, by=by, reason=request.POST.get("reason", "")), _("Paired by hand.")
        # What was foreseen is done only as it was foreseen.
        if request.POST.get(_SEEN) != str(log.event_version(stage.event)):
            return _page(request, stage, request.POST, has_changed=_SEEN in request.POST)
    try:
        act()
    except DomainError as refusal:
        return _page(request, access.stage_to_direct(visitor_of(request), uid), request.POST, refusal=refusal)
    messages.success(request, message)
    return redirect(f"{reverse('desk_by_hand', args=[stage.uid])}?round={page.number}")


def _act(page: HandPage, stage: Stage, *, by: Player | None, reason: str) -> Callable[[], object]:
    """Return the action for what is picked on the page."""
    pick = page.pick
    if page.is_bracket:
        return lambda: lines.move_to_line(
            stage, entrant=_entrant(stage, pick.first), line=page.target or 0, by=by, reason=reason
        )
    if pick.how in (HandAct.APART, HandAct.APART_ONCE, HandAct.EVERYWHERE):
        number = page.number if pick.how is HandAct.APART_ONCE else None
        return lambda: hands.keep_apart(
            stage,
            first=_entrant(stage, pick.first),
            second=_entrant(stage, pick.second),
            by=by,
            round=number,
            reason=reason,
            everywhere=pick.how is HandAct.EVERYWHERE,
        )
    orders = page.orders_with_pick
    return lambda: hands.pair_by_hand(
        stage,
        round=page.number,
        by=by,
        reason=reason,
        pairs=orders.pairs,
        byes=orders.byes,
        missed=orders.missed,
        sets_aside=True,
    )


def _removal(page: HandPage, stage: Stage, values: QueryDict, *, by: Player | None) -> Callable[[], object]:
    """Return the action that removes one order; the others of its round stay."""
    uids = values.get("entrants", "").split()
    if values.get("kind") == "apart":
        return lambda: hands.let_meet(
            stage, first=_entrant(stage, uids[0]), second=_entrant(stage, uids[-1]), by=by
        )
    orders = page.orders.without(uids)
    return lambda: hands.pair_by_hand(
        stage,
        round=page.number,
        by=by,
        reason=_("Removed by the director."),
        pairs=orders.pairs,
        byes=orders.byes,
        missed=orders.missed,
    )


def _page(
    request: HttpRequest,
    stage: Stage,
    values: QueryDict,
    *,
    refusal: DomainError | None = None,
    has_changed: bool = False,
) -> HttpResponse:
    """Render the page; what is picked is foreseen with all it breaks and changes."""
    page = hand_page(stage, values)
    version = str(log.event_version(stage.event))
    preview = None
    if page.pick.is_ready and refusal is None:
        again = access.stage_to_direct(visitor_of(request), stage.uid)
        act = _act(page, again, by=visitor_of(request).account, reason=_FORESEEN)
        try:
            preview = foresee_by_hand(again, act, number=page.number, entrants=page.movers)
        except DomainError as error:
            refusal = error
    context = {
        "stage": stage,
        "page": page,
        "preview": preview,
        "reason": values.get("reason", ""),
        "version": version,
        "has_changed": has_changed,
        "refused": reasons(refusal) if refusal else [],
    }
    status = 200 if refusal is None else refusal.status
    return event_page(
        request, stage.event, "desk/by_hand.html", context, tab="draw", here=_("Pair by hand"), status=status
    )


def _entrant(stage: Stage, uid: str) -> Entrant:
    return get_object_or_404(Entrant.objects.select_related("side"), uid=uid, event=stage.event)
