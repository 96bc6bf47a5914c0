"""Checks the reasons of pairings of a Swiss against points, byes and meetings counted here again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from tests.formats.reason_rounds import Pair, Rounds, Rule, same, squares
from tournaments.formats import Pairing, Reason, State
from tournaments.formats.swiss.options import Acceleration, Separation, SwissOptions

_BYE_POINTS = {"full": 2, "half": 1, "zero": 0}


@dataclass
class SwissFacts:
    """What decided a round, counted from the pairings and results before it."""

    state: State
    number: int
    is_best: bool = True

    def __post_init__(self) -> None:
        self.options = SwissOptions.of(self.state.options)
        self.entries = {entry.uid: entry for entry in self.state.entries}
        self.here = [pairing for pairing in self.state.pairings if pairing.round == self.number]
        self.players = sorted(
            {uid for pairing in self.here for uid in pairing.entrants},
            key=lambda uid: (-self.counted[uid], self.entries[uid].line or 0),
        )

    @cached_property
    def added(self) -> dict[str, int]:
        """The virtual half points."""
        size, number = self.state.size, self.number
        rounds = self.options.rounds or (size - 1).bit_length()
        half_points = {}
        for uid, entry in self.entries.items():
            assert entry.line is not None
            half_points[uid] = 0
            if self.options.acceleration is Acceleration.ACCELERATED and number < 3:
                half_points[uid] = 2 * (entry.line < size // 2)
            half = (rounds + 1) // 2
            top = 2 * ((size + 3) // 4)
            if self.options.acceleration is Acceleration.BAKU and number <= half and entry.line < top:
                half_points[uid] = 2 if number <= (half + 1) // 2 else 1
        return half_points

    @cached_property
    def counted(self) -> dict[str, int]:
        """The half points that count for the pairing."""
        worth = _BYE_POINTS[self.options.bye.value]
        wins = Counter(result.winner for result in self.state.results if result.round < self.number)
        return {uid: 2 * wins[uid] + worth * self.byes[uid] + self.added[uid] for uid in self.entries}

    @cached_property
    def byes(self) -> Counter[str]:
        """How many byes everybody has had."""
        return Counter(
            pairing.one
            for pairing in self.state.pairings
            if pairing.round < self.number and pairing.two is None
        )

    @cached_property
    def unplayed(self) -> dict[str, int]:
        """The rounds missed, and those won without playing."""
        sat = Counter(
            uid for pairing in self.state.pairings if pairing.round < self.number for uid in pairing.entrants
        )
        wins_unplayed = Counter(
            result.winner
            for result in self.state.results
            if result.round < self.number and not result.is_played
        )
        return {uid: self.number - 1 - sat[uid] + wins_unplayed[uid] for uid in self.entries}

    @cached_property
    def meetings(self) -> Counter[Pair]:
        """How often two have met."""
        return Counter(
            frozenset(pairing.entrants)
            for pairing in self.state.pairings
            if pairing.round < self.number and pairing.two is not None
        )

    @cached_property
    def opposite(self) -> dict[str, str]:
        """The ideal opponents: halves of each score group face each other, and an odd last player floats down."""
        opponents: dict[str, str] = {}
        waiting: list[str] = []
        for _, group in groupby(self.players, key=self.counted.__getitem__):
            rest = [*group]
            if waiting:
                opponents[waiting[0]], opponents[rest[0]] = rest[0], waiting[0]
                waiting, rest = [], rest[1:]
            if len(rest) % 2:
                waiting = [rest.pop()]
            half = len(rest) // 2
            for one, two in zip(rest[:half], rest[half:], strict=True):
                opponents[one], opponents[two] = two, one
        return opponents

    @cached_property
    def rounds(self) -> Rounds:
        """All rounds that could have been paired, without a second meeting where there is one."""
        is_danish = self.options.system == "danish"
        meetings = frozenset(pair for pair in self.meetings if pair.issubset(self.players))
        new = Rounds(self.players, self._rules, frozenset() if is_danish else meetings)
        if new.all:
            return new
        assert self.options.rematches == "if_needed"
        again = Rule("rematch", lambda one, two: self.meetings[frozenset((one, two))])
        return Rounds(self.players, (again, *self._rules))

    @property
    def can_be_new(self) -> bool:
        """Whether everybody can meet somebody new, one but sitting out where they are odd."""
        return bool(Rounds(self.players, (), frozenset(self.meetings)).all)

    def keys(self, of: str) -> dict[str, str]:
        """The families, clubs or countries."""
        return {uid: getattr(entry, of) for uid, entry in self.entries.items()}

    @cached_property
    def floated(self) -> dict[str, int]:
        """Who met somebody with fewer points in the round before (1), or with more (-1)."""
        if self.number == 1 or self.options.system == "danish":
            return {}
        before = SwissFacts(self.state, self.number - 1)
        floats = {}
        for pairing in before.here:
            points = [before.counted[uid] for uid in pairing.entrants]
            for uid in pairing.entrants if pairing.two is not None else ():
                other = sum(points) - before.counted[uid]
                floats[uid] = (before.counted[uid] > other) - (before.counted[uid] < other)
        return floats

    def _floats_again(self, one: str, two: str) -> int:
        if self.counted[one] == self.counted[two]:
            return 0
        up, down = sorted((one, two), key=self.counted.__getitem__)
        return (self.floated.get(down) == 1) + (self.floated.get(up) == -1)

    @property
    def _rules(self) -> tuple[Rule, ...]:
        place = {uid: number for number, uid in enumerate(self.players)}
        last = len(self.players) - 1
        lowest = min(self.counted[uid] for uid in self.players)
        apart = {"family"}
        apart |= {"club"} if self.options.apart in {Separation.CLUBS, Separation.BOTH} else set()
        apart |= {"country"} if self.options.apart in {Separation.COUNTRIES, Separation.BOTH} else set()

        def from_opposite(one: str, two: str) -> int:
            ideal = (self.opposite.get(one, one), self.opposite.get(two, two))
            return abs(place[ideal[0]] - place[two]) + abs(place[ideal[1]] - place[one])

        by_system = (
            Rule("fold", from_opposite)
            if self.options.system == "fold"
            else Rule("neighbour", lambda one, two: (abs(place[one] - place[two]) - 1) ** 2)
        )
        return (
            Rule("second_bye", bye=self.byes.__getitem__),
            Rule("bye_lots", bye=lambda uid: int(self.entries[uid].bye_lots == 0)),
            Rule("bye_after_unplayed", bye=self.unplayed.__getitem__),
            Rule("bye_points", bye=lambda uid: self.counted[uid] - lowest),
            Rule("score", squares(self.counted)),
            Rule("float", self._floats_again),
            *(Rule(code, same(self.keys(code))) for code in ("family", "club", "country") if code in apart),
            Rule("bye_place", bye=lambda uid: last - place[uid]),
            by_system,
        )


Data = Mapping[str, str | int]
Check = Callable[[SwissFacts, Pairing, Data], None]


def check(state: State, pairing: Pairing, reasons: tuple[Reason, ...]) -> None:
    """Assert that everything said of a pairing of a Swiss is so."""
    codes = [reason.code for reason in reasons]
    facts = SwissFacts(state, pairing.round, is_best=not {"look_ahead", "fewest_sit_out"} & set(codes))
    for reason in reasons:
        CHECKS[reason.code](facts, pairing, reason.data)
    if codes != ["filled_in"]:
        assert ("first_meeting" in codes) == (pairing.two is not None and not _times(facts, pairing))


def _times(facts: SwissFacts, pairing: Pairing) -> int:
    return facts.meetings[frozenset(pairing.entrants)]


def _same_points(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    assert {facts.counted[uid] for uid in pairing.entrants} == {data["half_points"]}
    assert not any(facts.added[uid] for uid in pairing.entrants)


def _near_points(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    assert {data["one"], data["two"]} == set(pairing.entrants)
    for side in ("one", "two"):
        assert facts.counted[str(data[side])] == data[f"{side}_half_points"]
    if facts.is_best:
        place = [rule.code for rule in facts.rounds.rules].index("score")
        assert facts.rounds.best[place]


def _accelerated(facts: SwissFacts, _: Pairing, data: Data) -> None:
    uid = str(data["entrant"])
    assert (data["half_points"], data["added_half_points"]) == (facts.counted[uid], facts.added[uid])
    assert facts.added[uid]


def _in_group(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    assert {data["one"], data["two"]} == set(pairing.entrants)
    group = [uid for uid in facts.players if facts.counted[uid] == facts.counted[pairing.one]]
    assert data["entrants"] == len(group)
    for side in ("one", "two"):
        assert group[int(data[f"{side}_place"]) - 1] == data[side]


def _fold_partner(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    _in_group(facts, pairing, data)
    assert facts.opposite[str(data["one"])] == data["two"]


def _near_fold_partner(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    _in_group(facts, pairing, data)
    assert data["entrant"] in pairing.entrants
    assert facts.opposite[str(data["entrant"])] == data["opposite"]
    assert data["opposite"] not in pairing.entrants


def _neighbours(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    places = sorted(facts.players.index(uid) for uid in pairing.entrants)
    assert places[1] - places[0] - 1 == data.get("distance", 0)


def _met(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    assert _times(facts, pairing) == data.get("times", 0)


def _same_key(of: str, says: str) -> Check:
    def checked(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
        one, two = pairing.entrants
        keys = facts.keys(of)
        assert keys[one] == keys[two] != ""
        if says != "ahead":
            assert facts.rounds.stronger_than(of) == data.get("rule")

    return checked


def _odd_number(facts: SwissFacts, _: Pairing, data: Data) -> None:
    assert len(facts.players) == data["entrants"]
    assert len(facts.players) % 2


def _bye_count(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    assert data["entrant"] == pairing.one
    assert facts.byes[pairing.one] == data.get("byes", 0)


def _second_bye(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    _bye_count(facts, pairing, data)
    assert min(facts.byes[uid] for uid in facts.players) == data["byes"]


def _key(facts: SwissFacts, uid: str) -> tuple[int, bool, int, int]:
    no_lot = facts.entries[uid].bye_lots == 0
    return facts.byes[uid], no_lot, facts.unplayed[uid], facts.counted[uid]


def _bye_by_points(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    assert _key(facts, pairing.one) == min(_key(facts, uid) for uid in facts.players)
    assert (data["half_points"], data["unplayed"]) == (
        facts.counted[pairing.one],
        facts.unplayed[pairing.one],
    )


def _bye_not_first(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    first = str(data["first"])
    assert _key(facts, first) == min(_key(facts, uid) for uid in facts.players)
    assert _key(facts, first) < _key(facts, pairing.one)
    assert first not in {bye for _, bye, _ in facts.rounds.all}


def _bye_worth(facts: SwissFacts, _: Pairing, data: Data) -> None:
    assert data["half_points"] == _BYE_POINTS[facts.options.bye.value]


def _look_ahead(facts: SwissFacts, _: Pairing, data: Data) -> None:
    meetings = {
        *facts.meetings,
        *(frozenset(pairing.entrants) for pairing in facts.here if pairing.two is not None),
    }
    bye_holders = {uid for uid in facts.players if facts.byes[uid]} | {
        pairing.one for pairing in facts.here if pairing.two is None
    }
    assert 0 < int(data["rounds"]) <= facts.options.rounds - facts.number
    assert can_go_on(
        tuple(facts.players), frozenset(meetings), frozenset(bye_holders), rounds=int(data["rounds"])
    )


def can_go_on(
    players: tuple[str, ...], meetings: frozenset[Pair], bye_holders: frozenset[str], *, rounds: int
) -> bool:
    """Whether so many rounds can be paired in which nobody meets, or sits out, again."""
    if not rounds:
        return True
    return any(
        can_go_on(players, meetings | pairs, bye_holders | {bye}, rounds=rounds - 1)
        for pairs, bye, _ in Rounds(players, (), meetings).all
        if not bye or bye not in bye_holders
    )


def _needs_rematch(facts: SwissFacts, _: Pairing, data: Data) -> None:
    assert data["round"] == facts.number
    assert not facts.can_be_new


def _only_round(facts: SwissFacts, pairing: Pairing, _: Data) -> None:
    assert facts.rounds.without(*pairing.entrants) == []


def check_next_best(rounds: Rounds, pairing: Pairing, data: Data) -> None:
    """Assert the cost of the best round without this pairing, and the opponent in it."""
    entrant, instead = str(data["entrant"]), str(data["instead"])
    assert entrant in pairing.entrants
    others = rounds.without(*pairing.entrants)
    if instead:
        fitting = [round_ for round_ in others if frozenset((entrant, instead)) in round_[0]]
    else:
        fitting = [round_ for round_ in others if round_[1] == entrant]
    assert fitting
    worse = rounds.first_worse(rounds.best, fitting[0][2])
    assert worse == ((data["rule"], data["cost"]) if "rule" in data else None)
    if data.get("where") == "bye":
        assert data["other_bye"] in {bye for _, bye, _ in fitting}
        cost = next(rule.bye for rule in rounds.rules if rule.code == data["rule"])
        assert cost(str(data["other_bye"])) - cost(str(data["bye"])) == data["cost"]
    if data.get("where") == "own":
        two = pairing.two
        now = 0 if two is None else rounds.against(str(data["rule"]), pairing.one, two)
        assert rounds.against(str(data["rule"]), entrant, instead) > now


def _next_best(facts: SwissFacts, pairing: Pairing, data: Data) -> None:
    check_next_best(facts.rounds, pairing, data)
    for unit in ("half_points", "counted_half_points"):
        apart = (
            facts.counted[str(data["instead"])] - facts.counted[str(data["entrant"])]
            if data["instead"]
            else 0
        )
        assert data.get(f"{unit}_more", apart) == apart
        assert data.get(f"{unit}_less", -apart) == -apart
    if "half_points_more" in data or "half_points_less" in data:
        assert not any(facts.added[uid] for uid in facts.players)


def _filled_in(facts: SwissFacts, _: Pairing, data: Data) -> None:
    assert data["round"] == facts.number


def _fewest_sit_out(facts: SwissFacts, _: Pairing, data: Data) -> None:
    assert data["round"] == facts.number
    assert not facts.can_be_new
    sitting_out = sum(pairing.two is None for pairing in facts.here)
    for pairs in _most_new_pairs(facts):
        assert len(facts.players) - 2 * pairs >= sitting_out


def _most_new_pairs(facts: SwissFacts) -> list[int]:
    """The most pairs who have not met, by trying all."""

    def most(players: tuple[str, ...]) -> int:
        if len(players) < 2:
            return 0
        first, *others = players
        most_pairs = most(tuple(others))
        for other in others:
            if not facts.meetings[frozenset((first, other))]:
                most_pairs = max(most_pairs, 1 + most(tuple(uid for uid in others if uid != other)))
        return most_pairs

    return [most(tuple(facts.players))]


CHECKS: Mapping[str, Check] = {
    "same_points": _same_points,
    "near_points": _near_points,
    "accelerated": _accelerated,
    "fold_partner": _fold_partner,
    "near_fold_partner": _near_fold_partner,
    "neighbours": _neighbours,
    "near_neighbours": _neighbours,
    "first_meeting": _met,
    "rematch": _met,
    "rematch_allowed": _met,
    **{f"same_{of}": _same_key(of, "") for of in ("family", "club", "country")},
    **{f"same_{of}_in_any_round": _same_key(of, "any") for of in ("family", "club", "country")},
    **{f"same_{of}_ahead": _same_key(of, "ahead") for of in ("family", "club", "country")},
    "odd_number": _odd_number,
    "first_bye": _bye_count,
    "another_bye": _bye_count,
    "second_bye": _second_bye,
    "bye_by_points": _bye_by_points,
    "bye_not_first": _bye_not_first,
    "bye_worth": _bye_worth,
    "look_ahead": _look_ahead,
    "needs_rematch": _needs_rematch,
    "fewest_sit_out": _fewest_sit_out,
    "next_best": _next_best,
    "decided_by_lot": _next_best,
    "equally_good": _next_best,
    "only_round": _only_round,
    "filled_in": _filled_in,
}
