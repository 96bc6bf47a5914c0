"""Combined actions of the registration desk: entry, check-in and payment in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext, pgettext

from matches.models import Player, rows_of_person
from tournaments.actions.locks import lock_event
from tournaments.actions.money import ledger, prize_money
from tournaments.actions.money.boxes import PaymentArguments
from tournaments.actions.permissions import require_desk, require_director
from tournaments.errors.money import BookedMeanwhile, NothingDue
from tournaments.models import (
    DIRECT,
    CashBox,
    Entrant,
    Event,
    Fee,
    LedgerLine,
    Means,
    Origin,
    Tournament,
)
from tournaments.queries.money.ledger import balance, balances
from tournaments.queries.money.prizes import prizes_of
from tournaments.queries.state import is_drawn

from . import arrivals, known_players, registration
from .list_reading import ListedPlayer


@transaction.atomic
def enter(
    event: Event,
    *,
    by: Player | None,
    players: Sequence[Player],
    is_here: bool,
    is_paid: bool = False,
    box: CashBox | None = None,
    takes_bye: bool = False,
    overrides: Collection[str] = (),
    let_in: str = "",
) -> Entrant:
    """Enter a side; check it in if `is_here`, and book its dues in cash if `is_paid`.

    In a drawn event it is a late entry: from the next round, or at once against the bye of the round with
    `takes_bye` (`registration.enter`).
    """
    late: dict[str, Any] = {"is_late": is_drawn(event), "takes_bye": takes_bye}
    entrant = registration.enter(event, by=by, players=players, overrides=overrides, let_in=let_in, **late)
    return _received(entrant, by=by, is_here=is_here, is_paid=is_paid, box=box)


@transaction.atomic
def enter_with_new(
    event: Event,
    *,
    by: Player | None,
    first: Player,
    new: ListedPlayer,
    is_here: bool,
    is_paid: bool = False,
    box: CashBox | None = None,
    takes_bye: bool = False,
    overrides: Collection[str] = (),
    let_in: str = "",
) -> Entrant:
    """Enter a pair whose second player is new."""
    require_desk(event.tournament, by)
    partner = known_players.add_player(name=new.name, club=new.club, country=new.country)
    pair = [first, partner]
    here: dict[str, Any] = {"is_here": is_here, "is_paid": is_paid, "box": box}
    return enter(event, by=by, players=pair, takes_bye=takes_bye, overrides=overrides, let_in=let_in, **here)


@transaction.atomic
def walk_in(
    event: Event,
    *,
    by: Player | None,
    new: ListedPlayer,
    even_if_similar: bool,
    is_here: bool,
    is_paid: bool = False,
    box: CashBox | None = None,
    takes_bye: bool = False,
    overrides: Collection[str] = (),
    let_in: str = "",
) -> Entrant:
    """Enter a new player; raise SimilarPlayers as `registration.walk_in` does."""
    entrant = registration.walk_in(
        event,
        by=by,
        name=new.name,
        club=new.club,
        country=new.country,
        even_if_similar=even_if_similar,
        is_late=is_drawn(event),
        takes_bye=takes_bye,
        overrides=overrides,
        let_in=let_in,
    )
    return _received(entrant, by=by, is_here=is_here, is_paid=is_paid, box=box)


@transaction.atomic
def arrive(
    player: Player,
    tournament: Tournament,
    *,
    by: Player | None,
    is_paid: bool = False,
    box: CashBox | None = None,
) -> list[Entrant]:
    """Check a player in for all entered events, and book the dues if `is_paid`; idempotent."""
    entries = _entries(player, tournament)
    for entrant in entries:
        arrivals.check_in(entrant, by=by)
    if is_paid:
        pay_dues(entries, tournament, by=by, box=box)
    return entries


@transaction.atomic
def pay_all(
    player: Player, tournament: Tournament, *, by: Player | None, box: CashBox | None = None
) -> list[LedgerLine]:
    """Book a player's dues in all events of a tournament in cash; raise NothingDue if none."""
    lines = pay_dues(_entries(player, tournament), tournament, by=by, box=box)
    if not lines:
        raise NothingDue(entrant=player.name)
    return lines


@transaction.atomic
def pay(
    entrant: Entrant,
    *,
    by: Player | None,
    amount: int,
    due_seen: int | None = None,
    **payment: Unpack[PaymentArguments],
) -> LedgerLine:
    """Book a payment of an entrant (`money.pay`); the first cash payment creates the first cash box.

    Raise BookedMeanwhile if `due_seen`, the amount due on the page, is not the current amount, as after a
    double tap.
    """
    _require_due_as_seen(entrant, due_seen)
    return ledger.pay(entrant, by=by, amount=amount, **_with_box(entrant, payment, by=by))


@transaction.atomic
def refund(
    entrant: Entrant,
    *,
    by: Player | None,
    amount: int,
    due_seen: int | None = None,
    is_short_allowed: bool = False,
    **payment: Unpack[PaymentArguments],
) -> LedgerLine:
    """Book a refund to an entrant (`money.refund`); the first cash payment creates the first cash box.

    Raise BookedMeanwhile if `due_seen`, the amount due on the page, is not the current amount, as after a
    double tap.
    """
    _require_due_as_seen(entrant, due_seen)
    cash = _with_box(entrant, payment, by=by)
    return ledger.refund(entrant, by=by, amount=amount, is_short_allowed=is_short_allowed, **cash)


def _require_due_as_seen(entrant: Entrant, due_seen: int | None) -> None:
    lock_event(entrant.event)
    if due_seen is not None and balance(entrant).due != due_seen:
        raise BookedMeanwhile(entrant=entrant.name)


@transaction.atomic
def come(
    entrant: Entrant, *, by: Player | None, is_paid: bool = False, box: CashBox | None = None
) -> Entrant:
    """Check one entrant in, and book its dues if `is_paid`."""
    lock_event(entrant.event)
    return _received(entrant, by=by, is_here=True, is_paid=is_paid, box=box)


@transaction.atomic
def pay_prizes(
    entrant: Entrant, *, by: Player | None, box: CashBox | None = None, is_short_allowed: bool = False
) -> LedgerLine:
    """Pay an entrant's remaining prizes in cash; raise NothingDue if none remain."""
    event = lock_event(entrant.event)
    require_director(event.tournament, by)
    remainder = prizes_of(entrant).left
    if remainder <= 0:
        raise NothingDue(entrant=entrant.name)
    place = box or _usual_box(event.tournament, by=by)
    return prize_money.pay_prize(
        entrant, by=by, amount=remainder, box=place, is_short_allowed=is_short_allowed
    )


@transaction.atomic
def pay_prize(
    entrant: Entrant,
    *,
    by: Player | None,
    amount: int,
    pool: Fee | None = None,
    is_short_allowed: bool = False,
    **payment: Unpack[PaymentArguments],
) -> LedgerLine:
    """Pay a prize (`prize_money.pay_prize`); the first cash payment creates the first cash box."""
    require_director(entrant.event.tournament, by)
    cash = _with_box(entrant, payment, by=by)
    return prize_money.pay_prize(
        entrant, by=by, amount=amount, pool=pool, is_short_allowed=is_short_allowed, **cash
    )


def leave(entrant: Entrant, *, by: Player | None, reason: str = "", origin: Origin = DIRECT) -> Entrant:
    """Withdraw an entrant; after the draw, which requires a reason, with a default reason."""
    why = reason or (gettext("Left before the end.") if is_drawn(entrant.event) else "")
    return registration.withdraw(entrant, by=by, reason=why, origin=origin)


def _received(
    entrant: Entrant, *, by: Player | None, is_here: bool, is_paid: bool, box: CashBox | None
) -> Entrant:
    if is_here:
        entrant = arrivals.check_in(entrant, by=by)
    if is_paid:
        pay_dues([entrant], entrant.event.tournament, by=by, box=box)
    return entrant


def pay_dues(
    entrants: Iterable[Entrant], tournament: Tournament, *, by: Player | None, box: CashBox | None
) -> list[LedgerLine]:
    """Book in cash what each of these entrants owes; the caller holds the locks of their events."""
    owing = {entrant.pk: entrant for entrant in entrants}
    due = {key: account.due for key, account in balances(owing).items() if account.due > 0}
    if not due:
        return []
    place = box or _usual_box(tournament, by=by)
    return [ledger.pay(owing[key], by=by, box=place) for key in due]


def _with_box(entrant: Entrant, payment: PaymentArguments, *, by: Player | None) -> PaymentArguments:
    """Return the payment with the usual box, if it is in cash and names none; lock the event."""
    event = lock_event(entrant.event)
    if payment.get("means", Means.CASH) != Means.CASH or payment.get("box") is not None:
        return payment
    return {**payment, "box": _usual_box(event.tournament, by=by)}


def _usual_box(tournament: Tournament, *, by: Player | None) -> CashBox | None:
    """Return the only cash box, created if there is none; None if there are several."""
    boxes = list(CashBox.objects.filter(tournament=tournament)[:2])
    if not boxes:
        return ledger.add_box(tournament, by=by, name=pgettext("name of a cash box", "Desk"))
    return boxes[0] if len(boxes) == 1 else None


def _entries(player: Player, tournament: Tournament) -> list[Entrant]:
    """Return a player's entrants in the tournament, after locking their events."""
    own = rows_of_person(player.person_key)
    entries = Entrant.objects.filter(
        event__tournament=tournament, entrant_players__player__in=own, withdrawn_at=None
    )
    for event in Event.objects.filter(entrants__in=entries).order_by("pk").distinct():
        lock_event(event)
    return list(entries.select_related("side", "event__tournament").order_by("pk"))
