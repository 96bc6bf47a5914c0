"""Steps of the list of what is next, put away by an officer and brought back; they concern nobody else."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments.actions.permissions import is_director, require_desk, require_player
from tournaments.errors.hall import StepGone
from tournaments.models import StepMark, Tournament
from tournaments.queries.next_steps.steps import DeskStep, desk_steps


@transaction.atomic
def put_away(tournament: Tournament, *, by: Player | None, step: str) -> DeskStep:
    """Put a step away for this officer until there is more of it; raise StepGone if the list has none with this key."""
    officer = _officer(tournament, by)
    row = _step(tournament, officer, step)
    StepMark.objects.update_or_create(
        tournament=tournament,
        player=officer,
        step=step,
        defaults={"number": row.number, "at": timezone.now()},
    )
    return _step(tournament, officer, step)


@transaction.atomic
def bring_back(tournament: Tournament, *, by: Player | None, step: str) -> DeskStep:
    """Bring a step back that this officer has put away; raise StepGone if the list has none with this key."""
    officer = _officer(tournament, by)
    StepMark.objects.filter(tournament=tournament, player=officer, step=step).delete()
    return _step(tournament, officer, step)


def _officer(tournament: Tournament, by: Player | None) -> Player:
    require_desk(tournament, by)
    return require_player(by)


def _step(tournament: Tournament, officer: Player, key: str) -> DeskStep:
    may_direct = is_director(tournament, officer)
    steps = desk_steps(tournament, player=officer, may_direct=may_direct, now=timezone.now()).steps
    for step in steps:
        if step.key == key:
            return step
    raise StepGone
