"""Benchmark a walk-in with 50,000 known players: `python -m bench.walk_ins`.

The database is the one that `DATABASE_URL` names, made anew, else a SQLite file in a directory of its own. What is timed is
the whole action that enters a newcomer at the desk; beside it one look at the names of everybody, which it once took.
"""

from __future__ import annotations

import os
import tempfile
import time
from datetime import date
from itertools import islice, product
from statistics import median

PLAYERS = 50_000
WALK_INS = 200
LIMIT = 0.05
_SYLLABLES = [
    "ba",
    "ben",
    "bru",
    "cha",
    "dal",
    "del",
    "du",
    "fer",
    "gar",
    "hau",
    "jar",
    "ko",
    "lam",
    "len",
    "mar",
    "mo",
    "nou",
    "per",
    "ri",
    "sal",
    "ter",
    "vau",
    "vil",
    "zan",
]


def main() -> None:
    """Fill a database, register walk-ins and print the times."""
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data:
        os.environ["VIDEAU_DATA"] = data
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
        if "DATABASE_URL" in os.environ:
            os.environ["EMBEDDED_RUNNER"] = "1"
        import django

        django.setup()
        _measure()


def _names() -> list[str]:
    """Return names of 200 given names, with realistic frequencies, and 13,824 surnames."""
    first_names = ["".join(parts).capitalize() for parts in islice(product(_SYLLABLES, repeat=2), 200)]
    surnames = ["".join(parts).capitalize() for parts in product(_SYLLABLES, repeat=3)]
    places = (int(200 * (number * 0.618 % 1) ** 2) for number in range(PLAYERS))
    return [f"{first_names[place]} {surnames[at * 7919 % len(surnames)]}" for at, place in enumerate(places)]


def _measure() -> None:
    from django.core.management import call_command
    from django.db import connection

    from matches.models import Player, name_key, store_name_keys
    from tournaments.actions.entrants import registration
    from tournaments.actions.events import lifecycle
    from tournaments.queries.people.names import similar_players

    call_command("migrate", verbosity=0)
    director = Player.objects.create_user(name="Director")
    store_name_keys(
        Player.objects.bulk_create(
            (Player(name=name, name_key=name_key(name)) for name in _names()), batch_size=5_000
        )
    )
    tournament = lifecycle.create_tournament(by=director, name="Open", starts_on=date(2026, 3, 7))
    event = lifecycle.create_event(tournament, by=director, name="Open")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    searches, walk_ins, own = [], [], []
    for number in range(WALK_INS):
        # Half of them have a name one letter away from a known one, which needs a confirmation first.
        name = f"Baben Durikob{chr(97 + number % 26)}" if number % 2 else f"Newcomer {number} Walker{number}"
        start, own_start = time.perf_counter(), time.process_time()
        similar_players(name, among=Player.objects.all())
        searches.append(time.perf_counter() - start)
        registration.walk_in(event, by=director, name=name, even_if_similar=True)
        walk_ins.append(time.perf_counter() - start)
        own.append(time.process_time() - own_start)
    start = time.perf_counter()
    everybody = list(Player.objects.only("uid", "name", "club", "country"))
    scan = time.perf_counter() - start
    print(f"{connection.vendor}, {len(everybody):,} players, {WALK_INS} walk-ins")
    print(f"  promised: {LIMIT * 1000:.0f} ms")
    print(f"  similar names: {_spread(searches)}")
    print(f"  with the entry: {_spread(walk_ins)}")
    # Where other programs run beside it, the least says what it takes by itself.
    print(f"  of it processor time of the service: {_spread(own)}")
    print(f"  reading everybody: {scan * 1000:.0f} ms, {scan / median(searches):.0f} times the similar names")


def _spread(seconds: list[float]) -> str:
    """Return the minimum, the median and the maximum of these times."""
    least, middle, most = (figure * 1000 for figure in (min(seconds), median(seconds), max(seconds)))
    return f"least {least:.1f} ms, median {middle:.1f} ms, slowest {most:.1f} ms"


if __name__ == "__main__":
    main()
