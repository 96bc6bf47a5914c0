"""Preview of the consequences of an action, also of pairing by hand: the action runs and is rolled back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from matches.models import Match
from tournaments.models import Entrant, Event, Stage
from tournaments.queries.draws.by_hand import Breach, breaches_in
from tournaments.queries.impact import Impact, ImpactMatch, difference, newest_notice, picture, together
from tournaments.queries.state import stage_state

from .draws import lots


def foresee(event: Event, act: Callable[[], Any], *, but: Match | Entrant | None = None) -> Impact:
    """Return what the action would change in the event, as `foresee_all` does for several."""
    return foresee_all((event,), act, but=but)


def foresee_all(
    events: Collection[Event], act: Callable[[], Any], *, but: Match | Entrant | None = None
) -> Impact:
    """Return what the action would change in these events, and who would be told; the transaction is rolled back.

    The act runs in a transaction that is rolled back, so that preview and action share their code. It must
    load its own objects, which are not to be used afterwards. Lots of the preview are not those of the
    action. Refusals are raised. `but` is the match or entrant of the act, whose own change is excluded.
    """
    with transaction.atomic(), lots.foreseen():
        newest, before = newest_notice(), [picture(event) for event in events]
        act()
        uid = but.uid if but is not None else ""
        impacts = [
            difference(old, picture(event), but=uid) for old, event in zip(before, events, strict=True)
        ]
        impact = together(impacts, told_since=newest)
        transaction.set_rollback(True)
    return impact


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
