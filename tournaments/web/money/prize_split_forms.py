"""The split of prizes on the page of the prizes: entered as agreed, and taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import DomainError
from tournaments.actions.money import prize_offers, prize_splits
from tournaments.errors.money import NotTheirPrizes
from tournaments.models import Entrant, Event
from tournaments.payouts import PrizeSplit
from tournaments.queries.money.amounts import amount_words
from tournaments.queries.money.prizes import PrizeList
from tournaments.queries.money.split_claims import SplitClaims
from tournaments.web.desk.pages import act
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.visitors import visitor_of

from .cash_desk_forms import OfferForm, SplitForm


@dataclass(frozen=True, slots=True)
class SplitLine:
    """A split as the page shows it: who shares, and whether the prizes are still those.

    `waits` says that the final is to be played; `missing` names those who have not agreed to a proposed one.
    """

    entrants: tuple[str, ...]
    names: str
    is_in_force: bool
    waits: bool = False
    missing: str = ""


def split_form(request: HttpRequest, event: Event, claims: SplitClaims) -> SplitForm:
    """Return the form of a split among the winners and finalists of an event, bound where it was sent."""
    finalists = {uid: name for final in claims.finals for uid, name in final.names.items()}
    do = request.POST.get("do")
    data = request.POST if do in ("split", "offer_split") else None
    winners = {**claims.names, **finalists}
    is_asked = do == "offer_split"
    return SplitForm(data, winners=winners, currency=event.tournament.currency, is_asked=is_asked)


def split_lines(event: Event, prizes: PrizeList | None, claims: SplitClaims) -> Sequence[SplitLine]:
    """Return the splits of an event with the names of those who share."""
    if prizes is None:
        return ()
    of_split = {line.entrant.uid for line in prizes.lines if line.entrant is not None and line.is_split}
    names = _names(event, prizes)
    lines = []
    for split in prizes.payout.splits:
        waits = claims.final_of(split.entrants) is not None
        # The table of the prizes has the amounts of the others.
        words = _sentence(split, names, event.tournament.currency) if waits else _joined(split, names)
        is_in_force = of_split >= set(split.entrants)
        lines.append(SplitLine(split.entrants, words, is_in_force, waits=waits))
    return lines


def offer_lines(event: Event, prizes: PrizeList | None) -> Sequence[SplitLine]:
    """Return the splits that are proposed, each with those who have not agreed."""
    offers = () if prizes is None else prizes.payout.offers
    names = {} if prizes is None else _names(event, prizes)
    return [
        SplitLine(
            offer.split.entrants,
            _sentence(offer.split, names, event.tournament.currency),
            is_in_force=False,
            missing=", ".join(names.get(uid, "–") for uid in offer.split.entrants if uid not in offer.agreed),
        )
        for offer in offers
    ]


def _names(event: Event, prizes: PrizeList) -> dict[str, str]:
    """Return the names of those who share or are asked to, by uid; one query where anybody does."""
    splits = [*prizes.payout.splits, *(offer.split for offer in prizes.payout.offers)]
    uids = {uid for split in splits for uid in split.entrants}
    rows = Entrant.objects.filter(event=event, uid__in=uids).select_related("side") if uids else ()
    return {row.uid: row.name for row in rows}


def _joined(split: PrizeSplit, names: Mapping[str, str]) -> str:
    return ", ".join(names.get(uid, "–") for uid in split.entrants)


def _sentence(split: PrizeSplit, names: Mapping[str, str], currency: str) -> str:
    parts = [f"{names.get(uid, '–')} {amount_words(amount, currency)}" for uid, amount in split.amounts]
    return ", ".join(parts)


def is_split(request: HttpRequest, event: Event, form: SplitForm) -> bool:
    """Enter or propose a split that was typed; whether that was done. A refusal is put into the form."""
    if not form.is_bound or not form.is_valid():
        return False
    action = prize_offers.offer_split if form.is_asked else prize_splits.split_prizes
    try:
        action(event, by=visitor_of(request).account, amounts=form.amounts)
    except DomainError as refusal:
        put_refusal(form, refusal, event)
        return False
    question = _("They are asked, and it counts once all agree.")
    messages.success(request, question if form.is_asked else _("The split is entered, and they are told."))
    return True


def put_refusal(form: OfferForm, refusal: DomainError, event: Event) -> None:
    """Put a refusal into the form of a split, with what they have won together where it says so."""
    put_into(form, refusal)
    if isinstance(refusal, NotTheirPrizes) and refusal.won:
        won = amount_words(refusal.won, event.tournament.currency)
        form.add_error(None, _("Together they have won %(amount)s.") % {"amount": won})


def end_split(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the split, or the proposal, among the entrants of the form back."""
    entrants = request.POST.getlist("entrant")
    if not entrants:
        return redirect("desk_prizes", event.uid)
    is_offer = request.POST.get("do") == "withdraw_offer"
    action = prize_offers.withdraw_offer if is_offer else prize_splits.end_split
    return act(
        request,
        lambda: action(event, by=visitor_of(request).account, entrants=entrants),
        message=_("The proposal is withdrawn.") if is_offer else _("Split cancelled."),
        back_to=reverse("desk_prizes", args=[event.uid]),
    )
