"""The knock-out at the end of lives, by clauses D1 to D6 of docs/pairing/videau-lives.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .files import FileEntrant, RoundFile
from .lives import LivesRound

Seat = frozenset[str]


@dataclass(frozen=True)
class KnockOut:
    """A knock-out: its first round, how many lines it has, and who stands on them if that round is the one of the file."""

    start: int
    size: int
    lines: tuple[str | None, ...] = ()


def knock_out(file: RoundFile) -> KnockOut | None:
    """Return the knock-out that has begun by the round of a file; None while lives are played for."""
    for number in range(1, file.round + 1):
        earlier = tuple(match for match in file.earlier if match.round < number)
        before = LivesRound(replace(file, round=number, earlier=earlier))
        there = [one for one in file.entrants if _is_there(file, before, one)]
        size, names = _beginning(before, there)
        if size:
            lines = _lines(before, there, size, names) if number == file.round else ()
            return KnockOut(number, size, lines)
    return None


def due_seats(file: RoundFile, of: KnockOut) -> list[Seat]:
    """Return who meets in a round of a knock-out, by slot; one alone has a bye, and nobody is an empty seat."""
    if of.lines:
        sides = list(zip(of.lines[::2], of.lines[1::2], strict=True))
    else:
        last = [match for match in file.earlier if match.round == file.round - 1]
        winners = {match.slot: match.one if match.two is None else match.winner for match in last}
        slots = range(of.size >> (file.round - of.start + 1))
        sides = [(winners.get(2 * slot), winners.get(2 * slot + 1)) for slot in slots]
    return [frozenset(uid for uid in pair if uid is not None) for pair in sides]


def _is_there(file: RoundFile, before: LivesRound, one: FileEntrant) -> bool:
    """Say whether an entrant was in before a round; who sits in none from it on has left."""
    number = before.facts.number
    sits = one.is_here or any(
        one.id in (match.one, match.two) for match in file.earlier if match.round >= number
    )
    return sits and one.joins <= number and before.lives(one) > 0


def _beginning(before: LivesRound, there: Sequence[FileEntrant]) -> tuple[int, str]:
    """Return the lines of the knock-out that begins with a round, 0 if none does, and the clause."""
    options, is_first = before.options, before.facts.number == 1
    lives = [before.lives(one) for one in there]
    total = sum(lives)
    is_power = 4 <= total <= int(options["bracket_slots"]) and not total & (total - 1)
    if not is_first and is_power and max(lives) <= 2 and min(lives) == 1:
        return total, "D1"
    records = {(before.lives(one), before.wins[one.id]) for one in there}
    if options["has_three_playoff"] and not is_first and len(there) == 3 and len(records) == 1:
        return 4, "D2"
    if options["last_two"] == "one_match" and len(there) == 2:
        return 2, "D3"
    return 0, ""


def _lines(
    before: LivesRound, there: Sequence[FileEntrant], size: int, clause: str
) -> tuple[str | None, ...]:
    """Return who stands on the lines, by D4 to D6."""
    by_lot = sorted((one for one in there), key=lambda one: before.facts.lot_digest(one.id, "bracket"))
    if clause == "D3":
        return tuple(one.id for one in there)
    if clause == "D2":
        first, *others = sorted(by_lot, key=lambda one: before.facts.byes[one.id])
        return (first.id, None, *(one.id for one in others))
    ranked = sorted(by_lot, key=lambda one: -before.lives(one))
    ranks = [1]
    while len(ranks) < size:
        ranks = [one for rank in ranks for one in (rank, 2 * len(ranks) + 1 - rank)]
    return tuple(ranked[rank - 1].id if rank <= len(ranked) else None for rank in ranks)
