"""Every code that a format can answer with has words, in English and in French."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest
from django.utils.translation import override

from tournaments import formats, matching, plans, simulation
from tournaments.actions.events.problems import problem_words
from tournaments.formats import (
    BYE_RULES,
    FORMATS,
    REASONS,
    WORDS,
    Part,
    Problem,
    Reason,
    RoundName,
    Words,
    reason_words,
)
from tournaments.formats.shared_words import OPTIONS, VALUES
from tournaments.matching import RuleCode
from tournaments.models.wording import PROBLEM_WORDS, in_words
from tournaments.queries.draws import pairing_words
from tournaments.queries.draws.round_words import round_words
from tournaments.queries.draws.standing_words import points_words
from tournaments.web.templatetags import videau
from tournaments.web.wording import formats as format_words
from tournaments.web.wording.formats import tiebreak_value

ROOMS = [Path(room.__path__[0]) for room in (matching, formats, plans, simulation)]
# What makes a rule of a round; its code comes first.
_RULES = {"Rule", "by_difference", "by_key", "by_lot", "by_meetings", "by_partner", "_for_byes"}


def _trees() -> Iterator[ast.Module]:
    for path in sorted(path for room in ROOMS for path in room.rglob("*.py")):
        yield ast.parse(path.read_text())


def _codes(kind: str) -> set[str]:
    """Return the codes in the first argument of every call of `kind`."""
    codes = set()
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind:
                for part in ast.walk(node.args[0]) if node.args else ():
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        codes.add(part.value)
    return {code for code in codes if re.fullmatch(r"[a-z][a-z_]+[a-z]", code)}


def _codes_in_tables() -> set[str]:
    """The codes in the tables of reasons that the docstrings hold."""
    codes = set()
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                text = ast.get_docstring(node) or ""
                for table in re.findall(r"\| (?:code|reason) \| data.*?(?=\n *\n|\Z)", text, re.DOTALL):
                    for row in table.splitlines()[2:]:
                        codes |= set(re.findall(r"`([a-z_]+)`", row.split("|")[1]))
    return codes


def _missing() -> list[str]:
    """List the options, values, reasons and problems without words."""
    gaps = []
    for code in FORMATS:
        for option in format_words.options_of_format(code):
            if option.name not in {**OPTIONS, **WORDS[code].options}:
                gaps.append(f"option {code}.{option.name}")
            if issubclass(option.kind, StrEnum):
                words_of_values = {**VALUES, **WORDS[code].values}
                keys = [f"{option.kind.__name__}.{value}" for value in option.kind]
                gaps += [f"value {code} {key}" for key in keys if key not in words_of_values]
    reasons = (_codes("Reason") | _codes_in_tables()) - {"next_best"}
    gaps += [f"reason {code}" for code in sorted(reasons) if code not in REASONS]
    gaps += [f"problem {code}" for code in sorted(_codes("Problem")) if code not in PROBLEM_WORDS]
    return gaps


def test_every_format_option_value_reason_and_problem_has_words() -> None:
    assert _missing() == []


def test_every_rule_has_words_for_each_way_to_break_it() -> None:
    rules = set(RuleCode) - {RuleCode.LOT}
    by_value = {RuleCode.SCORE, RuleCode.LIVES}
    assert set(reason_words.RULES) == rules
    assert set(reason_words.OTHER_BYES) == BYE_RULES
    ways = {f"{unit}_{way}" for unit in pairing_words.UNITS for way in ("more", "less")}
    assert set(reason_words.OTHER_OPPONENTS) == rules - BYE_RULES - by_value | ways


def test_no_rule_has_a_code_that_is_not_in_the_list() -> None:
    misspellings = {
        ast.unparse(node)
        for tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _RULES
        if node.args and isinstance(node.args[0], ast.Constant | ast.JoinedStr)
    }
    assert misspellings == set()


def test_a_code_without_words_is_an_error() -> None:
    with pytest.raises(LookupError):
        pairing_words.why([Reason("brand_new")], NAMES)
    with pytest.raises(LookupError):
        pairing_words.why([Reason("winner_of", {"entrant": "nobody", "round": 1})], NAMES)
    with pytest.raises(LookupError):
        problem_words([Problem("brand_new")])


def test_every_round_and_part_has_a_name() -> None:
    for name in RoundName:
        for part in Part:
            assert round_words(formats.Round(1, name, 0, 2, part))
    assert all(videau.part_words(part) for part in Part)


def test_french_tells_the_ronde_of_a_swiss_from_the_tour_of_a_bracket() -> None:
    swiss, bracket = (
        formats.Round(2, RoundName.ROUND, 3, 16, is_ronde=is_ronde) for is_ronde in (True, False)
    )
    with override("fr"):
        assert (round_words(swiss), round_words(bracket)) == ("Ronde 2", "Tour 2")
    with override("en"):
        assert round_words(swiss) == round_words(bracket) == "Round 2"


def test_a_text_is_said_in_the_language_of_the_reader() -> None:
    words = Words("There is no format called %(format)s.")
    for language, sentence in (
        ("en", "There is no format called go."),
        ("fr", "Il n’y a pas de format appelé go."),
    ):
        with override(language):
            assert in_words(words, {"format": "go"}) == sentence


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
            Reason(
                "next_best",
                {"entrant": "a", "instead": "c", "rule": "rematch", "cost": 1, "where": "elsewhere"},
            ),
            "Otherwise Ada would have met Chloé, and there would have been more second meetings.",
        ),
        (
            Reason(
                "next_best",
                {
                    "entrant": "a",
                    "instead": "b",
                    "rule": "score",
                    "cost": 16,
                    "where": "own",
                    "half_points_more": 4,
                },
            ),
            "Otherwise Ada would have met Boris, who has 2 points more.",
        ),
        (
            Reason(
                "next_best",
                {
                    "entrant": "a",
                    "instead": "",
                    "rule": "bye_points",
                    "cost": 2,
                    "where": "bye",
                    "bye": "b",
                    "other_bye": "a",
                },
            ),
            "Otherwise Ada would have sat out, who counts more points than Boris.",
        ),
        (
            Reason("decided_by_lot", {"entrant": "a", "instead": "b"}),
            "Another pairing would have been as good: Ada against Boris. The lot decided.",
        ),
        (
            Reason("decided_by_lot", {"entrant": "a", "instead": ""}),
            "Another pairing would have been as good, with no opponent for Ada. The lot decided.",
        ),
        (
            Reason("same_club", {"rule": "score"}),
            "They are of the same club: otherwise the points of opponents would have been further apart.",
        ),
        (
            Reason("nobody_left", {"round": 3, "slot": 1}),
            "Nobody comes from round 3: there was nobody left to win there.",
        ),
    ],
)
def test_a_reason_is_a_sentence(reason: Reason, sentence: str) -> None:
    assert pairing_words.why([reason], NAMES) == [sentence]


def test_a_problem_names_the_nearest_setup_that_works() -> None:
    problem = Problem("group_of_one", {"groups": 4, "entrants": 7, "most": 3})
    assert problem_words([problem]) == (
        "7 entrants do not fill 4 groups with two each. Make at most 3 groups."
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
    assert tiebreak_value("wins", None) == "–"
