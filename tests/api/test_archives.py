"""Old results over the API: a table is checked, entered, named, imported, read by everybody, and undone."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches.models import Player
from tests import factories
from tests.api.client import Answer, Caller, _address, _answer
from tournaments.models import Federation, OfficeKind

pytestmark = pytest.mark.django_db

MATCHES = "winner,loser,length,day,event\n=Ada,Ben,7,1998-05-02,Open de Nantes\n"
POSITIONS = "position,player,day,event\n1,Ada,1998-05-03,Open\n2,Ben,1998-05-03,Open\n"


@pytest.fixture
def federation() -> Federation:
    """A federation with its president."""
    return factories.federation()


@pytest.fixture
def officer(federation: Federation) -> Caller:
    """Its rating officer, who reads French."""
    return Caller(factories.officer(federation, OfficeKind.RATING_OFFICER), language="fr")


def send(caller: Caller, path: str, text: str, **fields: str) -> Answer:
    form = {"file": SimpleUploadedFile("old.csv", text.encode("cp1252")), **fields}
    return _answer(caller.client.post(_address(path), form, format="multipart"))


def test_a_dry_run_reports_each_refused_row_in_words(federation: Federation, officer: Caller) -> None:
    text = f"{MATCHES}Ada,Ben,6,1998-05-02,Été\nAda,Ada,7,1998-05-02,Été\n"
    check = send(officer, f"federations/{federation.uid}/archives/check/", text, kind="matches")
    assert (check.status, check.body["lines"]) == (200, 1)
    assert [(row["line"], row["code"]) for row in check.body["refused"]] == [
        (3, "bad_length"),
        (4, "same_player"),
    ]
    assert check.body["refused"][1]["words"] == "un joueur contre lui-même"
    assert [person["key"] for person in check.body["unnamed"]] == ["=Ada", "Ben"]
    entry = send(officer, f"federations/{federation.uid}/archives/", text, kind="matches", source="Book")
    assert (entry.status, entry.code, len(entry.body["data"]["rows"])) == (
        400,
        "rows_refused",
        2,
    )
    assert Caller().get(f"federations/{federation.uid}/archives/").status == 401


def test_old_results_are_imported_read_and_undone(federation: Federation, officer: Caller) -> None:
    path = f"federations/{federation.uid}/archives/"
    archive = send(officer, path, MATCHES, kind="matches", source="The book", confidence="doubtful").id
    ben = factories.player("Benoît")
    Player.objects.filter(pk=ben.pk).update(has_profile=True)
    assert officer.post(f"archives/{archive}/import/").code == "people_unnamed"
    officer.post(f"archives/{archive}/people/", {"person": "Ben", "player": ben.uid})
    officer.post(f"archives/{archive}/people/", {"person": "=Ada"})
    assert officer.get(f"archives/{archive}/check/").body["unnamed"] == []
    assert officer.post(f"archives/{archive}/import/").body["state"] == "imported"
    [row] = Caller().get("results/").body["results"]
    assert (row["source"], row["confidence"], row["event_name"]) == ("archive", "doubtful", "Open de Nantes")
    assert (row["one_id"], row["one_name"], row["two_id"]) == ("", "", ben.uid)
    assert (row["winner"], row["length"], row["one_score"], row["two_score"]) == ("one", 7, None, None)
    assert officer.post(f"archives/{archive}/undo/").body["state"] == "undone"
    assert [one["change"] for one in Caller().get("results/").body["results"]] == ["final", "cancelled"]
    assert [one["state"] for one in officer.get(path).body["results"]] == ["undone"]


@pytest.mark.both_databases
def test_positions_are_read_by_everybody_without_who_has_no_profile(
    federation: Federation, officer: Caller
) -> None:
    path = f"federations/{federation.uid}/archives/"
    archive = send(officer, path, POSITIONS, kind="positions", source="The book").id
    officer.post(f"archives/{archive}/people/all/")
    assert Caller().get(f"archives/{archive}/positions/").status == 404, "it is not imported yet"
    officer.post(f"archives/{archive}/import/")
    Player.objects.filter(name="Ada").update(has_profile=True)
    first = Caller().get(f"archives/{archive}/positions/?page_size=1").body
    rows: list[dict[str, Any]] = first["results"] + Caller().get(first["next"]).body["results"]
    assert [(row["position"], row["name"], row["event"]) for row in rows] == [
        (1, "Ada", "Open"),
        (2, "", "Open"),
    ]
    assert Caller().get("results/").body["results"] == []
    officer.post(f"archives/{archive}/undo/")
    assert Caller().get(f"archives/{archive}/positions/").status == 404
