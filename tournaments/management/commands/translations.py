"""Compile the translations without gettext, or check that they are complete and right."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import django
import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

_ROOMS = ("matches", "tournaments")


class Marker(NamedTuple):
    """The places of text, plural and context in the arguments of a function that marks texts."""

    text: int = 0
    plural: int | None = None
    context: int | None = None


_SIMPLE = ("_", "gettext", "gettext_lazy", "gettext_noop")
_MARKERS: dict[str, Marker] = {
    **dict.fromkeys(_SIMPLE, Marker()),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), Marker(plural=1)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), Marker(text=1, context=0)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), Marker(text=1, plural=2, context=0)),
    # Texts of the pure rooms, which name their context by keyword.
    "Words": Marker(plural=1),
}
_TEMPLATE_CALL = re.compile(r"\b(_|n?p?gettext)\((?=u?['\"])")
_PLACE = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
# How many texts of a fault are named one by one.
_MOST = 40
# The width of lines in a catalogue.
_WIDTH = 108


class CatalogText(NamedTuple):
    """One marked text with its context and its plural."""

    context: str | None
    text: str
    plural: str = ""


class Command(BaseCommand):
    """`translations` writes every `.mo`; `translations --check` only reports faults."""

    help = "Compile the translations, check that they are complete, or add what a language lacks."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--check` and `--add`."""
        ways = parser.add_mutually_exclusive_group()
        ways.add_argument("--check", action="store_true", help="Only look, and fail when something is wrong.")
        ways.add_argument(
            "--add",
            metavar="CODE",
            help="Add the texts that a language lacks to its file, which is made if there is none.",
        )

    def handle(self, *_args: Any, check: bool, add: str | None, **_options: Any) -> None:
        """Compile, check or extend the catalogues."""
        # In the order of files, so that what belongs together stays together in a new catalogue.
        marked = dict.fromkeys(marked_words(Path(settings.BASE_DIR)))
        if add:
            source = source_of(add)
            number = add_missing(source, marked)
            self.stdout.write(f"{number} texts are new in {source.relative_to(settings.BASE_DIR)}.")
            return
        faults: list[str] = []
        for folder in map(Path, settings.LOCALE_PATHS):
            for source in sorted(folder.glob("*/LC_MESSAGES/django.po")):
                catalogue = polib.pofile(str(source))
                compiled = source.with_suffix(".mo")
                if not check:
                    catalogue.save_as_mofile(str(compiled))
                language = source.parent.parent.name
                faults += [
                    f"{language}: {fault}" for fault in faults_of(catalogue, set(marked), language=language)
                ]
                if not compiled.exists() or compiled.read_bytes() != catalogue.to_binary():
                    faults.append(f"{language}: the compiled file is not that of the source")
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write("The translations are complete.")


def source_of(language: str) -> Path:
    """Return the file of a language, which may not exist yet; CommandError for what is no language's code."""
    locale = to_locale(language)
    if not re.fullmatch(r"[a-z]{2,3}(_[A-Za-z]{2,4})?", locale):
        raise CommandError(f"{language!r} is no code of a language, such as de or pt-br.")
    return Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES" / "django.po"


def add_missing(source: Path, marked: Iterable[CatalogText]) -> int:
    """Add an empty entry for each text that the file lacks, at its end; return how many.

    A new file takes the plural forms of Django's own translation, or those of English.
    """
    if not source.exists():
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(str(_new_catalogue(source.parent.parent.name)))
    catalogue = polib.pofile(str(source))
    forms = int(re.findall(r"nplurals\s*=\s*(\d)", catalogue.metadata["Plural-Forms"])[0])
    known = {(entry.msgctxt, entry.msgid) for entry in catalogue if not entry.obsolete}
    missing = [one for one in marked if (one.context, one.text) not in known]
    with source.open("a") as file:
        for context, text, plural in missing:
            entry = polib.POEntry(msgctxt=context, msgid=text, msgid_plural=plural)
            entry.msgstr_plural = dict.fromkeys(range(forms), "") if plural else {}
            file.write("\n" + entry.__unicode__(wrapwidth=_WIDTH).rstrip("\n") + "\n")
    return len(missing)


def _new_catalogue(locale: str) -> polib.POFile:
    catalogue = polib.POFile()
    of_django = Path(django.__file__).parent / "conf" / "locale" / locale / "LC_MESSAGES" / "django.po"
    forms = polib.pofile(str(of_django)).metadata.get("Plural-Forms") if of_django.exists() else None
    catalogue.metadata = {
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": forms or "nplurals=2; plural=(n != 1);",
    }
    return catalogue


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
    entries = {CatalogText(entry.msgctxt, entry.msgid, entry.msgid_plural): entry for entry in current}
    counts = Counter(CatalogText(entry.msgctxt, entry.msgid) for entry in current)
    # gettext reads no catalogue with a text that is there twice, as a merge line by line leaves it.
    faults = [f"there twice: {words.text!r}" for words, count in counts.items() if count > 1]
    faults += _by_text("missing", marked - set(entries))
    faults += _by_text("not used any more", set(entries) - marked)
    faults += _by_text(
        "not translated", {words for words, entry in entries.items() if not all(_forms(entry))}
    )
    for entry in entries.values():
        if entry.fuzzy:
            faults.append(f"unsure: {entry.msgid!r}")
        if all(_forms(entry)):
            faults += _faults_of_forms(entry, language)
    return faults


def _by_text(fault: str, texts: set[CatalogText]) -> list[str]:
    """Return a fault for each text; where they are many, as in a language half done, their number and the first."""
    ordered = sorted(texts, key=str)
    if len(ordered) > _MOST:
        return [f"{fault}: {len(ordered)} texts, such as {ordered[0].text!r}"]
    return [f"{fault}: {words.text!r}" for words in ordered]


def _faults_of_forms(entry: polib.POEntry, language: str) -> Iterator[str]:
    places = set(_PLACE.findall(entry.msgid + entry.msgid_plural))
    forms = _forms(entry)
    for text in forms:
        if not set(_PLACE.findall(text)) <= places:
            yield f"another place in: {text!r}"
        if language == "fr" and _has_bare_sign(text):
            yield f"a breaking space before a sign in: {text!r}"
    if set(_PLACE.findall("".join(forms))) != places:
        yield f"a place is lost in: {forms[0]!r}"


def _forms(entry: polib.POEntry) -> list[str]:
    """Return the singular and the plurals of a translation, or its one text."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


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
    marker = _MARKERS[name]
    values = [argument.value if isinstance(argument, ast.Constant) else None for argument in call.args]

    def text_at(place: int | None) -> str | None:
        text = values[place] if place is not None and place < len(values) else None
        return text if isinstance(text, str) else None

    if (text := text_at(marker.text)) is not None:
        context = _named_context(call) if marker.context is None else text_at(marker.context)
        yield CatalogText(context, text, text_at(marker.plural) or "")


def _named_context(call: ast.Call) -> str | None:
    """Return the context that a call names by keyword."""
    named = (one.value for one in call.keywords if one.arg == "context")
    return next((str(value.value) for value in named if isinstance(value, ast.Constant)), None)
