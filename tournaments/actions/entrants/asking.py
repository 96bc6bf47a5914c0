"""Entries that wait for the answer of a partner: a player is in an event once they have agreed to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from matches.database.one_act import is_new, one_act
from matches.models import Player, is_same_person, rows_of_persons
from tournaments import budgets, notices
from tournaments.actions import log
from tournaments.actions.closed import require_unclosed
from tournaments.actions.draws.lobby import follow_on, start_if_full
from tournaments.actions.locks import lock_event
from tournaments.actions.people import answers
from tournaments.actions.people.sides import require_faithful, require_side, tell_apart
from tournaments.actions.permissions import holds_office, is_member
from tournaments.actions.proving import new_proofs
from tournaments.acts import ABSENT
from tournaments.acts.entrants import EntrantEntered, EntryAgreed, PartnerAsked
from tournaments.errors.budgets import TooManyQuestions
from tournaments.errors.common import Forbidden
from tournaments.errors.entrants import HasWithdrawn, RegistrationClosed
from tournaments.models import (
    DIRECT,
    Entrant,
    EntrantPlayer,
    Event,
    EventKind,
    LogEntry,
    Origin,
    Purpose,
    Registration,
    Via,
    Visibility,
)
from tournaments.queries.audit.people_evidence import of_new_entrant
from tournaments.queries.entrants.consent import can_answer, has_agreed, unanswered

from .entry_rules import entries_of, entry_numbers, require_eligible
from .waiting_list import charge_place, has_place


def partners_to_ask(
    event: Event, players: Sequence[Player], *, by: Player | None, entrant: Entrant | None = None
) -> tuple[Player, ...]:
    """Return those of these players who must agree before the entry that `by` makes counts.

    The desk asks nobody. Whoever has neither an account nor a private link cannot answer, and is not asked.
    """
    if len(players) == 1 or holds_office(event.tournament, by):
        return ()
    others = [player for player in players if not is_new(player) and not is_same_person(player, by)]
    if entrant is not None:
        others = [player for player in others if not has_agreed(entrant, player)]
    return tuple(player for player in others if can_answer(player, event.tournament))


def ask(
    event: Event,
    entrant: Entrant,
    players: Sequence[Player],
    *,
    partners: Sequence[Player],
    by: Player | None,
    origin: Origin,
) -> Entrant:
    """Store an entry of these players that counts once the partners among them have agreed.

    The first of them asks; raise TooManyQuestions beyond those of a day.
    """
    budgets.spend("partner_questions", players[0].current.uid, refusal=TooManyQuestions)
    is_first = is_new(entrant)
    entrant.via, entrant.withdrawn_at, entrant.is_alternate = Via.ASKED, timezone.now(), False
    entrant.save(update_fields=["via", "withdrawn_at", "is_alternate"])
    act = PartnerAsked(
        entrant.uid,
        side=entrant.side.uid,
        players=tuple(player.uid for player in players),
        partners=tuple(player.uid for player in partners),
        proofs=new_proofs(of_new_entrant(entrant, players)) if is_first else ABSENT,
    )
    rows = [] if is_first else [entrant]
    log.append(act, of=event.tournament, by=by, event=event, origin=origin, rows=rows)
    notices.partner_asked(entrant, partners)
    return entrant


def end_other_questions(
    event: Event, players: Sequence[Player], *, entrant: Entrant, by: Player | None, origin: Origin
) -> None:
    """End the questions of this event that are by players or to players who are entered with this entrant now."""
    if event.kind == EventKind.SINGLES:
        return
    rows = rows_of_persons([player.person_key for player in players])
    keys = EntrantPlayer.objects.filter(event=event, player__in=rows, entrant__via=Via.ASKED).values(
        "entrant"
    )
    others = Entrant.objects.filter(pk__in=keys).exclude(pk=entrant.pk).select_related("side")
    for other in others.order_by("pk"):
        other.event = event
        answers.decline(event, other, by=by, origin=origin)


@one_act()
def agree(entrant: Entrant, *, by: Player | None, origin: Origin = DIRECT) -> Entrant:
    """Agree to an entry that another player made; with the last answer it counts, and gets a place if one is free.

    Again changes nothing. Raise HasWithdrawn if the entry was taken back, RegistrationClosed once whoever asked could
    not enter any more, and AlreadyEntered for a player who is in the event by now.
    """
    event = lock_event(entrant.event)
    if by is None or not is_member(by, side=entrant.side_id):
        raise Forbidden
    entrant.refresh_from_db()
    if not entrant.is_asked and entrant.withdrawn_at is None:
        return entrant
    if not entrant.is_asked:
        raise HasWithdrawn(entrant=entrant.name)
    require_unclosed(event)
    entrant.event = event
    missing = unanswered(entrant)
    others = [player for player in missing if not is_same_person(player, by)]
    if others and len(others) == len(missing):
        return entrant
    if others:
        _require_open(event, entrant)
        log.append(EntryAgreed(entrant.uid), of=event.tournament, by=by, event=event, origin=origin)
        return entrant
    return _admit(event, entrant, by=by, origin=origin)


def _way_of(entrant: Entrant) -> Via:
    """Return how whoever asked has come: by the link of the event, or online."""
    asks = LogEntry.objects.filter(subject=entrant.uid, code=PartnerAsked.code).select_related("link")
    entry = asks.order_by("seq").last()
    link = None if entry is None else entry.link
    is_by_link = link is not None and link.purpose == Purpose.REGISTER
    return Via.LINK if is_by_link else Via.ONLINE


def _require_open(event: Event, entrant: Entrant) -> None:
    """Raise RegistrationClosed unless whoever asked could enter the event now, in the same way."""
    is_visible = event.tournament.visibility != Visibility.DRAFT
    is_open = event.registration == Registration.OPEN and is_visible
    if _way_of(entrant) == Via.LINK:
        is_open = event.registration != Registration.CLOSED
    if not is_open:
        raise RegistrationClosed(event=event.name)


def _admit(event: Event, entrant: Entrant, *, by: Player, origin: Origin) -> Entrant:
    """Enter a side to which all have agreed, in the event or in the one that a full event opens next."""
    entries = list(entrant.entrant_players.select_related("player__merged_into").order_by("pk"))
    players = [entry.player.current for entry in entries]
    place = follow_on(event, players=players)
    _require_open(place, entrant)
    require_side(place, players, name=entrant.name)
    require_faithful(place, players, entrant=entrant)
    others = entries_of(place.pk, tuple(player.pk for player in players))
    numbers = entry_numbers([other for other in others if other.entrant_id != entrant.pk], players)
    require_eligible(place, players, by=by)
    if place.pk != event.pk:
        _move(entrant, entries, to=place, numbers=numbers)
    entrant.via, entrant.withdrawn_at = _way_of(entrant), None
    entrant.is_alternate = not has_place(place, via=entrant.via)
    entrant.save(update_fields=["event", "via", "withdrawn_at", "is_alternate"])
    if tell_apart(place, players[0].name):
        entrant.side.refresh_from_db()
    act = EntrantEntered(
        entrant.uid,
        side=entrant.side.uid,
        players=tuple(entry.player.uid for entry in entries),
        via=Via(entrant.via),
        alternate=entrant.is_alternate,
    )
    log.append(act, of=event.tournament, by=by, event=place, origin=origin, rows=[entrant])
    notices.registered(entrant)
    end_other_questions(place, players, entrant=entrant, by=by, origin=origin)
    charge_place(place, entrant, by=by)
    start_if_full(place)
    return entrant


def _move(
    entrant: Entrant, entries: Sequence[EntrantPlayer], *, to: Event, numbers: Mapping[int, int]
) -> None:
    """Move an entry to another event, in which it has these numbers."""
    for entry in entries:
        entry.event, entry.entry_no = to, numbers[entry.player.person_key]
        entry.save(update_fields=["event", "entry_no"])
    entrant.event = to
