"""The rights of officers, as every action of a federation checks them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal

from django.db.models import Q

from matches.models import Match, Player, is_same_person, rows_of_person
from tournaments.acts import ABSENT, Absent
from tournaments.acts.tournaments import Appointed, TournamentCreated
from tournaments.errors.federations import NotAnOfficer, NumberedElsewhere, OwnCase
from tournaments.models import (
    RIGHTS,
    EntrantPlayer,
    Event,
    Federation,
    LogEntry,
    OfficeKind,
    Officer,
    Right,
    Role,
    TokenScope,
    token_of,
)
from tournaments.queries.event_rows import MATCH_BEGUN
from tournaments.queries.people.merges import federation_of_first_number


def rights_of(player: Player, federation: Federation, *, is_reading: bool = False) -> frozenset[Right]:
    """Return everything that a person may do in a federation; a superuser may do everything.

    A person who acts by a token has no right that the token does not allow; a read needs the scope for reads.
    """
    token = token_of(player)
    scope = TokenScope.FEDERATION_READ if is_reading else TokenScope.FEDERATION_WRITE
    if token is not None and not token.allows(scope, federation=federation.pk):
        return frozenset()
    if player.is_superuser:
        return frozenset(Right)
    rows = rows_of_person(player.person_key)
    kinds = Officer.objects.filter(federation=federation, player__in=rows, ended_at=None)
    return frozenset().union(*(RIGHTS[OfficeKind(kind)] for kind in kinds.values_list("kind", flat=True)))


def acts_for(player: Player, by: Player | None, federation: Federation) -> bool:
    """Whether `by` is this person and decides for themself here; a token that is bound elsewhere does not."""
    token = token_of(by)
    return is_same_person(by, player) and (token is None or token.reaches(federation=federation.pk))


def require_right(federation: Federation, by: Player | None, right: Right) -> None:
    """Raise NotAnOfficer unless `by` has the right; None is the service itself."""
    if by is not None and right not in rights_of(by, federation):
        raise NotAnOfficer(federation=federation.name, right=right.label)


def require_other_person(federation: Federation, by: Player | None, player: Player) -> None:
    """Raise OwnCase if an officer would decide on themself alone."""
    if is_same_person(by, player):
        raise OwnCase(federation=federation.name)


def is_own_event(event: Event, person: Player) -> bool:
    """Whether a person plays in an event or has played there, or holds or has held an office of its tournament.

    What somebody did there stays, so that nobody leaves before a decision on it.
    """
    rows = rows_of_person(person.person_key)
    entries = EntrantPlayer.objects.filter(event=event, entrant__withdrawn_at=None, player__in=rows)
    matches = Match.objects.filter(MATCH_BEGUN, pairing__stage__event=event, cancelled_at=None)
    played = matches.filter(Q(one__members__player__in=rows) | Q(two__members__player__in=rows))
    uids = Player.objects.filter(pk__in=rows).values("uid")
    appointed = Q(code=Appointed.code, subject__in=uids) | Q(code=TournamentCreated.code, by__in=rows)
    offices = LogEntry.objects.filter(appointed, tournament=event.tournament_id)
    roles = Role.objects.filter(tournament=event.tournament_id, player__in=rows)
    return any(rows.exists() for rows in (entries, played, roles, offices))


def _other_officers(federation: Federation, by: Player, right: Right) -> list[Player]:
    """Return everybody else in office who has a right."""
    kinds = [kind for kind, rights in RIGHTS.items() if right in rights]
    officers = Officer.objects.filter(federation=federation, kind__in=kinds, ended_at=None)
    others = officers.exclude(player__in=rows_of_person(by.person_key)).select_related("player")
    return [officer.player for officer in others.order_by("pk")]


def require_own_person(federation: Federation, by: Player | None, player: Player) -> None:
    """Raise NumberedElsewhere for a person whose first number is of another federation, except for the operator.

    An entry in an event of this federation is no right over somebody whom another one knows.
    """
    first = federation_of_first_number(player)
    is_operator = by is None or by.is_superuser
    if first is not None and first != federation and not is_operator:
        raise NumberedElsewhere(player=player.name_for_everybody, federation=first.name)


def require_nobody_among(federation: Federation, by: Player | None, people: Collection[str]) -> None:
    """Raise OwnCase if an officer, or somebody merged into them, is among the people with these uids."""
    if by is not None and is_among(by, people):
        raise OwnCase(federation=federation.name)


def is_among(person: Player, people: Collection[str]) -> bool:
    """Whether a person, or somebody merged into them, is among the people with these uids."""
    own = Player.objects.filter(pk__in=rows_of_person(person.person_key)).values_list("uid", flat=True)
    return not set(people).isdisjoint(own)


def own_case(
    federation: Federation, by: Player | None, right: Right, is_own: Callable[[Player], bool]
) -> Literal[True] | Absent:
    """Return True where an officer decides on an own case because nobody else can; absent for any other case.

    Of officers whom it all concerns any one decides, or nobody could. Raise OwnCase where another one could.
    """
    if by is None or not is_own(by):
        return ABSENT
    if not all(is_own(other) for other in _other_officers(federation, by, right)):
        raise OwnCase(federation=federation.name)
    return True
