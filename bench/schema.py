"""Try the API by its own schema: `./videau bench schema [--cases 10000] [--seed 1] [sqlite|postgresql]`.

Requests are made from the OpenAPI document, with ids that exist, by every kind of caller, on a new database of each kind: values
that the schema allows, those at its limits, and those that it forbids. An answer from 500 on is a fault, and so is one that the
schema does not declare: its status, its media type, its fields, and whether a forbidden body was taken.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from bench._databases import new_database

ROOT = Path(__file__).resolve().parent.parent
DATABASES = ("sqlite", "postgresql")
_MOST_SHOWN = 40


def walk(database: str, *, cases: int, seed: int) -> bool:
    """Walk one database and print what was answered; return whether nothing is at fault."""
    with ExitStack() as stack:
        stack.enter_context(new_database(database))
        os.environ["LOG_LEVEL"] = "ERROR"
        import django
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connection, transaction

        django.setup()
        settings.API_RATES = dict.fromkeys(settings.API_RATES)
        settings.ALLOWED_HOSTS = ["testserver"]
        call_command("migrate", verbosity=0)
        from tests.attacks.schema_cases import make_walk

        with transaction.atomic():
            world = make_walk(seed)
        start = time.monotonic()
        world.walk(cases)
        seconds = time.monotonic() - start
        connection.close()
    errors = sum(number for status, number in world.statuses.items() if status >= 500)
    print(
        f"{database}: {cases} cases of {len(world.endpoints)} operations by {len(world.callers)} callers in {seconds:.0f} s, "
        f"{errors} server errors, {len(world.faults) - errors} answers beside the schema"
    )
    print(f"  by status: {dict(sorted(world.statuses.items()))}")
    for who, statuses in world.by_caller.items():
        print(f"  {who}: {sum(statuses[one] for one in statuses if one < 300)} done of {statuses.total()}")
    print(f"  404 alone: {', '.join(world.never_found()) or 'none'}")
    print(f"  never done: {', '.join(world.never_done()) or 'none'}")
    kinds = Counter((fault.case.endpoint.name, fault.status, fault.words[:60]) for fault in world.faults)
    first = {
        (fault.case.endpoint.name, fault.status, fault.words[:60]): fault for fault in reversed(world.faults)
    }
    for kind, number in kinds.most_common(_MOST_SHOWN):
        print(f"  {number} times {kind[0]}: {first[kind]}")
    return not world.faults


def main() -> None:
    """Walk both databases, each in a process of its own, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("databases", nargs="*", choices=[*DATABASES, []], default=[])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if len(options.databases) == 1:
        sys.exit(not walk(options.databases[0], cases=options.cases, seed=options.seed))
    # Settings are read once in a process.
    command = [
        sys.executable,
        "-m",
        "bench.schema",
        "--cases",
        str(options.cases),
        "--seed",
        str(options.seed),
    ]
    ends = [subprocess.run([*command, one], cwd=ROOT, check=False).returncode for one in DATABASES]
    sys.exit(any(ends))


if __name__ == "__main__":
    main()
