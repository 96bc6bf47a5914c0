"""What formats need of the API: options, feeds, held rounds, absences, reasons, announced draws."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.api.client import Caller
from tournaments.actions.draws import draw
from tournaments.models import Pairing, Stage, StageEntry

pytestmark = pytest.mark.django_db


def director_of(stage: Stage) -> Caller:
    """The owner of the stage's tournament."""
    return Caller(factories.owner(stage.event.tournament))


def draw_stage(code: str, n: int) -> Stage:
    """A drawn stage of `n` in a format."""
    stage = factories.stage(format=code)
    factories.entrants(stage.event, n)
    draw.draw(stage, by=None, seed="videau")
    return stage


def test_a_stage_says_where_its_entrants_come_from() -> None:
    stage = factories.stage()
    request = {"format": "consolation", "feeds": [{"stage": 0, "take": "first_loss", "has_no_shows": True}]}
    answer = director_of(stage).post(f"events/{stage.event.uid}/stages/", request)
    assert (answer.status, answer.body["order"], answer.body["is_held"]) == (201, 1, False)
    (feed,) = answer.body["feeds"]
    assert (feed["stage"], feed["take"], feed["has_no_shows"]) == (0, "first_loss", True)


@pytest.mark.parametrize(
    ("feeds", "code"),
    [
        ([{"stage": 1, "take": "losers"}], "invalid_feeds"),
        ([{"stage": 0, "take": "top"}], "invalid_feeds"),
        ([{"stage": 0, "take": "everybody"}], "invalid"),
        ([{"stage": 0}], "invalid"),
        ([{"stage": 0, "take": "losers", "who": 1}], "invalid"),
    ],
)
def test_feeds_that_cannot_be_are_refused(feeds: list[dict[str, object]], code: str) -> None:
    stage = factories.stage()
    answer = director_of(stage).post(f"events/{stage.event.uid}/stages/", {"feeds": feeds})
    assert (answer.status, answer.code) == (400, code)


def test_groups_change_until_the_draw() -> None:
    stage = factories.stage(format="round_robin")
    director = director_of(stage)
    response = director.post(f"stages/{stage.uid}/options/", {"options": {"groups": 2}})
    assert (response.status, response.body["options"]["groups"]) == (200, 2)
    factories.entrants(stage.event, 3)
    answer = director.post(f"stages/{stage.uid}/draw/")
    assert (answer.status, answer.code) == (409, "cannot_be_drawn")
    assert answer.body["data"]["details"] == [{"code": "group_of_one", "groups": 2, "entrants": 3, "most": 1}]
    director.post(f"stages/{stage.uid}/options/", {"options": {}})
    assert director.post(f"stages/{stage.uid}/draw/").status == 201
    answer = director.post(f"stages/{stage.uid}/options/", {"options": {"groups": 2}})
    assert answer.code == "options_fixed"


def test_a_round_is_held_and_missed() -> None:
    stage = draw_stage("swiss", 6)
    director = director_of(stage)
    assert director.post(f"stages/{stage.uid}/hold/", {"is_held": True}).body["is_held"] is True
    entrant = stage.event.entrants.order_by("pk")[0]
    own = Caller(entrant.side.players.get())
    answer = own.post(f"entrants/{entrant.uid}/absences/", {"stage": stage.uid, "rounds": [2]})
    assert answer.body == {"entrant": entrant.uid, "stage": stage.uid, "joins": 1, "rounds": [2]}
    answer = own.post(f"entrants/{entrant.uid}/absences/", {"stage": stage.uid, "rounds": [1]})
    assert (answer.status, answer.code) == (409, "round_paired")
    factories.play_open_matches(stage)
    director.post(f"stages/{stage.uid}/hold/", {"is_held": False})
    assert not Pairing.objects.filter(stage=stage, round=2, seats__entrant=entrant).exists()
    assert StageEntry.objects.get(stage=stage, entrant=entrant).absent == [2]


def test_an_entrant_says_whether_it_plays_on() -> None:
    entrant = factories.entrant(factories.event())
    own = Caller(entrant.side.players.get())
    for goes_on in (True, False, None):
        assert own.post(f"entrants/{entrant.uid}/plays-on/", {"goes_on": goes_on}).body["goes_on"] is goes_on
    assert own.post(f"entrants/{entrant.uid}/plays-on/", {"goes_on": "no"}).code == "invalid"


def test_a_pairing_has_reasons_as_codes_and_in_the_language_of_the_request() -> None:
    stage = draw_stage("swiss", 5)
    bye = Pairing.objects.get(stage=stage, match=None)
    answer = Caller().get(f"pairings/{bye.uid}/reasons/")
    assert answer.body["pairing"] == bye.uid
    (first,) = [reason for reason in answer.body["reasons"] if reason["code"] == "first_bye"]
    assert set(first) == {"code", "data", "text"}
    assert first["text"].endswith(" has not had a bye before.")
    french = Caller().get(f"pairings/{bye.uid}/reasons/", **{"Accept-Language": "fr"})
    (premier,) = [reason for reason in french.body["reasons"] if reason["code"] == "first_bye"]
    assert premier["text"].endswith(" n’a pas encore été exempt.")
    assert french.headers["ETag"] != answer.headers["ETag"]


def test_an_announced_draw_shows_its_secret_after_the_draw_and_not_before() -> None:
    stage = factories.stage()
    factories.entrants(stage.event, 4)
    director = director_of(stage)
    answer = director.post(f"stages/{stage.uid}/commitment/")
    assert (answer.status, answer.body["secret"], answer.body["text"]) == (201, "", "")
    assert Caller().get(answer.headers["Location"]).body == [answer.body]
    again = director.post(f"stages/{stage.uid}/commitment/")
    assert (again.status, again.code) == (409, "already_committed")
    record = director.post(f"stages/{stage.uid}/draw/").body
    assert record["commitment"] == answer.body["id"]
    (commitment,) = Caller().get(f"stages/{stage.uid}/commitment/").body
    assert commitment["secret"] == record["seed"]
    assert commitment["text"].endswith(f"\n{commitment['secret']}\n")


def test_an_announcement_is_taken_back() -> None:
    stage = factories.stage()
    factories.entrants(stage.event, 4)
    director = director_of(stage)
    director.post(f"stages/{stage.uid}/commitment/")
    answer = director.post(f"stages/{stage.uid}/commitment/take-back/", {"reason": "Nora came."})
    assert (answer.status, answer.body["taken_back_reason"], len(answer.body["secret"])) == (
        200,
        "Nora came.",
        32,
    )


def test_standings_have_all_that_the_format_counts() -> None:
    stage = draw_stage("swiss", 5)
    factories.play_open_matches(stage)
    lines = Caller().get(f"stages/{stage.uid}/standings/").body["lines"]
    assert {line["half_points"] for line in lines} == {0, 2}
    assert sum(line["byes"] for line in lines) in (1, 2)
    tiebreaks = [tiebreak for line in lines for tiebreak in line["tiebreaks"]]
    assert all(one["points"] == one["value"] / one["parts"] for one in tiebreaks)
    sheet = Caller().client.get(f"/api/v1/stages/{stage.uid}/standings/sheet/").content.decode()
    [heading, *rows] = [row.split(",") for row in sheet.splitlines()]
    column = heading.index("tiebreak_buchholz")
    points = [one["points"] for one in tiebreaks if one["code"] == "buchholz"]
    assert [float(row[column]) for row in rows] == points


def test_the_rounds_and_reasons_ask_the_same_for_many_as_for_few() -> None:
    counts = []
    for n in (4, 32):
        stage = draw_stage("swiss", n)
        pairing = Pairing.objects.filter(stage=stage)[0]
        numbers = []
        for path in (f"stages/{stage.uid}/bracket/", f"pairings/{pairing.uid}/reasons/"):
            with CaptureQueriesContext(connection) as queries:
                assert Caller().get(path).status == 200
            numbers.append(len(queries))
        counts.append(numbers)
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 14
