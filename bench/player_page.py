"""Measure the pages of a player with 2,000 matches and of a list of 50,000: `./videau bench player_page [matches]`.

The feed has 300,000 matches of 50,000 players in 400 events of 64 entrants, all of them in a list with an official one
before it. The whole request is timed over HTTP, one after the other, by the two web processes of production on PostgreSQL.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Iterator
from datetime import date, timedelta
from http.client import HTTPConnection
from statistics import median
from typing import Any

from bench._databases import new_database
from bench.phones import PRODUCTION, commands_of, running
from bench.ratings import insert
from bench.strangers import HELLO, processor_seconds
from tests.ports import free_port

PLAYERS = 50_000
MATCHES = 300_000
OWN = 2_000
EVENTS = 400
FIELD = 64
TIMES = 30
LIMIT = 0.1
CLUBS = 200
REGIONS = 13
COUNTRIES = ("FR", "BE", "CH", "DE")
_FIRST_DAY = date(2016, 1, 9)


def main() -> None:
    """Measure on a new PostgreSQL server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=MATCHES)
    count = parser.parse_args().matches
    with new_database():
        _measure(count)


def _measure(count: int) -> None:
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    addresses = _addresses(_fill(count), *_published_list(), club=_clubs())
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    statements = {words: _statements(address) for words, address in addresses.items()}
    # The processes of the service have connections of their own.
    connection.close()
    port = free_port()
    [web, _worker] = commands_of(PRODUCTION, port)
    environment = {name: os.environ[name] for name in ("DATABASE_URL", "EMBEDDED_RUNNER")}
    with running(web, data=os.environ["VIDEAU_DATA"], port=port, environment=environment):
        for words, address in addresses.items():
            times, hello, spent = _answers(port, address)
            print(
                f"{words}: {len(statements[words])} queries, median {median(times) * 1000:.0f} ms, "
                f"least {min(times) * 1000:.0f} ms, processor time of the web {spent * 1000:.0f} ms; "
                f"an address that says ok {median(hello) * 1000:.1f} ms",
                flush=True,
            )
            for query in sorted(statements[words], key=lambda one: -float(one["time"]))[:2]:
                print(f"    {query['time']} s  {query['sql'][:110]}")
    print(f"player_page: promised {LIMIT * 1000:.0f} ms and 8 queries, of {OWN:,} matches among {count:,}")


def _statements(address: str) -> list[dict[str, str]]:
    """Return the statements of a request, which this process answers."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        assert Client(SERVER_NAME="localhost").get(address).status_code == 200, address
    return queries.captured_queries


def _answers(port: int, address: str) -> tuple[list[float], list[float], float]:
    """Return the seconds of each answer, of an address that says ok after it, and the web's processor time of one."""
    # Each of the two processes has answered before.
    for _ in range(6):
        _seconds(port, address)
    used = processor_seconds(port)
    times = [_seconds(port, address) for _ in range(TIMES)]
    used = processor_seconds(port) - used
    return times, [_seconds(port, HELLO) for _ in range(TIMES)], used / TIMES


def _seconds(port: int, address: str) -> float:
    """Ask on a connection of its own, and return the seconds until the whole page is there."""
    start = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", address, headers={"Host": "localhost"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 200, (address, answer.status)
    return time.perf_counter() - start


def _addresses(uids: list[str], live: str, official: str, *, club: str) -> dict[str, str]:
    """Return the pages to be read, by what they show."""
    return {
        "the player, 20 events": f"/players/{uids[0]}/",
        "the player against another": f"/players/{uids[0]}/against/{uids[1]}/",
        "the search by two words": "/players/?q=player+12",
        "the live list, its first 100": f"/lists/{live}/",
        "in the middle": f"/lists/{live}/?page=250",
        "everybody, the last 100": f"/lists/{live}/?status=all&page=500",
        "those with part of a name": f"/lists/{live}/?name=player+12",
        "those of a region": f"/lists/{live}/?region=Region+3",
        "those of a club": f"/lists/{live}/?club={club}",
        "those of a country": f"/lists/{live}/?country=FR",
        "the official list": f"/officials/{official}/",
        "in its middle": f"/officials/{official}/?page=250",
        "those of a region in it": f"/officials/{official}/?region=Region+3",
        "the rating of the player explained": f"/lists/{live}/players/{uids[0]}/",
    }


def _published_list() -> tuple[str, str]:
    """Rate every match of the feed in a list, publish it half a year before its end, and return both uids."""
    from tests.lists import feeds
    from tournaments.actions.lists import computing, publishing
    from tournaments.models import CountingRule, FeedHead, FeedRow, FeedVerdict

    rating_list = feeds.rating_list()
    count = FeedRow.objects.count()
    verdict = FeedVerdict(rule=rating_list.federation.counting_rules.get(), row=FeedRow(number=1))
    insert(FeedVerdict, verdict, ({"row_id": number} for number in range(1, count + 1)))
    FeedHead.objects.create(pk=1, number=count)
    CountingRule.objects.update(judged=count)
    computing.compute(rating_list)
    day = _FIRST_DAY + timedelta(weeks=EVENTS - 26)
    official = publishing.publish_list(rating_list, by=None, day=day)
    return rating_list.uid, official.uid


def _clubs() -> str:
    """Store the clubs of the federation with their regions, and everybody's number in it; return the uid of a club."""
    from matches.models import Player
    from tournaments.models import Club, ClubName, Federation, Member

    federation = Federation.objects.get()
    clubs = Club.objects.bulk_create(
        Club(federation=federation, name=f"Club {number}", region=f"Region {number % REGIONS}")
        for number in range(CLUBS)
    )
    ClubName.objects.bulk_create(
        ClubName(club=club, federation=federation, name=club.name, name_key=club.name.lower())
        for club in clubs
    )
    keys = Player.objects.order_by("pk").values_list("pk", flat=True)
    Member.objects.bulk_create(
        (Member(federation=federation, player_id=key, number=f"FR-{key}") for key in keys), batch_size=2_000
    )
    return clubs[0].uid


def _fill(count: int) -> list[str]:
    """Store players, events, their final standings and the feed; return the uids of the two whose page is read."""
    from matches.models import Player, Side, new_uid
    from tests.lists.feeds import FACTS
    from tournaments.models import Entrant, EntrantPlayer, FeedRow

    chance = random.Random(1)
    Player.objects.bulk_create(
        (
            Player(
                name=f"Player {number}",
                name_key=f"player {number}",
                email=f"{number}@example.org",
                club=f"Club {number % CLUBS}",
                country=COUNTRIES[number % len(COUNTRIES)],
            )
            for number in range(PLAYERS)
        ),
        batch_size=2_000,
    )
    keys = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    me, rival = keys[:2]
    events = _events()
    for event, entrant_uid in events:
        side = Side.objects.create(full_name="Player 0")
        entrant = Entrant.objects.create(event=event, side=side, uid=entrant_uid)
        EntrantPlayer.objects.create(event=event, entrant=entrant, player_id=me)

    def rows() -> Iterator[dict[str, Any]]:
        for number in range(1, count + 1):
            is_own = number % (count // OWN) == 0
            event, _uid = events[number * EVENTS // (count + 1)]
            one, two = (me, chance.choice(keys[1:300])) if is_own else chance.sample(keys[2:], 2)
            yield _columns(number, event, one=one, two=two, winner=chance.choice((1, 2)), uid=new_uid())

    first = events[0][0]
    template = FeedRow(at=first.made_at, change="final", kind="singles", ending="played", facts=FACTS)
    insert(FeedRow, template, rows())
    return list(Player.objects.filter(pk__in=(me, rival)).order_by("pk").values_list("uid", flat=True))


def _events() -> list[tuple[Any, str]]:
    """Store tournaments of one event that is over, each with the uid of the entrant of the player."""
    from matches.models import new_uid
    from tournaments.models import Event, Stage, Tournament

    events = []
    for number in range(EVENTS):
        day = _FIRST_DAY + timedelta(weeks=number)
        tournament = Tournament.objects.create(
            name=f"Open {number}", starts_on=day, ends_on=day, visibility="public"
        )
        event = Event.objects.create(tournament=tournament, name="Main")
        uids = [new_uid() for _ in range(FIELD)]
        places = [
            {"entrant": uid, "place": place, "last_place": place, "wins": 1, "losses": 1}
            for place, uid in enumerate(uids, start=1)
        ]
        Stage.objects.create(
            event=event,
            format="single_elimination",
            standings={"places": places},
            completed_at=tournament.made_at,
        )
        events.append((event, uids[number % FIELD]))
    return events


def _columns(number: int, event: Any, *, one: int, two: int, winner: int, uid: str) -> dict[str, Any]:
    """Return the columns of a match of singles in which the rows of the feed differ."""
    return {
        "number": number,
        "tournament_id": event.tournament_id,
        "seq": number,
        "match_uid": uid,
        "day": event.tournament.starts_on,
        "event_id": event.pk,
        "event_uid": event.uid,
        "slot": number,
        "length": (5, 7, 9, 11)[number % 4],
        "one_id": one,
        "two_id": two,
        "winner": winner,
        "score_one": 7 if winner == 1 else 3,
        "score_two": 7 if winner == 2 else 3,
    }


if __name__ == "__main__":
    main()
