"""The Michigan movement (Kleinman 1981): n rounds, n + 1 prizes, and a first loss costs the title alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import Entry, FormatError, Part, RoundName, State
from tournaments.formats.michigan.format import FORMAT, MichiganOptions
from tournaments.formats.seeding import Seeding

CODE = "michigan"


def on_lines(*uids: str | None, options: MichiganOptions | None = None) -> Tournament:
    """A drawn stage with these entrants on its lines."""
    entries = {uid: Entry(uid, line=line) for line, uid in enumerate(uids) if uid is not None}
    tournament = Tournament(CODE, "seed", options or MichiganOptions(), len(uids), entries)
    tournament.advance()
    return tournament


def places(tournament: Tournament) -> dict[str, tuple[int, int]]:
    """First and last place of everybody."""
    return {row.entrant: (row.place, row.last_place) for row in FORMAT.standings(tournament.state)}


def matches(tournament: Tournament, *, losers_of: int | None = None) -> list[set[str]]:
    """Who met in one of the brackets, in order of round and slot; all brackets unless told which."""
    declared = {of.number: of for of in FORMAT.rounds(tournament.state)}
    return [
        set(pairing.entrants)
        for place, pairing in sorted(tournament.pairings.items())
        if not pairing.is_bye and declared[place[0]].losers_of == losers_of
    ]


def first_name_wins(tournament: Tournament) -> None:
    """Play out; who comes first in the alphabet wins."""
    while waiting := tournament.waiting():
        tournament.win(min(waiting[0].entrants))


def test_eight_play_three_turns_of_one_length_each() -> None:
    rounds = [
        (declared.part.value, declared.losers_of, declared.in_part, declared.places, declared.from_final)
        for declared in FORMAT.rounds(Tournament.from_draw(CODE, entrants(8)).state)
    ]
    assert rounds == [
        ("main", None, 1, 8, 2),
        ("main", None, 2, 4, 1),
        ("losers", 1, 1, 4, 1),
        ("main", None, 3, 2, 0),
        ("losers", 1, 2, 2, 0),
        ("losers", 2, 1, 2, 0),
    ]


def test_all_come_in_by_the_draw() -> None:
    assert FORMAT.admissions(Tournament.from_draw(CODE, entrants(8)).state) == ()
    assert not FORMAT.pairs_by_rounds(MichiganOptions())


def test_rounds_of_the_unbeaten_are_called_as_in_a_knock_out() -> None:
    names = [of.name for of in FORMAT.rounds(Tournament.from_draw(CODE, entrants(16)).state)]
    assert [name for name in names if name is not RoundName.ROUND] == [
        RoundName.ROUND_OF,
        RoundName.QUARTERFINAL,
        RoundName.SEMIFINAL,
        RoundName.FINAL,
    ]


def test_eight_by_hand_have_four_prizes_in_the_order_of_the_first_loss() -> None:
    tournament = on_lines(*"abcdefgh")
    first_name_wins(tournament)
    assert matches(tournament) == [
        {"a", "b"}, {"c", "d"}, {"e", "f"}, {"g", "h"}, {"a", "c"}, {"e", "g"}, {"a", "e"},
    ]  # fmt: skip
    assert matches(tournament, losers_of=1) == [{"b", "d"}, {"f", "h"}, {"b", "f"}]
    assert matches(tournament, losers_of=2) == [{"c", "g"}]
    assert places(tournament) == {
        "a": (1, 1), "e": (2, 2), "c": (3, 3), "b": (4, 4), "f": (5, 6), "g": (5, 6), "d": (7, 8), "h": (7, 8),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "pairs_by_round", "prizes"),
    [
        # Three: the loser of the only match of the first round has nobody to meet, and the third prize.
        (["a", None, "b", "c"], {None: ["bc", "ab"], 1: []}, "abc"),
        # Five: one match in the first round; the two who lose in the second meet for the third prize.
        (["a", None, "d", "e", "b", None, "c", None], {None: ["de", "ad", "bc", "ab"], 1: [], 2: ["cd"]}, "abce"),
        # Six: two lose in the first round and have a bye each before they meet.
        (
            ["a", None, "d", "e", "b", None, "c", "f"],
            {None: ["de", "cf", "ad", "bc", "ab"], 1: ["ef"], 2: ["cd"]},
            "abce",
        ),
        # Seven: of the three who lose in the first round one has a bye.
        (
            ["a", None, "d", "e", "b", "g", "c", "f"],
            {None: ["de", "bg", "cf", "ad", "bc", "ab"], 1: ["fg", "ef"], 2: ["cd"]},
            "abce",
        ),
    ],
)  # fmt: skip
def test_small_fields_by_hand(
    lines: list[str | None], pairs_by_round: dict[int | None, list[str]], prizes: str
) -> None:
    tournament = on_lines(*lines)
    first_name_wins(tournament)
    for losers_of, pairs in pairs_by_round.items():
        assert matches(tournament, losers_of=losers_of) == [set(pair) for pair in pairs]
    standings = FORMAT.standings(tournament.state)
    assert [row.entrant for row in standings[: len(prizes)]] == list(prizes)
    assert not any(row.is_tied for row in standings[: len(prizes)])


@pytest.mark.parametrize(
    ("count", "losers"),
    [
        (3, [1, 1]),
        (5, [1, 2, 1]),
        (6, [2, 2, 1]),
        (7, [3, 2, 1]),
        (8, [4, 2, 1]),
        (12, [4, 4, 2, 1]),
        (13, [5, 4, 2, 1]),
        (24, [8, 8, 4, 2, 1]),
        (48, [16, 16, 8, 4, 2, 1]),
    ],
)
def test_n_rounds_have_a_prize_for_the_unbeaten_and_for_the_losers_of_each_round(
    count: int, losers: list[int]
) -> None:
    tournament, chance, turns = Tournament.from_draw(CODE, entrants(count)), Random(count), len(losers)
    while waiting := tournament.waiting():
        tournament.win(chance.choice(chance.choice(waiting).entrants))
    declared = FORMAT.rounds(tournament.state)
    unbeaten = [of for of in declared if of.losers_of is None]
    losers_by_round = Counter(result.round for result in tournament.results.values())
    assert [losers_by_round[of.number] for of in unbeaten] == losers
    # A knock-out of m has m - 1 matches; the losers of a round are one, so that 2n - log - 2 are played in all.
    assert len(tournament.results) == 2 * count - turns - 2
    assert {of.from_final for of in declared} == set(range(turns))
    standings = FORMAT.standings(tournament.state)
    prizes, others = standings[: turns + 1], standings[turns + 1 :]
    assert [row.place for row in prizes] == [row.last_place for row in prizes] == list(range(1, turns + 2))
    assert [row.losses for row in prizes] == [0] + [1] * turns
    assert {row.losses for row in others} <= {2}
    # The first loss of each prize winner is one round earlier than that of the one before.
    first_loss = {
        uid: min(result.round for result in tournament.results.values() if uid in result.losers)
        for uid in (row.entrant for row in prizes[1:])
    }
    assert [first_loss[row.entrant] for row in prizes[1:]] == [of.number for of in reversed(unbeaten)]


def twin(lines: list[str | None], *, chance: Random) -> tuple[set[frozenset[str]], list[str | None]]:
    """The movement played from its rule alone: who met, and the prize winners."""
    meetings: set[frozenset[str]] = set()
    strength = {uid: chance.random() for uid in lines if uid is not None}

    def turn(sides: list[str | None]) -> tuple[list[str | None], list[str | None]]:
        winners: list[str | None] = []
        losers: list[str | None] = []
        for one, two in zip(sides[::2], sides[1::2], strict=True):
            if one is None or two is None:
                winners, losers = [*winners, one or two], [*losers, None]
                continue
            meetings.add(frozenset((one, two)))
            first, last = sorted((one, two), key=strength.__getitem__)
            winners, losers = [*winners, first], [*losers, last]
        return winners, losers

    def knock_out(sides: list[str | None]) -> str | None:
        while len(sides) > 1:
            sides, _ = turn(sides)
        return sides[0]

    winners = lines
    prizes: list[str | None] = []
    while len(winners) > 1:
        winners, knocked_out = turn(winners)
        prizes.append(knock_out(knocked_out))
    return meetings, [winners[0], *reversed(prizes)]


@given(count=st.integers(2, 40), number=st.integers(0, 2**32))
@settings(max_examples=examples(200), deadline=None)
def test_it_is_the_movement_that_the_rule_describes(count: int, number: int) -> None:
    tournament = Tournament.from_draw(CODE, entrants(count), seed=str(number))
    lines: list[str | None] = [None] * tournament.size
    for entry in tournament.entries.values():
        assert entry.line is not None
        lines[entry.line] = entry.uid
    meetings, prizes = twin(lines, chance=Random(number))
    chance = Random(number)
    strength = {uid: chance.random() for uid in lines if uid is not None}
    while waiting := tournament.waiting():
        tournament.win(min(waiting[-1].entrants, key=strength.__getitem__))
    assert {frozenset((result.one, result.two)) for result in tournament.results.values()} == meetings
    standings = FORMAT.standings(tournament.state)
    assert [row.entrant for row in standings][: len(prizes)] == prizes


def test_standings_under_way_show_the_best_prize_that_is_left_to_each() -> None:
    tournament = on_lines(*"abcdefgh")
    for winner in ("a", "c", "e", "g", "a", "b"):
        tournament.win(winner)
    # a, e and g are unbeaten, c lost the second round; b, f and h lost the first, and d is out.
    assert places(tournament) == {
        "a": (1, 3), "e": (1, 3), "g": (1, 3), "c": (4, 4), "b": (5, 7), "f": (5, 7), "h": (5, 7), "d": (8, 8),
    }  # fmt: skip
    for winner in ("e", "f", "b"):
        tournament.win(winner)
    standings = {row.entrant: row for row in FORMAT.standings(tournament.state)}
    # The prize of the first losers is won, so b can only wait; the others may still play.
    assert {uid for uid, row in standings.items() if row.is_in} == {"a", "e", "c", "g"}
    assert (standings["b"].place, standings["b"].last_place) == (5, 5)


def test_a_double_forfeit_puts_both_out_and_leaves_a_bye_among_the_losers() -> None:
    tournament = on_lines(*"abcdefgh")
    tournament.finish((1, 0), None)
    tournament.advance()
    for winner in ("c", "e", "g"):
        tournament.win(winner)
    [bye] = [pairing for pairing in tournament.pairings.values() if pairing.is_bye and pairing.round == 3]
    assert bye.one == "d"
    assert [reason.code for reason in FORMAT.explain(tournament.state, bye)] == ["nobody_left", "loser_of"]
    first_name_wins(tournament)
    # Nobody lost the match that c did not have to play, so g alone is left among the losers of the second round.
    assert places(tournament) == {
        "c": (1, 1), "e": (2, 2), "g": (3, 3), "d": (4, 4), "f": (5, 5), "h": (6, 6), "a": (7, 8), "b": (7, 8),
    }  # fmt: skip


def test_two_who_both_forfeit_the_last_match_share_the_first_two_places() -> None:
    tournament = on_lines(*"abcd")
    tournament.win("a")
    tournament.win("c")
    tournament.finish((2, 0), None)
    tournament.win("b")
    assert FORMAT.is_complete(tournament.state)
    assert FORMAT.champion(tournament.state) is None
    assert places(tournament) == {"a": (1, 2), "c": (1, 2), "b": (3, 3), "d": (4, 4)}


def test_a_correction_sends_the_other_one_to_the_losers() -> None:
    tournament = on_lines(*"abcd")
    tournament.win("a")
    tournament.win("c")
    assert {pairing.round for pairing in tournament.waiting()} == {2, 3}
    tournament.finish((1, 0), "b")
    tournament.advance()
    assert [set(pairing.entrants) for pairing in tournament.waiting()] == [{"b", "c"}, {"a", "d"}]


def test_a_late_entrant_takes_a_bye_on_which_nothing_has_begun() -> None:
    tournament = on_lines("a", None, "d", "e", "b", None, "c", "f")
    assert sorted(FORMAT.open_lines(tournament.state)) == [1, 5]
    tournament.win("d")
    tournament.begin((2, 0))
    assert FORMAT.open_lines(tournament.state) == (5,)
    tournament.entries["g"] = Entry("g", line=5, is_late=True)
    tournament.advance()
    late = tournament.pairings[1, 2]
    assert set(late.entrants) == {"b", "g"}
    assert [reason.code for reason in FORMAT.explain(tournament.state, late)] == ["drawn", "entered_late"]


def test_every_pairing_says_how_its_entrants_came() -> None:
    options = MichiganOptions(seeding=Seeding.SEEDED)
    entries = [Entry(uid, seed=number) for number, uid in enumerate("abc", start=1)]
    tournament = Tournament.from_draw(CODE, entries, options=options)
    reasons = {
        place: [reason.code for reason in FORMAT.explain(tournament.state, pairing)]
        for place, pairing in tournament.pairings.items()
    }
    assert reasons == {(1, 0): ["seeded", "bye"], (1, 1): ["seeded", "seeded"]}
    stale = tournament.pairings[1, 1]
    tournament.entries["c"] = Entry("c")
    assert [reason.code for reason in FORMAT.explain(tournament.state, stale)] == ["no_longer_follows"]


def test_the_losers_play_in_a_part_of_their_own() -> None:
    declared = FORMAT.rounds(Tournament.from_draw(CODE, entrants(4)).state)
    assert [(of.part, of.losers_of) for of in declared] == [
        (Part.MAIN, None), (Part.MAIN, None), (Part.LOSERS, 1),
    ]  # fmt: skip


def test_a_bracket_of_another_size_is_refused() -> None:
    state = State(size=6, entries=(), seed="s", options=MichiganOptions())
    with pytest.raises(FormatError) as error:
        FORMAT.outline(state)
    assert error.value.code == "invalid_size"
