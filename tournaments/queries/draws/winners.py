"""The winners of the complete stages of an event, and its champion, the winner of the main stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.formats import Take
from tournaments.models import Entrant, Event, Stage
from tournaments.queries.state import feeds_of

_OF_LOSERS = frozenset({Take.LOSERS, Take.FIRST_LOSS, Take.REST})


@dataclass(frozen=True, slots=True)
class Winner:
    """The sole winner of a stage or group; `group` is None for the stage, `entrant` is the uid."""

    stage: Stage
    group: int | None
    entrant: str
    name: str


@dataclass(frozen=True, slots=True)
class EventWinners:
    """The winners of an event in the order of its stages.

    `candidates` are the stages that may decide the event, `main` the one that does: None while there are several
    candidates and no director has chosen one.
    """

    main: Stage | None = None
    candidates: tuple[Stage, ...] = ()
    winners: tuple[Winner, ...] = ()

    @property
    def champion(self) -> Winner | None:
        """The sole winner of the main stage; None if it is split into groups or divisions."""
        of_main = (winner for winner in self.winners if winner.stage == self.main)
        return next((winner for winner in of_main if winner.group is None), None)

    @property
    def others(self) -> tuple[Winner, ...]:
        """The other winners: of whole stages, and of the groups of the main stage."""
        champion = self.champion
        return tuple(
            winner
            for winner in self.winners
            if winner != champion and (winner.group is None or winner.stage == self.main)
        )

    @property
    def is_named(self) -> bool:
        """Whether a director has named the main stage."""
        return self.main is not None and self.main.is_main

    @property
    def has_open_main(self) -> bool:
        """Whether a director must choose the main stage before the event has a champion."""
        return self.main is None and len(self.candidates) > 1


def main_line(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages of an event that losers do not feed, in order.

    The first stage takes the entrants of the event, each later one the best of a stage of the line. A playoff of a
    tie is not part of it.
    """
    line: dict[int, Stage] = {}
    for stage in sorted(stages, key=lambda stage: stage.order):
        feeds = feeds_of(stage)
        is_of_losers = any(feed.take in _OF_LOSERS for feed in feeds)
        is_next = not is_of_losers and not stage.is_playoff
        if is_next and (not feeds or any(feed.stage in line for feed in feeds)):
            line[stage.order] = stage
    return tuple(line.values())


def main_candidates(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages that may decide the event: those of the main line that feed no other of it."""
    line = main_line(stages)
    feeders = {feed.stage for stage in line for feed in feeds_of(stage)}
    return tuple(stage for stage in line if stage.order not in feeders)


def main_stage(stages: Sequence[Stage]) -> Stage | None:
    """Return the stage that decides the event: the one chosen by a director, else the only candidate."""
    main = next((stage for stage in stages if stage.is_main), None)
    candidates = main_candidates(stages)
    return main or (candidates[0] if len(candidates) == 1 else None)


def way_to_main(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages that lead to the main stage, and the main stage last; empty if unknown."""
    main = main_stage(stages)
    if main is None:
        return ()
    line = {stage.order: stage for stage in (*main_line(stages), main)}
    way, orders = [], {main.order}
    for order in sorted(line, reverse=True):
        if order in orders:
            way.append(line[order])
            orders |= {feed.stage for feed in feeds_of(line[order]) if feed.take not in _OF_LOSERS}
    return tuple(reversed(way))


def winners_by_event(stages: Iterable[Stage]) -> dict[int, EventWinners]:
    """Return the winners of each event by primary key, given all its stages; at most one query."""
    of_event: dict[int, list[Stage]] = {}
    for stage in stages:
        of_event.setdefault(stage.event_id, []).append(stage)
    places_by_event = {
        key: [place for stage in rows for place in _won(stage)] for key, rows in of_event.items()
    }
    uids = [uid for places in places_by_event.values() for *_, uid in places]
    entrants = Entrant.objects.filter(uid__in=uids).select_related("side") if uids else ()
    names = {entrant.uid: entrant.name for entrant in entrants}
    return {
        key: EventWinners(
            main_stage(rows),
            main_candidates(rows),
            tuple(Winner(stage, group, uid, names[uid]) for stage, group, uid in places_by_event[key]),
        )
        for key, rows in of_event.items()
    }


def event_winners(event: Event) -> EventWinners:
    """Return the winners of one event; at most two queries."""
    return winners_by_event(Stage.objects.filter(event=event).order_by("order")).get(event.pk, EventWinners())


def is_main_stage(stage: Stage) -> bool:
    """Whether the winner of this stage is the champion of its event; one query."""
    return main_stage(list(Stage.objects.filter(event=stage.event_id).order_by("order"))) == stage


def _won(stage: Stage) -> Iterator[tuple[Stage, int | None, str]]:
    """Yield the stage, group number and entrant of each unshared first place of a complete stage."""
    places = stage.standings["places"] if stage.standings else []
    firsts = [place for place in places if place["place"] == place["last_place"] == 1]
    for number, uid in sorted((place.get("group") or 0, place["entrant"]) for place in firsts):
        yield stage, number or None, uid
