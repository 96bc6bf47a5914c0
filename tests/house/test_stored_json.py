"""What is stored as JSON is listed with the one place that reads it."""

from __future__ import annotations

import re
import tomllib

from django.apps import apps
from django.db.models import JSONField

from tests.postgres_plugin import ROOT
from tournaments.project.release import VERSION


def _rows() -> list[tuple[str, str]]:
    """The first and the last column of the table in the documents."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    table = text.partition("## What is stored as JSON")[2].partition("\n## ")[0]
    return re.findall(r"^\| (`.+?) \|.*\| (`?.+?) \|$", table, re.MULTILINE)


def test_every_kind_of_json_is_listed() -> None:
    fields = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in {"matches", "tournaments"}
        for field in model._meta.get_fields()
        if isinstance(field, JSONField)
    }
    assert {name for kinds, _ in _rows() for name in re.findall(r"`(.+?)`", kinds)} == fields


def test_the_places_that_read_it_exist() -> None:
    for _, readers in _rows():
        for name in re.findall(r"`(.+?\.py)`", readers):
            assert (ROOT / "tournaments" / name).exists() or (ROOT / name).exists(), name


def test_the_release_has_one_number() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION
    assert f"## {VERSION} " in (ROOT / "CHANGELOG.md").read_text()
