"""Game records through the API: kept at once, checked soon."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import rules
from matches.models import GameRecord
from tests import factories
from tests.api.client import Caller
from tournaments import tasks
from tournaments.models import OutboxJob, RecordAnalysis

pytestmark = pytest.mark.django_db
GNUBG = Path(__file__).parent.parent / "data" / "records" / "gnubg" / "m004_07pt_s1004_n0.0.mat"


def test_an_upload_is_kept_at_once_and_checked_soon(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    path = f"matches/{game.match.uid}/records/"
    upload = Caller(game.one).upload(path, GNUBG.read_bytes(), name="final.mat")
    assert (upload.status, upload.body["verdict"], upload.body["checked_at"]) == (202, "", None)
    assert upload.headers["Location"] == f"/api/v1/records/{upload.id}/"
    assert (upload.body["file_name"], upload.body["uploaded_by"]) == ("final.mat", game.one.uid)
    assert upload.body["size"] == GNUBG.stat().st_size
    waiting = Caller().get(upload.headers["Location"])
    run_jobs()
    record = Caller().get(upload.headers["Location"], If_None_Match=waiting.headers["ETag"])
    assert (record.status, record.body["verdict"], record.body["format"]) == (200, "clean", "mat")
    assert Caller().get(path).body == [record.body]


def test_a_check_that_breaks_off_is_said_and_can_be_asked_for_again(
    run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = factories.open_match(7)
    upload = Caller(game.one).upload(f"matches/{game.match.uid}/records/", GNUBG.read_bytes())
    waiting = Caller().get(upload.headers["Location"])
    with monkeypatch.context() as patch:
        patch.setattr(rules, "check", _raises)
        tasks.run_due()
    record = Caller().get(upload.headers["Location"], If_None_Match=waiting.headers["ETag"])
    assert (record.status, record.body["verdict"], record.body["checked_at"]) == (200, "failed", None)
    path = f"records/{upload.id}/check/"
    again = Caller(game.two).post(path, key="once")
    assert (again.status, again.body["verdict"]) == (202, "")
    OutboxJob.objects.update(last_error="")
    run_jobs()
    assert Caller().get(upload.headers["Location"]).body["verdict"] == "clean"
    # What is checked stays as it is.
    assert Caller(game.one).post(path).body["verdict"] == "clean"


def _raises(_data: bytes) -> rules.Checked:
    raise ZeroDivisionError


def test_a_checked_record_has_the_facts_of_its_match(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    upload = Caller(game.one).upload(f"matches/{game.match.uid}/records/", GNUBG.read_bytes())
    assert (upload.body["facts"], upload.body["comparisons"], upload.body["analysis"]) == (
        None,
        [],
        None,
    )
    run_jobs()
    body = Caller().get(upload.headers["Location"]).body
    facts = body["facts"]
    assert (facts["one"]["turns"], facts["two"]["turns"], facts["highest_cube"]) == (74, 75, 8)
    assert (facts["one"]["wins"], facts["one"]["beavers"], facts["two"]["points"]) == (3, 0, 2)
    assert (facts["day"], facts["began"], facts["duration"]) == ("2026-11-21", None, None)
    assert len(facts["games"]) == 4
    first = facts["games"][0]
    assert (first["number"], first["cube"], first["one"]["hits"], first["two"]["dances"]) == (1, 2, 4, 3)
    assert "facts" not in body["findings"]
    assert all("facts" not in game for game in body["findings"]["games"])


def test_a_record_is_compared_with_the_result(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    upload = Caller(game.one).upload(f"matches/{game.match.uid}/records/", GNUBG.read_bytes())
    report = Caller(game.two).post(f"matches/{game.match.uid}/reports/", {"score": [7, 1]}).body["report"]
    run_jobs()
    (comparison,) = Caller().get(upload.headers["Location"]).body["comparisons"]
    assert (comparison["report"], comparison["agrees"], comparison["is_swapped"]) == (
        report["id"],
        False,
        False,
    )
    assert {"kind": "score", "game": None, "record": "7-2", "report": "7-1"} in comparison["mismatches"]


def test_an_analysis_stands_there_when_it_is_whole(run_jobs: Callable[[], int]) -> None:
    open_match = factories.open_match(7)
    upload = Caller(open_match.one).upload(f"matches/{open_match.match.uid}/records/", GNUBG.read_bytes())
    run_jobs()
    game = {
        "one": {"plays": 10, "plays_lost": 0.2, "cube_decisions": 6, "cube_lost": 0.0},
        "two": {"plays": 0, "plays_lost": 0.0, "cube_decisions": 0, "cube_lost": 0.0},
        "mistakes": [
            {"step": 4, "side": "one", "kind": "play", "played": "13/7", "best": "24/18", "lost": 0.2}
        ],
    }
    analysis = RecordAnalysis.objects.create(record=GameRecord.objects.get(), games=[game])
    assert Caller().get(upload.headers["Location"]).body["analysis"] is None
    analysis.done_at, analysis.engine, analysis.plies = timezone.now(), "GNU Backgammon 1.2", 2
    analysis.save()
    content = Caller().get(upload.headers["Location"]).body["analysis"]
    assert (content["engine"], content["plies"], content["one"]["rating"]) == ("GNU Backgammon 1.2", 2, 6.25)
    assert (content["one"]["decisions"], content["one"]["mistakes"], content["one"]["blunders"]) == (16, 1, 1)
    assert (content["two"]["rating"], content["two"]["lost"]) == (None, 0.0)
    assert content["mistakes"] == [
        {"game": 1, "step": 4, "side": "one", "kind": "play"}
        | {"played": "13/7", "best": "24/18", "lost": 0.2}
    ]


def test_many_records_take_no_more_queries_than_one(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    path = f"matches/{game.match.uid}/records/"
    Caller(game.two).post(f"matches/{game.match.uid}/reports/", {"score": [7, 1]})

    def queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert Caller().get(path).status == 200
        return len(queries)

    counts = []
    for number in range(3):
        Caller(game.one).upload(path, GNUBG.read_bytes() + b"\n" * number)
        run_jobs()
        counts.append(queries())
    assert counts[0] == counts[1] == counts[2]
    assert counts[0] <= 12


def test_what_is_no_match_is_kept_and_says_why(run_jobs: Callable[[], int]) -> None:
    game = factories.open_match(7)
    upload = Caller(game.one).upload(
        f"matches/{game.match.uid}/records/", b"\x89PNG\r\n\x1a\n\0\0", name="a.png"
    )
    assert upload.status == 202
    run_jobs()
    assert Caller().get(upload.headers["Location"]).body["verdict"] == "unreadable"


def test_the_same_bytes_again_are_the_same_record() -> None:
    game = factories.open_match(7)
    ids = {
        Caller(game.one).upload(f"matches/{game.match.uid}/records/", b"7 point match").id for _ in range(2)
    }
    assert len(ids) == 1


def test_an_empty_file_is_refused() -> None:
    game = factories.open_match(7)
    answer = Caller(game.one).upload(f"matches/{game.match.uid}/records/", b"")
    assert (answer.status, answer.code) == (422, "record_empty")


def test_a_form_without_a_file_is_refused() -> None:
    game = factories.open_match(7)
    caller = Caller(game.one)
    response = caller.client.post(
        f"/api/v1/matches/{game.match.uid}/records/", {"file": "text"}, format="multipart"
    )
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, "file")


def test_a_record_is_no_json() -> None:
    game = factories.open_match(7)
    answer = Caller(game.one).post(f"matches/{game.match.uid}/records/", {"file": "7 point match"})
    assert (answer.status, answer.code) == (415, "unsupported_media_type")


def test_a_form_with_a_hundred_files_is_malformed() -> None:
    game = factories.open_match(7)
    files = {f"file{number}": SimpleUploadedFile("a.mat", b"x") for number in range(101)}
    path = f"/api/v1/matches/{game.match.uid}/records/"
    response = Caller(game.one).client.post(path, files, format="multipart")
    assert (response.status_code, response.json()["code"]) == (400, "malformed_body")


def test_a_broken_form_is_malformed() -> None:
    game = factories.open_match(7)
    response = Caller(game.one).client.post(
        f"/api/v1/matches/{game.match.uid}/records/",
        b"--x\r\nnonsense",
        content_type="multipart/form-data; boundary=\xff",
    )
    assert (response.status_code, response.json()["code"]) == (400, "malformed_body")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a" * 300 + ".mat", "a\tb.mat", "partie n° 1 – finale.mat"]
)
def test_a_file_may_be_called_anything(name: str) -> None:
    game = factories.open_match(7)
    answer = Caller(game.one).upload(f"matches/{game.match.uid}/records/", b"7 point match", name=name)
    assert answer.status in (202, 400)
    if answer.status == 202:
        assert "/" not in answer.body["file_name"]
