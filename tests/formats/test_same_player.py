"""Whoever has come back after a loss is the same player: met by all whom either entrant has met, and no opponent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.formats.fed import placed
from tests.formats.hall import pairs, play_rounds
from tests.formats.swiss_event import Swiss
from tests.formats.tournament import Tournament
from tournaments.formats import Entry, Feed, Result, Take
from tournaments.formats.consolation.admission import pairs_met
from tournaments.formats.lives.format import FORMAT
from tournaments.formats.lives.options import LateLives, LivesOptions, Mode, OddOne
from tournaments.formats.same_player import meetings_of, same_player
from tournaments.formats.swiss.rounds import board_of

SEEDS = pytest.mark.parametrize("seed", [f"seed {number}" for number in range(12)])


def marked(tournament: Tournament, *uids: str) -> Tournament:
    """The stage with the same player behind these entrants."""
    for uid in uids:
        tournament.entries[uid] = replace(tournament.entries[uid], player="anna")
    return tournament


def test_who_has_come_once_has_no_mates() -> None:
    assert same_player([Entry("a"), Entry("b", player="bob")]) == {}


def test_the_entrants_of_a_player_are_each_others_mates() -> None:
    mates = same_player([Entry("a", player="anna"), Entry("b"), Entry("x", player="anna")])
    assert mates == {"a": ("a", "x"), "x": ("a", "x")}
    assert list(meetings_of("b", "a", mates)) == [("b", "a"), ("b", "x")]


class TestLives:
    @SEEDS
    def test_whom_the_former_entrant_met_is_not_met_again(self, seed: str) -> None:
        options = LivesOptions(lives=1, late_lives=LateLives.ALL)
        tournament = play_rounds("lives", "abcdef", "a>b c>d e>f", options=options, seed=seed)
        tournament.entries["x"] = Entry("x", line=6, is_late=True, joins=2)
        marked(tournament, "b", "x")
        assert "ax" not in pairs(tournament.advance())

    @SEEDS
    def test_a_correction_that_leaves_both_in_does_not_pair_them(self, seed: str) -> None:
        tournament = marked(play_rounds("lives", "abcd", options=LivesOptions(), seed=seed), "a", "b")
        pairings = pairs(tournament.advance())
        assert "ab" not in pairings
        assert len(pairings) == 2

    def test_nor_where_lives_are_not_level(self) -> None:
        rounds = ("a>b", "b>f", "b>f")
        options = LivesOptions(lives=3, mode=Mode.CONTINUOUS)
        assert pairs(play_rounds("lives", "abf", *rounds, options=options).advance()) == {"ab"}
        tournament = marked(play_rounds("lives", "abf", *rounds, options=options), "a", "b")
        assert pairs(tournament.advance()) == {"bf"}


class TestSwiss:
    def test_two_entrants_of_a_player_do_not_meet(self) -> None:
        assert Swiss.of(4).pairs(1) == [(1, 3), (2, 4)]
        anna = (Entry("1", player="anna"), Entry("3", player="anna"))
        assert (1, 3) not in Swiss.of(4, *anna).pairs(1)

    def test_whom_one_entrant_met_the_other_has_met(self) -> None:
        event = Swiss.of(4)
        event.win(1, 2)
        entries = {entry.uid: entry for entry in event.tournament.state.entries}
        entries["1"] = replace(entries["1"], player="anna")
        entries["5"] = Entry("5", line=4, player="anna")
        state = replace(event.tournament.state, entries=tuple(entries.values()))
        board = board_of(state, 3, ["2", "3", "4", "5"])
        number = {uid: player for player, uid in enumerate(board.players)}
        assert {tuple(sorted((number["3"], number["5"])))} <= board.met_pairs


def test_in_a_consolation_both_entrants_have_met_whom_either_has_met() -> None:
    event = placed("a", "b", "c", None, feeds=(Feed(0, Take.LOSERS),))
    event.win("b")
    state = event.stages[1].state
    [feeder] = state.feeders
    anna = [replace(entry, player="anna") if entry.uid == "a" else entry for entry in feeder.entries]
    feeder = replace(feeder, entries=(*anna, Entry("x", line=3, player="anna")))
    meetings = pairs_met(replace(state, feeders=(feeder,), entries=()))
    assert {frozenset("ab"), frozenset("xb"), frozenset("ax")} <= meetings


class TestAMatchThatWasGiven:
    """Somebody has left, so the opponent goes on without a match: nothing has begun by that."""

    def test_the_round_is_paired_anew_after_a_correction(self) -> None:
        event = Swiss.of(6, rounds=3)
        event.win(1, 2, 3)
        tournament = event.tournament
        first, *_ = [pairing for place, pairing in sorted(tournament.pairings.items()) if place[0] == 2]
        assert first.two is not None
        walkover = Result(*first.place, first.one, first.two, first.one, is_played=False, is_given=True)
        tournament.results[first.place] = walkover
        state = tournament.state
        assert tournament.format.stale_pairings(state) == ()
        (place,) = [
            place for place, result in tournament.results.items() if result.winner == "1" and place[0] == 1
        ]
        corrected = replace(tournament.results[place], winner=tournament.results[place].two)
        results = tuple(corrected if result.place == place else result for result in state.results)
        stale = tournament.format.stale_pairings(replace(state, results=results))
        assert {pairing.round for pairing in stale} == {2}
        played_on = tuple(replace(result, is_given=False) for result in results)
        assert tournament.format.stale_pairings(replace(state, results=played_on)) == ()

    def test_in_lives_it_goes_with_the_life_that_a_correction_takes(self) -> None:
        options = LivesOptions(lives=1, mode=Mode.CONTINUOUS)
        tournament = play_rounds("lives", "abcd", "a>b c>d", "a>c", options=options)
        walkover = replace(tournament.results[2, 0], is_played=False, is_given=True)
        tournament.results[2, 0] = walkover
        tournament.pairings[2, 0] = replace(tournament.pairings[2, 0], is_begun=False)
        # Who left had a life before it; what is given takes it.
        assert FORMAT.stale_pairings(tournament.state) == ()
        tournament.results[1, 0] = replace(tournament.results[1, 0], winner="b")
        assert [pairing.place for pairing in FORMAT.stale_pairings(tournament.state)] == [(2, 0)]


class TestTheByeOfARoundUnderWay:
    def under_way(self, odd_one: OddOne) -> Tournament:
        """The second round of five has begun: c, who has lost, has the bye."""
        options = LivesOptions(lives=3, odd_one=odd_one, late_lives=LateLives.ALL)
        tournament = play_rounds("lives", "abcde", "a>b c>d e", "a-c b-d e", options=options)
        tournament.begin((2, 0))
        assert tournament.advance() == []
        return tournament

    def test_somebody_who_comes_in_meets_whoever_has_it(self) -> None:
        tournament = self.under_way(OddOne.FLOAT)
        tournament.entries["x"] = Entry("x", line=5, is_late=True, joins=2)
        assert pairs(tournament.advance()) == {"ex"}

    def test_where_nobody_floats_only_with_as_many_lives(self) -> None:
        tournament = self.under_way(OddOne.SIT_OUT)
        tournament.entries["x"] = Entry("x", line=5, is_late=True, joins=2)
        assert pairs(tournament.advance()) == {"ex"}
        tournament = self.under_way(OddOne.SIT_OUT)
        # Who misses a round begins with a life less, and e has the bye with three.
        tournament.options = LivesOptions(lives=3, odd_one=OddOne.SIT_OUT)
        tournament.entries["x"] = Entry("x", line=5, is_late=True, joins=2)
        assert tournament.advance() == []

    def test_two_who_come_in_meet_each_other(self) -> None:
        tournament = self.under_way(OddOne.FLOAT)
        for line, uid in enumerate("xy", start=5):
            tournament.entries[uid] = Entry(uid, line=line, is_late=True, joins=2)
        assert pairs(tournament.advance()) == {"xy"}
