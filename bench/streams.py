"""Measure the memory and time of streaming `players/` and `results/` whole, on PostgreSQL: `./videau bench streams [rows]`.

Each list is read of a tenth of the rows and of all, as CSV and as lines of JSON. The peak of what Python allocates while
a client reads must not grow with the list. Then `results/` is read in pages, as a stranger follows its cursor, who has
1,200 requests a minute.
"""

from __future__ import annotations

import sys
import time
import tracemalloc

from bench._databases import new_database

ROWS = 100_000
LIMIT = 2.0
# What is streamed, without the form.
LISTS = ("players", "results")


def read(name: str, form: str) -> tuple[int, int]:
    """Read the list as a client that keeps nothing; return its bytes and the peak of memory in bytes."""
    from django.test import Client

    tracemalloc.start()
    response = Client().get(f"/api/v1/{name}/?format={form}")
    length = sum(len(piece) for piece in response.streaming_content)  # type: ignore[attr-defined, misc] # it is streamed
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return length, peak


def seconds(name: str, form: str) -> float:
    """Return the processor time of this process for one reading."""
    from django.test import Client

    start = time.process_time()
    response = Client().get(f"/api/v1/{name}/?format={form}")
    for _piece in response.streaming_content:  # type: ignore[attr-defined] # it is streamed
        pass
    return time.process_time() - start


def add_players(numbers: range) -> None:
    """Store players with a public profile."""
    from matches.models import Player

    Player.objects.bulk_create(
        (
            Player(
                name=f"Player {number}",
                name_key=f"player {number}",
                email=f"{number}@example.org",
                country="FR",
                club="Nantes",
            )
            for number in numbers
        ),
        batch_size=2_000,
    )


def add_results(numbers: range) -> None:
    """Store rows of a public tournament, each a match of two of the first 2,000 players."""
    from django.utils import timezone

    from matches.models import Player
    from tournaments.models import Event, FeedHead, FeedRow, Tournament

    today = timezone.localdate()
    tournament, _created = Tournament.objects.get_or_create(
        name="Weekend", starts_on=today, ends_on=today, visibility="public"
    )
    event, _created = Event.objects.get_or_create(tournament=tournament, name="Open")
    players = list(Player.objects.order_by("pk").values_list("pk", flat=True)[:2_000])
    FeedRow.objects.bulk_create(
        (
            FeedRow(
                number=number,
                tournament=tournament,
                seq=number,
                at=timezone.now(),
                match_uid=f"match-{number:012}",
                change="final",
                day=today,
                event=event,
                event_uid=event.uid,
                slot=number,
                kind="singles",
                length=7,
                one_id=players[number % len(players)],
                two_id=players[(number * 7 + 1) % len(players)],
                winner=1,
                score_one=7,
                score_two=number % 7,
                ending="played",
                facts={
                    "version": 1,
                    "both_moved": True,
                    "start_score": [0, 0],
                    "penalties": [0, 0],
                    "paired_by": "format",
                },
            )
            for number in range(numbers.start + 1, numbers.stop + 1)
        ),
        batch_size=2_000,
    )
    FeedHead.objects.update_or_create(pk=1, defaults={"number": numbers.stop})


def follow() -> tuple[int, float]:
    """Follow the cursor of `results/` in pages to its end; return the requests and the processor time."""
    from django.test import Client

    client, since, count, start = Client(), 0, 0, time.process_time()
    while True:
        page = client.get(f"/api/v1/results/?since={since}&page_size=500").json()
        since, count = page["next_since"], count + 1
        if not page["has_more"]:
            return count, time.process_time() - start


def measure(count: int) -> None:
    """Fill the database twice, and print."""
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.API_RATES = {**settings.API_RATES, "anonymous": None}
    call_command("migrate", verbosity=0)
    add_players(range(count // 10))
    add_results(range(count // 10))
    every = [(name, form) for name in LISTS for form in ("csv", "ndjson")]
    # What is loaded and prepared once stays out of the comparison.
    for one in every:
        read(*one)
    few = {one: read(*one) for one in every}
    add_players(range(count // 10, count))
    add_results(range(count // 10, count))
    worst = 0.0
    for (name, form), (_length, peak_of_few) in few.items():
        length, peak = read(name, form)
        worst = max(worst, peak / peak_of_few)
        print(
            f"{name} {form}: {count:,} rows, {length / 1e6:.1f} MB, peak {peak / 1e6:.2f} MB "
            f"({peak_of_few / 1e6:.2f} MB for {count // 10:,}), {seconds(name, form):.1f} s"
        )
    requests, seconds_of_pages = follow()
    print(f"results in pages: {requests:,} requests, {seconds_of_pages:.1f} s")
    connection.close()
    print(f"streams: {worst:.2f} times the memory for 10 times the rows (limit {LIMIT:.0f})")


def main() -> None:
    """Measure on a new PostgreSQL server."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with new_database():
        measure(count)


if __name__ == "__main__":
    main()
