"""The prizes against the published tables, and that no unit is lost or made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.payouts import STRUCTURES, Payout, pool_of, prizes, shares, suggest


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
        ("main_2_consolation_1_last_chance_1", [[44.4, 22.2], [22.2], [11.1]]),
        ("flights_4", [[42.1, 21.1], [21.1], [10.5], [5.3]]),
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
    percentages = [[100 * factor / structure.parts for factor in flight] for flight in structure.flights]
    for flight, published in zip(percentages, percent, strict=True):
        assert flight == pytest.approx(published, abs=0.06)
    assert structure.places == sum(map(len, percent))


def test_prizes_are_whole_units_and_the_winner_has_the_remainder() -> None:
    [main] = prizes(101_50, STRUCTURES["main_4"], unit=1_00)
    assert main == (52_50, 25_00, 12_00, 12_00)


def test_equal_parts_get_equal_prizes_in_every_flight() -> None:
    flights = prizes(1350, STRUCTURES["main_4_consolation_2_last_chance_1"], unit=5)
    assert flights == ((460, 225, 110, 110), (225, 110), (110,))


@given(
    code=st.sampled_from(sorted(STRUCTURES)),
    pool=st.integers(0, 10**9),
    unit=st.sampled_from([1, 5, 100, 500]),
)
def test_the_prizes_are_the_pool_and_no_better_place_gets_less(code: str, pool: int, unit: int) -> None:
    flights = prizes(pool, STRUCTURES[code], unit=unit)
    assert sum(map(sum, flights)) == pool
    for flight in flights:
        assert sorted(flight, reverse=True) == list(flight)
    assert all(prize % unit == 0 for flight in flights for prize in flight[1:])


class TestTies:
    def test_those_tied_share_the_prizes_of_their_places(self) -> None:
        amounts = shares([40, 20, 10, 10], [(1, 1), (2, 3), (2, 3), (4, 4)], parts=(4, 2, 1, 1))
        assert amounts == (40, 15, 15, 10)

    def test_a_tie_within_equal_prizes_changes_nothing(self) -> None:
        assert shares([41, 20, 9, 9], [(1, 1), (2, 2), (3, 4), (3, 4)], parts=(4, 2, 1, 1)) == (41, 20, 9, 9)

    def test_a_tie_across_the_last_prize_shares_what_there_is(self) -> None:
        amounts = shares([60, 30], [(1, 1), (2, 4), (2, 4), (2, 4)], parts=(2, 1))
        assert amounts == (60, 10, 10, 10)

    def test_nobody_beyond_the_prizes_gets_one(self) -> None:
        assert shares([60], [(1, 1), (2, 2)], parts=(1,)) == (60, 0)

    def test_a_tie_is_rounded_once_and_the_rest_is_the_winners(self) -> None:
        """450 by 43.2, 27, 17.6 and 12.2 per cent in fives: exactly 194.59, 121.62, and 66.89 for the two tied."""
        [amounts] = prizes(450, STRUCTURES["more_swiss_4"], unit=5)
        places = [(1, 1), (2, 2), (3, 4), (3, 4)]
        assert shares(amounts, places, parts=(32, 20, 13, 9), unit=5) == (200, 120, 65, 65)

    def test_what_the_first_share_is_split_to_the_coin(self) -> None:
        assert shares([50, 25, 10], [(1, 2), (1, 2), (3, 3)], parts=(5, 2, 1), unit=10) == (37, 37, 11)

    def test_a_coin_that_nobody_can_have_alone_stays_over(self) -> None:
        assert shares([3, 2], [(1, 2), (1, 2)], parts=(2, 1)) == (2, 2)
        tied = [(1, 2), (1, 2), (3, 4), (3, 4)]
        assert shares([4, 2, 2, 1], tied, parts=(4, 2, 2, 1)) == (3, 3, 1, 1)

    def test_an_empty_flight_has_no_shares(self) -> None:
        assert shares([50, 25], [], parts=(2, 1)) == ()

    @given(
        st.sampled_from(sorted(STRUCTURES)),
        st.lists(st.integers(1, 4), min_size=1, max_size=8),
        st.integers(0, 10**6),
        st.sampled_from([1, 5, 100]),
    )
    def test_no_unit_is_lost_and_the_tied_get_the_same(
        self, code: str, groups: list[int], pool: int, unit: int
    ) -> None:
        parts = STRUCTURES[code].flights[0]
        amounts = prizes(pool, STRUCTURES[code], unit=unit)[0]
        places: list[tuple[int, int]] = []
        for size in groups:
            first = len(places) + 1
            if first <= len(parts):
                places += [(first, first + size - 1)] * size
        split = shares(amounts, places, parts=parts, unit=unit)
        assert 0 <= sum(amounts[: len(places)]) - sum(split) < max(groups)
        assert sorted(split, reverse=True) == list(split)
        for place in set(places):
            assert len({share for share, own in zip(split, places, strict=True) if own == place}) == 1


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
        (16, 3, "main_2_consolation_1_last_chance_1"),
        (25, 3, "main_4_consolation_2_last_chance_1"),
        (40, 5, "flights_5"),
        (40, 12, "flights_8"),
    ],
)
def test_one_place_in_eight_is_suggested(entrants: int, flights: int, code: str) -> None:
    suggestion = suggest(entrants, flights=flights)
    assert suggestion.code == code
    assert len(suggestion.flights) == min(flights, 8)
