"""The list of what is next on the pages of a desk: its lines with their links, renewed, put away and brought back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.people import next_steps
from tournaments.models import Event, StepMark, Tournament
from tournaments.queries.next_steps.steps import DeskStep, DeskSteps, StepCode, desk_steps
from tournaments.queries.next_steps.words import step_names, step_words
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame import etags
from tournaments.web.frame.visitors import visitor_of

# The lines that stand open; the others are folded below them.
_OPEN_LINES = 8
_IN_TOURNAMENT: Mapping[StepCode, str] = {
    StepCode.CALL: "desk_board",
    StepCode.TABLES: "desk_board_tables",
    StepCode.EVENT: "desk_new_event",
    StepCode.SUSPENSIONS: "desk_suspended",
    StepCode.CLOSE_TOURNAMENT: "desk_close_tournament",
}
_IN_EVENT: Mapping[StepCode, str] = {
    StepCode.CONFIRMATIONS: "desk_event",
    StepCode.CHECK_IN: "desk_entrants",
    StepCode.PLAYERS: "desk_entrants",
    StepCode.FORMAT: "desk_new_stage",
    StepCode.FEES: "desk_entrants",
    StepCode.REFUNDS: "desk_entrants",
    StepCode.PRIZE_RULE: "desk_prizes",
    StepCode.PRIZES: "desk_prizes",
    StepCode.OVERPAID: "desk_prizes",
    StepCode.MAIN_STAGE: "desk_event",
    StepCode.RESULTS: "desk_sanctions",
    StepCode.CLOSE: "desk_close_event",
}
# The players that the list shows.
_WHICH_PLAYERS: Mapping[StepCode, str] = {StepCode.FEES: "?show=unpaid", StepCode.REFUNDS: "?sort=due"}
_OF_SUBJECT: Mapping[StepCode, str] = {
    StepCode.DISPUTES: "desk_dispute",
    StepCode.APPEALS: "desk_dispute",
    StepCode.LATE: "desk_match",
    StepCode.SLOW: "desk_match",
    StepCode.OBSTACLE: "desk_draw",
    StepCode.HELD: "desk_draw",
    StepCode.TIES: "desk_ties",
    StepCode.BYE: "desk_draw",
    StepCode.STAGE_DRAW: "desk_draw",
    StepCode.DRAW: "desk_draw",
}


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step in words, with the page where it is taken."""

    step: DeskStep
    words: str
    names: str
    address: str


@require_safe
def live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the list alone, or 304 if the ETag matches."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    event = _event(request, request.GET.get("event", ""), tournament)
    etag = _tag(request, tournament)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    return etags.tagged(_fragment(request, tournament, event), etag)


@require_POST
def mark(request: HttpRequest, uid: str) -> HttpResponse:
    """Put a step away, or bring it back."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    event = _event(request, request.POST.get("event", ""), tournament)
    action = {"away": next_steps.put_away, "back": next_steps.bring_back}.get(request.POST.get("do", ""))
    if action is None:
        raise Http404
    errors: list[str] = []
    try:
        action(tournament, by=visitor.account, step=request.POST.get("step", ""))
    except DomainError as refusal:
        errors = list(reasons(refusal))
    if request.headers.get("HX-Request"):
        return _fragment(request, tournament, event, errors=errors)
    back = (
        reverse("desk_tournament", args=[uid]) if event is None else reverse("desk_event", args=[event.uid])
    )
    return redirect(back)


def steps_context(
    request: HttpRequest,
    tournament: Tournament,
    event: Event | None = None,
    *,
    steps: DeskSteps | None = None,
) -> dict[str, Any]:
    """Return the context of the list of a tournament or an event; `steps` if they are read already."""
    etag = _tag(request, tournament)
    may_direct = visitor_of(request).may_direct(tournament)
    steps = steps or read_steps(request, tournament)
    if event is not None:
        steps = steps.of_event(event)
    lines = _lines(tournament, steps.open, may_direct=may_direct)
    return {
        "steps_tag": etag,
        "step_lines": lines[:_OPEN_LINES],
        "more_steps": lines[_OPEN_LINES:],
        "steps_away": _lines(tournament, steps.put_away, may_direct=may_direct),
        "steps_of": event,
    }


def read_steps(request: HttpRequest, tournament: Tournament) -> DeskSteps:
    """Return what is next for the visitor."""
    visitor = visitor_of(request)
    may_direct = visitor.may_direct(tournament)
    return desk_steps(tournament, player=visitor.account, may_direct=may_direct, now=timezone.now())


def _fragment(
    request: HttpRequest, tournament: Tournament, event: Event | None, *, errors: Sequence[str] = ()
) -> HttpResponse:
    context = {"tournament": tournament, "refused": errors, **steps_context(request, tournament, event)}
    with timezone.override(tournament.time_zone):
        return render(request, "desk/_next_steps.html", context)


def _event(request: HttpRequest, uid: str, tournament: Tournament) -> Event | None:
    if not uid:
        return None
    event = access.event_to_desk(visitor_of(request), uid)
    if event.tournament != tournament:
        raise Http404
    return event


def _tag(request: HttpRequest, tournament: Tournament) -> str:
    """Return an ETag that changes with the log, every minute, and with what the visitor puts away."""
    marks = StepMark.objects.filter(tournament=tournament, player=visitor_of(request).account)
    newest = marks.aggregate(number=Count("pk"), at=Max("at"))
    minute = timezone.now().strftime("%H:%M")
    return etags.tag(request, tournament.log_seq, minute, newest["number"], newest["at"])


def _lines(tournament: Tournament, steps: Iterable[DeskStep], *, may_direct: bool) -> list[StepLine]:
    return [
        StepLine(step, step_words(step), step_names(step), _address(tournament, step, may_direct=may_direct))
        for step in steps
    ]


def _address(tournament: Tournament, step: DeskStep, *, may_direct: bool) -> str:
    """Return the page where a step is taken: that of its subject, of its event or of the tournament."""
    if step.code in _OF_SUBJECT and step.subject and may_direct:
        return reverse(_OF_SUBJECT[step.code], args=[step.subject])
    if step.code in _IN_TOURNAMENT or step.event is None:
        return reverse(_IN_TOURNAMENT[step.code], args=[tournament.uid])
    if step.code in (StepCode.LATE, StepCode.SLOW):
        return reverse("desk_board", args=[tournament.uid])
    address = reverse(_IN_EVENT.get(step.code, "desk_event"), args=[step.event.uid])
    return address + _WHICH_PLAYERS.get(step.code, "")
