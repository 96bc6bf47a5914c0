"""The rules of a Swiss round that a pair or a bye by hand breaks, as codes.

| reason | data | says |
|---|---|---|
| of every format | | `formats/breaches.py`; that they met is no matter in the Danish system |
| `hand_points` | `one`, `two`, `one_half_points`, `two_half_points` | they are in different points groups |
| `hand_float` | `one`, `two` | one of them floats in the same direction twice running |
| `hand_family`, `hand_club`, `hand_country` | `one`, `two` | they are to be kept apart as members of one |
| `hand_bye_without_lots` | `entrant` | the entrant has no chance in the draw for byes |
| `hand_bye_not_last` | `entrant` | somebody with fewer points has had no bye |
"""

from collections.abc import Iterator

from tournaments.formats.base import Reason, State
from tournaments.formats.breaches import broken_by_bye, broken_by_pair
from tournaments.formats.hand_order import HandKind, HandOrder
from tournaments.formats.rounds import available
from tournaments.formats.swiss.board import System, field_of
from tournaments.formats.swiss.options import SwissOptions
from tournaments.formats.swiss.rounds import board_of

_APART = ("family", "club", "country")


def broken_by(state: State, order: HandOrder) -> Iterator[Reason]:
    """Yield the rules that an order breaks; the state is that before its round."""
    players = {*available(state, order.round), *order.entrants}
    board = board_of(
        state, order.round, players & {entry.uid for entry in state.entries if entry.line is not None}
    )
    number = {uid: player for player, uid in enumerate(board.players)}
    if not order.members <= number.keys():
        return
    if order.kind is HandKind.BYE:
        yield from broken_by_bye(state, order)
        (uid,) = order.entrants
        player = number[uid]
        if board.no_bye_lots[player]:
            yield Reason("hand_bye_without_lots", {"entrant": uid})
        others = [other for other in range(len(board.players)) if not board.byes[other] and other != player]
        if any(board.scores[other] < board.scores[player] for other in others):
            yield Reason("hand_bye_not_last", {"entrant": uid})
        return
    system = SwissOptions.of(state.options).system
    yield from broken_by_pair(state, order, minds_rematches=system is not System.DANISH)
    one, two = order.entrants
    names: dict[str, str | int] = {"one": one, "two": two}
    against = field_of(board, has_rematches=True).cost(number[one], number[two])
    if "score" in against:
        points: dict[str, str | int] = {
            "one_half_points": board.scores[number[one]],
            "two_half_points": board.scores[number[two]],
        }
        yield Reason("hand_points", names | points)
    if "float" in against:
        yield Reason("hand_float", names)
    yield from (Reason(f"hand_{code}", names) for code in _APART if code in against)
