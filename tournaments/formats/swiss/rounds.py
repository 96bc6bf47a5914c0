"""The rounds of a Swiss as they follow from the state: who is paired next, and who is free in the round under way."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, count, repeat
from operator import attrgetter

from tournaments.formats.base import Entry, Pairing, State
from tournaments.formats.rounds import (
    available,
    before,
)
from tournaments.formats.same_player import Mates, meetings_of, same_player
from tournaments.formats.swiss.board import Board, Rematches, System, seated
from tournaments.formats.swiss.options import Acceleration, Apart, SwissOptions
from tournaments.formats.tiebreaks import WIN
from tournaments.matching.rules import Pair, picked


def round_of(state: State, number: int, players: Sequence[str]) -> tuple[Pairing, ...]:
    """Pair a round of these players, from what was played before it."""
    board = board_of(state, number, players)
    found = seated(board)
    if found is None:
        return ()
    names = board.players
    # The pairs are in the order of their better placed entrants. All byes stand behind them, the best placed first;
    # there is more than one where nobody is left to meet.
    sides = [
        *((names[one], names[two]) for one, two in found.pairs),
        *((names[one], None) for one in found.byes),
    ]
    return tuple([Pairing(number, slot, one, two) for slot, (one, two) in enumerate(sides)])


def board_of(state: State, number: int, players: Collection[str]) -> Board:
    """Return what decides a round of these players."""
    chosen = SwissOptions.of(state.options)
    entries = {entry.uid: entry for entry in state.entries}
    by_line = sorted([entries[uid] for uid in players], key=attrgetter("line"))
    uids = [entry.uid for entry in by_line]
    ones, twos = [pairing.one for pairing in state.pairings], [pairing.two for pairing in state.pairings]
    won = Counter([result.winner for result in state.results])
    rested = Counter([pairing.one for pairing in state.pairings if pairing.two is None])
    wins, byes = _counts(won, uids), _counts(rested, uids)
    walkovers = _counts([result.winner for result in state.results if not result.is_played], uids)
    seats = len(ones) + len(twos) - twos.count(None)
    if seats == len(state.entries) * (number - 1) == len(uids) * (number - 1):
        # Everybody who ever came is here, and as many sat as could: nobody sits twice in a round.
        sat = [number - 1] * len(uids)
    else:
        sat = _counts(chain(ones, twos), uids)
    virtual = _virtual(chosen, by_line, number=number, size=state.size)
    bye_points = chosen.bye_points
    scores = [
        WIN * matches + bye_points * free + more
        for matches, free, more in zip(wins, byes, virtual, strict=True)
    ]
    order = sorted(range(len(uids)), key=scores.__getitem__, reverse=True)
    names = picked(uids, order)
    mates = same_player(state.entries)
    met, again = _met(ones, twos, names, mates)
    # Rounds missed, and matches won without playing.
    unplayed = [number - 1 - seats + won for seats, won in zip(sat, walkovers, strict=True)]
    return Board(
        number=number,
        rounds_after=max(0, chosen.planned(state.size) - number),
        seed=state.seed_of(number),
        system=chosen.system,
        rematches=chosen.rematches,
        players=tuple(names),
        scores=tuple(picked(scores, order)),
        virtual=tuple(picked(virtual, order)),
        byes=tuple(picked(byes, order)),
        no_bye_lots=tuple(picked([entry.bye_lots == 0 for entry in by_line], order)),
        unplayed=tuple(picked(unplayed, order)),
        met=met,
        again=again,
        keys=_keys(picked(by_line, order), chosen.apart),
        most_rounds=None if mates else max(sat, default=0),
        floats=_floats(state, chosen, names, number, won, rested),
    )


def _floats(
    state: State,
    options: SwissOptions,
    names: Sequence[str],
    number: int,
    won: Mapping[str | None, int],
    rested: Mapping[str, int],
) -> tuple[int, ...]:
    """Return who met somebody with fewer points in the round before (1), with more (-1), else 0.

    Stages drawn by version 1 of the format did not look at it, nor does the Danish system.
    """
    is_blind = options.system is System.DANISH or (state.version is not None and state.version < 2)
    last = [] if is_blind else [pairing for pairing in state.pairings if pairing.round == number - 1]
    if not last:
        return ()
    winners = {result.winner for result in state.results if result.round == number - 1}
    lines = {entry.uid: entry.line or 0 for entry in state.entries}

    def points(uid: str) -> int:
        """What counted for the pairing of the round before."""
        earlier = WIN * (won.get(uid, 0) - (uid in winners)) + options.bye_points * rested.get(uid, 0)
        return earlier + options.virtual(lines.get(uid, 0), number=number - 1, size=state.size)

    ways: dict[str, int] = {}
    for pairing in last:
        if pairing.two is not None:
            one, two = points(pairing.one), points(pairing.two)
            ways[pairing.one], ways[pairing.two] = (one > two) - (one < two), (two > one) - (two < one)
    return tuple(map(ways.get, names, repeat(0)))


def _counts(
    named: Iterable[str | None] | Counter[str] | Counter[str | None], uids: Sequence[str]
) -> list[int]:
    """Return how often each of these is named, or was counted."""
    counted = named if isinstance(named, Counter) else Counter(named)
    # A counter that is asked for what it has not counted is slow.
    return list(map(counted.get, uids, repeat(0))) if counted else [0] * len(uids)


def _virtual(options: SwissOptions, entries: Sequence[Entry], *, number: int, size: int) -> list[int]:
    if options.acceleration is Acceleration.NONE:
        return [0] * len(entries)
    return [options.virtual(entry.line or 0, number=number, size=size) for entry in entries]


def _met(
    ones: Sequence[str], twos: Sequence[str | None], names: Sequence[str], mates: Mates
) -> tuple[frozenset[Pair], frozenset[tuple[Pair, int]]]:
    """Return who has met, by their numbers, the smaller one first, and how often those who have met again."""
    if mates:
        # Whoever has come back is no opponent of the former entrant either.
        sides = [
            *(
                pair
                for one, two in zip(ones, twos, strict=True)
                if two is not None
                for pair in meetings_of(one, two, mates)
            ),
            *(pair for uids in set(mates.values()) for pair in combinations(uids, 2)),
        ]
        ones, twos = [one for one, _ in sides], [two for _, two in sides]
    number: Mapping[str | None, int] = dict(zip(names, count()))
    pairs = [
        (one, two) if one < two else (two, one)
        for one, two in zip(map(number.get, ones), map(number.get, twos), strict=True)
        if one is not None and two is not None
    ]
    met = frozenset(pairs)
    if len(met) == len(pairs):
        return met, frozenset()
    return met, frozenset((pair, times) for pair, times in Counter(pairs).items() if times > 1)


def _keys(entries: Sequence[Entry], apart: Apart) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the keys of those kept apart, without those that nobody has."""
    kept = [("family", [entry.family for entry in entries])]
    if apart in {Apart.CLUBS, Apart.BOTH}:
        kept.append(("club", [entry.club for entry in entries]))
    if apart in {Apart.COUNTRIES, Apart.BOTH}:
        kept.append(("country", [entry.country for entry in entries]))
    return tuple((code, tuple(keys)) for code, keys in kept if any(keys))


def next_round(state: State, *, newest: int) -> tuple[int, list[str]] | None:
    """Return the round behind the newest one and who can be paired in it; None where no match can follow.

    A round in which everybody is absent is passed over. One in which nobody can meet anybody is all byes, and is held
    only where a later one has a match.
    """
    chosen = SwissOptions.of(state.options)
    first: tuple[int, list[str]] | None = None
    for number in range(newest + 1, chosen.planned(state.size) + 1):
        players = available(state, number)
        if players and first is None:
            first = number, players
        if _can_meet(state, chosen, players, newest=newest):
            return first
    return None


def _can_meet(state: State, options: SwissOptions, players: Sequence[str], *, newest: int) -> bool:
    if len(players) < 2 or options.has_rematches:
        return len(players) >= 2
    # Nobody has met more than one in each round.
    if len(players) > newest + 1:
        return True
    met: dict[str, set[str]] = {uid: {uid} for uid in players}
    for pairing in state.pairings:
        if pairing.two in met and pairing.one in met:
            met[pairing.one].add(pairing.two)
            met[pairing.two].add(pairing.one)
    return any(len(others) < len(players) for others in met.values())


def free_pairs(state: State, number: int) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the pairs that those free in the newest round can make, among them who has its bye; and who is left over.

    Somebody is free whose opponent was replaced, who takes the place of somebody, or who came back. Nobody meets again.
    """
    here = [pairing for pairing in state.pairings if pairing.round == number]
    playing = {uid for pairing in here if pairing.two is not None for uid in (pairing.one, pairing.two)}
    resting = {pairing.one for pairing in here if pairing.two is None}
    free = available(state, number, busy=playing)
    if not here or resting.issuperset(free):
        return [], []
    board = board_of(before(state, number), number, free)
    # What is filled in is an act of its own.
    board = replace(board, rounds_after=0, rematches=Rematches.NEVER, seed=state.seed_now)
    names = board.players
    found = seated(board)
    pairs = () if found is None else found.pairs
    met = {player for pair in pairs for player in pair}
    return (
        [(names[one], names[two]) for one, two in pairs],
        [name for player, name in enumerate(names) if player not in met],
    )


def filled_in(state: State, number: int) -> tuple[Pairing, ...]:
    """Return the pairings of those who are free in the newest round, in the slots left empty and behind the others.

    Who is left over has a bye only in the place of a pairing that was cancelled, or of somebody replaced: coming late,
    or back, gains nothing.
    """
    pairs, alone = free_pairs(state, number)
    if not pairs and not alone:
        return ()
    here = [pairing for pairing in state.pairings if pairing.round == number]
    seated_now = {uid for pairing in here for uid in pairing.entrants}
    taken = {pairing.slot for pairing in here}
    has_gap = len(taken) <= max(taken, default=-1)
    placed = {entry.uid for entry in state.entries if entry.is_moved}
    played_before = {uid for pairing in state.pairings if pairing.round < number for uid in pairing.entrants}
    sides: list[tuple[str, str | None]] = [pair for pair in pairs if seated_now.isdisjoint(pair)]
    sides += [
        (uid, None)
        for uid in alone
        if uid not in seated_now and (has_gap or (uid in placed and uid not in played_before))
    ]
    slots = (slot for slot in range(len(here) + len(sides) + max(taken, default=0)) if slot not in taken)
    return tuple(Pairing(number, slot, one, two) for (one, two), slot in zip(sides, slots, strict=False))
