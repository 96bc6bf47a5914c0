"""Double elimination: the losers' bracket, the grand final and its recharge, and how rarely two meet again."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.effort import is_long
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import Entry, FormatError, Part, RoundName, State
from tournaments.formats.double_elimination.format import (
    FORMAT,
    DoubleEliminationOptions,
    GrandFinal,
    _layout,
)
from tournaments.formats.drops import drop_rounds

CODE = "double_elimination"
ENDINGS = {ending: DoubleEliminationOptions(grand_final=ending) for ending in GrandFinal}


def on_lines(*uids: str | None, grand_final: GrandFinal = GrandFinal.RECHARGE) -> Tournament:
    """A drawn stage with these entrants on its lines."""
    entries = {uid: Entry(uid, line=line) for line, uid in enumerate(uids) if uid is not None}
    tournament = Tournament(CODE, "seed", ENDINGS[grand_final], len(uids), entries)
    tournament.advance()
    return tournament


def places(tournament: Tournament) -> dict[str, tuple[int, int]]:
    """First and last place of everybody."""
    return {row.entrant: (row.place, row.last_place) for row in FORMAT.standings(tournament.state)}


def test_eight_play_five_rounds_of_losers_and_a_grand_final() -> None:
    state = Tournament.from_draw(CODE, entrants(8)).state
    rounds = [(declared.part.value, declared.in_part, declared.places) for declared in FORMAT.rounds(state)]
    assert rounds == [
        ("main", 1, 8),
        ("main", 2, 4),
        ("losers", 1, 4),
        ("losers", 2, 4),
        ("losers", 3, 2),
        ("main", 3, 2),
        ("losers", 4, 2),
        ("final", 1, 2),
        ("final", 2, 2),
    ]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 13, 16, 24, 32])
@pytest.mark.parametrize("ending", list(GrandFinal))
def test_everybody_but_the_champion_is_out_after_two_losses(count: int, ending: GrandFinal) -> None:
    chance = Random(count)
    tournament = Tournament.from_draw(CODE, entrants(count), options=ENDINGS[ending])
    while waiting := tournament.waiting():
        tournament.win(chance.choice(chance.choice(waiting).entrants))
    losses = {row.entrant: row.losses for row in FORMAT.standings(tournament.state)}
    champion = FORMAT.champion(tournament.state)
    assert champion is not None
    if ending is GrandFinal.RECHARGE:
        assert losses.pop(champion) in (0, 1)
        assert set(losses.values()) <= {2}
    if ending is GrandFinal.NONE:
        assert losses.pop(champion) == 0
        assert sorted(losses.values())[0] <= 1
    # 2n - 2 matches, one more with the recharge, one fewer without a grand final.
    matches = len(tournament.results)
    counts = {GrandFinal.RECHARGE: (2 * count - 2, 2 * count - 1), GrandFinal.ONE_MATCH: (2 * count - 2,)}
    assert matches in counts.get(ending, (2 * count - 3,))


def test_the_unbeaten_side_is_beaten_twice_or_is_the_champion() -> None:
    tournament = on_lines("a", "b", "c", "d")
    for winner in ("a", "c", "a", "b", "c"):
        tournament.win(winner)
    assert [pairing.entrants for pairing in tournament.waiting()] == [("a", "c")]
    tournament.win("c")
    [again] = tournament.waiting()
    assert set(again.entrants) == {"a", "c"}
    assert FORMAT.explain(tournament.state, again)[0].code == "recharge"
    assert not FORMAT.is_complete(tournament.state)
    tournament.win("a")
    assert FORMAT.champion(tournament.state) == "a"
    assert places(tournament) == {"a": (1, 1), "c": (2, 2), "b": (3, 3), "d": (4, 4)}


def test_without_a_recharge_one_match_decides() -> None:
    tournament = on_lines("a", "b", "c", "d", grand_final=GrandFinal.ONE_MATCH)
    for winner in ("a", "c", "a", "b", "c", "c"):
        tournament.win(winner)
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) == "c"


def test_without_a_grand_final_the_losers_winner_is_second() -> None:
    tournament = on_lines("a", "b", "c", "d", grand_final=GrandFinal.NONE)
    for winner in ("a", "c", "a", "b", "b"):
        tournament.win(winner)
    assert places(tournament) == {"a": (1, 1), "b": (2, 2), "c": (3, 3), "d": (4, 4)}


def test_a_double_forfeit_puts_both_out_and_nobody_waits_for_them() -> None:
    tournament = on_lines("a", "b", "c", "d")
    tournament.finish((1, 0), None)
    tournament.advance()
    tournament.win("c")
    tournament.win("d")
    assert FORMAT.champion(tournament.state) in {"c", None}
    while tournament.waiting():
        tournament.win("c")
    assert FORMAT.champion(tournament.state) == "c"


def test_after_double_forfeits_alone_there_is_no_champion() -> None:
    tournament = on_lines("a", "b", "c", "d")
    for slot in (0, 1):
        tournament.finish((1, slot), None)
    tournament.advance()
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None


def test_the_losers_of_a_round_are_named_as_such() -> None:
    tournament = on_lines("a", "b", "c", "d")
    tournament.win("a")
    tournament.win("c")
    below = next(pairing for pairing in tournament.waiting() if set(pairing.entrants) == {"b", "d"})
    assert [reason.code for reason in FORMAT.explain(tournament.state, below)] == ["loser_of", "loser_of"]
    declared = FORMAT.rounds(tournament.state)[below.round - 1]
    assert (declared.part, declared.name, declared.in_part) == (Part.LOSERS, RoundName.ROUND, 1)


def test_a_late_entrant_takes_a_bye_on_which_nothing_has_begun() -> None:
    tournament = on_lines("a", None, "b", "c", "d", "e", "f", "g")
    assert FORMAT.open_lines(tournament.state) == (1,)
    tournament.win("b")
    tournament.begin((2, 0))
    assert FORMAT.open_lines(tournament.state) == ()


def test_a_bracket_of_another_size_is_refused() -> None:
    state = State(size=6, entries=(), seed="s", options=DoubleEliminationOptions())
    with pytest.raises(FormatError) as error:
        FORMAT.outline(state)
    assert error.value.code == "invalid_size"


@pytest.mark.parametrize("size", [8, 16, 32, 64, 128, 256])
def test_every_loser_drops_once(size: int) -> None:
    last = size.bit_length() - 1
    rounds = drop_rounds(size, last=last)
    assert sum(round_.slots for round_ in rounds) == size - 2
    for round_ in rounds:
        if round_.main is not None and round_.main > 1:
            assert round_.slots == size >> round_.main
            assert sorted(slot ^ round_.mask for slot in range(round_.slots)) == list(range(round_.slots))


def rematches(size: int, *, chance: Random, ending: GrandFinal) -> int:
    """How often two met again in one played bracket."""
    tournament = Tournament.from_draw(
        CODE, entrants(size), seed=str(chance.random()), options=ENDINGS[ending]
    )
    while waiting := tournament.waiting():
        for pairing in waiting:
            tournament.finish(pairing.place, chance.choice(pairing.entrants))
        tournament.advance()
    pairs = Counter(frozenset((result.one, result.two)) for result in tournament.results.values())
    return sum(times - 1 for times in pairs.values())


@pytest.mark.parametrize(("size", "study_mean"), [(16, 0.75), (32, 0.73)])
def test_rematches_are_as_rare_as_the_published_tables_say(size: int, study_mean: float) -> None:
    chance, runs = Random(size), 4000 if is_long() else 300
    mean = sum(rematches(size, chance=chance, ending=GrandFinal.NONE) for _ in range(runs)) / runs
    assert abs(mean - study_mean) < 4 * 0.85 / runs**0.5


def rematches_in_plan(size: int, *, ending: GrandFinal, chance: Random) -> int:
    """Play a full bracket once with even players, by the plan alone, and count the matches of two who have met."""
    entrants: list[int] = list(range(size))
    meetings: set[tuple[int, int]] = set()
    again = 0
    sides = _layout(size, ending).plan.wiring.sides
    for number, (one, two) in enumerate(sides):
        is_second_final = ending is GrandFinal.RECHARGE and number == len(sides) - 1
        if is_second_final and entrants[-2] == entrants[sides[number - 1][0]]:
            # The unbeaten side has won the first final.
            break
        pair = (entrants[one], entrants[two]) if chance.getrandbits(1) else (entrants[two], entrants[one])
        pair_key = (min(pair), max(pair))
        again += pair_key in meetings
        meetings.add(pair_key)
        entrants += pair
    return again


@pytest.mark.parametrize(
    ("size", "ending", "study_mean"),
    [
        (16, GrandFinal.NONE, 0.75),
        (32, GrandFinal.NONE, 0.73),
        (64, GrandFinal.NONE, 0.71),
        (16, GrandFinal.ONE_MATCH, 1.43),
        (32, GrandFinal.ONE_MATCH, 1.39),
        (64, GrandFinal.ONE_MATCH, 1.37),
        (16, GrandFinal.RECHARGE, 1.93),
    ],
)
def test_rematches_with_and_without_the_grand_final_are_those_of_the_study(
    size: int, ending: GrandFinal, study_mean: float
) -> None:
    chance, runs = Random(size), 50_000 if is_long() else 5_000
    mean = sum(rematches_in_plan(size, ending=ending, chance=chance) for _ in range(runs)) / runs
    # The published figures have two digits and an error of their own of 0.005 to 0.01.
    assert abs(mean - study_mean) < 0.012 + 4 * 1.0 / runs**0.5
