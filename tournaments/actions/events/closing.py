"""The end of events and tournaments: closed with a list of what is open, and reopened by one act."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TypedDict, Unpack

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from matches.database.one_act import one_act
from matches.models import Match, Player, Report
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.inverses import event_of, inverse, reason_of
from tournaments.actions.locks import lock_all, lock_event, lock_log
from tournaments.actions.permissions import require_director, require_reason
from tournaments.actions.proving import written
from tournaments.actions.table_uses import ask_for_calls, seat_where_they_were
from tournaments.acts import Act
from tournaments.acts.closing import (
    EventClosed,
    EventClosedAnyway,
    EventReopened,
    PlacesTold,
    TournamentClosed,
    TournamentClosedAnyway,
    TournamentReopened,
)
from tournaments.errors.events import NotClosed, StillOpen
from tournaments.models import (
    AccessLink,
    Entrant,
    Event,
    LogEntry,
    Notice,
    NoticeCode,
    Pairing,
    Purpose,
    Registration,
    Tournament,
)
from tournaments.queries.closing.matters import (
    EventMatters,
    OpenMatter,
    asking_notices,
    last_closing,
    matters_by_event,
    open_matters,
    tables_in_use,
    to_settle,
)
from tournaments.queries.closing.words import matters_words
from tournaments.queries.draws.finish import finish
from tournaments.queries.entrants.places import waiting
from tournaments.queue import Job, enqueue

from .rating_list import fix_list, release_list


class Insistence(TypedDict, total=False):
    """Whether the director closes anyway, and why."""

    anyway: bool
    reason: str


@one_act()
def close_event(event: Event, *, by: Player | None, anyway: bool = False, reason: str = "") -> Event:
    """Close an event: it is finished, takes nobody, and what it leaves behind is cleared; idempotent.

    Raise StillOpen if something has to be settled first, unless the director closes `anyway` with a reason.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    if event.closed_at is not None:
        return event
    # Who reports at this moment has done so before the closing, or is refused after it.
    lock_all([event])
    matters = to_settle(open_matters(event))
    why = _insistence(event.name, matters, anyway=anyway, reason=reason)
    return _close(event, matters, by=by, why=why)


def _close(event: Event, matters: tuple[OpenMatter, ...], *, by: Player | None, why: str) -> Event:
    """Close an event under its lock, with these matters open."""
    former = Registration(event.registration)
    event.closed_at, event.registration = timezone.now(), Registration.CLOSED
    event.save(update_fields=["closed_at", "registration"])
    alternates = _let_alternates_go(event, at=event.closed_at)
    asking_notices(event).update(read_at=event.closed_at)
    tables_in_use(event).update(until=event.closed_at)
    # Who plays in it without a table is free for other events too.
    ask_for_calls(event.tournament)
    links = _prolong_links(event, at=event.closed_at)
    act: Act = EventClosed(event.uid, registration=former, alternates=len(alternates))
    if matters:
        act = EventClosedAnyway(
            event.uid,
            registration=former,
            alternates=len(alternates),
            matters=tuple(matter.code.value for matter in matters),
            **written(event.tournament, why),
        )
    of_list = fix_list(event) if former != Registration.CLOSED else []
    log.append(act, of=event.tournament, by=by, event=event, rows=[event, *alternates, *links])
    log.append_all(of_list, of=event.tournament, by=None, event=event, rows=[event])
    return event


@transaction.atomic
def reopen_event(event: Event, *, by: Player | None) -> Event:
    """Reopen a closed event as it was before, with its alternates, and its tournament; idempotent."""
    require_director(event.tournament, by)
    event = lock_event(event)
    if event.closed_at is None:
        return event
    last = last_closing(event)
    former = Registration.CLOSED if last is None else last.registration
    alternates = list(Entrant.objects.filter(event=event, is_alternate=True, withdrawn_at=event.closed_at))
    for entrant in alternates:
        entrant.withdrawn_at = None
    Entrant.objects.bulk_update(alternates, ["withdrawn_at"])
    _ask_again(event, since=event.closed_at)
    waiting_matches = _let_silence_wait(event, since=event.closed_at)
    ask_for_calls(event.tournament)
    event.closed_at, event.registration = None, former
    event.save(update_fields=["closed_at", "registration"])
    of_list = release_list(event) if former != Registration.CLOSED else []
    _reopen_frame(event.tournament, by=by)
    act = EventReopened(event.uid, registration=former)
    log.append(act, of=event.tournament, by=by, event=event, rows=[event, *alternates, *waiting_matches])
    log.append_all(of_list, of=event.tournament, by=None, event=event, rows=[event])
    return event


@one_act()
def close_tournament(
    tournament: Tournament, *, by: Player | None, **insistence: Unpack[Insistence]
) -> Tournament:
    """Close a tournament, with those of its events that are not closed; idempotent.

    Raise StillOpen as `close_event` does, for all events at once.
    """
    require_director(tournament, by)
    events = [lock_event(event) for event in tournament.events.order_by("pk")]
    if Tournament.objects.filter(pk=tournament.pk, closed_at__isnull=False).exists():
        return tournament
    open_events = [event for event in events if event.closed_at is None]
    lock_all(open_events)
    by_event = matters_by_event(open_events)
    lines = [EventMatters(event, by_event[event.pk]) for event in open_events]
    matters = tuple(matter for line in lines for matter in line.to_settle)
    why = _insistence(tournament.name, matters, **insistence)
    for line in lines:
        _close(line.event, line.to_settle, by=by, why=why)
    _set_closed(tournament, timezone.now())
    uids = tuple(line.event.uid for line in lines)
    act: Act = TournamentClosed(tournament.uid, events=uids)
    if matters:
        act = TournamentClosedAnyway(tournament.uid, events=uids, **written(tournament, why))
    log.append(act, of=tournament, by=by, rows=[tournament])
    return tournament


@transaction.atomic
def reopen_tournament(tournament: Tournament, *, by: Player | None) -> Tournament:
    """Reopen a closed tournament; its events stay closed until each is reopened; idempotent."""
    require_director(tournament, by)
    _reopen_frame(tournament, by=by)
    return tournament


@transaction.atomic
def tell_places(event: Event, *, by: Player | None) -> int:
    """Tell every entrant of a closed event its place, by mail too where there is an address; return their number.

    Raise NotClosed for an event that is open.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    if event.closed_at is None:
        raise NotClosed(event=event.name)
    count = notices.event_finished(event, finish(event))
    log.append(PlacesTold(event.uid, entrants=count), of=event.tournament, by=by, event=event)
    return count


def _insistence(name: str, matters: tuple[OpenMatter, ...], *, anyway: bool = False, reason: str = "") -> str:
    """Return why the director closes with these open matters; raise StillOpen if nobody insists."""
    if not matters:
        return ""
    if not anyway:
        details = [matter.code.value for matter in matters]
        raise StillOpen(name=name, matters=matters_words(matters), details=details)
    return require_reason(reason)


def _set_closed(tournament: Tournament, at: datetime | None) -> bool:
    """Store when a tournament was closed, under the lock of its log; return whether that was a change."""
    head = lock_log(tournament)
    if (head.closed_at is None) == (at is None):
        return False
    Tournament.objects.filter(pk=head.pk).update(closed_at=at)
    tournament.closed_at = at
    return True


def _reopen_frame(tournament: Tournament, *, by: Player | None) -> None:
    """Reopen a tournament without its events, if it is closed."""
    if _set_closed(tournament, None):
        log.append(TournamentReopened(tournament.uid), of=tournament, by=by, rows=[tournament])


def _let_alternates_go(event: Event, *, at: datetime) -> list[Entrant]:
    """End the waiting of the alternates at the moment of the closing, by which a reopening knows them."""
    alternates = list(waiting(event))
    for entrant in alternates:
        entrant.withdrawn_at = at
    Entrant.objects.bulk_update(alternates, ["withdrawn_at"])
    return alternates


def _ask_again(event: Event, *, since: datetime) -> None:
    """Let a reopened event ask again what its closing has cleared, at the tables that are free, and tell of new matches."""
    asking_notices(event, read_at=since).update(read_at=None)
    seat_where_they_were(tables_in_use(event, until=since))
    new = Pairing.objects.filter(
        stage__event=event, cancelled_at=None, made_at__gt=since, match__final_at=None
    )
    earlier = Notice.objects.filter(code=NoticeCode.NEXT_OPPONENT, match=OuterRef("match"))
    notices.next_opponents(new.filter(~Exists(earlier)).select_related("match", "stage__event__tournament"))


def _let_silence_wait(event: Event, *, since: datetime) -> list[Match]:
    """Give the sides that have a result to confirm the time that they still had at the closing; return the matches."""
    rows = lock_all([event])
    open_matches = {row.pk: row for row in rows if not row.is_final and row.cancelled_at is None}
    waiting = Report.objects.filter(match__in=open_matches, confirm_by__isnull=False)
    # Only the last report of a side waits for confirmation.
    newest = {report.match_id: report for report in waiting.order_by("pk")}
    away, matches = timezone.now() - since, []
    for key, report in newest.items():
        report.match = match = open_matches[key]
        if report.silence_at is not None and report.silence_at > since:
            match.silence_at = report.silence_at + away
            match.save(update_fields=["silence_at"])
            enqueue(Job.CONFIRM_OVERDUE, due=match.silence_at, report_id=report.pk)
            matches.append(match)
    return matches


def _prolong_links(event: Event, *, at: datetime) -> list[AccessLink]:
    """Let the private links of the players of an event live on for its appeals and records; return the changed ones."""
    until = at + timedelta(days=event.tournament.appeal_days)
    players = Player.objects.filter(entries__event=event)
    links = list(
        AccessLink.objects.filter(
            tournament=event.tournament,
            purpose=Purpose.PLAYER,
            player__in=players,
            revoked_at=None,
            expires_at__gt=at,
            expires_at__lt=until,
        )
    )
    AccessLink.objects.filter(pk__in=[link.pk for link in links]).update(expires_at=until)
    return links


@inverse(EventClosed)
def _reopen(entry: LogEntry, act: EventClosed, by: Player | None) -> None:
    reopen_event(event_of(act.subject), by=by)


@inverse(EventClosedAnyway)
def _reopen_anyway(entry: LogEntry, act: EventClosedAnyway, by: Player | None) -> None:
    reopen_event(event_of(act.subject), by=by)


@inverse(EventReopened)
def _close_again(entry: LogEntry, act: EventReopened, by: Player | None) -> None:
    close_event(event_of(act.subject), by=by, anyway=True, reason=reason_of(entry))


@inverse(TournamentClosed)
def _reopen_all(entry: LogEntry, act: TournamentClosed, by: Player | None) -> None:
    _reopen_with_events(entry.tournament, act.events, by=by)


@inverse(TournamentClosedAnyway)
def _reopen_all_anyway(entry: LogEntry, act: TournamentClosedAnyway, by: Player | None) -> None:
    _reopen_with_events(entry.tournament, act.events, by=by)


def _reopen_with_events(tournament: Tournament, uids: Iterable[str], *, by: Player | None) -> None:
    reopen_tournament(tournament, by=by)
    for uid in uids:
        reopen_event(event_of(uid), by=by)


@inverse(TournamentReopened)
def _close_all_again(entry: LogEntry, act: TournamentReopened, by: Player | None) -> None:
    close_tournament(entry.tournament, by=by, anyway=True, reason=reason_of(entry))
