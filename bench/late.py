"""Measure how soon lists show one late correction: `./videau bench late [matches] [--times 3]`.

A list of a million matches, and in the middle of them a tournament of this service. The installation of production runs on this
machine: two web processes, a worker and beat, Redis and PostgreSQL. A result of that tournament is turned round by an action; the
seconds go from its commit until the page of the list, asked for all the time, shows another line of the winner.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from statistics import median
from typing import TYPE_CHECKING, Any

import time_machine

from bench import ratings
from bench.phones import PRODUCTION, commands_of, database_of, running
from tests.ports import free_port

if TYPE_CHECKING:
    from matches.models import Match

TIMES = 3
LIMIT = 15.0
_LONGEST = 300.0
_NAME = "Late Winner"
_EVERY = 0.1


def played_in_the_middle() -> Match:
    """Play a bracket of eight on the day of the matches in the middle; return one of its first round."""
    from matches.models import Player
    from tests import factories
    from tournaments.actions import results

    day = ratings.FIRST_DAY + timedelta(days=3500)
    with time_machine.travel(datetime(day.year, day.month, day.day, 12, tzinfo=UTC), tick=True):
        matches = factories.open_matches(factories.drawn_stage(8))
        for match in matches:
            results.report(match, by=factories.director_of(match), score=(7, 3))
    winner = matches[0].one.players.get()
    Player.objects.filter(pk=winner.pk).update(name=_NAME, name_key=_NAME.lower(), has_profile=True)
    return matches[0]


def listed(match: Match, rating_list: Any) -> str:
    """Bring feed, verdicts and list up to the tournament; return the page of the list that shows the winner."""
    from django.db import connection

    from tournaments.actions.feed import judging, writing
    from tournaments.actions.lists import computing
    from tournaments.models import OutboxJob

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    writing.write(match.pairing.stage.event.tournament)
    judging.judge_all()
    start = time.monotonic()
    state = computing.compute(rating_list)
    print(
        f"{state.matches} matches of {state.players} players computed in {time.monotonic() - start:.1f} s",
        flush=True,
    )
    OutboxJob.objects.all().delete()
    return f"/lists/{rating_list.uid}/?status=all&name={_NAME.replace(' ', '+')}"


def line(port: int, address: str) -> str:
    """Return the table of the page, of which the winner is the only line."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", address, headers={"Host": "localhost"})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    table = re.search(r"<tbody.*?</tbody>", body, re.DOTALL)
    assert answer.status == 200, (answer.status, body)
    assert table is not None, body
    return table[0]


def correct(match: Match, port: int, address: str) -> float:
    """Turn the result round; return the seconds from its commit until the page shows it."""
    from tests import factories
    from tournaments.actions import results

    match.refresh_from_db()
    before, score = line(port, address), (3, 7) if match.winner == "one" else (7, 3)
    results.correct(match, by=factories.director_of(match), score=score, reason="Misread.")
    start = time.monotonic()
    while line(port, address) == before:
        assert time.monotonic() - start < _LONGEST, "the list does not show the correction"
        time.sleep(_EVERY)
    return time.monotonic() - start


def main() -> None:
    """Fill a new database, start the service, and correct."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int, nargs="?", default=ratings.MATCHES)
    parser.add_argument("--times", type=int, default=TIMES)
    options = parser.parse_args()
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="videau-bench-"))
        os.environ |= {"VIDEAU_DATA": data, "DJANGO_SETTINGS_MODULE": "tournaments.project.settings"}
        environment = database_of(PRODUCTION, data, stack)
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        rating_list = ratings.fill(ratings.season(options.matches))
        match = played_in_the_middle()
        address = listed(match, rating_list)
        connection.close()
        port = free_port()
        beat = [
            sys.executable,
            "-m",
            "celery",
            "--quiet",
            "--app",
            "tournaments.project",
            "beat",
            "--pidfile=",
        ]
        commands = [
            *commands_of(PRODUCTION, port),
            [*beat, f"--schedule={data}/beat", "--loglevel", "WARNING"],
        ]
        stack.enter_context(running(*commands, data=data, port=port, environment=environment))
        stack.callback(connection.close)
        waits = []
        for _time in range(options.times):
            waits.append(correct(match, port, address))
            print(f"visible after {waits[-1]:.1f} s", flush=True)
    print(
        f"late: median {median(waits):.1f} s, worst {max(waits):.1f} s, of {options.matches} matches (limit {LIMIT:.0f} s)"
    )


if __name__ == "__main__":
    main()
