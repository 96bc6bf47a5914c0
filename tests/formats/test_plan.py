"""Plans: read strictly, every fault named with its place and its cure, and what has none can be played to its end."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments import formats
from tournaments.formats import (
    FORMATS,
    TEMPLATES,
    Feed,
    Feeder,
    FormatError,
    Intake,
    Plan,
    PlannedStage,
    Problem,
    Setup,
    Shape,
    StageSetup,
    Take,
    minutes_of,
    preview,
    problems,
    suited,
    warnings,
)
from tournaments.formats._abilities import ByChallenge
from tournaments.formats._hall import Hall
from tournaments.formats._plan import LONGEST, MOST_STAGES

ROOM = Path(formats.__file__).parent
MAIN = PlannedStage(name="main", format="single_elimination")
BELOW = PlannedStage(name="consolation", format="consolation", feeds=(Feed(0, Take.LOSERS, nearest=1),))
LAST = PlannedStage(name="last_chance", format="consolation", feeds=(Feed(1, Take.LOSERS, nearest=2),))


def stage(format: str = "single_elimination", *feeds: Feed, **options: Any) -> PlannedStage:  # noqa: A002
    """A stage in a format, fed so, with these options."""
    return PlannedStage(format=format, feeds=feeds, options=options)


def plan_of(*stages: PlannedStage) -> Plan:
    return Plan(stages)


def codes(plan: Plan, **numbers: Any) -> list[str]:
    return [problem.code for problem in problems(plan, **numbers)]


def faults(plan: Plan, **numbers: Any) -> list[tuple[str, object, object]]:
    """The problems by code, path and what works there."""
    return [
        (problem.code, problem.data["path"], problem.data.get("works"))
        for problem in problems(plan, **numbers)
    ]


def cured(plan: Plan, problem: Problem, numbers: dict[str, Any]) -> tuple[Plan, dict[str, Any]]:
    """The plan, or the numbers beside it, with what the problem says that works."""
    path, works = str(problem.data["path"]).split("."), problem.data["works"]
    if path[0] in numbers:
        return plan, {**numbers, path[0]: works}
    data: Any = plan.to_dict()
    inner = data
    for step in path[:-1]:
        inner = inner[int(step) if step.isdigit() else step]
    last = path[-1]
    inner[int(last) if last.isdigit() else last] = [works] if last == "lengths" else works
    return Plan.from_dict(data), numbers


class TestValue:
    """A plan is plain JSON and reads back as it was."""

    @pytest.mark.parametrize("code", sorted(TEMPLATES))
    def test_a_plan_survives_being_written_down(self, code: str) -> None:
        plan = TEMPLATES[code].plan
        assert Plan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan

    def test_what_is_absent_is_the_usual(self) -> None:
        assert Plan.from_dict({"stages": [{"format": "swiss"}]}) == plan_of(stage("swiss"))

    @pytest.mark.parametrize(
        ("data", "code", "path"),
        [
            ("weekend", "invalid_field", ""),
            ({1: 2}, "invalid_field", ""),
            ({}, "invalid_field", "stages"),
            ({"stages": "main"}, "invalid_field", "stages"),
            ({"stages": [{"format": "swiss"}] * (MOST_STAGES + 1)}, "invalid_field", "stages"),
            ({"stages": [], "hall": 1}, "unknown_field", "hall"),
            ({"stages": [], "version": 2}, "unsupported_plan_version", "version"),
            ({"stages": [], "version": True}, "unsupported_plan_version", "version"),
            ({"stages": ["main"]}, "invalid_field", "stages.0"),
            ({"stages": [{}]}, "missing_field", "stages.0.format"),
            ({"stages": [{"format": 1}]}, "invalid_field", "stages.0.format"),
            ({"stages": [{"format": "swiss", "name": "x" * 81}]}, "invalid_field", "stages.0.name"),
            ({"stages": [{"format": "swiss", "name": "a\0"}]}, "invalid_field", "stages.0.name"),
            ({"stages": [{"format": "swiss", "rounds": 1}]}, "unknown_field", "stages.0.rounds"),
            ({"stages": [{"format": "swiss", "options": 1}]}, "invalid_field", "stages.0.options"),
            ({"stages": [{"format": "swiss", "options": {"a": []}}]}, "invalid_field", "stages.0.options.a"),
            ({"stages": [{"format": "swiss", "lengths": 7}]}, "invalid_field", "stages.0.lengths"),
            ({"stages": [{"format": "swiss", "lengths": [7, "5"]}]}, "invalid_field", "stages.0.lengths.1"),
            ({"stages": [{"format": "swiss", "feeds": {}}]}, "invalid_field", "stages.0.feeds"),
            ({"stages": [{"format": "swiss", "feeds": [1]}]}, "invalid_field", "stages.0.feeds.0"),
            (
                {"stages": [{"format": "swiss", "feeds": [{"stage": 0, "take": "top"}]}]},
                "invalid_feed",
                "stages.0.feeds.0.count",
            ),
        ],
    )
    def test_what_is_not_of_its_type_is_refused_with_its_path(self, data: Any, code: str, path: str) -> None:
        with pytest.raises(FormatError) as refusal:
            Plan.from_dict(data)
        assert (code, path) in [(fault.code, fault.data["path"]) for fault in refusal.value.problems]

    def test_all_faults_are_named_at_once(self) -> None:
        with pytest.raises(FormatError) as refusal:
            Plan.from_dict({"stages": [{"format": 1, "lengths": [None]}, {"name": 2}]})
        assert [fault.data["path"] for fault in refusal.value.problems] == [
            "stages.0.format",
            "stages.0.lengths.0",
            "stages.1.format",
            "stages.1.name",
        ]


# What is wrong, whatever it is: the plan, the numbers beside it, the code, the path, and what works there.
FAULTS: list[tuple[Plan, dict[str, Any], str, str, object]] = [
    (plan_of(), {}, "no_stages", "stages", None),
    (plan_of(stage("swis")), {}, "unknown_format", "stages.0.format", "swiss"),
    (plan_of(stage("zzzz")), {}, "unknown_format", "stages.0.format", "single_elimination"),
    (plan_of(stage("swiss", chairs=4)), {}, "unknown_option", "stages.0.options.chairs", None),
    (plan_of(stage("swiss", rounds=99)), {}, "invalid_option", "stages.0.options.rounds", 30),
    (plan_of(stage("swiss", rounds=-1)), {}, "invalid_option", "stages.0.options.rounds", 0),
    (plan_of(stage("swiss", rounds="5")), {}, "invalid_option", "stages.0.options.rounds", 0),
    (plan_of(stage("swiss", system="odd")), {}, "invalid_option", "stages.0.options.system", "fold"),
    (plan_of(stage("swiss", version=9)), {}, "unsupported_options_version", "stages.0.options.version", 1),
    (
        plan_of(stage("lives", max_places=2, mode="queue")),
        {},
        "places_need_rounds",
        "stages.0.options.mode",
        "rounds",
    ),
    (
        plan_of(stage("lives", max_places=2, bracket_slots=8)),
        {},
        "places_or_bracket",
        "stages.0.options.bracket_slots",
        0,
    ),
    (
        plan_of(stage("round_robin", first_tiebreak="share", second_tiebreak="wins")),
        {},
        "tiebreak_after_share",
        "stages.0.options.second_tiebreak",
        "share",
    ),
    (
        plan_of(stage("round_robin", first_tiebreak="wins", second_tiebreak="wins")),
        {},
        "duplicate_tiebreak",
        "stages.0.options.second_tiebreak",
        "buchholz",
    ),
    (
        plan_of(stage(play_down=4, has_third_place=True)),
        {},
        "third_place_without_final",
        "stages.0.options.play_down",
        1,
    ),
    (plan_of(replace(MAIN, lengths=())), {}, "no_lengths", "stages.0.lengths", 7),
    (plan_of(replace(MAIN, lengths=(7, 8))), {}, "even_length", "stages.0.lengths.1", 7),
    (plan_of(replace(MAIN, lengths=(0,))), {}, "length_too_short", "stages.0.lengths.0", 1),
    (plan_of(replace(MAIN, lengths=(101,))), {}, "length_too_long", "stages.0.lengths.0", LONGEST),
    (plan_of(stage("consolation")), {}, "not_fed", "stages.0.format", "single_elimination"),
    (plan_of(MAIN, stage("consolation")), {}, "not_fed", "stages.1.feeds", None),
    (
        plan_of(MAIN, stage("consolation", Feed(0, Take.TOP, count=4))),
        {},
        "fed_by_standings",
        "stages.1.feeds.0.take",
        "losers",
    ),
    (
        plan_of(MAIN, replace(BELOW, feeds=BELOW.feeds * 2)),
        {},
        "duplicate_feed",
        "stages.1.feeds.1",
        None,
    ),
    (plan_of(MAIN, stage("swiss", Feed(0, Take.TOP))), {}, "invalid_feed", "stages.1.feeds.0.count", 1),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.LOSERS, first_round=2, last_round=1))),
        {},
        "invalid_feed",
        "stages.1.feeds.0.last_round",
        2,
    ),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.LOSERS, nearest=2, farthest=1))),
        {},
        "invalid_feed",
        "stages.1.feeds.0.farthest",
        2,
    ),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.LOSERS, first_round=0))),
        {},
        "invalid_feed",
        "stages.1.feeds.0.first_round",
        1,
    ),
    (plan_of(MAIN, stage("swiss", Feed(7, Take.LOSERS))), {}, "unknown_stage", "stages.1.feeds.0.stage", 0),
    (plan_of(stage("swiss", Feed(7, Take.LOSERS))), {}, "unknown_stage", "stages.0.feeds.0.stage", None),
    (plan_of(MAIN, stage("swiss", Feed(1, Take.LOSERS))), {}, "feeding_circle", "stages.1.feeds.0.stage", 0),
    (plan_of(stage("swiss", Feed(0, Take.LOSERS))), {}, "feeding_circle", "stages.0.feeds.0.stage", None),
    (
        plan_of(stage("swiss"), stage("swiss", Feed(0, Take.LOSERS))),
        {},
        "losers_play_on",
        "stages.1.feeds.0.take",
        None,
    ),
    # Whoever loses a semifinal plays for the third place, and the loser of a double elimination is not out.
    (
        plan_of(stage(has_third_place=True), BELOW),
        {"entrants": 16},
        "losers_play_on",
        "stages.1.feeds.0.nearest",
        2,
    ),
    (
        plan_of(stage("double_elimination"), BELOW),
        {"entrants": 16},
        "losers_play_on",
        "stages.1.feeds.0.nearest",
        5,
    ),
    (plan_of(MAIN), {"tables": 0}, "no_tables", "tables", 1),
    (plan_of(MAIN), {"entrants": 1}, "too_few_entrants", "entrants", 2),
    (plan_of(stage("round_robin")), {"entrants": 600}, "too_many_entrants", "entrants", 512),
    # No option of a stepladder makes it longer, so the fault stands at the stage.
    (
        plan_of(stage("swiss"), stage("stepladder", Feed(0, Take.TOP, count=300))),
        {"entrants": 400},
        "too_many_entrants",
        "stages.1",
        None,
    ),
    (
        plan_of(stage(play_down=8)),
        {"entrants": 8},
        "too_many_left",
        "stages.0.options.play_down",
        7,
    ),
    (
        plan_of(stage("round_robin", groups=4)),
        {"entrants": 7},
        "group_of_one",
        "stages.0.options.groups",
        3,
    ),
    (plan_of(stage("swiss", rounds=9)), {"entrants": 8}, "too_many_rounds", "stages.0.options.rounds", 7),
    (
        plan_of(stage("lives", last_two="share")),
        {"entrants": 2},
        "nothing_to_play",
        "stages.0.options.last_two",
        "play_on",
    ),
    (
        plan_of(stage("lives", max_places=8)),
        {"entrants": 8},
        "too_many_places",
        "stages.0.options.max_places",
        7,
    ),
    (
        plan_of(stage("league", divisions=4)),
        {"entrants": 7},
        "division_of_one",
        "stages.0.options.divisions",
        3,
    ),
    (
        plan_of(stage("league", divisions=2, movers=3)),
        {"entrants": 8},
        "too_many_movers",
        "stages.0.options.movers",
        2,
    ),
    (
        plan_of(stage(play_down=3), stage("consolation", Feed(0, Take.LOSERS))),
        {"entrants": 12},
        "feeder_not_a_bracket",
        "stages.1.feeds.0.stage",
        None,
    ),
    (
        plan_of(MAIN, stage("consolation", Feed(0, Take.LOSERS, first_round=5))),
        {"entrants": 8},
        "no_such_rounds",
        "stages.1.feeds.0.first_round",
        2,
    ),
    (
        plan_of(MAIN, stage("consolation", Feed(0, Take.LOSERS, nearest=3))),
        {"entrants": 8},
        "no_such_rounds",
        "stages.1.feeds.0.nearest",
        0,
    ),
    (plan_of(MAIN, BELOW, LAST), {"entrants": 5}, "nobody_comes", "stages.2.feeds", None),
    (plan_of(MAIN, BELOW), {"entrants": 3}, "too_few_come", "entrants", 4),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.FIRST_LOSS, last_round=1))),
        {"entrants": 3},
        "too_few_come",
        "entrants",
        4,
    ),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.TOP, count=1))),
        {"entrants": 8},
        "too_few_come",
        "stages.1.feeds.0.count",
        2,
    ),
    (
        plan_of(stage("swiss"), stage("swiss", Feed(0, Take.TOP, count=1))),
        {"entrants": 8},
        "too_few_come",
        "stages.1.feeds.0.count",
        2,
    ),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.TOP, count=9))),
        {"entrants": 8},
        "count_too_large",
        "stages.1.feeds.0.count",
        8,
    ),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.REST, count=8))),
        {"entrants": 8},
        "count_too_large",
        "stages.1.feeds.0.count",
        4,
    ),
    (
        plan_of(stage("round_robin", groups=3), stage("swiss", Feed(0, Take.GROUP_TOP, count=4))),
        {"entrants": 11},
        "count_too_large",
        "stages.1.feeds.0.count",
        3,
    ),
    (
        plan_of(stage("round_robin", groups=2), stage("swiss", Feed(0, Take.TOP, count=2))),
        {"entrants": 8},
        "best_of_groups",
        "stages.1.feeds.0.take",
        "group_top",
    ),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.TOP, count=3))),
        {"entrants": 8},
        "tied_at_the_cut",
        "stages.1.feeds.0.count",
        4,
    ),
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.TOP, count=5))),
        {"entrants": 16},
        "tied_at_the_cut",
        "stages.1.feeds.0.count",
        4,
    ),
    # Without a number of entrants a plan is measured by the usual ones.
    (
        plan_of(MAIN, stage("swiss", Feed(0, Take.TOP, count=5))),
        {},
        "tied_at_the_cut",
        "stages.1.feeds.0.count",
        4,
    ),
]


class TestFaults:
    """Every fault has its code, the path of its field, and the nearest value that works."""

    @pytest.mark.parametrize(
        ("plan", "numbers", "code", "path", "works"),
        FAULTS,
        ids=[f"{code}-{number}" for number, (_, _, code, _, _) in enumerate(FAULTS)],
    )
    def test_it_is_found_and_its_cure_works(
        self, plan: Plan, numbers: dict[str, Any], code: str, path: str, works: object
    ) -> None:
        found = problems(plan, **numbers)
        assert [(fault.code, fault.data["path"], fault.data.get("works")) for fault in found] == [
            (code, path, works)
        ]
        if works is not None and code != "invalid_feed":
            better, changed = cured(plan, found[0], numbers)
            assert codes(better, **changed) == []

    def test_a_feed_that_means_nothing_is_cured_by_its_number(self) -> None:
        for plan, _, code, path, works in FAULTS:
            if code == "invalid_feed":
                *_, name = path.split(".")
                change: dict[str, Any] = {name: works}
                feed = replace(plan.stages[1].feeds[0], **change)
                assert codes(plan_of(plan.stages[0], replace(plan.stages[1], feeds=(feed,)))) in (
                    [],
                    ["too_few_come"],
                )

    def test_a_negative_stage_is_none(self) -> None:
        assert "invalid_feed" in codes(plan_of(MAIN, stage("swiss", Feed(-1, Take.LOSERS))))

    def test_all_faults_are_named_at_once(self) -> None:
        wrong = plan_of(replace(MAIN, lengths=(8,)), stage("swiss", rounds=99), stage("lottery"))
        assert codes(wrong, tables=0) == ["even_length", "invalid_option", "unknown_format", "no_tables"]

    def test_a_fault_further_on_does_not_hide_one_before(self) -> None:
        plan = plan_of(stage("round_robin", groups=4), stage("swiss", rounds=9))
        assert codes(plan, entrants=7) == ["group_of_one", "too_many_rounds"]

    def test_every_fault_that_a_format_can_refuse_a_draw_with_is_found_beforehand(self) -> None:
        # What is not about a plan but about the people in it, a place, a result or a moment.
        elsewhere = {
            "duplicate_entrant",
            "duplicate_seed",
            "invalid_size",
            "no_such_line",
            "line_taken",
            "winner_not_paired",
            "feeder_not_complete",
            "round_needs_rematch",
            "no_stages",
            # A plan that cannot even be read.
            "invalid_field",
            "unknown_field",
            "missing_field",
            "unsupported_plan_version",
        }
        found = {code for _, _, code, _, _ in FAULTS}
        warned = {"more_lengths_than_rounds", "rounds_missing", "many_byes"}
        said = set(_codes_said())
        assert {code for code in said if code not in found | warned | elsewhere} == set()


def _codes_said() -> Iterator[str]:
    """The codes of the problems that the room can name, but for those of somebody who enters again or challenges."""
    for path in sorted(ROOM.glob("*.py")):
        if path.name in {"_reentry.py", "ladder.py", "_simulation.py", "_hall.py"}:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem":
                for part in node.args[:1]:
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


class TestWarnings:
    """What can be played and is hardly meant."""

    @pytest.mark.parametrize(
        ("plan", "entrants", "code", "path"),
        [
            (
                plan_of(replace(MAIN, lengths=(9, 7, 5, 3))),
                8,
                "more_lengths_than_rounds",
                "stages.0.lengths",
            ),
            (
                plan_of(MAIN, stage("consolation", Feed(0, Take.LOSERS, last_round=5))),
                8,
                "rounds_missing",
                "stages.1.feeds.0.last_round",
            ),
            (plan_of(MAIN), 9, "many_byes", "stages.0"),
        ],
    )
    def test_it_is_found(self, plan: Plan, entrants: int, code: str, path: str) -> None:
        assert codes(plan, entrants=entrants) == []
        assert [(one.code, one.data["path"]) for one in warnings(plan, entrants=entrants)] == [(code, path)]

    def test_nothing_odd_is_nothing(self) -> None:
        assert warnings(TEMPLATES["weekend"].plan, entrants=48) == ()
        assert warnings(plan_of(MAIN, stage("swiss", Feed(0, Take.TOP, count=4))), entrants=8) == ()


class TestTemplates:
    """Each can be played as it stands by the usual number, and fitted to any it is for."""

    @pytest.mark.parametrize("code", sorted(TEMPLATES))
    def test_it_can_be_played_by_whom_it_is_for(self, code: str) -> None:
        template = TEMPLATES[code]
        assert template.code == code
        assert codes(template.plan) == codes(template.plan, entrants=template.usual) == []
        assert warnings(template.plan, entrants=template.usual) == ()
        for entrants in {*range(template.fewest, min(template.most, 40) + 1), template.most}:
            plan = suited(template, entrants=entrants)
            assert codes(plan, entrants=entrants) == [], entrants

    @pytest.mark.parametrize("code", sorted(code for code in TEMPLATES if TEMPLATES[code].hours))
    def test_it_takes_about_as_long_as_it_says(self, code: str) -> None:
        template = TEMPLATES[code]
        hours = minutes_of(template.plan, entrants=template.usual) / 60
        assert template.hours - 2 <= hours <= template.hours + 1

    def test_the_lengths_follow_the_hours(self) -> None:
        weekend = TEMPLATES["weekend"]
        long, short = (suited(weekend, entrants=48, hours=hours) for hours in (30, 12))
        assert long.stages[0].lengths > weekend.plan.stages[0].lengths > short.stages[0].lengths
        assert minutes_of(short, entrants=48) <= 12 * 60
        assert minutes_of(short, entrants=48, tables=4) > minutes_of(short, entrants=48)

    def test_where_no_length_is_short_enough_a_swiss_has_a_round_less(self) -> None:
        night = TEMPLATES["club_night"]
        plan = suited(night, entrants=16, hours=2)
        assert (plan.stages[0].options["rounds"], plan.stages[0].lengths) == (4, (3,))
        assert suited(night, entrants=16, hours=5).stages[0].options["rounds"] == 5

    def test_what_nobody_would_come_to_is_left_out(self) -> None:
        assert [one.name for one in suited(TEMPLATES["weekend"], entrants=4).stages] == [
            "main",
            "consolation",
        ]

    def test_groups_divisions_and_places_fit_the_field(self) -> None:
        assert suited(TEMPLATES["groups"], entrants=24).stages[0].options["groups"] == 6
        assert suited(TEMPLATES["league"], entrants=40).stages[0].options["divisions"] == 5
        assert suited(TEMPLATES["more_swiss"], entrants=64).stages[0].options["max_places"] == 8
        assert suited(TEMPLATES["club_night"], entrants=4).stages[0].options["rounds"] == 3

    def test_what_goes_by_weeks_has_no_hours(self) -> None:
        league = TEMPLATES["league"]
        assert suited(league, hours=3) == league.plan
        assert minutes_of(league.plan, entrants=16) == 0


class TestPreview:
    """Rounds, matches, byes and hours by arithmetic."""

    def test_a_weekend_of_forty_eight(self) -> None:
        main, below, last = preview(TEMPLATES["weekend"].plan, entrants=48)
        assert (main.entrants, main.rounds, main.matches, main.byes) == (48, 6, 47, 16)
        # Everybody drops but the two finalists, and the last four of the consolation go no further.
        assert (below.entrants, below.matches) == (46, 45)
        assert (last.entrants, last.matches) == (42, 41)
        assert main.begins < below.begins < last.begins
        assert main.ends < below.ends < last.ends

    def test_every_format_is_counted(self) -> None:
        counted = {
            code: preview(plan_of(stage(code)), entrants=16)[0].matches
            for code in ("single_elimination", "double_elimination", "swiss", "round_robin", "lives")
        }
        assert counted == {
            "single_elimination": 15,
            "double_elimination": 31,
            "swiss": 32,
            "round_robin": 120,
            "lives": 31,
        }

    def test_byes_of_an_odd_field(self) -> None:
        assert preview(plan_of(stage("swiss", rounds=3)), entrants=7)[0].byes == 3
        assert preview(plan_of(stage("round_robin")), entrants=5)[0].byes == 5

    def test_lives_are_estimated_as_long_as_the_study_found(self) -> None:
        found = preview(plan_of(stage("lives", lives=2)), entrants=64)[0]
        assert found.is_estimated
        assert 9 <= found.rounds <= 12

    def test_few_tables_take_longer(self) -> None:
        assert minutes_of(plan_of(MAIN), entrants=16, tables=2) == 11 * 7 * (4 + 2 + 1 + 1)

    def test_it_ends_where_a_stage_cannot_be_drawn(self) -> None:
        assert len(preview(plan_of(MAIN, stage("swiss", rounds=30, version=1)), entrants=8)) == 1
        assert len(preview(plan_of(stage("lottery"), MAIN), entrants=8)) == 0
        assert minutes_of(plan_of(stage("lottery")), entrants=8) == 0


class Tied(Exception):
    """A place was shared at the cut of a bracket, where no result can part anybody."""


class _Hall(Hall):
    """A hall whose director parts nobody who shares a place of a bracket."""

    def _untied(self, feeder: Feeder) -> Feeder:
        if self.stages[int(feeder.stage)].setup.format.shape is Shape.BRACKET:
            raise Tied(feeder.stage)
        return super()._untied(feeder)


def played(plan: Plan, entrants: int, *, number: int) -> Hall:
    """The whole event, drawn and played to its end with chance results; FormatError or Tied where it cannot be."""
    stages = tuple(
        StageSetup(
            FORMATS[one.format], FORMATS[one.format].options.from_dict(one.options), one.lengths, one.feeds
        )
        for one in plan.stages
    )
    hall = _Hall(Setup(stages, entrants), chance=Random(number))
    hall.play()
    return hall


def _is_played(plan: Plan, entrants: int, *, number: int) -> bool:
    """Whether the whole event can be drawn and played to its end."""
    try:
        return all(one.is_complete for one in played(plan, entrants, number=number).stages)
    except (FormatError, Tied, IndexError):
        return False


_TAKES = st.sampled_from(list(Take))


@st.composite
def _feeds(draw: st.DrawFn, before: int) -> Feed:
    take = draw(_TAKES)
    first = draw(st.integers(1, 3))
    nearest = draw(st.integers(0, 2))
    return Feed(
        draw(st.integers(0, before - 1)),
        take,
        first_round=first,
        last_round=draw(st.none() | st.integers(first, 4)),
        nearest=nearest,
        farthest=draw(st.none() | st.none() | st.integers(nearest, 3)),
        count=draw(st.integers(1, 9)) if take in {Take.TOP, Take.GROUP_TOP, Take.REST} else 0,
    )


@st.composite
def _options(draw: st.DrawFn, code: str) -> dict[str, Any]:
    """Some of the options, near their least values, where entrants are few."""
    rules = FORMATS[code].options
    kinds = get_type_hints(rules)
    found: dict[str, Any] = {}
    for option in fields(rules):
        kind = kinds[option.name]
        if draw(st.integers(0, 3)):
            continue
        if issubclass(kind, StrEnum):
            found[option.name] = draw(st.sampled_from([one.value for one in kind]))
        elif kind is bool:
            found[option.name] = draw(st.booleans())
        else:
            least = option.metadata["minimum"]
            found[option.name] = draw(st.integers(least, min(least + 8, option.metadata["maximum"])))
    return found


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any plan of up to four stages whose fields are each of its type."""
    # A ladder plays nothing by itself.
    playable = [code for code in sorted(FORMATS) if not isinstance(FORMATS[code], ByChallenge)]
    stages: list[PlannedStage] = []
    for number in range(draw(st.integers(1, 4))):
        code = draw(st.sampled_from(playable))
        needed = number > 0 and FORMATS[code].intake is Intake.DROPS
        least = 1 if needed else 0
        feeds = draw(st.lists(_feeds(number), min_size=least, max_size=2)) if number else []
        stages.append(PlannedStage(format=code, options=draw(_options(code)), feeds=tuple(feeds)))
    return Plan(tuple(stages))


# What can be drawn and played, and is a fault all the same, because it is not what anybody can mean.
_MEANINGLESS = {
    "fed_by_standings",
    "duplicate_feed",
    "losers_play_on",
    "no_such_rounds",
    "nobody_comes",
    "too_few_come",
    "count_too_large",
    "best_of_groups",
}


@given(plan=plans(), entrants=st.integers(1, 40), number=st.integers(0, 99))
@settings(max_examples=examples(2000), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_plan_without_problems_is_played_to_its_end_and_one_with_problems_is_not(
    plan: Plan, entrants: int, number: int
) -> None:
    found = problems(plan, entrants=entrants)
    if not found:
        hall = played(plan, entrants, number=number)
        assert all(one.is_complete for one in hall.stages)
        for one in hall.stages:
            assert one.state is not None
            assert len([entry for entry in one.state.entries if entry.line is not None]) >= 2
        return
    for problem in found:
        if "works" in problem.data:
            better, numbers = cured(plan, problem, {"entrants": entrants})
            still = [(other.code, other.data["path"]) for other in problems(better, **numbers)]
            assert (problem.code, problem.data["path"]) not in still
    if not {problem.code for problem in found} & _MEANINGLESS:
        assert not _is_played(plan, entrants, number=number), found


def test_the_documented_plan_is_that_of_the_template() -> None:
    page = (Path(formats.__file__).parents[2] / "docs" / "formats.md").read_text()
    (shown,) = re.findall(r"```json\n(\{\"version\".*?)```", page, re.DOTALL)
    assert Plan.from_dict(json.loads(shown)) == TEMPLATES["nordic"].plan
    assert set(re.findall(r"^\| `(\w+)` \| [^|]+ \|$", page, re.MULTILINE)) >= set(TEMPLATES)
