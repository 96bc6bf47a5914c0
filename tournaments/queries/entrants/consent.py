"""Whether a player has agreed to an entry that somebody else made, and who withdrew it."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from matches.models import Match, Player, SideMember, rows_of_person
from rules.scoresheet import Outcome
from tournaments.acts.entrants import EntrantWithdrawn
from tournaments.models import Entrant, EntrantPlayer, LogEntry, Via

_PLAYED = [outcome for outcome in Outcome if not outcome.is_unplayed]
_BY_PLAYERS = (Via.ONLINE, Via.LINK)


def has_agreed(entrant: Entrant, player: Player) -> bool:
    """Whether a player has agreed to an entry: made it, kept it, was checked in, or was entered by a desk."""
    if entrant.via not in _BY_PLAYERS or entrant.checked_in_at is not None:
        return True
    own = LogEntry.objects.filter(subject=entrant.uid, by__in=rows_of_person(player.person_key))
    return own.exclude(code=EntrantWithdrawn.code).exists()


def without_named_partners(entries: QuerySet[EntrantPlayer]) -> QuerySet[EntrantPlayer]:
    """Leave out entries by which another player named somebody with an account who has neither agreed nor played."""
    side, person = OuterRef("entrant__side"), Coalesce("player__merged_into", "player")
    named = SideMember.objects.filter(side=side, player=OuterRef("player"), order__gt=0)
    accounts = Player.objects.filter(pk=OuterRef("person"), email__isnull=False)
    acted = LogEntry.objects.alias(person=Coalesce("by__merged_into", "by")).filter(
        subject=OuterRef("entrant__uid"), person=OuterRef("person")
    )
    agreed = Exists(acted.exclude(code=EntrantWithdrawn.code))
    played = Exists(Match.objects.filter(Q(one=side) | Q(two=side), outcome__in=_PLAYED))
    of_a_desk = ~Q(entrant__via__in=_BY_PLAYERS) | Q(entrant__checked_in_at__isnull=False)
    is_own = ~Exists(named) | ~Exists(accounts)
    return entries.alias(person=person).filter(of_a_desk | is_own | agreed | played)


def withdrawn_by(entrant: Entrant) -> Player | None:
    """Return who withdrew an entrant last; None for the service."""
    entry = LogEntry.objects.filter(subject=entrant.uid, code=EntrantWithdrawn.code).order_by("seq").last()
    return None if entry is None else entry.by
