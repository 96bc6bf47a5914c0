"""Makes a federation whose list has the results of two years: `python -m tests.browser.national`.

It prints the addresses of the pages to look at: the list, a player, the explanation of a rating, and what would be.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

import django
from django.urls import reverse
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
django.setup()

from django.db import transaction  # noqa: E402 - after Django is set up

from matches.models import Player  # noqa: E402
from tests import factories  # noqa: E402
from tournaments.actions.exchange import archives  # noqa: E402
from tournaments.actions.federations import clubs, members, setup  # noqa: E402
from tournaments.actions.feed import judging  # noqa: E402
from tournaments.actions.lists import computing, keeping, publishing  # noqa: E402
from tournaments.models import Federation, ListStanding, RatingList  # noqa: E402

_FIRST = (
    "Anne",
    "Chloé",
    "Diego",
    "Édith",
    "Finn",
    "Hélène",
    "Jonas",
    "Léo",
    "Marit",
    "Nils",
    "Solène",
    "Yann",
)
_LAST = ("Aubry", "Berg", "Carlier", "Dahl", "Fabre", "Garnier", "Holm", "Jourdan", "Lindqvist", "Morel")
_CLUBS = (("Club de la Rade", "Brest"), ("Harbour Backgammon", "Bergen"), ("Les Dés de Nantes", "Nantes"))
_PLAYERS, _EVENTS, _ROUNDS = 60, 24, 6
_LENGTHS = (5, 7, 7, 9, 11)


def prepare() -> dict[str, str]:
    """Make the federation, and return the addresses by what is looked at."""
    chance = Random(22)
    federation = setup.create_federation(
        by=None,
        code="ATL",
        name="Atlantic Backgammon Federation",
        country="FR",
        # The showcase has directors of its own, numbered by another process.
        president=factories.player("Odile Kerner", email="president@atlantic.example"),
    )
    people = _people(federation, chance)
    judging.set_counting_rules(federation, by=None, rules={"version": 1})
    rating_list = keeping.create_list(
        federation, by=None, name="National list", formula="fibs", uncertainty="months", provisional_below=60
    )
    last = timezone.localdate() - timedelta(days=9)
    days = [last - timedelta(days=30 * number) for number in reversed(range(_EVENTS))]
    archive = archives.enter_archive(
        federation,
        by=None,
        data=_results(people, days, chance),
        kind="matches",
        source="The federation’s book",
    )
    archives.import_archive(archives.name_everybody(archive, by=None), by=None)
    judging.judge_all()
    computing.compute(rating_list)
    for day in (days[-7], days[-2]):
        publishing.publish_list(rating_list, by=None, day=day)
    return _addresses(rating_list)


def _people(federation: Federation, chance: Random) -> list[Player]:
    """Members with an account and thus a public profile, the strongest first."""
    names = chance.sample([f"{first} {last}" for first in _FIRST for last in _LAST], _PLAYERS)
    for name, city in _CLUBS:
        clubs.add_club(federation, by=None, name=name, city=city)
    people = []
    for number, name in enumerate(names, start=1):
        player = factories.player(name, email=f"member{number}@example.org")
        player.club, player.country = chance.choice(_CLUBS)[0], chance.choice(("FR", "NO", "FR"))
        # Somebody of the showcase with the same name may have none.
        player.has_profile = True
        player.save(update_fields=["club", "country", "has_profile"])
        members.give_number(federation, player, by=None, number=f"ATL-{number:03}")
        people.append(player)
    return people


def _results(people: Sequence[Player], days: Sequence[date], chance: Random) -> bytes:
    """The results of an event on each day; who stands before somebody else in the row is the stronger one."""
    lines = ["winner,loser,length,day,event,winner_number,loser_number,winner_score,loser_score"]
    for day in days:
        entrants = chance.sample(range(len(people)), k=24)
        for _round in range(_ROUNDS):
            chance.shuffle(entrants)
            for one, two in zip(entrants[::2], entrants[1::2], strict=True):
                length = chance.choice(_LENGTHS)
                of_one = 1 / (1 + 10 ** ((one - two) * 7 * length**0.5 / 2000))
                winner, loser = (one, two) if chance.random() < of_one else (two, one)
                names = f"{people[winner].name},{people[loser].name}"
                numbers = f"ATL-{winner + 1:03},ATL-{loser + 1:03}"
                score = f"{length},{chance.randrange(length)}"
                lines.append(f"{names},{length},{day},Open of {day:%B %Y},{numbers},{score}")
    return "\n".join(lines).encode()


def _addresses(rating_list: RatingList) -> dict[str, str]:
    """The pages of the list and of who is third in it."""
    # Whoever played in the demonstration may be in the list too, without a page.
    standings = ListStanding.objects.filter(list=rating_list, player__has_profile=True).order_by("-rating")
    best = list(standings.values_list("player__uid", flat=True)[:8])
    of_list = reverse("rating_list", args=[rating_list.uid])
    suppositions = "".join(
        f"&opponent={uid}&length={length}&result={result}"
        for uid, length, result in zip(best[4:], (9, 11, 7), ("won", "open", "open"), strict=False)
    )
    return {
        "list": of_list,
        "player": reverse("player", args=[best[2]]),
        "explanation": reverse("person_rating", args=[rating_list.uid, best[2]]),
        "what-if": f"{reverse('rating_what_if', args=[rating_list.uid])}?player={best[2]}{suppositions}",
    }


if __name__ == "__main__":
    with transaction.atomic():
        sys.stdout.write(json.dumps(prepare()))
