"""Creation, award and cancellation of the pairings that follow from the results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db import transaction
from django.db.models import Model, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from matches.actions import reporting
from matches.actions.reporting import GivenResult
from matches.database.prepared import prepared
from matches.models import Match, Player, Settled, SideMember, Source
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import formats, notices
from tournaments.actions import log
from tournaments.actions.locks import lock_event, lock_with_boards
from tournaments.actions.proving import digests_of, of_rows
from tournaments.acts import ABSENT, Act
from tournaments.acts.entrants import EntrantWithdrawn
from tournaments.acts.results import WalkoverGiven
from tournaments.acts.stages import Paired, StageCompleted, StageReopened, TieSettled
from tournaments.errors import Contention, MatchBegun
from tournaments.formats import Shape
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
    Seat,
    StageEntry,
    TableUse,
)
from tournaments.queries.audit import evidence
from tournaments.queries.state import StageState, begun_matches, round_length
from tournaments.queue import Job, enqueue, waiting

from . import lots
from .plan import StagePlan, plans_of

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
    jobs that existed at the start are deleted. Raise Contention if the last attempt meets a match that has
    just begun.
    """
    jobs = list(waiting(Job.PAIR, event_id=event.pk).values_list("pk", flat=True))
    for tries_left in reversed(range(_TRIES)):
        version = log.event_version(event)
        plans = plans_of(event) if tries_left else []
        with transaction.atomic():
            locked = lock_event(event)
            if not tries_left:
                plans = plans_of(event)
            elif log.event_version(event) != version:
                continue
            if _begun_since(plans):
                continue
            pairings = _store(locked, plans)
            OutboxJob.objects.filter(pk__in=jobs).delete()
            return pairings
    raise Contention


def follow(event: Event, *, cause: Cause) -> int:
    """Store the consequences of a change made in the caller's transaction, which holds the event lock.

    Return the number of new pairings. Raise MatchBegun if a pairing that no longer follows has begun, so that
    the change is refused.
    """
    plans = plans_of(event)
    for plan in plans:
        stale = [pairing for pairing in plan.before.format.stale_pairings(plan.after) if pairing.is_begun]
        for pairing in stale:
            raise MatchBegun(match=_names(plan.before, pairing))
    for match in _begun_since(plans):
        raise MatchBegun(match=str(match))
    return _store(event, plans, cause=cause)


def release_tables(keys: Iterable[int]) -> None:
    """End the use of tables by these matches."""
    TableUse.objects.filter(match__in=list(keys), until=None).update(until=timezone.now())


def cancel(pairings: Iterable[Pairing]) -> list[Model]:
    """Cancel pairings with their seats and matches, and free their tables; return the rows the log proves.

    The caller locks the matches.
    """
    now = timezone.now()
    pairings = list(pairings)
    matches = [pairing.match_id for pairing in pairings if pairing.match_id is not None]
    keys = [pairing.pk for pairing in pairings]
    Pairing.objects.filter(pk__in=keys).update(cancelled_at=now)
    Seat.objects.filter(pairing__in=keys).update(cancelled_at=now)
    Match.objects.filter(pk__in=matches).update(cancelled_at=now)
    release_tables(matches)
    # Matches decided by walkover are final, and are cancelled nevertheless.
    walkovers = Match.objects.filter(pk__in=matches, final_at__isnull=False) if matches else ()
    return [*pairings, *walkovers, *drop_boards(matches)]


def drop_boards(team_matches: Sequence[int]) -> list[Board]:
    """Cancel the unfinished boards of these team matches and free their tables; return those boards.

    The caller locks the matches with their boards.
    """
    now = timezone.now()
    open_boards = Board.objects.filter(team_match__in=team_matches, cancelled_at=None, match__final_at=None)
    boards = list(open_boards.select_related("match"))
    matches = [board.match_id for board in boards]
    Board.objects.filter(match__in=matches).update(cancelled_at=now)
    Match.objects.filter(pk__in=matches).update(cancelled_at=now)
    TableUse.objects.filter(match__in=matches, until=None).update(until=now)
    return boards


def _begun_since(plans: Iterable[StagePlan]) -> list[Match]:
    """Lock the matches that the plans cancel or award; return those that have begun."""
    keys = [
        row.match_id
        for plan in plans
        for place in [
            *(pairing.place for pairing in plan.cancelled),
            *(walkover.place for walkover in plan.walkovers),
        ]
        if (row := plan.before.pairings.get(place)) is not None and row.match_id is not None
    ]
    if not keys:
        return []
    locked = lock_with_boards(keys)
    begun_keys = begun_matches(match.pk for match in locked)
    return [match for match in locked if match.pk in begun_keys]


def _store(event: Event, plans: Sequence[StagePlan], *, cause: Cause | None = None) -> int:
    """Store the plans, notify the players, and append to the log, which is locked last."""
    count = 0
    entries: list[Act] = []
    changes: list[Model] = []
    for plan in plans:
        if plan.is_empty:
            continue
        changes += cancel([plan.before.pairings[pairing.place] for pairing in plan.cancelled])
        entrants = _admit(event, plan)
        lot = lots.take(plan.lot) if plan.lot is not None and plan.made else None
        pairings = _make(event, plan, entrants=entrants)
        rows = {**plan.before.pairings, **{(row.round, row.slot): row for row in pairings}}
        changes += pairings
        verdicts, boards = _award(
            [(rows[walkover.place].match, walkover) for walkover in plan.walkovers],
            event=event,
            leaving={} if cause is None else {cause.act.subject: cause.by},
        )
        changes += boards
        given_away = {act.subject for act in verdicts}
        # Challenges have their own notice, sent to the challenged side only.
        if plan.before.format.shape is not Shape.LADDER:
            notices.next_opponents(
                pairing
                for pairing in pairings
                if pairing.match is not None and pairing.match.uid not in given_away
            )
        count += len(pairings)
        standings = _freeze(plan, entrants=entrants)
        changes += [plan.before.stage] if standings else []
        entries += [*_paired(plan, pairings, lot), *verdicts, *standings]
    over = _tables_left(event.pk)
    freed = TableUse.objects.filter(pk__in=over, until=None).update(until=timezone.now()) if over else 0
    if (freed or count) and event.tournament.calls_automatically:
        enqueue(Job.CALL, tournament_id=event.tournament_id)
    is_over = any(isinstance(act, StageCompleted) for act in entries)
    if event.qualifies_for_id is not None and is_over:
        enqueue(Job.QUALIFY, event_id=event.pk)
    _write_log(event, entries, cause=cause, rows=changes)
    if is_over:
        lots.reveal(event)
    return count


def _award(
    decisions: Sequence[tuple[Match | None, formats.Result]],
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
    walkovers = [(match, walkover) for match, walkover in decisions if match is not None]
    matches = [match for match, _won in walkovers]
    prefetch_related_objects(matches, "penalties", "length_changes")
    reports = reporting.decide_all(_verdicts(walkovers, leavers={**_leavers(walkovers), **leaving}))
    notices.walkovers(reports, event=event)
    report_rows = [evidence.of_report(report, ()) for report in reports]
    match_rows = [evidence.of_match(match) for match in matches]
    digests = digests_of([*report_rows, *match_rows])
    boards = drop_boards([match.pk for match in matches])
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
    players = {player.pk for player in by_match.values() if player is not None}
    sides = {side for match, _won in walkovers for side in (match.one_id, match.two_id)}
    members = set(
        SideMember.objects.filter(side__in=sides, player__in=players).values_list("side", "player")
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
    if by is not None and (loser, by.pk) in members:
        return GivenResult(match, claim, Source(winner.other.value), Settled.OWN_LOSS)
    return GivenResult(match, claim, Source.DIRECTOR, Settled.DIRECTOR)


@prepared
def _tables_left(event: int) -> QuerySet[TableUse, int]:
    """Return the keys of the event's table uses that are still open though their match is final."""
    of_event = Q(match__pairing__stage__event=event) | Q(
        match__board__team_match__pairing__stage__event=event
    )
    over = TableUse.objects.filter(of_event, until=None, match__final_at__isnull=False)
    return over.order_by().values_list("pk", flat=True)


def _write_log(event: Event, acts: Sequence[Act], *, cause: Cause | None, rows: Sequence[Model]) -> None:
    """Append the causing act and its consequences to the log in one call."""
    if cause is None:
        log.append_all(acts, of=event.tournament, by=None, event=event, rows=rows)
        return
    log.append_all(
        [cause.act, *acts],
        of=event.tournament,
        by=cause.by,
        event=event,
        origin=cause.origin,
        rows=[*cause.rows, *rows],
    )


def _admit(event: Event, plan: StagePlan) -> Mapping[str, Entrant]:
    """Insert the entries of newly admitted entrants; return all entrants of the stage by uid."""
    if plan.dismissed:
        dismissed_keys = [plan.before.entrants[entry.uid].pk for entry in plan.dismissed]
        StageEntry.objects.filter(stage=plan.before.stage, entrant__in=dismissed_keys).delete()
    if not plan.admitted:
        return plan.before.entrants
    uids = [entry.uid for entry in plan.admitted]
    newcomers = Entrant.objects.filter(event=event, uid__in=uids).select_related("side")
    entrants = {**plan.before.entrants, **{entrant.uid: entrant for entrant in newcomers}}
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=plan.before.stage,
            entrant=entrants[entry.uid],
            line=entry.line,
            origin=None if entry.origin is None else asdict(entry.origin),
        )
        for entry in plan.admitted
    )
    return entrants


def _make(event: Event, plan: StagePlan, *, entrants: Mapping[str, Entrant]) -> list[Pairing]:
    """Insert the new pairings with their matches and seats, in a constant number of statements."""
    stage = plan.before.stage
    declared = {round_.number: round_ for round_ in plan.before.format.rounds(plan.after)}
    under = event.cube_rules
    matches = Match.objects.bulk_create(
        Match(
            one_id=entrants[pairing.one].side_id,
            two_id=entrants[pairing.two].side_id,
            length=event.boards or round_length(stage, declared[pairing.round]),
            grace_minutes=event.grace_minutes,
            **under,
        )
        for pairing in plan.made
        if pairing.two is not None
    )
    stage.event = event
    next_match = iter(matches)
    rows = Pairing.objects.bulk_create(
        Pairing(
            stage=stage,
            draw=plan.before.draw,
            round=pairing.round,
            slot=pairing.slot,
            lot=plan.after.lot,
            match=None if pairing.is_bye else next(next_match),
        )
        for pairing in plan.made
    )
    Seat.objects.bulk_create(
        Seat(pairing=row, stage=stage, round=row.round, entrant=entrants[uid], side=side)
        for row, pairing in zip(rows, plan.made, strict=True)
        for side, uid in zip(("one", "two"), pairing.entrants, strict=False)
    )
    return rows


def _paired(plan: StagePlan, pairings: Sequence[Pairing], lot: Lot | None) -> list[Act]:
    if not (plan.dismissed or plan.admitted or pairings or plan.cancelled):
        return []
    cancelled = [plan.before.pairings[pairing.place].uid for pairing in plan.cancelled]
    act = Paired(
        plan.before.stage.uid,
        made=tuple(pairing.uid for pairing in pairings),
        cancelled=tuple(cancelled),
        link=ABSENT if lot is None else lot.link,
        number=ABSENT if lot is None else lot.number,
        input=ABSENT if lot is None else lot.input_digest,
        admitted=tuple(entry.uid for entry in plan.admitted) or ABSENT,
        dismissed=tuple(entry.uid for entry in plan.dismissed) or ABSENT,
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
    champion = plan.before.format.champion(plan.after)
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
    return " - ".join(before.entrants[uid].name for uid in pairing.entrants if uid in before.entrants)
