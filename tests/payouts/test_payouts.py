"""The prizes against the published tables, and that no unit is lost or made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.payouts import STRUCTURES, Payout, pool_of, prizes, shares, suggested


@pytest.mark.parametrize(
    ("code", "percent"),
    [
        ("main_2", [[66.7, 33.3]]),
        ("main_4", [[50, 25, 12.5, 12.5]]),
        ("main_8", [[40, 20, 10, 10, 5, 5, 5, 5]]),
        ("main_2_consolation_1", [[50, 25], [25]]),
        ("main_2_consolation_2", [[44.4, 22.2], [22.2, 11.1]]),
        ("main_4_consolation_2", [[36.4, 18.2, 9.1, 9.1], [18.2, 9.1]]),
        ("main_4_consolation_2_last_chance_1", [[33.3, 16.7, 8.3, 8.3], [16.7, 8.3], [8.3]]),
        (
            "main_8_consolation_4_last_chance_2",
            [[25.8, 12.9, 6.5, 6.5, 3.2, 3.2, 3.2, 3.2], [12.9, 6.5, 3.2, 3.2], [6.5, 3.2]],
        ),
        ("double_elimination_5", [[50, 25, 12.5, 6.25, 6.25]]),
        ("more_swiss_4", [[43.2, 27.0, 17.6, 12.2]]),
        ("more_swiss_5", [[39.5, 24.7, 16.0, 11.1, 8.6]]),
        ("more_swiss_6", [[36.8, 23.0, 14.9, 10.3, 8.0, 6.9]]),
        ("more_swiss_7", [[34.8, 21.7, 14.1, 9.8, 7.6, 6.5, 5.4]]),
        ("more_swiss_8", [[33.3, 20.8, 13.5, 9.4, 7.3, 6.3, 5.2, 4.2]]),
    ],
)
def test_structures_are_the_standardized_factors(code: str, percent: list[list[float]]) -> None:
    structure = STRUCTURES[code]
    found = [[100 * factor / structure.parts for factor in flight] for flight in structure.flights]
    for flight, published in zip(found, percent, strict=True):
        assert flight == pytest.approx(published, abs=0.06)
    assert structure.places == sum(map(len, percent))


def test_prizes_are_whole_units_and_the_winner_has_the_remainder() -> None:
    [main] = prizes(101_50, STRUCTURES["main_4"], unit=1_00)
    assert main == (52_50, 25_00, 12_00, 12_00)


@given(
    code=st.sampled_from(sorted(STRUCTURES)),
    pool=st.integers(0, 10**9),
    unit=st.sampled_from([1, 5, 100, 500]),
)
def test_the_prizes_are_the_pool_and_no_better_place_gets_less(code: str, pool: int, unit: int) -> None:
    found = prizes(pool, STRUCTURES[code], unit=unit)
    assert sum(map(sum, found)) == pool
    for flight in found:
        assert sorted(flight, reverse=True) == list(flight)
    assert all(prize % unit == 0 for flight in found for prize in flight[1:])


class TestTies:
    def test_those_tied_share_the_prizes_of_their_places(self) -> None:
        assert shares([40, 20, 10, 10], [(1, 1), (2, 3), (2, 3), (4, 4)]) == (40, 15, 15, 10)

    def test_a_tie_across_the_last_prize_shares_what_there_is(self) -> None:
        assert shares([60, 30], [(1, 1), (2, 4), (2, 4), (2, 4)]) == (60, 10, 10, 10)

    def test_nobody_beyond_the_prizes_gets_one(self) -> None:
        assert shares([60], [(1, 1), (2, 2)]) == (60, 0)

    def test_what_cannot_be_halved_goes_to_the_first(self) -> None:
        assert shares([50, 25, 10], [(1, 1), (2, 3), (2, 3)], unit=10) == (65, 10, 10)

    def test_an_empty_flight_has_no_shares(self) -> None:
        assert shares([50, 25], []) == ()

    @given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.lists(st.integers(0, 500), max_size=12))
    def test_the_sum_is_that_of_the_occupied_places(self, groups: list[int], amounts: list[int]) -> None:
        amounts = sorted(amounts, reverse=True)
        places: list[tuple[int, int]] = []
        for size in groups:
            first = len(places) + 1
            places += [(first, first + size - 1)] * size
        assert sum(shares(amounts, places)) == sum(amounts[: len(places)])


class TestPayout:
    def test_it_comes_back_from_plain_values(self) -> None:
        payout = Payout("main_4", percent=90, added=5_000, unit=500)
        assert Payout.from_dict(payout.to_dict()) == payout
        assert Payout.from_dict({"structure": "main_2"}) == Payout("main_2")

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({}, "structure"),
            ({"structure": 4}, "structure"),
            ({"structure": "unheard"}, "structure"),
            ({"structure": "main_2", "percent": 101}, "percent"),
            ({"structure": "main_2", "percent": True}, "percent"),
            ({"structure": "main_2", "added": -1}, "added"),
            ({"structure": "main_2", "unit": 0}, "unit"),
            ({"structure": "main_2", "rake": 5}, "rake"),
        ],
    )
    def test_what_no_pool_can_be_is_refused_by_field(self, data: dict[str, object], field: str) -> None:
        with pytest.raises(ValueError, match=f"^{field}$"):
            Payout.from_dict(data)

    def test_the_house_keeps_its_share_and_what_does_not_divide(self) -> None:
        assert pool_of(Payout("main_2", percent=90, added=10_000), paid_in=33_33) == 29_99 + 10_000


@pytest.mark.parametrize(
    ("entrants", "flights", "code"),
    [
        (6, 1, "winner"),
        (16, 1, "main_2"),
        (40, 1, "main_4"),
        (100, 1, "main_8"),
        (16, 2, "main_2_consolation_1"),
        (48, 2, "main_4_consolation_2"),
        (48, 3, "main_4_consolation_2_last_chance_1"),
        (64, 3, "main_8_consolation_4_last_chance_2"),
        (16, 3, "main_2_consolation_1"),
    ],
)
def test_one_place_in_eight_is_suggested(entrants: int, flights: int, code: str) -> None:
    assert suggested(entrants, flights=flights).code == code
