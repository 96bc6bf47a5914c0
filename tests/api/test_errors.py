"""Every error is a problem document (RFC 9457) with a stable code, in the reader's language."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rest_framework.fields
import rest_framework.serializers
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from rest_framework import serializers

from tests import factories
from tests.api.client import Answer, Caller
from tournaments.actions import log
from tournaments.api.bodies import body_class
from tournaments.api.errors import PROBLEM_TYPE, known_problems, plain
from tournaments.api.operations import OPERATIONS
from tournaments.models import Member, OfficeKind, Tournament

pytestmark = pytest.mark.django_db
MEMBERS = {"type", "title", "status", "code", "detail", "request_id"}


def assert_problem(answer: Answer, status: int, code: str) -> None:
    """The answer is a whole problem document with this status and code."""
    assert (answer.status, answer.body["status"], answer.code) == (status, status, code)
    assert answer.headers["Content-Type"] == PROBLEM_TYPE
    assert MEMBERS <= set(answer.body) <= MEMBERS | {"data", "errors", "can_override"}
    assert answer.body["type"] == f"/api/v1/problems/{code}/"


@pytest.mark.parametrize("path", ["nothing/", "nothing", "tournaments/22222222222222/", "t/../../"])
def test_an_unknown_address_is_not_found(path: str) -> None:
    assert_problem(Caller().get(path), 404, "not_found")


@pytest.mark.parametrize("method", ["get", "post", "patch", "delete"])
def test_an_address_without_its_slash_leads_to_the_one_with_it(method: str) -> None:
    answer = Caller().ask(method, "tournaments?page_size=5")
    assert (answer.status, answer.headers["Location"]) == (308, "/api/v1/tournaments/?page_size=5")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_an_unknown_address_is_not_found_by_any_method(method: str) -> None:
    assert_problem(Caller().ask(method, "nothing/"), 404, "not_found")


def test_a_method_that_an_address_does_not_know_is_405() -> None:
    answer = Caller().ask("delete", "tournaments/")
    assert_problem(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_a_client_that_takes_no_json_is_406() -> None:
    assert_problem(Caller().get("tournaments/", Accept="image/png"), 406, "not_acceptable")


def test_a_body_of_another_type_is_415() -> None:
    caller = Caller(factories.director())
    response = caller.client.post("/api/v1/tournaments/", "name=A", content_type="text/plain")
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")
    assert response.json()["data"] == {"media_type": "text/plain", "accepted": "application/json"}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{", "This is no JSON from line 1, column 2 on."),
        (b"{'name': 1}", "This is no JSON from line 1, column 2 on."),
        (b'{"name": NaN}', "A number in it is NaN, infinite or far too long."),
        (b"\xff\xfe", "This is no UTF-8."),
        (b"[" * 100_000, "This JSON has more than 32 objects or lists within each other. Send it flatter."),
        (b"9" * 5_000, "A number in it is NaN, infinite or far too long."),
    ],
    ids=["cut off", "quotes", "NaN", "no UTF-8", "too deep", "too long a number"],
)
def test_a_body_that_is_no_json_is_malformed_and_says_where(body: bytes, words: str) -> None:
    caller = Caller(factories.director())
    response = caller.client.post("/api/v1/tournaments/", body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (400, "malformed_body")
    assert response.json()["data"] == {"why": words}


def test_a_form_without_its_boundary_is_malformed() -> None:
    federation = factories.federation()
    caller = Caller(factories.officer(federation, OfficeKind.REGISTRAR))
    path = f"/api/v1/federations/{federation.uid}/members/import/"
    response = caller.client.post(path, b"file=1", content_type="multipart/form-data")
    assert (response.status_code, response.json()["code"]) == (400, "malformed_body")
    assert "no multipart form" in response.json()["detail"]


@pytest.mark.parametrize("depth", [33, 600, 900, 3000, 100_000])
@pytest.mark.parametrize("around", [('{"plan": ', '{"a":', "1", "}", "}"), ("", "[", "1", "]", "")])
def test_a_body_that_is_nested_deeply_is_malformed_and_fills_no_log(
    around: tuple[str, str, str, str, str], depth: int, caplog: pytest.LogCaptureFixture
) -> None:
    tournament = factories.tournament()
    caller = Caller(factories.owner(tournament))
    before, opening, core, closing, behind = around
    body = f"{before}{opening * depth}{core}{closing * depth}{behind}"
    for path in ("plans/check/", f"tournaments/{tournament.uid}/events/"):
        answer = caller.client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed_body")
        assert "32 objects or lists" in answer.json()["detail"]
    assert sum(len(record.getMessage()) for record in caplog.records) < 2000


def test_a_body_beyond_the_limit_is_413_before_it_is_read() -> None:
    caller = Caller(factories.director())
    answer = caller.post("tournaments/", {"name": "x" * (2 * 1024 * 1024)})
    assert_problem(answer, 413, "body_too_large")


def test_a_parameter_with_a_nul_character_is_malformed() -> None:
    assert_problem(Caller().get("tournaments/?cursor=a%00b"), 400, "malformed_body")


def test_every_fault_of_the_shape_is_named_at_once_with_its_path() -> None:
    game = factories.open_match()
    body = {"games": [{"winner": "three", "cube": "2"}, "x"], "score": [7], "winer": "one"}
    answer = Caller(game.one).post(f"matches/{game.match.uid}/reports/", body)
    assert_problem(answer, 400, "invalid")
    assert {(fault["field"], fault["code"]) for fault in answer.body["errors"]} == {
        ("games.0.winner", "invalid_choice"),
        ("games.0.cube", "invalid"),
        ("games.1", "invalid"),
        ("score", "min_length"),
        ("winer", "unknown_field"),
    }


def test_an_unknown_field_is_refused_because_it_is_a_misspelt_one() -> None:
    game = factories.open_match()
    answer = Caller(game.one).post(f"matches/{game.match.uid}/reports/", {"score": [7, 3], "winer": "one"})
    assert_problem(answer, 400, "invalid")
    (fault,) = answer.body["errors"]
    assert (fault["field"], fault["code"]) == ("winer", "unknown_field")


def test_what_is_missing_and_the_misspelt_name_of_it_are_said_together() -> None:
    answer = Caller(factories.director()).post("tournaments/", {"nme": "Coupe", "starts_on": "soon"})
    assert_problem(answer, 400, "invalid")
    assert {(fault["field"], fault["code"]) for fault in answer.body["errors"]} == {
        ("name", "required"),
        ("starts_on", "invalid"),
        ("nme", "unknown_field"),
    }


@pytest.mark.parametrize(
    ("size", "code"),
    [(501, "page_size_too_large"), (10**9, "page_size_too_large"), (0, "invalid"), (10**30, "invalid")],
)
def test_a_page_of_any_size_is_answered_or_told_its_limit(size: int, code: str) -> None:
    answer = Caller().get(f"tournaments/?page_size={size}")
    assert_problem(answer, 400, code)
    assert str(2**31 - 1 if code == "invalid" else 500) in json.dumps(answer.body)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", 7),
        ("name", True),
        ("name", ""),
        ("name", "a\0b"),
        ("name", "x" * 121),
        ("name", ["A"]),
        ("starts_on", "7 March"),
        ("starts_on", 20260307),
        ("visibility", "secret"),
        ("visibility", 1),
        ("zone", None),
    ],
)
def test_no_value_of_another_type_slips_through(field: str, value: object) -> None:
    about: dict[str, Any] = {"name": "Coupe", "starts_on": "2026-03-07", field: value}
    answer = Caller(factories.director()).post("tournaments/", about)
    assert_problem(answer, 400, "invalid")
    assert [fault["field"] for fault in answer.body["errors"]] == [field]


def test_half_a_surrogate_pair_is_no_text() -> None:
    body = b'{"name": "\\ud800", "starts_on": "2026-03-07"}'
    caller = Caller(factories.director())
    response = caller.client.post("/api/v1/tournaments/", body, content_type="application/json")
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, "name")


def test_what_only_the_action_finds_wrong_is_named_by_field_too() -> None:
    about = {"name": "Coupe", "starts_on": "2026-03-07", "zone": "Europe/Atlantis"}
    answer = Caller(factories.director()).post("tournaments/", about)
    assert_problem(answer, 400, "invalid")
    assert [fault["field"] for fault in answer.body["errors"]] == ["zone"]


@pytest.mark.parametrize("body", [[], "x", 7, None, True])
def test_a_body_that_is_no_object_is_invalid(body: object) -> None:
    caller = Caller(factories.director())
    response = caller.client.post("/api/v1/tournaments/", body, format="json")
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    words = "This is needed." if body is None else "Not a JSON object."
    assert response.json()["errors"][0]["detail"] == words


def test_a_token_that_nobody_has_is_401() -> None:
    caller = Caller()
    caller.client.credentials(HTTP_AUTHORIZATION="Token 0000")
    answer = caller.get("tournaments/")
    assert_problem(answer, 401, "invalid_token")
    assert answer.headers["WWW-Authenticate"].startswith("Token")


@pytest.mark.both_databases
def test_the_token_of_a_closed_account_is_401() -> None:
    player = factories.director()
    caller = Caller(player)
    player.is_active = False
    player.save(update_fields=["is_active"])
    assert_problem(caller.get("me/"), 401, "invalid_token")


def test_who_is_not_signed_in_is_asked_to() -> None:
    answer = Caller().post("tournaments/", {"name": "Coupe"})
    assert_problem(answer, 401, "not_signed_in")
    assert answer.headers["WWW-Authenticate"].startswith("Token")


def test_a_session_needs_the_csrf_token_to_write() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(factories.director(), backend="django.contrib.auth.backends.ModelBackend")
    response = client.post("/api/v1/tournaments/", "{}", content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")
    assert client.get("/api/v1/me/").status_code == 200


def test_a_refusal_of_an_action_keeps_its_code_status_words_and_data() -> None:
    game = factories.open_match(7)
    answer = Caller(game.one).post(f"matches/{game.match.uid}/reports/", {"score": [7, 7]})
    assert_problem(answer, 422, "two_winners")
    assert answer.body["title"] == "Two winners"
    assert "Only one side can win: the match is over when the first one reaches 7" in answer.body["detail"]
    assert answer.body["data"]["refusals"][0]["data"] == {"length": 7}


def test_a_ruling_matter_says_that_a_director_may_insist() -> None:
    game = factories.open_match(7)
    answer = Caller(game.one).post(f"matches/{game.match.uid}/reports/", {"score": [3, 2]})
    assert_problem(answer, 422, "not_finished")
    assert answer.body["can_override"]


def test_the_words_are_in_the_language_of_the_request_and_the_code_is_not() -> None:
    answers = {
        language: Caller(language=language).get("tournaments/?page_size=x") for language in ("en", "fr")
    }
    assert {answer.code for answer in answers.values()} == {"invalid"}
    assert {language: answer.headers["Content-Language"] for language, answer in answers.items()} == {
        "en": "en",
        "fr": "fr",
    }


def test_a_database_that_is_away_is_503_and_nothing_was_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object, **_options: object) -> None:
        raise OperationalError("the database is away")

    monkeypatch.setattr(log, "append", away)
    about = {"name": "Coupe", "starts_on": "2026-03-07"}
    answer = Caller(factories.director()).post("tournaments/", about)
    assert_problem(answer, 503, "unavailable")
    assert answer.headers["Retry-After"] == "1"
    assert not Tournament.objects.exists()


def test_a_fault_of_the_service_is_500_without_its_inside_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr(log, "append", broken)
    caller = Caller(factories.director())
    caller.client.raise_request_exception = False
    answer = caller.post("tournaments/", {"name": "Coupe", "starts_on": "2026-03-07"})
    assert_problem(answer, 500, "server_error")
    assert "the inside" not in str(answer.body)
    assert "the inside" in caplog.text


def test_no_code_that_a_client_may_know_is_gone() -> None:
    codes = (Path(__file__).parent / "data" / "problem_codes.txt").read_text().split()
    assert len(codes) > 400
    assert [code for code in codes if code not in known_problems()] == []


def test_every_kind_of_problem_is_listed_and_explained_at_its_address() -> None:
    body = Caller().get("problems/").body
    assert [kind["code"] for kind in body] == list(known_problems())
    for kind in body:
        assert Caller().get(f"problems/{kind['code']}/").body == kind
        assert kind["meaning"]


def test_every_kind_of_problem_has_a_status_that_the_schema_declares() -> None:
    # 405 needs a method the schema does not know, and 500 is nobody's plan.
    declared = {400, 401, 403, 404, 406, 409, 412, 413, 415, 422, 429, 503}
    assert {kind.status for kind in known_problems().values()} - declared == {405, 500}


def test_an_unknown_kind_of_problem_is_not_found() -> None:
    assert_problem(Caller().get("problems/none_such/"), 404, "not_found")


def test_rows_leave_as_their_uid_and_values_as_they_show_themselves() -> None:
    player = factories.player("Ada")

    class Shown:
        def to_dict(self) -> dict[str, object]:
            return {"player": player}

    assert plain({"one": player, "list": [Shown(), {1}], "none": None}) == {
        "one": player.uid,
        "list": [{"player": player.uid}, [1]],
        "none": None,
    }
    assert plain(object).startswith("<class")


class TestWords:
    """Refusals speak in words of this service, name what can be chosen, and carry no noise."""

    @pytest.mark.parametrize("path", ["results/?since=0", "nothing/?page_size=5"])
    def test_where_there_is_no_address_no_parameter_is_wrong(self, path: str) -> None:
        assert_problem(Caller().get(path.replace("results/", "no-results/")), 404, "not_found")

    def test_known_parameters_are_a_list(self) -> None:
        answer = Caller().get("tournaments/?colour=red&page_size=5")
        assert answer.body["data"] == {"unknown": ["colour"], "known": ["cursor", "page_size"]}
        assert "Known: cursor, page_size." in answer.body["detail"]

    def test_a_choice_names_the_codes_that_can_be_chosen(self) -> None:
        event = factories.event()
        caller = Caller(factories.owner(event.tournament))
        answer = caller.post(f"events/{event.uid}/stages/", {"format": "swis"})
        [fault] = answer.body["errors"]
        assert fault["detail"].startswith("“swis” is not known here. Choose one of: consolation, ")
        assert "data" not in answer.body

    def test_an_unknown_option_names_those_of_the_format(self) -> None:
        event = factories.event()
        body = {"format": "random_rounds", "options": {"round": 3}}
        answer = Caller(factories.owner(event.tournament)).post(f"events/{event.uid}/stages/", body)
        assert "There is no option called round. Known are: rounds." in answer.body["detail"]

    def test_a_rule_about_two_fields_is_a_fault_of_one_of_them(self) -> None:
        body = {"name": "Coupe", "starts_on": "2026-03-07", "ends_on": "2026-03-06"}
        answer = Caller(factories.director()).post("tournaments/", body)
        assert [fault["field"] for fault in answer.body["errors"]] == ["ends_on"]
        assert "__all__" not in str(answer.body)

    def test_a_value_that_is_taken_is_said_in_our_words(self) -> None:
        factories.federation("FFBG")
        operator = factories.player(email="op@example.org", is_superuser=True)
        body = {"code": "FFBG", "name": "Another", "country": "FR", "president": factories.director().email}
        answer = Caller(operator).post("federations/", body)
        [fault] = answer.body["errors"]
        assert (fault["field"], fault["detail"]) == ("code", "This is taken already. Choose another one.")

    def test_who_runs_the_installation_founds_federations_and_the_refusal_says_so(self) -> None:
        answer = Caller(factories.director()).post("federations/", {"code": "OTH", "name": "Other"})
        assert_problem(answer, 403, "for_operators")
        assert "an operator of this installation" in answer.body["detail"]


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ({}, "name", "This is needed."),
        ({"name": None}, "name", "Null is no value here."),
        ({"name": 5}, "name", "Not a text. Write it in quotes."),
        ({"name": "x" * 999}, "name", "At most 120 characters."),
    ],
)
def test_a_fault_of_a_field_is_said_in_words_of_the_project(
    body: dict[str, object], field: str, words: str
) -> None:
    refusal = Caller(factories.director()).post("tournaments/", body)
    assert words in [one["detail"] for one in refusal.body["errors"] if one["field"] == field]


def test_a_limit_is_named_in_the_language_of_each_request() -> None:
    director = factories.director()
    details = [
        Caller(director, language=language)
        .post("tournaments/", {"name": "x" * 999})
        .body["errors"][0]["detail"]
        for language in ("en", "fr", "en")
    ]
    assert details == ["At most 120 characters.", "120 caractères au plus.", "At most 120 characters."]


def words_of(field: serializers.Field[Any, Any, Any, Any]) -> Iterator[str]:
    """What a field of a body can say against a value, and what those within it can say."""
    yield from map(str, field.error_messages.values())
    for one in (*getattr(field, "fields", {}).values(), getattr(field, "child", None)):
        if one is not None:
            yield from words_of(one)


def test_no_field_of_any_body_speaks_in_words_of_the_framework() -> None:
    of_the_framework = {
        str(words)
        for module in (rest_framework.fields, rest_framework.serializers)
        for _name, one in inspect.getmembers(module, inspect.isclass)
        if one.__module__.startswith("rest_framework")
        for words in getattr(one, "default_error_messages", {}).values()
    }
    assert "This field is required." in of_the_framework
    for operation in OPERATIONS:
        body = body_class(operation.request, is_form=operation.is_form)()
        assert not of_the_framework.intersection(words_of(body)), operation.name


def test_a_day_of_ratings_without_their_list_is_refused() -> None:
    federation = factories.federation()
    president = Caller(federation.officers.get().player)
    file = SimpleUploadedFile("members.csv", b"number;name;rating\nFR-1;Ada Almeida;1500")
    address = f"/api/v1/federations/{federation.uid}/members/import/"
    answer = president.client.post(address, {"file": file, "as_of": "2026-01-01"}, format="multipart")
    assert answer.status_code == 400
    assert [fault["field"] for fault in answer.json()["errors"]] == ["list"]
    assert not Member.objects.exists()


def test_an_unknown_field_of_a_form_is_refused_because_it_is_a_misspelt_one() -> None:
    federation = factories.federation()
    caller = Caller(factories.officer(federation, OfficeKind.REGISTRAR))
    form = {"file": SimpleUploadedFile("members.csv", b"number;name\n1;Ann\n"), "is_chek": "true"}
    answer = caller.client.post(
        f"/api/v1/federations/{federation.uid}/members/import/", form, format="multipart"
    )
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unknown_field")
    assert not Member.objects.exists()
