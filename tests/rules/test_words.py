"""The words of every language: a sentence for every code, and no text without a use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from string import Formatter

import pytest

import rules
from rules import (
    CODES,
    Ended,
    EntryKind,
    Finding,
    PlayVerdict,
    Problem,
    Result,
    RulesError,
    Severity,
    Side,
    Verdict,
)
from rules.annotations.records import LossKind
from rules.causes import CauseKind
from rules.commands import COMMANDS
from rules.commands._console import FILE_ERRORS
from rules.evidence import Trace
from rules.facts import SideFacts
from rules.state import Phase
from rules.words import LANGUAGES, language, preferred

PACKAGE = Path(rules.__file__).parent
TREES = {path: ast.parse(path.read_text()) for path in sorted(PACKAGE.rglob("*.py"))}
# A sentence may say these of a problem.
OF_A_PROBLEM = {
    *("found", "expected", "found_name", "expected_name"),
    *("found_traces", "expected_traces", "player_name", "expected_choice", "found_kind"),
}
ERRORS = {"RulesError", "InvalidNotation", "InvalidPosition", "IllegalAction", "IllegalPlay", "Unwritable"}
ENGLISH, FRENCH = language("en"), language("fr")


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def calls() -> Iterator[tuple[str, str, set[str]]]:
    """Every call in the package whose first argument is a literal text: what is called, that text, its keywords."""
    for tree in TREES.values():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            first = node.args[0]
            for text in [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    callee = ast.unparse(node.func)
                    yield callee, text.value, {keyword.arg or "" for keyword in node.keywords}


def faults() -> Iterator[str]:
    """The codes that the properties of a moment answer for others to raise, without data."""
    for node in ast.walk(TREES[PACKAGE / "state.py"]):
        if isinstance(node, ast.FunctionDef) and node.name.endswith("fault"):
            for part in ast.walk(node):
                if isinstance(part, ast.Return):
                    yield from (
                        value.value
                        for value in ast.walk(part)
                        if isinstance(value, ast.Constant) and isinstance(value.value, str)
                    )


RAISED: set[tuple[str, frozenset[str]]] = {
    (code, frozenset(data))
    for callee, code, data in calls()
    if callee.rpartition(".")[2] in {*ERRORS, "refusal"}
} | {(code, frozenset()) for code in (*faults(), *FILE_ERRORS.values())}
SAID = {
    text
    for callee, text, _ in calls()
    if callee == "self.say" or callee.endswith(("words.say", "words.count"))
}


def test_there_are_english_and_french() -> None:
    assert LANGUAGES == ("en", "fr")
    assert [language(code).code for code in LANGUAGES] == ["en", "fr"]
    with pytest.raises(KeyError):
        language("de")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_problem_has_a_sentence_of_its_own(code: str) -> None:
    sentences = language(code).problems
    assert set(sentences) == set(CODES)
    assert len(set(sentences.values())) == len(sentences)
    for sentence in sentences.values():
        assert placeholders(sentence) <= OF_A_PROBLEM
        assert sentence.endswith(".")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_error_has_a_sentence_made_of_its_data(code: str) -> None:
    sentences = language(code).errors
    assert {error for error, _ in RAISED} == set(sentences)
    for error, data in RAISED:
        assert placeholders(sentences[error]) <= data, error


def test_every_language_has_the_same_texts() -> None:
    for text in ENGLISH.texts.keys() | FRENCH.texts.keys():
        assert placeholders(ENGLISH.texts[text]) == placeholders(FRENCH.texts[text]), text
        assert ENGLISH.texts[text].count("|") == FRENCH.texts[text].count("|"), text


def test_every_text_that_is_made_of_a_code_exists() -> None:
    codes = {
        *(f"place.{name}" for name in ("line", "column", "game", "turn")),
        *(f"side.{side}" for side in Side),
        *(f"trace.{trace}" for trace in Trace),
        *(f"verdict.{verdict}" for verdict in Verdict),
        *(f"severity.{severity}" for severity in Severity),
        *(f"play.{verdict}" for verdict in PlayVerdict),
        *(f"result.{result}" for result in Result),
        *(f"ended.{reason}" for reason in Ended),
        *(f"moment.{phase}" for phase in Phase if phase is not Phase.PLAYING),
        *(f"step.{kind}" for kind in EntryKind if kind is not EntryKind.ROLL),
        *(f"loss.{kind}" for kind in LossKind),
        *(f"cause.{kind}" for kind in CauseKind),
        *(f"facts.{field.name}" for field in fields(SideFacts)),
        *(f"{command}{part}" for command in COMMANDS for part in ("", ".about", ".more")),
    }
    assert codes <= ENGLISH.texts.keys()
    # What is neither said by name nor made of a code nobody ever says.
    options = {"option.game", "option.turn", "option.player", "option.bottom", "id.gnubg_id", "id.xgid"}
    assert ENGLISH.texts.keys() == SAID | codes | options


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_fits_on_a_terminal(code: str) -> None:
    prog = "python -m rules"
    for name, text in language(code).texts.items():
        if name.endswith((".about", ".more")):
            assert all(len(line.format(prog=prog)) <= 80 for line in text.splitlines()), name


def test_french_has_the_spaces_of_french_print() -> None:
    for texts in (FRENCH.problems, FRENCH.errors, FRENCH.texts):
        for text in texts.values():
            assert not re.search(r" [:;!?»]|« |\\w'\\w", text), text
    assert FRENCH.problem(Problem(Finding.NOT_A_RECORD, found="x")).endswith("\u00a0: «\u00a0x\u00a0».")


def test_a_problem_names_the_players_where_its_data_are_sides() -> None:
    problem = Problem(Finding.WRONG_WINNER, found="one", expected="two")
    assert ENGLISH.problem(problem, ("Ann", " ")) == "The result is given to Ann, and side two won."
    assert FRENCH.problem(problem) == "Résultat donné à camp un, alors que camp deux a gagné."


def test_values_of_which_one_is_right_are_listed() -> None:
    problem = Problem(Finding.WRONG_RESULT, found="Wins 3 points", expected="2 4 6")
    assert ENGLISH.problem(problem).endswith("by the board and the cube it is 2, 4 or 6 (D1 to D5).")
    assert FRENCH.problem(problem).endswith("c’est 2, 4 ou 6 (D1 à D5).")
    assert ENGLISH.problem(problem._replace(expected="2")).endswith("it is 2 (D1 to D5).")


def test_a_place_is_told_as_far_as_it_is_known() -> None:
    problem = Problem(Finding.OUT_OF_TURN, line=3, column=7, game=1, turn=2, player=Side.TWO)
    assert ENGLISH.place(problem, ("Ann", "B\x1bob")) == "line 3, column 7, game 1, turn 2, Bob"
    assert FRENCH.place(problem._replace(column=None)) == "ligne 3, partie 1, coup 2, camp deux"
    assert ENGLISH.place(Problem(Finding.EMPTY_FILE)) == "file"


def test_an_error_is_told_with_its_data_made_printable() -> None:
    assert ENGLISH.error(RulesError("not_a_number", field="\x1bcube")) == "No number in the field cube."
    assert FRENCH.error(RulesError("point_held_by_both", point=5)) == "Les deux camps occupent la flèche 5."


def test_an_error_with_a_code_of_its_own_is_told_by_it() -> None:
    assert FRENCH.error(RulesError("no_such_thing", found="x")) == "no such thing (found=x)"


def test_numbers_choose_the_singular_of_their_language() -> None:
    def sentence(code: str, number: int) -> str:
        return language(code).count("play.alternatives", number, example="8/5")

    assert sentence("en", 1) == "The one legal play is 8/5."
    assert sentence("en", 0) == "0 plays are legal, such as 8/5."
    assert sentence("fr", 2) == "2 coups sont légaux, par exemple 8/5."
    assert sentence("fr", 0) == "Le seul coup légal est 8/5."


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "FR.utf8"}, "fr"),
        ({"LANG": "fr_CH", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "", "LC_ALL": "fr_BE"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "en"),
    ],
)
def test_the_locale_of_the_environment_decides(environment: dict[str, str], code: str) -> None:
    assert preferred(environment) == code
