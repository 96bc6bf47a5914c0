"""Archives in the office: a table is looked through, stored, its people named, imported, and undone by one act."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Player
from tests import factories
from tests.exchange.test_archives import table
from tests.exchange.test_workbooks import workbook
from tests.web.browsing import Page, Visitor
from tournaments.actions.exchange import archives
from tournaments.actions.federations import members
from tournaments.models import Archive, ArchivePosition, Federation, FeedRow, OfficeKind

pytestmark = pytest.mark.django_db

UPLOAD = "office_upload_archive"
TYPED = {
    "kind": "matches",
    "source": "The club’s book",
    "confidence": "doubtful",
    "event_class": "Main",
}


@pytest.fixture
def federation() -> Federation:
    """A federation in which Ada has a number, with two players called Ben and one called Cyd."""
    federation = factories.federation()
    members.give_number(federation, factories.player("Ada Löv"), by=None, number="FR-1")
    for name in ("Ben", "Ben", "Cyd"):
        factories.player(name)
    return federation


def _rater(federation: Federation) -> Visitor:
    return Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))


def _file(data: bytes, name: str = "old.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def _kept(page: Page, federation: Federation) -> dict[str, str]:
    """What the form of an upload would send again unchanged, without the chosen file."""
    return page.form(f"/f/{federation.uid}/office/archives/upload/")


def _enter(federation: Federation, *rows: str, **changes: Any) -> Archive:
    values: dict[str, Any] = {"kind": "matches", "source": "Book", "data": table(*rows), **changes}
    return archives.enter_archive(federation, by=None, **values)


def test_a_workbook_is_looked_through_stored_named_imported_and_undone(federation: Federation) -> None:
    rater = _rater(federation)
    assert "No archive yet" in rater.open("office_archives", federation.uid)
    heading = ["winner", "winner_number", "loser", "length", "day", "event"]
    rows: list[list[Any]] = [
        ["Ada Löv", "FR-1", "Ben", 7, "1998-05-02", "Open"],
        ["Cyd", None, "Dee", 5, "1998-05-02", "Open"],
    ]
    data = workbook(*rows, heading=heading)
    page = rater.post(UPLOAD, federation.uid, do="check", file=_file(data, "old.xlsx"), **TYPED)
    assert "No row is refused. Nothing is stored yet." in page
    assert "Known by number 1 Namesakes here 2 New 1" in page
    assert "old.xlsx is kept." in page
    assert not Archive.objects.exists()
    fields = _kept(page, federation)
    assert fields.items() >= TYPED.items(), "what was typed is still there"
    page = rater.send(UPLOAD, federation.uid, **fields | {"do": "store"})
    archive = Archive.objects.get()
    assert (archive.source, archive.confidence, archive.event_class) == tuple(TYPED.values())[1:]
    assert "3 people are not identified yet." in page
    assert "Import the archive" not in page
    assert "The club’s book" in rater.open("office", federation.uid), "it waits on the overview"
    # Cyd has one namesake and Dee none; of two Bens nobody is chosen.
    page = rater.send("office_archive", federation.uid, archive.uid, do="name_all")
    assert "1 person is not identified yet." in page
    ben = Player.objects.filter(name="Ben").latest("pk")
    where = {"person": "Ben", "player": ben.uid}
    page = rater.send("office_name_in_archive", federation.uid, archive.uid, **where)
    assert "Ada Löv FR-1 Ada Löv FR-1 Change Ada Löv by number" in page
    page = rater.send("office_archive", federation.uid, archive.uid, do="import")
    assert "The archive is imported." in page
    assert set(FeedRow.objects.values_list("one__name", "two__pk")) == {
        ("Ada Löv", ben.pk),
        ("Cyd", Player.objects.get(name="Dee").pk),
    }
    assert "Nothing waits" in rater.open("office", federation.uid)
    page = rater.send("office_archive", federation.uid, archive.uid, do="undo")
    assert "All lists become what they were without it." in page
    assert FeedRow.objects.filter(change="cancelled").count() == 2
    rater.send("office_archive", federation.uid, archive.uid, do="again")
    assert list(Archive.objects.order_by("pk").values_list("state", flat=True)) == ["undone", "waiting"]


def test_refused_rows_are_named_and_neither_the_file_nor_a_typed_word_is_lost(federation: Federation) -> None:
    rater = _rater(federation)
    bad = table("Ada,Ada,7,1998-05-02,Été", "Ada,Ben,6,1998-05-02,Été", "Ada,Ben,7,1998-05-02,Été")
    for do in ("check", "store"):
        page = rater.post(UPLOAD, federation.uid, do=do, file=_file(bad), **TYPED)
        assert page.status == 422
        assert "2 rows are refused, so nothing is stored." in page
        assert "2 a player against themself 3 not a length of a match, which is odd" in page
        assert _kept(page, federation).items() >= TYPED.items()
    good = _file(table("Ada,Ben,7,1998-05-02,Été").decode().encode("cp1252"))
    page = rater.post(UPLOAD, federation.uid, do="store", file=good, **TYPED | {"source": " "})
    assert page.status == 422
    assert "This field is required." in page
    fields = _kept(page, federation)
    assert fields["kept_name"] == "old.csv", "the file need not be chosen again"
    rater.send(UPLOAD, federation.uid, **fields | {"source": "Book", "do": "store"})
    assert bytes(Archive.objects.get().content).decode("cp1252").endswith("Été")
    # A corrected file takes the place of the one that is kept.
    again = {**fields, "source": "Book", "do": "check", "file": _file(bad, "worse.csv")}
    page = rater.post(UPLOAD, federation.uid, **again)
    assert "worse.csv is kept." in page


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"winner,loser,day,event,jour\n", "Missing: length. Not known: jour."),
        (b"PK\x03\x04" + b"\0" * 100, "This workbook cannot be read. Save the table as XLSX or as CSV."),
        (b"," * 1_000_000, "A table has too many columns."),
        (b"", "The submitted file is empty."),
    ],
)
def test_what_is_no_table_is_refused_in_words(federation: Federation, data: bytes, words: str) -> None:
    page = _rater(federation).post(UPLOAD, federation.uid, do="check", file=_file(data), **TYPED)
    assert (page.status, words in page) == (422, True), page.words
    assert _kept(page, federation).items() >= TYPED.items()


def test_somebody_known_is_changed_until_the_import(federation: Federation) -> None:
    rater = _rater(federation)
    archive = _enter(federation, "Cyd,Ben,7,1998-05-02,Open")
    archive = archives.name_everybody(archive, by=None)
    archive = archives.name_in_archive(archive, by=None, person="Ben", player=Player.objects.get(name="Cyd"))
    page = rater.post("office_archive", federation.uid, archive.uid, do="import")
    assert page.status == 422
    assert "1 row is refused, so nothing is imported." in page
    assert "2 a player against themself" in page
    page = rater.open("office_archive", federation.uid, archive.uid, person="Ben", q="fr-1")
    assert "Who is this person? Ben" in page
    assert "Ada Löv FR-1 It is this one" in page
    ada = Player.objects.get(name="Ada Löv")
    page = rater.send("office_name_in_archive", federation.uid, archive.uid, person="Ben", player=ada.uid)
    page = rater.send("office_archive", federation.uid, archive.uid, do="import")
    assert FeedRow.objects.get().two == ada
    assert "Change" not in page
    assert "This archive cannot be changed so" in rater.send(
        "office_name_in_archive", federation.uid, archive.uid, person="Ben", player=ada.uid
    )


def test_a_table_that_waits_is_put_aside_and_what_is_imported_twice_is_refused(
    federation: Federation,
) -> None:
    rater = _rater(federation)
    row = "Dee,Eve,7,1998-05-02,Open"
    archives.import_archive(archives.name_everybody(_enter(federation, row), by=None), by=None)
    other = archives.name_everybody(_enter(federation, row, "Eve,Fay,7,1998-05-02,Open"), by=None)
    page = rater.post("office_archive", federation.uid, other.uid, do="import")
    assert "2 a match that another archive has brought" in page
    page = rater.send("office_archive", federation.uid, other.uid, do="undo")
    assert "Table put aside. It does not count." in page
    assert "Store the table again" in page
    assert FeedRow.objects.count() == 1


def test_positions_are_shown_and_an_auditor_reads_and_changes_nothing(federation: Federation) -> None:
    data = table("1,Cyd,1998-05-03,Open", "2,Dee,1998-05-03,Open", heading="position,player,day,event")
    archive = _enter(federation, data=data, kind="positions")
    archives.import_archive(archives.name_everybody(archive, by=None), by=None)
    auditor = Visitor(factories.officer(federation, OfficeKind.AUDITOR))
    page = auditor.open("office_archive", federation.uid, archive.uid)
    assert "2 1 Cyd 03/05/1998 Open 3 2 Dee 03/05/1998 Open" in page
    assert "Undo the import" not in page
    assert auditor.post("office_archive", federation.uid, archive.uid, do="undo").status == 403
    assert ArchivePosition.objects.count() == 2


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("kind", ["matches", "positions"])
def test_the_example_of_each_kind_passes_the_check(federation: Federation, kind: str, ending: str) -> None:
    rater = _rater(federation)
    address = f"/f/{federation.uid}/office/archives/example/"
    answer = rater.client.get(address, {"kind": kind, "ending": ending})
    assert answer["Content-Disposition"].startswith(f'attachment; filename="{kind}-example.{ending}"')
    page = rater.post(
        UPLOAD, federation.uid, do="check", file=_file(answer.content), **TYPED | {"kind": kind}
    )
    assert "No row is refused." in page


def test_an_archive_of_many_people_takes_as_many_queries_as_one_of_few(federation: Federation) -> None:
    rater = _rater(federation)
    counts = []
    for people in (2, 120):
        rows = [f"Player {n},Player {n + 1},7,1998-05-{people % 27 + 1:02},Open" for n in range(people)]
        for name in {"Player 1", f"Player {people}"}:
            factories.player(name)
        archive = _enter(federation, *rows)
        with CaptureQueriesContext(connection) as queries:
            assert "Page 1 of" in rater.open("office_archive", federation.uid, archive.uid) or people == 2
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16
