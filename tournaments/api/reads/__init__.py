"""The reads of the API by subject."""

from __future__ import annotations

from typing import Any

from tournaments.api.reading import Read

from . import (
    archives,
    closing,
    comparisons,
    directory,
    emergency,
    entrants,
    exchange,
    federations,
    feed,
    frame,
    invitations,
    lists,
    next_steps,
    past,
    people,
    points_seasons,
    proof,
    rating_lists,
    results,
    stages,
)

# The reports of a match come first, because no address is read more often while a round ends.
READS: tuple[Read[Any], ...] = tuple(
    row
    for room in (
        results,
        people,
        frame,
        proof,
        closing,
        emergency,
        invitations,
        next_steps,
        entrants,
        stages,
        federations,
        exchange,
        archives,
        lists,
        rating_lists,
        comparisons,
        past,
        directory,
        feed,
        points_seasons,
    )
    for row in vars(room).values()
    if isinstance(row, Read)
)
