"""Private links: 128 random bits that open one thing for a while."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments.models import AccessLink, EntrantPlayer, Event, Purpose, Tournament

from . import log
from .errors import LinkNotValid, WrongTournament
from .offices import demand_desk, demand_director

_TOKEN_BYTES = 16
_DEFAULT_DAYS = 7


@transaction.atomic
def make_player_link(
    tournament: Tournament, player: Player, *, by: Player | None, days: int = _DEFAULT_DAYS
) -> tuple[AccessLink, str]:
    """A link with which one player of the tournament acts without an account, and its token, shown once."""
    demand_desk(tournament, by)
    if not EntrantPlayer.objects.filter(event__tournament=tournament, player=player).exists():
        raise WrongTournament
    return _make(AccessLink(tournament=tournament, purpose=Purpose.PLAYER, player=player), by=by, days=days)


@transaction.atomic
def make_registration_link(
    event: Event, *, by: Player | None, days: int = _DEFAULT_DAYS
) -> tuple[AccessLink, str]:
    """A link with which anybody registers for an event until it closes, and its token, shown once."""
    demand_director(event.tournament, by)
    link = AccessLink(tournament=event.tournament, purpose=Purpose.REGISTER, event=event)
    return _make(link, by=by, days=days)


@transaction.atomic
def revoke(link: AccessLink, *, by: Player | None) -> None:
    """End a link now; again changes nothing."""
    demand_desk(link.tournament, by)
    ended = AccessLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    if ended:
        log.append(link.tournament, "link_revoked", by=by, event=link.event, subject=link.uid)


def find(token: str) -> AccessLink:
    """The link that this token opens; LinkNotValid when it is unknown, revoked, too old, or its player's account closed."""
    links = AccessLink.objects.select_related("tournament", "event__tournament", "player")
    valid = links.filter(revoked_at=None, expires_at__gt=timezone.now()).exclude(player__is_active=False)
    link = valid.filter(hash=_hash(token)).first()
    if link is None:
        raise LinkNotValid
    return link


def _make(link: AccessLink, *, by: Player | None, days: int) -> tuple[AccessLink, str]:
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    link.hash = _hash(token)
    link.made_by = by
    link.expires_at = timezone.now() + timedelta(days=days)
    link.save()
    subject = {"player": link.player.uid} if link.player else {}
    data = {"purpose": link.purpose, **subject}
    log.append(link.tournament, "link_made", by=by, event=link.event, subject=link.uid, data=data)
    return link, token


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
