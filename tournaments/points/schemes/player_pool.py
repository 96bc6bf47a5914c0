"""A point for each player of the event, shared by standardized factors: not verified, an example of this project.

The total, players times 1, 0.5 or 0.25 by division, is that of the ABT since 2025. How the ABT distributes it was not
read, so the factors here are those of common payouts for a field of this size, and the scheme carries no body's name.
The director's own `factors` of an event take their place.
"""

from fractions import Fraction

from tournaments.points.places import PlacePool
from tournaments.points.scheme import PointsScheme

_FACTORS = {
    1: {"main": (2, 1), "consolation": (1,)},
    17: {"main": (4, 2, 1, 1), "consolation": (2, 1), "last chance": (1,)},
    65: {"main": (8, 4, 2, 2, 1, 1, 1, 1), "consolation": (4, 2, 1, 1), "last chance": (2, 1)},
}

SCHEME = PointsScheme(
    name="Player pool by division",
    source="own: a pool of one point a player, shared by standardized payout factors",
    is_verified=False,
    places=PlacePool(
        tuple(
            (players, {flight: tuple(map(Fraction, factors)) for flight, factors in flights.items()})
            for players, flights in _FACTORS.items()
        )
    ),
    divisions=(Fraction(1), Fraction(1, 2), Fraction(1, 4)),
)
