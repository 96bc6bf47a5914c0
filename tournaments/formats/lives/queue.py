"""Lives without rounds: the pairs among free players now."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from itertools import combinations

from tournaments.formats.base import Pairing, State
from tournaments.formats.lives.finals import FinalsCause, finals_of
from tournaments.formats.lives.options import LivesOptions, Mode, OddOne
from tournaments.formats.lives.pools import Pool, times_met
from tournaments.formats.lives.rounds import ranks
from tournaments.formats.lives.table import Life, LivesTable, table_of
from tournaments.formats.rounds import by_round, free_slots, without

Pair = tuple[str, str]
# The fewest lives at which a bracket begins.
_SMALLEST_BRACKET = 4


@dataclass(frozen=True, slots=True)
class QueueOutcome:
    """The pools with their pairs, and the pairs of players whom nobody else can meet."""

    pools: tuple[Pool, ...]
    pairs: tuple[Pair, ...] = ()
    floats: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class _FreePlayers:
    """The free players by lives, most lives first, and the players at a table."""

    table: LivesTable
    groups: Mapping[int, list[Life]]
    playing: Sequence[tuple[str, ...]]

    def may_come(self, lives: int) -> int:
        """Return the number of matches under way that can free a player with this number of lives."""
        return self._coming[lives]

    def after(self, pairs: Collection[Pair]) -> "_FreePlayers":
        """Return the state in which these pairs play too."""
        busy = {uid for pair in pairs for uid in pair}
        groups = {
            lives: [life for life in group if life.entrant not in busy]
            for lives, group in self.groups.items()
        }
        return _FreePlayers(self.table, groups, (*self.playing, *pairs))

    @cached_property
    def _coming(self) -> Counter[int]:
        parts = self.table.lives
        matches = Counter(
            [tuple([parts[uid].lives for uid in pair if uid in parts]) for pair in self.playing]
        )
        counts: Counter[int] = Counter()
        for lives_left, times in matches.items():
            for lives in {*lives_left, *(one - 1 for one in lives_left)}:
                counts[lives] += times
        return counts


def free_pairs(table: LivesTable) -> tuple[Pairing, ...]:
    """Return the matches of players free now, each in the round after the later of its two entrants' last ones.

    A player who misses rounds is away until the newest round is past them, unless nobody else is left to play.
    """
    outcome = waiting(table)
    if not _pairs(outcome) and not table.open:
        outcome = waiting(table, keeps_absent=False)
    if not _pairs(outcome):
        return ()
    rank = ranks([table.lives[uid] for pair in _pairs(outcome) for uid in pair])
    level, floats = (
        sorted((sorted(pair, key=rank.__getitem__) for pair in pairs), key=lambda pair: rank[pair[0]])
        for pairs in (outcome.pairs, outcome.floats)
    )
    # Where not all may be played before a bracket, nobody floats past two who are level.
    chosen = sorted([*level, *floats][: _most(table)], key=lambda pair: rank[pair[0]])
    pairings: list[Pairing] = []
    for one, two in chosen:
        number = max(_next_round(table.lives[uid]) for uid in (one, two))
        (slot,) = free_slots([*table.state.pairings, *pairings], number, 1)
        pairings.append(Pairing(number, slot, one, two))
    return tuple(sorted(pairings, key=lambda pairing: pairing.place))


def left_of_bracket(state: State) -> tuple[Pairing, ...]:
    """Return the last matches, none of them begun, without which a bracket follows now or after all others.

    They are left of a bracket that was drawn from a result that has changed since, or are more than the lives left allow
    since then.
    """
    table = table_of(state)
    if table.options.bracket_slots < _SMALLEST_BRACKET:
        return ()
    results = {result.place: result.is_given for result in state.results}
    rounds = by_round(one for one in state.pairings if not one.is_bye)
    last: list[Pairing] = []
    for number in sorted(rounds, reverse=True):
        if any(one.is_begun or not results.get(one.place, True) for one in rounds[number]):
            break
        last += rounds[number]
        before = [one for one in table.open if one.round < number]
        if _fits_bracket(table, matches=len(before)) and _makes_way(table_of(without(state, last))):
            return tuple(last)
    return _beyond_bracket(table)


def _beyond_bracket(table: LivesTable) -> tuple[Pairing, ...]:
    """Return the last open matches, none of them begun, if all that are open pass over the next bracket."""
    lives = sum(life.lives for life in table.contenders)
    aim = _next_bracket(lives, table.options.bracket_slots)
    excess = len(table.open) - (lives - aim)
    waiting = sorted((one for one in table.open if _is_newest(one, table)), key=lambda one: one.place)
    # Exactly the lives of a bracket are left where it could not begin.
    if aim in (0, lives) or not 0 < excess <= len(waiting):
        return ()
    return tuple(one for one in waiting if one.round >= waiting[-excess].round)


def _is_newest(pairing: Pairing, table: LivesTable) -> bool:
    """Say whether a match has not begun and its players have none after it: a result before may be taken back."""
    return not pairing.is_begun and all(table.lives[uid].reached == pairing.round for uid in pairing.entrants)


def _next_bracket(lives: int, slots: int) -> int:
    """Return the lives at which the next bracket begins, a power of two; 0 if none follows."""
    return 0 if min(lives, slots) < _SMALLEST_BRACKET else 1 << (min(lives, slots).bit_length() - 1)


def _fits_bracket(table: LivesTable, *, matches: int) -> bool:
    """Say whether the lives left after so many matches are those of a bracket."""
    lives = sum(life.lives for life in table.contenders) - matches
    return _SMALLEST_BRACKET <= lives <= table.options.bracket_slots and not lives & (lives - 1)


def _makes_way(table: LivesTable) -> bool:
    """Say whether a bracket begins now, or once the matches under way are over."""
    finals = finals_of(table)
    if finals is not None:
        return finals.ending is FinalsCause.BRACKET and not table.open
    return bool(table.open) and _most(table) == 0


def waiting(table: LivesTable, *, keeps_absent: bool = True) -> QueueOutcome:
    """Return the pairs among free players, a pure function of the state; nothing follows from them at once."""
    if _is_between_batches(table):
        return QueueOutcome(())
    hall = _hall(table, keeps_absent=keeps_absent)
    free = {lives: len(group) for lives, group in hall.groups.items()}
    outcome = more = _first_waiting(hall)
    # A float leaves behind players whom the rest can meet, although a rematch had postponed them.
    while pairs := _pairs(more):
        hall = hall.after(pairs)
        if all(len(group) < 2 for group in hall.groups.values()):
            break
        more = _first_waiting(hall)
        # Two who are left by floats had a choice, of which their pool knows nothing.
        pools = tuple(pool for pool in more.pools if len(pool.lives) > 2 or free[pool.lives[0].lives] == 2)
        outcome = QueueOutcome(
            outcome.pools + pools, outcome.pairs + more.pairs, outcome.floats + more.floats
        )
    return outcome


def _first_waiting(hall: _FreePlayers) -> QueueOutcome:
    pools: list[Pool] = []
    pairs: list[Pair] = []
    options, seed, newest = hall.table.options, hall.table.state.seed_now, hall.table.newest
    for lives, group in hall.groups.items():
        if len(group) < 2 or len(group) < _fewest(hall, lives, len(group)):
            continue
        pool = Pool(group, newest + 1, seed, options, has_byes=False)
        pool_pairs = list(_met_first_put_off(pool, hall, lives))
        if pool_pairs:
            pools.append(pool)
            pairs += pool_pairs
    if options.odd_one is not OddOne.FLOAT and (pairs or hall.playing):
        return QueueOutcome(tuple(pools), tuple(pairs))
    players = {uid for pair in pairs for uid in pair}
    rest = [life for group in hall.groups.values() for life in group if life.entrant not in players]
    return QueueOutcome(tuple(pools), tuple(pairs), tuple(_floats(rest, hall)))


def _pairs(outcome: QueueOutcome) -> list[Pair]:
    return [*outcome.pairs, *outcome.floats]


def _hall(table: LivesTable, *, keeps_absent: bool) -> _FreePlayers:
    pairs = [pairing.entrants for pairing in table.open]
    playing = {uid for pair in pairs for uid in pair}
    groups: dict[int, list[Life]] = {}
    for life in table.contenders:
        entry = life.entry
        if entry.uid in playing or entry.is_withdrawn:
            continue
        if not keeps_absent or table.newest + 1 not in entry.absent:
            groups.setdefault(life.lives, []).append(life)
    return _FreePlayers(table, dict(sorted(groups.items(), reverse=True)), pairs)


def _is_between_batches(table: LivesTable) -> bool:
    """Say whether the next batch is not due yet; it is due at once if nobody plays."""
    if table.options.mode is not Mode.BATCHES or not table.open:
        return False
    times = [pairing.made_at for pairing in table.state.pairings if pairing.made_at is not None]
    if table.state.now is None or not times:
        return True
    return table.state.now < max(times) + timedelta(minutes=table.options.batch_minutes)


def _fewest(hall: _FreePlayers, lives: int, count: int) -> int:
    """Return how many players with this number of lives must be free before a pairing, within what is possible."""
    options: LivesOptions = hall.table.options
    if options.mode is not Mode.QUEUE:
        return 2
    return min(options.queue_length, count + hall.may_come(lives))


def _met_first_put_off(pool: Pool, hall: _FreePlayers, lives: int) -> Iterator[Pair]:
    """Yield the pairs; rematches only when the next batch comes or no other pair is possible."""
    options = hall.table.options
    is_final = options.mode is Mode.BATCHES or not options.avoids_rematches
    parts = hall.table.lives
    for one, two in pool.pairs:
        if is_final or not times_met(parts[one], parts[two]) or not hall.may_come(lives):
            yield one, two


def _floats(rest: Sequence[Life], hall: _FreePlayers) -> Iterator[Pair]:
    """Yield pairs of players whom nobody with equal lives can meet any more, with lives as similar as possible."""
    if len(rest) < 2:
        return
    free = {life.entrant: life for life in rest}
    stuck = {life.entrant for life in rest if not hall.may_come(life.lives)}
    while True:
        pairs = [
            (
                _are_same(one, two),
                abs(one.lives - two.lives),
                times_met(one, two),
                one.record.line,
                two.record.line,
            )
            for one, two in combinations(free.values(), 2)
            if not stuck.isdisjoint((one.entrant, two.entrant))
        ]
        if not pairs:
            return
        *_, first, second = min(pairs)
        by_line = {life.record.line: uid for uid, life in free.items()}
        one, two = by_line[first], by_line[second]
        yield one, two
        del free[one], free[two]


def _are_same(one: Life, other: Life) -> bool:
    return bool(one.entry.player) and one.entry.player == other.entry.player


def _most(table: LivesTable) -> int | None:
    """Return how many matches may begin before the lives left fit the bracket, a power of two; None for any number."""
    lives = sum(life.lives for life in table.contenders) - len(table.open)
    aim = _next_bracket(lives, table.options.bracket_slots)
    if not aim:
        return None
    if aim == lives:
        # Nobody plays and no bracket has begun: somebody has too many lives, or everybody has two.
        return 0 if table.open else None
    return lives - aim


def _next_round(life: Life) -> int:
    return max(life.reached + 1, life.entry.joins)
