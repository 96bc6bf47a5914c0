"""The draw of a bracket: who stands on which line."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from tournaments.formats._base import Entry, Placement, Reason, State
from tournaments.formats._chance import by_chance
from tournaments.formats._errors import FormatError, Problem


class Seeding(StrEnum):
    """How entrants come to their lines."""

    RANDOM = "random"
    SEEDED = "seeded"


def bracket_size(entrants: int) -> int:
    """Return the smallest power of two that holds this many entrants, which are at least one."""
    return 1 << (entrants - 1).bit_length()


def ranks_by_line(size: int) -> tuple[int, ...]:
    """Return the rank, from 1, that stands on each line of a bracket of this size, a power of two.

    The standard order: from [1] each step puts behind every rank the one that makes the sum of a first-round pair,
    so 8 lines are 1-8, 4-5, 2-7, 3-6. However many of the top ranks are looked at, every part of the bracket holds as
    many of them as any other part of its size, or one more.
    """
    ranks = [1]
    while len(ranks) < size:
        pair_sum = 2 * len(ranks) + 1
        ranks = [rank for strong in ranks for rank in (strong, pair_sum - strong)]
    return tuple(ranks)


def draw_bracket(entries: Sequence[Entry], *, seed: str, is_seeded: bool) -> Placement:
    """Place the entrants, at least one, on the lines of the smallest bracket that holds them.

    Seeded entrants, where seeds are used, take the standard lines in the order of their seeds, and the byes first.
    All other places are left to chance: first who holds the remaining byes, with those who came in time before those
    who came late (Kleinman's rule); then who stands where on the remaining lines.
    """
    by_seed = sorted((entry.seed, entry.uid) for entry in entries if is_seeded and entry.seed is not None)
    seeded = [uid for _, uid in by_seed]
    others = [entry.uid for entry in entries if not is_seeded or entry.seed is None]
    late = {entry.uid for entry in entries if entry.is_late}
    size = bracket_size(len(seeded) + len(others))
    byes = size - len(seeded) - len(others)
    in_line_for_byes = by_chance(others, seed=seed, round_number=1, purpose="bye")
    in_line_for_byes.sort(key=late.__contains__)
    free_byes = max(0, byes - len(seeded))
    rest = by_chance(in_line_for_byes[free_byes:], seed=seed, round_number=1, purpose="line")
    ranked = [*seeded, *in_line_for_byes[:free_byes], *rest]
    return Placement(tuple(ranked[rank - 1] if rank <= len(ranked) else None for rank in ranks_by_line(size)))


def entrants_to_draw(entries: Sequence[Entry], *, fewest: int, most: int) -> list[Entry]:
    """Return the entries that have not withdrawn, once they are fit for a draw.

    FormatError names all faults: `too_few_entrants`, `too_many_entrants`, `duplicate_entrant`, `duplicate_seed`.
    """
    present = [entry for entry in entries if not entry.is_withdrawn]
    problems = []
    if len(present) < fewest:
        problems.append(Problem("too_few_entrants", {"entrants": len(present), "fewest": fewest}))
    if len(present) > most:
        problems.append(Problem("too_many_entrants", {"entrants": len(present), "most": most}))
    problems += [
        Problem("duplicate_entrant", {"entrant": uid})
        for uid, times in Counter(entry.uid for entry in present).items()
        if times > 1
    ]
    problems += [
        Problem("duplicate_seed", {"seed": seed})
        for seed, times in Counter(entry.seed for entry in present).items()
        if seed is not None and times > 1
    ]
    if problems:
        raise FormatError(*problems)
    return present


def came_to_line(entry: Entry, *, line: int, is_seeded: bool) -> Reason:
    """Say how an entrant came to its line: `placed_by_director`, `entered_late`, `seeded` or `drawn`."""
    data: dict[str, str | int] = {"entrant": entry.uid, "line": line}
    if entry.is_moved:
        return Reason("placed_by_director", data)
    if entry.is_late:
        return Reason("entered_late", data)
    if is_seeded and entry.seed is not None:
        return Reason("seeded", {**data, "seed": entry.seed})
    return Reason("drawn", data)


def bracket_lines(state: State, *, fewest: int) -> list[str | None]:
    """Return who stands on each line of a bracket; FormatError: `invalid_size`, `no_such_line`, `line_taken`."""
    if state.size and (state.size < fewest or state.size & (state.size - 1)):
        raise FormatError(Problem("invalid_size", {"size": state.size}))
    lines: list[str | None] = [None] * state.size
    for entry in state.entries:
        if entry.line is None:
            continue
        if not 0 <= entry.line < state.size:
            raise FormatError(Problem("no_such_line", {"line": entry.line, "size": state.size}))
        if lines[entry.line] is not None:
            raise FormatError(Problem("line_taken", {"line": entry.line}))
        lines[entry.line] = entry.uid
    return lines
