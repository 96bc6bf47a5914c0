"""Cross tables on paper: everybody against everybody, cut into sheets that hold every meeting once."""

from __future__ import annotations

import pytest

from tests import factories
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.models import Stage
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.exports.cross_sheets import SIZES, cross_sheets

pytestmark = pytest.mark.django_db


@remembered
def everybody(count: int, groups: int = 1, *, format: str = "round_robin") -> Stage:  # noqa: A002 - the field's word
    """A stage in which everybody of a group meets everybody, drawn."""
    options = {"divisions" if format == "league" else "groups": groups}
    stage = factories.stage(format=format, options=options)
    factories.entrants(stage.event, count)
    draw.draw(stage, by=None, seed="videau")
    return stage


def paper(stage: Stage, *, language: str = "en", **query: str) -> Page:
    """The cross tables as the director prints them."""
    visitor = Visitor(factories.owner(stage.event.tournament))
    visitor.client.cookies["django_language"] = language
    return visitor.open("desk_print_cross", stage.uid, **query)


def test_each_group_has_its_table_and_a_result_stands_on_both_sides() -> None:
    stage = everybody(8, 2)
    match = factories.open_matches(stage)[0]
    results.report(match, by=factories.around(match).director, score=(7, 4))
    page = paper(stage)
    assert page.html.count("<table") == 2
    assert ("Group 1" in page, "Group 2" in page, "7–4" in page, "4–7" in page) == (True,) * 4
    french = paper(stage, language="fr", paper="landscape")
    assert ("Tableau croisé" in french, "Groupe 2" in french) == (True, True)
    assert 'class="landscape"' in french.html


def test_a_league_has_a_table_for_each_division() -> None:
    page = paper(everybody(8, 2, format="league"))
    assert ("Division 1" in page, "Division 2" in page, "Group" in page) == (True, True, False)


def test_points_and_places_are_left_to_be_written_while_nothing_is_played() -> None:
    stage = everybody(4)
    chart = bracket(stage)
    assert chart is not None
    [sheet] = cross_sheets(chart, size=SIZES["portrait"])
    assert (sheet.is_last, sheet.is_begun) == (True, False)
    assert "1–4" not in paper(stage)


@pytest.mark.parametrize(
    ("count", "size", "sheets"),
    [
        (10, "portrait", 1),
        (11, "portrait", 2),
        (26, "portrait", 6),
        (16, "landscape", 1),
        (26, "landscape", 4),
    ],
)
def test_a_large_table_is_cut_into_sheets_with_every_meeting_once(count: int, size: str, sheets: int) -> None:
    chart = bracket(everybody(count))
    assert chart is not None
    pages = cross_sheets(chart, size=SIZES[size])
    assert [sheet.number for sheet in pages] == list(range(1, sheets + 1))
    assert {sheet.total for sheet in pages} == {sheets}
    meetings = [
        (line.number, opponent, cells is None)
        for sheet in pages
        for line in sheet.lines
        for opponent, cells in zip(sheet.opponents, line.cells, strict=True)
    ]
    everybody_once = [(one, two, one == two) for one in range(1, count + 1) for two in range(1, count + 1)]
    assert sorted(meetings) == everybody_once
    with_sums = [line.number for sheet in pages if sheet.is_last for line in sheet.lines]
    assert sorted(with_sums) == list(range(1, count + 1))
    assert max(len(sheet.opponents) for sheet in pages) <= SIZES[size].columns
    assert max(len(sheet.lines) for sheet in pages) <= SIZES[size].rows


def test_the_print_page_offers_the_table_where_everybody_meets_everybody() -> None:
    for stage, is_offered in ((everybody(4), True), (factories.drawn_stage(4), False)):
        page = Visitor(factories.owner(stage.event.tournament)).open("desk_print", stage.event.uid)
        assert ('value="cross"' in page.html) is is_offered
