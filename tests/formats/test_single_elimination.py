"""Single elimination, promise by promise."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.tournament import Tournament, entrants
from tests.formats.twin import Twin
from tournaments.formats import (
    FORMATS,
    Entry,
    FormatError,
    Pairing,
    Reason,
    Result,
    RoundName,
    SideKind,
    Slot,
    SlotSide,
    State,
)
from tournaments.formats.seeding import Seeding
from tournaments.formats.single_elimination.format import SingleEliminationOptions

CODE = "single_elimination"
FORMAT = FORMATS[CODE]
SEEDED = SingleEliminationOptions(seeding=Seeding.SEEDED)


def on_lines(*lines: str | None, options: SingleEliminationOptions | None = None) -> Tournament:
    """Return a stage whose entrants stand on these lines; a name such as `s3` carries seed 3."""
    entries = {
        uid: Entry(uid, line=line, seed=int(uid[1:]) if uid.startswith("s") else None)
        for line, uid in enumerate(lines)
        if uid is not None
    }
    tournament = Tournament(CODE, "seed", options or SingleEliminationOptions(), len(lines), entries)
    tournament.advance()
    return tournament


def places(tournament: Tournament) -> dict[str, tuple[int, int]]:
    """Return the place and the last place shared of every entrant."""
    return {row.entrant: (row.place, row.last_place) for row in FORMAT.standings(tournament.state)}


def test_the_winner_of_each_slot_meets_the_winner_of_its_neighbour() -> None:
    tournament = on_lines("a", "b", "c", "d", "e", "f", "g", "h")
    assert tournament.waiting() == [
        Pairing(1, 0, "a", "b"),
        Pairing(1, 1, "c", "d"),
        Pairing(1, 2, "e", "f"),
        Pairing(1, 3, "g", "h"),
    ]
    tournament.win("b")
    assert len(tournament.pairings) == 4
    tournament.win("c")
    assert tournament.pairings[2, 0] == Pairing(2, 0, "b", "c")
    for winner in ("e", "h", "h", "b", "b"):
        tournament.win(winner)
    assert tournament.pairings[3, 0] == Pairing(3, 0, "b", "h")
    assert FORMAT.champion(tournament.state) == "b"


def test_with_five_entrants_two_bye_holders_meet_in_round_two() -> None:
    tournament = Tournament.from_draw(CODE, entrants(5))
    byes = [pairing for pairing in tournament.pairings.values() if pairing.is_bye]
    (first_round,) = [pairing for pairing in tournament.waiting() if pairing.round == 1]
    (second_round,) = [pairing for pairing in tournament.waiting() if pairing.round == 2]
    assert len(byes) == 3
    assert set(second_round.entrants) < {pairing.one for pairing in byes}
    assert not set(first_round.entrants) & set(second_round.entrants)


def test_two_entrants_play_one_match() -> None:
    tournament = Tournament.from_draw(CODE, entrants(2))
    assert len(tournament.pairings) == 1
    tournament.win("e2")
    assert places(tournament) == {"e2": (1, 1), "e1": (2, 2)}


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 100, 1024])
def test_one_entrant_goes_out_in_each_match(count: int) -> None:
    tournament = Tournament.from_draw(CODE, entrants(count))
    while waiting := tournament.waiting():
        for pairing in waiting:
            tournament.finish(pairing.place, pairing.one)
        tournament.advance()
    assert len(tournament.results) == count - 1


def test_rounds_are_named_by_their_distance_from_the_final() -> None:
    declared = FORMAT.rounds(on_lines(*(f"e{number}" for number in range(32))).state)
    assert [(r.number, r.name, r.from_final, r.places) for r in declared] == [
        (1, RoundName.ROUND_OF, 4, 32),
        (2, RoundName.ROUND_OF, 3, 16),
        (3, RoundName.QUARTERFINAL, 2, 8),
        (4, RoundName.SEMIFINAL, 1, 4),
        (5, RoundName.FINAL, 0, 2),
    ]


def test_the_outline_says_where_each_side_comes_from() -> None:
    tournament = on_lines("a", None, "b", "c")
    first, second = FORMAT.outline(tournament.state).rounds
    assert first == (
        Slot(
            1,
            0,
            SlotSide(SideKind.ENTRANT, "a", 0),
            SlotSide(SideKind.BYE, None, 1),
            "a",
            is_decided=True,
            winner_to=(2, 0),
        ),
        Slot(
            1,
            1,
            SlotSide(SideKind.ENTRANT, "b", 2),
            SlotSide(SideKind.ENTRANT, "c", 3),
            None,
            is_decided=False,
            winner_to=(2, 0),
        ),
    )
    assert second == (
        Slot(
            2,
            0,
            SlotSide(SideKind.ENTRANT, "a", None, (1, 0)),
            SlotSide(SideKind.WINNER, None, None, (1, 1)),
            None,
            is_decided=False,
        ),
    )


def test_an_entrants_path_and_next_slot_are_read_from_the_outline() -> None:
    tournament = on_lines("a", "b", "c", "d")
    tournament.win("a")
    outline = FORMAT.outline(tournament.state)
    assert [(slot.round, slot.slot) for slot in outline.path("a")] == [(1, 0), (2, 0)]
    upcoming = outline.upcoming("a")
    assert upcoming is not None
    assert upcoming.two == SlotSide(SideKind.WINNER, None, None, (1, 1))
    assert outline.at((1, 1)).entrants == ("c", "d")
    assert outline.upcoming("b") is None


def test_losers_of_a_round_share_its_places() -> None:
    tournament = on_lines("a", "b", "c", "d", "e", None, "f", None)
    for winner in ("a", "c", "a", "e", "a"):
        tournament.win(winner)
    assert places(tournament) == {
        "a": (1, 1),
        "e": (2, 2),
        "c": (3, 4),
        "f": (3, 4),
        "b": (5, 6),
        "d": (5, 6),
    }
    champion, runner_up, *_ = FORMAT.standings(tournament.state)
    assert (champion.wins, champion.losses, champion.reached, champion.is_in) == (3, 0, 3, False)
    assert (runner_up.wins, runner_up.losses, runner_up.reached) == (1, 1, 3)


def test_who_is_still_in_shares_the_top_until_the_end() -> None:
    tournament = on_lines("a", "b", "c", "d")
    tournament.win("d")
    assert places(tournament) == {"a": (1, 3), "b": (1, 3), "d": (1, 3), "c": (4, 4)}
    assert {row.entrant for row in FORMAT.standings(tournament.state) if row.is_in} == {"a", "b", "d"}
    assert FORMAT.champion(tournament.state) is None


def test_after_a_double_forfeit_the_next_opponent_goes_on_alone() -> None:
    tournament = on_lines("a", "b", "c", "d", "e", "f", "g", "h")
    tournament.finish((1, 0), None)
    tournament.advance()
    assert (2, 0) not in tournament.pairings
    tournament.win("c")
    assert tournament.pairings[2, 0] == Pairing(2, 0, "c", None)
    slot = FORMAT.outline(tournament.state).at((2, 0))
    assert slot.one == SlotSide(SideKind.NOBODY, None, None, (1, 0))
    assert slot.is_bye
    assert FORMAT.explain(tournament.state, tournament.pairings[2, 0]) == (
        Reason("nobody_left", {"round": 1, "slot": 0}),
        Reason("winner_of", {"entrant": "c", "round": 1, "slot": 1}),
    )
    for winner in ("e", "g", "g", "c"):
        tournament.win(winner)
    assert FORMAT.champion(tournament.state) == "c"
    assert (places(tournament)["d"], places(tournament)["a"]) == ((4, 6), (7, 8))


def test_when_all_forfeit_the_stage_ends_without_a_champion() -> None:
    tournament = on_lines("a", "b", "c", "d")
    tournament.finish((1, 0), None)
    tournament.finish((1, 1), None)
    tournament.advance()
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None
    assert (2, 0) not in tournament.pairings
    assert set(places(tournament).values()) == {(1, 4)}


def test_who_both_forfeit_the_final_share_first_place_without_a_champion() -> None:
    tournament = on_lines("a", "b")
    tournament.finish((1, 0), None)
    tournament.advance()
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None
    assert places(tournament) == {"a": (1, 2), "b": (1, 2)}


def test_a_withdrawal_moves_nobody_without_a_ruling() -> None:
    tournament = on_lines("a", None, "b", "c")
    tournament.entries["a"] = replace(tournament.entries["a"], is_withdrawn=True)
    tournament.advance()
    tournament.win("b")
    assert tournament.pairings[2, 0] == Pairing(2, 0, "a", "b")
    tournament.win("b")
    assert FORMAT.champion(tournament.state) == "b"


def test_a_late_entry_takes_the_place_of_a_bye_and_the_next_pairing_is_cancelled() -> None:
    tournament = on_lines("a", None, "b", None)
    assert tournament.pairings[2, 0] == Pairing(2, 0, "a", "b")
    tournament.entries["late"] = Entry("late", line=3, is_late=True)
    assert FORMAT.stale_pairings(tournament.state) == (Pairing(1, 1, "b", None), Pairing(2, 0, "a", "b"))
    assert FORMAT.next_pairings(tournament.state) == ()
    tournament.advance()
    assert tournament.waiting() == [Pairing(1, 1, "b", "late")]
    assert FORMAT.explain(tournament.state, tournament.pairings[1, 1]) == (
        Reason("drawn", {"entrant": "b", "line": 2}),
        Reason("entered_late", {"entrant": "late", "line": 3}),
    )


def test_a_bye_is_open_until_its_holders_next_match_has_begun() -> None:
    tournament = on_lines("a", None, "b", "c")
    assert FORMAT.open_lines(tournament.state) == (1,)
    tournament.win("b")
    assert FORMAT.open_lines(tournament.state) == (1,)
    tournament.begin((2, 0))
    assert FORMAT.open_lines(tournament.state) == ()


def test_a_result_closes_a_bye_even_where_no_pairing_says_begun() -> None:
    tournament = on_lines("a", None, "b", "c")
    tournament.win("b")
    tournament.win("a")
    unmarked = tuple(replace(pairing, is_begun=False) for pairing in tournament.pairings.values())
    assert FORMAT.open_lines(replace(tournament.state, pairings=unmarked)) == ()


def test_a_second_bye_behind_a_double_forfeit_keeps_the_line_open_only_until_the_match_after_it() -> None:
    tournament = on_lines("a", None, "b", "c", "d", "e", "f", "g")
    tournament.finish((1, 1), None)
    tournament.advance()
    for winner in ("d", "f", "f"):
        tournament.win(winner)
    assert tournament.pairings[3, 0] == Pairing(3, 0, "a", "f")
    assert FORMAT.open_lines(tournament.state) == (1,)
    tournament.begin((3, 0))
    assert FORMAT.open_lines(tournament.state) == ()


def test_when_byes_alone_made_the_champion_a_late_entry_is_still_possible() -> None:
    tournament = on_lines("a", None)
    assert FORMAT.champion(tournament.state) == "a"
    assert FORMAT.open_lines(tournament.state) == (1,)


def test_late_entries_take_unseeded_byes_first_then_the_weakest_seeds() -> None:
    tournament = on_lines("s1", None, "s4", None, "a", None, "b", None, options=SEEDED)
    lines = FORMAT.open_lines(tournament.state)
    assert set(lines[:2]) == {5, 7}
    assert lines[2:] == (3, 1)
    unseeded = replace(tournament.state, options=SingleEliminationOptions())
    orders = [FORMAT.open_lines(replace(unseeded, seed=str(seed))) for seed in range(40)]
    assert {order[0] for order in orders} == {1, 3, 5, 7}
    assert {frozenset(order) for order in orders} == {frozenset({1, 3, 5, 7})}


def test_the_lines_of_an_empty_slot_are_taken_last() -> None:
    tournament = on_lines(None, None, "a", None)
    assert FORMAT.open_lines(tournament.state) == (3, 0, 1)
    assert FORMAT.champion(tournament.state) == "a"


def test_a_swap_before_play_changes_only_the_two_slots() -> None:
    tournament = on_lines("a", "b", "c", "d", "e", "f", "g", "h")
    one, two = tournament.entries["b"], tournament.entries["g"]
    assert tournament.try_change(replace(one, line=6, is_moved=True), replace(two, line=1, is_moved=True))
    assert {pairing.entrants for pairing in tournament.waiting()} == {
        ("a", "g"),
        ("b", "h"),
        ("c", "d"),
        ("e", "f"),
    }
    assert FORMAT.explain(tournament.state, tournament.pairings[1, 3]) == (
        Reason("placed_by_director", {"entrant": "b", "line": 6}),
        Reason("drawn", {"entrant": "h", "line": 7}),
    )


def test_two_who_swap_inside_their_slot_still_meet() -> None:
    tournament = on_lines("a", "b", "c", "d")
    tournament.begin((1, 0))
    one, two = tournament.entries["a"], tournament.entries["b"]
    assert tournament.try_change(replace(one, line=1), replace(two, line=0))
    assert tournament.pairings[1, 0] == Pairing(1, 0, "a", "b")


def test_nothing_is_stored_over_a_stale_pairing_nor_for_whom_it_still_seats() -> None:
    tournament = on_lines("a", "b", "c", "d")
    del tournament.pairings[1, 1]
    one, two = tournament.entries["b"], tournament.entries["c"]
    tournament.entries |= {"b": replace(one, line=2), "c": replace(two, line=1)}
    assert FORMAT.stale_pairings(tournament.state) == (Pairing(1, 0, "a", "b"),)
    assert FORMAT.next_pairings(tournament.state) == ()
    state = tournament.state.without(FORMAT.stale_pairings(tournament.state))
    assert FORMAT.next_pairings(state) == (Pairing(1, 0, "a", "c"), Pairing(1, 1, "b", "d"))


def test_an_alternate_takes_the_line_of_a_no_show() -> None:
    tournament = on_lines("a", "b")
    assert tournament.try_change(replace(tournament.entries["b"], line=None), Entry("x", line=1))
    assert tournament.waiting() == [Pairing(1, 0, "a", "x")]
    assert set(places(tournament)) == {"a", "x"}


def test_a_correction_re_derives_everything_after_it() -> None:
    tournament = on_lines("a", "b", "c", "d")
    tournament.win("a")
    tournament.win("c")
    assert tournament.try_change(result=Result(1, 0, "a", "b", "b"))
    assert tournament.waiting() == [Pairing(2, 0, "b", "c")]


def test_a_correction_names_every_begun_match_that_would_no_longer_follow() -> None:
    tournament = on_lines("a", "b", "c", "d", "e", "f", "g", "h")
    for winner in ("a", "c", "e", "g", "a", "e"):
        tournament.win(winner)
    tournament.begin((3, 0))
    correction = Result(1, 0, "a", "b", "b")
    results = tuple(correction if r.place == (1, 0) else r for r in tournament.state.results)
    stale = FORMAT.stale_pairings(replace(tournament.state, results=results))
    assert [(pairing.place, pairing.is_begun) for pairing in stale] == [((2, 0), True), ((3, 0), True)]
    backwards = replace(tournament.state, results=results, pairings=tournament.state.pairings[::-1])
    assert FORMAT.stale_pairings(backwards) == stale
    assert not tournament.try_change(result=correction)


def test_a_result_counts_only_while_its_two_entrants_sit_in_its_slot() -> None:
    tournament = on_lines("a", "b", "c", "d")
    tournament.win("a")
    state = replace(
        tournament.state,
        entries=tuple(replace(entry, line=(entry.line or 0) ^ 2) for entry in tournament.state.entries),
    )
    assert not any(slot.is_decided for slots in FORMAT.outline(state).rounds for slot in slots)
    assert len(FORMAT.stale_pairings(state)) == 2


def test_each_pairing_of_the_first_round_is_explained_by_the_draw() -> None:
    tournament = on_lines("s1", None, "a", "s2", options=SEEDED)
    assert FORMAT.explain(tournament.state, tournament.pairings[1, 0]) == (
        Reason("seeded", {"entrant": "s1", "line": 0, "seed": 1}),
        Reason("bye", {"entrants": 3, "size": 4}),
    )
    assert FORMAT.explain(tournament.state, tournament.pairings[1, 1]) == (
        Reason("drawn", {"entrant": "a", "line": 2}),
        Reason("seeded", {"entrant": "s2", "line": 3, "seed": 2}),
    )
    random = replace(tournament.state, options=SingleEliminationOptions())
    assert FORMAT.explain(random, tournament.pairings[1, 0])[0].code == "drawn"


def test_a_later_pairing_is_explained_by_the_matches_before_it() -> None:
    tournament = on_lines("a", None, "b", "c")
    tournament.win("c")
    assert FORMAT.explain(tournament.state, tournament.pairings[2, 0]) == (
        Reason("advanced_by_bye", {"entrant": "a", "round": 1, "slot": 0}),
        Reason("winner_of", {"entrant": "c", "round": 1, "slot": 1}),
    )


def test_a_pairing_that_no_longer_follows_says_so() -> None:
    tournament = on_lines("a", "b", "c", "d")
    assert FORMAT.explain(tournament.state, Pairing(1, 0, "a", "c")) == (Reason("no_longer_follows"),)
    assert FORMAT.explain(tournament.state, Pairing(9, 0, "a", "c")) == (Reason("no_longer_follows"),)


@pytest.mark.parametrize(
    ("size", "lines", "code"),
    [
        (1, [0], "invalid_size"),
        (6, [0, 1], "invalid_size"),
        (4, [0, 4], "no_such_line"),
        (4, [-1], "no_such_line"),
        (4, [2, 2], "line_taken"),
    ],
)
def test_lines_that_make_no_bracket_are_refused(size: int, lines: list[int], code: str) -> None:
    entries = tuple(Entry(f"e{number}", line=line) for number, line in enumerate(lines))
    with pytest.raises(FormatError) as refusal:
        FORMAT.outline(State(size=size, entries=entries, seed="s", options=SingleEliminationOptions()))
    assert refusal.value.code == code


def check_against_twin(tournament: Tournament) -> None:
    """Assert that the twin sees the same pairs, the same byes and the same champion."""
    lines: list[str | None] = [None] * tournament.size
    for entry in tournament.entries.values():
        if entry.line is not None:
            lines[entry.line] = entry.uid
    twin = Twin(lines, list(tournament.results.values()))
    pairings = FORMAT.next_pairings(replace(tournament.state, pairings=()))
    assert {frozenset(pairing.entrants) for pairing in pairings if not pairing.is_bye} == twin.pairs
    assert sorted(pairing.one for pairing in pairings if pairing.is_bye) == sorted(twin.byes)
    assert FORMAT.is_complete(tournament.state) == (len(twin.survivors) < 2)
    champion = FORMAT.champion(tournament.state)
    assert champion == (next(iter(twin.survivors)) if len(twin.survivors) == 1 else None)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_every_possible_course_of_a_small_bracket_equals_its_twin(count: int) -> None:
    for course in product((0, 1, None), repeat=count - 1):
        tournament = Tournament.from_draw(CODE, entrants(count))
        for outcome in course:
            check_against_twin(tournament)
            for pairing in tournament.waiting()[:1]:
                tournament.finish(pairing.place, None if outcome is None else pairing.entrants[outcome])
                tournament.advance()
        check_against_twin(tournament)
        assert FORMAT.is_complete(tournament.state)


@given(lines=st.integers(1, 5), chance=st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_any_bracket_in_mid_play_equals_its_twin_even_with_empty_slots(lines: int, chance: Random) -> None:
    uids = [f"e{line}" if chance.random() < 0.8 else None for line in range(2**lines)]
    tournament = on_lines(*uids)
    while waiting := tournament.waiting():
        check_against_twin(tournament)
        pairing = chance.choice(waiting)
        tournament.finish(pairing.place, chance.choice([pairing.one, pairing.one, pairing.two, None]))
        tournament.advance()
    check_against_twin(tournament)
    assert FORMAT.is_complete(tournament.state)
