"""Finishing positions of an event."""

from __future__ import annotations

from tournaments.api.response import Response, given, of
from tournaments.queries.draws.finish import FinishLine, StageFinish
from tournaments.queries.publicity import shown_uid

from .people import NumberResponse, SidePlayerResponse


class StageFinishResponse(Response, row=StageFinish):
    """The places of an entrant in a complete stage, or in its `group` of it, which all who are tied share."""

    stage: str = of("stage.uid")
    group: int | None = of(words="Null for the whole stage.")
    from_: int = of("first")
    to: int = of("last")
    derivation: str = of("words", "How the entrant came to them, in the language of the request.")


class FinisherResponse(SidePlayerResponse):
    """A player of an entrant, with every number in a federation by which everybody may find the person."""

    numbers: list[NumberResponse] = of(
        get=lambda person: (
            [] if person.public_name or shown_uid(person) is None else list(person.numbers.all())
        )
    )


class FinishResponse(Response, row=FinishLine):
    """The places of an entrant in the event, shared by all who have the same ones, and its results in the stages."""

    entrant: str
    players: list[FinisherResponse] = given("The players, in the order of the side.")
    from_: int = of("first")
    to: int = of("last")
    stages: list[StageFinishResponse]
