"""QR codes as inline SVG, drawn without a style attribute so that the content security policy stays strict."""

from __future__ import annotations

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe


def public_address(request: HttpRequest, path: str) -> str:
    """The address under which phones reach a page: the one the service was told, else the one of this request."""
    base = str(settings.BASE_URL).rstrip("/")
    return f"{base}{path}" if base else request.build_absolute_uri(path)


def qr_svg(address: str, *, title: str) -> SafeString:
    """The QR code of an address, to be sized and coloured by the style sheet."""
    drawing = segno.make(address, error="m").svg_inline(
        title=title, border=4, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 - drawn by segno, which escapes the title
