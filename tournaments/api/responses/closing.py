"""What is open in an event or a tournament when it is closed."""

from __future__ import annotations

from datetime import datetime

from tournaments.actions.events.final_page import FinalPageRound
from tournaments.api.response import Response, of
from tournaments.queries.closing.matters import MatterCode, OpenMatter, Weight
from tournaments.queries.closing.words import matter_words


class OpenMatterResponse(Response, row=OpenMatter):
    """Something open: `settle` stands in the way of the closing, which ends what is `cleared`; `later` may follow."""

    code: MatterCode
    weight: Weight
    count: int = of("number")
    names: list[str] = of(words="Of the matches, entrants or stages concerned.")
    amount: int | None = of(
        words="In the smallest unit of the tournament's currency; null where no money is meant."
    )
    detail: str = of(get=matter_words, words="In the language of the request.")


class EventClosingResponse(Response):
    """What is open in an event; `is_ready` where nothing stands in the way of its closing."""

    event: str
    name: str
    closed_at: datetime | None
    is_ready: bool
    matters: list[OpenMatterResponse]


class TournamentClosingResponse(Response):
    """What is open in a tournament, by event; `is_ready` where nothing stands in the way of its closing."""

    tournament: str
    closed_at: datetime | None
    is_ready: bool
    events: list[EventClosingResponse]


class PlacesToldResponse(Response):
    """How many entrants were told their places."""

    entrants: int


class FinalPageMailedResponse(Response, row=FinalPageRound):
    """How many mails with the final page are under way."""

    mails: int
    earlier: int = of(words="How many have had just this page before, and get it no second time.")


def event_closing_shown(
    uid: str, name: str, closed_at: datetime | None, matters: tuple[OpenMatter, ...]
) -> dict[str, object]:
    """Return what is open in an event, as the API shows it."""
    is_ready = all(matter.weight is not Weight.SETTLE for matter in matters)
    return {"event": uid, "name": name, "closed_at": closed_at, "is_ready": is_ready, "matters": matters}
