"""What an event declares of itself for the ratings: its variant, and whether it stays outside them."""

from __future__ import annotations

from django.db import transaction

from matches.models import Match, Player
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.actions.proving import written
from tournaments.acts import Act
from tournaments.acts.tournaments import RatingTermsRuled, RatingTermsSet
from tournaments.errors.events import RatingTermsInUse
from tournaments.models import Event, GameVariant, played_for
from tournaments.queries.event_rows import MATCH_BEGUN


@transaction.atomic
def set_rating_terms(
    event: Event,
    *,
    by: Player | None,
    variant: str | None = None,
    is_unrated: bool | None = None,
    reason: str = "",
) -> Event:
    """Declare the variant of an event, and whether it stays outside all ratings; None keeps what holds.

    Raise RatingTermsInUse without a reason once a match has begun.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    new_variant = GameVariant(event.variant if variant is None else variant)
    new_unrated = event.is_unrated if is_unrated is None else is_unrated
    if (new_variant, new_unrated) == (event.variant, event.is_unrated):
        return event
    act: Act = RatingTermsSet(event.uid, variant=new_variant, is_unrated=new_unrated)
    if Match.objects.filter(MATCH_BEGUN, played_for(stage__event=event)).exists():
        if not reason.strip():
            raise RatingTermsInUse(event=event.name)
        act = RatingTermsRuled(
            event.uid,
            variant=new_variant,
            is_unrated=new_unrated,
            **written(event.tournament, reason.strip()),
        )
    if new_unrated != event.is_unrated:
        event.unrated_by = by if new_unrated else None
    event.variant, event.is_unrated = new_variant, new_unrated
    event.save(update_fields=["variant", "is_unrated", "unrated_by"])
    log.append(act, of=event.tournament, by=by, event=event, rows=[event])
    return event
