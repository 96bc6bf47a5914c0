"""A tournament in the middle of its day, with one of everything that has an address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from django.urls import URLPattern
from django.urls.resolvers import RoutePattern
from django.utils import timezone

from matches.models import Penalty, Player
from tests import factories
from tests.api.client import Caller
from tests.exchange.examples import RESULTS
from tests.pictures import JPEG
from tournaments.access import LINK_IN_SESSION
from tournaments.actions import checkpoints, invitations, results
from tournaments.actions.disputes import exhibits
from tournaments.actions.draws import draw
from tournaments.actions.entrants import challenges, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.exchange import archives, submissions
from tournaments.actions.federations import clubs, merging, points_seasons, sanctions
from tournaments.actions.hall import announcements
from tournaments.actions.lists import keeping
from tournaments.actions.money import ledger
from tournaments.actions.people import claims, links
from tournaments.actions.records import uploads
from tournaments.api.urls import urlpatterns
from tournaments.exchange import write_results
from tournaments.models import (
    AccessLink,
    Archive,
    Challenge,
    Draw,
    EmergencyPaper,
    Event,
    Federation,
    FeeKind,
    MergeProposal,
    ResultFile,
    RoleKind,
    Submission,
    Table,
    Tournament,
)
from tournaments.points import SCHEMES

# Where the bytes of a photo begin, which is all that is looked at.


class Who(StrEnum):
    """Everybody who may call the API, by what they are to the tournament."""

    ANONYMOUS = "anonymous"
    PLAYER = "player"
    OPPONENT = "opponent"
    OTHER_PLAYER = "other player"
    LINK = "holder of the player's private link"
    OTHER_LINK = "holder of a private link of another tournament"
    DESK = "desk"
    DIRECTOR = "director"
    OWNER = "owner"
    OTHER_DIRECTOR = "director of another tournament"
    STAFF = "staff of the installation"
    SUPERUSER = "superuser"


@dataclass(frozen=True, slots=True)
class World:
    """The tournament, the ids of what is in it by the first part of the address, and who calls."""

    tournament: Tournament
    ids: dict[str, str]
    callers: dict[Who, Caller]

    def address(self, pattern: URLPattern) -> str:
        """The address of a pattern with the ids of this world."""
        route = route_of(pattern)
        first = route.split("/", maxsplit=1)[0]
        address = route.replace("<slug:uid>", self.ids.get(first, "")).replace("<slug:code>", "not_found")
        address = address.replace("<slug:first>", self.ids.get(first, ""))
        return address.replace("<slug:other>", self.ids["other"])


def route_of(pattern: URLPattern) -> str:
    """The route of a pattern, as in `matches/<slug:uid>/`."""
    return str(pattern.pattern)


def patterns() -> list[URLPattern]:
    """Every address of the API; the last one stands for all others and is no address."""
    return [pattern for pattern in urlpatterns if isinstance(pattern.pattern, RoutePattern)]


def methods_of(pattern: URLPattern) -> list[str]:
    """The methods that an address knows, apart from OPTIONS and HEAD."""
    view = getattr(pattern.callback, "view_class", None)
    return [name for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)]


def make(*, visibility: str = "public") -> World:
    """Make the world, through the actions."""
    owner, director, desk = (factories.director(f"Officer {name}") for name in ("Ona", "Dan", "Eve"))
    tournament = factories.tournament(by=owner, visibility=visibility)
    lifecycle.appoint(tournament, director, kind=RoleKind.DIRECTOR, by=owner)
    lifecycle.appoint(tournament, desk, kind=RoleKind.DESK, by=owner)
    stage = factories.drawn_stage(4, of=factories.event(tournament))
    reported_game, disputed = (factories.around(match) for match in factories.open_matches(stage))
    report = results.report(reported_game.match, by=reported_game.one, score=(7, 3)).report
    contested = results.report(disputed.match, by=disputed.one, score=(7, 5)).report
    dispute = results.dispute(contested, by=disputed.two, reason="We stopped at 5-5.")
    photo = exhibits.add(dispute, by=owner, kind="photo", photo=JPEG)
    record = uploads.upload(
        reported_game.match, by=reported_game.one, file_name="a.mat", data=b"7 point match"
    )
    lifecycle.add_tables(tournament, by=owner, names=["1"])
    entrant = stage.event.entrants.get(entrant_players__player=reported_game.one)
    fee = ledger.set_fee(stage.event, by=owner, kind=FeeKind.ENTRY, amount=50_00)
    ledger.add_box(tournament, by=owner, name="Desk")
    line = ledger.pay(entrant, by=owner, amount=20_00)
    announcement = announcements.announce(tournament, by=owner, text="Round 2 at noon.")
    challenge = _challenge(tournament, reported_game.one, reported_game.two)
    ladder_match = factories.open_matches(challenge.stage)[0]
    results.penalise(ladder_match, by=director, to="one", points=1, reason="Late.")
    elsewhere = factories.drawn_stage(2).event.tournament
    player_link, _token = links.make_player_link(tournament, reported_game.one, by=owner)
    stranger = elsewhere.events.get().entrant_players.all()[0].player
    other_link, _token = links.make_player_link(elsewhere, stranger, by=None)
    walk_in = factories.entrant(factories.event(tournament, name="Side"), "Walter Walkin").side.players.get()
    claim, code = claims.make_code(tournament, walk_in, by=None)
    invitations.invite_to_tournament(tournament, by=owner, kind="director", address=str)
    open_invitation, invitation_code = invitations.invite_to_tournament(
        tournament, by=owner, kind="desk", address=str
    )
    return World(
        tournament,
        {
            "checkpoints": checkpoints.publish(timezone.now()).uid,
            "claims": claim.uid,
            "codes": code,
            "invitations": open_invitation.uid,
            "invitation-codes": invitation_code,
            **_of_federation(stage.event, owner),
            "tournaments": tournament.uid,
            "tables": Table.objects.get(tournament=tournament).uid,
            "events": stage.event.uid,
            "entrants": entrant.uid,
            "fees": fee.uid,
            "lines": line.uid,
            "stages": stage.uid,
            "pairings": reported_game.match.pairing.uid,
            "draws": Draw.objects.get(stage=stage).uid,
            "matches": reported_game.match.uid,
            "reports": report.uid,
            "disputes": dispute.uid,
            "exhibits": photo.uid,
            "records": record.uid,
            "challenges": challenge.uid,
            "penalties": Penalty.objects.get(match=ladder_match).uid,
            "announcements": announcement.uid,
            "emergency-papers": EmergencyPaper.objects.create(
                tournament=announcement.tournament,
                language="en",
                log_seq=1,
                is_pdf=False,
                body=b"<html></html>",
            ).uid,
            "links": player_link.uid,
            "players": owner.uid,
            "other": director.uid,
            "tokens": factories.token(owner)[0].uid,
        },
        _callers(
            {
                Who.PLAYER: reported_game.one,
                Who.OPPONENT: reported_game.two,
                Who.OTHER_PLAYER: disputed.one,
                Who.DESK: desk,
                Who.DIRECTOR: director,
                Who.OWNER: owner,
                Who.OTHER_DIRECTOR: factories.owner(elsewhere),
            },
            {Who.LINK: player_link, Who.OTHER_LINK: other_link},
        ),
    )


def _callers(people: dict[Who, Player], holders: dict[Who, AccessLink]) -> dict[Who, Caller]:
    """Everybody: these people by their accounts, the holders of these links, and who is nothing to the tournament."""
    return {
        Who.ANONYMOUS: Caller(),
        **{who: Caller(player) for who, player in people.items()},
        **{who: _holding(link.uid) for who, link in holders.items()},
        Who.STAFF: Caller(_staff()),
        Who.SUPERUSER: Caller(factories.player("Root", email="root@example.org", is_superuser=True)),
    }


def _of_federation(event: Event, owner: Player) -> dict[str, str]:
    """The ids of a federation to which the event was submitted, with one of everything that it keeps."""
    sanction = sanctions.request_sanction(event, factories.federation(), by=owner)
    federation = sanction.federation
    strangers = [factories.player(), factories.player()]
    *twins, third = (factories.member(federation, factories.player("Tom Twin")).player for _ in range(3))
    file = ResultFile.objects.create(
        event=event, federation=federation, number=1, digest="0" * 64, content=write_results(RESULTS)
    )
    season = points_seasons.create_season(
        federation,
        by=None,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2199, 12, 31),
        terms={"scheme": SCHEMES["neu-isenburg"].to_dict()},
        scheme="neu-isenburg",
    )
    return {
        "result-files": file.uid,
        "officers": federation.officers.get().uid,
        "clubs": clubs.add_club(federation, by=None, name="Nantes").uid,
        "federations": federation.uid,
        "submissions": _submission(federation).uid,
        "archives": _archive(federation).uid,
        "lists": keeping.create_list(federation, by=None, name="National", formula="fibs").uid,
        "sanctions": sanction.uid,
        "seasons": season.uid,
        "merges": factories.merge(federation, twins[0], into=twins[1]).uid,
        "merge-proposals": MergeProposal.objects.create(
            federation=federation, player=strangers[0], into=strangers[1]
        ).uid,
        "different-people": merging.tell_apart(federation, twins[1], other=third, by=None).uid,
    }


def _submission(federation: Federation) -> Submission:
    """Results that came to the federation and wait."""
    head = replace(RESULTS.head, federation=federation.uid, federation_code=federation.code)
    return submissions.submit_results(federation, by=None, data=write_results(replace(RESULTS, head=head)))


def _archive(federation: Federation) -> Archive:
    """Old finishing positions that were imported."""
    data = b"position,player,day,event\n1,Ann Old,1998-05-03,Open\n"
    archive = archives.enter_archive(federation, by=None, data=data, kind="positions", source="The book")
    return archives.import_archive(archives.name_everybody(archive, by=None), by=None)


def _challenge(tournament: Tournament, challenger: Player, challenged: Player) -> Challenge:
    """A challenge in a ladder of two."""
    ladder = factories.stage(factories.event(tournament, name="Ladder"), format="ladder")
    top, low = (registration.enter(ladder.event, by=None, players=[one]) for one in (challenged, challenger))
    draw.draw(ladder, by=None, seeds={top.uid: 1, low.uid: 2})
    return challenges.challenge(ladder, challenger=low, challenged=top, by=challenger)


def _staff() -> Player:
    staff = factories.player("Staff", email="staff@example.org")
    staff.is_staff = True
    staff.save(update_fields=["is_staff"])
    return staff


def _holding(link: str) -> Caller:
    """Somebody without an account whose session holds a private link."""
    caller = Caller()
    session = caller.client.session
    session[LINK_IN_SESSION] = link
    session.save()
    return caller
