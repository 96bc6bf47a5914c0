"""The state of a stage as its format sees it, read from the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from matches.models import Match, Report
from rules.scoresheet import Outcome
from tournaments import formats
from tournaments.formats import FORMATS, Format
from tournaments.models import Draw, Entrant, Event, Pairing, Seat, Stage, StageEntry

# Results that count as such and were not played (formats may treat them differently).
UNPLAYED = frozenset({Outcome.WALKOVER, Outcome.FORFEIT, Outcome.DOUBLE_FORFEIT})

# "Begun" means a start stamp or a report; nothing else blocks a change.
MATCH_BEGUN = Q(started_at__isnull=False) | Exists(Report.objects.filter(match=OuterRef("pk")))


@dataclass(frozen=True, slots=True)
class StageState:
    """A drawn stage: what its format sees, and the rows behind the uids and places."""

    stage: Stage
    draw: Draw
    state: formats.State
    entrants: Mapping[str, Entrant]
    pairings: Mapping[tuple[int, int], Pairing]

    @property
    def format(self) -> Format:
        """The format that reads the state."""
        return FORMATS[self.stage.format]


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A pairing that follows from a result: a correction cancels it, or cannot be made once it has begun."""

    pairing: Pairing
    is_begun: bool


def event_states(event: Event) -> tuple[StageState, ...]:
    """The drawn stages of an event, in their order; six queries, whatever the number of stages and entrants."""
    return _states(Stage.objects.filter(event=event), event_id=event.pk)


def stage_state(stage: Stage) -> StageState | None:
    """The state of one stage; None while it is not drawn."""
    return next(iter(_states(Stage.objects.filter(pk=stage.pk), event_id=stage.event_id)), None)


def state_of_read(stage: Stage) -> StageState | None:
    """The state of a stage whose row was read for this very request; one query less."""
    return next(iter(_states([stage], event_id=stage.event_id)), None)


def valid_draw(stage: Stage) -> Draw | None:
    """The draw of the stage that was not voided, if any."""
    return Draw.objects.filter(stage=stage, voided_at=None).first()


def is_drawn(event: Event) -> bool:
    """Whether any stage of the event has a valid draw."""
    return Draw.objects.filter(stage__event=event, voided_at=None).exists()


def open_lines(stage: Stage) -> tuple[int, ...]:
    """The lines that a late entrant may take, the one to take first at the head; none before the draw."""
    state = stage_state(stage)
    return () if state is None else state.format.open_lines(state.state)


def begun_matches(keys: Iterable[int]) -> frozenset[int]:
    """Those of the matches with these primary keys that have begun."""
    begun = Match.objects.filter(MATCH_BEGUN, pk__in=list(keys))
    return frozenset(begun.values_list("pk", flat=True))


def result_of(pairing: formats.Pairing, match: Match) -> formats.Result | None:
    """The result as a format sees it; there is one as soon as it is certain who goes on.

    While the sides agree on the winner but not on the score, the match is not
    final and has a result already.
    """
    if pairing.two is None or not (match.winner or match.is_final):
        return None
    winner = {"one": pairing.one, "two": pairing.two}.get(match.winner)
    is_played = match.outcome not in UNPLAYED
    return formats.Result(
        pairing.round, pairing.slot, pairing.one, pairing.two, winner=winner, is_played=is_played
    )


def declared_rounds(stage: Stage, draw: Draw) -> tuple[formats.Round, ...]:
    """The rounds of a stage, the first one first, from the size of its draw; no query."""
    rules = FORMATS[stage.format]
    options = rules.options.from_dict(stage.options)
    return rules.rounds(formats.State(size=len(draw.placement), entries=(), seed=draw.seed, options=options))


def round_length(stage: Stage, *, number: int, rounds: int) -> int:
    """The match length of a round: what the director fixed for it, else from the list, the final first."""
    fixed: int | None = stage.round_lengths.get(str(number))
    return fixed or formats.length_for(number, rounds=rounds, lengths=stage.lengths)


def _states(stages: Iterable[Stage], *, event_id: int) -> tuple[StageState, ...]:
    found = list(stages)
    draws = {
        draw.stage_id: draw
        for draw in Draw.objects.filter(stage__in=found, voided_at=None, purpose="placement")
    }
    entries: dict[int, list[StageEntry]] = {}
    for entry in StageEntry.objects.filter(stage__in=found).select_related("entrant__side"):
        entries.setdefault(entry.stage_id, []).append(entry)
    pairings: dict[int, list[Pairing]] = {}
    is_begun = Exists(Match.objects.filter(MATCH_BEGUN, pk=OuterRef("match_id")))
    rows = Pairing.objects.filter(stage__event_id=event_id, cancelled_at=None).select_related("match")
    for pairing in rows.annotate(is_begun=is_begun):
        pairings.setdefault(pairing.stage_id, []).append(pairing)
    seats = _seats(event_id)
    meetings = tuple(
        (sides["one"], sides["two"])
        for of_stage in pairings.values()
        for pairing in of_stage
        if pairing.match_id is not None and len(sides := seats.get(pairing.pk, {})) == 2
    )
    return tuple(
        _state(
            stage,
            draw=draws[stage.pk],
            entries=entries.get(stage.pk, []),
            pairings=pairings.get(stage.pk, []),
            seats=seats,
            meetings=meetings,
        )
        for stage in found
        if stage.pk in draws
    )


def _state(
    stage: Stage,
    *,
    draw: Draw,
    entries: list[StageEntry],
    pairings: list[Pairing],
    seats: Mapping[int, Mapping[str, str]],
    meetings: tuple[tuple[str, str], ...],
) -> StageState:
    placed = {uid: line for line, uid in enumerate(draw.placement) if uid is not None}
    by_place: dict[tuple[int, int], Pairing] = {}
    made: list[formats.Pairing] = []
    results: list[formats.Result] = []
    for row in pairings:
        sides = seats.get(row.pk)
        # A pairing cancelled between two of the queries; whoever stores what follows sees that by the version.
        if sides is None:
            continue
        pairing = formats.Pairing(
            row.round, row.slot, sides["one"], sides.get("two"), is_begun=getattr(row, "is_begun", False)
        )
        made.append(pairing)
        by_place[pairing.place] = row
        if row.match is not None and (result := result_of(pairing, row.match)) is not None:
            results.append(result)
    state = formats.State(
        size=len(draw.placement),
        entries=tuple(_entry(entry, placed=placed) for entry in entries),
        seed=draw.seed,
        options=FORMATS[stage.format].options.from_dict(stage.options),
        pairings=tuple(made),
        results=tuple(results),
        meetings=meetings,
        now=timezone.now(),
    )
    entrants = {entry.entrant.uid: entry.entrant for entry in entries}
    return StageState(stage=stage, draw=draw, state=state, entrants=entrants, pairings=by_place)


def _entry(entry: StageEntry, *, placed: Mapping[str, int]) -> formats.Entry:
    """The entry; who stands elsewhere than the draw said, and did not come late, was moved by the director."""
    uid = entry.entrant.uid
    return formats.Entry(
        uid,
        line=entry.line,
        seed=entry.seed,
        is_late=entry.is_late,
        is_moved=entry.line is not None and not entry.is_late and placed.get(uid) != entry.line,
        is_withdrawn=entry.entrant.withdrawn_at is not None,
    )


def _seats(event_id: int) -> dict[int, dict[str, str]]:
    """Who sits where: the entrants' uids by pairing and side."""
    seats: dict[int, dict[str, str]] = {}
    rows = Seat.objects.filter(stage__event_id=event_id, cancelled_at=None)
    for pairing, side, entrant in rows.values_list("pairing_id", "side", "entrant__uid"):
        seats.setdefault(pairing, {})[side] = entrant
    return seats


def follow_ups(match: Match) -> tuple[FollowUp, ...]:
    """The pairings that would not stand if this match had no result, in every stage of its event."""
    own = Pairing.objects.filter(match=match, cancelled_at=None).select_related("stage__event").first()
    if own is None:
        return ()
    found: list[FollowUp] = []
    for state in event_states(own.stage.event):
        results = state.state.results
        if state.stage.pk == own.stage_id:
            results = tuple(result for result in results if result.place != (own.round, own.slot))
        undecided = replace(state.state, results=results)
        found += [
            FollowUp(state.pairings[pairing.place], is_begun=pairing.is_begun)
            for pairing in state.format.stale_pairings(undecided)
        ]
    return tuple(found)
