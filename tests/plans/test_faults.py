"""Faults of a plan: each has its code, its path and a cure; odd choices give warnings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.plans.planning import BELOW, LAST, MAIN, codes, cured, plan_of, stage
from tournaments import formats, plans
from tournaments.formats import MOST_MATCHES, Feed, Take
from tournaments.plans import TEMPLATES, PlannedEvent, problems, warnings
from tournaments.plans.plan import LONGEST

ROOMS = [Path(room.__path__[0]) for room in (formats, plans)]

# What is wrong, whatever it is: the plan, the numbers beside it, the code, the path, and what works there.
FAULTS: list[tuple[PlannedEvent, dict[str, Any], str, str, object]] = [
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
    (plan_of(replace(MAIN, best_of=())), {}, "no_best_of", "stages.0.best_of", 1),
    (plan_of(replace(MAIN, best_of=(3, 4))), {}, "invalid_best_of", "stages.0.best_of.1", 3),
    (plan_of(replace(MAIN, best_of=(-1,))), {}, "invalid_best_of", "stages.0.best_of.0", 1),
    (plan_of(replace(MAIN, best_of=(99,))), {}, "invalid_best_of", "stages.0.best_of.0", MOST_MATCHES),
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
        plan_of(MAIN, stage("swiss", Feed(0, Take.BEST_OF_PLACE, count=2, place=3))),
        {"entrants": 8},
        "needs_groups",
        "stages.1.feeds.0.take",
        "top",
    ),
    (
        plan_of(
            stage("round_robin", groups=3),
            stage("swiss", Feed(0, Take.GROUP_TOP, count=2), Feed(0, Take.BEST_OF_PLACE, count=2, place=6)),
        ),
        {"entrants": 11},
        "no_such_place",
        "stages.1.feeds.1.place",
        4,
    ),
    (
        plan_of(
            stage("round_robin", groups=3),
            stage("swiss", Feed(0, Take.GROUP_TOP, count=2), Feed(0, Take.BEST_OF_PLACE, count=3, place=4)),
        ),
        {"entrants": 11},
        "count_too_large",
        "stages.1.feeds.1.count",
        2,
    ),
    (
        plan_of(
            stage("round_robin", groups=3),
            stage("swiss", Feed(0, Take.GROUP_TOP, count=2), Feed(0, Take.BEST_OF_PLACE, count=1, place=2)),
        ),
        {"entrants": 12},
        "goes_on_already",
        "stages.1.feeds.1.place",
        3,
    ),
    (
        plan_of(stage("round_robin", groups=3), stage("swiss", Feed(0, Take.BEST_OF_PLACE, count=2))),
        {"entrants": 11},
        "invalid_feed",
        "stages.1.feeds.0.place",
        3,
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
        self, plan: PlannedEvent, numbers: dict[str, Any], code: str, path: str, works: object
    ) -> None:
        faults = problems(plan, **numbers)
        assert [(fault.code, fault.data["path"], fault.data.get("works")) for fault in faults] == [
            (code, path, works)
        ]
        if works is not None and code != "invalid_feed":
            better, next_numbers = cured(plan, faults[0], numbers)
            assert codes(better, **next_numbers) == []

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
            # What a stage under way does not take any more.
            "fixed_by_draw",
            "rounds_paired",
            "played_beyond_lives",
            "no_stages",
            # A plan that cannot even be read.
            "invalid_field",
            "unknown_field",
            "missing_field",
            "unsupported_plan_version",
        }
        codes_of_faults = {code for _, _, code, _, _ in FAULTS}
        warnings = {"more_lengths_than_rounds", "rounds_missing", "many_byes"}
        codes_of_formats = set(_codes_said())
        assert {
            code for code in codes_of_formats if code not in codes_of_faults | warnings | elsewhere
        } == set()


def _codes_said() -> Iterator[str]:
    """Return the codes of all problems of formats and plans, except those of re-entry and challenges."""
    for path in sorted(path for room in ROOMS for path in room.rglob("*.py")):
        if path.name == "reentry.py" or path.parent.name == "ladder":
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
    def test_it_is_found(self, plan: PlannedEvent, entrants: int, code: str, path: str) -> None:
        assert codes(plan, entrants=entrants) == []
        assert [(one.code, one.data["path"]) for one in warnings(plan, entrants=entrants)] == [(code, path)]

    def test_nothing_odd_is_nothing(self) -> None:
        assert warnings(TEMPLATES["weekend"].plan, entrants=48) == ()
        assert warnings(plan_of(MAIN, stage("swiss", Feed(0, Take.TOP, count=4))), entrants=8) == ()
