"""Views of the cash desk: fees, payments, cash boxes and prizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import access
from tournaments.actions.entrants import reception
from tournaments.actions.money import entry_prizes
from tournaments.actions.money import ledger as money
from tournaments.acts import EditedForm
from tournaments.errors.money import BoxShort, MoreThanPool, MoreThanPrize, TooMuch
from tournaments.models import CashBox, Entrant, Event, Fee, LedgerLine, LineKind
from tournaments.queries.money import ledger
from tournaments.queries.money.amounts import amount_words
from tournaments.queries.money.prizes import prize_list, prize_lists, prizes_of, suggested_structure
from tournaments.queries.money.split_claims import split_claims
from tournaments.web.desk.bar import Room
from tournaments.web.desk.conflicts import first_log_number, typed
from tournaments.web.desk.pages import UNPROCESSABLE, act, event_page, tournament_page
from tournaments.web.desk.refusals import is_done
from tournaments.web.desk.submission import Edit, press, save
from tournaments.web.frame.confirmation import confirmed
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .cash_desk_forms import (
    BoxForm,
    CurrencyForm,
    FeeForm,
    PaymentForm,
    PayoutForm,
    PrizeForm,
    WaiverForm,
    payout_words,
)
from .prize_split_forms import end_split, is_split, offer_lines, split_form, split_lines
from .short_box import ask, is_allowed


@require_page_or_form
@confirmed
def overview(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the expected cash in each box and the balance of each event; add boxes."""
    visitor = visitor_of(request)
    tournament = access.tournament_to_desk(visitor, uid)
    data = request.POST if request.method == "POST" else None
    is_currency = data is not None and "currency" in data
    box_form = BoxForm(None if is_currency else data)
    currency_form = CurrencyForm(data if is_currency else None, initial={"currency": tournament.currency})
    if is_currency:
        access.tournament_to_direct(visitor, uid)
    for form, action in (
        (box_form, lambda values: money.add_box(tournament, by=visitor.account, **values)),
        (currency_form, lambda values: money.set_currency(tournament, by=visitor.account, **values)),
    ):
        if is_done(form, action):
            return redirect("desk_money", uid)
    by_event = ledger.statements(tournament)
    statements = [(event, by_event.get(event.pk)) for event in tournament.events.order_by("order", "pk")]
    # Only events with paid prizes can have prizes to return.
    events = [event for event, one in statements if one is not None and one.prizes_paid]
    back = (
        {key: prizes.to_come_back for key, prizes in prize_lists(events, by_event).items()} if events else {}
    )
    context = {
        "boxes": ledger.box_totals(tournament),
        "statements": statements,
        "to_come_back": [(event, back[event.pk]) for event in events if back.get(event.pk)],
        "box_form": box_form,
        "currency_form": currency_form,
    }
    status = UNPROCESSABLE if box_form.errors or currency_form.errors else 200
    return tournament_page(
        request, tournament, "desk/money.html", context, here=_("Money"), room=Room.MONEY, status=status
    )


@require_safe
def cash_box(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the expected cash in a box and its ledger lines, newest first."""
    box = access.cash_box_to_desk(visitor_of(request), uid)
    total = next(one for one in ledger.box_totals(box.tournament) if one.box == box)
    context = {"box": box, "total": total, "lines": ledger.lines_in(box)}
    return tournament_page(
        request, box.tournament, "desk/money_box.html", context, here=box.name, room=Room.MONEY
    )


@require_page_or_form
@confirmed
def fees(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the fees of an event and the entrants with a balance due; set a fee on POST."""
    visitor = visitor_of(request)
    event = access.event_to_desk(visitor, uid)
    form = FeeForm(request.POST if request.method == "POST" else None, currency=event.tournament.currency)
    if form.is_bound:
        access.event_to_direct(visitor, uid)
    if form.is_bound and form.is_valid():
        answer = save(
            request,
            _edit_of_fees(event, typed(form)),
            lambda: money.set_fee(event, by=visitor.account, **form.cleaned_data),
            into=form,
            back_to=reverse("desk_fees", args=[uid]),
        )
        if answer is not None:
            return answer
    balances = ledger.balances_of_event(event)
    context = {
        "form": form,
        "fees": ledger.fees_of(event),
        "owing": sum(not balance.is_settled for balance in balances.values()),
        "seen": first_log_number(request, event.tournament),
    }
    status = UNPROCESSABLE if form.errors else 200
    return event_page(
        request, event, "desk/money_fees.html", context, tab="money", here=_("Fees"), status=status
    )


@require_POST
@confirmed
def end_fee(request: HttpRequest, uid: str, fee: str) -> HttpResponse:
    """Remove a fee from an event."""
    event = access.event_to_direct(visitor_of(request), uid)
    row = get_object_or_404(Fee.objects.select_related("event__tournament"), uid=fee, event=event)
    words = _("%(label)s: %(value)s") % {"label": _("Take off"), "value": row}
    return press(
        request,
        _edit_of_fees(event, words),
        lambda: money.end_fee(row, by=visitor_of(request).account),
        message=_("The fee is taken off the list."),
        back_to=reverse("desk_fees", args=[uid]),
    )


@require_page_or_form
@confirmed
def of_entrant(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the ledger of an entrant, and book payments, refunds, waivers and prizes."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_desk(visitor, uid)
    tournament = entrant.event.tournament
    balance = ledger.balance(entrant)
    boxes = list(CashBox.objects.filter(tournament=tournament))
    data = request.POST if request.method == "POST" else None
    do = data.get("do", "") if data is not None else ""
    payment = PaymentForm(
        data if do in {"pay", "refund"} else None,
        currency=tournament.currency,
        boxes=boxes,
        due=balance.due,
    )
    waiver = WaiverForm(data if do == "waive" else None)
    claim = prizes_of(entrant)
    prize = PrizeForm(
        data if do == "prize" else None,
        currency=tournament.currency,
        boxes=boxes,
        pools=ledger.side_pools(entrant.event),
        due=claim.left,
    )
    if do in {"choose", "leave"}:
        return _choose(request, entrant, is_chosen=do == "choose")
    if do in {"waive", "prize"}:
        access.event_to_direct(visitor, entrant.event.uid)
    try:
        if (
            is_done(payment, lambda _said: _book(request, entrant, payment, do=do))
            or is_done(waiver, lambda values: _waive(request, entrant, reason=values["reason"]))
            or is_done(prize, lambda _said: _pay_out(request, entrant, prize))
        ):
            return redirect("desk_entrant_money", uid)
    except BoxShort as refusal:
        return ask(request, tournament, refusal, back=request.path)
    lines = ledger.lines_of(entrant)
    charges = {line.fee_id for line in lines if _stands(line) and line.kind == LineKind.CHARGE}
    waived = {line.fee_id for line in lines if _stands(line) and line.kind == LineKind.WAIVER}
    in_force = ledger.fees_of(entrant.event)
    context = {
        "entrant": entrant,
        "balance": balance,
        "lines": [(line, _stands(line)) for line in lines],
        "payment": payment,
        "claim": claim,
        "prize": prize,
        "waiver": waiver,
        "waivable": [fee for fee in in_force if fee.pk in charges - waived],
        "pools": [(fee, fee.pk in charges) for fee in in_force if fee.is_optional],
    }
    status = UNPROCESSABLE if payment.errors or waiver.errors or prize.errors else 200
    return event_page(
        request,
        entrant.event,
        "desk/money_entrant.html",
        context,
        tab="entrants",
        here=_("Money"),
        status=status,
    )


@require_POST
@confirmed
def take_back(request: HttpRequest, uid: str, line: str) -> HttpResponse:
    """Reverse a ledger line of an entrant."""
    entrant = access.entrant_to_desk(visitor_of(request), uid)
    lines = LedgerLine.objects.select_related("entrant__event__tournament", "fee", "box")
    row = get_object_or_404(lines, uid=line, entrant=entrant)
    by, back = visitor_of(request).account, reverse("desk_entrant_money", args=[uid])
    return _act_or_ask(
        request,
        entrant.event,
        lambda: money.take_back(row, by=by, is_short_allowed=is_allowed(request)),
        message=_("Line cancelled."),
        back_to=back,
    )


@require_page_or_form
@confirmed
def prizes(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the prizes of an event and their recipients; set the payout on POST."""
    visitor = visitor_of(request)
    event = access.event_to_desk(visitor, uid)
    entries = event.entrants.filter(withdrawn_at=None, is_alternate=False).count()
    fitting = suggested_structure(event, entrants=entries)
    if request.method == "POST":
        access.event_to_direct(visitor, uid)
    if request.POST.get("do") in ("end_split", "withdraw_offer"):
        return end_split(request, event)
    prizes = prize_list(event)
    claims = split_claims(event, prizes)
    splitting = split_form(request, event, claims)
    if is_split(request, event, splitting):
        return redirect("desk_prizes", uid)
    is_sent = request.method == "POST" and not splitting.is_bound
    form = PayoutForm(request.POST if is_sent else None, event=event, fitting=fitting)
    if form.is_bound and form.is_valid():
        answer = save(
            request,
            Edit(
                event,
                typed(form),
                forms=(EditedForm.PRIZES,),
                now=lambda: _prizes_now(event),
            ),
            lambda: money.set_payout(event, by=visitor.account, payout=form.chosen),
            into=form,
            back_to=reverse("desk_prizes", args=[uid]),
        )
        if answer is not None:
            return answer
    totals = ledger.box_totals(event.tournament)
    context = {
        "form": form,
        "prizes": prizes,
        "structure": payout_words(prizes.payout, event.tournament.currency) if prizes else "",
        "splitting": splitting,
        "splits": split_lines(event, prizes, claims),
        "offers": offer_lines(event, prizes),
        "boxes": [total.box for total in totals],
        "in_boxes": sum(total.total for total in totals),
        "side_pools": ledger.side_pools(event),
        "seen": first_log_number(request, event.tournament),
    }
    status = UNPROCESSABLE if form.errors or splitting.errors else 200
    return event_page(
        request, event, "desk/money_prizes.html", context, tab="money", here=_("Prizes"), status=status
    )


@require_POST
@confirmed
def pay_prize(request: HttpRequest, uid: str, entrant: str) -> HttpResponse:
    """Pay an entrant the unpaid part of its prizes in cash."""
    event = access.event_to_direct(visitor_of(request), uid)
    row = get_object_or_404(
        Entrant.objects.select_related("side", "event__tournament"), uid=entrant, event=event
    )
    box = CashBox.objects.filter(tournament=event.tournament, uid=request.POST.get("box", "")).first()
    by = visitor_of(request).account
    return _act_or_ask(
        request,
        event,
        lambda: reception.pay_prizes(row, by=by, box=box, is_short_allowed=is_allowed(request)),
        message=_("%(name)s has got the prize.") % {"name": row.name},
        back_to=reverse("desk_prizes", args=[uid]),
    )


@require_POST
@confirmed
def pay_entry(request: HttpRequest, uid: str, entrant: str) -> HttpResponse:
    """Pay an entrant's entry in the other event as a prize."""
    event = access.event_to_direct(visitor_of(request), uid)
    row = get_object_or_404(
        Entrant.objects.select_related("side", "event__tournament", "event__qualifies_for"),
        uid=entrant,
        event=event,
    )
    by = visitor_of(request).account
    return act(
        request,
        lambda: entry_prizes.pay_entry(row, by=by),
        message=_("The entry of %(name)s is paid.") % {"name": row.name},
        back_to=reverse("desk_prizes", args=[uid]),
    )


def _act_or_ask(
    request: HttpRequest, event: Event, action: Callable[[], Any], *, message: str, back_to: str
) -> HttpResponse:
    """Call an action; if a cash box would become negative, ask a director to confirm."""
    try:
        return act(request, action, message=message, back_to=back_to)
    except BoxShort as refusal:
        return ask(request, event.tournament, refusal, back=back_to)


def _book(request: HttpRequest, entrant: Entrant, form: PaymentForm, *, do: str) -> None:
    by = visitor_of(request).account
    try:
        if do == "pay":
            reception.pay(entrant, by=by, **form.given)
        else:
            reception.refund(entrant, by=by, **form.given, is_short_allowed=is_allowed(request))
    except TooMuch as refusal:
        _say_most(form, refusal.most, entrant)
        raise


def _pay_out(request: HttpRequest, entrant: Entrant, form: PrizeForm) -> None:
    by = visitor_of(request).account
    try:
        reception.pay_prize(entrant, by=by, **form.given, is_short_allowed=is_allowed(request))
    except (MoreThanPrize, MoreThanPool) as refusal:
        _say_most(form, refusal.most, entrant)
        raise


def _say_most(form: PaymentForm, most: int, entrant: Entrant) -> None:
    words = amount_words(most, entrant.event.tournament.currency)
    form.add_error("amount", _("At most %(most)s.") % {"most": words})


def _choose(request: HttpRequest, entrant: Entrant, *, is_chosen: bool) -> HttpResponse:
    fee = get_object_or_404(
        Fee, uid=request.POST.get("fee", ""), event=entrant.event, is_optional=True, ended_at=None
    )
    return act(
        request,
        lambda: money.choose_fee(entrant, fee, by=visitor_of(request).account, is_chosen=is_chosen),
        message=_("Saved."),
        back_to=reverse("desk_entrant_money", args=[entrant.uid]),
    )


def _waive(request: HttpRequest, entrant: Entrant, *, reason: str) -> None:
    fee = get_object_or_404(Fee, uid=request.POST.get("fee", ""), event=entrant.event)
    money.waive(entrant, fee, by=visitor_of(request).account, reason=reason)


def _stands(line: LedgerLine) -> bool:
    return line.reverses_id is None and not hasattr(line, "reversed_by")


def _edit_of_fees(event: Event, values: str | Sequence[str]) -> Edit:
    back = reverse("desk_fees", args=[event.uid])
    return Edit(event, values, forms=(EditedForm.FEES,), look_at=back, now=lambda: _fees_now(event))


def _fees_now(event: Event) -> str:
    """Return the current fees in words."""
    currency = event.tournament.currency
    amounts = (f"{fee} {amount_words(fee.amount, currency)}" for fee in ledger.fees_of(event))
    return ", ".join(amounts) or _("This event costs nothing")


def _prizes_now(event: Event) -> str:
    """Return the current structure of the prizes in words."""
    prizes = prize_list(event)
    return payout_words(prizes.payout, event.tournament.currency) if prizes else _("no prizes")
