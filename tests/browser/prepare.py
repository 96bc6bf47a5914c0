"""Prepares the hall of an installation under test, in a process of its own: `python -m tests.browser.prepare PAIRS`.

The test process is bound to its test database; this one opens the database of the
installation and acts as the desk would.
"""

from __future__ import annotations

import os
import sys

import django
from django.db import transaction
from django.urls import reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
django.setup()

from matches.models import Dispute, GameRecord, Match, Player, Report  # noqa: E402 - after Django is set up
from tests import factories  # noqa: E402
from tests.browser.hall import Demo, Guest, Hall, Pair  # noqa: E402
from tournaments.actions import draw, links, money  # noqa: E402
from tournaments.management import demo  # noqa: E402
from tournaments.models import CashBox, Entrant, Event, FeeKind, Stage, Tournament  # noqa: E402


def load_demo() -> Demo:
    """The demonstration, with one of everything that has an address."""
    loaded = demo.load()
    own = Entrant.objects.filter(
        entrant_players__player=loaded.player, event__tournament=loaded.tournament
    ).latest("pk")
    _take_money(own)
    return Demo(
        email=loaded.email,
        password=loaded.password,
        guest=Guest(loaded.player.name, _path(loaded.player_token)),
        samples=_samples(loaded.tournament) | {"x": {"own": own.uid}},
    )


def _take_money(entrant: Entrant) -> None:
    """Fees, a side pool and prizes of an event, and one entrant who has paid a part."""
    event = entrant.event
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    money.set_fee(event, by=None, kind=FeeKind.SIDE_POOL, name="Pool 20", amount=20_00, is_optional=True)
    money.set_payout(event, by=None, payout={"structure": "main_4", "percent": 90, "added": 100_00})
    money.add_box(event.tournament, by=None, name="Desk")
    money.pay(entrant, by=None, amount=30_00)


def draw_pairs(count: int, *, director: Player) -> list[Pair]:
    """So many matches between two guests, each in a tournament of its own; one commit, since each waits for the disk."""
    names = iter(factories.names(2 * count))
    with transaction.atomic():
        return [_draw_pair(number, (next(names), next(names)), director=director) for number in range(count)]


def _draw_pair(number: int, names: tuple[str, str], *, director: Player) -> Pair:
    tournament = factories.tournament(by=director, name=f"Coupe {number + 1}")
    event = factories.event(tournament, name="Open")
    stage = factories.stage(event)
    for name in names:
        factories.entrant(event, name)
    draw.draw(stage, by=director, seed="videau")
    around = factories.around(factories.open_matches(stage)[0])
    one, two = (_guest(tournament, player, director=director) for player in (around.one, around.two))
    return Pair(tournament.uid, event.uid, stage.uid, around.match.uid, one, two)


def _guest(tournament: Tournament, player: Player, *, director: Player) -> Guest:
    _, token = links.make_player_link(tournament, player, by=director)
    return Guest(player.name, _path(token))


def _path(token: str) -> str:
    return reverse("link", args=[token])


def _samples(tournament: Tournament) -> dict[str, dict[str, str]]:
    matches = Match.objects.filter(pairing__stage__event__tournament=tournament).order_by("pk")
    waiting = Report.objects.get(match__in=matches, confirm_by__isnull=False, match__disputes=None)
    playing = matches.filter(started_at__isnull=False, final_at=None, reports=None)
    states = {
        "reported": waiting.match,
        "disputed": matches.get(disputes__isnull=False),
        "final": matches.filter(final_at__isnull=False)[0],
        "playing": playing[0],
    }
    events = {"finished": "Masters", "running": "Open", "to come": "Speedgammon"}
    return {
        "t": {"": tournament.uid},
        # The demonstration has no ladder.
        "k": {"": "x"},
        "b": {"": CashBox.objects.get(tournament=tournament).uid},
        "e": {
            state: Event.objects.get(tournament=tournament, name=name).uid for state, name in events.items()
        },
        "s": {
            state: Stage.objects.get(event__tournament=tournament, event__name=name).uid
            for state, name in events.items()
        },
        "p": {"reported": waiting.match.pairing.uid},
        "m": {state: match.uid for state, match in states.items()},
        "r": {"waiting": waiting.uid},
        "d": {"open": Dispute.objects.get(match__in=matches).uid},
        "g": {"checked": GameRecord.objects.get(match__in=matches).uid},
    }


if __name__ == "__main__":
    shown = load_demo()
    owner = Player.objects.get_by_natural_key(shown.email)
    sys.stdout.write(Hall(shown, draw_pairs(int(sys.argv[1]), director=owner)).write())
