"""The rules of an event: validation, updates of matches that have not begun, and how flights share places."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Model

from matches.models import Match, Player
from rules.profile import PROFILES
from tournaments.actions import log
from tournaments.actions.locks import lock_event, lock_matches
from tournaments.actions.permissions import require_director
from tournaments.actions.proving import written
from tournaments.acts import Act
from tournaments.acts.tournaments import FinishRuleChanged, FinishRuleSet
from tournaments.errors.events import FinishRuleInUse, InvalidRules, UnknownProfile
from tournaments.models import Board, Event, FinishRules, Pairing, played_for, wrong_settings
from tournaments.queries.events.head_starts import matches_with_head_starts
from tournaments.queries.state import begun_matches


def checked_rules(profile: str, settings: Mapping[str, object]) -> dict[str, Any]:
    """Return the changed settings of a profile in stored form; None means the default of the profile.

    Raise UnknownProfile or InvalidRules.
    """
    if profile not in PROFILES:
        raise UnknownProfile(profile=profile, known=", ".join(PROFILES))
    values = {name: value for name, value in settings.items() if value is not None}
    wrong = wrong_settings(values)
    if wrong:
        raise InvalidRules(names=", ".join(wrong), settings=wrong)
    return values


def give_to_open_matches(event: Event) -> list[Model]:
    """Update the matches not begun to the current rules of the event; the caller holds its lock.

    Return the rows that the log proves.
    """
    still_open = Match.objects.filter(played_for(stage__event=event), final_at=None, cancelled_at=None)
    keys = [match.pk for match in lock_matches(still_open.values_list("pk", flat=True))]
    begun_keys = begun_matches(keys)
    open_keys = [key for key in keys if key not in begun_keys]
    Match.objects.filter(pk__in=open_keys).update(**event.cube_rules)
    Match.objects.bulk_update(matches_with_head_starts(event, open_keys), ["start_one", "start_two"])
    return terms_of(open_keys)


def terms_of(matches: Collection[int]) -> list[Model]:
    """Return the pairings and boards of these matches, by which the log proves their rules."""
    pairings = Pairing.objects.filter(match__in=matches)
    return [*pairings, *Board.objects.filter(match__in=matches)] if matches else []


@transaction.atomic
def set_finish_rule(event: Event, *, by: Player | None, rule: str, reason: str = "") -> Event:
    """Set how the flights of an event share its places; after the first result only with a reason.

    Raise FinishRuleInUse without one.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    if event.finish_rule == rule:
        return event
    new = FinishRules(rule)
    act: Act = FinishRuleSet(event.uid, rule=new)
    results = Match.objects.filter(played_for(stage__event=event), final_at__isnull=False)
    if results.exists():
        if not reason.strip():
            raise FinishRuleInUse(event=event.name)
        act = FinishRuleChanged(event.uid, rule=new, **written(event.tournament, reason.strip()))
    event.finish_rule = new
    event.save(update_fields=["finish_rule"])
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    return event
