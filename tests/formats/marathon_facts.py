"""Checks the reasons of pairings of a marathon against the clock: who was free, since when, and who had met whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from tournaments.formats import Pairing, Reason, Result, State
from tournaments.formats.marathon.options import Again, MarathonOptions

Value = str | int


@dataclass
class MarathonFacts:
    """What was known when a pairing was made."""

    state: State
    pairing: Pairing

    def __post_init__(self) -> None:
        self.options = MarathonOptions.of(self.state.options)
        assert self.pairing.made_at is not None
        self.at: datetime = self.pairing.made_at

    @cached_property
    def results(self) -> list[Result]:
        """The results of before."""
        return [result for result in self.state.results if result.at is not None and result.at <= self.at]

    @cached_property
    def earlier(self) -> list[Pairing]:
        """The pairings of before."""
        return [one for one in self.state.pairings if one.made_at is not None and one.made_at < self.at]

    @cached_property
    def playing(self) -> set[str]:
        """The players who were at a table."""
        places = {result.place for result in self.results}
        return {uid for one in self.earlier if one.place not in places for uid in one.entrants}

    @cached_property
    def seated(self) -> set[str]:
        """The players who were paired at that time, these two among them."""
        return {uid for one in self.state.pairings if one.made_at == self.at for uid in one.entrants}

    @cached_property
    def left(self) -> set[str]:
        """The players who were free and stayed free, apart from those who missed the moment."""
        newest = max([one.round for one in self.earlier], default=0)
        return {
            entry.uid
            for entry in self.state.entries
            if entry.uid not in self.playing | self.seated
            and (entry.withdrawn_at is None or entry.withdrawn_at > self.at)
            and self.matches[entry.uid] < self.options.most_matches
            and not entry.absent & {newest, newest + 1, newest + 2}
        }

    @cached_property
    def matches(self) -> Counter[str]:
        """The number of matches of each player."""
        return Counter(uid for one in self.earlier for uid in one.entrants)

    @cached_property
    def since(self) -> Mapping[str, datetime]:
        """The end of each player's last match."""
        ends: dict[str, datetime] = {}
        for result in sorted(self.results, key=lambda result: result.at or self.at):
            ends |= dict.fromkeys((result.one, result.two), result.at or self.at)
        return ends

    def met(self, one: str, two: str) -> int:
        """How often two had met."""
        return sum(set(pairing.entrants) == {one, two} for pairing in self.earlier)

    def may_meet(self, one: str, two: str) -> bool:
        """Whether the options allow it without more ado."""
        if self.options.again is Again.NEVER:
            return not self.met(one, two)
        if self.options.again is Again.ANY_TIME:
            return True
        last = {
            uid: max([p for p in self.earlier if uid in p.entrants], key=lambda p: p.round, default=None)
            for uid in (one, two)
        }
        return all(pairing is None or set(pairing.entrants) != {one, two} for pairing in last.values())

    def other(self, uid: str) -> str:
        """The opponent of one of the two."""
        (other,) = set(self.pairing.entrants) - {uid}
        return other


def _longest(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    uid = str(data["entrant"])
    others = [*facts.left, facts.other(uid)]
    assert all(facts.since[uid] <= facts.since[other] for other in others)


def _not_played(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    assert not facts.matches[str(data["entrant"])]


def _fewest(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    uid = str(data["entrant"])
    level = [
        other for other in (*facts.left, facts.other(uid)) if facts.since.get(other) == facts.since.get(uid)
    ]
    assert all(facts.matches[uid] <= facts.matches[other] for other in level)


def _by_lot(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    uid = str(data["entrant"])
    assert all(facts.since.get(other) is None for other in facts.left) or uid in facts.since
    assert all(
        facts.since[other] >= facts.since[uid]
        for other in facts.left
        if uid in facts.since and other in facts.since
    )


def _earlier_barred(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    uid = str(data["entrant"])
    # Somebody else may have come in the same minute, for whom there was somebody then.
    there = (facts.left | facts.seated) - {*facts.pairing.entrants}
    waiting = [other for other in there if facts.since.get(other, facts.at) <= facts.since.get(uid, facts.at)]
    assert waiting
    assert any(not facts.may_meet(other, two) for other in waiting for two in facts.pairing.entrants)


def _rematch(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    assert data["times"] == facts.met(str(data["one"]), str(data["two"])) > 0
    assert facts.options.again is not Again.NEVER


def _first_meeting(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    assert not facts.met(str(data["one"]), str(data["two"]))


def _least_met(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    uid = str(data["entrant"])
    own = facts.met(uid, facts.other(uid))
    assert all(own <= facts.met(uid, other) for other in facts.left if facts.may_meet(uid, other))


def _nobody_else(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    uid = str(data["entrant"])
    assert not any(facts.may_meet(uid, other) for other in facts.left)


def _again(facts: MarathonFacts, _data: Mapping[str, Value]) -> None:
    assert facts.options.again is Again.LATER
    assert not facts.playing
    assert not facts.may_meet(*facts.pairing.entrants)


def _free(facts: MarathonFacts, data: Mapping[str, Value]) -> None:
    assert {data["one"], data["two"]} == set(facts.pairing.entrants)
    assert facts.playing.isdisjoint(facts.pairing.entrants)


CHECKS: Mapping[str, Callable[[MarathonFacts, Mapping[str, Value]], None]] = {
    "both_free": _free,
    "longest_wait": _longest,
    "not_played_yet": _not_played,
    "fewest_matches": _fewest,
    "first_by_lot": _by_lot,
    "nobody_for_earlier": _earlier_barred,
    "first_meeting": _first_meeting,
    "rematch": _rematch,
    "least_met": _least_met,
    "nobody_else_free": _nobody_else,
    "again_at_once": _again,
}


def check(state: State, pairing: Pairing, reasons: tuple[Reason, ...]) -> None:
    """Assert that each reason of a pairing is so."""
    facts = MarathonFacts(state, pairing)
    assert reasons[0].code == "both_free"
    for reason in reasons:
        CHECKS[reason.code](facts, reason.data)
