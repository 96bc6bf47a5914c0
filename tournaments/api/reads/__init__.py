"""The reads of the API by subject."""

from __future__ import annotations

from typing import Any

from tournaments.api.reading import Read

from . import (
    archives,
    comparisons,
    desk,
    directory,
    entrants,
    exchange,
    federations,
    feed,
    invitations,
    lists,
    people,
    points_seasons,
    proof,
    rating_lists,
    results,
    stages,
    tournaments,
)

# The reports of a match come first, because no address is read more often while a round ends.
READS: tuple[Read[Any], ...] = tuple(
    row
    for room in (
        results,
        people,
        tournaments,
        proof,
        desk,
        invitations,
        entrants,
        stages,
        federations,
        exchange,
        archives,
        lists,
        rating_lists,
        comparisons,
        directory,
        feed,
        points_seasons,
    )
    for row in vars(room).values()
    if isinstance(row, Read)
)
