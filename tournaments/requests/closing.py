"""The closing of events and tournaments."""

from __future__ import annotations

from django.conf import settings

from .fields import Maybe, Request, choice, email, flag, text


class ClosingRequest(Request):
    """Whether to close although something is open, and why."""

    anyway: Maybe[bool] = flag("Close although something is to be settled; else 409 `still_open`.")
    reason: Maybe[str] = text(
        "Needed with `anyway` where something is open.", max_length=500, allow_blank=True
    )


class FinalPageRequest(Request):
    """To whom the final page of an event is mailed."""

    to_players: Maybe[bool] = flag(
        "To each player of the event with an address, in the own language; yes when absent."
    )
    address: Maybe[str] = email("One address more, as of a federation.", allow_blank=True)
    language: Maybe[str] = choice("Of the page for that address.", choices=settings.LANGUAGES)
