"""A text of one line takes no signs that break it or turn it round, and a website is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests import factories
from tests.tournaments.test_match_days import league
from tournaments.actions.draws import match_days
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import clubs, setup
from tournaments.actions.lists import keeping
from tournaments.actions.money import ledger
from tournaments.errors.common import InvalidFields
from tournaments.models import StoredMatchDay

pytestmark = pytest.mark.django_db

_SIGNS = ["Nantes\r\nX-Header: 1", "Nantes\tEst", "Nantes \u202etse", "Nantes \u2066est", "Nantes\x07"]
_LINES: Mapping[str, Callable[[str], object]] = {
    "the venue of a tournament": lambda text: lifecycle.change_tournament(
        factories.tournament(), by=None, venue=text
    ),
    "the city of a tournament": lambda text: lifecycle.change_tournament(
        factories.tournament(), by=None, city=text
    ),
    "the division of an event": lambda text: lifecycle.change_event(
        factories.event(), by=None, division=text
    ),
    "the place of a match day": lambda text: match_days.set_match_days(
        league(), by=None, days=[StoredMatchDay(1, None, None, text)]
    ),
    "a table": lambda text: lifecycle.add_tables(factories.tournament(), by=None, names=[text]),
    "a fee": lambda text: ledger.set_fee(factories.event(), by=None, kind="side_pool", amount=100, name=text),
    "a cash box": lambda text: ledger.add_box(factories.tournament(), by=None, name=text),
    "the city of a club": lambda text: clubs.add_club(
        factories.federation(), by=None, name="Nantes", city=text
    ),
    "the rules of a list": lambda text: keeping.create_list(
        factories.federation(), by=None, name="Live", formula="fibs", rules=text
    ),
}


@pytest.mark.parametrize("what", _LINES)
def test_signs_that_break_or_turn_a_line_are_refused(what: str) -> None:
    with pytest.raises(InvalidFields, match="break the line or change its direction"):
        _LINES[what]("a\u202eb")


@pytest.mark.parametrize("text", _SIGNS)
def test_each_of_these_signs_is_refused(text: str) -> None:
    with pytest.raises(InvalidFields, match="break the line or change its direction"):
        lifecycle.change_tournament(factories.tournament(), by=None, city=text)


def test_a_place_of_every_script_is_taken() -> None:
    tournament = factories.tournament()
    lifecycle.change_tournament(tournament, by=None, city="Saint-Brieuc – 東京", venue="Café « L’Écu »")
    assert tournament.city == "Saint-Brieuc – 東京"


@pytest.mark.parametrize("site", ["ftp://example.org/", "ftps://example.org/", "javascript:alert(1)"])
def test_the_website_of_a_federation_is_one_that_browsers_open(site: str) -> None:
    federation = factories.federation()
    with pytest.raises(InvalidFields):
        setup.change_federation(federation, by=None, site=site)
    setup.change_federation(federation, by=None, site="HTTPS://example.org/")
