"""Bad files at every importer, over the API and on the page: read whatever the encoding, refused whole or by each row."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models

from matches.models import Player
from tests import factories
from tests.api.client import Answer, Caller, _address, _answer
from tests.exchange.examples import BEN, DIRECTORY, RESULTS, files_of, packed
from tests.exchange.test_workbooks import changed, workbook
from tests.web.browsing import Page, Visitor
from tournaments.actions.federations import members
from tournaments.actions.lists import keeping
from tournaments.exchange import write_directory, write_results
from tournaments.models import (
    Archive,
    Entrant,
    Federation,
    ListOrigin,
    Member,
    OfficeKind,
    OfficialList,
    OpeningRating,
    Submission,
)

pytestmark = pytest.mark.django_db

_BOMB = b"0" * (48 * 1024 * 1024)


@dataclass(frozen=True, slots=True)
class Importer:
    """A way in for files: over the API and on a page, what it stores, and a good table with rows that are refused.

    A package holds the table under the name `table`; `refused` are the lines of `bad` with their codes, and
    `unreadable` is the code for a file that is none.
    """

    path: str
    page: str
    places: tuple[str, ...]
    by: Player
    stores: type[models.Model]
    good: str
    bad: str
    refused: list[tuple[int, str]]
    unreadable: str
    fields: Mapping[str, str] = field(default_factory=dict)
    do: str = "store"
    package: bytes = b""
    table: str = ""

    def file(self, text: bytes) -> bytes:
        """The file with this table."""
        if not self.package:
            return text
        return packed({**files_of(self.package), self.table: text})

    def send(self, data: bytes) -> Answer:
        """The answer of the API."""
        form = {"file": SimpleUploadedFile("file.csv", data), **self.fields}
        return _answer(Caller(self.by).client.post(_address(self.path), form, format="multipart"))

    def send_page(self, data: bytes, do: str = "") -> Page:
        """The page that answers the form."""
        form = {"file": SimpleUploadedFile("file.csv", data), **self.fields, "do": do or self.do}
        return Visitor(self.by).post(self.page, *self.places, **form)


def _players(_federation: Federation) -> Importer:
    event = factories.event()
    good = "name;club;country\nAda Löv;=SUM(A1);FR\n"
    return Importer(
        f"events/{event.uid}/entrants/import/",
        "desk_import",
        (event.uid,),
        factories.clerk(event.tournament),
        Entrant,
        good,
        f"name;club;country\n;Nantes;FR\n{'x' * 121};Nantes;FR\nBen;;;more\n",
        [(2, "name_missing"), (3, "name_too_long"), (4, "cells_beyond")],
        "list_unreadable",
        do="import",
    )


def _ratings(federation: Federation, *, origin: str = ListOrigin.UPLOADED) -> Importer:
    members.give_number(federation, factories.player("Ada Löv"), by=None, number="FR-1")
    is_uploaded = origin == ListOrigin.UPLOADED
    row = keeping.create_list(
        federation, by=None, name="Löv", origin=origin, formula="" if is_uploaded else "fibs"
    )
    return Importer(
        f"lists/{row.uid}/{'uploads' if is_uploaded else 'openings'}/",
        "office_upload_ratings",
        (federation.uid, row.uid),
        factories.officer(federation, OfficeKind.RATING_OFFICER),
        OfficialList if is_uploaded else OpeningRating,
        "cote;n°;club\n1612,5;FR-1;=Löv\n",
        "rating;number\n5000.01;FR-1\n-1;FR-1\n=1+1;FR-1\n1500;FR-9\n1500;\n",
        [
            (2, "rating_range"),
            (3, "rating_range"),
            (4, "no_rating"),
            (5, "unknown_number"),
            (6, "no_person"),
        ],
        "ratings_unreadable",
        {"as_of": "2026-01-01"} | ({} if is_uploaded else {"source": "Old"}),
    )


def _openings(federation: Federation) -> Importer:
    return _ratings(federation, origin=ListOrigin.COMPUTED)


def _archive(federation: Federation) -> Importer:
    return Importer(
        f"federations/{federation.uid}/archives/",
        "office_upload_archive",
        (federation.uid,),
        factories.officer(federation, OfficeKind.RATING_OFFICER),
        Archive,
        "winner;loser;length;day;event\nAda Löv;=Ben;7;1998-05-02;Été\n",
        "winner;loser;length;day;event\nAda;Ada;7;1998-05-02;O\nAda;Ben;6;1998-05-02;O\nAda;Ben;7;=A1;O\n",
        [(2, "same_player"), (3, "bad_length"), (4, "bad_day")],
        "table_refused",
        {"kind": "matches", "source": "Book", "confidence": "probable"},
    )


def _results(federation: Federation) -> Importer:
    head = replace(RESULTS.head, federation=federation.uid, federation_code=federation.code)
    package = write_results(replace(RESULTS, head=head))
    good = files_of(package)["people.csv"].decode().replace(",", ";")
    return Importer(
        f"federations/{federation.uid}/submissions/",
        "office_upload_results",
        (federation.uid,),
        factories.officer(federation, OfficeKind.RATING_OFFICER),
        Submission,
        good,
        good.replace(";FR;", ";France;").replace(BEN.name, ""),
        [(2, "bad_country"), (3, "no_name")],
        "package_refused",
        package=package,
        table="people.csv",
    )


def _directory(_federation: Federation) -> Importer:
    package = write_directory(replace(DIRECTORY, head=replace(DIRECTORY.head, code="BGF")))
    good = files_of(package)["members.csv"].decode().replace(",", ";")
    return Importer(
        "directories/",
        "desk_directories",
        (),
        factories.player("Root", email="root@example.org", is_superuser=True),
        Member,
        good,
        good.replace("Ada Löv", "").replace(";FR-2;", ";FR 2;"),
        [(2, "no_name"), (3, "bad_number")],
        "package_refused",
        do="import",
        package=package,
        table="members.csv",
    )


IMPORTERS: dict[str, Callable[[Federation], Importer]] = {
    "player list": _players,
    "ratings": _ratings,
    "opening ratings": _openings,
    "archive": _archive,
    "result file": _results,
    "directory": _directory,
}


@pytest.fixture(params=IMPORTERS)
def importer(request: pytest.FixtureRequest) -> Importer:
    """Each importer."""
    return IMPORTERS[request.param](factories.federation())


def _count(importer: Importer) -> int:
    return importer.stores._default_manager.count()


def _rows(importer: Importer, answer: Answer) -> list[tuple[int, str]]:
    """The refused rows of the table that an answer names, by line and code."""
    body = answer.body
    rows = body.get("refused") or body.get("rows") or body.get("data", {}).get("rows", [])
    of_table = [row for row in rows if not importer.table or row["file"] == importer.table]
    return [(row.get("line", row.get("row")), row["code"]) for row in of_table if row.get("code")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_table_of_any_spreadsheet_is_read(importer: Importer, encoding: str) -> None:
    before = _count(importer)
    answer = importer.send(importer.file(importer.good.encode(encoding)))
    assert (answer.status < 300, _rows(importer, answer)) == (True, []), answer.body
    assert _count(importer) > before
    assert not Player.objects.filter(name__contains="�").exists()


def test_rows_are_refused_by_number_and_nothing_is_half_stored(importer: Importer) -> None:
    before, people = _count(importer), Player.objects.count()
    data = importer.file(importer.bad.encode())
    answer = importer.send(data)
    assert _rows(importer, answer) == importer.refused, answer.body
    page = importer.send_page(data)
    for line, _code in importer.refused:
        assert f" {line} " in page, page.words
    assert (_count(importer), Player.objects.count()) == (before, people)


def _spoilt(importer: Importer) -> dict[str, bytes]:
    """Files that are none, and files that would be without end."""
    heading = importer.good.splitlines()[0].encode()
    table = importer.file
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.csv", _BOMB)
    return {
        "nothing": table(b""),
        "one byte": table(b"\x00"),
        "a zip bomb": bomb.getvalue(),
        "a workbook that is a bomb": changed(workbook(["Ada"]), sheet=_BOMB),
        "a million columns": table(b"x;" * 1_000_000 if importer.package else b";" * 1_000_000),
        "another heading": table(b"colour;size\n1;2\n"),
        "an open quote": table(heading + b'\n"' + b"a" * 200_000),
        "a picture": table(b"\x89PNG\r\n\x1a\n" + b"\x00\xff" * 300),
    }


def test_what_is_no_file_is_refused_whole_in_the_same_words(importer: Importer) -> None:
    before, people, wrong = _count(importer), Player.objects.count(), []
    for name, data in _spoilt(importer).items():
        answer = importer.send(data)
        page = importer.send_page(data)
        detail = answer.body.get("detail", "")
        is_refused = 400 <= answer.status < 500 and page.status == 422
        # An empty file is refused by the form before the action reads it.
        in_words = bool(detail) and (detail in page or not data)
        if not is_refused or not in_words:
            wrong.append((name, answer.status, answer.body, page.status, page.words[:900]))
    assert wrong == []
    assert (_count(importer), Player.objects.count()) == (before, people)


def test_formulas_in_cells_stay_text_and_never_run_in_what_is_downloaded() -> None:
    importer = _players(factories.federation())
    importer.send(b"name;club\n=cmd|'/c calc'!A0;@SUM(1)\n")
    assert Entrant.objects.get().side.full_name == "=cmd|'/c calc'!A0"
    rows = Visitor(importer.by).client.get(f"/desk/e/{importer.places[0]}/entrants.csv")
    assert b"'=cmd|" in rows.content
