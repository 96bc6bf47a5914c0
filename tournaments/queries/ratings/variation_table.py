"""The moves of a variation as a table for a file."""

from __future__ import annotations

from decimal import Decimal

from tournaments.models import ListVariation, VariationMove
from tournaments.queries.exports.sheets import SheetTable

_COLUMNS = (
    "player",
    "name",
    "place",
    "rating",
    "matches",
    "varied_place",
    "varied_rating",
    "varied_matches",
    "change",
)
# Ratings have nine digits after the point.
_DIGITS = 9


def move_table(variation: ListVariation) -> SheetTable:
    """Return everybody of either list in the order of the variation, each by the shown name; one query.

    `change` is empty for whoever has no match in one of the two lists.
    """
    moves = VariationMove.objects.filter(variation=variation).select_related("player").order_by("pk")
    return SheetTable(
        _COLUMNS,
        tuple(
            (
                move.player.uid,
                move.player.shown_name,
                move.place,
                Decimal(move.rating).scaleb(-_DIGITS),
                move.matches,
                move.other_place,
                Decimal(move.other_rating).scaleb(-_DIGITS),
                move.other_matches,
                Decimal(move.change).scaleb(-_DIGITS) if move.change is not None else None,
            )
            for move in moves.iterator(chunk_size=2000)
        ),
    )
