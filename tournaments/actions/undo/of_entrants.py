"""The inverses of acts on entrants."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models import Match, Player
from tournaments.actions import log
from tournaments.actions.draws import draw, ties
from tournaments.actions.entrants import arrivals, challenges, entry_undo, registration, taking_back
from tournaments.actions.entrants.waiting_list import has_place
from tournaments.actions.inverses import changed, entrant_of, inverse, reason_of, row_of, stage_of
from tournaments.actions.money import ledger
from tournaments.acts import Act, readable
from tournaments.acts.draws import EnteredLate, LateEntryTakenBack, Swapped
from tournaments.acts.entrants import (
    AlternateIn,
    ChallengeMade,
    CheckedIn,
    CheckInUndone,
    EntrantEntered,
    EntrantReturned,
    EntrantTakenOut,
    EntrantWithdrawn,
    EntryAgreed,
    EntryDeclined,
    ListTakenBack,
    PartnerAsked,
    WaitsAgain,
)
from tournaments.acts.stages import TieBroken
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Challenge, Entrant, LogEntry, StageEntry, Via
from tournaments.queries.money.ledger import balance
from tournaments.queries.state import begun_matches, is_drawn

_BY_DESK = frozenset({Via.DESK, Via.IMPORT, Via.API})
# After which acts an entrant is listed nowhere, and how it stands then.
_STANDING = {
    PartnerAsked.code: Via.ASKED,
    EntryAgreed.code: Via.ASKED,
    EntryDeclined.code: Via.UNDONE,
    EntrantTakenOut.code: Via.UNDONE,
    EntrantEntered.code: None,
    EntrantReturned.code: None,
    EntrantWithdrawn.code: None,
    LateEntryTakenBack.code: Via.UNDONE,
}


@inverse(EntrantEntered, EntrantReturned)
def _leave(entry: LogEntry, act: Act, by: Player | None) -> None:
    """Take an unpaid entrant out again; after the draw only a late one that has not begun.

    Whom a desk entered has not entered; who registered or qualified has left. An entry that a desk let in waits for its
    answer again, and who had left before leaves again, with what was paid.
    """
    entrant = entrant_of(act.subject)
    if entrant.withdrawn_at is not None:
        raise changed()
    former = _unlisted_before(entry)
    if isinstance(act, EntrantReturned) and former is None and not _came_late_since(entry):
        _leave_again(entrant, by=by, reason=reason_of(entry))
        return
    account = balance(entrant)
    if account.paid > account.refunded:
        raise CannotBeUndone.since(_("%(entrant)s has paid: cancel the payment first."), entrant=entrant.name)
    is_undone = former is not None or (isinstance(act, EntrantEntered) and entrant.via in _BY_DESK)
    if StageEntry.objects.filter(entrant=entrant).exists():
        taking_back.remove_late_entrant(entrant, by=by, is_undone=is_undone)
    elif former is Via.ASKED and not entrant.checked_in_at:
        entry_undo.ask_again(entrant, by=by)
    elif is_undone:
        entry_undo.take_out(entrant, by=by)
    else:
        registration.withdraw(entrant, by=by)


def _came_late_since(entry: LogEntry) -> bool:
    """Whether the entrant of an entry has entered a stage late after it."""
    later = LogEntry.objects.filter(tournament=entry.tournament, event=entry.event, seq__gt=entry.seq)
    acts = map(readable, later.filter(code=EnteredLate.code))
    return any(isinstance(act, EnteredLate) and act.entrant == entry.subject for act in acts)


def _leave_again(entrant: Entrant, *, by: Player | None, reason: str) -> None:
    """Withdraw an entrant whose return is undone; a match that it has begun since would be given up by it."""
    side = Q(one=entrant.side_id) | Q(two=entrant.side_id)
    matches = Match.objects.filter(side, final_at=None, cancelled_at=None)
    if begun_matches(matches.values_list("pk", flat=True)):
        raise CannotBeUndone.since(
            _("A match of %(entrant)s has begun. Let the entrant leave instead."), entrant=entrant.name
        )
    registration.withdraw(entrant, by=by, reason=reason)


def _unlisted_before(entry: LogEntry) -> Via | None:
    """Return how an entrant that came back stood before, if it was listed nowhere; None otherwise."""
    if entry.code != EntrantReturned.code:
        return None
    earlier = LogEntry.objects.filter(tournament=entry.tournament, seq__lt=entry.seq)
    last = earlier.filter(subject=entry.subject, code__in=_STANDING).order_by("seq").last()
    since = 0 if last is None else last.seq
    lists = earlier.filter(event=entry.event, code=ListTakenBack.code, seq__gt=since)
    if any(entry.subject in getattr(readable(one), "entrants", ()) for one in lists):
        return Via.UNDONE
    if last is None:
        return None
    act = readable(last)
    if isinstance(act, LateEntryTakenBack) and act.is_undone is not True:
        # An alternate who had come late waits again.
        return None
    return _STANDING[last.code]


@inverse(EntrantWithdrawn)
def _return(entry: LogEntry, act: EntrantWithdrawn, by: Player | None) -> None:
    """Return a withdrawn entrant to its place, if the place is still free."""
    entrant = entrant_of(act.subject)
    if entrant.withdrawn_at is None:
        raise changed()
    if StageEntry.objects.filter(entrant=entrant).exists():
        taking_back.reinstate(entrant, by=by, is_undone=True)
        return
    if not entrant.is_alternate and not has_place(entrant.event, via=entrant.via):
        raise CannotBeUndone.since(
            _("The place of %(entrant)s is taken by now. Bring the entrant back as an alternate."),
            entrant=entrant.name,
        )
    registration.return_(entrant, by=by)


@inverse(EnteredLate)
def _take_out_late(entry: LogEntry, act: EnteredLate, by: Player | None) -> None:
    """Make a late entrant an alternate again."""
    registration.return_(taking_back.remove_late_entrant(entrant_of(act.entrant), by=by), by=by)


@inverse(CheckedIn)
def _check_out(entry: LogEntry, act: CheckedIn, by: Player | None) -> None:
    entrant = entrant_of(act.subject)
    if entrant.checked_in_at is None:
        raise changed()
    arrivals.undo_check_in(entrant, by=by)


@inverse(CheckInUndone)
def _check_in(entry: LogEntry, act: CheckInUndone, by: Player | None) -> None:
    arrivals.check_in(entrant_of(act.subject), by=by)


@inverse(AlternateIn)
def _wait_again(entry: LogEntry, act: AlternateIn, by: Player | None) -> None:
    """Make a promoted entrant an alternate again, before the draw."""
    entrant = entrant_of(act.subject)
    event = entrant.event
    if entrant.withdrawn_at is not None or entrant.is_alternate:
        raise changed()
    if is_drawn(event):
        raise CannotBeUndone.since(
            _("The draw is made: let the entrant leave instead, or void the draw while no match has begun.")
        )
    entrant.is_alternate = True
    entrant.save(update_fields=["is_alternate"])
    log.append(WaitsAgain(entrant.uid), of=event.tournament, by=by, event=event, rows=[entrant])
    ledger.release_entry(entrant, by=by)


@inverse(Swapped)
def _swap_back(entry: LogEntry, act: Swapped, by: Player | None) -> None:
    first, second = entrant_of(act.first), entrant_of(act.second)
    draw.swap(stage_of(act.subject), first=first, second=second, by=by, reason=reason_of(entry))


@inverse(ChallengeMade)
def _withdraw_challenge(entry: LogEntry, act: ChallengeMade, by: Player | None) -> None:
    challenge = row_of(
        Challenge.objects.select_related("stage__event__tournament", "challenger"),
        stage__uid=act.subject,
        number=act.number,
    )
    challenges.take_back(challenge, by=by)


@inverse(TieBroken)
def _tied_again(entry: LogEntry, act: TieBroken, by: Player | None) -> None:
    ties.take_back(stage_of(act.subject), by=by, entrants=act.tied)
