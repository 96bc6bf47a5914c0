"""The page on which players agree on a split of their prizes themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.money import prize_offers
from tournaments.models import Entrant
from tournaments.payouts import SplitOffer
from tournaments.queries.money.split_claims import OwnSplit, own_split
from tournaments.web.desk.pages import UNPROCESSABLE, act
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

from .cash_desk_forms import OfferForm
from .prize_split_forms import put_refusal

# An amount in the smallest unit of its currency, as the page writes it.
_AMOUNT = re.compile(r"[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class OfferLine:
    """What one entrant gets in a split, and whether it has agreed."""

    uid: str
    name: str
    amount: int
    has_agreed: bool


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """A split with its lines; `has_agreed` is about the entrant whose page it is."""

    lines: Sequence[OfferLine]
    is_agreed: bool
    has_agreed: bool


@require_page_or_form
def split(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the splits proposed to an entrant, and let its players propose, agree or withdraw."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_split(visitor, uid)
    event, by = entrant.event, visitor.player_in(entrant.event.tournament)
    if request.POST.get("do") in _ACTS:
        return _answer(request, entrant)
    own = own_split(entrant)
    form = OfferForm(
        request.POST or None, winners=own.partners, currency=event.tournament.currency, prefix="split"
    )
    if form.is_bound and form.is_valid():
        try:
            prize_offers.offer_split(event, by=by, amounts=form.amounts, origin=visitor.origin)
        except DomainError as refusal:
            put_refusal(form, refusal, event)
        else:
            messages.success(request, _("Proposed. The others are asked on their phones."))
            return redirect("split", uid)
    context = {
        "event": event,
        "entrant": entrant,
        "own": own,
        "offers": shown_offers(own, entrant),
        "form": form if own.partners and event.closed_at is None else None,
        "may_agree": access.plays_for(visitor, entrant) and event.closed_at is None,
        "crumbs": [*way_to(event.tournament, event), Crumb(_("Share the prizes"))],
    }
    status = UNPROCESSABLE if form.errors else 200
    return show(request, event.tournament, "tournaments/split.html", context, status=status)


def shown_offers(own: OwnSplit, entrant: Entrant) -> Sequence[ShownOffer]:
    """Return the splits that concern an entrant, with names; those that wait first."""
    uids = {uid for offer in own.offers for uid in offer.split.entrants}
    rows = Entrant.objects.filter(event=entrant.event, uid__in=uids).select_related("side") if uids else ()
    names = {row.uid: row.name for row in rows}
    return [
        ShownOffer(
            [
                OfferLine(uid, names.get(uid, "–"), amount, uid in offer.agreed)
                for uid, amount in offer.split.amounts
            ],
            offer.is_agreed,
            entrant.uid in offer.agreed,
        )
        for offer in own.offers
    ]


def _answer(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Agree to the split of the form, or withdraw it."""
    do, visitor = request.POST["do"], visitor_of(request)
    offer = _offer_in(request)
    if offer is None:
        return redirect("split", entrant.uid)
    action, message = _ACTS[do]
    by = visitor.player_in(entrant.event.tournament)
    return act(
        request,
        lambda: action(entrant, offer, {"by": by, "origin": visitor.origin}),
        message=message(),
        back_to=reverse("split", args=[entrant.uid]),
    )


def _offer_in(request: HttpRequest) -> SplitOffer | None:
    """Return the split that a form names by its amounts; None for one that cannot be."""
    amounts = {
        name.removeprefix("gets-"): int(text)
        for name, text in request.POST.items()
        if name.startswith("gets-") and isinstance(text, str) and _AMOUNT.fullmatch(text)
    }
    try:
        return SplitOffer.from_dict({"amounts": amounts, "agreed": []})
    except ValueError:
        return None


def _agree(entrant: Entrant, offer: SplitOffer, who: dict[str, Any]) -> None:
    prize_offers.agree_to_split(entrant.event, amounts=offer.split.to_dict(), **who)


def _withdraw(entrant: Entrant, offer: SplitOffer, who: dict[str, Any]) -> None:
    prize_offers.withdraw_offer(entrant.event, entrants=offer.split.entrants, **who)


_ACTS: dict[str, tuple[Callable[[Entrant, SplitOffer, dict[str, Any]], None], Callable[[], str]]] = {
    "agree": (_agree, lambda: _("You have agreed.")),
    "withdraw": (_withdraw, lambda: _("The proposal is withdrawn.")),
}
