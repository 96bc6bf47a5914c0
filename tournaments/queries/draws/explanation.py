"""Why a pairing is what it is, with the names behind the codes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats import Reason, Round
from tournaments.models import Pairing, Stage
from tournaments.queries.state import state_of_read

from .pairing_words import Names, why
from .round_words import round_words


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons of a pairing; `rounds` are those of its stage and of the stages that feed it, by their uid."""

    seated: tuple[str, ...]
    reasons: tuple[Reason, ...]
    entrants: Mapping[str, str]
    stages: Mapping[str, str]
    rounds: Mapping[str, tuple[Round, ...]]
    stage: str

    @property
    def sentences(self) -> list[str]:
        """The reasons in words, in their order."""
        return why(self.reasons, Names(self.entrants, self.stages, self.stage, self.round_words))

    def round_words(self, stage: str, number: int) -> str:
        """What a round of a stage is called."""
        declared = next((of for of in self.rounds.get(stage, ()) if of.number == number), None)
        return _("Round %(number)s") % {"number": number} if declared is None else round_words(declared)


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
        stage=stage.uid,
        rounds={stage.uid: rules.rounds(seen)} | {feeder.stage: feeder.rounds for feeder in seen.feeders},
    )
