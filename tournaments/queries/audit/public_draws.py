"""What strangers read of a draw: enough to repeat it, and nothing that somebody typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from tournaments.formats import FORMATS
from tournaments.models import Draw

from .evidence import canonical

# Seeds and secrets of the service; what a director types in its place is a text.
_SEED = re.compile(r"[0-9a-f]{32,64}")
_APART = "nobody"


def public_draw(draw: Draw) -> dict[str, Any]:
    """Return the draw as a line of the public log: entrants by uid, and clubs, countries and groups as numbers.

    Only who is of the same club counts in a draw, so numbers are enough.
    """
    entries = draw.basis.entries
    clubs, countries, groups = (
        _numbers(values)
        for values in (
            (entry.club or "" for entry in entries),
            (entry.country or "" for entry in entries),
            (entry.group for entry in entries),
        )
    )
    options = dict(draw.basis.options)
    has_orders = any(entry.apart_from for entry in entries)
    return {
        "draw": draw.uid,
        "stage": draw.stage.uid,
        "format": draw.format,
        "version": draw.format_version,
        "seed": draw.seed,
        "secret": draw.commitment.secret if draw.commitment else None,
        "dice": draw.dice,
        "by_hand": draw.is_by_hand,
        "is_of_numbers": FORMATS[draw.format].draws_numbers,
        "options": options,
        "is_kept_apart": has_orders or bool(groups) or options.get("apart", _APART) != _APART,
        "entries": [
            {
                "entrant": entry.uid,
                "seed": entry.seed,
                "late": entry.is_late,
                "lots": entry.bye_lots,
                "club": clubs.get(entry.club or ""),
                "country": countries.get(entry.country or ""),
                "group": groups.get(entry.group),
            }
            for entry in entries
        ],
        "lines": list(draw.placement),
    }


def digest_of_public(draw: Draw) -> str:
    """Return the SHA-256 in hex of what strangers read of the draw, for the log."""
    return sha256(canonical(public_draw(draw)).encode()).hexdigest()


def has_own_seed(draw: Draw) -> bool:
    """Whether the service made the seed, or dice in the hall with its secret; a seed that was typed is a text."""
    return _SEED.fullmatch(draw.seed) is not None


def _numbers(values: Iterable[str]) -> dict[str, int]:
    """Return a number from 1 for each value that is not empty, in the order in which they come."""
    return {value: number for number, value in enumerate(dict.fromkeys(filter(None, values)), start=1)}
