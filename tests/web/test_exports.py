"""Tables as files: the right columns and rows in both languages, and no cell that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from matches.models import Player, Side
from tests import factories
from tests.api.client import Caller
from tests.tournaments import team_matches
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import teams
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.money import ledger
from tournaments.models import Entrant, FeeKind, Stage
from tournaments.queries.exports.spreadsheets import as_csv, as_tabs, as_xlsx
from tournaments.web.wording.formats import tiebreak_heading

# Order is that of a database.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]
_DANGEROUS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1")
_STAGE_FILES = ("file_pairings", "file_results", "file_standings")


def _rows(answer: Any, *, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=delimiter))


def _play_one(stage: Stage) -> tuple[str, str]:
    match = factories.open_matches(stage)[0]
    results.report(match, by=factories.around(match).director, score=(7, 4))
    return match.one.name, match.two.name


@pytest.mark.parametrize("text", _DANGEROUS)
def test_no_text_is_run_as_a_formula(text: str) -> None:
    (row,) = list(csv.reader(io.StringIO(as_csv(["a"], [[text]]).decode(), newline="")))[1:]
    assert row == [f"'{text}"]
    assert as_tabs([[text]]).startswith("'")
    sheet = load_workbook(io.BytesIO(as_xlsx("=1", ["a"], [[text.strip()]]))).active
    assert sheet["A2"].data_type == "s"
    assert sheet["A2"].value == text.strip()


def test_numbers_stay_numbers() -> None:
    assert as_csv(["a", "b"], [[-5, Decimal("2.50")]]) == b"a,b\r\n-5,2.50\r\n"
    assert as_csv(["a"], [[Decimal("-2.5"), None]], has_comma=True, delimiter=";") == b"a\r\n-2,5;\r\n"
    sheet = load_workbook(io.BytesIO(as_xlsx("a", ["a"], [[-5]]))).active
    assert sheet["A2"].value == -5


def test_a_workbook_takes_any_name() -> None:
    for name in ("", "'", "[a]:*?/\\" + "b" * 40, "\x01\x0b", "Été"):
        assert load_workbook(io.BytesIO(as_xlsx(name, [name], [[name]]))).sheetnames[0]


def test_a_pasted_value_stays_in_its_cell() -> None:
    assert as_tabs([["a\tb", "c\nd", 1]]) == "a b\tc d\t1"


def test_everybody_keeps_the_tables_of_a_public_event() -> None:
    stage = factories.drawn_stage(5)
    one, two = _play_one(stage)
    visitor = Visitor()
    entrants = _rows(visitor.client.get(reverse("file_entrants", args=[stage.event.uid, "csv"])))
    assert entrants[0][:3] == ["No.", "Name", "Club"]
    assert [row[1] for row in entrants[1:]] == factories.names(5)
    tables = {
        name: _rows(visitor.client.get(reverse(name, args=[stage.uid, "csv"]))) for name in _STAGE_FILES
    }
    assert len(tables["file_pairings"]) > 4
    assert [row[2:8] for row in tables["file_results"][1:]] == [[one, two, "7", "7", "4", one]]
    assert {row[3] for row in tables["file_standings"][1:]} == set(factories.names(5))


def test_a_frenchman_gets_words_and_semicolons() -> None:
    stage = factories.drawn_stage(4)
    address = reverse("file_entrants", args=[stage.event.uid, "csv"])
    answer = Visitor().client.get(address, headers={"Accept-Language": "fr"})
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert _rows(answer, delimiter=";")[0][:3] == ["N°", "Nom", "Club"]
    assert answer["Content-Disposition"].startswith("attachment")
    assert ".csv" in unquote(answer["Content-Disposition"])


def test_a_workbook_says_the_same_as_the_csv() -> None:
    stage = factories.drawn_stage(4)
    _play_one(stage)
    for name in _STAGE_FILES:
        table = _rows(Visitor().client.get(reverse(name, args=[stage.uid, "csv"])))
        book = load_workbook(
            io.BytesIO(Visitor().client.get(reverse(name, args=[stage.uid, "xlsx"])).content)
        )
        rows = [["" if cell is None else str(cell) for cell in row] for row in book.active.values]
        assert rows == table


def test_what_is_owed_is_for_the_desk() -> None:
    event = factories.event()
    director = factories.owner(event.tournament)
    ledger.set_fee(event, by=director, kind=FeeKind.ENTRY, amount=2550)
    factories.entrant(event, "Ada Almeida")
    address = reverse("desk_file_entrants", args=[event.uid, "csv"])
    assert Visitor(factories.player()).client.get(address).status_code == 403
    headings, row = _rows(Visitor(director).client.get(address))
    assert dict(zip(headings, row, strict=True)) | {"Owed": "25.50", "Paid": "0.00", "Due": "25.50"} == dict(
        zip(headings, row, strict=True)
    )
    assert (
        "25.50"
        not in Visitor().client.get(reverse("file_entrants", args=[event.uid, "csv"])).content.decode()
    )


def test_names_that_are_formulas_leave_as_text() -> None:
    stage = factories.drawn_stage(2)
    Side.objects.update(full_name='=HYPERLINK("http://x")')
    Player.objects.update(club="@SUM(1)")
    for name in _STAGE_FILES:
        text = Visitor().client.get(reverse(name, args=[stage.uid, "csv"])).content.decode()
        assert not [
            cell for row in csv.reader(io.StringIO(text)) for cell in row if cell.startswith(("=", "@"))
        ]


def test_another_ending_is_not_found() -> None:
    stage = factories.drawn_stage(2)
    assert Visitor().client.get(reverse("file_results", args=[stage.uid, "exe"])).status_code == 404


def test_a_table_asks_no_more_for_more_entrants() -> None:
    counts = []
    for entrants in (4, 32):
        stage = factories.drawn_stage(entrants)
        addresses = [reverse(name, args=[stage.uid, "csv"]) for name in _STAGE_FILES]
        addresses.append(reverse("file_entrants", args=[stage.event.uid, "csv"]))
        numbers = []
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                Visitor().client.get(address)
            numbers.append(len(queries))
        counts.append(numbers)
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 15


def test_an_evening_is_pasted_into_the_sheet_of_a_season() -> None:
    stage = factories.drawn_stage(4)
    one, two = _play_one(stage)
    page = Visitor(factories.owner(stage.event.tournament)).open("desk_season_sheet", stage.uid)
    assert f"2026-03-07\tMain\t1\t1\t{one}\t{two}\t7\t7\t4\t{one}" in page.html
    assert page.html.count("<textarea") == 2


def test_programs_get_the_codes() -> None:
    stage = factories.drawn_stage(4)
    _play_one(stage)
    answer = Caller().ask("get", f"stages/{stage.uid}/results/sheet/")
    assert answer.status == 200
    client = Visitor().client
    address = f"/api/v1/stages/{stage.uid}/results/sheet/"
    plain = client.get(address)
    assert plain["Content-Type"] == "text/csv; charset=utf-8"
    assert _rows(plain)[0][:3] == ["round", "slot", "one"]
    assert client.get(address, headers={"If-None-Match": plain["ETag"]}).status_code == 304
    book = client.get(address, {"format": "xlsx"})
    assert load_workbook(io.BytesIO(book.content)).active["A1"].value == "round"
    assert client.get("/api/v1/stages/nothing/results/sheet/")["Content-Type"] == "application/problem+json"
    assert Entrant.objects.filter(event=stage.event).count() == 4


def test_boards_stand_beside_their_team_match_with_players_and_length() -> None:
    match, boards = team_matches.match_with_boards(2)
    for board, score in zip(boards, ((7, 3), (2, 7), (7, 5)), strict=True):
        team_matches.say(board, score)
    stage = match.pairing.stage
    rows = _rows(Visitor().client.get(reverse("file_results", args=[stage.uid, "csv"])))
    assert rows[0][10:] == ["Group", "Board", "Confirmed at"]
    team, *board_rows = rows[1:]
    assert (team[2], team[5:7], team[11]) == (match.one.name, ["2", "1"], "")
    assert [(row[2], row[3], row[4], row[11]) for row in board_rows] == [
        (board.one.name, board.two.name, "7", str(number)) for number, board in enumerate(boards, start=1)
    ]
    assert all(row[12] for row in rows[1:])


def test_pairings_have_the_boards_with_their_tables_and_lengths() -> None:
    match, boards = team_matches.match_with_boards(2)
    stage = match.pairing.stage
    [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["12"])
    calling.assign(boards[1], by=None, table=table)
    headings, team, *rows = _rows(Visitor().client.get(reverse("file_pairings", args=[stage.uid, "csv"])))
    assert headings[7:] == ["Group", "Board", "Deadline"]
    assert (team[3], team[4], team[8]) == (match.one.name, match.two.name, "")
    assert [(row[2], row[3], row[5], row[8]) for row in rows] == [
        ("12" if number == 2 else "", board.one.name, "7", str(number))
        for number, board in enumerate(boards, start=1)
    ]


def test_files_of_a_league_have_its_divisions_its_deadlines_and_times_of_the_venue() -> None:
    event = factories.event()
    lifecycle.change_event(event, by=None, starts_at=timezone.now())
    lifecycle.change_tournament(event.tournament, by=None, zone="Asia/Tokyo")
    stage = factories.stage(event, format="league", options={"divisions": 2})
    factories.entrants(event, 8)
    draw.draw(stage, by=None, seed="videau")
    for match in factories.open_matches(stage):
        results.report(match, by=None, score=(7, 5))
    tables = {
        name: _rows(Visitor().client.get(reverse(name, args=[stage.uid, "csv"]))) for name in _STAGE_FILES
    }
    for headings, *rows in tables.values():
        assert {row[headings.index("Division")] for row in rows} == {"1", "2"}
    for name, column in (("file_pairings", "Deadline"), ("file_results", "Confirmed at")):
        headings, *rows = tables[name]
        moments = [datetime.fromisoformat(row[headings.index(column)]) for row in rows]
        assert {moment.utcoffset() for moment in moments} == {timedelta(hours=9)}


def test_tiebreaks_stand_in_a_file_in_the_order_in_which_they_are_looked_at() -> None:
    order = ["sonneborn_berger", "points_difference", "wins"]
    places = ("first_tiebreak", "second_tiebreak", "third_tiebreak")
    for codes in (order, [order[1], order[0], order[2]]):
        options = dict(zip(places, codes, strict=True))
        stage = factories.stage(format="round_robin", options=options)
        factories.entrants(stage.event, 4)
        draw.draw(stage, by=None, seed="videau")
        factories.play_open_matches(stage)
        [headings, *_lines] = _rows(Visitor().client.get(reverse("file_standings", args=[stage.uid, "csv"])))
        assert headings[10:12] == [tiebreak_heading(code) for code in codes[:2]]


def test_standings_show_the_tiebreaks_that_decided() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 2})
    factories.entrants(stage.event, 4)
    draw.draw(stage, by=None)
    for _ in range(2):
        factories.play_open_matches(stage)
        progress.advance(stage.event)
    headings, *rows = _rows(Visitor().client.get(reverse("file_standings", args=[stage.uid, "csv"])))
    assert "Buchholz" in headings[10:]
    assert any(row[headings.index("Buchholz")] for row in rows)


def test_what_was_played_before_a_substitution_keeps_the_names_of_those_who_played() -> None:
    event = factories.event(kind="doubles")
    stage = factories.stage(event)
    factories.entrants(event, 4)
    draw.draw(stage, by=None)
    match = factories.open_matches(stage)[0]
    team_matches.say(match, (7, 4))
    before = match.one.name
    entrant = Entrant.objects.get(side=match.one)
    out = entrant.side.members.order_by("-order")[0].player
    teams.substitute(entrant, out=out, in_=factories.player("Sub Stitute"), by=None, reason="ill")
    rows = _rows(Visitor().client.get(reverse("file_results", args=[stage.uid, "csv"])))
    assert [row[2] for row in rows[1:]] == [before]
    pairings = Caller().get(f"stages/{stage.uid}/pairings/").body
    assert before in str(pairings)
    bracket = Visitor().client.get(reverse("bracket", args=[stage.uid])).content.decode()
    assert before in bracket
    assert before in Visitor().client.get(reverse("match", args=[match.uid])).content.decode()
