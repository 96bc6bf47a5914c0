"""Compare the digests of rating lists between databases, Pythons, orders of arrival and a twin: `./videau bench digests`.

`[matches] [--twin 100000] [--python PATH ...] [--vendors sqlite postgresql]`. Every database is filled in an order of arrival of
its own, in four parts with a computation after each, and then computes its lists from nothing. Every line must have the same digest;
the first so many matches are rated by the twin of the tests too, in decimals with 50 digits. Exit code 1 says that one differs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from hashlib import sha256
from random import Random
from typing import Any

from bench._databases import new_database
from bench.ratings import FIRST_DAY, MATCHES, PER_EVENT, Row, insert, season

FORMULAS = ("fibs", "elo")
VENDORS = ("sqlite", "postgresql")
PARTS = 4
_TWIN = 100_000


def uid_of(player: int) -> str:
    """Return the uid of a player, which is the same in every run."""
    return f"player{player:08}"


def day_of(number: int, count: int) -> int:
    """Return on which day after the first one a match was played; events are over in a day."""
    return number // PER_EVENT * 7000 // (count // PER_EVENT + 1)


def digests_by_twin(rows: Sequence[Row], count: int) -> Iterator[tuple[str, str]]:
    """Yield each formula with the digest of the list after the first `count` matches, in decimals."""
    from tests.ratings.decimals import CHANGES, list_after

    played = rows[:count]
    wins = Counter(winner for winner, _loser, _length in played)
    matches = wins + Counter(loser for _winner, loser, _length in played)
    last = {
        player: FIRST_DAY.toordinal() + day_of(number, count)
        for number, row in enumerate(played)
        for player in row[:2]
    }
    for formula in FORMULAS:
        people = list_after(CHANGES[formula], played)
        lines = sorted(
            f"{uid_of(one)} {rating} {experience} {matches[one]} {wins[one]} {last[one]}\n"
            for one, (rating, experience) in people.items()
        )
        yield formula, sha256("".join(lines).encode()).hexdigest()


def digests_of_database(count: int, *, seed: int) -> Iterator[tuple[str, str, str]]:
    """Fill this database, and yield each formula, the way and the digest of its list."""
    from tests.lists import feeds
    from tournaments.actions.lists import computing
    from tournaments.models import (
        CountingRule,
        FeedHead,
        ListStanding,
        ListState,
        RatingHistory,
        RatingList,
    )

    rows = season(count)
    people = _people(max(max(row[:2]) for row in rows) + 1)
    first = feeds.rating_list(formula=FORMULAS[0])
    lists = [
        first,
        *(
            RatingList.objects.create(federation=first.federation, name=one, formula=one)
            for one in FORMULAS[1:]
        ),
    ]
    FeedHead.objects.create(pk=1, number=0)
    arrival = list(range(count))
    Random(seed).shuffle(arrival)
    for part in range(PARTS):
        begin, end = count * part // PARTS, count * (part + 1) // PARTS
        _arrive(rows, arrival[begin:end], people, since=begin, lists=lists)
        FeedHead.objects.update(number=end)
        CountingRule.objects.update(judged=end)
        states = [computing.compute(one) for one in lists]
    for one, state in zip(lists, states, strict=True):
        yield one.formula, f"in {PARTS} parts, order of arrival {seed}", state.digest
    for table in (ListState, ListStanding, RatingHistory):
        table.objects.all().delete()
    for one in lists:
        yield one.formula, "from nothing", computing.compute(one).digest


def _people(count: int) -> list[int]:
    """Store players; return their keys."""
    from matches.models import Player

    Player.objects.bulk_create(
        (Player(name=f"Player {number}", uid=uid_of(number)) for number in range(count)),
        batch_size=2_000,
    )
    return list(Player.objects.order_by("uid").values_list("pk", flat=True))


def _arrive(
    rows: Sequence[Row], part: Sequence[int], people: Sequence[int], *, since: int, lists: Sequence[Any]
) -> None:
    """Append matches to the feed in this order, each rated."""
    from tests.lists import feeds
    from tournaments.models import FeedRow, FeedVerdict

    def columns() -> Iterator[dict[str, Any]]:
        for number, place in enumerate(part, start=since + 1):
            winner, loser, length = rows[place]
            yield {
                "number": number,
                "match_uid": f"m{place:013}",
                "day": FIRST_DAY + timedelta(days=day_of(place, len(rows))),
                "event_uid": f"e{place // PER_EVENT:013}",
                "slot": place % PER_EVENT,
                "length": length,
                "one_id": people[winner],
                "two_id": people[loser],
                "score_one": length,
            }

    template = feeds.row(*_two_players(people), day=FIRST_DAY)
    insert(FeedRow, template, columns())
    verdict = FeedVerdict(rule=lists[0].federation.counting_rules.get(), row=FeedRow(number=1))
    insert(FeedVerdict, verdict, ({"row_id": since + number} for number in range(1, len(part) + 1)))


def _two_players(people: Sequence[int]) -> list[Any]:
    from matches.models import Player

    return list(Player.objects.filter(pk__in=people[:2]).order_by("pk"))


def run_alone(vendor: str, count: int, seed: int) -> None:
    """Print the digests of one database, which this process makes."""
    with new_database(vendor):
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        for words in digests_of_database(count, seed=seed):
            print("\t".join(words), flush=True)
        connection.close()


def main() -> int:
    """Compare everything that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int, nargs="?", default=MATCHES)
    parser.add_argument("--twin", type=int, default=_TWIN, help="matches that the twin rates")
    parser.add_argument(
        "--python", nargs="*", default=[sys.executable], help="environments with the requirements"
    )
    parser.add_argument("--vendors", nargs="*", default=VENDORS, choices=VENDORS)
    parser.add_argument("--alone", metavar="SEED", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone is not None:
        run_alone(options.vendors[0], options.matches, options.alone)
        return 0
    counts = sorted({min(options.twin, options.matches), options.matches} - {0})
    is_same = True
    for count in counts:
        digests: dict[str, set[str]] = {formula: set() for formula in FORMULAS}
        for formula, words, digest in _lines(options, count):
            digests[formula].add(digest)
            print(f"{count:>9}  {formula:<5} {digest[:16]}  {words}", flush=True)
        is_same = is_same and all(len(one) == 1 for one in digests.values())
    print(f"digests: {'all the same' if is_same else 'THEY DIFFER'}")
    return 0 if is_same else 1


def _lines(options: argparse.Namespace, count: int) -> Iterator[tuple[str, str, str]]:
    """Yield formula, words and digest of each way to make a list of so many matches."""
    if count <= options.twin:
        start = time.monotonic()
        for formula, digest in digests_by_twin(season(count), count):
            yield formula, f"twin in decimals, {time.monotonic() - start:.0f} s", digest
    runs = [(vendor, python) for vendor in options.vendors for python in options.python]
    for seed, (vendor, python) in enumerate(runs):
        command = [python, "-m", "bench.digests", str(count), "--vendors", vendor, "--alone", str(seed)]
        answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=os.environ).stdout
        version = subprocess.check_output([python, "-V"], text=True).split()[1]
        for line in answer.splitlines():
            formula, way, digest = line.split("\t")
            yield formula, f"{vendor}, Python {version}, {way}", digest


if __name__ == "__main__":
    sys.exit(main())
