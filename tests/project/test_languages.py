"""A language is one file: whatever has a catalogue is spoken, by its own name."""

from __future__ import annotations

import ast
from datetime import UTC, date, datetime
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management.base import CommandError
from django.template import Context, Template
from django.utils import translation

from tests.postgres_plugin import ROOT
from tournaments.management.commands.translations import CatalogText, add_missing, faults_of, source_of
from tournaments.models.dates import date_words
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


def test_a_language_half_done_is_one_line() -> None:
    messages = {CatalogText(None, f"Text {number:03}") for number in range(100)}
    [fault] = faults_of(polib.POFile(), messages, language="de")
    assert fault == "missing: 100 texts, such as 'Text 000'"


def test_what_a_language_lacks_is_added_to_its_file(tmp_path: Path) -> None:
    source = tmp_path / "pl" / "LC_MESSAGES" / "django.po"
    desk, boards = CatalogText("a hall", "Desk"), CatalogText(None, "%(n)s board", "%(n)s boards")
    assert add_missing(source, [desk]) == 1
    written = source.read_text()
    assert add_missing(source, [desk, boards]) == 1
    assert source.read_text().startswith(written)
    catalogue = polib.pofile(str(source))
    assert [(entry.msgctxt, entry.msgid) for entry in catalogue] == [
        ("a hall", "Desk"),
        (None, "%(n)s board"),
    ]
    # The Poles have as many forms as Django's own catalogue says.
    assert list(catalogue[1].msgstr_plural) == [0, 1, 2, 3]
    assert faults_of(catalogue, {desk, boards}, language="pl") == [
        "not translated: 'Desk'",
        "not translated: '%(n)s board'",
    ]


@pytest.mark.parametrize("code", ["../de", "german", "de_", ""])
def test_what_is_no_code_of_a_language_makes_no_file(code: str) -> None:
    with pytest.raises(CommandError, match="no code of a language"):
        source_of(code)


def test_every_text_of_a_pure_room_can_be_read_from_its_code() -> None:
    """A text put together while the program runs would never come to a translator."""
    unread = [
        f"{path}:{node.lineno}"
        for path in sorted((ROOT / "tournaments").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Words"
        if not (isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str))
    ]
    assert unread == []


@pytest.mark.parametrize(
    ("language", "day", "words"),
    [
        ("en", 4, "4 March 2026, 09:30"),
        ("fr", 4, "4 mars 2026 à 09:30"),
        ("en", 1, "1 March 2026, 09:30"),
        ("fr", 1, "1er mars 2026 à 09:30"),
        ("fr", 11, "11 mars 2026 à 09:30"),
    ],
)
def test_a_moment_is_written_as_the_language_writes_it(language: str, day: int, words: str) -> None:
    moment = datetime(2026, 3, day, 9, 30, tzinfo=UTC)
    with translation.override(language):
        assert date_words(moment, "DATETIME_FORMAT") == words
        in_page = Template("{{ at|date:'DATETIME_FORMAT' }}").render(Context({"at": moment}))
        assert in_page == words


def test_the_first_of_a_month_has_its_word_only_before_the_name_of_the_month() -> None:
    with translation.override("fr"):
        day = date(2026, 12, 1)
        assert date_words(day, "l j F") == "mardi 1er décembre"
        assert date_words(day, "SHORT_DATE_FORMAT") == "01/12/2026"
        assert date_words(day, r"\j") == "j"


def test_dates_are_written_in_one_place() -> None:
    """Django's own function has no word for the first day of a month."""
    others = [
        str(path.relative_to(ROOT))
        for room in ("matches", "tournaments")
        for path in sorted((ROOT / room).rglob("*.py"))
        if "date_format" in path.read_text()
    ]
    assert others == ["tournaments/models/dates.py"]
