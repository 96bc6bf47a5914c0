"""The schemes by their codes: what the rules of a body say, and in a comment what its source leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tournaments.points.places import FIRST, LOG2, ROOT, PlaceFunction, PlacePool, PlaceTable, Row
from tournaments.points.scheme import HIGHER, PLACES, PointsScheme
from tournaments.points.season import SeasonRule
from tournaments.points.wins import LENGTH, WinRule
from tournaments.points.wins import ROOT as ROOT_OF_LENGTH

# The least players of each column.
_CLUB_COLUMNS = (1, 12, 24, 33, 65)


def _club_scheme(*, name: str, win: str, points: Mapping[str, tuple[str, ...]]) -> PointsScheme:
    """Return the Universal Club Master Points of a table: for each place, or tie such as `3-4`, the five columns."""
    tables = []
    for column, players in enumerate(_CLUB_COLUMNS):
        rows = []
        for places, row in points.items():
            first, _, last = places.partition("-")
            rows.append(Row(int(first), int(last or first), Fraction(row[column])))
        tables.append((players, {"main": tuple(rows)}))
    return PointsScheme(
        name=name,
        source="Universal Master Points System, Club Database Program (backgames.org/user_guide)",
        is_verified=True,
        wins=WinRule(Fraction(win)),
        places=PlaceTable(tuple(tables)),
        combination=HIGHER,
    )


# Universal Club Master Points System, advanced and open table: verified.
# The points of a place by the number of players, with a table for ties, or 0.08 for each match won,
# whichever is higher.
_CLUB_TABLE = _club_scheme(
    name="Universal club master points, advanced and open",
    win="0.08",
    points={
        "1": ("1.75", "2", "2.5", "3", "4"),
        "1-2": ("1.31", "1.5", "1.88", "2.25", "3"),
        "2": ("0.88", "1", "1.25", "1.5", "2"),
        "2-3": ("0.73", "0.83", "1.04", "1.25", "1.67"),
        "3": ("0.58", "0.67", "0.83", "1", "1.33"),
        "3-4": ("0.44", "0.5", "0.63", "0.75", "1"),
        "4": ("0.38", "0.44", "0.55", "0.66", "0.88"),
        "5-8": ("0.22", "0.25", "0.31", "0.38", "0.5"),
    },
)

# Universal Club Master Points System, intermediate table: verified.
# The points of a place by the number of players, with a table for ties, or 0.04 for each match won,
# whichever is higher.
_CLUB_TABLE_INTERMEDIATE = _club_scheme(
    name="Universal club master points, intermediate",
    win="0.04",
    points={
        "1": ("1.25", "1.5", "2", "2.5", "3"),
        "1-2": ("0.94", "1.13", "1.5", "1.88", "2.25"),
        "2": ("0.63", "0.75", "1", "1.25", "1.5"),
        "2-3": ("0.52", "0.62", "0.83", "1.04", "1.25"),
        "3": ("0.42", "0.5", "0.67", "0.83", "1"),
        "3-4": ("0.31", "0.38", "0.5", "0.63", "0.75"),
        "4": ("0.27", "0.33", "0.44", "0.55", "0.66"),
        "5-8": ("0.16", "0.19", "0.25", "0.31", "0.38"),
    },
)

# Nardgammon, tournament part: verified. 10 * log2(players) / place, halved each month.
_NARDGAMMON = PointsScheme(
    name="Nardgammon tournament points",
    source="Nardgammon, tournament rating",
    is_verified=True,
    places=PlaceFunction(scale=Fraction(10), growth=LOG2),
    season=SeasonRule(halving=1),
)

# New England Backgammon Club, playoff points: verified.
# A match won is its length. Places have 50, 25 and twice 12 in the main tournament, 25 and 12 in the
# consolation; of two flights the higher one counts. Who comes and wins nothing has 2. The bonuses of
# November and May are doubled: that is the weight of the event, but for the 25 in place of 24 that the club
# then gives to semi-finalists and to the second of the consolation.
_NEBC = PointsScheme(
    name="NEBC playoff points",
    source="New England Backgammon Club, how points are calculated (nebackgammon.org/pointscalc.html)",
    is_verified=True,
    wins=WinRule(Fraction(1), LENGTH),
    places=PlaceTable(
        (
            (
                1,
                {
                    "main": (
                        Row(1, 1, Fraction(50)),
                        Row(2, 2, Fraction(25)),
                        Row(3, 3, Fraction(12)),
                        Row(4, 4, Fraction(12)),
                    ),
                    "consolation": (Row(1, 1, Fraction(25)), Row(2, 2, Fraction(12))),
                },
            ),
        ),
        tie=FIRST,
    ),
    flights=HIGHER,
    attendance=Fraction(2),
    attendance_without_wins=True,
    weighted=(PLACES,),
)

# Neu-Isenburg: verified. 9 for a win, 10 for attendance, 5 for a settlement, nothing for byes and forfeits.
_NEU_ISENBURG = PointsScheme(
    name="Neu-Isenburg",
    source="Backgammon Neu-Isenburg, club ranking",
    is_verified=True,
    wins=WinRule(Fraction(9)),
    attendance=Fraction(10),
    settlement=Fraction(5),
)

# Norway Cup: verified. The square root of twice the players, divided by the place.
# Fields of 4 to 7 have points for the first place, of 8 to 16 for two, of 17 to 32 for two and both thirds,
# of 33 to 64 for the four fifths too, above 64 for the eight ninths too. Who shares a place has the points
# of its first.
_NORWAY_CUP = PointsScheme(
    name="Norway Cup",
    source="Norges Backgammonforbund, Norway Cup rules (nbgf.no)",
    is_verified=True,
    places=PlaceFunction(
        scale=Fraction(1),
        growth=ROOT,
        times=2,
        places=((1, 0), (4, 1), (8, 2), (17, 4), (33, 8), (65, 16)),
        tie=FIRST,
    ),
)

_POOL_FACTORS = {
    1: {"main": (2, 1), "consolation": (1,)},
    17: {"main": (4, 2, 1, 1), "consolation": (2, 1), "last chance": (1,)},
    65: {"main": (8, 4, 2, 2, 1, 1, 1, 1), "consolation": (4, 2, 1, 1), "last chance": (2, 1)},
}

# A point for each player of the event, shared by standardized factors: not verified, an example of this
# project.
# The total, players times 1, 0.5 or 0.25 by division, is that of the ABT since 2025. How the ABT
# distributes it was not read, so the factors here are those of common payouts for a field of this size, and
# the scheme carries no body's name. The director's own `factors` of an event take their place.
_PLAYER_POOL = PointsScheme(
    name="Player pool by division",
    source="own: a pool of one point a player, shared by standardized payout factors",
    is_verified=False,
    places=PlacePool(
        tuple(
            (players, {flight: tuple(map(Fraction, factors)) for flight, factors in flights.items()})
            for players, flights in _POOL_FACTORS.items()
        )
    ),
    divisions=(Fraction(1), Fraction(1, 2), Fraction(1, 4)),
)

# USBGF master points, effective January 2019: verified.
# A match won is a third of the square root of its length. A place is 0.6 * log2(players) * factor, the
# factor 1, 0.7, then 1 / (place - 1); so many equidistant players split the same number of places.
# Divisions weigh 1, 0.7 and 0.5. The weight of the event is 1 for the main event of an ABT tournament; the
# table of the others was not read, so that it is given with the event. Which places count is the
# director's: `paid` of the event.
_USBGF_MASTER_POINTS = PointsScheme(
    name="USBGF master points 2019",
    source="USBGF, How USBGF Master Points are Calculated, effective January 2019 (usbgf.org)",
    is_verified=True,
    wins=WinRule(Fraction(1, 3), ROOT_OF_LENGTH),
    places=PlaceFunction(
        scale=Fraction(6, 10), growth=LOG2, factors=(Fraction(1), Fraction(7, 10)), offset=1
    ),
    divisions=(Fraction(1), Fraction(7, 10), Fraction(1, 2)),
)

_VIENNA_PLACES = (10, 8, 6, 5, 4, 3, 2, 1)

# Viennagammon: verified. 1 for a win, 2 for attendance, 10, 8, 6, 5, 4, 3, 2 and 1 for the places, the
# worst dropped.
# The source does not say how a tie is shared: it is split here. An event that somebody misses serves as the
# worst.
_VIENNAGAMMON = PointsScheme(
    name="Viennagammon",
    source="Viennagammon, season ranking",
    is_verified=True,
    wins=WinRule(Fraction(1)),
    places=PlaceTable(
        (
            (
                1,
                {
                    "main": tuple(
                        Row(place, place, Fraction(points)) for place, points in enumerate(_VIENNA_PLACES, 1)
                    )
                },
            ),
        )
    ),
    attendance=Fraction(2),
    season=SeasonRule(drop=1),
)

SCHEMES: Mapping[str, PointsScheme] = {
    "club-table": _CLUB_TABLE,
    "club-table-intermediate": _CLUB_TABLE_INTERMEDIATE,
    "nardgammon": _NARDGAMMON,
    "nebc": _NEBC,
    "neu-isenburg": _NEU_ISENBURG,
    "norway-cup": _NORWAY_CUP,
    "player-pool": _PLAYER_POOL,
    "usbgf-master-points": _USBGF_MASTER_POINTS,
    "viennagammon": _VIENNAGAMMON,
}
