"""The bracket of a stage that is fed during play: one line for every match that sends its loser."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournaments.formats.base import Round, RoundName
from tournaments.formats.bracket_plan import BracketPlan, SideSource, from_line, in_twos, winner_of
from tournaments.formats.drops import drop_rounds
from tournaments.formats.errors import FormatError, Problem

# For each feeding stage, the number of slots of every round whose losers it sends.
Shape = tuple[tuple[int, ...], ...]


class Batch(NamedTuple):
    """The lines for the losers of one round of a feeding stage: the loser of slot i has line `start` + (i XOR `mask`)."""

    feeder: int
    position: int
    start: int
    slots: int
    mask: int


@dataclass(frozen=True, slots=True)
class Flight:
    """The plan of a flight, and the batches of its lines in the order of their arrival.

    `is_tabled` says that the masks are those of `drops.py` for this shape.
    """

    plan: BracketPlan
    batches: tuple[Batch, ...]
    is_tabled: bool


def flight_size(shape: Sequence[Sequence[int]]) -> int:
    """Return the number of lines; FormatError: `not_fed`, `feeder_not_a_bracket` (with `slots`)."""
    if not shape:
        raise FormatError(Problem("not_fed"))
    counts = [count for slots in shape for count in slots]
    odd = [count for count in counts if count.bit_count() != 1]
    if odd:
        raise FormatError(Problem("feeder_not_a_bracket", {"slots": odd[0]}))
    return max(2, sum(counts))


@lru_cache(maxsize=64)
def flight(shape: Shape) -> Flight:
    """Return the layout of the flight: early arrivals play first, later ones meet the survivors."""
    rounds: list[tuple[tuple[SideSource, SideSource], ...]] = []

    def play(sides: Sequence[tuple[SideSource, SideSource]]) -> list[SideSource]:
        rounds.append(tuple(sides))
        return [winner_of((len(rounds), slot)) for slot in range(len(sides))]

    batches = _batches(shape)
    survivors: list[SideSource] = []
    for batch in batches:
        coming = [from_line(batch.start + index) for index in range(batch.slots)]
        if not survivors:
            survivors = coming
            continue
        while len(survivors) > len(coming):
            survivors = play(in_twos(survivors))
        survivors = play(list(zip(survivors, coming, strict=True)))
    # With fewer than two feeding matches, the remaining lines stay empty.
    lines_in_use = sum(batch.slots for batch in batches)
    survivors += [from_line(line) for line in range(lines_in_use, 2)]
    while len(survivors) > 1:
        survivors = play(in_twos(survivors))
    rounds_in_plan = tuple(_round(rounds, number) for number in range(1, len(rounds) + 1))
    return Flight(BracketPlan(rounds_in_plan, tuple(rounds)), batches, _masks(shape) is not None)


def _batches(shape: Shape) -> tuple[Batch, ...]:
    """Return the batches by size, largest first, in the order in which they play."""
    masks = _masks(shape)
    sizes = [
        (count, feeder, position)
        for feeder, slots in enumerate(shape)
        for position, count in enumerate(slots)
    ]
    batches: list[Batch] = []
    start = 0
    for count, feeder, position in sorted(sizes, key=lambda batch: -batch[0]):
        # Without a table the order is reversed, so that former neighbours are far from each other.
        mask = count - 1 if batches else 0
        batches.append(Batch(feeder, position, start, count, mask if masks is None else masks[position]))
        start += count
    return tuple(batches)


def _masks(shape: Shape) -> tuple[int, ...] | None:
    """Return the masks of the rounds if one full bracket feeds the flight from its first round on, else None."""
    if len(shape) != 1 or not shape[0]:
        return None
    slots = shape[0]
    size = 2 * slots[0]
    if size < 4 or slots != tuple(size >> number for number in range(1, len(slots) + 1)):
        return None
    return tuple(drop.mask for drop in drop_rounds(size, last=len(slots)) if drop.main is not None)


def _round(rounds: Sequence[Sequence[object]], number: int) -> Round:
    from_final = len(rounds) - number
    slots = len(rounds[number - 1])
    name = RoundName.ROUND
    if from_final == 0:
        name = RoundName.FINAL
    elif from_final == 1 and slots > 1:
        name = RoundName.SEMIFINAL
    return Round(number, name, from_final, 2 * slots)
