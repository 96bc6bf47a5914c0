"""The pairings that follow from the result of a match."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.db.models import Q

from matches.models import Match
from tournaments import formats
from tournaments.models import Pairing
from tournaments.queries.state import StageState, event_states, feeders_of


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A pairing that depends on a result: a correction cancels it, unless it has begun.

    `names` are the names of its entrants, one beside a bye.
    """

    pairing: Pairing
    is_begun: bool
    names: tuple[str, ...] = field(default=(), compare=False)


def follow_ups(match: Match) -> tuple[FollowUp, ...]:
    """Return the pairings that would be stale without the result of this match, in all stages."""
    own = pairing_in_play(match)
    if own is None:
        return ()
    dependents: list[FollowUp] = []
    states_before: dict[int, StageState] = {}
    now: dict[int, formats.State] = {}
    for state in event_states(own.stage.event, with_people=False):
        results = state.state.results
        if state.stage.pk == own.stage_id:
            results = tuple(result for result in results if result.place != (own.round, own.slot))
        feeders = feeders_of(state, states_before, now=now)
        # Without this result its loser would not have entered this stage.
        stale = formats.stale_entries(state.state.entries, feeders)
        entries = tuple(entry for entry in state.state.entries if entry not in stale)
        supposed = replace(state.state, results=results, entries=entries, feeders=feeders)
        states_before[state.stage.order], now[state.stage.order] = state, supposed
        dependents += [
            FollowUp(
                state.pairings[pairing.place],
                is_begun=pairing.is_begun,
                names=tuple(state.entrants[uid].name for uid in pairing.entrants),
            )
            for pairing in state.format.stale_pairings(supposed)
        ]
    return tuple(dependents)


def pairing_in_play(match: Match) -> Pairing | None:
    """Return the uncancelled pairing that the match decides; no query if it is loaded."""
    # One that is loaded as none is that of a board.
    own: Pairing | None = getattr(match, "pairing", None) if Match.pairing.is_cached(match) else None
    if own is not None:
        return own if own.cancelled_at is None else None
    # A board decides the pairing through its team match.
    in_play = Q(match=match) | Q(match__boards__match=match, match__boards__cancelled_at=None)
    return Pairing.objects.filter(in_play, cancelled_at=None).select_related("stage__event").first()
