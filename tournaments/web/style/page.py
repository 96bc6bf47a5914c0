"""The style page: every token and every part of the pages in its states, for whoever designs; while debugging alone."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from . import samples, tokens


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """The tokens as the style sheet has them, and the parts from their own templates; 404 unless debugging."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "style.html", {"schemes": tokens.schemes(), **tokens.scales(), **samples.parts()})
