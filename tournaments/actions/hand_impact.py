"""Preview of pairing by hand: the rules that it would break, and its consequences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Stage
from tournaments.queries.draws.by_hand import Breach, breaches_in
from tournaments.queries.impact import Impact, ImpactMatch
from tournaments.queries.state import stage_state

from .impact import foresee


@dataclass(frozen=True, slots=True)
class HandImpact:
    """What a pairing by hand would break and change; what it breaks anew comes first."""

    breaches: Sequence[Breach]
    impact: Impact

    @property
    def gone(self) -> list[str]:
        """The matches that are cancelled, without those that are made again between the same two."""
        return _without(self.impact.cancelled, self.impact.new_matches)

    @property
    def new(self) -> list[str]:
        """The matches that are made, without those between two who were paired before."""
        return _without(self.impact.new_matches, self.impact.cancelled)


def _without(matches: Iterable[ImpactMatch], others: Iterable[ImpactMatch]) -> list[str]:
    """Return the words of these matches, without those of which the others have one of the same two sides."""
    known = {frozenset(other.words.split(" – ")) for other in others}
    return [match.words for match in matches if frozenset(match.words.split(" – ")) not in known]


def foresee_by_hand(
    stage: Stage, act: Callable[[], object], *, number: int = 0, entrants: Collection[str] = ()
) -> HandImpact:
    """Return what an act would break in a round, or these entrants on their lines; the transaction is rolled back."""
    former = {breach.text for breach in _breaches(stage, number, entrants)}
    broken: list[Breach] = []

    def act_and_look() -> None:
        act()
        broken.extend(_breaches(stage, number, entrants))

    impact = foresee(stage.event, act_and_look)
    return HandImpact(sorted(broken, key=lambda breach: breach.text in former), impact)


def _breaches(stage: Stage, number: int, entrants: Collection[str]) -> list[Breach]:
    state = stage_state(Stage.objects.select_related("event__tournament").get(pk=stage.pk))
    return [] if state is None else breaches_in(state, number, entrants=entrants)
