"""Benchmark rating lists from the feed to stored changes: `./videau bench ratings [matches] [postgresql|sqlite]`.

Every figure is a ratio to a plain Python loop with dicts and floats over tuples in memory (FIBS, the same matches),
measured in the same run: of processor time, that of the database's process included. The loop is measured before and after
what it is compared with, because the pace of a machine with other work changes within a minute; 1 is the mean.
There are twenty times as many matches as players, in events of 64 matches.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from bench._databases import new_database

MATCHES = 1_000_000
PER_EVENT = 64
FIRST_DAY = date(2006, 1, 7)
Row = tuple[int, int, int]


def season(matches: int) -> list[Row]:
    """Winner, loser and length of matches; some players play far more than others."""
    chance, players = Random(1), max(4, matches // 20)
    rows = []
    for _number in range(matches):
        winner, loser = (int(players * chance.random() ** 2) for _side in range(2))
        rows.append(
            (winner, (loser + 1) % players if loser == winner else loser, chance.choice((3, 5, 7, 9, 11)))
        )
    return rows


def plain(rows: list[Row]) -> dict[int, float]:
    """Rate the matches in a plain loop, in floats."""
    ratings: dict[int, float] = {}
    experience: dict[int, int] = {}
    for winner, loser, length in rows:
        of_winner, of_loser = ratings.get(winner, 1500.0), ratings.get(loser, 1500.0)
        games, lost_games = experience.get(winner, 0), experience.get(loser, 0)
        root = length**0.5
        chance = 1 / (1 + 10 ** ((of_winner - of_loser) * root / 2000))
        ratings[winner] = of_winner + 4 * max(1, 5 - games / 100) * root * chance
        ratings[loser] = of_loser - 4 * max(1, 5 - lost_games / 100) * root * chance
        experience[winner] = games + length
        experience[loser] = lost_games + length
    return ratings


def loop_time(rows: list[Row]) -> float:
    """Return the processor time of the plain loop."""
    start = spent()
    plain(rows)
    return spent() - start


def spent() -> float:
    """Return the processor time of this process and of the database's process that works for it."""
    return time.process_time() + sum(_time_of(pid) for pid in BACKENDS)


BACKENDS: list[int] = []


def _time_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Split:
    """The time of each part of a computation, by the functions that do them."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = {}

    @contextmanager
    def watching(self, *functions: tuple[Any, str, str]) -> Iterator[None]:
        """Measure functions of modules while the block runs."""
        before = [(module, name, getattr(module, name)) for module, name, _part in functions]
        for module, name, part in functions:
            setattr(module, name, self._timed(getattr(module, name), part))
        try:
            yield
        finally:
            for module, name, function in before:
                setattr(module, name, function)

    def _timed(self, function: Callable[..., Any], part: str) -> Callable[..., Any]:
        def timed(*args: Any, **values: Any) -> Any:
            start = spent()
            try:
                return function(*args, **values)
            finally:
                self.parts[part] = self.parts.get(part, 0.0) + spent() - start

        return timed


def in_memory(rows: list[Row], base: float) -> None:
    """Print the ratios of the formulas over columns, and of Glicko-2 in 52 periods."""
    from tournaments.ratings import FORMULAS
    from tournaments.ratings.lists import (
        MatchColumns,
        PeriodColumns,
        RatingColumns,
        calendar_ends,
        changes_by_match,
    )

    players = max(max(row[:2]) for row in rows) + 1
    matches = MatchColumns.of_rows([(*row, number // PER_EVENT, 1) for number, row in enumerate(rows)])
    for code in ("fibs", "fibs-no-ramp", "elo"):
        formula: Any = FORMULAS[code]
        for by_group, words in ((False, "match by match"), (True, "event by event")):
            start = spent()
            changes_by_match(formula, RatingColumns.newcomers(players), matches, by_group=by_group)
            print(f"{code}, {words}, in memory: {(spent() - start) / base:.2f}")
    periods = MatchColumns.of_rows([(*row, number * 52 // len(rows), 1) for number, row in enumerate(rows)])
    glicko: Any = FORMULAS["glicko2"]
    start = spent()
    for _players in calendar_ends(glicko, PeriodColumns.newcomers(glicko, players), periods):
        pass
    print(f"glicko2, 52 periods, in memory: {(spent() - start) / base:.2f}")


def fill(rows: list[Row]) -> Any:
    """Store players, feed, verdicts and a list; return the list."""
    from tests.lists import feeds
    from tournaments.models import CountingRule, FeedHead, FeedRow, FeedVerdict, RatingList

    people = [person.pk for person in feeds.players(max(max(row[:2]) for row in rows) + 1)]
    rating_list: RatingList = feeds.rating_list()
    rule = rating_list.federation.counting_rules.get()
    one, two = feeds.players(2)
    template = feeds.row(one, two, day=FIRST_DAY)
    insert(FeedRow, template, _variable(rows, people))
    verdict = FeedVerdict(rule=rule, row=FeedRow(number=1))
    insert(FeedVerdict, verdict, ({"row_id": number} for number in range(1, len(rows) + 1)))
    FeedHead.objects.create(pk=1, number=len(rows))
    CountingRule.objects.update(judged=len(rows))
    return rating_list


def _variable(rows: list[Row], people: list[int]) -> Iterator[dict[str, Any]]:
    """Yield the columns in which the rows of the feed differ."""
    events = len(rows) // PER_EVENT + 1
    for number, (winner, loser, length) in enumerate(rows):
        event = number // PER_EVENT
        yield {
            "number": number + 1,
            "match_uid": f"m{number:013}",
            "day": FIRST_DAY + timedelta(days=event * 7000 // events),
            "event_uid": f"e{event:013}",
            "slot": number % PER_EVENT,
            "length": length,
            "one_id": people[winner],
            "two_id": people[loser],
            "score_one": length,
        }


def insert(model: Any, template: Any, rows: Iterator[dict[str, Any]]) -> None:
    """Insert rows that differ from a template in some columns; by COPY on PostgreSQL."""
    from django.db import connection, transaction

    about = model._meta  # noqa: SLF001 - the documented way to a model's fields
    fields = [field for field in about.concrete_fields if field.column != "id"]
    same = {
        field.column: field.get_db_prep_save(getattr(template, field.attname), connection) for field in fields
    }
    names = ", ".join(connection.ops.quote_name(name) for name in same)
    values = (tuple((same | row).values()) for row in rows)
    table, marks = about.db_table, ", ".join(["%s"] * len(same))
    # A statement has a time limit.
    while part := list(islice(values, 50_000)):
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                    for row in part:
                        copy.write_row(row)
            else:
                cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", part)  # noqa: S608 - names of fields


def stored(rating_list: Any, rows: list[Row]) -> None:
    """Print the ratios of a full run and of one late correction."""
    from django.db import connection

    from tests.lists import feeds
    from tournaments.actions.lists import computing
    from tournaments.models import FeedRow, ListStanding, RatingHistory

    with connection.cursor() as cursor:
        # What PostgreSQL does by itself after many new rows.
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_backend_pid()")
            BACKENDS.extend(cursor.fetchone())
    _run(rating_list, rows, f"full, {connection.vendor}, {len(rows)} matches")
    before = dict(ListStanding.objects.filter(list=rating_list).values_list("player_id", "rating"))
    old = FeedRow.objects.get(number=len(rows) // 2 + 100)
    feeds.add([feeds.corrected(old, winner=2)], rating_list)
    _run(rating_list, rows, "one correction in the middle")
    after = ListStanding.objects.filter(list=rating_list).values_list("player_id", "rating")
    moved = sum(abs(rating - before[player]) >= 5_000_000 for player, rating in after)
    print(f"    {moved} of {len(before)} players moved by 0.005 or more")
    print(f"histories {RatingHistory.objects.count()}")
    assert computing.compute(rating_list).matches == len(rows)


def _run(rating_list: Any, rows: list[Row], words: str) -> None:
    """Compute the list and print the ratio with its split."""
    from tournaments.actions.lists import computed_list, computing, packing

    split = Split()
    watched = (
        (computing, "rated_rows", "feed"),
        (computed_list, "changes_by_match", "changes"),
        (packing, "copy_slices", "rows written"),
        (computing, "live_players", "standings read"),
        (computing, "digest_of", "digest"),
    )
    before = loop_time(rows)
    start = spent()
    with split.watching(*watched):
        state = computing.compute(rating_list)
    seconds = spent() - start
    after = loop_time(rows)
    base = (before + after) / 2
    parts = ", ".join(f"{part} {value / base:.2f}" for part, value in split.parts.items())
    loops = f"{seconds:.2f} s beside {before:.2f} and {after:.2f}"
    print(f"{words}: {seconds / base:.2f} ({parts}), {loops}, digest {state.digest[:12]}")


def main() -> None:
    """Fill a new database, and compute its list."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    vendor = sys.argv[2] if len(sys.argv) > 2 else "postgresql"
    rows = season(count)
    plain(rows)
    base = loop_time(rows)
    print(f"1 is {base:.2f} s, the plain loop over {count} matches")
    in_memory(rows, base)
    with new_database(vendor):
        _in_database(rows)


def _in_database(rows: list[Row]) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    stored(fill(rows), rows)
    connection.close()


if __name__ == "__main__":
    main()
