"""Tables that leave the service: entrants, pairings, results and standings as rows of plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournaments.models import Event, Stage

from .bracket import RoundView, SlotState, bracket, view_of
from .desk import EntrantLine, entrants
from .ledger import Balance, balances_of_event
from .standings import StandingsView, standings, standings_of
from .state import stage_state

Value = str | int | Decimal | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the codes of its columns, and a value for each of them in every row."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


MONEY = frozenset({"owed", "paid", "due"})
"""The columns that hold an amount, in the smallest unit of the tournament's currency."""

_ENTRANT = ("number", "name", "club", "country", "status", "checked_in", "entrant")
_PAIRING = ("round", "slot", "table", "one", "two", "length", "match")
_RESULT = ("round", "slot", "one", "two", "length", "score_one", "score_two", "winner", "outcome", "match")
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
    """The final matches with their counted scores, by round and slot; at most seven queries."""
    return _results(_rounds(stage, None))


def standing_table(stage: Stage) -> Table:
    """The standings as they are now, in points and halves; at most eight queries."""
    return _standings(standings(stage))


def season_tables(stage: Stage) -> tuple[Table, Table]:
    """The standings and the results of a stage together; at most ten queries."""
    state = stage_state(stage)
    if state is None:
        return _standings(None), _results(())
    # What was frozen stands, whatever a later release would make of the results.
    found = standings(stage) if stage.standings is not None else standings_of(state)
    return _standings(found), _results(view_of(state).rounds)


def _results(rounds: Iterable[RoundView]) -> Table:
    rows: list[tuple[Value, ...]] = []
    for of in rounds:
        for slot in of.slots:
            if slot.match is None or slot.state is not SlotState.FINAL:
                continue
            winner = slot.winner.name if slot.winner is not None else ""
            names = (slot.one.name, slot.two.name)
            scores = (slot.one.score, slot.two.score)
            rows.append(
                (of.number, slot.slot + 1, *names, slot.length, *scores, winner, slot.outcome, slot.match)
            )
    return Table(_RESULT, tuple(rows))


def _standings(found: StandingsView | None) -> Table:
    lines = () if found is None else found.lines
    return Table(
        _STANDING,
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
