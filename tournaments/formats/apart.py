"""The separation of families, clubs and countries in the first rounds of a bracket, and of two by order."""

from collections import Counter
from collections.abc import Collection, Sequence
from enum import StrEnum

from tournaments.formats.base import Entry
from tournaments.formats.chance import by_chance

# How many exchanges an entrant tries at most in a large field.
_MOST_EXCHANGES = 256

# The group of the previous stage, besides family, club and country.
_OF_GROUP = 3
# Two whom the director keeps apart, in the first round alone.
_OF_ORDER = 4

_Lines = list[str | None]


class Apart(StrEnum):
    """Which entrants are kept apart: none, members of a club, of a country, or of both with the club first.

    In all cases but the first, members of a family are kept apart too, before members of a club.
    """

    NOBODY = "nobody"
    CLUB = "club"
    COUNTRY = "country"
    CLUB_AND_COUNTRY = "club_and_country"


def keep_apart(
    lines: Sequence[str | None],
    entries: Sequence[Entry],
    *,
    apart: Apart,
    rounds: int,
    fixed: Collection[str],
    seed: str,
) -> tuple[str | None, ...]:
    """Return the lines after exchanges that delay meetings within a group, over `rounds` rounds at most.

    Fixed entrants stay where they are. Entrants with a bye exchange only with each other, so that the byes stay as
    drawn. An earlier meeting costs more than all later ones. A meeting of two from one group of the previous stage
    costs more than any of those, in whatever round, and one in the first round that the director does not want
    (`Entry.apart_from`) more than all others. Each exchange is an improvement, and in the end no exchange of two is
    one; chance decides the order in which entrants are tried.
    """
    hall = _GroupSpread(lines, entries, apart=apart, rounds=rounds)
    movable = [uid for uid in lines if uid is not None and uid not in fixed]
    in_order = by_chance(movable, seed=seed, round_number=1, purpose="apart")
    while sum(hall.improve(uid, in_order) for uid in in_order):
        pass
    return tuple(hall.lines)


def apart_by_order(
    lines: Sequence[str | None], entries: Sequence[Entry], *, fixed: Collection[str], seed: str
) -> tuple[str | None, ...]:
    """Return the lines after exchanges that keep apart in the first round whom the director keeps apart, if any."""
    if not any(entry.apart_from for entry in entries):
        return tuple(lines)
    return keep_apart(lines, entries, apart=Apart.NOBODY, rounds=0, fixed=fixed, seed=seed)


class _GroupSpread:
    """The lines of a draw, with the number of members of each group in each part of the bracket."""

    def __init__(
        self, lines: Sequence[str | None], entries: Sequence[Entry], *, apart: Apart, rounds: int
    ) -> None:
        self.lines: _Lines = list(lines)
        self._line = {uid: line for line, uid in enumerate(lines) if uid is not None}
        self._groups = {entry.uid: _groups(entry, apart=apart) for entry in entries}
        self._rounds = rounds
        self._all_rounds = (len(lines) & -len(lines)).bit_length() - 1
        self._base = len(lines)
        self._members: Counter[tuple[int, int, tuple[int, str]]] = Counter()
        for uid, line in self._line.items():
            self._count(uid, line, 1)

    def improve(self, uid: str, others: Sequence[str]) -> bool:
        """Make the best exchange for an entrant who would meet its own group; say whether there was one."""
        line = self._line[uid]
        self._count(uid, line, -1)
        best, best_gain = None, 0
        if self._cost(uid, line):
            has_bye = self.lines[line ^ 1] is None
            alike = [other for other in others if (self.lines[self._line[other] ^ 1] is None) == has_bye]
            for other in alike[:_MOST_EXCHANGES]:
                gain = self._gain(uid, line, other)
                if gain > best_gain:
                    best, best_gain = other, gain
        self._count(uid, line, 1)
        if best is None:
            return False
        self._exchange(uid, best)
        return True

    def _gain(self, uid: str, line: int, other: str) -> int:
        """Return the costs that an exchange saves; the counts exclude `uid`."""
        place = self._line[other]
        self._count(other, place, -1)
        before = self._cost(uid, line) + self._cost(other, place)
        after = self._cost(uid, place) + self._cost(other, line)
        self._count(other, place, 1)
        return before - after

    def _exchange(self, uid: str, other: str) -> None:
        one, two = self._line[uid], self._line[other]
        for who, before, after in ((uid, one, two), (other, two, one)):
            self._count(who, before, -1)
            self._count(who, after, 1)
            self._line[who], self.lines[after] = after, who

    def _count(self, uid: str, line: int, change: int) -> None:
        for kind, key in self._groups[uid]:
            for level in range(1, self._levels(kind) + 1):
                self._members[level, line >> level, (kind, key)] += change

    def _levels(self, kind: int) -> int:
        """Return the number of rounds that count: all for a group of the previous stage, one for an order."""
        if kind == _OF_ORDER:
            return 1
        return self._all_rounds if kind == _OF_GROUP else self._rounds

    def _cost(self, uid: str, line: int) -> int:
        """Return the cost of placing an entrant on a line; the counts exclude the entrant."""
        cost = 0
        for kind, key in self._groups[uid]:
            nearer = 0
            for level in range(1, self._levels(kind) + 1):
                members = self._members[level, line >> level, (kind, key)]
                # A group of the previous stage outweighs all other groups.
                power = self._all_rounds - level if kind == _OF_GROUP else kind - 3 * level
                # What the director orders outweighs them.
                power = self._all_rounds if kind == _OF_ORDER else power
                cost += (members - nearer) * self._base ** (3 * self._rounds + power)
                nearer = members
        return cost


def _groups(entry: Entry, *, apart: Apart) -> list[tuple[int, str]]:
    """Return the groups of an entrant, each with its weight."""
    groups = [(_OF_GROUP, entry.group)]
    if apart is not Apart.NOBODY:
        groups.append((2, entry.family))
    if apart in {Apart.CLUB, Apart.CLUB_AND_COUNTRY}:
        groups.append((1, entry.club))
    if apart in {Apart.COUNTRY, Apart.CLUB_AND_COUNTRY}:
        groups.append((0, entry.country))
    groups += [(_OF_ORDER, " ".join(sorted((entry.uid, other)))) for other in entry.apart_from]
    return [(kind, key) for kind, key in groups if key]
