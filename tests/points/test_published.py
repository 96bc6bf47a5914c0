"""Each published scheme gives what its source says: the figures are computed by hand here."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.points.factories import entrant, points_of
from tournaments.points import SCHEMES, PointsEvent, score
from tournaments.points.numbers import as_text


def test_usbgf_a_win_is_a_third_of_the_root_of_its_length() -> None:
    """sqrt(9) / 3 = 1, sqrt(25) / 3 = 5 / 3, sqrt(7) = 2.645751311065 (2.6457513110645906)."""
    points = points_of(
        "usbgf-master-points",
        entrant("a", lengths=[9]),
        entrant("b", lengths=[25]),
        entrant("c", lengths=[7]),
        entrant("d", wins=[{"length": 9, "kind": "bye"}, {"length": 9, "kind": "forfeit"}]),
    )
    assert points == [1, Fraction(5, 3), Fraction("2.645751311065") / 3, 0]


def test_usbgf_a_place_is_six_tenths_of_the_logarithm_times_the_factor_of_its_rank() -> None:
    """64 players: 0.6 * 6 = 3.6; the factors of the source are 1.000 .700 .500 .333 .250 .200."""
    players = [entrant(str(rank), (rank, rank)) for rank in range(1, 7)]
    points = points_of("usbgf-master-points", *players, players=64)
    assert points == [
        Fraction("3.6"),
        Fraction("2.52"),
        Fraction("1.8"),
        Fraction("1.2"),
        Fraction("0.9"),
        Fraction("0.72"),
    ]
    assert [round(float(one / Fraction("3.6")), 3) for one in points] == [1, 0.7, 0.5, 0.333, 0.25, 0.2]


def test_usbgf_equidistant_players_split_the_next_ranks() -> None:
    """Two losers of semi-finals share ranks 3 and 4: (1/2 + 1/3) / 2 = 5/12 of 3.6 is 1.5."""
    assert (
        points_of("usbgf-master-points", entrant("c", (3, 4)), entrant("d", (3, 4)), players=64)
        == [Fraction("1.5")] * 2
    )


@pytest.mark.parametrize(("division", "points"), [(1, "1.2"), (2, "0.84"), (3, "0.6"), (7, "0.6")])
def test_usbgf_divisions_weigh_1_and_7_tenths_and_a_half(division: int, points: str) -> None:
    """A winner of 4 players, without matches: 0.6 * log2(4) = 1.2."""
    assert points_of("usbgf-master-points", entrant("a", (1, 1)), players=4, division=division) == [
        Fraction(points)
    ]


def test_usbgf_the_event_weighs_its_matches_and_its_places() -> None:
    both = entrant("a", (1, 1), lengths=[9])
    assert points_of("usbgf-master-points", both, players=4, weight="0.5") == [Fraction("1.1")]
    assert points_of("usbgf-master-points", both, players=4, weight=2, division_weight="0.25") == [
        Fraction("1.1")
    ]


def test_usbgf_places_beyond_those_that_are_designated_have_none() -> None:
    """Of two that share ranks 2 and 3, of which only 2 is designated: 0.7 / 2 of 3.6."""
    shared, fourth = entrant("b", (2, 3)), entrant("d", (4, 4))
    assert points_of("usbgf-master-points", shared, fourth, players=64, paid={"main": 2}) == [
        Fraction("1.26"),
        0,
    ]


def test_the_pool_is_a_point_a_player_shared_by_the_factors_of_the_event() -> None:
    """The American Backgammon Tour's figures of a field of 64: 2/9 are 14.22, 1/9 is 7.11."""
    rest = [entrant(str(number), (2, 8)) for number in range(2, 9)]
    points = points_of(
        "player-pool", entrant("1", (1, 1)), *rest, players=64, factors={"main": [2, 1, 1, 1, 1, 1, 1, 1]}
    )
    assert [round(float(one), 2) for one in points] == [14.22, *[7.11] * 7]
    assert sum(points) == 64


def test_the_pool_of_40_is_shared_over_three_flights() -> None:
    """Main 4-2-1-1, consolation 2-1, last chance 1: twelfths of 40 players, a half in the second division."""
    field = [
        entrant("a", (1, 1)),
        entrant("b", (2, 2)),
        entrant("c", (3, 4)),
        entrant("d", (3, 4), (1, 1, "consolation")),
        entrant("e", (2, 2, "consolation")),
        entrant("f", (1, 1, "last chance")),
        entrant("g", (9, 16)),
    ]
    points = points_of("player-pool", *field, players=40)
    assert points == [Fraction(40 * part, 12) for part in (4, 2, 1, 3, 1, 1, 0)]
    assert sum(points) == 40
    assert sum(points_of("player-pool", *field, players=40, division=2)) == 20
    assert sum(points_of("player-pool", *field, players=40, division=3)) == 10


def test_the_pool_is_shared_by_the_flights_that_there_are_and_the_places_that_are_paid() -> None:
    two = entrant("a", (1, 1)), entrant("b", (2, 2))
    assert points_of("player-pool", *two, players=12) == [8, 4]
    assert points_of("player-pool", *two, players=12, paid={"main": 1}) == [12, 0]
    assert points_of("player-pool", entrant("a", (1, 1, "jackpot")), players=12) == [0]
    assert points_of("player-pool", *two, players=12, factors={"main": [0, 1]}, paid={"main": 1}) == [0, 0]


@pytest.mark.parametrize(
    ("players", "places"),
    [(3, 0), (4, 1), (7, 1), (8, 2), (16, 2), (17, 4), (32, 4), (33, 8), (64, 8), (65, 16)],
)
def test_norway_cup_pays_places_by_the_field(players: int, places: int) -> None:
    ranges = [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32)]
    field = [entrant(str(first), (first, last)) for first, last in ranges if last <= players]
    points = points_of("norway-cup", *field, players=players)
    assert [bool(one) for one in points] == [first <= places for first, last in ranges if last <= players]


def test_norway_cup_is_the_root_of_twice_the_players_by_the_place() -> None:
    """32 players: sqrt(64) = 8; both thirds have 8/3. 24 players: sqrt(48) = 6.928203230276."""
    field = [entrant("a", (1, 1)), entrant("b", (2, 2)), entrant("c", (3, 4)), entrant("d", (3, 4))]
    assert points_of("norway-cup", *field, players=32) == [8, 4, Fraction(8, 3), Fraction(8, 3)]
    assert points_of("norway-cup", *field[:1], players=24) == [Fraction("6.928203230276")]


def test_nebc_a_match_is_its_length_and_four_places_have_a_bonus() -> None:
    field = [
        entrant("a", (1, 1), lengths=[7, 7, 9, 11]),
        entrant("b", (2, 2), lengths=[7, 7, 9]),
        entrant("c", (3, 4), lengths=[7, 7]),
        entrant("d", (5, 8), (1, 1, "consolation"), lengths=[7, 5, 5]),
        entrant("e", (2, 2, "consolation"), lengths=[5]),
        entrant("f"),
        entrant("g", attended=False),
    ]
    assert points_of("nebc", *field, players=16) == [84, 48, 26, 42, 17, 2, 0]


def test_nebc_only_the_higher_bonus_of_two_is_given() -> None:
    twice = entrant("c", (3, 4), (1, 1, "consolation"), lengths=[7, 5])
    event = PointsEvent.from_dict({"event": "May", "entrants": [twice], "players": 12})
    (points,) = score(SCHEMES["nebc"], event)
    assert points.points == 12 + 25
    assert [line.what for line in points.lines] == ["place", "place", "win", "win"]
    assert [line.amount for line in points.lines] == [0, 25, 7, 5]
    assert [line.excluded for line in points.lines] == [12, 0, 0, 0]


def test_nebc_bonuses_are_doubled_and_matches_are_not() -> None:
    assert points_of("nebc", entrant("a", (1, 1), lengths=[9]), weight=2) == [109]


def test_viennagammon() -> None:
    """1 a win, 2 for attendance, 10 8 6 5 4 3 2 1; fifth to eighth split 4 + 3 + 2 + 1."""
    field = [entrant("a", (1, 1), lengths=[5, 5, 5]), entrant("b", (3, 3), lengths=[5]), entrant("c", (5, 8))]
    assert points_of("viennagammon", *field, players=8) == [15, 9, Fraction("4.5")]
    assert SCHEMES["viennagammon"].season.drop == 1


def test_neu_isenburg() -> None:
    """10 for attendance, 9 a win, 5 a settlement, nothing for byes and forfeits."""
    wins = [{"length": 5}, {"length": 5}, {"length": 5, "kind": "bye"}, {"length": 5, "kind": "forfeit"}]
    assert points_of("neu-isenburg", entrant("a", wins=wins, settlements=1), entrant("b")) == [33, 10]


def test_nardgammon() -> None:
    """10 * log2(32) / place."""
    field = [entrant(str(place), (place, place)) for place in (1, 2, 5)]
    assert points_of("nardgammon", *field, players=32) == [50, 25, 10]
    assert SCHEMES["nardgammon"].season.halving == 1


@pytest.mark.parametrize(
    ("players", "first", "last", "wins", "points"),
    [
        (11, 1, 1, 3, "1.75"),
        (12, 1, 2, 3, "1.5"),
        (24, 2, 2, 3, "1.25"),
        (33, 2, 3, 0, "1.25"),
        (65, 3, 3, 0, "1.33"),
        (16, 3, 4, 2, "0.5"),
        (16, 4, 4, 2, "0.44"),
        (16, 5, 8, 1, "0.25"),
        (16, 5, 5, 1, "0.25"),
        (16, 5, 6, 1, "0.25"),
        (11, 5, 8, 3, "0.24"),
        (16, 9, 16, 2, "0.16"),
    ],
)
def test_the_club_table_or_8_hundredths_a_win_whichever_is_higher(
    players: int, first: int, last: int, wins: int, points: str
) -> None:
    one = entrant("a", (first, last), lengths=[7] * wins)
    assert list(map(as_text, points_of("club-table", one, players=players))) == [points]


def test_the_club_table_of_the_intermediate() -> None:
    field = [entrant("a", (1, 1), lengths=[5]), entrant("b", lengths=[5, 5])]
    assert points_of("club-table-intermediate", *field, players=40) == [Fraction("2.5"), Fraction("0.08")]


def test_the_lower_of_places_and_wins_is_explained_and_not_counted() -> None:
    event = PointsEvent.from_dict(
        {"event": "x", "players": 16, "entrants": [entrant("a", (5, 8), lengths=[7])]}
    )
    place, win = score(SCHEMES["club-table"], event)[0].lines
    assert [place.amount, win.amount, win.excluded] == [Fraction("0.25"), 0, Fraction("0.08")]
    event = PointsEvent.from_dict({"event": "x", "entrants": [entrant("a")]})
    assert score(SCHEMES["club-table"], event)[0].points == 0


def test_who_is_not_verified_carries_no_name_of_a_body() -> None:
    assert [code for code, scheme in SCHEMES.items() if not scheme.is_verified] == ["player-pool"]
    assert "USBGF" not in SCHEMES["player-pool"].name + SCHEMES["player-pool"].source


def test_the_largest_field_is_counted_while_one_waits() -> None:
    """Half of 10,000 share the lowest place: one sum of 5,000 fractions serves them all."""
    losers = [entrant(str(number), (5001, 10_000), lengths=[7]) for number in range(5000)]
    points = points_of("usbgf-master-points", entrant("winner", (1, 1)), *losers, players=10_000)
    assert len(set(points)) == 2
    assert 0 < points[1] - Fraction("2.645751311065") / 3 < Fraction("0.002")
