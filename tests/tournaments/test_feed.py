"""The feed: one row for each result that a log entry changed, the same whenever the writer comes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import pytest
import time_machine
from django.db.models import Count
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.errors import DomainError
from matches.models import Match, Player
from tests import factories
from tests.effort import examples
from tests.remembered import taken_back
from tests.tournaments.feed_twin import FeedTwin, refreshed, stored_rows, without_returns
from tests.tournaments.team_matches import match_with_boards, say, stage_of_teams
from tests.tournaments.whole_tournament import larger_tournament
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration, teams
from tournaments.actions.feed import writing
from tournaments.actions.hall import suspending
from tournaments.actions.undo import engine
from tournaments.models import (
    Entrant,
    FeedCursor,
    FeedHead,
    FeedMember,
    FeedRow,
    LogEntry,
    ProofSalt,
    Stage,
    Tournament,
    is_team_match,
)
from tournaments.queries.audit.evidence import matches_of
from tournaments.queries.feed.rows import batch_after

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def rows_of(match: Match) -> list[FeedRow]:
    """Write the feed, and return the rows of a match."""
    writing.write_all()
    return list(FeedRow.objects.filter(match_uid=match.uid).order_by("number"))


def correct(match: Match, score: tuple[int, int]) -> None:
    results.correct(
        refreshed(match), by=factories.director_of(match), score=score, reason=f"Misread: {score}."
    )


class TestRows:
    def test_a_result_is_a_row_with_all_its_facts(self) -> None:
        game = factories.open_match(7, n=4)
        with time_machine.travel(datetime(2026, 3, 7, 23, 30, tzinfo=UTC), tick=True):
            results.report(game.match, by=game.director, score=(7, 3))
        [row] = rows_of(game.match)
        event = game.stage.event
        assert (row.number, row.change, row.supersedes) == (1, "final", None)
        # The weekend is in France, where midnight has passed.
        assert str(row.day) == "2026-03-08"
        assert (row.event_uid, row.stage, row.round, row.slot, row.board) == (event.uid, 0, 1, 0, 0)
        assert (row.one, row.two, row.winner, row.score_one, row.score_two, row.length) == (
            game.one,
            game.two,
            1,
            7,
            3,
            7,
        )
        assert (row.kind, row.ending) == ("singles", "played")
        entry = LogEntry.objects.get(tournament=event.tournament, seq=row.seq or 0)
        assert (entry.code, entry.subject, entry.at) == ("reported", game.match.uid, row.at)

    def test_a_correction_supersedes_the_row_before(self) -> None:
        game = factories.open_match(7)
        results.report(game.match, by=game.director, score=(7, 3))
        correct(game.match, (3, 7))
        first, second = rows_of(game.match)
        assert (first.winner, second.winner, second.supersedes) == (1, 2, first.number)
        assert second.day == first.day

    def test_a_writer_who_comes_late_writes_what_was_true_after_each_entry(self) -> None:
        game = factories.open_match(7)
        results.report(game.match, by=game.director, score=(7, 3))
        results.take_back_result(refreshed(game.match), by=game.director)
        results.start(refreshed(game.match), by=game.one)
        results.report(refreshed(game.match), by=game.director, score=(7, 5))
        correct(game.match, (3, 7))
        correct(game.match, (3, 9))
        rows = rows_of(game.match)
        assert [(row.change, row.winner, row.score_one, row.score_two) for row in rows] == [
            ("final", 1, 7, 3),
            ("reopened", 1, 7, 3),
            ("final", 1, 7, 5),
            ("final", 2, 3, 7),
            ("final", 2, 3, 9),
        ]
        assert [row.supersedes for row in rows] == [None, 1, 2, 3, 4]

    def test_an_entry_that_leaves_the_result_as_it_was_is_no_row(self) -> None:
        game = factories.open_match(7)
        results.report(game.match, by=game.director, score=(7, 3))
        correct(game.match, (7, 3))
        assert len(rows_of(game.match)) == 1

    def test_one_entry_may_change_many_matches(self) -> None:
        game = factories.open_match(7, n=4)
        [loser] = Entrant.objects.filter(seats__pairing__match=game.match, seats__side="two")
        results.report(game.match, by=game.director, score=(3, 7))
        other = factories.open_matches(game.stage)[0]
        say(other, (7, 1))
        progress.advance(game.stage.event)
        [last] = factories.open_matches(game.stage)
        registration.withdraw(loser, by=game.director, reason="ill")
        [walkover] = rows_of(last)
        assert walkover.ending == "walkover"
        correct(game.match, (7, 3))
        assert [row.change for row in rows_of(last)] == ["final", "cancelled"]
        [_before, correction] = rows_of(game.match)
        assert FeedRow.objects.get(match_uid=last.uid, change="cancelled").seq == correction.seq

    def test_boards_have_two_players_and_team_matches_two_teams(self) -> None:
        match, boards = match_with_boards()
        for board in boards:
            say(board, (7, 2))
        [of_board] = rows_of(boards[0])
        [of_team] = rows_of(match)
        assert (of_board.kind, of_board.board, of_team.kind, of_team.board) == ("board", 1, "teams", 0)
        assert (of_board.slot, of_board.round, of_board.stage) == (of_team.slot, of_team.round, of_team.stage)
        assert None not in (of_board.one_id, of_board.two_id)
        assert (of_team.one_id, of_team.two_id) == (None, None)
        members = FeedMember.objects.filter(row=of_team).values("side").annotate(players=Count("pk"))
        assert {row["side"]: row["players"] for row in members} == {1: 4, 2: 4}
        assert not FeedMember.objects.filter(row=of_board).exists()

    def test_a_suspended_match_counts_on_the_day_on_which_it_ended(self) -> None:
        game = factories.open_match(7)
        with time_machine.travel(datetime(2026, 3, 7, 20, tzinfo=UTC), tick=True):
            results.start(game.match, by=game.one)
            suspending.suspend(refreshed(game.match), by=game.director, score=(3, 2))
        with time_machine.travel(datetime(2026, 3, 8, 10, tzinfo=UTC), tick=True):
            results.report(refreshed(game.match), by=game.director, score=(7, 3))
        with time_machine.travel(datetime(2026, 3, 9, 10, tzinfo=UTC), tick=True):
            correct(game.match, (3, 7))
        assert [str(row.day) for row in rows_of(game.match)] == ["2026-03-08", "2026-03-08"]

    def test_the_rows_of_a_log_whose_salts_were_erased_follow_from_its_acts(self) -> None:
        game = factories.open_match(7)
        results.report(game.match, by=game.director, score=(7, 3))
        correct(game.match, (3, 7))
        ProofSalt.objects.all().delete()
        assert [row.winner for row in rows_of(game.match)] == [1, 2]


class TestWriter:
    def test_numbers_are_dense_over_all_tournaments_and_nothing_is_written_twice(self) -> None:
        stages = [factories.drawn_stage(4) for _ in range(3)]
        for _round in range(2):
            for stage in stages:
                factories.play_open_matches(stage)
                writing.write(stage.event.tournament)
        assert writing.write_all() == 0
        numbers = list(FeedRow.objects.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, 10))
        assert FeedHead.objects.get().number == 9
        for stage in stages:
            tournament = Tournament.objects.get(pk=stage.event.tournament_id)
            assert FeedCursor.objects.get(tournament=tournament).seq == tournament.log_seq

    def test_a_writer_whose_cursor_was_moved_meanwhile_stores_nothing(self) -> None:
        game = factories.open_match(7)
        results.report(game.match, by=game.director, score=(7, 3))
        tournament = game.stage.event.tournament
        behind, _created = FeedCursor.objects.get_or_create(tournament=tournament)
        batch = batch_after(tournament, behind.seq, most=200)
        assert writing.write(tournament) == 1
        assert not writing._store(batch, behind)
        assert FeedRow.objects.count() == 1

    def test_the_same_rows_come_from_small_and_large_batches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tournament = larger_tournament()
        monkeypatch.setattr(writing, "_AT_ONCE", 1)
        writing.write(tournament)
        assert {uid: len(rows) for uid, rows in stored_rows(tournament).items()} == {
            match.uid: 1 for match in matches_of(tournament) if match.is_final
        }


STEPS = (
    "report",
    "report",
    "report",
    "start",
    "forfeit",
    "penalise",
    "length",
    "suspend",
    "correct",
    "correct",
    "back",
    "withdraw",
    "return",
    "undo",
    "advance",
    "void",
    "write",
    "write",
)
STAGES: dict[str, Callable[[], Stage]] = {
    "four": lambda: factories.drawn_stage(4),
    "five": lambda: factories.drawn_stage(5),
    "teams": lambda: _with_boards(stage_of_teams(2)),
    "swiss": lambda: _swiss(),
}
SCORES = ((7, 3), (3, 7), (7, 4), (5, 9))
BOARDS_WON = ((2, 1), (0, 3), (1, 2), (3, 0))


class DirectorStep(NamedTuple):
    """An act of the director, or the writer; the numbers choose among what there is."""

    name: str
    place: int
    score: int
    side: str
    outcome: str


steps = st.builds(
    DirectorStep,
    st.sampled_from(STEPS),
    st.integers(0, 20),
    st.integers(0, 3),
    st.sampled_from(["one", "two"]),
    st.sampled_from(["forfeit", "retired", "disqualified", "walkover"]),
)


class TestAnyInterleaving:
    @given(st.sampled_from(sorted(STAGES)), st.lists(steps, min_size=1, max_size=16))
    @settings(max_examples=examples(60, landing=5), deadline=None)
    @taken_back
    def test_rows_are_those_of_a_twin_who_looks_after_every_act(
        self, kind: str, acts: list[DirectorStep]
    ) -> None:
        stage = STAGES[kind]()
        tournament = stage.event.tournament
        twin = FeedTwin(tournament)
        count = 0
        for act in acts:
            if act.name == "write":
                count += writing.write(tournament)
                continue
            with suppress(DomainError):
                _act(act, stage)()
            twin.look()
        count += writing.write(tournament)
        rows = stored_rows(tournament)
        assert without_returns(rows) == without_returns(twin.references())
        for of_match in rows.values():
            assert [row.supersedes for row in of_match] == [None, *range(len(of_match) - 1)]
        assert count == sum(map(len, rows.values()))
        numbers = FeedRow.objects.filter(tournament=tournament).values_list("number", flat=True)
        assert list(numbers.order_by("number")) == list(range(1, count + 1))


def _with_boards(stage: Stage) -> Stage:
    teams.open_boards(factories.open_matches(stage)[0], by=None)
    return stage


def _swiss() -> Stage:
    stage = factories.stage(format="swiss", options={"rounds": 3})
    factories.entrants(stage.event, 4)
    draw.draw(stage, by=None, seed="videau")
    return stage


def _act(step: DirectorStep, stage: Stage) -> Callable[[], object]:
    """Return an act on the stage, of the director, valid or not."""
    director = factories.owner(stage.event.tournament)
    entrants = list(Entrant.objects.filter(event=stage.event).order_by("pk"))
    entrant = entrants[step.place % len(entrants)]
    matches = list(matches_of(stage.event.tournament).order_by("pk"))
    match = matches[step.place % len(matches)]
    score = (BOARDS_WON if is_team_match(match) else SCORES)[step.score]
    why = f"Seen: {score}."
    newest = LogEntry.objects.filter(tournament=stage.event.tournament).latest("seq")
    acts: dict[str, Callable[[], object]] = {
        "report": partial(results.report, match, by=director, score=score, insist=True, reason=why),
        "start": partial(results.start, match, by=director),
        "forfeit": partial(
            results.forfeit, match, by=director, loser=step.side, outcome=step.outcome, reason=why
        ),
        "penalise": partial(results.penalise, match, by=director, to=step.side, points=1, reason=why),
        "length": partial(results.change_length, match, by=director, length=5, reason=why),
        "suspend": partial(suspending.suspend, match, by=director, score=(1, 1)),
        "correct": partial(results.correct, match, by=director, score=score, reason=why),
        "back": partial(results.take_back_result, match, by=director),
        "withdraw": partial(registration.withdraw, entrant, by=director, reason=why),
        "return": partial(registration.return_, entrant, by=director),
        "undo": partial(engine.undo, newest, by=director),
        "advance": partial(progress.advance, stage.event),
        "void": partial(_draw_again, stage, director),
    }
    return acts[step.name]


def _draw_again(stage: Stage, director: Player) -> None:
    row = stage.draws.get(voided_at=None)
    draw.void(row, by=director, reason="The wrong list.")
    draw.draw(stage, by=director, seed="again")
