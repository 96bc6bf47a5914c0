"""Compile the translations without gettext, or check that they are complete and right."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation.template import templatize

from tournaments.models import wording

_ROOMS = ("matches", "tournaments")
# The functions that mark words, with the places of context, singular and plural in their arguments.
_MARKERS: dict[str, tuple[int | None, int]] = {
    "_": (None, 0),
    "gettext": (None, 0),
    "gettext_lazy": (None, 0),
    "gettext_noop": (None, 0),
    "ngettext": (None, 0),
    "ngettext_lazy": (None, 0),
    "pgettext": (0, 1),
    "pgettext_lazy": (0, 1),
    "npgettext": (0, 1),
    "npgettext_lazy": (0, 1),
}
_TEMPLATE_CALL = re.compile(r"\b(_|n?p?gettext)\((?=u?['\"])")
_PLACE = re.compile(r"%\(\w+\)[sd]|\{\w+\}")


class CatalogText(NamedTuple):
    """One marked text with its context."""

    context: str | None
    text: str


class Command(BaseCommand):
    """`translations` writes every `.mo`; `translations --check` only reports faults."""

    help = "Compile the translations, or check that they are complete."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--check`."""
        parser.add_argument(
            "--check", action="store_true", help="Only look, and fail when something is wrong."
        )

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        """Compile or check the catalogues of all languages."""
        marked = set(marked_words(Path(settings.BASE_DIR)))
        beside = list(wording.every_word())
        catalogues: dict[str, set[CatalogText]] = {}
        faults: list[str] = []
        for folder in map(Path, settings.LOCALE_PATHS):
            for source in sorted(folder.glob("*/LC_MESSAGES/django.po")):
                catalogue = polib.pofile(str(source))
                compiled = source.with_suffix(".mo")
                if not check:
                    catalogue.save_as_mofile(str(compiled))
                language = source.parent.parent.name
                texts = {CatalogText(entry.msgctxt, entry.msgid) for entry in catalogue if not entry.obsolete}
                catalogues[language] = texts
                # A language has a text beside the format, or in its catalogue.
                without = {_in_catalogue(words) for _, words in beside if language not in words.texts}
                faults += [
                    f"{language}: {fault}"
                    for fault in faults_of(catalogue, marked | without, language=language)
                ]
                if not compiled.exists() or compiled.read_bytes() != catalogue.to_binary():
                    faults.append(f"{language}: the compiled file is not that of the source")
        faults += faults_beside(beside, catalogues)
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write("The translations are complete.")


def marked_words(base: Path) -> Iterator[CatalogText]:
    """Yield every text that code and templates mark for translation."""
    for room in _ROOMS:
        for path in sorted((base / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from _marked_in_code(ast.parse(path.read_text()))
    for path in sorted((base / "templates").rglob("*.*")):
        if path.suffix in (".html", ".txt"):
            yield from _marked_in_template(path.read_text())


def faults_of(catalogue: polib.POFile, marked: set[CatalogText], *, language: str) -> list[str]:
    """Return the faults of a catalogue: texts that are missing, doubled, empty, fuzzy or obsolete, places, spacing."""
    current = [entry for entry in catalogue if not entry.obsolete]
    entries = {CatalogText(entry.msgctxt, entry.msgid): entry for entry in current}
    counts = Counter(CatalogText(entry.msgctxt, entry.msgid) for entry in current)
    # gettext reads no catalogue with a text that is there twice, as a merge line by line leaves it.
    faults = [f"there twice: {words.text!r}" for words, count in counts.items() if count > 1]
    faults += [f"missing: {words.text!r}" for words in sorted(marked - set(entries), key=str)]
    faults += [f"not used any more: {words.text!r}" for words in sorted(set(entries) - marked, key=str)]
    for entry in entries.values():
        texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        if entry.fuzzy:
            faults.append(f"unsure: {entry.msgid!r}")
        if not all(texts):
            faults.append(f"not translated: {entry.msgid!r}")
            continue
        places = set(_PLACE.findall(entry.msgid + entry.msgid_plural))
        for text in texts:
            if not set(_PLACE.findall(text)) <= places:
                faults.append(f"another place in: {text!r}")
            if language == "fr" and _has_bare_sign(text):
                faults.append(f"a breaking space before a sign in: {text!r}")
        if set(_PLACE.findall("".join(texts))) != places:
            faults.append(f"a place is lost in: {texts[0]!r}")
    return faults


def faults_beside(
    beside: Sequence[tuple[str, wording.Words]], catalogues: Mapping[str, set[CatalogText]]
) -> list[str]:
    """What is wrong with words beside what they are about: a language with half of a folder, lost places, spacing."""
    languages: dict[str, set[str]] = {}
    for folder, words in beside:
        languages.setdefault(folder, set()).update(words.texts)
    faults = []
    for folder, words in beside:
        source = _in_catalogue(words).text
        faults += [
            f"{language}: {folder} has no words for: {source!r}"
            for language in sorted(languages[folder] - set(words.texts))
            if _in_catalogue(words) not in catalogues.get(language, set())
        ]
        places = _places_of(words.texts[wording.SOURCE])
        for language, text in words.texts.items():
            if _places_of(text) != places:
                faults.append(f"{language}: {folder} has other places in: {text!r}")
            if language == "fr" and any(map(_has_bare_sign, _forms(text))):
                faults.append(f"{language}: {folder} has a breaking space before a sign in: {text!r}")
    return faults


def _in_catalogue(words: wording.Words) -> CatalogText:
    """Return the key that these words would have in a catalogue."""
    return CatalogText(wording.CONTEXT, _forms(words.texts[wording.SOURCE])[0])


def _forms(text: wording.Text) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else text


def _places_of(text: wording.Text) -> set[str]:
    return set(_PLACE.findall("".join(_forms(text))))


def _has_bare_sign(text: str) -> bool:
    """Whether French breaks a line before a sign: an ordinary space there, or none after a word."""
    return bool(re.search(r" [;!?:»]|« |\w[;!?»](?!\w)", text))


def _marked_in_code(tree: ast.AST) -> Iterator[CatalogText]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        yield from _words_of(name, node)


def _marked_in_template(text: str) -> Iterator[CatalogText]:
    plain = templatize(text)
    for match in _TEMPLATE_CALL.finditer(plain):
        call = _call_at(plain, match.start())
        yield from _words_of(match.group(1), call)


def _call_at(text: str, start: int) -> ast.Call:
    """Parse the call that begins at `start`: the shortest text up to a bracket that is Python."""
    end = text.index(")", start)
    while True:
        try:
            call = ast.parse(text[start : end + 1], mode="eval").body
        except SyntaxError:
            end = text.index(")", end + 1)
            continue
        assert isinstance(call, ast.Call)  # noqa: S101 - the pattern matched a name and a bracket
        return call


def _words_of(name: str, call: ast.Call) -> Iterator[CatalogText]:
    if name not in _MARKERS:
        return
    context_at, text_at = _MARKERS[name]
    values = [argument.value if isinstance(argument, ast.Constant) else None for argument in call.args]
    if len(values) <= text_at or not isinstance(values[text_at], str):
        return
    context = values[context_at] if context_at is not None else None
    yield CatalogText(context if isinstance(context, str) else None, str(values[text_at]))
