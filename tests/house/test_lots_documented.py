"""The worked example of the lots in docs/formats.md, repeated with nothing but hashlib."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "formats.md"


def sha(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_the_worked_example_of_the_lots_is_right() -> None:
    section = DOCS.read_text(encoding="utf-8").split("## The lots of the rounds")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| ([^|`]*?(?:`[^|]*)?) \| `(.+)` \|$", section, re.MULTILINE))
    order = next(rows[name] for name in rows if name.startswith("order of"))
    anchor, first, second, input_at_start = (
        rows[name] for name in ("anchor", "link 1", "link 2", "known at the first act")
    )
    secret = "videau"
    assert sha(sha(sha(sha(secret)))) == anchor
    assert (sha(first), sha(second)) == (anchor, first)
    assert sha(input_at_start) == rows["input"]
    assert sha(f"{first}\n{rows['input']}") == rows["lot"]
    lots = {name: sha(f"{rows['lot']}\n1\nlot\n{name}") for name in ("anna", "bela", "carl")}
    assert " ".join(sorted(lots, key=lambda name: lots[name])) == order
