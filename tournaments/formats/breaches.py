"""The rules that the orders of a director break in a round."""

from collections.abc import Iterator

from tournaments.formats.base import Reason, State
from tournaments.formats.by_hand import is_by_hand, kept_apart, orders_for
from tournaments.formats.hand_order import HandKind, HandOrder
from tournaments.formats.same_player import same_player


def broken_by_pair(state: State, order: HandOrder, *, minds_rematches: bool = True) -> Iterator[Reason]:
    """Yield what a pair by hand breaks in every format; `state` is that before the round.

    | reason | data | says |
    |---|---|---|
    | `hand_met` | `one`, `two`, `round` | they met in an earlier round |
    | `hand_same_player` | `one`, `two` | they are two entries of one player |
    | `hand_apart` | `one`, `two` | the director keeps them apart |
    """
    one, two = order.entrants
    names: dict[str, str | int] = {"one": one, "two": two}
    if minds_rematches:
        for pairing in state.pairings:
            if order.members == frozenset(pairing.entrants):
                yield Reason("hand_met", {**names, "round": pairing.round})
    mates = same_player(state.entries)
    if one in mates and two in mates[one]:
        yield Reason("hand_same_player", names)
    if order.members in kept_apart(state, order.round):
        yield Reason("hand_apart", names)


def broken_by_bye(state: State, order: HandOrder) -> Iterator[Reason]:
    """Yield `hand_second_bye` if the entrant has had a bye before; `state` is that before the round."""
    (uid,) = order.entrants
    if byes := sum(pairing.is_bye and pairing.one == uid for pairing in state.pairings):
        yield Reason("hand_second_bye", {"entrant": uid, "byes": byes})


def consequences(state: State, number: int) -> Iterator[Reason]:
    """Yield what the orders lead to in a round that is paired: a ban that yields, a player left alone."""
    here = [pairing for pairing in state.pairings if pairing.round == number]
    by_hand = [pairing for pairing in here if is_by_hand(state, pairing)]
    others = [pairing for pairing in here if pairing not in by_hand]
    bans = kept_apart(state, number)
    for pairing in others:
        if pairing.two is not None and frozenset(pairing.entrants) in bans:
            yield Reason("hand_yields", {"one": pairing.one, "two": pairing.two})
    orders = list(orders_for(state, number, HandKind.PAIR, HandKind.BYE, HandKind.MISS))
    if not orders:
        return
    missing = sum(order.kind is HandKind.MISS for order in orders)
    players = sum(len(pairing.entrants) for pairing in here) + missing
    usual = max(0, players % 2 - sum(pairing.is_bye for pairing in by_hand))
    for pairing in [pairing for pairing in others if pairing.is_bye][usual:]:
        yield Reason("hand_leaves_alone", {"entrant": pairing.one})
