"""The command by which a self-hoster adds a federation."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tournaments.models import Federation

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_it_adds_a_federation_with_its_first_president() -> None:
    president = factories.director("Paula")
    out = StringIO()
    call_command("federation", "FFBG", "Fédération", str(president.email).upper(), country="FR", stdout=out)
    federation = Federation.objects.get()
    assert out.getvalue() == f"/f/{federation.uid}/office/\n"
    assert (federation.code, federation.country) == ("FFBG", "FR")
    officer = federation.officers.get()
    assert (officer.player, officer.kind) == (president, "president")


@pytest.mark.parametrize(("email", "country"), [("nobody@example.org", "FR"), ("", "France")])
def test_it_refuses_an_unknown_president_and_wrong_values_and_adds_nothing(email: str, country: str) -> None:
    president = factories.director("Paula")
    with pytest.raises(CommandError) as refusal:
        call_command("federation", "FFBG", "Fédération", email or str(president.email), country=country)
    assert refusal.value.returncode == 2
    assert not Federation.objects.exists()
