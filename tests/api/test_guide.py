"""Every command of docs/api.md does what the guide says, in its order."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

import pytest
from django.conf import settings

from matches.models import Player
from tests import factories
from tests.api.client import Answer, Caller
from tests.api.world import patterns, route_of
from tournaments.actions.people import tokens

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = (ROOT / "docs" / "api.md").read_text()
RECORD = ROOT / "tests" / "data" / "records" / "gnubg" / "m004_07pt_s1004_n0.0.mat"
# What each address answers with is known to the commands after it under this name.
NAMES = {
    "tournaments/": "TOURNAMENT",
    "events/": "EVENT",
    "stages/": "STAGE",
    "dispute/": "DISPUTE",
    "records/": "RECORD",
    "lists/": "LIST",
}


@dataclass(frozen=True, slots=True)
class Command:
    """A curl command: where, with which headers, and what it sends."""

    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None
    is_upload: bool = False


def commands() -> list[str]:
    """The commands of the guide, one text each."""
    return [block.strip() for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)]


def parse(text: str, variables: dict[str, str]) -> Command:
    """The command with the variables filled in; an unknown option or variable is an error."""
    words = iter(shlex.split(Template(text.replace("\\\n", " ")).substitute(variables)))
    assert next(words) == "curl"
    path, headers, body, is_upload = "", {}, None, False
    for word in words:
        match word:
            case "-s":
                continue
            case "-H":
                name, value = next(words).split(": ", 1)
                headers[name] = value
            case "-d":
                body = next(words)
            case "-F":
                assert next(words) == "file=@match.mat"
                is_upload = True
            case _:
                path = word
    return Command(path, headers, body, is_upload)


def send(command: Command) -> Answer:
    """The answer to a command."""
    headers = {name: value for name, value in command.headers.items() if name != "Authorization"}
    caller = Caller()
    if "Authorization" in command.headers:
        caller.client.credentials(HTTP_AUTHORIZATION=command.headers["Authorization"])
    if command.is_upload:
        return caller.upload(command.path, RECORD.read_bytes())
    if command.body is None:
        return caller.ask("get", command.path, headers=headers)
    assert headers.pop("Content-Type") == "application/json"
    return caller.ask("post", command.path, body=json.loads(command.body), headers=headers)


def token_of(name: str) -> str:
    """A token for the player of this name."""
    return tokens.make_for_operator(Player.objects.get(name=name), name="Guide")


def learn(command: Command, answer: Answer, variables: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The variables that an answer gives to the commands after it."""
    last = command.path.rstrip("/").rsplit("/", 1)[-1] + "/"
    if (command.body or command.is_upload) and last in NAMES:
        yield NAMES[last], answer.id
    if last == "pairings/":
        (row,) = answer.body["results"]
        yield "MATCH", row["match"]
        yield "PLAYER", token_of(row["one"]["name"])
        yield "OPPONENT", token_of(row["two"]["name"])
    if last == "reports/" and answer.status == 201:
        yield "REPORT", answer.body["report"]["id"]


@pytest.mark.django_db
def test_the_commands_of_the_guide_work_in_their_order(run_jobs: Callable[[], int]) -> None:
    director = factories.director()
    variables = {
        "HOST": "",
        "TOKEN": tokens.make_for_operator(director, name="Test"),
        "FEDERATION": factories.federation(president=director).uid,
    }
    answers: list[tuple[str, Any]] = []
    for text in commands():
        command = parse(text, variables)
        answer = send(command)
        run_jobs()
        variables |= dict(learn(command, answer, variables))
        answers.append((command.path, answer))
    refusals = [(path, answer.body) for path, answer in answers if answer.status >= 400]
    # The one error of the guide is the one that it shows.
    ((_path, problem),) = refusals
    assert problem["code"] == "two_winners"
    assert {answer.status for _path, answer in answers} == {200, 201, 202, problem["status"]}


def test_every_address_that_the_guide_names_exists() -> None:
    routes = {re.sub(r"<slug:\w+>", "<id>", route_of(pattern)) for pattern in patterns()}
    addresses = set(re.findall(r"`([a-z]+/(?:<id>/)?(?:[a-z-]+/)?)`", GUIDE))
    assert addresses
    assert addresses <= routes


def test_the_guide_names_the_limits_that_are_set() -> None:
    rates = settings.API_RATES
    words = " ".join(GUIDE.split())
    assert f"{rates['visitor']:,} requests a minute" in words
    assert f"{rates['report']} reports and {rates['upload']} records a minute" in words
    assert f"{rates['direct']} results a minute" in words
    assert rates["visitor"] == rates["anonymous"]
