"""The rules of a round of lives that pairs and byes by hand break, as codes.

| reason | data | says |
|---|---|---|
| of every format | | `formats/breaches.py`; that they met only if the options avoid it |
| `hand_lives` | `one`, `two`, `one_lives`, `two_lives` | their lives differ |
| `hand_club`, `hand_country` | `one`, `two` | the options keep these two apart |
"""

from collections.abc import Iterator

from tournaments.formats.base import Reason, State
from tournaments.formats.breaches import broken_by_bye, broken_by_pair, consequences
from tournaments.formats.by_hand import orders_for
from tournaments.formats.hand_order import HandKind, HandOrder
from tournaments.formats.lives.table import LivesTable, table_of
from tournaments.formats.moments import as_before
from tournaments.formats.rounds import before


def breaches_of_round(state: State, number: int) -> tuple[Reason, ...]:
    """Return what the orders break in a round, and what they lead to in it."""
    table = table_of(as_before(state, number))
    broken = [
        reason
        for order in orders_for(state, number, HandKind.PAIR, HandKind.BYE)
        for reason in _broken_by(before(state, number), table, order)
    ]
    return (*broken, *consequences(state, number))


def _broken_by(state: State, table: LivesTable, order: HandOrder) -> Iterator[Reason]:
    if order.kind is HandKind.BYE:
        yield from broken_by_bye(state, order)
        return
    yield from broken_by_pair(state, order, minds_rematches=table.options.avoids_rematches)
    if not order.members <= table.lives.keys():
        return
    one, two = (table.lives[uid] for uid in order.entrants)
    names: dict[str, str | int] = {"one": one.entrant, "two": two.entrant}
    if one.lives != two.lives:
        yield Reason("hand_lives", names | {"one_lives": one.lives, "two_lives": two.lives})
    for code in ("club", "country") if table.options.separates_clubs else ():
        key = getattr(one.entry, code)
        if key and key == getattr(two.entry, code):
            yield Reason(f"hand_{code}", names)
