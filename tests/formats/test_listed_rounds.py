"""Rounds paired down a list: Monrad by hand, rounds by lot, byes, second meetings and those who are one player."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.formats.hall import play_rounds
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FORMATS, Entry, Pairing
from tournaments.formats.listed_rounds import ListedRounds
from tournaments.formats.monrad.format import MonradOptions
from tournaments.formats.random_rounds.format import RandomRoundsOptions
from tournaments.formats.seeding import Seeding

LISTED = ("monrad", "random_rounds")


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    """Who has met, and how often."""
    return Counter(frozenset(one.entrants) for one in tournament.pairings.values() if one.two is not None)


class TestMonrad:
    """The list goes by points, then by start number."""

    def test_neighbours_meet_and_who_has_met_takes_the_next_one(self) -> None:
        stage = play_rounds("monrad", "abcdef", "a>b c>d e>f", "a>c e>b d>f", options=MonradOptions(rounds=5))
        stage.advance()
        # The list is a e c d b f. c has met d, and with b it would leave d and f, who have met.
        pairs = {frozenset(one.entrants) for one in stage.pairings.values() if one.round == 3}
        assert pairs == {frozenset("ae"), frozenset("cf"), frozenset("bd")}

    def test_the_seeds_have_the_first_start_numbers_where_that_is_chosen(self) -> None:
        entries = [Entry(f"e{number}", seed=9 - number) for number in range(1, 9)]
        options = MonradOptions(seeding=Seeding.SEEDED)
        lines = FORMATS["monrad"].draw(entries, seed="s", options=options).lines
        assert lines[:2] == ("e8", "e7")
        assert FORMATS["monrad"].draw(entries, seed="s", options=MonradOptions()).lines != lines

    @pytest.mark.parametrize(("entrants_", "rounds"), [(2, 1), (3, 2), (8, 3), (9, 4)])
    def test_as_many_rounds_as_leave_one_unbeaten(self, entrants_: int, rounds: int) -> None:
        stage = Tournament.from_draw("monrad", entrants(entrants_))
        assert len(stage.format.rounds(stage.state)) == rounds


class TestByLot:
    """Each round has a lot of its own."""

    def test_another_seed_and_another_round_are_another_list(self) -> None:
        names = [f"e{number}" for number in range(12)]
        rounds = {
            tuple(FORMATS["random_rounds"].list_order(stage.state, names, number=number, seed=seed))  # type: ignore[attr-defined]
            for stage in [Tournament.from_draw("random_rounds", entrants(12))]
            for number in (1, 2, 3)
            for seed in ("a", "b")
        }
        assert len(rounds) == 6

    def test_results_do_not_matter(self) -> None:
        stage = Tournament.from_draw("random_rounds", entrants(10), options=RandomRoundsOptions(rounds=2))
        winners = [pairing.one for pairing in stage.waiting()]
        other = replace(stage, pairings=dict(stage.pairings), results=dict(stage.results))
        for winner in winners:
            stage.win(winner)
        for pairing in list(other.waiting()):
            assert pairing.two is not None
            other.win(pairing.two)
        assert set(stage.pairings.values()) == set(other.pairings.values())


@pytest.mark.parametrize("code", LISTED)
class TestEveryList:
    """What holds of every format that pairs down a list."""

    def test_nobody_meets_again_while_somebody_new_is_there(self, code: str) -> None:
        options = FORMATS[code].options.from_dict({"rounds": 7})
        stage, chance = Tournament.from_draw(code, entrants(8), options=options), Random(1)
        while waiting := stage.waiting():
            stage.win(chance.choice(waiting[0].entrants))
            assert len(meetings(stage)) <= 28
        assert len({pairing.round for pairing in stage.pairings.values()}) == 7
        # Seven rounds of eight are all against all, but for those that an early choice has made impossible.
        assert sum(meetings(stage).values()) == 28

    def test_as_few_as_possible_meet_again(self, code: str) -> None:
        options = FORMATS[code].options.from_dict({"rounds": 5})
        stage = Tournament.from_draw(code, entrants(4), options=options)
        while waiting := stage.waiting():
            stage.win(waiting[0].one)
        counts = meetings(stage)
        assert sum(counts.values()) == 10
        assert set(counts.values()) <= {1, 2}
        codes = [
            reason.code
            for pairing in stage.pairings.values()
            for reason in stage.format.explain(stage.state, pairing)
        ]
        assert codes.count("rematch") == 4

    def test_the_byes_go_round_and_who_has_no_lot_comes_last(self, code: str) -> None:
        entries = [replace(entry, bye_lots=int(entry.uid != "e1")) for entry in entrants(9)]
        options = FORMATS[code].options.from_dict({"rounds": 4})
        stage = Tournament.from_draw(code, entries, options=options)
        while waiting := stage.waiting():
            stage.win(waiting[0].one)
        byes = {pairing.one for pairing in stage.pairings.values() if pairing.is_bye}
        assert len(byes) == 4
        assert "e1" not in byes

    def test_two_entries_of_one_player_never_meet(self, code: str) -> None:
        entries = [replace(entry, player="p" if entry.uid in ("e1", "e2") else "") for entry in entrants(4)]
        options = FORMATS[code].options.from_dict({"rounds": 6})
        stage = Tournament.from_draw(code, entries, options=options)
        while waiting := stage.waiting():
            stage.win(waiting[0].one)
        assert frozenset({entries[0].uid, entries[1].uid}) not in meetings(stage)

    def test_two_entries_of_one_player_alone_sit_out(self, code: str) -> None:
        entries = [replace(entry, player="p") for entry in entrants(2)]
        stage = Tournament.from_draw(code, entries)
        assert all(pairing.is_bye for pairing in stage.pairings.values())
        reasons = stage.format.explain(stage.state, next(iter(stage.pairings.values())))
        assert [reason.code for reason in reasons][1:] == ["first_bye"]
        assert stage.format.is_complete(stage.state)

    def test_who_takes_the_place_of_somebody_absent_meets_whoever_is_free(self, code: str) -> None:
        stage = Tournament.from_draw(
            code, entrants(4), options=FORMATS[code].options.from_dict({"rounds": 2})
        )
        absentee, other = (stage.waiting()[0]).entrants
        stage.win(stage.waiting()[1].one)
        alternate = Entry("alternate", line=stage.entries[absentee].line, is_moved=True)
        assert stage.try_change(replace(stage.entries[absentee], line=None), alternate)
        (pairing,) = stage.waiting()
        assert set(pairing.entrants) == {"alternate", other}

    def test_what_was_paired_before_a_change_is_said_to_be_so(self, code: str) -> None:
        stage = Tournament.from_draw(
            code, entrants(6), options=FORMATS[code].options.from_dict({"rounds": 2})
        )
        one, two = (pairing.one for pairing in stage.waiting()[:2])
        (reason,) = stage.format.explain(stage.state, Pairing(1, 0, one, two))
        assert (reason.code, reason.data) == ("filled_in", {"round": 1})
        (reason,) = stage.format.explain(stage.state, Pairing(1, 0, one, "nobody"))
        assert reason.code == "filled_in"

    def test_those_free_in_a_round_who_have_met_sit_out(self, code: str) -> None:
        options = FORMATS[code].options.from_dict({"rounds": 3})
        stage = play_rounds(code, "abcd", "a>b c>d", options=options)
        form = FORMATS[code]
        assert isinstance(form, ListedRounds)
        seating = form.seats(stage.state, 2, ["a", "b"], is_filling=True)
        assert seating is not None
        assert (seating.pairs, sorted(seating.byes)) == ((), ["a", "b"])
