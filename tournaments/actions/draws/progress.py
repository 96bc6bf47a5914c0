"""Creation, award and cancellation of the pairings that follow from the results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Model, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.actions import reporting
from matches.actions.reporting import GivenResult
from matches.database.prepared import prepared
from matches.models import Match, Player, Settled, SideMember, Source, rows_of_persons
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import formats, notices
from tournaments.actions import log
from tournaments.actions.locks import lock_event, lock_matches, lock_with_boards
from tournaments.actions.proving import digests_of, new_proofs, of_rows
from tournaments.actions.table_uses import ask_for_calls
from tournaments.acts import ABSENT, Act
from tournaments.acts.entrants import EntrantWithdrawn
from tournaments.acts.results import WalkoverGiven
from tournaments.acts.stages import Paired, StageCompleted, StageReopened, TieSettled
from tournaments.errors.common import Contention
from tournaments.errors.draws import MatchBegun
from tournaments.formats import Shape, closing
from tournaments.models import (
    DIRECT,
    Board,
    Entrant,
    Event,
    LogEntry,
    Lot,
    Origin,
    OutboxJob,
    Pairing,
    TableUse,
)
from tournaments.queries.audit import evidence
from tournaments.queries.audit.structure_evidence import of_open_match
from tournaments.queries.event_rows import with_cancelled
from tournaments.queries.state import StageState, begun_matches, event_rows, states_of
from tournaments.queue import Job, enqueue, waiting

from . import lots
from .cancelling import (
    Stale,
    cancel,
    drop_boards,
    end_decisions,
    give_lots,
    matches_of_matches,
    move,
    revive,
    set_aside,
    tell_cancelled,
)
from .handing_on import MatchUnderWay, StagePlace, matches_under_way, take_over
from .new_pairings import admit, make_pairings
from .plan import StagePlan, plans_of
from .ways_back import way_back_now

_TRIES = 3


@dataclass(frozen=True, slots=True)
class Cause:
    """The act that causes new pairings; its log entry precedes theirs."""

    act: Act
    by: Player | None
    origin: Origin = DIRECT
    rows: Sequence[Model] = ()
    """The rows that the act has changed."""


def advance(event: Event) -> int:
    """Store every pairing that follows from the results; return the number of new pairings.

    It is idempotent and safe to run concurrently: it reads without a lock, then locks the event and stores
    the plans unless the event's log has grown; the third attempt reads under the lock. Pairings that no
    longer follow are cancelled if they have not begun. Standings of complete stages are frozen. All pairing
    jobs that were due at the start are deleted. Raise Contention if the last attempt meets a match that has
    just begun.
    """
    # The job of the last round waits for its moment.
    due = waiting(Job.PAIR, event_id=event.pk).filter(due_at__lte=timezone.now())
    jobs = list(due.values_list("pk", flat=True))
    for tries_left in reversed(range(_TRIES)):
        version = log.event_version(event)
        plans = plans_of(event) if tries_left else []
        with transaction.atomic():
            locked = lock_event(event)
            if not tries_left:
                plans = plans_of(event)
            elif log.event_version(event) != version:
                continue
            if _begun_since(plans, event=locked):
                continue
            pairings = _store(locked, plans)
            OutboxJob.objects.filter(pk__in=jobs).delete()
            return pairings
    raise Contention


def follow(
    event: Event,
    *,
    cause: Cause | None,
    replay: formats.Replay | None = None,
    states: Sequence[StageState] | None = None,
    holds_matches: bool = False,
    decided: Sequence[Pairing] = (),
) -> int:
    """Store the consequences of a change made in the caller's transaction, which holds the event lock.

    Return the number of new pairings. Raise MatchBegun if a pairing that no longer follows has begun, so that
    the change is refused; with `replay` that pairing is set aside, or stays. `states` are
    those of the event after the change, read again if not given. `holds_matches` says that the caller has locked every
    match of the event before it read them, and `decided` are pairings whose decision is stored with the consequences.
    Without a `cause` the act has its entry already. An act that is undone goes its way back: what it made goes, and what
    it cancelled comes back as it was, while nothing of it has begun.
    """
    if replay is None:
        replay = way_back_now(event)
    if states is None and replay is not None and replay.restored:
        states = states_of(with_cancelled(event_rows(event), replay.restored))
    plans = plans_of(event, replay=replay, states=states)
    if replay is not None and not replay.refuses_begun:
        if not holds_matches:
            _lock_changed(event, plans)
        return _store(event, plans, cause=cause, replay=replay, holds_matches=holds_matches, decided=decided)
    for plan in plans:
        stale = [pairing for pairing in plan.before.format.stale_pairings(plan.after) if pairing.is_begun]
        for pairing in stale:
            raise MatchBegun(match=_names(plan.before, pairing))
    for match in _begun_since(plans, event=event):
        raise MatchBegun(match=str(match))
    return _store(event, plans, cause=cause, replay=replay)


def _begun_since(plans: Iterable[StagePlan], *, event: Event) -> list[Match]:
    """Lock the matches that the plans cancel or award; return those that have begun."""
    locked = _lock_changed(event, plans)
    begun_keys = begun_matches(match.pk for match in locked) if locked else ()
    return [match for match in locked if match.pk in begun_keys]


def _lock_changed(event: Event, plans: Iterable[StagePlan]) -> list[Match]:
    """Lock and return the matches that the plans cancel or award."""
    rows = [
        row
        for plan in plans
        for place in [
            *(pairing.place for pairing in plan.cancelled),
            *(walkover.place for walkover in plan.walkovers),
        ]
        if (row := plan.before.pairings.get(place)) is not None
    ]
    keys = [row.match_id for row in rows if row.match_id is not None]
    return lock_with_boards(keys) if matches_of_matches(rows, event=event) else lock_matches(keys)


def _store(
    event: Event,
    plans: Sequence[StagePlan],
    *,
    cause: Cause | None = None,
    replay: formats.Replay | None = None,
    holds_matches: bool = False,
    decided: Sequence[Pairing] = (),
) -> int:
    """Store the plans, notify the players, and append to the log, which is locked last."""
    entries: list[Act] = []
    handed_on: Mapping[StagePlace, MatchUnderWay] = {}
    if replay is not None and replay.hands_on:
        handed_on = matches_under_way(plans, holds_matches=holds_matches)
    stale = Stale.of(plans, holds_matches=holds_matches)
    undecided = end_decisions(row for plan in plans for row in plan.undecided)
    changing = [plan for plan in plans if not plan.is_empty]
    back = {plan.key: [plan.before.rows_aside[one.key] for one in plan.revived] for plan in changing}
    changes = _take_out(
        event,
        plans,
        stale,
        replay=replay,
        decided=[*decided, *undecided],
        frees=_tables_to_free(handed_on, stale, back),
    )
    changes += [row for row in undecided if row not in stale.rows]
    meetings = move(changing, back=() if replay is None else replay.slots)
    changes += [row for rows in meetings.values() for row in rows]
    tables = {one.table for one in handed_on.values()}
    by_lot = {row.stage_id for row in give_lots(changing, back, but=replay.restored if replay else ())}
    changes += revive([row for rows in back.values() for row in rows], event=event, but=tables)
    known = {uid: entrant for plan in plans for uid, entrant in plan.before.entrants.items()}
    entrants = admit(event, changing, known=known)
    new_pairings, first_matches = make_pairings(event, changing, entrants=entrants, handed_on=handed_on)
    changes += first_matches
    for plan in changing:
        pairings = new_pairings[plan.key]
        needs_lot = plan.made or plan.same_meetings or plan.key in by_lot
        lot = lots.take(plan.lot) if plan.lot is not None and needs_lot else None
        verdicts, boards = _award_new(
            event, plan, [*meetings[plan.key], *back[plan.key], *pairings], cause=cause
        )
        changes += [*pairings, *boards]
        _tell_next(event, plan, new=pairings, back=back[plan.key], but={act.subject for act in verdicts})
        standings = _freeze(plan, entrants=entrants[plan.key])
        changes += [plan.before.stage] if standings else []
        entries += [*_paired(plan, pairings, lot), *verdicts, *standings]
    begun: Sequence[Match] = ()
    if handed_on:
        rows_made = [row for pairings in new_pairings.values() for row in pairings]
        begun, suspended = take_over(rows_made, changing, handed_on, first_matches=first_matches)
        entries += suspended
    count = sum(map(len, new_pairings.values()))
    if cause is not None or any(plan.walkovers or plan.cancelled for plan in plans):
        enqueue(Job.FEED, tournament_id=event.tournament_id)
    _free_tables(event)
    tell_cancelled(plans, stale, event=event)
    is_over = any(isinstance(act, StageCompleted) for act in entries)
    if event.qualifies_for_id is not None and is_over:
        enqueue(Job.QUALIFY, event_id=event.pk)
    _write_log(event, entries, cause=cause, rows=changes, begun=begun)
    if is_over:
        lots.reveal(event)
    return count


def _tell_next(
    event: Event, plan: StagePlan, *, new: Sequence[Pairing], back: Sequence[Pairing], but: Collection[str]
) -> None:
    """Notify the players of a stage whom they meet in new pairings, and in those that come back.

    Matches of the uids `but` are given away. Challenges have their own notice, sent to the challenged side only. A
    closed event asks nobody to play.
    """
    if plan.before.format.shape is Shape.LADDER or event.closed_at is not None:
        return
    notices.next_opponents(row for row in new if row.match is not None and row.match.uid not in but)
    open_again = [
        row for row in back if row.match is not None and not row.match.is_final and row.match.uid not in but
    ]
    for row in open_again:
        row.stage = plan.before.stage
    notices.next_opponents(open_again, back_at=timezone.now())


def _take_out(
    event: Event,
    plans: Sequence[StagePlan],
    stale: Stale,
    *,
    replay: formats.Replay | None,
    decided: Sequence[Pairing],
    frees: Sequence[int],
) -> list[Model]:
    """Cancel what no longer follows, or set it aside where a director decides; return the rows the log proves."""
    # What a closed stage loses comes back when it is opened again.
    is_closed = any(plan.before.stage.is_closed for plan in plans if plan.cancelled)
    if (replay is None or replay.refuses_begun) and not is_closed:
        return cancel(stale.rows, event=event, frees_tables=False)
    return set_aside(event, stale, decided=decided, frees=frees)


def _tables_to_free(
    handed_on: Mapping[StagePlace, MatchUnderWay], stale: Stale, back: Mapping[int, Sequence[Pairing]]
) -> list[int]:
    """Return the matches whose tables others take over, or have again: those may sit where somebody sits who goes."""
    if any(back.values()):
        rows: Sequence[Any] = stale.rows
        # Rows that were read for an act know their table.
        return [
            row.match_id
            for row in rows
            if row.match_id is not None and getattr(row, "table_in_use", row.match_id) is not None
        ]
    return [one.match.pk for one in handed_on.values() if one.table]


def _award_new(
    event: Event, plan: StagePlan, rows: Sequence[Pairing], *, cause: Cause | None
) -> tuple[list[WalkoverGiven], list[Board]]:
    """Award the walkovers of a plan, among its pairings before and the new or revived `rows`."""
    by_place = {**plan.before.pairings, **{(row.round, row.slot): row for row in rows}}
    return _award(
        [(by_place[walkover.place], walkover) for walkover in plan.walkovers],
        event=event,
        leaving={} if cause is None else {cause.act.subject: cause.by},
    )


def _free_tables(event: Event) -> None:
    """Free the tables whose matches are over, and call to free ones where the tournament does so by itself.

    Without a table that is free now a player may be: a match that lost its table in a dispute is over too.
    """
    over = _tables_left(event.pk)
    if over:
        TableUse.objects.filter(pk__in=over, until=None).update(until=timezone.now())
    ask_for_calls(event.tournament)


def _award(
    decisions: Sequence[tuple[Pairing, formats.Result]],
    *,
    event: Event,
    leaving: Mapping[str, Player | None],
) -> tuple[list[WalkoverGiven], list[Board]]:
    """Make these walkovers final and notify the players; return their acts and the cancelled boards.

    `leaving` maps the uid of each entrant withdrawn by the current act to the person who withdrew it; for
    other entrants the log has this person.
    """
    if not decisions:
        return [], []
    walkovers = [(row.match, walkover) for row, walkover in decisions if row.match is not None]
    matches = [match for match, _won in walkovers]
    prefetch_related_objects(matches, "penalties", "length_changes")
    reports = reporting.decide_all(_verdicts(walkovers, leavers={**_leavers(walkovers), **leaving}))
    notices.walkovers(reports, event=event)
    report_rows = [evidence.of_report(report, ()) for report in reports]
    match_rows = [evidence.of_match(match) for match in matches]
    digests = digests_of([*report_rows, *match_rows])
    boards = drop_boards(matches_of_matches([row for row, _won in decisions], event=event))
    acts = [
        WalkoverGiven(
            match.uid,
            outcome=Outcome(report.outcome),
            winner=report.winner,
            left=tuple(walkover.losers),
            proofs=of_rows(digests, report_row, match_row),
        )
        for (match, walkover), report, report_row, match_row in zip(
            walkovers, reports, report_rows, match_rows, strict=True
        )
    ]
    return acts, boards


def _leavers(walkovers: Sequence[tuple[Match, formats.Result]]) -> dict[str, Player | None]:
    """Return the person who withdrew each loser, by the loser's uid, from the newest log entry."""
    losers = {uid for _match, walkover in walkovers for uid in walkover.losers}
    acts = (
        LogEntry.objects.filter(subject__in=losers, code=EntrantWithdrawn.code)
        .select_related("by")
        .order_by("seq")
    )
    return {act.subject: act.by for act in acts}


def _verdicts(
    walkovers: Sequence[tuple[Match, formats.Result]], *, leavers: Mapping[str, Player | None]
) -> list[GivenResult]:
    """Return the result of each match, reported by the withdrawn player or else by the director."""
    by_match = {
        match.pk: next((leavers[uid] for uid in walkover.losers if uid in leavers), None)
        for match, walkover in walkovers
    }
    players = {player.person_key for player in by_match.values() if player is not None}
    sides = {side for match, _won in walkovers for side in (match.one_id, match.two_id)}
    members = set(
        SideMember.objects.filter(side__in=sides, player__in=rows_of_persons(players)).values_list(
            "side", Coalesce("player__merged_into", "player")
        )
        if players
        else ()
    )
    return [
        _verdict(match, walkover, by=by_match[match.pk], members=members) for match, walkover in walkovers
    ]


def _verdict(
    match: Match, walkover: formats.Result, *, by: Player | None, members: set[tuple[int, int]]
) -> GivenResult:
    if walkover.winner is None:
        claim = reporting.unplayed(match, winner=None)
        return GivenResult(match, claim, Source.DIRECTOR, Settled.DIRECTOR)
    winner = Side.ONE if walkover.winner == walkover.one else Side.TWO
    claim = reporting.unplayed(match, winner=winner)
    loser = match.two_id if winner is Side.ONE else match.one_id
    if by is not None and (loser, by.person_key) in members:
        return GivenResult(match, claim, Source(winner.other.value), Settled.OWN_LOSS)
    return GivenResult(match, claim, Source.DIRECTOR, Settled.DIRECTOR)


@prepared
def _tables_left(event: int) -> QuerySet[TableUse, int]:
    """Return the keys of the event's table uses that are still open though their match is final or cancelled."""
    of_event = Q(match__pairing__stage__event=event) | Q(
        match__board__team_match__pairing__stage__event=event
    )
    is_over = Q(match__final_at__isnull=False) | Q(match__pairing__cancelled_at__isnull=False)
    over = TableUse.objects.filter(of_event, is_over, until=None)
    return over.order_by().values_list("pk", flat=True)


def _write_log(
    event: Event,
    acts: Sequence[Act],
    *,
    cause: Cause | None,
    rows: Sequence[Model],
    begun: Sequence[Match] = (),
) -> None:
    """Append the causing act and its consequences to the log in one call.

    The causing act proves the new matches that have begun, as they were stored just now.
    """
    if cause is None:
        log.append_all(acts, of=event.tournament, by=None, event=event, rows=rows)
        return
    own = {} if cause.act.proofs is ABSENT else cause.act.proofs
    proofs = {**own, **new_proofs(list(map(of_open_match, begun)))}
    log.append_all(
        [replace(cause.act, proofs=proofs) if begun else cause.act, *acts],
        of=event.tournament,
        by=cause.by,
        event=event,
        origin=cause.origin,
        rows=[*cause.rows, *rows],
    )


def _paired(plan: StagePlan, pairings: Sequence[Pairing], lot: Lot | None) -> list[Act]:
    changes = (
        plan.dismissed or plan.admitted or pairings or plan.cancelled or plan.revived or plan.same_meetings
    )
    if not changes:
        return []
    cancelled = [plan.before.pairings[pairing.place].uid for pairing in plan.cancelled]
    meetings = [plan.before.pairings[one.former.place].uid for one in plan.same_meetings]
    act = Paired(
        plan.before.stage.uid,
        made=tuple(pairing.uid for pairing in pairings),
        cancelled=tuple(cancelled),
        link=ABSENT if lot is None else lot.link,
        number=ABSENT if lot is None else lot.number,
        input=ABSENT if lot is None else lot.input_digest,
        admitted=tuple(entry.uid for entry in plan.admitted) or ABSENT,
        dismissed=tuple(entry.uid for entry in plan.dismissed) or ABSENT,
        former_lines=tuple(-1 if entry.line is None else entry.line for entry in plan.dismissed) or ABSENT,
        revived=tuple(one.key for one in plan.revived) or ABSENT,
        same_meetings=tuple(meetings) or ABSENT,
        former_slots=tuple(one.former.slot for one in plan.same_meetings) or ABSENT,
    )
    return [act]


def _freeze(plan: StagePlan, *, entrants: Mapping[str, Entrant]) -> list[Act]:
    """Store or clear the standings of a stage after its completion, and return the acts to log."""
    stage, standings = plan.before.stage, plan.standings
    places = _settle(plan)
    if stage.standings == standings:
        return places
    stage.standings = standings
    stage.completed_at = timezone.now() if standings is not None else None
    stage.save(update_fields=["standings", "completed_at"])
    if standings is None:
        return [*places, StageReopened(stage.uid)]
    champion = closing.champion(plan.before.format, plan.after)
    if champion is not None:
        notices.stage_won(stage, by=entrants[champion])
    return [*places, StageCompleted(stage.uid, champion=champion)]


def _settle(plan: StagePlan) -> list[Act]:
    """Store the tie decisions that playoffs gave, and return their acts."""
    if not plan.settled:
        return []
    stage = plan.before.stage
    stage.ties = [tie.to_dict() for tie in plan.ties]
    stage.save(update_fields=["ties"])
    return [TieSettled(stage.uid, tied=tie.entrants, decided=tuple(tie.order)) for tie in plan.settled]


def _names(before: StageState, pairing: formats.Pairing) -> str:
    return " – ".join(before.entrants[uid].name for uid in pairing.entrants if uid in before.entrants)
