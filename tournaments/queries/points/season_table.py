"""The table of a season: every result of every person, which of them count, and who can still catch the leaders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from typing import Any

from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.models import Player, shown
from tournaments.models import (
    Entrant,
    Event,
    EventKind,
    Federation,
    FinalTable,
    PointsSeason,
    Sanction,
    SanctionState,
    Visibility,
)
from tournaments.points import (
    EventPoints,
    Race,
    Remaining,
    Score,
    SeasonStanding,
    SeasonTerms,
    Weights,
    most,
    races,
    score,
    table,
)
from tournaments.points.numbers import as_text
from tournaments.points.season import Counted
from tournaments.queries.audit.evidence import canonical

from .facts import EventFacts, facts_of_events


class SeasonState(StrEnum):
    """How far a season is."""

    PLANNED = "planned"
    RUNNING = "running"
    ENDED = "ended"
    """Its last day is over, and its final table is not published yet."""
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """A sanctioned event of a season with the weights of its points."""

    event: Event
    weights: Weights
    event_class: str


@dataclass(frozen=True, slots=True)
class EventScores:
    """The points of an event: final once it is over, until then what is certain so far."""

    counted: CountedEvent
    facts: EventFacts
    scores: tuple[Score, ...]

    @property
    def event(self) -> Event:
        """The event."""
        return self.counted.event

    @property
    def is_over(self) -> bool:
        """Whether every place is certain."""
        return self.facts.is_over

    @property
    def players(self) -> int:
        """The size of the field."""
        return len(self.facts.entrants)


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table of a season on a day, by the uids of persons and events.

    `entries` is the entrant whose points a person has in an event. `races` say who can still catch each leader; they
    are None when nothing is to come.
    """

    season: PointsSeason
    terms: SeasonTerms
    state: SeasonState
    day: date
    events: tuple[EventScores, ...]
    lines: tuple[SeasonStanding, ...]
    races: tuple[Race, ...] | None
    entries: Mapping[tuple[str, str], str]
    digest: str = ""


def today_of(federation: Federation) -> date:
    """Return the day that it is in the federation."""
    return timezone.localdate(timezone=federation.time_zone)


def state_of(season: PointsSeason) -> SeasonState:
    """Return how far a season is; `final_table` is read with it."""
    if getattr(season, "final_table", None) is not None:
        return SeasonState.FINAL
    today = today_of(season.federation)
    if today < season.starts_on:
        return SeasonState.PLANNED
    return SeasonState.RUNNING if today <= season.ends_on else SeasonState.ENDED


def seasons_of(federation: Federation) -> list[PointsSeason]:
    """Return the seasons of a federation, the latest first; one query."""
    rows = PointsSeason.objects.filter(federation=federation)
    return list(rows.select_related("federation", "final_table").order_by("-starts_on", "-pk"))


def counted_events(season: PointsSeason) -> tuple[CountedEvent, ...]:
    """Return the public singles events that count in a season, by day; one query."""
    rows = Sanction.objects.filter(
        federation=season.federation_id,
        state=SanctionState.GRANTED,
        event__kind=EventKind.SINGLES,
        event__tournament__visibility=Visibility.PUBLIC,
        event__tournament__starts_on__range=(season.starts_on, season.ends_on),
    )
    rows = rows.select_related("event__tournament")
    terms = SeasonTerms.from_dict(season.terms)
    return tuple(
        CountedEvent(row.event, weights, row.event_class)
        for row in rows.order_by("event__tournament__starts_on", "event__order", "event_id")
        if (weights := _weights(terms, row)) is not None
    )


def _weights(terms: SeasonTerms, row: Sanction) -> Weights | None:
    return terms.weights(row.event_class, Fraction(Decimal(row.weight)))


def scores_of(terms: SeasonTerms, counted: Sequence[CountedEvent]) -> tuple[EventScores, ...]:
    """Return the points of these events; four queries."""
    facts = facts_of_events([one.event for one in counted])
    return tuple(
        EventScores(one, of_one, score(terms.scheme, of_one.points_event(one.weights)))
        for one, of_one in zip(counted, facts, strict=True)
    )


def season_table(season: PointsSeason) -> SeasonTable:
    """Return the table of a season: the published one, or that of today; at most six queries.

    An event counts once it is over. A merged player is the person who goes on, so that the table follows merges and
    their undoing. Who entered an event several times has the points of the best entry.
    """
    terms = SeasonTerms.from_dict(season.terms)
    events = scores_of(terms, counted_events(season))
    past = [one for one in events if one.is_over]
    results, entries = _results_of(past)
    state = state_of(season)
    day = _day_of(season, past)
    if state is SeasonState.FINAL:
        final = season.final_table
        lines = _lines_of(final)
        return SeasonTable(season, terms, state, season.ends_on, events, lines, None, entries, final.digest)
    rule = terms.scheme.season
    remaining = _remaining(season, terms, events, state)
    return SeasonTable(
        season,
        terms,
        state,
        day,
        events,
        table(rule, results, day),
        races(rule, results, remaining, day=day, end=season.ends_on) if remaining and results else None,
        entries,
    )


def final_lines(season: PointsSeason) -> list[dict[str, Any]]:
    """Return the table of the last day as plain values, to be published; five queries."""
    terms = SeasonTerms.from_dict(season.terms)
    past = [one for one in scores_of(terms, counted_events(season)) if one.is_over]
    results, _entries = _results_of(past)
    return [_line_data(line) for line in table(terms.scheme.season, results, season.ends_on)]


def digest_of(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the SHA-256, in hex, of the canonical JSON of a table."""
    return sha256(canonical(lines).encode()).hexdigest()


def persons_of(entrants: Collection[str]) -> dict[str, str]:
    """Return the uid of the person of each entrant of singles; one query."""
    person = Coalesce("side__players__merged_into__uid", "side__players__uid")
    rows = Entrant.objects.filter(uid__in=entrants).order_by()
    return dict(rows.annotate(person=person).values_list("uid", "person"))


def names_of_persons(uids: Collection[str]) -> dict[str, str]:
    """Return the name of each person, or of who goes on for them, for the active audience; one query."""
    name = Coalesce("merged_into__name", "name")
    public_name = Coalesce("merged_into__public_name", "public_name")
    rows = Player.objects.filter(uid__in=uids).order_by()
    names = rows.annotate(person_name=name, person_public=public_name)
    return {
        uid: shown(full, public)
        for uid, full, public in names.values_list("uid", "person_name", "person_public")
    }


def _results_of(past: Sequence[EventScores]) -> tuple[list[EventPoints], dict[tuple[str, str], str]]:
    """Return the points of each person by event, and the entrant they come from; one query."""
    persons = persons_of([one.entrant for event in past for one in event.scores])
    results: list[EventPoints] = []
    entries: dict[tuple[str, str], str] = {}
    for event in past:
        points: dict[str, Fraction] = {}
        for one in event.scores:
            person = persons[one.entrant]
            if person not in points or one.points > points[person]:
                points[person] = one.points
                entries[event.event.uid, person] = one.entrant
        results.append(EventPoints(event.event.uid, points, event.event.tournament.starts_on))
    return results, entries


def _day_of(season: PointsSeason, past: Sequence[EventScores]) -> date:
    """Return the day of the table: today, within the season and not before the last event that counts."""
    days = [one.event.tournament.starts_on for one in past]
    return max([min(today_of(season.federation), season.ends_on), season.starts_on, *days])


def _remaining(
    season: PointsSeason, terms: SeasonTerms, events: Sequence[EventScores], state: SeasonState
) -> list[Remaining]:
    """Return the events that are not over, and those that are planned without being known yet."""
    remaining = []
    for one in events:
        if not one.is_over:
            event = one.event
            plan = terms.plan(one.counted.weights, capacity=event.capacity, entrants=one.players)
            remaining.append(Remaining(event.uid, most(terms.scheme, plan), event.tournament.starts_on))
    unknown = terms.planned.events - len(events) if state is not SeasonState.ENDED else 0
    best = most(terms.scheme, terms.plan(terms.heaviest))
    numbers = range(1, unknown + 1)
    return remaining + [Remaining(f"planned {number}", best, season.ends_on) for number in numbers]


def _line_data(line: SeasonStanding) -> dict[str, Any]:
    return {
        "person": line.entrant,
        "from": line.first,
        "to": line.last,
        "points": as_text(line.points),
        "counted": [[one.event, as_text(one.worth)] for one in line.counted],
        "dropped": [[one.event, as_text(one.worth)] for one in line.dropped],
    }


def _lines_of(final: FinalTable) -> tuple[SeasonStanding, ...]:
    """Return the published lines, whatever happened since; two who were merged since keep a line each."""
    return tuple(
        SeasonStanding(
            row["person"],
            row["from"],
            row["to"],
            Fraction(row["points"]),
            tuple(Counted(event, Fraction(worth)) for event, worth in row["counted"]),
            tuple(Counted(event, Fraction(worth)) for event, worth in row["dropped"]),
        )
        for row in final.lines
    )


def points_of_event(event: Event) -> tuple[tuple[PointsSeason, EventScores], ...]:
    """Return the points of an event in each season in which it counts; six queries."""
    if event.kind != EventKind.SINGLES:
        return ()
    rows = Sanction.objects.filter(event=event, state=SanctionState.GRANTED)
    sanctions = {row.federation_id: row for row in rows}
    first_day = event.tournament.starts_on
    seasons = PointsSeason.objects.filter(
        federation__in=sanctions, starts_on__lte=first_day, ends_on__gte=first_day
    )
    of_seasons = []
    for season in seasons.select_related("federation", "final_table").order_by("pk"):
        terms, row = SeasonTerms.from_dict(season.terms), sanctions[season.federation_id]
        weights = _weights(terms, row)
        if weights is not None:
            of_seasons.append((season, terms, CountedEvent(event, weights, row.event_class)))
    if not of_seasons:
        return ()
    [facts] = facts_of_events([event])
    return tuple(
        (season, EventScores(one, facts, score(terms.scheme, facts.points_event(one.weights))))
        for season, terms, one in of_seasons
    )
