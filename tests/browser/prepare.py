"""Prepares the hall of an installation under test, in a process of its own: `python -m tests.browser.prepare PAIRS`.

The test process is bound to its test database; this one opens the database of the
installation and acts as the desk would.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import django
from django.conf import settings
from django.db import transaction
from django.urls import reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
django.setup()

from matches.models import Player  # noqa: E402 - after Django is set up
from tests import factories, showcase  # noqa: E402
from tests.browser.cards import prepare_cards  # noqa: E402
from tests.browser.hall import Demo, Guest, Hall, Pair  # noqa: E402
from tournaments.actions.draws import draw  # noqa: E402
from tournaments.actions.people import links  # noqa: E402
from tournaments.models import BudgetUse, Tournament  # noqa: E402

# Standings have columns of their own in each of these.
_OF_STANDINGS: dict[str, tuple[str, dict[str, object]]] = {
    "swiss": ("swiss", {}),
    "lives": ("lives", {"lives": 3}),
    "round_robin": ("round_robin", {}),
    "league": ("league", {}),
    "team table": ("round_robin", {"first_tiebreak": "board_points"}),
}


def load_demo() -> Demo:
    """The demonstration, with one of everything that has an address."""
    example = showcase.show()
    return Demo(
        email=example.demonstration.email,
        password=example.demonstration.password,
        guest=Guest(example.demonstration.player.name, _path(example.demonstration.player_token)),
        samples=example.samples,
    )


@transaction.atomic
def play_stages(*, director: Player) -> dict[str, str]:
    """A stage for every kind of standings after two rounds; of nine entrants one has a bye in each."""
    tournament = factories.tournament(by=director, name="Coupe des formules")
    uids = {}
    for kind, (code, options) in _OF_STANDINGS.items():
        sides: dict[str, Any] = (
            {"kind": "teams", "boards": 3, "team_size": 4} if kind.startswith("team") else {}
        )
        stage = factories.stage(factories.event(tournament, name=kind, **sides), format=code, options=options)
        factories.entrants(stage.event, 9)
        draw.draw(stage, by=director, seed="videau")
        for _round in range(2):
            factories.play_open_matches(stage)
        uids[kind] = stage.uid
    return uids


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


if __name__ == "__main__":
    # The hall has more tournaments than one director opens in a day.
    settings.BUDGETS["public_tournaments"] = None
    demo = load_demo()
    owner = Player.objects.get_by_natural_key(demo.email)
    demo.samples["s"].update(play_stages(director=owner))
    # Another director: a club night begins with the settings of its director's last event.
    desk = factories.player("Claire Lemoine", email="claire.lemoine@example.org")
    of_today, people = prepare_cards(director=desk)
    cards = {state: _guest(of_today, player, director=desk) for state, player in people.items()}
    pairs = draw_pairs(int(sys.argv[1]), director=owner)
    BudgetUse.objects.all().delete()
    sys.stdout.write(Hall(demo, pairs, cards).write())
