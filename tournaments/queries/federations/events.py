"""The events that the officers of a federation may know."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Event, Federation, Sanction, SanctionState, Visibility


def known_events(federation: Federation) -> QuerySet[Event]:
    """Return the events of public tournaments, and those that were submitted to the federation."""
    sanctions = Sanction.objects.filter(event=OuterRef("pk"), federation=federation)
    is_submitted = Exists(sanctions.exclude(state=SanctionState.WITHDRAWN))
    return Event.objects.filter(Q(tournament__visibility=Visibility.PUBLIC) | is_submitted)
