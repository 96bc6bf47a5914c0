"""The score of a match whose result is not final is where the event lets it be, and nowhere else.

Every address of the pages and of the API is asked, those that are added later too.
"""

from __future__ import annotations

import re

import pytest
from django.urls import URLPattern, reverse
from django.utils import timezone

from matches.models import Match, Player
from tests import factories
from tests.api.client import Caller
from tests.factories import OpenMatch
from tests.remembered import remembered
from tests.web.browsing import Visitor
from tournaments.access import score_public_at
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.records import uploads
from tournaments.api.urls import urlpatterns as api
from tournaments.models import Event, Scores
from tournaments.web.urls import urlpatterns as pages

pytestmark = pytest.mark.django_db
# A score whose numbers stand nowhere else on any page.
_LENGTH, _LOSER = 99, 73
_TELLS = re.compile(rf"(?<![\w.:;#&-]){_LOSER}(?![\w:;%])")


@pytest.fixture
@remembered
def game() -> OpenMatch:
    """A match whose winner has reported; the opponent has not answered."""
    game = factories.open_match(_LENGTH, n=4)
    results.report(game.match, by=game.one, score=(_LENGTH, _LOSER))
    uploads.upload(game.match, by=game.one, file_name="kept.mat", data=b"nothing")
    return game


def places(match: Match) -> dict[str, str]:
    """Return the uids of the match and its surroundings, by the first part of their addresses."""
    stage = match.pairing.stage
    entrant = match.one.entrants.get()
    uids = {
        "tournaments": stage.event.tournament.uid,
        "events": stage.event.uid,
        "stages": stage.uid,
        "pairings": match.pairing.uid,
        "matches": match.uid,
        "entrants": entrant.uid,
        "reports": match.reports.get().uid,
        "records": match.records.get().uid,
    }
    short = {"t": "tournaments", "e": "events", "s": "stages", "p": "pairings", "m": "matches"}
    short |= {"x": "entrants", "r": "reports", "g": "records"}
    return uids | {letter: uids[name] for letter, name in short.items()}


def addresses(patterns: list[URLPattern], match: Match, *, root: str) -> list[str]:
    """The address of each pattern that is about this match, or what it is part of."""
    paths = []
    uids = places(match)
    for pattern in patterns:
        route = str(pattern.pattern)
        first = route.removeprefix("embed/").removeprefix("desk/").split("/", maxsplit=1)[0]
        uid = uids.get(first, "none")
        route = re.sub(r"<(?:str|slug):ending>", "csv", route)
        # Nothing of this match is there, and the answer is that there is nothing.
        if uid == "none" and re.search("<(?:str|slug):", route):
            continue
        route = re.sub(r"<(?:str|slug):\w+>", uid, route)
        paths.append(root + re.sub(r"<int:\w+>", "1", route))
    return paths


def telling(player: Player | None, match: Match) -> set[str]:
    """Return the addresses whose answer shows the score to this player."""
    visitor, caller = Visitor(player), Caller(player)
    responses = {
        address: visitor.client.get(address)
        for address in addresses([one for one in pages if isinstance(one, URLPattern)], match, root="/")
    }
    hits = set()
    for address, answer in responses.items():
        body = answer.getvalue()
        if _TELLS.search(body.decode(errors="replace")):
            hits.add(address)
    for address in addresses(api, match, root="/api/v1/"):
        if "^" in address or address.endswith(("/schema/", "/docs/")) or "/photo/" in address:
            continue
        if _TELLS.search(str(caller.get(address).body)):
            hits.add(address)
    return hits


@pytest.mark.parametrize("scores", [Scores.HIDDEN, Scores.DELAYED])
def test_the_public_reads_a_score_nowhere_before_it_may(game: OpenMatch, scores: str) -> None:
    lifecycle.change_event(game.stage.event, by=None, scores=scores, scores_delay=60)
    match, uids = game.match, places(game.match)
    stranger = factories.player(email="eve@example.org")
    assert telling(None, match) == set()
    for player in (None, stranger):
        visitor = Visitor(player)
        assert visitor.at(f"/g/{uids['g']}/").status == 404
        assert f"/g/{uids['g']}/" not in visitor.open("match", match.uid).links
        assert Caller(player).get(f"matches/{match.uid}/records/").body == []
        assert Caller(player).get(f"matches/{match.uid}/reports/").body == []
        assert Caller(player).get(f"reports/{uids['r']}/").status == 404
        assert not _TELLS.search(visitor.open("match", match.uid).html)
        body = Caller(player).get(f"matches/{match.uid}/").body
        assert (body["state"], body["score"], body["waiting_report"]) == ("reported", None, None)


def test_those_who_play_and_the_desk_read_it_at_once(game: OpenMatch) -> None:
    lifecycle.change_event(game.stage.event, by=None, scores=Scores.HIDDEN)
    uids = places(game.match)
    for player in (game.one, game.two, game.director):
        assert _TELLS.search(Visitor(player).open("match", game.match.uid).html)
        assert Visitor(player).at(f"/g/{uids['g']}/").status == 200
        assert Caller(player).get(f"reports/{uids['r']}/").body["score"] == [_LENGTH, _LOSER]


def test_everybody_reads_it_where_the_event_shows_it_at_once_and_once_it_is_final(game: OpenMatch) -> None:
    match = game.match
    assert _TELLS.search(Visitor().open("match", match.uid).html)
    lifecycle.change_event(game.stage.event, by=None, scores=Scores.HIDDEN)
    results.confirm(match.reports.get(), by=game.two)
    addresses = telling(None, match)
    assert {f"/m/{match.uid}/", f"/s/{game.stage.uid}/bracket/", f"/api/v1/matches/{match.uid}/"} <= addresses


@pytest.mark.both_databases
def test_a_delay_ends_without_anybody_acting_on_pages_that_are_open_too(game: OpenMatch) -> None:
    match = game.match
    lifecycle.change_event(game.stage.event, by=None, scores=Scores.DELAYED, scores_delay=60)
    match.refresh_from_db()
    said_at = match.reports.get().at
    public_at = score_public_at(match, said_at=said_at)
    assert public_at is not None
    assert (public_at - said_at).total_seconds() == 3600
    visitor = Visitor()
    live = reverse("match_live", args=[match.uid])
    first = visitor.at(live)
    again = visitor.at(live, **{"if-none-match": first.response["ETag"]})
    assert (again.status, _TELLS.search(first.html)) == (304, None)
    # The log says nothing: as when the hour is over.
    Event.objects.filter(pk=game.stage.event.pk).update(scores_delay=0)
    later = visitor.at(live, **{"if-none-match": first.response["ETag"]})
    assert (later.status, bool(_TELLS.search(later.html))) == (200, True)
    assert timezone.now() >= said_at


def test_the_delay_of_a_record_ends_on_pages_that_are_open_too() -> None:
    game = factories.open_match(_LENGTH, n=4)
    record = uploads.upload(game.match, by=game.one, file_name="kept.mat", data=b"nothing")
    lifecycle.change_event(game.stage.event, by=None, scores=Scores.DELAYED, scores_delay=60)
    visitor, live = Visitor(), reverse("match_live", args=[game.match.uid])
    first = visitor.at(live)
    again = visitor.at(live, **{"if-none-match": first.response["ETag"]})
    assert (again.status, f"/g/{record.uid}/" in first.links) == (304, False)
    Event.objects.filter(pk=game.stage.event.pk).update(scores_delay=0)
    later = visitor.at(live, **{"if-none-match": first.response["ETag"]})
    assert (later.status, f"/g/{record.uid}/" in later.links) == (200, True)
