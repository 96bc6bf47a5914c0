"""The file of a dispute through the API: all of it is shown, and photos go to its readers alone."""

from __future__ import annotations

import pytest

from matches.actions.photos import without_metadata
from tests import factories
from tests.api.client import Caller
from tests.pictures import JPEG
from tournaments.actions import results
from tournaments.actions.disputes import appeals, exhibits

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_the_dispute_shows_its_exhibits_and_appeals_and_gives_photos_to_its_readers() -> None:
    game = factories.open_match(7, n=8)
    report = results.report(game.match, by=game.one, score=(7, 2)).report
    dispute = results.dispute(report, by=game.two, reason="I won.", score=(4, 7))
    photo = exhibits.add(dispute, by=game.two, kind="photo", photo=JPEG, note="The board")
    results.rule(dispute, by=game.director, reason="The slip.", score=(7, 2))
    dispute.refresh_from_db()
    appeals.appeal(dispute, by=game.two, reason="Nobody asked me.")
    body = Caller(game.one).get(f"disputes/{dispute.uid}/").body
    assert [(one["id"], one["kind"], one["note"]) for one in body["exhibits"]] == [
        (photo.uid, "photo", "The board")
    ]
    assert [(one["reason"], one["decision"]) for one in body["appeals"]] == [("Nobody asked me.", "")]
    address = f"exhibits/{photo.uid}/photo/"
    stranger = factories.player("Sam", email="sam@example.org")
    assert [Caller(who).get(address).status for who in (None, stranger)] == [401, 403]
    answer = Caller(game.one).client.get(f"/api/v1/{address}", headers={"Accept": "image/*"})
    assert (answer.status_code, answer.content) == (200, without_metadata(JPEG, "image/jpeg"))
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{photo.uid}.jpeg"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert Caller(game.one).get("exhibits/none/photo/").body["code"] == "not_found"
