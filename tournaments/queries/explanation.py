"""Why a pairing is what it is, with the names behind the codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats import Reason, Round
from tournaments.models import Pairing, Stage

from .state import state_of_read


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons of a pairing; `rounds` are those of its stage and of the stages that feed it, by their uid."""

    seated: tuple[str, ...]
    reasons: tuple[Reason, ...]
    entrants: Mapping[str, str]
    stages: Mapping[str, str]
    rounds: Mapping[str, tuple[Round, ...]]


def explanation(pairing: Pairing) -> Explanation:
    """Why this pairing, which was not cancelled, is what it is; eight queries, whatever the number of entrants."""
    stage = pairing.stage
    state = state_of_read(stage)
    if state is None:
        raise AssertionError("a pairing that was not cancelled has a draw")
    place = (pairing.round, pairing.slot)
    made = next(found for found in state.state.pairings if found.place == place)
    rules, seen = state.format, state.state
    return Explanation(
        seated=made.entrants,
        reasons=rules.explain(seen, made),
        entrants={uid: entrant.name for uid, entrant in state.entrants.items()},
        stages={one.uid: str(one) for one in Stage.objects.filter(event=stage.event_id)},
        rounds={stage.uid: rules.rounds(seen)} | {feeder.stage: feeder.rounds for feeder in seen.feeders},
    )
