"""Every address of the pages: no visitor gets a server error, and strangers change nothing."""

from __future__ import annotations

import gzip
import hashlib
import re
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.urls import URLPattern

from matches.models import Match, Player
from tests import factories
from tests.effort import is_long
from tests.remembered import remembered
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import challenges
from tournaments.actions.federations import clubs
from tournaments.actions.lists import keeping, uploading
from tournaments.actions.records import uploads
from tournaments.models import Challenge, ListOrigin, LogEntry, OfficialList, Tournament, Visibility
from tournaments.web.federations.urls import urlpatterns as office_urlpatterns
from tournaments.web.urls import urlpatterns

METHOD_NOT_ALLOWED = 405
_OF_NO_TOURNAMENT = (
    "one-person/",
    "invitations/",
    "revoke-invitation/",
    "f/",
    "clubs/",
    "players/",
    "lists/",
    "officials/",
    "claim/",
)
ROOT = Path(__file__).parent.parent.parent
_STATIC = ROOT / "tournaments" / "web" / "static" / "videau"


@pytest.fixture
@remembered
def places() -> dict[str, str]:
    """A tournament with one object of each kind: its uid by the first part of the address."""
    game = factories.open_match(7, n=4)
    results.report(game.match, by=game.one, score=(7, 3))
    report = game.match.reports.get()
    dispute = results.dispute(report, by=game.two, reason="No.", score=(3, 7))
    record = uploads.upload(game.match, by=game.one, file_name="a.mat", data=b"nothing")
    event = game.stage.event
    entrant = event.entrants.first()
    assert entrant is not None
    federation = factories.federation()
    official = _official_list()
    return {
        "lists": official.list.uid,
        "officials": official.uid,
        "t": event.tournament.uid,
        "e": event.uid,
        "x": entrant.uid,
        "s": game.stage.uid,
        "p": game.match.pairing.uid,
        "m": game.match.uid,
        "r": report.uid,
        "d": dispute.uid,
        "g": record.uid,
        "k": _challenge().uid,
        "f": federation.uid,
        "clubs": clubs.add_club(federation, by=None, name="Backgammon Nantes").uid,
        "players": game.director.uid,
        "claim": "NOSUCHCODE",
        "one-person": "no-such-proposal",
        "invitations": "NOSUCHCODE",
        "revoke-invitation": "no-such-invitation",
        "l": "no-such-token",
        "c": "no-such-token",
    }


def _official_list() -> OfficialList:
    """An official list of two people, which was uploaded."""
    row = keeping.create_list(
        factories.federation("BGF"), by=None, name="National", origin=ListOrigin.UPLOADED
    )
    uids = [factories.player(name).uid for name in ("Ada", "Ben")]
    data = "\n".join(["uid;rating", *(f"{uid};1500" for uid in uids)]).encode()
    day = date(2026, 1, 31)
    official = uploading.upload_list(row, by=None, day=day, data=data, source="a.csv").official
    assert official is not None
    return official


def _challenge() -> Challenge:
    """A challenge in a ladder of its own."""
    ladder = factories.stage(format="ladder")
    upper, lower = factories.entrants(ladder.event, 2)
    seeds = {upper.uid: 1, lower.uid: 2}
    draw.draw(ladder, by=None, seeds=seeds)
    return challenges.challenge(ladder, challenger=lower, challenged=upper, by=None)


def _status(visitor: Visitor, address: str) -> int:
    """Return the status of a GET, or of a POST where GET is not allowed."""
    status = visitor.at(address).status
    return status if status != METHOD_NOT_ALLOWED else visitor.client.post(address).status_code


def _patterns() -> list[URLPattern]:
    return [
        pattern
        for pattern in [*urlpatterns, *office_urlpatterns]
        if isinstance(pattern, URLPattern) and "desk" not in str(pattern.name)
    ]


def _address(pattern: URLPattern, places: dict[str, str]) -> str:
    route = str(pattern.pattern)
    route = re.sub(
        r"<str:\w+>", places.get(route.removeprefix("embed/").split("/", maxsplit=1)[0], ""), route
    )
    return "/" + re.sub(r"<int:\w+>", "1", route)


def _query_count(visitor: Visitor, address: str) -> int:
    """The status of an address, asked in the way it takes: some take forms alone."""
    status = visitor.at(address).status
    return visitor.client.post(address).status_code if status == 405 else status


# A stranger signs in first, whether there is such a thing or not.
_SIGNED_IN = {"merge_proposal"}
# In a landing PostgreSQL answers whoever reaches every page.
_WHO = [
    pytest.param(who, marks=pytest.mark.both_databases if is_long() or who == "superuser" else ())
    for who in ("stranger", "player of the match", "other player", "director", "superuser")
]


def _visitor(who: str, places: dict[str, str]) -> Visitor:
    if who == "stranger":
        return Visitor()
    if who == "player of the match":
        return Visitor(Match.objects.get(uid=places["m"]).one.players.get())
    if who == "director":
        return Visitor(factories.owner(Tournament.objects.get(uid=places["t"])))
    return Visitor(factories.player(email="x@example.org", is_superuser=who == "superuser"))


@pytest.mark.django_db
@pytest.mark.parametrize("who", _WHO)
class TestEveryAddress:
    """Every address with every kind of visitor."""

    def test_looking_is_answered_and_changes_nothing(self, who: str, places: dict[str, str]) -> None:
        visitor = _visitor(who, places)
        before = LogEntry.objects.count()
        for pattern in _patterns():
            page = visitor.at(_address(pattern, places))
            # A list that was uploaded has no deviations, and says so.
            assert page.status in (200, 302, 403, 404, 405, 409), (pattern.name, page.status)
        assert LogEntry.objects.count() == before

    def test_an_empty_form_is_answered(self, who: str, places: dict[str, str]) -> None:
        visitor = _visitor(who, places)
        for pattern in _patterns():
            status = visitor.client.post(_address(pattern, places)).status_code
            assert status in (200, 302, 403, 404, 405, 409, 422), (pattern.name, status)

    def test_an_unknown_uid_is_not_found(self, who: str, places: dict[str, str]) -> None:
        visitor = _visitor(who, places)
        for pattern in _patterns():
            if "<str:uid>" in str(pattern.pattern):
                address = _address(pattern, dict.fromkeys(places, "nosuchthing"))
                is_asked = who == "stranger" and pattern.name in _SIGNED_IN
                assert _status(visitor, address) == (302 if is_asked else 404), pattern.name


@pytest.mark.django_db
def test_no_form_is_taken_without_its_token(places: dict[str, str]) -> None:
    player = Player.objects.filter(sides__matches_as_one__uid=places["m"]).first()
    visitor = Visitor(player, checks_csrf=True)
    for pattern in _patterns():
        status = visitor.client.post(_address(pattern, places)).status_code
        assert status in (403, 405), pattern.name


@pytest.mark.django_db
def test_everything_in_a_draft_is_unknown_to_others(places: dict[str, str]) -> None:
    Tournament.objects.update(visibility=Visibility.DRAFT)
    other = Visitor(factories.player(email="y@example.org"))
    for pattern in _patterns():
        # Federations, clubs and players are of no tournament; their own tests say that they name no draft.
        if "<str:uid>" in str(pattern.pattern) and not str(pattern.pattern).startswith(_OF_NO_TOURNAMENT):
            for visitor in (Visitor(), other):
                assert _status(visitor, _address(pattern, places)) == 404, pattern.name


@pytest.mark.django_db
def test_every_page_forbids_foreign_and_inline_code_and_shows_no_markup(places: dict[str, str]) -> None:
    visitor = _visitor("player of the match", places)
    for pattern in _patterns():
        page = visitor.at(_address(pattern, places))
        policy = page.response.get("Content-Security-Policy", "")
        assert "default-src 'none'" in policy, pattern.name
        assert "unsafe" not in policy, pattern.name
        assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", page.html), pattern.name
        assert not re.search(r"<script(?![^>]*\bsrc=)", page.html), pattern.name
        assert not re.search(r"&lt;/?(?:a|div|li|p|span|td|tr)\b", page.html.partition("<main")[2]), (
            pattern.name
        )


@pytest.mark.django_db
def test_a_page_is_under_100_kb_on_the_line_with_everything_it_loads(places: dict[str, str]) -> None:
    visitor = _visitor("player of the match", places)
    large = factories.drawn_stage(64)
    for at in [_address(pattern, places) for pattern in _patterns()] + [f"/s/{large.uid}/bracket/"]:
        response = visitor.client.get(at, headers={"Accept-Encoding": "gzip"})
        content = b"" if response.streaming else response.content
        is_packed = response.get("Content-Encoding") == "gzip" and content
        html = (gzip.decompress(content) if is_packed else content).decode(errors="replace")
        files = set(re.findall(r'(?:href|src)="/static/([^"]+[.](?:css|js))"', html))
        weight = sum(map(_packed, files)) + len(content)
        assert weight < 100_000, at


@cache
def _packed(name: str) -> int:
    """Return the compressed size of a static file."""
    path = finders.find(name)
    assert path is not None, name
    return len(gzip.compress(Path(path).read_bytes()))


@pytest.mark.django_db
def test_errors_are_pages_of_the_house() -> None:
    page = Visitor().at("/no/such/page/")
    assert page.status == 404
    assert "There is nothing here" in page


@pytest.mark.parametrize(
    "name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html", "503.html"]
)
def test_an_error_page_needs_no_request_and_no_database(name: str) -> None:
    html = get_template(name).render()
    assert "<h1>" in html
    assert "style=" not in html


def test_the_files_of_others_are_what_their_list_says() -> None:
    entries = re.findall(
        r"\| `(vendor/[^`]+)` \|.*?`([0-9a-f]{64})`", (_STATIC / "THIRD_PARTY.md").read_text()
    )
    assert {name for name, _ in entries} == {f"vendor/{file.name}" for file in (_STATIC / "vendor").iterdir()}
    for name, digest in entries:
        assert hashlib.sha256((_STATIC / name).read_bytes()).hexdigest() == digest


def test_no_page_loads_anything_from_elsewhere() -> None:
    for file in (ROOT / "templates").rglob("*.html"):
        assert not re.search(r'(?:src|href)="https?://', file.read_text()), file


def test_the_settings_of_the_policy_have_no_holes() -> None:
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    assert "unsafe" not in str(directives)
