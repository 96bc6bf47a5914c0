"""Lives by rounds: the players of the next round, and their pairs."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.formats.base import Pairing, State
from tournaments.formats.by_hand import HandSeats, is_by_hand, kept_apart, missing_by_hand, seats_by_hand
from tournaments.formats.lives.finals import finals_of
from tournaments.formats.lives.options import OddOne
from tournaments.formats.lives.pools import Pool, record_of
from tournaments.formats.lives.table import Life, LivesTable, table_of
from tournaments.formats.moments import as_before
from tournaments.formats.rounds import (
    available,
    free_slots,
    is_round_complete,
    slots_in_order,
    stale_of_newest,
)


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round as paired: what is by hand, its pools, and the entrants who sit out because nobody has equal lives."""

    number: int
    hand: HandSeats
    pools: tuple[Pool, ...]
    alone: tuple[str, ...]


def next_round(table: LivesTable) -> tuple[Pairing, ...]:
    """Return the next round once the newest is complete; before that, pairs for its players without an opponent.

    A round in which fewer than two can play is skipped. Where a corrected result ended a knock-out, a match of an
    earlier round may be open; it is played first.
    """
    if table.newest and not is_round_complete(table.state, table.newest):
        return _pairs_left_over(table)
    if table.open:
        return ()
    rounds = (pair_round(table, number) for number in _numbers(table))
    following = next((round_ for round_ in rounds if round_.pools or round_.hand.pairs), None)
    return () if following is None else pairings_of(following, table)


def stale_of_rounds(state: State) -> tuple[Pairing, ...]:
    """Return the pairings that no longer follow: of the newest round all or none, while none has begun.

    In a round that has begun, a bye is stale if a new entrant can be its opponent.
    """

    def again(_: State, number: int, __: Sequence[str]) -> tuple[Pairing, ...]:
        return round_again(state, number)

    stale = stale_of_newest(state, repair=again)
    return stale or _byes_to_play(table_of(state))


def round_again(state: State, number: int) -> tuple[Pairing, ...]:
    """Return a round as paired from the current earlier results; empty if it would not be played."""
    table = table_of(as_before(state, number))
    if table.open or table.is_over:
        return ()
    finals = finals_of(table)
    if finals is not None:
        return tuple(pairing for pairing in finals.board.pairings().values() if pairing.round == number)
    return pairings_of(pair_again(table, state, number), table)


def pair_again(table: LivesTable, state: State, number: int) -> PairedRound:
    """Return a round paired from the table before it, for its current players and those who could be."""
    seated = {uid for pairing in state.pairings if pairing.round == number for uid in pairing.entrants}
    return pair_round(table, number, seated=seated - missing_by_hand(state, number))


def pair_round(table: LivesTable, number: int, *, seated: Collection[str] = ()) -> PairedRound:
    """Return a round for all entrants who are in and present; `seated` ones have already been present in it."""
    state, options = table.state, table.options
    there = {*seated, *available(state, number)}
    present = [life for life in table.contenders if life.entrant in there]
    hand = seats_by_hand(state, number, [life.entrant for life in present])
    players = [life for life in _players(present, table) if life.entrant not in hand.players]
    groups = _groups(players) if options.odd_one is OddOne.SIT_OUT else [players]
    fit = [group for group in groups if len(group) > 1]
    if not fit and len(players) > 1:
        fit = [players]
    bans = kept_apart(state, number)
    pools = tuple(Pool(group, number, state.seed_of(number), options, apart=bans) for group in fit)
    pool_players = {uid for pool in pools for uid in pool.entrants}
    alone = tuple(life.entrant for life in players if life.entrant not in pool_players)
    return PairedRound(number, hand, pools, alone)


def pairings_of(round_: PairedRound, table: LivesTable) -> tuple[Pairing, ...]:
    """Return the pairings with slots by the rank of the better entrant, the byes last."""
    rank = ranks(table.contenders)
    pairs = [*round_.hand.pairs, *(pair for pool in round_.pools for pair in pool.pairs)]
    pairings = slots_in_order(round_.number, pairs, rank=rank)
    byes = [
        *round_.hand.byes,
        *round_.alone,
        *(pool.odd_one for pool in round_.pools if pool.odd_one is not None),
    ]
    byes.sort(key=rank.__getitem__)
    return (
        *pairings,
        *(Pairing(round_.number, slot, uid, None) for slot, uid in enumerate(byes, start=len(pairings))),
    )


def ranks(lives: Sequence[Life]) -> dict[str, int]:
    """Return the rank of each entrant: by lives, then wins, then line."""
    best = sorted(lives, key=lambda life: (*(-value for value in record_of(life)), life.record.line))
    return {life.entrant: rank for rank, life in enumerate(best)}


def _players(there: list[Life], table: LivesTable) -> list[Life]:
    """Return these players without those who cannot win any more in the playoff for paid places, except one who saves a
    bye.
    """
    able = {life.entrant for life in table.leaders}
    leaders = [life for life in there if life.entrant in able]
    others = [life for life in there if life.entrant not in able]
    if len(leaders) % 2 and others:
        best = ranks(others)
        leaders.append(min(others, key=lambda life: (-life.wins, len(life.record.byes), best[life.entrant])))
    return leaders


def _groups(players: Sequence[Life]) -> list[list[Life]]:
    """Return the players grouped by equal lives, most lives first."""
    by_lives: dict[int, list[Life]] = {}
    for life in sorted(players, key=lambda life: -life.lives):
        by_lives.setdefault(life.lives, []).append(life)
    return list(by_lives.values())


def _numbers(table: LivesTable) -> list[int]:
    """Return the candidates for the next round: the one after the newest, and those in which players return or join."""
    there = [life.entry for life in table.contenders]
    ahead = {table.newest + 1}
    ahead |= {number + 1 for entry in there for number in entry.absent if number > table.newest}
    ahead |= {entry.joins for entry in there if entry.joins > table.newest}
    return sorted(ahead)


def _byes_to_play(table: LivesTable) -> tuple[Pairing, ...]:
    """Return the bye of the round under way whose holder can meet a free player; empty if nobody is left over."""
    number = table.newest
    idle = [] if is_round_complete(table.state, number) else _idle(table)
    if len(idle) % 2 == 0:
        return ()
    levels = {life.lives for life in idle}
    byes = [
        pairing
        for pairing in table.state.pairings
        if pairing.round == number
        and pairing.is_bye
        and not is_by_hand(table.state, pairing)
        and (table.options.odd_one is OddOne.FLOAT or table.lives[pairing.one].lives in levels)
    ]
    return tuple(sorted(byes, key=lambda pairing: pairing.place)[:1])


def _idle(table: LivesTable) -> list[Life]:
    """Return the entrants who are in and present and do not sit in the newest round."""
    number = table.newest
    sitting = {uid for pairing in table.state.pairings if pairing.round == number for uid in pairing.entrants}
    waiting = set(available(table.state, number)) - sitting
    return [life for life in table.contenders if life.entrant in waiting]


def _pairs_left_over(table: LivesTable) -> tuple[Pairing, ...]:
    """Return pairs of players who lost their opponent of the newest round to a swap, if there are at least two.

    Those whom the director pairs by hand come first, and so do byes by hand.
    """
    number, state = table.newest, table.state
    idle = _idle(table)
    hand = seats_by_hand(state, number, [life.entrant for life in idle])
    others = [life for life in idle if life.entrant not in hand.players]
    pairs = list(hand.pairs)
    if len(others) > 1:
        bans = kept_apart(state, number)
        pairs += Pool(others, number, state.seed_now, table.options, has_byes=False, apart=bans).pairs
    sides = [(one.one, one.two) for one in slots_in_order(number, pairs, rank=ranks(idle))]
    sides += [(uid, None) for uid in hand.byes]
    slots = free_slots(state.pairings, number, len(sides))
    return tuple(Pairing(number, slot, one, two) for slot, (one, two) in zip(slots, sides, strict=True))
