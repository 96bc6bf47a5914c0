"""The lives left of every entrant, the round of its elimination, and whether the event is over."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, compress
from operator import is_not
from typing import NamedTuple

from tournaments.formats.base import Entry, Pairing, State
from tournaments.formats.latest import LatestAnswers, latest
from tournaments.formats.lives.options import LastTwo, LivesOptions
from tournaments.formats.rounds import Record, course_of, entrants_of
from tournaments.formats.same_player import Mates, all_of, same_player


class Life(NamedTuple):
    """The record of an entrant: its lives at the start and now, the rounds that cost one, and its elimination.

    `wins` counts byes if the options do. `out` is None while it is in. `opponents` are the opponents in decided matches,
    repeated for rematches, and all other entrants of the same players. A named tuple because every match creates two,
    and two more when it is decided.
    """

    entry: Entry
    record: Record
    start: int
    lost_in: tuple[int, ...]
    lives: int
    wins: int
    out: int | None
    opponents: tuple[str, ...] = ()

    @property
    def entrant(self) -> str:
        """Its uid."""
        return self.entry.uid

    @property
    def reached(self) -> int:
        """The last round it sat in, 0 before any."""
        return self.record.rounds[-1] if self.record.rounds else 0

    def lives_after(self, number: int) -> int:
        """The lives it had after a round."""
        return max(0, self.start - bisect_right(self.lost_in, number))

    def is_in_after(self, number: int) -> bool:
        """Say whether it was in the event, and not eliminated, after a round."""
        return self.entry.joins <= number + 1 and (self.out is None or self.out > number)


@dataclass(frozen=True)
class LivesTable:
    """The records of all entrants, in the order of lines.

    `newest` is the newest round paired. `open` are the matches without a result. `playoff` is the round after which no
    more entrants had lives left than places are paid, None before.
    """

    state: State
    options: LivesOptions
    lives: Mapping[str, Life]
    newest: int
    open: tuple[Pairing, ...]
    playoff: int | None

    @cached_property
    def contenders(self) -> list[Life]:
        """Entrants who are still in, in the order of lines."""
        return [life for life in self.lives.values() if life.out is None]

    @cached_property
    def leaders(self) -> list[Life]:
        """Entrants who can still win: in the playoff for paid places, none with one life while another has two."""
        contenders = self.contenders
        if self.playoff is None or all(life.lives < 2 for life in contenders):
            return contenders
        return [life for life in contenders if life.lives > 1]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play for, apart from a knock-out at the end."""
        if self.open:
            return False
        fewest = 3 if self.options.last_two is LastTwo.SHARE else 2
        return len(self.leaders) < fewest

    @property
    def champion(self) -> str | None:
        """The last entrant at the end; None before it, and if nobody or two are left."""
        leaders = self.leaders
        return leaders[0].entrant if self.is_over and len(leaders) == 1 else None


@latest("entries", "pairings", "results", "options", "seed", "now", "lot", "lots", "by_hand")
def table_of(state: State) -> LivesTable:
    """Return the table of a state.

    A withdrawal after the last match changes nothing: the result stands as played. Otherwise a withdrawn entrant is out
    once it has no match to come.
    """
    if _has_leavers(state):
        final_table = _table(state, keeps_leavers=True)
        if final_table.newest and final_table.is_over:
            return final_table
    return _table(state, keeps_leavers=False)


def _table(state: State, *, keeps_leavers: bool) -> LivesTable:
    options, course = LivesOptions.of(state.options), course_of(state)
    lives = _parts(state, options, course.records)
    waiting = tuple(course.open.values())
    if _has_leavers(state):
        playing = {uid for pairing in waiting for uid in pairing.entrants}
        lives |= {
            life.entrant: life._replace(out=life.reached)
            for life in lives.values()
            if life.out is None
            and life.entry.is_withdrawn
            and life.entrant not in playing
            and not (keeps_leavers and life.reached == course.newest)
        }
    table = LivesTable(state, options, lives, course.newest, waiting, None)
    return _with_playoff(table) if options.max_places else table


def _parts(state: State, options: LivesOptions, by_entrant: Mapping[str, Record]) -> dict[str, Life]:
    """Return the records of all entrants, in the order of lines; unchanged ones are kept."""
    mates, last = _mates(state), _PARTS.newest
    if not mates and last is not None and last.options is options and last.entries is state.entries:
        lives = dict(last.by_entrant)
        for uid in compress(by_entrant, map(is_not, by_entrant.values(), last.records.values())):
            lives[uid] = _extend(lives[uid], by_entrant, options)
    else:
        lives = {entry.uid: _new_part(entry, by_entrant, options, mates) for entry in entrants_of(state)}
    _PARTS.store(_Parts(options, state.entries, by_entrant, lives))
    return dict(lives)


def _extend(life: Life, by_entrant: Mapping[str, Record], options: LivesOptions) -> Life:
    """Return the record of an entrant, the only one of its player, extended by new results."""
    record, earlier = by_entrant[life.entrant], life.record.meetings
    if record.meetings[: len(earlier)] != earlier:
        return _new_part(life.entry, by_entrant, options, {})
    new = record.meetings[len(earlier) :]
    lost_in = (*life.lost_in, *[meeting.round for meeting in new if not meeting.has_won])
    opponents = (*life.opponents, *[meeting.opponent for meeting in new])
    return _life(life.entry, record, options, start=life.start, lost_in=lost_in, opponents=opponents)


@latest("entries")
def _has_leavers(state: State) -> bool:
    return any(entry.is_withdrawn for entry in state.entries)


@latest("entries")
def _mates(state: State) -> Mates:
    return same_player(state.entries)


@dataclass(frozen=True, slots=True)
class _Parts:
    """The records of the stage of the last call."""

    options: LivesOptions
    entries: tuple[Entry, ...]
    records: Mapping[str, Record]
    by_entrant: Mapping[str, Life]


_PARTS: LatestAnswers[_Parts] = LatestAnswers()


def _met(uid: str, by_entrant: Mapping[str, Record], mates: Mates) -> tuple[str, ...]:
    if not mates:
        return tuple(by_entrant[uid].opponents)
    own = [by_entrant[mate] for mate in all_of(uid, mates) if mate in by_entrant]
    return tuple(
        other for record in own for opponent in record.opponents for other in all_of(opponent, mates)
    )


def _new_part(entry: Entry, by_entrant: Mapping[str, Record], options: LivesOptions, mates: Mates) -> Life:
    """Return the record of an entrant, computed from all its results."""
    record = by_entrant[entry.uid]
    return _life(
        entry,
        record,
        options,
        start=max(0, options.lives_of(entry.joins)),
        lost_in=tuple([meeting.round for meeting in record.meetings if not meeting.has_won]),
        opponents=_met(entry.uid, by_entrant, mates),
    )


def _life(
    entry: Entry,
    record: Record,
    options: LivesOptions,
    *,
    start: int,
    lost_in: tuple[int, ...],
    opponents: tuple[str, ...],
) -> Life:
    losses = len(lost_in)
    wins = len(record.meetings) - losses + (len(record.byes) if options.is_bye_a_win else 0)
    out = None
    if losses >= start:
        out = lost_in[start - 1] if start else entry.joins - 1
    return Life(entry, record, start, lost_in, max(0, start - losses), wins, out, opponents)


def _with_playoff(table: LivesTable) -> LivesTable:
    """Return the table with the round that left no more than the paid places, and with the eliminations after it."""
    first_open = min((pairing.round for pairing in table.open), default=table.newest + 1)
    remaining = _remaining_after(table.lives.values(), first_open)
    start = next(
        (number for number, count in enumerate(remaining) if count <= table.options.max_places), None
    )
    if start is None:
        return table
    lives = dict(table.lives)
    for number in sorted({pairing.round for pairing in table.state.pairings if pairing.round > start}):
        for life in list(_outsiders(lives, number)):
            lives[life.entrant] = life._replace(out=number - 1)
    return replace(table, lives=lives, playoff=start)


def _remaining_after(lives: Iterable[Life], rounds: int) -> Iterable[int]:
    """Yield the number of entrants who are in after each of these rounds, from 0 on."""
    changes = [0] * (rounds + 1)
    for life in lives:
        comes, goes = min(life.entry.joins - 1, rounds), rounds if life.out is None else min(life.out, rounds)
        if comes < goes:
            changes[comes] += 1
            changes[goes] -= 1
    return accumulate(changes[:rounds])


def _outsiders(lives: Mapping[str, Life], number: int) -> Iterator[Life]:
    """Yield the entrants who could not win any more before a round of the playoff and were not paired in it."""
    there = [life for life in lives.values() if life.is_in_after(number - 1)]
    if all(life.lives_after(number - 1) < 2 for life in there):
        return
    for life in there:
        if life.lives_after(number - 1) < 2 and number not in life.record.rounds:
            yield life
