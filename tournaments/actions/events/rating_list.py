"""The rating list of an event: chosen by a director, and kept as of its first day once the event begins."""

from __future__ import annotations

from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.actions.proving import written
from tournaments.acts import Act
from tournaments.acts.tournaments import (
    OfficialListFixed,
    OfficialListReleased,
    RatingListChosen,
    RatingListRuled,
)
from tournaments.errors.events import ListOfNoFederation, NoOfficialList, RatingListInUse
from tournaments.models import Event, OfficialList, RatingList
from tournaments.queries.event_ratings import lists_to_choose, official_in_force
from tournaments.queries.state import is_drawn


@transaction.atomic
def choose_list(
    event: Event, *, by: Player | None, rating_list: RatingList | None, reason: str = ""
) -> Event:
    """Choose the rating list of an event, of a federation that sanctioned it or was asked to; None for none.

    Until the event begins it follows the newest official list up to its first day. Raise RatingListInUse without a
    reason once it has kept one; with a reason it keeps the one of its first day that is the newest now.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    present = event.official_list
    is_fixed = present is not None or is_drawn(event)
    official = official_in_force(rating_list, event) if rating_list is not None and is_fixed else None
    if (rating_list, official) == (event.rating_list, present):
        return event
    if rating_list is not None and not lists_to_choose(event).filter(pk=rating_list.pk).exists():
        raise ListOfNoFederation(
            list=rating_list.name, federation=rating_list.federation.name, event=event.name
        )
    uid = None if rating_list is None else rating_list.uid
    before = None if event.rating_list is None else event.rating_list.uid
    act: Act = RatingListChosen(event.uid, list=uid, before=before)
    if present is not None:
        if not reason.strip():
            raise RatingListInUse(event=event.name, list=present.list.name, day=present.day)
        act = RatingListRuled(
            event.uid,
            list=uid,
            official=None if official is None else official.uid,
            **written(event.tournament, reason.strip()),
        )
    event.rating_list, event.official_list = rating_list, official
    event.save(update_fields=["rating_list", "official_list"])
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    return event


def fix_list(event: Event, *, is_needed: bool = False) -> list[Act]:
    """Keep the official list of the event's first day, under its lock; return what is to be logged.

    Raise NoOfficialList if it `is_needed` and there is none.
    """
    if event.rating_list is None or event.official_list_id is not None:
        official = event.official_list
        acts: list[Act] = []
    else:
        official = official_in_force(event.rating_list, event)
        acts = [] if official is None else [_fixed(event, official)]
    if is_needed and official is None:
        raise NoOfficialList(event=event.name)
    return acts


def release_list(event: Event) -> list[Act]:
    """Follow the list again before the draw, under the event's lock; return what is to be logged."""
    if event.official_list_id is None or is_drawn(event):
        return []
    event.official_list = None
    event.save(update_fields=["official_list"])
    return [OfficialListReleased(event.uid)]


def _fixed(event: Event, official: OfficialList) -> OfficialListFixed:
    event.official_list = official
    event.save(update_fields=["official_list"])
    return OfficialListFixed(
        event.uid, list=official.list.uid, official=official.uid, day=official.day.isoformat()
    )
