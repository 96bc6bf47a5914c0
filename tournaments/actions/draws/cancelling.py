"""Pairings that are cancelled, set aside by a correction, or brought back by a later one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, Model, OuterRef
from django.utils import timezone

from matches.models import EFFECTIVE, Match, Report
from tournaments import notices
from tournaments.actions.table_uses import release_tables, seat_where_they_were
from tournaments.formats import Shape
from tournaments.models import Board, Event, Pairing, Seat, TableUse
from tournaments.notices import SideWithoutMatch

from .plan import StagePlan

# More than any round has slots.
_BEHIND = 1_000_000
_OF_A_SLOT = ("decided_by", "advances", "drops", "cancelled_at", "is_set_aside")


@dataclass(frozen=True, slots=True)
class Stale:
    """The pairings that no longer follow, with those that have begun, and the matches that somebody has reported."""

    rows: Sequence[Pairing]
    begun: frozenset[int]
    reported: frozenset[int]

    @classmethod
    def of(cls, plans: Iterable[StagePlan], *, holds_matches: bool) -> Stale:
        """Return what the plans cancel; rows that were read under the locks of all matches say who has reported."""
        cancelled = [
            (plan.before.pairings[one.place], one.is_begun) for plan in plans for one in plan.cancelled
        ]
        rows: list[Any] = [row for row, _is_begun in cancelled]
        keys = [row.match_id for row in rows if row.match_id is not None]
        reported = (
            frozenset(row.match_id for row in rows if row.is_reported) if holds_matches else spoken_for(keys)
        )
        return cls(rows, frozenset(row.pk for row, is_begun in cancelled if is_begun), reported)


def matches_of_matches(pairings: Iterable[Pairing], *, event: Event) -> list[int]:
    """Return the keys of those matches of pairings that other matches decide: of teams, and of series."""
    return [
        pairing.match_id
        for pairing in pairings
        if pairing.match_id is not None and (event.boards or pairing.best_of > 1)
    ]


def cancel(pairings: Iterable[Pairing], *, event: Event, frees_tables: bool = True) -> list[Model]:
    """Cancel pairings with their seats and matches, and free their tables; return the rows the log proves.

    The caller locks the matches, and frees the tables itself unless `frees_tables`.
    """
    now = timezone.now()
    pairings = list(pairings)
    if not pairings:
        return []
    matches = [pairing.match_id for pairing in pairings if pairing.match_id is not None]
    keys = [pairing.pk for pairing in pairings]
    Pairing.objects.filter(pk__in=keys).update(cancelled_at=now, decided_by=None, advances=None, drops=None)
    Seat.objects.filter(pairing__in=keys).update(cancelled_at=now)
    if matches:
        Match.objects.filter(pk__in=matches).update(cancelled_at=now)
    if matches and frees_tables:
        release_tables(matches)
    # Matches decided by walkover are final, and are cancelled nevertheless.
    walkovers = [
        pairing.match for pairing in pairings if pairing.match is not None and pairing.match.is_final
    ]
    return [*pairings, *walkovers, *drop_boards(matches_of_matches(pairings, event=event))]


def set_aside(
    event: Event, stale: Stale, *, decided: Sequence[Pairing] = (), frees: Sequence[int] = ()
) -> list[Model]:
    """Take stale pairings out of their stage, and store the decisions of others; return the rows the log proves.

    The players of those that have begun are told. A match that somebody reported stays a match between its two sides;
    another one is broken off. A walkover that nobody reported is cancelled for good. The caller locks the matches, and
    frees the tables later, but for those of the matches that others take over (`frees`).
    """
    now = timezone.now()
    pairings, begun, reported = stale.rows, stale.begun, stale.reported
    keys = [pairing.match_id for pairing in pairings if pairing.match_id is not None]
    if frees:
        release_tables(frees)
    walkover_keys = {
        pairing.pk
        for pairing in pairings
        if pairing.match is not None and pairing.match.is_final and pairing.match_id not in reported
    }
    for pairing in pairings:
        pairing.decided_by = pairing.advances = pairing.drops = None
        pairing.cancelled_at, pairing.is_set_aside = now, pairing.pk not in walkover_keys
    if pairings or decided:
        # A pairing may be decided and then fall out of the draw.
        rows = {row.pk: row for row in [*decided, *pairings]}
        Pairing.objects.bulk_update(rows.values(), _OF_A_SLOT)
    if pairings:
        Seat.objects.filter(pairing__in=[pairing.pk for pairing in pairings]).update(cancelled_at=now)
    broken_off = [key for key in keys if key not in reported]
    if broken_off:
        Match.objects.filter(pk__in=broken_off).update(cancelled_at=now)
    stopped = {
        pairing.match: pairing.match_id in reported
        for pairing in pairings
        if pairing.match is not None and pairing.pk in begun and pairing.pk not in walkover_keys
    }
    if stopped:
        notices.set_aside(stopped, event=event, at=now)
    walkovers = [
        pairing.match for pairing in pairings if pairing.pk in walkover_keys and pairing.match is not None
    ]
    of_matches = matches_of_matches(pairings, event=event)
    return [*pairings, *walkovers, *drop_boards([key for key in of_matches if key not in reported])]


def tell_cancelled(plans: Iterable[StagePlan], stale: Stale, *, event: Event) -> None:
    """Notify the players of matches that are not played, unless they have another one in the round or have left.

    Who has another one is told of the next opponent, and challenges have notices of their own.
    """
    sides = [
        side
        for plan in plans
        if plan.before.format.shape is not Shape.LADDER
        for side in _without_match(plan, stale)
    ]
    notices.matches_cancelled(sides, event=event, at=timezone.now())


def _without_match(plan: StagePlan, stale: Stale) -> Iterator[SideWithoutMatch]:
    unplayed = [one for one in plan.cancelled if not one.is_begun]
    if not unplayed:
        return
    is_bye = {(one.round, uid): one.is_bye for one in plan.after.pairings for uid in one.entrants}
    for one in unplayed:
        row = plan.before.pairings[one.place]
        if row.match is None or row.match.is_final or row.match_id in stale.reported:
            continue
        for uid in one.entrants:
            entrant, has_bye = plan.before.entrants[uid], is_bye.get((one.round, uid))
            if entrant.withdrawn_at is None and has_bye is not False:
                yield SideWithoutMatch(entrant.side_id, row, has_bye=has_bye is True)


def tell_dropped(pairings: Collection[Pairing], *, event: Event) -> None:
    """Notify the players of cancelled pairings as `tell_cancelled` does, once the new pairings are stored."""
    keys = [pairing.pk for pairing in pairings if pairing.match is not None and not pairing.match.is_final]
    if not keys:
        return
    now_seated = Seat.objects.filter(
        stage=OuterRef("stage"), round=OuterRef("round"), entrant=OuterRef("entrant"), cancelled_at=None
    )
    seats = (
        Seat.objects.filter(pairing__in=keys, entrant__withdrawn_at=None)
        .exclude(Exists(now_seated.filter(pairing__match__isnull=False)))
        .annotate(has_bye=Exists(now_seated))
        .select_related("entrant", "pairing__match")
    )
    sides = [SideWithoutMatch(seat.entrant.side_id, seat.pairing, has_bye=seat.has_bye) for seat in seats]
    notices.matches_cancelled(sides, event=event, at=timezone.now())


def end_decisions(rows: Iterable[Any]) -> list[Pairing]:
    """Take the decisions out of these rows, which `set_aside` stores; return the rows."""
    rows = list(rows)
    for row in rows:
        row.decided_by = row.advances = row.drops = None
        row.uid_ruling = row.uid_advances = row.uid_drops = None
    return rows


def spoken_for(matches: Collection[int]) -> frozenset[int]:
    """Return those of these matches that have an effective report."""
    reports = Report.objects.filter(EFFECTIVE, match__in=list(matches))
    return frozenset(reports.values_list("match_id", flat=True)) if matches else frozenset()


def revive(rows: Sequence[Pairing], *, event: Event, but: Collection[int | None] = ()) -> list[Model]:
    """Bring pairings back that follow again, with their matches and tables; return the rows the log proves.

    A match has its table back if that is free and none of those in `but`.
    """
    if not rows:
        return []
    keys = [row.pk for row in rows]
    since = min(row.cancelled_at for row in rows if row.cancelled_at is not None)
    Pairing.objects.filter(pk__in=keys).update(is_set_aside=False, cancelled_at=None)
    Seat.objects.filter(pairing__in=keys).update(cancelled_at=None)
    broken_off = [row.match for row in rows if row.match is not None and row.match.cancelled_at is not None]
    of_matches = {*matches_of_matches(rows, event=event)} & {match.pk for match in broken_off}
    # A board that left before its match did stays away.
    boards = Board.objects.filter(
        team_match__in=of_matches, match__final_at=None, cancelled_at__gte=F("team_match__cancelled_at")
    )
    boards_back = list(boards.select_related("match")) if of_matches else []
    Match.objects.filter(pk__in=[match.pk for match in broken_off]).update(cancelled_at=None)
    for row in rows:
        row.is_set_aside, row.cancelled_at = False, None
        if row.match is not None:
            row.match.cancelled_at = None
    if boards_back:
        Board.objects.filter(pk__in=[board.pk for board in boards_back]).update(cancelled_at=None)
        Match.objects.filter(pk__in=[board.match_id for board in boards_back]).update(cancelled_at=None)
    matches = [row.match for row in rows if row.match is not None] + [board.match for board in boards_back]
    waiting = [match.pk for match in matches if not match.is_final]
    if waiting:
        seat_where_they_were(TableUse.objects.filter(match__in=waiting, until__gte=since), but=but)
    return [*rows, *(match for match in broken_off), *boards_back]


def give_lots(
    plans: Iterable[StagePlan], rows: Mapping[int, Sequence[Pairing]], *, but: Collection[str] = ()
) -> list[Pairing]:
    """Give the pairings that come back in a round paired anew its lot and its time; return them.

    So the audit repeats the round. Those of the uids `but` come back with the round of before as it was.
    """
    now = timezone.now()
    with_lot = [
        (row, plan.after.lot)
        for plan in plans
        for row in rows[plan.key]
        if plan.after.lot and row.uid not in but
    ]
    for row, lot in with_lot:
        row.made_at, row.lot = now, lot
    if with_lot:
        Pairing.objects.bulk_update([row for row, _lot in with_lot], ("made_at", "lot"))
    return [row for row, _lot in with_lot]


def move(plans: Iterable[StagePlan], *, back: Collection[str] = ()) -> dict[int, list[Pairing]]:
    """Move the pairings that are kept to their new slots, with the lot and the time of the round; return them by stage.

    Call it after others are cancelled and before new ones are made. Those of the uids `back` return to the round of
    before as it was, unless others of it are paired anew.
    """
    rows: dict[int, list[Pairing]] = {plan.key: [] for plan in plans}
    now = timezone.now()
    for plan in plans:
        new_rounds = {one.round for one in plan.made}
        for one in plan.same_meetings:
            row = plan.before.pairings[one.former.place]
            row.slot = one.now.slot
            if row.uid not in back or row.round in new_rounds:
                row.made_at, row.lot = now, plan.after.lot or row.lot
            rows[plan.key].append(row)
    moves = [row for of_stage in rows.values() for row in of_stage]
    if moves:
        # A slot is taken once, so for a moment all stand behind the others.
        Pairing.objects.filter(pk__in=[row.pk for row in moves]).update(slot=F("slot") + _BEHIND)
        Pairing.objects.bulk_update(moves, ("slot", "made_at", "lot"))
    return rows


def drop_boards(team_matches: Sequence[int], *, only: Sequence[Board] | None = None) -> list[Board]:
    """Cancel the unfinished boards of these team matches or series and free their tables; return those boards.

    With `only` none but these are cancelled. The caller locks the matches with their boards.
    """
    now = timezone.now()
    open_boards = Board.objects.filter(team_match__in=team_matches, cancelled_at=None, match__final_at=None)
    if only is not None:
        open_boards = open_boards.filter(pk__in=[board.pk for board in only])
    boards = list(open_boards.select_related("match")) if team_matches else []
    matches = [board.match_id for board in boards]
    if matches:
        Board.objects.filter(match__in=matches).update(cancelled_at=now)
        Match.objects.filter(pk__in=matches).update(cancelled_at=now)
        TableUse.objects.filter(match__in=matches, until=None).update(until=now)
    return boards


def bring_boards_back(team_match: Match, *, since: datetime) -> list[Board]:
    """Bring back the boards that the result of a team match or a series dropped at that time or later."""
    dropped = Board.objects.filter(
        team_match=team_match, cancelled_at__gte=since, match__final_at=None
    ).select_related("match")
    boards = list(dropped)
    matches = [board.match_id for board in boards]
    if matches:
        Board.objects.filter(match__in=matches).update(cancelled_at=None)
        Match.objects.filter(pk__in=matches).update(cancelled_at=None)
    return boards
