"""The admin pages are read-only: only actions write."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import path

from tests import factories
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.models import OutboxJob

pytestmark = pytest.mark.django_db

# These pages alone, wherever the service puts them.
urlpatterns = [path("admin/", admin.site.urls)]


def _registered() -> Iterator[tuple[type[Model], admin.ModelAdmin[Model]]]:
    for model, pages in admin.site._registry.items():
        if model._meta.app_label in {"matches", "tournaments"}:
            yield model, pages


def test_every_row_that_matters_can_be_looked_at() -> None:
    models = {model for model, _ in _registered()}
    models |= {inline.model for _, pages in _registered() for inline in pages.inlines}
    outside = {
        model.__name__
        for app in ("matches", "tournaments")
        for model in apps.get_app_config(app).get_models()
    }
    outside -= {model.__name__ for model in models}
    # The text of such a mail opens an account, and a chain of lots keeps its secret; the page of the draw shows its
    # links. The keys of names follow from the names; the log shows its texts; salts and the clock say nothing.
    # What was counted of budgets is hashes.
    # The browsers of an account and the phones that are told are for their owner alone, and removals have a page of the operator.
    assert outside == {
        "AccountBrowser",
        "AccountMail",
        "BudgetUse",
        "ClockMark",
        "IdempotencyKey",
        "LogText",
        "Lot",
        "LotChain",
        "NameKey",
        "ProofSalt",
        "PushSubscription",
        "Removal",
    }


def test_nothing_is_added_or_deleted_and_only_accounts_are_changed() -> None:
    request = RequestFactory().get("/")
    request.user = factories.player(email="op@example.org", is_superuser=True)
    for model, pages in _registered():
        assert not pages.has_add_permission(request), model
        assert not pages.has_delete_permission(request), model
        assert pages.has_change_permission(request) == (model.__name__ == "Player"), model


@pytest.mark.both_databases
@pytest.mark.urls(__name__)
def test_every_list_and_row_opens(client: Client) -> None:
    operator = factories.player("Olga Operator", email="op@example.org", is_superuser=True)
    operator.is_staff = True
    operator.save()
    around = factories.open_match(n=3)
    lifecycle.add_tables(around.stage.event.tournament, by=None, names=["1"])
    links.make_registration_link(around.stage.event, by=None)
    client.force_login(operator)
    for model, _ in _registered():
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert client.get(base, {"q": "x"}).status_code == 200, base
        row = model._default_manager.first()
        if row is not None:
            assert client.get(f"{base}{row.pk}/change/").status_code == 200, base


def test_dead_jobs_are_revived() -> None:
    dead = OutboxJob.objects.create(name="pair", args={"event_id": 1}, is_dead=True, attempts=8)
    pages = admin.site._registry[OutboxJob]
    request = RequestFactory().post("/")
    pages.message_user = lambda *args, **kwargs: None  # type: ignore[method-assign]
    pages.revive(request, OutboxJob.objects.all())  # type: ignore[attr-defined]
    dead.refresh_from_db()
    assert (dead.is_dead, dead.attempts) == (False, 0)
