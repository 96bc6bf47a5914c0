"""Lives by rounds: who meets whom, who has the bye, when somebody is out, and what changes do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.effort import is_long
from tests.formats.hall import pairs, play_rounds
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import Entry, FormatError, Pairing, Problem, Result, State
from tournaments.formats.lives.format import FORMAT, LivesOptions
from tournaments.formats.lives.options import LastTwo, LateLives, Mode, OddOne

CODE = "lives"
TWO = LivesOptions()
MORE_SWISS = LivesOptions(lives=4, is_bye_a_win=True)
FRESH_DRAW = LivesOptions(odd_one=OddOne.SIT_OUT, avoids_rematches=False, separates_clubs=False)

# With two lives, where whoever has more of them wins: how many have two and one left before each round, its matches and
# its byes. Counted by hand: of an even group half lose; the odd one of those with two meets one with one and wins; the
# bye goes to one with one life, as long as one of them has had none.
FLOATING = {
    3: [(3, 0, 1, 1), (2, 1, 1, 1), (1, 2, 1, 1), (1, 1, 1, 0)],
    5: [(5, 0, 2, 1), (3, 2, 2, 1), (2, 2, 2, 0), (1, 2, 1, 1), (1, 1, 1, 0)],
    7: [(7, 0, 3, 1), (4, 3, 3, 1), (2, 4, 3, 0), (1, 3, 2, 0), (1, 1, 1, 0)],
    8: [(8, 0, 4, 0), (4, 4, 4, 0), (2, 4, 3, 0), (1, 3, 2, 0), (1, 1, 1, 0)],
    12: [(12, 0, 6, 0), (6, 6, 6, 0), (3, 6, 4, 1), (2, 4, 3, 0), (1, 3, 2, 0), (1, 1, 1, 0)],
    13: [
        (13, 0, 6, 1),
        (7, 6, 6, 1),
        (4, 6, 5, 0),
        (2, 5, 3, 1),
        (1, 4, 2, 1),
        (1, 2, 1, 1),
        (1, 1, 1, 0),
    ],
    23: [
        (23, 0, 11, 1),
        (12, 11, 11, 1),
        (6, 12, 9, 0),
        (3, 9, 6, 0),
        (2, 5, 3, 1),
        (1, 4, 2, 1),
        (1, 2, 1, 1),
        (1, 1, 1, 0),
    ],
}
# The same where the odd one of each group sits out: fresh-draw double elimination.
SITTING_OUT = {
    3: [(3, 0, 1, 1), (2, 1, 1, 1), (1, 2, 1, 1), (1, 1, 1, 0)],
    5: [(5, 0, 2, 1), (3, 2, 2, 1), (2, 2, 2, 0), (1, 2, 1, 1), (1, 1, 1, 0)],
    7: [(7, 0, 3, 1), (4, 3, 3, 1), (2, 4, 3, 0), (1, 3, 1, 2), (1, 2, 1, 1), (1, 1, 1, 0)],
    8: [(8, 0, 4, 0), (4, 4, 4, 0), (2, 4, 3, 0), (1, 3, 1, 2), (1, 2, 1, 1), (1, 1, 1, 0)],
    12: [
        (12, 0, 6, 0),
        (6, 6, 6, 0),
        (3, 6, 4, 1),
        (2, 4, 3, 0),
        (1, 3, 1, 2),
        (1, 2, 1, 1),
        (1, 1, 1, 0),
    ],
}


def lives_left(tournament: Tournament) -> dict[str, int]:
    """The lives left of everybody."""
    return {row.entrant: row.lives or 0 for row in FORMAT.standings(tournament.state)}


def history(tournament: Tournament) -> list[tuple[int, int, int, int]]:
    """Play to the end, whoever has more lives winning; answer what the tables above hold."""
    counts_by_round = []
    while waiting := tournament.waiting():
        lives = lives_left(tournament)
        number = waiting[0].round
        byes = sum(pairing.is_bye and pairing.round == number for pairing in tournament.pairings.values())
        counts = Counter(lives.values())
        counts_by_round.append((counts[2], counts[1], len(waiting), byes))
        for pairing in waiting:
            tournament.finish(pairing.place, max(pairing.entrants, key=lives.__getitem__))
        tournament.advance()
    return counts_by_round


@pytest.mark.parametrize("count", sorted(FLOATING))
def test_rounds_of_two_lives_go_as_counted_by_hand(count: int) -> None:
    tournament = Tournament.from_draw(CODE, entrants(count))
    assert history(tournament) == FLOATING[count]
    assert FORMAT.is_complete(tournament.state)


@pytest.mark.parametrize("count", sorted(SITTING_OUT))
def test_a_fresh_draw_elimination_goes_as_counted_by_hand(count: int) -> None:
    tournament = Tournament.from_draw(CODE, entrants(count), options=FRESH_DRAW)
    assert history(tournament) == SITTING_OUT[count]


def test_the_last_unbeaten_entrant_must_be_beaten_twice() -> None:
    tournament = play_rounds(CODE, "ab", "a-b", options=FRESH_DRAW)
    tournament.win("b")
    tournament.win("a")
    assert not FORMAT.is_complete(tournament.state)
    tournament.win("a")
    assert FORMAT.champion(tournament.state) == "a"


@pytest.mark.parametrize(
    ("count", "lives"), [(2, 1), (2, 9), (3, 3), (4, 4), (7, 2), (10, 1), (10, 3), (16, 2), (31, 2)]
)
@pytest.mark.parametrize("mode", list(Mode))
def test_every_match_costs_a_life_until_one_entrant_has_some(count: int, lives: int, mode: Mode) -> None:
    chance = Random(count * lives)
    tournament = Tournament.from_draw(CODE, entrants(count), options=LivesOptions(lives=lives, mode=mode))
    while waiting := tournament.waiting():
        tournament.win(chance.choice(chance.choice(waiting).entrants))
    lives_of = lives_left(tournament)
    champion = FORMAT.champion(tournament.state)
    assert champion is not None
    assert lives_of.pop(champion) == lives * count - len(tournament.results)
    assert set(lives_of.values()) == {0}
    assert lives * (count - 1) <= len(tournament.results) <= lives * count - 1


def matches_of(count: int, options: LivesOptions, *, runs: int) -> float:
    """The mean number of matches of even entrants."""
    chance, total = Random(count), 0
    for run in range(runs):
        lines = FORMAT.draw(entrants(count), seed=str(run), options=options).by_entrant()
        entries = tuple(Entry(uid, line=line) for uid, line in lines.items())
        state = State(size=count, entries=entries, seed=str(run), options=options)
        while pairings := FORMAT.next_pairings(state):
            results = results_by_chance(pairings, chance)
            state = replace(state, pairings=state.pairings + pairings, results=state.results + results)
        total += len(state.results)
    return total / runs


def results_by_chance(pairings: tuple[Pairing, ...], chance: Random) -> tuple[Result, ...]:
    """A result for each match."""
    return tuple(
        Result(*pairing.place, pairing.one, pairing.two, chance.choice(pairing.entrants))
        for pairing in pairings
        if pairing.two is not None
    )


def test_two_lives_and_64_even_entrants_are_126_5_matches_as_the_study_says() -> None:
    # The total is 128 lives less those of the champion, who has two left in one event of two.
    runs = 1500 if is_long() else 150
    mean = matches_of(64, LivesOptions(odd_one=OddOne.SIT_OUT), runs=runs)
    assert abs(mean - 126.5) < 3 * 0.5 / runs**0.5


def test_the_first_bye_goes_to_the_worst_record() -> None:
    tournament = play_rounds(CODE, "abcde", "a>b c>d e", options=TWO)
    (bye,) = [pairing for pairing in tournament.advance() if pairing.is_bye]
    assert bye.one in "bd"


def test_nobody_has_a_second_bye_until_all_who_are_left_have_had_one() -> None:
    # c and b have had one, so it is a's turn, with the best record of all.
    tournament = play_rounds(CODE, "abc", "a>b c", "a>c b", options=TWO)
    assert pairs(tournament.advance()) == {"bc", "a"}


def test_similar_lives_come_before_a_first_meeting() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", "c>a d>b", options=LivesOptions(lives=3))
    # c has three lives, a and d two, b one: ad and bc would be first meetings, but bc two lives apart.
    assert pairs(tournament.advance()) in ({"ac", "bd"}, {"cd", "ab"})


def test_a_first_meeting_comes_before_clubs_and_a_club_before_a_country() -> None:
    options = LivesOptions(lives=9)
    tournament = play_rounds(CODE, "abcd", "a>b c>d", "b>a d>c", options=options)
    for uid, club in zip("abcd", ("x", "y", "x", "y"), strict=True):
        tournament.entries[uid] = replace(tournament.entries[uid], club=club, country="FR")
    # ab and cd would be no club matches but rematches; ac and bd are of one club, ad and bc are not.
    assert pairs(tournament.advance()) == {"ad", "bc"}
    tournament = play_rounds(CODE, "abcd", options=options)
    for uid, club, country in zip("abcd", "xxyy", ("FR", "DE", "FR", "BE"), strict=True):
        tournament.entries[uid] = replace(tournament.entries[uid], club=club, country=country)
    assert pairs(tournament.advance()) == {"ad", "bc"}


def test_a_draw_left_to_chance_looks_at_neither_meetings_nor_clubs() -> None:
    tournaments = [
        play_rounds(CODE, "abcd", "a>b c>d", "b>a d>c", options=replace(FRESH_DRAW, lives=9), seed=str(seed))
        for seed in range(30)
    ]
    for tournament in tournaments:
        for uid in "ab":
            tournament.entries[uid] = replace(tournament.entries[uid], club="x", family="f")
    draws = Counter(frozenset(pairs(tournament.advance())) for tournament in tournaments)
    assert len(draws) == 3


def test_a_bye_costs_no_life_and_is_a_win_where_it_is_said() -> None:
    rounds = ("a>b c", "c>a b")
    values = {
        options.is_bye_a_win: [
            (row.entrant, row.tiebreaks[-1], row.wins, row.byes)
            for row in FORMAT.standings(play_rounds(CODE, "abc", *rounds, options=options).state)
        ]
        for options in (replace(MORE_SWISS), replace(MORE_SWISS, is_bye_a_win=False))
    }
    assert values[True] == [
        ("c", ("wins", 2), 1, 1),
        ("a", ("wins", 1), 1, 0),
        ("b", ("wins", 1), 0, 1),
    ]
    assert values[False] == [
        ("c", ("wins", 1), 1, 1),
        ("a", ("wins", 1), 1, 0),
        ("b", ("wins", 0), 0, 1),
    ]


def test_a_double_forfeit_costs_both_a_life() -> None:
    tournament = play_rounds(CODE, "abcd", "a=b c>d", options=TWO)
    assert lives_left(tournament) == {"a": 1, "b": 1, "c": 2, "d": 1}


def test_when_the_last_two_both_forfeit_they_share_and_nobody_wins() -> None:
    tournament = play_rounds(CODE, "abc", "a>b c", "c>b a", "c>a b", "a>c", "a=c", options=TWO)
    assert lives_left(tournament) == {"a": 0, "b": 0, "c": 0}
    assert tournament.advance() == []
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None
    places = [(row.entrant, row.place, row.last_place) for row in FORMAT.standings(tournament.state)]
    assert places == [("a", 1, 2), ("c", 1, 2), ("b", 3, 3)]


def test_places_go_by_the_round_that_put_out_and_ties_are_declared() -> None:
    tournament = play_rounds(CODE, "abcdefg", "a>b c>d e>f g", "a>c e-g", options=LivesOptions(lives=1))
    rows = [(row.entrant, row.place, row.last_place, row.is_in) for row in FORMAT.standings(tournament.state)]
    assert rows == [
        ("a", 1, 1, True),
        ("e", 2, 2, True),
        ("g", 3, 3, True),
        ("c", 4, 4, False),
        ("b", 5, 7, False),
        ("d", 5, 7, False),
        ("f", 5, 7, False),
    ]


def test_who_is_absent_is_not_paired_and_comes_back() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=LivesOptions(lives=3))
    tournament.entries["a"] = replace(tournament.entries["a"], absent=frozenset({2}))
    pairings = tournament.advance()
    assert "a" not in {uid for pairing in pairings for uid in pairing.entrants}
    tournament.win(next(pairing for pairing in pairings if not pairing.is_bye).one)
    assert any("a" in pairing.entrants for pairing in tournament.waiting())


def test_a_round_that_fewer_than_two_can_play_is_left_out() -> None:
    tournament = play_rounds(CODE, "ab", "a>b", options=LivesOptions(lives=3))
    tournament.entries["a"] = replace(tournament.entries["a"], absent=frozenset({2, 3}))
    assert [pairing.place for pairing in tournament.advance()] == [(4, 0)]
    assert [len(slots) for slots in FORMAT.outline(tournament.state).rounds] == [1, 0, 0, 1, 0]


def test_a_late_entrant_begins_with_a_life_less_for_each_round_missed() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=LivesOptions(lives=3, last_entry=9))
    (line,) = FORMAT.open_lines(tournament.state)
    assert line == 4
    tournament.entries["x"] = Entry("x", line=line, is_late=True, joins=2)
    assert lives_left(tournament)["x"] == 2
    tournament.advance()
    assert any("x" in pairing.entrants for pairing in tournament.pairings.values())


@pytest.mark.parametrize(
    ("options", "is_open"),
    [
        (LivesOptions(lives=1), False),
        (LivesOptions(lives=1, late_lives=LateLives.ALL), True),
        (LivesOptions(lives=2), True),
        (LivesOptions(lives=9, last_entry=1), False),
        (LivesOptions(lives=9, late_lives=LateLives.ALL, last_entry=2), True),
    ],
)
def test_nobody_comes_without_a_life_or_after_the_last_round_for_it(
    options: LivesOptions, *, is_open: bool
) -> None:
    tournament = play_rounds(CODE, "abcde", "a>b c>d e", options=options)
    assert FORMAT.open_lines(tournament.state) == ((5,) if is_open else ())


def test_an_entry_that_came_too_late_for_any_life_is_out() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=TWO)
    tournament.entries["x"] = Entry("x", line=4, is_late=True, joins=3)
    row = next(row for row in FORMAT.standings(tournament.state) if row.entrant == "x")
    assert (row.lives, row.is_in) == (0, False)


def test_who_leaves_is_out_and_stands_by_the_last_round() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=TWO)
    tournament.entries["a"] = replace(tournament.entries["a"], is_withdrawn=True)
    tournament.advance()
    assert all("a" not in pairing.entrants for pairing in tournament.waiting())
    row = next(row for row in FORMAT.standings(tournament.state) if row.entrant == "a")
    assert (row.place, row.is_in, row.lives) == (4, False, 2)


def test_a_champion_who_leaves_the_hall_stays_the_champion() -> None:
    tournament = play_rounds(CODE, "abc", "a>b c", "a>c b", "b>c a", "a>b", options=TWO)
    assert FORMAT.champion(tournament.state) == "a"
    tournament.entries["a"] = replace(tournament.entries["a"], is_withdrawn=True)
    assert FORMAT.champion(tournament.state) == "a"
    assert FORMAT.next_pairings(tournament.state) == ()


def test_who_is_left_by_all_others_wins() -> None:
    tournament = play_rounds(CODE, "abc", "a>b c", options=TWO)
    for uid in "ab":
        tournament.entries[uid] = replace(tournament.entries[uid], is_withdrawn=True)
    assert FORMAT.champion(tournament.state) == "c"


def test_a_correction_pairs_the_newest_round_again_while_nobody_has_begun_it() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=TWO)
    tournament.advance()
    assert pairs(tournament.waiting()) == {"ac", "bd"}
    assert tournament.try_change(result=replace(tournament.results[1, 0], winner="b"))
    assert pairs(tournament.waiting()) == {"bc", "ad"}
    tournament.begin((2, 0))
    assert tournament.try_change(result=replace(tournament.results[1, 0], winner="a"))
    assert pairs(tournament.waiting()) == {"bc", "ad"}
    assert lives_left(tournament) == {"a": 2, "b": 1, "c": 2, "d": 1}


def test_who_is_in_again_after_a_correction_is_in_a_round_not_begun() -> None:
    tournament = play_rounds(CODE, "abcde", "a>b c=d e", "a>e b=c d", options=TWO)
    tournament.advance()
    assert "b" not in "".join(pairs(tournament.waiting()))
    assert tournament.try_change(result=replace(tournament.results[2, 1], winner="b", is_played=True))
    assert any("b" in pairing.entrants for pairing in tournament.pairings.values() if pairing.round == 3)


def test_a_withdrawal_does_not_pair_a_round_again() -> None:
    tournament = play_rounds(CODE, "abcdef", "a>b c>d e>f", options=TWO)
    before = pairs(tournament.advance())
    tournament.entries["a"] = replace(tournament.entries["a"], is_withdrawn=True)
    assert tournament.advance() == []
    assert pairs(tournament.waiting()) == before


def test_the_opponent_of_somebody_replaced_meets_the_alternate_in_a_round_that_has_begun() -> None:
    tournament = play_rounds(CODE, "abcdef", "a-b c-d e-f", options=TWO)
    tournament.begin((1, 0))
    entry = tournament.entries["d"]
    alternate = Entry("x", line=entry.line, is_moved=True)
    assert tournament.try_change(replace(entry, line=None), alternate)
    assert tournament.pairings[1, 1].entrants == ("c", "x") or pairs(tournament.waiting()) == {
        "ab",
        "cx",
        "ef",
    }


def test_nobody_is_paired_alone_in_a_round_that_has_begun() -> None:
    tournament = play_rounds(CODE, "abcdef", "a-b c-d e-f", options=TWO)
    tournament.begin((1, 0))
    assert tournament.try_change(replace(tournament.entries["d"], line=None))
    assert pairs(tournament.waiting()) == {"ab", "ef"}
    outline = FORMAT.outline(tournament.state)
    assert [slot.is_decided for slot in outline.rounds[0]] == [False, True, False]


def test_a_round_waits_while_the_director_holds_it() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=TWO)
    tournament.is_held = True
    assert tournament.advance() == []
    tournament.is_held = False
    assert len(tournament.advance()) == 2


def test_a_round_does_not_follow_while_one_before_it_has_no_result() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c-d", "a-c b-d", options=TWO)
    assert pairs(FORMAT.stale_pairings(tournament.state)) == {"ac", "bd"}


@pytest.mark.parametrize(
    ("options", "count", "problem"),
    [
        (
            LivesOptions(last_two=LastTwo.SHARE),
            2,
            Problem("nothing_to_play", {"entrants": 2, "fewest": 3}),
        ),
        (LivesOptions(max_places=5), 5, Problem("too_many_places", {"places": 5, "most": 4})),
    ],
)
def test_a_setup_in_which_nothing_would_be_played_is_refused(
    options: LivesOptions, count: int, problem: Problem
) -> None:
    with pytest.raises(FormatError) as refusal:
        FORMAT.draw(entrants(count), seed="s", options=options)
    assert refusal.value.problems == (problem,)


def test_settings_that_do_not_go_together_are_refused_with_what_works() -> None:
    with pytest.raises(FormatError) as refusal:
        LivesOptions.from_dict({"mode": "queue", "max_places": 4, "bracket_slots": 8})
    assert refusal.value.problems == (
        Problem("places_need_rounds", {"option": "mode", "value": "rounds"}),
        Problem("places_or_bracket", {"option": "bracket_slots", "value": 0}),
    )


def test_rounds_are_declared_from_the_draw_alone() -> None:
    state = State(size=8, entries=(), seed="s", options=TWO)
    assert [declared.number for declared in FORMAT.rounds(state)] == [1]


def test_nobody_is_admitted_from_other_stages_during_play() -> None:
    assert FORMAT.admissions(play_rounds(CODE, "ab", options=TWO).state) == ()
