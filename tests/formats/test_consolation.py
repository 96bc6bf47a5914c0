"""The progressive consolation: whose losers drop where, and who is not waited for."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.formats.fed import LAST_CHANCE, LOSERS, Begun, Event, placed
from tests.formats.tournament import Tournament
from tournaments.formats import (
    Entry,
    EntryOrigin,
    Feed,
    FormatError,
    RoundName,
    SideKind,
    SlotSide,
    State,
    Take,
)
from tournaments.formats.consolation.admission import pairs_met as pairs_who_met
from tournaments.formats.consolation.format import FORMAT, ConsolationOptions, Placing
from tournaments.formats.drops import drop_rounds
from tournaments.formats.flight import flight, flight_size


def lines_of(stage: Tournament) -> dict[str, int | None]:
    """The line of everybody in a stage."""
    return {entry.uid: entry.line for entry in stage.entries.values()}


def pairs_of(stage: Tournament) -> set[frozenset[str]]:
    """Who waits to play whom."""
    return {frozenset(pairing.entrants) for pairing in stage.waiting()}


def codes(stage: Tournament, place: tuple[int, int]) -> list[str]:
    """The codes of the reasons for a pairing."""
    return [reason.code for reason in FORMAT.explain(stage.state, stage.pairings[place])]


# The slots of each round, by hand: the first losers meet, then each round of losers meets those who are left, who
# play each other where there are too many of them.
@pytest.mark.parametrize(
    ("shape", "slots"),
    [
        ((2,), [1]),
        ((4, 2), [2, 2, 1]),
        ((4,), [2, 1]),
        ((8, 4, 2), [4, 4, 2, 2, 1]),
        ((8, 4), [4, 4, 2, 1]),
        ((16, 8, 4, 2), [8, 8, 4, 4, 2, 2, 1]),
        ((32, 16, 8, 4, 2), [16, 16, 8, 8, 4, 4, 2, 2, 1]),
        ((16, 16, 8, 8, 4, 4, 2), [16, 8, 8, 8, 4, 4, 4, 2, 2, 1]),
        ((2, 1), [1, 1]),
        ((1,), [1]),
        ((), [1]),
    ],
)
def test_the_rounds_follow_from_the_rounds_that_feed(shape: tuple[int, ...], slots: list[int]) -> None:
    plan = flight((shape,)).plan
    assert [len(round_slots) for round_slots in plan.slots] == slots
    assert [declared.from_final for declared in plan.rounds] == list(range(len(slots)))[::-1]
    assert plan.rounds[-1].name is RoundName.FINAL
    assert sum(slots) == flight_size([shape]) - 1


def test_the_round_before_the_final_is_a_semifinal_where_it_has_two_matches() -> None:
    names = [declared.name for declared in flight(((4, 2),)).plan.rounds]
    assert names == [RoundName.ROUND, RoundName.SEMIFINAL, RoundName.FINAL]
    assert flight(((2, 1),)).plan.rounds[0].name is RoundName.ROUND


def test_two_stages_can_feed_one_and_the_larger_rounds_come_first() -> None:
    layout = flight(((2, 1), (4,)))
    assert [(batch.feeder, batch.position, batch.slots) for batch in layout.batches] == [
        (1, 0, 4),
        (0, 0, 2),
        (0, 1, 1),
    ]
    assert [len(slots) for slots in layout.plan.slots] == [2, 2, 1, 1]
    # As many who come as are left meet them at once.
    assert [len(slots) for slots in flight(((4, 4), (8,))).plan.slots] == [4, 4, 4, 2, 1]


@pytest.mark.parametrize(
    ("shape", "code", "data"),
    [
        ([], "not_fed", {}),
        ([[8, 3]], "feeder_not_a_bracket", {"slots": 3}),
        ([[0]], "feeder_not_a_bracket", {"slots": 0}),
    ],
)
def test_what_makes_no_flight_is_refused(shape: list[list[int]], code: str, data: dict[str, int]) -> None:
    with pytest.raises(FormatError) as refusal:
        FORMAT.draw([], seed="s", options=FORMAT.options(), feeders=shape)
    assert (refusal.value.problems[0].code, dict(refusal.value.problems[0].data)) == (code, data)


# Domain tables, 2.4: the loser of slot i drops to slot i XOR mask.
@pytest.mark.parametrize(
    ("size", "masks"),
    [(8, (1,)), (16, (2, 0)), (32, (2, 2, 0)), (64, (13, 5, 1, 1)), (128, (7, 10, 2, 3, 0))],
)
def test_a_full_bracket_drops_by_the_published_table(size: int, masks: tuple[int, ...]) -> None:
    last = size.bit_length() - 2
    shape = tuple(size >> number for number in range(1, last + 1))
    layout = flight((shape,))
    assert layout.is_tabled
    assert [batch.mask for batch in layout.batches] == [0, *masks]
    assert [drop.slots for drop in drop_rounds(size, last=last)] == [
        len(slots) for slots in layout.plan.slots
    ]


def test_eight_by_hand() -> None:
    event = placed(*"abcdefgh")
    for winner in "aceg":
        event.win(winner)
    consolation = event.stages[1]
    assert pairs_of(consolation) == {frozenset("bd"), frozenset("fh")}
    event.win("a")
    event.win("e")
    # The mask is 1: c, who lost to a in the upper half, meets the winner of f and h, and g that of b and d.
    outline = FORMAT.outline(consolation.state)
    assert outline.at((2, 1)).entrants == ("c",)
    assert outline.at((2, 0)).entrants == ("g",)
    for winner in "bf":
        event.win(winner, stage=1)
    assert pairs_of(consolation) == {frozenset("bg"), frozenset("fc")}
    event.win("a")
    assert "e" not in consolation.entries
    for winner in "bcb":
        event.win(winner, stage=1)
    assert FORMAT.champion(consolation.state) == "b"
    assert [row.entrant for row in FORMAT.standings(consolation.state)][:2] == ["b", "c"]


# Who drops is everybody but the two finalists of the main bracket.
@pytest.mark.parametrize("count", [3, 5, 6, 7, 8, 12, 13, 24, 48])
def test_golden_sizes_have_everybody_but_the_finalists(count: int) -> None:
    event = Event.from_draw(count, LOSERS)
    event.play_out(Random(count))
    main, consolation = event.stages
    finalists = {row.entrant for row in main.format.standings(main.state)[:2]}
    assert set(consolation.entries) == set(main.entries) - finalists
    assert len(consolation.results) == max(0, count - 3)


def test_what_is_still_to_come_names_the_match_it_comes_from() -> None:
    event = placed(*"abcd")
    first = FORMAT.outline(event.stages[1].state).at((1, 0))
    assert first.one == SlotSide(SideKind.LOSER, None, 0, (1, 0), "0")
    assert first.two == SlotSide(SideKind.LOSER, None, 1, (1, 1), "0")
    event.win("a")
    first = FORMAT.outline(event.stages[1].state).at((1, 0))
    assert first.one == SlotSide(SideKind.ENTRANT, "b", 0, (1, 0), "0")
    assert event.stages[1].entries["b"].origin == EntryOrigin("0", 1, 0)
    assert not FORMAT.is_complete(event.stages[1].state)


def test_nobody_waits_for_the_loser_of_a_bye() -> None:
    event = placed("a", None, "b", "c", "d", "e", "f", "g")
    event.win("b")
    consolation = event.stages[1]
    assert consolation.pairings[1, 0].entrants == ("c",)
    assert codes(consolation, (1, 0)) == ["nobody_dropped", "dropped"]


def test_nobody_waits_for_a_loser_who_did_not_play_unless_no_shows_come_too() -> None:
    for feed, waits in ((LOSERS, False), (replace(LOSERS, has_no_shows=True), True)):
        event = placed(*"abcdefgh", feeds=(feed,))
        event.withdraw("b")
        event.win("c")
        assert event.stages[1].pairings[1, 0].is_bye
        event = placed(*"abcdefgh", feeds=(feed,))
        event.stages[0].finish((1, 0), None)
        event.stages[0].results[1, 0] = replace(event.stages[0].results[1, 0], winner="a")
        event.advance()
        event.win("c")
        assert (pairs_of(event.stages[1]) == {frozenset("bd")}) is waits


def test_nobody_drops_from_a_double_forfeit() -> None:
    event = placed(*"abcdefgh", feeds=(replace(LOSERS, has_no_shows=True),))
    event.stages[0].finish((1, 0), None)
    event.advance()
    event.win("c")
    assert event.stages[1].pairings[1, 0].entrants == ("d",)


def test_who_declines_is_not_waited_for_and_may_still_come_while_nothing_has_begun() -> None:
    event = placed(*"abcd")
    event.declare("b", goes_on=False)
    event.win("a")
    event.win("c")
    consolation = event.stages[1]
    assert consolation.pairings[1, 0].entrants == ("d",)
    assert FORMAT.is_complete(consolation.state)
    event.declare("b", goes_on=True)
    assert pairs_of(consolation) == {frozenset("bd")}


def test_where_one_must_ask_only_who_has_asked_comes() -> None:
    event = placed(*"abcd", feeds=(replace(LOSERS, is_opt_in=True),))
    event.declare("b", goes_on=True)
    event.win("a")
    event.win("c")
    assert list(event.stages[1].entries) == ["b"]
    assert FORMAT.champion(event.stages[1].state) == "b"


def test_play_that_has_passed_an_empty_line_is_not_called_back() -> None:
    event = placed(*"abcdefgh")
    event.declare("b", goes_on=False)
    for winner in "aceg":
        event.win(winner)
    event.win("a")
    event.win("e")
    event.win("f", stage=1)
    consolation = event.stages[1]
    second = next(pairing for pairing in consolation.waiting() if "d" in pairing.entrants)
    consolation.begin(second.place)
    event.declare("b", goes_on=True)
    # Every line is taken or passed: the director has to decide.
    assert "b" not in consolation.entries
    assert consolation.pairings[second.place] == second
    assert FORMAT.open_lines(consolation.state) == ()


def test_whose_line_is_passed_takes_an_empty_one_that_is_open() -> None:
    event = placed(*"abcdefgh")
    event.declare("b", goes_on=False)
    event.declare("h", goes_on=False)
    for winner in "aceg":
        event.win(winner)
    event.win("a")
    event.win("e")
    consolation = event.stages[1]
    second = next(pairing for pairing in consolation.waiting() if "d" in pairing.entrants)
    consolation.begin(second.place)
    event.declare("b", goes_on=True)
    assert frozenset("bf") in pairs_of(consolation)
    # The line of h is the only one left over for it, and that is passed by now, too.
    event.declare("h", goes_on=True)
    assert "h" not in consolation.entries


def test_a_late_entry_in_the_main_bracket_does_not_take_back_what_has_begun() -> None:
    event = placed("a", None, "b", "c", "d", "e", "f", "g")
    for winner in ("b", "d", "f", "d"):
        event.win(winner)
    consolation = event.stages[1]
    (waiting,) = [pairing for pairing in consolation.waiting() if "c" in pairing.entrants]
    consolation.begin(waiting.place)
    event.stages[0].entries["late"] = Entry("late", line=1, is_late=True)
    event.advance()
    assert consolation.pairings[waiting.place] == waiting
    event.win("a")
    assert "late" not in consolation.entries


def test_a_correction_sends_back_who_has_not_lost_and_lets_in_who_has() -> None:
    event = placed(*"abcd")
    event.win("a")
    result = event.stages[0].results[1, 0]
    event.stages[0].results[1, 0] = replace(result, winner="b")
    event.advance()
    assert lines_of(event.stages[1]) == {"a": 0}


def test_a_correction_that_would_take_back_a_begun_match_is_seen_by_its_stale_pairing() -> None:
    event = placed(*"abcd")
    event.win("a")
    event.win("c")
    event.stages[1].begin((1, 0))
    event.stages[0].results[1, 0] = replace(event.stages[0].results[1, 0], winner="b")
    with pytest.raises(Begun):
        event.advance()


def test_whose_line_a_late_entrant_has_taken_comes_in_where_a_line_is_left() -> None:
    event = placed("a", None, "b", None, "c", "d", "e", "f")
    consolation = event.stages[1]
    consolation.entries["x"] = Entry("x", line=0, is_late=True)
    event.advance()
    event.stages[0].entries["late"] = Entry("late", line=1, is_late=True)
    event.advance()
    assert FORMAT.outline(consolation.state).at((1, 0)).entrants == ("x",)
    event.win("a")
    assert lines_of(consolation) == {"x": 0, "late": 1}


def test_a_first_loss_is_not_waited_for_where_both_have_played() -> None:
    event = placed(*"abcdefgh", feeds=(Feed(0, Take.FIRST_LOSS, last_round=2),))
    for winner in "aceg":
        event.win(winner)
    consolation = event.stages[1]
    for winner in "bfb":
        event.win(winner, stage=1)
    assert FORMAT.champion(consolation.state) == "b"
    late = placed("a", None, *"bcdefg", feeds=(Feed(0, Take.FIRST_LOSS, last_round=2),))
    late.win("b")
    late.win("b")
    # a had a bye and lost its first match in round 2.
    assert set(late.stages[1].entries) == {"c", "a"}


def test_once_a_match_has_sent_nobody_losers_stand_where_they_meet_last() -> None:
    # b and h have no opponent. By the table c would meet h, who is of its own club, and e would meet b.
    lines = {}
    for placing in Placing:
        event = placed(*"abcdefgh", clubs={"c": "x", "h": "x"})
        main, consolation = event.stages
        consolation.options = ConsolationOptions(placing=placing)
        event.declare("d", goes_on=False)
        event.declare("f", goes_on=False)
        for winner in "aceg":
            event.win(winner)
        main.win("a")
        main.win("g")
        event.advance()
        lines[placing] = lines_of(consolation)
        if placing is Placing.CHOSEN:
            assert codes(consolation, (2, 1)) == ["advanced_by_bye", "dropped", "not_by_table"]
    assert lines[Placing.TABLE] == {"b": 0, "h": 3, "c": 5, "e": 4}
    assert lines[Placing.CHOSEN] == {"b": 0, "h": 3, "c": 4, "e": 5}


def test_who_may_still_lose_counts_before_a_line_is_taken_from_its_match() -> None:
    # c would rather not meet f of its own club, but e, who may lose to g, has met f already.
    event = placed(*"abcdefg", None, clubs={"c": "x", "f": "x"})
    event.declare("d", goes_on=False)
    for winner in "acea":
        event.win(winner)
    assert lines_of(event.stages[1]) == {"b": 0, "f": 2, "c": 5}


def test_a_rematch_is_named() -> None:
    event = placed("a", "b", "c", None, feeds=(Feed(0, Take.LOSERS),))
    event.win("b")
    event.win("c")
    # b beat a, then lost the final: the only two of the consolation have met.
    consolation = event.stages[1]
    (waiting,) = consolation.waiting()
    assert codes(consolation, waiting.place)[-1] == "met_before"
    # The meetings of the event count the match itself.
    pair = frozenset(waiting.entrants)
    assert pair in pairs_who_met(replace(consolation.state, feeders=()))
    assert pair not in pairs_who_met(replace(consolation.state, feeders=(), meetings=(("a", "b"),)))


def test_every_way_to_a_line_is_explained() -> None:
    event = placed(*"abcd")
    consolation = event.stages[1]
    event.win("a")
    event.declare("d", goes_on=False)
    event.win("c")
    assert codes(consolation, (1, 0)) == ["dropped", "nobody_dropped"]
    (line,) = FORMAT.open_lines(consolation.state)
    consolation.entries["late"] = Entry("late", line=line, is_late=True)
    event.advance()
    assert codes(consolation, (1, 0)) == ["dropped", "entered_late"]
    consolation.entries["late"] = replace(consolation.entries["late"], is_late=False, is_moved=True)
    assert codes(consolation, (1, 0)) == ["dropped", "placed_by_director"]
    pairing = replace(consolation.pairings[1, 0], two="x")
    assert [reason.code for reason in FORMAT.explain(consolation.state, pairing)] == ["no_longer_follows"]
    lone = placed("a", "b", feeds=(Feed(0, Take.LOSERS),))
    lone.win("a")
    assert codes(lone.stages[1], (1, 0)) == ["dropped", "nobody_dropped"]


def test_lines_exchanged_by_hand_stay_exchanged_while_others_drop() -> None:
    event = placed(*"abcdefgh")
    for winner in "ace":
        event.win(winner)
    consolation = event.stages[1]
    one, two = consolation.entries["b"], consolation.entries["f"]
    assert consolation.try_change(replace(one, line=two.line), replace(two, line=one.line))
    event.win("g")
    assert pairs_of(consolation) == {frozenset("df"), frozenset("bh")}
    # An alternate stands on the line of b; b has no line, and its match sends nobody else.
    consolation.try_change(replace(consolation.entries["b"], line=None), Entry("x", line=2, is_moved=True))
    event.advance()
    assert pairs_of(consolation) == {frozenset("df"), frozenset("xh")}


def test_a_match_whose_line_was_given_away_has_the_one_that_is_left() -> None:
    event = placed(*"abcdefgh")
    for winner in "ac":
        event.win(winner)
    consolation = event.stages[1]
    # b goes to the line of f's match, and an alternate comes for it there.
    consolation.entries["b"] = replace(consolation.entries["b"], line=2)
    event.advance()
    consolation.entries["b"] = replace(consolation.entries["b"], line=None)
    consolation.entries["x"] = Entry("x", line=2, is_moved=True)
    event.advance()
    event.win("e")
    assert consolation.entries["f"].line == 0


def test_a_stage_whose_feeders_are_not_there_waits_for_all() -> None:
    event = placed(*"abcd")
    event.win("a")
    state = event.stages[1].state
    alone = replace(state, feeders=())
    kinds = [side.kind for side in FORMAT.outline(alone).at((1, 0))[2:4]]
    assert kinds == [SideKind.ENTRANT, SideKind.LOSER]
    assert FORMAT.admissions(alone) == ()
    without_rule = replace(state, feeders=tuple(replace(feeder, feed=None) for feeder in state.feeders))
    assert FORMAT.outline(without_rule) == FORMAT.outline(alone)


def test_before_the_draw_nobody_comes() -> None:
    assert FORMAT.admissions(State(size=0, entries=(), seed="s", options=FORMAT.options())) == ()


def test_the_last_chance_takes_the_losers_of_the_consolation_but_for_its_last_two_rounds() -> None:
    event = Event.from_draw(32, LOSERS, LAST_CHANCE)
    event.play_out(Random(3))
    consolation, last_chance = event.stages[1:]
    late = {
        uid
        for place, result in consolation.results.items()
        for uid in result.losers
        if place[0] > len(consolation.format.rounds(consolation.state)) - 2
    }
    winner = FORMAT.champion(consolation.state)
    assert set(last_chance.entries) == set(consolation.entries) - late - {winner}
    assert FORMAT.champion(last_chance.state) is not None
