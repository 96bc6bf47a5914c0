"""A federation with a row in each of its tables."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from tests import factories
from tests.remembered import remembered
from tournaments.actions import invitations
from tournaments.actions.exchange import archives, result_files, submissions
from tournaments.actions.federations import (
    clubs,
    members,
    merge_proposals,
    merging,
    points_seasons,
    sanctions,
    setup,
)
from tournaments.actions.feed import judging
from tournaments.actions.lists import comparisons, keeping, publishing, uploading, variations
from tournaments.models import ClubKind, Federation, ListOrigin, MembershipKind, MergeProposal, OfficeKind
from tournaments.points import SCHEMES
from tournaments.queries.ratings.variations import VariationTerms


@remembered
def larger_federation(code: str = "FFBG") -> Federation:
    """Officers in and out of office, clubs that were merged, memberships that ended, sanctions of every state."""
    federation = factories.federation(code)
    registrar = factories.officer(federation)
    ratings = factories.officer(federation, OfficeKind.RATING_OFFICER)
    factories.officer(federation, OfficeKind.AUDITOR)
    setup.end_office(federation.officers.get(kind=OfficeKind.AUDITOR), by=None)
    setup.change_federation(federation, by=None, site="https://example.org/")
    nantes = clubs.add_club(
        federation,
        by=registrar,
        name="Backgammon Nantes",
        city="Nantes",
        region="Bretagne",
        other_names=["BG Nantes"],
    )
    north = clubs.add_club(federation, by=registrar, name="Club du Nord", kind=ClubKind.NATIONAL)
    south = clubs.add_club(federation, by=registrar, name="Sud")
    clubs.merge_clubs(south, nantes, by=registrar)
    for person, club in ((factories.player("Ann"), nantes), (factories.player("Ben"), None)):
        member = members.give_accepted_number(federation, person, by=registrar, number=f"FR-{person.pk}")
        members.add_membership(
            member, by=registrar, starts_on=date(2025, 1, 1), ends_on=date(2025, 12, 31), club=north
        )
        members.add_membership(
            member, by=registrar, starts_on=date(2026, 1, 1), kind=MembershipKind.YOUTH, club=club
        )
    judging.set_counting_rules(federation, by=ratings, rules={"version": 1, "shortest": 5})
    judging.set_counting_rules(federation, by=ratings, rules={"version": 1, "longest": 25})
    judging.set_counting_rules(
        federation, by=ratings, rules={"version": 1, "doubles": True}, club=nantes, name="Trial"
    )
    _duplicates(federation)
    _invitations(federation)
    _lists(federation)
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
    _submissions(federation)
    _archives(federation)
    _seasons(federation)
    return federation


def _submissions(federation: Federation) -> None:
    """A result file that was accepted, one that waits, and one that was asked back with a reason."""
    for number in range(3):
        stage = factories.drawn_stage(4)
        factories.play_open_matches(stage)
        file = result_files.make_result_file(stage.event, federation, by=None)
        submission = submissions.submit_results(federation, by=None, data=bytes(file.content))
        if number == 0:
            submissions.accept_results(submission, by=factories.officer(federation, OfficeKind.PRESIDENT))
        elif number == 1:
            submissions.ask_back_results(submission, by=None, reason="Who is Ben?")


def _archives(federation: Federation) -> None:
    """Old results that were imported and undone, positions that were imported, and results that wait."""
    officer = factories.officer(federation, OfficeKind.PRESIDENT)
    tables = {
        "matches": b"winner,loser,length,day,event\nAnn Old,Ben Old,7,1998-05-02,Open\n",
        "positions": b"position,player,day,event\n1,Ann Old,1998-05-03,Open\n2,Ben Old,1998-05-03,Open\n",
    }
    for kind, data in tables.items():
        archive = archives.enter_archive(
            federation, by=officer, data=data, kind=kind, source="The club's book", event_class="Main"
        )
        archive = archives.import_archive(archives.name_everybody(archive, by=officer), by=officer)
        if kind == "matches":
            archives.undo_archive(archive, by=officer)
    archives.enter_archive(federation, by=None, data=tables["matches"], kind="matches", source="Again")


def _seasons(federation: Federation) -> None:
    """A season that is over, with its final table, and one to come that was changed."""
    terms = {"scheme": SCHEMES["neu-isenburg"].to_dict()}
    over, to_come = (
        points_seasons.create_season(
            federation,
            by=None,
            name=str(year),
            starts_on=date(year, 1, 1),
            ends_on=date(year, 12, 31),
            terms=terms,
            scheme="neu-isenburg",
        )
        for year in (2025, 2150)
    )
    points_seasons.close_season(over, by=None)
    points_seasons.change_season(to_come, by=None, name="Season 2150")


def _duplicates(federation: Federation) -> None:
    """A merge, a merge of a merge, one that was undone, two who are two people, and two who may be one again."""
    ann, anne, annie, bob, rob = (
        factories.member(federation, factories.player(name)).player
        for name in ("Ann Lee", "Anne Lee", "Annie Lee", "Bob Ray", "Rob Ray")
    )
    factories.merge(federation, annie, into=anne)
    factories.merge(federation, anne, into=ann)
    merging.undo_merge(factories.merge(federation, bob, into=rob), by=None)
    merging.tell_apart(federation, bob, other=rob, by=None)
    merging.take_back_apart(merging.tell_apart(federation, ann, other=bob, by=None), by=None)
    _proposals(federation)


def _proposals(federation: Federation) -> None:
    """A merge to which somebody agreed, and one that waits."""
    registrar = federation.officers.filter(kind=OfficeKind.REGISTRAR)[0].player
    for name, is_agreed in (("Lea Lux", True), ("Max Mai", False)):
        account = factories.player(name, email=f"{name[:3]}-{federation.code}@example.org".lower())
        number = factories.member(federation, account).number
        walk_in = factories.member(federation, factories.player(name)).player
        proposal = merging.merge_players(federation, walk_in, into=account, by=registrar, number=number)
        if is_agreed and isinstance(proposal, MergeProposal):
            merge_proposals.agree(proposal, by=account)


def _invitations(federation: Federation) -> None:
    """An office and a number that were offered; the number was accepted, and an invitation has ended."""
    president = federation.officers.get(kind=OfficeKind.PRESIDENT).player
    invitations.invite_to_office(federation, by=president, kind="auditor", address=str, email="a@example.org")
    row, _code = invitations.offer_number(federation, by=president, number="FR-999", address=str)
    invitations.accept(row, by=factories.director("Nina New"))
    row, _code = invitations.offer_number(federation, by=president, number="FR-1000", address=str)
    invitations.decline(row, by=None)


def _lists(federation: Federation) -> None:
    """A computed list that was published, and one whose ratings were uploaded."""
    live = keeping.create_list(
        federation,
        by=None,
        name="National",
        formula="fibs",
        parameters={"ramp": 3},
        inactive_after=24,
        uncertainty="weeks",
    )
    [number] = federation.members.order_by("pk").values_list("number", flat=True)[:1]
    data = f"number;rating;experience\n{number};1640,5;200\n".encode()
    uploading.set_openings(live, by=None, data=data, day=date(2025, 1, 1), source="The old list")
    publishing.publish_list(live, by=None, day=date(2026, 1, 31))
    variations.ask_variation(live, by=None, terms=VariationTerms(formula="fibs-no-ramp"))
    partner = keeping.create_list(federation, by=None, name="Partner", origin=ListOrigin.UPLOADED)
    uploading.upload_list(partner, by=None, data=data, day=date(2026, 1, 31), source="january.csv")
    comparisons.ask_comparison(live, by=None, other=partner.uid)
