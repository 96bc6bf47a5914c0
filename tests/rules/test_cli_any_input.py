"""No arguments or input make a command end with a traceback."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.commands import Exit
from rules.words import LANGUAGES
from tests.effort import examples
from tests.rules.program import call
from tests.rules.records import CLEAN

REAL = [data for data in (path.read_bytes() for path in CLEAN) if len(data) < 10_000]
BOARD = (
    "board:You:Opp:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
    "-1:3:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0"
)
IDS = (
    BOARD,
    "4HPwATDgc/ABMA",
    "4HPwATDgc/ABMA:cAkGAAAAAAAE",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:2:0:1:3:10",
)
WRONG_CELLS = (
    b" Doubles => 4",
    b" Takes",
    b" Drops",
    b"Wins 99 points",
    b"31: 25/0",
    b"\n Game 1\n",
    b"11: 6/5(4)",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("any") / "record"


def with_accidents(chance: random.Random, text: bytes) -> bytes:
    """A text with some of its bytes changed, lost or doubled, and entries where none belong."""
    data = bytearray(text)
    for _ in range(chance.randint(0, 6)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            data[at : at + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            del data[at : at + chance.choice([1, 3, 40])]
        elif kind == 2:
            data[at:at] = data[chance.randrange(len(data) + 1) :][:60]
        else:
            data[at:at] = chance.choice(WRONG_CELLS)
    return bytes(data)


@settings(max_examples=examples(500, landing=25))
@given(st.randoms(use_true_random=False), st.sampled_from(LANGUAGES))
def test_ids_with_random_damage(chance: random.Random, lang: str) -> None:
    text = with_accidents(chance, chance.choice(IDS).encode()).decode("latin-1").replace("\0", "")
    for arguments in (("show", text), ("show", "--json", text), ("diagram", text), ("plays", text, "31")):
        name, *rest = arguments
        options = [argument for argument in rest if argument == "--json"]
        code, out, err = call(name, "--lang", lang, *options, "--", *rest[len(options) :])
        assert code in (Exit.DONE, Exit.FAILED)
        assert (out == "") == (code == Exit.FAILED) != (err == "")


@settings(max_examples=examples(200, landing=8), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chance=st.randoms(use_true_random=False), lang=st.sampled_from(LANGUAGES))
def test_records_with_random_damage(place: Path, chance: random.Random, lang: str) -> None:
    place.write_bytes(with_accidents(chance, chance.choice(REAL)))
    turn = str(chance.randint(1, 9))
    for arguments in (
        ("check",),
        ("show",),
        ("show", "--game", "1"),
        ("show", "--turn", turn, "--json"),
        ("diagram", "--turn", turn),
    ):
        code, out, _ = call(*arguments, "--lang", lang, str(place))
        assert code in (Exit.DONE, Exit.SOME_PROBLEM, Exit.FAILED)
        if "--json" in arguments:
            assert all(isinstance(json.loads(line), dict) for line in out.splitlines())
