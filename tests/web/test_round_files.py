"""The file of a round: for everybody, canonical, as its schema says, and proved by the lot that paired the round."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw
from tournaments.models import Pairing, Stage
from tournaments.pairings.reports import read_report
from tournaments.queries.draws.round_files import as_text

pytestmark = pytest.mark.django_db
SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).parents[2] / "docs" / "pairing" / "round.schema.json").read_text())
)


def played(code: str, count: int, **options: object) -> Stage:
    """A stage of which three rounds are paired."""
    stage = factories.stage(format=code, options=options)
    factories.entrants(stage.event, count)
    draw.draw(stage, by=None, seed="videau")
    for _ in range(2):
        factories.play_open_matches(stage)
    return stage


def file_of(stage: Stage, number: int) -> dict[str, Any]:
    """The file of a round as a stranger has it."""
    answer = Visitor().client.get(reverse("file_round", args=[stage.uid, number]))
    assert answer.status_code == 200
    content: dict[str, Any] = json.loads(answer.content)
    assert answer.content.decode() == as_text(content)
    assert answer["ETag"] == f'"{sha256(answer.content).hexdigest()}"'
    return content


@pytest.mark.parametrize(("code", "basis"), [("swiss", "best"), ("lives", "best"), ("random_rounds", None)])
def test_a_stranger_reads_of_what_a_round_was_made(code: str, basis: str | None) -> None:
    stage = played(code, 7)
    file = file_of(stage, 3)
    assert list(SCHEMA.iter_errors(file)) == []
    assert (file["format"], file["stage"], file["round"], file["size"]) == (code, stage.uid, 3, 7)
    assert {pool["basis"] for pool in file["costs"]} == ({basis} if basis else set())
    assert sorted(entrant["name"] for entrant in file["entrants"]) == sorted(factories.names(7))
    here = {entrant["id"] for entrant in file["entrants"] if entrant["is_here"]}
    assert here == {uid for pair in file["pairs"] for uid in (pair["one"], pair["two"]) if uid}
    known = {
        "stage": stage.uid,
        "pairings": [[one["round"], one["slot"], one["one"], one["two"] or ""] for one in file["earlier"]],
        "results": [
            [one["round"], one["slot"], one["winner"] or ""] for one in file["earlier"] if one["two"]
        ],
    }
    lot = file["lot"]
    assert (
        lot["input"] == sha256(json.dumps(known, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    )
    assert sha256(lot["link"].encode()).hexdigest() == lot["before"]
    assert sha256(f"{lot['link']}\n{lot['input']}".encode()).hexdigest() == file["seed"]
    pairing = Pairing.objects.filter(stage=stage, round=3, cancelled_at=None).first()
    assert pairing is not None
    assert Caller().get(f"pairings/{pairing.uid}/round/").body == file
    assert reverse("file_round", args=[stage.uid, 3]) in Visitor().open("pairing", pairing.uid).html


def test_there_is_no_file_of_a_round_to_come_nor_of_a_draft() -> None:
    stage = played("swiss", 5)
    assert Visitor().client.get(reverse("file_round", args=[stage.uid, 9])).status_code == 404
    assert Visitor().client.get(reverse("file_round", args=["nothing", 1])).status_code == 404


def test_a_round_is_read_in_a_constant_number_of_queries() -> None:
    stage = played("swiss", 12)
    with CaptureQueriesContext(connection) as queries:
        file_of(stage, 3)
    assert len(queries) <= 10, [query["sql"][:80] for query in queries]


@pytest.mark.parametrize("code", ["swiss", "round_robin"])
def test_a_stage_is_a_report_of_fide_that_reads_back(code: str) -> None:
    stage = played(code, 5)
    answer = Visitor().client.get(reverse("file_pairings", args=[stage.uid, "trf"]))
    rounds = read_report(answer.content.decode())
    assert [one.name for one in rounds[0].entrants] != []
    entries = stage.entries.exclude(line=None).order_by("line")
    ids = {entry.entrant.uid: str(rank) for rank, entry in enumerate(entries, start=1)}
    for file in rounds:
        pairings = Pairing.objects.filter(stage=stage, round=file.round, cancelled_at=None)
        seats = {
            frozenset(ids[seat.entrant.uid] for seat in pairing.seats.all())
            for pairing in pairings
            if pairing.match is not None or code == "swiss"
        }
        assert {pair.members for pair in file.pairs} >= seats
    assert reverse("file_pairings", args=[stage.uid, "trf"]) in Visitor().open("bracket", stage.uid).html


def test_a_bracket_is_no_report_of_fide() -> None:
    stage = factories.drawn_stage(4)
    assert Visitor().client.get(reverse("file_pairings", args=[stage.uid, "trf"])).status_code == 404
    assert reverse("file_pairings", args=[stage.uid, "trf"]) not in Visitor().open("bracket", stage.uid).html
