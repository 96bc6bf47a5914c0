"""The admin pages of matches show everything and write nothing that an action writes."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth import authenticate
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.http import HttpRequest
from django.test import Client
from django.urls import path, reverse

from matches.models import Dispute, GameRecord, Match, Player, Report, Side
from tests import factories
from tournaments.actions import results
from tournaments.actions.records import uploads

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
    game = factories.open_match()
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    results.dispute(report, by=game.two, reason="I won.")
    uploads.upload(game.match, by=game.one, file_name="final.mat", data=b"no record")
    for model in SHOWN:
        row = model._default_manager.latest("pk")
        name = f"admin:matches_{model.__name__.lower()}"
        list_page = operator.get(reverse(f"{name}_changelist"))
        row_page = operator.get(reverse(f"{name}_change", args=[row.pk]))
        assert (list_page.status_code, row_page.status_code) == (200, 200)
        assert operator.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
        assert operator.get(reverse(f"{name}_add")).status_code == 403
        assert operator.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


def test_an_account_can_be_closed_and_not_deleted(operator: Client) -> None:
    player = factories.player("Ada Almeida", email="ada@example.org")
    page = reverse("admin:matches_player_change", args=[player.pk])
    assert operator.get(page).status_code == 200
    answer = operator.post(page, {"email": "ada@example.org"})
    player.refresh_from_db()
    assert (answer.status_code, player.is_active) == (302, False)
    delete = reverse("admin:matches_player_delete", args=[player.pk])
    assert operator.post(delete, {"post": "yes"}).status_code == 403
    assert not admin.site.get_model_admin(Player).has_add_permission(operator.get(page).wsgi_request)


def test_nobody_is_renamed_here_where_no_log_would_tell(operator: Client) -> None:
    player = factories.player("Ada Almeida", email="ada@example.org")
    page = reverse("admin:matches_player_change", args=[player.pk])
    operator.post(page, {"name": "\u202eadA", "club": "X", "country": "FR", "email": "ada@example.org"})
    player.refresh_from_db()
    assert (player.name, player.club, player.country) == ("Ada Almeida", "", "")


def test_after_an_address_was_moved_the_old_one_signs_nobody_in(operator: Client) -> None:
    player = factories.player("Ada Almeida", email="lost@example.org", password="a long enough password")
    EmailAddress.objects.create(user=player, email="lost@example.org", verified=True, primary=True)
    page = reverse("admin:matches_player_change", args=[player.pk])
    operator.post(page, {"email": "new@example.org", "is_active": "on"})

    def signs_in(email: str) -> bool:
        return authenticate(HttpRequest(), email=email, password="a long enough password") is not None

    assert (signs_in("lost@example.org"), signs_in("new@example.org")) == (False, True)


def test_an_account_keeps_an_address(operator: Client) -> None:
    player = factories.player("Ada Almeida", email="ada@example.org")
    answer = operator.post(reverse("admin:matches_player_change", args=[player.pk]), {"email": ""})
    player.refresh_from_db()
    assert (answer.status_code, player.email) == (200, "ada@example.org")


def test_staff_give_themselves_no_power_and_take_over_nobody() -> None:
    staff, player = (factories.player(email=f"{name}@example.org") for name in ("staff", "player"))
    chief = factories.player(email="chief@example.org", is_superuser=True)
    staff.is_staff = True
    staff.save()
    staff.user_permissions.set(Permission.objects.filter(codename__in=["change_player", "view_player"]))
    client = Client()
    client.force_login(staff)
    powers = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    for account, status in ((staff, 403), (chief, 403), (player, 302)):
        page = reverse("admin:matches_player_change", args=[account.pk])
        assert client.post(page, {"email": f"moved{account.pk}@example.org", **powers}).status_code == status
    for account in (staff, player):
        account.refresh_from_db()
        assert not account.is_superuser
    assert not player.is_staff
