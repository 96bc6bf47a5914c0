"""Rounds around what a director sets by hand: the checker pairs them as the service does."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.effort import examples
from tests.pairing.from_state import file_of_state
from tests.pairing.test_videau_lives import play as play_lives
from tests.pairing.test_videau_swiss import play as play_swiss
from tournaments.formats import FORMATS, HandKind, HandOrder, State
from tournaments.formats.moments import as_before
from tournaments.pairings import check


def orders_of(chance: Random, uids: list[str], number: int) -> tuple[HandOrder, ...]:
    """One order of each kind for different players, or some of them."""
    one, two, free, away = chance.sample(uids, 4)
    orders = (
        HandOrder(HandKind.PAIR, number, (one, two)),
        HandOrder(HandKind.BYE, number, (free,)),
        HandOrder(HandKind.MISS, number, (away,), half_points=1),
        HandOrder(HandKind.APART, 1, tuple(chance.sample(uids, 2)), until=chance.choice([None, number])),
    )
    return tuple(order for order in orders if chance.random() < 0.5)


@pytest.mark.parametrize("code", ["swiss", "lives"])
@pytest.mark.parametrize("seed", range(examples(60)))
def test_a_round_around_the_orders_of_a_director_is_repeated(code: str, seed: int) -> None:
    chance = Random(seed)
    count = chance.randint(5, 9)
    state: State = (
        play_swiss(chance, count=count).tournament if code == "swiss" else play_lives(chance, count=count)
    ).state
    number = chance.randint(1, max(pairing.round for pairing in state.pairings))
    before = as_before(state, number)
    uids = [entry.uid for entry in before.entries if not entry.is_withdrawn]
    before = replace(before, by_hand=orders_of(chance, uids, number) if len(uids) > 3 else ())
    pairings = [one for one in FORMATS[code].next_pairings(before) if one.round == number]
    after = replace(before, pairings=(*before.pairings, *pairings))
    findings = check([file_of_state(code, after, number)]) if pairings else []
    assert [one for one in findings if not one.is_remark] == []
