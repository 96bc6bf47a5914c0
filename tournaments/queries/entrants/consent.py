"""Whether a player has agreed to an entry that somebody else made, and who withdrew it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.models import Audience, Match, Player, SideMember, rows_of_person, shown_to
from rules.scoresheet import Outcome
from tournaments.acts import readable
from tournaments.acts.entrants import EntrantWithdrawn, EntryDeclined, PartnerAsked
from tournaments.models import (
    UNLISTED,
    AccessLink,
    Entrant,
    EntrantPlayer,
    Event,
    LogEntry,
    Purpose,
    Registration,
    Tournament,
    Via,
)

_PLAYED = [outcome for outcome in Outcome if not outcome.is_unplayed]
_BY_PLAYERS = (Via.ONLINE, Via.LINK)
_AGAINST = [kind.code for kind in (EntrantWithdrawn, EntryDeclined)]


@dataclass(frozen=True, slots=True)
class Ask:
    """An entry that waits for the answers of these players; `reader` is the person who looks at it."""

    entrant: Entrant
    missing: tuple[Player, ...]
    reader: int

    @property
    def title(self) -> str:
        """The name of the side as everybody may read it, because nobody has agreed to play with the others yet."""
        with shown_to(Audience.EVERYBODY):
            return self.entrant.name

    @property
    def names(self) -> str:
        """The names of those who have not answered, as everybody may read them."""
        return ", ".join(player.name_for_everybody for player in self.missing)

    @property
    def is_open(self) -> bool:
        """Whether it can still be answered: registration is not closed."""
        return self.entrant.event.registration != Registration.CLOSED

    @property
    def is_own_answer_missing(self) -> bool:
        """Whether it waits for the reader's own answer."""
        return any(player.person_key == self.reader for player in self.missing)


def can_answer(player: Player, tournament: Tournament) -> bool:
    """Whether a player can agree to an entry: the person has an account, or a private link of the tournament."""
    if player.current.email is not None:
        return True
    return AccessLink.objects.filter(
        tournament=tournament,
        player__in=rows_of_person(player.person_key),
        purpose=Purpose.PLAYER,
        revoked_at=None,
        expires_at__gt=timezone.now(),
    ).exists()


def unanswered(entrant: Entrant) -> tuple[Player, ...]:
    """Return the players of a side who were asked and have not agreed, in its order."""
    if not entrant.is_asked:
        return ()
    entry = LogEntry.objects.filter(subject=entrant.uid, code=PartnerAsked.code).order_by("seq").last()
    act = None if entry is None else readable(entry)
    partners = act.partners if isinstance(act, PartnerAsked) else ()
    members = entrant.side.members.filter(player__uid__in=partners).select_related("player__merged_into")
    players = (member.player for member in members.order_by("order"))
    return tuple(player for player in players if not has_agreed(entrant, player))


def asks_of(player: Player, event: Event | None = None) -> tuple[Ask, ...]:
    """Return the entries of a person that wait for an answer, in one event or in all, the oldest first."""
    rows = Entrant.objects.filter(
        via=Via.ASKED, entrant_players__player__in=rows_of_person(player.person_key), event__closed_at=None
    )
    if event is not None:
        rows = rows.filter(event=event)
    entrants = rows.select_related("side", "event__tournament").order_by("pk")
    return tuple(Ask(entrant, unanswered(entrant), player.person_key) for entrant in entrants)


def has_agreed(entrant: Entrant, player: Player) -> bool:
    """Whether a player has agreed to an entry: made it, kept it, was checked in, or was entered by a desk."""
    is_by_players = entrant.via in (*_BY_PLAYERS, *UNLISTED)
    if not is_by_players or entrant.checked_in_at is not None:
        return True
    rows = rows_of_person(player.person_key)
    # The first of a side is who has entered it, also by a link, without an account.
    if entrant.side.members.filter(order=0, player__in=rows).exists():
        return True
    own = LogEntry.objects.filter(subject=entrant.uid, by__in=rows)
    return own.exclude(code__in=_AGAINST).exists()


def without_named_partners(entries: QuerySet[EntrantPlayer]) -> QuerySet[EntrantPlayer]:
    """Leave out entries by which another player named somebody with an account who has neither agreed nor played.

    An entry that was undone, or that waits for an answer, is none.
    """
    side, person = OuterRef("entrant__side"), Coalesce("player__merged_into", "player")
    named = SideMember.objects.filter(side=side, player=OuterRef("player"), order__gt=0)
    accounts = Player.objects.filter(pk=OuterRef("person"), email__isnull=False)
    acted = LogEntry.objects.alias(person=Coalesce("by__merged_into", "by")).filter(
        subject=OuterRef("entrant__uid"), person=OuterRef("person")
    )
    agreed = Exists(acted.exclude(code__in=_AGAINST))
    played = Exists(Match.objects.filter(Q(one=side) | Q(two=side), outcome__in=_PLAYED))
    of_a_desk = ~Q(entrant__via__in=_BY_PLAYERS) | Q(entrant__checked_in_at__isnull=False)
    is_own = ~Exists(named) | ~Exists(accounts)
    entries = entries.exclude(entrant__via__in=UNLISTED)
    return entries.alias(person=person).filter(of_a_desk | is_own | agreed | played)


def by_their_own_act(entries: QuerySet[EntrantPlayer]) -> QuerySet[EntrantPlayer]:
    """Leave out entries of accounts that have done nothing themselves in the event but withdraw."""
    person = Coalesce("player__merged_into", "player")
    accounts = Player.objects.filter(pk=OuterRef("person"), email__isnull=False)
    acted = LogEntry.objects.alias(person=Coalesce("by__merged_into", "by")).filter(
        event=OuterRef("event"), person=OuterRef("person")
    )
    listed = entries.exclude(entrant__via__in=UNLISTED).alias(person=person)
    return listed.filter(~Exists(accounts) | Exists(acted.exclude(code__in=_AGAINST)))


def withdrawn_by(entrant: Entrant) -> Player | None:
    """Return who withdrew an entrant or declined its entry last; None for the service."""
    entry = LogEntry.objects.filter(subject=entrant.uid, code__in=_AGAINST).order_by("seq").last()
    return None if entry is None else entry.by
