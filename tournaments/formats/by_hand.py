"""What follows from the orders of a director: pairs, byes, rounds missed with notice, and players kept apart."""

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from tournaments.formats.base import Pairing, State
from tournaments.formats.hand_order import HandKind, HandOrder


class HandSeats(NamedTuple):
    """The pairs and byes that a director set by hand among the players of a round."""

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]

    @property
    def players(self) -> frozenset[str]:
        """Everybody who sits by hand."""
        return frozenset(uid for pair in self.pairs for uid in pair) | frozenset(self.byes)


def orders_for(state: State, number: int, *kinds: HandKind) -> Iterator[HandOrder]:
    """Yield the orders of these kinds that count in a round."""
    for order in state.by_hand:
        if order.kind in kinds and order.holds_in(number):
            yield order


def missing_by_hand(state: State, number: int) -> frozenset[str]:
    """Return the entrants who miss a round with notice."""
    return frozenset(uid for order in orders_for(state, number, HandKind.MISS) for uid in order.entrants)


def seats_by_hand(state: State, number: int, players: Collection[str]) -> HandSeats:
    """Return the pairs and byes by hand among these players; an order with anybody else does not count."""
    here = set(players)
    orders = [
        order
        for order in orders_for(state, number, HandKind.PAIR, HandKind.BYE)
        if here.issuperset(order.entrants)
    ]
    return HandSeats(
        tuple((order.entrants[0], order.entrants[1]) for order in orders if order.kind is HandKind.PAIR),
        tuple(order.entrants[0] for order in orders if order.kind is HandKind.BYE),
    )


def kept_apart(state: State, number: int) -> frozenset[frozenset[str]]:
    """Return the pairs of entrants who are kept apart in a round."""
    return frozenset(order.members for order in orders_for(state, number, HandKind.APART))


def points_by_hand(state: State) -> dict[str, dict[int, int]]:
    """Return the half points of entrants for rounds missed with notice, by round; without those for none."""
    points: dict[str, dict[int, int]] = {}
    for order in state.by_hand:
        if order.kind is HandKind.MISS and order.half_points:
            points.setdefault(order.entrants[0], {})[order.round] = order.half_points
    return points


def is_by_hand(state: State, pairing: Pairing) -> bool:
    """Say whether a director set this pair or this bye by hand."""
    seated = frozenset(pairing.entrants)
    return any(
        order.members == seated for order in orders_for(state, pairing.round, HandKind.PAIR, HandKind.BYE)
    )


def is_against_hand(state: State, pairing: Pairing, present: AbstractSet[str]) -> bool:
    """Say whether a pairing stands in the way of an order for its round.

    An order counts if all of its entrants are present: who has left is not waited for.
    """
    seated = frozenset(pairing.entrants)
    for order in state.by_hand:
        if order.is_seat and order.holds_in(pairing.round) and not seated.isdisjoint(order.entrants):
            is_kept = order.kind is not HandKind.MISS and order.members == seated
            if not is_kept and (order.kind is HandKind.MISS or order.members <= present):
                return True
    return False
