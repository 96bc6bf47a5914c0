"""Seasons in the office and in public: set up by a form, their table with its lines, and the final one."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.tournaments.test_points_seasons import played, sanctioned, season_of
from tests.web.browsing import Visitor
from tournaments.models import Federation, FinalTable, OfficeKind, PointsSeason
from tournaments.points import SCHEMES
from tournaments.queries.points.season_table import season_table

pytestmark = pytest.mark.django_db

_PAST = (date(2026, 1, 1), date(2026, 6, 30))


def _rater(federation: Federation) -> Visitor:
    return Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))


def test_a_season_is_set_up_and_changed_with_every_term_in_a_field() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    address = f"/f/{federation.uid}/office/seasons/add/"
    form = rater.open("office_new_season", federation.uid).form(address)
    values = form | {
        "name": "2150",
        "starts_on": "2150-01-01",
        "ends_on": "2150-12-31",
        "scheme": "usbgf-master-points",
        "best": "5",
        "classes": "Main\nIntermediate | 2\nCup | 1 | 0.5",
        "events": "8",
    }
    wrong = rater.post("office_new_season", federation.uid, **values | {"classes": "Main | first"})
    assert (wrong.status, "Main | first" in wrong) == (422, True)
    page = rater.send("office_new_season", federation.uid, **values)
    assert "2150 is added." in page
    season = PointsSeason.objects.get()
    assert season.scheme == "usbgf-master-points"
    assert season.terms["scheme"] == SCHEMES[season.scheme].to_dict() | {
        "season": {**SCHEMES[season.scheme].season.to_dict(), "best": 5}
    }
    assert [(one["class"], one["division"], one["weight"]) for one in season.terms["classes"]] == [
        ("Main", 1, None),
        ("Intermediate", 2, None),
        ("Cup", 1, "0.5"),
    ]
    assert season.terms["planned"]["events"] == 8
    # Sent again as it is shown, the form changes nothing.
    before = dict(season.terms)
    address = f"/f/{federation.uid}/office/seasons/{season.uid}/change/"
    form = rater.open("office_change_season", federation.uid, season.uid).form(address)
    rater.send("office_change_season", federation.uid, season.uid, **form | {"name": "Season 2150"})
    season.refresh_from_db()
    assert (season.name, season.terms) == ("Season 2150", before)


def test_the_public_table_has_every_place_with_its_lines_and_the_race() -> None:
    federation = factories.federation()
    players = played(4, federation)
    season = season_of(federation, planned={"events": 3, "players": 8, "matches": 3, "length": 9})
    stranger = Visitor()
    assert f"/f/{federation.uid}/seasons/{season.uid}/" in stranger.open("federation", federation.uid).links
    page = stranger.open("season_table", federation.uid, season.uid)
    # 9 for a win and 10 for attendance: two wins, one, and none for two.
    assert f"1 {players[0].name} Main : 28 2 wins to 9: 18" in page
    assert "Attendance: 10" in page
    assert "3–4" in page
    assert f"Who can still catch {players[0].name}?" in page
    assert f"{players[0].name} ends with at least 28 points" in page
    races = season_table(season).races
    assert races is not None
    assert [one.entrant for one in races[0].caught_by] == [
        players[1].uid,
        *sorted(p.uid for p in players[2:]),
    ]


def test_the_final_table_is_published_once_after_the_last_day() -> None:
    federation = factories.federation()
    rater = _rater(federation)
    played(4, federation)
    running = season_of(federation, name="Running")
    over = season_of(federation, name="Over", days=_PAST)
    page = rater.send("office_close_season", federation.uid, running.uid)
    assert "Publish its final table after that day." in page
    assert "Publish the final table" not in rater.open("office_season", federation.uid, running.uid)
    assert "Publish the final table" in rater.open("office_season", federation.uid, over.uid)
    assert "It stays as it is." in rater.send("office_close_season", federation.uid, over.uid)
    table = FinalTable.objects.get()
    page = rater.open("season_table", federation.uid, over.uid)
    assert table.digest[:16] in page
    assert "final" in page
    again = rater.send("office_close_season", federation.uid, over.uid)
    assert "is published already and stays as it is" in again
    page = rater.open("office_seasons", federation.uid)
    assert "Running" in page


def test_a_table_takes_as_many_queries_for_many_people_as_for_few() -> None:
    federation = factories.federation()
    season = season_of(federation)
    counts = []
    for n in (2, 8):
        played(n, federation)
        with CaptureQueriesContext(connection) as queries:
            assert Visitor().open("season_table", federation.uid, season.uid).status == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 15


def test_the_page_of_a_season_of_another_federation_is_not_found() -> None:
    federation, other = factories.federation(), factories.federation("DBGF")
    season = season_of(federation)
    assert Visitor().open("season_table", other.uid, season.uid).status == 404
    sanctioned(factories.event(), federation)
    page = Visitor().open("season_table", federation.uid, season.uid)
    assert "Nobody has points yet" in page
    assert "not over" in page
