"""The style page: while debugging alone, with tokens that can be read and the parts of the pages in their states."""

from __future__ import annotations

import pytest
from django.test import override_settings

from tests.web.browsing import Visitor
from tournaments.web.style.tokens import contrast, schemes

pytestmark = pytest.mark.django_db


def test_it_is_unknown_unless_debugging() -> None:
    assert Visitor().open("style").status == 404


@override_settings(DEBUG=True)
def test_it_shows_every_part_in_its_states() -> None:
    page = Visitor().open("style")
    assert page.status == 200
    for state in ("Playing", "To be confirmed", "In dispute", "Suspended", "Confirmed"):
        assert state in page
    for part in (
        'class="empty"',
        "is-lost",
        "field-wrong",
        'class="refusal"',
        'rel="prev"',
        "slot is-bye",
        "event-tabs",
    ):
        assert part in page.html, part
    assert "This field is required." in page
    assert "style=" not in page.html


def test_every_ink_can_be_read_on_its_grounds_in_both_schemes() -> None:
    palettes = schemes()
    assert [scheme.name for scheme in palettes] == ["light", "dark"]
    assert palettes[0].colours["paper"] != palettes[1].colours["paper"]
    assert [pair for scheme in palettes for pair in scheme.pairs if not pair.is_readable] == []


def test_contrast_goes_from_1_to_21() -> None:
    assert contrast("#ffffff", "#ffffff") == 1
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
