"""Archives of old results."""

from __future__ import annotations

from typing import Any

from tournaments.models import ArchiveKind, Confidence

from .fields import Maybe, Request, choice, file, text, uid


class ArchiveCheckRequest(Request):
    """A table of old results to be checked, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    kind: str = choice("What a line is.", choices=ArchiveKind.choices)


class ArchiveRequest(Request):
    """A table of old results, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    kind: str = choice("What a line is.", choices=ArchiveKind.choices)
    source: str = text("Where the results come from, for everybody to read.", max_length=200)
    confidence: Maybe[str] = choice(
        "How far the source is trusted; probable when absent.", choices=Confidence.choices
    )
    event_class: Maybe[str] = text("The class in which the events count as sanctioned.", max_length=40)


class ArchivePersonRequest(Request):
    """Who a person of an archive is here."""

    person: str = text("The `key` of the person: # and the number, or the name.", max_length=140)
    player: Maybe[str] = uid("The id of the player here; somebody new when absent.")
