"""The checker of pairings: it needs nothing but Python, and names what was changed in the file of a round."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import tournaments.pairings
from tournaments.pairings import RoundFile, UnreadableError, check, read_round
from tournaments.pairings.blossom import least_matching
from tournaments.pairings.commands import main
from tournaments.pairings.events import generate
from tournaments.pairings.reports import read_report

SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).parents[2] / "docs" / "pairing" / "round.schema.json").read_text())
)
Content = dict[str, Any]


@pytest.fixture(scope="module")
def rounds() -> list[RoundFile]:
    """The files of a Swiss of nine."""
    return list(generate("swiss", 9, 4, "night"))


def test_a_matching_is_the_least_there_is() -> None:
    chance = Random(17)
    for _ in range(150):
        count, most = chance.choice([2, 4, 6, 8, 10, 12]), chance.choice([2, 10, 10**30])
        density = chance.choice([0.3, 0.6, 1.0])
        costs = {
            (one, two): chance.randrange(most)
            for one in range(count)
            for two in range(one + 1, count)
            if chance.random() < density
        }
        graph = nx.Graph()
        graph.add_nodes_from(range(count))
        graph.add_weighted_edges_from((one, two, most * count - cost) for (one, two), cost in costs.items())
        other = nx.max_weight_matching(graph, maxcardinality=True)
        partners = least_matching(count, costs)
        if 2 * len(other) < count:
            assert partners is None
            continue
        assert partners is not None
        assert all(partners[partner] == one != partner for one, partner in enumerate(partners))
        own = sum(costs[one, two] for one, two in enumerate(partners) if one < two)
        assert own == sum(costs[min(pair), max(pair)] for pair in other)


@pytest.mark.parametrize(
    ("format_", "options"),
    [
        ("swiss", [("system", "monrad"), ("rematches", "if_needed")]),
        ("swiss", [("acceleration", "baku"), ("bye", "half"), ("rounds", "6")]),
        ("lives", [("lives", "3"), ("odd_one", "sit_out"), ("is_bye_a_win", "true")]),
        ("lives", [("bracket_slots", "8"), ("last_two", "one_match")]),
    ],
)
def test_what_it_pairs_itself_holds_and_is_as_the_schema_says(
    format_: str, options: list[tuple[str, str]]
) -> None:
    files = list(generate(format_, 11, 0, "night", options))
    assert len(files) > 3
    assert check(files) == []
    for file in files:
        assert list(SCHEMA.iter_errors(json.loads(file.text()))) == []
        assert read_round(file.text()).text() == file.text()


def _with_other_player(content: Content) -> None:
    extra = {**content["entrants"][-1], "id": "guest", "line": 20}
    content["entrants"].append(extra)
    content["pairs"].append({**content["pairs"][-1], "slot": 9, "one": "guest", "two": None})


def _with_other_seed(content: Content) -> None:
    content["seed"] = "0" * 64
    for pair in content["pairs"]:
        pair["seed"] = content["seed"]


def _with_other_pairs(content: Content) -> None:
    one, two = content["pairs"][0], content["pairs"][1]
    one["two"], two["two"] = two["two"], one["two"]


def _with_other_winner(content: Content) -> None:
    match = content["earlier"][0]
    match["winner"] = match["one"] if match["winner"] == match["two"] else match["two"]


def _with_other_link(content: Content) -> None:
    content["lot"]["link"] = "f" * 64


def _with_other_line(content: Content) -> None:
    lines = content["entrants"]
    lines[0]["line"], lines[1]["line"] = lines[1]["line"], lines[0]["line"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_with_other_player, "extra_player"),
        (_with_other_seed, "seed"),
        (_with_other_pairs, "history"),
        (_with_other_winner, "input"),
        (_with_other_link, "link"),
        (_with_other_line, "other_entrant"),
    ],
)
def test_a_change_of_one_file_is_named(
    rounds: list[RoundFile], change: Callable[[Content], None], code: str
) -> None:
    content = json.loads(rounds[2].text())
    change(content)
    other = read_round(json.dumps(content))
    findings = {finding.code: finding for finding in check([*rounds[:2], other, *rounds[3:]])}
    assert code in findings
    assert not findings[code].is_remark
    assert check(rounds) == []


def test_exchanged_opponents_are_named_with_the_pairs_that_should_be(rounds: list[RoundFile]) -> None:
    first, second, *rest = rounds[3].pairs
    pairs = (replace(first, two=second.two), replace(second, two=first.two), *rest)
    others = check([replace(rounds[3], pairs=pairs)])
    (finding,) = (one for one in others if not one.is_remark)
    assert finding.round == 4
    one, two = first.one, second.two
    assert f"{one}-{two}" in finding.text or f"{two}-{one}" in finding.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"kind":"videau-round","kind":"videau-round"}', "doubled key 'kind'"),
        ("[]", "no round file"),
        ('{"kind":"videau-round","version":2}', "version 2"),
        ('{"kind":"videau-round","version":1}', "missing key"),
        ('{"kind":NaN}', "NaN"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_what_is_no_round_file_is_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    path = tmp_path / "round.json"
    path.write_text(text, encoding="utf-8")
    assert main(["check", str(path)]) == 2
    assert words in capsys.readouterr().err


def test_the_commands_of_the_readme_run_without_anything_installed(tmp_path: Path) -> None:
    package = Path(tournaments.pairings.__file__).parent
    shutil.copytree(package, tmp_path / "videau_pairings", ignore=shutil.ignore_patterns("__pycache__"))
    commands = [
        line.split()[1:]
        for line in (package / "README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("    python -m videau_pairings")
    ]
    assert len(commands) == 3
    answers = []
    for command in commands:
        names = sorted(path.as_posix() for path in Path(tmp_path).glob("rounds/*.json"))
        whole = [*command[:-1], *names] if command[-1] == "rounds/*.json" else command
        # The project's own package, with nothing of its environment.
        run = [sys.executable, "-S", "-E", *whole]
        process = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)  # noqa: S603
        answers.append(process.stdout)
    assert answers[1] == "rounds 4, differences 0, remarks 0\n"
    assert answers[2].splitlines()[1].startswith("swiss acceleration=none")


def _row(rank: int, name: str, rating: str, rounds: str) -> str:
    """A line of FIDE's report, whose rounds begin in column 90."""
    return f"001 {rank:4}      {name:33} {rating:4}".ljust(89) + f"{rounds}\n"


REPORT = (
    "012 A club night\nXXR 3\n"
    + _row(1, "Anna", "1800", "     2 w 1  0000 - U")
    + _row(2, "Bela", "", "     1 b 0     3 w +")
    + _row(3, "Carl", "1600", "  0000 - H     2 b -")
)


def test_a_report_of_fide_is_read_as_its_rounds() -> None:
    first, second = read_report(REPORT)
    assert [one.members for one in first.pairs] == [frozenset("12")]
    assert [(one.kind, one.entrants, one.half_points) for one in first.orders] == [("miss", ("3",), 1)]
    assert [one.members for one in second.pairs] == [frozenset("1"), frozenset("23")]
    assert [(one.name, one.rating, one.is_here) for one in first.entrants] == [
        ("Anna", 1800, True),
        ("Bela", None, True),
        ("Carl", 1600, False),
    ]
    assert [(one.winner, one.is_played) for one in second.earlier] == [("1", True)]
    assert second.options["rounds"] == 3
    assert read_round(second.text()).pairs == second.pairs


@pytest.mark.parametrize(
    ("row", "other", "words"),
    [
        ("2 w 1", "2 w =", "draw"),
        ("1 b 0", "1 b 1", "do not fit"),
        ("3 w +", "1 w +", "not the other way"),
        ("   2      Bela", "   1      Bela", "that of two players"),
        ("   2      Bela", "   x      Bela", "no starting rank"),
        ("0000 - H", "0000 - ?", "without an opponent"),
        ("001", "002", "no player"),
    ],
)
def test_a_report_that_contradicts_itself_is_unreadable(row: str, other: str, words: str) -> None:
    assert row in REPORT
    with pytest.raises(UnreadableError, match=words):
        read_report(REPORT.replace(row, other))
