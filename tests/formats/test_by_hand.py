"""Rounds that a director pairs by hand in part: all others are paired around it as well as any round could."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import pytest

from tests.effort import examples
from tests.formats.hall import pairs, play_rounds
from tests.formats.reason_rounds import Rounds, Rule
from tests.formats.swiss_facts import SwissFacts
from tournaments.formats import (
    FORMATS,
    Entry,
    HandKind,
    HandOrder,
    HandPaired,
    Pairing,
    Replay,
    Result,
    StageInPlay,
    State,
    against_hand,
    what_follows,
)
from tournaments.formats.lives.options import LivesOptions
from tournaments.formats.monrad.format import MonradOptions
from tournaments.formats.random_rounds.format import RandomRoundsOptions
from tournaments.formats.swiss.options import SwissOptions


def pair(number: int, one: str, two: str) -> HandOrder:
    return HandOrder(HandKind.PAIR, number, (one, two))


def bye(number: int, uid: str) -> HandOrder:
    return HandOrder(HandKind.BYE, number, (uid,))


def miss(number: int, uid: str, points: int = 0) -> HandOrder:
    return HandOrder(HandKind.MISS, number, (uid,), half_points=2 * points)


def apart(one: str, two: str, *, since: int = 1, until: int | None = None) -> HandOrder:
    return HandOrder(HandKind.APART, since, (one, two), until=until)


def onward(code: str, state: State) -> State:
    """The state after what follows, begun or not."""
    course = StageInPlay("s", FORMATS[code], state, {one.place: str(one.place) for one in state.pairings}, {})
    return what_follows(course, replay=Replay()).after


def codes(code: str, state: State, number: int) -> list[str]:
    rules = FORMATS[code]
    assert isinstance(rules, HandPaired)
    return [reason.code for reason in rules.breaches(state, number)]


def seated(state: State, number: int) -> set[str]:
    return pairs([one for one in state.pairings if one.round == number])


def swiss(uids: str, *rounds: str, by_hand: Sequence[HandOrder] = (), **options: str | int) -> State:
    chosen = SwissOptions.from_dict({"rounds": len(rounds) + 1, **options})
    return replace(play_rounds("swiss", uids, *rounds, options=chosen).state, by_hand=tuple(by_hand))


@dataclass
class AroundHand(SwissFacts):
    """The twin of the solver for those whom no order of the director seats."""

    def __post_init__(self) -> None:
        super().__post_init__()
        by_hand = {
            uid
            for order in self.state.by_hand
            if order.is_seat and order.round == self.number
            for uid in order.entrants
        }
        self.players = [uid for uid in self.players if uid not in by_hand]
        self.here = [one for one in self.here if by_hand.isdisjoint(one.entrants)]

    @cached_property
    def counted(self) -> dict[str, int]:
        points: Counter[str] = Counter()
        for order in self.state.by_hand:
            if order.kind is HandKind.MISS and order.round < self.number:
                points[order.entrants[0]] += order.half_points
        return {uid: half + points[uid] for uid, half in super().counted.items()}

    @property
    def _rules(self) -> tuple[Rule, ...]:
        bans = {
            order.members
            for order in self.state.by_hand
            if order.kind is HandKind.APART
            and order.round <= self.number <= (self.number if order.until is None else order.until)
        }
        ban = Rule("kept_apart", lambda one, two: int(frozenset((one, two)) in bans))
        return (ban, *super()._rules)

    @property
    def chosen(self) -> tuple[int, ...]:
        """What the round as paired costs."""
        here = Rounds(self.players, self.rounds.rules, self.rounds.barred)
        met = frozenset(frozenset(one.entrants) for one in self.here if one.two is not None)
        alone = next((one.one for one in self.here if one.two is None), "")
        return next(costs for matches, who, costs in here.all if (matches, who) == (met, alone))


def _random_event(chance: Random) -> State:
    """A Swiss of a few rounds in which the director set something by hand, then and now."""
    count, number = chance.randint(4, 8), chance.randint(1, 3)
    entries = tuple(Entry(f"e{line}", line=line, club=chance.choice(["", "x", "y"])) for line in range(count))
    options = SwissOptions.from_dict(
        {
            "rounds": number,
            "apart": "clubs",
            "system": chance.choice(["fold", "monrad"]),
            "rematches": "if_needed",
        }
    )
    state = State(size=count, entries=entries, seed=str(chance.random()), options=options)
    for round_ in range(1, number + 1):
        uids = chance.sample([entry.uid for entry in entries], k=count)
        orders = [pair(round_, uids[0], uids[1])] if chance.random() < 0.6 else []
        orders += [apart(uids[2], uids[3], since=round_)] if chance.random() < 0.6 else []
        orders += (
            [miss(round_, uids[-1], chance.randint(0, 1))] if count > 5 and chance.random() < 0.4 else []
        )
        orders += [bye(round_, uids[-2])] if count > 6 and chance.random() < 0.4 else []
        state = onward("swiss", replace(state, by_hand=(*state.by_hand, *orders)))
        if round_ < number:
            new = [one for one in state.pairings if one.round == round_ and one.two is not None]
            results = [Result(*one.place, one.one, one.two or "", chance.choice(one.entrants)) for one in new]
            state = replace(state, results=(*state.results, *results))
    return state


def test_no_round_around_what_is_paired_by_hand_keeps_the_rules_better() -> None:
    for example in range(examples(600)):
        state = _random_event(Random(example))
        number = max(one.round for one in state.pairings)
        seats = [frozenset(one.entrants) for one in state.pairings if one.round == number]
        for order in state.by_hand:
            if order.is_seat and order.round == number:
                assert (order.members in seats) is (order.kind is not HandKind.MISS)
        facts = AroundHand(state, number)
        if facts.players and facts.can_be_new:
            # A ban yields to nothing but a round that could not be: not to a second meeting either.
            again = Rounds(facts.players, facts._rules)
            if facts.rounds.best[0] == min(costs[0] for _, _, costs in again.all):
                assert facts.chosen == facts.rounds.best, state
        assert onward("swiss", state).pairings == state.pairings


def test_a_pair_a_bye_and_a_missed_round_stand_and_the_others_are_folded_without_them() -> None:
    state = swiss("abcdefgh", by_hand=[pair(1, "a", "b")])
    assert seated(onward("swiss", state), 1) == {"ab", "cf", "dg", "eh"}
    state = onward("swiss", swiss("abcdefgh", by_hand=[bye(1, "a")]))
    assert "a" in seated(state, 1)
    assert codes("swiss", state, 1) == ["hand_leaves_alone"]
    state = onward("swiss", swiss("abcdefgh", by_hand=[miss(1, "a"), bye(1, "b")]))
    assert not any("a" in one for one in seated(state, 1))
    assert codes("swiss", state, 1) == []


def test_every_rule_that_the_hand_breaks_has_its_code() -> None:
    played = swiss("abcdef", "a>d b>e c>f", by_hand=[pair(2, "a", "d"), bye(2, "b")], apart="clubs")
    entries = tuple(replace(one, club="x" if one.uid in "ad" else "") for one in played.entries)
    state = onward("swiss", replace(played, entries=entries))
    assert codes("swiss", state, 2) == [
        "hand_met",
        "hand_points",
        "hand_club",
        "hand_bye_not_last",
        "hand_leaves_alone",
    ]
    again = swiss("abc", "a>b c", by_hand=[bye(2, "c"), apart("a", "b")], rematches="if_needed")
    assert codes("swiss", onward("swiss", again), 2) == [
        "hand_second_bye",
        "hand_bye_not_last",
        "hand_yields",
    ]
    assert codes("swiss", swiss("abcd", by_hand=[pair(1, "a", "b"), apart("a", "b")]), 1) == ["hand_apart"]


def test_whom_the_director_keeps_apart_meets_only_where_nothing_else_can_be_paired() -> None:
    state = swiss("abcd", by_hand=[apart("a", "c"), apart("b", "d")])
    assert seated(onward("swiss", state), 1) <= {"ab", "cd", "ad", "bc"}
    everybody = swiss("abcd", by_hand=[apart("a", other) for other in "bcd"])
    assert codes("swiss", onward("swiss", everybody), 1) == ["hand_yields"]
    # A second meeting that the options allow is better than two who are kept apart.
    met = swiss("abcd", "a>b c>d", "a>c b>d", by_hand=[apart("a", "d")], rematches="if_needed")
    assert seated(onward("swiss", met), 3).isdisjoint({"ad"})
    ended = swiss("abcd", "a>c b>d", by_hand=[apart("a", "b", until=1)])
    assert seated(onward("swiss", ended), 2) == {"ab", "cd"}


def test_a_round_under_way_is_paired_again_around_the_hand_and_nothing_else_of_it() -> None:
    played = swiss("abcdef", by_hand=[pair(1, "a", "c")])
    here = [Pairing(1, 0, "a", "d"), Pairing(1, 1, "b", "e", is_begun=True), Pairing(1, 2, "c", "f")]
    state = onward("swiss", replace(played, pairings=tuple(here)))
    assert seated(state, 1) == {"ac", "be", "df"}
    # What has begun stands until the director sets it aside.
    begun = [replace(one, is_begun=True) for one in here]
    assert seated(onward("swiss", replace(played, pairings=tuple(begun))), 1) == {"ad", "be", "cf"}
    assert {one.slot for one in against_hand(replace(played, pairings=tuple(begun)), 1)} == {0, 2}
    alone = onward("swiss", replace(state, by_hand=(*state.by_hand, miss(1, "d"))))
    assert seated(alone, 1) == {"ac", "be", "f"}
    assert codes("swiss", alone, 1) == ["hand_leaves_alone"]


def test_who_leaves_before_the_round_ends_the_pair_by_hand_and_nobody_waits() -> None:
    state = swiss("abcdef", by_hand=[pair(1, "a", "b")])
    entries = tuple(replace(one, is_withdrawn=one.uid == "b") for one in state.entries)
    state = onward("swiss", replace(state, entries=entries))
    assert Counter("".join(sorted(seated(state, 1)))) == Counter("acdef")


def test_a_point_for_a_missed_round_counts_once_the_round_is_over() -> None:
    orders = [miss(1, "e", 1)]
    under_way = swiss("abcde", "a>b c-d", by_hand=orders)
    points = {one.entrant: one.half_points for one in FORMATS["swiss"].standings(under_way)}
    assert points["e"] == 0
    state = swiss("abcde", "a>b c>d", by_hand=orders)
    points = {one.entrant: one.half_points for one in FORMATS["swiss"].standings(state)}
    assert points == {"a": 2, "b": 0, "c": 2, "d": 0, "e": 2}
    without = swiss("abcde", "a>b c>d", by_hand=[miss(1, "e", 0)])
    points = {one.entrant: one.half_points for one in FORMATS["swiss"].standings(without)}
    assert points["e"] == 0


def test_a_round_that_waits_for_the_director_is_paired_once_a_second_meeting_is_forced() -> None:
    options: dict[str, str | int] = {"rematches": "ask", "rounds": 4}
    rounds = ("a>b c>d", "a>c b>d", "a>d b>c")
    waiting = swiss("abcd", *rounds, by_hand=(), **options)
    assert seated(onward("swiss", waiting), 4) == set()
    forced = replace(waiting, by_hand=(pair(4, "a", "b"), pair(4, "c", "d")))
    assert seated(onward("swiss", forced), 4) == {"ab", "cd"}
    assert codes("swiss", onward("swiss", forced), 4)[:2] == ["hand_met", "hand_points"]
    assert not FORMATS["swiss"].obstacles(forced)


def test_a_rest_around_the_hand_is_chosen_so_that_the_rounds_to_come_can_be_paired() -> None:
    chance = Random(7)
    for _ in range(examples(60)):
        options = SwissOptions.from_dict({"rounds": 4})
        entries = tuple(Entry(f"e{line}", line=line) for line in range(6))
        state = State(size=6, entries=entries, seed=str(chance.random()), options=options)
        uids = chance.sample([one.uid for one in entries], k=2)
        state = replace(state, by_hand=(pair(2, uids[0], uids[1]),))
        for number in range(1, 5):
            state = onward("swiss", state)
            here = [one for one in state.pairings if one.round == number]
            assert not any(one.is_bye for one in here), (uids, number)
            results = [
                Result(*one.place, one.one, one.two or "", chance.choice(one.entrants)) for one in here
            ]
            state = replace(state, results=(*state.results, *results))
            if number == 1 and {frozenset(uids)} & {frozenset(one.entrants) for one in here}:
                break


@pytest.mark.parametrize("code", ["monrad", "random_rounds"])
def test_down_a_list_the_hand_comes_first_and_bans_yield_to_nothing_but_a_dead_end(code: str) -> None:
    options = {"monrad": MonradOptions(rounds=5), "random_rounds": RandomRoundsOptions(rounds=5)}[code]
    for example in range(examples(200)):
        chance = Random(example)
        count = chance.randint(4, 9)
        entries = tuple(Entry(f"e{line}", line=line) for line in range(count))
        state = State(size=count, entries=entries, seed=str(example), options=options)
        for number in range(1, 5):
            uids = chance.sample([one.uid for one in entries], k=count)
            orders = [pair(number, uids[0], uids[1]), apart(uids[2], uids[3], since=number, until=number)]
            state = onward(code, replace(state, by_hand=(*state.by_hand, *orders)))
            here = [one for one in state.pairings if one.round == number]
            rest = [uid for uid in uids if uid not in uids[:2]]
            assert frozenset(uids[:2]) in {frozenset(one.entrants) for one in here}
            is_broken = frozenset(uids[2:4]) in {frozenset(one.entrants) for one in here}
            # Two alone have nobody else to meet.
            assert is_broken is (len(rest) == 2)
            assert ("hand_yields" in codes(code, state, number)) is is_broken
            met = [one for one in here if one.two is not None]
            results = [Result(*one.place, one.one, one.two or "", chance.choice(one.entrants)) for one in met]
            state = replace(state, results=(*state.results, *results))


def test_the_pairing_says_that_it_was_made_by_hand() -> None:
    for code, options in (("swiss", SwissOptions()), ("monrad", MonradOptions())):
        entries = tuple(Entry(uid, line=line) for line, uid in enumerate("abcd"))
        state = State(size=4, entries=entries, seed="s", options=options, by_hand=(pair(1, "a", "b"),))
        state = onward(code, state)
        reasons = {
            "".join(one.entrants): [reason.code for reason in FORMATS[code].explain(state, one)]
            for one in state.pairings
        }
        assert reasons["ab"] == ["by_hand"]
        assert "filled_in" not in reasons["cd"]


def _lives_before(state: State, number: int, lives: int) -> Counter[str]:
    lost = Counter(
        uid
        for result in state.results
        if result.round < number
        for uid in (result.one, result.two)
        if uid != result.winner
    )
    return Counter({entry.uid: lives - lost[entry.uid] for entry in state.entries})


def test_rounds_of_lives_are_paired_around_the_hand_as_well_as_any_round_could_be() -> None:
    for example in range(examples(300)):
        chance = Random(example)
        count = chance.randint(4, 8)
        options = LivesOptions(lives=2)
        entries = tuple(Entry(f"e{line}", line=line) for line in range(count))
        state = State(size=count, entries=entries, seed=str(example), options=options)
        for number in (1, 2, 3):
            lives = _lives_before(state, number, 2)
            there = [uid for uid in sorted(lives) if lives[uid] > 0]
            if len(there) < 4:
                break
            uids = chance.sample(there, k=len(there))
            orders = [pair(number, uids[0], uids[1])]
            orders += [apart(uids[2], uids[3], since=number, until=number)] if len(uids) > 4 else []
            orders += [miss(number, uids[-1])] if len(uids) > 6 else []
            state = onward("lives", replace(state, by_hand=(*state.by_hand, *orders)))
            here = [one for one in state.pairings if one.round == number]
            seats = {frozenset(one.entrants) for one in here}
            assert frozenset(uids[:2]) in seats
            rest = uids[2:-1] if len(uids) > 6 else uids[2:]
            assert sorted(uid for seat in seats for uid in seat) == sorted([*uids[:2], *rest])
            met = Counter(frozenset(one.entrants) for one in state.pairings if one.round < number)
            byes = Counter(one.one for one in state.pairings if one.round < number and one.two is None)
            bans = {order.members for order in orders if order.kind is HandKind.APART}
            fewest = min(byes[uid] for uid in rest)
            rules = (
                Rule("kept_apart", lambda one, two, bans=bans: int(frozenset((one, two)) in bans)),  # type: ignore[misc]
                Rule("second_bye", bye=lambda uid, byes=byes, fewest=fewest: byes[uid] - fewest),  # type: ignore[misc]
            )
            others = {seat for seat in seats if seat.isdisjoint(uids[:2])}
            twin = Rounds(rest, rules)
            costs = next(
                costs
                for pairs_, bye_, costs in twin.all
                if {*pairs_, *([frozenset([bye_])] if bye_ else [])} == others
            )
            assert costs == twin.best
            # Of the rounds that keep these rules none has nearer lives, and of those none fewer second meetings.
            far = Rule("lives", lambda one, two, lives=lives: (lives[one] - lives[two]) ** 2)  # type: ignore[misc]
            again = Rule("rematch", lambda one, two, met=met: met[frozenset((one, two))])  # type: ignore[misc]
            record = Rule("bye_record")
            whole = Rounds(rest, (*rules, record, far, again))
            if len(rest) % 2 == 0:
                own = next(costs for pairs_, _, costs in whole.all if set(pairs_) == others)
                assert own == whole.best
            assert FORMATS["lives"].stale_pairings(state) == ()
            results = [
                Result(*one.place, one.one, one.two or "", chance.choice(one.entrants))
                for one in here
                if one.two
            ]
            state = replace(state, results=(*state.results, *results))
