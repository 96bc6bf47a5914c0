"""What formats can do, as they say it of themselves."""

from __future__ import annotations

from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FORMATS, BySeasons, PlacesLosers, opens_rounds_by_calendar
from tournaments.formats.lives.options import LivesOptions, Mode


def test_rounds_are_paired_at_once_by_those_that_pair_them_from_results() -> None:
    at_once = {code for code, rules in FORMATS.items() if rules.pairs_at_once(rules.options())}
    assert at_once == {"lives", "monrad", "random_rounds", "swiss"}
    assert not FORMATS["lives"].pairs_at_once(LivesOptions(mode=Mode.QUEUE))


def test_the_calendar_opens_the_rounds_of_a_league_and_of_nothing_else() -> None:
    assert [code for code, rules in FORMATS.items() if opens_rounds_by_calendar(rules)] == ["league"]


def test_a_season_says_how_many_a_division_needs() -> None:
    rules = FORMATS["league"]
    assert isinstance(rules, BySeasons)
    assert [
        rules.fewest_in_division(rules.options.from_dict({"movers": movers})) for movers in (0, 1, 2)
    ] == [2, 2, 4]


def test_who_loses_in_a_round_of_a_bracket_has_the_places_of_that_round() -> None:
    rules = FORMATS["single_elimination"]
    assert isinstance(rules, PlacesLosers)
    state = Tournament.from_draw("single_elimination", entrants(6)).state
    assert [rules.places_of_losers(state, number) for number in (0, 1, 2, 3)] == [
        None,
        (5, 6),
        (3, 4),
        (2, 2),
    ]
    options = rules.options.from_dict({"has_third_place": True})
    state = Tournament.from_draw("single_elimination", entrants(4), options=options).state
    assert rules.places_of_losers(state, 3) is None
