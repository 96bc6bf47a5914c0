"""Rounds on paper: listed by table, with groups and boards, or by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from matches.models import Match, name_order
from tournaments.formats import Shape
from tournaments.models import Event, EventKind, Stage, StoredMatchDay
from tournaments.queries.draws.bracket import BracketView, RoundView, SlotView, bracket
from tournaments.queries.entrants.teams import boards_of_rounds, boards_won
from tournaments.queries.series_now import tables_of
from tournaments.queries.state import UNPLAYED


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board of a team match; the match is None before the line-ups are known."""

    number: int
    length: int
    table: str = ""
    match: Match | None = None

    @property
    def score(self) -> tuple[int, int] | None:
        """The counted score of a final match; None for an unplayed match."""
        match = self.match
        if match is None or not match.is_final or match.outcome in UNPLAYED or match.accepted_report is None:
            return None
        return match.accepted_report.counted


@dataclass(frozen=True, slots=True)
class PrintedSlot:
    """A slot with the boards of its team match; `wins` counts the boards won, None without boards.

    `own_day` is the moment and the place of an encounter that is moved, as far as they are its own.
    """

    slot: SlotView
    boards: tuple[PrintedBoard, ...] = ()
    wins: tuple[int, int] | None = None
    own_day: StoredMatchDay | None = None


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """The slots of one group; `number` is None for the only group."""

    number: int | None
    slots: tuple[PrintedSlot, ...]


@dataclass(frozen=True, slots=True)
class RoundOnPaper:
    """A round with its groups, in order."""

    round: RoundView
    groups: tuple[PrintedGroup, ...]

    @property
    def has_groups(self) -> bool:
        """Whether the round has several groups, so that lines must name theirs."""
        return any(group.number for group in self.groups)

    @property
    def has_table(self) -> bool:
        """Whether the list needs a column for tables; a round with a deadline may need none."""
        slots = [slot for group in self.groups for slot in group.slots]
        at_table = any(one.slot.table or any(board.table for board in one.boards) for one in slots)
        return at_table or self.round.due_at is None

    @property
    def columns(self) -> int:
        """The number of columns in the list by table."""
        return 5 + self.has_table


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line of the list by name; `team` and `board` are set for a player of a team."""

    name: str
    opponent: str
    table: str
    length: int | None
    group: int | None = None
    team: str = ""
    board: int | None = None


def printed_rounds(stage: Stage) -> tuple[RoundOnPaper, ...]:
    """Return the rounds whose opponents are known, in order; nine queries, two of them for boards.

    For a round robin this is the whole schedule.
    """
    view = bracket(stage)
    return () if view is None else _printed_rounds(view)


def under_way(view: BracketView) -> tuple[RoundOnPaper, ...]:
    """Return the rounds of a loaded stage that have open matches, with these alone; two queries for boards."""
    rounds = _printed_rounds(view)
    return tuple(replace(of, groups=groups) for of in rounds if (groups := tuple(_open_groups(of.groups))))


def _printed_rounds(view: BracketView) -> tuple[RoundOnPaper, ...]:
    boards = _boards(view)
    rounds = ((of, _printed_slots(of, is_known_ahead=view.shape is Shape.TABLE)) for of in view.rounds)
    event, own_days = view.stage.event, {day.place: day for day in view.stage.stored_match_days}

    def printed(slot: SlotView, of: RoundView) -> PrintedSlot:
        own_day = own_days.get((slot.round, slot.slot))
        return replace(_printed(slot, of, boards=boards, event=event), own_day=own_day)

    return tuple(_round(of, [printed(slot, of) for slot in slots]) for of, slots in rounds if slots)


def under_play(rounds: Sequence[RoundOnPaper]) -> RoundOnPaper | None:
    """Return the round with the most open matches, else the newest paired one, else the first of the schedule."""
    paired = [of for of in rounds if any(slot.match for slot in of.round.slots)]
    with_open = [of for of in paired if _open_count(of)]
    if with_open:
        return max(with_open, key=_open_count)
    return next(iter(paired[-1:] or rounds[:1]), None)


def _open_count(of: RoundOnPaper) -> int:
    return sum(len(group.slots) for group in _open_groups(of.groups))


def overdue(rounds: Iterable[RoundOnPaper]) -> tuple[RoundOnPaper, ...]:
    """Return the overdue rounds with their open matches."""
    return tuple(replace(of, groups=tuple(_open_groups(of.groups))) for of in rounds if of.round.is_overdue)


def by_name(of: RoundOnPaper) -> tuple[NamedLine, ...]:
    """Return the list of a round by name; players of teams are listed once their boards exist; no query."""
    lines = [line for group in of.groups for slot in group.slots for line in _named(slot, group.number)]
    return tuple(sorted(lines, key=lambda line: name_order(line.name)))


def _printed_slots(of: RoundView, *, is_known_ahead: bool) -> Sequence[SlotView]:
    """Return the slots of a round that are paired or known from the draw; empty if nobody meets."""
    places = [slot for slot in of.slots if is_known_ahead and any(side.entrant for side in slot.sides)]
    slots = places or [slot for slot in of.slots if slot.pairing is not None]
    return slots if any(all(side.entrant for side in slot.sides) for slot in slots) else []


def _round(of: RoundView, slots: Sequence[PrintedSlot]) -> RoundOnPaper:
    in_order = sorted(slots, key=_group)
    numbers = {one.slot.group for one in slots}
    groups = tuple(
        PrintedGroup(number=number or None if len(numbers) > 1 else None, slots=tuple(group))
        for number, group in groupby(in_order, key=_group)
    )
    return RoundOnPaper(of, groups)


def _group(one: PrintedSlot) -> int:
    return one.slot.group or 0


def _printed(
    slot: SlotView, of: RoundView, *, boards: Mapping[str, Sequence[PrintedBoard]], event: Event
) -> PrintedSlot:
    own = tuple(boards.get(slot.match or "", ()))
    has_boards = event.kind == EventKind.TEAMS or bool(own)
    if not has_boards or not all(side.entrant for side in slot.sides):
        return PrintedSlot(slot)
    if own:
        return PrintedSlot(slot, own, boards_won(board.match for board in own if board.match is not None))
    # A final match gets no more boards.
    count = 0 if slot.winner is not None else event.boards or 0
    return PrintedSlot(slot, tuple(PrintedBoard(number, of.length) for number in range(1, count + 1)))


def _boards(view: BracketView) -> Mapping[str, Sequence[PrintedBoard]]:
    """Return the boards of a stage by uid of the team match; two queries, none without teams."""
    by_match = boards_of_rounds(view.stage, view.rounds)
    tables = tables_of(board.match_id for boards in by_match.values() for board in boards) if by_match else {}
    return {
        uid: [
            PrintedBoard(board.number, board.match.length, tables.get(board.match_id, ""), board.match)
            for board in boards
        ]
        for uid, boards in by_match.items()
    }


def _open_groups(groups: Iterable[PrintedGroup]) -> Iterator[PrintedGroup]:
    for group in groups:
        slots = tuple(one for one in group.slots if one.slot.is_open)
        if slots:
            yield replace(group, slots=slots)


def _named(printed_slot: PrintedSlot, group: int | None) -> Iterator[NamedLine]:
    slot = printed_slot.slot
    pairs = [(board, board.match) for board in printed_slot.boards if board.match is not None]
    for board, match in pairs:
        names = (match.one.name, match.two.name)
        for place, side in enumerate(slot.sides):
            yield NamedLine(
                names[place], names[not place], board.table, board.length, group, side.name, board.number
            )
    if not pairs:
        is_played = all(side.entrant for side in slot.sides)
        # The length of a team match is its number of boards, not a match length.
        length = slot.length if is_played and not printed_slot.boards else None
        for place, side in enumerate(slot.sides):
            if side.entrant is not None:
                yield NamedLine(side.name, slot.sides[not place].name, slot.table, length, group)
