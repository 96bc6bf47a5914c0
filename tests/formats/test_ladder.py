"""Ladder: how far a win climbs, who may be challenged, and that the order follows from the results alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import ByCalendar, ByChallenge, Challenge, Entry, Pairing, Result, State
from tournaments.formats.ladder.format import FORMAT, Climb, LadderOptions

START = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass
class Ladder:
    """A ladder of one-letter entrants on paper, the first letter at the top; a day passes with every step."""

    uids: str
    options: LadderOptions = field(default_factory=LadderOptions)
    state: State = field(init=False)

    def __post_init__(self) -> None:
        entries = tuple(Entry(uid, line=line) for line, uid in enumerate(self.uids))
        self.state = State(size=len(self.uids), entries=entries, seed="seed", options=self.options, now=START)

    @property
    def order(self) -> str:
        """Who stands where."""
        return "".join(row.entrant for row in FORMAT.standings(self.state))

    @property
    def now(self) -> datetime:
        """The time of the next step."""
        return START + timedelta(days=len(self.state.challenges) + len(self.state.results))

    def refusals(self, pair: str) -> list[str]:
        """Why the first of the two may not challenge the second."""
        assert isinstance(FORMAT, ByChallenge)
        return [problem.code for problem in FORMAT.refusals(self.state, *pair)]

    def challenge(self, pair: str) -> int:
        """Let the first of the two challenge the second, and pair what follows."""
        number = len(self.state.challenges) + 1
        challenge_made = Challenge(number, pair[0], pair[1], made_at=self.now)
        self.state = replace(self.state, challenges=(*self.state.challenges, challenge_made))
        pairings = FORMAT.next_pairings(self.state)
        self.state = replace(self.state, pairings=self.state.pairings + pairings)
        return number

    def finish(self, number: int, winner: str | None, *, at: datetime | None = None) -> None:
        """Settle the match of a challenge."""
        challenge = self.state.challenges[number - 1]
        result = Result(
            number,
            0,
            challenge.challenger,
            challenge.challenged,
            winner,
            is_played=winner is not None,
            at=at or self.now,
        )
        self.state = replace(self.state, results=(*self.state.results, result))

    def play(self, pair: str, winner: str | None) -> None:
        """A challenge and its result."""
        self.finish(self.challenge(pair), winner)

    def change(self, uid: str, **values: object) -> None:
        """Change an entry."""
        entries = tuple(
            replace(entry, **values) if entry.uid == uid else entry  # type: ignore[arg-type]
            for entry in self.state.entries
        )
        self.state = replace(self.state, entries=entries)


@pytest.mark.parametrize(
    ("climb", "after"), [(Climb.PLACE, "adbce"), (Climb.ONE_STEP, "abdce"), (Climb.SWAP, "adcbe")]
)
def test_the_lower_one_climbs_by_a_win(climb: Climb, after: str) -> None:
    ladder = Ladder("abcde", LadderOptions(climb=climb))
    ladder.play("db", "d")
    assert ladder.order == after


@pytest.mark.parametrize("winner", ["b", None])
def test_nothing_moves_when_the_higher_one_wins_or_nobody(winner: str | None) -> None:
    ladder = Ladder("abcde")
    ladder.play("db", winner)
    assert ladder.order == "abcde"


def test_whoever_is_challenged_and_wins_can_climb_a_place_but_not_above_the_top() -> None:
    ladder = Ladder("abcde", LadderOptions(challenged_moves_up=True))
    ladder.play("dc", "c")
    assert ladder.order == "acbde"
    ladder.play("ca", "a")
    assert ladder.order == "acbde"


def test_a_challenger_who_stands_higher_and_wins_stays() -> None:
    ladder = Ladder("abcde", LadderOptions(challenged_moves_up=True, places_below=2))
    ladder.play("bc", "b")
    assert ladder.order == "abcde"
    ladder.play("bd", "d")
    assert ladder.order == "adbce"


def test_results_count_in_the_order_of_their_time() -> None:
    ladder = Ladder("abcd", LadderOptions(climb=Climb.ONE_STEP))
    first, second = ladder.challenge("ca"), ladder.challenge("db")
    ladder.finish(second, "d", at=START + timedelta(days=5))
    ladder.finish(first, "c", at=START + timedelta(days=6))
    assert ladder.order == "abcd"
    in_order = Ladder("abcd", LadderOptions(climb=Climb.ONE_STEP))
    in_order.play("ca", "c")
    in_order.play("db", "d")
    assert in_order.order == "acdb"


def test_a_result_whose_score_is_still_open_counts_last() -> None:
    ladder = Ladder("abcd", LadderOptions(climb=Climb.ONE_STEP))
    first, second = ladder.challenge("ca"), ladder.challenge("db")
    ladder.finish(first, "c")
    ladder.finish(second, "d")
    undated = tuple(
        replace(result, at=None) if result.round == first else result for result in ladder.state.results
    )
    ladder.state = replace(ladder.state, results=undated)
    assert ladder.order == "abcd"


@pytest.mark.parametrize(
    ("pair", "codes"),
    [
        ("da", []),
        ("ea", ["too_far_above"]),
        ("ab", ["too_far_below"]),
        ("aa", ["same_entrant"]),
        ("xy", ["not_in_ladder", "not_in_ladder"]),
    ],
)
def test_the_reach_is_counted_in_places(pair: str, codes: list[str]) -> None:
    assert Ladder("abcdef").refusals(pair) == codes


def test_the_reach_downwards_is_an_option() -> None:
    ladder = Ladder("abcdef", LadderOptions(places_below=1))
    assert ladder.refusals("ab") == []
    assert ladder.refusals("ac") == ["too_far_below"]


def test_each_has_one_open_challenge_and_a_decided_one_is_open_no_more() -> None:
    ladder = Ladder("abcdef")
    number = ladder.challenge("db")
    assert ladder.refusals("dc") == ladder.refusals("cb") == ["has_open_challenge"]
    assert ladder.refusals("ca") == []
    ladder.finish(number, "b")
    assert ladder.refusals("dc") == []


def test_a_challenge_taken_back_is_open_no_more_and_its_pairing_does_not_follow() -> None:
    ladder = Ladder("abcdef")
    ladder.challenge("db")
    [challenge] = ladder.state.challenges
    ladder.state = replace(ladder.state, challenges=(replace(challenge, is_taken_back=True),))
    assert ladder.refusals("dc") == []
    [stale] = FORMAT.stale_pairings(ladder.state)
    assert stale.entrants == ("d", "b")
    assert [reason.code for reason in FORMAT.explain(ladder.state, stale)] == ["no_longer_follows"]
    after = ladder.state.without([stale])
    assert FORMAT.next_pairings(after) == ()
    assert len(FORMAT.rounds(after)) == 1
    assert FORMAT.outline(after).rounds == ((),)


def test_nobody_asks_the_last_opponent_again_unless_that_is_allowed() -> None:
    for forbids, codes in ((True, ["back_to_back"]), (False, [])):
        ladder = Ladder("abcd", LadderOptions(no_back_to_back=forbids))
        ladder.play("ba", "a")
        assert ladder.refusals("ba") == codes
        ladder.play("cb", "b")
        assert ladder.refusals("ba") == []


def test_within_reach_is_exactly_who_is_not_refused() -> None:
    ladder = Ladder("abcdefg", LadderOptions(places_below=1))
    ladder.play("db", "d")
    ladder.challenge("fe")
    assert isinstance(FORMAT, ByChallenge)
    for uid in "abcdefgx":
        candidates = [other for other in ladder.order if not ladder.refusals(uid + other)]
        assert list(FORMAT.within_reach(ladder.state, uid)) == candidates


def test_nobody_challenges_before_the_start_or_while_the_ladder_is_held() -> None:
    ladder = Ladder("abcd")
    ladder.state = replace(ladder.state, starts_at=START + timedelta(hours=1))
    assert ladder.refusals("ba") == ["ladder_not_begun"]
    ladder.state = replace(ladder.state, now=START + timedelta(hours=1))
    assert ladder.refusals("ba") == []
    ladder.state = replace(ladder.state, is_held=True)
    assert ladder.refusals("ba") == ["ladder_closed"]


def test_a_ladder_ends_when_it_is_held_and_no_challenge_is_open() -> None:
    ladder = Ladder("abcd")
    number = ladder.challenge("ba")
    assert FORMAT.open_lines(ladder.state) == (4,)
    ladder.state = replace(ladder.state, is_held=True)
    assert not FORMAT.is_complete(ladder.state)
    assert FORMAT.champion(ladder.state) is None
    assert FORMAT.open_lines(ladder.state) == ()
    ladder.finish(number, "b")
    assert FORMAT.is_complete(ladder.state)
    assert FORMAT.champion(ladder.state) == "b"
    assert not any(row.is_in for row in FORMAT.standings(ladder.state))


def test_nobody_comes_from_elsewhere_and_no_result_makes_a_pairing() -> None:
    ladder = Ladder("ab")
    assert FORMAT.admissions(ladder.state) == ()
    assert FORMAT.obstacles(ladder.state) == ()
    assert FORMAT.pairs_by_rounds(ladder.options)


def test_nobody_is_champion_where_everybody_has_left() -> None:
    ladder = Ladder("ab")
    for uid in "ab":
        ladder.change(uid, is_withdrawn=True)
    ladder.state = replace(ladder.state, is_held=True)
    assert FORMAT.champion(ladder.state) is None


def test_whoever_comes_late_starts_at_the_bottom_whatever_was_played() -> None:
    ladder = Ladder("abc")
    ladder.play("ca", "c")
    [line] = FORMAT.open_lines(ladder.state)
    ladder.state = replace(ladder.state, entries=(*ladder.state.entries, Entry("z", line=line, is_late=True)))
    assert ladder.order == "cabz"


def test_whoever_leaves_goes_to_the_bottom_and_the_steps_made_before_stay_as_they_were() -> None:
    ladder = Ladder("abcd", LadderOptions(climb=Climb.ONE_STEP))
    ladder.play("db", "d")
    assert ladder.order == "abdc"
    moment = ladder.now
    ladder.change("b", is_withdrawn=True, withdrawn_at=moment)
    assert ladder.order == "adcb"
    ladder.play("ca", "c")
    # The one who has left is no step any more.
    assert ladder.order == "acdb"
    assert ladder.refusals("cb") == ["has_left"]


def test_who_left_at_an_unknown_time_was_at_the_bottom_all_along() -> None:
    ladder = Ladder("abc")
    ladder.change("a", is_withdrawn=True)
    assert ladder.order == "bca"


def test_an_alternate_takes_the_place_and_what_the_absent_one_had_open_does_not_follow() -> None:
    ladder = Ladder("abc")
    ladder.challenge("ba")
    ladder.change("b", line=None)
    ladder.state = replace(ladder.state, entries=(*ladder.state.entries, Entry("z", line=1)))
    assert [pairing.entrants for pairing in FORMAT.stale_pairings(ladder.state)] == [("b", "a")]
    assert ladder.order == "azc"
    ladder.finish(1, "b")
    assert ladder.order == "azc"


def test_a_pairing_is_explained_by_the_places_of_that_time() -> None:
    ladder = Ladder("abcd")
    first = ladder.challenge("ca")
    ladder.finish(first, "c")
    ladder.play("ba", "b")
    [reason] = FORMAT.explain(ladder.state, Pairing(first, 0, "c", "a"))
    assert (reason.code, reason.data) == ("challenged", {"one": "c", "two": "a", "from": 3, "to": 1})
    [reason] = FORMAT.explain(ladder.state, Pairing(2, 0, "b", "a"))
    assert reason.data == {"one": "b", "two": "a", "from": 3, "to": 2}
    undated = tuple(replace(result, at=None) for result in ladder.state.results)
    ladder.state = replace(ladder.state, results=undated)
    [reason] = FORMAT.explain(ladder.state, Pairing(2, 0, "b", "a"))
    assert reason.data == {"one": "b", "two": "a", "from": 3, "to": 2}


def test_the_deadline_is_that_of_the_challenge() -> None:
    assert isinstance(FORMAT, ByCalendar)
    assert isinstance(FORMAT, ByChallenge)
    due = FORMAT.due_at(LadderOptions(days=10), START)
    assert due == START + timedelta(days=10)
    assert FORMAT.due_at(LadderOptions(days=0), START) is None
    ladder = Ladder("ab")
    ladder.state = replace(ladder.state, challenges=(Challenge(1, "b", "a", due_at=due),))
    assert FORMAT.deadline(ladder.state, 1) == due
    assert FORMAT.deadline(ladder.state, 2) is None


@given(data=st.data())
def test_the_ladder_is_that_of_a_twin_who_moves_names_on_a_board(data: st.DataObject) -> None:
    climb = data.draw(st.sampled_from(list(Climb)))
    ladder = Ladder("abcdef", LadderOptions(climb=climb, no_back_to_back=False, places_below=2))
    board = list("abcdef")
    for _ in range(data.draw(st.integers(0, 12))):
        possible = [one + two for one in board for two in board if not ladder.refusals(one + two)]
        pair = data.draw(st.sampled_from(possible))
        winner = data.draw(st.sampled_from(pair))
        ladder.play(pair, winner)
        low, high = sorted(pair, key=board.index, reverse=True)
        if winner == low:
            at = board.index(high)
            if climb is Climb.SWAP:
                board[board.index(low)], board[at] = high, low
            else:
                to = at if climb is Climb.PLACE else board.index(low) - 1
                board.remove(low)
                board.insert(to, low)
        assert ladder.order == "".join(board)


def forfeits(ladder: Ladder, pair: str, winner: str | None) -> None:
    """Let the first of the two challenge the second; whoever does not win has not come."""
    ladder.finish(ladder.challenge(pair), winner)
    *others, last = ladder.state.results
    ladder.state = replace(ladder.state, results=(*others, replace(last, is_played=False)))


def test_at_its_end_who_did_not_come_and_has_played_no_match_stands_behind_all_others() -> None:
    ladder = Ladder("abcde")
    ladder.play("ed", "e")
    forfeits(ladder, "ba", "b")
    forfeits(ladder, "cb", None)
    ladder.change("d", is_withdrawn=True, withdrawn_at=ladder.now)
    assert ladder.order == "baced"
    ladder.state = replace(ladder.state, is_held=True)
    # The one who has left has played; b has won without a match and missed one, as c did, and a missed the only one.
    assert ladder.order == "edbac"
    assert FORMAT.champion(ladder.state) == "e"
    ladder.state = replace(ladder.state, version=3)
    assert ladder.order == "baced"


def test_at_its_end_who_was_never_challenged_keeps_the_own_place() -> None:
    ladder = Ladder("abc")
    ladder.play("cb", "b")
    ladder.state = replace(ladder.state, is_held=True)
    assert ladder.order == "abc"
