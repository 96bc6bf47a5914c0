"""What becomes of the matches that follow from a corrected result: played again, taken over, or left."""

from __future__ import annotations

import pytest

from matches.models import Match, Suspension
from tests import factories
from tests.remembered import remembered
from tests.tournaments.results_seen import fresh
from tournaments.actions import impact, log, results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, suspending
from tournaments.errors.draws import MatchBegun, NobodyToReplace
from tournaments.errors.undo import AlreadyUndone, CannotBeUndone
from tournaments.models import (
    Entrant,
    Event,
    LogEntry,
    Notice,
    NoticeCode,
    Pairing,
    Stage,
    StageEntry,
    TableUse,
)
from tournaments.notices import render
from tournaments.queries.audit.checks import FindingCode, findings
from tournaments.queries.audit.evidence_checks import evidence_findings
from tournaments.queries.draws.finish import finish
from tournaments.queries.draws.standings import standings
from tournaments.queries.impact import RemarkCode
from tournaments.queries.state import event_states

pytestmark = pytest.mark.django_db

LOSERS = {"stage": 0, "take": "losers", "nearest": 1}


@remembered
def bracket(n: int = 8) -> Stage:
    """A drawn knock-out with a consolation below it."""
    event = factories.event()
    factories.entrants(event, n)
    main = factories.stage(event)
    lifecycle.create_stage(event, by=None, format="consolation", feeds=[LOSERS], name="Consolation")
    draw.draw(main, by=None, seed="sequel")
    return main


def win(match: Match, side: str = "one") -> None:
    score = (match.length, 0) if side == "one" else (0, match.length)
    results.report(match, by=factories.director_of(match), score=score)


def play_round(stage: Stage) -> list[Match]:
    """Let side one win every open match of a stage."""
    matches = factories.open_matches(stage)
    for match in matches:
        win(match)
    progress.advance(stage.event)
    return matches


def correct(match: Match, follow: str | None = None, *, reason: str = "The slip was read wrong.") -> None:
    """Let the other side have won."""
    match.refresh_from_db()
    score = (0, match.length) if match.winner == "one" else (match.length, 0)
    results.correct(match, by=factories.director_of(match), score=score, reason=reason, follow=follow)


def here(stage: Stage, number: int) -> list[tuple[str, ...]]:
    """The names of those who sit in a round."""
    rows = Pairing.objects.filter(stage=stage, round=number, cancelled_at=None).order_by("slot")
    return [tuple(sorted(seat.entrant.name for seat in row.seats.all())) for row in rows]


def structure(event: Event) -> list[object]:
    """What stands in the event: who sits where, what counts, and who is decided to go where."""
    return [
        (
            state.stage.order,
            sorted((pairing.place, frozenset(pairing.entrants)) for pairing in state.state.pairings),
            sorted(
                (result.place, str(result.winner), result.decision is None) for result in state.state.results
            ),
            sorted((entry.uid, entry.line) for entry in state.state.entries if entry.line is not None),
            [(one.entrant, one.place, one.wins) for one in state.format.standings(state.state)],
        )
        for state in event_states(event)
    ]


def is_clean(event: Event) -> bool:
    tournament = event.tournament
    has_faults = any(finding.is_fault for finding in findings(tournament))
    return not has_faults and not any(evidence_findings(tournament)) and not log.verify(tournament)


def lost_by(stage: Stage, name: str) -> list[Match]:
    """The matches of a stage that an entrant has lost."""
    rows = Match.objects.filter(pairing__stage=stage).select_related("one", "two")
    sides = [(row, {row.one.name, row.two.name}, row.winner_side) for row in rows]
    return [row for row, names, won in sides if name in names and won is not None and won.name != name]


def place_of(stage: Stage, name: str) -> tuple[int, int]:
    table = standings(Stage.objects.get(pk=stage.pk))
    assert table is not None
    [line] = [line for line in table.lines if Entrant.objects.get(uid=line.entrant).name == name]
    return line.place, line.wins


class TestPlayedAgain:
    def test_what_the_wrong_player_played_stays_between_the_two_and_the_right_one_goes_on(self) -> None:
        main = bracket()
        first, *_ = play_round(main)
        wrong, right = first.one.name, first.two.name
        second = play_round(main)[0]
        with pytest.raises(MatchBegun, match="Choose what becomes of it"):
            correct(first)
        correct(first, "replay")
        second = fresh(second)
        assert second.is_final
        assert second.cancelled_at is None, "it stays a result between the two"
        assert second.pairing.is_set_aside
        assert right in here(main, 2)[0]
        assert wrong not in str(here(main, 2))
        notices = Notice.objects.filter(code=NoticeCode.SET_ASIDE, match=second)
        assert {notice.recipient for notice in notices} == {
            *second.one.players.all(),
            *second.two.players.all(),
        }
        assert {notice.params["has_report"] for notice in notices} == {True}
        assert is_clean(main.event)

    def test_those_who_lost_to_the_wrong_player_come_back_from_the_consolation(self) -> None:
        main = bracket()
        below = main.event.stages.get(order=1)
        first, *_ = play_round(main)
        play_round(below)
        second = play_round(main)[0]
        loser = second.two.entrants.get()
        play_round(below)
        assert StageEntry.objects.filter(stage=below, entrant=loser).exists()
        correct(first, "replay")
        assert not StageEntry.objects.filter(stage=below, entrant=loser).exists()
        assert StageEntry.objects.filter(stage=below, entrant=first.one.entrants.get()).exists()
        assert not StageEntry.objects.filter(stage=below, entrant=first.two.entrants.get()).exists()
        assert is_clean(main.event)

    def test_a_match_played_before_counts_again_when_the_same_two_meet_there(self) -> None:
        main = bracket()
        first, *_ = play_round(main)
        second = play_round(main)[0]
        correct(first, "replay")
        correct(first, "replay", reason="It was right.")
        second = fresh(second)
        assert not second.pairing.is_set_aside
        assert second.pairing.cancelled_at is None
        assert is_clean(main.event)

    def test_undone_in_one_act_everything_is_as_before(self) -> None:
        main = bracket()
        below = main.event.stages.get(order=1)
        first, *_ = play_round(main)
        play_round(below)
        play_round(main)
        play_round(below)
        results.start(factories.open_matches(main)[0], by=factories.owner(main.event.tournament))
        before = structure(main.event)
        correct(first, "replay")
        assert structure(main.event) != before
        undo.undo_correction(first, by=factories.director_of(first))
        assert structure(main.event) == before
        assert factories.open_matches(main)[0].started_at is not None
        assert is_clean(main.event)
        with pytest.raises(CannotBeUndone):
            undo.undo_correction(first, by=factories.director_of(first))
        entry = LogEntry.objects.get(code="corrected")
        with pytest.raises(AlreadyUndone):
            undo.undo(entry, by=factories.director_of(first))


class TestTakenOver:
    def test_the_right_player_plays_on_with_start_table_and_score(self) -> None:
        main = bracket()
        boss = factories.owner(main.event.tournament)
        [table] = lifecycle.add_tables(main.event.tournament, by=boss, names=["T7"])
        first, *_ = play_round(main)
        second = factories.open_matches(main)[0]
        calling.assign_lowest(second, by=boss)
        results.penalise(second, by=boss, to="two", points=2, reason="Late")
        results.start(second, by=boss)
        started = fresh(second).started_at
        before = structure(main.event)
        correct(first, "substitute")
        assert fresh(second).cancelled_at is not None
        notices = Notice.objects.filter(code=NoticeCode.SET_ASIDE, match=second)
        assert [notice.params["has_report"] for notice in notices] == [False, False]
        assert "is not played on" in render(notices[0], "en").text
        new = Match.objects.get(
            pairing__stage=main, pairing__round=2, pairing__slot=0, pairing__cancelled_at=None
        )
        assert new.started_at == started
        assert sorted((new.start_one, new.start_two)) == [0, 2]
        side = "one" if new.one == second.two else "two"
        assert getattr(new, f"start_{side}") == 2, "the points stay with the opponent"
        assert TableUse.objects.get(until=None).match == new
        assert TableUse.objects.get(until=None).table == table
        assert is_clean(main.event)
        undo.undo_correction(first, by=boss)
        assert structure(main.event) == before
        assert is_clean(main.event)

    @pytest.mark.both_databases
    def test_a_suspended_match_stays_suspended_at_its_score_and_cube(self) -> None:
        main = bracket()
        boss = factories.owner(main.event.tournament)
        first, *_ = play_round(main)
        second = factories.open_matches(main)[0]
        suspending.suspend(second, by=boss, score=(3, 1), cube=2, cube_owner="two", clocks=(90, 60))
        correct(first, "substitute")
        new = Match.objects.get(
            pairing__stage=main, pairing__round=2, pairing__slot=0, pairing__cancelled_at=None
        )
        suspension = Suspension.objects.get(match=new, resumed_at=None)
        stays, comes = ("one", "two") if new.one == second.two else ("two", "one")
        assert [getattr(suspension, f"score_{side}") for side in (stays, comes)] == [1, 3]
        assert [getattr(suspension, f"clock_{side}") for side in (stays, comes)] == [60, 90]
        assert (suspension.cube, suspension.cube_owner) == (2, stays)
        assert LogEntry.objects.filter(code="suspended", subject=new.uid).exists()
        assert is_clean(main.event)
        undo.undo_correction(first, by=boss)
        assert Suspension.objects.get(resumed_at=None, match__cancelled_at=None).match == second
        assert is_clean(main.event)

    def test_what_the_wrong_player_won_meanwhile_stays_in_the_bracket(self) -> None:
        main = bracket()
        first, *_ = play_round(main)
        second = play_round(main)[0]
        final = factories.open_matches(main)[0]
        results.start(final, by=factories.owner(main.event.tournament))
        before = structure(main.event)
        correct(first, "substitute")
        assert not fresh(second).pairing.is_set_aside
        assert first.two.name in here(main, 3)[0]
        assert first.one.name not in here(main, 3)[0]
        decided = [one for one in findings(main.event.tournament) if one.code is FindingCode.DECIDED]
        assert len(decided) == 2
        assert is_clean(main.event)
        play_round(main)
        assert place_of(main, first.one.name)[0] > 4, "a lost match of the first round"
        assert place_of(main, first.two.name)[0] <= 2
        undo.undo_correction(first, by=factories.owner(main.event.tournament))
        assert [row[1] for row in structure(main.event)] == [row[1] for row in before]  # type: ignore[index]

    def test_without_a_match_under_way_it_says_what_remains(self) -> None:
        main = bracket()
        first, *_ = play_round(main)
        second = factories.open_matches(main)[0]
        win(second, "two")
        progress.advance(main.event)
        with pytest.raises(NobodyToReplace):
            correct(first, "substitute")
        assert fresh(first).winner == "one"


class TestPlacesOnly:
    def test_matches_stay_and_places_follow_the_result(self) -> None:
        main = bracket()
        first, *_ = play_round(main)
        play_round(main)
        [final] = play_round(main)
        assert place_of(main, first.one.name) == (1, 3)
        before = structure(main.event)
        correct(first, "places_only")
        assert not Pairing.objects.filter(is_set_aside=True).exists()
        assert place_of(main, first.one.name)[0] >= 5
        assert place_of(main, first.one.name)[1] == 2
        assert place_of(main, final.two.name)[0] == 1
        assert place_of(main, first.two.name) == (2, 1) or place_of(main, first.two.name)[0] <= 4
        [decided] = [one for one in findings(main.event.tournament) if one.code is FindingCode.DECIDED]
        assert decided.data["advances"] == Entrant.objects.get(side=first.one).uid
        assert is_clean(main.event)
        undo.undo_correction(first, by=factories.owner(main.event.tournament))
        assert structure(main.event) == before
        assert is_clean(main.event)

    def test_the_preview_of_playing_again_lists_nobody_who_stays_out_in_the_same_round(self) -> None:
        main = bracket(8)
        opening = factories.open_matches(main)
        stages = list(main.event.stages.all())
        while any(factories.open_matches(stage) for stage in stages):
            for stage in stages:
                play_round(stage)
        first, *others = map(fresh, opening)
        preview = impact.foresee(main.event, lambda: correct(fresh(first), "replay"), but=first)
        in_main = {move.entrant for move in preview.moves if move.stage == (main.title or main.event.name)}
        move = next(
            one for one in preview.moves if one.entrant == first.one.name and one.stage == main.event.name
        )
        assert (move.before_words, move.after_words) == ("1", "5–8")
        assert first.one.name in in_main
        assert not in_main & {match.two.name for match in others}

    def test_in_double_elimination_places_follow_the_second_loss(self) -> None:
        event = factories.event()
        factories.entrants(event, 8)
        stage = factories.stage(event, format="double_elimination")
        draw.draw(stage, by=None, seed="places")
        opening = factories.open_matches(stage)
        while factories.open_matches(stage):
            play_round(stage)
        first = next(match for match in map(fresh, opening) if place_of(stage, match.two.name)[0] == 7)
        wrong, right = first.one.name, first.two.name
        losses = [match for match in lost_by(stage, wrong) if match.pk != first.pk]
        before, place = structure(event), place_of(stage, right)[0]
        preview = impact.foresee(event, lambda: correct(fresh(first), "places_only"), but=first)
        [decided] = preview.remarks
        assert (decided.code, decided.match) == (RemarkCode.DECIDED, first.uid)
        assert f"{wrong} goes on by your decision" in decided.words
        assert preview.moves, "places change"
        correct(first, "places_only")
        assert not Pairing.objects.filter(is_set_aside=True).exists()
        assert {(move.entrant, move.after) for move in preview.moves} <= {
            (entrant.name, place_of(stage, entrant.name)[0]) for entrant in event.entrants.all()
        }
        assert place_of(stage, right)[0] < place
        assert (place_of(stage, wrong)[0] == 1) == (not losses), "one loss alone costs nothing here"
        words = {line.name: line.stages[0].words for line in finish(event)}
        assert words[right].startswith("Placed by a corrected result")
        [ends] = impact.foresee(event, lambda: correct(fresh(first), "replay"), but=first).remarks
        assert ends.code is RemarkCode.DECISION_ENDS
        assert is_clean(event)
        undo.undo_correction(first, by=factories.owner(event.tournament))
        assert structure(event) == before

    def test_two_with_one_loss_each_share_the_first_place_of_a_double_elimination_without_a_champion(
        self,
    ) -> None:
        event = factories.event()
        factories.entrants(event, 4)
        stage = factories.stage(event, format="double_elimination")
        draw.draw(stage, by=None, seed="sequel")
        while factories.open_matches(stage):
            final, *_others = play_round(stage)
        # The unbeaten one has lost after all, and nobody plays the recharge.
        correct(final, "places_only")
        [state] = event_states(event)
        rows = state.format.standings(state.state)
        assert [(row.place, row.last_place) for row in rows] == [(1, 2), (1, 2), (3, 3), (4, 4)]
        assert state.format.champion(state.state) is None
        assert is_clean(event)

    def test_a_decision_on_a_decision_holds_the_last_one(self) -> None:
        main = bracket()
        first, *_ = play_round(main)
        play_round(main)
        before = structure(main.event)
        correct(first, "places_only")
        correct(first, "places_only", reason="It was right.")
        assert place_of(main, first.one.name)[0] <= 2
        assert is_clean(main.event)
        correct(first, "replay", reason="It was wrong after all.")
        assert first.two.name in here(main, 2)[0]
        assert is_clean(main.event)
        correct(first, "replay", reason="It was right, at last.")
        assert structure(main.event) == before
        assert is_clean(main.event)


def test_who_gave_its_place_up_plays_in_one_bracket_when_that_match_is_played_again() -> None:
    """By the ruling it dropped and its place went on: both end where the match that it had won meanwhile is replayed."""
    stage = factories.stage(format="double_elimination")
    factories.entrants(stage.event, 8)
    draw.draw(stage, by=None, seed="sequel")
    first, wrong, *_others = play_round(stage)
    [later] = [one for one in factories.open_matches(stage) if {one.one, one.two} == {first.one, wrong.one}]
    win(later, "one" if later.one == wrong.one else "two")
    progress.advance(stage.event)
    correct(wrong, "substitute")
    for match in factories.open_matches(stage):
        if not {match.one, match.two} & {wrong.one, wrong.two}:
            win(match)
    progress.advance(stage.event)
    correct(later, "replay")
    progress.advance(stage.event)
    sides = [side for match in factories.open_matches(stage) for side in (match.one, match.two)]
    assert len(sides) == len(set(sides))
    assert not [finding for finding in findings(stage.event.tournament) if finding.is_fault]


def test_a_ruling_ends_as_a_whole_where_one_of_its_matches_leaves_the_draw() -> None:
    """The wrong player would go on from the first match, and the right one from none."""
    main = bracket()
    boss = factories.owner(main.event.tournament)
    first, beside, *_others = play_round(main)
    second = play_round(main)[0]
    results.start(factories.open_matches(main)[0], by=boss)
    assert {second.one, second.two} == {first.one, beside.one}
    correct(first, "substitute")
    before = structure(main.event)
    correct(beside, "replay")
    assert fresh(second).pairing.is_set_aside
    assert not Pairing.objects.filter(stage=main, cancelled_at=None, decided_by__isnull=False).exists()
    assert tuple(sorted((first.two.name, beside.two.name))) in here(main, 2)
    assert is_clean(main.event)
    undo.undo_correction(beside, by=boss)
    assert structure(main.event) == before
    assert is_clean(main.event)
