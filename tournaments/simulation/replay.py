"""Taking up an event from a list of its matches: each finds its place in the stages as their formats pair them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from tournaments.formats.base import Entry, Pairing, Result, Shape, State
from tournaments.simulation.event import SimulatedEvent
from tournaments.simulation.hall import SimulatedHall
from tournaments.simulation.stage import Place, Setup, SimulatedStage, StageSetup
from tournaments.simulation.timing import SteadyTiming


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match of an event as somebody else has recorded it; what is not known is None or empty.

    `is_over` says that it is decided; `played` are the minutes since its start, `called` those since its call.
    """

    stage: int
    round: int | None = None
    slot: int | None = None
    one: str = ""
    two: str = ""
    winner: str = ""
    is_over: bool = False
    played: float | None = None
    called: float | None = None


@dataclass(frozen=True, slots=True)
class TakenUp:
    """An event as its matches have left it, and the pairing that each match was taken for, None where there was none."""

    setup: Setup
    pairings: tuple[Pairing | None, ...]
    lengths: tuple[int, ...]


class _RecordedHall(SimulatedHall):
    """A hall in which nothing begins by itself: matches wait until a record takes them."""

    def __init__(self) -> None:
        super().__init__(timing=SteadyTiming(Random(0)))  # noqa: S311 - nothing is drawn
        self.waiting: dict[int, dict[Place, Pairing]] = {}

    def store(
        self,
        event: object,
        stage: SimulatedStage,
        pairings: Sequence[Pairing],
        *,
        is_new: bool,
    ) -> None:
        """Let the matches wait."""
        self.waiting.setdefault(stage.number, {}).update({pairing.place: pairing for pairing in pairings})


def take_up(setup: Setup, entrants: Sequence[str], matches: Sequence[RecordedMatch]) -> TakenUp:
    """Return an event with its recorded matches, in the order in which they were played.

    A match is the pairing of the same players, if there is one, or else one of its round: who exactly meets whom
    changes little in the time that is left. What has no place yet waits for the others; what never has one is left out.
    """
    hall = _RecordedHall()
    event = SimulatedEvent(_drawn(setup, entrants, matches), chance=Random(0), hall=hall)  # noqa: S311
    event.begin()
    places: list[Pairing | None] = [None] * len(matches)
    under_way: dict[int, dict[Place, RecordedMatch]] = {}
    names: dict[str, str] = {}
    is_new = True
    while is_new:
        is_new = False
        for number, match in enumerate(matches):
            pairing = None if places[number] else _pairing_of(match, hall.waiting.get(match.stage, {}), names)
            if pairing is None:
                continue
            is_new, places[number] = True, pairing
            del hall.waiting[match.stage][pairing.place]
            if match.is_over:
                stage = event.stages[match.stage]
                result = _result(match, pairing, names)
                stage.results[pairing.place] = result
                if stage.walk is not None:
                    stage.walk.settle(result)
                event.go_on(stage)
            else:
                under_way.setdefault(match.stage, {})[pairing.place] = match
    event.leave_walks()
    stages = tuple(_left(stage, under_way.get(stage.number, {})) for stage in event.stages)
    lengths = tuple(
        setup.stages[match.stage].lengths[-1]
        if pairing is None
        else event.stages[match.stage].length(pairing.round)
        for match, pairing in zip(matches, places, strict=True)
    )
    return TakenUp(replace(setup, stages=stages), tuple(places), lengths)


def _left(stage: SimulatedStage, under_way: dict[Place, RecordedMatch]) -> StageSetup:
    return replace(
        stage.setup,
        state=None if stage.state is None else stage.renewed(),
        playing={place: match.played for place, match in under_way.items() if match.played is not None},
        called={place: match.called or 0.0 for place, match in under_way.items() if match.played is None},
    )


def _pairing_of(match: RecordedMatch, waiting: dict[Place, Pairing], names: dict[str, str]) -> Pairing | None:
    """Return the waiting pairing that a match is: of its slot, of its players, of one of them, or any of its round."""
    here = [one for one in waiting.values() if match.round in (None, one.round)]
    if match.slot is not None:
        return next((one for one in here if one.slot == match.slot), None)
    people = {names.get(name, name) for name in (match.one, match.two)}
    return max(here, key=lambda one: len(people.intersection(one.entrants)), default=None)


def _result(match: RecordedMatch, pairing: Pairing, names: dict[str, str]) -> Result:
    """Return the result of a match; where others sit in its place the winner goes by the place of its name from then on."""
    one, two = pairing.one, pairing.two or ""
    known = [names.get(name, name) for name in (match.one, match.two)]
    is_one = one == known[0] or two == known[1] or not {one, two}.intersection(known)
    here = (one, two) if is_one else (two, one)
    winner = here[bool(match.winner) and match.winner == match.two]
    names.update({name: uid for name, uid in zip((match.one, match.two), here, strict=True) if name})
    return Result(pairing.round, pairing.slot, one, two, winner)


def _drawn(setup: Setup, entrants: Sequence[str], matches: Sequence[RecordedMatch]) -> Setup:
    """Return the event with its entrants placed in the stages for everybody, in brackets as their matches say."""
    wants = any(feed.is_opt_in for stage in setup.stages for feed in stage.feeds) or None
    entries = [Entry(uid, seed=seed, goes_on=wants) for seed, uid in enumerate(entrants, start=1)]
    stages = []
    for number, stage in enumerate(setup.stages):
        if stage.feeds:
            stages.append(stage)
            continue
        placement = stage.format.draw(entries, seed="", options=stage.options)
        lines = placement.by_entrant()
        if stage.format.shape is Shape.BRACKET:
            lines = bracket_lines(entrants, _unbeaten(matches, number), size=placement.size) or lines
        placed = tuple(replace(entry, line=lines.get(entry.uid)) for entry in entries)
        stages.append(
            replace(stage, state=State(size=placement.size, entries=placed, seed="", options=stage.options))
        )
    return replace(setup, stages=tuple(stages))


def _unbeaten(matches: Iterable[RecordedMatch], number: int) -> Iterator[tuple[str, str, int]]:
    """Yield who has met whom in a stage, in which round (1 if unknown), as long as both had won all their matches there."""
    beaten: set[str] = set()
    for match in matches:
        pair = {match.one, match.two}
        if match.stage == number and "" not in pair and beaten.isdisjoint(pair):
            yield match.one, match.two, match.round or 1
            if match.is_over:
                beaten |= pair - {match.winner or match.one}


def bracket_lines(
    entrants: Iterable[str], pairs: Iterable[tuple[str, str, int]], *, size: int
) -> dict[str, int] | None:
    """Return lines of a bracket in which these pairs meet in this order, and not before these rounds.

    None if they meet in none of this size.
    """
    parts: dict[str, tuple[str | None, ...]] = {uid: (uid,) for uid in entrants}
    for one, two, number in pairs:
        first, second = parts[one], parts[two]
        if first is second:
            # They meet again, in a match for a lower place.
            continue
        half = max(len(first), len(second), 2 ** min(number - 1, size.bit_length()))
        joined = tuple(line for part in (first, second) for line in (*part, *[None] * (half - len(part))))
        parts |= dict.fromkeys([uid for uid in joined if uid is not None], joined)
    groups = sorted({id(part): part for part in parts.values()}.values(), key=len, reverse=True)
    lines: list[str | None] = []
    alone = [part[0] for part in groups if len(part) == 1]
    for part in groups:
        if len(part) > 1:
            lines += part
    byes = size - len(lines) - len(alone)
    if byes < 0:
        return None
    for uid in alone:
        lines.append(uid)
        if byes and len(lines) % 2:
            lines.append(None)
            byes -= 1
    return {uid: line for line, uid in enumerate(lines) if uid is not None}
