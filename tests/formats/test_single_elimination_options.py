"""What a director can choose of a single elimination: seeds in pots, byes, members apart, playing down, third place."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from tests.effort import examples
from tests.formats.test_contract import check, play_out
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FORMATS, Entry, FormatError, Options, Pairing, Part, Reason, RoundName, State
from tournaments.formats.apart import Apart
from tournaments.formats.chance import by_chance, by_lots
from tournaments.formats.seeding import Byes, Seeding, SeedOrder, bracket_size, ranks_by_line
from tournaments.formats.single_elimination.format import SingleEliminationOptions

CODE = "single_elimination"
FORMAT = FORMATS[CODE]
GROUPED = SingleEliminationOptions(byes=Byes.GROUPED)
THIRD = SingleEliminationOptions(has_third_place=True)


def draw_lines(entries: list[Entry], options: Options, *, seed: str = "s") -> tuple[str | None, ...]:
    """The lines of a draw."""
    return FORMAT.draw(entries, seed=seed, options=options).lines


def empty_lines(count: int, options: Options) -> list[int]:
    """The empty lines of a draw."""
    return [line for line, uid in enumerate(draw_lines(entrants(count), options)) if uid is None]


# By hand: the ranks that are missing stand on these lines of the standard order 1-8, 4-5, 2-7, 3-6 and so on.
@pytest.mark.parametrize(
    ("count", "lines"),
    [
        (3, [1]),
        (5, [1, 5, 7]),
        (6, [1, 5]),
        (7, [1]),
        (8, []),
        (12, [1, 5, 9, 13]),
        (13, [1, 9, 13]),
        (24, [1, 5, 9, 13, 17, 21, 25, 29]),
        (48, list(range(1, 64, 4))),
    ],
)
def test_golden_draws_spread_their_byes(count: int, lines: list[int]) -> None:
    assert empty_lines(count, SingleEliminationOptions()) == lines


# By hand: byes come in twos to the two slots of a match of round 2, whose holders meet at once.
@pytest.mark.parametrize(
    ("count", "lines"),
    [
        (3, [1]),
        (5, [1, 3, 5]),
        (6, [1, 3]),
        (7, [1]),
        (8, []),
        (12, [1, 3, 9, 11]),
        (13, [1, 3, 9]),
        (24, [1, 3, 9, 11, 17, 19, 25, 27]),
        (48, [line for eight in range(0, 64, 8) for line in (eight + 1, eight + 3)]),
    ],
)
def test_golden_draws_group_their_byes(count: int, lines: list[int]) -> None:
    assert empty_lines(count, GROUPED) == lines


@pytest.mark.parametrize("count", range(2, 70))
def test_holders_of_grouped_byes_meet_in_round_two_but_for_an_odd_one(count: int) -> None:
    lines = draw_lines(entrants(count), GROUPED)
    second = [lines[start : start + 4].count(None) for start in range(0, len(lines), 4)]
    assert lines.count(None) == len(lines) - count
    assert all(lines[slot : slot + 2].count(None) < 2 for slot in range(0, len(lines), 2))
    assert second.count(1) <= (lines.count(None) % 2 if len(lines) > 2 else 1)


@pytest.mark.parametrize("byes", list(Byes))
def test_seeds_stand_on_the_standard_lines_however_the_byes_stand(byes: Byes) -> None:
    options = SingleEliminationOptions(seeding=Seeding.SEEDED, byes=byes)
    entries = [*(Entry(f"s{seed}", seed=seed) for seed in range(1, 5)), *entrants(7)]
    lines = draw_lines(entries, options)
    ranks = ranks_by_line(16)
    assert [ranks[lines.index(f"s{seed}")] for seed in range(1, 5)] == [1, 2, 3, 4]


def test_seeds_of_a_pot_are_drawn_for_its_lines() -> None:
    options = SingleEliminationOptions(seeding=Seeding.SEEDED, order=SeedOrder.POTS)
    entries = [Entry(f"s{seed}", seed=seed) for seed in range(1, 9)]
    ranks = ranks_by_line(8)
    counts: Counter[tuple[str, int]] = Counter()
    for number in range(60):
        lines = draw_lines(entries, options, seed=str(number))
        stood = {ranks[line]: uid or "" for line, uid in enumerate(lines)}
        assert (stood[1], stood[2]) == ("s1", "s2")
        assert {stood[3], stood[4]} == {"s3", "s4"}
        assert {stood[rank] for rank in range(5, 9)} == {"s5", "s6", "s7", "s8"}
        counts.update((uid, rank) for rank, uid in stood.items())
    assert all(counts[f"s{seed}", rank] for seed in range(5, 9) for rank in range(5, 9))
    in_pot = by_chance(["s3", "s4"], seed="0", round_number=1, purpose="pot")
    lines = draw_lines(entries, options, seed="0")
    assert [lines[ranks.index(3)], lines[ranks.index(4)]] == in_pot


def test_twice_as_many_lots_are_twice_the_chance_of_a_bye() -> None:
    entries = [Entry("two", bye_lots=2), *entrants(4)]
    first: Counter[str] = Counter()
    for number in range(3000):
        order = by_lots({e.uid: e.bye_lots for e in entries}, seed=str(number), round_number=1, purpose="bye")
        first[order[0]] += 1
    # Six lots in all: a third and a sixth of the draws, within five standard errors.
    assert abs(first["two"] / 3000 - 1 / 3) < 0.045
    assert all(abs(first[entry.uid] / 3000 - 1 / 6) < 0.035 for entry in entries[1:])


def test_with_one_lot_each_the_order_is_that_of_chance() -> None:
    lots = {entry.uid: 1 for entry in entrants(20)}
    order = by_chance(lots, seed="s", round_number=1, purpose="bye")
    assert by_lots(lots, seed="s", round_number=1, purpose="bye") == order


def test_a_bye_says_the_lots_of_its_holder_where_lots_differ() -> None:
    holders = set()
    for seed in "abcdef":
        event = Tournament.from_draw(CODE, [Entry("two", bye_lots=2), *entrants(2)], seed=seed)
        bye = next(pairing for pairing in event.pairings.values() if pairing.is_bye)
        reasons = {reason.code: reason.data for reason in FORMAT.explain(event.state, bye)}
        assert reasons["bye_lots"] == {"entrant": bye.one, "lots": 2 if bye.one == "two" else 1, "all": 4}
        holders.add(bye.one)
    assert "two" in holders


def test_without_a_lot_there_is_no_bye_while_it_can_be_avoided() -> None:
    prompt = [*entrants(2), Entry("late", is_late=True), Entry("none", bye_lots=0), Entry("no", bye_lots=0)]
    for seed in "abcdefgh":
        lines = draw_lines(prompt, SingleEliminationOptions(), seed=seed)
        assert {lines[line ^ 1] for line, uid in enumerate(lines) if uid is None} == {"e1", "e2", "late"}


def clashes(lines: tuple[str | None, ...], clubs: dict[str, str], *, level: int = 1) -> int:
    """How many pairs of a club may meet in a round or before it."""
    number = 0
    for start in range(0, len(lines), 1 << level):
        counts = Counter(clubs[uid] for uid in lines[start : start + (1 << level)] if uid and clubs[uid])
        number += sum(count * (count - 1) // 2 for count in counts.values())
    return number


@pytest.mark.parametrize("seed", range(examples(60)))
def test_members_meet_in_round_one_no_more_often_than_any_order_makes_them(seed: int) -> None:
    chance = Random(seed)
    entries = [Entry(f"e{number}", club=chance.choice(["x", "y", "z", ""])) for number in range(8)]
    clubs = {entry.uid: entry.club for entry in entries}
    options = SingleEliminationOptions(apart=Apart.CLUB, apart_rounds=1)
    lines = draw_lines(entries, options, seed=str(seed))
    assert sorted(uid for uid in lines if uid) == sorted(clubs)
    names = [entry.club for entry in entries]
    fewest = min(
        sum(one == two != "" for one, two in zip(order[::2], order[1::2], strict=True))
        for order in permutations(names)
    )
    assert clashes(lines, clubs) == fewest


def test_members_are_apart_for_as_many_rounds_as_asked_where_that_is_possible() -> None:
    entries = [Entry(f"e{number}", club=f"c{number % 8}") for number in range(32)]
    clubs = {entry.uid: entry.club for entry in entries}
    for seed in "abcdef":
        near = draw_lines(entries, SingleEliminationOptions(), seed=seed)
        lines = draw_lines(entries, SingleEliminationOptions(apart=Apart.CLUB, apart_rounds=3), seed=seed)
        # Four of each club and four parts of eight lines.
        assert clashes(lines, clubs, level=3) <= 3 < clashes(near, clubs, level=3)
        assert clashes(lines, clubs, level=2) == 0


def test_a_family_counts_before_a_club_and_a_club_before_a_country() -> None:
    apart = SingleEliminationOptions(apart=Apart.CLUB_AND_COUNTRY, apart_rounds=1)
    entries = [
        Entry("a", family="f", club="x", country="FR"),
        Entry("b", family="f", club="y", country="GB"),
        Entry("c", club="x", country="GB"),
        Entry("d", club="y", country="FR"),
    ]
    for seed in "abcdefgh":
        lines = draw_lines(entries, apart, seed=seed)
        pairs = {frozenset(lines[:2]), frozenset(lines[2:])}
        # a and b are of a family, a and c and also b and d of a club: that leaves countries to meet.
        assert pairs == {frozenset("ad"), frozenset("bc")}
    countries = SingleEliminationOptions(apart=Apart.COUNTRY, apart_rounds=1)
    lines = draw_lines(entries, countries)
    assert {frozenset(lines[:2]), frozenset(lines[2:])} == {frozenset("ac"), frozenset("bd")}


def test_seeds_and_byes_stay_when_members_are_parted() -> None:
    seeds = [Entry(f"s{seed}", seed=seed, club="x") for seed in range(1, 5)]
    others = [Entry(f"e{number}", club="xy"[number % 2]) for number in range(9)]
    plain = SingleEliminationOptions(seeding=Seeding.SEEDED)
    for seed in "abcdef":
        before = draw_lines([*seeds, *others], plain, seed=seed)
        after = draw_lines([*seeds, *others], replace(plain, apart=Apart.CLUB), seed=seed)
        assert all(after.index(entry.uid) == before.index(entry.uid) for entry in seeds)
        byes = [
            {lines[line ^ 1] for line, uid in enumerate(lines) if uid is None} for lines in (before, after)
        ]
        assert byes[0] == byes[1]


def test_members_are_parted_in_the_same_way_in_any_order_of_input() -> None:
    entries = [Entry(f"e{number}", club=f"c{number % 3}", country=f"l{number % 2}") for number in range(21)]
    options = SingleEliminationOptions(apart=Apart.CLUB_AND_COUNTRY, apart_rounds=12)
    assert draw_lines(entries, options) == draw_lines(entries[::-1], options)


@pytest.mark.parametrize(("entrants", "counts"), [(48, (3, 6)), (40, (5,)), (56, (7,)), (47, ()), (3, ())])
def test_koca_48_go_down_to_3_or_6_and_40_to_5_and_56_to_7(entrants: int, counts: tuple[int, ...]) -> None:
    without_byes = [
        count
        for count in (3, 5, 6, 7)
        if count < entrants and not empty_lines(entrants, SingleEliminationOptions(play_down=count))
    ]
    assert tuple(without_byes) == counts


@pytest.mark.parametrize(
    ("count", "winners", "rounds"), [(48, 3, 4), (48, 6, 3), (40, 5, 3), (56, 7, 3), (48, 4, 4)]
)
def test_playing_down_ends_with_so_many_still_in_the_running(count: int, winners: int, rounds: int) -> None:
    tournament = Tournament.from_draw(
        CODE, entrants(count), options=SingleEliminationOptions(play_down=winners)
    )
    has_byes = bracket_size(count, winners=winners) > count
    assert any(pairing.is_bye for pairing in tournament.pairings.values()) is has_byes
    play_out(tournament, chance=Random(count))
    check(tournament)
    declared = FORMAT.rounds(tournament.state)
    assert len(declared) == rounds
    # The lengths are read from the final, which another stage holds.
    assert declared[-1].from_final == (winners - 1).bit_length()
    assert {round_.name for round_ in declared} == {RoundName.ROUND_OF}
    standings = FORMAT.standings(tournament.state)
    assert [(row.place, row.last_place) for row in standings[:winners]] == [(1, winners)] * winners
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None


def test_a_bracket_is_the_smallest_that_plays_down_to_its_winners() -> None:
    sizes = {(47, 3): 48, (49, 3): 96, (4, 3): 6, (9, 5): 10, (40, 5): 40, (7, 1): 8}
    assert {pair: bracket_size(pair[0], winners=pair[1]) for pair in sizes} == sizes


def test_playing_down_wants_more_entrants_than_are_left() -> None:
    with pytest.raises(FormatError) as refusal:
        FORMAT.draw(entrants(6), seed="s", options=SingleEliminationOptions(play_down=6))
    assert refusal.value.problems[0].data == {"entrants": 6, "fewest": 7}
    state = State(size=8, entries=(), seed="s", options=SingleEliminationOptions(play_down=3))
    with pytest.raises(FormatError) as refusal:
        FORMAT.outline(state)
    assert refusal.value.code == "invalid_size"


def test_there_is_no_third_place_to_play_for_where_no_final_is_played() -> None:
    options = SingleEliminationOptions(play_down=3, has_third_place=True)
    with pytest.raises(FormatError) as refusal:
        FORMAT.draw(entrants(48), seed="s", options=options)
    assert refusal.value.problems[0].code == "third_place_without_final"
    assert refusal.value.problems[0].data == {"play_down": 3}


def with_third(*uids: str | None) -> Tournament:
    """A bracket with a match for the third place."""
    entries = {uid: Entry(uid, line=line) for line, uid in enumerate(uids) if uid is not None}
    tournament = Tournament(CODE, "seed", THIRD, len(uids), entries)
    tournament.advance()
    return tournament


def places(tournament: Tournament) -> dict[str, tuple[int, int]]:
    """First and last place of everybody."""
    return {row.entrant: (row.place, row.last_place) for row in FORMAT.standings(tournament.state)}


def test_the_losers_of_the_semifinals_play_for_the_third_place() -> None:
    tournament = with_third("a", "b", "c", "d")
    declared = FORMAT.rounds(tournament.state)[-1]
    assert (declared.name, declared.part, declared.places) == (RoundName.THIRD_PLACE, Part.PLAYOFF, 2)
    tournament.win("a")
    tournament.win("c")
    third = tournament.pairings[3, 0]
    assert third == Pairing(3, 0, "b", "d")
    assert FORMAT.explain(tournament.state, third) == (
        Reason("loser_of", {"entrant": "b", "round": 1, "slot": 0}),
        Reason("loser_of", {"entrant": "d", "round": 1, "slot": 1}),
    )
    assert places(tournament) == {"a": (1, 2), "c": (1, 2), "b": (3, 4), "d": (3, 4)}
    tournament.win("a")
    assert not FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None
    tournament.win("d")
    assert places(tournament) == {"a": (1, 1), "c": (2, 2), "d": (3, 3), "b": (4, 4)}
    assert FORMAT.champion(tournament.state) == "a"


def test_who_both_forfeit_the_third_place_share_it() -> None:
    tournament = with_third("a", "b", "c", "d")
    for winner in "aca":
        tournament.win(winner)
    tournament.finish((3, 0), None)
    tournament.advance()
    assert places(tournament) == {"a": (1, 1), "c": (2, 2), "b": (3, 4), "d": (3, 4)}


def test_a_semifinal_without_a_loser_leaves_the_third_place_to_the_other() -> None:
    tournament = with_third("a", None, "c", "d")
    tournament.win("c")
    assert tournament.pairings[3, 0] == Pairing(3, 0, "d", None)
    tournament.win("c")
    assert places(tournament) == {"c": (1, 1), "a": (2, 2), "d": (3, 3)}


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 13])
def test_a_whole_event_with_a_third_place_keeps_every_promise(count: int) -> None:
    for seed in range(5):
        tournament = Tournament.from_draw(CODE, entrants(count), options=THIRD)
        play_out(tournament, chance=Random(seed))
        check(tournament)
        assert [row.place for row in FORMAT.standings(tournament.state)][:4] == [1, 2, 3, 4][:count]


@pytest.mark.parametrize("seed", range(10))
def test_chosen_options_keep_every_promise_together(seed: int) -> None:
    chance = Random(seed)
    options = SingleEliminationOptions(
        seeding=chance.choice(list(Seeding)),
        order=chance.choice(list(SeedOrder)),
        byes=chance.choice(list(Byes)),
        apart=chance.choice(list(Apart)),
        play_down=chance.choice([1, 3, 4]),
    )
    count = chance.randint(6, 40)
    entries = [
        Entry(
            f"e{number}",
            seed=number + 1 if number < 6 else None,
            club=f"c{number % 4}",
            country=f"l{number % 3}",
        )
        for number in range(count)
    ]
    tournament = Tournament.from_draw(CODE, entries, options=options)
    play_out(tournament, chance=chance)
    check(tournament)
