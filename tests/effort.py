"""How long the property tests may take: a tenth by default, everything with `./videau test --long`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")


def is_long() -> bool:
    """Whether this is a long run."""
    return os.environ.get("VIDEAU_TEST_LONG", "") == "1"


def examples(count: int, *, landing: int | None = None) -> int:
    """How many of `count` examples to run: all in a long run, else `landing` or a tenth, at least ten."""
    return count if is_long() else landing or max(10, count // 10)


def combinations(ones: Sequence[One], others: Sequence[Other], *, each: int) -> list[tuple[One, Other]]:
    """Pairs of both: all in a long run, else `each` of the others for every one, evenly spread over them."""
    if is_long():
        return list(product(ones, others))
    step = max(1, len(others) // each)
    return [
        (one, others[(place + step * turn) % len(others)])
        for place, one in enumerate(ones)
        for turn in range(each)
    ]
