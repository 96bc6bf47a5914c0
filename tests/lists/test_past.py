"""The past of a list as files, which trials turn into the very numbers of the list."""

from __future__ import annotations

import csv
import json
from datetime import date, timedelta
from pathlib import Path
from typing import cast

import pytest

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.lists import computing, keeping, publishing, uploading
from tournaments.models import FeedRow, ListOrigin, OfficeKind, RatingList
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import MatchFormula
from tournaments.ratings.lists import RatingColumns, changes_by_match, digest
from tournaments.ratings.trials.__main__ import main
from tournaments.ratings.trials.files import opening_ratings, past_results, published_ratings

pytestmark = pytest.mark.django_db


def list_with_a_past(order: str) -> RatingList:
    """A list with opening ratings, three official lists, corrections, a merge, and matches of no event or no day."""
    starts_on = feeds.FIRST_DAY + timedelta(days=2) if order == "events" else None
    rating_list = feeds.rating_list(order=order, parameters={"ramp": 3}, starts_on=starts_on)
    people = feeds.players(12)
    rows = feeds.add(feeds.season(people, 120), rating_list)
    feeds.add([feeds.corrected(rows[40], winner=3 - (rows[40].winner or 1))], rating_list)
    feeds.add([feeds.corrected(rows[50], change="reopened")], rating_list)
    day = feeds.FIRST_DAY + timedelta(weeks=20)
    feeds.add([feeds.row(people[0], people[1], day=one, length=9) for one in (day, day, None)], rating_list)
    if order == "matches":
        # A match that does not count, because its rules do not rate it.
        FeedRow.objects.get(pk=rows[60].pk).verdicts.update(reason="too_short")
    double = factories.player("Double")
    feeds.add([feeds.row(people[2], double, day=day)], rating_list)
    for player in (people[3], double):
        factories.member(rating_list.federation, player)
    factories.merge(rating_list.federation, double, into=people[3])
    data = f"uid,rating,experience\n{people[4].uid},1612.5,120\n{people[5].uid},1490.123456789,0\n".encode()
    uploading.set_openings(rating_list, by=None, data=data, day=date(2025, 1, 1), source="The old list")
    for weeks in (4, 8, 21):
        publishing.publish_list(rating_list, by=None, day=feeds.FIRST_DAY + timedelta(weeks=weeks, days=3))
    return rating_list


def export(officer: Player, rating_list: RatingList, directory: Path) -> dict[str, Path]:
    """The three files as the API sends them."""
    files = {}
    for name in ("matches", "ratings", "openings"):
        answer = Caller(officer).client.get(f"/api/v1/lists/{rating_list.uid}/past/{name}/")
        assert (answer.status_code, answer.streaming) == (200, True)
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
        files[name] = directory / f"{name}.csv"
        files[name].write_bytes(answer.getvalue())
    return files


@pytest.mark.parametrize("order", ["matches", "events"])
def test_the_files_give_the_list_to_the_last_digit(
    order: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rating_list = list_with_a_past(order)
    state = computing.compute(rating_list)
    files = export(
        factories.officer(rating_list.federation, OfficeKind.RATING_OFFICER), rating_list, tmp_path
    )

    # By hand with the pure rooms: the digest is that of the list.
    with files["matches"].open(newline="") as file:
        results = past_results(file)
    numbers = results.numbers
    with files["openings"].open(newline="") as file:
        openings = opening_ratings(file, numbers)
    by_group = order == "events"
    matches = (results.by_event() if by_group else results).columns()
    players = RatingColumns.newcomers(len(numbers))
    for player, (rating, experience) in openings.items():
        players.rating[player], players.experience[player] = rating, experience
    formula = cast(MatchFormula, FORMULAS["fibs"].with_parameters({"ramp": 3}))
    after = players.after(matches, changes_by_match(formula, players, matches, by_group=by_group))
    # A match without a day is written on the last day that there is, and the list has no day for it.
    last_day = after.last_day.copy()
    for key in (0, 1):
        name = Player.objects.get(name=f"Player {key}").uid
        own = [one for one in results.matches if numbers[name] in one[:2] and one.day < date.max.toordinal()]
        last_day[numbers[name]] = max(one.day for one in own)
    rows = zip(
        numbers, zip(*(one.tolist() for one in (*after.columns[:4], last_day)), strict=True), strict=True
    )
    assert len(results.matches) == state.matches
    assert digest(rows) == state.digest

    # By the command that a federation runs.
    arguments = [str(files["matches"]), str(files["ratings"]), "--openings", str(files["openings"])]
    assert main([*arguments, "--formula", "fibs", "--parameters", '{"ramp": 3}']) == 0
    best = json.loads(capsys.readouterr().out.splitlines()[0])
    with files["ratings"].open(newline="") as file:
        published = published_ratings(file, {})
    assert best["candidate"] == ("fibs, from 1, by event" if by_group else "fibs, from 1")
    assert (best["agreed"], best["digits"], best["greatest_difference"]) == (len(published), 9, 0)
    assert len({one.day for one in published}) == 3


def test_an_uploaded_list_has_ratings_to_be_reproduced_and_no_matches(tmp_path: Path) -> None:
    federation = factories.federation()
    officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
    partner = keeping.create_list(federation, by=None, name="Partner", origin=ListOrigin.UPLOADED)
    ann, double = factories.player("Ann"), factories.player("Ann again")
    for player in (ann, double):
        factories.member(federation, player)
    data = f"uid,rating,experience\n{ann.uid},1600.5,10\n{double.uid},1500,90\n".encode()
    uploading.upload_list(partner, by=None, day=date(2026, 1, 31), data=data, source="january.csv")
    factories.merge(federation, double, into=ann)
    answer = Caller(officer).client.get(f"/api/v1/lists/{partner.uid}/past/ratings/?format=csv")
    rows = list(csv.reader(answer.getvalue().decode().splitlines()))
    assert rows == [["day", "player", "rating"], ["2026-01-31", ann.uid, "1600.500000000"]]
    lines = Caller(officer).client.get(f"/api/v1/lists/{partner.uid}/past/ratings/?format=ndjson")
    assert [json.loads(line) for line in lines.getvalue().splitlines()] == [
        {"day": "2026-01-31", "player": ann.uid, "rating": "1600.500000000"}
    ]
    refusal = Caller(officer).client.get(f"/api/v1/lists/{partner.uid}/past/matches/")
    assert (refusal.status_code, json.loads(refusal.content)["code"]) == (409, "list_of_other_origin")


@pytest.mark.both_databases
def test_the_office_offers_the_files_to_who_rates(tmp_path: Path) -> None:
    rating_list = list_with_a_past("matches")
    federation = rating_list.federation
    officer = Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER))
    page = officer.open("office_list", federation.uid, rating_list.uid)
    assert "--openings openings.csv --formula fibs --parameters '{\"ramp\": 3}'" in page
    for name in ("matches", "ratings", "openings"):
        address = f"/api/v1/lists/{rating_list.uid}/past/{name}/?format=csv"
        assert f'href="{address}"' in page.html
        answer = officer.client.get(address)
        assert answer.status_code == 200
        assert len(answer.getvalue().splitlines()) > 2
    auditor = Visitor(factories.officer(federation, OfficeKind.AUDITOR))
    assert "/past/" not in auditor.open("office_list", federation.uid, rating_list.uid).html
