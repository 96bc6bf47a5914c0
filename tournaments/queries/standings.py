"""Who stands where in a stage: as frozen when it is complete, else as it follows from the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Entrant, Stage

from .state import stage_state


@dataclass(frozen=True, slots=True)
class StandingView:
    """One line of the standings; `place` to `last_place` are shared by all who are tied."""

    place: int
    last_place: int
    entrant: str
    name: str
    wins: int
    losses: int
    is_in: bool
    is_withdrawn: bool

    @property
    def is_tied(self) -> bool:
        """Whether the place is shared."""
        return self.place != self.last_place


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The standings of a stage; `is_final` when they are frozen, with the version of the format that gave them."""

    stage: Stage
    is_final: bool
    version: int
    lines: tuple[StandingView, ...]


def standings(stage: Stage) -> StandingsView | None:
    """The standings of a stage, None before its draw; two queries when they are frozen, else six."""
    if stage.standings is not None:
        return _frozen(stage, stage.standings)
    state = stage_state(stage)
    if state is None:
        return None
    lines = tuple(
        _line(
            state.entrants[standing.entrant],
            place=standing.place,
            last_place=standing.last_place,
            wins=standing.wins,
            losses=standing.losses,
            is_in=standing.is_in,
        )
        for standing in state.format.standings(state.state)
    )
    return StandingsView(stage, is_final=False, version=state.format.version, lines=lines)


def _frozen(stage: Stage, kept: Mapping[str, Any]) -> StandingsView:
    uids = [line["entrant"] for line in kept["places"]]
    entrants = Entrant.objects.filter(event=stage.event_id, uid__in=uids).select_related("side")
    by_uid = {entrant.uid: entrant for entrant in entrants}
    lines = tuple(
        _line(
            by_uid[line["entrant"]],
            place=line["place"],
            last_place=line["last_place"],
            wins=line["wins"],
            losses=line["losses"],
            is_in=False,
        )
        for line in kept["places"]
    )
    return StandingsView(stage, is_final=True, version=kept["version"], lines=lines)


def _line(
    entrant: Entrant, *, place: int, last_place: int, wins: int, losses: int, is_in: bool
) -> StandingView:
    return StandingView(
        place=place,
        last_place=last_place,
        entrant=entrant.uid,
        name=entrant.name,
        wins=wins,
        losses=losses,
        is_in=is_in,
        is_withdrawn=entrant.withdrawn_at is not None,
    )
