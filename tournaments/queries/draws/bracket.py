"""A drawn stage as shown on its page: rounds of slots with names, scores and states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import pairwise

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from matches.models import UNSPOKEN, Dispute, Match, Report, Side, Suspension
from tournaments import formats
from tournaments.formats import FORMATS, ByCalendar, ByClock, Part, RoundName, Shape, SideKind, closing
from tournaments.models import Draw, Stage
from tournaments.queries.series_now import SeriesNow, series_now, tables_of
from tournaments.queries.state import UNPLAYED, StageState, round_best_of, round_length, state_of_read

from .deadlines import begins_at, venue_of
from .place_comparisons import PlaceComparison, place_comparisons
from .standings import StandingsView, standings_of
from .winners import is_main_stage

Place = tuple[int, int]
_NOT_PLAYING = frozenset({SideKind.BYE, SideKind.NOBODY})


class SlotState(StrEnum):
    """The state of a slot in the bracket; the values from `open` on are states of its match."""

    PLANNED = "planned"
    """At least one side is not known yet."""
    BYE = "bye"
    """One entrant advances without playing."""
    EMPTY = "empty"
    """The slot stays empty."""
    OPEN = "open"
    PLAYING = "playing"
    SUSPENDED = "suspended"
    """Interrupted, to be resumed later."""
    REPORTED = "reported"
    DISPUTED = "disputed"
    SCORE_OPEN = "score_open"
    """The winner is certain, the score is not."""
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a slot.

    `kind` is the kind of side: an entrant, the winner or the loser of the slot `source` (round and slot, in the stage
    with the uid `feeder` if that is another one), a bye, or nobody. `score` is the counted score of a final match.
    `is_on_path` marks the highlighted entrant.
    """

    kind: SideKind
    entrant: str | None = None
    name: str = ""
    country: str = ""
    seed: int | None = None
    line: int | None = None
    source: Place | None = None
    feeder: str | None = None
    score: int | None = None
    is_winner: bool = False
    is_withdrawn: bool = False
    is_on_path: bool = False

    def with_path(self, entrant: str) -> SideView:
        """Return this side, marked if it is the given entrant."""
        return replace(self, is_on_path=True) if self.entrant == entrant else self


@dataclass(frozen=True, slots=True)
class SlotView:
    """A slot of a round with two sides; `following` is the slot of its winner, `group` counts from 1.

    Of a series, which is `best_of` more than one match, the scores are the matches won so far.
    `is_by_hand` says that a director paired these two by hand, gave the bye, or moved one of them to this line.
    """

    round: int
    slot: int
    one: SideView
    two: SideView
    state: SlotState
    length: int
    match: str | None = None
    pairing: str | None = None
    outcome: str = ""
    table: str = ""
    started_at: datetime | None = None
    final_at: datetime | None = None
    following: Place | None = None
    group: int | None = None
    is_on_path: bool = False
    is_by_hand: bool = False
    best_of: int = 1

    def with_path(self, entrant: str) -> SlotView:
        """Return this slot, marked if the given entrant sits in it."""
        if entrant not in (self.one.entrant, self.two.entrant):
            return self
        one, two = (side.with_path(entrant) for side in self.sides)
        return replace(self, one=one, two=two, is_on_path=True)

    @property
    def is_played(self) -> bool:
        """Whether two entrants meet in this slot, or still may."""
        if self.match is not None:
            return True
        return self.state is SlotState.PLANNED and not any(side.kind in _NOT_PLAYING for side in self.sides)

    @property
    def is_open(self) -> bool:
        """Whether this slot has a match without a final result."""
        return self.match is not None and self.state is not SlotState.FINAL

    @property
    def sides(self) -> tuple[SideView, SideView]:
        """Both sides of the slot."""
        return self.one, self.two

    @property
    def winner(self) -> SideView | None:
        """The side that advances, once that is certain."""
        return next((side for side in self.sides if side.is_winner), None)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round: `places` is its number of places, `length` the match length, `due_at` its deadline.

    A pairing has `best_of` matches at most. `begins_at` and `venue` are those of its match day.
    """

    number: int
    name: RoundName
    from_final: int
    places: int
    length: int
    slots: tuple[SlotView, ...]
    part: Part = Part.MAIN
    in_part: int | None = None
    losers_of: int | None = None
    due_at: datetime | None = None
    is_ronde: bool = False
    best_of: int = 1
    begins_at: datetime | None = None
    venue: str = ""

    @property
    def is_played(self) -> bool:
        """Whether any match may be played in this round; a round of byes alone has none."""
        return not self.slots or any(slot.is_played for slot in self.slots)

    @property
    def is_overdue(self) -> bool:
        """Whether the deadline has passed and a match of the round is open."""
        is_over = self.due_at is not None and self.due_at < timezone.now()
        return is_over and any(slot.is_open for slot in self.slots)


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of the stage: its rounds, each with whether the next round has the same number of slots.

    `losers_of` is the round whose losers alone play in this part, if the losers of each round have a part of their
    own.
    """

    part: Part
    losers_of: int | None
    rounds: tuple[tuple[RoundView, bool], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One match of two entrants in a cross table; `is_turned` says that the row's entrant is side two."""

    slot: SlotView
    is_turned: bool

    @property
    def own(self) -> SideView:
        """The side of the entrant in the row."""
        return self.slot.sides[self.is_turned]

    @property
    def other(self) -> SideView:
        """The side of the entrant in the column."""
        return self.slot.sides[not self.is_turned]


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of a cross table: an entrant and its matches against each entrant; None against itself."""

    entrant: str
    name: str
    cells: tuple[tuple[Cell, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """A group as a cross table, in the order of the standings."""

    group: int | None
    rows: tuple[CrossRow, ...]


# Wider tables are unreadable on a page, which shows rounds and standings instead; on paper they are split into
# sheets.
_WIDEST_TABLE = 24


@dataclass(frozen=True, slots=True)
class BracketView:
    """A drawn stage; `path` is the uid of the highlighted entrant, `winner` the winner of the stage.

    `is_main` says that the winner of the stage is the champion of the event; it is computed once there is a winner.
    `standings` are loaded for rounds and tables, not for a bracket. `pairs_until` is the moment after which a format that
    pairs by the clock pairs no match. `comparisons` are those of entrants at one place of all groups.
    """

    stage: Stage
    draw: Draw
    rounds: tuple[RoundView, ...]
    winner: SideView | None
    is_complete: bool
    path: str | None
    standings: StandingsView | None = None
    is_main: bool = False
    pairs_until: datetime | None = None
    comparisons: tuple[PlaceComparison, ...] = ()

    def with_path(self, entrant: str | None) -> BracketView:
        """Return the stage with the path of this entrant highlighted; no query."""
        if entrant is None:
            return self
        rounds = tuple(
            replace(of, slots=tuple(slot.with_path(entrant) for slot in of.slots)) for of in self.rounds
        )
        winner = None if self.winner is None else self.winner.with_path(entrant)
        return replace(self, rounds=rounds, winner=winner, path=entrant)

    @property
    def shape(self) -> Shape:
        """The shape in which the stage is displayed."""
        return FORMATS[self.stage.format].shape

    def number_of(self, place: Place) -> int:
        """Return the number of the match in a slot of a bracket.

        Every slot has one, those of byes too, so that a late entrant or a withdrawal changes no other number.
        """
        number, slot = place
        return sum(len(of.slots) for of in self.rounds[: number - 1]) + slot + 1

    @property
    def played_rounds(self) -> tuple[RoundView, ...]:
        """The rounds in which matches are or may be played; of a bracket a round without a slot is not needed so far."""
        rounds = self.paired_rounds if self.shape is Shape.BRACKET else self.rounds
        return tuple(of for of in rounds if of.is_played)

    @property
    def paired_rounds(self) -> tuple[RoundView, ...]:
        """The rounds that have slots."""
        return tuple(of for of in self.rounds if of.slots)

    @property
    def cross_tables(self) -> tuple[CrossTable, ...]:
        """The cross tables of the groups that are narrow enough for a page."""
        return tuple(table for table in self.all_cross_tables if len(table.rows) <= _WIDEST_TABLE)

    @property
    def all_cross_tables(self) -> tuple[CrossTable, ...]:
        """The cross table of each group; empty unless the stage is a round robin."""
        if self.shape is not Shape.TABLE or self.standings is None:
            return ()
        cells: dict[tuple[str, str], list[Cell]] = {}
        for slot in (slot for of in self.rounds for slot in of.slots):
            one, two = slot.one.entrant, slot.two.entrant
            if one is not None and two is not None:
                cells.setdefault((one, two), []).append(Cell(slot, is_turned=False))
                cells.setdefault((two, one), []).append(Cell(slot, is_turned=True))
        tables = []
        for group in self.standings.groups:
            uids = [line.entrant for line in group.lines]
            rows = (
                CrossRow(
                    line.entrant,
                    line.name,
                    tuple(
                        None if uid == line.entrant else tuple(cells.get((line.entrant, uid), ()))
                        for uid in uids
                    ),
                )
                for line in group.lines
            )
            tables.append(CrossTable(group.number, tuple(rows)))
        return tuple(tables)

    @property
    def parts(self) -> tuple[PartView, ...]:
        """The parts of the stage in order, each starting with its first round that is played."""
        by_part: dict[tuple[Part, int | None], list[RoundView]] = {}
        for of in self.paired_rounds:
            if of.is_played or (of.part, of.losers_of) in by_part:
                by_part.setdefault((of.part, of.losers_of), []).append(of)
        return tuple(
            PartView(
                part,
                losers_of,
                tuple((of, len(of.slots) == len(then.slots)) for of, then in pairwise([*rounds, rounds[-1]])),
            )
            for (part, losers_of), rounds in by_part.items()
        )


@dataclass(frozen=True, slots=True)
class _BracketReading:
    """The rows loaded for one bracket, so that its parts need no further queries."""

    state: StageState
    matches: Mapping[int, Match]
    tables: Mapping[int, str]
    entries: Mapping[str, formats.Entry]
    firsts: Mapping[tuple[int, int], str]
    series: Mapping[int, SeriesNow]
    """Where the series stand, by primary key of their match."""
    former: Mapping[int, str]
    """The names of sides that a substitute has replaced, shown for the matches they played."""


def bracket(stage: Stage, *, path: str | None = None) -> BracketView | None:
    """Return the bracket of a stage, None before its draw; seven queries for any number of entrants, eight with groups.

    `path` is the uid of the entrant to highlight.
    """
    state = state_of_read(stage)
    if state is None:
        return None
    comparisons = place_comparisons(state) if state.format.shape is Shape.TABLE else ()
    return replace(view_of(state), comparisons=comparisons).with_path(path)


def view_of(state: StageState) -> BracketView:
    """Return the bracket of a loaded stage state, with no path highlighted; two queries."""
    rules, format_state = state.format, state.state
    reading = _read(state)
    declared = rules.rounds(format_state)
    rounds = []
    for declaration, slots in zip(declared, rules.outline(format_state).rounds, strict=True):
        length = round_length(state.stage, declaration)
        views = tuple(_slot(slot, reading=reading, length=length) for slot in slots if not _is_gap(slot))
        # What is declared holds for pairings to come; the others keep what was declared then.
        numbers = [view.best_of for view in views if view.match is not None]
        rounds.append(
            RoundView(
                number=declaration.number,
                name=declaration.name,
                from_final=declaration.from_final,
                places=declaration.places,
                length=length,
                best_of=max(numbers, default=round_best_of(state.stage, declaration)),
                slots=views,
                part=declaration.part,
                in_part=declaration.in_part,
                losers_of=declaration.losers_of,
                due_at=rules.deadline(format_state, declaration.number)
                if isinstance(rules, ByCalendar)
                else None,
                is_ronde=declaration.is_ronde,
                begins_at=begins_at(rules, format_state, declaration.number),
                venue=venue_of(state.stage, declaration.number),
            )
        )
    winner = closing.champion(rules, format_state)
    return BracketView(
        stage=state.stage,
        draw=state.draw,
        rounds=tuple(rounds),
        winner=None if winner is None else _of_entrant(winner, reading=reading),
        is_complete=closing.is_complete(rules, format_state),
        path=None,
        standings=None if rules.shape is Shape.BRACKET else standings_of(state),
        is_main=winner is not None and is_main_stage(state.stage),
        pairs_until=rules.pairs_until(format_state) if isinstance(rules, ByClock) else None,
    )


def state_of(match: Match) -> SlotState:
    """Return the state of a match, from the annotations of `with_flags`."""
    if match.is_final:
        return SlotState.FINAL
    if getattr(match, "is_disputed", False):
        return SlotState.SCORE_OPEN if match.winner else SlotState.DISPUTED
    if getattr(match, "is_reported", False):
        return SlotState.REPORTED
    if getattr(match, "is_suspended", False):
        return SlotState.SUSPENDED
    return SlotState.OPEN if match.started_at is None else SlotState.PLAYING


def with_flags(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Annotate the matches with the flags that `state_of` reads."""
    return matches.annotate(
        is_reported=Exists(
            Report.objects.filter(match=OuterRef("pk"), source__in=("one", "two")).exclude(UNSPOKEN)
        ),
        is_disputed=Exists(Dispute.objects.filter(match=OuterRef("pk"), closed_at=None)),
        is_suspended=Exists(Suspension.objects.filter(match=OuterRef("pk"), resumed_at=None)),
    )


def _read(state: StageState) -> _BracketReading:
    keys = [row.match_id for row in state.pairings.values() if row.match_id is not None]
    matches = with_flags(Match.objects.filter(pk__in=keys).select_related("accepted_report"))
    by_key = {match.pk: match for match in matches}
    return _BracketReading(
        state=state,
        matches=by_key,
        former=_former(state, by_key.values()),
        tables=tables_of(keys),
        series=series_now(
            [row.match_id for row in state.pairings.values() if row.best_of > 1 and row.match_id is not None]
        ),
        entries={entry.uid: entry for entry in state.state.entries},
        firsts={pairing.place: pairing.one for pairing in state.state.pairings},
    )


def _former(state: StageState, matches: Iterable[Match]) -> Mapping[int, str]:
    """Return the names of sides replaced by a substitute, by primary key; at most one query."""
    present = {entrant.side_id for entrant in state.entrants.values()}
    foreign = {side for match in matches for side in (match.one_id, match.two_id)} - present
    if not foreign:
        return {}
    return {side.pk: side.name for side in Side.objects.filter(pk__in=foreign)}


def _is_gap(slot: formats.Slot) -> bool:
    """Whether nobody plays in a slot or comes into it: there a pairing of a round was cancelled."""
    return all(side.kind is SideKind.NOBODY and side.source is None for side in (slot.one, slot.two))


def _slot(slot: formats.Slot, *, reading: _BracketReading, length: int) -> SlotView:
    row = reading.state.pairings.get((slot.round, slot.slot))
    match = None if row is None or row.match_id is None else reading.matches.get(row.match_id)
    one, two = (_side(side, slot=slot, match=match, reading=reading) for side in (slot.one, slot.two))
    return SlotView(
        round=slot.round,
        slot=slot.slot,
        one=one,
        two=two,
        state=_slot_state(slot) if match is None else state_of(match),
        length=length if match is None else match.length,
        match=None if match is None else match.uid,
        pairing=None if row is None else row.uid,
        outcome="" if match is None else match.outcome,
        table="" if match is None else _table(match, reading),
        started_at=None if match is None else match.started_at,
        final_at=None if match is None else match.final_at,
        following=slot.winner_to,
        group=slot.group,
        is_by_hand=_is_by_hand(slot, reading),
        best_of=1 if row is None else row.best_of,
    )


def _table(match: Match, reading: _BracketReading) -> str:
    """Return the table at which a match is now, that of its match under way for a series; else empty."""
    series = reading.series.get(match.pk)
    return reading.tables.get(match.pk, "") if series is None else series.table


def _is_by_hand(slot: formats.Slot, reading: _BracketReading) -> bool:
    """Whether a director made these two opponents, by a pair or by a line of the draw."""
    state = reading.state
    if not slot.entrants:
        return False
    if state.stage.by_hand and state.stage.is_by_hand(slot.round, slot.entrants):
        return True
    is_first = state.format.shape is Shape.BRACKET and slot.one.line is not None
    return is_first and any(reading.entries[uid].is_moved for uid in slot.entrants)


def _slot_state(slot: formats.Slot) -> SlotState:
    """Return the state of a slot without a match."""
    if slot.is_bye:
        return SlotState.BYE
    return SlotState.EMPTY if slot.is_decided and slot.winner is None else SlotState.PLANNED


def _side(
    side: formats.SlotSide, *, slot: formats.Slot, match: Match | None, reading: _BracketReading
) -> SideView:
    if side.entrant is None:
        return SideView(side.kind, line=side.line, source=side.source, feeder=side.feeder)
    view = _of_entrant(side.entrant, reading=reading)
    is_winner = slot.winner == side.entrant
    score, name = None, view.name
    if match is not None:
        is_one = reading.firsts.get((slot.round, slot.slot)) == side.entrant
        score = _score(match, is_one=is_one)
        series = reading.series.get(match.pk)
        if score is None and series is not None and any(series.wins):
            score = series.wins[0 if is_one else 1]
        name = reading.former.get(match.one_id if is_one else match.two_id, name)
    return replace(
        view,
        name=name,
        line=side.line,
        source=side.source,
        feeder=side.feeder,
        is_winner=is_winner,
        score=score,
    )


def _of_entrant(uid: str, *, reading: _BracketReading) -> SideView:
    entrant, entry = reading.state.entrants[uid], reading.entries[uid]
    return SideView(
        SideKind.ENTRANT,
        entrant=uid,
        name=entrant.name,
        country=entry.country,
        seed=entry.seed,
        is_withdrawn=entrant.withdrawn_at is not None,
    )


def _score(match: Match, *, is_one: bool) -> int | None:
    """Return the counted score of one side in a final match; None for an unplayed match."""
    report = match.accepted_report
    if not match.is_final or report is None or match.outcome in UNPLAYED:
        return None
    return report.counted_one if is_one else report.counted_two
