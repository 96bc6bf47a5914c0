"""The list of all players of a tournament, and the acts on those that are ticked in a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.entrants import together
from tournaments.actions.entrants import together as desk_messages
from tournaments.models import Entrant, Tournament
from tournaments.queries.hall.player_rows import Phone, PlayerList, players_of_event, players_of_tournament
from tournaments.queries.money.amounts import amount_words
from tournaments.requests.entrants import EntrantsMessageRequest
from tournaments.web.desk.impact import shown_first
from tournaments.web.desk.pages import status_of, tournament_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.visitors import visitor_of

from .link_sheet import private_links
from .player_table import ListQuery, table_context, ticked
from .register_desk import box_of


class MessageForm(forms.Form):
    """The form for a message to players."""

    message = field_of(
        EntrantsMessageRequest,
        "message",
        label=gettext_lazy("Message"),
        help_text=gettext_lazy("It goes out as you type it. A message cannot be undone."),
        widget=forms.Textarea(attrs={"rows": 4, "autofocus": True}),
    )


@require_safe
def players(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the players of all events of a tournament, sorted and filtered as the address says."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    everybody = players_of_tournament(tournament)
    context = {
        **table_context(ListQuery.of(request.GET), everybody),
        "events": list(tournament.events.order_by("order", "pk")),
        "bulk_address": reverse("desk_all_players_act", args=[uid]),
        "is_of_tournament": True,
        "everybody": everybody,
    }
    return tournament_page(request, tournament, "desk/players.html", context, here=_("Players"))


@require_POST
@once
def act_on_all_players(request: HttpRequest, uid: str) -> HttpResponse:
    """Do something with the ticked players of a tournament."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    back = reverse("desk_players", args=[uid]) + ListQuery.of(request.POST).text
    everybody = players_of_tournament(tournament)
    return _done(request, tournament, everybody, ticked(request, everybody), back=back)


@require_POST
@once
def act_on_players(request: HttpRequest, uid: str) -> HttpResponse:
    """Do something with the ticked entrants of an event; a withdrawal is shown with its consequences first."""
    event = access.event_to_desk(visitor_of(request), uid)
    back = reverse("desk_entrants", args=[uid]) + ListQuery.of(request.POST).text
    everybody = players_of_event(event)
    chosen = ticked(request, everybody)
    if request.POST.get("do") != "withdraw" or not chosen:
        return _done(request, event.tournament, everybody, chosen, back=back)
    leave = partial(_withdraw, request, event.tournament, chosen)
    names = ", ".join(entrant.name for entrant in chosen)
    try:
        words = _("These players leave: %(names)s.") % {"names": names}
        follows = shown_first(
            request, event, leave, tab="entrants", back_to=back, is_always=True, words=words
        )
        if follows is not None:
            return follows
        messages.success(request, leave())
    except DomainError as refusal:
        _tell(request, refusal)
    return redirect(back)


def _done(
    request: HttpRequest,
    tournament: Tournament,
    everybody: PlayerList,
    chosen: Sequence[Entrant],
    *,
    back: str,
) -> HttpResponse:
    do = request.POST.get("do", "")
    if do not in {*_ACTS, "links", "message", "withdraw"} or (do == "withdraw" and chosen):
        raise Http404
    if not chosen:
        messages.error(request, _("Nobody is ticked. Tick the players, or “Everybody shown”."))
        return redirect(back)
    try:
        if do == "links":
            return private_links(request, tournament, chosen, back=back)
        if do == "message":
            return _message(request, tournament, everybody, chosen, back=back)
        messages.success(request, _ACTS[do](request, tournament, chosen))
    except DomainError as refusal:
        _tell(request, refusal)
    return redirect(back)


def _message(
    request: HttpRequest,
    tournament: Tournament,
    everybody: PlayerList,
    chosen: Sequence[Entrant],
    *,
    back: str,
) -> HttpResponse:
    """Send a message to the ticked players; ask for its words first, and say whom it does not reach."""
    form = MessageForm(request.POST if "message" in request.POST else None)
    if form.is_valid():
        by, words = visitor_of(request).account, form.cleaned_data["message"]
        number = len(desk_messages.send_message(tournament, by=by, entrants=chosen, message=words))
        sentence = ngettext(
            "The message is sent to %(number)s player.", "The message is sent to %(number)s players.", number
        )
        messages.success(request, sentence % {"number": number})
        return redirect(back)
    uids = {entrant.uid for entrant in chosen}
    context = {
        "form": form,
        "chosen": chosen,
        "unreached": [row for row in everybody.rows if row.uid in uids and row.phone is Phone.NONE],
        "query": ListQuery.of(request.POST),
        "back": back,
    }
    return tournament_page(
        request,
        tournament,
        "desk/message.html",
        context,
        here=_("Message"),
        status=status_of(form),
    )


def _tell(request: HttpRequest, refusal: DomainError) -> None:
    for reason in reasons(refusal):
        messages.error(request, reason)


def _check_in(request: HttpRequest, tournament: Tournament, chosen: Sequence[Entrant]) -> str:
    number = len(together.check_in(tournament, by=visitor_of(request).account, entrants=chosen))
    words = ngettext("%(number)s player is checked in.", "%(number)s players are checked in.", number)
    return words % {"number": number}


def _undo_check_in(request: HttpRequest, tournament: Tournament, chosen: Sequence[Entrant]) -> str:
    number = len(together.undo_check_in(tournament, by=visitor_of(request).account, entrants=chosen))
    words = ngettext("%(number)s player is not checked in.", "%(number)s players are not checked in.", number)
    return words % {"number": number}


def _pay(request: HttpRequest, tournament: Tournament, chosen: Sequence[Entrant]) -> str:
    """Book what the ticked players owe in the cash box of this desk, which is chosen on its registration desk."""
    box = box_of(request, tournament)
    lines = together.pay(tournament, by=visitor_of(request).account, entrants=chosen, box=box)
    amount = amount_words(sum(line.amount for line in lines), tournament.currency)
    words = ngettext(
        "%(number)s player has paid %(amount)s.", "%(number)s players have paid %(amount)s.", len(lines)
    )
    return words % {"number": len(lines), "amount": amount}


def _withdraw(request: HttpRequest, tournament: Tournament, chosen: Sequence[Entrant]) -> str:
    number = len(together.withdraw(tournament, by=visitor_of(request).account, entrants=chosen))
    words = ngettext("%(number)s player has left.", "%(number)s players have left.", number)
    return words % {"number": number}


_ACTS: Mapping[str, Callable[[HttpRequest, Tournament, Sequence[Entrant]], str]] = {
    "check-in": _check_in,
    "undo-check-in": _undo_check_in,
    "pay": _pay,
}
