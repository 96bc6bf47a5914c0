"""Why a pairing of an event of lives is what it is, and what the next best would have cost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.formats.hall import play_rounds
from tests.formats.tournament import Tournament
from tournaments.formats import Entry, Pairing, Reason, Result
from tournaments.formats.lives.format import FORMAT, LivesOptions
from tournaments.formats.lives.options import LastTwo, Mode, OddOne

CODE = "lives"
NINE = LivesOptions(lives=9)


def reasons_of(tournament: Tournament, uid: str) -> dict[str, dict[str, str | int]]:
    """What is said of the newest pairing of an entrant, by code."""
    pairing = max(
        (pairing for pairing in tournament.pairings.values() if uid in pairing.entrants),
        key=lambda pairing: pairing.round,
    )
    return {reason.code: reason.data for reason in FORMAT.explain(tournament.state, pairing)}


def test_between_two_first_meetings_the_lot_decides() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", "b>a d>c", options=NINE)
    tournament.advance()
    reasons = reasons_of(tournament, "a")
    assert reasons["same_lives"]["lives"] == 8
    assert set(reasons) == {"same_lives", "first_meeting", "decided_by_lot"}


def test_the_next_best_names_the_rule_and_its_cost() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=NINE)
    tournament.advance()
    reasons = reasons_of(tournament, "a")
    # Without a and c meeting, two pairs would be a life apart.
    assert reasons["next_best"]["rule"] == "lives"
    assert reasons["next_best"]["cost"] == 2
    assert reasons["next_best"]["instead"] in ("b", "d")


def test_two_alone_have_no_other_way() -> None:
    tournament = play_rounds(CODE, "ab", options=NINE)
    tournament.advance()
    assert "no_other_way" in reasons_of(tournament, "a")


def test_a_bye_says_whether_it_is_the_first_and_that_the_record_is_the_worst() -> None:
    tournament = play_rounds(CODE, "abcde", "a>b c>d e", options=NINE)
    (bye,) = [pairing for pairing in tournament.advance() if pairing.is_bye]
    reasons = reasons_of(tournament, bye.one)
    assert reasons["worst_record"] == {"entrant": bye.one, "lives": 8, "wins": 0}
    assert "first_bye" in reasons
    again = play_rounds(CODE, "abc", "a>b c", "a>c b", "b>c a", options=NINE)
    (bye,) = [pairing for pairing in again.advance() if pairing.is_bye]
    assert reasons_of(again, bye.one)["second_bye"] == {"entrant": bye.one, "byes": 1}


def test_a_bye_of_the_best_record_costs_a_second_bye_otherwise() -> None:
    tournament = play_rounds(CODE, "abc", "a>b c", "a>c b", options=NINE)
    tournament.advance()
    reasons = reasons_of(tournament, "a")
    assert "worst_record" not in reasons
    assert reasons["next_best"] == {
        "entrant": "a",
        "instead": reasons["next_best"]["instead"],
        "rule": "second_bye",
        "cost": 1,
        "where": "bye",
        "bye": "a",
        "other_bye": reasons["next_best"]["other_bye"],
    }
    assert reasons["worst_record_left"] == {"entrant": "a", "lives": 9, "wins": 2}


def test_who_sits_out_has_nobody_level() -> None:
    options = LivesOptions(odd_one=OddOne.SIT_OUT)
    tournament = play_rounds(CODE, "abcd", "a>b c>d", "a>c b>d", options=options)
    tournament.advance()
    assert reasons_of(tournament, "a") == {
        "nobody_level": {"entrant": "a", "lives": 2},
        "first_bye": {"entrant": "a"},
    }


def test_a_rematch_is_called_one() -> None:
    tournament = play_rounds(CODE, "ab", "a>b", options=NINE)
    tournament.advance()
    reasons = reasons_of(tournament, "a")
    assert reasons["met_before"]["times"] == 1
    assert reasons["nearest_lives"] == {"one": "a", "two": "b", "lives": 9, "other_lives": 8}


def test_who_plays_on_to_save_a_bye_is_named() -> None:
    options = LivesOptions(lives=2, is_bye_a_win=True, max_places=4)
    # a, c and e are left with two lives and b with one: b is the fourth who can be paired.
    tournament = play_rounds(CODE, "abcdef", "a>b c>d e>f", options=options)
    for uid in "df":
        tournament.entries[uid] = replace(tournament.entries[uid], is_withdrawn=True)
    tournament.advance()
    codes = [
        reason
        for pairing in tournament.waiting()
        for reason in FORMAT.explain(tournament.state, pairing)
        if reason.code == "saves_bye"
    ]
    assert codes == [Reason("saves_bye", {"entrant": "b"})]


def test_a_round_that_had_begun_before_a_correction_stands() -> None:
    tournament = play_rounds(CODE, "abcd", "a>b c>d", options=NINE)
    tournament.advance()
    for pairing in tournament.waiting():
        tournament.begin(pairing.place)
    assert tournament.try_change(result=replace(tournament.results[1, 0], winner="b"))
    assert reasons_of(tournament, "a")["round_stands"] == {"round": 2}


def test_of_play_without_rounds_the_moment_counts() -> None:
    options = LivesOptions(mode=Mode.CONTINUOUS)
    tournament = play_rounds(CODE, "abcdef", "a>b c>d e-f", options=options)
    (high, low) = tournament.advance()
    assert set(reasons_of(tournament, "a")) == {"free_together", "first_meeting", "no_other_way"}
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    times = {pairing.place: noon for pairing in tournament.pairings.values() if pairing.round == 1}
    times |= {high.place: noon + timedelta(hours=1), low.place: noon + timedelta(hours=1)}
    state = replace(
        tournament.state,
        pairings=tuple(
            replace(pairing, made_at=times[place]) for place, pairing in tournament.pairings.items()
        ),
        results=tuple(
            replace(result, at=noon + timedelta(minutes=59)) for result in tournament.results.values()
        ),
    )
    codes = [reason.code for reason in FORMAT.explain(state, high)]
    assert codes == ["free_together", "first_meeting", "no_other_way"]
    earlier = tuple(replace(result, at=None) for result in state.results)
    codes = [reason.code for reason in FORMAT.explain(replace(state, results=earlier), high)]
    assert codes == ["free_together", "first_meeting"]


@pytest.mark.parametrize("place", [(1, 1), (9, 0), (1, 0)])
def test_a_pairing_that_the_knock_out_does_not_know_follows_no_longer(place: tuple[int, int]) -> None:
    tournament = play_rounds(CODE, "ab", "a-b", options=LivesOptions(last_two=LastTwo.ONE_MATCH))
    tournament.entries["c"] = Entry("c", line=2, joins=2)
    stray = Pairing(*place, "a", "c")
    assert [reason.code for reason in FORMAT.explain(tournament.state, stray)] == ["no_longer_follows"]


def test_two_whom_a_float_leaves_had_another_way() -> None:
    tournament = Tournament.from_draw(
        CODE, [Entry(uid) for uid in "abcdefgh"], options=LivesOptions(mode=Mode.CONTINUOUS, lives=3)
    )
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    played = "cb ae df / dc bg ah / ad"
    pairings, results = [], []
    for number, matches in enumerate(played.split(" / "), start=1):
        for slot, both in enumerate(matches.split()):
            winner, loser = both[0], both[1]
            pairings.append(Pairing(number, slot, winner, loser, is_begun=True, made_at=noon))
            results.append(Result(number, slot, winner, loser, winner, at=noon))
    # Two matches under way may free somebody with two lives, so that b and c do not meet again.
    pairings += [
        Pairing(3, 1, "e", "f", is_begun=True, made_at=noon),
        Pairing(3, 2, "g", "h", is_begun=True, made_at=noon),
    ]
    state = replace(tournament.state, pairings=tuple(pairings), results=tuple(results))
    late = [replace(pairing, made_at=noon + timedelta(minutes=1)) for pairing in FORMAT.next_pairings(state)]
    assert {pairing.entrants for pairing in late} == {("a", "c"), ("d", "b")}
    state = replace(state, pairings=(*state.pairings, *late))
    codes = {pairing.entrants: [reason.code for reason in FORMAT.explain(state, pairing)] for pairing in late}
    assert codes["d", "b"] == ["free_together", "first_meeting"]
