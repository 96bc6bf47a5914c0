"""How long the property tests may take: a tenth by default, everything with `./videau test --long`."""

from __future__ import annotations

import os


def is_long() -> bool:
    """Whether this is a long run."""
    return os.environ.get("VIDEAU_TEST_LONG", "") == "1"


def examples(count: int) -> int:
    """How many of `count` examples to run: all in a long run, else a tenth, at least ten."""
    return count if is_long() else max(10, count // 10)
