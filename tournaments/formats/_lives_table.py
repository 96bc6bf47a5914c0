"""Who has how many lives left, who is out since when, and whether that is the end."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import compress
from operator import is_not
from typing import ClassVar

from tournaments.formats._base import Entry, Pairing, State
from tournaments.formats._latest import latest
from tournaments.formats._lives_options import LastTwo, LivesOptions
from tournaments.formats._rounds import Record, before, entrants_of, newest_round, records
from tournaments.formats._same_player import Mates, all_of, same_player


@dataclass(frozen=True, slots=True)
class Life:
    """An entrant's part: the lives it began with and those left, the rounds it lost one in, and when it went out.

    `wins` counts byes where the options do. `out` is None while it is in. `met` are the opponents in decided matches,
    one who came twice twice, and all other entrants of the same players with them.
    """

    entry: Entry
    record: Record
    start: int
    lost_in: tuple[int, ...]
    lives: int
    wins: int
    out: int | None
    met: tuple[str, ...] = ()

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
        """Say whether it was in the event, and not out, after a round."""
        return self.entry.joins <= number + 1 and (self.out is None or self.out > number)


@dataclass(frozen=True, slots=True)
class Table:
    """Everybody's part, in the order of lines.

    `newest` is the newest round paired. `open` are the matches without a result. `playoff` is the round after which no
    more entrants had lives left than places are paid, None before.
    """

    state: State
    options: LivesOptions
    lives: Mapping[str, Life]
    newest: int
    open: tuple[Pairing, ...]
    playoff: int | None

    @property
    def contenders(self) -> list[Life]:
        """Those who are still in, in the order of lines."""
        return [life for life in self.lives.values() if life.out is None]

    @property
    def leaders(self) -> list[Life]:
        """Those who can still win: in the playoff for the places not who has one life left while another has two."""
        contenders = self.contenders
        if self.playoff is None or all(life.lives < 2 for life in contenders):
            return contenders
        return [life for life in contenders if life.lives > 1]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play for, a knock-out at the end not looked at."""
        if self.open:
            return False
        fewest = 3 if self.options.last_two is LastTwo.SHARE else 2
        return len(self.leaders) < fewest

    @property
    def champion(self) -> str | None:
        """Who is left at the end; None before it and where nobody or two are."""
        leaders = self.leaders
        return leaders[0].entrant if self.is_over and len(leaders) == 1 else None


def table_of(state: State) -> Table:
    """Return the table of a state.

    Who leaves after the last match takes nothing back: the end is the end as it was played. In every other round a
    withdrawn entrant is out once it has no match to come.
    """
    if _has_leavers(state):
        played = _table(state, keeps_leavers=True)
        if played.newest and played.is_over:
            return played
    return _table(state, keeps_leavers=False)


def as_before(state: State, number: int) -> State:
    """Return the state as it was when a round was about to be paired, with those who have sat in one since."""
    seated = {uid for pairing in state.pairings if pairing.round >= number for uid in pairing.entrants}
    entries = tuple(
        replace(entry, is_withdrawn=False) if entry.is_withdrawn and entry.uid in seated else entry
        for entry in state.entries
        if entry.joins <= number
    )
    return replace(before(state, number), entries=entries)


def _table(state: State, *, keeps_leavers: bool) -> Table:
    options = LivesOptions.of(state.options)
    decided = {(result.round, result.slot) for result in state.results}
    waiting = tuple(
        [
            pairing
            for pairing in state.pairings
            if pairing.two is not None and (pairing.round, pairing.slot) not in decided
        ]
    )
    newest = newest_round(state)
    lives = _parts(state, options)
    leavers = [life for life in lives.values() if life.out is None and life.entry.is_withdrawn]
    if leavers:
        playing = {uid for pairing in waiting for uid in pairing.entrants}
        lives |= {
            life.entrant: replace(life, out=life.reached)
            for life in leavers
            if life.entrant not in playing and not (keeps_leavers and life.reached == newest)
        }
    table = Table(state, options, lives, newest, waiting, None)
    return _with_playoff(table) if options.max_places else table


def _parts(state: State, options: LivesOptions) -> dict[str, Life]:
    """Return everybody's part, in the order of lines; that of whoever has neither met nor lost anybody since is kept."""
    mates, found, last = _mates(state), records(state), _Parts.last
    if not mates and last.options is options and last.entries is state.entries:
        lives = dict(last.by_entrant)
        for uid in compress(found, map(is_not, found.values(), last.found.values())):
            lives[uid] = _life(lives[uid].entry, found[uid], options, met=_met(uid, found, mates))
    else:
        lives = {
            entry.uid: _life(entry, found[entry.uid], options, met=_met(entry.uid, found, mates))
            for entry in entrants_of(state)
        }
    _Parts.last = _Parts(options, state.entries, found, lives)
    return dict(lives)


@latest("entries")
def _has_leavers(state: State) -> bool:
    return any(entry.is_withdrawn for entry in state.entries)


@latest("entries")
def _mates(state: State) -> Mates:
    return same_player(state.entries)


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of those in the stage that was asked about last."""

    last: ClassVar["_Parts"]

    options: LivesOptions | None
    entries: tuple[Entry, ...]
    found: Mapping[str, Record]
    by_entrant: Mapping[str, Life]


_Parts.last = _Parts(None, (), {}, {})


def _met(uid: str, found: Mapping[str, Record], mates: Mates) -> tuple[str, ...]:
    if not mates:
        return tuple(found[uid].opponents)
    own = [found[mate] for mate in all_of(uid, mates) if mate in found]
    return tuple(
        other for record in own for opponent in record.opponents for other in all_of(opponent, mates)
    )


def _life(entry: Entry, record: Record, options: LivesOptions, *, met: tuple[str, ...]) -> Life:
    start = max(0, options.lives_of(entry.joins))
    lost_in = tuple([meeting.round for meeting in record.meetings if not meeting.has_won])
    wins = len(record.meetings) - len(lost_in) + (len(record.byes) if options.is_bye_a_win else 0)
    out = None
    if len(lost_in) >= start:
        out = lost_in[start - 1] if start else entry.joins - 1
    lives = max(0, start - len(lost_in))
    return Life(entry, record, start, lost_in, lives, wins, out, met)


def _with_playoff(table: Table) -> Table:
    """Find the round that left no more than are paid, and put out who was left aside in the rounds after it."""
    undecided = min((pairing.round for pairing in table.open), default=table.newest + 1)
    start = next(
        (
            number
            for number in range(undecided)
            if sum(life.is_in_after(number) for life in table.lives.values()) <= table.options.max_places
        ),
        None,
    )
    if start is None:
        return table
    lives = dict(table.lives)
    for number in sorted({pairing.round for pairing in table.state.pairings if pairing.round > start}):
        for life in list(_left_aside(lives, number)):
            lives[life.entrant] = replace(life, out=number - 1)
    return replace(table, lives=lives, playoff=start)


def _left_aside(lives: Mapping[str, Life], number: int) -> Iterator[Life]:
    """Return who could not win any more before a round of the playoff and was not paired in it."""
    there = [life for life in lives.values() if life.is_in_after(number - 1)]
    if all(life.lives_after(number - 1) < 2 for life in there):
        return
    for life in there:
        if life.lives_after(number - 1) < 2 and number not in life.record.rounds:
            yield life
