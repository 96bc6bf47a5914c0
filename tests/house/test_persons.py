"""Guards compare persons, not rows: a merge makes one person of several players."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.postgres_plugin import ROOT

ROOMS = ("matches/actions", "matches/queries", "tournaments/actions", "tournaments/access", "tournaments/web")
# Expressions for the key of a row that somebody is.
ROW = re.compile(
    r"\b(player|by|captain|member|account|person|owner|raised_by|partner|newcomer|in_)\.(pk|id)$"
    r"|\b(player_id|by_id|made_by_id|account_id)$"
)
# Whatever is compared there is the account that acted, or a player who was read as one who goes on.
ALLOWED = {
    "tournaments/actions/edit_conflicts.py": "an entry of the log is by an account",
    "tournaments/actions/entrants/club_nights.py": "candidates of a name go on",
    "tournaments/actions/entrants/list_rows.py": "candidates of a name go on, and entries are read by person",
    "tournaments/actions/exchange/archives.py": "an archive is sent by an account",
    "tournaments/actions/exchange/directories.py": "namesakes go on",
    "tournaments/actions/federations/merging.py": "a merge is of two rows",
    "tournaments/actions/people/claims.py": "an account is claimed for once",
    "tournaments/actions/results/reporting.py": "the same account that reported may change its own word",
    "tournaments/actions/results/rulings.py": "a ruling sent twice is by the same account",
    "tournaments/actions/undo/engine.py": "an entry of the log is by an account",
    "tournaments/web/entrants/register_desk_page.py": "who is found at the desk goes on",
    "tournaments/web/results/match_page.py": "the same account that reported may change its own word",
}


def comparisons_of_rows(tree: ast.AST) -> Iterator[int]:
    """The lines that compare the key of somebody's row with another one."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare) or any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            continue
        if any(ROW.search(ast.unparse(one)) for one in (node.left, *node.comparators)):
            yield node.lineno


def files_with_comparisons() -> dict[str, list[int]]:
    """The lines with such comparisons by path."""
    lines = {
        str(path.relative_to(ROOT)): list(comparisons_of_rows(ast.parse(path.read_text(encoding="utf-8"))))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }
    return {path: numbers for path, numbers in lines.items() if numbers}


def test_a_guard_asks_for_the_person() -> None:
    lines = files_with_comparisons()
    assert {path: at for path, at in lines.items() if path not in ALLOWED} == {}, "use is_same_person"
    assert ALLOWED.keys() <= lines.keys(), "nothing is compared there any more"


ROWS_OF = re.compile(r"\brows_of_persons?\(\[?(player|by|reader|own|one|other|own_\w+\(\w+\))\.pk\b")
# There a player was read as one who goes on, or is merged only if so.
OF_ROWS = {
    "tournaments/queries/people/duplicates.py": "a merge is of two rows",
    "tournaments/queries/people/merges.py": "a merge is of two rows",
    "tournaments/queries/people/merge_voices.py": "a merge is of two rows",
}


def test_all_rows_of_a_person_are_asked_for_by_the_key_of_the_person() -> None:
    lines = {
        str(path.relative_to(ROOT))
        for room in ("matches", "tournaments")
        for path in (ROOT / room).rglob("*.py")
        if ROWS_OF.search(path.read_text(encoding="utf-8"))
    }
    assert lines == OF_ROWS.keys(), "use person_key"


def test_a_comparison_of_rows_is_seen() -> None:
    guards = ("by.pk != member.pk", "seat.player_id == player.pk", "captain.pk in keys", "by.pk in (1, 2)")
    assert all(list(comparisons_of_rows(ast.parse(guard))) == [1] for guard in guards)
    assert list(comparisons_of_rows(ast.parse("is_same_person(by, member) and by.person_key in keys"))) == []
