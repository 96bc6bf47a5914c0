"""Exhibits of a dispute: validation, duplicates and the limit of their number."""

from __future__ import annotations

from typing import Any

import pytest

from matches.actions.exhibits import MOST_EXHIBITS, MOST_PHOTOS
from matches.actions.suspending import LONGEST_CLOCK
from matches.errors import InvalidExhibit, TooManyExhibits
from matches.models import Dispute, Exhibit
from tests import factories
from tests.pictures import JPEG, PNG, WEBP
from tests.remembered import remembered
from tournaments.actions import results
from tournaments.actions.disputes import exhibits
from tournaments.actions.records import uploads

pytestmark = pytest.mark.django_db

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:0:7:10"


@pytest.fixture
@remembered
def game() -> factories.OpenMatch:
    """A match in which the second side disputes the word of the first."""
    game = factories.open_match(7)
    report = results.report(game.match, by=game.one, score=(7, 2)).report
    results.dispute(report, by=game.two, reason="I won.")
    return game


@pytest.fixture
def dispute(game: factories.OpenMatch) -> Dispute:
    return game.match.disputes.get()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"kind": "position", "xgid": "XGID=1:2"}, "xgid"),
        ({"kind": "clocks"}, "clock_one"),
        ({"kind": "clocks", "clocks": (LONGEST_CLOCK + 1, None)}, "clock_one"),
        ({"kind": "clocks", "clocks": (None, -1)}, "clock_one"),
        ({"kind": "photo", "photo": b"RIFF    WAVE"}, "photo"),
        ({"kind": "photo", "photo": JPEG[:60]}, "photo"),
        ({"kind": "record"}, "kind"),
        ({"kind": "letter"}, "kind"),
    ],
)
def test_what_is_none_is_refused_with_its_field(
    game: factories.OpenMatch, dispute: Dispute, arguments: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidExhibit) as refusal:
        exhibits.add(dispute, by=game.one, **arguments)
    assert refusal.value.data["field"] == field
    assert not dispute.exhibits.exists()


@pytest.mark.parametrize("clocks", [(0, None), (None, LONGEST_CLOCK), (125, 40)])
def test_clocks_show_nothing_or_up_to_a_day_and_a_half(
    game: factories.OpenMatch, dispute: Dispute, clocks: tuple[int | None, int | None]
) -> None:
    exhibit = exhibits.add(dispute, by=game.one, kind="clocks", clocks=clocks)
    assert (exhibit.clock_one, exhibit.clock_two) == clocks


def test_a_record_is_of_the_match(game: factories.OpenMatch, dispute: Dispute) -> None:
    other = factories.open_match(7)
    foreign = uploads.upload(other.match, by=other.one, file_name="b.mat", data=b"other")
    with pytest.raises(InvalidExhibit) as refusal:
        exhibits.add(dispute, by=game.one, kind="record", record=foreign)
    assert refusal.value.data["field"] == "record"


@pytest.mark.parametrize(("photo", "kind"), [(JPEG, "image/jpeg"), (PNG, "image/png"), (WEBP, "image/webp")])
def test_a_photo_is_known_by_its_first_bytes(
    game: factories.OpenMatch, dispute: Dispute, photo: bytes, kind: str
) -> None:
    assert exhibits.add(dispute, by=game.one, kind="photo", photo=photo).photo_type == kind


def test_the_same_again_is_the_same_row_and_of_the_other_side_another(
    game: factories.OpenMatch, dispute: Dispute
) -> None:
    first = exhibits.add(dispute, by=game.one, kind="position", xgid=XGID)
    assert exhibits.add(dispute, by=game.one, kind="position", xgid=XGID) == first
    for other in (
        exhibits.add(dispute, by=game.two, kind="position", xgid=XGID),
        exhibits.add(dispute, by=game.one, kind="position", xgid=XGID, note="My roll"),
        exhibits.add(dispute, by=game.one, kind="photo", photo=JPEG),
        exhibits.add(dispute, by=game.one, kind="photo", photo=PNG),
    ):
        assert other != first
    assert dispute.exhibits.count() == 5


def test_the_file_holds_a_bounded_number(game: factories.OpenMatch, dispute: Dispute) -> None:
    Exhibit.objects.bulk_create(
        Exhibit(dispute=dispute, kind="photo", photo=JPEG + bytes([number]), photo_type="image/jpeg")
        for number in range(MOST_PHOTOS - 1)
    )
    last = exhibits.add(dispute, by=game.one, kind="photo", photo=JPEG)
    assert exhibits.add(dispute, by=game.one, kind="photo", photo=JPEG) == last
    with pytest.raises(TooManyExhibits):
        exhibits.add(dispute, by=game.one, kind="photo", photo=PNG)
    Exhibit.objects.bulk_create(
        Exhibit(dispute=dispute, kind="clocks", clock_one=number)
        for number in range(MOST_EXHIBITS - MOST_PHOTOS - 1)
    )
    exhibits.add(dispute, by=game.one, kind="position", xgid=XGID)
    with pytest.raises(TooManyExhibits):
        exhibits.add(dispute, by=game.one, kind="clocks", clocks=(1, 2))
