"""Pages as PDF files, where the optional WeasyPrint is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

from django.contrib.staticfiles import finders

_SHEET = "videau/paper.css"


def pdf_of(html: str) -> bytes | None:
    """The page as a PDF with the style sheet of paper; None where WeasyPrint, or the Pango it needs, is missing.

    Nothing is fetched: a page of paper has its pictures in it.
    """
    try:
        # It takes a second to load, and is not installed everywhere; without Pango its import is an OSError.
        import weasyprint
    except (ImportError, OSError):
        return None
    path = finders.find(_SHEET)
    if path is None:
        raise AssertionError(f"{_SHEET} is part of the installation")
    sheet = weasyprint.CSS(string=Path(path).read_text(), url_fetcher=_refuse)
    found: bytes = weasyprint.HTML(string=html, url_fetcher=_refuse).write_pdf(stylesheets=[sheet])
    return found


def _refuse(url: str, *_args: Any, **_options: Any) -> NoReturn:
    """Refuse to fetch anything, so that no name on a page can make the server ask another one."""
    raise ValueError(f"a page of paper fetches nothing: {url}")
