"""The match days of a league: its encounters by day, with home and away, place, score and line-ups."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo

from django.utils import timezone

from tournaments import formats
from tournaments.formats import FORMATS, ByCalendar, ByMatchDays, Format, exchanged_in
from tournaments.models import Draw, EventKind, LineupPlace, Pairing, Stage
from tournaments.queries.draws.bracket import BracketView, RoundView, SlotState, SlotView, bracket
from tournaments.queries.draws.deadlines import begins_at, venue_of
from tournaments.queries.state import starts_at, valid_draw


def rules_of_days(stage: Stage) -> Format | None:
    """Return the format of a stage if its rounds can have moments of their own, else None."""
    rules = FORMATS[stage.format]
    return rules if isinstance(rules, ByMatchDays) else None


def calendar_state(stage: Stage, draw: Draw | None) -> formats.State:
    """Return what the calendar of a stage follows from, before its draw too; no query."""
    return formats.State(
        size=0 if draw is None else len(draw.placement),
        entries=(),
        seed="",
        options=FORMATS[stage.format].options.from_dict(stage.options),
        starts_at=_start(stage) if draw is None else starts_at(stage, draw),
        match_days=stage.match_days_in(stage.event.tournament.time_zone),
    )


def _start(stage: Stage) -> datetime | None:
    """Return the start of an undrawn stage in the zone of its tournament; None if others feed it."""
    at = stage.event.starts_at
    return None if at is None or stage.feeds else at.astimezone(stage.event.tournament.time_zone)


def open_encounters(stage: Stage, rules: Format) -> dict[Pairing, tuple[datetime | None, str]]:
    """Return the moment and the place of each encounter that is paired and not over; two queries."""
    state = calendar_state(stage, valid_draw(stage))
    pairings = Pairing.objects.filter(stage=stage, cancelled_at=None, match__final_at=None)
    rows = list(pairings.filter(match__isnull=False).select_related("match"))
    for row in rows:
        # Who is told of the match reads its event from here.
        row.stage = stage
        if row.match is not None:
            row.match.pairing = row
    return {
        row: (begins_at(rules, state, row.round, row.slot), venue_of(stage, row.round, row.slot))
        for row in rows
    }


@dataclass(frozen=True, slots=True)
class Encounter:
    """An encounter of a league: side one of its slot is at home.

    `at` is the moment at which it is played, None where nothing says it; it `is_moved` if that is not the moment of its
    round. `lineups` are the sides that have named their line-up. It `is_exchanged` if the side that would be away is at
    home.
    """

    of: RoundView
    slot: SlotView
    at: datetime | None = None
    is_moved: bool = False
    due_at: datetime | None = None
    venue: str = ""
    lineups: frozenset[str] = frozenset()
    is_exchanged: bool = False

    @property
    def is_over(self) -> bool:
        """Whether its result is final."""
        return self.slot.state is SlotState.FINAL

    @property
    def is_overdue(self) -> bool:
        """Whether its day has passed without a result."""
        return self.due_at is not None and not self.is_over and self.due_at < timezone.now()

    def has(self, entrant: str) -> bool:
        """Say whether an entrant plays in it."""
        return entrant in (self.slot.one.entrant, self.slot.two.entrant)

    def is_home(self, entrant: str) -> bool:
        """Say whether an entrant is at home in it."""
        return self.slot.one.entrant == entrant


@dataclass(frozen=True, slots=True)
class FixtureDay:
    """A day of the list, or the encounters without a moment (`day` None), in the order of play."""

    day: date | None
    encounters: tuple[Encounter, ...]

    @property
    def rounds(self) -> tuple[RoundView, ...]:
        """The rounds of the encounters of this day that were not moved here from another day."""
        return tuple({one.of.number: one.of for one in self.encounters if not one.is_moved}.values())

    @property
    def venue(self) -> str:
        """The place of all encounters of the day; empty where they differ."""
        venues = {one.venue for one in self.encounters}
        return next(iter(venues)) if len(venues) == 1 else ""


@dataclass(frozen=True, slots=True)
class Fixtures:
    """All encounters of a drawn league."""

    bracket: BracketView
    encounters: tuple[Encounter, ...]
    zone: tzinfo
    byes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The names of those without an opponent, by round."""

    @property
    def days(self) -> tuple[FixtureDay, ...]:
        """The days on which somebody plays, in their order; last the encounters without a moment."""
        by_day: dict[date | None, list[Encounter]] = {}
        for one in sorted(self.encounters, key=_turn):
            day = None if one.at is None else one.at.astimezone(self.zone).date()
            by_day.setdefault(day, []).append(one)
        return tuple(FixtureDay(day, tuple(those)) for day, those in by_day.items())

    @property
    def has_groups(self) -> bool:
        """Whether there are several divisions."""
        return len({one.slot.group for one in self.encounters}) > 1

    def of(self, entrant: str) -> tuple[Encounter, ...]:
        """Return the encounters of one entrant in the order of play."""
        return tuple(sorted((one for one in self.encounters if one.has(entrant)), key=_turn))

    def in_round(self, number: int) -> tuple[Encounter, ...]:
        """Return the encounters of a round by slot."""
        return tuple(one for one in self.encounters if one.of.number == number)


def fixtures(stage: Stage) -> Fixtures | None:
    """Return the encounters of a league; None before its draw, and in a stage of another format.

    The queries are those of `bracket`, and one more between teams.
    """
    if rules_of_days(stage) is None:
        return None
    view = bracket(stage)
    return None if view is None else fixtures_of(view)


def fixtures_of(view: BracketView) -> Fixtures:
    """Return the encounters of a league whose bracket is loaded; one query between teams, else none."""
    event, stage = view.stage.event, view.stage
    slots = [(of, slot) for of in view.rounds for slot in of.slots]
    lineups = _lineups(stage, [slot for _of, slot in slots]) if event.kind == EventKind.TEAMS else {}
    byes: dict[int, tuple[str, ...]] = {}
    for of, slot in slots:
        if not slot.is_played:
            names = tuple(side.name for side in slot.sides if side.entrant is not None)
            byes[of.number] = (*byes.get(of.number, ()), *names)
    encounter = _EncounterReader(stage, calendar_state(stage, view.draw), lineups)
    played = tuple(encounter.read(of, slot) for of, slot in slots if slot.is_played)
    return Fixtures(view, played, event.tournament.time_zone, byes)


@dataclass(frozen=True, slots=True)
class _EncounterReader:
    """What the encounters of a stage are made of: its calendar, and the line-ups by uid of the team match."""

    stage: Stage
    state: formats.State
    lineups: Mapping[str, frozenset[str]]

    def read(self, of: RoundView, slot: SlotView) -> Encounter:
        """Return the encounter in a slot."""
        rules = FORMATS[self.stage.format]
        at, due, is_moved = None, None, False
        if isinstance(rules, ByMatchDays) and isinstance(rules, ByCalendar):
            calendar = rules.calendar(self.state)
            is_moved = calendar.is_moved(of.number, slot.slot)
            at = begins_at(rules, self.state, of.number, slot.slot)
            due = rules.deadline(self.state, of.number, slot.slot)
        venue = venue_of(self.stage, of.number, slot.slot)
        lineups = self.lineups.get(slot.match or "", frozenset())
        is_exchanged = (of.number, slot.slot) in exchanged_in(self.state.match_days)
        return Encounter(of, slot, at, is_moved, due, venue, lineups, is_exchanged)


def _lineups(stage: Stage, slots: Sequence[SlotView]) -> Mapping[str, frozenset[str]]:
    """Return the sides with a line-up by uid of the team match; one query."""
    uids: Collection[str] = [slot.match for slot in slots if slot.match and slot.state is not SlotState.FINAL]
    places = LineupPlace.objects.filter(team_match__uid__in=uids, team_match__pairing__stage=stage, board=1)
    named: dict[str, set[str]] = {}
    for uid, side in places.values_list("team_match__uid", "side"):
        named.setdefault(uid, set()).add(side)
    return {uid: frozenset(sides) for uid, sides in named.items()}


def _turn(one: Encounter) -> tuple[bool, float, int, int]:
    """Return the sort key of an encounter: by its moment, then by round and slot."""
    moment = 0.0 if one.at is None else one.at.timestamp()
    return one.at is None, moment, one.of.number, one.slot.slot
