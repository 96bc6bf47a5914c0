"""Tables that leave the service: entrants, pairings, results and standings as rows of plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils import timezone

from rules.match import Side as SideName
from tournaments.formats import PARTS_OF_A_POINT
from tournaments.models import Board, Event, EventKind, Stage

from .bracket import RoundView, SlotState, SlotView, bracket, view_of
from .desk import EntrantLine, entrants
from .ledger import Balance, balances_of_event
from .standings import StandingsView, standings, standings_of
from .state import UNPLAYED, stage_state

Value = str | int | Decimal | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the codes of its columns, and a value for each of them in every row."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


TIEBREAK = "tiebreak_"
"""Before the code of a tiebreak it is the code of its column."""
MONEY = frozenset({"owed", "paid", "due"})
"""The columns that hold an amount, in the smallest unit of the tournament's currency."""

_ENTRANT = ("number", "name", "club", "country", "status", "checked_in", "entrant")
_PAIRING = ("round", "slot", "table", "one", "two", "length", "match")
_RESULT = (
    *("round", "slot", "one", "two", "length", "score_one", "score_two", "winner", "outcome", "match"),
    *("group", "board", "final_at"),
)
_STANDING = ("place", "last_place", "group", "name", "points", "lives", "won", "lost", "byes", "entrant")


def entrant_table(event: Event, *, with_money: bool = False) -> Table:
    """Everybody of an event in the order they came, for the desk with what they owe; at most four queries.

    `status` is placed, alternate or withdrawn.
    """
    found = entrants(event)
    balances = balances_of_event(event) if with_money else {}
    listed = [
        (status, line)
        for status, lines in (
            ("placed", found.placed),
            ("alternate", found.alternates),
            ("withdrawn", found.withdrawn),
        )
        for line in lines
    ]
    rows = []
    for number, (status, line) in enumerate(listed, start=1):
        balance = balances.get(line.entrant.pk, Balance())
        amounts = (balance.owed, balance.paid - balance.refunded, balance.due) if with_money else ()
        rows.append((*_entrant_row(number, status, line), *amounts))
    columns = (*_ENTRANT, "owed", "paid", "due") if with_money else _ENTRANT
    return Table(columns, tuple(rows))


def pairing_table(stage: Stage, *, number: int | None = None) -> Table:
    """The pairings made so far, of one round or of all, the byes too; at most seven queries."""
    return Table(
        _PAIRING,
        tuple(
            (
                of.number,
                slot.slot + 1,
                slot.table,
                slot.one.name,
                slot.two.name,
                slot.length if slot.match else None,
                slot.match,
            )
            for of in _rounds(stage, number)
            for slot in of.slots
            if slot.pairing is not None
        ),
    )


def result_table(stage: Stage) -> Table:
    """The final matches with their counted scores, by round and slot, with their boards; at most nine queries."""
    return _results(_rounds(stage, None), _boards(stage))


def standing_table(stage: Stage) -> Table:
    """The standings as they are now, in points and halves; at most eight queries."""
    return _standings(standings(stage))


def season_tables(stage: Stage) -> tuple[Table, Table]:
    """The standings and the results of a stage together; at most ten queries."""
    state = stage_state(stage)
    if state is None:
        return _standings(None), _results((), {})
    # What was frozen stands, whatever a later release would make of the results.
    found = standings(stage) if stage.standings is not None else standings_of(state)
    return _standings(found), _results(view_of(state).rounds, _boards(stage))


def _results(rounds: Iterable[RoundView], boards: Mapping[str, Sequence[Board]]) -> Table:
    rows: list[tuple[Value, ...]] = []
    for of in rounds:
        for slot in of.slots:
            if slot.match is not None:
                rows += [_board_row(of.number, slot, board) for board in boards.get(slot.match, ())]
            if slot.match is None or slot.state is not SlotState.FINAL:
                continue
            winner = slot.winner.name if slot.winner is not None else ""
            names = (slot.one.name, slot.two.name)
            scores = (slot.one.score, slot.two.score)
            head = (of.number, slot.slot + 1, *names, slot.length, *scores, winner, slot.outcome, slot.match)
            rows.append((*head, slot.group, None, _moment(slot.final_at)))
    return Table(_RESULT, tuple(sorted(rows, key=_order)))


def _board_row(number: int, slot: SlotView, board: Board) -> tuple[Value, ...]:
    """A board of a team match, as a match of its two players."""
    match, report = board.match, board.match.accepted_report
    is_played = report is not None and match.outcome not in UNPLAYED
    scores = report.counted if report is not None and is_played else (None, None)
    winner = match.side(SideName(match.winner)).name if match.winner else ""
    head = (number, slot.slot + 1, match.one.name, match.two.name, match.length, *scores, winner)
    return (*head, match.outcome, match.uid, slot.group, board.number, _moment(match.final_at))


def _order(row: tuple[Value, ...]) -> tuple[int, int, int]:
    """By round and slot, a team match before its boards."""
    number, slot, board = row[0], row[1], row[_RESULT.index("board")]
    return int(number or 0), int(slot or 0), int(board or 0)


def _boards(stage: Stage) -> Mapping[str, Sequence[Board]]:
    """The final boards of the team matches of a stage, by the uid of the team match; one query, none without teams."""
    if stage.event.kind != EventKind.TEAMS:
        return {}
    rows = Board.objects.filter(
        team_match__pairing__stage=stage, cancelled_at=None, match__final_at__isnull=False
    )
    found: dict[str, list[Board]] = {}
    ways = ("team_match", "match__one", "match__two", "match__accepted_report")
    for board in rows.select_related(*ways).order_by("number"):
        found.setdefault(board.team_match.uid, []).append(board)
    return found


def _moment(at: datetime | None) -> Value:
    """A moment as every program reads it, in the zone of the tournament."""
    return "" if at is None else timezone.localtime(at).isoformat(timespec="seconds")


def _standings(found: StandingsView | None) -> Table:
    lines = () if found is None else found.lines
    codes = () if found is None else found.further_tiebreaks
    return Table(
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
    )


def _entrant_row(number: int, status: str, line: EntrantLine) -> Sequence[Value]:
    here = "yes" if line.is_checked_in else "no"
    return (number, line.name, line.clubs, ", ".join(line.countries), status, here, line.uid)


def _rounds(stage: Stage, number: int | None) -> Iterator[RoundView]:
    found = bracket(stage)
    rounds = () if found is None else found.rounds
    return (of for of in rounds if number is None or of.number == number)


def _points(half_points: int | None) -> Value:
    if half_points is None:
        return None
    return half_points // 2 if half_points % 2 == 0 else Decimal(half_points) / 2


def _tiebreak(code: str, value: int | None) -> Value:
    parts = PARTS_OF_A_POINT.get(code, 1)
    if value is None:
        return None
    return value // parts if value % parts == 0 else Decimal(value) / parts
