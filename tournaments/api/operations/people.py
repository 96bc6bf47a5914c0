"""How people are named in public: by themselves, and at the desk."""

from __future__ import annotations

from typing import Any

from matches.models import Player
from tournaments import access
from tournaments.actions.people import consents, publicity
from tournaments.actions.people.publicity import Publicity
from tournaments.api.naming import player_of_entrant
from tournaments.api.operation import Invocation, Operation, operation
from tournaments.api.responses.people import ConsentResponse, PublicNameResponse
from tournaments.models import Consent, Entrant
from tournaments.requests.fields import NothingRequest
from tournaments.requests.people import PlayerPublicNameRequest, PublicNameRequest


def _wish(player: Player, values: dict[str, Any]) -> Publicity:
    """Return what a person wishes: these values, and of everything else what was chosen before."""
    before = Publicity.of(player)
    present = {name: getattr(before, name) for name in Publicity.__slots__}
    return Publicity(**present | values)


@operation("POST me/public-name/", access.own_name, publicity.choose, PublicNameResponse)
def my_public_name_choose(use: Invocation[Player, PublicNameRequest]) -> Player:
    """Choose your public name, for past and future pages."""
    player = use.row.current
    return publicity.choose(player, _wish(player, use.body.given()), by=use.row, origin=use.origin)


@operation(
    "POST entrants/<slug:uid>/public-name/", access.entrant_to_desk, publicity.choose_for, PublicNameResponse
)
def entrant_public_name(use: Invocation[Entrant, PlayerPublicNameRequest]) -> Player:
    """Choose the public name of a player without an account, at the desk."""
    values = use.body.given()
    player = player_of_entrant(use.row, values.pop("player")).current
    return publicity.choose_for(player, use.row.event.tournament, _wish(player, values), by=use.by)


@operation("POST me/consents/", access.own_name, consents.give, list[ConsentResponse])
def my_consent_give(use: Invocation[Player, NothingRequest]) -> list[Consent]:
    """Agree to the text on privacy that is shown now."""
    return consents.give(use.row, by=use.row, origin=use.origin)


@operation("POST me/consents/withdraw/", access.own_name, consents.withdraw, list[ConsentResponse])
def my_consent_withdraw(use: Invocation[Player, NothingRequest]) -> list[Consent]:
    """Withdraw what you have agreed to: initials stand for your name, and your page of results closes."""
    return consents.withdraw(use.row, by=use.row, origin=use.origin)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    my_public_name_choose,
    entrant_public_name,
    my_consent_give,
    my_consent_withdraw,
)
