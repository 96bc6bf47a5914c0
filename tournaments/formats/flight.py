"""The bracket of a stage that is fed during play: a line for every match that sends its loser."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournaments.formats.base import Round, RoundName
from tournaments.formats.bracket_plan import BracketPlan, SideSource, from_line, in_twos, winner_of
from tournaments.formats.drops import drop_rounds
from tournaments.formats.errors import FormatError, Problem

# For each stage that feeds this one, the number of slots of every round whose losers it sends.
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
    """The plan, and whose losers have which lines, in the order in which they come in.

    `is_tabled` says that the masks are those of `drops.py`, found for this very shape.
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
    """Lay out the flight: who comes first plays first, and who comes later meets those who are left by then."""
    rounds: list[tuple[tuple[SideSource, SideSource], ...]] = []

    def played(sides: Sequence[tuple[SideSource, SideSource]]) -> list[SideSource]:
        rounds.append(tuple(sides))
        return [winner_of((len(rounds), slot)) for slot in range(len(sides))]

    batches = _batches(shape)
    left: list[SideSource] = []
    for batch in batches:
        coming = [from_line(batch.start + index) for index in range(batch.slots)]
        if not left:
            left = coming
            continue
        while len(left) > len(coming):
            left = played(in_twos(left))
        left = played(list(zip(left, coming, strict=True)))
    # With fewer than two matches to send somebody, the lines that are left over stay empty.
    taken = sum(batch.slots for batch in batches)
    left += [from_line(line) for line in range(taken, 2)]
    while len(left) > 1:
        left = played(in_twos(left))
    declared = tuple(_declared(rounds, number) for number in range(1, len(rounds) + 1))
    return Flight(BracketPlan(declared, tuple(rounds)), batches, _masks(shape) is not None)


def _batches(shape: Shape) -> tuple[Batch, ...]:
    """Return the batches, the largest ones first, as these are played first."""
    masks = _masks(shape)
    counted = [
        (count, feeder, position)
        for feeder, slots in enumerate(shape)
        for position, count in enumerate(slots)
    ]
    batches: list[Batch] = []
    start = 0
    for count, feeder, position in sorted(counted, key=lambda batch: -batch[0]):
        # Without a table the order is turned round, so that neighbours of before are far from each other.
        mask = count - 1 if batches else 0
        batches.append(Batch(feeder, position, start, count, mask if masks is None else masks[position]))
        start += count
    return tuple(batches)


def _masks(shape: Shape) -> tuple[int, ...] | None:
    """Return the masks of the rounds where one full bracket feeds the flight from its first round on."""
    if len(shape) != 1 or not shape[0]:
        return None
    slots = shape[0]
    size = 2 * slots[0]
    if size < 4 or slots != tuple(size >> number for number in range(1, len(slots) + 1)):
        return None
    return tuple(drop.mask for drop in drop_rounds(size, last=len(slots)) if drop.main is not None)


def _declared(rounds: Sequence[Sequence[object]], number: int) -> Round:
    from_final = len(rounds) - number
    slots = len(rounds[number - 1])
    name = RoundName.ROUND
    if from_final == 0:
        name = RoundName.FINAL
    elif from_final == 1 and slots > 1:
        name = RoundName.SEMIFINAL
    return Round(number, name, from_final, 2 * slots)
