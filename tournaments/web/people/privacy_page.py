"""The page that says in plain words what is stored about people, and who reads it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import PRIVACY_TEXT, PRIVACY_TEXT_DAY


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the page, with the contact that the operator names."""
    context = {
        "section": "",
        "operator": settings.OPERATOR_CONTACT,
        "text": PRIVACY_TEXT,
        "text_day": PRIVACY_TEXT_DAY,
    }
    return render(request, "people/privacy.html", context)
