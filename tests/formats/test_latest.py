"""The one cache of the formats: what it holds, and that emptying it changes no answer."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from tests.formats.tournament import Tournament, entrants
from tournaments.formats.latest import LatestAnswers, forget_everything, latest


def test_it_holds_so_many_answers_the_newest_first() -> None:
    cache: LatestAnswers[str] = LatestAnswers(2)
    assert cache.newest is None
    for answer in ("a", "b", "c"):
        cache.store(answer)
    assert cache.answers == ("c", "b")
    cache.store("d", instead_of="b")
    assert cache.answers == ("d", "c")
    cache.forget()
    assert cache.newest is None


def test_an_answer_belongs_to_all_arguments_of_its_question() -> None:
    @latest("rows")
    def of(state: SimpleNamespace, *more: int, start: int = 0, end: int = 0) -> tuple[object, ...]:
        return (*state.rows, *more, start, end)

    state = SimpleNamespace(rows=("a",))
    assert of(state) == ("a", 0, 0)
    assert of(state, 1) == ("a", 1, 0, 0)
    assert of(state) == ("a", 0, 0)
    assert of(state, start=1) == ("a", 1, 0)
    assert of(state, end=1) == ("a", 0, 1)


@pytest.mark.parametrize(
    "code", ["single_elimination", "double_elimination", "lives", "swiss", "round_robin"]
)
def test_a_stage_is_the_same_whatever_was_forgotten_in_between(code: str) -> None:
    def play(*, forgets: bool) -> Tournament:
        stage, chance = Tournament.from_draw(code, entrants(9)), Random(1)
        while waiting := stage.waiting():
            stage.win(chance.choice(chance.choice(waiting).entrants))
            if forgets:
                forget_everything()
        return stage

    one, other = play(forgets=False), play(forgets=True)
    assert one.pairings == other.pairings
    assert one.format.standings(one.state) == other.format.standings(other.state)
