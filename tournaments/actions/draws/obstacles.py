"""Rounds that cannot be paired without breaking a rule, and the director's choice of a remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError
from matches.models import Player
from tournaments.actions.closed import lock_unclosed
from tournaments.actions.events.problems import options_of
from tournaments.actions.permissions import require_director
from tournaments.acts.draws import ObstacleSettled, RoundChoice
from tournaments.errors.draws import NotDrawn
from tournaments.formats import Problem
from tournaments.models import Stage
from tournaments.queries.state import stage_state

from .progress import Cause, follow

# The options that each choice sets, by the problem that it solves.
_CHANGES: Mapping[str, Mapping[RoundChoice, Mapping[str, str]]] = {
    "round_needs_rematch": {
        RoundChoice.ALLOW_REMATCHES: {"rematches": "if_needed"},
        RoundChoice.SIT_OUT: {"rematches": "never"},
    }
}


class ChoiceNotOffered(DomainError):
    """The round does not wait for this."""

    message = _("The next round does not wait for this any more. Look at the page of the draw again.")


def choices_of(problems: Iterable[Problem]) -> tuple[RoundChoice, ...]:
    """Return the choices that would let a round with these obstacles be paired."""
    return tuple(choice for problem in problems for choice in _CHANGES.get(problem.code, ()))


@transaction.atomic
def settle(stage: Stage, *, by: Player | None, choice: str) -> Stage:
    """Apply a choice to a round that waits, and pair it; the choice becomes an option of the stage.

    Raise NotDrawn, or ChoiceNotOffered if the obstacles of the round do not offer this choice.
    """
    require_director(stage.event.tournament, by)
    event = lock_unclosed(stage.event)
    state = stage_state(stage)
    if state is None:
        raise NotDrawn
    problems = state.format.obstacles(state.state)
    proposals = {
        code: changes for problem in problems for code, changes in _CHANGES.get(problem.code, {}).items()
    }
    if choice not in proposals:
        raise ChoiceNotOffered
    stage.options = options_of(
        stage.format, {**state.stage.options, **proposals[RoundChoice(choice)]}
    ).to_dict()
    stage.save(update_fields=["options"])
    act = ObstacleSettled(stage.uid, choice=RoundChoice(choice))
    follow(event, cause=Cause(act, by, rows=[stage]))
    return stage
