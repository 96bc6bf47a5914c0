"""The command by which a self-hoster adds a federation."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tournaments.actions import invitations
from tournaments.models import AccountMail, Federation

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_it_adds_a_federation_and_invites_its_first_president() -> None:
    out = StringIO()
    call_command("federation", "FFBG", "Fédération", "paula@example.org", country="FR", stdout=out)
    federation = Federation.objects.get()
    office, page = out.getvalue().split()
    assert office == f"/f/{federation.uid}/office/"
    assert (federation.code, federation.country) == ("FFBG", "FR")
    assert page in AccountMail.objects.get(to="paula@example.org").text
    president = factories.director("Paula")
    invitations.accept(invitations.find(page.split("/")[2]), by=president)
    officer = federation.officers.get()
    assert (officer.player, officer.kind) == (president, "president")


@pytest.mark.parametrize(("email", "country"), [("no address", "FR"), ("paula@example.org", "France")])
def test_it_refuses_wrong_values_and_adds_nothing(email: str, country: str) -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("federation", "FFBG", "Fédération", email, country=country)
    assert refusal.value.returncode == 2
    assert not Federation.objects.exists()
