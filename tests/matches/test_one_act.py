"""The parts of one act share reads, and write last together."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.database.one_act import is_new, note_new, one_act, put_off, shared
from matches.models import Player
from tests import factories

pytestmark = pytest.mark.django_db


class Paper:
    """Takes down what is written, and in which order."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = []

    def first(self, rows: Sequence[str]) -> None:
        self.lines.append(["first", *rows])

    def last(self, rows: Sequence[str]) -> None:
        self.lines.append(["last", *rows])


def test_what_the_parts_put_off_is_written_once_at_the_end_in_turn() -> None:
    paper = Paper()
    last, first = paper.last, paper.first
    put_off(last, ["at once"], turn=2)
    with one_act():
        put_off(last, ["a"], turn=2)
        with one_act():
            put_off(first, ["b"], turn=0)
            put_off(last, ["c"], turn=2)
        assert paper.lines == [["last", "at once"]]
    assert paper.lines == [["last", "at once"], ["first", "b"], ["last", "a", "c"]]


def test_a_write_may_put_off_what_a_later_turn_writes() -> None:
    paper = Paper()
    last = paper.last

    def first(rows: Sequence[str]) -> None:
        put_off(last, rows, turn=1)

    with one_act():
        put_off(first, ["a"], turn=0)
    assert paper.lines == [["last", "a"]]


def test_a_part_that_is_refused_leaves_nothing_and_the_act_goes_on() -> None:
    paper = Paper()
    last = paper.last

    @one_act()
    def part() -> None:
        put_off(last, ["goes"], turn=2)
        Player.objects.update(name="Bob Ray")
        raise ValueError("refused")

    with one_act():
        put_off(last, ["stays"], turn=2)
        player = factories.player("Ann Lee")
        with pytest.raises(ValueError, match="refused"), transaction.atomic():
            part()
        player.refresh_from_db()
        assert player.name == "Ann Lee"
    assert paper.lines == [["last", "stays"]]


def test_an_act_that_is_refused_writes_nothing() -> None:
    paper = Paper()

    @one_act()
    def act() -> None:
        put_off(paper.last, ["goes"], turn=2)
        raise ValueError("refused")

    with pytest.raises(ValueError, match="refused"):
        act()
    assert paper.lines == []


def test_an_answer_is_shared_within_an_act_only_and_forgotten_with_a_part_that_failed() -> None:
    times: list[int] = []

    def ask() -> int:
        times.append(1)
        return len(times)

    assert [shared("key", ask), shared("key", ask)] == [1, 2]
    with one_act():
        with one_act():
            assert shared("key", ask) == 3
        assert shared("key", ask) == 3
        with pytest.raises(ValueError, match="refused"), transaction.atomic(), one_act():
            raise ValueError("refused")
        assert shared("key", ask) == 4
    with one_act():
        assert shared("key", ask) == 5


def test_a_row_is_new_in_the_act_that_made_it() -> None:
    player = factories.player()
    note_new(player)
    assert not is_new(player)
    with one_act():
        assert not is_new(player)
        note_new(player)
        assert is_new(player)
    assert not is_new(player)


def test_parts_make_no_savepoints() -> None:
    with CaptureQueriesContext(connection) as queries, one_act(), one_act(), one_act():
        pass
    assert len(queries) == 2
