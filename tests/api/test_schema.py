"""The schema says what the API does, and its page works under the content security policy."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from matches.actions.exhibits import photo_type
from tests.api.client import Caller
from tests.api.contract import FROZEN, demands, lines
from tests.api.world import methods_of, patterns, route_of
from tests.pictures import JPEG, PNG, WEBP
from tournaments.api.bodies import body_class, example_of
from tournaments.api.operations import OPERATIONS, Operation

UNDECLARED = {"schema/", "docs/"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The OpenAPI document."""
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return document


def test_the_schema_is_valid_without_a_warning() -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=StringIO())


def test_every_operation_is_in_the_schema(schema: dict[str, Any]) -> None:
    declared = {
        (
            method,
            re.sub(r"\{(\w+)\}", r"<slug:\1>", path.removeprefix("/api/v1/")),
        )
        for path, operations in schema["paths"].items()
        for method in operations
    }
    existing = {(method, route_of(pattern)) for pattern in patterns() for method in methods_of(pattern)}
    assert declared == {
        (method, route.replace("<int:", "<slug:")) for method, route in existing if route not in UNDECLARED
    }


def test_every_operation_declares_its_errors_as_problem_documents(schema: dict[str, Any]) -> None:
    for operations in schema["paths"].values():
        for method, operation in operations.items():
            errors = {int(status) for status in operation["responses"] if int(status) >= 400}
            always = {400, 401, 403, 404, 406, 409, 429, 503}
            of_version = {412} if "304" in operation["responses"] else set()
            assert errors == always | (of_version if method == "get" else {413, 415, 422}), operation
            for status in errors:
                assert list(operation["responses"][str(status)]["content"]) == ["application/problem+json"]


def test_every_post_takes_an_idempotency_key(schema: dict[str, Any]) -> None:
    for operations in schema["paths"].values():
        if "post" in operations:
            assert "Idempotency-Key" in [parameter["name"] for parameter in operations["post"]["parameters"]]


def test_every_operation_has_a_name_of_its_own_and_a_description(schema: dict[str, Any]) -> None:
    operations_of_schema = [
        operation for operations in schema["paths"].values() for operation in operations.values()
    ]
    assert len({operation["operationId"] for operation in operations_of_schema}) == len(operations_of_schema)
    assert all(operation["description"] for operation in operations_of_schema)


def test_a_photo_is_of_one_of_the_types_that_are_taken(schema: dict[str, Any]) -> None:
    answer = schema["paths"]["/api/v1/exhibits/{uid}/photo/"]["get"]["responses"]["200"]
    assert set(answer["content"]) == {photo_type(photo) for photo in (JPEG, PNG, WEBP)}
    media = {
        media
        for operations in schema["paths"].values()
        for operation in operations.values()
        for response in operation["responses"].values()
        for media in response.get("content", {})
    }
    assert "*/*" not in media


def test_a_body_has_no_room_for_unknown_fields(schema: dict[str, Any]) -> None:
    bodies = {
        name: body for name, body in schema["components"]["schemas"].items() if name.endswith("Request")
    }
    assert {name for name, body in bodies.items() if body.get("additionalProperties") is not False} == set()


def test_nothing_that_a_client_relies_on_is_gone(schema: dict[str, Any]) -> None:
    before = json.loads(FROZEN.read_text())
    assert sorted(lines(before) - lines(schema)) == []


def test_no_request_demands_a_field_that_it_did_not_demand_before(schema: dict[str, Any]) -> None:
    before = json.loads(FROZEN.read_text())
    paths = before["paths"].keys()
    demands_added = demands(schema) - demands(before)
    assert [line for line in sorted(demands_added) if line.split()[1] in paths] == []


def test_every_operation_has_a_summary_and_every_one_that_takes_a_body_an_example(
    schema: dict[str, Any],
) -> None:
    for operations in schema["paths"].values():
        for operation in operations.values():
            assert 0 < len(operation["summary"]) <= 110, operation["operationId"]
            for content in operation.get("requestBody", {}).get("content", {}).values():
                assert content["examples"]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_the_example_of_an_operation_is_a_body_that_it_takes(operation: Operation[Any, Any]) -> None:
    if not operation.is_form:
        body = body_class(operation.request)(data=example_of(operation.request))
        assert body.is_valid(), body.errors


def test_the_schema_is_served_to_everybody() -> None:
    response = Client().get("/api/v1/schema/")
    assert response.status_code == 200
    assert b"openapi: 3" in response.content


@pytest.mark.parametrize("media_type", ["application/vnd.oai.openapi", "application/vnd.oai.openapi+json"])
def test_who_has_the_schema_is_told_so_without_it(media_type: str) -> None:
    first = Client().get("/api/v1/schema/", headers={"Accept": media_type})
    assert first.headers["Content-Type"].startswith(media_type)
    tag = first.headers["ETag"]
    again = Client().get("/api/v1/schema/", headers={"Accept": media_type, "If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)


def test_the_schema_is_the_same_whatever_is_asked_beside_its_language() -> None:
    texts = {Client().get(f"/api/v1/schema/?version={number}&lang=xx").content for number in range(3)}
    assert len(texts) == 1


def test_the_page_takes_everything_from_this_server_and_has_nothing_inline() -> None:
    response = Client().get("/api/v1/docs/")
    page = response.content.decode()
    assert response.status_code == 200
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert re.findall(r"(?:src|href)=\"(?!/)", page) == []
    assert re.findall(r"<script(?![^>]*src=)|<style|style=|onload=", page) == []
    script = Client().get(re.findall(r'src="(/api/v1/docs/[^"]+)"', page)[0].replace("&amp;", "&"))
    assert script.headers["Content-Type"].startswith("application/javascript")
    assert b"/api/v1/schema/" in script.content


def test_an_answer_to_options_says_what_can_be_done() -> None:
    answer = Caller().ask("options", "tournaments/")
    assert answer.status == 200
