"""How certain a list is of its people, and who of two is stronger."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.errors.lists import NoUncertainty
from tournaments.models import ListDeviation, RatingList
from tournaments.ratings.base import PeriodPlayer
from tournaments.ratings.formulas.glicko2 import chance_stronger

from .questions import PersonOfList, people_of_list


@dataclass(frozen=True, slots=True)
class CertainPerson:
    """A player of a list with what Glicko-2 says: rating, deviation and volatility in its whole units."""

    person: PersonOfList
    glicko: PeriodPlayer


@dataclass(frozen=True, slots=True)
class StrengthComparison:
    """Two people of a list, and the chance that the first is the stronger one."""

    one: CertainPerson
    two: CertainPerson
    chance: float


def comparison_of(rating_list: RatingList, one: str, two: str) -> StrengthComparison:
    """Return who of two people is stronger, named by uid; three queries.

    Raise NoUncertainty for a list that shows none, and NotOnList for who is not on it or not public.
    """
    require_uncertainty(rating_list)
    people = people_of_list(rating_list, (one, two))
    keys = [people[uid].player.pk for uid in (one, two)]
    rows = ListDeviation.objects.filter(list=rating_list, player__in=keys)
    known = {row.player_id: PeriodPlayer(row.rating, row.deviation, row.volatility) for row in rows}
    if not known.keys() >= set(keys):
        raise NoUncertainty(list=rating_list.name)
    first, second = (CertainPerson(people[uid], known[people[uid].player.pk]) for uid in (one, two))
    return StrengthComparison(first, second, chance_stronger(first.glicko, second.glicko))


def require_uncertainty(rating_list: RatingList) -> None:
    """Raise NoUncertainty unless the list shows how certain its ratings are."""
    if not rating_list.uncertainty:
        raise NoUncertainty(list=rating_list.name)
