"""Permissions of the officers of a tournament: directors draw and rule, the desk registers."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from matches.models import Audience, Dispute, Match, Penalty, show_to
from matches.queries import is_on_committee
from tournaments.models import (
    AccessLink,
    Announcement,
    CashBox,
    Claim,
    Draw,
    EmergencyPaper,
    Entrant,
    Event,
    Fee,
    LedgerLine,
    Stage,
    Table,
    Tournament,
)

from .accounts import require_second_factor
from .viewing import (
    by_uid,
    dispute_in_sight,
    draw_to_see,
    entrant_to_see,
    event_to_see,
    match_to_see,
    only,
    refusal,
    seen,
    stage_to_see,
    tournament_to_see,
)
from .visitor import Visitor, tournament_of

_tables_of = by_uid(Table, "tournament")
_cash_boxes_of = by_uid(CashBox, "tournament")
_fees_of = by_uid(Fee, "event__tournament")
_lines_of = by_uid(LedgerLine, "tournament", "entrant__side", "entrant__event__tournament", "fee", "box")
_emergency_papers_of = by_uid(EmergencyPaper, "tournament")
_announcements_of = by_uid(Announcement, "tournament")
_links_of = by_uid(AccessLink, "tournament", "event", "player")
_claims_of = by_uid(Claim, "tournament", "player", "account")


def tournament_to_direct(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament, for the owner and directors of the tournament."""
    return _directed(visitor, tournament_to_see(visitor, uid))


def event_to_direct(visitor: Visitor, uid: str) -> Event:
    """Return the event with its tournament, for the owner and directors of the tournament."""
    event = event_to_see(visitor, uid)
    _directed(visitor, event.tournament)
    return event


def evening_to_direct(visitor: Visitor, uid: str) -> Event:
    """Return the event for the page of its evening, for the owner and directors, who read full names there."""
    event = event_to_direct(visitor, uid)
    show_to(Audience.HALL)
    return event


def stage_to_direct(visitor: Visitor, uid: str) -> Stage:
    """Return the stage with its event and tournament, for the owner and directors of the tournament."""
    stage = stage_to_see(visitor, uid)
    _directed(visitor, stage.event.tournament)
    return stage


def draw_to_direct(visitor: Visitor, uid: str) -> Draw:
    """Return the draw with its stage, event and tournament, for the owner and directors of the tournament."""
    draw = draw_to_see(visitor, uid)
    _directed(visitor, tournament_of(draw))
    return draw


def match_to_direct(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for the owner and directors of the tournament; the action refuses players of the match."""
    match = match_to_see(visitor, uid)
    _directed(visitor, tournament_of(match))
    return match


def match_to_enter(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for the officers who may enter slips signed by both sides."""
    match = match_to_see(visitor, uid)
    _entering(visitor, tournament_of(match))
    return match


def event_to_enter(visitor: Visitor, uid: str) -> Event:
    """Return the event with its tournament, for the officers who may enter slips signed by both sides."""
    event = event_to_see(visitor, uid)
    _entering(visitor, event.tournament)
    return event


def tournament_to_enter(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament, for the officers who may enter slips signed by both sides."""
    return _entering(visitor, tournament_to_see(visitor, uid))


def tournament_to_desk(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament, for the officers of the tournament."""
    return _desked(visitor, tournament_to_see(visitor, uid))


def event_to_desk(visitor: Visitor, uid: str) -> Event:
    """Return the event with its tournament, for the officers of the tournament."""
    event = event_to_see(visitor, uid)
    _desked(visitor, event.tournament)
    return event


def stage_to_desk(visitor: Visitor, uid: str) -> Stage:
    """Return the stage with its event and tournament, for the officers of the tournament."""
    stage = stage_to_see(visitor, uid)
    _desked(visitor, stage.event.tournament)
    return stage


def entrant_to_desk(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant with its side, event and tournament, for the officers of the tournament."""
    entrant = entrant_to_see(visitor, uid)
    _desked(visitor, entrant.event.tournament)
    return entrant


def match_to_desk(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for the officers of its tournament."""
    match = match_to_see(visitor, uid)
    _desked(visitor, tournament_of(match))
    return match


def table_to_desk(visitor: Visitor, uid: str) -> Table:
    """Return the table with its tournament, for the officers of the tournament."""
    table = only(_tables_of(uid))
    _desked(visitor, seen(visitor, table.tournament))
    return table


def cash_box_to_desk(visitor: Visitor, uid: str) -> CashBox:
    """Return the cash box with its tournament, for the officers of the tournament."""
    box = only(_cash_boxes_of(uid))
    _desked(visitor, seen(visitor, box.tournament))
    return box


def emergency_paper_to_desk(visitor: Visitor, uid: str) -> EmergencyPaper:
    """Return the emergency paper with its tournament, for the officers of the tournament."""
    paper = only(_emergency_papers_of(uid))
    _desked(visitor, seen(visitor, paper.tournament))
    return paper


def fee_to_direct(visitor: Visitor, uid: str) -> Fee:
    """Return the fee with its event and tournament, for the owner and directors of the tournament."""
    fee = only(_fees_of(uid))
    _directed(visitor, seen(visitor, fee.event.tournament))
    return fee


def line_to_desk(visitor: Visitor, uid: str) -> LedgerLine:
    """Return the ledger line with its entrant, event and tournament, for the officers of the tournament."""
    line = only(_lines_of(uid))
    _desked(visitor, seen(visitor, line.tournament))
    return line


def announcement_to_desk(visitor: Visitor, uid: str) -> Announcement:
    """Return the announcement with its tournament, for the officers of the tournament."""
    announcement = only(_announcements_of(uid))
    _desked(visitor, seen(visitor, announcement.tournament))
    return announcement


def link_to_desk(visitor: Visitor, uid: str) -> AccessLink:
    """Return the private link with its tournament and event, for the officers of the tournament."""
    link = only(_links_of(uid))
    _desked(visitor, seen(visitor, link.tournament))
    return link


def claim_to_desk(visitor: Visitor, uid: str) -> Claim:
    """Return the claim with its player and tournament, for the officers of the tournament."""
    claim = only(_claims_of(uid))
    _desked(visitor, seen(visitor, claim.tournament))
    return claim


def claim_to_direct(visitor: Visitor, uid: str) -> Claim:
    """Return the claim with its player and tournament, for the owner and directors of the tournament."""
    claim = claim_to_desk(visitor, uid)
    _directed(visitor, claim.tournament)
    return claim


def penalty_to_direct(visitor: Visitor, uid: str) -> Penalty:
    """Return the penalty with its match, for the owner and directors of the tournament."""
    penalty = get_object_or_404(Penalty, uid=uid)
    penalty.match = match_to_direct(visitor, penalty.match.uid)
    return penalty


def entrant_to_direct(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant with its side, event and tournament, for the owner and directors of the tournament."""
    entrant = entrant_to_see(visitor, uid)
    _directed(visitor, entrant.event.tournament)
    return entrant


def dispute_to_rule(visitor: Visitor, uid: str) -> Dispute:
    """Return the dispute with its match, for the owner and directors of the tournament; the action refuses players of the match."""
    dispute = dispute_in_sight(visitor, uid)
    _directed(visitor, tournament_of(dispute))
    return dispute


def dispute_to_judge(visitor: Visitor, uid: str) -> Dispute:
    """Return the dispute with its match, for the owner, the directors and the committee of the dispute."""
    dispute = dispute_in_sight(visitor, uid)
    tournament = tournament_of(dispute)
    player = visitor.player_in(tournament)
    if not visitor.may_direct(tournament) and not is_on_committee(player, dispute):
        raise refusal(visitor, tournament)
    require_second_factor(visitor, tournament)
    return dispute


def _directed(visitor: Visitor, tournament: Tournament) -> Tournament:
    if not visitor.may_direct(tournament):
        raise refusal(visitor, tournament, office_needed=True)
    require_second_factor(visitor, tournament)
    return tournament


def _desked(visitor: Visitor, tournament: Tournament) -> Tournament:
    if not visitor.may_desk(tournament):
        raise refusal(visitor, tournament, office_needed=True)
    require_second_factor(visitor, tournament)
    return tournament


def _entering(visitor: Visitor, tournament: Tournament) -> Tournament:
    if not visitor.may_enter_slips(tournament):
        raise refusal(visitor, tournament, office_needed=True)
    require_second_factor(visitor, tournament)
    return tournament
