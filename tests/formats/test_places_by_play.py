"""A place must have been played for: who left or did not come stands behind, in every format."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.effort import examples
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FORMATS, Entry, Intake, Options, Standing

# A ladder is an order from the beginning, and its places are played for at its end: tests/formats/test_ladder.py.
PLAYED = [code for code, form in sorted(FORMATS.items()) if form.intake is Intake.DRAW and code != "ladder"]


def options(code: str, **values: object) -> Options:
    """These options of a format."""
    return FORMATS[code].options.from_dict(values)


def on_lines(code: str, *uids: str, **values: object) -> Tournament:
    """A bracket in which everybody stands on the line of the own place in the list."""
    entries = {uid: Entry(uid, line=line) for line, uid in enumerate(uids)}
    size = 1 << (len(uids) - 1).bit_length()
    tournament = Tournament(code, "seed", options(code, **values), size, entries)
    tournament.advance()
    return tournament


def play(tournament: Tournament, *, absent: set[str], winner: str | None = None) -> None:
    """Play to the end: the first in the alphabet or `winner` wins; the absent ones come to no match."""
    while waiting := tournament.waiting():
        pairing = waiting[0]
        there = sorted(uid for uid in pairing.entrants if uid not in absent)
        first = winner if winner in there else next(iter(there), None)
        tournament.finish(pairing.place, first)
        if len(there) < 2:
            result = tournament.results[pairing.place]
            tournament.results[pairing.place] = replace(result, is_played=False)
        tournament.advance()


def leave(tournament: Tournament, uid: str) -> None:
    """Let an entrant leave."""
    tournament.entries[uid] = replace(tournament.entries[uid], is_withdrawn=True)
    tournament.advance()


def places(tournament: Tournament) -> dict[str, tuple[int, int]]:
    """The places of everybody."""
    rows = tournament.format.standings(tournament.state)
    return {row.entrant: (row.place, row.last_place) for row in rows}


@pytest.mark.parametrize("code", ["round_robin", "league"])
@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_too_early_a_leaver_stands_alone_behind_all_who_played(code: str, count: int) -> None:
    tournament = Tournament.from_draw(code, entrants(count))
    leave(tournament, "e1")
    play(tournament, absent={"e1"})
    # The first of the alphabet always wins, so nobody shares a place.
    assert places(tournament) == {f"e{number}": (number - 1 or count,) * 2 for number in range(1, count + 1)}
    assert [row.is_behind for row in tournament.format.standings(tournament.state)] == [False] * (
        count - 1
    ) + [True]


def test_too_early_leavers_do_not_keep_the_others_from_being_separated() -> None:
    tournament = Tournament.from_draw("round_robin", entrants(6))
    leave(tournament, "e1")
    leave(tournament, "e2")
    play(tournament, absent={"e1", "e2"})
    assert places(tournament) == {
        "e3": (1, 1),
        "e4": (2, 2),
        "e5": (3, 3),
        "e6": (4, 4),
        "e1": (5, 6),
        "e2": (5, 6),
    }


@pytest.mark.parametrize("has_third_place", [False, True])
def test_who_lost_a_semifinal_stands_before_two_who_did_not_come_to_theirs(has_third_place: bool) -> None:
    for field in ("abcd", "abcdefgh"):
        tournament = on_lines("single_elimination", *field, has_third_place=has_third_place)
        half = len(field) // 2
        while any(pairing.round == 1 for pairing in tournament.waiting()) and half > 2:
            tournament.win(tournament.waiting()[0].one)
        one, two = field[half], field[half + half // 2]
        play(tournament, absent={one, two})
        assert places(tournament)["a"] == (1, 1)
        assert places(tournament)[field[half // 2]] == (2, 2)
        assert places(tournament)[one] == places(tournament)[two] == (3, 4)


@pytest.mark.parametrize("has_third_place", [False, True])
def test_one_who_does_not_come_to_a_semifinal_is_fourth_with_and_without_a_match_for_third_place(
    has_third_place: bool,
) -> None:
    tournament = on_lines("single_elimination", *"abcd", has_third_place=has_third_place)
    play(tournament, absent={"c"}, winner="d")
    assert places(tournament) == {"d": (1, 1), "a": (2, 2), "b": (3, 3), "c": (4, 4)}


def test_a_round_reached_by_byes_and_walkovers_alone_gives_no_place() -> None:
    # The opponent of `a` in the first round and its own absence in the second one: nobody played there.
    tournament = on_lines("single_elimination", *"abcdefgh")
    tournament.finish((1, 0), "a")
    tournament.results[1, 0] = replace(tournament.results[1, 0], is_played=False)
    tournament.advance()
    play(tournament, absent={"a"})
    assert places(tournament)["a"] == places(tournament)["b"] == (7, 8)
    # Whoever won by play and misses the next round stands behind those who lost there, before those of the round before.
    tournament = on_lines("single_elimination", *"abcdefgh")
    for winner in "aceg":
        tournament.win(winner)
    play(tournament, absent={"g"})
    assert {uid: place for uid, place in places(tournament).items() if uid in "cgd"} == {
        "c": (3, 3),
        "g": (4, 4),
        "d": (5, 8),
    }


def test_a_double_elimination_places_who_never_came_behind_who_lost_twice() -> None:
    for absentee in "abcdef":
        tournament = Tournament.from_draw("double_elimination", [Entry(uid) for uid in "abcdef"])
        leave(tournament, absentee)
        play(tournament, absent={absentee})
        assert places(tournament)[absentee] == (6, 6)


def test_two_who_both_miss_the_match_for_the_title_share_its_places() -> None:
    tournament = on_lines("single_elimination", *"abcd")
    tournament.finish((1, 0), "a")
    tournament.finish((1, 1), "c")
    tournament.results[1, 1] = replace(tournament.results[1, 1], is_played=False)
    tournament.advance()
    play(tournament, absent={"a", "c"})
    assert tournament.format.champion(tournament.state) is None
    assert places(tournament) == {"a": (1, 2), "c": (1, 2), "b": (3, 3), "d": (4, 4)}


def test_who_has_left_and_is_left_alone_without_having_played_has_not_won() -> None:
    tournament = on_lines("single_elimination", *"abcdefgh")
    for slot, winner, is_played in ((0, "a", False), (1, None, False), (2, "e", True), (3, "g", True)):
        tournament.finish((1, slot), winner)
        tournament.results[1, slot] = replace(tournament.results[1, slot], is_played=is_played)
    tournament.advance()
    leave(tournament, "a")
    play(tournament, absent={"e", "g"})
    assert tournament.format.is_complete(tournament.state)
    assert tournament.format.champion(tournament.state) is None
    table = places(tournament)
    assert max(table[uid][1] for uid in "efgh") < table["a"][0]


@pytest.mark.parametrize("last_two", ["play_on", "share"])
def test_who_leaves_with_lives_left_stands_behind_who_lost_the_last_one_in_that_round(last_two: str) -> None:
    tournament = Tournament.from_draw("lives", entrants(6), options=options("lives", last_two=last_two))
    while max(pairing.round for pairing in tournament.pairings.values()) < 2:
        pairing = tournament.waiting()[0]
        tournament.finish(pairing.place, min(pairing.entrants))
        tournament.advance()
    leaver = next(
        uid
        for pairing in tournament.waiting()
        for uid in pairing.entrants
        if any(result.winner == uid for result in tournament.results.values())
    )
    leave(tournament, leaver)
    play(tournament, absent={leaver})
    table = places(tournament)
    out = {
        uid
        for result in tournament.results.values()
        if result.round == 2 and result.is_played
        for uid in result.losers
        if not any(one.winner == uid for one in tournament.results.values())
    }
    assert out
    assert all(table[uid][1] < table[leaver][0] for uid in out)


def played(tournament: Tournament) -> set[str]:
    """Everybody who has played a match."""
    results = tournament.results.values()
    return {uid for result in results if result.is_played for uid in (result.one, result.two)}


def shares_the_title(row: Standing, tournament: Tournament) -> bool:
    """Whether an entrant is one of two who both missed the match for the title."""
    missed = [result for result in tournament.results.values() if result.winner is None]
    is_of_two = any(row.entrant in {result.one, result.two} for result in missed)
    return row.place == 1 and row.is_tied and is_of_two


@pytest.mark.parametrize("code", PLAYED)
@pytest.mark.parametrize("number", range(examples(150, landing=20)))
def test_nobody_who_played_stands_behind_or_beside_who_played_nothing(code: str, number: int) -> None:
    chance = Random(f"{code} {number}")
    tournament = Tournament.from_draw(code, entrants(chance.randint(3, 13)), seed=str(number))
    absent = set(chance.sample(sorted(tournament.entries), k=chance.randint(1, 3)))
    gone = set(chance.sample(sorted(absent), k=chance.randint(0, len(absent))))
    # A marathon pairs on until its time is over, and cancels the matches of leavers.
    for uid in gone:
        leave(tournament, uid)
    for _ in range(300):
        if not (waiting := tournament.waiting()):
            break
        pairing = chance.choice(waiting)
        there = [uid for uid in pairing.entrants if uid not in absent]
        if chance.random() < 0.1:
            there = []
        tournament.finish(pairing.place, chance.choice(there) if there else None)
        result = tournament.results[pairing.place]
        tournament.results[pairing.place] = replace(result, is_played=len(there) == 2)
        tournament.advance()
    rows = tournament.format.standings(tournament.state)
    here = played(tournament)
    lost = {uid for result in tournament.results.values() for uid in result.losers}
    behind = [
        row for row in rows if row.entrant in (gone | lost) - here and not shares_the_title(row, tournament)
    ]
    for row in behind:
        assert all(other.last_place < row.place for other in rows if other.entrant in here)


def test_a_stage_of_an_earlier_version_keeps_its_places() -> None:
    for code, shared in (("single_elimination", {"b": (2, 4)}), ("round_robin", {"e3": (3, 4)})):
        if code == "single_elimination":
            tournament = on_lines(code, *"abcd")
            play(tournament, absent={"c", "d"})
        else:
            tournament = Tournament.from_draw(code, entrants(4))
            leave(tournament, "e4")
            play(tournament, absent={"e4"})
        state = replace(tournament.state, version=2)
        rows = {row.entrant: (row.place, row.last_place) for row in tournament.format.standings(state)}
        assert {uid: rows[uid] for uid in shared} == shared
        assert FORMATS[code].version == 3
