"""Entries of newly admitted entrants, and new pairings with their matches and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Q

from matches.models import Match
from tournaments import formats
from tournaments.models import Board, Entrant, Event, Pairing, Seat, Stage, StageEntry
from tournaments.queries.events.head_starts import HeadStarts
from tournaments.queries.state import round_best_of, round_length

from .boards import open_series
from .handing_on import MatchUnderWay, StagePlace
from .plan import StagePlan


def admit(
    event: Event, plans: Sequence[StagePlan], *, known: Mapping[str, Entrant]
) -> dict[int, Mapping[str, Entrant]]:
    """Insert the entries of newly admitted entrants; return all entrants of each stage by uid.

    `known` are the entrants of all stages; others are read.
    """
    leavers = Q()
    for plan in plans:
        if plan.dismissed:
            keys = [plan.before.entrants[entry.uid].pk for entry in plan.dismissed]
            leavers |= Q(stage=plan.key, entrant__in=keys)
    if leavers:
        StageEntry.objects.filter(leavers).delete()
    entrants = {plan.key: dict(plan.before.entrants) for plan in plans}
    uids = {entry.uid for plan in plans for entry in plan.admitted}
    if not uids:
        return {**entrants}
    others = uids - known.keys()
    newcomers = Entrant.objects.filter(event=event, uid__in=others).select_related("side") if others else ()
    by_uid = {**known, **{entrant.uid: entrant for entrant in newcomers}}
    for plan in plans:
        entrants[plan.key] |= {entry.uid: by_uid[entry.uid] for entry in plan.admitted}
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=plan.before.stage,
            entrant=by_uid[entry.uid],
            line=entry.line,
            origin=None if entry.origin is None else asdict(entry.origin),
        )
        for plan in plans
        for entry in plan.admitted
    )
    return {**entrants}


def make_pairings(
    event: Event,
    plans: Sequence[StagePlan],
    *,
    entrants: Mapping[int, Mapping[str, Entrant]],
    handed_on: Mapping[StagePlace, MatchUnderWay],
) -> tuple[dict[int, list[Pairing]], list[Board]]:
    """Insert the new pairings of all stages with their matches and seats, in three statements, five with series.

    Return them by stage, with the first match of each series.
    """
    places_to_fill = [(plan, pairing) for plan in plans for pairing in plan.made]
    new = {
        (plan.key, *match.place): match
        for plan in plans
        for match in _new_matches(event, plan, entrants=entrants[plan.key], handed_on=handed_on)
    }
    Match.objects.bulk_create(one.match for one in new.values())
    for plan in plans:
        plan.before.stage.event = event
    rows = []
    for plan, pairing in places_to_fill:
        own = new.get((plan.key, *pairing.place))
        rows.append(
            Pairing(
                stage=plan.before.stage,
                draw=plan.before.draw,
                round=pairing.round,
                slot=pairing.slot,
                lot=plan.after.lot,
                best_of=1 if own is None else own.best_of,
                match=None if own is None else own.match,
            )
        )
    Pairing.objects.bulk_create(rows)
    Seat.objects.bulk_create(
        Seat(pairing=row, stage=row.stage, round=row.round, entrant=entrants[plan.key][uid], side=side)
        for row, (plan, pairing) in zip(rows, places_to_fill, strict=True)
        for side, uid in zip(("one", "two"), pairing.entrants, strict=False)
    )
    by_stage: dict[int, list[Pairing]] = {plan.key: [] for plan in plans}
    for row in rows:
        by_stage[row.stage_id].append(row)
    series = [(one.match, one.first) for one in new.values() if one.best_of > 1]
    return by_stage, open_series(event, series)


@dataclass(frozen=True, slots=True)
class _NewMatch:
    """The match of a new pairing, not stored yet; of a series also the columns of its first match."""

    place: tuple[int, int]
    match: Match
    best_of: int
    first: Mapping[str, Any]


def _new_matches(
    event: Event,
    plan: StagePlan,
    *,
    entrants: Mapping[str, Entrant],
    handed_on: Mapping[StagePlace, MatchUnderWay],
) -> list[_NewMatch]:
    """Return the matches of the new pairings of a stage, not stored yet.

    In a series the first match takes over the match under way, and the series has begun with it.
    """
    stage = plan.before.stage
    declared = {round_.number: round_ for round_ in plan.before.format.rounds(plan.after)}
    head_starts = HeadStarts(event, plan.after)
    matches = []
    for pairing in plan.made:
        if pairing.two is None:
            continue
        best_of = _best_of(event, stage, declared[pairing.round])
        length = event.boards or round_length(stage, declared[pairing.round])
        earlier = handed_on.get((plan.key, *pairing.place))
        if earlier is None:
            columns = {"length": length, **head_starts.columns(pairing, length=length)}
        else:
            columns = earlier.columns(pairing)
        match = Match(
            one_id=entrants[pairing.one].side_id,
            two_id=entrants[pairing.two].side_id,
            grace_minutes=event.grace_minutes,
            **event.cube_rules,
            **(
                columns
                if best_of == 1
                else {"length": best_of, "started_at": None if earlier is None else earlier.match.started_at}
            ),
        )
        matches.append(_NewMatch(pairing.place, match, best_of, columns))
    return matches


def _best_of(event: Event, stage: Stage, declared: formats.Round) -> int:
    """Return the matches at most of a pairing in a round; teams play boards, and no series."""
    return 1 if event.boards is not None else round_best_of(stage, declared)
