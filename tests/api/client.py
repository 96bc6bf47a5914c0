"""A small client of the API for tests: one caller, JSON in and out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient, ForceAuthClientHandler

from matches.models import Player
from tournaments.actions.people import tokens

ROOT = "/api/v1/"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its status, its parsed body, its headers."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> str:
        """The code of a problem document."""
        code: str = self.body["code"]
        return code

    @property
    def id(self) -> str:
        """The id of what was answered."""
        uid: str = self.body["id"]
        return uid


class Caller:
    """Somebody who calls the API, by token; nobody in particular without a player."""

    def __init__(self, player: Player | None = None, *, language: str = "en") -> None:
        self.client = APIClient(headers={"Accept-Language": language})
        self.client.handler = _handler()
        if player is not None:
            self.use(tokens.make_for_operator(player, name="Test"))

    def use(self, token: str) -> None:
        """Call with this token from now on."""
        self.client.credentials(HTTP_AUTHORIZATION=f"Token {token}")

    def get(self, path: str, **headers: str) -> Answer:
        """The answer to a GET below the root of the API, or at a whole address."""
        return self.ask("get", path, headers=headers)

    def post(self, path: str, body: object = None, *, key: str = "", **headers: str) -> Answer:
        """The answer to a POST of JSON, with an idempotency key if there is one."""
        if key:
            headers["Idempotency-Key"] = key
        return self.ask("post", path, body={} if body is None else body, headers=headers)

    def patch(self, path: str, body: object) -> Answer:
        """The answer to a PATCH of JSON."""
        return self.ask("patch", path, body=body)

    def upload(self, path: str, data: bytes, *, name: str = "match.mat", key: str = "") -> Answer:
        """The answer to a POST of a form with one file."""
        form = {"file": SimpleUploadedFile(name, data)}
        headers = {"Idempotency-Key": key} if key else {}
        return _answer(self.client.post(_address(path), form, format="multipart", headers=headers))

    def ask(
        self, method: str, path: str, *, body: object = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """The answer to any method."""
        header_fields = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        call = getattr(self.client, method)
        return _answer(call(_address(path), data=body, headers=header_fields))


@cache
def _handler() -> ForceAuthClientHandler:
    """One handler for all callers: loading the middleware lists every static file each time."""
    return ForceAuthClientHandler(enforce_csrf_checks=False)


def _address(path: str) -> str:
    return path if path.startswith(("/", "http")) else ROOT + path


def _answer(response: Any) -> Answer:
    is_json = "json" in response.headers.get("Content-Type", "") and not response.streaming
    return Answer(
        response.status_code, response.json() if is_json and response.content else None, response.headers
    )
