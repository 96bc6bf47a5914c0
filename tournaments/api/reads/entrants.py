"""Entrants: players, balance, links and possible challenges."""

from __future__ import annotations

from typing import Any

from matches.models import Player, rows_of_persons
from tournaments import access
from tournaments.actions.entrants import reentry
from tournaments.actions.events.problems import problem_words
from tournaments.api.reading import Look, reads
from tournaments.api.responses.claims import ClaimResponse
from tournaments.api.responses.desk import AvailabilityResponse
from tournaments.api.responses.entrants import EntrantResponse, OtherEntryResponse
from tournaments.api.responses.leagues import ReachResponse
from tournaments.api.responses.links import PrivateLinkResponse
from tournaments.api.responses.money import EntrantSplitResponse, LedgerResponse
from tournaments.api.responses.reentry import ComingBackResponse
from tournaments.errors.entrants import NoReEntry
from tournaments.formats import ByChallenge
from tournaments.models import AccessLink, Availability, Entrant, Purpose
from tournaments.queries.entrants.challenges import within_reach
from tournaments.queries.entrants.reentry import reentry_of
from tournaments.queries.hall.desk import other_entries
from tournaments.queries.money import ledger
from tournaments.queries.money.prizes import prizes_of
from tournaments.queries.money.split_claims import own_split
from tournaments.queries.people.claims import claims_in
from tournaments.queries.state import event_states

from .tournaments import valid_links


@reads("entrants/<slug:uid>/", access.entrant_to_see, EntrantResponse)
def entrant(row: Entrant, _look: Look) -> Entrant:
    """Show the entrant with its players."""
    return row


@reads(
    "entrants/<slug:uid>/other-entries/", access.entrant_to_withdraw, list[OtherEntryResponse], has_etag=False
)
def entrant_other_entries(row: Entrant, _look: Look) -> Any:
    """List the entries of the same players in other events of the tournament that are not over."""
    return other_entries(row)


@reads("entrants/<slug:uid>/links/", access.entrant_to_desk, list[PrivateLinkResponse], has_etag=False)
def entrant_links(row: Entrant, _look: Look) -> Any:
    """List the links of its players that are valid in the tournament, the newest first."""
    links = AccessLink.objects.filter(tournament=row.event.tournament, player__entries__entrant=row)
    return valid_links(links.filter(purpose=Purpose.PLAYER))


@reads("entrants/<slug:uid>/claims/", access.entrant_to_desk, list[ClaimResponse], has_etag=False)
def entrant_claims(row: Entrant, _look: Look) -> Any:
    """List the codes that were made for its players in the tournament, the newest first."""
    players = Player.objects.filter(entries__entrant=row).values_list("pk", flat=True)
    return claims_in(row.event.tournament, list(players))


@reads("entrants/<slug:uid>/ledger/", access.entrant_to_withdraw, LedgerResponse, has_etag=False)
def entrant_ledger(row: Entrant, _look: Look) -> LedgerResponse:
    """Show what the entrant owes and has paid, for its own players and the desk."""
    return ledger_shown(row)


@reads("entrants/<slug:uid>/reach/", access.entrant_to_see, list[ReachResponse])
def entrant_reach(row: Entrant, _look: Look) -> list[ReachResponse]:
    """List for each ladder of the event whom the entrant may challenge now."""
    return [
        ReachResponse(stage=state.stage.uid, within_reach=list(within_reach(state, row.uid)))
        for state in event_states(row.event)
        if isinstance(state.format, ByChallenge)
    ]


@reads(
    "entrants/<slug:uid>/availability/",
    access.entrant_to_withdraw,
    list[AvailabilityResponse],
    has_etag=False,
)
def entrant_availability(row: Entrant, _look: Look) -> Any:
    """List the availability of the entrant's players; those without a limit are not in it."""
    persons = [player.person_key for player in Player.objects.filter(entries__entrant=row)]
    rows = Availability.objects.filter(tournament=row.event.tournament, player__in=rows_of_persons(persons))
    return rows.select_related("player").order_by("pk")


@reads("entrants/<slug:uid>/come-back/", access.entrant_to_withdraw, ComingBackResponse, has_etag=False)
def entrant_coming_back(row: Entrant, _look: Look) -> ComingBackResponse:
    """Show what a re-entry costs, and the reasons that rule it out now."""
    chance = reentry_of(row)
    if chance is None:
        raise NoReEntry(event=row.event.name)
    problems = reentry.refusals_of(row, chance)
    refusals = [{"code": problem.code, "detail": problem_words([problem])} for problem in problems]
    return ComingBackResponse.from_row(chance, refusals=refusals)


@reads("entrants/<slug:uid>/prize-split/", access.entrant_to_split, EntrantSplitResponse, has_etag=False)
def entrant_split(row: Entrant, _look: Look) -> EntrantSplitResponse:
    """Show with whom the entrant can share its prizes, and the splits proposed to it."""
    return split_shown(row)


def split_shown(row: Entrant) -> EntrantSplitResponse:
    """Return with whom an entrant can share its prizes, and the splits that concern it."""
    own = own_split(row)
    offers = [
        {"amounts": one.split.to_dict(), "agreed": [*one.agreed], "is_agreed": one.is_agreed}
        for one in own.offers
    ]
    return EntrantSplitResponse.from_row(
        own, currency=row.event.tournament.currency, partners=dict(own.partners), offers=offers
    )


def ledger_shown(row: Entrant) -> LedgerResponse:
    """Return the account of an entrant: what it owes and what it has paid."""
    claim = prizes_of(row)
    return LedgerResponse.from_row(
        ledger.balance(row),
        currency=row.event.tournament.currency,
        lines=ledger.lines_of(row),
        prize=claim.amount,
        prize_paid=claim.paid,
        prize_due=claim.left,
        prize_over=0 if claim.overpaid is None else claim.overpaid.amount,
    )
