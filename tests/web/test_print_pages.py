"""Paper: what stands on each page that is printed, and how a bracket is cut into sheets."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.models import name_key
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import reception, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger
from tournaments.models import FeeKind, Stage
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.exports import paper

pytestmark = pytest.mark.django_db
_MOST_QUERIES = 15
_OF_STAGE = (
    "desk_print_pairings",
    "desk_print_rounds",
    "desk_print_standings",
    "desk_print_bracket",
    "desk_print_slips",
    "desk_print_scoresheets",
    "desk_season_sheet",
)
_OF_EVENT = ("desk_print", "desk_print_entrants", "desk_print_prizes")
_OF_TOURNAMENT = ("desk_print_tournament", "desk_print_tables")


def _director_of(stage: Stage) -> Visitor:
    return Visitor(factories.owner(stage.event.tournament))


def _addresses(stage: Stage) -> list[str]:
    event = stage.event
    return [
        *(reverse(name, args=[stage.uid]) for name in _OF_STAGE),
        *(reverse(name, args=[event.uid]) for name in _OF_EVENT),
        *(reverse(name, args=[event.tournament.uid]) for name in _OF_TOURNAMENT),
    ]


def test_paper_is_for_those_with_an_office() -> None:
    game = factories.open_match(7)
    player, director = Visitor(game.one), _director_of(game.stage)
    one_match = [reverse(f"desk_print_{name}", args=[game.match.uid]) for name in ("slip", "scoresheet")]
    for address in [*_addresses(game.stage), *one_match]:
        assert player.at(address).status == 403, address
        assert director.at(address).status == 200, address


def test_no_paper_asks_more_of_the_database_for_more_entrants() -> None:
    counts = []
    for entrants in (4, 32):
        stage = factories.drawn_stage(entrants)
        director = _director_of(stage)
        numbers = {}
        for address in _addresses(stage):
            with CaptureQueriesContext(connection) as queries:
                assert director.at(address).status == 200
            numbers[address.replace(stage.uid, "").replace(stage.event.uid, "").rsplit("/", 3)[-2]] = len(
                queries
            )
        counts.append(numbers)
    assert counts[0] == counts[1]
    assert max(counts[0].values()) <= _MOST_QUERIES


def test_a_slip_says_what_two_players_must_know_and_leads_to_their_report() -> None:
    game = factories.open_match(9)
    lifecycle.add_tables(game.stage.event.tournament, by=None, names=["12"])
    page = _director_of(game.stage).open("desk_print_slip", game.match.uid)
    for words in (
        game.one.name,
        game.two.name,
        "To 9 points",
        "clock if one of them asks for it",
        "WBGF rules",
    ):
        assert words in page
    assert "Signature" in page
    assert 'class="qr"' in page.html


def test_there_are_slips_for_the_matches_still_to_be_decided() -> None:
    stage = factories.drawn_stage(8)
    first, *others = factories.open_matches(stage)
    results.report(first, by=factories.around(first).director, score=(7, 2))
    page = _director_of(stage).open("desk_print_slips", stage.uid, round="1")
    assert page.html.count('class="slip"') == len(others)
    assert first.one.name not in page
    assert "There is nothing to print" in _director_of(stage).open("desk_print_slips", stage.uid, round="3")


def test_pairings_are_listed_by_table_or_so_that_everybody_finds_themselves() -> None:
    stage = factories.drawn_stage(5)
    director = _director_of(stage)
    assert director.open("desk_print_pairings", stage.uid, round="1").html.count("<tr>") == 1 + 4
    by_name = director.open("desk_print_pairings", stage.uid, round="1", by="name")
    names = re.findall(r'<th scope="row">([^<]+)</th>', by_name.html)
    assert names == sorted(names, key=name_key)
    assert len(names) == 5
    match = factories.open_matches(stage)[0]
    results.forfeit(match, by=factories.around(match).director, loser="one", reason="no-show")
    assert "forfeit" in director.open("desk_print_pairings", stage.uid, round="1")


def test_without_a_number_the_pairings_are_those_of_the_round_with_most_open_matches() -> None:
    stage = factories.drawn_stage(16)
    director = _director_of(stage)
    for match in factories.open_matches(stage)[:2]:
        results.report(match, by=factories.around(match).director, score=(7, 2))
    progress.advance(stage.event)
    assert stage.pairings.filter(round=2).exists()
    page = director.open("desk_print_pairings", stage.uid)
    assert page.words == director.open("desk_print_pairings", stage.uid, round="1").words
    factories.play_open_matches(stage)
    newest = director.open("desk_print_pairings", stage.uid)
    assert newest.words == director.open("desk_print_pairings", stage.uid, round="2").words


def test_the_list_of_entrants_says_what_is_paid_and_due() -> None:
    event = factories.event()
    by = factories.owner(event.tournament)
    ledger.set_fee(event, by=by, kind=FeeKind.ENTRY, amount=2500)
    entrant = factories.entrant(event, "Ada Almeida")
    before = Visitor(by).open("desk_print_entrants", event.uid)
    assert "still due 25.00 EUR" in before
    assert entrant.name in before
    # É stands with E, and whoever left is on the list with what was paid, so that it adds up.
    for name in ("Zoe Zola", "Élodie Lefèvre"):
        factories.entrant(event, name)
    reception.pay_all(entrant.side.players.get(), event.tournament, by=by)
    registration.withdraw(entrant, by=by)
    after = Visitor(by).open("desk_print_entrants", event.uid)
    names = re.findall(r'<th scope="row">([^<]+)</th>', after.html)
    assert names == ["Élodie Lefèvre", "Zoe Zola", "Ada Almeida"]


@pytest.mark.parametrize(
    ("entrants", "size", "sheets"), [(8, "a4", 1), (64, "a4", 5), (64, "a3", 3), (256, "a4", 17)]
)
def test_a_bracket_is_cut_into_sheets_with_every_match_once(entrants: int, size: str, sheets: int) -> None:
    stage = factories.drawn_stage(entrants)
    chart = bracket(stage)
    assert chart is not None
    pages = paper.sheets(chart, size=paper.SIZES[size])
    assert len(pages) == sheets
    places = [(slot.round, slot.slot) for sheet in pages for column in sheet.columns for slot in column.slots]
    assert sorted(places) == sorted((slot.round, slot.slot) for of in chart.rounds for slot in of.slots)
    assert all(len(sheet.columns) <= paper.SIZES[size].columns for sheet in pages)
    assert all(len(sheet.columns[0].slots) <= paper.SIZES[size].matches for sheet in pages)
    for sheet in pages[:-1]:
        assert sheet.goes_to is not None
        assert sheet.number in pages[sheet.goes_to - 1].comes_from


@pytest.mark.parametrize("format_", ["double_elimination", "michigan", "triple_elimination"])
def test_parts_of_every_width_are_cut_too(format_: str) -> None:
    stage = factories.stage(format=format_)
    factories.entrants(stage.event, 21)

    draw.draw(stage, by=None, seed="paper")
    chart = bracket(stage)
    assert chart is not None
    pages = paper.sheets(chart, size=paper.SIZES["a4"])
    places = [(slot.round, slot.slot) for sheet in pages for column in sheet.columns for slot in column.slots]
    everything = {(slot.round, slot.slot): slot for of in chart.rounds for slot in of.slots}
    assert len(places) == len(set(places))
    # A part begins with the first round in which somebody plays.
    assert not [place for place, slot in everything.items() if place not in places and slot.is_played]


def test_standings_on_paper_say_who_had_a_bye() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 2})
    factories.entrants(stage.event, 5)
    draw.draw(stage, by=None, seed="videau")
    director = _director_of(stage)
    assert "Byes" not in director.open("desk_print_standings", stage.uid)
    factories.play_open_matches(stage)
    page = director.open("desk_print_standings", stage.uid)
    assert "Byes" in page
    name = stage.pairings.get(match=None, round=1).seats.get().entrant.name
    [row] = re.findall(rf"<tr>(?:(?!</tr>).)*{re.escape(name)}.*?</tr>", page.html)
    assert re.findall(r'number">([^<]*)<', row)[1:5] == ["1", "0", "0", "1"]


def test_paper_of_another_size_is_not_there() -> None:
    stage = factories.drawn_stage(4)
    assert _director_of(stage).open("desk_print_cross", stage.uid).status == 404
    assert _director_of(stage).open("desk_print_bracket", stage.uid, paper="a0").status == 404


def test_who_asks_for_a_pdf_gets_one_or_is_told_to_print_the_page() -> None:
    stage = factories.drawn_stage(4)
    answer = _director_of(stage).client.get(reverse("desk_print_standings", args=[stage.uid]), {"pdf": "1"})
    if paper.pdf_of("<p>paper</p>") is None:
        assert b"Print this page: your browser can also save it as a PDF." in answer.content
    else:
        assert answer["Content-Type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")


def test_what_is_too_long_for_a_pdf_is_printed_by_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = factories.drawn_stage(8)
    monkeypatch.setattr("tournaments.web.exports.paper._MOST_PAGES", 3)
    director = _director_of(stage)
    page = director.open("desk_print_scoresheets", stage.uid, pdf="1")
    assert "These are 4 pages. A PDF is made of up to 3 at once." in page
    # Four slips are one page.
    assert "at once" not in director.open("desk_print_slips", stage.uid)


def test_a_machine_without_the_libraries_of_pdf_makes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango')\n")
    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    assert paper.pdf_of("<p>paper</p>") is None
