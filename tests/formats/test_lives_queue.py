"""Lives without rounds: who waits for whom, what announcing late gains, and how much sooner it ends."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from tests.effort import is_long
from tests.formats.hall import Hall, pairs, play_rounds
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import Entry
from tournaments.formats.lives.format import FORMAT, LivesOptions
from tournaments.formats.lives.options import Mode, OddOne

CODE = "lives"
CONTINUOUS = LivesOptions(mode=Mode.CONTINUOUS)
QUEUE = LivesOptions(mode=Mode.QUEUE)
BATCHES = LivesOptions(mode=Mode.BATCHES, batch_minutes=10)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_two_who_are_free_with_the_same_lives_meet_at_once() -> None:
    tournament = play_rounds(CODE, "abcdef", "a>b c>d e-f", options=CONTINUOUS)
    assert pairs(tournament.advance()) == {"ac", "bd"}
    assert {pairing.round for pairing in tournament.waiting()} == {1, 2}


def test_who_is_free_waits_while_somebody_with_the_same_lives_may_come() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c-d", options=CONTINUOUS)
    # The winner of c-d will have two lives as a has, the loser one as b has.
    assert tournament.advance() == []
    tournament.win("c")
    assert pairs(tournament.waiting()) == {"ac", "bd"}


def test_whom_nobody_level_can_reach_meets_who_is_near() -> None:
    # d and e play with one life each, so nobody will have two as a has; b is free with one.
    rounds = ("a>b d=e", "a>c d-e")
    tournament = play_rounds(CODE, "abcde", *rounds, options=CONTINUOUS)
    tournament.entries["c"] = replace(tournament.entries["c"], is_withdrawn=True)
    (pairing,) = tournament.advance()
    assert pairs([pairing]) == {"ab"}
    codes = [reason.code for reason in FORMAT.explain(tournament.state, pairing)]
    assert codes == ["nobody_level_comes", "met_before"]


def test_the_last_unbeaten_entrant_waits_for_the_last_of_the_others_where_it_sits_out() -> None:
    options = replace(CONTINUOUS, odd_one=OddOne.SIT_OUT)
    tournament = play_rounds(CODE, "abcd", "a>b c>d", "a>c b>d", options=options)
    assert pairs(tournament.advance()) == {"bc"}
    tournament.win("c")
    assert pairs(tournament.waiting()) == {"ac"}


def test_a_rematch_is_put_off_while_another_opponent_may_come() -> None:
    tournament = play_rounds(CODE, "abcdef", "a=b c-d e-f", options=CONTINUOUS)
    # a and b have met and have a life each; the losers of both other matches will have one.
    assert tournament.advance() == []
    tournament.win("c")
    assert all(pairing.entrants != ("a", "b") for pairing in tournament.waiting())
    unwary = play_rounds(CODE, "abcdef", "a=b c-d e-f", options=replace(CONTINUOUS, avoids_rematches=False))
    assert pairs(unwary.advance()) == {"ab"}


def test_who_has_played_most_waits() -> None:
    # a, c and e have all their lives but a has won twice; b comes with none to spare.
    options = LivesOptions(9, Mode.CONTINUOUS)
    tournament = play_rounds(CODE, "abcdefg", "a>b c>d e>f", "a>g", options=options)
    pairings = pairs(tournament.advance())
    assert "ce" in pairings


def test_nobody_floats_past_two_who_are_level_where_one_match_is_left_before_a_bracket() -> None:
    # Nine lives are left, so one match leads to the eight of the bracket. a has played most and would float.
    options = LivesOptions(mode=Mode.CONTINUOUS, bracket_slots=8)
    tournament = play_rounds(CODE, "abcdefg", "a>b c>d e>f", "a>g", options=options)
    tournament.entries["g"] = replace(tournament.entries["g"], is_withdrawn=True)
    assert pairs(tournament.advance()) == {"ce"}


def test_the_round_of_a_match_follows_the_last_rounds_of_both() -> None:
    tournament = Tournament.from_draw(CODE, entrants(9), options=CONTINUOUS)
    chance = Random(3)
    while waiting := tournament.waiting():
        tournament.win(chance.choice(chance.choice(waiting).entrants))
    for pairing in tournament.pairings.values():
        earlier = [
            other.round
            for other in tournament.pairings.values()
            if other.round < pairing.round and set(other.entrants) & set(pairing.entrants)
        ]
        assert pairing.round == 1 + max(earlier, default=0)
    out = {row.entrant: row.place for row in FORMAT.standings(tournament.state)}
    last = {row.entrant: row.reached for row in FORMAT.standings(tournament.state)}
    for result in tournament.results.values():
        for loser in result.losers:
            if last[loser] == result.round and result.winner is not None:
                assert out[result.winner] < out[loser]


def test_one_who_is_away_is_left_alone_until_nobody_else_can_play() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=LivesOptions(9, Mode.CONTINUOUS))
    tournament.entries["a"] = replace(tournament.entries["a"], absent=frozenset({2, 3, 4, 5, 6}))
    pairings = tournament.advance()
    assert pairings
    assert all("a" not in pairing.entrants for pairing in pairings)
    alone = play_rounds(CODE, "ab", "a>b", options=CONTINUOUS)
    alone.entries["a"] = replace(alone.entries["a"], absent=frozenset({2}))
    assert pairs(alone.advance()) == {"ab"}


def test_a_late_entrant_is_paired_from_the_round_it_joins_on() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c-d", options=LivesOptions(3, Mode.CONTINUOUS))
    tournament.entries["x"] = Entry("x", line=4, is_late=True, joins=4)
    tournament.entries["y"] = Entry("y", line=5, is_late=True, joins=2)
    tournament.win("c")
    rounds = {uid: pairing.round for pairing in tournament.waiting() for uid in pairing.entrants}
    assert rounds.get("y", 2) >= 2
    assert all(pairing.round >= 2 for pairing in tournament.waiting())


def test_a_match_of_somebody_whom_a_correction_puts_out_is_cancelled() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=replace(CONTINUOUS, lives=1))
    tournament.advance()
    assert pairs(tournament.waiting()) == {"ac"}
    assert tournament.try_change(result=replace(tournament.results[1, 0], winner="b"))
    assert pairs(tournament.waiting()) == {"bc"}
    assert tournament.pairings[2, 0].entrants == ("b", "c")
    tournament.begin((2, 0))
    assert not tournament.try_change(result=replace(tournament.results[1, 0], winner="a"))


def test_a_queue_draws_only_among_enough_who_are_free() -> None:
    tournament = play_rounds(CODE, "abcdefghijkl", "a>b c>d e-f g-h i-j k-l", options=QUEUE)
    # Two winners are free: the next to announce would know whom it meets.
    assert tournament.advance() == []
    tournament.win("e")
    assert tournament.pairings.keys() == {(1, slot) for slot in range(6)}
    tournament.win("g")
    uids = {uid for pairing in tournament.waiting() if pairing.round == 2 for uid in pairing.entrants}
    assert uids == set("aceg") | set("bdfh")


def test_a_queue_asks_for_no_more_than_can_come() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=replace(QUEUE, queue_length=9))
    assert pairs(tournament.advance()) == {"ac", "bd"}


def test_announcing_late_gains_nothing_in_a_queue() -> None:
    """Whom the last winner of four meets is even among the other three, whenever it announces."""
    meetings = {"a": 0, "b": 0, "c": 0}
    for number in range(600):
        tournament = play_rounds(CODE, "abcdwxyz", "a>w b>x c>y d-z", options=QUEUE, seed=str(number))
        tournament.win("d")
        (pairing,) = [pairing for pairing in tournament.waiting() if "d" in pairing.entrants]
        (other,) = set(pairing.entrants) - {"d"}
        meetings[other] += 1
    assert all(abs(times - 200) < 4 * (600 * 2 / 9) ** 0.5 for times in meetings.values())


def test_a_batch_waits_for_its_time_and_takes_all_who_are_free() -> None:
    tournament = play_rounds(CODE, "abcdef", "a>b c>d e-f", options=BATCHES)
    pairings = {place: replace(pairing, made_at=NOON) for place, pairing in tournament.pairings.items()}
    state = replace(tournament.state, pairings=tuple(pairings.values()), now=NOON + timedelta(minutes=9))
    assert FORMAT.next_pairings(state) == ()
    due = FORMAT.next_pairings(replace(state, now=NOON + timedelta(minutes=10)))
    assert pairs(due) == {"ac", "bd"}
    assert FORMAT.next_pairings(replace(state, now=None)) == ()


def test_a_batch_comes_at_once_when_nobody_plays() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=BATCHES)
    assert pairs(tournament.advance()) == {"ac", "bd"}


def test_rematches_are_not_put_off_in_a_batch() -> None:
    tournament = play_rounds(CODE, "abcd", "a=b c-d", options=BATCHES)
    pairings = tuple(replace(pairing, made_at=NOON) for pairing in tournament.pairings.values())
    state = replace(tournament.state, pairings=pairings, now=NOON + timedelta(hours=1))
    assert pairs(FORMAT.next_pairings(state)) == {"ab"}


def hours(mode: Mode, *, runs: int) -> float:
    """The mean time of an event of 64 with two lives and matches of seven points."""
    total = timedelta()
    for number in range(runs):
        hall = Hall(CODE, 64, LivesOptions(mode=mode, odd_one=OddOne.SIT_OUT), Random(number))
        total += hall.run()
        assert FORMAT.is_complete(hall.state)
    return total / runs / timedelta(hours=1)


def test_continuous_play_ends_clearly_sooner_than_rounds() -> None:
    # The study has 10:20 against 14:12 for 64 players and seven points.
    runs = 100 if is_long() else 6
    assert hours(Mode.CONTINUOUS, runs=runs) < 0.85 * hours(Mode.ROUNDS, runs=runs)


@pytest.mark.parametrize("mode", [Mode.CONTINUOUS, Mode.QUEUE, Mode.BATCHES])
def test_a_clock_brings_every_event_to_its_end(mode: Mode) -> None:
    for count in (2, 5, 16, 23):
        hall = Hall(CODE, count, LivesOptions(mode=mode, batch_minutes=10), Random(count))
        hall.run(tick=timedelta(minutes=3))
        assert FORMAT.is_complete(hall.state)
        for pairing in hall.state.pairings:
            assert FORMAT.explain(hall.state, pairing)
