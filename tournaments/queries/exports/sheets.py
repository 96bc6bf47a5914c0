"""Tables for export: entrants, pairings, results and standings as rows of plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from rules.match import Side as SideName
from tournaments.formats import FORMATS, BySeasons, parts_of_a_point
from tournaments.models import Board, Event, Stage
from tournaments.queries.draws.bracket import RoundView, SlotState, SlotView, bracket, view_of
from tournaments.queries.draws.standings import StandingsView, standings, standings_of
from tournaments.queries.entrants.teams import boards_of_rounds
from tournaments.queries.hall.desk import EntrantLine, entrants
from tournaments.queries.money.ledger import Balance, balances_of_event
from tournaments.queries.series_now import tables_of
from tournaments.queries.state import UNPLAYED, stage_state
from tournaments.ratings import UNITS

Value = str | int | Decimal | None


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table: the codes of its columns, and rows with a value for each column.

    `has_divisions` says that the groups are divisions.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    has_divisions: bool = False


TIEBREAK = "tiebreak_"
"""The prefix of the column codes of tiebreaks."""
MONEY = frozenset({"owed", "paid", "due"})
"""The columns with amounts, in the smallest unit of the tournament's currency."""

_ENTRANT = ("number", "name", "club", "country", "status", "checked_in", "entrant")
_PAIRING = ("round", "slot", "table", "one", "two", "length", "match", "group", "board", "due_at")
_RESULT = (
    *("round", "slot", "one", "two", "length", "score_one", "score_two", "winner", "outcome", "match"),
    *("group", "board", "final_at"),
)
_STANDING = ("place", "last_place", "group", "name", "points", "lives", "won", "lost", "byes", "entrant")


def entrant_table(event: Event, *, with_money: bool = False) -> SheetTable:
    """Return the entrants of an event in order of entry; at most nine queries.

    `status` is placed, alternate or withdrawn. `with_money` is for the desk: balances, and ratings if the event has a list.
    """
    groups = entrants(event, with_ratings=with_money)
    balances = balances_of_event(event) if with_money else {}
    entries = [
        (status, line)
        for status, lines in (
            ("placed", groups.placed),
            ("alternate", groups.alternates),
            ("withdrawn", groups.withdrawn),
        )
        for line in lines
    ]
    has_ratings = any(line.rating is not None for _status, line in entries)
    rows = []
    for number, (status, line) in enumerate(entries, start=1):
        balance = balances.get(line.entrant.pk, Balance())
        amounts = (balance.owed, balance.paid - balance.refunded, balance.due) if with_money else ()
        ratings = (_rating(line),) if has_ratings else ()
        rows.append((*_entrant_row(number, status, line), *ratings, *amounts))
    columns = (
        *_ENTRANT,
        *(("rating",) if has_ratings else ()),
        *(("owed", "paid", "due") if with_money else ()),
    )
    return SheetTable(columns, tuple(rows))


def pairing_table(stage: Stage, *, number: int | None = None) -> SheetTable:
    """Return the pairings of one round or of all, with byes and boards; at most nine queries."""
    rounds = list(_rounds(stage, number))
    boards_by_match = boards_of_rounds(stage, rounds)
    tables = (
        tables_of(board.match_id for boards in boards_by_match.values() for board in boards)
        if boards_by_match
        else {}
    )
    rows: list[tuple[Value, ...]] = []
    for of in rounds:
        due_at = _moment(of.due_at, stage.event)
        for slot in of.slots:
            if slot.pairing is None:
                continue
            place, names = (of.number, slot.slot + 1), (slot.one.name, slot.two.name)
            length = slot.length if slot.match else None
            rows.append((*place, slot.table, *names, length, slot.match, slot.group, None, due_at))
            for board in boards_by_match.get(slot.match or "", ()):
                match, table = board.match, tables.get(board.match_id, "")
                names = (match.one.name, match.two.name)
                rows.append(
                    (*place, table, *names, match.length, match.uid, slot.group, board.number, due_at)
                )
    return SheetTable(_PAIRING, tuple(rows), _has_divisions(stage))


def result_table(stage: Stage) -> SheetTable:
    """Return the final matches and boards with their counted scores, by round and slot; at most nine queries."""
    return _results(list(_rounds(stage, None)), stage)


def standing_table(stage: Stage) -> SheetTable:
    """Return the current standings, with half points as decimals; at most eight queries."""
    return _standings(standings(stage))


def season_tables(stage: Stage) -> tuple[SheetTable, SheetTable]:
    """Return the standings and the results of a stage; at most ten queries."""
    state = stage_state(stage)
    if state is None:
        return _standings(None), _results((), stage)
    # Frozen standings are final, even if this release would compute others.
    ranking = standings(stage) if stage.standings is not None else standings_of(state)
    return _standings(ranking), _results(view_of(state).rounds, stage)


def _results(rounds: Sequence[RoundView], stage: Stage) -> SheetTable:
    event, boards = stage.event, boards_of_rounds(stage, rounds)
    rows: list[tuple[Value, ...]] = []
    for of in rounds:
        for slot in of.slots:
            final = [board for board in boards.get(slot.match or "", ()) if board.match.is_final]
            rows += [_board_row(of.number, slot, board, event) for board in final]
            if slot.match is None or slot.state is not SlotState.FINAL:
                continue
            winner = slot.winner.name if slot.winner is not None else ""
            names = (slot.one.name, slot.two.name)
            scores = (slot.one.score, slot.two.score)
            head = (of.number, slot.slot + 1, *names, slot.length, *scores, winner, slot.outcome, slot.match)
            rows.append((*head, slot.group, None, _moment(slot.final_at, event)))
    return SheetTable(_RESULT, tuple(sorted(rows, key=_order)), _has_divisions(stage))


def _board_row(number: int, slot: SlotView, board: Board, event: Event) -> tuple[Value, ...]:
    """Return a board of a team match as the row of a match between its players."""
    match, report = board.match, board.match.accepted_report
    is_played = report is not None and match.outcome not in UNPLAYED
    scores = report.counted if report is not None and is_played else (None, None)
    winner = match.side(SideName(match.winner)).name if match.winner else ""
    head = (number, slot.slot + 1, match.one.name, match.two.name, match.length, *scores, winner)
    return (*head, match.outcome, match.uid, slot.group, board.number, _moment(match.final_at, event))


def _order(row: tuple[Value, ...]) -> tuple[int, int, int]:
    """Return the sort key of a row: round, slot and board, the team match before its boards."""
    number, slot, board = row[0], row[1], row[_RESULT.index("board")]
    return int(number or 0), int(slot or 0), int(board or 0)


def _moment(at: datetime | None, event: Event) -> Value:
    """Return a datetime in ISO format in the time zone of the tournament; empty for None."""
    return "" if at is None else at.astimezone(event.tournament.time_zone).isoformat(timespec="seconds")


def _standings(view: StandingsView | None) -> SheetTable:
    lines = () if view is None else view.lines
    codes = () if view is None else view.further_tiebreaks
    return SheetTable(
        (*_STANDING, *(f"{TIEBREAK}{code}" for code in codes)),
        tuple(
            (
                line.place,
                line.last_place,
                line.group,
                line.name,
                _points(line.half_points),
                line.lives,
                line.wins,
                line.losses,
                line.byes,
                line.entrant,
                *(_tiebreak(code, line.tiebreak(code)) for code in codes),
            )
            for line in lines
        ),
        view is not None and _has_divisions(view.stage),
    )


def _has_divisions(stage: Stage) -> bool:
    return isinstance(FORMATS[stage.format], BySeasons)


def _entrant_row(number: int, status: str, line: EntrantLine) -> Sequence[Value]:
    here = "yes" if line.is_checked_in else "no"
    return (number, line.name, line.clubs, ", ".join(line.countries), status, here, line.uid)


def _rating(line: EntrantLine) -> Value:
    """Return the rating with two decimals; nothing for an entrant who is not on the list."""
    if line.rating is None or line.rating.rating is None:
        return None
    return (Decimal(line.rating.rating) / UNITS).quantize(Decimal("0.01"))


def _rounds(stage: Stage, number: int | None) -> Iterator[RoundView]:
    view = bracket(stage)
    rounds = () if view is None else view.rounds
    return (of for of in rounds if number is None or of.number == number)


def _points(half_points: int | None) -> Value:
    if half_points is None:
        return None
    return half_points // 2 if half_points % 2 == 0 else Decimal(half_points) / 2


def _tiebreak(code: str, value: int | None) -> Value:
    parts = parts_of_a_point(code)
    if value is None:
        return None
    return value // parts if value % parts == 0 else Decimal(value) / parts
