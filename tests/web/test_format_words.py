"""Every code that a format can answer with has words, in English and in French."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest
from django.utils.translation import override

from tournaments import formats
from tournaments.actions.problem_words import PROBLEM_WORDS, problem_words
from tournaments.formats import FORMATS, Part, Problem, Reason, RoundName
from tournaments.web import format_words, pairing_words
from tournaments.web.format_words import OPTION_WORDS, VALUE_WORDS, points_words, tiebreak_value
from tournaments.web.templatetags import videau

ROOM = Path(formats.__file__).parent
# The codes of tables and rules that a reason is made of, spelled with a place in it.
_OF_KEYS = {"same_family", "same_club", "same_country"}


def _trees() -> Iterator[ast.Module]:
    for path in sorted(ROOM.glob("*.py")):
        yield ast.parse(path.read_text())


def _codes(kind: str) -> set[str]:
    """The codes given to every `kind(...)` in the room, whatever expression chooses between them."""
    found = set()
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind:
                for part in ast.walk(node.args[0]) if node.args else ():
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found.add(part.value)
    return {code for code in found if re.fullmatch(r"[a-z][a-z_]+[a-z]", code)}


def _codes_in_tables() -> set[str]:
    """The codes in the tables of reasons that the docstrings hold."""
    found = set()
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                text = ast.get_docstring(node) or ""
                for table in re.findall(r"\| (?:code|reason) \| data.*?(?=\n *\n|\Z)", text, re.DOTALL):
                    for row in table.splitlines()[2:]:
                        found |= set(re.findall(r"`([a-z_]+)`", row.split("|")[1]))
    return found


def _missing() -> list[str]:
    """Everything without words."""
    found = [f"format {code}" for code in FORMATS if code not in format_words.FORMAT_WORDS]
    for code in FORMATS:
        for option in format_words.options_of_format(code):
            if not {option.name, f"{code}.{option.name}"} & set(OPTION_WORDS):
                found.append(f"option {code}.{option.name}")
            if issubclass(option.kind, StrEnum):
                name = option.kind.__name__
                found += [
                    f"value {name}.{value}" for value in option.kind if (name, value) not in VALUE_WORDS
                ]
    reasons = (_codes("Reason") | _codes_in_tables() | _OF_KEYS) - {"next_best", "cost", "rule"}
    found += [f"reason {code}" for code in sorted(reasons) if code not in pairing_words.REASON_WORDS]
    found += [f"problem {code}" for code in sorted(_codes("Problem")) if code not in PROBLEM_WORDS]
    return found


def test_every_format_option_value_reason_and_problem_has_words() -> None:
    assert _missing() == []


def test_every_round_and_part_has_a_name() -> None:
    for name in RoundName:
        for part in Part:
            assert videau.round_words(formats.Round(1, name, 0, 2, part))
    assert all(videau.part_words(part) for part in Part)


def _texts() -> Iterator[tuple[str, object]]:
    for code, pair in {**format_words.FORMAT_WORDS, **OPTION_WORDS}.items():
        yield from ((code, words) for words in pair)
    yield from ((str(code), words) for code, words in VALUE_WORDS.items())
    yield from pairing_words.RULE_WORDS.items()
    yield from PROBLEM_WORDS.items()


def test_every_word_is_there_in_french() -> None:
    # A few are spelled alike.
    alike = {"Consolation", "Divisions", "Buchholz", "Baku acceleration"}
    with override("en"):
        english = [(code, str(words)) for code, words in _texts()]
    with override("fr"):
        french = [str(words) for _code, words in _texts()]
    same = {code for (code, one), two in zip(english, french, strict=True) if one == two and one not in alike}
    assert same == set()


NAMES = pairing_words.Names(
    entrants={"a": "Ada", "b": "Boris", "c": "Chloé"},
    stages={"s": "Main", "t": "Consolation"},
    stage="s",
    rounds=lambda _stage, number: f"round {number}",
)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (Reason("drawn", {"entrant": "a", "line": 0}), "The draw gave Ada line 1 by chance."),
        (Reason("winner_of", {"entrant": "b", "round": 2, "slot": 0}), "Boris has won in round 2."),
        (Reason("same_points", {"half_points": 7}), "Both have the same points: 3½."),
        (Reason("same_lives", {"one": "a", "two": "b", "lives": 1}), "Both have 1 life left."),
        (
            Reason("dropped", {"entrant": "a", "stage": "t", "round": 1, "slot": 3}),
            "Ada comes from “Consolation” after a loss in round 1.",
        ),
        (
            Reason("next_best", {"entrant": "a", "instead": "c", "rule": "rematch", "cost": 1}),
            "Otherwise Ada would have met Chloé, and there would have been one more second meeting.",
        ),
        (
            Reason("next_best", {"rule": "score", "cost": 4}),
            "With any other pairing players with more different points would have met.",
        ),
        (
            Reason("next_best", {"rule": "lot", "cost": 0}),
            "Another pairing would have been as good; the lot decided.",
        ),
        (
            Reason("nobody_left", {"round": 3, "slot": 1}),
            "Nobody comes from round 3: there was nobody left to win there.",
        ),
        (Reason("brand_new"), "Brand new."),
    ],
)
def test_a_reason_is_a_sentence(reason: Reason, sentence: str) -> None:
    assert pairing_words.why([reason], NAMES) == [sentence]


def test_a_problem_names_the_nearest_setup_that_works() -> None:
    problem = Problem("group_of_one", {"groups": 4, "entrants": 7, "most": 3})
    assert problem_words([problem, Problem("brand_new")]) == (
        "7 entrants do not fill 4 groups with two each. Make at most 3 groups. Brand new."
    )


@pytest.mark.parametrize(
    ("parts", "of", "words"),
    [(0, 2, "0"), (1, 2, "½"), (2, 2, "1"), (7, 2, "3½"), (-3, 2, "−1½"), (5, 4, "1¼"), (3, 4, "¾")],
)
def test_points_are_read_as_halves_and_quarters(parts: int, of: int, words: str) -> None:
    assert points_words(parts, of=of) == words


def test_a_tiebreak_has_its_unit() -> None:
    assert tiebreak_value("buchholz", 9) == "4½"
    assert tiebreak_value("points_difference", -9) == "−9"
    assert tiebreak_value("wins", None) == ""
