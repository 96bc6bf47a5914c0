"""A tournament under way as plain data: plan, stamps and the moment, read strictly; docs/forecast.md describes it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import pairwise

from tournaments.formats import PROBLEMS
from tournaments.formats.errors import FormatError, Problem
from tournaments.plain_data import Fields, InvalidData, items, moment, number, text, whole
from tournaments.plans.checks import grave, problems
from tournaments.plans.plan import LONGEST, PlannedEvent
from tournaments.plans.words import PROBLEMS as OF_PLANS
from tournaments.simulation.opening import OpenDay
from tournaments.words import SOURCE

MOST_ENTRANTS = 1024
# The stamps of a match, in their order: since when it could be called, its call, its start, its result.
STAMPS = ("ready", "called", "started", "final")
_MOST_EVENTS, _MOST_TABLES, _MOST_DAYS, _MOST_RUNS = 40, 1000, 60, 10_000
_FEWEST_RUNS = 20
_USUAL_MINUTES, _USUAL_RUNS = Fraction(8), 200
_USUAL_LIMIT, _LONGEST_LIMIT = 120, 1440
_FIELDS = (
    "now",
    "events",
    "tables",
    "days",
    "matches",
    "past",
    "runs",
    "seed",
    "waiting_limit",
    "absences",
)
_YEARS = range(1900, 9000)
_NUMBER = re.compile(r"\.([0-9]+)")


@dataclass(frozen=True, slots=True)
class EventData:
    """One event: its plan, its players (or how many), its start, and the tables for it alone."""

    name: str
    plan: PlannedEvent
    players: tuple[str, ...]
    has_names: bool
    starts: datetime | None
    minutes_per_point: float
    tables: int = 0


@dataclass(frozen=True, slots=True)
class AbsenceData:
    """A player who cannot be called before `back`, or after `leaves`."""

    player: str
    back: datetime | None
    leaves: datetime | None


@dataclass(frozen=True, slots=True)
class MatchData:
    """One match with its stamps; what is not known is None or empty."""

    event: int
    stage: int = 0
    round: int | None = None
    slot: int | None = None
    one: str = ""
    two: str = ""
    winner: str = ""
    length: int | None = None
    table: str = ""
    stamps: Mapping[str, datetime] = field(default_factory=dict)

    @property
    def begins(self) -> datetime | None:
        """Its start, or its call where nobody stamps starts."""
        return self.stamps.get("started", self.stamps.get("called"))


@dataclass(frozen=True, slots=True)
class PastData:
    """A past tournament of the same organiser: its means, over so many matches."""

    minutes_per_point: float
    gap: float
    matches: int


@dataclass(frozen=True, slots=True)
class DayData:
    """One day of the hall: no match is called before it opens, after it closes, or during its breaks."""

    opens: datetime
    closes: datetime
    breaks: tuple[tuple[datetime, datetime], ...] = ()


@dataclass(frozen=True, slots=True)
class WeekendData:
    """The whole input of a forecast."""

    now: datetime
    events: tuple[EventData, ...]
    tables: int | None
    days: tuple[DayData, ...]
    matches: tuple[MatchData, ...]
    past: tuple[PastData, ...]
    runs: int
    seed: str
    waiting_limit: int | None
    absences: tuple[AbsenceData, ...]

    def minutes(self, at: datetime) -> float:
        """Return the minutes from now to a moment."""
        return (at - self.now).total_seconds() / 60

    @property
    def hall_days(self) -> tuple[OpenDay, ...]:
        """The days in minutes from now."""
        return tuple(
            OpenDay(
                self.minutes(day.opens),
                self.minutes(day.closes),
                tuple((self.minutes(one), self.minutes(other)) for one, other in day.breaks),
            )
            for day in self.days
        )


def read_weekend(value: object) -> WeekendData:
    """Return the input of a forecast; InvalidData says what is wrong and where."""
    fields = Fields(value, "", _FIELDS)
    reader = _WeekendReader(_WeekendReader.in_range(fields.read("now", moment), "now"))
    reader.events = fields.read("events", reader.read_events)
    days = fields.read("days", reader.read_days) if "days" in fields else ()
    matches: tuple[MatchData, ...] = ()
    if "matches" in fields:
        matches = fields.read("matches", lambda rows, path: items(rows, path, reader.read_match))
    if days:
        reader.check_starts(days[-1].closes, {match.event for match in matches})
    limit: int | None = _USUAL_LIMIT
    if "waiting_limit" in fields:
        limit = fields.read("waiting_limit", _limit)
    return WeekendData(
        now=reader.now,
        events=reader.events,
        tables=fields.get("tables", _tables, None),
        days=days,
        matches=matches,
        past=fields.get("past", lambda rows, path: items(rows, path, _past), ()),
        runs=fields.get(
            "runs", lambda one, path: whole(one, path, least=_FEWEST_RUNS, most=_MOST_RUNS), _USUAL_RUNS
        ),
        seed=fields.get("seed", text, "videau"),
        waiting_limit=limit,
        absences=fields.get("absences", lambda rows, path: items(rows, path, reader.read_absence), ()),
    )


class _WeekendReader:
    """Reads the parts that depend on the moment of the forecast and on its events."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.events: tuple[EventData, ...] = ()

    def moment(self, value: object, path: str) -> datetime:
        at = self.in_range(moment(value, path), path)
        if (at.tzinfo is None) is not (self.now.tzinfo is None):
            raise InvalidData(
                "other_offset", path, "must have an offset where `now` has one, and none where not"
            )
        return at

    @staticmethod
    def in_range(at: datetime, path: str) -> datetime:
        """Refuse moments so early or late that no clock could show the end of a tournament."""
        if at.year not in _YEARS:
            raise InvalidData("out_of_range", path, f"must be in the years {_YEARS[0]} to {_YEARS[-1]}")
        return at

    def stamp(self, value: object, path: str) -> datetime:
        at = self.moment(value, path)
        if at > self.now:
            raise InvalidData("in_the_future", path, "must not be after `now`")
        return at

    def read_events(self, value: object, path: str) -> tuple[EventData, ...]:
        return items(value, path, self.read_event, least=1, most=_MOST_EVENTS)

    def read_event(self, value: object, path: str) -> EventData:
        names = ("name", "entrants", "players", "starts", "minutes_per_point", "stages", "tables")
        fields = Fields(value, path, names)
        players = fields.read("players", _players) if "players" in fields else ()
        if players and "entrants" in fields:
            raise InvalidData("named_and_counted", fields.path("entrants"), "must not stand beside players")
        count = len(players) or fields.read(
            "entrants", lambda one, where: whole(one, where, least=2, most=MOST_ENTRANTS)
        )
        return EventData(
            name=fields.get("name", text, ""),
            plan=fields.read("stages", lambda one, where: _plan(one, where, path, count)),
            players=players or tuple(str(one) for one in range(1, count + 1)),
            has_names=bool(players),
            starts=fields.get("starts", self.moment, None),
            minutes_per_point=float(fields.get("minutes_per_point", _minutes, _USUAL_MINUTES)),
            tables=fields.get("tables", lambda one, where: whole(one, where, most=_MOST_TABLES), 0),
        )

    def read_absence(self, value: object, path: str) -> AbsenceData:
        fields = Fields(value, path, ("player", "back", "leaves"))
        absence = AbsenceData(
            fields.read("player", text),
            fields.get("back", self.moment, None),
            fields.get("leaves", self.moment, None),
        )
        if not any(absence.player in event.players for event in self.events):
            raise InvalidData("unknown_player", fields.path("player"), "must be a player of an event")
        return absence

    def read_days(self, value: object, path: str) -> tuple[DayData, ...]:
        days = items(value, path, self.read_day, most=_MOST_DAYS)
        for index, (day, other) in enumerate(pairwise(days), start=1):
            if other.opens < day.closes:
                raise InvalidData(
                    "days_overlap", f"{path}[{index}].open", "must not be before the day before it closes"
                )
        return days

    def read_day(self, value: object, path: str) -> DayData:
        fields = Fields(value, path, ("open", "close", "breaks"))
        opens, closes = fields.read("open", self.moment), fields.read("close", self.moment)
        if closes <= opens:
            raise InvalidData("closes_before_it_opens", fields.path("close"), "must be after open")
        breaks: tuple[tuple[datetime, datetime], ...] = ()
        if "breaks" in fields:
            breaks = fields.read("breaks", lambda one, where: items(one, where, self.read_break))
        for index, (begins, ends) in enumerate(breaks):
            if not opens <= begins < ends < closes:
                raise InvalidData(
                    "break_outside", f"{path}.breaks[{index}]", "must begin before it ends, within the day"
                )
        return DayData(opens, closes, breaks)

    def read_break(self, value: object, path: str) -> tuple[datetime, datetime]:
        fields = Fields(value, path, ("from", "to"))
        return fields.read("from", self.moment), fields.read("to", self.moment)

    def check_starts(self, closes: datetime, begun: Collection[int]) -> None:
        """Refuse events without a match, of which the hall has closed for good before they begin."""
        for index, event in enumerate(self.events):
            if index not in begun and (event.starts or self.now) >= closes:
                field_name = "" if event.starts is None else ".starts"
                raise InvalidData(
                    "curfew_before_the_first_round",
                    f"events[{index}]{field_name}",
                    "must begin before the last day closes",
                )

    def read_match(self, value: object, path: str) -> MatchData:
        names = ("event", "stage", "round", "slot", "one", "two", "winner", "length", "table")
        fields = Fields(value, path, (*names, *STAMPS))
        event = fields.get("event", self._event_number, 0)
        most = len(self.events[event].plan.stages) - 1
        match = MatchData(
            event=event,
            stage=fields.get("stage", lambda one, where: whole(one, where, most=most), 0),
            round=fields.get("round", lambda one, where: whole(one, where, least=1), None),
            slot=fields.get("slot", whole, None),
            one=fields.get("one", text, ""),
            two=fields.get("two", text, ""),
            winner=fields.get("winner", text, ""),
            length=fields.get("length", lambda one, where: whole(one, where, least=1, most=LONGEST), None),
            table=fields.get("table", text, ""),
            stamps={name: fields.read(name, self.stamp) for name in STAMPS if name in fields},
        )
        self._check_match(match, path)
        return match

    def _event_number(self, value: object, path: str) -> int:
        return whole(value, path, most=len(self.events) - 1)

    def _check_match(self, match: MatchData, path: str) -> None:
        event = self.events[match.event]
        known = set(event.players)
        for name in ("one", "two"):
            player = getattr(match, name)
            if player and player not in known:
                raise InvalidData("unknown_player", f"{path}.{name}", "must be a player of the event")
        if match.one and match.one == match.two:
            raise InvalidData("two_of_one", f"{path}.two", "must be another player than one")
        if match.winner and match.winner not in (match.one, match.two):
            raise InvalidData("winner_not_there", f"{path}.winner", "must be one or two")
        if not match.stamps:
            raise InvalidData("no_stamp", path, "must have a stamp: called, started or final")
        order = [(name, match.stamps[name]) for name in STAMPS if name in match.stamps]
        for (_, before), (name, after) in pairwise(order):
            if after < before:
                raise InvalidData(
                    "stamps_out_of_order",
                    f"{path}.{name}",
                    f"must not be before the stamps of {', '.join(STAMPS)} that come first",
                )


def _players(value: object, path: str) -> tuple[str, ...]:
    players = items(value, path, text, least=2, most=MOST_ENTRANTS)
    if len(set(players)) < len(players):
        raise InvalidData("named_twice", path, "must name everybody once")
    return players


def _plan(value: object, path: str, event: str, entrants: int) -> PlannedEvent:
    """Return the plan of an event that can be played to its end."""
    faults: Sequence[Problem] = ()
    try:
        plan = PlannedEvent.from_dict({"stages": value})
        faults = grave(problems(plan, entrants=entrants))
    except FormatError as error:
        faults = error.problems
    if faults:
        problem = faults[0]
        place = _NUMBER.sub(r"[\1]", str(problem.data.get("path", "stages")))
        reason = ", ".join(f"{name} {what}" for name, what in problem.data.items() if name != "path")
        code = f"{problem.code}{reason and f' ({reason})'}"
        raise InvalidData(problem.code, f"{event}.{place}", f"{code}{_words(problem)}")
    return plan


def _words(problem: Problem) -> str:
    """Return what a problem of a plan means, in English after a colon; nothing without words for it."""
    words = PROBLEMS.get(problem.code) or OF_PLANS.get(problem.code)
    text = words and words.text(SOURCE, problem.data)
    try:
        return f": {text % problem.data}" if text else ""
    except (KeyError, TypeError, ValueError):
        # Its places want more than the problem names.
        return ""


def _tables(value: object, path: str) -> int | None:
    return None if value is None else whole(value, path, least=1, most=_MOST_TABLES)


def _limit(value: object, path: str) -> int | None:
    return None if value is None else whole(value, path, least=1, most=_LONGEST_LIMIT)


def _minutes(value: object, path: str) -> Fraction:
    return number(value, path, least=1, most=60)


def _past(value: object, path: str) -> PastData:
    fields = Fields(value, path, ("minutes_per_point", "gap", "matches"))
    return PastData(
        minutes_per_point=float(fields.read("minutes_per_point", _minutes)),
        gap=float(fields.read("gap", lambda one, where: number(one, where, most=120))),
        matches=fields.read("matches", lambda one, where: whole(one, where, least=1)),
    )
