"""The formats of a club night, each as a plan for the players who have come."""

from dataclasses import replace
from enum import StrEnum

from tournaments.plans.plan import PlannedEvent, PlannedStage
from tournaments.plans.templates import TEMPLATES, suited

_EVERYBODY = PlannedEvent((PlannedStage(name="main", format="round_robin"),))


class NightFormat(StrEnum):
    """The formats that a club night offers."""

    SWISS = "swiss"
    EVERYBODY = "everybody"
    LIVES = "lives"
    KNOCK_OUT = "knock_out"


_TEMPLATES = {
    NightFormat.SWISS: "club_night",
    NightFormat.LIVES: "lives",
    NightFormat.KNOCK_OUT: "one_day",
}


def night_plan(kind: NightFormat, *, entrants: int, length: int) -> PlannedEvent:
    """Return the plan of a club night for this number of players, with one length for all its matches.

    In a Swiss a latecomer can begin in any round.
    """
    template = _TEMPLATES.get(kind)
    plan = _EVERYBODY if template is None else suited(TEMPLATES[template], entrants=entrants)
    return PlannedEvent(tuple(_of_night(stage, length) for stage in plan.stages))


def night_format(stage_format: str) -> NightFormat | None:
    """Return the format of a club night whose main stage has this format; None for another one."""
    for kind in NightFormat:
        if night_plan(kind, entrants=8, length=5).stages[0].format == stage_format:
            return kind
    return None


def _of_night(stage: PlannedStage, length: int) -> PlannedStage:
    options = dict(stage.options)
    if "rounds" in options:
        options["last_entry"] = options["rounds"]
    return replace(stage, options=options, lengths=(length,))
