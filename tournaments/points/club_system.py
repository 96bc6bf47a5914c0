"""The Universal Club Master Points System, of which each class of players has a table."""

from collections.abc import Mapping
from fractions import Fraction

from tournaments.points.places import PlaceTable, Row
from tournaments.points.scheme import HIGHER, PointsScheme
from tournaments.points.wins import WinRule

# The least players of each column.
_COLUMNS = (1, 12, 24, 33, 65)


def club_scheme(*, name: str, win: str, points: Mapping[str, tuple[str, ...]]) -> PointsScheme:
    """Return the scheme of a table: for each place, or tie such as `3-4`, the points of the five columns."""
    tables = []
    for column, players in enumerate(_COLUMNS):
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
