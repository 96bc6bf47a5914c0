"""To whom of the entrants a division is closed, and who was let in."""

from __future__ import annotations

from tournaments.api.response import Response, of
from tournaments.eligibility import IneligibleReason
from tournaments.models import Event
from tournaments.queries.eligibility import entry_check, refusal_words


class ClosedToResponse(Response):
    """A reason why the division is closed to a player, in the language of the request."""

    player: str
    name: str
    refusal: IneligibleReason
    words: str


class EntryCheckResponse(Response):
    """An entrant to whom the division is closed, or who was let in."""

    entrant: str
    name: str
    let_in: str | None = of(words="Why a director let a player of it in; null where none did.")
    closed: list[ClosedToResponse] = of(words="The reasons that no director has set aside.")


def checks_shown(event: Event) -> list[EntryCheckResponse]:
    """Return the entrants in question who are in the event, in order of entry."""
    check = entry_check(event)
    keys = {*check.closed, *check.let_in}
    rows = event.entrants.filter(pk__in=keys, withdrawn_at=None).select_related("side").order_by("pk")
    return [
        EntryCheckResponse(
            entrant=entrant.uid,
            name=entrant.name,
            let_in=check.let_in.get(entrant.pk),
            closed=[
                ClosedToResponse(
                    player=one.player.uid,
                    name=one.player.name,
                    refusal=refusal.reason,
                    words=refusal_words(refusal),
                )
                for one in check.closed.get(entrant.pk, ())
                for refusal in one.refusals
            ],
        )
        for entrant in rows
    ]
