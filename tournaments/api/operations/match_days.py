"""The dates and places of a league's match days."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tournaments import access
from tournaments.actions.draws.home_right import exchange_home
from tournaments.actions.draws.match_days import set_match_days
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.reads.stages import match_days_of
from tournaments.api.responses.leagues import MatchDaysResponse
from tournaments.models import Stage, StoredMatchDay
from tournaments.requests.draws import HomeExchangeRequest, MatchDaysRequest


def _days(use: Invocation[Stage, Any], _outcome: object) -> dict[str, Any]:
    use.row.refresh_from_db(fields=["match_days"])
    return match_days_of(use.row)


@operation(
    "POST stages/<slug:uid>/match-days/",
    access.stage_to_direct,
    set_match_days,
    MatchDaysResponse,
    show=_days,
)
def stage_set_match_days(use: Invocation[Stage, MatchDaysRequest]) -> object:
    """Set the dates and places of rounds and encounters of a league; players of moved encounters are told."""
    present = {day.place: day for day in use.row.stored_match_days}
    days = []
    for values in use.body.days:
        place = values["round"], values.get("slot")
        changes = {name: values[name] for name in ("at", "venue") if name in values}
        days.append(replace(present.get(place, StoredMatchDay(*place)), **changes))
    return set_match_days(use.row, by=use.by, days=days)


@operation(
    "POST stages/<slug:uid>/home-exchange/",
    access.stage_to_direct,
    exchange_home,
    MatchDaysResponse,
    show=_days,
)
def stage_exchange_home(use: Invocation[Stage, HomeExchangeRequest]) -> object:
    """Exchange home and away in one encounter of a league; its players are told."""
    return exchange_home(use.row, by=use.by, round=use.body.round, slot=use.body.slot)


OPERATIONS: tuple[Operation[Any, Any], ...] = (stage_set_match_days, stage_exchange_home)
