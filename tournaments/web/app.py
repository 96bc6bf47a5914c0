"""The web app of the pages: manifest, service worker, and offline page."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rules.scoresheet import Conditions

from .results.scoresheet import Scoresheet

# The files of the offline page. Personal pages are never cached on a phone.
_KEPT_FILES = (
    "videau/vendor/pico-2.1.1.min.css",
    "videau/tokens.css",
    "videau/videau.css",
    "videau/play.css",
    "videau/desk.css",
    "videau/videau.js",
    "videau/cube.svg",
    "django_htmx/htmx-2.min.js",
)
_ICON_SIZES = (192, 512)
_FELT = "#12382a"


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Render the service worker, which caches static files and the offline page, and shows what phones are told.

    It stands at the root, because the scope of a service worker is its own folder.
    """
    icon = static(f"videau/icon-{_ICON_SIZES[0]}.png")
    context = {"version": _version(), "files": [static(name) for name in _KEPT_FILES], "icon": icon}
    return render(request, "app/sw.js", context, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page in every language, the reader's own first.

    It includes the form of a scoresheet and the line of a control board; names come from the storage of the device.
    """
    own = get_language()
    languages = sorted((code for code, _name in settings.LANGUAGES), key=lambda code: code != own)
    sheet = Scoresheet(("", ""), Conditions(length=1))
    return render(request, "app/offline.html", {"languages": languages, "sheet": sheet})


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest with the name and icons of the app."""
    icons = [
        {
            "src": static(f"videau/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in _ICON_SIZES
        for purpose in ("any", "maskable")
    ]
    vector_icon = {"src": static("videau/cube.svg"), "sizes": "any", "type": "image/svg+xml"}
    content = {
        "id": "/",
        "name": f"Videau · {_('Tournament desk for backgammon')}",
        "short_name": "Videau",
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": reverse("my_matches"),
        "scope": "/",
        "display": "standalone",
        "background_color": _FELT,
        "theme_color": _FELT,
        "icons": [vector_icon, *icons],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@cache
def _version() -> str:
    """Return a digest of all files cached on a phone, so that an upgrade replaces them."""
    digest = hashlib.sha256()
    for name in _KEPT_FILES:
        path = finders.find(name)
        digest.update(static(name).encode() + (Path(path).read_bytes() if path else b""))
    templates = Path(settings.BASE_DIR) / "templates"
    for pattern in (
        "app/*",
        "matches/_sheet*",
        "matches/_game*",
        "desk/_board_offline*",
        "desk/_board_stand*",
    ):
        for page in sorted(templates.glob(pattern)):
            digest.update(page.read_bytes())
    return digest.hexdigest()[:16]
