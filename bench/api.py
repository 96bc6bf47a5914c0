"""Benchmark reads and reports through the API, in one process: `python -m bench.api`.

On an empty SQLite through Django's test client, so that the whole stack answers but no network does. Times are processor
time; the calls of functions are counted beside them, because other work on the machine does not change these: two trees
are compared by them. `--json` prints the figures for that.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import secrets
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from math import isnan, nan
from typing import Any

ENTRANTS = 128
READS = 40


def arrange() -> tuple[list[tuple[str, str, str]], dict[str, str]]:
    """Return a drawn event: its matches with the tokens of both players, and the addresses to read."""
    from django.db import transaction

    from matches.models import Match, Player
    from tournaments.actions.draws import draw
    from tournaments.actions.entrants import registration
    from tournaments.actions.events import lifecycle
    from tournaments.actions.people import tokens

    with transaction.atomic():
        director = Player.objects.create_user(name="Director")
        players = [Player.objects.create_user(name=f"Player {number}") for number in range(ENTRANTS)]
        people = [director, *players]
        texts = {one.pk: tokens.make_for_operator(one, name="Bench") for one in people}
        tournament = lifecycle.create_tournament(
            by=director, name="Bench", starts_on=date(2026, 3, 7), visibility="public"
        )
        event = lifecycle.create_event(tournament, by=director, name="Main")
        stage = lifecycle.create_stage(event, by=director)
        for player in players:
            registration.enter(event, by=director, players=[player])
        draw.draw(stage, by=director)
    rows = Match.objects.values_list("uid", "one__members__player", "two__members__player")
    matches = [(uid, texts[one], texts[two]) for uid, one, two in rows]
    reads = {
        "match": f"matches/{matches[0][0]}/",
        "matches of the tournament": f"tournaments/{tournament.uid}/matches/",
        "entrants": f"events/{event.uid}/entrants/",
        "pairings": f"stages/{stage.uid}/pairings/",
        "bracket": f"stages/{stage.uid}/bracket/",
        "standings": f"stages/{stage.uid}/standings/",
        "fees": f"events/{event.uid}/fees/",
    }
    return matches, reads


def spent(ask: Callable[[], Any], *, expected: int) -> float:
    """Return the CPU time of one request in milliseconds."""
    start = time.process_time()
    answer = ask()
    seconds = time.process_time() - start
    assert answer.status_code == expected, answer.content
    return seconds * 1000


def calls(ask: Callable[[], Any]) -> float:
    """Return the number of function calls in one request, which does not depend on other load."""
    profile = cProfile.Profile()
    profile.runcall(ask)
    return float(sum(entry.callcount for entry in profile.getstats()))


def measure() -> dict[str, tuple[float, float]]:
    """Return the median CPU time and the number of calls of each kind of request."""
    from django.test import Client

    matches, reads = arrange()
    client = Client()
    kinds: dict[str, list[tuple[float, float]]] = {}
    for name, path in reads.items():
        get = partial(client.get, f"/api/v1/{path}")
        kinds[name] = [(spent(get, expected=200), calls(get)) for _ in range(READS)]
    for number, (uid, winner, loser) in enumerate(matches):
        for name, token in (("report by the winner", winner), ("the same by the loser", loser)):
            report = partial(
                client.post,
                f"/api/v1/matches/{uid}/reports/",
                {"score": [7, 3]},
                content_type="application/json",
                headers={"Authorization": f"Token {token}", "Idempotency-Key": secrets.token_hex(8)},
            )
            # A match is reported only once: half of the matches are used for the time, the others for the
            # calls.
            figures = (spent(report, expected=201), nan) if number % 2 else (nan, calls(report))
            kinds.setdefault(name, []).append(figures)
    return {
        name: (_median(row[0] for row in rows), _median(row[1] for row in rows))
        for name, rows in kinds.items()
    }


def _median(figures: Iterable[float]) -> float:
    return statistics.median(figure for figure in figures if not isnan(figure))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures for a comparison")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {
            "VIDEAU_DATA": data,
            "DJANGO_SETTINGS_MODULE": "tournaments.project.settings",
            "LOG_LEVEL": "ERROR",
        }
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.API_RATES = dict.fromkeys(settings.API_RATES)
        settings.ALLOWED_HOSTS = ["testserver"]
        call_command("migrate", verbosity=0)
        figures = measure()
    if options.json:
        print(json.dumps(figures))
        return
    for name, (milliseconds, number) in figures.items():
        print(f"{name:28} {milliseconds:7.2f} ms {number:9,.0f} calls")


if __name__ == "__main__":
    main()
