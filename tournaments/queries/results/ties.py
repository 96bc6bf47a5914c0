"""The shared places of complete stages whose order something depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from tournaments.formats import FORMATS, OF_PLACES, Feed, Take
from tournaments.models import Draw, Entrant, Stage, StoredTie
from tournaments.queries.draws.qualifying import qualification
from tournaments.queries.money.prizes import PrizeList, prize_list
from tournaments.queries.state import feeds_of

_Place = Mapping[str, Any]


class Need(StrEnum):
    """The kind of dependence on the order of tied entrants."""

    CUT = "cut"
    """Only some of the tied entrants advance to another stage."""
    SEEDS = "seeds"
    """The tied entrants advance to a seeded stage, where lots decide their seeds."""
    QUALIFYING = "qualifying"
    """Only some of the tied entrants qualify for another event."""
    PRIZES = "prizes"
    """The prizes of the tied places differ and are split."""


@dataclass(frozen=True, slots=True)
class Dependence:
    """One thing that depends on a tie: `subject` is the uid, `name` the name of a stage or event.

    `count` is the number of entrants who advance or qualify; 0 for prizes.
    """

    need: Need
    subject: str
    name: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class OpenTie:
    """Entrants tied for places in a group, or in the whole stage if `group` is None.

    `playoff` is the stage of the current playoff, if any.
    """

    stage: Stage
    group: int | None
    place: int
    last_place: int
    entrants: tuple[Entrant, ...]
    depends: tuple[Dependence, ...]
    playoff: Stage | None = None

    @property
    def uids(self) -> frozenset[str]:
        """The uids of the entrants."""
        return frozenset(entrant.uid for entrant in self.entrants)

    @property
    def sorted_uids(self) -> list[str]:
        """The sorted uids of the entrants."""
        return sorted(self.uids)

    @property
    def is_blocking(self) -> bool:
        """Whether a cut or qualification waits for the decision; seeds and prizes do not."""
        return any(one.need in {Need.CUT, Need.QUALIFYING} for one in self.depends)


@dataclass(frozen=True, slots=True)
class DecidedTie:
    """A decision on a shared place, with the entrants in the order decided."""

    tie: StoredTie
    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class AroundTies:
    """What shared places may matter for: the undrawn stages of the event, and its prizes, None without any."""

    undrawn: Sequence[Stage]
    prizes: PrizeList | None


def open_ties(stage: Stage, *, around: AroundTies | None = None) -> tuple[OpenTie, ...]:
    """Return the shared places that matter for something, in order; empty before the end of the stage.

    `around` is read if not given.
    """
    if stage.standings is None:
        return ()
    places: Sequence[_Place] = stage.standings["places"]
    spans = dict(_shared(places))
    depends: dict[frozenset[str], list[Dependence]] = {uids: [] for uids in spans}
    for fed, feed in _fed_by(stage, around):
        for uids, (group, first, last) in spans.items():
            if group is None or feed.take is not Take.TOP:
                depends[uids] += _of_feed(fed, feed, first=first, last=last)
    for uids, places_shared, dependence in _of_qualifying(stage):
        spans.setdefault(uids, places_shared)
        depends.setdefault(uids, []).append(dependence)
    for uids in _in_prizes(stage, spans, around):
        depends[uids].append(Dependence(Need.PRIZES, stage.event.uid, stage.event.name))
    # The playoffs under way, by the tied entrants.
    playoffs = {frozenset(tie.entrants): tie.playoff for tie in stage.ties_in_force if tie.is_open}
    return _with_entrants(stage, spans, depends, playoffs)


def decided_ties(stage: Stage) -> tuple[DecidedTie, ...]:
    """Return the decisions on shared places, oldest first, with open playoffs; at most one query."""
    ties = stage.ties_in_force
    entrants = _entrants(stage, {uid for tie in ties for uid in tie.entrants}) if ties else {}
    return tuple(
        DecidedTie(
            tie,
            tuple(entrants[uid] for uid in tie.order or tie.entrants),
        )
        for tie in ties
    )


def _shared(places: Sequence[_Place]) -> Iterator[tuple[frozenset[str], tuple[int | None, int, int]]]:
    for (group, first, last), rows in groupby(
        places, key=lambda one: (one.get("group"), one["place"], one["last_place"])
    ):
        if first != last:
            yield frozenset(row["entrant"] for row in rows), (group, first, last)


def _fed_by(stage: Stage, around: AroundTies | None) -> list[tuple[Stage, Feed]]:
    """Return the undrawn stages that take entrants of this stage by place, with their feeds."""
    draws = Draw.objects.filter(stage__event=stage.event_id, voided_at=None).values("stage")
    undrawn = Stage.objects.filter(event=stage.event_id).exclude(pk__in=draws).order_by("order")
    return [
        (other, feed)
        for other in (undrawn if around is None else around.undrawn)
        if other.order > stage.order
        for feed in feeds_of(other)
        if feed.stage == stage.order and feed.take in OF_PLACES
    ]


def _of_feed(fed: Stage, feed: Feed, *, first: int, last: int) -> Iterator[Dependence]:
    """Yield the dependences of a fed stage on the order of the entrants at these places."""
    if feed.take is Take.BEST_OF_PLACE:
        if first <= feed.place <= last:
            yield Dependence(Need.CUT, fed.uid, str(fed), 1)
        return
    if first - 1 < feed.count < last:
        yield Dependence(Need.CUT, fed.uid, str(fed), feed.count)
        return
    goes_on = (feed.count >= last) is not (feed.take is Take.REST)
    options = FORMATS[fed.format].options.from_dict(fed.options).to_dict()
    if goes_on and options.get("seeding") == "seeded":
        yield Dependence(Need.SEEDS, fed.uid, str(fed), feed.count)


def _of_qualifying(
    stage: Stage,
) -> Iterator[tuple[frozenset[str], tuple[int | None, int, int], Dependence]]:
    """Yield the entrants tied for the last qualifying place, who may come from several groups."""
    event = stage.event
    if event.qualifies_for is None:
        return
    outcome = qualification(event)
    if outcome is None or not outcome.tied or outcome.tied_in != stage.uid:
        return
    uids = frozenset(one.entrant.uid for one in outcome.tied)
    by_entrant = {place["entrant"]: place for place in stage.standings["places"]}
    groups = {by_entrant[uid].get("group") for uid in uids}
    group = groups.pop() if len(groups) == 1 else None
    first, last = outcome.tied[0].place, outcome.tied[0].last_place
    dependence = Dependence(
        Need.QUALIFYING, event.qualifies_for.uid, event.qualifies_for.name, event.qualifying_places
    )
    yield uids, (group, first, last), dependence


def _in_prizes(
    stage: Stage,
    spans: Mapping[frozenset[str], tuple[int | None, int, int]],
    around: AroundTies | None,
) -> Iterator[frozenset[str]]:
    """Yield those of these ties whose prizes are shared."""
    if stage.event.payout is None or not spans:
        return
    prizes = prize_list(stage.event) if around is None else around.prizes
    for flight in prizes.flights if prizes is not None else ():
        if flight.stage is not None and flight.stage.pk == stage.pk:
            winners = {
                line.entrant.uid for line in flight.lines if line.entrant is not None and line.is_shared
            }
            yield from (uids for uids in spans if not uids.isdisjoint(winners))


def _with_entrants(
    stage: Stage,
    spans: Mapping[frozenset[str], tuple[int | None, int, int]],
    depends: Mapping[frozenset[str], Sequence[Dependence]],
    playoffs: Mapping[frozenset[str], str | None],
) -> tuple[OpenTie, ...]:
    groups = [uids for uids in spans if depends[uids]]
    if not groups:
        return ()
    entrants = _entrants(stage, {uid for uids in groups for uid in uids})
    stages = {one.uid: one for one in Stage.objects.filter(uid__in=[uid for uid in playoffs.values() if uid])}
    return tuple(
        OpenTie(
            stage,
            *spans[uids],
            entrants=tuple(sorted((entrants[uid] for uid in uids), key=lambda one: one.name)),
            depends=tuple(depends[uids]),
            playoff=stages.get(playoffs.get(uids) or ""),
        )
        for uids in groups
    )


def _entrants(stage: Stage, uids: set[str]) -> dict[str, Entrant]:
    rows = Entrant.objects.filter(event=stage.event_id, uid__in=uids).select_related("side")
    return {entrant.uid: entrant for entrant in rows}
