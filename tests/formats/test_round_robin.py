"""Round robin: the Berger tables, groups in serpentine, late entrants and those who leave."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.formats.tournament import Tournament, entrants
from tournaments.formats import Entry, FormatError
from tournaments.formats.round_robin.format import FORMAT, Pace, RoundRobinOptions
from tournaments.formats.seeding import Seeding
from tournaments.formats.table import berger

CODE = "round_robin"
# FIDE Handbook C.05, Annex 1: the tables for 3 or 4, 5 or 6, and 7 or 8 players.
PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


def draw_stage(count: int, **options: object) -> Tournament:
    """A drawn stage whose entrants e1, e2, ... stand in that order."""
    entries = [Entry(entry.uid, seed=number) for number, entry in enumerate(entrants(count), start=1)]
    form_options = RoundRobinOptions.from_dict({"seeding": Seeding.SEEDED.value, **options})
    return Tournament.from_draw(CODE, entries, options=form_options)


def play_all(tournament: Tournament, *, chance: Random) -> None:
    """Play to the end; the first named of two wins where chance says so."""
    while waiting := tournament.waiting():
        for pairing in waiting:
            tournament.finish(pairing.place, chance.choice(pairing.entrants))
        tournament.advance()


@pytest.mark.parametrize("places", sorted(PUBLISHED))
def test_the_rounds_are_those_of_the_berger_tables(places: int) -> None:
    rounds = [
        {frozenset(int(number) - 1 for number in pair.split("-")) for pair in line.split()}
        for line in PUBLISHED[places]
    ]
    assert [set(map(frozenset, pairs)) for pairs in berger(places)] == rounds


@pytest.mark.parametrize("places", [2, 4, 10, 24, 50])
def test_everybody_meets_everybody_once_and_plays_in_every_round(places: int) -> None:
    rounds = berger(places)
    assert Counter(pair for pairs in rounds for pair in pairs) == Counter(combinations(range(places), 2))
    assert all(sorted(seat for pair in pairs for seat in pair) == list(range(places)) for pairs in rounds)


@pytest.mark.parametrize(("count", "groups"), [(5, 1), (8, 2), (13, 3), (24, 4)])
@pytest.mark.parametrize("legs", [1, 2])
def test_in_each_group_everybody_meets_as_often_as_there_are_legs(count: int, groups: int, legs: int) -> None:
    tournament = draw_stage(count, groups=groups, legs=legs)
    play_all(tournament, chance=Random(count))
    pairs = Counter(frozenset((result.one, result.two)) for result in tournament.results.values())
    by_group: dict[int | None, list[str]] = {}
    for row in FORMAT.standings(tournament.state):
        by_group.setdefault(row.group, []).append(row.entrant)
    assert pairs == {frozenset(pair): legs for group in by_group.values() for pair in combinations(group, 2)}
    sizes = sorted(map(len, by_group.values()))
    assert sizes[-1] - sizes[0] <= 1
    assert FORMAT.has_rematches(tournament.options) == (legs == 2)


def test_groups_are_filled_there_and_back_again() -> None:
    tournament = draw_stage(8, groups=3)
    groups = {row.entrant: row.group for row in FORMAT.standings(tournament.state)}
    assert [groups[f"e{number}"] for number in range(1, 9)] == [1, 2, 3, 3, 2, 1, 1, 2]


def test_a_group_of_one_is_refused_with_the_number_that_works() -> None:
    with pytest.raises(FormatError) as error:
        draw_stage(5, groups=3)
    assert error.value.code == "group_of_one"
    assert error.value.problems[0].data == {"groups": 3, "entrants": 5, "most": 2}


def test_a_round_opens_after_the_one_before_or_all_at_once() -> None:
    assert {pairing.round for pairing in draw_stage(4).pairings.values()} == {1}
    assert {pairing.round for pairing in draw_stage(4, pace=Pace.FREE.value).pairings.values()} == {1, 2, 3}


def test_a_held_round_waits_for_the_director() -> None:
    tournament = draw_stage(4)
    tournament.is_held = True
    for pairing in tournament.waiting():
        tournament.finish(pairing.place, pairing.one)
    tournament.advance()
    assert {pairing.round for pairing in tournament.pairings.values()} == {1}
    tournament.is_held = False
    tournament.advance()
    assert {pairing.round for pairing in tournament.pairings.values()} == {1, 2}


def test_a_late_entrant_fills_the_empty_place_and_plays_what_it_has_missed() -> None:
    tournament = draw_stage(5)
    for pairing in tournament.waiting():
        tournament.finish(pairing.place, pairing.one)
    tournament.advance()
    before = {place: pairing for place, pairing in tournament.pairings.items() if not pairing.is_bye}
    assert FORMAT.open_lines(tournament.state) == (5,)
    assert tournament.try_change(Entry("late", line=5, is_late=True))
    assert before.items() <= tournament.pairings.items()
    assert {pairing.round for pairing in tournament.pairings.values() if "late" in pairing.entrants} == {1}
    assert FORMAT.open_lines(tournament.state) == ()
    play_all(tournament, chance=Random(1))
    assert len(tournament.results) == 15


def test_who_leaves_before_half_of_its_matches_counts_for_nobody() -> None:
    for drops, wins in ((True, {"e2": 1, "e3": 0, "e4": 2}), (False, {"e2": 2, "e3": 0, "e4": 2})):
        tournament = draw_stage(4, drops_early_leavers=drops, pace=Pace.FREE.value)
        winners = {("e1", "e2"): "e2", ("e2", "e3"): "e2", ("e3", "e4"): "e4", ("e2", "e4"): "e4"}
        for place, pairing in list(tournament.pairings.items()):
            pair = tuple(sorted(pairing.entrants))
            if pair in winners:
                tournament.finish(place, winners[pair])
        entry = tournament.entries["e1"]
        tournament.entries["e1"] = Entry("e1", line=entry.line, is_withdrawn=True)
        points = {row.entrant: (row.half_points or 0) // 2 for row in FORMAT.standings(tournament.state)}
        assert {uid: points[uid] for uid in wins} == wins


def test_who_wins_as_often_shares_the_place_and_there_is_no_champion() -> None:
    tournament = draw_stage(3)
    for winner in ("e2", "e1", "e3"):
        waiting = tournament.waiting()
        tournament.finish(waiting[0].place, winner if winner in waiting[0].entrants else waiting[0].one)
        tournament.advance()
    rows = FORMAT.standings(tournament.state)
    assert FORMAT.is_complete(tournament.state)
    assert (FORMAT.champion(tournament.state) is None) == rows[0].is_tied


def test_a_pairing_is_explained_by_the_table_and_the_numbers() -> None:
    tournament = draw_stage(3)
    match, bye = sorted(tournament.pairings.values(), key=lambda pairing: pairing.is_bye)
    assert [reason.code for reason in FORMAT.explain(tournament.state, match)] == [
        "berger",
        "seeded",
        "seeded",
    ]
    assert [reason.code for reason in FORMAT.explain(tournament.state, bye)] == ["odd_group", "seeded"]
    other = type(match)(1, 7, "e1", "e2")
    assert [reason.code for reason in FORMAT.explain(tournament.state, other)] == ["no_longer_follows"]


def test_a_swap_changes_only_what_has_not_begun() -> None:
    tournament = draw_stage(4)
    one, two = tournament.entries["e1"], tournament.entries["e4"]
    entries = [Entry("e1", line=two.line, is_moved=True), Entry("e4", line=one.line, is_moved=True)]
    assert tournament.try_change(*entries)
    tournament.begin(next(iter(tournament.pairings)))
    back = [
        Entry("e1", line=one.line),
        Entry("e2", line=two.line),
        Entry("e4", line=tournament.entries["e2"].line),
    ]
    assert not tournament.try_change(*back)
