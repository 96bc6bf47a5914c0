"""What formats have in common that pair each round down a list, as a desk does it by hand: a format says who stands where."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from tournaments.formats.base import Pairing, Reason, State
from tournaments.formats.by_rounds import PairedRounds, RoundSeats
from tournaments.formats.options import Options
from tournaments.formats.rounds import before, entrants_of, records
from tournaments.formats.same_player import meetings_of, same_player
from tournaments.matching.listed import down_the_list
from tournaments.matching.rules import Pair, RuleCode, by_meetings
from tournaments.matching.solver import PairingProblem


class ListedRounds(PairedRounds):
    """Rounds in which, from the top of a list, each meets the next one whom it has not met.

    In an odd field somebody sits out first: of those with the fewest byes who have a lot for one, then with the fewest
    rounds missed or won without playing, the last one of the list behind whom the others can be paired. Where not
    everybody can meet somebody new, as few as possible meet again. Two entries of one player never meet.
    """

    most = 1024
    # The reason that says how the list is made; its words stand beside the format.
    list_reason: str

    @abstractmethod
    def listed(self, state: State, players: Sequence[str], *, number: int, seed: str) -> list[str]:
        """Return these players in the order of the list of a round; `seed` decides by lot in it."""

    def has_rematches(self, options: Options) -> bool:
        """Somebody meets again where nobody new is left."""
        return True

    def seats(
        self, state: State, number: int, players: Sequence[str], *, is_filling: bool = False
    ) -> RoundSeats | None:
        """Pair these players down the list."""
        seed = state.seed_now if is_filling else state.seed_of(number)
        names = self.listed(state, players, number=number, seed=seed)
        met, mates = self._met(state, names)
        for bye in _byes(state, names, number=number):
            here = [player for player in range(len(names)) if player != bye]
            if (pairs := _paired(here, met.keys() | mates)) is not None:
                return _seats(names, pairs, bye)
        if not is_filling:
            bye = next(_byes(state, names, number=number))
            here = [player for player in range(len(names)) if player != bye]
            if (pairs := _paired(here, _barred(here, met, mates))) is not None:
                return _seats(names, pairs, bye)
        return RoundSeats((), names)

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say where the two stood on the list, or who sits out.

        | code | data | says |
        |---|---|---|
        | `on_the_list` | `one`, `two`, `one_place`, `two_place`, `round` | the places on the list |
        | `first_meeting`, `rematch` | `times` for the latter | whether they have met |
        | `odd_number` | `entrants` | somebody has to sit out |
        | `first_bye`, `another_bye` | `entrant`, `byes` for the latter: those before | whether the bye is the first |
        | `filled_in` | `round` | it was paired while a round was under way, or before a correction |

        Before these the format says how its list is made.
        """
        number, then = pairing.round, before(state, pairing.round)
        known = {entry.uid for entry in entrants_of(state)}
        players = sorted(
            {uid for one in state.pairings if one.round == number for uid in one.entrants} & known
        )
        found = self.seats(then, number, players) if known.issuperset(pairing.entrants) else None
        is_bye = found is not None and pairing.two is None and pairing.one in found.byes
        if found is None or not (is_bye or _meet(found, pairing)):
            return (Reason("filled_in", {"round": number}),)
        names = self.listed(then, players, number=number, seed=then.seed_of(number))
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
        """Return how often which numbers of a list have met, and which are the same player."""
        place, mates = {uid: number for number, uid in enumerate(names)}, same_player(state.entries)
        own = [pair for uids in set(mates.values()) for pair in combinations(uids, 2)]
        met = [
            pair
            for pairing in state.pairings
            if pairing.two is not None
            for pair in meetings_of(pairing.one, pairing.two, mates)
        ]
        return Counter(_numbers(met, place)), frozenset(_numbers(own, place))


def _numbers(pairs: Sequence[tuple[str, str]], place: dict[str, int]) -> list[Pair]:
    known = [(place[one], place[two]) for one, two in pairs if one in place and two in place]
    return [(min(pair), max(pair)) for pair in known]


def _byes(state: State, names: Sequence[str], *, number: int) -> Iterator[int | None]:
    """Yield who may sit out, who comes first for it at the head; None alone where nobody has to."""
    if len(names) % 2 == 0:
        yield None
        return
    done = records(state)
    lots = {entry.uid: entry.bye_lots for entry in state.entries}
    given = Counter(result.winner for result in state.results if not result.is_played)

    def cost(player: int) -> tuple[int, bool, int, int]:
        uid = names[player]
        unplayed = number - 1 - len(done[uid].rounds) + given[uid]
        return len(done[uid].byes), lots[uid] == 0, unplayed, -player

    yield from sorted(range(len(names)), key=cost)


def _paired(players: Sequence[int], barred: AbstractSet[Pair]) -> list[Pair] | None:
    """Pair some numbers of a list; None where the barred pairs do not let all of them meet."""
    place = {player: number for number, player in enumerate(players)}
    here = {(place[one], place[two]) for one, two in barred if one in place and two in place}
    found = down_the_list(len(players), here)
    return None if found is None else [(players[one], players[two]) for one, two in found]


def _barred(players: Sequence[int], met: Counter[Pair], mates: AbstractSet[Pair]) -> AbstractSet[Pair]:
    """Return the pairs kept apart in a round with as few second meetings as there can be."""
    place = {player: number for number, player in enumerate(players)}
    times = {
        (place[one], place[two]): often for (one, two), often in met.items() if {one, two} <= place.keys()
    }
    never = frozenset((place[one], place[two]) for one, two in mates if {one, two} <= place.keys())
    best = PairingProblem(len(players), (by_meetings(RuleCode.REMATCH, times),), never).solve()
    again = set() if best is None else {(players[one], players[two]) for one, two in best.pairs}
    return (met.keys() | mates) - again


def _seats(names: Sequence[str], pairs: Sequence[Pair], bye: int | None) -> RoundSeats:
    return RoundSeats([(names[one], names[two]) for one, two in pairs], [] if bye is None else [names[bye]])


def _meet(found: RoundSeats, pairing: Pairing) -> bool:
    return any(set(pair) == set(pairing.entrants) for pair in found.pairs)
