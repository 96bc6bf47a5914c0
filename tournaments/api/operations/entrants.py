"""Entrants: entry, check-in, withdrawal and re-entry."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from rest_framework.exceptions import ErrorDetail, ValidationError

from tournaments import access
from tournaments.actions.draws import attendance, byes, lobby
from tournaments.actions.entrants import (
    arrivals,
    asking,
    entry_rules,
    qualifying,
    reentry,
    registration,
    together,
    waiting_list,
)
from tournaments.actions.events import reentry_rule
from tournaments.actions.people.publicity import NO_WISH, Publicity
from tournaments.api.naming import named, players_meant, with_players
from tournaments.api.operation import Invocation, Operation, at, impact_of, operation
from tournaments.api.reads.tournaments import qualification_shown
from tournaments.api.responses.entrants import AbsencesResponse, EntrantResponse
from tournaments.api.responses.links import CheckedInResponse
from tournaments.api.responses.lobby import LobbyResponse, QualificationResponse
from tournaments.api.responses.reentry import ReEntryResponse
from tournaments.models import Entrant, Event, Purpose, StageEntry, Via
from tournaments.queries.entrants.lobby import lobby_of
from tournaments.queries.hall.desk import other_entries
from tournaments.requests.entrants import (
    AbsencesRequest,
    ByeLotsRequest,
    EntrantRequest,
    PlaysOnRequest,
    PromotionRequest,
    ReasonRequest,
    ReEntryRequest,
    WithdrawalRequest,
)
from tournaments.requests.events import FreedRequest, QualifiedRequest, StartRequest, TargetRequest
from tournaments.requests.fields import NothingRequest
from tournaments.requests.sides import RegistrationRequest


@operation(
    "POST events/<slug:uid>/entrants/",
    access.event_to_desk,
    registration.enter,
    EntrantResponse,
    status=201,
    location=at("entrant"),
)
@transaction.atomic
def entrant_enter(use: Invocation[Event, EntrantRequest]) -> Entrant:
    """Enter one side at the desk: its players by id, or by name for new ones."""
    values = use.body.given()
    return registration.enter(
        use.row,
        by=use.by,
        players=players_meant(values, of=use.row.tournament),
        name=values.get("name", ""),
        via=Via.API,
        force_alternate=use.body.is_alternate,
        let_in=values.get("let_in", ""),
    )


@operation(
    "POST events/<slug:uid>/registration/",
    access.event_to_register,
    registration.register_self,
    EntrantResponse,
    status=201,
    others=(registration.register_by_link,),
    location=at("entrant"),
)
def event_register(use: Invocation[Event, RegistrationRequest]) -> Entrant:
    """Enter the player who asks, with the partners they name, where registration is open or its link is held."""
    values, link = use.body.given(), use.visitor.link
    newcomer, email = values.pop("newcomer", ""), values.pop("email", "")
    agrees = values.pop("agrees", False)
    wish = Publicity(**{name: values.pop(name) for name in Publicity.__slots__ if name in values})
    if wish != NO_WISH and use.by is not None:
        words = gettext("A known player chooses this under me/public-name/.")
        raise ValidationError({"public_as": [ErrorDetail(words, code="not_a_newcomer")]})
    if link is None or link.purpose != Purpose.REGISTER or link.event_id != use.row.pk:
        return registration.register_self(use.row, by=use.by, origin=use.origin, **values)
    if use.by is None and not newcomer:
        words = gettext("Say who registers.")
        raise ValidationError({"newcomer": [ErrorDetail(words, code="required")]})
    if use.by is None:
        access.count_newcomer(use.http)
    return registration.register_by_link(
        link,
        by=use.visitor.account,
        name=newcomer,
        email=email,
        partners=values.get("partners", ()),
        team=values.get("name", ""),
        wish=wish,
        agrees=agrees,
    )


@operation(
    "POST entrants/<slug:uid>/withdraw/",
    access.entrant_to_withdraw,
    together.withdraw_from_all,
    EntrantResponse,
    others=(registration.withdraw,),
)
def entrant_withdraw(use: Invocation[Entrant, WithdrawalRequest]) -> Entrant:
    """Let the entrant leave: before the draw the place is free, after it the matches are walkovers.

    Who leaves for home names the entries in other events with `also`: all are left, or none.
    """
    values = use.body.given()
    uids = dict.fromkeys(values.pop("also", ()))
    also = [named(other_entries(use.row), uid, field="also") for uid in uids]
    return together.withdraw_from_all(use.row, by=use.by, also=also, origin=use.origin, **values)


@operation(
    "POST entrants/<slug:uid>/absences/", access.entrant_to_withdraw, attendance.miss, AbsencesResponse
)
def entrant_absences(use: Invocation[Entrant, AbsencesRequest]) -> StageEntry:
    """Set the rounds of a stage that the entrant misses; those paired already stay."""
    stage = named(use.row.event.stages.all(), use.body.stage, field="stage")
    return attendance.miss(stage, entrant=use.row, rounds=use.body.rounds, by=use.by, origin=use.origin)


@operation(
    "POST events/<slug:uid>/qualifying/",
    access.event_to_direct,
    qualifying.set_target,
    QualificationResponse,
    show=lambda _use, event: qualification_shown(event),
)
def event_qualifies_for(use: Invocation[Event, TargetRequest]) -> Event:
    """Say which event of the tournament this one qualifies for, how many places, and whether it pays the entry."""
    others, uid = Event.objects.filter(tournament=use.row.tournament_id), use.body.target
    target = None if uid is None else named(others, uid, field="target")
    return qualifying.set_target(use.row, by=use.by, **use.body.given() | {"target": target})


@operation(
    "POST events/<slug:uid>/qualified/",
    access.event_to_direct,
    qualifying.enter_qualified,
    list[EntrantResponse],
)
def event_enter_qualified(use: Invocation[Event, QualifiedRequest]) -> list[Entrant]:
    """Enter entrants of a complete qualifier in the other event, and list them as they are there."""
    own = Entrant.objects.filter(event=use.row)
    qualifiers = [named(own, uid, field="entrants") for uid in use.body.given().get("entrants", ())]
    entrants = qualifying.enter_qualified(use.row, by=use.by, entrants=qualifiers)
    rows = Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants])
    return list(with_players(rows).order_by("pk"))


_PROMOTE = Operation(
    "entrant_promote",
    "POST entrants/<slug:uid>/promote/",
    access.entrant_to_desk,
    waiting_list.promote,
    PromotionRequest,
    EntrantResponse,
    "Give a free place to an alternate, out of turn, before the draw; one kept for qualifiers only if told so.",
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    entrant_enter,
    event_register,
    Operation(
        "entrant_let_in",
        "POST entrants/<slug:uid>/let-in/",
        access.entrant_to_direct,
        entry_rules.let_in,
        ReasonRequest,
        EntrantResponse,
        "Let an entrant in, with a reason, to whom the division is closed by now.",
    ),
    Operation(
        "entrant_check_in",
        "POST entrants/<slug:uid>/check-in/",
        access.entrant_to_desk,
        arrivals.check_in,
        NothingRequest,
        EntrantResponse,
        "Note that the entrant is there; again changes nothing.",
    ),
    Operation(
        "entrant_undo_check_in",
        "POST entrants/<slug:uid>/undo-check-in/",
        access.entrant_to_desk,
        arrivals.undo_check_in,
        NothingRequest,
        EntrantResponse,
        "Take back that the entrant is there.",
    ),
    Operation(
        "entrant_agree",
        "POST entrants/<slug:uid>/agree/",
        access.entrant_to_withdraw,
        asking.agree,
        NothingRequest,
        EntrantResponse,
        "Agree to an entry that another player has made; `withdraw/` declines it.",
    ),
    entrant_withdraw,
    impact_of(
        entrant_withdraw,
        "Show what would follow if the entrant left; nothing is written.",
        about=lambda use: use.row,
    ),
    _PROMOTE,
    impact_of(
        _PROMOTE,
        "Show what would follow if the alternate got a place; nothing is written.",
        about=lambda use: use.row,
    ),
    Operation(
        "entrant_plays_on",
        "POST entrants/<slug:uid>/plays-on/",
        access.entrant_to_withdraw,
        attendance.play_on,
        PlaysOnRequest,
        EntrantResponse,
        "Say whether the entrant plays in the stages for losers.",
    ),
    entrant_absences,
    Operation(
        "entrant_return",
        "POST entrants/<slug:uid>/return/",
        access.entrant_to_withdraw,
        registration.return_,
        NothingRequest,
        EntrantResponse,
        "Let the entrant come back, which is possible before the draw.",
    ),
    Operation(
        "event_set_reentry",
        "POST events/<slug:uid>/reentry/",
        access.event_to_direct,
        reentry_rule.set_rule,
        ReEntryRequest,
        ReEntryResponse,
        "Set the rule; whoever is back already stays.",
    ),
    Operation(
        "entrant_come_back",
        "POST entrants/<slug:uid>/come-back/",
        access.entrant_to_withdraw,
        reentry.come_back,
        NothingRequest,
        EntrantResponse,
        "Enter the players of an entrant who lost once more; again answers the same entrant.",
        status=201,
        location=at("entrant"),
    ),
    Operation(
        "entrant_bye_lots",
        "POST entrants/<slug:uid>/bye-lots/",
        access.entrant_to_desk,
        byes.set_lots,
        ByeLotsRequest,
        EntrantResponse,
        "Set how many lots an entrant has in the draw for byes.",
    ),
    Operation(
        "event_start",
        "POST events/<slug:uid>/lobby/",
        access.event_to_direct,
        lobby.set_start,
        StartRequest,
        LobbyResponse,
        "Let the event start when full, or not; it starts at once where it is full.",
        show=lambda _use, event: lobby_of(event),
    ),
    event_qualifies_for,
    event_enter_qualified,
    Operation(
        "event_free_places",
        "POST events/<slug:uid>/freed-places/",
        access.event_to_direct,
        qualifying.free_places,
        FreedRequest,
        QualificationResponse,
        "Say how many of its places the event gives up in the other one; 0 keeps them all again.",
        show=lambda _use, event: qualification_shown(event),
    ),
    Operation(
        "event_check_in",
        "POST events/<slug:uid>/check-in/",
        access.event_to_desk,
        arrivals.check_everybody_in,
        NothingRequest,
        CheckedInResponse,
        "Note that all who have a place are there, as after a roll call.",
        show=lambda _use, number: {"checked_in": number},
    ),
)
