"""The deadlines of matches in leagues and ladders, computed from the calendar and not stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from tournaments import formats
from tournaments.formats import FORMATS, ByCalendar
from tournaments.models import Draw, Pairing
from tournaments.queries.state import challenges_of, starts_at


def deadlines(pairings: Iterable[Pairing], draws: Mapping[int, Draw]) -> dict[int, datetime]:
    """Return the deadlines of these pairings by primary key; pairings without a deadline are left out.

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
    due_dates: dict[int, datetime] = {}
    for pairing in timed:
        stage, draw = pairing.stage, draws[pairing.draw_id or 0]
        rules = FORMATS[stage.format]
        if draw.pk not in calendars:
            calendars[draw.pk] = formats.State(
                size=len(draw.placement),
                entries=(),
                seed=draw.seed,
                options=rules.options.from_dict(stage.options),
                starts_at=starts_at(stage, draw),
                challenges=challenges.get(stage.pk, ()),
            )
        due = rules.deadline(calendars[draw.pk], pairing.round) if isinstance(rules, ByCalendar) else None
        if due is not None:
            due_dates[pairing.pk] = due
    return due_dates
