"""The marathon: who is free meets whom, until when, and who comes first; beside a club secretary with a list on paper."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.formats.hall import pairs, play_rounds
from tests.formats.test_reasons_true import NOON, Timed
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import ByClock, Entry, How, Pairing, Reason, State, TieDecision
from tournaments.formats.abilities import Estimated
from tournaments.formats.marathon.format import FORMAT
from tournaments.formats.marathon.options import Again, MarathonOptions

CODE = "marathon"
EIGHT_O_CLOCK = datetime(2026, 1, 1, 20, tzinfo=UTC)


@dataclass
class Secretary:
    """Runs a marathon with paper: a list of the free, who crosses out the first and looks down it for an opponent."""

    options: MarathonOptions
    free: list[str]
    since: dict[str, int] = field(default_factory=dict)
    opponents: dict[str, list[str]] = field(default_factory=dict)
    rounds: Counter[str] = field(default_factory=Counter)
    tables: set[frozenset[str]] = field(default_factory=set)

    def seat(self) -> set[frozenset[str]]:
        """Seat who can be seated, and return the new tables."""
        new = self._go_down_the_list(is_strict=True)
        if not new and not self.tables:
            new = self._go_down_the_list(is_strict=self.options.again is not Again.LATER)
        return new

    def end(self, table: frozenset[str], minute: int) -> None:
        """Clear a table."""
        self.tables.remove(table)
        for uid in table:
            self.since[uid] = minute
            self.free.append(uid)

    def _go_down_the_list(self, *, is_strict: bool) -> set[frozenset[str]]:
        number = 1 + max(self.rounds.values(), default=0)
        names = [uid for uid in self.free if len(self.opponents.get(uid, ())) < self.options.most_matches]
        names.sort(key=lambda uid: sha256(f"seed\n{number}\nwaiting\n{uid}".encode()).digest())
        names.sort(key=lambda uid: (self.since.get(uid, -1), len(self.opponents.get(uid, ()))))
        new: set[frozenset[str]] = set()
        for uid in names:
            if uid not in self.free:
                continue
            best: str | None = None
            for other in names[names.index(uid) + 1 :]:
                is_better = best is None or self._met(uid, other) < self._met(uid, best)
                if other in self.free and is_better and (not is_strict or self._may(uid, other)):
                    best = other
            if best is not None:
                self._sit(uid, best, new)
        return new

    def _sit(self, one: str, two: str, new: set[frozenset[str]]) -> None:
        for uid, other in ((one, two), (two, one)):
            self.free.remove(uid)
            self.opponents.setdefault(uid, []).append(other)
        self.rounds[one] = self.rounds[two] = 1 + max(self.rounds[one], self.rounds[two])
        self.tables.add(frozenset((one, two)))
        new.add(frozenset((one, two)))

    def _met(self, one: str, two: str) -> int:
        return self.opponents.get(one, []).count(two)

    def _may(self, one: str, two: str) -> bool:
        if self.options.again is Again.NEVER:
            return not self._met(one, two)
        lasts = (self.opponents.get(one, [])[-1:], self.opponents.get(two, [])[-1:])
        return self.options.again is Again.ANY_TIME or (lasts[0] != [two] and lasts[1] != [one])


@given(
    count=st.integers(2, 11),
    again=st.sampled_from(Again),
    most=st.integers(1, 7),
    chance=st.randoms(use_true_random=False),
)
@settings(max_examples=examples(60), deadline=None)
def test_it_pairs_as_a_secretary_with_a_list_does(
    count: int, again: Again, most: int, chance: Random
) -> None:
    options = MarathonOptions(minutes=1440, again=again, most_matches=most)
    stage = Timed.from_draw(CODE, entrants(count), options=options)
    secretary = Secretary(options, [f"e{number}" for number in range(1, count + 1)])
    new = secretary.seat()
    while True:
        assert {frozenset(pairing.entrants) for pairing in stage.waiting()} == secretary.tables
        assert new <= secretary.tables
        if not secretary.tables:
            break
        pairing = chance.choice(stage.waiting())
        stage.finish(pairing.place, chance.choice(pairing.entrants))
        stage.advance()
        secretary.end(frozenset(pairing.entrants), len(stage.results))
        new = secretary.seat()
    wins = Counter(result.winner for result in stage.results.values())
    losses = Counter(uid for result in stage.results.values() for uid in result.losers)
    order = sorted(stage.entries, key=lambda uid: (-wins[uid], losses[uid], stage.entries[uid].line))
    assert [row.entrant for row in FORMAT.standings(stage.state)] == order
    for row in FORMAT.standings(stage.state):
        better = sum((-wins[uid], losses[uid]) < (-row.wins, row.losses) for uid in order)
        assert row.place == better + 1
        assert (row.wins, row.losses) == (wins[row.entrant], losses[row.entrant])


class ByTheClock(Tournament):
    """A marathon whose clock the test moves; it was paired at eight."""

    minutes = 0

    @property
    def state(self) -> State:
        """What the format may see now."""
        return replace(super().state, now=EIGHT_O_CLOCK + timedelta(minutes=self.minutes))

    def advance(self) -> list[Pairing]:
        """Pair what follows, now."""
        pairings = super().advance()
        for place, pairing in self.pairings.items():
            if pairing.made_at is None:
                at = EIGHT_O_CLOCK + timedelta(minutes=self.minutes)
                self.pairings[place] = replace(pairing, made_at=at)
        return pairings


def test_nobody_is_paired_when_the_time_is_over_and_what_is_under_way_counts() -> None:
    stage = ByTheClock.from_draw(CODE, entrants(4))
    assert isinstance(FORMAT, ByClock)
    assert FORMAT.pairs_until(stage.state) == EIGHT_O_CLOCK + timedelta(minutes=60)
    first, second = stage.waiting()
    stage.minutes = 59
    stage.finish(first.place, first.one)
    assert stage.advance() == [], "they have met just now, and the others still play"
    stage.minutes = 60
    assert FORMAT.open_lines(stage.state) == ()
    assert not FORMAT.is_complete(stage.state)
    stage.finish(second.place, second.one)
    assert stage.advance() == []
    assert FORMAT.is_complete(stage.state)
    assert [row.wins for row in FORMAT.standings(stage.state)] == [1, 1, 0, 0]
    assert FORMAT.champion(stage.state) is None
    assert len(FORMAT.rounds(stage.state)) == 1


def test_before_the_first_pairing_no_time_runs() -> None:
    state = State(size=0, entries=tuple(entrants(3)), seed="seed", options=MarathonOptions())
    assert isinstance(FORMAT, ByClock)
    assert FORMAT.pairs_until(state) is None
    waiting = ByTheClock.from_draw(CODE, entrants(4), options=MarathonOptions(minutes=5))
    held = replace(waiting.state, pairings=(), is_held=True)
    assert FORMAT.next_pairings(held) == ()
    assert FORMAT.pairs_until(held) is None
    assert not FORMAT.is_complete(held)


def test_who_comes_late_meets_the_next_who_is_free() -> None:
    stage = ByTheClock.from_draw(CODE, entrants(3))
    stage.minutes = 20
    (line,) = FORMAT.open_lines(stage.state)
    (alone,) = {"e1", "e2", "e3"} - {uid for pairing in stage.waiting() for uid in pairing.entrants}
    stage.entries["late"] = Entry("late", line=line, is_late=True, joins=2)
    (pairing,) = stage.advance()
    assert set(pairing.entrants) == {"late", alone}
    assert pairing.round == 2
    codes = [reason.code for reason in FORMAT.explain(stage.state, pairing)]
    assert codes == ["both_free", "first_meeting", "nobody_else_free"]


def test_who_leaves_is_not_awaited_and_who_comes_back_plays_on() -> None:
    stage = ByTheClock.from_draw(CODE, entrants(4))
    begun, other = stage.waiting()
    assert begun.two is not None
    assert other.two is not None
    stage.begin(begun.place)
    for uid in (begun.one, other.one):
        stage.entries[uid] = replace(stage.entries[uid], is_withdrawn=True)
    assert FORMAT.stale_pairings(stage.state) == (other,), "what has begun is played"
    stage.advance()
    stage.finish(begun.place, begun.two)
    (pairing,) = stage.advance()
    assert set(pairing.entrants) == {begun.two, other.two}
    stage.entries[begun.one] = replace(stage.entries[begun.one], is_withdrawn=False)
    stage.finish(pairing.place, begun.two)
    (again,) = stage.advance()
    assert set(again.entrants) == {begun.one, other.two}, "who has just met waits for another"


def test_two_who_are_alone_meet_again_at_once_and_with_a_third_they_do_not() -> None:
    stage = play_rounds(CODE, "ab", "a>b", options=MarathonOptions())
    (pairing,) = stage.advance()
    assert pairs([pairing]) == {"ab"}
    assert play_rounds(CODE, "ab", "a>b", options=MarathonOptions(again=Again.NEVER)).advance() == []
    three = play_rounds(CODE, "abc", "a>b", options=MarathonOptions())
    assert pairs(three.advance()) <= {"ac", "bc"}
    assert len(three.waiting()) == 1
    any_time = play_rounds(CODE, "abcd", "a>b c-d", options=MarathonOptions(again=Again.ANY_TIME))
    assert pairs(any_time.advance()) == {"ab"}


def test_who_misses_rounds_is_left_alone_until_nobody_else_can_play() -> None:
    stage = play_rounds(CODE, "abc", "a>b", options=MarathonOptions())
    stage.entries["a"] = replace(stage.entries["a"], absent=frozenset({2}))
    assert pairs(stage.advance()) == {"bc"}
    alone = play_rounds(CODE, "abc", "a>b", options=MarathonOptions())
    for uid in "ac":
        alone.entries[uid] = replace(alone.entries[uid], absent=frozenset({2}))
    assert len(alone.advance()) == 1


def test_two_entries_of_one_player_never_meet_and_count_as_one_opponent() -> None:
    stage = play_rounds(CODE, "abx", "a>b", options=MarathonOptions(again=Again.NEVER))
    for uid in "bx":
        stage.entries[uid] = replace(stage.entries[uid], player="bob")
    assert stage.advance() == []
    later = play_rounds(CODE, "abx", "a>b", options=MarathonOptions())
    for uid in "bx":
        later.entries[uid] = replace(later.entries[uid], player="bob")
    assert "bx" not in pairs(later.advance())


def test_a_match_of_somebody_without_a_line_goes_and_has_no_reason() -> None:
    stage = Tournament.from_draw(CODE, entrants(2))
    (pairing,) = stage.waiting()
    stage.entries["e1"] = replace(stage.entries["e1"], line=None)
    assert FORMAT.stale_pairings(stage.state) == (pairing,)
    assert FORMAT.explain(stage.state, pairing) == (Reason("no_longer_follows"),)
    gone = replace(stage.state, entries=(stage.entries["e2"],))
    assert FORMAT.explain(gone, pairing) == (Reason("no_longer_follows"),)
    assert FORMAT.explain(stage.state, Pairing(1, 0, "e1", None)) == (Reason("no_longer_follows"),)


def test_a_shared_place_is_decided_as_elsewhere() -> None:
    stage = play_rounds(CODE, "ab", "a=b", options=MarathonOptions(most_matches=1))
    assert FORMAT.is_complete(stage.state)
    assert FORMAT.champion(stage.state) is None
    decision = TieDecision((("b",), ("a",)), How.HAND)
    decided = replace(stage.state, decisions=(decision,))
    assert FORMAT.champion(decided) == "b"


def test_the_expected_matches_follow_the_time_and_the_most_the_options() -> None:
    hour = MarathonOptions()
    assert isinstance(FORMAT, Estimated)
    assert FORMAT.likely_rounds(hour, 9) == [(4, 0)] * 7
    assert FORMAT.likely_rounds(replace(hour, minutes=5), 9) == [(4, 0)]
    assert FORMAT.likely_rounds(replace(hour, most_matches=3), 9) == [(4, 0)] * 3
    assert FORMAT.most_matches(hour, 9) == 90
    assert FORMAT.most_matches(replace(hour, again=Again.NEVER), 9) == 36
    assert not FORMAT.has_rematches(replace(hour, again=Again.NEVER))
    assert not FORMAT.pairs_by_rounds(hour)


@pytest.mark.parametrize("again", list(Again))
def test_who_may_meet_never_waits_side_by_side(again: Again) -> None:
    chance = Random(again)
    stage = Timed.from_draw(CODE, entrants(9), options=MarathonOptions(again=again, minutes=240))
    while waiting := stage.waiting():
        pairing = chance.choice(waiting)
        stage.finish(pairing.place, chance.choice(pairing.entrants))
        stage.advance()
        # 240 results are 240 minutes.
        if stage.now >= NOON + timedelta(minutes=240):
            continue
        playing = {uid for one in stage.waiting() for uid in one.entrants}
        free = [
            uid
            for uid in stage.entries
            if uid not in playing and sum(uid in one.entrants for one in stage.pairings.values()) < 20
        ]
        for one in free:
            for two in free:
                if one < two:
                    met = [p for p in stage.pairings.values() if {one, two} == set(p.entrants)]
                    assert met, f"{one} and {two} could have met"
