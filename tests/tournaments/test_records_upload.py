"""Uploads of records: who may upload, unchanged bytes, no duplicates."""

from __future__ import annotations

import hashlib

import pytest

from matches.actions.records import MOST_RECORDS
from matches.errors import NotYourMatch, RecordEmpty, RecordTooLarge, TooManyRecords
from matches.models import LARGEST_RECORD, GameRecord, Verdict
from tests import factories
from tests.scoresheets import DATA
from tests.tournaments.results_seen import due_at, last_entry, log_of
from tournaments.actions import results
from tournaments.actions.records import uploads
from tournaments.models import Actor
from tournaments.queue import Job

pytestmark = pytest.mark.django_db

CLEAN = (DATA / "records/gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()


class TestAnUpload:
    def test_is_kept_to_the_byte_and_checked_later(self) -> None:
        game = factories.open_match()
        record = uploads.upload(game.match, by=game.one, file_name="final.mat", data=CLEAN)
        row = GameRecord.objects.get(pk=record.pk)
        assert bytes(row.data) == CLEAN
        assert (row.sha256, row.size) == (hashlib.sha256(CLEAN).hexdigest(), len(CLEAN))
        assert (row.uploaded_by, row.file_name) == (game.one, "final.mat")
        assert (row.is_checked, row.verdict) == (False, "")
        assert due_at(Job.CHECK_RECORD, record_id=record.pk)

    def test_is_logged(self) -> None:
        game = factories.open_match()
        record = uploads.upload(
            game.match,
            by=game.one,
            file_name="final.mat",
            data=CLEAN,
            origin=factories.by_link(game.match, game.one),
        )
        entry = last_entry(game.match)
        assert (entry.code, entry.actor, entry.by) == ("record_uploaded", Actor.LINK, game.one)
        assert entry.data == {"record": record.uid, "sha256": record.sha256, "size": record.size}

    def test_of_the_same_bytes_is_the_same_row(self) -> None:
        game = factories.open_match()
        first = uploads.upload(game.match, by=game.one, file_name="final.mat", data=CLEAN)
        second = uploads.upload(game.match, by=game.two, file_name="copy.mat", data=CLEAN)
        assert first == second
        assert log_of(game.match) == ["record_uploaded"]
        other = factories.open_match()
        assert uploads.upload(other.match, by=other.one, file_name="final.mat", data=CLEAN) != first

    def test_may_come_after_the_result(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.two, score=(7, 2))
        uploads.upload(game.match, by=game.one, file_name="final.mat", data=CLEAN)
        assert game.match.records.count() == 1

    def test_is_for_the_players_and_the_directors(self) -> None:
        game = factories.open_match()
        uploads.upload(game.match, by=game.director, file_name="final.mat", data=CLEAN)
        with pytest.raises(NotYourMatch):
            uploads.upload(game.match, by=factories.player(), file_name="final.mat", data=CLEAN)

    def test_without_a_byte_is_refused(self) -> None:
        game = factories.open_match()
        with pytest.raises(RecordEmpty):
            uploads.upload(game.match, by=game.one, file_name="final.mat", data=b"")

    @pytest.mark.parametrize(
        ("path", "name"),
        [
            ("C:\\Users\\ada\\final.mat", "final.mat"),
            ("../../etc/passwd", "passwd"),
            ("a\x00b\n.mat", "ab.mat"),
            ("x" * 300 + ".mat", "x" * 196 + ".mat"),
            ("", "record.mat"),
            ("lone\ud800.mat", "lone?.mat"),
        ],
    )
    def test_keeps_the_name_of_the_file_without_its_path(self, path: str, name: str) -> None:
        game = factories.open_match()
        assert uploads.upload(game.match, by=game.one, file_name=path, data=CLEAN).file_name == name


class TestTheLimits:
    def test_one_mebibyte_is_accepted(self) -> None:
        game = factories.open_match()
        data = CLEAN.ljust(LARGEST_RECORD, b"\n")
        assert uploads.upload(game.match, by=game.one, file_name="big.mat", data=data).size == LARGEST_RECORD

    @pytest.mark.both_databases
    def test_more_is_refused_and_its_beginning_kept_with_the_reason(self) -> None:
        game = factories.open_match()
        data = CLEAN.ljust(LARGEST_RECORD + 1, b"\n")
        with pytest.raises(RecordTooLarge) as refusal:
            uploads.upload(game.match, by=game.one, file_name="big.mat", data=data)
        record = GameRecord.objects.get(uid=refusal.value.data["record"])
        assert (record.verdict, record.size, len(record.data)) == (
            Verdict.UNREADABLE,
            LARGEST_RECORD + 1,
            LARGEST_RECORD,
        )
        assert [problem["code"] for problem in record.findings["problems"]] == ["too_large"]
        assert record.findings["problems_total"] == 1
        assert (record.findings["games_total"], record.findings["score"]) == (0, [0, 0])
        assert due_at(Job.CHECK_RECORD, record_id=record.pk) == []
        with pytest.raises(RecordTooLarge):
            uploads.upload(game.match, by=game.one, file_name="big.mat", data=data)
        assert game.match.records.count() == 1

    def test_a_match_holds_a_bounded_number(self) -> None:
        game = factories.open_match()
        for number in range(MOST_RECORDS):
            uploads.upload(game.match, by=game.one, file_name="a.mat", data=f"{number}".encode())
        with pytest.raises(TooManyRecords):
            uploads.upload(game.match, by=game.one, file_name="a.mat", data=CLEAN)
        uploads.upload(game.match, by=game.one, file_name="a.mat", data=b"0")
