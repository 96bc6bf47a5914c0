"""Run the desk in a real browser: `python -m bench.desk`.

Chromium drives `./videau run` on an empty directory. First 20 results are typed on the control board, and the time runs from
the Enter to the moment at which the display in the hall, a page of its own that nobody touches, shows it. Then a round of
64 entrants is entered from the keyboard alone, each line typed when the one before has been taken. Who types here takes no
time to think: this is what the machine adds.
"""

from __future__ import annotations

import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median

from bench.phones import EMBEDDED, commands_of, running
from tests.ports import free_port

RESULTS = 20
ENTRANTS = 64
LENGTH = 7
LIMIT_HALL, LIMIT_ROUND = 5.0, 60.0
_PATIENCE_MS = 30_000
_GONE = "name => !document.querySelector('.hall-content').innerText.includes(name)"


@dataclass(frozen=True, slots=True)
class Desk:
    """A director's sign-in, and two tournaments with a drawn round of 64 and every match called."""

    email: str
    password: str
    shown: str
    typed: str


def arrange() -> Desk:
    """Make both tournaments."""
    from django.db import transaction
    from django.utils import timezone

    from matches.models import Match, Player
    from tests.factories import names
    from tournaments import tasks
    from tournaments.actions.draws import draw
    from tournaments.actions.entrants import registration
    from tournaments.actions.events import lifecycle
    from tournaments.actions.hall import calling
    from tournaments.models import Table

    email, password = "director@example.org", secrets.token_urlsafe(12)
    desks = []
    with transaction.atomic():
        director = Player.objects.create_user(email, password, name="Director")
        players = [Player.objects.create_user(name=name) for name in names(ENTRANTS)]
        for name in ("Shown", "Typed"):
            tournament = lifecycle.create_tournament(
                by=director, name=name, starts_on=timezone.localdate(), visibility="public"
            )
            event = lifecycle.create_event(tournament, by=director, name="Open")
            stage = lifecycle.create_stage(event, by=director, lengths=(LENGTH,))
            for player in players:
                registration.enter(event, by=director, players=[player])
            draw.draw(stage, by=director)
            numbers = [str(number) for number in range(1, ENTRANTS // 2 + 1)]
            lifecycle.add_tables(tournament, by=director, names=numbers)
            matches = Match.objects.filter(pairing__stage=stage).order_by("pairing__slot")
            tables = Table.objects.filter(tournament=tournament).order_by("pk")
            for match, table in zip(matches, tables, strict=True):
                calling.assign(match, by=director, table=table)
            desks.append(tournament.uid)
    # The invitations have been sent when the first result is entered.
    tasks.run_due()
    return Desk(email, password, *desks)


@contextmanager
def service() -> Iterator[tuple[str, Desk]]:
    """Yield the address of an embedded installation with both tournaments."""
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="videau-bench-"))
        os.environ["VIDEAU_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.project.settings"
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        desk = arrange()
        connection.close()
        port = free_port()
        stack.enter_context(running(*commands_of(EMBEDDED, port), data=data, port=port, environment={}))
        yield f"http://127.0.0.1:{port}", desk


def measure(base: str, desk: Desk) -> tuple[list[float], float]:
    """Return the seconds from each Enter to the display, and those of the whole round."""
    from playwright.sync_api import expect, sync_playwright

    from tests.postgres_plugin import chromium

    expect.set_options(timeout=_PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        director = browser.new_context(base_url=base, locale="en-GB").new_page()
        director.goto("/accounts/login/")
        director.locator("input[type=email]").fill(desk.email)
        director.locator("input[type=password]").fill(desk.password)
        director.keyboard.press("Enter")
        director.wait_for_url(f"{base}/")
        status, line = director.locator("#control [role=status]"), director.locator("#q")

        screen = browser.new_context(
            base_url=base, locale="en-GB", viewport={"width": 1920, "height": 1080}
        ).new_page()
        screen.goto(f"/t/{desk.shown}/hall/?views=pairings&seconds=120")
        director.goto(f"/desk/t/{desk.shown}/control/")
        delays = []
        for points in range(RESULTS):
            names = screen.locator(".hall-rows li").first.locator("strong").all_inner_texts()
            expect(line).to_be_focused()
            director.keyboard.type(f"{names[0]} {points % LENGTH}")
            start = time.monotonic()
            director.keyboard.press("Enter")
            screen.wait_for_function(_GONE, arg=names[0], polling=50, timeout=_PATIENCE_MS)
            delays.append(time.monotonic() - start)
            expect(status).to_contain_text(names[0])
            expect(line).to_have_value("")

        director.goto(f"/desk/t/{desk.typed}/control/")
        expect(line).to_be_focused()
        start = time.monotonic()
        for table in range(1, ENTRANTS // 2 + 1):
            director.keyboard.type(f"{table} {'a' if table % 2 else 'b'} {table % LENGTH}")
            director.keyboard.press("Enter")
            expect(director.locator(".board-table .board-names")).to_have_count(ENTRANTS // 2 - table)
            expect(line).to_have_value("")
        seconds = time.monotonic() - start
        browser.close()
    return delays, seconds


def main() -> None:
    """Measure and print."""
    with service() as (base, desk):
        delays, seconds = measure(base, desk)
    print(
        f"from the Enter of a result to the display in the hall: median {median(delays):.2f} s, "
        f"longest {max(delays):.2f} s of {len(delays)}; "
        f"{ENTRANTS // 2} results by keyboard: {seconds:.1f} s, {seconds / (ENTRANTS // 2):.2f} s each"
    )
    is_held = max(delays) <= LIMIT_HALL and seconds < LIMIT_ROUND
    print("the promise (5 s to the hall, a round of 64 in 60 s): " + ("held" if is_held else "BROKEN"))


if __name__ == "__main__":
    main()
