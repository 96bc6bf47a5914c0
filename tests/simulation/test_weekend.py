"""The simulated hall of a whole tournament: shared players and tables, days, and what its stamps teach."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import log
from random import Random
from statistics import fmean, median, stdev
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples, is_long
from tests.plans.planning import plan_of, stage
from tests.simulation.true_halls import Kind, TrueHall, minutes_to
from tournaments.formats import FORMATS, FormatError, Pairing
from tournaments.plans import PlannedEvent
from tournaments.simulation import Setup, StageSetup
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.gaps import GapBelief, StampedMatch, learnt_gaps
from tournaments.simulation.longest_way import MatchTurn, longest_ways
from tournaments.simulation.opening import ALWAYS_OPEN, OpenDay, Opening, days_of
from tournaments.simulation.pace import PastPace, TimedMatch, learnt_pace
from tournaments.simulation.replay import RecordedMatch, bracket_lines, take_up
from tournaments.simulation.timing import points_to_play
from tournaments.simulation.turns import HallPeople, Turns
from tournaments.simulation.weekend import (
    CallTimes,
    HallBelief,
    LearntTiming,
    Weekend,
    WeekendEvent,
    hall_end,
    play_weekend,
    weekends,
)
from tournaments.simulation.weekend_data import read_weekend
from tournaments.simulation.weekend_forecast import forecast_of

NOW = "2026-11-28T10:00:00+01:00"
KNOCKOUT: dict[str, Any] = {"format": "single_elimination", "lengths": [7]}
SMALL: dict[str, Any] = {"now": NOW, "runs": 20, "events": [{"entrants": 4, "stages": [KNOCKOUT]}]}
# A hall in which nothing is uncertain but the matches themselves.
KNOWN = HallBelief(gaps=GapBelief(seen=(0.0,), usual=0.0, worth=0))


def setup_of_one(code: str, entrants: int, **options: Any) -> Setup:
    """An event of one stage."""
    rules = FORMATS[code]
    return Setup((StageSetup(rules, rules.options.from_dict(options)),), entrants)


def duel(*names: str, begins: float = 0.0) -> WeekendEvent:
    """A match of two persons."""
    people = {f"e{number}": (name,) for number, name in enumerate(names)}
    return WeekendEvent(setup_of_one("single_elimination", len(names)), begins, people)


def final(one: str, two: str, *, event: str, begins: float = 0.0) -> WeekendEvent:
    """An event of two entrants with uids of its own, and the persons behind them."""
    uids = (f"{event}:1", f"{event}:2")
    result = take_up(setup_of_one("single_elimination", 2), uids, [])
    return WeekendEvent(result.setup, begins, dict(zip(uids, ((one,), (two,)), strict=True)))


def ends_of(*events: WeekendEvent, runs: int = 40, **hall: Any) -> list[tuple[float, ...]]:
    """The ends of events of simulated tournaments."""
    weekend = Weekend(events, belief=KNOWN, **hall)
    return [run.events for run in islice(weekends(weekend, seed="t"), runs)]


# The opening


def test_a_hall_calls_nobody_at_night_in_a_break_or_too_late_for_the_curfew() -> None:
    hall = Opening([OpenDay(0, 600, breaks=((180, 240),)), OpenDay(1440, 2040)])
    assert hall.begin(-30) == 0
    assert hall.begin(100, 60) == 100
    assert hall.begin(180, 60) == 240
    # It would not be over at 600, so it is called the next morning.
    assert hall.begin(550, 60) == 1440
    assert hall.begin(550, 50) == 550
    # What is longer than a whole day begins with it.
    assert hall.begin(700, 10_000) == 1440
    assert hall.begin(0, 10_000) == 0
    # On the last day what is left is played on.
    assert hall.begin(2030, 60) == 2030
    assert hall.begin(9999) == 9999
    assert hall.closes == 2040


def test_a_break_of_the_last_day_holds_and_its_curfew_does_not() -> None:
    hall = days_of([OpenDay(0, 300, breaks=((0, 10), (100, 130)))])
    assert hall.begin(0, 60) == 10
    assert hall.begin(90, 400) == 90
    assert hall.begin(110) == 130
    assert hall.is_open_between(20, 90)
    assert not hall.is_open_between(90, 120)
    assert not hall.is_open_between(-10, 20)
    assert hall.is_open_between(140, 5000)


def test_a_hall_without_days_is_always_open() -> None:
    assert days_of([]) is ALWAYS_OPEN
    assert ALWAYS_OPEN.begin(77, 5) == 77
    assert ALWAYS_OPEN.is_open_between(0, 9999)
    assert ALWAYS_OPEN.closes is None


# One hall for all


def test_who_plays_in_two_events_plays_one_match_at_a_time() -> None:
    apart = ends_of(final("ann", "bob", event="a"), final("cid", "dan", event="b"))
    together = ends_of(final("ann", "bob", event="a"), final("ann", "dan", event="b"))
    assert median(max(ends) for ends in apart) < 85
    assert median(max(ends) for ends in together) == pytest.approx(2 * 56, rel=0.15)
    assert all(abs(one - other) > 5 for one, other in together)


def test_events_share_the_tables_and_begin_in_their_turn() -> None:
    events = (final("ann", "bob", event="a"), final("cid", "dan", event="b"))
    one_table = ends_of(*events, tables=1)
    assert median(max(ends) for ends in one_table) == pytest.approx(2 * 56, rel=0.15)
    later = ends_of(events[0], final("cid", "dan", event="b", begins=300.0))
    assert median(ends[1] for ends in later) == pytest.approx(300 + 54, rel=0.1)


def with_ways(event: WeekendEvent, plan: PlannedEvent, *, entrants: int) -> WeekendEvent:
    """An event whose matches are called by the longest way."""
    return replace(event, ways=longest_ways(plan, entrants=entrants))


def test_the_longest_way_is_called_first() -> None:
    plan = plan_of(replace(stage("single_elimination"), lengths=(7,)))
    duel = with_ways(final("ann", "bob", event="a"), plan, entrants=2)
    four = with_ways(WeekendEvent(setup_of_one("single_elimination", 4)), plan, entrants=4)
    first_come = ends_of(final("ann", "bob", event="a"), WeekendEvent(four.setup), tables=1)
    by_way = ends_of(duel, four, tables=1)
    # One table: the duel is played first, or after both semifinals, with which a final still has to be played.
    one, three = (fmean(ends[0] for ends in of) for of in (first_come, by_way))
    assert one == pytest.approx(56, rel=0.2)
    assert three == pytest.approx(3 * one, rel=0.15)


def test_who_plays_elsewhere_too_goes_first_until_out_there() -> None:
    plan = plan_of(replace(stage("single_elimination"), lengths=(7,)))
    people = HallPeople({"x": ("ann",), "y": ("bob",), "z": ("eva",)}, shared={"ann"})
    turns = Turns(people, limit=None)
    a, b = (
        SimulatedEvent(
            setup_of_one("single_elimination", 2), chance=Random(0), ways=longest_ways(plan, entrants=2)
        )
        for _ in "ab"
    )
    b.number = 1
    for event in (a, b):
        event.begin()
    one, two = Pairing(1, 0, "x", "y"), Pairing(1, 0, "x", "z")
    turns.pair(a, a.stages[0], one)
    alone = turns.key(a, a.stages[0], one, since=0.0, now=5.0)
    turns.pair(b, b.stages[0], two)
    assert alone == MatchTurn(56, 5).key(limit=None)
    assert turns.key(a, a.stages[0], one, since=0.0, now=5.0) == MatchTurn(56, 5, 56).key(limit=None)
    turns.decide(b, b.stages[0], two, "x")
    assert turns.key(a, a.stages[0], one, since=0.0, now=5.0) == alone


def test_a_reserved_table_serves_its_event_alone() -> None:
    one, two = final("ann", "bob", event="a"), final("cid", "dan", event="b")
    apart = ends_of(one, replace(two, reserved=1), tables=1)
    assert all(max(ends) < 2 * 56 for ends in apart if max(ends) < 100)
    assert median(max(ends) for ends in apart) < 85
    again = ends_of(replace(one, reserved=1), two, final("eva", "fin", event="c"), tables=1)
    assert median(max(ends[1:]) for ends in again) == pytest.approx(2 * 56, rel=0.15)
    with pytest.raises(FormatError, match="stands_still"):
        ends_of(replace(one, reserved=1), two, tables=0)


def test_who_is_away_is_called_from_then_on_and_who_leaves_soon_first() -> None:
    event = final("ann", "bob", event="a")
    (ends,) = zip(*ends_of(event, presences={"bob": CallTimes(back=300.0)}, runs=20), strict=True)
    assert 300 < min(ends) < 360
    plan = plan_of(replace(stage("single_elimination"), lengths=(7,)))
    duel = with_ways(event, plan, entrants=2)
    four = with_ways(WeekendEvent(setup_of_one("single_elimination", 4)), plan, entrants=4)
    leaving = ends_of(duel, four, tables=1, presences={"ann": CallTimes(leaves=90.0)})
    assert fmean(one[0] for one in leaving) == pytest.approx(56, rel=0.2)


def test_a_head_start_makes_a_match_shorter() -> None:
    assert [points_to_play(7), points_to_play(7, (0, 4)), points_to_play(7, (6, 6))] == [7, 4.2, 1]
    event = final("ann", "bob", event="a")

    def rule(ratings: tuple[int | None, int | None], *, length: int) -> tuple[int, int]:
        assert ratings == (None, None)
        return length - 1, length - 1

    short = ends_of(replace(event, setup=replace(event.setup, head_start=rule)))
    assert median(one[0] for one in short) == pytest.approx(8, rel=0.2)


def test_what_cannot_be_over_today_is_played_tomorrow() -> None:
    days = Opening([OpenDay(-30, 40), OpenDay(1440, 1700)])
    (end,) = zip(*ends_of(final("ann", "bob", event="a"), opening=days, runs=20), strict=True)
    assert min(end) > 1440


def test_more_tables_never_cost_time_in_the_mean_and_the_same_seed_gives_the_same() -> None:
    event = WeekendEvent(setup_of_one("single_elimination", 16))
    few, many = (fmean(ends[0] for ends in ends_of(event, tables=tables)) for tables in (3, 8))
    assert many < few
    assert ends_of(event, tables=3) == ends_of(event, tables=3)


def _paired_ends(*events: WeekendEvent, tables: int | None, runs: int = 40) -> list[tuple[float, ...]]:
    weekend = Weekend(events, tables)
    return [run.events for run in islice(weekends(weekend, seed="p", is_paired=True), runs)]


def test_paired_halls_differ_by_their_tables_and_events_alone() -> None:
    first, second = (
        replace(
            WeekendEvent(take_up(setup_of_one(code, n), [f"{code}{i}" for i in range(n)], []).setup), key=n
        )
        for code, n in (("single_elimination", 16), ("swiss", 8))
    )
    both = _paired_ends(first, second, tables=None)
    assert [(ends[0],) for ends in both] == _paired_ends(first, tables=None)
    assert [(ends[1],) for ends in both] == _paired_ends(second, tables=None)
    assert both == _paired_ends(first, second, tables=12), "as many as can be played at once"
    assert both == _paired_ends(first, second, tables=None)
    few, many = (_paired_ends(first, second, tables=tables) for tables in (5, 6))
    moves = [one[0] - other[0] for one, other in zip(few, many, strict=True)]
    assert stdev(moves) < stdev(ends[0] for ends in few) / 2, "the chances are shared"


def test_what_has_no_end_and_what_takes_too_long_is_refused() -> None:
    with pytest.raises(FormatError) as error:
        play_weekend(Weekend((WeekendEvent(setup_of_one("ladder", 4)),)), chance=Random(1))
    assert (error.value.code, error.value.problems[0].data) == ("stands_still", {"event": 0})
    with pytest.raises(FormatError) as error:
        next(weekends(Weekend((final("a", "b", event="a"),)), seed="t", may_go_on=lambda: False))
    assert error.value.code == "no_time_left"


def test_an_end_is_half_sure_almost_sure_and_in_time() -> None:
    end = hall_end([float(number) for number in range(1, 20)], closes=10.0)
    assert (end.half, end.almost) == (10.0, 18.0)
    assert end.in_time == pytest.approx(10 / 19)
    assert hall_end([5.0], closes=None) == hall_end([5.0], closes=5.0)


# What is learnt


def played(pace: float, *, count: int, length: int = 7, minute: float = -60.0) -> list[TimedMatch]:
    """Matches that took so many minutes for a point where eight were expected."""
    return [TimedMatch(minute + 20 * number, pace * length, 8.0 * length, length) for number in range(count)]


def test_the_pace_is_what_was_expected_until_matches_say_otherwise() -> None:
    nothing = learnt_pace([])
    assert nothing.factor == pytest.approx(1.0, abs=0.03)
    few, many = (learnt_pace(played(5.5, count=count)).factor for count in (3, 60))
    assert 1 > few > many
    assert log(many) == pytest.approx(log(5.5 / 8), abs=0.1)


def test_a_match_that_lasts_long_teaches_before_it_ends() -> None:
    short, long = (
        learnt_pace([TimedMatch(0, minutes, 56, 7, is_under_way=True)] * 6).factor for minutes in (5.0, 100.0)
    )
    assert short == pytest.approx(1.0, abs=0.03)
    assert long > 1.15


def test_the_latest_matches_weigh_most_where_the_pace_drifts() -> None:
    def drifting(paces: tuple[float, ...]) -> float:
        return learnt_pace(
            [TimedMatch(40.0 * number, 8.0 * pace * 7, 56, 7) for number, pace in enumerate(paces)] * 6
        ).factor

    slower, faster = drifting((0.8, 0.9, 1.0, 1.1, 1.25)), drifting((1.25, 1.1, 1.0, 0.9, 0.8))
    assert slower > faster


def test_forgotten_stamps_teach_nothing() -> None:
    wrong = [
        TimedMatch(0, 1.0, 56, 7),
        TimedMatch(0, 24 * 60, 56, 7),
        TimedMatch(0, 999, 56, 7, is_under_way=True),
    ]
    belief = learnt_pace(wrong)
    assert (belief.matches, belief.left_out) == (0, 3)
    assert belief.factor == pytest.approx(learnt_pace([]).factor)


def test_past_tournaments_move_what_is_expected_the_more_the_more_they_are() -> None:
    one, many = (learnt_pace([], past=[PastPace(1.3, 100)] * count).factor for count in (1, 6))
    assert 1.1 < one < many < 1.35


def test_paces_are_drawn_as_uncertain_as_they_are() -> None:
    chance = Random(1)
    little, much = learnt_pace([]), learnt_pace(played(8.0, count=80))
    wide, narrow = ([belief.draw(chance).factor for _ in range(300)] for belief in (little, much))
    assert max(narrow) - min(narrow) < 0.7 * (max(wide) - min(wide))
    assert fmean(narrow) == pytest.approx(much.factor, rel=0.03)


def follow(*gaps: float, table: str = "") -> list[StampedMatch]:
    """Matches of half an hour of one player after each other, with these gaps between them."""
    matches, minute = [StampedMatch(("ann", "x"), 0.0, 30.0, table=table)], 30.0
    for number, gap in enumerate(gaps):
        matches.append(StampedMatch(("ann", f"y{number}"), minute + gap, minute + gap + 30, table=table))
        minute += gap + 30
    return matches


def test_gaps_are_counted_from_when_the_players_were_free() -> None:
    belief = learnt_gaps(follow(6.0, 10.0), tables=None, opening=ALWAYS_OPEN)
    assert belief.seen == (6.0, 10.0)
    assert belief.mean == pytest.approx((6 + 10 + 2 * 4) / 4)
    # A pause of two hours is no gap, nor is one over a night.
    assert learnt_gaps(follow(120.0), tables=None, opening=ALWAYS_OPEN).seen == ()
    night = Opening([OpenDay(0, 35), OpenDay(45, 500)])
    assert learnt_gaps(follow(20.0), tables=None, opening=night).seen == ()


def test_who_waited_for_a_table_or_a_round_had_no_gap() -> None:
    waiting = [
        StampedMatch(("ann", "bob"), 0, 30),
        StampedMatch(("cid", "dan"), 0, 50),
        StampedMatch(("ann", "eve"), 55, 80),
        StampedMatch(("fay", "gil"), 56, None),
    ]
    assert learnt_gaps(waiting, tables=None, opening=ALWAYS_OPEN).seen == (25.0,)
    two = [StampedMatch(("hal", "ida"), 30, 54), *waiting[:1], *waiting[1:]]
    assert learnt_gaps(two, tables=2, opening=ALWAYS_OPEN).seen == (5.0,)
    # More under way than there are tables: the last of them to be free counts.
    assert learnt_gaps(waiting, tables=1, opening=ALWAYS_OPEN).seen == (5.0,)
    in_a_round = [waiting[0], StampedMatch(("ann", "eve"), 55, 80, ready=50)]
    assert learnt_gaps(in_a_round, tables=None, opening=ALWAYS_OPEN).seen == (5.0,)
    at_a_table = [
        *follow(0.0),
        StampedMatch(("hal", "ann"), 95, 99, table="4"),
        StampedMatch(("p", "q"), 61, 93, table="4"),
    ]
    assert learnt_gaps(at_a_table, tables=None, opening=ALWAYS_OPEN).seen == (0.0, 2.0)


def test_gaps_of_the_past_are_expected_until_others_are_seen() -> None:
    past = learnt_gaps([], tables=None, opening=ALWAYS_OPEN, past=[(12.0, 100), (6.0, 50)])
    assert past.mean == pytest.approx(10.0)
    drawn = [gap for _ in range(300) for gap in past.draw(Random(_))]
    assert fmean(drawn) == pytest.approx(10.0, rel=0.1)


def test_a_called_match_has_the_rest_of_its_gap_and_all_of_its_points_before_it() -> None:
    belief = HallBelief(gaps=GapBelief(seen=(10.0,) * 20, worth=0))
    chance = Random(3)
    fresh, waited, overdue = (
        fmean(LearntTiming(belief, chance).called(8.0, minutes) for _ in range(400))
        for minutes in (0.0, 9.0, 30.0)
    )
    assert fresh - waited == pytest.approx(9.0, abs=1.0)
    assert waited - overdue == pytest.approx(1.0, abs=1.0)
    assert LearntTiming(belief, chance).expected(56.0) > 10


# Taking up what was played


@given(st.integers(1, 5), st.randoms(use_true_random=False), st.data())
@settings(max_examples=examples(25), deadline=None)
def test_a_bracket_is_found_again_from_who_met_whom(rounds: int, chance: Any, data: st.DataObject) -> None:
    size = 2**rounds
    lines: list[str | None] = [f"p{number}" for number in range(size)]
    for slot in range(size // 2):
        if chance.random() < 0.2:
            lines[2 * slot + 1] = None
    entrants = [name for name in lines if name is not None]
    meetings = []
    left = list(lines)
    while len(left) > 1:
        after = []
        for one, two in zip(left[::2], left[1::2], strict=True):
            winner = one if two is None or chance.random() < 0.5 else two
            if two is not None:
                meetings.append((one, two, len(lines) // len(left)))
            after.append(winner)
        left = after
    known = meetings[: data.draw(st.integers(0, len(meetings)))]
    chance.shuffle(entrants)
    again = bracket_lines(
        entrants, [(str(one), str(two), part.bit_length()) for one, two, part in known], size=size
    )
    assert again is not None
    assert sorted(again) == sorted(entrants)
    assert len(set(again.values())) == len(entrants)
    assert all(0 <= line < size for line in again.values())
    # Two lines meet in the round that is the number of their last different bit.
    for one, two, part in known:
        assert (again[str(one)] ^ again[str(two)]).bit_length() == part.bit_length()


def test_meetings_that_no_bracket_has_are_not_forced_into_one() -> None:
    # Somebody meets five others in a row, for which eight lines are too few.
    pairs = [("p0", f"p{number}", 1) for number in range(1, 6)]
    assert bracket_lines([f"p{number}" for number in range(8)], pairs, size=8) is None
    assert bracket_lines(["a", "b"], [("a", "b", 1), ("b", "a", 1)], size=2) == {"a": 0, "b": 1}


def test_a_recorded_match_stands_where_its_players_meet() -> None:
    uids = ["a", "b", "c", "d"]
    rows = [
        RecordedMatch(0, one="a", two="d", winner="d", is_over=True),
        RecordedMatch(0, one="b", two="c", played=12.0),
    ]
    result = take_up(setup_of_one("single_elimination", 4), uids, rows)
    (stage,) = result.setup.stages
    assert stage.state is not None
    assert [(one.winner, one.losers) for one in stage.state.results] == [("d", ("a",))]
    assert list(stage.playing.values()) == [12.0]
    assert [pairing and set(pairing.entrants) for pairing in result.pairings] == [{"a", "d"}, {"b", "c"}]


def test_matches_without_names_take_the_places_of_their_round() -> None:
    rows = [
        RecordedMatch(0, round=1, slot=1, is_over=True),
        RecordedMatch(0, round=2, called=3.0),
        RecordedMatch(0, round=1, slot=0, is_over=True),
        RecordedMatch(0, round=1, is_over=True),
    ]
    result = take_up(setup_of_one("single_elimination", 4), ["a", "b", "c", "d"], rows)
    # The final waits for both semifinals, and there is no third one.
    assert [pairing and pairing.place for pairing in result.pairings] == [(1, 1), (2, 0), (1, 0), None]
    assert result.setup.stages[0].called == {(2, 0): 3.0}
    assert result.lengths == (7, 7, 7, 7)


def test_a_stage_paired_otherwise_is_taken_up_by_how_far_it_is() -> None:
    rules = FORMATS["swiss"]
    setup = Setup((StageSetup(rules, rules.options.from_dict({"rounds": 3})),), 6)
    chance = Random(5)
    names = [f"p{number}" for number in range(6)]
    rows = []
    for number in (1, 2):
        chance.shuffle(names)
        rows += [
            RecordedMatch(0, round=number, one=one, two=two, winner=two, is_over=True)
            for one, two in zip(names[::2], names[1::2], strict=True)
        ]
    result = take_up(setup, sorted(names), rows)
    assert None not in result.pairings
    state = result.setup.stages[0].state
    assert state is not None
    assert len(state.results) == 6
    assert {pairing.round for pairing in state.pairings} == {1, 2, 3}


# The command


def test_nine_in_ten_halls_are_over_by_the_time_that_is_said() -> None:
    """A small form of `./videau bench forecast`, with limits that chance crosses once in ten thousand times."""
    halls = 120 if is_long() else 18
    by_half = by_almost = count = 0
    for number in range(halls):
        kind = Kind(players=16, tables=7, gap=(0.0, 6.0, 10.0)[number % 3], jackpot=4)
        hall = TrueHall(kind, f"small {number}")
        for part in (0.25, 0.5, 0.75):
            data = hall.as_data(part * hall.end, runs=30)
            answer: dict[str, Any] = forecast_of(read_weekend(data))
            # Who meets whom in a consolation differs, so that a match may wait for its place, hardly ever several.
            assert len(answer["left_out"]) <= 2
            left = (1 - part) * hall.end
            by_half += left <= minutes_to(data, answer["half_at"])
            by_almost += left <= minutes_to(data, answer["almost_surely_at"])
            count += 1
    # Three answers of one hall are hardly more than one.
    margin = 3.9 / halls**0.5
    assert abs(by_almost / count - 0.9) < 0.3 * margin
    assert abs(by_half / count - 0.5) < 0.5 * margin
