"""The standings of an event of lives."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.base import Standing
from tournaments.formats.lives.finals import Finals
from tournaments.formats.lives.pools import record_of
from tournaments.formats.lives.table import Life, LivesTable
from tournaments.formats.no_shows import are_places_by_play


@dataclass(frozen=True, slots=True)
class _StandingRow:
    """An entrant with its sort key; tied entrants have equal keys."""

    life: Life
    key: tuple[int, ...]
    tiebreaks: tuple[tuple[str, int], ...]
    is_in: bool
    is_behind: bool


def standings_of(table: LivesTable, finals: Finals | None, *, champion: str | None) -> tuple[Standing, ...]:
    """Return all entrants, best first; tied ones in the order of lines."""
    is_over = table.is_over if finals is None else finals.is_over
    out_in = {life.entrant: life.out for life in table.lives.values()}
    in_finals = {} if finals is None else finals.out_in()
    out_in |= in_finals
    # Entrants eliminated in the same round of a knock-out share the places, whatever their lives; so do the
    # last two if nobody is the champion.
    level = {uid for uid, out in in_finals.items() if out is not None}
    top: set[str | None] = {champion}
    if is_over and champion is None:
        last = {life.entrant for life in table.leaders if out_in[life.entrant] is None}
        latest = max((out for out in out_in.values() if out is not None), default=None)
        top = {*last} or {uid for uid, out in out_in.items() if out == latest}
    rows = []
    for uid, life in table.lives.items():
        record = (0, 0) if uid in level or (champion is None and uid in top) else record_of(life)
        is_no_show = uid not in top and _is_no_show(life, table, out=out_in[uid])
        out = _earned(life) if is_no_show else out_in[uid]
        rows.append(
            _row(life, record, table, out=out, is_top=uid in top, is_over=is_over, is_no_show=is_no_show)
        )
    rows.sort(key=lambda row: row.key, reverse=True)
    return tuple(_with_places(rows))


def _row(
    life: Life,
    record: tuple[int, int],
    table: LivesTable,
    *,
    out: int | None,
    is_top: bool,
    is_over: bool,
    is_no_show: bool,
) -> _StandingRow:
    tiebreaks = [("out_in", out)] if out else []
    tiebreaks += [("lives", record[0]), ("wins", record[1])]
    is_paid = is_top or out is None or _was_left(life, table, out=out)
    if table.playoff is not None:
        tiebreaks.insert(0, ("paid", int(is_paid)))
    # Entrants who are still in stand before all eliminated ones.
    key = (is_top, out is None, out or 0, not is_no_show, is_paid, *record)
    return _StandingRow(life, key, tuple(tiebreaks), out is None and not is_over, is_no_show and not out)


def _is_no_show(life: Life, table: LivesTable, *, out: int | None) -> bool:
    """Say whether an entrant did not play in the round in which it was out, because it had left or did not come."""
    if out is None or out <= _last_played(life) or not are_places_by_play(table.state):
        return False
    meetings = life.record.meetings
    has_forfeited = bool(meetings) and not meetings[-1].is_played and meetings[-1].has_won is not True
    return life.entry.is_withdrawn or has_forfeited


def _last_played(life: Life) -> int:
    """Return the last round with a match that was played, 0 before any."""
    return max((meeting.round for meeting in life.record.meetings if meeting.is_played), default=0)


def _earned(life: Life) -> int:
    """Return the last round that an entrant played or reached by playing, 0 before any."""
    played = _last_played(life)
    return next((number for number in life.record.rounds if number > played), played) if played else 0


def _was_left(life: Life, table: LivesTable, *, out: int) -> bool:
    """Say whether an eliminated entrant was among the last ones when no more than the paid places were left."""
    if table.playoff is None or out < table.playoff:
        return False
    # Entrants left out of the playoff go out in the same round as those who lost their last life in it.
    return out > table.playoff or (life.lives_after(out) > 0 and not life.entry.is_withdrawn)


def _with_places(rows: Sequence[_StandingRow]) -> list[Standing]:
    """Return these rows, which are in order, as standings with places."""
    first: dict[tuple[int, ...], int] = {}
    last: dict[tuple[int, ...], int] = {}
    for position, row in enumerate(rows, start=1):
        first.setdefault(row.key, position)
        last[row.key] = position
    return [
        Standing(
            entrant=row.life.entrant,
            place=first[row.key],
            last_place=last[row.key],
            wins=row.life.record.wins,
            losses=row.life.record.losses,
            reached=row.life.reached,
            is_in=row.is_in,
            byes=len(row.life.record.byes),
            lives=row.life.lives,
            tiebreaks=row.tiebreaks,
            is_behind=row.is_behind,
        )
        for row in rows
    ]
