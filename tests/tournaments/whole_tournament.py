"""A tournament of which every table of rows is used, for tests of what the log proves."""

from __future__ import annotations

from matches.models import Dispute, Player, Report
from tests import factories
from tests.postgres_plugin import ROOT
from tests.remembered import remembered
from tests.scoresheets import games
from tournaments.actions import invitations, results
from tournaments.actions.disputes import appeals
from tournaments.actions.draws import by_hand, draw, progress
from tournaments.actions.entrants import arrivals, registration
from tournaments.actions.events import closing, lifecycle
from tournaments.actions.hall import announcements, calling, tables
from tournaments.actions.money import ledger
from tournaments.actions.people import claims, links
from tournaments.actions.records import uploads
from tournaments.models import Entrant, Event, Tournament

_RECORD = (ROOT / "tests/data/records/gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()


@remembered
def tournament_of_four() -> Tournament:
    """A tournament of four with games, a ruling, a record, a penalty, fees and payments."""
    first = factories.open_match(7, n=4)
    event, boss = first.stage.event, first.director
    ledger.add_box(event.tournament, by=boss, name="Desk")
    ledger.set_fee(event, by=boss, kind="entry", amount=50_00)
    ledger.pay(Entrant.objects.filter(event=event).order_by("pk")[0], by=boss, note="In two notes")
    second = factories.around(factories.open_matches(first.stage)[1])
    sheet = games("1g2 1s2 1s1")
    results.report(first.match, by=first.one, games=sheet)
    results.confirm(Report.objects.get(), by=first.two)
    uploads.upload(first.match, by=first.one, file_name="a.mat", data=_RECORD)
    results.change_length(second.match, by=boss, length=5, reason="Late")
    results.penalise(second.match, by=boss, to="one", points=1, reason="Late")
    report = results.report(second.match, by=second.one, score=(5, 2)).report
    dispute = results.dispute(report, by=second.two, reason="I won.", score=(3, 5))
    results.add_statement(dispute, by=second.one, text="My slip says 5-2.")
    results.rule(dispute, by=boss, reason="The slip.", score=(5, 2))
    progress.advance(event)
    return event.tournament


@remembered
def larger_tournament() -> Tournament:
    """The same with tables, an event of teams, a draw made void, an announced one, and entrants of every state."""
    tournament = tournament_of_four()
    boss = factories.owner(tournament)
    table, _other = lifecycle.add_tables(tournament, by=boss, names=["A1", "A2"])
    teams = factories.event(tournament, name="Teams", kind="teams", team_size=3, boards=3, capacity=8)
    tables.change_table(table, by=boss, is_out_of_order=False, is_streaming=True, reserved_for=teams)
    side = factories.event(tournament, name="Side", capacity=8)
    stage = factories.stage(side, format="swiss")
    factories.entrants(side, 5)
    leaver = factories.entrant(side, "Gus Gone")
    registration.withdraw(leaver, by=boss, reason="ill")
    arrivals.check_everybody_in(side, by=boss)
    draw.void(draw.draw(stage, by=boss, seed="once"), by=boss, reason="The wrong list.")
    draw.commit(stage, by=boss)
    draw.draw(stage, by=boss)
    first, second, third, *_ = side.entrants.filter(withdrawn_at=None).order_by("pk")
    by_hand.pair_by_hand(
        stage, round=1, by=boss, reason="They share a clock.", pairs=[(first.uid, second.uid)]
    )
    by_hand.keep_apart(stage, first=first, second=third, by=boss, reason="Brothers.", everywhere=True)
    match = factories.open_matches(stage)[0]
    calling.assign_lowest(match, by=boss)
    _claims(side)
    _appeal(Dispute.objects.get(match__pairing__stage__event__tournament=tournament))
    _people(side)
    announcements.announce(tournament, by=boss, text="Lunch is served.")
    closing.close_event(factories.event(tournament, name="Over"), by=boss)
    return tournament


def _appeal(dispute: Dispute) -> None:
    """An appeal that a committee has decided."""
    boss = factories.owner(dispute.match.pairing.stage.event.tournament)
    appeal = appeals.appeal(dispute, by=boss, reason="The slip was torn.")
    members = [factories.player(f"Judge {name}") for name in ("Ada", "Bea", "Cid")]
    appeals.name_committee(appeal, by=boss, members=members)
    for member, vote in zip(members, ("overturn", "uphold", "overturn"), strict=True):
        appeals.vote(appeal, by=member, member=member, vote=vote)
    appeals.decide(appeal, by=boss, reason="Two saw it.")


def _people(side: Event) -> None:
    """A director, a desk, a former desk, and private links of every purpose, one of them revoked."""
    tournament, boss = side.tournament, factories.owner(side.tournament)
    for kind in ("director", "desk"):
        lifecycle.appoint(tournament, factories.player(f"Otto {kind}"), kind=kind, by=boss)
    former = factories.player("Fay Former")
    lifecycle.appoint(tournament, former, kind="desk", by=boss)
    lifecycle.dismiss(tournament, former, by=boss)
    player = Player.objects.filter(entries__event=side).order_by("pk")[0]
    links.make_player_link(tournament, player, by=boss)
    links.make_calendar_link(tournament, player, by=boss)
    row, _code = invitations.invite_to_tournament(tournament, by=boss, kind="desk", address=str)
    invitations.accept(row, by=factories.director("Helga Helper"))
    invitations.invite_to_tournament(tournament, by=boss, kind="desk", address=str, email="h@example.org")
    links.make_tablet_link(side, by=boss)
    link, _token = links.make_registration_link(side, by=boss)
    links.revoke(link, by=boss)


def _claims(side: Event) -> None:
    """A code that waits, one that was mailed and revoked, a claim in force, and an account that was one."""
    tournament, account = side.tournament, factories.player("Claire Claimant", email="claire@example.org")
    waits, by_mail, player, once = (
        Player.objects.get(sides=entrant.side) for entrant in side.entrants.order_by("pk")[:4]
    )
    Player.objects.filter(pk=by_mail.pk).update(contact_email="mail@example.org")
    claims.make_code(tournament, waits, by=factories.owner(tournament))
    claims.revoke_code(claims.mail_code(tournament, by_mail, by=None, address=str), by=None)
    row, _code = claims.make_code(tournament, player, by=None)
    claims.claim_player(row, by=account)
    row, _code = claims.make_code(tournament, once, by=None)
    claims.become_account(
        row, by=None, email="once@example.org", password="a long enough password", agrees=True
    )
    claims.undo_claim(row, by=None)
