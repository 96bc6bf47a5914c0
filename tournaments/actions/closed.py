"""What a closed event, a closed tournament and an entrant who has left no longer take."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import Dispute, LengthChange, Match, Penalty, Player, Suspension
from matches.queries import MatchFlags
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import is_director
from tournaments.errors.entrants import EntryNotAgreed, HasWithdrawn
from tournaments.errors.events import AppealsAreOver, EventIsClosed, TournamentIsClosed
from tournaments.models import Entrant, Event, Tournament
from tournaments.models.dates import date_words
from tournaments.queries.closing.matters import appeals_end


def require_unclosed(event: Event) -> None:
    """Raise EventIsClosed for an event that a director has closed."""
    if event.closed_at is not None:
        raise EventIsClosed(event=event.name)


def lock_unclosed(event: Event) -> Event:
    """Lock an event and return its row as it is now; raise EventIsClosed if a director has closed it."""
    locked = lock_event(event)
    require_unclosed(locked)
    return locked


def require_unclosed_tournament(tournament: Tournament) -> None:
    """Raise TournamentIsClosed for a tournament that a director has closed."""
    if tournament.closed_at is not None:
        raise TournamentIsClosed(tournament=tournament.name)


def at_lock(event: Event, match: Match) -> tuple[datetime | None, MatchFlags]:
    """Return when the event was closed, None while it is open, and what its locked match has; one query for both."""
    [(at, is_disputed, is_suspended, has_penalties, has_changes)] = _at_lock(event.pk, match.pk)
    return at, MatchFlags(is_disputed, is_suspended, has_penalties or has_changes)


@prepared
def _at_lock(event: int, match: int) -> QuerySet[Event, tuple[datetime | None, bool, bool, bool, bool]]:
    events = Event.objects.filter(pk=event).order_by()
    return events.values_list(
        "closed_at",
        Exists(Dispute.objects.filter(match=match, closed_at=None)),
        Exists(Suspension.objects.filter(match=match, resumed_at=None)),
        Exists(Penalty.objects.filter(match=match)),
        Exists(LengthChange.objects.filter(match=match)),
    )


def require_word(event: Event, *, by: Player | None, is_appeal: bool = False) -> None:
    """Raise EventIsClosed for a player's word about a match of a closed event.

    A director and the service have it at any time. Appeals and records have a period of their own; raise AppealsAreOver
    after it.
    """
    until = appeals_end(event)
    if until is None or is_director(event.tournament, by):
        return
    if not is_appeal:
        raise EventIsClosed(event=event.name)
    if timezone.now() > until:
        day = timezone.localtime(until, event.tournament.time_zone)
        raise AppealsAreOver(event=event.name, until=date_words(day, "DATE_FORMAT"))


def require_present(entrant: Entrant) -> None:
    """Raise HasWithdrawn for an entrant who has left, and EntryNotAgreed for one that waits for a partner's answer."""
    if entrant.is_asked:
        raise EntryNotAgreed(entrant=entrant.name)
    if entrant.withdrawn_at is not None:
        raise HasWithdrawn(entrant=entrant.name)
