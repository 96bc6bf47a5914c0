"""Benchmark the bracket page for events of several sizes: `python -m bench.bracket_page`.

In one process on an empty SQLite, through Django's test client, so that the whole stack answers but no
network does. The floor, measured in the same run, is the address that only says "ok".
"""

from __future__ import annotations

import gzip
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import date
from typing import Any

SIZES = (16, 64, 256, 1024)
RUNS = 15


def arrange(size: int) -> tuple[str, str]:
    """Return the addresses of the bracket of a drawn event, and of its live part."""
    from django.db import transaction
    from django.urls import reverse

    from matches.models import Player
    from tournaments.actions.draws import draw
    from tournaments.actions.entrants import registration
    from tournaments.actions.events import lifecycle

    with transaction.atomic():
        director = Player.objects.create_user(name="Director")
        tournament = lifecycle.create_tournament(
            by=director, name=f"Bench {size}", starts_on=date(2026, 3, 7), visibility="public"
        )
        event = lifecycle.create_event(tournament, by=director, name=f"Event of {size}")
        stage = lifecycle.create_stage(event, by=director)
        for number in range(size):
            player = Player.objects.create_user(name=f"Player {size} {number}")
            registration.enter(event, by=director, players=[player])
        draw.draw(stage, by=director)
    return reverse("bracket", args=[stage.uid]), reverse("bracket_live", args=[stage.uid])


def median_ms(act: Callable[[], Any]) -> float:
    """Return the median of the runs in milliseconds, after a warm-up."""
    act()
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data:
        os.environ["VIDEAU_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.project.settings"
        os.environ.setdefault("LOG_LEVEL", "WARNING")
        import django
        from django.core.management import call_command
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext

        django.setup()
        call_command("migrate", verbosity=0)
        client = Client(headers={"host": "localhost"})
        floor = median_ms(lambda: client.get("/healthz"))
        print(f"{'':<28}{'queries':>9}{'ms':>9}{'x ok':>8}{'kB':>8}{'kB gzip':>9}")
        print(f"{'an address that says ok':<28}{'':>9}{floor:>9.2f}{1:>8.1f}")
        for size in SIZES:
            address, live = arrange(size)
            with CaptureQueriesContext(connection) as queries:
                response = client.get(address)
            number = len(queries)
            assert response.status_code == 200, response.status_code
            page = median_ms(lambda address=address: client.get(address))  # type: ignore[misc]
            headers = {"if-none-match": client.get(live)["ETag"]}
            unchanged = median_ms(lambda live=live, headers=headers: client.get(live, headers=headers))  # type: ignore[misc]
            weight = len(response.content) / 1024
            packed = len(gzip.compress(response.content, 6)) / 1024
            print(
                f"{f'bracket of {size}':<28}{number:>9}{page:>9.1f}{page / floor:>8.1f}"
                f"{weight:>8.0f}{packed:>9.1f}"
            )
            print(f"{'  the same, nothing new':<28}{'':>9}{unchanged:>9.1f}{unchanged / floor:>8.1f}")


if __name__ == "__main__":
    main()
