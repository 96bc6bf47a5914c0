"""A language is one file: whatever has a catalogue is spoken, by its own name."""

from __future__ import annotations

from pathlib import Path

import polib
from django.conf import settings

from tournaments.management.commands.translations import CatalogText, faults_of
from tournaments.project.languages import languages_in


def _catalogue(locale: Path, directory: str) -> Path:
    source = locale / directory / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text("")
    return source


def test_a_language_is_spoken_once_it_has_a_catalogue(tmp_path: Path) -> None:
    assert languages_in(tmp_path) == [("en", "English")]
    _catalogue(tmp_path, "de")
    _catalogue(tmp_path, "pt_BR")
    (tmp_path / "it").mkdir()
    languages = [("en", "English"), ("de", "Deutsch"), ("pt-br", "Português Brasileiro")]
    assert languages_in(tmp_path) == languages


def test_a_language_without_a_name_is_called_by_its_code(tmp_path: Path) -> None:
    _catalogue(tmp_path, "tlh")
    assert languages_in(tmp_path)[-1] == ("tlh", "Tlh")


def test_the_service_speaks_english_and_french() -> None:
    assert settings.LANGUAGES == [("en", "English"), ("fr", "Français")]


def test_what_a_new_catalogue_lacks_is_named() -> None:
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid="Desk", msgstr="Turnierleitung"))
    catalogue.append(polib.POEntry(msgid="Table %(table)s", msgstr="Tisch"))
    messages = {CatalogText(None, "Desk"), CatalogText(None, "Table %(table)s"), CatalogText(None, "Save")}
    assert faults_of(catalogue, messages, language="de") == ["missing: 'Save'", "a place is lost in: 'Tisch'"]
    catalogue.append(polib.POEntry(msgid="Desk", msgstr="Turnierleitung"))
    assert faults_of(catalogue, messages, language="de")[0] == "there twice: 'Desk'"
