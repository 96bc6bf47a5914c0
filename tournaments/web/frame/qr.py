"""QR codes as inline SVG, drawn without a style attribute so that the content security policy stays strict."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(address: str, *, title: str) -> SafeString:
    """The QR code of an address, to be sized and coloured by the style sheet."""
    drawing = segno.make(address, error="m").svg_inline(
        title=title, border=4, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 - drawn by segno, which escapes the title
