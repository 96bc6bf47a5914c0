"""The check of persons: guards compare persons, not rows, because a merge makes one person of several players.

`python -m tests.house.persons` prints every line that compares rows outside of the reasons in `ALLOWED` and `OF_ROWS`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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
ROWS_OF = re.compile(r"\brows_of_persons?\(\[?(player|by|reader|own|one|other|own_\w+\(\w+\))\.pk\b")
# There a player was read as one who goes on, or is merged only if so.
OF_ROWS = {
    "tournaments/queries/people/duplicates.py": "a merge is of two rows",
    "tournaments/queries/people/merges.py": "a merge is of two rows",
    "tournaments/queries/people/merge_voices.py": "a merge is of two rows",
}


def comparisons_of_rows(tree: ast.AST) -> Iterator[int]:
    """The lines that compare the key of somebody's row with another one."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare) or any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            continue
        if any(ROW.search(ast.unparse(one)) for one in (node.left, *node.comparators)):
            yield node.lineno


def faults(root: Path = ROOT) -> Iterator[str]:
    """The lines to print: each comparison of rows with its place, then each reason that nothing needs any more."""
    guards = {
        str(path.relative_to(root)): list(comparisons_of_rows(ast.parse(path.read_text(encoding="utf-8"))))
        for room in ROOMS
        for path in sorted((root / room).rglob("*.py"))
    }
    for path, lines in guards.items():
        if path not in ALLOWED:
            yield from (f"{path}:{line}: a guard compares rows: use is_same_person" for line in lines)
    of_rows = {
        str(path.relative_to(root))
        for room in ("matches", "tournaments")
        for path in sorted((root / room).rglob("*.py"))
        if ROWS_OF.search(path.read_text(encoding="utf-8"))
    }
    yield from (f"{path}: all rows of one row: use person_key" for path in sorted(of_rows - OF_ROWS.keys()))
    idle = [path for path in ALLOWED if not guards.get(path)] + [
        path for path in OF_ROWS if path not in of_rows
    ]
    yield from (f"{path}: nothing is compared there any more" for path in idle)


def main() -> int:
    """Print what is at fault; answers the exit code."""
    lines = list(faults())
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
