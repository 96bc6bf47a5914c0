"""A series is played match by match until one side has won more than half, whatever is corrected on the way."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.models import Match
from tests import factories
from tests.tournaments.results_seen import fresh, log_of
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.events.best_of import change_best_of
from tournaments.actions.hall import calling
from tournaments.errors.draws import SequelMissing
from tournaments.errors.teams import (
    InvalidBestOf,
    InvalidSeriesScore,
    MatchesNotRecorded,
    NoSeriesOfTeams,
    SeriesAgainstMatches,
    SeriesByMatches,
)
from tournaments.exchange import read_results, write_results
from tournaments.models import Board, Entrant, LogEntry, Pairing, Stage, TableUse, pairing_of
from tournaments.queries.audit.checks import findings
from tournaments.queries.audit.evidence_checks import evidence_findings
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.events.forecasts import stage_setup
from tournaments.queries.exchange.results import results_of_event
from tournaments.queries.exports.printed_rounds import printed_rounds
from tournaments.queries.exports.sheets import pairing_table, result_table
from tournaments.queries.feed.rows import rows_of_entries
from tournaments.queries.people.player import my_matches
from tournaments.queries.ratings.match_facts import facts_of_matches
from tournaments.queries.state import event_states
from tournaments.ratings.counting import MatchKind

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]
SCORES = {"one": (7, 3), "two": (3, 7)}


def stage_of_series(n: int = 2, *, best_of: tuple[int, ...] = (3,)) -> Stage:
    stage = lifecycle.create_stage(factories.event(), by=None, lengths=(7,), best_of=best_of)
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="series")
    progress.advance(stage.event)
    return stage


def matches_of(series: Match) -> list[Match]:
    rows = Board.objects.filter(team_match=series, cancelled_at=None).order_by("number")
    return [row.match for row in rows.select_related("match")]


def play(series: Match, *winners: str) -> None:
    for winner in winners:
        under_way = next(match for match in matches_of(series) if not match.is_final)
        results.report(under_way, by=factories.director_of(series), score=SCORES[winner])


def standing(series: Match) -> tuple[str, tuple[int, int] | None, int]:
    """Who has won, with which score, and how many matches there are."""
    now = fresh(series)
    report = now.accepted_report
    return now.winner, None if report is None else report.counted, len(matches_of(series))


class Secretary:
    """A twin with a pad: one line a match, and a look at the whole pad after each change."""

    def __init__(self, best_of: int) -> None:
        self.pad: list[str] = []
        self.best_of = best_of

    @property
    def winner(self) -> str:
        ahead = [
            side for side in ("one", "two") if self.pad.count(side) > self.best_of - self.best_of // 2 - 1
        ]
        return ahead[0] if ahead else ""

    @property
    def standing(self) -> tuple[str, tuple[int, int] | None, int]:
        score = (self.pad.count("one"), self.pad.count("two"))
        open_match = 0 if self.winner else 1
        return self.winner, score if self.winner else None, len(self.pad) + open_match


class TestASeries:
    @pytest.mark.both_databases
    def test_is_what_a_secretary_with_a_pad_finds_whatever_is_corrected(self) -> None:
        chance = Random("series")
        for best_of in (3, 5, 3):
            stage = stage_of_series(best_of=(best_of,))
            [series], secretary = factories.open_matches(stage), Secretary(best_of)
            while not secretary.winner or chance.random() < 0.6:
                if secretary.pad and (secretary.winner or chance.random() < 0.3):
                    number = chance.randrange(len(secretary.pad))
                    secretary.pad[number] = "two" if secretary.pad[number] == "one" else "one"
                    results.correct(
                        matches_of(series)[number],
                        by=factories.director_of(series),
                        score=SCORES[secretary.pad[number]],
                        reason="Misread.",
                    )
                else:
                    secretary.pad.append(chance.choice(["one", "two"]))
                    play(series, secretary.pad[-1])
                assert standing(series) == secretary.standing
            progress.advance(stage.event)
            assert list(findings(stage.event.tournament)) == []

    def test_of_a_final_comes_after_single_matches(self) -> None:
        stage = stage_of_series(4, best_of=(3, 1))
        for semifinal in factories.open_matches(stage):
            assert matches_of(semifinal) == []
            results.report(semifinal, by=factories.director_of(semifinal), score=(7, 2))
        progress.advance(stage.event)
        [final] = factories.open_matches(stage)
        [first] = matches_of(final)
        assert (final.length, first.length, final.pairing.best_of) == (3, 7, 3)
        play(final, "two", "two")
        progress.advance(stage.event)
        stage.refresh_from_db()
        assert stage.completed_at is not None
        assert standing(final) == ("two", (0, 2), 2)
        view = bracket(stage)
        assert view is not None
        [slot] = view.rounds[1].slots
        assert ([side.score for side in slot.sides], view.rounds[1].best_of) == ([0, 2], 3)

    def test_is_shown_with_the_matches_won_so_far_and_the_table_where_it_goes_on(self) -> None:
        stage = stage_of_series()
        [series] = factories.open_matches(stage)
        [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["7"])
        director = factories.director_of(series)
        with pytest.raises(SeriesByMatches):
            calling.assign(series, by=director, table=table)
        calling.assign(matches_of(series)[0], by=director, table=table)
        play(series, "two")
        second = matches_of(series)[1]
        assert TableUse.objects.get(table=table, until=None).match == second
        view = bracket(stage)
        assert view is not None
        [slot] = view.rounds[0].slots
        assert (slot.table, [side.score for side in slot.sides]) == ("7", [0, 1])
        player = series.one.members.get().player
        [line] = my_matches(player).open
        assert (line.match, line.board.number if line.board else 0) == (second, 2)

    def test_counts_match_by_match_for_ratings(self) -> None:
        stage = stage_of_series()
        [series] = factories.open_matches(stage)
        play(series, "one", "one")
        keys = [match.pk for match in matches_of(series)]
        facts = facts_of_matches([series.pk, *keys])
        assert facts[series.pk].kind is MatchKind.SERIES
        assert {facts[key].kind for key in keys} == {MatchKind.SINGLES}
        tournament = stage.event.tournament
        entries = list(LogEntry.objects.filter(tournament=tournament).order_by("seq"))
        kinds = {row.row.match_uid: row.row.kind for row in rows_of_entries(tournament, entries, {})}
        assert kinds == {series.uid: "series", **{match.uid: "singles" for match in matches_of(series)}}

    def test_travels_in_a_result_file_with_the_number_of_each_match(self) -> None:
        stage = stage_of_series(best_of=(5,))
        [series] = factories.open_matches(stage)
        play(series, "one", "two", "one", "one")
        content = results_of_event(stage.event, factories.federation())
        reading = read_results(write_results(content), today=date(2099, 1, 1))
        assert (reading.results, reading.faults) == (content, ())
        numbers = {row.match: (row.series_match, row.series_best_of, row.board) for row in content.matches}
        assert numbers == {match.uid: (n, 5, 0) for n, match in enumerate(matches_of(series), start=1)}
        [row, *_more] = content.matches
        wrong_rows = (
            replace(row, series_match=6),
            replace(row, series_best_of=4),
            replace(row, board=1),
        )
        for wrong in wrong_rows:
            impossible = replace(content, matches=(wrong,))
            [fault] = read_results(write_results(impossible), today=date(2099, 1, 1)).faults
            assert fault.code == "bad_position"

    def test_under_way_is_forecast_from_where_it_stands(self) -> None:
        stage = stage_of_series(best_of=(5,))
        [series] = factories.open_matches(stage)
        play(series, "one", "two", "one")
        began = timezone.now() - timedelta(minutes=20)
        Match.objects.filter(pk=matches_of(series)[3].pk).update(started_at=began)
        [state] = event_states(stage.event)
        setup = stage_setup(state.stage, (), state, now=timezone.now())
        [so_far] = setup.series.values()
        assert (so_far.best_of, so_far.wins) == (5, (2, 1))
        assert [round(minutes) for minutes in setup.playing.values()] == [20]


class TestTheDirector:
    def test_enters_a_series_as_a_whole_with_a_reason(self) -> None:
        stage = stage_of_series()
        [series] = factories.open_matches(stage)
        director = factories.director_of(series)
        play(series, "two")
        with pytest.raises(MatchesNotRecorded):
            results.report(series, by=director, score=(2, 1))
        for score in ((1, 1), (3, 0), (2, 2), (1, 0)):
            with pytest.raises(InvalidSeriesScore):
                results.report(series, by=director, score=score, reason="not recorded")
        with pytest.raises(SeriesAgainstMatches):
            results.report(series, by=director, score=(2, 0), reason="not recorded")
        results.report(series, by=director, score=(2, 1), reason="not recorded")
        assert standing(series) == ("one", (2, 1), 1)
        assert set(log_of(series)[-2:]) == {"reported", "boards_dropped"}
        progress.advance(stage.event)
        assert list(findings(stage.event.tournament)) == []

    def test_enters_no_series_that_is_not_over(self) -> None:
        [series] = factories.open_matches(stage_of_series(best_of=(5,)))
        for score in ((2, 0), (2, 2), (4, 0)):
            with pytest.raises(InvalidSeriesScore):
                results.report(series, by=factories.director_of(series), score=score, reason="not recorded")
        results.report(series, by=factories.director_of(series), score=(3, 2), reason="not recorded")
        assert standing(series) == ("one", (3, 2), 0)

    def test_corrects_a_match_after_which_nobody_has_won(self) -> None:
        stage = stage_of_series(4, best_of=(1, 3))
        first, second = factories.open_matches(stage)
        play(first, "one", "one")
        play(second, "one", "one")
        progress.advance(stage.event)
        [final] = factories.open_matches(stage)
        director = factories.director_of(final)
        results.start(final, by=director)
        with pytest.raises(SequelMissing):
            results.correct(matches_of(first)[1], by=director, score=(3, 7), reason="Misread.")
        results.correct(matches_of(first)[1], by=director, score=(3, 7), reason="Misread.", follow="replay")
        assert standing(first) == ("", None, 3)
        assert Pairing.objects.get(match=final).is_set_aside
        play(first, "one")
        progress.advance(stage.event)
        assert not Pairing.objects.get(match=final).is_set_aside
        assert list(findings(stage.event.tournament)) == []

    @pytest.mark.both_databases
    def test_lets_the_rightful_winner_take_over_the_match_under_way_at_its_table(self) -> None:
        stage = stage_of_series(4, best_of=(3, 1))
        semifinals = factories.open_matches(stage)
        for semifinal in semifinals:
            results.report(semifinal, by=factories.director_of(semifinal), score=(7, 2))
        progress.advance(stage.event)
        [final] = factories.open_matches(stage)
        [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["7"])
        director = factories.director_of(final)
        play(final, "one")
        results.take_back_result(matches_of(final)[0], by=director)
        play(final, "one")
        [won, under_way] = matches_of(final)
        calling.assign(under_way, by=director, table=table)
        results.start(under_way, by=director)
        results.correct(semifinals[0], by=director, score=(2, 7), reason="Misread.", follow="substitute")
        [other] = factories.open_matches(stage)
        [first] = matches_of(other)
        assert (other.pairing.best_of, standing(other)) == (3, ("", None, 1))
        assert first.started_at == fresh(other).started_at == fresh(under_way).started_at
        assert TableUse.objects.get(table=table, until=None).match == first
        assert matches_of(final) == [won], "a match played stays a match of the two who played it"
        assert list(findings(stage.event.tournament)) == []
        undo.undo_correction(semifinals[0], by=director)
        assert matches_of(final) == [won, under_way], "a match that was dropped before stays away"
        assert factories.open_matches(stage) == [final]
        assert list(findings(stage.event.tournament)) == []

    def test_takes_a_result_back_and_the_next_match_waits(self) -> None:
        [series] = factories.open_matches(stage_of_series())
        play(series, "one")
        [first, _second] = matches_of(series)
        results.take_back_result(first, by=factories.director_of(series))
        assert [match.pk for match in matches_of(series)] == [first.pk]
        play(series, "two")
        assert standing(series) == ("", None, 2)

    @pytest.mark.both_databases
    def test_sets_the_series_of_later_rounds_during_play_and_undoes_it(self) -> None:
        stage = stage_of_series(4, best_of=(1,))
        change_best_of(stage, by=None, best_of=(5, 1))
        assert {pairing.best_of for pairing in Pairing.objects.filter(stage=stage)} == {1}
        entry = LogEntry.objects.filter(code="best_of_changed").latest("seq")
        undo.undo(entry, by=factories.owner(stage.event.tournament))
        stage.refresh_from_db()
        assert stage.best_of == [1]

    def test_lowers_the_number_of_matches_and_those_played_stay_on_every_list(self) -> None:
        stage = stage_of_series(4, best_of=(1, 3))
        for series in factories.open_matches(stage):
            play(series, "one", "two", "one")
        progress.advance(stage.event)
        stage.refresh_from_db()
        before = (pairing_table(stage), result_table(stage), printed_rounds(stage))
        assert len(before[1].rows) == 8, "two series of three matches"
        change_best_of(stage, by=None, best_of=(1,))
        stage = Stage.objects.get(pk=stage.pk)
        after = (pairing_table(stage), result_table(stage), printed_rounds(stage))
        assert after[:2] == before[:2]
        assert [len(slot.boards) for slot in after[2][0].groups[0].slots] == [3, 3]
        view = bracket(stage)
        assert view is not None
        assert [of.best_of for of in view.rounds] == [3, 1], "what is played is a best of three"

    def test_is_refused_what_is_no_series(self) -> None:
        stage = factories.stage()
        for numbers in ((2,), (0,), (17,), ()):
            with pytest.raises(InvalidBestOf):
                change_best_of(stage, by=None, best_of=numbers)
        teams = factories.stage(factories.event(kind="teams", team_size=3, boards=3))
        with pytest.raises(NoSeriesOfTeams):
            change_best_of(teams, by=None, best_of=(3,))
        drawn = Pairing.objects.filter(stage=stage_of_series())
        with pytest.raises(IntegrityError), transaction.atomic():
            drawn.update(best_of=4)


class TestAPlayer:
    def test_who_leaves_gives_up_the_series_with_the_matches_won(self) -> None:
        stage = stage_of_series(best_of=(5,))
        [series] = factories.open_matches(stage)
        play(series, "one", "two")
        leaver = Entrant.objects.get(side=series.one)
        registration.withdraw(leaver, by=factories.owner(stage.event.tournament), reason="Ill.")
        progress.advance(stage.event)
        assert standing(series) == ("two", (1, 1), 2)
        assert fresh(series).outcome == "retired"
        assert list(findings(stage.event.tournament)) == []

    def test_reports_the_matches_and_not_the_series(self) -> None:
        [series] = factories.open_matches(stage_of_series())
        loser = series.two.members.get().player
        with pytest.raises(SeriesByMatches):
            results.report(series, by=loser, score=(2, 0))
        for _ in range(2):
            under_way = next(match for match in matches_of(series) if not match.is_final)
            results.report(under_way, by=loser, score=(7, 1))
        assert standing(series) == ("one", (2, 0), 2)


@pytest.mark.parametrize(
    "result",
    [
        {"outcome": "double_forfeit"},
        {"outcome": "forfeit", "winner": "two"},
        {"outcome": "walkover", "winner": "one"},
        {"score": (2, 1)},
    ],
)
def test_no_result_of_the_whole_is_entered_that_the_matches_would_change_at_once(
    result: dict[str, object],
) -> None:
    """The matches have decided it: a ruling against them would not count, and is refused with the way on."""
    series = factories.open_matches(stage_of_series(2))[0]
    play(series, "one", "one")
    before = fresh(series).accepted_report
    with pytest.raises(SeriesAgainstMatches, match=r"2–0.*Correct the match that is wrong"):
        results.correct(
            fresh(series),
            by=factories.director_of(series),
            reason="A ruling.",
            **result,  # type: ignore[arg-type]
        )
    assert fresh(series).accepted_report == before
    assert "corrected" not in log_of(series)


def test_who_went_on_from_a_series_that_is_open_again_plays_on_by_decision() -> None:
    """Places only: the match that follows stays, which the audit lists as decided until the series is over."""
    stage = stage_of_series(4, best_of=(1, 3))
    event, director = stage.event, factories.director_of(factories.open_matches(stage)[0])
    first, second = factories.open_matches(stage)
    for series in (first, second):
        play(series, "one", "one")
    progress.advance(event)
    [final] = factories.open_matches(stage)
    results.start(final, by=director)
    slip = {"score": (3, 7), "reason": "Misread.", "follow": "places_only"}
    results.correct(matches_of(first)[1], by=director, **slip)  # type: ignore[arg-type]
    assert standing(first) == ("", None, 3)
    assert not fresh(final).pairing.is_set_aside
    assert [(one.is_fault, one.code) for one in findings(event.tournament)] == [(False, "decided")]
    progress.advance(event)
    assert fresh(final).cancelled_at is None
    play(first, "two")
    progress.advance(event)
    assert [(one.is_fault, one.code) for one in findings(event.tournament)] == [(False, "decided")]


def test_the_match_that_a_correction_drops_comes_back_when_that_is_undone() -> None:
    series = factories.open_matches(stage_of_series(2))[0]
    director = factories.director_of(series)
    play(series, "one", "two")
    first, _, third = matches_of(series)
    slip = {"score": (3, 7), "reason": "Misread."}
    results.correct(first, by=director, **slip)  # type: ignore[arg-type]
    assert standing(series) == ("two", (0, 2), 2)
    undo.undo_correction(fresh(first), by=director)
    assert matches_of(series)[2] == third
    assert fresh(third).cancelled_at is None
    assert list(findings(pairing_of(series).stage.event.tournament)) == []
    assert list(evidence_findings(pairing_of(series).stage.event.tournament)) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("played", [0, 1])
def test_who_left_by_mistake_plays_the_series_on_where_it_was(played: int) -> None:
    stage = stage_of_series(4, best_of=(1, 3))
    series = factories.open_matches(stage)[0]
    director, before = factories.director_of(series), []
    play(series, *["one"] * played)
    before = matches_of(series)
    [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["1"])
    calling.assign(before[-1], by=director, table=table)
    registration.withdraw(Entrant.objects.get(side=series.one), by=director, reason="Wrong line.")
    progress.advance(stage.event)
    assert len(matches_of(series)) == played
    undo.undo(LogEntry.objects.get(code="withdrawn"), by=director)
    progress.advance(stage.event)
    assert matches_of(series) == before
    assert TableUse.objects.get(until=None).match == before[-1]
    assert list(findings(stage.event.tournament)) == []
