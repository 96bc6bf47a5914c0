"""Undoing a late entry or a withdrawal after the draw."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.actions import reporting
from matches.models import Match, Player
from tournaments import notices
from tournaments.actions.draws.attendance import newest_round
from tournaments.actions.draws.cancelling import bring_boards_back, cancel, tell_dropped
from tournaments.actions.draws.progress import Cause, follow
from tournaments.actions.draws.ways_back import take_way_back
from tournaments.actions.locks import lock_event, lock_matches, lock_with_boards
from tournaments.actions.money import ledger
from tournaments.actions.permissions import require_desk, require_director
from tournaments.actions.table_uses import seat_again
from tournaments.acts import ABSENT, readable
from tournaments.acts.draws import EnteredLate, LateEntryTakenBack
from tournaments.acts.entrants import EntrantReturned, EntrantWithdrawn
from tournaments.acts.results import MatchForfeited
from tournaments.errors.entrants import NotWithdrawn
from tournaments.errors.undo import CannotBeUndone
from tournaments.formats import FORMATS, Shape
from tournaments.models import (
    DIRECT,
    Board,
    Entrant,
    Event,
    LogEntry,
    Origin,
    Pairing,
    Seat,
    StageEntry,
    Via,
    is_series,
    is_team_match,
)
from tournaments.queries.state import begun_matches, stage_state

from .teams import make_when_known

_LADDERS = frozenset(code for code, rules in FORMATS.items() if rules.shape is Shape.LADDER)


@transaction.atomic
def remove_late_entrant(entrant: Entrant, *, by: Player | None, is_undone: bool = False) -> Entrant:
    """Undo a late entry, before the entrant has begun a match; its round is paired again without it.

    With `is_undone` the entrant came by that entry alone, and is listed nowhere any more.
    Raise CannotBeUndone for an entrant of the draw, and after a match of the entrant has begun.
    """
    event = lock_event(entrant.event)
    require_desk(event.tournament, by)
    entrant.refresh_from_db()
    entries = StageEntry.objects.filter(entrant=entrant)
    if entries.filter(is_late=False).exists():
        raise CannotBeUndone.since(
            _("The draw is made: let the entrant leave instead, or void the draw while no match has begun.")
        )
    matches = _matches(entrant).values_list("pk", flat=True)
    if begun_matches(matches):
        raise CannotBeUndone.since(
            _("A match of %(entrant)s has begun. Let the entrant leave instead."), entrant=entrant.name
        )
    now = timezone.now()
    entries.update(line=None, left_at=now)
    entrant.withdrawn_at = now
    if is_undone:
        entrant.via = Via.UNDONE
    entrant.save(update_fields=["withdrawn_at", "via"])
    ledger.release_entry(entrant, by=by)
    act = LateEntryTakenBack(entrant.uid, is_undone=is_undone or ABSENT)
    # Whatever is undone, such as the entry itself, the round is as before the entrant came into it.
    late = LogEntry.objects.filter(event=event, code=EnteredLate.code, data__entrant=entrant.uid)
    with take_way_back(late.order_by("seq").last()):
        follow(event, cause=Cause(act, by, rows=[entrant]))
    # Pairings are recreated with the line empty; the deleted entry lets the entrant enter again.
    entries.delete()
    return entrant


@transaction.atomic
def reinstate(
    entrant: Entrant, *, by: Player | None, origin: Origin = DIRECT, is_undone: bool = False
) -> Entrant:
    """Undo a withdrawal made after the draw; the entrant continues in its place.

    The current round is paired again with the entrant if no match of it has begun; other rounds paired since
    are missed. Walkovers given by the service and matches given up by the withdrawal are reopened, and both
    sides are notified; in a ladder they stay, and the entrant returns at the bottom. A withdrawal that `is_undone`
    has not happened there either. Raise CannotBeUndone if another match was decided since or the place is taken,
    and MatchBegun if a match that follows from a walkover has begun.
    """
    event = lock_event(entrant.event)
    require_director(event.tournament, by)
    entrant.refresh_from_db()
    if entrant.withdrawn_at is None:
        raise NotWithdrawn(entrant=entrant.name)
    given_up = _given_up(entrant)
    decided = _matches(entrant).filter(
        Q(final_at__gte=entrant.withdrawn_at) | Q(accepted_report__uid__in=given_up)
    )
    stands_in = frozenset() if is_undone else _LADDERS
    walkovers = lock_matches(
        decided.exclude(pairing__stage__format__in=stands_in).values_list("pk", flat=True)
    )
    for match in walkovers:
        if not _followed_by_itself(match, given_up):
            raise CannotBeUndone.since(
                _("%(match)s was decided when the entrant left. Correct that result first."), match=str(match)
            )
    entries = list(StageEntry.objects.filter(entrant=entrant).select_related("stage", "entrant"))
    if any(entry.left_at is not None for entry in entries):
        raise CannotBeUndone.since(_("Another player has the place now."))
    rows = [row for entry in entries for row in _take_up_again(entry, is_undone=is_undone)]
    ends = {match.pk: match.final_at for match in walkovers}
    boards = [board for match in walkovers for board in _reopen(match)]
    entrant.withdrawn_at, entrant.withdrawn_reason = None, ""
    entrant.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    act = EntrantReturned(
        entrant.uid,
        alternate=entrant.is_alternate,
        cancelled=tuple(row.uid for row in rows if isinstance(row, Pairing)),
        reopened=tuple(match.uid for match in walkovers),
    )
    follow(event, cause=Cause(act, by, origin, rows=[entrant, *walkovers, *rows, *boards]))
    tell_dropped([row for row in rows if isinstance(row, Pairing)], event=event)
    for match in walkovers:
        back = [board.match for board in boards if board.team_match_id == match.pk]
        _go_on(match, back, since=ends[match.pk], event=event)
    return entrant


def _given_up(entrant: Entrant) -> frozenset[str]:
    """Return the uids of the reports by which the newest withdrawal of the entrant gave matches up."""
    entries = LogEntry.objects.filter(tournament=entrant.event.tournament_id)
    left = entries.filter(code=EntrantWithdrawn.code, subject=entrant.uid).order_by("seq").last()
    if left is None:
        return frozenset()
    # What one act did has one time.
    acts = map(readable, entries.filter(code=MatchForfeited.code, at=left.at, seq__lt=left.seq))
    return frozenset(act.report for act in acts if isinstance(act, MatchForfeited))


def _followed_by_itself(match: Match, given_up: Collection[str]) -> bool:
    """Whether the match was closed because a side had withdrawn: by the service, or given up."""
    report = match.accepted_report
    return report is not None and (report.is_unspoken or report.uid in given_up)


def _reopen(match: Match) -> list[Board]:
    """Reopen the match and withdraw its walkover; return the matches of a series that are back."""
    walkover, decided_at = match.accepted_report, match.final_at
    reporting.reopen(match)
    if walkover is not None:
        notices.match_again(match, walkover=walkover)
    if decided_at is None or not is_series(match):
        return []
    return bring_boards_back(match, since=decided_at)


def _go_on(match: Match, boards: Iterable[Match], *, since: datetime | None, event: Event) -> None:
    """Give an open match and its boards their tables, which what followed from the walkover has left by now."""
    for one in (match, *boards):
        seat_again(one, since=since, tournament=event.tournament)
    if is_team_match(match):
        make_when_known(match, event)


def _matches(entrant: Entrant) -> QuerySet[Match]:
    """Return the matches in which the entrant has a seat."""
    seats = Seat.objects.filter(entrant=entrant, cancelled_at=None, pairing__match__isnull=False)
    return Match.objects.filter(pk__in=seats.values("pairing__match"))


def _take_up_again(entry: StageEntry, *, is_undone: bool) -> list[Model]:
    """Resume the entrant's play in a stage; return the cancelled pairings and boards.

    Where rounds are paired as a whole, the newest one is paired again if no match of it has begun and the entrant would
    sit in it; other rounds paired since are missed.
    """
    rules = FORMATS[entry.stage.format]
    if rules.shape is Shape.LADDER and not is_undone:
        _remember_departure(entry)
    if rules.shape is not Shape.ROUNDS or not rules.pairs_at_once(
        rules.options.from_dict(entry.stage.options)
    ):
        return []
    pairings = Pairing.objects.filter(stage=entry.stage, cancelled_at=None, round__gte=entry.joins)
    sat = Seat.objects.filter(stage=entry.stage, entrant=entry.entrant, cancelled_at=None)
    absences = set(pairings.values_list("round", flat=True)) - set(sat.values_list("round", flat=True))
    if not absences:
        return []
    newest = list(pairings.filter(round=newest_round(entry.stage)).select_related("match"))
    matches = lock_with_boards(pairing.match_id for pairing in newest if pairing.match_id is not None)
    has_begun = bool(begun_matches(match.pk for match in matches))
    rows = []
    if newest[0].round in absences and not has_begun and _would_sit(entry, number=newest[0].round):
        rows = cancel(newest, event=entry.stage.event)
        absences.discard(newest[0].round)
    if absences - set(entry.absent):
        entry.absent = sorted(absences | set(entry.absent))
        entry.save(update_fields=["absent"])
    return rows


def _would_sit(entry: StageEntry, *, number: int) -> bool:
    """Whether the entrant sits in the newest round if that is paired again with it."""
    before = stage_state(entry.stage)
    if before is None:
        return False
    uid, state = entry.entrant.uid, before.state
    then = replace(
        state,
        entries=tuple(replace(one, is_withdrawn=False) if one.uid == uid else one for one in state.entries),
        pairings=tuple(pairing for pairing in state.pairings if pairing.round < number),
        results=tuple(result for result in state.results if result.round < number),
    )
    return any(uid in pairing.entrants for pairing in before.format.next_pairings(then))


def _remember_departure(entry: StageEntry) -> None:
    """Store the departure from a ladder, which later computations of the order need."""
    moment = entry.entrant.withdrawn_at
    last_line = StageEntry.objects.filter(stage=entry.stage).aggregate(last=Max("line"))["last"]
    if moment is not None and last_line is not None:
        entry.departures = [*entry.departures, {"at": moment.isoformat(), "lines": last_line + 1}]
        entry.save(update_fields=["departures"])
