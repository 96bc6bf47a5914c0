"""Late entrants and alternates in formats that pair round by round; corrections before walkovers."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import Match
from tests import factories
from tests.tournaments import audits
from tournaments.actions import results
from tournaments.actions.draws import draw, progress, stage_settings
from tournaments.actions.entrants import registration
from tournaments.errors.common import Forbidden
from tournaments.errors.draws import MatchBegun, NoByeToTake, RoundBegun
from tournaments.models import Entrant, Pairing, Seat, Stage, StageEntry
from tournaments.queries.draws.follow_ups import follow_ups
from tournaments.queries.state import bye_under_way, stage_state

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

ROUNDS = pytest.mark.parametrize(
    ("format_", "options"),
    [("swiss", {"rounds": 3}), ("lives", {"lives": 3}), ("lives", {"lives": 3, "odd_one": "sit_out"})],
)


def stage_of(n: int, format_: str, options: dict[str, Any]) -> Stage:
    """A stage of rounds, drawn."""
    stage = factories.stage(format=format_, options=options)
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="late")
    return stage


def begin(match: Match) -> None:
    """The match begins, so that its round stands."""
    results.start(match, by=factories.around(match).director)


def win(match: Match, side: str = "one") -> None:
    """A director's result."""
    score = (match.length, 0) if side == "one" else (0, match.length)
    results.report(match, by=factories.around(match).director, score=score)
    progress.advance(factories.around(match).stage.event)


def pairs(stage: Stage, number: int) -> set[frozenset[str]]:
    """The pairs of a round; a bye is a set of one."""
    follow_up: dict[int, set[str]] = {}
    for pairing, uid in Seat.objects.filter(stage=stage, round=number, cancelled_at=None).values_list(
        "pairing", "entrant__uid"
    ):
        follow_up.setdefault(pairing, set()).add(uid)
    return {frozenset(uids) for uids in follow_up.values()}


def is_clean(stage: Stage) -> bool:
    """Whether an audit finds nothing."""
    return audits.is_clean(stage.event.tournament)


@ROUNDS
def test_an_alternate_takes_the_match_of_a_no_show_in_a_round_that_has_begun(
    format_: str, options: dict[str, Any]
) -> None:
    stage = stage_of(6, format_, options)
    first, second, _third = factories.open_matches(stage)
    begin(first)
    before = pairs(stage, 1)
    absent, waits = Entrant.objects.get(side=second.one), Entrant.objects.get(side=second.two)
    alternate = factories.entrant(stage.event, "Ann Alternate")
    draw.replace(stage, absent=absent, alternate=alternate, by=None, reason="did not come")
    assert StageEntry.objects.get(entrant=alternate).joins == 1
    old_pair, new_pair = frozenset({absent.uid, waits.uid}), frozenset({alternate.uid, waits.uid})
    assert pairs(stage, 1) == before - {old_pair} | {new_pair}
    assert is_clean(stage)


@pytest.mark.both_databases
@ROUNDS
def test_an_alternate_for_somebody_not_in_the_round_plays_from_the_next_one(
    format_: str, options: dict[str, Any]
) -> None:
    stage = stage_of(4, format_, options)
    begin(factories.open_matches(stage)[0])
    late = factories.entrant(stage.event, "Lea Late")
    draw.enter_late(stage, entrant=late, by=None)
    assert StageEntry.objects.get(entrant=late).joins == 2
    alternate = factories.entrant(stage.event, "Ann Alternate")
    draw.replace(stage, absent=late, alternate=alternate, by=None, reason="did not come")
    assert StageEntry.objects.get(entrant=alternate).joins == 2
    assert is_clean(stage)


@pytest.mark.both_databases
@ROUNDS
def test_a_late_entrant_takes_the_bye_of_the_round_under_way(format_: str, options: dict[str, Any]) -> None:
    stage = stage_of(5, format_, options)
    begin(factories.open_matches(stage)[0])
    state = stage_state(stage)
    assert state is not None
    bye = bye_under_way(state)
    assert bye is not None
    before = pairs(stage, 1)
    late = factories.entrant(stage.event, "Lea Late")
    draw.enter_late(stage, entrant=late, by=None, takes_bye=True)
    assert pairs(stage, 1) == before - {frozenset({bye.one})} | {frozenset({bye.one, late.uid})}
    assert is_clean(stage)
    with pytest.raises(NoByeToTake):
        draw.enter_late(stage, entrant=factories.entrant(stage.event), by=None, takes_bye=True)


@ROUNDS
def test_without_the_click_a_late_entrant_waits_for_the_next_round(
    format_: str, options: dict[str, Any]
) -> None:
    stage = stage_of(5, format_, options)
    before = pairs(stage, 1)
    late = factories.entrant(stage.event, "Lea Late")
    draw.enter_late(stage, entrant=late, by=None)
    assert pairs(stage, 1) == before
    factories.play_open_matches(stage)
    assert any(late.uid in pair for pair in pairs(stage, 2))


def test_the_bye_of_a_round_is_the_directors_to_give() -> None:
    stage = stage_of(5, "swiss", {"rounds": 3})
    clerk = factories.clerk(stage.event.tournament)
    late = factories.entrant(stage.event, "Lea Late")
    with pytest.raises(Forbidden):
        draw.enter_late(stage, entrant=late, by=clerk, takes_bye=True)


@pytest.mark.both_databases
def test_a_bracket_has_lines_and_no_bye_of_a_round() -> None:
    stage = factories.drawn_stage(3)
    state = stage_state(stage)
    assert state is not None
    assert bye_under_way(state) is None
    with pytest.raises(NoByeToTake):
        draw.enter_late(stage, entrant=factories.entrant(stage.event), by=None, takes_bye=True)


class TestAWalkoverThatNobodyPlayed:
    def with_walkover(self) -> tuple[Stage, Match, Match]:
        """A bracket of four: the first match is won, and whoever waits for the winner has left."""
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        win(second)
        registration.withdraw(Entrant.objects.get(side=second.one), by=None, reason="ill")
        win(first)
        final = Pairing.objects.get(stage=stage, round=2, cancelled_at=None).match
        assert final is not None
        return stage, first, final

    @pytest.mark.both_databases
    def test_does_not_keep_the_match_before_it_from_being_corrected(self) -> None:
        stage, first, walkover = self.with_walkover()
        assert (walkover.outcome, walkover.winner_side) == ("walkover", first.one)
        first.refresh_from_db()
        assert [follow_up.is_begun for follow_up in follow_ups(first)] == [False]
        results.correct(
            first, by=factories.around(first).director, score=(0, first.length), reason="The slip was wrong."
        )
        walkover.refresh_from_db()
        assert walkover.cancelled_at is not None
        final = Pairing.objects.get(stage=stage, round=2, cancelled_at=None).match
        assert final is not None
        assert (final.outcome, final.winner_side) == ("walkover", first.two)
        stage.refresh_from_db()
        assert stage.completed_at is not None
        assert is_clean(stage)

    def test_a_walkover_that_a_director_gave_stands(self) -> None:
        stage = factories.drawn_stage(4)
        for match in factories.open_matches(stage):
            win(match)
        first = Pairing.objects.get(stage=stage, round=1, slot=0).match
        [final] = factories.open_matches(stage)
        results.forfeit(final, by=factories.around(final).director, loser="two", reason="did not come")
        assert first is not None
        with pytest.raises(MatchBegun):
            results.correct(
                first,
                by=factories.around(first).director,
                score=(0, first.length),
                reason="The slip was wrong.",
            )

    @ROUNDS
    def test_nor_does_it_keep_a_round_that_nobody_began(self, format_: str, options: dict[str, Any]) -> None:
        stage = stage_of(6, format_, options)
        for match in factories.open_matches(stage):
            win(match)
        leaver = Entrant.objects.get(side=factories.open_matches(stage)[0].one)
        registration.withdraw(leaver, by=None, reason="ill")
        earlier_match = Pairing.objects.filter(stage=stage, round=1).exclude(seats__entrant=leaver)[0].match
        assert earlier_match is not None
        results.correct(
            earlier_match,
            by=factories.around(earlier_match).director,
            score=(0, earlier_match.length),
            reason="The slip was wrong.",
        )
        earlier_match.refresh_from_db()
        assert earlier_match.winner == "two"
        # The audit pairs the round again from the corrected records.
        assert is_clean(stage)

    def test_its_length_stays(self) -> None:
        stage, _first, walkover = self.with_walkover()
        with pytest.raises(RoundBegun):
            stage_settings.change_round_length(stage, by=None, round=2, length=9)
        walkover.refresh_from_db()
        assert walkover.length == 7
