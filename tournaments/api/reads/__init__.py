"""The reads of the API by subject."""

from __future__ import annotations

from typing import Any

from tournaments.api.reading import Read

from . import entrants, federations, frame, people, results, stages

# The reports of a match come first, because no address is read more often while a round ends.
READS: tuple[Read[Any], ...] = tuple(
    row
    for room in (results, people, frame, entrants, stages, federations)
    for row in vars(room).values()
    if isinstance(row, Read)
)
