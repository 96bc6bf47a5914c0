"""The separation of members of one group of the previous stage, as far apart in a bracket as possible."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import permutations, product

from tournaments.formats.base import Feeder
from tournaments.matching.assignment import assign

# An assignment takes cubic time, so larger tiers are divided.
_MOST_AT_ONCE = 64
# The cost of gaining or losing a bye: more than all places and lots together.
_BYE = 1 << 32
# The lines of a slot of the first round.
_SLOT = 2


def groups_of(feeders: Iterable[Feeder]) -> dict[str, str]:
    """Return the group of every entrant who comes from one, by a key unique over all stages."""
    return {
        standing.entrant: f"{feeder.stage}.{standing.group}"
        for feeder in feeders
        for standing in feeder.standings
        if standing.group is not None
    }


def groups_apart(
    lines: Sequence[str | None],
    order: Sequence[str],
    *,
    groups: Mapping[str, str],
    seed: str,
    is_seeded: bool,
) -> tuple[str | None, ...]:
    """Return the lines after exchanges between equal members of different groups.

    `order` is by strength, or by chance. The first members of all groups stay. The second members exchange their lines
    among themselves, so that they meet the first members of their own groups as late as possible; the third members do
    the same with both, and so on. With two members of each group nobody meets before the final. Among equal solutions
    the byes stay, and after that the order counts, or the lot.
    """
    line_of = {uid: line for line, uid in enumerate(lines) if uid is not None}
    by_group: defaultdict[str, list[int]] = defaultdict(list)
    seats = list(lines)
    for members in _tiers(order, groups):
        if not any(by_group[groups[uid]] for uid in members):
            for uid in members:
                by_group[groups[uid]].append(line_of[uid])
            continue
        own = [line_of[uid] for uid in members]
        has_bye = [lines[line ^ 1] is None for line in own]
        costs = [
            [
                _meetings(line, by_group[groups[uid]], size=len(lines)) * len(lines) * _BYE * 2
                + (has_bye[rank] != has_bye[place]) * _BYE
                + ((place - rank) ** 2 if is_seeded else _lot(uid, line, seed))
                for rank, line in enumerate(own)
            ]
            for place, uid in enumerate(members)
        ]
        for uid, rank in zip(members, assign(costs), strict=True):
            seats[own[rank]] = uid
            by_group[groups[uid]].append(own[rank])
    return tuple(seats)


def even_out(
    lines: Sequence[str | None],
    groups: Mapping[str, str],
    *,
    strength: Mapping[str, int] | None,
    seed: str,
    winners: int = 1,
) -> tuple[str | None, ...]:
    """Return the lines after the exchanges that divide each group evenly at every split of the bracket.

    From the whole bracket down, somebody of a group with two more members in one part than in the other changes places
    with somebody of a group that has more members there. Where the parts hold equally many, or one more, there always
    is such a group, so no two members meet earlier than they must. A bye moves only where it must; of equal exchanges
    that of the nearest by `strength` counts, or the lot. `winners` is the number of brackets side by side.
    """
    seats = list(lines)
    if not groups:
        return tuple(seats)

    def cost(pair: tuple[int, int]) -> tuple[bool, int, int]:
        one, two = (seats[line] or "" for line in pair)
        moves_bye = (seats[pair[0] ^ 1] is None) != (seats[pair[1] ^ 1] is None)
        distance = 0 if strength is None else abs(strength[one] - strength[two])
        return moves_bye, distance, _lot(one, pair[1], seed)

    for parts in _splits(len(seats), winners=winners):
        while exchanges := _exchanges(seats, groups, parts):
            one, two = min(exchanges, key=cost)
            seats[one], seats[two] = seats[two], seats[one]
    return tuple(seats)


def _splits(size: int, *, winners: int) -> Iterator[Sequence[range]]:
    """Yield the parts of every split, from the brackets side by side down to the two slots of the second round."""
    width = size // winners
    yield [range(start, start + width) for start in range(0, size, width)]
    while width > _SLOT:
        half = width // 2
        for start in range(0, size, width):
            yield [range(start, start + half), range(start + half, start + width)]
        width = half


def _exchanges(
    seats: Sequence[str | None], groups: Mapping[str, str], parts: Sequence[range]
) -> list[tuple[int, int]]:
    """Return the exchanges, each as two lines, that make the first uneven group of two parts more even; none if all are."""
    members = [Counter(groups.get(uid, uid) for uid in map(seats.__getitem__, part) if uid) for part in parts]
    for more, fewer in permutations(range(len(parts)), 2):
        here, there = members[more], members[fewer]
        uneven = min((key for key, count in here.items() if count > there[key] + 1), default=None)
        if uneven is None:
            continue
        own = [line for line in parts[more] if groups.get(seats[line] or "") == uneven]
        others = [
            line
            for line in parts[fewer]
            if (uid := seats[line]) and _is_fewer(groups.get(uid, uid), here, there)
        ]
        if others:
            return list(product(own, others))
    return []


def _is_fewer(key: str, here: Mapping[str, int], there: Mapping[str, int]) -> bool:
    return here.get(key, 0) < there.get(key, 0)


def _tiers(order: Sequence[str], groups: Mapping[str, str]) -> list[list[str]]:
    """Return the first members of all groups, then the second ones, and so on, in portions of limited size."""
    before: Counter[str] = Counter()
    tiers: defaultdict[int, list[str]] = defaultdict(list)
    for uid in order:
        if key := groups.get(uid):
            tiers[before[key]].append(uid)
            before[key] += 1
    return [
        members[start : start + _MOST_AT_ONCE]
        for _, members in sorted(tiers.items())
        for start in range(0, len(members), _MOST_AT_ONCE)
    ]


def _meetings(line: int, others: Iterable[int], *, size: int) -> int:
    """Return the cost of a line by the meetings it leads to; an earlier meeting costs more than all later ones."""
    rounds = (size & -size).bit_length() - 1
    meetings = [(line ^ other).bit_length() for other in others]
    return sum((size + 1) ** (rounds - number) for number in meetings if number <= rounds)


def _lot(uid: str, line: int, seed: str) -> int:
    digest = sha256(f"{seed}\n1\ngroup\n{uid}\n{line}".encode()).digest()
    return int.from_bytes(digest[:3], "big")
