"""The standings of a stage: frozen when it is complete, else computed from the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tournaments.formats import Standing
from tournaments.models import Entrant, Stage
from tournaments.queries.state import StageState, stage_state


@dataclass(frozen=True, slots=True)
class StandingView:
    """One line of the standings; tied entrants share the places from `place` to `last_place`.

    `half_points` and `lives` are None in formats without them, `group` is None for the only group. `tiebreaks` holds
    codes and values in order of precedence. `movement` is 1 for promotion after the stage and -1 for relegation.
    `decided_by` says how a shared place was decided.
    """

    place: int
    last_place: int
    entrant: str
    name: str
    wins: int
    losses: int
    is_in: bool
    is_withdrawn: bool
    byes: int = 0
    half_points: int | None = None
    lives: int | None = None
    group: int | None = None
    tiebreaks: tuple[tuple[str, int], ...] = ()
    movement: int = 0
    decided_by: str = ""

    @property
    def is_tied(self) -> bool:
        """Whether the place is shared."""
        return self.place != self.last_place

    def tiebreak(self, code: str) -> int | None:
        """Return the value of one tiebreak, or None."""
        return dict(self.tiebreaks).get(code)


@dataclass(frozen=True, slots=True)
class GroupView:
    """The standings of one group; `number` is None for the only group."""

    number: int | None
    lines: tuple[StandingView, ...]


@dataclass(frozen=True)
class StandingsView:
    """The standings of a stage; `is_final` when frozen, `version` of the format that computed them."""

    stage: Stage
    is_final: bool
    version: int
    lines: tuple[StandingView, ...]

    @property
    def groups(self) -> tuple[GroupView, ...]:
        """The groups in order, each with its lines."""
        by_group: dict[int | None, list[StandingView]] = {}
        for line in self.lines:
            by_group.setdefault(line.group, []).append(line)
        return tuple(GroupView(number, tuple(lines)) for number, lines in by_group.items())

    @property
    def winner(self) -> StandingView | None:
        """The line of the sole winner of the stage, once the standings are final."""
        first = self.lines[0] if self.is_final and self.lines else None
        return first if first is not None and first.group is None and first.last_place == 1 else None

    @cached_property
    def has_points(self) -> bool:
        """Whether the standings count points."""
        return any(line.half_points is not None for line in self.lines)

    @cached_property
    def has_lives(self) -> bool:
        """Whether the standings count lives."""
        return any(line.lives is not None for line in self.lines)

    @cached_property
    def has_byes(self) -> bool:
        """Whether any entrant has had a bye."""
        return any(line.byes for line in self.lines)

    @cached_property
    def tiebreaks(self) -> tuple[str, ...]:
        """The codes of the tiebreaks for which any entrant has a value, in order."""
        by_length = sorted(self.lines, key=lambda line: -len(line.tiebreaks))
        return tuple(dict.fromkeys(code for line in by_length for code, _value in line.tiebreaks))

    @cached_property
    def further_tiebreaks(self) -> tuple[str, ...]:
        """The tiebreaks other than the lives and wins that every line shows anyway."""
        return tuple(
            code
            for code in self.tiebreaks
            if not (code == "lives" and self.has_lives)
            and not (
                code == "wins" and all(line.tiebreak(code) in (None, 0, line.wins) for line in self.lines)
            )
        )


def standings(stage: Stage) -> StandingsView | None:
    """Return the standings of a stage, None before its draw; two queries if frozen, else eight."""
    if stage.standings is not None:
        return _frozen(stage, stage.standings)
    state = stage_state(stage)
    return None if state is None else standings_of(state)


def standings_of(state: StageState) -> StandingsView:
    """Return the standings computed from a loaded stage state; no query."""
    ranking = state.format.standings(state.state)
    lines = tuple(_line(state.entrants[one.entrant], as_kept(one), is_in=one.is_in) for one in ranking)
    is_final = state.stage.completed_at is not None
    return StandingsView(state.stage, is_final=is_final, version=state.format.version, lines=lines)


def as_kept(standing: Standing) -> dict[str, Any]:
    """Return a standing as the plain JSON values that are frozen with the stage."""
    # Absent values are not stored, so that standings frozen earlier stay unchanged.
    movement = {"movement": standing.movement} if standing.movement else {}
    by = {"decided_by": standing.decided_by} if standing.decided_by else {}
    shared = {"prize_places": list(standing.prize_places)} if standing.prize_places else {}
    behind = {"is_behind": True} if standing.is_behind else {}
    return {**movement, **by, **shared, **behind} | {
        "entrant": standing.entrant,
        "place": standing.place,
        "last_place": standing.last_place,
        "wins": standing.wins,
        "losses": standing.losses,
        "byes": standing.byes,
        "half_points": standing.half_points,
        "lives": standing.lives,
        "group": standing.group,
        "tiebreaks": [list(tiebreak) for tiebreak in standing.tiebreaks],
    }


def _frozen(stage: Stage, data: Mapping[str, Any]) -> StandingsView:
    uids = [line["entrant"] for line in data["places"]]
    entrants = Entrant.objects.filter(event=stage.event_id, uid__in=uids).select_related("side")
    by_uid = {entrant.uid: entrant for entrant in entrants}
    lines = tuple(_line(by_uid[line["entrant"]], line, is_in=False) for line in data["places"])
    return StandingsView(stage, is_final=True, version=data["version"], lines=lines)


def _line(entrant: Entrant, line: Mapping[str, Any], *, is_in: bool) -> StandingView:
    """Return a line of the standings from its stored values; earlier releases stored fewer of them."""
    return StandingView(
        place=line["place"],
        last_place=line["last_place"],
        entrant=entrant.uid,
        name=entrant.name,
        wins=line["wins"],
        losses=line["losses"],
        is_in=is_in,
        is_withdrawn=entrant.withdrawn_at is not None,
        byes=line.get("byes", 0),
        half_points=line.get("half_points"),
        lives=line.get("lives"),
        group=line.get("group"),
        tiebreaks=tuple((code, value) for code, value in line.get("tiebreaks", ())),
        movement=line.get("movement", 0),
        decided_by=line.get("decided_by", ""),
    )
