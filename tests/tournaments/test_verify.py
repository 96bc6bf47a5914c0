"""The file with which strangers check a log: small, alone, and of one mind with the service."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tournaments.proof.verify
from tests import factories
from tournaments.formats import FORMATS, Entry
from tournaments.proof.verify import LogCheck, is_signed
from tournaments.queries.audit.public_log import public_log

_FILE = Path(tournaments.proof.verify.__file__)
# The other formats place those whom another stage feeds, and draw nobody.
_DRAWN = sorted(set(FORMATS) - {"consolation"})


def test_it_has_fewer_than_300_lines_and_imports_nothing_but_python() -> None:
    text = _FILE.read_text()
    assert len(text.splitlines()) < 300
    names = [
        name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        )
    ]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.django_db
def test_it_runs_alone(tmp_path: Path) -> None:
    """Copied elsewhere, without anything of the service on its path."""
    program, log = tmp_path / "verify.py", tmp_path / "log.jsonl"
    program.write_bytes(_FILE.read_bytes())
    lines = list(public_log(factories.open_match().stage.event.tournament))

    def run(*arguments: object) -> tuple[int, str]:
        process = subprocess.run(  # noqa: S603 - the file under test
            [sys.executable, "-I", "-S", str(program), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
        )
        return process.returncode, process.stdout

    log.write_text("\n".join(lines))
    code, words = run(log)
    assert (code, words.splitlines()[0].split(", head")[0]) == (
        0,
        f"chain: {len(lines) - 1} entries, 3 by their hash alone",
    )
    log.write_text("\n".join([*lines[:2], *lines[3:]]))
    code, words = run(log)
    assert code == 1
    assert "WRONG: entry 2 is missing, 3 stands there" in words
    log.write_text('{"log": 1}\nno')
    assert run(log)[0] == 2


entries = st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.booleans()), min_size=2, max_size=40).map(
    lambda rows: [
        Entry(f"e{number:02}", seed=number + 1 if is_seeded else None, bye_lots=lots, is_latecomer=is_late)
        for number, (is_seeded, lots, is_late) in enumerate(rows)
    ]
)


@given(
    code=st.sampled_from(_DRAWN),
    people=entries,
    seed=st.integers(0, 2**64).map(lambda number: f"{number:032x}"),
    chosen=st.fixed_dictionaries(
        {
            "seeding": st.sampled_from(["random", "seeded"]),
            "order": st.sampled_from(["standard", "pots"]),
            "byes": st.sampled_from(["spread", "grouped"]),
            "play_down": st.sampled_from([1, 1, 3]),
        }
    ),
)
def test_it_draws_as_every_format_does(
    code: str, people: list[Entry], seed: str, chosen: dict[str, Any]
) -> None:
    """The draw of the service, repeated by the file, which shares no line with it."""
    rules = FORMATS[code]
    known = rules.options().to_dict()
    options = rules.options.from_dict(
        {**known, **{name: value for name, value in chosen.items() if name in known}}
    )
    if len(people) <= chosen["play_down"]:
        return
    placed = rules.draw(people, seed=seed, options=options).lines
    drawn = {
        "draw": "d",
        "format": code,
        "seed": seed,
        "dice": "",
        "by_hand": False,
        "is_of_numbers": rules.draws_numbers,
        "is_kept_apart": False,
        "options": options.to_dict(),
        "entries": [
            {"entrant": one.uid, "seed": one.seed, "late": one.is_latecomer, "lots": one.bye_lots}
            for one in people
        ],
        "lines": list(placed),
    }
    report = LogCheck()
    assert (report.check_draw(json.loads(json.dumps(drawn))), report.faults) == ("whole", [])
    if len(people) > 2:
        drawn["lines"] = [*placed[1:], placed[0]]
        report.check_draw(drawn)
        assert report.faults == ["draw d: its seed gives other lines"]


@pytest.mark.parametrize(
    ("key", "text", "signature"),
    [
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ],
)
def test_it_knows_the_signatures_of_rfc_8032(key: str, text: str, signature: str) -> None:
    """The test vectors 1 to 3 of section 7.1."""
    known, message, seal = (bytes.fromhex(one) for one in (key, text, signature))
    assert is_signed(known, message, seal)
    assert not is_signed(known, message + b"!", seal)
    assert not is_signed(known, message, seal[:-1] + bytes([seal[-1] ^ 1]))
    assert not is_signed(known, message, b"\xff" * 64)
