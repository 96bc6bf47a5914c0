"""Who goes from one stage to another."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.formats.fed import feeder_of
from tests.formats.tournament import Tournament
from tournaments.formats import (
    Entry,
    EntryOrigin,
    Feed,
    Feeder,
    FormatError,
    Outline,
    Standing,
    Take,
    by_chance,
    entrants_to_feed,
    feeding_rounds,
    stale_entries,
)
from tournaments.formats.feeds import can_send, feeding_losses, losses
from tournaments.formats.single_elimination.format import SingleEliminationOptions

LOSERS, FIRST_LOSS = Feed(0, Take.LOSERS), Feed(0, Take.FIRST_LOSS)


def eight(*lines: str | None, options: SingleEliminationOptions | None = None) -> Tournament:
    """A bracket with these entrants on its lines."""
    entries = {uid: Entry(uid, line=line) for line, uid in enumerate(lines) if uid is not None}
    form_options = options or SingleEliminationOptions()
    tournament = Tournament("single_elimination", "seed", form_options, len(lines), entries)
    tournament.advance()
    return tournament


def uids(feed: Feed, feeder: Feeder) -> list[str]:
    """Who goes on."""
    return [place.entrant for place in entrants_to_feed(feed, feeder)]


def refusal_of(feed: Feed, feeder: Feeder) -> tuple[str, dict[str, str | int]]:
    """Why nobody goes on yet."""
    with pytest.raises(FormatError) as refusal:
        entrants_to_feed(feed, feeder)
    problem = refusal.value.problems[0]
    return problem.code, dict(problem.data)


def test_the_rounds_that_feed_are_named_by_number_or_by_their_distance_to_the_final() -> None:
    rounds = feeder_of(
        eight(*"abcdefgh", options=SingleEliminationOptions(has_third_place=True)), stage=0
    ).rounds
    numbers_by_feed = {
        LOSERS: [1, 2, 3],
        Feed(0, Take.LOSERS, first_round=2): [2, 3],
        Feed(0, Take.LOSERS, last_round=1): [1],
        Feed(0, Take.LOSERS, nearest=1): [1, 2],
        Feed(0, Take.LOSERS, nearest=2): [1],
        Feed(0, Take.LOSERS, farthest=0): [3],
    }
    for feed, numbers in numbers_by_feed.items():
        # The match for the third place is number 4, and feeds nobody.
        assert [declared.number for declared in feeding_rounds(feed, rounds)] == numbers


def test_losers_go_on_in_the_order_of_their_matches() -> None:
    tournament = eight(*"abcdefgh")
    feed = Feed(0, Take.LOSERS, last_round=1)
    for winner in ("g", "a", "c"):
        tournament.win(winner)
    assert refusal_of(feed, feeder_of(tournament, stage=0)) == ("feeder_not_complete", {"stage": "0"})
    tournament.win("e")
    losers = entrants_to_feed(feed, feeder_of(tournament, stage=0))
    assert [(loser.entrant, loser.origin) for loser in losers] == [
        (uid, EntryOrigin("0", 1, slot)) for slot, uid in enumerate("bdfh")
    ]


def test_a_first_loss_is_that_of_the_first_match_really_played() -> None:
    # b has a bye and loses in round 2, d wins by walkover and loses in round 2, e wins and loses in round 2.
    tournament = eight("a", "x", "b", None, "c", "d", "e", "f")
    tournament.win("a")
    tournament.finish((1, 2), None)
    tournament.results[1, 2] = replace(tournament.results[1, 2], winner="d")
    tournament.advance()
    for winner in ("e", "a"):
        tournament.win(winner)
    assert refusal_of(FIRST_LOSS, feeder_of(tournament, stage=0))[0] == "feeder_not_complete"
    tournament.win("d")
    assert uids(FIRST_LOSS, feeder_of(tournament, stage=0)) == ["x", "f", "b"]
    tournament.win("a")
    assert uids(FIRST_LOSS, feeder_of(tournament, stage=0)) == ["x", "f", "b"]
    assert uids(replace(FIRST_LOSS, last_round=1), feeder_of(tournament, stage=0)) == ["x", "f"]
    assert uids(replace(FIRST_LOSS, has_no_shows=True), feeder_of(tournament, stage=0)) == [
        "x",
        "c",
        "f",
        "b",
    ]
    # The walkover was no match played, so the loss after it is the first.
    tournament.results[2, 1] = replace(tournament.results[2, 1], winner="e")
    del tournament.results[3, 0]
    tournament.pairings.pop((3, 0))
    tournament.advance()
    assert uids(FIRST_LOSS, feeder_of(tournament, stage=0)) == ["x", "f", "b", "d"]


def test_a_match_can_send_somebody_until_it_is_decided_or_both_have_played() -> None:
    tournament = eight("a", "b", "c", None)
    slots = {
        (slot.round, slot.slot): slot
        for round_ in feeder_of(tournament, stage=0).outline.rounds
        for slot in round_
    }
    feeder = feeder_of(tournament, stage=0)
    assert can_send(LOSERS, feeder, slots[1, 0])
    assert not can_send(LOSERS, feeder, slots[1, 1])
    assert can_send(FIRST_LOSS, feeder, slots[2, 0])
    tournament.win("a")
    feeder = feeder_of(tournament, stage=0)
    assert can_send(FIRST_LOSS, feeder, feeder.outline.at((2, 0)))
    full = eight(*"abcd")
    full.win("a")
    full.win("c")
    feeder = feeder_of(full, stage=0)
    assert not can_send(FIRST_LOSS, feeder, feeder.outline.at((2, 0)))
    assert can_send(LOSERS, feeder, feeder.outline.at((2, 0)))


def test_who_has_left_or_declined_or_not_asked_does_not_go_on() -> None:
    tournament = eight(*"abcdefgh")
    for winner in "aceg":
        tournament.win(winner)
    entries = tournament.entries
    entries["b"] = replace(entries["b"], is_withdrawn=True)
    entries["d"] = replace(entries["d"], goes_on=False)
    entries["f"] = replace(entries["f"], goes_on=True)
    feed = Feed(0, Take.LOSERS, last_round=1)
    assert uids(feed, feeder_of(tournament, stage=0)) == ["f", "h"]
    assert uids(replace(feed, is_opt_in=True), feeder_of(tournament, stage=0)) == ["f"]


def test_after_a_double_forfeit_both_have_lost() -> None:
    tournament = eight("a", "b")
    tournament.finish((1, 0), None)
    feeder = feeder_of(tournament, stage=0)
    assert [(loss.entrant, loss.is_played) for loss in losses(feeder)] == [("a", False), ("b", False)]
    assert feeding_losses(LOSERS, feeder) == ()
    assert [loss.entrant for loss in feeding_losses(replace(LOSERS, has_no_shows=True), feeder)] == ["a", "b"]


def test_nobody_comes_twice_from_a_stage_in_which_one_can_lose_twice() -> None:
    tournament = Tournament.from_draw("double_elimination", [Entry("a"), Entry("b"), Entry("c")])
    while tournament.waiting():
        tournament.win(min(tournament.waiting()[0].entrants))
    losses = feeding_losses(LOSERS, feeder_of(tournament, stage=0))
    assert sorted(loss.entrant for loss in losses) == ["b", "c"]


def test_the_best_go_on_in_their_order_once_the_stage_is_complete() -> None:
    tournament = eight(*"abcd")
    tournament.win("a")
    tournament.win("c")
    assert refusal_of(Feed(0, Take.TOP, count=2), feeder_of(tournament, stage=0))[0] == "feeder_not_complete"
    tournament.win("c")
    feeder = feeder_of(tournament, stage=0)
    assert [
        (place.entrant, place.origin) for place in entrants_to_feed(Feed(0, Take.TOP, count=2), feeder)
    ] == [
        ("c", None),
        ("a", None),
    ]
    assert uids(Feed(0, Take.REST, count=2), feeder) == ["b", "d"]
    assert uids(Feed(0, Take.TOP, count=9), feeder) == ["c", "a", "b", "d"]
    assert refusal_of(Feed(0, Take.TOP, count=3), feeder) == (
        "tied_at_the_cut",
        {"stage": "0", "count": 3, "places": "3–4"},
    )


def test_of_groups_the_first_go_on_before_the_second_ones() -> None:
    rows = [
        Standing(f"{group}{place}", place, place, 0, 0, 1, is_in=False, group=number)
        for number, group in enumerate("ab", start=1)
        for place in (1, 2, 3)
    ]
    entries = tuple(Entry(row.entrant) for row in rows)
    feeder = Feeder("0", 6, entries, (), Outline(()), (), tuple(rows), is_complete=True)
    assert uids(Feed(0, Take.GROUP_TOP, count=2), feeder) == ["a1", "b1", "a2", "b2"]
    assert uids(Feed(0, Take.REST, count=2), feeder) == ["a3", "b3"]
    overall = replace(feeder, standings=tuple(replace(row, group=None) for row in rows))
    assert uids(Feed(0, Take.GROUP_TOP, count=2), overall) == ["a1", "a2"]


def row_of(uid: str, place: int, group: int, points: int, matches: int, difference: int) -> Standing:
    """A standing in a group without a tie."""
    return Standing(
        uid,
        place,
        place,
        0,
        0,
        1,
        is_in=False,
        group=group,
        half_points=2 * points,
        matches=matches,
        difference=difference,
    )


def test_winners_of_unequal_groups_follow_points_per_match_then_difference_then_the_lot() -> None:
    rows = [
        row_of("a1", 1, 1, 1, 2, 9),
        row_of("a2", 2, 1, 1, 2, 0),
        row_of("b1", 1, 2, 3, 3, 4),
        row_of("b2", 2, 2, 2, 3, 1),
        row_of("c1", 1, 3, 2, 2, 4),
        row_of("c2", 2, 3, 1, 2, 0),
    ]
    entries = tuple(Entry(one.entrant) for one in rows)
    feeder = Feeder("0", 6, entries, (), Outline(()), (), tuple(rows), is_complete=True, seed="videau")
    lot = by_chance(["a2", "c2"], seed="videau", round_number=0, purpose="place")
    # Four points in two matches are as many for each match as four points less in three.
    assert uids(Feed(0, Take.GROUP_TOP, count=2), feeder) == ["c1", "b1", "a1", "b2", *lot]


@given(
    sizes=st.lists(st.integers(1, 5), min_size=2, max_size=7),
    place=st.integers(1, 5),
    count=st.integers(1, 7),
    chance=st.randoms(use_true_random=False),
)
@settings(max_examples=examples(100), deadline=None)
def test_the_best_third_placed_ones_are_those_of_a_count_by_hand(
    sizes: list[int], place: int, count: int, chance: Random
) -> None:
    rows = [
        row_of(f"{number}{rank}", rank, number, chance.randint(0, 2), size - 1 or 1, chance.randint(-3, 3))
        for number, size in enumerate(sizes, start=1)
        for rank in range(1, size + 1)
    ]
    entries = tuple(Entry(one.entrant) for one in rows)
    feeder = Feeder("0", 9, entries, (), Outline(()), (), tuple(rows), is_complete=True, seed="videau")
    here = [one for one in rows if one.place == place]
    lot = by_chance([one.entrant for one in here], seed="videau", round_number=0, purpose="place")

    def is_before(one: Standing, other: Standing) -> bool:
        # In whole numbers: a/m > b/n where a times n > b times m.
        points = (one.half_points or 0) * other.matches - (other.half_points or 0) * one.matches
        difference = one.difference * other.matches - other.difference * one.matches
        if points or difference:
            return points > 0 or (points == 0 and difference > 0)
        return lot.index(one.entrant) < lot.index(other.entrant)

    ranks = {one.entrant: sum(is_before(other, one) for other in here if other is not one) for one in here}
    expected = sorted([uid for uid in ranks if ranks[uid] < count], key=ranks.__getitem__)
    feed = Feed(0, Take.BEST_OF_PLACE, count=count, place=place)
    assert uids(feed, feeder) == expected
    declined = replace(
        feeder, entries=tuple(replace(entry, goes_on=False) for entry in entries[:3]) + entries[3:]
    )
    assert uids(feed, declined) == [uid for uid in expected if uid not in {one.uid for one in entries[:3]}]


def test_a_tie_for_the_compared_place_is_decided_first_and_others_do_not_matter() -> None:
    rows = [
        row_of(f"{group}{place}", place, number, 1, 3, 0)
        for number, group in enumerate("ab", start=1)
        for place in (1, 2, 3, 4)
    ]
    entries = tuple(Entry(one.entrant) for one in rows)
    feeder = Feeder("0", 8, entries, (), Outline(()), (), tuple(rows), is_complete=True, seed="videau")

    def tied(*uids_tied: str) -> Feeder:
        places = [one.place for one in rows if one.entrant in uids_tied]
        return replace(
            feeder,
            standings=tuple(
                replace(one, place=min(places), last_place=max(places)) if one.entrant in uids_tied else one
                for one in rows
            ),
        )

    thirds = Feed(0, Take.BEST_OF_PLACE, count=1, place=3)
    for both in (("b2", "b3"), ("b3", "b4")):
        code, data = refusal_of(thirds, tied(*both))
        assert (code, data["count"], data["group"]) == ("tied_at_the_cut", 3, 2)
    assert len(uids(thirds, tied("b1", "b2"))) == 1
    assert refusal_of(thirds, replace(feeder, is_complete=False))[0] == "feeder_not_complete"


def test_who_came_from_a_match_that_it_has_not_lost_any_more_is_overtaken() -> None:
    tournament = eight("a", "b")
    tournament.win("a")
    feeder = feeder_of(tournament, stage=0)
    came = Entry("b", line=0, origin=EntryOrigin("0", 1, 0))
    others = [Entry("x", line=1), Entry("y", line=2, origin=EntryOrigin("9", 1, 0))]
    assert stale_entries([came, *others], [feeder]) == ()
    wrong = replace(came, uid="a")
    assert stale_entries([wrong, *others], [feeder]) == (wrong,)


@pytest.mark.parametrize(
    "feed",
    [
        LOSERS,
        Feed(1, Take.TOP, count=3),
        Feed(1, Take.BEST_OF_PLACE, count=4, place=3),
        Feed(2, Take.LOSERS, 2, 4, nearest=1, farthest=3, has_no_shows=True, is_opt_in=True),
    ],
)
def test_what_was_stored_is_read_back(feed: Feed) -> None:
    assert Feed.from_dict(feed.to_dict()) == feed


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "take"),
        ({"take": "nobody", "stage": 0}, "take"),
        ({"take": "losers"}, "stage"),
        ({"take": "losers", "stage": -1}, "stage"),
        ({"take": "losers", "stage": True}, "stage"),
        ({"take": "losers", "stage": 0, "first_round": 0}, "first_round"),
        ({"take": "losers", "stage": 0, "nearest": "1"}, "nearest"),
        ({"take": "losers", "stage": 0, "first_round": 3, "last_round": 2}, "last_round"),
        ({"take": "losers", "stage": 0, "nearest": 3, "farthest": 2}, "farthest"),
        ({"take": "losers", "stage": 0, "is_opt_in": 1}, "is_opt_in"),
        ({"take": "top", "stage": 0}, "count"),
        ({"take": "best_of_place", "stage": 0, "place": 3}, "count"),
        ({"take": "best_of_place", "stage": 0, "count": 3}, "place"),
        ({"take": "losers", "stage": 0, "rounds": 1}, "rounds"),
    ],
)
def test_what_no_stage_can_mean_is_refused_by_name(data: dict[str, object], field: str) -> None:
    with pytest.raises(FormatError) as refusal:
        Feed.from_dict(data)
    assert [(problem.code, dict(problem.data)) for problem in refusal.value.problems] == [
        ("invalid_feed", {"field": field})
    ]


def test_a_simple_consolation_is_a_bracket_drawn_from_first_losses() -> None:
    # Six entrants, two byes: whoever loses its first match, be it in round 2, plays in the consolation.
    tournament = eight("a", None, "b", "c", "d", None, "e", "f")
    for winner in ("b", "e", "b", "d"):
        tournament.win(winner)
    entries = [Entry(uid) for uid in uids(FIRST_LOSS, feeder_of(tournament, stage=0))]
    assert [entry.uid for entry in entries] == ["c", "f", "a"]
    consolation = Tournament.from_draw("single_elimination", entries)
    while waiting := consolation.waiting():
        consolation.win(waiting[0].one)
    assert consolation.format.champion(consolation.state) in {"a", "c", "f"}


def test_in_the_nordic_variant_the_consolation_winner_plays_the_runner_up_for_the_second_place() -> None:
    main, consolation = eight(*"abcd"), eight("b", "d")
    for winner in "aca":
        main.win(winner)
    consolation.win("d")
    runner_up = uids(Feed(0, Take.LOSERS, farthest=0), feeder_of(main, stage=0))
    best = uids(Feed(1, Take.TOP, count=1), feeder_of(consolation, stage=1))
    assert (runner_up, best) == (["c"], ["d"])
    second = Tournament.from_draw("single_elimination", [Entry(uid) for uid in runner_up + best])
    assert [set(pairing.entrants) for pairing in second.waiting()] == [{"c", "d"}]
