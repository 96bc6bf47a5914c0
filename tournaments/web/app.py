"""What makes a web app of the pages: the manifest, the service worker, and the page it shows without a network."""

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

# What the page without a network needs. Nobody's own pages are ever among what a phone keeps.
_KEPT_FILES = (
    "videau/vendor/pico-2.1.1.min.css",
    "videau/tokens.css",
    "videau/videau.css",
    "videau/play.css",
    "videau/videau.js",
    "videau/cube.svg",
    "django_htmx/htmx-2.min.js",
)
_ICON_SIZES = (192, 512)
_FELT = "#12382a"


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps static files and the page for lost connections on the phone.

    It stands at the root, because a service worker sees no address above its own.
    """
    context = {"version": _version(), "files": [static(name) for name in _KEPT_FILES]}
    return render(request, "app/sw.js", context, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """What a phone shows without a network: in every language, that of the reader first.

    Of a scoresheet that is kept on the phone it shows the games: the form stands
    on the page, and names and games come from the phone.
    """
    own = get_language()
    languages = sorted((code for code, _name in settings.LANGUAGES), key=lambda code: code != own)
    sheet = Scoresheet(("", ""), Conditions(length=1))
    return render(request, "app/offline.html", {"languages": languages, "sheet": sheet})


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """How the app calls itself on the phone, and with which pictures."""
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
    drawn = {"src": static("videau/cube.svg"), "sizes": "any", "type": "image/svg+xml"}
    described = {
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
        "icons": [drawn, *icons],
    }
    return JsonResponse(described, content_type="application/manifest+json")


@cache
def _version() -> str:
    """A digest of everything that a phone keeps, so that an upgrade replaces it."""
    digest = hashlib.sha256()
    for name in _KEPT_FILES:
        path = finders.find(name)
        digest.update(static(name).encode() + (Path(path).read_bytes() if path else b""))
    templates = Path(settings.BASE_DIR) / "templates"
    for pattern in ("app/*", "matches/_sheet*", "matches/_game*"):
        for page in sorted(templates.glob(pattern)):
            digest.update(page.read_bytes())
    return digest.hexdigest()[:16]
