"""The prizes that a director types, and the splits of winners: nothing is lost or made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.payouts import OWN, WHOLE, OwnPrizes, Payout, PrizeSplit, changes_of

FLIGHTS = st.lists(
    st.lists(st.integers(1, 900), min_size=1, max_size=8).map(lambda row: tuple(sorted(row, reverse=True))),
    min_size=1,
    max_size=3,
).map(tuple)


def payout(own: OwnPrizes, *, unit: int = 1) -> Payout:
    """A payout of own prizes."""
    return Payout(OWN, unit=unit, own=own)


@given(flights=FLIGHTS, pool=st.integers(0, 10**6))
def test_typed_amounts_are_what_they_are_whatever_the_pool(
    flights: tuple[tuple[int, ...], ...], pool: int
) -> None:
    assert payout(OwnPrizes(is_amount=True, flights=flights), unit=100).prizes(pool) == flights


@given(first=st.integers(1, WHOLE), second=st.integers(1, WHOLE), pool=st.integers(0, 10**6))
def test_typed_per_cents_hand_out_their_part_of_the_pool(first: int, second: int, pool: int) -> None:
    row = tuple(sorted((first, second), reverse=True))
    if sum(row) > WHOLE:
        with pytest.raises(ValueError, match="own"):
            OwnPrizes(is_amount=False, flights=(row,))
        return
    [prizes] = payout(OwnPrizes(is_amount=False, flights=(row,))).prizes(pool)
    assert sum(prizes) == pool * sum(row) // WHOLE
    assert prizes[0] >= prizes[1]


def test_sixty_and_forty_per_cent_of_three_hundred() -> None:
    own = OwnPrizes(is_amount=False, flights=((60_00, 30_00), (10_00,)))
    assert payout(own).prizes(300_00) == ((180_00, 90_00), (30_00,))


@given(flights=FLIGHTS, is_amount=st.booleans())
def test_a_payout_is_read_back_from_plain_values(
    flights: tuple[tuple[int, ...], ...], is_amount: bool
) -> None:
    split = PrizeSplit((("a", 5), ("b", 0)))
    before = Payout(OWN, own=OwnPrizes(is_amount=True, flights=flights), splits=(split,))
    assert Payout.from_dict(before.to_dict()) == before
    assert before.unsplit.splits == ()


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"structure": "own"}, "own"),
        ({"structure": "winner", "own": {"is_amount": True, "flights": [[1]]}}, "own"),
        ({"structure": "own", "own": {"is_amount": True, "flights": []}}, "own"),
        ({"structure": "own", "own": {"is_amount": True, "flights": [[]]}}, "own"),
        ({"structure": "own", "own": {"is_amount": True, "flights": [[1, 2]]}}, "own"),
        ({"structure": "own", "own": {"is_amount": True, "flights": [[1, 0]]}}, "own"),
        ({"structure": "own", "own": {"is_amount": True, "flights": [[True]]}}, "own"),
        ({"structure": "own", "own": {"is_amount": 1, "flights": [[1]]}}, "own"),
        ({"structure": "own", "own": {"flights": [[1]]}}, "own"),
        ({"structure": "own", "own": [[1]]}, "own"),
        ({"structure": "winner", "splits": {"a": 1}}, "splits"),
        ({"structure": "winner", "splits": [{"a": 1}]}, "splits"),
        ({"structure": "winner", "splits": [{"a": 1, "b": -1}]}, "splits"),
        ({"structure": "winner", "splits": [{"a": 1, "b": "2"}]}, "splits"),
    ],
)
def test_impossible_prizes_are_refused_by_the_field(data: dict[str, object], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}$"):
        Payout.from_dict(data)


class TestSplits:
    def test_winners_get_what_they_agreed_on(self) -> None:
        split = PrizeSplit((("a", 150), ("b", 150)))
        assert changes_of([split], {"a": [200], "b": [100], "c": [50]}) == {"a": -50, "b": 50}

    @pytest.mark.parametrize(
        "prizes",
        [{"a": [210], "b": [100]}, {"a": [300]}, {"a": [10, 190], "b": [100]}],
        ids=["another sum", "one has no prize now", "more than the first prize"],
    )
    def test_it_ends_when_their_prizes_are_others(self, prizes: dict[str, list[int]]) -> None:
        assert changes_of([PrizeSplit((("a", 150), ("b", 150)))], prizes) == {}

    @given(prizes=st.lists(st.integers(1, 999), min_size=2, max_size=5), data=st.data())
    def test_no_split_makes_or_loses_anything(self, prizes: list[int], data: st.DataObject) -> None:
        won = {str(number): [amount] for number, amount in enumerate(prizes)}
        total = sum(prizes)
        amounts: list[int] = []
        for _ in prizes[1:]:
            amounts.append(data.draw(st.integers(0, total - sum(amounts))))
        amounts.append(total - sum(amounts))
        split = PrizeSplit(tuple(zip(won, amounts, strict=True)))
        changes = changes_of([split], won)
        assert sum(changes.values()) == 0
        assert [own[0] + changes[uid] for uid, own in won.items()] == amounts
