"""Names that people do not wish to be public: no address tells them to a stranger, and the hall has them as ever."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any
from urllib.parse import unquote

import pytest
from django.db.models import Count
from django.http import HttpResponse
from django.urls import URLPattern, reverse
from django.utils import timezone

from matches.models import (
    Dispute,
    GameRecord,
    Match,
    Player,
    PublicAs,
    Report,
    SideMember,
)
from tests import showcase
from tests.api import world
from tests.browser.pages import address, routes
from tests.effort import is_long
from tests.web.browsing import Visitor
from tournaments.actions.people import erasure, naming, publicity
from tournaments.actions.people.publicity import Publicity
from tournaments.actions.records import uploads
from tournaments.models import (
    Challenge,
    Club,
    Draw,
    Entrant,
    Event,
    Federation,
    Pairing,
    RatingList,
    Sanction,
    Stage,
    Tournament,
)
from tournaments.queries.publicity import with_page

# The screen in the hall names people, whoever looks; private addresses belong to one person.
_IN_THE_HALL = {"hall", "hall_live"}
_NAME = re.compile("vorna|quasta", re.IGNORECASE)
_ROWS = {
    "tournaments": Tournament,
    "events": Event,
    "entrants": Entrant,
    "stages": Stage,
    "pairings": Pairing,
    "draws": Draw,
    "matches": Match,
    "reports": Report,
    "disputes": Dispute,
    "records": GameRecord,
    "challenges": Challenge,
    "federations": Federation,
    "clubs": Club,
    "sanctions": Sanction,
    "players": Player,
    "lists": RatingList,
}
_ERASED_CLUB, _ERASED_ADDRESS = "Kestrelham", "kestrel@example.org"
# The kinds of answers that strangers get and this search can read.
_READABLE = {
    "application/json",
    "application/manifest+json",
    "application/problem+json",
    "application/vnd.oai.openapi",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/x-ndjson",
    # A card: test_sharing.py holds whose names it is drawn with.
    "image/png",
    "text/calendar",
    "text/csv",
    "text/html",
    "text/javascript",
    "text/plain",
    "text/x-python",
}
_MOST_ROWS = 3
_FEWEST_ANSWERS = 300 if is_long() else 150
_FEWEST_FILES = 40


def _letters(number: int) -> str:
    """Write a number as letters, so that each name has its own words."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def _name(player: Player) -> str:
    return f"Vorna{_letters(player.pk)} Quasta{_letters(player.pk)}"


def _hide_everybody() -> None:
    """Give everybody a name that is no other word, and let them choose initials or a pseudonym."""
    for number, player in enumerate(Player.objects.order_by("pk")):
        naming.correct_everywhere(
            player, by=None, name=_name(player), club=player.club, country=player.country
        )
        wish = Publicity(PublicAs.PSEUDONYM, f"Fox {number}") if number % 2 else Publicity(PublicAs.INITIALS)
        publicity.choose(player, wish, by=player)


def _private_ids() -> list[str]:
    """Return the ids of everybody who has no page of results."""
    public = with_page(Player.objects.values_list("pk", flat=True))
    return list(Player.objects.exclude(pk__in=public).values_list("uid", flat=True))


def _a_minor(samples: showcase.Samples) -> Player:
    """Return a player of a running event with an account, who is a minor from now on."""
    event = Event.objects.get(uid=samples["e"]["running"])
    minor = Player.objects.filter(entries__event=event, roles=None).order_by("pk")[0]
    Player.objects.filter(pk=minor.pk).update(email="minor@example.org", has_profile=None)
    return publicity.choose(
        minor, replace(Publicity.of(minor), birth_year=timezone.localdate().year - 9), by=minor
    )


def _an_erased_person() -> Player:
    """Return somebody who was in several events and was erased; the tournaments go on afterwards."""
    person = (
        Player.objects.filter(roles=None, offices=None, is_staff=False, merged_into=None)
        .annotate(entered=Count("entries"))
        .order_by("-entered", "pk")[0]
    )
    Player.objects.filter(pk=person.pk).update(club=_ERASED_CLUB, contact_email=_ERASED_ADDRESS)
    person.refresh_from_db()
    ends = dict(Tournament.objects.values_list("pk", "ends_on"))
    Tournament.objects.update(starts_on="2020-03-07", ends_on="2020-03-08")
    erased = erasure.erase(person, by=None)
    for key, day in ends.items():
        Tournament.objects.filter(pk=key).update(starts_on=day, ends_on=day)
    return erased


def _texts(response: HttpResponse) -> Iterator[str]:
    """Yield what an answer says: its headers, and its content, unpacked where it is a workbook."""
    yield unquote(str(dict(response.items())))
    content = b"".join(response) if response.streaming else response.content
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            yield from (book.read(name).decode() for name in book.namelist())
    else:
        yield content.decode(errors="replace")


def _page_addresses(samples: showcase.Samples) -> Iterator[str]:
    for name, route in routes().items():
        if name in _IN_THE_HALL:
            continue
        kind = route.removeprefix("desk/").removeprefix("embed/").partition("/")[0]
        for state in samples.get(kind, {}) or [""]:
            at = address(route, samples, state=state)
            yield at
            if at.endswith(".csv"):
                yield at.removesuffix("csv") + "xlsx"
            if name == "bracket":
                yield from (f"{at}?player={uid}" for uid in _entrants_of(at))


def _passed_on(samples: showcase.Samples) -> Iterator[str]:
    """Yield the files and the papers of every event and stage that leave the desk: tables, calendars, final pages and logs."""
    for uid in samples["e"].values():
        yield from (reverse("file_entrants", args=[uid, ending]) for ending in ("csv", "xlsx"))
        yield from (reverse(name, args=[uid]) for name in ("event_file", "desk_print_finish"))
        yield f"/api/v1/events/{uid}/entrants/sheet/?format=csv"
    for uid, ending in product(samples["s"].values(), ("csv", "xlsx")):
        for table in ("pairings", "results", "standings"):
            yield reverse(f"file_{table}", args=[uid, ending])
            yield f"/api/v1/stages/{uid}/{table}/sheet/?format={ending}"
    yield from (reverse("log_file", args=[uid]) for uid in samples["t"].values())


def _entrants_of(at: str) -> list[str]:
    entrants = Entrant.objects.filter(event__stages__uid=at.split("/")[2])
    return list(entrants.order_by("pk").values_list("uid", flat=True)[:2])


def _api_addresses() -> Iterator[str]:
    for pattern in world.patterns():
        if "get" not in world.methods_of(pattern):
            continue
        route = world.route_of(pattern)
        kind = route.partition("/")[0]
        for uid in _uids(pattern, kind):
            at = f"/api/v1/{route.replace('<slug:uid>', uid).replace('<slug:code>', 'not_found')}"
            yield at
            if "sheets" in at or "files" in at:
                yield f"{at}?format=xlsx"


def _uids(pattern: URLPattern, kind: str) -> list[str]:
    if "<slug:uid>" not in world.route_of(pattern) or kind not in _ROWS:
        return [""]
    return list(_ROWS[kind].objects.order_by("-pk").values_list("uid", flat=True)[:_MOST_ROWS])  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_no_address_tells_a_stranger_a_name_that_is_not_public(run_jobs: Callable[[], int]) -> None:
    example = showcase.show()
    _hide_everybody()
    record = GameRecord.objects.get(uid=example.samples["g"]["checked"])
    one, two = (SideMember.objects.get(side=side).player for side in (record.match.one, record.match.two))
    straight = bytes(record.data)
    for state, players in {"named": (one, two), "swapped": (two, one), "unlike": (one, one)}.items():
        data = straight
        for name, player in zip((b"Camille Renaud", b"Oliver Grant"), players, strict=True):
            assert name in data
            data = data.replace(name, _name(player).encode())
        named = uploads.upload(record.match, by=one, file_name=f"{_name(one)}-{state}.mat", data=data)
        example.samples["g"][state] = named.uid
    run_jobs()
    leaks: dict[str, str] = {}
    pages = 0
    minor, erased = _a_minor(example.samples), _an_erased_person()
    private = re.compile("|".join(_private_ids()))
    assert all(private.search(one.uid) for one in (minor, erased))
    # Erased words are those of nobody.
    private = re.compile(f"{private.pattern}|{_ERASED_CLUB}|{_ERASED_ADDRESS}")
    kinds: set[str] = set()
    looks = [
        *product(("en", "fr") if is_long() else ("fr",), _page_addresses(example.samples)),
        *product(("en",), _api_addresses()),
    ]
    for language, at in looks:
        response = Visitor().client.get(at, headers={"Accept-Language": language})
        assert response.status_code < 500, at
        pages += response.status_code == 200
        kinds.add(response.get("Content-Type", "").partition(";")[0])
        for text in _texts(response):  # type: ignore[arg-type] # the answer of the client is one
            # An address that was asked for is no answer.
            if (match := private.search(text)) and match[0] not in at:
                leaks[f"{at} id"] = text[max(0, match.start() - 150) : match.end() + 40]
            if match := _NAME.search(text):
                leaks[at] = text[max(0, match.start() - 150) : match.end() + 40]
    assert leaks == {}
    # Nothing here is read as less than it says: a kind of answer that this search cannot read is met on purpose.
    assert kinds - {""} <= _READABLE
    assert pages > _FEWEST_ANSWERS
    assert {record.verdict for record in record.match.records.all()} <= {"clean", "incomplete"}
    # The same search finds a name where it is shown.
    hall: Any = Visitor().client.get(f"/t/{example.samples['t']['']}/hall/")
    assert any(_NAME.search(text) for text in _texts(hall))


@pytest.mark.django_db
def test_the_hall_the_desk_the_slips_and_the_opponent_read_the_name() -> None:
    example = showcase.show()
    _hide_everybody()
    samples = example.samples
    match = Match.objects.get(uid=samples["m"]["playing"])
    one, two = (SideMember.objects.get(side=side).player for side in (match.one, match.two))
    stage, tournament = samples["s"]["running"], samples["t"][""]
    stranger, director = Visitor(), Visitor(example.director)
    for page in (
        stranger.open("hall", tournament),
        director.open("desk_board", tournament),
        director.open("desk_print_slips", stage),
        director.open("desk_entrants", samples["e"]["running"]),
        director.open("match", match.uid),
        Visitor(two).open("match", match.uid),
        Visitor(two).open("my_matches"),
    ):
        assert _name(one) in page, page.response.request["PATH_INFO"]
    for visitor, other in ((director, stranger), (stranger, director)):
        for each in (visitor, other):
            assert (_name(one) in each.open("bracket", stage)) is (each is director)
    # What a director passes on has the names that are public, whoever made it.
    leaks, answers = [], 0
    for at in _passed_on(samples):
        response: Any = director.client.get(at)
        assert response.status_code in (200, 404, 409), at
        answers += response.status_code == 200
        leaks += [at for text in _texts(response) if response.status_code == 200 and _NAME.search(text)]
    assert leaks == []
    assert answers > _FEWEST_FILES
