"""What the pages have in common that answer a question to a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tournaments.models import RatingList
from tournaments.web.frame.pages import Crumb


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person whom a search offers, and the address that adds them."""

    name: str
    rating: str
    url: str


def question_page(
    request: HttpRequest,
    rating_list: RatingList,
    template: str,
    context: dict[str, Any],
    *,
    heading: str,
    status: int = 200,
) -> HttpResponse:
    """Show the answer, or the refusal in the context with a link to another question."""
    federation = rating_list.federation
    shared = {
        "list": rating_list,
        "federation": federation,
        "heading": heading,
        "crumbs": [
            Crumb(federation.name, reverse("federation", args=[federation.uid])),
            Crumb(rating_list.name),
            Crumb(heading),
        ],
    }
    with timezone.override(federation.time_zone):
        return render(request, template, {**shared, **context}, status=status)
