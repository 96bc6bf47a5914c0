"""QR codes as inline SVG, without style attributes, which the content security policy forbids."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(address: str, *, title: str) -> SafeString:
    """Return the QR code of an address; the style sheet sets its size and colour."""
    drawing = segno.make(address, error="m").svg_inline(
        title=title, border=4, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawing)  # noqa: S308 - drawn by segno, which escapes the title
