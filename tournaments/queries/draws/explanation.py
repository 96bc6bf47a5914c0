"""The reasons of a pairing, with the names of the entrants, stages and rounds in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats import Reason, Round
from tournaments.models import Pairing, Stage
from tournaments.queries.state import state_of_read

from .pairing_words import Names, why
from .replay import state_of_round
from .round_words import round_words


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons of a pairing; `rounds` holds the rounds of its stage and its feeders, by uid."""

    seated: tuple[str, ...]
    reasons: tuple[Reason, ...]
    entrants: Mapping[str, str]
    stages: Mapping[str, str]
    rounds: Mapping[str, tuple[Round, ...]]
    stage: str

    @property
    def sentences(self) -> list[str]:
        """The reasons as sentences, in order."""
        return why(self.reasons, Names(self.entrants, self.stages, self.stage, self.round_words))

    def round_words(self, stage: str, number: int) -> str:
        """Return the name of a round of a stage."""
        declared = next((of for of in self.rounds.get(stage, ()) if of.number == number), None)
        return _("Round %(number)s") % {"number": number} if declared is None else round_words(declared)


def explanation(pairing: Pairing) -> Explanation:
    """Return the reasons of a pairing that is not cancelled; eight queries for any number of entrants."""
    stage = pairing.stage
    state = state_of_read(stage)
    if state is None:
        raise AssertionError("a pairing that was not cancelled has a draw")
    place = (pairing.round, pairing.slot)
    meeting = next(candidate for candidate in state.state.pairings if candidate.place == place)
    rules, format_state = state.format, state.state
    return Explanation(
        seated=meeting.entrants,
        reasons=rules.explain(state_of_round(state, pairing.round), meeting),
        entrants={uid: entrant.name for uid, entrant in state.entrants.items()},
        stages={one.uid: str(one) for one in Stage.objects.filter(event=stage.event_id)},
        stage=stage.uid,
        rounds={stage.uid: rules.rounds(format_state)}
        | {feeder.stage: feeder.rounds for feeder in format_state.feeders},
    )
