"""The deadlines and match days of leagues and ladders, computed from the calendar and not stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments import formats
from tournaments.formats import FORMATS, ByCalendar, ByChallenge, ByMatchDays, Format
from tournaments.models import Draw, Pairing, Stage
from tournaments.queries.state import challenges_of, starts_at


@dataclass(frozen=True, slots=True)
class PairingMoments:
    """The deadline of a pairing and the moment at which it is played, each None if there is none."""

    due_at: datetime | None = None
    begins_at: datetime | None = None


def moments_of(pairings: Iterable[Pairing], draws: Mapping[int, Draw]) -> dict[int, PairingMoments]:
    """Return the moments of these pairings by primary key; pairings without any are left out.

    The stages must be loaded with event and tournament; `draws` are the draws of the pairings by primary key. One
    query if any stage is a ladder, else none.
    """
    timed = [
        pairing
        for pairing in pairings
        if pairing.draw_id in draws and isinstance(FORMATS[pairing.stage.format], ByCalendar)
    ]
    challenges = challenges_of({pairing.stage_id: pairing.stage for pairing in timed}.values())
    calendars: dict[int, formats.State] = {}
    moments: dict[int, PairingMoments] = {}
    for pairing in timed:
        stage, draw = pairing.stage, draws[pairing.draw_id or 0]
        rules = FORMATS[stage.format]
        if draw.pk not in calendars:
            calendars[draw.pk] = _calendar(stage, draw, challenges.get(stage.pk, ()))
        due, begins = _moments(rules, calendars[draw.pk], pairing)
        if due is not None or begins is not None:
            moments[pairing.pk] = PairingMoments(due, begins)
    return moments


def moments_of_rounds(stage: Stage, draw: Draw, numbers: Iterable[int]) -> dict[int, PairingMoments]:
    """Return the deadline and the match day of each round by its number; empty without a calendar. No query.

    The stage must be loaded with event and tournament.
    """
    rules = FORMATS[stage.format]
    if not isinstance(rules, ByCalendar) or isinstance(rules, ByChallenge):
        return {}
    calendar = _calendar(stage, draw, ())
    return {
        number: PairingMoments(rules.deadline(calendar, number), begins_at(rules, calendar, number))
        for number in numbers
    }


def _calendar(stage: Stage, draw: Draw, challenges: tuple[formats.Challenge, ...]) -> formats.State:
    """Return a state with the calendar of a stage and without its entrants."""
    return formats.State(
        size=len(draw.placement),
        entries=(),
        seed=draw.seed,
        options=FORMATS[stage.format].options.from_dict(stage.options),
        starts_at=starts_at(stage, draw),
        challenges=challenges,
        match_days=stage.match_days_in(stage.event.tournament.time_zone),
    )


def _moments(
    rules: Format, state: formats.State, pairing: Pairing
) -> tuple[datetime | None, datetime | None]:
    """Return the deadline of a pairing, and its moment on a match day."""
    place = pairing.round, pairing.slot
    due = rules.deadline(state, *place) if isinstance(rules, ByCalendar) else None
    return due, begins_at(rules, state, *place)


def begins_at(rules: Format, state: formats.State, number: int, slot: int | None = None) -> datetime | None:
    """Return the moment of a match day or of an encounter with its own; None in all other rounds."""
    if not isinstance(rules, ByMatchDays):
        return None
    calendar = rules.calendar(state)
    is_moved = slot is not None and calendar.is_moved(number, slot)
    return calendar.begins(number, slot) if is_moved or rules.has_match_days(state.options) else None


def has_match_days(stage: Stage) -> bool:
    """Say whether the encounters of a stage are played on match days, between home and away; no query."""
    rules = FORMATS[stage.format]
    return isinstance(rules, ByMatchDays) and rules.has_match_days(rules.options.from_dict(stage.options))


def venue_of(stage: Stage, number: int, slot: int | None = None) -> str:
    """Return where an encounter is played: its own place, else that of its match day; empty where none is set."""
    venues = {day.place: day.venue for day in stage.stored_match_days if day.venue}
    return venues.get((number, slot)) or venues.get((number, None), "")
