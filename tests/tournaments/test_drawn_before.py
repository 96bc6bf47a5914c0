"""A correction in a stage whose places a later stage was drawn from: the draw stays, and everybody is told so."""

from __future__ import annotations

import pytest

from matches.models import Match
from tests import factories
from tests.api.client import Caller
from tests.tournaments.results_seen import fresh
from tests.tournaments.test_correction_sequels import is_clean
from tournaments.actions import results, undo
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.models import Entrant, Event, Stage
from tournaments.queries.audit.checks import FindingCode, findings

pytestmark = pytest.mark.django_db


def played(code: str, feed: dict[str, object], n: int, **options: object) -> tuple[Stage, Stage]:
    """A stage played to its end, and the final that was drawn from its places."""
    event = factories.event()
    factories.entrants(event, n)
    first = factories.stage(event, format=code, options=options)
    last = lifecycle.create_stage(event, by=None, format="single_elimination", feeds=[feed], name="Final")
    draw.draw(first, by=None, seed="before")
    while factories.open_matches(first):
        factories.play_open_matches(first)
    draw.draw(last, by=None, seed="before")
    return first, Stage.objects.get(pk=last.pk)


def left_behind(event: Event) -> list[dict[str, object]]:
    return [one.data for one in findings(event.tournament) if one.code is FindingCode.DRAWN_BEFORE]


def turn_round(match: Match, follow: str | None = None) -> dict[str, object]:
    values: dict[str, object] = {"reason": "The slip."}
    values["score"] = [0, match.length] if match.winner == "one" else [match.length, 0]
    return values if follow is None else {**values, "follow": follow}


@pytest.mark.both_databases
def test_who_would_be_in_the_final_is_shown_first_and_listed_by_the_audit() -> None:
    groups, final = played("round_robin", {"stage": 0, "take": "group_top", "count": 1}, 6, groups=2)
    event = groups.event
    assert left_behind(event) == []
    boss = factories.owner(event.tournament)
    caller = Caller(boss)
    for match in Match.objects.filter(pairing__stage=groups).order_by("pk"):
        there = {entry.entrant for entry in final.entries.all()}
        answer = caller.post(f"matches/{match.uid}/correction/impact/", turn_round(match, "places_only"))
        remarks = [one for one in answer.body["remarks"] if one["code"] == "drawn_before"]
        results.correct(match, by=boss, **turn_round(match, "places_only"))  # type: ignore[arg-type]
        assert [bool(one["words"]) for one in remarks] == [True] * len(left_behind(event))
        assert is_clean(event)
        if left_behind(event) and left_behind(event)[0]["due"]:
            [data], [remark] = left_behind(event), remarks
            due = Entrant.objects.get(uid=data["due"])
            instead = Entrant.objects.get(uid=data["instead"])
            assert due not in there
            assert instead in there
            assert remark["words"] == (
                f"Final was drawn with {instead.name}. By the places now it would be {due.name}. "
                "The draw stays unless you void it."
            )
            break
        undo.undo_correction(fresh(match), by=boss)
        assert left_behind(event) == []
    else:
        pytest.fail("no correction changes who is first in a group")


def test_rounds_that_are_played_again_leave_the_cut_open() -> None:
    swiss, _cut = played("swiss", {"stage": 0, "take": "top", "count": 2}, 8, rounds=3)
    match = Match.objects.filter(pairing__stage=swiss, pairing__round=1).order_by("pk")[0]
    boss = factories.owner(swiss.event.tournament)
    answer = Caller(boss).post(f"matches/{match.uid}/correction/impact/", turn_round(match, "replay"))
    words = {one["code"]: one["words"] for one in answer.body["remarks"]}
    assert words["drawn_before"].startswith("Final was drawn from places that are open again.")
    results.correct(match, by=boss, **turn_round(match, "replay"))  # type: ignore[arg-type]
    assert left_behind(swiss.event) == [{"due": "", "instead": ""}]
    assert is_clean(swiss.event)


def test_who_leaves_the_final_leaves_no_remark() -> None:
    groups, final = played("round_robin", {"stage": 0, "take": "group_top", "count": 1}, 6, groups=2)
    registration.withdraw(final.entries.all()[0].entrant, by=None, reason="Ill.")
    assert left_behind(groups.event) == []
