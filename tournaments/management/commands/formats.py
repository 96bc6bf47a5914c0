"""List the formats as docs/formats.md shows them, or write them there."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any, get_type_hints

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import override

from tournaments.formats import FORMATS, WORDS, Intake, option_words
from tournaments.models.wording import format_name, in_words

_PAGE = Path(settings.BASE_DIR) / "docs" / "formats.md"
_BLOCK = r"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


class Command(BaseCommand):
    """`formats` prints the table of all formats; `formats --write` brings docs/formats.md up to date."""

    help = "List the formats with their bounds and options."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--write`."""
        parser.add_argument("--write", action="store_true", help="Write them into docs/formats.md.")

    def handle(self, *_args: Any, write: bool, **_options: Any) -> None:
        """Print, or write."""
        page = _PAGE.read_text()
        if write:
            _PAGE.write_text(up_to_date(page))
        else:
            self.stdout.write(_table(page))


def up_to_date(page: str) -> str:
    """Return the page with its table of all formats, and a generated section for each format without its own."""
    text = re.sub(_BLOCK.format(name="sections"), r"\1\2", page, flags=re.DOTALL)
    sections = "".join(_section(code) for code in FORMATS if not _anchor(code, text))
    page = _filled(page, "sections", f"\n{sections}" if sections else "")
    return _filled(page, "formats", _table(page))


def _filled(page: str, name: str, text: str) -> str:
    return re.sub(
        _BLOCK.format(name=name), lambda block: f"{block[1]}{text}{block[2]}", page, flags=re.DOTALL
    )


def _table(page: str) -> str:
    rows = ["| format | code | shape | entrants come | from, to |", "|---|---|---|---|---|"]
    for code, rules in FORMATS.items():
        title = _anchor(code, page)
        name = f"[{title}](#{title.lower().replace(' ', '-')})"
        intake = "at the draw" if rules.intake is Intake.DRAW else "as they lose"
        bounds = f"{rules.fewest:,} to {rules.most:,}"
        rows.append(f"| {name} | `{code}` | {rules.shape.value} | {intake} | {bounds} |")
    return "\n".join(rows) + "\n"


def _anchor(code: str, page: str) -> str:
    """Return the title of the section about a format, which begins with its name; empty if there is none."""
    with override("en"):
        name = format_name(code)
    return next((title for title in _SECTION.findall(page) if f"{title} ".startswith(f"{name} ")), "")


def _section(code: str) -> str:
    """Return a generated section about a format."""
    with override("en"):
        lines = [f"## {format_name(code)}", "", f"In short: {in_words(WORDS[code].sentence)}.", ""]
        lines += [inspect.cleandoc(type(FORMATS[code]).__doc__ or ""), ""]
        lines += ["| option | default | values | meaning |", "|---|---|---|---|"]
        lines += _options(code)
    return "\n".join([*lines, "", ""])


def _options(code: str) -> Iterator[str]:
    """Return a table row for each option of a format."""
    rules = FORMATS[code].options
    kinds = get_type_hints(rules)
    for option in fields(rules):
        name, meaning = map(in_words, option_words(code, option.name))
        values = _values(kinds[option.name], option.default, option.metadata)
        yield f"| `{option.name}` | {values} | {name}: {meaning} |"


def _values(kind: type, default: object, bounds: Mapping[str, int]) -> str:
    """Return the default of an option and its possible values."""
    if issubclass(kind, StrEnum):
        return f"`{default}` | " + ", ".join(f"`{value}`" for value in kind)
    if kind is bool:
        return f"`{str(default).lower()}` | `true`, `false`"
    return f"`{default}` | {bounds['minimum']} to {bounds['maximum']}"
