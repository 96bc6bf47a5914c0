"""The simulator: known counts, the clock of the hall, and the same figures for the same seed."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.effort import is_long
from tournaments.formats import FORMATS, Entry, Feed, FormatError, Pairing, Result, State, Take
from tournaments.plans import TEMPLATES, suited
from tournaments.simulation import Setup, StageSetup, forecast, setup_of, simulations
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.outcomes import deciding_stage, simulate
from tournaments.simulation.stage import SimulatedStage

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
LOSERS = Feed(0, Take.LOSERS, nearest=1)


def usual(
    code: str, entrants: int, *, lengths: tuple[int, ...] = (7,), options: Any = None, **changes: Any
) -> Setup:
    """An event of one stage, with the default options of its format or others as plain values."""
    form = FORMATS[code]
    stage = StageSetup(form, form.options.from_dict(options or {}), lengths)
    return replace(Setup((stage,), entrants), **changes)


@pytest.mark.parametrize(
    ("code", "fewest", "most"), [("single_elimination", 15, 15), ("round_robin", 120, 120)]
)
def test_as_many_matches_are_played_as_the_format_has(code: str, fewest: int, most: int) -> None:
    run = simulate(usual(code, 16), chance=Random(1))
    assert fewest <= sum(run.matches.values()) / 2 <= most
    assert run.rematches == 0


def test_double_elimination_takes_the_matches_of_the_study() -> None:
    # 2n - 2 matches, and in about half of the tournaments one more.
    result = forecast(usual("double_elimination", 16), runs=60, seed="study")
    assert 30 <= result.matches <= 31
    assert result.fewest_each == 2


def test_the_strongest_wins_more_often_than_chance_and_never_always() -> None:
    equal = forecast(usual("single_elimination", 8, deviation=0.0), runs=400, seed="even")
    apart = forecast(usual("single_elimination", 8, deviation=300.0), runs=400, seed="even")
    assert abs(equal.best_wins - 1 / 8) < 0.06
    assert 0.25 < apart.best_wins < 0.9


def test_a_match_takes_its_minutes_for_each_point() -> None:
    final = usual("single_elimination", 2, lengths=(11,), minutes_per_point=8.0)
    result = forecast(final, runs=600, seed="clock")
    # The median of a gamma distribution lies a little under its mean.
    assert 0.9 * 88 < result.half_done_by < 88
    assert result.half_done_by < result.almost_surely_done_by < 2 * 88


def test_with_one_table_the_matches_follow_each_other() -> None:
    alone = forecast(usual("single_elimination", 8, tables=1, lengths=(5,)), runs=60, seed="hall")
    enough = forecast(usual("single_elimination", 8, lengths=(5,)), runs=60, seed="hall")
    assert 0.85 * 7 * 40 < alone.half_done_by < 1.15 * 7 * 40
    assert enough.half_done_by < 0.7 * alone.half_done_by
    assert alone.waiting_each > enough.waiting_each


def test_longer_finals_are_longer() -> None:
    short = forecast(usual("single_elimination", 4, lengths=(3,)), runs=50, seed="l")
    long = forecast(usual("single_elimination", 4, lengths=(25, 3)), runs=50, seed="l")
    assert long.half_done_by > 3 * short.half_done_by


def test_the_same_seed_gives_the_same_figures() -> None:
    setup = usual("double_elimination", 9)
    assert forecast(setup, runs=5, seed="a") == forecast(setup, runs=5, seed="a")
    assert forecast(setup, runs=5, seed="a") != forecast(setup, runs=5, seed="b")


def test_the_command_prints_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", "round_robin", "8", "--option", "groups=2", "--runs", "3", "--lengths", "5")
    assert "matches                          12.0\n" in capsys.readouterr().out
    call_command("simulate", "single_elimination", "5", "--runs", "2", "--option", "seeding=seeded", "--json")
    assert json.loads(capsys.readouterr().out)["matches"] == 4


def test_the_command_plays_whole_events(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", "weekend", "16", "--runs", "2", "--tables", "8")
    output = capsys.readouterr().out
    assert "stage 1: 16.0 entrants           15.0 matches" in output
    assert "stage 3: 10.0 entrants           9.0 matches" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["weekend", "16", "--lengths", "5"], "its own lengths"),
        (["ladder", "6", "--runs", "1"], "stands_still"),
        (["round_robin", "5", "--option", "groups=4"], "group_of_one"),
        (["round_robin", "5", "--lengths", "4"], "odd numbers"),
        (["round_robin", "5", "--option", "groups"], "NAME=VALUE"),
        (["round_robin", "5", "--tables", "0", "--runs", "0"], "more than nothing"),
    ],
)
def test_the_command_names_what_does_not_fit(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError) as error:
        call_command("simulate", *arguments)
    assert message in str(error.value)


def stage(code: str, *feeds: Feed, lengths: tuple[int, ...] = (7,), **options: Any) -> StageSetup:
    """A stage of a format with these options."""
    return StageSetup(FORMATS[code], FORMATS[code].options.from_dict(options), lengths, feeds)


WEEKEND = (
    stage("single_elimination"),
    stage("consolation", LOSERS, lengths=(5,)),
    stage("consolation", Feed(1, Take.LOSERS, nearest=2), lengths=(3,)),
)


def test_stages_that_feed_each_other_are_played_together() -> None:
    run = simulate(Setup(WEEKEND, 16), chance=Random(2))
    main, consolation, last_chance = run.stages
    assert (main.entrants, main.matches) == (16, 15)
    # Everybody but the two of the final comes into the consolation, and from there all but the last four.
    assert (consolation.entrants, consolation.matches) == (14, 13)
    assert (last_chance.entrants, last_chance.matches) == (10, 9)
    assert sum(run.matches.values()) == 2 * (15 + 13 + 9)
    assert run.minutes == max(stage.minutes for stage in run.stages)
    assert min(run.matches.values()) >= 2


def test_stages_share_the_tables() -> None:
    alone = forecast(Setup(WEEKEND, 8, tables=1), runs=5, seed="hall")
    enough = forecast(Setup(WEEKEND, 8), runs=5, seed="hall")
    # 7, 5 and 1 matches of 56, 40 and 24 minutes, one after the other.
    assert alone.half_done_by == pytest.approx(7 * 56 + 5 * 40 + 24, rel=0.2)
    assert enough.half_done_by < 0.6 * alone.half_done_by


def test_nobody_plays_two_matches_at_once() -> None:
    # Two stages for everybody, as a main event with a jackpot beside it.
    run = simulate(Setup((stage("single_elimination"), stage("single_elimination")), 2), chance=Random(1))
    assert run.minutes == pytest.approx(2 * 56, rel=0.8)
    assert run.stages[0].minutes != run.stages[1].minutes
    assert run.rematches == 1


def test_the_best_of_groups_play_on_and_a_tie_is_parted_by_lot() -> None:
    groups = stage("round_robin", groups=4)
    playoff = stage("single_elimination", Feed(0, Take.GROUP_TOP, count=2))
    result = forecast(Setup((groups, playoff), 16), runs=20, seed="groups")
    assert [one.entrants for one in result.stages] == [16, 8]
    assert result.stages[1].half_done_by > result.stages[0].half_done_by
    assert deciding_stage(Setup((groups, playoff), 16)) == 1
    assert deciding_stage(Setup(WEEKEND, 16)) == 0


def test_what_is_fed_by_a_stage_that_is_drawn_late_waits_for_it() -> None:
    groups = stage("round_robin", groups=2)
    playoff = stage("single_elimination", Feed(0, Take.GROUP_TOP, count=2))
    below = stage("consolation", Feed(1, Take.LOSERS))
    run = simulate(Setup((groups, playoff, below), 8), chance=Random(1))
    assert [of.entrants for of in run.stages] == [8, 4, 3]


def test_who_waits_for_the_hour_of_a_round_begins_with_it() -> None:
    rules = FORMATS["league"]
    entries = (Entry("ann", line=0), Entry("bob", line=1))
    state = State(
        size=2,
        entries=entries,
        seed="s",
        options=rules.options(),
        starts_at=START + timedelta(minutes=30),
        now=START,
    )
    run = simulate(Setup((replace(stage("league"), state=state),), 2, start=START), chance=Random(1))
    assert run.minutes > 30
    assert run.stages[0].matches == 1


def test_first_losses_make_a_consolation_of_its_own() -> None:
    simple = (
        stage("single_elimination"),
        stage("single_elimination", Feed(0, Take.FIRST_LOSS, last_round=2)),
    )
    run = simulate(Setup(simple, 12), chance=Random(3))
    # Eight play in round 1 and lose four, and four with byes may lose their first match in round 2.
    assert 4 <= run.stages[1].entrants <= 8
    fed = (stage("single_elimination"), stage("consolation", Feed(0, Take.FIRST_LOSS, nearest=1)))
    assert simulate(Setup(fed, 12), chance=Random(3)).stages[1].entrants <= 8


def test_where_one_must_ask_everybody_is_taken_to_play_on() -> None:
    setups = (
        stage("single_elimination"),
        stage("consolation", Feed(0, Take.LOSERS, nearest=1, is_opt_in=True)),
    )
    assert simulate(Setup(setups, 8), chance=Random(1)).stages[1].entrants == 6


def test_a_stage_to_which_too_few_come_is_refused() -> None:
    alone = (stage("single_elimination"), stage("single_elimination", Feed(0, Take.TOP, count=1)))
    with pytest.raises(FormatError) as error:
        simulate(Setup(alone, 4), chance=Random(1))
    assert error.value.problems[0].code == "too_few_entrants"


def test_a_plan_is_simulated_as_it_is() -> None:
    setup = setup_of(suited(TEMPLATES["weekend"], entrants=24), entrants=24, tables=12, minutes_per_point=7.5)
    assert [len(of.feeds) for of in setup.stages] == [0, 1, 1]
    assert (setup.entrants, setup.tables, setup.minutes_per_point) == (24, 12, 7.5)
    assert setup.stages[0].lengths == TEMPLATES["weekend"].plan.stages[0].lengths


def test_what_has_no_end_stands_still() -> None:
    with pytest.raises(FormatError) as error:
        simulate(Setup((stage("ladder"),), 6), chance=Random(1))
    assert (error.value.problems[0].code, error.value.problems[0].data) == ("stands_still", {"stage": 0})
    # A stage that is never drawn does not end either.
    with pytest.raises(FormatError) as error:
        simulate(Setup((stage("ladder"), stage("swiss", Feed(0, Take.TOP, count=2))), 6), chance=Random(1))
    assert error.value.problems[0].code == "stands_still"


def test_it_is_given_up_when_there_is_no_time_left() -> None:
    answers = iter([True] * 40)
    with pytest.raises(FormatError) as error:
        list(simulations(alone("swiss", 8), seed="t", may_go_on=lambda: next(answers, False)))
    assert error.value.problems[0].code == "no_time_left"


def alone(code: str, entrants: int) -> Setup:
    """An event of one stage as it is usually played."""
    return Setup((stage(code),), entrants)


def drawn_final(**changes: Any) -> StageSetup:
    """A final that is drawn, with whatever has become of it."""
    state = State(
        size=2,
        entries=(Entry("ann", line=0), Entry("bob", line=1)),
        seed="s",
        options=FORMATS["single_elimination"].options(),
        pairings=(Pairing(1, 0, "ann", "bob", made_at=START),),
        now=START,
        is_held=True,
    )
    return replace(stage("single_elimination"), state=replace(state, **changes), uid="main")


def ends(setup: StageSetup, *, runs: int = 300) -> float:
    """When it is over, in half of the runs."""
    return forecast(Setup((setup,), 2, start=START), runs=runs, seed="now").half_done_by


def test_it_goes_on_from_how_a_stage_stands() -> None:
    assert ends(drawn_final()) == pytest.approx(54, abs=5)
    assert ends(replace(drawn_final(), fixed_lengths={1: 11})) == pytest.approx(85, abs=7)


def test_a_round_under_way_is_played_to_its_end_before_the_next_one() -> None:
    rules = FORMATS["round_robin"]
    entries = tuple(Entry(uid, line=line) for line, uid in enumerate("abcd"))
    state = State(size=4, entries=entries, seed="s", options=rules.options(), now=START)
    first = rules.next_pairings(state)
    assert len(first) == 2
    under_way = replace(stage("round_robin"), state=replace(state, pairings=first))
    run = simulate(Setup((under_way,), 4, start=START), chance=Random(1))
    assert (run.stages[0].matches, run.rematches) == (6, 0)


def test_what_a_match_has_lasted_is_taken_off_and_one_that_lasts_too_long_may_end_at_any_moment() -> None:
    assert 20 < ends(replace(drawn_final(), playing={(1, 0): 30.0})) < 40
    assert 0 < ends(replace(drawn_final(), playing={(1, 0): 600.0}), runs=20) < 15


def test_a_decided_match_is_not_played_again() -> None:
    result = Result(1, 0, "ann", "bob", "bob")
    run = simulate(Setup((drawn_final(results=(result,)),), 2, start=START), chance=Random(1))
    assert (run.minutes, dict(run.matches)) == (0.0, {"ann": 1, "bob": 1})


def test_whoever_has_left_loses_without_playing() -> None:
    entries = (Entry("ann", line=0), Entry("bob", line=1, is_withdrawn=True))
    run = simulate(Setup((drawn_final(entries=entries),), 2, start=START), chance=Random(1))
    assert (run.minutes, sum(run.matches.values()), run.stages[0].matches) == (0.0, 0, 0)
    both = tuple(replace(entry, is_withdrawn=True) for entry in entries)
    run = simulate(Setup((drawn_final(entries=both),), 2, start=START), chance=Random(1))
    assert run.stages[0].matches == 0


def test_who_came_from_another_stage_is_known_there_by_its_name() -> None:
    # A consolation that was drawn with its main stage goes on where it stands.
    hall = SimulatedEvent(Setup(WEEKEND[:2], 8), chance=Random(4))
    hall.play()
    main, below = (stage.state for stage in hall.stages)
    assert main is not None
    assert below is not None
    last = max(result.round for result in below.results)
    before_the_final = tuple(result for result in below.results if result.round < last)
    again = Setup(
        (
            replace(WEEKEND[0], state=main, uid="0"),
            replace(WEEKEND[1], state=replace(below, results=before_the_final), uid="1"),
        ),
        8,
    )
    run = simulate(again, chance=Random(5))
    assert [of.entrants for of in run.stages] == [8, 6]
    assert run.stages[1].matches == 5


def test_a_draw_that_was_not_made_takes_everybody() -> None:
    run = simulate(Setup((drawn_final(), stage("single_elimination")), 2, start=START), chance=Random(1))
    assert [of.matches for of in run.stages] == [1, 1]


def test_who_came_late_or_is_away_in_one_stage_is_there_from_the_beginning_of_the_next() -> None:
    late = Entry("ann", line=0, is_late=True, joins=4, absent=frozenset({1}))
    first = drawn_final(entries=(late, Entry("bob", line=1)))
    run = simulate(Setup((first, stage("swiss", rounds=1)), 2, start=START), chance=Random(1))
    assert [of.matches for of in run.stages] == [1, 1]


def test_who_was_away_for_a_round_plays_as_soon_as_the_next_one_has_begun() -> None:
    options = FORMATS["lives"].options.from_dict({"mode": "continuous"})
    away = [Entry(uid, line=line, absent=frozenset({1})) for line, uid in enumerate("cd", start=2)]
    entries = (Entry("a", line=0), Entry("b", line=1), *away)
    state = State(size=4, entries=entries, seed="s", options=options, now=START)
    under_way = StageSetup(FORMATS["lives"], options, state=state)
    hall = SimulatedEvent(Setup((under_way,), 4, start=START), chance=Random(1))
    hall.play()
    pairs = {pairing.entrants for pairing in hall.stages[0].pairings.values() if pairing.made_at == START}
    assert pairs == {("a", "b"), ("c", "d")}


def test_time_alone_lets_a_batch_be_paired() -> None:
    result = forecast(usual("lives", 6, options={"mode": "batches", "batch_minutes": 90}), runs=3, seed="b")
    assert 10 <= result.matches <= 11


class Inquiring(SimulatedEvent):
    """A hall in which every format is asked again after it has answered."""

    def _follow(self, stage: SimulatedStage) -> list[Pairing]:
        pairings = super()._follow(stage)
        rules, state = stage.setup.format, stage.renewed()
        if stage.is_fed_during_play:
            # Whoever it walks through a stage has not looked at those that feed it as its format does.
            state = self._with_feeders(stage, state)
        assert state.entries == stage.renewed().entries
        assert rules.next_pairings(state) == ()
        assert rules.admissions(state) == ()
        assert rules.stale_pairings(state) == ()
        return pairings


@pytest.mark.parametrize("code", sorted({*FORMATS} - {"consolation", "ladder", "league"}))
@pytest.mark.parametrize("entrants", [5, 12])
def test_nothing_more_follows_from_what_is_only_paired(code: str, entrants: int) -> None:
    hall = Inquiring(alone(code, entrants), chance=Random(entrants))
    hall.play()
    assert all(stage.is_complete for stage in hall.stages)


def test_brackets_do_not_wait_for_a_round_and_rounds_do() -> None:
    by_rounds = {code for code, form in FORMATS.items() if form.pairs_by_rounds(form.options())}
    assert by_rounds >= {"lives", "round_robin", "swiss"}
    assert by_rounds.isdisjoint({"consolation", "double_elimination", "michigan", "single_elimination"})


@pytest.mark.parametrize("entrants", [5, 12, 16])
def test_nothing_more_follows_in_a_consolation(entrants: int) -> None:
    hall = Inquiring(Setup(WEEKEND, entrants), chance=Random(entrants))
    hall.play()
    assert all(stage.is_complete for stage in hall.stages)


class Asking(SimulatedEvent):
    """A hall that asks every format what follows, also one whose whole schedule is known."""

    def _follow(self, stage: SimulatedStage) -> list[Pairing]:
        stage.batches = None
        return super()._follow(stage)


@pytest.mark.parametrize("tables", [None, 3])
@pytest.mark.parametrize(
    ("entrants", "options"),
    [(9, {"groups": 2}), (6, {"legs": 2}), (7, {"pace": "free"}), (2, {})],
    ids=["groups", "legs", "free", "two"],
)
def test_a_schedule_known_beforehand_gives_what_asking_gives(
    entrants: int, options: dict[str, Any], tables: int | None
) -> None:
    playoff = stage("single_elimination", Feed(0, Take.TOP, count=2))
    setup = Setup((stage("round_robin", **options), playoff), entrants, tables=tables)
    event, twin_event = (hall(setup, chance=Random(5)) for hall in (SimulatedEvent, Asking))
    for one in (event, twin_event):
        one.play()
    assert (event.minutes, event.waiting, event.matches) == (
        twin_event.minutes,
        twin_event.waiting,
        twin_event.matches,
    )
    for own, twin in zip(event.stages, twin_event.stages, strict=True):
        assert (own.pairings, own.results) == (twin.pairings, twin.results)
        assert own.is_complete


def test_two_lives_take_the_matches_and_the_time_of_the_study() -> None:
    # 64 entrants, 7 points: 126.5 matches, 14:12 by rounds and 10:20 continuously, 3.7 % and 3.5 % for the best one
    # where a single elimination gives it 3.8 % and takes 7:00 (moreswiss.com).
    runs = 1500 if is_long() else 40
    by_rounds, free = (
        forecast(
            usual("lives", 64, options={"odd_one": "sit_out", "mode": mode}, deviation=60.0),
            runs=runs,
            seed="study",
        )
        for mode in ("rounds", "continuous")
    )
    single = forecast(usual("single_elimination", 64, deviation=60.0), runs=5 * runs, seed="study")
    assert single.half_done_by == pytest.approx(7 * 60, rel=0.03)
    assert by_rounds.half_done_by == pytest.approx(14.2 * 60, rel=0.06)
    assert free.half_done_by == pytest.approx(10.33 * 60, rel=0.06)
    for result in (by_rounds, free):
        assert abs(result.matches - 126.5) < 4 * 0.5 / runs**0.5
        # Nobody knows how strong the players of the study were: as strong as make 3.8 % of the single elimination.
        assert abs(result.best_wins - 0.036) < 0.025 + 4 * 0.19 / runs**0.5
    assert abs(single.best_wins - 0.038) < 0.01 + 4 * 0.19 / (5 * runs) ** 0.5


def test_a_stage_that_is_not_drawn_has_no_state() -> None:
    with pytest.raises(AssertionError):
        SimulatedStage(stage("swiss"), 0).renewed()
