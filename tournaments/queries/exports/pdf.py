"""Conversion of pages to PDF with the optional WeasyPrint."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

from django.contrib.staticfiles import finders

_SHEET = "videau/paper.css"


def pdf_of(html: str) -> bytes | None:
    """Return HTML as PDF with the print style sheet, or None if WeasyPrint or Pango is missing.

    Nothing is fetched over the network: all images are inline.
    """
    try:
        # The import is slow and optional; without Pango it raises OSError.
        import weasyprint
    except (ImportError, OSError):
        return None
    path = finders.find(_SHEET)
    if path is None:
        raise AssertionError(f"{_SHEET} is part of the installation")
    sheet = weasyprint.CSS(string=Path(path).read_text(), url_fetcher=_refuse)
    data: bytes = weasyprint.HTML(string=html, url_fetcher=_refuse).write_pdf(stylesheets=[sheet])
    return data


def _refuse(url: str, *_args: Any, **_options: Any) -> NoReturn:
    """Raise an error for any address, so that a page cannot cause requests by the server."""
    raise ValueError(f"a page of paper fetches nothing: {url}")
