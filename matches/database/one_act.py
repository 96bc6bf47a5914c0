"""The transaction of one act: its parts share reads, and what every part writes last is written once, at its end.

Acts call each other: who arrives late is entered, drawn, paired and charged. Without `one_act` each of these locks the
log, reads what it proves, and stores notices and jobs of its own, between savepoints of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model

Row = TypeVar("Row")
Answer = TypeVar("Answer")
Write = Callable[[Sequence[Any]], None]


@dataclass(slots=True)
class _OpenAct:
    """The writes that an act has put off, by their turn, and the answers that its parts share."""

    rows: dict[tuple[int, Write], list[Any]] = field(default_factory=dict)
    answers: dict[Hashable, Any] = field(default_factory=dict)
    new: set[tuple[type[Model], int]] = field(default_factory=set)

    def lengths(self) -> dict[tuple[int, Write], int]:
        return {key: len(rows) for key, rows in self.rows.items()}

    def forget_since(self, lengths: dict[tuple[int, Write], int]) -> None:
        """Drop what a part that failed has put off, and every answer."""
        for key, rows in self.rows.items():
            del rows[lengths.get(key, 0) :]
        self.answers.clear()
        self.new.clear()

    def write(self) -> None:
        """Write everything in turn; a write may put off what a later turn writes."""
        while self.rows:
            key = min(self.rows, key=lambda one: one[0])
            rows = self.rows.pop(key)
            if rows:
                key[1](rows)


_act: ContextVar[_OpenAct | None] = ContextVar("act", default=None)


@contextmanager
def one_act() -> Iterator[None]:
    """Open a transaction, or join the act around it without a savepoint.

    A caller that catches the refusal of a part, and goes on, calls it in a `transaction.atomic()` of its own. As a
    decorator it makes a function one act.
    """
    around = _act.get()
    if around is not None:
        lengths = around.lengths()
        try:
            with transaction.atomic(savepoint=False):
                yield
        except BaseException:
            around.forget_since(lengths)
            raise
        return
    with transaction.atomic():
        act = _OpenAct()
        token = _act.set(act)
        try:
            yield
            act.write()
        finally:
            _act.reset(token)


def put_off(write: Callable[[Sequence[Row]], None], rows: Sequence[Row], *, turn: int) -> None:
    """Write rows at the end of the act, with those of its other parts; at once without an act.

    Lower turns are written first.
    """
    act = _act.get()
    if act is None:
        write(rows)
    else:
        act.rows.setdefault((turn, write), []).extend(rows)


def shared(key: Hashable, ask: Callable[[], Answer]) -> Answer:
    """Return what `ask` answers, asked once in an act for each key; without an act it is asked each time."""
    act = _act.get()
    if act is None:
        return ask()
    if key not in act.answers:
        act.answers[key] = ask()
    answer: Answer = act.answers[key]
    return answer


def note_new(row: Model) -> None:
    """Remember that the act has created a row, of which nothing can be found yet."""
    act = _act.get()
    if act is not None:
        act.new.add((type(row), row.pk))


def is_new(row: Model) -> bool:
    """Whether the act under way has created this row; False without an act."""
    act = _act.get()
    return act is not None and (type(row), row.pk) in act.new
