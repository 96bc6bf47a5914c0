"""The check of an uploaded record, and its comparison with what was reported."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from matches.models import GameRecord, Match, Verdict
from matches.queries import MismatchKind
from tests import factories
from tests.scoresheets import DATA, games
from tests.tournaments.results_seen import fresh, last_entry, log_of
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.records import uploads
from tournaments.models import Actor
from tournaments.queries.records.comparisons import comparisons, evidence

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

# gnubg won 7-2: a drop at 2, a resignation at 2, one lost at 2, and a single at 8.
CLEAN = (DATA / "records/gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()
PLAYED = "1s2d 1s2 2s2 1s8"


def match_between(one: str, two: str, *, length: int = 7) -> factories.OpenMatch:
    """An open match whose side one has the first name."""
    stage = factories.stage(lengths=(length,))
    for name in (one, two):
        factories.entrant(stage.event, name)
    for seed in map(str, range(40)):
        draw_row = draw.draw(stage, by=None, seed=seed)
        (match,) = factories.open_matches(stage)
        if match.one.name == one:
            return factories.around(match)
        draw.void(draw_row, by=None, reason="The other way round.")
    raise AssertionError("no seed put them in this order")


def record_after_check(match: Match, data: bytes = CLEAN) -> GameRecord:
    """The record after its check."""
    record = uploads.upload(match, by=None, file_name="final.mat", data=data)
    uploads.check(record.pk)
    return GameRecord.objects.select_related("match").get(pk=record.pk)


class TestTheCheck:
    def test_stores_verdict_format_and_games(self) -> None:
        game = match_between("gnubg", "root")
        record = record_after_check(game.match)
        assert (record.verdict, record.format, record.encoding) == (Verdict.CLEAN, "mat", record.encoding)
        assert record.findings["players"] == ["gnubg", "root"]
        assert (record.findings["length"], record.findings["counted"]) == (7, [7, 2])
        assert [(game["winner"], game["cube"]) for game in record.findings["games"]] == [
            ("one", 2),
            ("one", 2),
            ("two", 2),
            ("one", 8),
        ]
        assert record.findings["problems"] == []

    def test_is_logged_as_the_services_act(self) -> None:
        game = match_between("gnubg", "root")
        record = record_after_check(game.match)
        entry = last_entry(game.match)
        assert (entry.code, entry.actor) == ("record_checked", Actor.SYSTEM)
        assert entry.data == {"record": record.uid, "verdict": "clean"}

    @pytest.mark.both_databases
    def test_twice_changes_nothing(self) -> None:
        game = match_between("gnubg", "root")
        record = record_after_check(game.match)
        uploads.check(record.pk)
        assert log_of(game.match) == ["record_uploaded", "record_checked"]

    def test_runs_as_a_job(self, run_jobs: Callable[[], int]) -> None:
        game = match_between("gnubg", "root")
        record = uploads.upload(game.match, by=game.one, file_name="final.mat", data=CLEAN)
        run_jobs()
        record.refresh_from_db()
        assert record.verdict == Verdict.CLEAN

    @pytest.mark.parametrize("name", ["under", "wins", "cube"])
    def test_names_what_is_broken_and_where(self, name: str) -> None:
        game = factories.open_match()
        record = record_after_check(game.match, (DATA / f"records/damaged/{name}.mat").read_bytes())
        assert record.verdict == Verdict.PROBLEMS
        problem = record.findings["problems"][0]
        assert problem["code"]
        assert problem["severity"] == "problem"
        assert problem["line"]

    @pytest.mark.parametrize(
        "data", [b"\x00\x01\x02", b"no record", "7 point match".encode("utf-16"), b"\xff\xfe", b"%PDF-1.7"]
    )
    def test_keeps_what_cannot_be_read_with_the_reason(self, data: bytes) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.two, score=(7, 2))
        record = record_after_check(game.match, data)
        assert record.verdict == Verdict.UNREADABLE
        assert record.findings["problems"][0]["code"]
        assert bytes(record.data) == data
        assert comparisons(record) == ()

    def test_stores_no_more_problems_than_anybody_reads(self) -> None:
        game = factories.open_match()
        rows = b"".join(b"  1) 31: 1/24             31: 1/24\n" for _ in range(5000))
        record = record_after_check(game.match, b" 7 point match\n\n Game 1\n a : 0    b : 0\n" + rows)
        assert len(record.findings["problems"]) == 200
        assert record.findings["problems_total"] > 200

    def test_stores_no_more_games_than_a_match_has(self) -> None:
        game = b"\n Game %d\n a : %d             b : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n"
        rows = b"".join(game % (number, number - 1) for number in range(1, 206))
        record = record_after_check(factories.open_match().match, b" 0 point match\n" + rows)
        assert record.findings["games_total"] == 205
        assert [game["number"] for game in record.findings["games"]] == list(range(1, 201))

    def test_stores_what_both_databases_can_hold(self) -> None:
        game = factories.open_match()
        hostile = b" 7 point match\n\n Game 1\n a\x00\xed\xa0\x80 : 0    b : 0\n  1) 31: 8/5\x00 6/5\n"
        record = record_after_check(game.match, hostile)
        assert "\\u0000" not in json.dumps(record.findings)


class TestTheSides:
    def test_are_told_apart_by_the_names(self) -> None:
        assert record_after_check(match_between("gnubg", "root").match).players_swapped is False
        assert record_after_check(match_between("Root", "GNUBG").match).players_swapped is True

    def test_are_told_apart_by_part_of_a_name(self) -> None:
        game = match_between("Gerard Root", "Gnubg, the Bot")
        assert record_after_check(game.match).players_swapped is True

    def test_are_told_apart_by_the_score_where_the_names_do_not(self) -> None:
        game = match_between("Ada Almeida", "Boris Brandt")
        results.report(game.match, by=game.director, score=(2, 7))
        assert record_after_check(game.match).players_swapped is True

    def test_are_told_apart_by_the_winner_where_the_score_does_not(self) -> None:
        game = match_between("Ada Almeida", "Boris Brandt")
        results.report(game.match, by=game.director, score=(3, 7))
        assert record_after_check(game.match).players_swapped is True

    def test_stay_open_while_nothing_tells(self) -> None:
        game = match_between("Ada Almeida", "Boris Brandt")
        record = record_after_check(game.match)
        assert record.players_swapped is None
        results.report(game.match, by=game.director, score=(2, 7))
        (comparison,) = comparisons(GameRecord.objects.get(pk=record.pk))
        assert comparison.is_swapped is True

    def test_stay_in_the_order_of_the_file_where_even_the_report_does_not_tell(self) -> None:
        game = match_between("Ada Almeida", "Boris Brandt")
        record_after_check(game.match, CLEAN.split(b" Game 4")[0])
        results.report(game.match, by=game.director, score=(7, 5))
        (comparison,) = evidence(fresh(game.match))
        assert comparison.is_swapped is None
        assert (MismatchKind.SCORE, "4-2") in [(one.kind, one.record) for one in comparison.mismatches]


class TestTheComparison:
    def test_of_a_record_that_agrees_finds_nothing(self) -> None:
        game = match_between("gnubg", "root")
        record = record_after_check(game.match)
        results.report(game.match, by=game.two, games=games(PLAYED))
        (comparison,) = evidence(fresh(game.match))
        assert comparison.agrees
        assert (comparison.record, comparison.is_swapped) == (record, False)

    def test_goes_by_the_sides_of_the_match(self) -> None:
        game = match_between("root", "gnubg")
        record_after_check(game.match)
        results.report(game.match, by=game.one, games=games("2s2d 2s2 1s2 2s8"))
        (comparison,) = evidence(fresh(game.match))
        assert comparison.is_swapped
        assert comparison.agrees

    @pytest.mark.both_databases
    def test_takes_the_counted_score(self) -> None:
        game = match_between("gnubg", "root")
        record_after_check(game.match)
        results.report(game.match, by=game.two, score=(8, 2))
        assert evidence(fresh(game.match))[0].agrees

    def test_names_score_winner_and_length(self) -> None:
        game = match_between("gnubg", "root", length=9)
        record_after_check(game.match)
        results.report(game.match, by=game.one, score=(5, 9))
        (comparison,) = evidence(fresh(game.match))
        assert [(one.kind, one.record, one.report) for one in comparison.mismatches] == [
            (MismatchKind.LENGTH, "7", "9"),
            (MismatchKind.SCORE, "7-2", "5-9"),
            (MismatchKind.WINNER, "one", "two"),
        ]

    def test_names_every_game_that_differs(self) -> None:
        game = match_between("gnubg", "root")
        record_after_check(game.match)
        results.report(game.match, by=game.two, games=games("1g1 2s2 1s1 1s4"))
        (comparison,) = evidence(fresh(game.match))
        assert [(one.kind, one.game, one.record, one.report) for one in comparison.mismatches] == [
            (MismatchKind.GAME_RESULT, 1, "single", "gammon"),
            (MismatchKind.GAME_CUBE, 1, "2", "1"),
            (MismatchKind.GAME_WINNER, 2, "one", "two"),
            (MismatchKind.GAME_WINNER, 3, "two", "one"),
            (MismatchKind.GAME_CUBE, 3, "2", "1"),
            (MismatchKind.GAME_CUBE, 4, "8", "4"),
        ]

    def test_names_the_number_of_games(self) -> None:
        game = match_between("gnubg", "root")
        record_after_check(game.match)
        results.report(game.match, by=game.two, games=games("1s2d 1s2 2s2 1s1 1s2"))
        (comparison,) = evidence(fresh(game.match))
        kinds = [one.kind for one in comparison.mismatches]
        assert kinds == [MismatchKind.GAMES, MismatchKind.GAME_CUBE]

    def test_names_players_who_are_somebody_else(self) -> None:
        game = match_between("Ada Almeida", "Root")
        record_after_check(game.match)
        results.report(game.match, by=game.two, score=(7, 2))
        (comparison,) = evidence(fresh(game.match))
        assert [(one.kind, one.record, one.report) for one in comparison.mismatches] == [
            (MismatchKind.PLAYERS, "gnubg", "Ada Almeida")
        ]

    def test_adds_points_given_that_the_file_leaves_out(self) -> None:
        game = match_between("gnubg", "root")
        record_after_check(game.match)
        results.penalise(game.match, by=game.director, to="two", points=2, reason="Late.")
        results.report(game.match, by=game.two, score=(7, 4))
        assert evidence(fresh(game.match))[0].agrees

    def test_leaves_the_winner_of_a_match_broken_off_to_the_report(self) -> None:
        game = match_between("gnubg", "root")
        lines = CLEAN.split(b" Game 4")[0]
        record = record_after_check(game.match, lines)
        assert record.verdict == Verdict.INCOMPLETE
        results.report(game.match, by=game.one, score=(4, 2), outcome="retired", winner="two")
        assert evidence(fresh(game.match))[0].agrees

    @pytest.mark.both_databases
    def test_in_a_dispute_is_made_with_both_reports(self) -> None:
        game = match_between("gnubg", "root")
        record = record_after_check(game.match)
        results.report(game.match, by=game.one, score=(7, 2))
        results.report(game.match, by=game.two, score=(5, 7), insist=True)
        beside = comparisons(record)
        assert [(comparison.report.source, comparison.agrees) for comparison in beside] == [
            ("one", True),
            ("two", False),
        ]
