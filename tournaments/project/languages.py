"""The languages of the pages: English, and every one that has a catalogue."""

from __future__ import annotations

from pathlib import Path

from django.conf.locale import LANG_INFO


def languages_in(locale: Path) -> list[tuple[str, str]]:
    """The code and the own name of English and of each language with a `django.po` in this directory.

    So a new language is one file. A code that Django does not know stands for its name.
    """
    catalogues = sorted(locale.glob("*/LC_MESSAGES/django.po"))
    codes = ["en", *(_code(source.parent.parent.name) for source in catalogues)]
    return [(code, _own_name(code)) for code in dict.fromkeys(codes)]


def _code(directory: str) -> str:
    """The code of a language from the name of its directory, as in `pt-br` from `pt_BR`."""
    return directory.replace("_", "-").lower()


def _own_name(code: str) -> str:
    name: str = LANG_INFO.get(code, {}).get("name_local", code)
    return name[:1].upper() + name[1:]
