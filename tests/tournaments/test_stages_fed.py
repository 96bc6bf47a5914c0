"""Stages that take entrants from others: consolations, playoffs, and corrections above them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from matches.models import Match
from tests import factories
from tests.tournaments import audits
from tournaments.actions import results
from tournaments.actions.draws import attendance, draw, progress
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.errors.draws import (
    DrawnWithItsFeeder,
    FeederNotComplete,
    MatchBegun,
    RoundPaired,
    TiedAtTheCut,
)
from tournaments.errors.events import InvalidFeeds
from tournaments.models import Entrant, Event, LogEntry, Pairing, Stage, StageEntry
from tournaments.queries.draws.follow_ups import follow_ups
from tournaments.queries.draws.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

FIRST_LOSS = {"stage": 0, "take": "first_loss", "last_round": 2}
LOSERS = {"stage": 0, "take": "losers", "nearest": 1}


def event_with(n: int) -> Event:
    """An event with this many entrants."""
    event = factories.event()
    for player in [factories.player(name) for name in factories.names(n)]:
        registration.enter(event, by=None, players=[player])
    return event


def stage_of(event: Event, format: str = "single_elimination", **options: Any) -> Stage:  # noqa: A002
    """The next stage of an event."""
    return lifecycle.create_stage(event, by=None, format=format, **options)


def win(match: Match, side: str = "one") -> None:
    """A director's result."""
    score = (match.length, 0) if side == "one" else (0, match.length)
    results.report(match, by=factories.around(match).director, score=score)


def play(event: Event, *, chance: Random, stages: tuple[Stage, ...]) -> None:
    """Play all open matches of these stages until none is left."""
    while matches := [match for stage in stages for match in factories.open_matches(stage)]:
        for match in matches:
            win(match, chance.choice(["one", "two"]))
        progress.advance(event)


def entrants_in(stage: Stage) -> set[str]:
    """The uids of those who have a place in a stage."""
    return set(StageEntry.objects.filter(stage=stage).values_list("entrant__uid", flat=True))


def is_clean(event: Event) -> bool:
    """Whether an audit finds nothing."""
    return audits.is_clean(event.tournament)


def test_a_simple_consolation_is_drawn_once_all_first_losses_are_known() -> None:
    event = event_with(6)
    main, second = stage_of(event), stage_of(event, feeds=[FIRST_LOSS], name="Consolation")
    draw.draw(main, by=None, seed="six")
    with pytest.raises(FeederNotComplete):
        draw.draw(second, by=None)
    for _ in range(2):
        for match in factories.open_matches(main):
            win(match)
        progress.advance(event)
    draw.draw(second, by=None, seed="below")
    lost_first = {
        loser for loser, count in Counter(_losers(main)).items() if count == 1 and not _has_win(main, loser)
    }
    assert entrants_in(second) == lost_first
    play(event, chance=Random(1), stages=(main, second))
    second.refresh_from_db()
    assert second.completed_at is not None
    assert is_clean(event)


@pytest.mark.both_databases
@pytest.mark.parametrize("n", [5, 8, 12, 16])
def test_a_progressive_consolation_runs_beside_the_main_bracket(n: int) -> None:
    event = event_with(n)
    main, below = stage_of(event), stage_of(event, "consolation", feeds=[LOSERS], name="Consolation")
    with pytest.raises(DrawnWithItsFeeder):
        draw.draw(below, by=None)
    draw.draw(main, by=None, seed=f"{n}")
    chance = Random(n)
    play(event, chance=chance, stages=(main, below))
    for stage in (main, below):
        stage.refresh_from_db()
        assert stage.completed_at is not None, stage
    # Everybody but the two finalists has dropped, and nobody lost a match of the consolation twice.
    assert len(entrants_in(below)) == n - 2
    assert is_clean(event)


def test_who_comes_down_and_meets_nobody_yet_stands_in_the_log() -> None:
    event = event_with(8)
    main, below = stage_of(event), stage_of(event, "consolation", feeds=[LOSERS])
    draw.draw(main, by=None, seed="eight")
    win(factories.open_matches(main)[0])
    progress.advance(event)
    entry = LogEntry.objects.filter(code="paired", subject=below.uid).latest("seq")
    assert entry.data["made"] == []
    assert set(entry.data["admitted"]) == entrants_in(below) != set()


@pytest.mark.both_databases
def test_who_comes_up_again_and_is_followed_by_nobody_stands_in_the_log() -> None:
    event = event_with(8)
    main, below = stage_of(event), stage_of(event, "consolation", feeds=[LOSERS])
    draw.draw(main, by=None, seed="eight")
    first = factories.open_matches(main)[0]
    win(first, "one")
    progress.advance(event)
    [loser] = entrants_in(below)
    results.take_back_result(first, by=factories.around(first).director)
    assert entrants_in(below) == set()
    entry = LogEntry.objects.filter(code="paired", subject=below.uid).latest("seq")
    assert entry.data["dismissed"] == [loser]
    assert is_clean(event)


def test_a_correction_in_the_main_bracket_sends_the_other_one_down() -> None:
    event = event_with(8)
    main, below = stage_of(event), stage_of(event, "consolation", feeds=[LOSERS])
    draw.draw(main, by=None, seed="eight")
    first = factories.open_matches(main)[0]
    win(first, "one")
    progress.advance(event)
    assert entrants_in(below) == {Entrant.objects.get(event=event, side=first.two).uid}
    first.refresh_from_db()
    results.correct(
        first, by=factories.around(first).director, score=(0, first.length), reason="The slip was read wrong."
    )
    progress.advance(event)
    assert entrants_in(below) == {Entrant.objects.get(event=event, side=first.one).uid}
    assert is_clean(event)


def test_a_correction_shows_what_it_changes_below_and_is_refused_once_that_has_begun() -> None:
    event = event_with(8)
    main, below = stage_of(event), stage_of(event, "consolation", feeds=[LOSERS])
    draw.draw(main, by=None, seed="eight")
    first, *_ = matches = factories.open_matches(main)
    for match in matches:
        win(match, "one")
    progress.advance(event)
    loser = Entrant.objects.get(event=event, side=first.two)
    [seat] = loser.seats.filter(stage=below, cancelled_at=None).select_related("pairing__match")
    assert seat.pairing in [follow_up.pairing for follow_up in follow_ups(first)]
    match_below = seat.pairing.match
    assert match_below is not None
    win(match_below)
    first.refresh_from_db()
    [follow_up] = [follow_up for follow_up in follow_ups(first) if follow_up.pairing == seat.pairing]
    assert follow_up.is_begun
    with pytest.raises(MatchBegun):
        results.correct(
            first,
            by=factories.around(first).director,
            score=(0, first.length),
            reason="The slip was read wrong.",
        )
    assert loser.uid in entrants_in(below)
    assert is_clean(event)


def test_who_declines_never_blocks_the_flight() -> None:
    event = event_with(8)
    main, below = stage_of(event), stage_of(event, "consolation", feeds=[LOSERS])
    draw.draw(main, by=None, seed="eight")
    match = factories.open_matches(main)[0]
    loser = Entrant.objects.get(event=event, side=match.two)
    attendance.play_on(loser, by=None, goes_on=False)
    for match in factories.open_matches(main):
        win(match)
    progress.advance(event)
    assert loser.uid not in entrants_in(below)
    play(event, chance=Random(2), stages=(main, below))
    below.refresh_from_db()
    assert below.completed_at is not None
    assert is_clean(event)


@pytest.mark.parametrize("seeding", ["seeded", "random"])
def test_groups_lead_to_a_playoff_of_their_best_who_meet_again_in_the_final(seeding: str) -> None:
    event = event_with(12)
    groups = stage_of(event, "round_robin", options={"groups": 4}, name="Groups")
    playoff = stage_of(
        event, options={"seeding": seeding}, feeds=[{"stage": 0, "take": "group_top", "count": 2}]
    )
    draw.draw(groups, by=None, seed="groups")
    rank = {uid: number for number, uid in enumerate(sorted(entrants_of(event)))}
    while matches := factories.open_matches(groups):
        for match in matches:
            one = Entrant.objects.get(event=event, side=match.one).uid
            two = Entrant.objects.get(event=event, side=match.two).uid
            win(match, "one" if rank[one] < rank[two] else "two")
        progress.advance(event)
    row = draw.draw(playoff, by=None)
    table = standings(groups)
    assert table is not None
    group_of = {line.entrant: line.group for line in table.lines if line.place <= 2}
    assert entrants_in(playoff) == set(group_of)
    half = len(row.placement) // 2
    for lines in (row.placement[:half], row.placement[half:]):
        assert sorted(group_of[uid] or 0 for uid in lines) == [1, 2, 3, 4]
    play(event, chance=Random(3), stages=(playoff,))
    assert is_clean(event)


def test_a_tie_at_the_cut_is_named_before_anything_is_drawn() -> None:
    event = event_with(3)
    groups = stage_of(event, "round_robin", options={"first_tiebreak": "share"})
    playoff = stage_of(event, feeds=[{"stage": 0, "take": "top", "count": 2}])
    draw.draw(groups, by=None, seed="three")
    beats: dict[int, int] = {}
    while matches := factories.open_matches(groups):
        for match in matches:
            # Each beats one and loses to the other.
            side = (
                "one" if beats.setdefault(match.one_id, 0) == 0 and beats.get(match.two_id, 0) < 2 else "two"
            )
            winner = match.one_id if side == "one" else match.two_id
            beats[winner] = beats.get(winner, 0) + 1
            win(match, side)
        progress.advance(event)
    table = standings(groups)
    assert table is not None
    if table.lines[1].is_tied:
        with pytest.raises(TiedAtTheCut):
            draw.draw(playoff, by=None)
    assert not Pairing.objects.filter(stage=playoff).exists()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("format_", "feeds"),
    [
        ("single_elimination", [{"stage": 1, "take": "losers"}]),
        ("single_elimination", [{"stage": 0, "take": "everybody"}]),
        ("single_elimination", [{"stage": 0, "take": "top"}]),
        ("single_elimination", [{"stage": 0, "take": "losers", "round": 1}]),
        ("consolation", []),
    ],
)
def test_a_stage_that_cannot_be_fed_so_is_not_made(format_: str, feeds: list[dict[str, object]]) -> None:
    event = event_with(2)
    stage_of(event)
    with pytest.raises(InvalidFeeds):
        stage_of(event, format_, feeds=feeds)
    assert event.stages.count() == 1


@pytest.mark.both_databases
def test_a_voided_draw_takes_the_stages_below_with_it() -> None:
    event = event_with(8)
    main, below = stage_of(event), stage_of(event, "consolation", feeds=[LOSERS])
    first = draw.draw(main, by=None, seed="eight")
    assert below.draws.filter(voided_at=None).count() == 1
    draw.void(first, by=None, reason="Two names were missing.")
    assert below.draws.filter(voided_at=None).count() == 0
    draw.draw(main, by=None, seed="again")
    assert below.draws.filter(voided_at=None).count() == 1
    assert is_clean(event)


class TestRounds:
    def test_a_held_round_is_paired_when_the_director_lets_it(self) -> None:
        event = event_with(6)
        stage = stage_of(event, "swiss", options={"rounds": 3})
        draw.draw(stage, by=None, seed="swiss")
        attendance.hold(stage, by=None, is_held=True)
        for match in factories.open_matches(stage):
            win(match)
        progress.advance(event)
        assert attendance.newest_round(stage) == 1
        attendance.hold(stage, by=None, is_held=False)
        assert attendance.newest_round(stage) == 2
        assert is_clean(event)

    @pytest.mark.both_databases
    def test_who_misses_a_round_is_not_paired_in_it_and_plays_the_next(self) -> None:
        event = event_with(6)
        stage = stage_of(event, "swiss", options={"rounds": 3})
        draw.draw(stage, by=None, seed="swiss")
        absent = Entrant.objects.filter(event=event).earliest("pk")
        attendance.miss(stage, entrant=absent, rounds=[2], by=None)
        with pytest.raises(RoundPaired):
            attendance.miss(stage, entrant=absent, rounds=[1, 2], by=None)
        while matches := factories.open_matches(stage):
            for match in matches:
                win(match)
            progress.advance(event)
        rounds = sorted(absent.seats.filter(cancelled_at=None).values_list("round", flat=True))
        assert rounds == [1, 3]
        assert is_clean(event)

    @pytest.mark.parametrize("format_", ["swiss", "lives", "round_robin", "double_elimination"])
    def test_a_whole_stage_is_played_with_a_late_entry_and_a_withdrawal(self, format_: str) -> None:
        event, chance = event_with(7), Random(format_)
        stage = stage_of(event, format_)
        draw.draw(stage, by=None, seed="seven")
        late = registration.enter(event, by=None, players=[factories.player("Late Larsen")])
        if factories.open_lines(stage):
            draw.enter_late(stage, entrant=late, by=None)
        win(factories.open_matches(stage)[0])
        progress.advance(event)
        leaver = factories.open_matches(stage)[-1]
        missing = Entrant.objects.get(event=event, side=leaver.two)
        registration.withdraw(missing, by=None, reason="A train to catch.")
        play(event, chance=chance, stages=(stage,))
        stage.refresh_from_db()
        assert stage.completed_at is not None
        assert is_clean(event)


def entrants_of(event: Event) -> list[str]:
    """The uids of an event's entrants."""
    return list(Entrant.objects.filter(event=event).values_list("uid", flat=True))


def _losers(stage: Stage) -> list[str]:
    return [
        Entrant.objects.get(
            event=stage.event, side=match.two_id if match.winner == "one" else match.one_id
        ).uid
        for match in Match.objects.filter(pairing__stage=stage, final_at__isnull=False)
    ]


def _has_win(stage: Stage, uid: str) -> bool:
    side = Entrant.objects.get(uid=uid).side_id
    matches = Match.objects.filter(pairing__stage=stage, final_at__isnull=False)
    return any((match.one_id if match.winner == "one" else match.two_id) == side for match in matches)
