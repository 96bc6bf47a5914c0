"""The state of a stage as its format reads it, loaded from the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import UNSPOKEN, Match, Report
from rules.scoresheet import Outcome
from tournaments import formats
from tournaments.formats import FORMATS, ByCalendar, ByChallenge, Feed, Format, Intake, RoundName, Shape
from tournaments.models import (
    Challenge,
    Draw,
    Entrant,
    Event,
    Pairing,
    Stage,
    StageEntry,
)

from .affiliations import NOBODY, ClubAndCountry, as_drawn, people_of

# Final results without a played match; formats may treat them differently.
UNPLAYED = frozenset({Outcome.WALKOVER, Outcome.FORFEIT, Outcome.DOUBLE_FORFEIT})

# A match has begun with a start time or a report other than an automatic walkover; nothing else blocks a change.
MATCH_BEGUN = Q(started_at__isnull=False) | Exists(
    Report.objects.filter(match=OuterRef("pk")).exclude(UNSPOKEN)
)


@dataclass(frozen=True, slots=True)
class StageState:
    """A drawn stage: the state its format reads, and the rows behind the uids and places."""

    stage: Stage
    draw: Draw
    state: formats.State
    entrants: Mapping[str, Entrant]
    pairings: Mapping[tuple[int, int], Pairing]

    @property
    def format(self) -> Format:
        """The format of the stage."""
        return FORMATS[self.stage.format]

    @property
    def feeds(self) -> tuple[Feed, ...]:
        """The feeds of the stage; empty if it takes the entrants of the event."""
        return feeds_of(self.stage)

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
            standings=rules.standings(state),
            is_complete=rules.is_complete(state),
            feed=feed,
            seed=state.seed,
        )


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A pairing that depends on a result: a correction cancels it, unless it has begun.

    `names` are the names of its entrants, one beside a bye.
    """

    pairing: Pairing
    is_begun: bool
    names: tuple[str, ...] = field(default=(), compare=False)


def event_states(event: Event, *, with_people: bool = True) -> tuple[StageState, ...]:
    """Return the states of the drawn stages of an event, in order; four queries.

    One more query if there is a ladder, one less without people, who are needed for pairing a round.
    """
    return _states(_draws_in((event.pk,)), with_people=with_people)


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


def open_lines(stage: Stage) -> tuple[int, ...]:
    """Return the lines open to a late entrant, the preferred one first; empty before the draw."""
    state = stage_state(stage)
    return () if state is None else state.format.open_lines(state.state)


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


def result_of(pairing: formats.Pairing, match: Match) -> formats.Result | None:
    """Return the result for the format, or None; it exists once the winner is certain.

    If the sides agree on the winner but not on the score, the match has a result before it is final.
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
    )


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
    in_order = sorted(draws, key=lambda draw: (draw.stage.event_id, draw.stage.order))
    stages = [draw.stage for draw in in_order]
    events = {stage.event_id for stage in stages}
    entries: dict[int, list[StageEntry]] = {}
    for entry in _entries_of(tuple(stage.pk for stage in stages)):
        entries.setdefault(entry.stage_id, []).append(entry)
    pairings: dict[int, list[Pairing]] = {}
    meetings: dict[int, list[tuple[str, str]]] = {}
    for pairing in _seated(tuple(events)):
        pairings.setdefault(pairing.stage_id, []).append(pairing)
        if pairing.match_id is not None and pairing.uid_two:
            meetings.setdefault(pairing.event_id, []).append((pairing.uid_one, pairing.uid_two))
    people = people_of(*events) if with_people else {}
    challenges = challenges_of(stages)
    by_event: dict[int, dict[int, StageState]] = {event: {} for event in events}
    for draw in in_order:
        stage = draw.stage
        state = _state(
            stage,
            draw=draw,
            entries=entries.get(stage.pk, []),
            pairings=pairings.get(stage.pk, []),
            meetings=tuple(meetings.get(stage.event_id, ())),
            people=people,
            challenges=challenges.get(stage.pk, ()),
        )
        before = by_event[stage.event_id]
        fed = replace(state.state, feeders=feeders_of(state, before))
        before[stage.order] = replace(state, state=fed)
    return tuple(state for of_event in by_event.values() for state in of_event.values())


@prepared
def _entries_of(stages: tuple[int, ...]) -> QuerySet[StageEntry]:
    return StageEntry.objects.filter(stage__in=stages).select_related("entrant__side")


@prepared
def _seated(events: tuple[int, ...]) -> QuerySet[Any]:
    """Return the pairings of these events with their matches and results; one query.

    Each pairing is annotated with `event_id`, `is_begun`, and the uids of its entrants, `uid_one` and `uid_two`, the
    latter None for a bye.
    """

    def sits(side: str) -> FilteredRelation:
        return FilteredRelation("seats", condition=Q(seats__side=side, seats__cancelled_at=None))

    rows = Pairing.objects.filter(stage__event__in=events, cancelled_at=None)
    rows = rows.annotate(seat_one=sits("one"), seat_two=sits("two")).annotate(
        event_id=F("stage__event_id"),
        uid_one=F("seat_one__entrant__uid"),
        uid_two=F("seat_two__entrant__uid"),
        is_begun=Exists(Match.objects.filter(MATCH_BEGUN, pk=OuterRef("match_id"))),
    )
    return rows.select_related("match__accepted_report")


def _state(
    stage: Stage,
    *,
    draw: Draw,
    entries: list[StageEntry],
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
    for row in pairings:
        pairing = formats.Pairing(
            row.round,
            row.slot,
            row.uid_one,
            row.uid_two,
            is_begun=row.is_begun,
            made_at=row.made_at,
            lot=row.lot,
        )
        stage_pairings.append(pairing)
        by_place[pairing.place] = row
        if row.match is not None and (result := result_of(pairing, row.match)) is not None:
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
        is_held=stage.is_held,
        starts_at=starts_at(stage, draw),
        challenges=challenges,
        version=draw.format_version,
        decisions=stage.tie_decisions,
        lots=_lots(stage_pairings),
    )
    entrants = {entry.entrant.uid: entry.entrant for entry in entries}
    return StageState(stage=stage, draw=draw, state=state, entrants=entrants, pairings=by_place)


def _lots(pairings: Iterable[formats.Pairing]) -> tuple[tuple[int, str], ...]:
    """Return the lot of each round, taken from its earliest pairing."""
    first: dict[int, formats.Pairing] = {}
    for pairing in pairings:
        earliest = first.setdefault(pairing.round, pairing)
        if (
            pairing.made_at is not None
            and earliest.made_at is not None
            and pairing.made_at < earliest.made_at
        ):
            first[pairing.round] = pairing
    return tuple((number, pairing.lot) for number, pairing in first.items() if pairing.lot)


def _entry(
    entry: StageEntry, *, lines: Mapping[str, int], people: Mapping[int, ClubAndCountry]
) -> formats.Entry:
    """Return the entry for the format; an unexplained difference from the draw's placement means a director's move."""
    entrant = entry.entrant
    person = people.get(entrant.pk, NOBODY)
    is_placed_late = entry.is_late or entry.origin is not None
    return formats.Entry(
        entrant.uid,
        line=entry.line,
        seed=entry.seed,
        is_late=entry.is_late,
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
    )


def follow_ups(match: Match) -> tuple[FollowUp, ...]:
    """Return the pairings that would be stale without the result of this match, in all stages."""
    own = _pairing_in_play(match)
    if own is None:
        return ()
    dependents: list[FollowUp] = []
    states_before: dict[int, StageState] = {}
    now: dict[int, formats.State] = {}
    for state in event_states(own.stage.event, with_people=False):
        results = state.state.results
        if state.stage.pk == own.stage_id:
            results = tuple(result for result in results if result.place != (own.round, own.slot))
        feeders = feeders_of(state, states_before, now=now)
        # Without this result its loser would not have entered this stage.
        stale = formats.stale_entries(state.state.entries, feeders)
        entries = tuple(entry for entry in state.state.entries if entry not in stale)
        supposed = replace(state.state, results=results, entries=entries, feeders=feeders)
        states_before[state.stage.order], now[state.stage.order] = state, supposed
        dependents += [
            FollowUp(
                state.pairings[pairing.place],
                is_begun=pairing.is_begun,
                names=tuple(state.entrants[uid].name for uid in pairing.entrants),
            )
            for pairing in state.format.stale_pairings(supposed)
        ]
    return tuple(dependents)


def _pairing_in_play(match: Match) -> Pairing | None:
    """Return the uncancelled pairing that the match decides; no query if it is loaded."""
    if Match.pairing.is_cached(match):
        own: Pairing = match.pairing
        return own if own.cancelled_at is None else None
    # A board decides the pairing through its team match.
    in_play = Q(match=match) | Q(match__boards__match=match, match__boards__cancelled_at=None)
    return Pairing.objects.filter(in_play, cancelled_at=None).select_related("stage__event").first()
