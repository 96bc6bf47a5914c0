"""The registration desk of a tournament: one search box for all actions, and undo of the last one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.errors import DomainError
from matches.models import Player
from tournaments import access
from tournaments.actions import undo as undoing
from tournaments.actions.entrants import reception, registration
from tournaments.actions.money import ledger
from tournaments.errors.entrants import NotEligible, SimilarPlayers
from tournaments.models import CashBox, Entrant, Event, Fee, LogEntry, Tournament
from tournaments.queries.desk_search import findable_at
from tournaments.queries.entrants import reception as desk
from tournaments.queries.entrants.reception import DeskEvent
from tournaments.queries.hall.desk import bye_holder
from tournaments.queries.money.ledger import fees_chosen
from tournaments.queries.state import is_drawn
from tournaments.web.desk.impact import shown_first
from tournaments.web.desk.overrides import TURNS, ask_reason, ask_turn, reason_typed
from tournaments.web.desk.pages import UNPROCESSABLE, tournament_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .register_desk_page import PAID_MARK, ButtonKind, DeskInput, answer_for, answers, candidates, partners

# Session keys. `_AT_ONCE` is shared with the desk pages of one event, `_KEPT` holds values by tournament.
_AT_ONCE = "desk_check_in_at_once"
_KEPT = "desk_register"


class _Desk:
    """The registration desk of one request: its tournament, the officer, and the values in the session."""

    def __init__(self, request: HttpRequest, uid: str) -> None:
        self.request = request
        self.tournament: Tournament = access.tournament_to_desk(visitor_of(request), uid)
        self.by = access.own_account(visitor_of(request))
        self.kept: dict[str, Any] = request.session.get(_KEPT, {}).get(uid, {})

    def keep(self, **values: Any) -> None:
        """Store values in the session."""
        self.kept = {**self.kept, **values}
        of_all = self.request.session.get(_KEPT, {})
        self.request.session[_KEPT] = {**of_all, self.tournament.uid: self.kept}

    @property
    def is_here_at_once(self) -> bool:
        """Whether new entrants are checked in: the last choice, by default from the first day on."""
        with timezone.override(self.tournament.time_zone):
            has_begun = timezone.localdate() >= self.tournament.starts_on
        return bool(self.request.session.get(_AT_ONCE, has_begun))

    @cached_property
    def boxes(self) -> list[CashBox]:
        """Return the cash boxes of the tournament."""
        return list(CashBox.objects.filter(tournament=self.tournament))

    @property
    def box(self) -> CashBox | None:
        """Return the cash box of this desk: the chosen one, or the only one."""
        choice = next((box for box in self.boxes if box.uid == self.kept.get("box")), None)
        return choice or (self.boxes[0] if len(self.boxes) == 1 else None)

    def gives_bye_of(self, event: Event) -> bool:
        """Whether a late entrant to the event gets the bye holder as opponent; the ticked value names the event."""
        return self.request.POST.get("takes_bye") == event.uid

    def bye_holder(self, event: Event) -> Entrant | None:
        """Return the entrant with the bye of the current round, if the visitor may direct."""
        may_direct = visitor_of(self.request).may_direct(self.tournament)
        return bye_holder(event) if may_direct else None

    def main(self, events: tuple[DeskEvent, ...]) -> DeskEvent | None:
        """Return the main event of the desk: the chosen one, else the first without a draw."""
        choice = next((one for one in events if one.event.uid == self.kept.get("main")), None)
        return choice or next((one for one in events if not one.is_drawn), next(iter(events), None))


@require_page_or_form
@once
def register(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the registration desk; on POST, apply the action of a button."""
    desk_ = _Desk(request, uid)
    if request.method != "POST":
        return _page(desk_, DeskInput.of(request.GET.get("q", "")))
    if "main" in request.POST or "box" in request.POST:
        return _choose(desk_)
    if request.POST.get("do") == "undo":
        return _undo(desk_)
    if request.POST.get("do") == "alone":
        desk_.keep(pair=None)
        return _done(desk_)
    return _act(desk_)


@require_safe
def search(request: HttpRequest, uid: str) -> HttpResponse:
    """Render only the answers to the words in the search box."""
    desk_ = _Desk(request, uid)
    return render(
        request, "desk/_register_answers.html", _found(desk_, DeskInput.of(request.GET.get("q", "")))
    )


def box_of(request: HttpRequest, tournament: Tournament) -> CashBox | None:
    """Return the cash box of this desk: the one chosen in the session, or the only one."""
    return _Desk(request, tournament.uid).box


def _choose(desk_: _Desk) -> HttpResponse:
    """Store the main event or the cash box of this desk in the session."""
    data = desk_.request.POST
    if "main" in data:
        desk_.keep(main=data["main"])
    elif data.get("name", "").strip():
        try:
            desk_.keep(box=ledger.add_box(desk_.tournament, by=desk_.by, name=data["name"]).uid)
        except DomainError as refusal:
            return _page(desk_, DeskInput.of(""), refusal=refusal)
    else:
        desk_.keep(box=data["box"])
    return _done(desk_)


def _undo(desk_: _Desk) -> HttpResponse:
    last = desk_.kept.get("last") or {}
    try:
        undoing.undo_act(desk_.tournament, seqs=last.get("seqs", []), by=desk_.by)
    except DomainError as refusal:
        return _page(desk_, DeskInput.of(""), refusal=refusal)
    desk_.keep(last={**last, "seqs": [], "said": "undone"})
    return _done(desk_)


def _act(desk_: _Desk) -> HttpResponse:
    """Apply the action of a button; if the words have changed since, only show the new answers."""
    data = desk_.request.POST
    if "for_q" in data:
        desk_.request.session[_AT_ONCE] = data.get("at_once") == "on"
    desk_input = DeskInput.of(data.get("q", ""))
    code, *names = data.get("do", "").split(":")
    if code not in set(ButtonKind) or DeskInput.of(data.get("for_q", data.get("q", ""))) != desk_input:
        return _page(desk_, desk_input)
    if code == ButtonKind.PAIR:
        player, event = _player(desk_, names), _event(desk_, names, at=1)
        desk_.keep(pair={"player": player.uid, "event": event.uid, "is_paid": desk_input.is_paid})
        return _done(desk_)
    before = desk_.tournament.log_seq
    is_paid = desk_input.is_paid or bool((desk_.kept.get("pair") or {}).get("is_paid"))
    try:
        follows = _shown_first(desk_, ButtonKind(code), names, desk_input)
        if follows is not None:
            return follows
        player = _do(desk_, ButtonKind(code), names, desk_input)
    except SimilarPlayers as similar:
        return _page(desk_, desk_input, similar=similar)
    except TURNS as refusal:
        into = _event_moved(desk_, ButtonKind(code), names)
        assert into is not None  # noqa: S101 - somebody comes late into an event
        back = reverse("desk_register", args=[desk_.tournament.uid])
        return ask_turn(desk_.request, into, refusal, back=back, words=desk_input.line)
    except NotEligible as refusal:
        into = _event_moved(desk_, ButtonKind(code), names)
        assert into is not None  # noqa: S101 - somebody comes into an event
        back = reverse("desk_register", args=[desk_.tournament.uid])
        return ask_reason(desk_.request, into, refusal, back=back, words=desk_input.line)
    except DomainError as refusal:
        return _page(desk_, desk_input, refusal=refusal)
    entries = LogEntry.objects.filter(tournament=desk_.tournament, seq__gt=before, by=desk_.by)
    seqs = list(entries.order_by("seq").values_list("seq", flat=True))
    into = _event_moved(desk_, ButtonKind(code), names)
    desk_.keep(
        last={
            "seqs": seqs,
            "player": player.uid,
            "said": code,
            "event": into.uid if into else "",
            "is_paid": is_paid,
        },
        pair=None,
    )
    return _done(desk_)


def _shown_first(
    desk_: _Desk, act: ButtonKind, names: list[str], desk_input: DeskInput
) -> HttpResponse | None:
    """Return the confirmation page of a withdrawal or a late entry, or None if nothing follows from it."""
    event = _event_moved(desk_, act, names)
    if event is None or not (act is ButtonKind.WITHDRAW or is_drawn(event)):
        return None
    back_to = reverse("desk_register", args=[desk_.tournament.uid])
    action = partial(_do, desk_, act, names, desk_input)
    return shown_first(desk_.request, event, action, tab="entrants", back_to=back_to)


def _event_moved(desk_: _Desk, act: ButtonKind, names: list[str]) -> Event | None:
    """Return the event in which an action enters or withdraws an entrant, or None."""
    match act:
        case ButtonKind.ENTER:
            return _event(desk_, names, at=1)
        case ButtonKind.WALK_IN | ButtonKind.ANYWAY:
            return _event(desk_, names, at=0)
        case ButtonKind.PARTNER:
            return _event(desk_, [(desk_.kept.get("pair") or {}).get("event", "")], at=0)
        case ButtonKind.WITHDRAW | ButtonKind.BACK:
            return _entrant(desk_, names).event
    return None


def _do(desk_: _Desk, act: ButtonKind, names: list[str], desk_input: DeskInput) -> Player:
    """Apply the action, and return its player."""
    by, tournament = desk_.by, desk_.tournament
    here: dict[str, Any] = {"is_here": desk_.is_here_at_once, "is_paid": desk_input.is_paid, "box": desk_.box}
    if act in (ButtonKind.ENTER, ButtonKind.WALK_IN, ButtonKind.ANYWAY, ButtonKind.PARTNER):
        here["overrides"] = desk_.request.POST.getlist("overrides")
        here["let_in"] = reason_typed(desk_.request)
    match act:
        case ButtonKind.ENTER:
            player, event = _player(desk_, names), _event(desk_, names, at=1)
            reception.enter(event, by=by, players=[player], takes_bye=desk_.gives_bye_of(event), **here)
        case ButtonKind.WALK_IN | ButtonKind.ANYWAY:
            event, anyway = _event(desk_, names, at=0), act is ButtonKind.ANYWAY
            here["takes_bye"] = desk_.gives_bye_of(event)
            entrant = reception.walk_in(event, by=by, new=desk_input.new, even_if_similar=anyway, **here)
            player = entrant.side.players.get()
        case ButtonKind.PARTNER:
            player = _pair(desk_, names, desk_input, here)
        case ButtonKind.HERE:
            player = _player(desk_, names)
            reception.arrive(player, tournament, by=by, is_paid=desk_input.is_paid, box=desk_.box)
        case ButtonKind.PAID:
            player = _player(desk_, names)
            reception.pay_all(player, tournament, by=by, box=desk_.box)
        case _:
            player = _with_entrant(desk_, act, names)
    return player


def _with_entrant(desk_: _Desk, act: ButtonKind, names: list[str]) -> Player:
    entrant = _entrant(desk_, names)
    if act is ButtonKind.WITHDRAW:
        reception.leave(entrant, by=desk_.by)
    elif act is ButtonKind.BACK:
        registration.return_(entrant, by=desk_.by)
    else:
        fee = get_object_or_404(Fee, uid=_at(names, 1), event=entrant.event, is_optional=True, ended_at=None)
        ledger.choose_fee(entrant, fee, by=desk_.by, is_chosen=act is ButtonKind.POOL)
    return Player.objects.filter(entries__entrant=entrant).order_by("entries__pk")[0]


def _pair(desk_: _Desk, names: list[str], desk_input: DeskInput, here: Mapping[str, Any]) -> Player:
    """Enter the player chosen before with a partner, who may be new."""
    pair = desk_.kept.get("pair") or {}
    first = _player(desk_, [pair.get("player", "")])
    event = _event(desk_, [pair.get("event", "")], at=0)
    is_paid = desk_input.is_paid or pair.get("is_paid", False)
    both = {**here, "is_paid": is_paid, "takes_bye": desk_.gives_bye_of(event)}
    if names:
        reception.enter(event, by=desk_.by, players=[first, _player(desk_, names)], **both)
    else:
        reception.enter_with_new(event, by=desk_.by, first=first, new=desk_input.new, **both)
    return first


def _page(
    desk_: _Desk,
    desk_input: DeskInput,
    *,
    refusal: DomainError | None = None,
    similar: SimilarPlayers | None = None,
) -> HttpResponse:
    context = _context(desk_, desk_input, refusal=refusal, similar=similar)
    error = refusal or similar
    if desk_.request.headers.get("HX-Request"):
        status = UNPROCESSABLE if error else 200
        return render(desk_.request, "desk/_register.html", context, status=status)
    return tournament_page(
        desk_.request,
        desk_.tournament,
        "desk/register.html",
        context,
        here=_("Registration desk"),
        status=error.status if error else 200,
    )


def _done(desk_: _Desk) -> HttpResponse:
    """Show the desk again with an empty search box."""
    if desk_.request.headers.get("HX-Request"):
        desk_.tournament.refresh_from_db()
        # The first payment in cash may have created a box.
        vars(desk_).pop("boxes", None)
        return _page(desk_, DeskInput.of(""))
    return redirect("desk_register", desk_.tournament.uid)


def _context(
    desk_: _Desk,
    desk_input: DeskInput,
    *,
    refusal: DomainError | None = None,
    similar: SimilarPlayers | None = None,
) -> dict[str, Any]:
    context = _found(desk_, desk_input)
    into = context["main"]
    holder = desk_.bye_holder(into.event) if into is not None and into.is_drawn else None
    return context | {
        "bye_holder": holder,
        "gives_bye": "for_q" not in desk_.request.POST or "takes_bye" in desk_.request.POST,
        "last": None if desk_input.line else _last(desk_, context["events"], context["main"]),
        "refused": reasons(refusal) if refusal else [],
        "candidates": candidates(similar, event=into.event, new=desk_input.new) if similar and into else [],
        "at_once": desk_.is_here_at_once,
        "boxes": desk_.boxes,
        "box": desk_.box,
        "paid_mark": PAID_MARK,
    }


def _found(desk_: _Desk, desk_input: DeskInput) -> dict[str, Any]:
    """Return the template context of the answers to the input, with their events."""
    events = desk.events(desk_.tournament)
    main = desk_.main(events)
    pair = desk_.kept.get("pair")
    context = {"tournament": desk_.tournament, "events": events, "main": main, "typed": desk_input}
    if not pair:
        return context | {"answers": answers(desk_input, events=events, main=main)}
    first = _player(desk_, [pair["player"]])
    event = next((one.event for one in events if one.event.uid == pair["event"]), None)
    if event is None:
        raise Http404
    return context | {
        "pair": event,
        "first": first,
        "answers": partners(desk_input, event=event, first=first),
    }


def _last(desk_: _Desk, events: tuple[DeskEvent, ...], main: DeskEvent | None) -> dict[str, Any] | None:
    """Return the template context of the last action and the current state of its player."""
    last = desk_.kept.get("last")
    if not last or main is None:
        return None
    player = Player.objects.filter(uid=last["player"]).first()
    if player is None:
        return None
    person = desk.person(player, tournament=desk_.tournament)
    fees = fees_chosen([entry.entrant.pk for entry in person.present])
    pools = [
        (entry, fee, fee.pk in fees.get(entry.entrant.pk, ()))
        for entry in person.present
        for one in events
        if one.event.pk == entry.event.pk
        for fee in one.optional
    ]
    alternates = {entry.event.uid for entry in person.present if entry.entrant.is_alternate}
    is_undone = last["said"] == "undone"
    return {
        "person": person,
        "answer": answer_for(person, events=events, main=main),
        "pools": pools,
        "said": "waits" if last.get("event") in alternates and not is_undone else last["said"],
        "is_unbooked": bool(last.get("is_paid") and alternates) and not is_undone,
        "can_undo": bool(last["seqs"]),
    }


def _at(names: list[str], place: int) -> str:
    return names[place] if place < len(names) else ""


def _player(desk_: _Desk, names: list[str]) -> Player:
    return get_object_or_404(findable_at(desk_.tournament), uid=_at(names, 0))


def _entrant(desk_: _Desk, names: list[str]) -> Entrant:
    entrants = Entrant.objects.select_related("side", "event__tournament")
    return get_object_or_404(entrants, uid=_at(names, 0), event__tournament=desk_.tournament)


def _event(desk_: _Desk, names: list[str], *, at: int) -> Event:
    return get_object_or_404(
        Event.objects.select_related("tournament"), uid=_at(names, at), tournament=desk_.tournament
    )
