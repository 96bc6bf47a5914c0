"""Files that a page sends as a download, never to be shown in its place."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def as_download(data: bytes, *, name: str, content_type: str) -> HttpResponse:
    """Return bytes as a download under a name, kept in no shared cache."""
    headers = {
        "Cache-Control": "private, no-cache",
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or "attachment",
    }
    return HttpResponse(data, content_type=content_type, headers=headers)
