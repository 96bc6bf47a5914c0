"""Files of every format with damaged bytes: a check never raises, and its result is consistent."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import check
from rules.notation import readers
from tests.effort import examples
from tests.rules.fibs_logs import log
from tests.rules.matches import Luck, random_match
from tests.rules.records import DATA
from tests.rules.test_check_any_bytes import PIECES, assert_sound
from tests.rules.xg_files import xg_file, xg_records

# With these and those of random bytes and texts a long run checks 20,000 files.
_FILES_OF_A_FORMAT = 2_800
_SHORT = 8_000
_FOREIGN = [
    *PIECES,
    "(;GM[6]",
    ";B[31nqsp]",
    ";W[double]",
    "AE[a:y]",
    "RE[W+2]",
    "]",
    "\\",
    ")",
    "XGID=",
    "\0\0",
    "Score is 0-0 in a 1 point match.\nAnn is X - Bob is O\n",
    "\nX: ",
    "wins 2 points",
]
_IDS = (
    "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:3:2:0:7:10",
    "XGID=aB--BBB-B---bC--a-bcbbA--A:0:0:1:66:0:0:3:0:10",
)


@cache
def samples() -> dict[str, tuple[bytes, ...]]:
    """Sound files of each format, short enough to be changed thousands of times."""
    texts = [path.read_bytes() for path in sorted((DATA / "gnubg").iterdir())]
    texts += [path.read_bytes() for path in sorted((DATA / "scripted").iterdir())]
    positions = (DATA / "snowie_positions.jsonl").read_text().splitlines()
    matches = [
        random_match(Random(number), length=1, luck=Luck(double=0.05, drop=0.3, resign=0.05))
        for number in range(6)
    ]
    xg_data = [
        xg_file(xg_records(match, Random(0)), is_packed=number % 2 == 0)
        for number, match in enumerate(matches)
    ]
    files = [
        *(text for text in texts if len(text) < _SHORT),
        *(json.loads(line)["text"].encode() for line in positions),
        *(f"{xgid}\n\nX:Ann   O:Bob\nScore is X:2 O:3 7 pt.(s) match.\n".encode() for xgid in _IDS),
        *xg_data,
        *(log(match).encode() for match in matches),
    ]
    by_notation: dict[str, list[bytes]] = {}
    for data in files:
        by_notation.setdefault(check(data).format or "", []).append(data)
    return {name: tuple(some) for name, some in by_notation.items()}


def with_accidents(chance: Random, data: bytes) -> bytes:
    """The bytes with random deletions, duplications, changes and insertions."""
    new = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(new) + 1)
        end = min(len(new), place + chance.choice([1, 1, 2, 4, 10, 200]))
        accident = chance.randrange(5)
        if accident == 0:
            del new[place:end]
        elif accident == 1:
            new[place:end] = chance.choice(_FOREIGN).encode()
        elif accident == 2:
            new[place:place] = new[place:end]
        elif accident == 3:
            new[place:end] = chance.randbytes(end - place)
        else:
            del new[max(place, 1) :]
    return bytes(new)


def test_there_is_a_file_of_every_format() -> None:
    assert set(samples()) == {reader.format for reader in readers()}


@pytest.mark.parametrize("format_", [reader.format for reader in readers()])
@settings(max_examples=examples(_FILES_OF_A_FORMAT, landing=100))
@given(st.integers(0, 1 << 32))
def test_files_of_every_format_with_random_damage(format_: str, seed: int) -> None:
    chance = Random(seed)
    assert_sound(check(with_accidents(chance, chance.choice(samples()[format_]))))
