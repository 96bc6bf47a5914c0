"""Who may enter an event: once more or not, by the rules of its division, or because a director lets them in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from matches.database.prepared import prepared
from matches.models import Player, is_same_person, rows_of_persons
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import holds_office, is_member, require_director, require_reason
from tournaments.actions.proving import written
from tournaments.acts.entrants import LetIn
from tournaments.acts.tournaments import EntryRulesSet
from tournaments.eligibility import DivisionRules
from tournaments.errors.entrants import (
    AlreadyEntered,
    HasWithdrawn,
    InvalidEntryRules,
    MayEnter,
    NotEligible,
    WithdrawnByPartner,
)
from tournaments.models import Entrant, EntrantPlayer, Event, EventKind, StageEntry
from tournaments.plain_data import InvalidData
from tournaments.queries.eligibility import ClosedTo, closed_to_side, entry_rules_of
from tournaments.queries.entrants.consent import has_agreed, withdrawn_by


@prepared
def entries_of(event: int, players: tuple[int, ...]) -> QuerySet[EntrantPlayer]:
    """Return the entries of these persons in an event, with their entrants."""
    entries = EntrantPlayer.objects.filter(event=event, player__in=rows_of_persons(players))
    return entries.select_related("entrant__side", "player")


def entry_numbers(entries: Iterable[EntrantPlayer], players: Sequence[Player]) -> dict[int, int]:
    """Return the number of each player's next entry after these, by primary key.

    Raise AlreadyEntered for a player in the event, and HasWithdrawn for a player withdrawn after the draw. A player
    withdrawn before the draw may enter again, also with another partner.
    """
    numbers = {player.pk: 1 for player in players}
    for entry in entries:
        if entry.entrant.withdrawn_at is None:
            raise AlreadyEntered(player=entry.player.shown_name)
        if StageEntry.objects.filter(entrant=entry.entrant).exists():
            raise HasWithdrawn(entrant=entry.entrant.name)
        key = entry.player.merged_into_id or entry.player_id
        numbers[key] = max(numbers[key], entry.entry_no + 1)
    return numbers


@transaction.atomic
def set_entry_rules(event: Event, *, by: Player | None, rules: Mapping[str, Any] | None) -> Event:
    """Set who may enter an event, as plain values of `DivisionRules`; None for everybody.

    Who is entered already stays, and the desk is shown to whom the new rules are closed. Raise InvalidEntryRules for
    rules that cannot be.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    data = None if rules is None else _checked(rules)
    if data == event.eligibility:
        return event
    event.eligibility = data
    event.save(update_fields=["eligibility"])
    act = EntryRulesSet(event.uid, has_rules=data is not None)
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    return event


def require_agreement(event: Event, entrant: Entrant, *, by: Player | None) -> None:
    """Raise WithdrawnByPartner if another player of the side has withdrawn it, unless the desk lets it come back."""
    if entrant.withdrawn_at is None or holds_office(event.tournament, by):
        return
    person = withdrawn_by(entrant)
    if person is not None and not is_same_person(person, by) and is_member(person, side=entrant.side_id):
        raise WithdrawnByPartner(player=person.shown_name)


def may_leave(event: Event, entry: EntrantPlayer, *, by: Player | None) -> bool:
    """Whether a player may enter anew although somebody else has entered them: nobody is kept in a pair or team."""
    entry.entrant.event = event
    is_named = event.kind != EventKind.SINGLES and is_same_person(by, entry.player)
    return is_named and not has_agreed(entry.entrant, entry.player)


def require_eligible(event: Event, players: Sequence[Player], *, by: Player | None, let_in: str = "") -> None:
    """Raise NotEligible if the division is closed to a player of a side, under the event's lock.

    With a reason, `let_in`, a director lets these players in, which the log says of each.
    """
    refusals = closed_to_side(event, players)
    if not refusals:
        return
    if not let_in.strip():
        raise _refusal(event, refusals, by=by)
    require_director(event.tournament, by)
    _log(event, refusals, by=by, reason=let_in.strip())


@transaction.atomic
def let_in(entrant: Entrant, *, by: Player | None, reason: str) -> Entrant:
    """Let an entrant in to whom the division is closed by the list or the rules of today; raise MayEnter if it is not."""
    require_director(entrant.event.tournament, by)
    reason = require_reason(reason)
    event = lock_event(entrant.event)
    players = [place.player for place in entrant.entrant_players.select_related("player").order_by("pk")]
    refusals = closed_to_side(event, players)
    if not refusals:
        raise MayEnter(entrant=entrant.name)
    _log(event, refusals, by=by, reason=reason)
    return entrant


def _log(event: Event, refusals: Sequence[ClosedTo], *, by: Player | None, reason: str) -> None:
    acts = [
        LetIn(
            one.player.uid,
            event=event.uid,
            against=tuple(refusal.reason.value for refusal in one.refusals),
            **written(event.tournament, reason),
        )
        for one in refusals
    ]
    log.append_all(acts, of=event.tournament, by=by, event=event)


def _refusal(event: Event, refusals: Sequence[ClosedTo], *, by: Player | None) -> NotEligible:
    """Return the refusal that names each player with each reason.

    Ratings, places and wins of somebody else are told to the desk alone, not to whoever names a partner.
    """
    rules = entry_rules_of(event)
    is_desk = by is None or holds_office(event.tournament, by)
    sentences, details = [], []
    for one in refusals:
        if is_desk or is_same_person(by, one.player):
            sentences.append(f"{one.player.shown_name}: {' '.join(one.words)}")
            details += [
                {"player": one.player.uid, "reason": refusal.reason.value, "words": words}
                for refusal, words in zip(one.refusals, one.words, strict=True)
            ]
        else:
            words = gettext("%(player)s may not enter it.") % {"player": one.player.shown_name}
            sentences.append(words)
            details.append({"player": one.player.uid, "reason": "", "words": words})
    return NotEligible(
        division=event.name if rules is None else rules.division,
        reasons=" ".join(sentences),
        details=details,
    )


def _checked(rules: Mapping[str, Any]) -> dict[str, object]:
    """Return the rules with every field in the version of this release, without the name of the division."""
    try:
        data = DivisionRules.from_dict({"version": DivisionRules.VERSION, **rules}).to_dict()
    except InvalidData as error:
        raise InvalidEntryRules(why=str(error)) from error
    del data["division"]
    return data
