"""Ready-made plans of events, each with its usual number of entrants and its duration."""

from dataclasses import dataclass, replace

from tournaments.formats.feed import Feed, Take
from tournaments.formats.registry import FORMATS
from tournaments.plans.checks import problems
from tournaments.plans.plan import PlannedEvent, PlannedStage
from tournaments.plans.previews import minutes_of

_LONGEST_SHIFT = 4
_SHORTEST = 3
_IN_A_GROUP = 4
_MOST_GROUPS = 64
_IN_A_DIVISION = 8
_LONGEST_CLOCK = 1440


@dataclass(frozen=True, slots=True)
class Template:
    """A plan to begin with: its code, for `fewest` to `most` entrants, the `usual` number of them and of `hours`, 0 where
    it goes by weeks.

    `capacity` is the number of places of an event that starts when they are taken, None for all others.
    """

    code: str
    plan: PlannedEvent
    fewest: int
    most: int
    usual: int
    hours: int
    capacity: int | None = None


_MAIN = PlannedStage(name="main", format="single_elimination")
_BELOW = Feed(0, Take.LOSERS, nearest=1)
_CONSOLATION = PlannedStage(name="consolation", format="consolation", lengths=(11, 9, 7), feeds=(_BELOW,))
# Its losers except those of its last two rounds (the custom of PileOfCells).
_LAST_CHANCE = PlannedStage(
    name="last_chance", format="consolation", lengths=(7, 5), feeds=(Feed(1, Take.LOSERS, nearest=2),)
)
_RUNNER_UP = Feed(0, Take.LOSERS, farthest=0)

_ALL = (
    Template(
        "club_night",
        PlannedEvent((PlannedStage(name="swiss", format="swiss", options={"rounds": 5}, lengths=(5,)),)),
        fewest=6,
        most=64,
        usual=16,
        hours=5,
    ),
    Template(
        "one_day",
        PlannedEvent(
            (
                replace(_MAIN, lengths=(9, 7)),
                PlannedStage(
                    name="consolation",
                    format="single_elimination",
                    lengths=(7, 5),
                    feeds=(Feed(0, Take.FIRST_LOSS, last_round=2),),
                ),
            )
        ),
        fewest=4,
        most=64,
        usual=24,
        hours=10,
    ),
    Template(
        "weekend",
        PlannedEvent((replace(_MAIN, lengths=(15, 13, 11, 9)), _CONSOLATION, _LAST_CHANCE)),
        fewest=8,
        most=512,
        usual=48,
        hours=16,
    ),
    Template(
        "nordic",
        PlannedEvent(
            (
                replace(_MAIN, lengths=(13, 11, 9)),
                _CONSOLATION,
                PlannedStage(
                    name="second_place",
                    format="single_elimination",
                    lengths=(11,),
                    feeds=(_RUNNER_UP, Feed(1, Take.TOP, count=1)),
                ),
                _LAST_CHANCE,
            )
        ),
        fewest=4,
        most=256,
        usual=32,
        hours=15,
    ),
    Template(
        "lives",
        PlannedEvent((PlannedStage(name="main", format="lives", options={"lives": 2}, lengths=(7,)),)),
        fewest=3,
        most=128,
        usual=24,
        hours=11,
    ),
    Template(
        "more_swiss",
        PlannedEvent(
            (
                PlannedStage(
                    name="main",
                    format="lives",
                    options={"lives": 4, "is_bye_a_win": True, "max_places": 4, "has_three_playoff": True},
                    lengths=(7,),
                ),
            )
        ),
        fewest=8,
        most=128,
        usual=32,
        hours=16,
    ),
    Template(
        "groups",
        PlannedEvent(
            (
                PlannedStage(
                    name="groups",
                    format="round_robin",
                    options={
                        "groups": 4,
                        "first_tiebreak": "head_to_head",
                        "second_tiebreak": "points_difference",
                    },
                    lengths=(5,),
                ),
                PlannedStage(
                    name="playoff",
                    format="single_elimination",
                    options={"seeding": "seeded"},
                    lengths=(9, 7),
                    feeds=(Feed(0, Take.GROUP_TOP, count=2),),
                ),
            )
        ),
        fewest=6,
        most=64,
        usual=16,
        hours=8,
    ),
    Template(
        "double_elimination",
        PlannedEvent((PlannedStage(name="main", format="double_elimination", lengths=(11, 9, 7, 5)),)),
        fewest=4,
        most=128,
        usual=16,
        hours=11,
    ),
    Template(
        "fresh_draw",
        PlannedEvent(
            (
                PlannedStage(
                    name="main",
                    format="lives",
                    options={
                        "lives": 2,
                        "odd_one": "sit_out",
                        "avoids_rematches": False,
                        "separates_clubs": False,
                    },
                    lengths=(7,),
                ),
            )
        ),
        fewest=4,
        most=128,
        usual=24,
        hours=12,
    ),
    Template(
        "jackpot",
        PlannedEvent((replace(_MAIN, name="jackpot", lengths=(7, 5)),)),
        fewest=8,
        most=8,
        usual=8,
        hours=4,
        capacity=8,
    ),
    Template(
        "duel",
        PlannedEvent((replace(_MAIN, name="duel", best_of=(3,)),)),
        fewest=2,
        most=2,
        usual=2,
        hours=3,
    ),
    Template(
        "marathon",
        PlannedEvent(
            (PlannedStage(name="marathon", format="marathon", options={"minutes": 60}, lengths=(1,)),)
        ),
        fewest=4,
        most=256,
        usual=16,
        hours=1,
    ),
    Template(
        "league",
        PlannedEvent((PlannedStage(name="league", format="league", options={"divisions": 2}, lengths=(9,)),)),
        fewest=4,
        most=256,
        usual=16,
        hours=0,
    ),
    Template(
        "ladder",
        PlannedEvent((PlannedStage(name="ladder", format="ladder", lengths=(7,)),)),
        fewest=2,
        most=200,
        usual=20,
        hours=0,
    ),
)

# A template is offered if all its formats exist.
TEMPLATES: dict[str, Template] = {
    template.code: template
    for template in _ALL
    if all(stage.format in FORMATS for stage in template.plan.stages)
}


def suited(
    template: Template,
    *,
    entrants: int | None = None,
    hours: int | None = None,
    tables: int | None = None,
) -> PlannedEvent:
    """Return the plan of a template adapted to the number of entrants, the hours and the tables.

    With few entrants, stages to which nobody would come are left out, groups have about four, and no more places are
    paid than exist. Then the lengths are the longest that end in time, a Swiss has one round less if the shortest do not,
    and a marathon takes the hours.
    """
    count = entrants or template.usual
    plan = template.plan if entrants is None else _for_entrants(template.plan, entrants)
    if hours is None or not template.hours:
        return plan
    plan = _for_minutes(plan, 60 * hours)
    shifts = range(_LONGEST_SHIFT, -max(plan.stages[0].lengths), -2)
    variants = [
        _with_longer_matches(fewer, shift) for fewer in (plan, _a_round_less(plan)) for shift in shifts
    ]
    in_time = (other for other in variants if minutes_of(other, entrants=count, tables=tables) <= 60 * hours)
    return next(in_time, variants[-1])


def _for_entrants(plan: PlannedEvent, entrants: int) -> PlannedEvent:
    stages = [_fit_lengths(stage, entrants) for stage in plan.stages]
    while len(stages) > 1 and any(
        str(problem.data["path"]).startswith(f"stages.{len(stages) - 1}.") or problem.code == "too_few_come"
        for problem in problems(PlannedEvent(tuple(stages)), entrants=entrants)
    ):
        stages.pop()
    return PlannedEvent(tuple(stages))


def _fit_lengths(stage: PlannedStage, entrants: int) -> PlannedStage:
    options = dict(stage.options)
    if "groups" in options:
        options["groups"] = max(1, min(_MOST_GROUPS, -(-entrants // _IN_A_GROUP)))
    if "divisions" in options:
        options["divisions"] = max(1, min(_MOST_GROUPS, entrants // _IN_A_DIVISION))
    if "rounds" in options:
        options["rounds"] = max(1, min(int(options["rounds"]), entrants - 1 + entrants % 2))
    if "max_places" in options:
        options["max_places"] = max(0, min(max(int(options["max_places"]), entrants // 8), entrants - 1))
    return replace(stage, options=options)


def _for_minutes(plan: PlannedEvent, minutes: int) -> PlannedEvent:
    """Return the plan with stages by the clock that last this long, or as long as they can."""
    return PlannedEvent(
        tuple(
            replace(stage, options={**stage.options, "minutes": min(minutes, _LONGEST_CLOCK)})
            if "minutes" in stage.options
            else stage
            for stage in plan.stages
        )
    )


def _with_longer_matches(plan: PlannedEvent, shift: int) -> PlannedEvent:
    """Return the plan with every length changed by this many points, not below the shortest sensible match.

    Matches of a stage by the clock keep their length.
    """
    return PlannedEvent(
        tuple(
            stage
            if "minutes" in stage.options
            else replace(stage, lengths=tuple(max(_SHORTEST, length + shift) for length in stage.lengths))
            for stage in plan.stages
        )
    )


def _a_round_less(plan: PlannedEvent) -> PlannedEvent:
    return PlannedEvent(
        tuple(
            replace(stage, options={**stage.options, "rounds": max(1, int(stage.options["rounds"]) - 1)})
            if "rounds" in stage.options
            else stage
            for stage in plan.stages
        )
    )
