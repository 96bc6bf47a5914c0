"""Game records: uploaded, checked, compared, replayed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import Settings

import rules
from matches.models import LARGEST_RECORD, GameRecord
from rules import CODES
from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments import tasks
from tournaments.actions import results
from tournaments.actions.people import links
from tournaments.models import OutboxJob, RecordAnalysis
from tournaments.queries.records.replays import read_game
from tournaments.web.records.record_words import TOO_LARGE, in_words
from tournaments.web.records.replay import game_replay

RECORDS = Path(__file__).parent.parent / "data" / "records"
_CLEAN = sorted(RECORDS.glob("gnubg/*_07pt_*.mat"))[0]
_DAMAGED = RECORDS / "damaged" / "cube.mat"

# What an engine may have said of a game: one side did everything, and erred in all it can.
_KINDS = ("play", "missed_double", "wrong_drop", "wrong_double", "wrong_take", "play")
ANALYSED = {
    "one": {"plays": 10, "plays_lost": 0.2, "cube_decisions": 5, "cube_lost": 0.05},
    "two": {"plays": 0, "plays_lost": 0.0, "cube_decisions": 0, "cube_lost": 0.0},
    "mistakes": [
        {"step": 4 + at, "side": "one", "kind": kind, "played": "13/7", "best": "24/18"}
        | {"lost": 0.25 if at == 0 else 0.05}
        for at, kind in enumerate(_KINDS)
    ],
}

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> OpenMatch:
    """An open match to 7."""
    return factories.open_match(7)


def _upload(game: OpenMatch, data: bytes, name: str = "match.mat") -> Page:
    file = SimpleUploadedFile(name, data)
    return Visitor(game.one).send("upload_record", game.match.uid, file=file)


class TestUpload:
    """Kept at once, checked in the background."""

    def test_it_is_kept_and_the_page_waits_for_the_check(self, game: OpenMatch) -> None:
        page = _upload(game, _CLEAN.read_bytes())
        assert "The record is kept and is being checked." in page
        assert "The record is being checked" in page
        assert 'hx-trigger="every 2s"' in page.html

    def test_no_file_and_an_empty_file_are_refused_in_words(self, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        assert "Choose the file first." in visitor.post("upload_record", game.match.uid)
        page = visitor.post("upload_record", game.match.uid, file=SimpleUploadedFile("empty.mat", b""))
        assert page.status == 422
        assert "This file is empty" in page

    def test_a_file_beyond_the_limit_is_refused_and_its_beginning_kept(self, game: OpenMatch) -> None:
        data = b"x" * (LARGEST_RECORD + 1)
        page = Visitor(game.one).post(
            "upload_record", game.match.uid, file=SimpleUploadedFile("big.mat", data)
        )
        assert page.status == 413
        assert "at most 1048576" in page
        record = GameRecord.objects.get()
        assert "Only its beginning is kept" in Visitor().open("record", record.uid)

    def test_only_the_players_and_the_directors_upload(self, game: OpenMatch) -> None:
        assert Visitor().open("upload_record", game.match.uid).status == 302
        other = Visitor(factories.player(email="other@example.org"))
        assert other.open("upload_record", game.match.uid).status == 403
        assert Visitor(game.director).open("upload_record", game.match.uid).status == 200


class TestRecordPage:
    """Per game the score and the result, and every problem with its place in words."""

    def test_a_clean_record(self, game: OpenMatch, run_jobs: Callable[[], int]) -> None:
        _upload(game, _CLEAN.read_bytes())
        run_jobs()
        record = GameRecord.objects.get()
        page = Visitor().open("record", record.uid)
        assert "every play follows the rules" in page
        assert "Game 1 0–0 → " in page
        assert f"/g/{record.uid}/replay/1/0/" in page.links
        assert record.sha256 in page

    def test_the_match_stands_there_in_figures(self, game: OpenMatch, run_jobs: Callable[[], int]) -> None:
        header = b'; [EventDate "2026.03.07"]\n; [EventTime "18.30"]\n; [EndTime "19.45"]\n'
        _upload(game, header + (RECORDS / "gnubg/m004_07pt_s1004_n0.0.mat").read_bytes().split(b"\n", 1)[1])
        run_jobs()
        address = reverse("record", args=[GameRecord.objects.get().uid])
        english = Visitor().at(address, **{"Accept-Language": "en"})
        assert "149 turns · highest cube 8 · 7 March 2026, 18:30 · 1 h 15 min" in english
        assert "gnubg root Games won 3 1 Won by a dropped double 1 0 Won by resignation 1 1" in english
        assert "Turns 74 75 Turns without a move" in english
        assert "Turns 10–11 · hits 4–3 · without a move 0–3" in english
        assert "Beavers" not in english
        french = Visitor().at(address, **{"Accept-Language": "fr"})
        assert "Le match en chiffres" in french
        assert "Tours 10–11 · frappés 4–3 · sans coup possible 0–3" in french

    def test_the_day_stands_there_where_the_file_says_no_more(
        self, game: OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        _upload(game, _CLEAN.read_bytes())
        run_jobs()
        page = Visitor().at(
            reverse("record", args=[GameRecord.objects.get().uid]), **{"Accept-Language": "en"}
        )
        assert "highest cube 8 · 21 November 2026" in page

    def test_what_is_no_record_has_no_figures(self, game: OpenMatch, run_jobs: Callable[[], int]) -> None:
        _upload(game, b"no record")
        run_jobs()
        assert "in figures" not in Visitor().open("record", GameRecord.objects.get().uid)

    def test_an_analysis_stands_there_when_it_is_made(
        self, game: OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        _upload(game, (RECORDS / "gnubg/m004_07pt_s1004_n0.0.mat").read_bytes())
        run_jobs()
        record = GameRecord.objects.get()
        address = reverse("record", args=[record.uid])
        assert "Analysis" not in Visitor().at(address)
        analysis = RecordAnalysis.objects.create(record=record)
        waiting = Visitor().at(address, **{"Accept-Language": "en"})
        assert "The decisions are being analysed." in waiting
        assert 'hx-trigger="every 10s"' in waiting.html
        analysis.games = [ANALYSED, ANALYSED]
        analysis.engine, analysis.plies, analysis.done_at = "GNU Backgammon 1.2", 2, timezone.now()
        analysis.save()
        english = Visitor().at(address, **{"Accept-Language": "en"})
        assert "By GNU Backgammon 1.2, looking 2 plies ahead." in english
        assert "the lower the better. gnubg root PR 8.33 –" in english
        assert "Decisions 30 0" in english
        assert "Mistakes 0.02 or more 12 0 Blunders 0.08 or more 2 0" in english
        assert "Game 1, step 4 gnubg 13/7 instead of 24/18 −0.250" in english
        assert "Game 1, step 6 gnubg dropped, and should have taken −0.050" in english
        assert "2 more" in english
        assert f"/g/{record.uid}/replay/2/4/#replay" in english.links
        assert "data-poll" not in english.html
        french = Visitor().at(address, **{"Accept-Language": "fr"})
        assert "13/7 au lieu de 24/18 −0,250" in french

    def test_an_analysis_that_failed_is_not_shown(self, game: OpenMatch, run_jobs: Callable[[], int]) -> None:
        _upload(game, _CLEAN.read_bytes())
        run_jobs()
        record = GameRecord.objects.get()
        RecordAnalysis.objects.create(record=record, done_at=timezone.now(), failure="misread")
        page = Visitor().open("record", record.uid)
        assert "Analysis" not in page
        assert "being analysed" not in page

    def test_a_problem_stands_at_its_game_with_its_place(
        self, game: OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        _upload(game, _DAMAGED.read_bytes())
        run_jobs()
        page = Visitor().open("record", GameRecord.objects.get().uid)
        assert "1 problem, shown at its place below." in page
        assert "The cube is written as 4 and should be at 2 (E2). game 1, turn 6, root, line 12" in page

    def test_what_is_no_record_is_kept_and_says_why(
        self, game: OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        _upload(game, b"\x00\x01\x02" * 50)
        run_jobs()
        page = Visitor().open("record", GameRecord.objects.get().uid)
        assert "could not be read as a record of a match" in page
        assert "Export the match from your program as .mat" in page

    def test_it_is_compared_with_the_report_in_words(
        self, game: OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        results.report(game.match, by=game.director, score=(7, 1))
        _upload(game, _CLEAN.read_bytes())
        run_jobs()
        page = Visitor().open("record", GameRecord.objects.get().uid)
        assert "Compared with the report" in page
        assert f"The record names gnubg where {game.match.one.name} plays." in page

    def test_the_fragment_says_when_the_check_is_done(
        self, game: OpenMatch, run_jobs: Callable[[], int]
    ) -> None:
        _upload(game, _CLEAN.read_bytes())
        visitor = Visitor()
        record = GameRecord.objects.get()
        waiting = visitor.open("record_live", record.uid)
        etag = waiting.response["ETag"]
        again = visitor.at(f"/g/{record.uid}/live/", **{"If-None-Match": etag})
        assert again.status == 304
        run_jobs()
        page = visitor.at(f"/g/{record.uid}/live/", **{"If-None-Match": etag})
        assert page.status == 200
        assert "every play follows the rules" in page


class TestACheckThatBreaksOff:
    """The page says so, to the players and the director, and offers to check again."""

    @pytest.fixture
    def record(self, game: OpenMatch, monkeypatch: pytest.MonkeyPatch) -> GameRecord:
        with monkeypatch.context() as patch:
            patch.setattr(rules, "check", _raises)
            _upload(game, _CLEAN.read_bytes())
            tasks.run_due()
        return GameRecord.objects.get()

    def test_it_is_said_to_everybody_and_the_file_is_kept(self, record: GameRecord) -> None:
        page = Visitor().open("record", record.uid)
        assert "Not checked" in page
        assert "The record could not be checked" in page
        assert "The file is kept as it came" in page
        assert "being checked" not in page
        assert "Check it again" not in page
        assert Visitor().open("replay", record.uid, 1, 0).status == 404

    @pytest.mark.parametrize("who", ["one", "two", "director"])
    def test_players_and_directors_have_it_checked_again(
        self, game: OpenMatch, record: GameRecord, run_jobs: Callable[[], int], who: str
    ) -> None:
        visitor = Visitor(getattr(game, who))
        page = visitor.open("record", record.uid)
        assert f"/g/{record.uid}/check/" in [address for address, _ in page.forms]
        again = visitor.send("check_record", record.uid)
        assert "The record is being checked again." in again
        assert "The record is being checked" in again
        OutboxJob.objects.update(last_error="")
        run_jobs()
        assert "every play follows the rules" in visitor.open("record", record.uid)

    def test_nobody_else_does(self, record: GameRecord) -> None:
        other = Visitor(factories.player("Eve", email="eve@example.org"))
        assert other.post("check_record", record.uid).status == 403
        assert other.open("check_record", record.uid).response["Location"] == f"/g/{record.uid}/"
        record.refresh_from_db()
        assert record.has_failed


def _raises(_data: bytes) -> rules.Checked:
    raise ZeroDivisionError


class TestReplay:
    """The board after each step, drawn by the server."""

    @pytest.fixture
    def record(self, game: OpenMatch, run_jobs: Callable[[], int]) -> GameRecord:
        _upload(game, _DAMAGED.read_bytes())
        run_jobs()
        return GameRecord.objects.get()

    def test_it_begins_at_the_start_and_leads_on(self, record: GameRecord) -> None:
        page = Visitor().open("replay", record.uid, 1, 0)
        assert "The board at the start." in page
        assert '<svg xmlns="http://www.w3.org/2000/svg" class="board"' in page.html
        assert f"/g/{record.uid}/replay/1/1/#replay" in page.links
        assert 'data-key="ArrowRight"' in page.html
        assert 'rel="prev"' not in page.html

    def test_each_step_says_who_rolled_and_played_what(self, record: GameRecord) -> None:
        page = Visitor().open("replay", record.uid, 1, 3)
        assert "3/" in page
        assert "root 5-2: 13/8 24/22" in page

    def test_a_problem_is_shown_at_its_step(self, record: GameRecord) -> None:
        html = Visitor().open("replay", record.uid, 1, 0).html
        address = html.split('class="has-problems"')[0].rsplit(f"/g/{record.uid}/replay/1/", 1)[1]
        step = int(address.split("/", 1)[0])
        assert "The cube is written as 4" in Visitor().open("replay", record.uid, 1, step)

    def test_the_last_step_leads_to_the_next_game_and_the_last_game_back(self, record: GameRecord) -> None:
        page = Visitor().open("replay", record.uid, 1, 9999)
        assert f"/g/{record.uid}/replay/2/0/#replay" in page.links
        assert "Next game" in page
        games = len(record.findings["games"])
        assert "The end" in Visitor().open("replay", record.uid, games, 9999)

    def test_there_is_no_game_beyond(self, record: GameRecord) -> None:
        assert Visitor().open("replay", record.uid, 99, 0).status == 404
        assert Visitor().open("replay", record.uid, 0, 0).status == 404

    @pytest.mark.usefixtures("same_minute")
    def test_a_stranger_steps_only_so_often_a_minute(
        self, game: OpenMatch, record: GameRecord, settings: Settings
    ) -> None:
        settings.PAGE_RATES = {"replay": 2, "replay_read": None}
        cache.clear()
        stranger = Visitor()
        pages = [stranger.open("replay", record.uid, 1, step) for step in range(3)]
        assert [page.status for page in pages] == [200, 200, 429]
        assert 1 <= int(pages[2].response["Retry-After"]) <= 60
        assert "Too many requests. Try again in" in pages[2]
        assert stranger.open("record", record.uid).status == 200
        assert [Visitor(game.one).open("replay", record.uid, 1, step).status for step in range(3)] == [
            200
        ] * 3

    @pytest.mark.usefixtures("same_minute")
    def test_a_stranger_has_only_so_many_games_read_a_minute(
        self, game: OpenMatch, record: GameRecord, settings: Settings
    ) -> None:
        settings.PAGE_RATES = {"replay": None, "replay_read": 1}
        cache.clear()
        stranger = Visitor()
        assert stranger.open("replay", record.uid, 1, 0).status == 200
        assert stranger.open("replay", record.uid, 2, 0).status == 429
        assert Visitor(game.one).open("replay", record.uid, 2, 0).status == 200
        # Now the cache has both.
        assert [stranger.open("replay", record.uid, index, 1).status for index in (1, 2)] == [200, 200]

    def test_the_holder_of_a_private_link_is_no_stranger(
        self, game: OpenMatch, record: GameRecord, settings: Settings
    ) -> None:
        settings.PAGE_RATES = {"replay": 0, "replay_read": 0}
        cache.clear()
        _link, token = links.make_player_link(game.stage.event.tournament, game.two, by=None)
        guest = Visitor()
        guest.open("link", token)
        assert guest.open("replay", record.uid, 1, 0).status == 200
        assert Visitor().open("replay", record.uid, 1, 0).status == 429

    @pytest.mark.parametrize("file", sorted(RECORDS.rglob("*.mat"))[:20], ids=lambda file: file.stem)
    def test_the_boards_of_every_game_can_be_drawn(self, file: Path) -> None:
        data = file.read_bytes()
        first = read_game(data, 1)
        assert first is not None
        for index in range(1, first.games + 1):
            game = read_game(data, index)
            assert game is not None
            replay = game_replay(game)
            for step in (0, 1, replay.last):
                assert replay.board(min(step, replay.last)).startswith("<svg")


@pytest.mark.parametrize("code", [*map(str, CODES), TOO_LARGE])
def test_every_code_of_the_check_has_a_sentence(code: str) -> None:
    problem = {"code": code, "severity": "problem", "game": 2, "turn": 3, "player": "one"}
    problem |= {"line": 10, "column": 5, "found": "4", "expected": "2"}
    words = in_words(problem, players=("Ann", "Bob"))
    assert words.text
    assert "%" not in words.text
    assert words.place == "game 2, turn 3, Ann, line 10, column 5"


@pytest.mark.parametrize(
    ("verdict", "alternatives", "example", "advice"),
    [
        (
            "illegal",
            17,
            "24/15",
            "It stands once the opponent has gone on (P1). 17 plays were legal, such as 24/15.",
        ),
        ("impossible", 1, "8/5", "No board can show this play. One play was legal: 8/5."),
        ("illegal", 1, "#", "It stands once the opponent has gone on (P1). No move was possible."),
        ("illegal", None, "", "It stands once the opponent has gone on (P1)."),
        ("legal", 1, "8/5", "One play was legal: 8/5."),
        (None, 3, "8/5", "3 plays were legal, such as 8/5."),
        (None, None, "", ""),
    ],
)
def test_a_faulty_play_is_told_with_what_was_legal(
    verdict: str | None, alternatives: int | None, example: str, advice: str
) -> None:
    problem = {"code": "under_play", "severity": "problem", "game": 1, "turn": 2, "player": "one"}
    problem |= {"line": 10, "column": 5, "found": "63: 24/18", "expected": example}
    fault = problem | {"verdict": verdict, "alternatives": alternatives}
    with translation.override("en"):
        assert in_words(fault, players=("Ann", "Bob")).advice == advice
        # Records that were checked before verdicts were kept have none.
        assert in_words(problem, players=("Ann", "Bob")).advice == ""


def test_a_sentence_names_the_players_where_the_finding_names_sides() -> None:
    problem = {"code": "wrong_winner", "severity": "problem", "game": 1, "turn": None, "player": None}
    problem |= {"line": 10, "column": 1, "found": "one", "expected": "two"}
    with translation.override("en"):
        words = in_words(problem, players=("Ann", "Bob"))
    assert words.text == "The result stands with Ann, but Bob has won."


def test_values_of_which_one_is_right_are_listed() -> None:
    problem = {"code": "wrong_result", "severity": "problem", "game": 1, "turn": None, "player": None}
    problem |= {"line": 10, "column": 1, "found": "Wins 3 points", "expected": "2 4 6"}
    with translation.override("en"):
        assert "it should be 2, 4 or 6 (D1 to D5)." in in_words(problem, players=("Ann", "Bob")).text
    with translation.override("fr"):
        assert "au lieu de 2, 4 ou 6 (D1 à D5)." in in_words(problem, players=("Ann", "Bob")).text
