"""Checks the reasons of pairings of lives against lives, byes and meetings counted here again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tests.formats.bracket_facts import CHECKS as OF_BRACKETS
from tests.formats.reason_rounds import Pair, Rounds, Rule, same, squares
from tests.formats.swiss_facts import check_next_best
from tournaments.formats import Pairing, Reason, Result, State
from tournaments.formats.lives.options import LivesOptions, Mode, OddOne


@dataclass
class LivesFacts:
    """The state before a pairing: earlier rounds, or earlier times where play has no rounds."""

    state: State
    pairing: Pairing

    def __post_init__(self) -> None:
        self.options = LivesOptions.of(self.state.options)
        self.entries = {entry.uid: entry for entry in self.state.entries}

    @property
    def has_rounds(self) -> bool:
        """Whether it is played by rounds."""
        return self.options.mode is Mode.ROUNDS

    @cached_property
    def results(self) -> list[Result]:
        """The results of before."""
        at = self.pairing.made_at
        return [
            result
            for result in self.state.results
            if (result.round < self.pairing.round if self.has_rounds else result.at <= at)  # type: ignore[operator]
        ]

    @cached_property
    def pairings(self) -> list[Pairing]:
        """The pairings of before."""
        at = self.pairing.made_at
        return [
            pairing
            for pairing in self.state.pairings
            if (pairing.round < self.pairing.round if self.has_rounds else pairing.made_at < at)  # type: ignore[operator]
        ]

    @cached_property
    def lives(self) -> dict[str, int]:
        """The lives left."""
        losses = Counter(uid for result in self.results for uid in result.losers)
        return {uid: max(0, self.options.lives - losses[uid]) for uid in self.entries}

    @cached_property
    def wins(self) -> dict[str, int]:
        """The wins, byes among them where they are."""
        victories = Counter(result.winner for result in self.results)
        return {uid: victories[uid] + self.options.is_bye_a_win * self.byes[uid] for uid in self.entries}

    @cached_property
    def byes(self) -> Counter[str]:
        """The byes."""
        return Counter(pairing.one for pairing in self.pairings if pairing.two is None)

    @cached_property
    def meetings(self) -> Counter[Pair]:
        """How often two have met in decided matches."""
        return Counter(frozenset((result.one, result.two)) for result in self.results)

    @property
    def matches_played(self) -> Counter[str]:
        """How many matches everybody has behind."""
        return Counter(uid for result in self.results for uid in (result.one, result.two))

    @cached_property
    def pool(self) -> list[str]:
        """The entrants paired together: all of the round, or only those with equal lives."""
        here = [
            uid
            for pairing in self.state.pairings
            if pairing.round == self.pairing.round
            for uid in pairing.entrants
        ]
        level = [uid for uid in here if self.lives[uid] == self.lives[self.pairing.one]]
        by_lives = Counter(self.lives[uid] for uid in here)
        sits_out = self.options.odd_one is OddOne.SIT_OUT
        return level if sits_out and max(by_lives.values()) > 1 else here

    @cached_property
    def free(self) -> list[str]:
        """Who was free with as many lives, where there are no rounds."""
        places = {(result.round, result.slot) for result in self.results}
        busy = {uid for pairing in self.pairings if pairing.place not in places for uid in pairing.entrants}
        lives, at = self.lives[self.pairing.one], self.pairing.made_at
        assert at is not None
        following = 1 + max([pairing.round for pairing in self.pairings], default=0)
        there = [
            uid
            for uid, entry in self.entries.items()
            if uid not in busy and self.lives[uid] == lives
            if entry.withdrawn_at is None or entry.withdrawn_at > at
        ]
        # Who misses the next round is paired only where nobody else is left.
        present = [uid for uid in there if following not in self.entries[uid].absent]
        return present if len(present) > 1 else there

    @cached_property
    def records(self) -> dict[str, int]:
        """The rank of everybody's record in the pool, the weakest 0."""
        order = sorted({(self.lives[uid], self.wins[uid]) for uid in self.pool})
        return {uid: order.index((self.lives[uid], self.wins[uid])) for uid in self.pool}

    @cached_property
    def rounds(self) -> Rounds:
        """All rounds of the pool."""
        fewest = min(self.byes[uid] for uid in self.pool)
        rules = [
            Rule("second_bye", bye=lambda uid: self.byes[uid] - fewest),
            Rule("bye_record", bye=lambda uid: self.records[uid]),
            Rule("lives", squares(self.lives)),
        ]
        if self.options.avoids_rematches:
            rules.append(Rule("rematch", lambda one, two: self.meetings[frozenset((one, two))]))
        if self.options.separates_clubs:
            rules += [Rule(of, same(self.keys(of))) for of in ("family", "club", "country")]
        return Rounds(self.pool, tuple(rules))

    def keys(self, of: str) -> dict[str, str]:
        """The families, clubs or countries."""
        return {uid: getattr(entry, of) for uid, entry in self.entries.items()}


Data = Mapping[str, str | int]
Check = Callable[[LivesFacts, Pairing, Data], None]


def check(state: State, pairing: Pairing, reasons: tuple[Reason, ...]) -> None:
    """Assert that everything said of a pairing of lives is so."""
    facts = LivesFacts(state, pairing)
    for reason in reasons:
        if reason.code in OF_BRACKETS:
            OF_BRACKETS[reason.code](state, pairing, reason.data)
        else:
            CHECKS[reason.code](facts, pairing, reason.data)


def _lives(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    one, two = str(data["one"]), str(data["two"])
    assert {one, two} == set(pairing.entrants)
    assert (facts.lives[one], facts.lives[two]) == (data["lives"], data.get("other_lives", data["lives"]))


def _nearest_lives(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _lives(facts, pairing, data)
    assert facts.rounds.best[[rule.code for rule in facts.rounds.rules].index("lives")]


def _nobody_level_comes(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _lives(facts, pairing, data)
    places = {(result.round, result.slot) for result in facts.results}
    same_moment = [
        other for other in facts.state.pairings if other.made_at == pairing.made_at and other != pairing
    ]
    playing = [pairing.entrants for pairing in facts.pairings if pairing.place not in places]
    busy = {uid for pair in playing for uid in pair}
    busy |= {uid for pairing in same_moment for uid in pairing.entrants}
    following = 1 + max([other.round for other in facts.pairings], default=0)

    def is_alone(uid: str) -> bool:
        level = facts.lives[uid]
        may_come = any({level, level + 1} & {facts.lives[other] for other in pair} for pair in playing)
        return not may_come and not any(
            facts.lives[other] == level and other not in {*busy, *pairing.entrants}
            for other, entry in facts.entries.items()
            # Who misses the next round is away until then.
            if not entry.is_withdrawn and following not in entry.absent
        )

    assert any(is_alone(uid) for uid in pairing.entrants)


def _met(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    assert facts.meetings[frozenset(pairing.entrants)] == data.get("times", 0)


def _same_key(of: str) -> Check:
    def checked(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
        one, two = pairing.entrants
        keys = facts.keys(of)
        assert keys[one] == keys[two] != ""
        if facts.has_rounds:
            assert facts.rounds.stronger_than(of) == data.get("rule")

    return checked


def _saves_bye(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    assert data["entrant"] in pairing.entrants
    assert facts.lives[str(data["entrant"])] == 1
    assert max(facts.lives[uid] for uid in facts.pool) > 1
    assert len(facts.pool) % 2 == 0


def _odd_number(facts: LivesFacts, _: Pairing, data: Data) -> None:
    assert data["entrants"] == len(facts.pool)
    assert len(facts.pool) % 2


def _byes(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    assert data["entrant"] == pairing.one
    assert facts.byes[pairing.one] == data.get("byes", 0)


def _second_bye(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _byes(facts, pairing, data)
    assert min(facts.byes[uid] for uid in facts.pool) == data["byes"]


def _record(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    uid = pairing.one
    assert data == {"entrant": uid, "lives": facts.lives[uid], "wins": facts.wins[uid]}


def _worst_record(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _record(facts, pairing, data)
    assert facts.records[pairing.one] == 0


def _worst_record_left(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _record(facts, pairing, data)
    own = facts.records[pairing.one]
    weaker = [uid for uid in facts.pool if facts.records[uid] < own]
    assert weaker
    assert all(facts.byes[uid] > facts.byes[pairing.one] for uid in weaker)


def _nobody_level(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    here = [uid for other in facts.state.pairings if other.round == pairing.round for uid in other.entrants]
    assert data == {"entrant": pairing.one, "lives": facts.lives[pairing.one]}
    assert [uid for uid in here if facts.lives[uid] == data["lives"]] == [pairing.one]


def _left(facts: LivesFacts, _: Pairing, data: Data) -> None:
    assert sum(facts.lives.values()) >= int(data["lives"]) > 0


def _last_two(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _left(facts, pairing, data)
    # Without rounds others can have gone out, or left, while these two played.
    losses = Counter(
        uid
        for result in facts.state.results
        if result.round < pairing.round or (result.place != pairing.place and not facts.has_rounds)
        for uid in result.losers
    )
    lives = {
        uid: facts.options.lives - losses[uid]
        for uid, entry in facts.entries.items()
        if not entry.is_withdrawn
    }
    # Among those who are paid, whoever has one life left can not win while another has more.
    fewest = 2 if facts.options.max_places and max(lives.values()) > 1 else 1
    assert {uid for uid, rest in lives.items() if rest >= fewest} <= set(pairing.entrants)


def _three_left(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _left(facts, pairing, data)
    trio = {uid for other in facts.state.pairings if other.round == pairing.round for uid in other.entrants}
    assert len(trio) == 3
    assert len({(facts.lives[uid], facts.wins[uid]) for uid in trio}) == 1


def _lives_bracket(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _left(facts, pairing, data)
    assert int(data["lives"]).bit_count() == 1


def _of_entrant(_: LivesFacts, pairing: Pairing, data: Data) -> None:
    assert pairing.is_bye
    assert data["entrant"] == pairing.one


def _two_lives(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    _of_entrant(facts, pairing, data)
    assert facts.lives[pairing.one] == 2


def _next_best(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    if not facts.has_rounds:
        # Only those free with as many lives are looked at, and the rest waits.
        assert {data["entrant"], data["instead"] or data["entrant"]} <= set(facts.free)
        if data.get("where") == "bye":
            assert facts.matches_played[str(data["other_bye"])] < facts.matches_played[str(data["bye"])]
        return
    check_next_best(facts.rounds, pairing, data)
    if data["instead"]:
        apart = facts.lives[str(data["instead"])] - facts.lives[str(data["entrant"])]
        assert data.get("lives_more", apart) == apart
        assert data.get("lives_less", -apart) == -apart


def _no_other_way(facts: LivesFacts, pairing: Pairing, data: Data) -> None:
    assert data["entrant"] == pairing.one
    pool = facts.pool if facts.has_rounds else facts.free
    assert len(pool) == 2


def _round_stands(_: LivesFacts, pairing: Pairing, data: Data) -> None:
    assert data["round"] == pairing.round


CHECKS: Mapping[str, Check] = {
    "same_lives": _lives,
    "nearest_lives": _nearest_lives,
    "other_lives": _lives,
    "free_together": _lives,
    "nobody_level_comes": _nobody_level_comes,
    "first_meeting": _met,
    "met_before": _met,
    **{f"same_{of}": _same_key(of) for of in ("family", "club", "country")},
    **{f"same_{of}_in_any_round": _same_key(of) for of in ("family", "club", "country")},
    "saves_bye": _saves_bye,
    "odd_number": _odd_number,
    "first_bye": _byes,
    "another_bye": _byes,
    "second_bye": _second_bye,
    "worst_record": _worst_record,
    "worst_record_left": _worst_record_left,
    "nobody_level": _nobody_level,
    "last_two": _last_two,
    "three_left": _three_left,
    "lives_bracket": _lives_bracket,
    "bye_by_lot": _of_entrant,
    "bye_for_two_lives": _two_lives,
    "next_best": _next_best,
    "decided_by_lot": _next_best,
    "no_other_way": _no_other_way,
    "round_stands": _round_stands,
}
