"""The options by which a round was paired, where a director has changed them since."""

from __future__ import annotations

from dataclasses import replace

from tournaments import formats
from tournaments.acts import ABSENT, readable
from tournaments.acts.stages import OptionsChanged
from tournaments.models import LogEntry
from tournaments.queries.state import StageState


def state_of_round(state: StageState, number: int) -> formats.State:
    """Return the state of a stage with the options of then; no query if they are those of the draw."""
    stage, draw = state.stage, state.draw
    if stage.options == dict(draw.basis.options):
        return state.state
    changes = LogEntry.objects.filter(
        tournament=stage.event.tournament_id, code=OptionsChanged.code, subject=stage.uid, at__gt=draw.at
    )
    for entry in changes.order_by("seq"):
        act = readable(entry)
        if (
            isinstance(act, OptionsChanged)
            and act.before is not ABSENT
            and act.paired is not ABSENT
            and act.paired >= number
        ):
            return replace(state.state, options=state.format.options.from_dict(act.before))
    return state.state
