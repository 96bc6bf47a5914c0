"""A federation with a row in each of its tables."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from tests import factories
from tournaments.actions.federations import clubs, frame, members, merging, sanctions
from tournaments.models import ClubKind, Federation, MembershipKind, OfficeKind


def larger_federation(code: str = "FFBG") -> Federation:
    """Officers in and out of office, clubs that were merged, memberships that ended, sanctions of every state."""
    federation = factories.federation(code)
    registrar = factories.officer(federation)
    ratings = factories.officer(federation, OfficeKind.RATING_OFFICER)
    factories.officer(federation, OfficeKind.AUDITOR)
    frame.end_office(federation.officers.get(kind=OfficeKind.AUDITOR), by=None)
    frame.change_federation(federation, by=None, site="https://example.org/")
    nantes = clubs.add_club(
        federation, by=registrar, name="Backgammon Nantes", city="Nantes", other_names=["BG Nantes"]
    )
    north = clubs.add_club(federation, by=registrar, name="Club du Nord", kind=ClubKind.NATIONAL)
    south = clubs.add_club(federation, by=registrar, name="Sud")
    clubs.merge_clubs(south, nantes, by=registrar)
    for person, club in ((factories.player("Ann"), nantes), (factories.player("Ben"), None)):
        member = members.give_number(federation, person, by=registrar, number=f"FR-{person.pk}")
        members.add_membership(
            member, by=registrar, starts_on=date(2025, 1, 1), ends_on=date(2025, 12, 31), club=north
        )
        members.add_membership(
            member, by=registrar, starts_on=date(2026, 1, 1), kind=MembershipKind.YOUTH, club=club
        )
    _duplicates(federation)
    for number in range(4):
        event = factories.event()
        director = factories.owner(event.tournament)
        sanction = sanctions.request_sanction(event, federation, by=director)
        if number == 1:
            sanctions.grant_sanction(sanction, by=ratings, event_class="Main", weight=Decimal("1.5"))
        elif number == 2:
            sanctions.refuse_sanction(sanction, by=ratings, reason="Too late.")
        elif number == 3:
            sanctions.withdraw_sanction(sanction, by=director)
    return federation


def _duplicates(federation: Federation) -> None:
    """A merge, a merge of a merge, one that was undone, and two who are two people."""
    ann, anne, annie, bob, rob = (
        factories.member(federation, factories.player(name)).player
        for name in ("Ann Lee", "Anne Lee", "Annie Lee", "Bob Ray", "Rob Ray")
    )
    merging.merge_players(federation, annie, into=anne, by=None)
    merging.merge_players(federation, anne, into=ann, by=None)
    merging.undo_merge(merging.merge_players(federation, bob, into=rob, by=None), by=None)
    merging.tell_apart(federation, bob, other=rob, by=None)
