"""Whoever calls the machine by a name that it does not know learns the address that it has."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client


def test_a_foreign_name_gets_the_address_and_costs_one_line_of_the_log(
    settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BASE_URL = "http://192.168.1.20:8000"
    answer = Client().get("/", headers={"Host": "laptop.fritz.box"})
    assert answer.status_code == 400
    assert 'href="http://192.168.1.20:8000/"' in answer.content.decode()
    assert [record.exc_info for record in caplog.records] == [None]
    assert "laptop.fritz.box" in caplog.text


def test_production_tells_strangers_no_name(settings: LazySettings) -> None:
    settings.BASE_URL, settings.IS_EMBEDDED = "https://desk.example.org", False
    answer = Client().get("/", headers={"Host": "198.51.100.7", "Accept-Language": "fr"})
    assert answer.status_code == 400
    assert "desk.example.org" not in answer.content.decode()
    assert "Cette machine n’est pas connue" in answer.content.decode()
