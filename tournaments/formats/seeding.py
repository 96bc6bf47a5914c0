"""The draw of a bracket: the entrant on each line."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from tournaments.formats.apart import Apart, keep_apart
from tournaments.formats.base import Entry, Placement, Reason, State
from tournaments.formats.chance import by_chance, by_lots
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.groups_apart import even_out, groups_apart

# Since this version of the formats groups are even in every part of a bracket, whoever is missing.
_EVEN_SINCE = 3


class Seeding(StrEnum):
    """How entrants are assigned to lines."""

    RANDOM = "random"
    SEEDED = "seeded"


class SeedOrder(StrEnum):
    """How seeds are assigned to the lines of the standard order.

    STANDARD: each to its own. POTS: the first and the second to their own; the third and the fourth are drawn for
    theirs, then the fifth to the eighth, and so on.
    """

    STANDARD = "standard"
    POTS = "pots"


class Byes(StrEnum):
    """The distribution of byes: evenly SPREAD, or GROUPED so that their holders meet each other in round 2."""

    SPREAD = "spread"
    GROUPED = "grouped"


def bracket_size(entrants: int, *, winners: int = 1) -> int:
    """Return the size of the smallest bracket, `winners` times a power of two, for this many entrants, at least one."""
    return winners << (-(-entrants // winners) - 1).bit_length()


def ranks_by_line(size: int, *, winners: int = 1) -> tuple[int, ...]:
    """Return the rank, from 1, on each line of a bracket of this size, `winners` times a power of two.

    The standard order: starting from [1], each step inserts after every rank its opponent in the first round, so 8
    lines are 1-8, 4-5, 2-7, 3-6. For any number of top ranks, each part of the bracket holds as many of them as any
    other part of its size, or one more.
    """
    ranks = list(range(1, winners + 1))
    while len(ranks) < size:
        pair_sum = 2 * len(ranks) + 1
        ranks = [rank for strong in ranks for rank in (strong, pair_sum - strong)]
    return tuple(ranks)


def draw_bracket(
    entries: Sequence[Entry],
    *,
    seed: str,
    is_seeded: bool,
    order: SeedOrder = SeedOrder.STANDARD,
    byes: Byes = Byes.SPREAD,
    winners: int = 1,
    version: int | None = None,
) -> Placement:
    """Place the entrants, at least one, on the lines of the smallest bracket that holds them.

    Seeded entrants take the standard lines in the order of their seeds; if byes are spread, they have the first byes.
    Chance decides the rest: first the holders of the remaining byes, by lots, with entrants who came in time before
    late ones (Kleinman's rule); then the remaining lines. Last, members of one group of the previous stage are kept
    apart (`groups_apart.py`).
    """
    by_seed = sorted((entry.seed, entry.uid) for entry in entries if is_seeded and entry.seed is not None)
    seeded = _in_pots([uid for _, uid in by_seed], seed=seed, order=order)
    others = {entry.uid: entry for entry in entries if not is_seeded or entry.seed is None}
    size = bracket_size(len(entries), winners=winners)
    ranks = ranks_by_line(size, winners=winners)
    empty = _empty_lines(ranks, entrants=len(entries), byes=byes, winners=winners)
    by_rank = sorted(set(range(size)) - empty, key=ranks.__getitem__)
    other_lines = by_rank[len(seeded) :]
    with_bye = [line for line in other_lines if line ^ 1 in empty]
    without = [line for line in other_lines if line ^ 1 not in empty]
    lots = {uid: entry.bye_lots for uid, entry in others.items()}
    in_line_for_byes = by_lots(lots, seed=seed, round_number=1, purpose="bye")
    in_line_for_byes.sort(key=lambda uid: (lots[uid] == 0, others[uid].is_latecomer))
    rest = by_chance(in_line_for_byes[len(with_bye) :], seed=seed, round_number=1, purpose="line")
    lines: list[str | None] = [None] * size
    standing = [*by_rank[: len(seeded)], *with_bye, *without]
    in_order = [*seeded, *in_line_for_byes[: len(with_bye)], *rest]
    for line, uid in zip(standing, in_order, strict=True):
        lines[line] = uid
    groups = {entry.uid: entry.group for entry in entries if entry.group}
    apart = groups_apart(lines, in_order, groups=groups, seed=seed, is_seeded=bool(seeded))
    if version is None or version >= _EVEN_SINCE:
        # Somebody missing, or chance, can leave members unevenly spread.
        strength = {uid: place for place, uid in enumerate(in_order)} if seeded else None
        apart = even_out(apart, groups, strength=strength, seed=seed, winners=winners)
    elif groups and not seeded:
        apart = keep_apart(apart, entries, apart=Apart.NOBODY, rounds=0, fixed=(), seed=seed)
    return Placement(apart)


def _in_pots(seeded: Sequence[str], *, seed: str, order: SeedOrder) -> list[str]:
    """Return the seeds in the order of their lines."""
    if order is SeedOrder.STANDARD:
        return list(seeded)
    order_of_lines = list(seeded[:2])
    while len(order_of_lines) < len(seeded):
        pot = seeded[len(order_of_lines) : 2 * len(order_of_lines)]
        order_of_lines += by_chance(pot, seed=seed, round_number=1, purpose="pot")
    return order_of_lines


def _empty_lines(ranks: Sequence[int], *, entrants: int, byes: Byes, winners: int) -> set[int]:
    """Return the lines that stay empty, never two in one slot of the first round."""
    size = len(ranks)
    if byes is Byes.SPREAD or size < 4 * winners:
        return {line for line, rank in enumerate(ranks) if rank > entrants}
    # Two neighbours with byes meet in one slot of round 2; these slots are filled in standard order.
    seconds = sorted(range(size // 4), key=lambda slot: min(ranks[4 * slot : 4 * slot + 4]))
    firsts = [first for slot in seconds for first in (2 * slot, 2 * slot + 1)]
    return {max((2 * first, 2 * first + 1), key=ranks.__getitem__) for first in firsts[: size - entrants]}


def entrants_to_draw(entries: Sequence[Entry], *, fewest: int, most: int) -> list[Entry]:
    """Return the entries that have not withdrawn, after checking them for a draw.

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


def bye_reasons(
    entries: Sequence[Entry], holder: str, *, entrants: int, size: int, is_seeded: bool
) -> list[Reason]:
    """Return why an entrant has a bye in the first round of a bracket: `bye`, and `bye_lots` if lots differ.

    `bye` has the `entrants` and the `size`; `bye_lots` the `entrant`, its `lots` and `all` lots of the unseeded
    entrants.
    """
    reasons = [Reason("bye", {"entrants": entrants, "size": size})]
    others = {
        entry.uid: entry.bye_lots
        for entry in entries
        if entry.line is not None
        and not (entry.is_late or entry.is_latecomer)
        and not (is_seeded and entry.seed is not None)
    }
    if holder in others and any(lots != 1 for lots in others.values()):
        data: dict[str, str | int] = {"entrant": holder, "lots": others[holder], "all": sum(others.values())}
        reasons.append(Reason("bye_lots", data))
    return reasons


def came_to_line(entry: Entry, *, line: int, is_seeded: bool) -> Reason:
    """Return how an entrant came to its line: `placed_by_director`, `entered_late`, `seeded` or `drawn`."""
    data: dict[str, str | int] = {"entrant": entry.uid, "line": line}
    if entry.is_moved:
        return Reason("placed_by_director", data)
    if entry.is_late:
        return Reason("entered_late", data)
    if is_seeded and entry.seed is not None:
        return Reason("seeded", {**data, "seed": entry.seed})
    return Reason("drawn", data)


def bracket_lines(state: State, *, fewest: int, winners: int = 1) -> list[str | None]:
    """Return the entrant on each line of a bracket whose size is `winners` times a power of two.

    FormatError: `invalid_size`, and those of `placed_lines`.
    """
    is_whole = state.size % winners == 0 and (state.size // winners).bit_count() == 1
    if state.size and (state.size < fewest or not is_whole):
        raise FormatError(Problem("invalid_size", {"size": state.size}))
    return placed_lines(state)


def placed_lines(state: State) -> list[str | None]:
    """Return the entrant on each line of a stage; FormatError: `no_such_line`, `line_taken`."""
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
