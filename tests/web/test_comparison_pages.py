"""The page of two lists side by side: what everybody reads, what officers ask, and the same by API and file."""

from __future__ import annotations

import csv
from datetime import timedelta
from decimal import Decimal

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.lists import comparisons, keeping, uploading
from tournaments.models import ListOrigin, OfficeKind, RatingList
from tournaments.models.dates import date_words
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def lists() -> tuple[RatingList, RatingList]:
    """A list of sixty matches among twelve players, and one by another formula."""
    national = feeds.rating_list()
    feeds.add(feeds.season(feeds.players(12), 60), national)
    trial = keeping.create_list(national.federation, by=None, name="Trial", formula="fibs-no-ramp")
    return national, trial


def test_before_anybody_asked_the_page_says_who_does_what(lists: tuple[RatingList, RatingList]) -> None:
    national, trial = lists
    officer = Visitor(factories.officer(national.federation, OfficeKind.RATING_OFFICER))
    stranger = Visitor()
    assert "Nothing compared yet" in stranger.open("list_comparison", national.uid)
    assert "Compare with another list" in stranger.open("rating_list", national.uid)
    page = stranger.open("list_comparison", national.uid, **{"with": trial.uid})
    assert "National beside Trial" in page
    assert "These two have not been compared" in page
    assert not any("office" in address for address, _fields in page.forms)
    page = officer.open("list_comparison", national.uid, **{"with": trial.uid})
    page = officer.post("office_compare_list", national.federation.uid, national.uid, **{"with": trial.uid})
    page = officer.at(page.response.headers["Location"])
    assert "The lists are being compared" in page
    run_due()
    page = stranger.open("list_comparison", national.uid, **{"with": trial.uid})
    assert "Where they differ first" in page
    assert "predicts the matches that both lists rate (60) better" in page
    assert "Matches to 9, by the chance of the favourite" in page
    earlier = stranger.open("list_comparison", trial.uid)
    assert "Compared so far National" in earlier
    unknown = stranger.open("list_comparison", national.uid, **{"with": "nothing"})
    assert unknown.status == 400
    assert "is compared with a list or an official list of the same federation" in unknown


def test_page_api_and_file_say_the_same(lists: tuple[RatingList, RatingList]) -> None:
    national, trial = lists
    federation = national.federation
    officer = Caller(factories.officer(federation, OfficeKind.RATING_OFFICER))
    question = f"lists/{national.uid}/compare/"
    assert Caller().get(f"{question}?with={trial.uid}").code == "not_compared"
    assert Caller().get(question).code == "not_comparable"
    answer_of_post = officer.post(question, {"other": trial.uid})
    assert (answer_of_post.status, answer_of_post.body["done_at"], answer_of_post.body["both"]) == (
        200,
        None,
        None,
    )
    run_due()
    body = Caller().get(f"{question}?with={trial.uid}").body
    assert (body["list"], body["other"], body["official"]) == (national.uid, trial.uid, None)
    assert (body["both"], body["only"], body["only_other"]) == (12, 0, 0)
    assert body["present"]["shared"]["matches"] == body["varied"]["own"]["matches"] == 60
    first = body["first"]
    assert first["changes"]["winner"] != first["other_changes"]["winner"]
    assert body["alone"] is None
    turned = Caller().get(f"lists/{trial.uid}/compare/?with={national.uid}").body
    assert (turned["present"], turned["varied"]) == (body["varied"], body["present"])
    assert turned["first"]["changes"] == first["other_changes"]

    rows = []
    address = f"{question}lines/?with={trial.uid}&page_size=5"
    while address:
        answer = Caller().get(address).body
        rows += answer["results"]
        address = answer["next"] or ""
    assert len({row["id"] for row in rows}) == 12
    distances = [abs(Decimal(row["difference"])) for row in rows]
    assert distances == sorted(distances, reverse=True)
    page = Visitor().open("list_comparison", national.uid, **{"with": trial.uid})
    table = page.words[page.words.index("Differences") :]
    names = [table.index(row["name"] + " ") for row in rows]
    assert names == sorted(names)
    assert first["winner"]["name"] in page.words[: page.words.index("Differences")]
    file = Visitor().client.get(f"/api/v1/lists/{national.uid}/compare/sheet/?with={trial.uid}&format=csv")
    cells = list(csv.reader(file.content.decode().splitlines()))
    assert [row[0] for row in cells[1:]] == [row["id"] for row in rows]
    assert [float(row[6]) for row in cells[1:]] == pytest.approx([float(row["difference"]) for row in rows])
    points = int(distances[2])
    beyond = Caller().get(f"{question}lines/?with={trial.uid}&beyond={points}&among=both").body["results"]
    assert beyond == [row for row in rows if abs(Decimal(row["difference"])) >= points]
    few = Visitor().open("list_comparison", national.uid, **{"with": trial.uid, "beyond": str(points)})
    table_of_few = few.words[few.words.index("Differences") :]
    assert [row["name"] + " " in table_of_few for row in rows] == [row in beyond for row in rows]
    for wrong in ("among=nobody", "beyond=many", "order=none", "among=both&beyond=-1"):
        assert Caller().get(f"{question}lines/?with={trial.uid}&{wrong}").code == "invalid"


def test_a_file_that_was_renewed_is_sent_again(lists: tuple[RatingList, RatingList]) -> None:
    national, trial = lists
    address = f"lists/{national.uid}/compare/sheet/?with={trial.uid}"
    tags = []
    for _time in range(2):
        comparisons.ask_comparison(national, by=None, other=trial.uid)
        run_due()
        tags.append(Caller().client.get(f"/api/v1/{address}").headers["ETag"])
    assert tags[0] != tags[1]


@pytest.mark.both_databases
def test_an_uploaded_list_stands_beside_with_its_day_and_without_matches(
    lists: tuple[RatingList, RatingList],
) -> None:
    national, _trial = lists
    partner = keeping.create_list(national.federation, by=None, name="Partner", origin=ListOrigin.UPLOADED)
    people = list(Player.objects.filter(name__startswith="Player ")[:2])
    data = "uid,rating\n" + "".join(f"{player.uid},1600\n" for player in people)
    day = feeds.FIRST_DAY + timedelta(weeks=3)
    upload = uploading.upload_list(partner, by=None, day=day, data=data.encode(), source="a.csv")
    assert upload.official is not None
    comparisons.ask_comparison(national, by=None, other=upload.official.uid)
    run_due()
    page = Visitor().open("list_comparison", national.uid, **{"with": upload.official.uid})
    assert f"Partner as of {date_words(day)}." in page
    assert "Not every match of both lists is known here" in page
    assert "Which list predicts results better" not in page
    nobody = Visitor().open(
        "list_comparison", national.uid, **{"with": upload.official.uid, "among": "only_other"}
    )
    assert "Nobody differs in this way" in nobody


def test_a_page_of_more_people_and_matches_asks_no_more(
    lists: tuple[RatingList, RatingList], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    national, trial = lists
    for _time in range(2):
        comparisons.ask_comparison(national, by=None, other=trial.uid)
        run_due()
        for order in ("ratings", "places", "place"):
            with django_assert_num_queries(10):
                Visitor().open(
                    "list_comparison", national.uid, **{"with": trial.uid, "order": order, "among": "both"}
                )
        feeds.add(feeds.season(feeds.players(30), 200, seed=2), national)
