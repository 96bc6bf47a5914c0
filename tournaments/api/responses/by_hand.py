"""What a director has paired by hand, and the rules that it breaks."""

from __future__ import annotations

from typing import Any

from tournaments.actions.impact import HandImpact
from tournaments.api.response import Response, of
from tournaments.formats import HandKind
from tournaments.queries.draws.by_hand import Breach, HandLine, HandRound, HandView

from .impact import ImpactResponse


class HandOrderResponse(Response, row=HandLine):
    """An order of the director for a round: a pair, a bye, a round missed, or two who are kept apart."""

    kind: HandKind
    round: int = of(words="Of two kept apart, the first round.")
    entrants: list[str]
    names: list[str]
    points: int = of(words="For a round missed.")
    until: int | None = of(words="The last round of two kept apart; null for all.")
    everywhere: bool = of(words="Whether two are kept apart in all stages of the event.")


class BreachResponse(Response, row=Breach):
    """A rule that an order breaks, or what it leads to."""

    code: str
    data: dict[str, Any]
    text: str = of(words="In the language of the request.")


class HandRoundResponse(Response, row=HandRound):
    """A round that can be paired by hand, with the rules broken in it."""

    round: int
    breaches: list[BreachResponse]


class HandResponse(Response, row=HandView):
    """All orders of a stage, and the rounds that can be paired by hand."""

    orders: list[HandOrderResponse]
    rounds: list[HandRoundResponse]


class HandImpactResponse(Response, row=HandImpact):
    """What a pairing by hand would break and change; nothing has been written."""

    breaches: list[BreachResponse]
    impact: ImpactResponse
