"""Rating lists that are added with counting rules of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from matches.models import Player
from tournaments.actions.federations import log
from tournaments.actions.lists import keeping
from tournaments.errors.federations import CountingNameTaken, ListOfOtherOrigin
from tournaments.models import Club, CountingRule, Federation, ListOrigin, RatingList
from tournaments.ratings.counting import CountingRules

from . import judging


@transaction.atomic
def create_list_with_rules(
    federation: Federation,
    *,
    by: Player | None,
    name: str,
    own_rules: Mapping[str, object],
    origin: str = ListOrigin.COMPUTED,
    club: Club | None = None,
    **values: Any,
) -> RatingList:
    """Add a list to a federation, and put counting rules in force for it.

    They are those of the body, the federation or the club, where it has no others, else they have the name of the list.
    Raise CountingNameTaken where rules in force have it, ListOfOtherOrigin for a list that is uploaded, and what both
    acts raise.
    """
    if origin != ListOrigin.COMPUTED:
        raise ListOfOtherOrigin(list=name)
    # Of two lists at once the second one sees the rules of the first.
    log.lock(federation)
    data = judging.data_of({"version": CountingRules.VERSION, **own_rules}, of=club or federation)
    in_force = CountingRule.objects.filter(federation=federation, club=club, ended_at=None)
    of_body = in_force.filter(name="").first()
    of_others = of_body is not None and of_body.data != data
    rules = name.strip() if of_others else ""
    if of_others and in_force.filter(name=rules).exists():
        raise CountingNameTaken(name=rules)
    judging.set_counting_rules(federation, by=by, rules=data, club=club, name=rules)
    return keeping.create_list(federation, by=by, name=name, club=club, rules=rules, **values)
