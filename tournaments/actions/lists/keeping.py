"""Lists that officers keep: made, and changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from matches.models import Player
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import require_right
from tournaments.actions.fields import check_fields
from tournaments.acts.lists import ListChanged, ListCreated
from tournaments.errors.federations import FormulaByPeriod, ListOfOtherOrigin, UnknownFormula, WrongParameters
from tournaments.models import Federation, OfficialList, RatingList, Right
from tournaments.queue import Job, enqueue
from tournaments.ratings import FORMULAS, InvalidParameters

from .renewing import ask


@transaction.atomic
def create_list(federation: Federation, *, by: Player | None, name: str, **values: Any) -> RatingList:
    """Add a list to a federation; InvalidFields names what is wrong."""
    require_right(federation, by, Right.RATE)
    log.lock(federation)
    rating_list = RatingList(federation=federation, name=name.strip(), **values)
    check_list(rating_list)
    rating_list.save()
    log.append(ListCreated(rating_list.uid), of=federation, by=by, rows=[rating_list])
    ask(rating_list)
    return rating_list


@transaction.atomic
def change_list(rating_list: RatingList, *, by: Player | None, **values: Any) -> RatingList:
    """Change a list; absent values stay. Official lists stay as they were published."""
    federation = rating_list.federation
    require_right(federation, by, Right.RATE)
    log.lock(federation)
    rating_list = RatingList.objects.select_related("federation", "club").get(pk=rating_list.pk)
    for name, value in values.items():
        setattr(rating_list, name, value)
    check_list(rating_list)
    rating_list.save()
    log.append(ListChanged(rating_list.uid), of=federation, by=by, rows=[rating_list])
    ask(rating_list)
    # They follow from the experience for a place too, which changes no rating.
    enqueue(Job.LIST_RECORDS, list_id=rating_list.pk)
    return rating_list


def check_list(rating_list: RatingList) -> None:
    """Raise the error of the first rule that the list breaks."""
    if rating_list.is_computed:
        formula = FORMULAS.get(rating_list.formula)
        if formula is None:
            raise UnknownFormula(formula=rating_list.formula, formulas=", ".join(FORMULAS))
        if not hasattr(formula, "changes"):
            raise FormulaByPeriod(formula=formula.name)
        _check_parameters(rating_list.formula, rating_list.parameters)
    elif rating_list.formula:
        raise ListOfOtherOrigin(list=rating_list.name)
    check_fields(rating_list)


def _check_parameters(formula: str, parameters: Mapping[str, object]) -> None:
    try:
        FORMULAS[formula].with_parameters(parameters)
    except InvalidParameters as error:
        raise WrongParameters(reason=str(error)) from error


def last_official(rating_list: RatingList) -> OfficialList | None:
    """Return the official list of the highest number."""
    return OfficialList.objects.filter(list=rating_list).order_by("-number").first()
