"""The admin pages of matches show everything and write nothing that an action writes."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import path, reverse

from matches.models import Dispute, GameRecord, Match, Player, Report, Side
from tests import factories
from tournaments.actions import records, results

# The admin pages by themselves, wherever the service puts them.
pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
urlpatterns = [path("admin/", admin.site.urls)]

SHOWN: tuple[type[Model], ...] = (Match, Side, Report, Dispute, GameRecord)


@pytest.fixture
def operator() -> Client:
    """The client of somebody who runs the installation."""
    client = Client()
    client.force_login(
        Player.objects.create_superuser("op@example.org", "a long enough password", name="Op Erator")
    )
    return client


def test_every_row_can_be_looked_at_and_none_changed(operator: Client) -> None:
    found = factories.open_match()
    said = results.report(found.match, by=found.one, score=(7, 3)).report
    results.dispute(said, by=found.two, reason="I won.")
    records.upload(found.match, by=found.one, file_name="final.mat", data=b"no record")
    for model in SHOWN:
        row = model._default_manager.latest("pk")
        name = f"admin:matches_{model.__name__.lower()}"
        listed = operator.get(reverse(f"{name}_changelist"))
        shown = operator.get(reverse(f"{name}_change", args=[row.pk]))
        assert (listed.status_code, shown.status_code) == (200, 200)
        assert operator.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
        assert operator.get(reverse(f"{name}_add")).status_code == 403
        assert operator.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


def test_an_account_can_be_closed_and_not_deleted(operator: Client) -> None:
    player = factories.player("Ada Almeida", email="ada@example.org")
    page = reverse("admin:matches_player_change", args=[player.pk])
    assert operator.get(page).status_code == 200
    answer = operator.post(page, {"name": "Ada Almeida", "email": "ada@example.org", "country": "FR"})
    player.refresh_from_db()
    assert (answer.status_code, player.is_active, player.country) == (302, False, "FR")
    delete = reverse("admin:matches_player_delete", args=[player.pk])
    assert operator.post(delete, {"post": "yes"}).status_code == 403
    assert not admin.site.get_model_admin(Player).has_add_permission(operator.get(page).wsgi_request)
