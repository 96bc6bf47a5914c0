"""What `./videau check` says of guards that compare rows."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.house.persons import ALLOWED, OF_ROWS, comparisons_of_rows, faults


def test_a_comparison_of_rows_is_seen() -> None:
    guards = ("by.pk != member.pk", "seat.player_id == player.pk", "captain.pk in keys", "by.pk in (1, 2)")
    assert all(list(comparisons_of_rows(ast.parse(guard))) == [1] for guard in guards)


def test_a_guard_that_compares_rows_is_named_with_its_line(tmp_path: Path) -> None:
    room = tmp_path / "tournaments" / "actions"
    room.mkdir(parents=True)
    (room / "guard.py").write_text("def may(by, member):\n    return by.pk == member.pk\n")
    (room / "rows.py").write_text("rows = rows_of_person(player.pk)\n")
    lines = list(faults(tmp_path))
    assert lines[:2] == [
        "tournaments/actions/guard.py:2: a guard compares rows: use is_same_person",
        "tournaments/actions/rows.py: all rows of one row: use person_key",
    ]
    assert lines[2:] == [f"{path}: nothing is compared there any more" for path in (*ALLOWED, *OF_ROWS)]
