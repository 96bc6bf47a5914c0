"""The state of a stage as its format reads it, loaded from the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from matches.database.one_act import shared
from matches.database.prepared import prepared
from matches.models import Match
from rules.scoresheet import Outcome
from tournaments import formats
from tournaments.formats import (
    FORMATS,
    ByCalendar,
    ByChallenge,
    Feed,
    Format,
    Intake,
    RoundName,
    Shape,
    closing,
)
from tournaments.models import (
    Challenge,
    Draw,
    Entrant,
    Event,
    EventKind,
    Pairing,
    Stage,
    StageEntry,
)

from .affiliations import NOBODY, ClubAndCountry, as_drawn, people_of_singles
from .event_rows import MATCH_BEGUN, EventRows, rows_of

# Final results without a played match; formats may treat them differently.
UNPLAYED = frozenset({Outcome.WALKOVER, Outcome.FORFEIT, Outcome.DOUBLE_FORFEIT})


@dataclass(frozen=True, slots=True)
class StageState:
    """A drawn stage: the state its format reads, and the rows behind the uids and places.

    `aside` are the pairings set aside, which the format does not see, and `rows_aside` their rows by uid.
    """

    stage: Stage
    draw: Draw
    state: formats.State
    entrants: Mapping[str, Entrant]
    pairings: Mapping[tuple[int, int], Pairing]
    aside: Mapping[formats.Sitting, Sequence[formats.Aside]] = field(default_factory=dict)
    rows_aside: Mapping[str, Pairing] = field(default_factory=dict)

    @property
    def format(self) -> Format:
        """The format of the stage."""
        return FORMATS[self.stage.format]

    @property
    def feeds(self) -> tuple[Feed, ...]:
        """The feeds of the stage; empty if it takes the entrants of the event."""
        return feeds_of(self.stage)

    @property
    def open_decisions(self) -> Sequence[Any]:
        """The pairings from which somebody went on by decision, and whose series a correction has opened again."""
        over = {result.place for result in self.state.results}
        return [row for place, row in self.pairings.items() if row.decided_by_id and place not in over]

    def as_feeder(self, state: formats.State, *, feed: Feed | None = None) -> formats.Feeder:
        """Return this stage, in the given state, as a feeder of other stages."""
        rules = self.format
        return formats.Feeder(
            stage=self.stage.uid,
            size=state.size,
            entries=state.entries,
            rounds=rules.rounds(state),
            outline=rules.outline(state),
            results=state.results,
            standings=closing.standings(rules, state),
            is_complete=closing.is_complete(rules, state),
            feed=feed,
            seed=state.seed,
        )


def event_states(event: Event, *, with_people: bool = True) -> tuple[StageState, ...]:
    """Return the states of the drawn stages of an event, in order; four queries.

    One more query if there is a ladder, one less without people, who are needed for pairing a round.
    """
    return _states(_draws_in((event.pk,)), with_people=with_people)


def event_rows(event: Event) -> EventRows:
    """Return the rows behind the states of the event's drawn stages; four queries.

    Of singles the players of all sides are read with them, and the act knows whom to tell.
    """
    draws = _draws_in((event.pk,))
    if event.kind != EventKind.SINGLES:
        return rows_of(draws, is_for_act=True)
    rows = rows_of(draws, with_people=False, is_for_act=True)
    return replace(rows, people=people_of_singles(rows.entrants.values()))


def stage_state(stage: Stage) -> StageState | None:
    """Return the state of one stage, read from the database again; None before its draw."""
    states = _states(_with_feeding(_draw_with_stage(stage.pk)))
    return next((state for state in states if state.stage.pk == stage.pk), None)


def state_of_read(stage: Stage) -> StageState | None:
    """Return the state of a stage loaded in this request; None before its draw."""
    return states_of_read([stage]).get(stage.pk)


def states_of_read(stages: Collection[Stage], *, with_people: bool = True) -> dict[int, StageState]:
    """Return the states of the drawn ones of these stages, loaded in this request, by primary key.

    The stages may belong to several events; the queries are those of `event_states`, and one more if a stage is fed
    during play.
    """
    by_key = {stage.pk: stage for stage in stages}
    draws = _draws_of(tuple(by_key))
    for draw in draws:
        draw.stage = by_key[draw.stage_id]
    states = _states(_with_feeding(draws), with_people=with_people)
    return {state.stage.pk: state for state in states if state.stage.pk in by_key}


@prepared
def _draws_of(stages: tuple[int, ...]) -> QuerySet[Draw]:
    return Draw.objects.filter(stage__in=stages, voided_at=None, purpose="placement")


def feeds_of(stage: Stage) -> tuple[Feed, ...]:
    """Return the feeds of a stage; empty if it takes the entrants of the event."""
    return tuple(Feed.from_dict(feed) for feed in stage.feeds)


def feeders_of(
    state: StageState, stages: Mapping[int, StageState], *, now: Mapping[int, formats.State] | None = None
) -> tuple[formats.Feeder, ...]:
    """Return the drawn stages that feed this one during play, one for each feed.

    `stages` holds the earlier stages by order, `now` their states if newer than those loaded.
    """
    if state.format.intake is Intake.DRAW:
        return ()
    newer = now or {}
    return tuple(
        stages[feed.stage].as_feeder(newer.get(feed.stage, stages[feed.stage].state), feed=feed)
        for feed in state.feeds
        if feed.stage in stages
    )


def valid_draw(stage: Stage) -> Draw | None:
    """Return the draw of the stage that is not voided, or None."""
    return Draw.objects.filter(stage=stage, voided_at=None).first()


def is_drawn(event: Event) -> bool:
    """Whether any stage of the event has a valid draw."""
    return bool(_any_draw(event.pk))


@prepared
def _any_draw(event: int) -> QuerySet[Draw, int]:
    draws = Draw.objects.filter(stage__event=event, voided_at=None)
    return draws.order_by().values_list("pk", flat=True)[:1]


def states_at_start(event: Event) -> tuple[StageState, ...]:
    """Return the states of the event's drawn stages as an act first read them; its parts share them."""
    return shared(("states", event.pk), lambda: event_states(event))


def state_at_start(stage: Stage) -> StageState | None:
    """Return the state of a stage as an act first read it; None before its draw."""
    return next((state for state in states_at_start(stage.event) if state.stage.pk == stage.pk), None)


def bye_under_way(state: StageState) -> formats.Pairing | None:
    """Return the current bye that a late entrant can turn into a match, or None.

    In brackets and round robins a late entrant takes a line instead.
    """
    if state.format.shape is not Shape.ROUNDS:
        return None
    newest = max((pairing.round for pairing in state.state.pairings), default=0)
    here = [pairing for pairing in state.state.pairings if pairing.round == newest]
    results = {result.place for result in state.state.results}
    if all(pairing.is_bye or pairing.place in results for pairing in here):
        return None
    return min((pairing for pairing in here if pairing.is_bye), key=lambda bye: bye.slot, default=None)


def begun_matches(keys: Iterable[int]) -> frozenset[int]:
    """Return the primary keys of those of these matches that have begun."""
    matches = Match.objects.filter(MATCH_BEGUN, pk__in=list(keys))
    return frozenset(matches.values_list("pk", flat=True))


def result_of(
    pairing: formats.Pairing, match: Match, *, decision: formats.SlotDecision | None = None
) -> formats.Result | None:
    """Return the result for the format, or None; it exists once the winner is certain.

    If the sides agree on the winner but not on the score, the match has a result before it is final. `decision` is
    that of a director on who leaves the slot.
    """
    if pairing.two is None or not (match.winner or match.is_final):
        return None
    winner = {"one": pairing.one, "two": pairing.two}.get(match.winner)
    report = match.accepted_report
    return formats.Result(
        pairing.round,
        pairing.slot,
        pairing.one,
        pairing.two,
        winner=winner,
        is_played=match.outcome not in UNPLAYED,
        score=None if report is None else (report.counted_one, report.counted_two),
        at=match.final_at,
        is_given=report is not None and report.is_unspoken and match.started_at is None,
        decision=decision,
    )


def _decision_on(row: Any) -> formats.SlotDecision | None:
    """Return the decision on who leaves the slot of a pairing, or None."""
    if row.uid_ruling is None:
        return None
    return formats.SlotDecision(row.uid_advances, row.uid_drops, row.uid_ruling)


def declared_rounds(stage: Stage, draw: Draw) -> tuple[formats.Round, ...]:
    """Return the rounds of a stage in order, from the size of its draw; no query."""
    rules = FORMATS[stage.format]
    options = rules.options.from_dict(stage.options)
    empty = formats.State(
        size=len(draw.placement), entries=(), seed=draw.seed, options=options, intake=intake_of(draw)
    )
    return rules.rounds(empty)


def named_round(stage: Stage, rounds: Iterable[formats.Round], number: int) -> formats.Round | None:
    """Return the declared round with this number, or None; each challenge of a ladder is a round."""
    if isinstance(FORMATS[stage.format], ByChallenge):
        return formats.Round(number, RoundName.CHALLENGE, 0, 2)
    return next((candidate for candidate in rounds if candidate.number == number), None)


def starts_at(stage: Stage, draw: Draw) -> datetime | None:
    """Return the start of a stage with a calendar, in the tournament's time zone; None without a calendar.

    A stage fed by others starts with its draw.
    """
    if not isinstance(FORMATS[stage.format], ByCalendar) or stage.event.starts_at is None:
        return None
    begins = draw.at if stage.feeds else stage.event.starts_at
    return begins.astimezone(stage.event.tournament.time_zone)


def challenges_of(stages: Iterable[Stage]) -> dict[int, tuple[formats.Challenge, ...]]:
    """Return the challenges of these stages by primary key of the stage; at most one query."""
    ladders = [stage.pk for stage in stages if isinstance(FORMATS[stage.format], ByChallenge)]
    if not ladders:
        return {}
    by_stage: dict[int, list[formats.Challenge]] = {}
    for row in Challenge.objects.filter(stage__in=ladders).select_related("challenger", "challenged"):
        challenge = formats.Challenge(
            row.number,
            row.challenger.uid,
            row.challenged.uid,
            made_at=row.made_at,
            due_at=row.due_at,
            is_taken_back=row.taken_back_at is not None,
        )
        by_stage.setdefault(row.stage_id, []).append(challenge)
    return {stage: tuple(challenges) for stage, challenges in by_stage.items()}


def intake_of(draw: Draw) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of slots per round in the stages that feed this draw during play."""
    return draw.basis.feeders


def round_length(stage: Stage, declared: formats.Round) -> int:
    """Return the match length of a round: set by the director, else from the stage's list."""
    fixed: int | None = stage.round_lengths.get(str(declared.number))
    return fixed or formats.length_for(declared.from_final, lengths=stage.lengths)


def round_best_of(stage: Stage, declared: formats.Round) -> int:
    """Return the number of matches at most that a pairing of a round has; 1 for a single match."""
    return formats.length_for(declared.from_final, lengths=stage.best_of)


def length_of(pairing: Pairing) -> int:
    """Return the current match length of a pairing, or of each board of a team match."""
    state = stage_state(pairing.stage)
    if state is None:
        raise AssertionError("a pairing belongs to a draw")
    rounds = {one.number: one for one in state.format.rounds(state.state)}
    return round_length(pairing.stage, rounds[pairing.round])


def _valid_draws() -> QuerySet[Draw]:
    """Return the placement draws that are not voided, with their stages."""
    placements = Draw.objects.filter(voided_at=None, purpose="placement")
    return placements.select_related("stage__event__tournament")


@prepared
def _draws_in(events: tuple[int, ...]) -> QuerySet[Draw]:
    return _valid_draws().filter(stage__event__in=events)


@prepared
def _draw_with_stage(stage: int) -> QuerySet[Draw]:
    return _valid_draws().filter(stage=stage)


def _with_feeding(draws: Collection[Draw]) -> list[Draw]:
    """Return these draws and those of the stages that feed them during play."""
    fed = [draw.stage.event_id for draw in draws if FORMATS[draw.stage.format].intake is Intake.DROPS]
    if not fed:
        return list(draws)
    keys = {draw.pk for draw in draws}
    return [*draws, *(draw for draw in _draws_in(tuple(fed)) if draw.pk not in keys)]


def _states(draws: Iterable[Draw], *, with_people: bool = True) -> tuple[StageState, ...]:
    """Return the states of these draws, ordered within each event.

    Without people the club, country and player of each entry are empty, so no round can be paired.
    """
    return states_of(rows_of(draws, with_people=with_people))


def states_of(rows: EventRows) -> tuple[StageState, ...]:
    """Return the states of drawn stages from their rows, ordered within each event; one query with a ladder."""
    challenges = challenges_of([draw.stage for draw in rows.draws])
    pairings, meetings = rows.by_stage, rows.meetings
    by_event: dict[int, dict[int, StageState]] = {}
    for draw in rows.draws:
        stage = draw.stage
        state = _state(
            stage,
            draw=draw,
            entries=rows.entries.get(stage.pk, []),
            pairings=pairings.get(stage.pk, []),
            meetings=tuple(meetings.get(stage.event_id, ())),
            people=rows.people,
            challenges=challenges.get(stage.pk, ()),
        )
        before = by_event.setdefault(stage.event_id, {})
        fed = replace(state.state, feeders=feeders_of(state, before))
        before[stage.order] = replace(state, state=fed)
    return tuple(state for of_event in by_event.values() for state in of_event.values())


def _state(
    stage: Stage,
    *,
    draw: Draw,
    entries: Sequence[StageEntry],
    pairings: Sequence[Any],
    meetings: tuple[tuple[str, str], ...],
    people: Mapping[int, ClubAndCountry],
    challenges: tuple[formats.Challenge, ...],
) -> StageState:
    lines = {uid: line for line, uid in enumerate(draw.placement) if uid is not None}
    people = as_drawn(draw, entries, people=people)
    by_place: dict[tuple[int, int], Pairing] = {}
    stage_pairings: list[formats.Pairing] = []
    results: list[formats.Result] = []
    aside: dict[formats.Sitting, list[formats.Aside]] = {}
    rows_aside: dict[str, Pairing] = {}
    for row in pairings:
        pairing = formats.Pairing(
            row.round,
            row.slot,
            row.uid_one,
            row.uid_two,
            is_begun=row.is_reported or (row.match is not None and row.match.started_at is not None),
            made_at=row.made_at,
            lot=row.lot,
        )
        result = None if row.match is None else result_of(pairing, row.match, decision=_decision_on(row))
        if row.is_set_aside:
            if row.draw_id not in (None, draw.pk):
                # What was paired by a draw that is void follows from no other one.
                continue
            sitting = pairing.place, frozenset(pairing.entrants)
            aside.setdefault(sitting, []).append(formats.Aside(row.uid, pairing, result))
            rows_aside[row.uid] = row
            continue
        stage_pairings.append(pairing)
        by_place[pairing.place] = row
        if result is not None:
            results.append(result)
    state = formats.State(
        size=len(draw.placement),
        entries=tuple(_entry(entry, lines=lines, people=people) for entry in entries),
        seed=draw.seed,
        options=FORMATS[stage.format].options.from_dict(stage.options),
        pairings=tuple(stage_pairings),
        results=tuple(results),
        meetings=meetings,
        now=timezone.now(),
        intake=intake_of(draw),
        is_held=stage.is_held or stage.is_closed,
        is_closed=stage.is_closed,
        ends_by=stage.event.last_round_at,
        starts_at=starts_at(stage, draw),
        challenges=challenges,
        version=draw.format_version,
        decisions=stage.tie_decisions,
        lots=formats.lots_of(stage_pairings),
        by_hand=stage.hand_orders,
        match_days=stage.match_days_in(stage.event.tournament.time_zone),
    )
    entrants = {entry.entrant.uid: entry.entrant for entry in entries}
    return StageState(
        stage=stage,
        draw=draw,
        state=state,
        entrants=entrants,
        pairings=by_place,
        aside=aside,
        rows_aside=rows_aside,
    )


def _entry(
    entry: StageEntry, *, lines: Mapping[str, int], people: Mapping[int, ClubAndCountry]
) -> formats.Entry:
    """Return the entry for the format; an unexplained difference from the draw's placement means a director's move."""
    entrant = entry.entrant
    person = people.get(entrant.pk, NOBODY)
    # A row keeps `is_late` of both: who came to a line after the draw, and who was drawn though late at the door.
    is_late = entry.is_late and entrant.uid not in lines
    is_placed_late = is_late or entry.origin is not None
    return formats.Entry(
        entrant.uid,
        line=entry.line,
        seed=entry.seed,
        is_late=is_late,
        is_latecomer=entry.is_late and not is_late,
        is_moved=entry.line is not None and not is_placed_late and lines.get(entrant.uid) != entry.line,
        is_withdrawn=entrant.withdrawn_at is not None,
        withdrawn_at=entrant.withdrawn_at,
        departures=tuple(
            formats.Departure(datetime.fromisoformat(one["at"]), one["lines"]) for one in entry.departures
        ),
        origin=None if entry.origin is None else formats.EntryOrigin(**entry.origin),
        club=person.club,
        country=person.country,
        joins=entry.joins,
        absent=frozenset(entry.absent),
        goes_on=entrant.goes_on,
        bye_lots=entrant.bye_lots,
        player=person.player,
        rating=person.rating,
    )
