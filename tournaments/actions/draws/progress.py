"""Creation and cancellation of the pairings that follow from the results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import Match, Player
from tournaments import formats, notices
from tournaments.actions import log
from tournaments.actions.locks import lock_event, lock_with_boards
from tournaments.acts import ABSENT, Act
from tournaments.acts.stages import Paired, StageCompleted, StageReopened, TieSettled
from tournaments.errors import Contention, MatchBegun
from tournaments.formats import Shape
from tournaments.models import (
    DIRECT,
    Entrant,
    Event,
    Lot,
    Origin,
    OutboxJob,
    Pairing,
    Seat,
    StageEntry,
    StoredTie,
    TableUse,
)
from tournaments.queries.decisions import decisions_in, outcome_of
from tournaments.queries.draws.standings import as_kept
from tournaments.queries.state import StageState, begun_matches, event_states, feeders_of, round_length
from tournaments.queue import Job, enqueue, waiting

from . import lots, walkovers
from .boards import drop_boards

_TRIES = 3


@dataclass(frozen=True, slots=True)
class _Plan:
    """The changes of one stage: its state before them and its state after them."""

    before: StageState
    dismissed: tuple[formats.Entry, ...]
    admitted: tuple[formats.Entry, ...]
    cancelled: tuple[formats.Pairing, ...]
    made: tuple[formats.Pairing, ...]
    walkovers: tuple[formats.Result, ...]
    after: formats.State
    ties: tuple[StoredTie, ...]
    lot: lots.NextLot | None = None

    @property
    def standings(self) -> dict[str, Any] | None:
        """Return the standings to freeze, with the version of the format; None while the stage is incomplete."""
        rules = self.before.format
        if not rules.is_complete(self.after):
            return None
        places = [as_kept(standing) for standing in rules.standings(self.after)]
        old_standings = self.before.stage.standings
        if old_standings is not None and _says_less(old_standings["places"], places):
            return dict(old_standings)
        return {"format": rules.code, "version": rules.version, "places": places}

    @property
    def is_empty(self) -> bool:
        """Whether the plan changes nothing."""
        is_same = not (self.dismissed or self.admitted or self.cancelled or self.made or self.walkovers)
        return is_same and not self.settled and self.before.stage.standings == self.standings

    @property
    def settled(self) -> list[StoredTie]:
        """Return the tie decisions that playoffs have changed since they were stored."""
        return [tie for tie, old in zip(self.ties, self.before.stage.stored_ties, strict=True) if tie != old]


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
        plans = _plans(event) if tries_left else []
        with transaction.atomic():
            locked = lock_event(event)
            if not tries_left:
                plans = _plans(event)
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
    plans = _plans(event)
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


def _plans(event: Event) -> list[_Plan]:
    """Return the plan of each stage, in stage order; the result of a stage feeds the later ones.

    Playoffs come first, because they decide places in the stages before them.
    """
    plans: list[_Plan] = []
    states: dict[int, StageState] = {}
    now: dict[int, formats.State] = {}
    playoffs: dict[str, _Plan] = {}
    for before in sorted(event_states(event), key=lambda one: (not one.stage.is_playoff, one.stage.order)):
        order = before.stage.order
        ties = tuple(_with_playoff(tie, playoffs) for tie in before.stage.stored_ties)
        plan = _plan(before, feeders=feeders_of(before, states, now=now), ties=ties)
        if before.stage.is_playoff:
            playoffs[before.stage.uid] = plan
        states[order], now[order] = before, plan.after
        plans.append(plan)
    return plans


def _with_playoff(tie: StoredTie, playoffs: Mapping[str, _Plan]) -> StoredTie:
    """Return the tie decision with the order that its playoff gives."""
    if tie.playoff is None or tie.is_taken_back:
        return tie
    plan = playoffs.get(tie.playoff)
    standings = None if plan is None else plan.standings
    return replace(tie, tiers=outcome_of(tie, standings["places"] if standings else ()))


def _plan(before: StageState, *, feeders: tuple[formats.Feeder, ...], ties: tuple[StoredTie, ...]) -> _Plan:
    """Return the plan of a stage, asking its format for new pairings until there are none."""
    rules = before.format
    # After a correction the new loser of a feeding match replaces the former loser.
    dismissed = formats.stale_entries(before.state.entries, feeders)
    entries = tuple(entry for entry in before.state.entries if entry not in dismissed)
    state = replace(before.state, entries=entries, feeders=feeders, decisions=decisions_in(ties))
    admitted = rules.admissions(state)
    state = replace(state, entries=state.entries + admitted)
    cancelled: list[formats.Pairing] = []
    new_pairings: list[formats.Pairing] = []
    walkovers: list[formats.Result] = []
    lot: lots.NextLot | None = None
    has_looked = False
    while True:
        stale = [pairing for pairing in rules.stale_pairings(state) if not pairing.is_begun]
        new = rules.next_pairings(_without(state, stale))
        if (stale or new) and not has_looked:
            # Draw the lot only when it is needed; it may change the pairings.
            lot, has_looked = lots.next_lot(before, state), True
            state = state if lot is None else replace(state, lot=lot.lot)
            continue
        state = _without(state, stale)
        state = replace(state, pairings=state.pairings + new)
        walkover_results = _walkovers(state)
        state = replace(state, results=state.results + walkover_results)
        cancelled += [pairing for pairing in stale if pairing not in new_pairings]
        new_pairings = [pairing for pairing in new_pairings if pairing not in stale] + list(new)
        walkovers += walkover_results
        if not stale and not new and not walkover_results:
            standing = tuple(walkover for walkover in walkovers if walkover in state.results)
            return _Plan(
                before, dismissed, admitted, tuple(cancelled), tuple(new_pairings), standing, state, ties, lot
            )


def _without(state: formats.State, stale: Collection[formats.Pairing]) -> formats.State:
    """Return the state without these pairings and their results."""
    places = {pairing.place for pairing in stale}
    results = tuple(result for result in state.results if result.place not in places)
    remainder = state.without(stale)
    # A round that is paired again uses another lot.
    numbers = {pairing.round for pairing in remainder.pairings}
    lots = tuple((number, lot) for number, lot in remainder.lots if number in numbers)
    return replace(remainder, results=results, lots=lots)


def _walkovers(state: formats.State) -> tuple[formats.Result, ...]:
    """Return walkovers for unstarted pairings of withdrawn entrants, or of two entries of the same player."""
    leavers = {entry.uid for entry in state.entries if entry.is_withdrawn}
    players = {entry.uid: entry.player for entry in state.entries if entry.player}
    places = {result.place for result in state.results}
    results = []
    for pairing in state.pairings:
        is_open = pairing.place not in places and not pairing.is_begun
        if pairing.two is None or not is_open:
            continue
        # A correction can return a player who has re-entered since: one of the two entrants withdraws.
        is_alone = pairing.one in players and players[pairing.one] == players.get(pairing.two)
        if not is_alone and leavers.isdisjoint(pairing.entrants):
            continue
        present = [uid for uid in pairing.entrants if uid not in leavers]
        winner = present[0] if present else None
        results.append(
            formats.Result(*pairing.place, pairing.one, pairing.two, winner=winner, is_played=False)
        )
    return tuple(results)


def _begun_since(plans: Iterable[_Plan]) -> list[Match]:
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


def _store(event: Event, plans: Sequence[_Plan], *, cause: Cause | None = None) -> int:
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
        verdicts, boards = walkovers.give(
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


def _admit(event: Event, plan: _Plan) -> Mapping[str, Entrant]:
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


def _make(event: Event, plan: _Plan, *, entrants: Mapping[str, Entrant]) -> list[Pairing]:
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


def _paired(plan: _Plan, pairings: Sequence[Pairing], lot: Lot | None) -> list[Act]:
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


def _freeze(plan: _Plan, *, entrants: Mapping[str, Entrant]) -> list[Act]:
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


def _settle(plan: _Plan) -> list[Act]:
    """Store the tie decisions that playoffs gave, and return their acts."""
    if not plan.settled:
        return []
    stage = plan.before.stage
    stage.ties = [tie.to_dict() for tie in plan.ties]
    stage.save(update_fields=["ties"])
    return [TieSettled(stage.uid, tied=tie.entrants, decided=tuple(tie.order)) for tie in plan.settled]


def _says_less(old_places: Sequence[Mapping[str, Any]], places: Sequence[Mapping[str, Any]]) -> bool:
    """Whether stored standings agree with new ones in every field that the older release stored."""
    keys = ("movement", "decided_by", "prize_places")
    return len(old_places) == len(places) and all(
        {**new, **old, "tiebreaks": None} == {**new, "tiebreaks": None}
        and all(old.get(name) == new.get(name) for name in keys)
        and {(code, value) for code, value in old.get("tiebreaks", ())}
        <= {tuple(one) for one in new["tiebreaks"]}
        for old, new in zip(old_places, places, strict=True)
    )


def _names(before: StageState, pairing: formats.Pairing) -> str:
    return " - ".join(before.entrants[uid].name for uid in pairing.entrants if uid in before.entrants)
