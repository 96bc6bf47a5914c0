"""The base of formats that pair each round down a list, as directors do by hand; a format implements the list."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from tournaments.formats.base import Pairing, Reason, State
from tournaments.formats.by_hand import is_by_hand, kept_apart, seats_by_hand
from tournaments.formats.by_rounds import PairedRounds, RoundSeats
from tournaments.formats.options import Options
from tournaments.formats.rounds import before, entrants_of, records
from tournaments.formats.same_player import meetings_of, same_player
from tournaments.matching.listed import down_the_list
from tournaments.matching.rules import Pair, RuleCode, by_meetings, by_pairs
from tournaments.matching.solver import PairingProblem


class ListedRounds(PairedRounds):
    """Rounds in which each player, from the top of a list, meets the next one whom it has not met.

    Whom the director keeps apart meets only where nothing else can be paired.

    In an odd field one player sits out: of those with the fewest byes and a lot for a bye, the one with the fewest
    rounds missed or won without playing, and of these the last on the list after whose removal the others can be
    paired. If rematches cannot be avoided, there are as few as possible. Two entries of one player never meet.
    """

    most = 1024
    # The reason that explains the order of the list; its words are in the format's package.
    list_reason: str

    @abstractmethod
    def list_order(self, state: State, players: Sequence[str], *, number: int, seed: str) -> list[str]:
        """Return these players in the order of the list of a round; `seed` breaks ties by lot."""

    def has_rematches(self, options: Options) -> bool:
        """Return True: players meet again if no new opponent is left."""
        return True

    def seats(
        self, state: State, number: int, players: Sequence[str], *, is_filling: bool = False
    ) -> RoundSeats | None:
        """Pair these players down the list."""
        seed = state.seed_now if is_filling else state.seed_of(number)
        names = self.list_order(state, players, number=number, seed=seed)
        meetings, mates = self._met(state, names)
        apart = _numbers_of(kept_apart(state, number), names)
        for bye in _byes(state, names, number=number):
            here = [player for player in range(len(names)) if player != bye]
            if (pairs := _pairs(here, meetings.keys() | mates | apart)) is not None:
                return _seats(names, pairs, bye)
        if not is_filling:
            byes = list(_byes(state, names, number=number))
            # Another bye is looked at only for the sake of those whom the director keeps apart.
            for bye, again in _least_broken_first(
                len(names), byes if apart else byes[:1], meetings, mates, apart
            ):
                here = [player for player in range(len(names)) if player != bye]
                if (pairs := _pairs(here, (meetings.keys() | mates | apart) - again)) is not None:
                    return _seats(names, pairs, bye)
        return RoundSeats((), names)

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return the places of the two entrants on the list, or why one sits out.

        | code | data | says |
        |---|---|---|
        | `on_the_list` | `one`, `two`, `one_place`, `two_place`, `round` | the places on the list |
        | `first_meeting`, `rematch` | `times` for the latter | whether they have met |
        | `odd_number` | `entrants` | somebody has to sit out |
        | `first_bye`, `another_bye` | `entrant`, `byes` for the latter: those before | whether the bye is the first |
        | `filled_in` | `round` | it was paired while a round was under way, or before a correction |

        Before these the format says how its list is made.
        """
        if is_by_hand(state, pairing):
            return (Reason("by_hand"),)
        number, then = pairing.round, before(state, pairing.round)
        entrants = {entry.uid for entry in entrants_of(state)}
        players = sorted(
            {uid for one in state.pairings if one.round == number for uid in one.entrants} & entrants
        )
        by_hand = seats_by_hand(state, number, players).players
        players = [uid for uid in players if uid not in by_hand]
        seats = self.seats(then, number, players) if entrants.issuperset(pairing.entrants) else None
        is_bye = seats is not None and pairing.two is None and pairing.one in seats.byes
        if seats is None or not (is_bye or _meet(seats, pairing)):
            return (Reason("filled_in", {"round": number}),)
        names = self.list_order(then, players, number=number, seed=then.seed_of(number))
        first = Reason(self.list_reason, {"round": number})
        if pairing.two is None:
            byes = sum(other.is_bye and other.one == pairing.one for other in then.pairings)
            odd = [Reason("odd_number", {"entrants": len(names)})] if len(names) % 2 else []
            data: dict[str, str | int] = {"entrant": pairing.one}
            had = Reason("another_bye", {**data, "byes": byes}) if byes else Reason("first_bye", data)
            return (first, *odd, had)
        one, two = sorted((names.index(pairing.one), names.index(pairing.two)))
        times = self._met(then, names)[0][one, two]
        places: dict[str, str | int] = {"one": names[one], "two": names[two], "round": number}
        return (
            first,
            Reason("on_the_list", {**places, "one_place": one + 1, "two_place": two + 1}),
            Reason("rematch", {"times": times}) if times else Reason("first_meeting"),
        )

    def _met(self, state: State, names: Sequence[str]) -> tuple[Counter[Pair], frozenset[Pair]]:
        """Return the number of meetings of each pair of a list, and the pairs of entries of one player."""
        place, mates = {uid: number for number, uid in enumerate(names)}, same_player(state.entries)
        own = [pair for uids in set(mates.values()) for pair in combinations(uids, 2)]
        meetings = [
            pair
            for pairing in state.pairings
            if pairing.two is not None
            for pair in meetings_of(pairing.one, pairing.two, mates)
        ]
        return Counter(_numbers(meetings, place)), frozenset(_numbers(own, place))


def _numbers(pairs: Sequence[tuple[str, str]], place: dict[str, int]) -> list[Pair]:
    numbers = [(place[one], place[two]) for one, two in pairs if one in place and two in place]
    return [(min(pair), max(pair)) for pair in numbers]


def _numbers_of(pairs: AbstractSet[frozenset[str]], names: Sequence[str]) -> frozenset[Pair]:
    """Return those of these pairs whose both entrants are on the list, by number, the smaller first."""
    if not pairs:
        return frozenset()
    place = {uid: number for number, uid in enumerate(names)}
    return frozenset(_numbers([(one, two) for one, two in map(sorted, pairs)], place))


def _byes(state: State, names: Sequence[str], *, number: int) -> Iterator[int | None]:
    """Yield the candidates for the bye in order of preference; only None in an even field."""
    if len(names) % 2 == 0:
        yield None
        return
    by_entrant = records(state)
    lots = {entry.uid: entry.bye_lots for entry in state.entries}
    walkovers = Counter(result.winner for result in state.results if not result.is_played)

    def cost(player: int) -> tuple[int, bool, int, int]:
        uid = names[player]
        unplayed = number - 1 - len(by_entrant[uid].rounds) + walkovers[uid]
        return len(by_entrant[uid].byes), lots[uid] == 0, unplayed, -player

    yield from sorted(range(len(names)), key=cost)


def _pairs(players: Sequence[int], barred: AbstractSet[Pair]) -> list[Pair] | None:
    """Return pairs of these numbers of a list; None if every round has a barred pair."""
    place = {player: number for number, player in enumerate(players)}
    here = {(place[one], place[two]) for one, two in barred if one in place and two in place}
    pairs = down_the_list(len(players), here)
    return None if pairs is None else [(players[one], players[two]) for one, two in pairs]


def _least_broken_first(
    count: int,
    byes: Sequence[int | None],
    meetings: Counter[Pair],
    mates: AbstractSet[Pair],
    apart: AbstractSet[Pair],
) -> list[tuple[int | None, AbstractSet[Pair]]]:
    """Return these byes with the best round beside each; those first with which fewest of those kept apart meet."""
    rounds = [
        (bye, _least_broken([player for player in range(count) if player != bye], meetings, mates, apart))
        for bye in byes
    ]
    return sorted(rounds, key=lambda one: len(one[1] & apart) if one[1] else count)


def _least_broken(
    players: Sequence[int], meetings: Counter[Pair], mates: AbstractSet[Pair], apart: AbstractSet[Pair]
) -> AbstractSet[Pair]:
    """Return a round in which as few as possible meet whom the director keeps apart, then as few as possible again."""
    place = {player: number for number, player in enumerate(players)}
    times = {
        (place[one], place[two]): often
        for (one, two), often in meetings.items()
        if {one, two} <= place.keys()
    }
    never, bans = (
        frozenset((place[one], place[two]) for one, two in pairs if {one, two} <= place.keys())
        for pairs in (mates, apart)
    )
    rules = (by_pairs(RuleCode.KEPT_APART, bans), by_meetings(RuleCode.REMATCH, times))
    best = PairingProblem(len(players), rules, never).solve()
    return set() if best is None else {(players[one], players[two]) for one, two in best.pairs}


def _seats(names: Sequence[str], pairs: Sequence[Pair], bye: int | None) -> RoundSeats:
    return RoundSeats([(names[one], names[two]) for one, two in pairs], [] if bye is None else [names[bye]])


def _meet(seats: RoundSeats, pairing: Pairing) -> bool:
    return any(set(pair) == set(pairing.entrants) for pair in seats.pairs)
