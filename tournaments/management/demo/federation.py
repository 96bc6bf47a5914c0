"""The federation of the demonstration: clubs, members, what it sanctioned, and a list computed from the results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal

from django.utils import timezone

from matches.models import Player
from tournaments.actions.federations import clubs, members, sanctions, setup
from tournaments.actions.feed import judging, writing
from tournaments.actions.lists import computing, keeping, publishing, uploading
from tournaments.actions.people import publicity
from tournaments.models import Club, Event, Federation, RatingList, Tournament

from . import cast

# The list of an earlier system, with which the computed one begins, by name: points and experience.
_OPENINGS = {
    "Zoë Marchetti": ("1742.18", 1310),
    "James Whitfield": ("1715.64", 984),
    "Étienne Caron": ("1688.02", 1655),
    "Camille Renaud": ("1651.37", 720),
    "Priya Nair": ("1640.90", 415),
    "Oliver Grant": ("1622.55", 530),
    "Théo Lambert": ("1611.73", 268),
    "Margaux Delaunay": ("1597.46", 812),
    "Baptiste Roux": ("1560.11", 344),
    "Samir Haddad": ("1541.29", 190),
    "Noémie Garnier": ("1523.85", 95),
    "Mathilde Perrin": ("1508.40", 61),
    "Harriet Boyle": ("1489.77", 233),
    "Inès Carpentier": ("1466.03", 147),
}
_RULES = {"version": 1, "must_be_sanctioned": True, "shortest": 5}


def create(tournament: Tournament, director: Player, players: Mapping[str, Player]) -> Federation:
    """Create the federation that sanctions the events, with its list of ratings as of yesterday and live."""
    federation = setup.create_federation(
        by=None, code=cast.FEDERATION_CODE, name=cast.FEDERATION, president=director, country="FR"
    )
    of_names = _clubs(federation, director)
    for player in players.values():
        wish = publicity.Publicity(has_profile=True)
        publicity.choose_for(player, tournament, wish, by=director)
    _sanctions(tournament.events.order_by("pk"), federation, director)
    _members(federation, director, players.values(), of_names)
    judging.set_counting_rules(federation, by=director, rules=_RULES)
    _list(federation, director, players)
    return federation


def _clubs(federation: Federation, director: Player) -> dict[str, Club]:
    cities = {cast.RENNES: "Rennes", cast.LYON: "Lyon"}
    return {
        name: clubs.add_club(federation, by=director, name=name, city=city) for name, city in cities.items()
    }


def _members(
    federation: Federation, director: Player, players: Iterable[Player], of_names: Mapping[str, Club]
) -> None:
    """Give everybody a number, and a membership of this year through their club where it is one of the federation."""
    first = date(timezone.localdate().year, 1, 1)
    for number, player in enumerate(players, start=101):
        member = members.give_number(federation, player, by=director, number=f"FR-{number}")
        members.add_membership(member, by=director, starts_on=first, club=of_names.get(player.club))


def _sanctions(events: Iterable[Event], federation: Federation, director: Player) -> None:
    """Sanction the events, and leave the last one to be decided."""
    *decided, last = events
    for event in decided:
        sanction = sanctions.request_sanction(event, federation, by=director)
        sanctions.grant_sanction(sanction, by=director, event_class="Open", weight=Decimal(1))
    sanctions.request_sanction(last, federation, by=director)


def _list(federation: Federation, director: Player, players: Mapping[str, Player]) -> RatingList:
    """Publish the list as of yesterday, and compute the live one from the results of today."""
    today = timezone.localdate()
    rating_list = keeping.create_list(
        federation, by=director, name=cast.RATING_LIST, formula="fibs", provisional_below=50
    )
    rows = (f"{players[name].uid},{rating},{experience}" for name, (rating, experience) in _OPENINGS.items())
    data = "\n".join(("uid,rating,experience", *rows)).encode()
    year = today - timedelta(days=365)
    uploading.set_openings(rating_list, by=director, data=data, day=year, source=cast.FORMER_LIST)
    publishing.publish_list(rating_list, by=director, day=today - timedelta(days=1))
    writing.write_all()
    judging.judge_all()
    computing.compute(rating_list)
    return rating_list
