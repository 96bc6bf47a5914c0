"""The input of a round of a Swiss, read from the state."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, count, repeat
from operator import attrgetter

from tournaments.formats.base import Entry, State
from tournaments.formats.by_hand import kept_apart, points_by_hand, seats_by_hand
from tournaments.formats.same_player import Mates, meetings_of, same_player
from tournaments.formats.swiss.board import HandAround, SwissBoard, System
from tournaments.formats.swiss.options import Acceleration, Separation, SwissOptions
from tournaments.formats.tiebreaks import WIN
from tournaments.matching.rules import Pair, pick


def board_of(state: State, number: int, players: Collection[str]) -> SwissBoard:
    """Return the board of a round with these players."""
    options = SwissOptions.of(state.options)
    entries = {entry.uid: entry for entry in state.entries}
    by_line = sorted([entries[uid] for uid in players], key=attrgetter("line"))
    uids = [entry.uid for entry in by_line]
    ones, twos = [pairing.one for pairing in state.pairings], [pairing.two for pairing in state.pairings]
    winners = Counter([result.winner for result in state.results])
    rested = Counter([pairing.one for pairing in state.pairings if pairing.two is None])
    wins, byes = _counts(winners, uids), _counts(rested, uids)
    walkovers = _counts([result.winner for result in state.results if not result.is_played], uids)
    seats = len(ones) + len(twos) - twos.count(None)
    if seats == len(state.entries) * (number - 1) == len(uids) * (number - 1):
        # All entrants are here, and each sits at most once in a round.
        sat = [number - 1] * len(uids)
    else:
        sat = _counts(chain(ones, twos), uids)
    virtual = _virtual(options, by_line, number=number, size=state.size)
    bye_points = options.bye_points
    by_director = _given(state, uids, number=number)
    scores = [
        WIN * matches + bye_points * free + more + half_points
        for matches, free, more, half_points in zip(wins, byes, virtual, by_director, strict=True)
    ]
    order = sorted(range(len(uids)), key=scores.__getitem__, reverse=True)
    names = pick(uids, order)
    mates = same_player(state.entries)
    meetings, again = _met(ones, twos, names, mates)
    # Rounds missed, and walkovers won.
    unplayed = [number - 1 - seats + winners for seats, winners in zip(sat, walkovers, strict=True)]
    return SwissBoard(
        number=number,
        rounds_after=max(0, options.round_count(state.size) - number),
        seed=state.seed_of(number),
        system=options.system,
        rematches=options.rematches,
        players=tuple(names),
        scores=tuple(pick(scores, order)),
        virtual=tuple(pick(virtual, order)),
        byes=tuple(pick(byes, order)),
        no_bye_lots=tuple(pick([entry.bye_lots == 0 for entry in by_line], order)),
        unplayed=tuple(pick(unplayed, order)),
        met_pairs=meetings,
        again=again,
        keys=_keys(pick(by_line, order), options.apart),
        most_rounds=None if mates else max(sat, default=0),
        floats=_floats(state, options, names, number, winners, rested),
        apart=_apart(state, names, number=number),
    )


def board_around_hand(state: State, number: int, players: Collection[str]) -> SwissBoard:
    """Return the board of these players, who are paired around what the director has set by hand for others."""
    board = board_of(state, number, players)
    present = {entry.uid for entry in state.entries if entry.line is not None}
    hand = seats_by_hand(state, number, present - set(players))
    if not hand.players:
        return board
    whole = board_of(state, number, {*players, *hand.players})
    place = {uid: player for player, uid in enumerate(whole.players)}
    pairs = [(place[one], place[two]) for one, two in hand.pairs]
    return replace(board, around=HandAround(whole, (*pairs, *((place[uid], None) for uid in hand.byes))))


def _given(state: State, uids: Sequence[str], *, number: int) -> list[int]:
    """Return the half points that the director gave for rounds missed before this one."""
    points = points_by_hand(state)
    if not points:
        return [0] * len(uids)
    return [sum(half for of, half in points.get(uid, {}).items() if of < number) for uid in uids]


def _apart(state: State, names: Sequence[str], *, number: int) -> frozenset[Pair]:
    """Return the pairs whom the director keeps apart in this round, by number, the smaller first."""
    if not state.by_hand:
        return frozenset()
    place = {uid: player for player, uid in enumerate(names)}
    pairs = [[place[uid] for uid in pair if uid in place] for pair in kept_apart(state, number)]
    return frozenset((min(pair), max(pair)) for pair in pairs if len(pair) == 2)


def _floats(
    state: State,
    options: SwissOptions,
    names: Sequence[str],
    number: int,
    wins: Mapping[str | None, int],
    rested: Mapping[str, int],
) -> tuple[int, ...]:
    """Return 1 for players who met one with fewer points in the previous round, -1 for more, else 0.

    Stages drawn by version 1 of the format did not consider it, nor does the Danish system.
    """
    is_blind = options.system is System.DANISH or (state.version is not None and state.version < 2)
    last = [] if is_blind else [pairing for pairing in state.pairings if pairing.round == number - 1]
    if not last:
        return ()
    winners = {result.winner for result in state.results if result.round == number - 1}
    lines = {entry.uid: entry.line or 0 for entry in state.entries}

    def points(uid: str) -> int:
        """Return the points that counted for the pairing of the previous round."""
        earlier = WIN * (wins.get(uid, 0) - (uid in winners)) + options.bye_points * rested.get(uid, 0)
        return earlier + options.virtual(lines.get(uid, 0), number=number - 1, size=state.size)

    ways: dict[str, int] = {}
    for pairing in last:
        if pairing.two is not None:
            one, two = points(pairing.one), points(pairing.two)
            ways[pairing.one], ways[pairing.two] = (one > two) - (one < two), (two > one) - (two < one)
    return tuple(map(ways.get, names, repeat(0)))


def _counts(
    names: Iterable[str | None] | Counter[str] | Counter[str | None], uids: Sequence[str]
) -> list[int]:
    """Return how many times each uid occurs."""
    counter = names if isinstance(names, Counter) else Counter(names)
    # Reading a missing key of a Counter is slow.
    return list(map(counter.get, uids, repeat(0))) if counter else [0] * len(uids)


def _virtual(options: SwissOptions, entries: Sequence[Entry], *, number: int, size: int) -> list[int]:
    if options.acceleration is Acceleration.NONE:
        return [0] * len(entries)
    return [options.virtual(entry.line or 0, number=number, size=size) for entry in entries]


def _met(
    ones: Sequence[str], twos: Sequence[str | None], names: Sequence[str], mates: Mates
) -> tuple[frozenset[Pair], frozenset[tuple[Pair, int]]]:
    """Return the pairs who have met, by number, the smaller first, and the number of meetings of those who met again."""
    if mates:
        # A player who has re-entered is no opponent of the former entrant either.
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
    meetings = frozenset(pairs)
    if len(meetings) == len(pairs):
        return meetings, frozenset()
    return meetings, frozenset((pair, times) for pair, times in Counter(pairs).items() if times > 1)


def _keys(entries: Sequence[Entry], apart: Separation) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the keys of players to be kept apart, without keys that nobody has."""
    columns = [("family", [entry.family for entry in entries])]
    if apart in {Separation.CLUBS, Separation.BOTH}:
        columns.append(("club", [entry.club for entry in entries]))
    if apart in {Separation.COUNTRIES, Separation.BOTH}:
        columns.append(("country", [entry.country for entry in entries]))
    return tuple((code, tuple(keys)) for code, keys in columns if any(keys))
