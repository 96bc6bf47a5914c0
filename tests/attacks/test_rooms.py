"""The desk is closed to everybody without an office, and nothing that players write is executed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern

from matches.models import Exhibit, Player
from tests import factories
from tests.factories import OpenMatch
from tests.pictures import JPEG
from tests.remembered import remembered
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.exchange import result_files
from tournaments.actions.hall import announcements, calling, emergency
from tournaments.actions.money import ledger
from tournaments.actions.people import claims, links
from tournaments.models import AccessLink, Entrant, FeeKind, LogEntry, Table
from tournaments.web.desk_urls import urlpatterns

pytestmark = pytest.mark.django_db

_SCRIPT = "<script>alert(1)</script>"
# What a browser takes for a picture, and a careless one for a page.
_BOTH = JPEG.replace(b"PIXELS", _SCRIPT.encode())
_NO_PICTURES = {
    "a drawing with a script": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "a page": b"<!doctype html>" + _SCRIPT.encode(),
    "an archive": b"PK\x03\x04" + b"\0" * 400,
    "a compressed stream": b"\x1f\x8b\x08\x00" + b"\0" * 400,
    "a program": b"\x7fELF" + b"\0" * 400,
}


@pytest.fixture
@remembered
def game() -> OpenMatch:
    """The first match of a public tournament, called to a table."""
    game = factories.open_match(7, n=8)
    tournament = game.stage.event.tournament
    lifecycle.add_tables(tournament, by=game.director, names=["1"])
    calling.assign(game.match, by=game.director, table=Table.objects.get(tournament=tournament))
    return game


@pytest.fixture
def values(game: OpenMatch) -> dict[str, str]:
    """The uids of a tournament with one object of each kind, by the parameters of addresses."""
    event, director = game.stage.event, game.director
    fee = ledger.set_fee(event, by=director, kind=FeeKind.ENTRY, amount=50_00)
    entrant = Entrant.objects.get(entrant_players__player=game.one)
    box = ledger.add_box(event.tournament, by=director, name="Desk")
    line = ledger.pay(entrant, by=director, amount=10_00, box=box)
    announcement = announcements.announce(event.tournament, by=director, text="Coffee")
    link, _token = links.make_player_link(event.tournament, game.one, by=director)
    other, final = factories.open_matches(game.stage)[1:3]
    results.report(final, by=director, score=(final.length, 0))
    files = result_files.make_result_file(event, factories.federation(), by=director)
    walk_in = factories.entrant(factories.event(event.tournament)).side.players.get()
    claim, _code = claims.make_code(event.tournament, walk_in, by=director)
    report = results.report(other, by=factories.around(other).one, score=(7, 1)).report
    dispute = results.dispute(report, by=factories.around(other).two, reason="No.", score=(1, 7))
    paper, *_others = emergency.papers(event.tournament)
    return {
        "t": event.tournament.uid,
        "e": event.uid,
        "s": game.stage.uid,
        "x": entrant.uid,
        "m": game.match.uid,
        "d": dispute.uid,
        "b": box.uid,
        "match": game.match.uid,
        "table": Table.objects.get().uid,
        "fee": fee.uid,
        "line": line.uid,
        "announcement": announcement.uid,
        "link": link.uid,
        "claim": claim.uid,
        "player": game.one.uid,
        "files": files.uid,
        "directories": "",
        "entrant": entrant.uid,
        "ending": "csv",
        "paper": paper.uid,
    }


def _addresses(values: dict[str, str]) -> dict[str, str]:
    """Every address of the desk but its front door, with what a match or an entrant can be told to do."""
    addresses = {}
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        route = str(pattern.pattern)
        if pattern.name in {"setup", "desk_home", "desk_new_night", "desk_new_tournament", "desk_lengths"}:
            continue
        acts = {"m": "forfeit", "t": "forfeit", "x": "here"}
        kind = route.split("/")[1]
        filled = re.sub(r"<str:uid>", values[kind], route)
        filled = re.sub(r"<str:act>", acts.get(kind, "x"), filled)
        addresses[str(pattern.name)] = "/" + re.sub(r"<str:(\w+)>", lambda name: values[name[1]], filled)
    return addresses


def _holder_of_a_link(game: OpenMatch) -> Client:
    _link, token = links.make_player_link(game.stage.event.tournament, game.one, by=game.director)
    client = Client()
    client.get(f"/l/{token}/")
    return client


def _client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


_WHO: dict[str, Callable[[OpenMatch], Client]] = {
    "a stranger": lambda _game: Client(),
    "a player of the match": lambda game: _client_of(game.one),
    "the holder of a private link": _holder_of_a_link,
    "a director of another tournament": lambda _game: _client_of(factories.owner(factories.tournament())),
}


@pytest.mark.decided_above
@pytest.mark.parametrize("who", _WHO)
def test_no_room_of_the_desk_is_open_to(who: str, game: OpenMatch, values: dict[str, str]) -> None:
    client = _WHO[who](game)
    before = LogEntry.objects.count()
    for name, address in _addresses(values).items():
        for ask in (client.get, client.post):
            answer = ask(address, headers={"HX-Request": "true"} if ask == client.post else {})
            away = answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
            assert away or answer.status_code in (401, 403, 404, 405), (name, answer.status_code)
    assert LogEntry.objects.count() == before


def test_the_rooms_are_open_to_their_director(game: OpenMatch, values: dict[str, str]) -> None:
    client = _client_of(game.director)
    for name, address in _addresses(values).items():
        answer = client.get(address)
        # A committee and its decision are there once somebody has appealed, a cross table where everybody meets,
        # match days in a league.
        may_lack = {"desk_committee", "desk_decision", "desk_print_cross", "desk_qualify", "desk_match_days"}
        if name == "desk_directories":
            # Who runs the installation imports them.
            assert answer.status_code == 403
            continue
        if name == "desk_print_show":
            # Without a chosen paper it says that there is none.
            assert answer.status_code == 422
            continue
        assert answer.status_code in (200, 302, 404, 405), (name, answer.status_code)
        assert answer.status_code != 404 or name in may_lack, name


@pytest.mark.both_databases
def test_nothing_of_another_tournament_is_reached_through_ones_own(
    game: OpenMatch, values: dict[str, str]
) -> None:
    """Addresses with two uids: the first is one's own, the second belongs to another tournament."""
    own = factories.open_match(7, n=4)
    entrant = Entrant.objects.get(entrant_players__player=own.one)
    mine = {"t": own.stage.event.tournament.uid, "e": own.stage.event.uid, "x": entrant.uid}
    client = _client_of(own.director)
    before = LogEntry.objects.count()
    route_names = []
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        route = str(pattern.pattern)
        names = re.findall(r"<str:(\w+)>", route)[1:]
        if set(names) & set(values) - {"ending"}:
            uids = {**values, "uid": mine[route.split("/")[1]], "act": "forfeit"}
            address = "/" + re.sub(r"<str:(\w+)>", lambda name, uids=uids: uids[name[1]], route)  # type: ignore[misc]
            ask = client.get if pattern.name == "desk_emergency_paper" else client.post
            answer = ask(address, {"amount": "10", "means": "cash", "reason": "No."})
            assert answer.status_code in (403, 404), (pattern.name, answer.status_code)
            route_names.append(pattern.name)
    assert LogEntry.objects.count() == before
    assert len(route_names) >= 8


@pytest.mark.both_databases
def test_a_revoked_link_closes_every_phone_that_holds_it(game: OpenMatch) -> None:
    tournament = game.stage.event.tournament
    link, token = links.make_player_link(tournament, game.one, by=game.director)
    _calendar, of_calendar = links.make_calendar_link(tournament, game.one, by=game.one)
    client = Client()
    client.get(f"/l/{token}/")
    etag = client.get("/me/live/")["ETag"]
    assert client.get("/me/live/", headers={"If-None-Match": etag}).status_code == 304
    for one in AccessLink.objects.filter(player=game.one):
        links.revoke(one, by=game.director)
    assert client.get("/me/live/", headers={"If-None-Match": etag}).status_code == 302
    assert client.get(f"/l/{token}/").status_code == 404
    assert client.get(f"/c/{of_calendar}.ics").status_code == 404
    assert token not in LogEntry.objects.filter(subject=link.uid).values_list("data", flat=True)


class TestWhatPlayersWrite:
    """Names, texts and files of players are escaped or checked before they are shown."""

    def test_an_announcement_is_text_on_every_screen(self, game: OpenMatch) -> None:
        tournament = game.stage.event.tournament
        announcements.announce(tournament, by=game.director, text=_SCRIPT)
        page = Visitor(game.one).at(f"/t/{tournament.uid}/hall/?views=news")
        assert _SCRIPT not in page.html
        assert _SCRIPT in page

    def test_a_name_is_text_in_files_and_on_screens(self, game: OpenMatch) -> None:
        event = game.stage.event
        link, token = links.make_registration_link(factories.event(event.tournament), by=game.director)
        guest = Visitor()
        guest.at(f"/l/{token}/")
        assert link.event is not None
        guest.post("register", link.event.uid, name=f"=cmd|{_SCRIPT}!A0", agrees="on")
        rows = Client().get(f"/e/{link.event.uid}/entrants.csv").content.decode()
        assert f"'=cmd|{_SCRIPT}!A0" in rows
        for address in (f"/e/{link.event.uid}/entrants/", f"/x/{link.event.entrants.get().uid}/here/"):
            assert _SCRIPT not in Visitor().at(address).html

    @pytest.mark.parametrize("file", _NO_PICTURES)
    def test_no_exhibit_is(self, file: str, game: OpenMatch) -> None:
        assert self._upload(game, _NO_PICTURES[file]) == 422
        assert not Exhibit.objects.exists()

    def test_a_picture_that_is_a_page_too_is_saved_and_never_opened(self, game: OpenMatch) -> None:
        assert self._upload(game, _BOTH) == 302
        exhibit = Exhibit.objects.get()
        answer = _client_of(game.two).get(f"/d/{exhibit.dispute.uid}/exhibits/{exhibit.uid}/photo/")
        assert answer["Content-Type"] == "image/jpeg"
        assert answer["Content-Disposition"].startswith("attachment")
        assert answer["X-Content-Type-Options"] == "nosniff"

    def _upload(self, game: OpenMatch, data: bytes) -> int:
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        dispute = results.dispute(report, by=game.two, reason="No.", score=(3, 7))
        photo = SimpleUploadedFile("board.jpg", data, "image/jpeg")
        fields = {"kind": "photo", "photo": photo}
        return _client_of(game.one).post(f"/d/{dispute.uid}/exhibits/", fields).status_code


@pytest.mark.parametrize("elsewhere", ["//evil.example/", "https://evil.example/", "/\\evil.example/"])
def test_no_form_of_the_desk_leads_elsewhere(elsewhere: str, game: OpenMatch) -> None:
    director = _client_of(game.director)
    request = {"back": elsewhere, "next": elsewhere, "winner": "one", "loser_points": "2", "do": "result"}
    for address in (f"/desk/m/{game.match.uid}/start/", f"/desk/m/{game.match.uid}/"):
        answer = director.post(address, request)
        assert "evil" not in answer.get("Location", "")
