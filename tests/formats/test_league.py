"""League: divisions, weeks by the calendar, and who goes up and down."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.fed import feeder_of
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import (
    ByCalendar,
    Entry,
    Feed,
    FormatError,
    MatchDay,
    Standing,
    State,
    Take,
    entrants_to_feed,
    next_season,
)
from tournaments.formats.league.format import FORMAT, League, LeagueOptions
from tournaments.formats.seeding import Seeding

CODE = "league"
# In this zone the clocks go forward on 29 March 2026.
PARIS = ZoneInfo("Europe/Paris")
START = datetime(2026, 3, 9, 20, tzinfo=PARIS)


def draw_stage(count: int, **options: object) -> Tournament:
    """A drawn league whose entrants e1, e2, ... stand in that order."""
    entries = [Entry(entry.uid, seed=number) for number, entry in enumerate(entrants(count), start=1)]
    return Tournament.from_draw(CODE, entries, options=LeagueOptions.from_dict(options))


def strongest_wins(tournament: Tournament) -> None:
    """Play the season: the smaller number wins."""
    while waiting := tournament.waiting():
        for pairing in waiting:
            tournament.finish(pairing.place, min(pairing.entrants, key=lambda uid: int(uid[1:])))
        tournament.advance()


def divisions(tournament: Tournament) -> list[list[str]]:
    """The divisions in the order of their standings."""
    members: dict[int | None, list[str]] = {}
    for row in FORMAT.standings(tournament.state):
        members.setdefault(row.group, []).append(row.entrant)
    return list(members.values())


def numbers(uids: list[str] | tuple[str, ...]) -> list[int]:
    """The numbers of entrants."""
    return [int(uid[1:]) for uid in uids]


@pytest.mark.parametrize(
    ("count", "options", "sizes"), [(8, {"divisions": 2}, [4, 4]), (11, {"divisions": 3}, [4, 4, 3])]
)
def test_the_seeds_are_cut_into_divisions_of_equal_size(
    count: int, options: dict[str, object], sizes: list[int]
) -> None:
    tournament = draw_stage(count, **options)
    groups = divisions(tournament)
    assert [len(division) for division in groups] == sizes
    assert numbers(
        [uid for division in groups for uid in sorted(division, key=lambda uid: int(uid[1:]))]
    ) == list(range(1, count + 1))


@pytest.mark.parametrize("legs", [1, 2])
def test_in_a_division_everybody_meets_as_often_as_there_are_legs(legs: int) -> None:
    tournament = draw_stage(9, divisions=2, legs=legs)
    strongest_wins(tournament)
    pairs = Counter(frozenset((result.one, result.two)) for result in tournament.results.values())
    assert pairs == {
        frozenset(pair): legs for division in divisions(tournament) for pair in combinations(division, 2)
    }
    assert FORMAT.has_rematches(tournament.options) == (legs == 2)
    # Each division has a winner of its own.
    assert FORMAT.champion(tournament.state) is None


def test_divisions_of_one_are_refused_with_the_number_that_works() -> None:
    with pytest.raises(FormatError) as error:
        draw_stage(7, divisions=4)
    [problem] = error.value.problems
    assert (problem.code, problem.data) == ("division_of_one", {"entrants": 7, "divisions": 4, "most": 3})


def test_more_movers_than_a_division_bears_are_refused_but_not_where_nobody_moves() -> None:
    with pytest.raises(FormatError) as error:
        draw_stage(10, divisions=2, movers=3)
    [problem] = error.value.problems
    assert (problem.code, problem.data) == ("too_many_movers", {"entrants": 5, "movers": 3, "most": 2})
    assert draw_stage(5, divisions=1, movers=3).size == 5


def at(tournament: Tournament, now: datetime | None, *, is_held: bool = False) -> State:
    """The state of a league that has begun, at this time."""
    return replace(tournament.state, starts_at=START, now=now, is_held=is_held)


def open_rounds(state: State) -> set[int]:
    """The rounds that can be paired."""
    return {pairing.round for pairing in FORMAT.next_pairings(replace(state, pairings=()))}


def test_a_round_opens_each_week_at_the_hour_of_the_start_whatever_the_clocks_do() -> None:
    tournament = draw_stage(6)
    assert open_rounds(at(tournament, START - timedelta(seconds=1))) == set()
    assert open_rounds(at(tournament, START)) == {1}
    fourth = datetime(2026, 3, 30, 20, tzinfo=PARIS)
    assert open_rounds(at(tournament, fourth.astimezone(UTC) - timedelta(seconds=1))) == {1, 2, 3}
    assert open_rounds(at(tournament, fourth.astimezone(UTC))) == {1, 2, 3, 4}
    assert open_rounds(at(tournament, START + timedelta(days=400))) == {1, 2, 3, 4, 5}
    assert isinstance(FORMAT, ByCalendar)
    assert FORMAT.deadline(at(tournament, START), 3) == fourth


def test_without_a_start_or_a_clock_all_rounds_are_open_and_there_is_no_deadline() -> None:
    tournament = draw_stage(6)
    assert open_rounds(tournament.state) == open_rounds(at(tournament, None)) == {1, 2, 3, 4, 5}
    assert isinstance(FORMAT, ByCalendar)
    assert FORMAT.deadline(tournament.state, 1) is None


def test_a_round_lasts_as_many_days_as_the_director_says() -> None:
    tournament = draw_stage(6, days=14)
    assert open_rounds(at(tournament, START + timedelta(days=14))) == {1, 2}


def test_what_is_not_played_by_its_deadline_stays_to_be_played() -> None:
    tournament = draw_stage(4)
    state = at(tournament, START + timedelta(days=60))
    assert FORMAT.stale_pairings(state) == ()
    assert not FORMAT.is_complete(state)


def test_a_held_league_opens_no_round_and_loses_none() -> None:
    tournament = draw_stage(6)
    assert open_rounds(at(tournament, START, is_held=True)) == set()
    first = tuple(pairing for pairing in tournament.state.pairings if pairing.round == 1)
    state = replace(at(tournament, START + timedelta(days=30), is_held=True), pairings=first)
    assert FORMAT.next_pairings(state) == ()
    # Once it was paired a round stays open, even if the start is put off.
    later = replace(state, is_held=False, now=START - timedelta(days=1), pairings=first[:1])
    assert {pairing.round for pairing in FORMAT.next_pairings(later)} == {1}


def test_a_late_entrant_takes_the_empty_place_of_the_last_division_only() -> None:
    assert FORMAT.open_lines(draw_stage(8, divisions=2).state) == ()
    assert FORMAT.open_lines(draw_stage(9, divisions=2).state) == ()
    tournament = draw_stage(10, divisions=2)
    assert FORMAT.open_lines(tournament.state) == (10,)
    assert tournament.try_change(Entry("e11", line=10, is_late=True))
    assert "e11" in divisions(tournament)[1]
    assert FORMAT.open_lines(tournament.state) == ()
    strongest_wins(tournament)
    assert FORMAT.open_lines(tournament.state) == ()
    assert len(tournament.results) == 10 + 15


def movements(tournament: Tournament) -> dict[str, int]:
    """Who goes up and down."""
    return {row.entrant: row.movement for row in FORMAT.standings(tournament.state) if row.movement}


def test_as_many_go_up_as_down_and_nobody_out_of_the_top_or_the_bottom() -> None:
    tournament = draw_stage(12, divisions=3, movers=2)
    strongest_wins(tournament)
    assert movements(tournament) == {
        "e3": -1, "e4": -1, "e5": 1, "e6": 1, "e7": -1, "e8": -1, "e9": 1, "e10": 1,
    }  # fmt: skip


def test_who_has_left_does_not_go_up_and_the_next_one_does() -> None:
    tournament = draw_stage(8, divisions=2, movers=1)
    strongest_wins(tournament)
    tournament.entries["e5"] = replace(tournament.entries["e5"], is_withdrawn=True)
    assert movements(tournament) == {"e4": -1, "e6": 1}


def test_where_nearly_everybody_has_left_whoever_goes_up_does_not_go_down() -> None:
    tournament = draw_stage(12, divisions=3, movers=2)
    strongest_wins(tournament)
    for uid in ("e5", "e6", "e7"):
        tournament.entries[uid] = replace(tournament.entries[uid], is_withdrawn=True)
    assert {uid: movements(tournament).get(uid) for uid in ("e7", "e8")} == {"e7": -1, "e8": 1}


def test_of_those_tied_the_better_number_of_the_draw_goes_up() -> None:
    tournament = draw_stage(6, divisions=2, movers=1)
    winners = {("e4", "e5"): "e4", ("e5", "e6"): "e5", ("e4", "e6"): "e6"}
    for place, pairing in list(tournament.pairings.items()):
        pair = tuple(sorted(pairing.entrants))
        if len(pair) == 2:
            tournament.finish(place, winners.get((pair[0], pair[-1]), pair[0]))
    rows = {row.entrant: row for row in FORMAT.standings(tournament.state)}
    assert rows["e4"].is_tied
    assert (rows["e4"].movement, rows["e3"].movement) == (1, -1)


def test_who_shares_the_first_place_is_no_champion() -> None:
    tournament = draw_stage(3)
    cycle = {frozenset(("e1", "e2")): "e1", frozenset(("e2", "e3")): "e2", frozenset(("e1", "e3")): "e3"}
    for pairing in tournament.waiting():
        assert FORMAT.champion(tournament.state) is None
        tournament.finish(pairing.place, cycle[frozenset(pairing.entrants)])
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None


def test_the_next_season_takes_everybody_division_by_division() -> None:
    tournament = draw_stage(12, divisions=3, movers=1)
    strongest_wins(tournament)
    order = numbers(next_season(FORMAT.standings(tournament.state)))
    assert order == [1, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11, 12]
    feed = Feed(0, Take.NEXT_SEASON)
    assert (
        numbers([one.entrant for one in entrants_to_feed(feed, feeder_of(tournament, stage=0, feed=feed))])
        == order
    )
    tournament.entries["e2"] = replace(tournament.entries["e2"], goes_on=False)
    assert 2 not in numbers([one.entrant for one in entrants_to_feed(feed, feeder_of(tournament, stage=0))])


def test_nobody_goes_into_a_next_season_before_the_end_of_this_one() -> None:
    tournament = draw_stage(4)
    with pytest.raises(FormatError) as error:
        entrants_to_feed(Feed(0, Take.NEXT_SEASON), feeder_of(tournament, stage=0))
    assert error.value.code == "feeder_not_complete"


def test_a_stage_without_divisions_hands_on_its_standings() -> None:
    rows = [Standing(uid, place, place, 0, 0, 0, is_in=False) for place, uid in enumerate("abc", start=1)]
    assert next_season(rows) == ("a", "b", "c")


@given(
    count=st.integers(4, 40),
    division_count=st.integers(1, 8),
    movers=st.integers(0, 4),
    chance=st.integers(0, 99),
)
def test_the_draw_of_the_next_season_cuts_it_where_promotion_and_relegation_say(
    count: int, division_count: int, movers: int, chance: int
) -> None:
    number = min(division_count, count // 2)
    least = count // number
    tournament = draw_stage(count, divisions=number, movers=min(movers, least // 2))
    dice = Random(chance)
    for pairing in tournament.waiting():
        tournament.finish(pairing.place, dice.choice(pairing.entrants))
    rows = FORMAT.standings(tournament.state)
    group_of = {row.entrant: (row.group or 1) - row.movement for row in rows}
    order = next_season(rows)
    entries = [Entry(uid, seed=seed) for seed, uid in enumerate(order, start=1)]
    following = Tournament.from_draw(CODE, entries, options=tournament.options)
    assert {row.entrant: row.group or 1 for row in FORMAT.standings(following.state)} == group_of


def test_a_pairing_is_explained_by_the_table_and_by_the_seed_or_the_lot() -> None:
    for seeding, how in ((Seeding.SEEDED, "seeded"), (Seeding.RANDOM, "drawn")):
        tournament = draw_stage(4, divisions=2, seeding=seeding.value)
        pairing = next(iter(tournament.pairings.values()))
        codes = [reason.code for reason in FORMAT.explain(tournament.state, pairing)]
        assert codes == ["berger", how, how]


def test_nobody_comes_in_by_losing_elsewhere_and_nothing_waits_for_a_decision() -> None:
    tournament = draw_stage(4)
    assert FORMAT.admissions(tournament.state) == ()
    assert FORMAT.obstacles(tournament.state) == ()
    assert FORMAT.pairs_by_rounds(tournament.options)


# FIDE C.05, Annex 1: the tables for 4 and 6, the number with white first.
FIDE_TABLES = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
}


@pytest.mark.parametrize("places", FIDE_TABLES)
def test_home_and_away_are_those_of_the_berger_tables_of_fide(places: int) -> None:
    tournament = draw_stage(places, dates="match_day")
    rounds = FORMAT.outline(tournament.state).rounds
    pairs = [{(slot.one.entrant, slot.two.entrant) for slot in slots} for slots in rounds]
    assert pairs == [
        {(f"e{home}", f"e{away}") for home, away in (pair.split("-") for pair in line.split())}
        for line in FIDE_TABLES[places]
    ]


@given(count=st.integers(2, 15), legs=st.integers(1, 2))
def test_everybody_is_at_home_as_often_as_away_or_once_more(count: int, legs: int) -> None:
    by_days = draw_stage(count, dates="match_day", legs=legs).state
    plain = draw_stage(count, legs=legs).state
    homes: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for days, weeks in zip(FORMAT.outline(by_days).rounds, FORMAT.outline(plain).rounds, strict=True):
        for slot, same in zip(days, weeks, strict=True):
            # Only who is named first differs from a league by weeks.
            assert set(slot.entrants) == set(same.entrants)
            if len(slot.entrants) == 2:
                homes[slot.entrants[0]] += 1
                games.update(slot.entrants)
    for uid, number in games.items():
        assert abs(2 * homes[uid] - number) <= (1 if legs == 1 else 0)


def test_a_match_day_ends_with_its_day_and_keeps_its_hour_over_a_change_of_clocks() -> None:
    tournament = draw_stage(6, dates="match_day", days=14)
    moved = datetime(2026, 4, 1, 19, 30, tzinfo=PARIS)
    days = (MatchDay(2, datetime(2026, 3, 20, 18, tzinfo=PARIS)), MatchDay(3, moved, slot=1))
    state = replace(tournament.state, starts_at=START, now=START - timedelta(days=1), match_days=days)
    assert isinstance(FORMAT, League)
    calendar = FORMAT.calendar(state)
    # The third one follows the second, two weeks later on the clock of the wall, after the clocks went forward.
    assert [calendar.begins(number) for number in (1, 2, 3)] == [
        START,
        datetime(2026, 3, 20, 18, tzinfo=PARIS),
        datetime(2026, 4, 3, 18, tzinfo=PARIS),
    ]
    assert FORMAT.deadline(state, 3) == datetime(2026, 4, 4, tzinfo=PARIS)
    assert FORMAT.deadline(state, 3, 1) == datetime(2026, 4, 2, tzinfo=PARIS)
    # The first one is paired ahead, and so is what is brought forward.
    places = [(pairing.round, pairing.slot) for pairing in FORMAT.next_pairings(replace(state, pairings=()))]
    assert places == [(1, 0), (1, 1), (1, 2), (3, 1)]
    begun = replace(state, pairings=(), now=START)
    assert {pairing.round for pairing in FORMAT.next_pairings(begun)} == {1, 2, 3}
    assert {
        place for place in ((one.round, one.slot) for one in FORMAT.next_pairings(begun)) if place[0] == 3
    } == {(3, 1)}


def test_a_league_by_weeks_takes_a_date_of_its_own_for_a_holiday() -> None:
    at = datetime(2026, 4, 6, 20, tzinfo=PARIS)
    holiday = MatchDay(3, at)
    state = replace(draw_stage(6).state, starts_at=START, now=START, match_days=(holiday,))
    assert isinstance(FORMAT, League)
    # The second round lasts until the third one begins, and all later ones follow it.
    assert FORMAT.deadline(state, 2) == at
    assert FORMAT.deadline(state, 3) == at + timedelta(days=7)
    assert FORMAT.deadline(state, 5) == at + timedelta(days=21)
