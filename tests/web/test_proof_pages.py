"""The page from which anybody checks a tournament, the files behind it, and the head of the log where people look."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions import checkpoints
from tournaments.models import Tournament, TreeHead
from tournaments.proof.verify import check

pytestmark = pytest.mark.django_db


def _streamed(path: str) -> list[dict[str, object]]:
    answer = Visitor().client.get(path)
    return [json.loads(line) for line in b"".join(answer).splitlines()]


def test_a_stranger_gets_all_it_takes_from_the_page_and_by_the_api() -> None:
    tournament = factories.drawn_stage(4).event.tournament
    page = Visitor().open("proof", tournament.uid)
    assert "within the hour" in page.words
    assert Visitor().client.get(reverse("checkpoint_file", args=[tournament.uid])).status_code == 404
    assert Caller().get(f"tournaments/{tournament.uid}/checkpoint/").code == "not_in_the_tree"
    checkpoints.publish(timezone.now())
    # Strangers may read the page of ten seconds ago.
    page = Visitor(factories.player("Cato Curious", email="cato@example.org")).open("proof", tournament.uid)
    for name in ("log_file", "checkpoint_file"):
        assert reverse(name, args=[tournament.uid]) in page.links
    assert reverse("verify_file") in page.links
    lines = _streamed(reverse("log_file", args=[tournament.uid]))
    assert lines == _streamed(f"/api/v1/tournaments/{tournament.uid}/log/lines/")
    for caller in (Caller(), Caller(factories.player("Otto Other", email="otto@example.org"))):
        answer = caller.get(f"tournaments/{tournament.uid}/log/?page_size=1")
        assert (answer.status, lines) == (303, _streamed(answer.headers["Location"]))
    officer = Caller(factories.owner(tournament)).get(f"tournaments/{tournament.uid}/log/?page_size=1")
    assert [row["number"] for row in officer.body["results"]] == [lines[0]["entries"]]
    place = Visitor().client.get(reverse("checkpoint_file", args=[tournament.uid])).json()
    assert place == Caller().get(f"tournaments/{tournament.uid}/checkpoint/").body
    assert check(lines, place, key=TreeHead.objects.get().key).faults == []
    assert b"def check_chain" in Visitor().client.get(reverse("verify_file")).content


def test_a_draft_shows_strangers_nothing() -> None:
    tournament = factories.tournament(visibility="draft")
    checkpoints.publish(timezone.now())
    for name in ("proof", "log_file", "checkpoint_file"):
        assert Visitor().client.get(reverse(name, args=[tournament.uid])).status_code == 404
    assert tournament.uid not in Visitor().open("checkpoints").words


def test_the_head_is_on_the_bracket_the_slips_the_screen_and_in_the_api() -> None:
    stage = factories.drawn_stage(4)
    tournament = Tournament.objects.get(pk=stage.event.tournament_id)
    head = tournament.log_hash[:16]
    owner = Visitor(factories.owner(tournament))
    for page in (
        Visitor().open("tournament", tournament.uid),
        Visitor().open("bracket", stage.uid),
        Visitor().open("bracket_live", stage.uid),
        Visitor().open("embed_bracket", stage.uid),
        Visitor().open("hall", tournament.uid),
        owner.open("desk_print_slips", stage.uid),
    ):
        assert head in page.words
    answer = Caller().get(f"tournaments/{tournament.uid}/").body
    assert (answer["version"], answer["log_head"]) == (tournament.log_seq, tournament.log_hash)


@pytest.mark.both_databases
def test_two_checkpoints_are_compared_by_the_api_whichever_comes_first() -> None:
    factories.tournament()
    one = checkpoints.publish(timezone.now())
    factories.tournament()
    two = checkpoints.publish(timezone.now())
    listed = Caller().get("checkpoints/").body["results"]
    assert [row["id"] for row in listed] == [two.uid, one.uid]
    growth = Caller().get(f"checkpoints/{two.uid}/after/{one.uid}/").body
    assert (growth["first_key"], growth["second_key"]) == (one.key, two.key)
    assert growth == Caller().get(f"checkpoints/{one.uid}/after/{two.uid}/").body
    assert (growth["first"], growth["second"]) == (one.note, two.note)
    assert len(growth["path"]) == 1
