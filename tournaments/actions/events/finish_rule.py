"""The rule by which the flights of an event share its finishing positions."""

from __future__ import annotations

from django.db import transaction

from matches.models import Match, Player
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.actions.proving import written
from tournaments.acts import Act
from tournaments.acts.frame import FinishRuleChanged, FinishRuleSet
from tournaments.errors import FinishRuleInUse
from tournaments.models import Event, FinishRules, played_for


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
