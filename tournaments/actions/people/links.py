"""Access links: a token of 128 random bits that gives access for a limited time."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.models import Player, rows_of_person, rows_of_persons
from tournaments import budgets, notices
from tournaments.actions import log
from tournaments.actions.closed import require_unclosed
from tournaments.actions.inverses import inverse, row_of
from tournaments.actions.locks import lock_log
from tournaments.actions.permissions import require_desk, require_director
from tournaments.acts import ABSENT
from tournaments.acts.people import LinkMade, LinkRevoked
from tournaments.errors.common import WrongTournament
from tournaments.errors.people import LinkNotValid, NoMailAddress
from tournaments.models import (
    DIRECT,
    AccessLink,
    Entrant,
    EntrantPlayer,
    Event,
    LogEntry,
    Origin,
    Purpose,
    Tournament,
)

from . import accounts

_TOKEN_BYTES = 16
_DEFAULT_DAYS = 7
_CALENDAR_DAYS = 30
_TABLET_DAYS = 2


@transaction.atomic
def make_player_link(
    tournament: Tournament, player: Player, *, by: Player | None, days: int = _DEFAULT_DAYS, key: str = ""
) -> tuple[AccessLink, str]:
    """Create a link by which a player acts without an account; return it with its token.

    The same `key`, which identifies one form on one page, returns the same link with the same token.
    """
    require_desk(tournament, by)
    _require_entered(tournament, player)
    link = AccessLink(tournament=tournament, purpose=Purpose.PLAYER, player=player)
    return _make(link, by=by, days=days, key=key)


@transaction.atomic
def make_player_links(
    tournament: Tournament, players: Sequence[Player], *, by: Player | None, key: str = ""
) -> list[tuple[AccessLink, str]]:
    """Create a link for each of these players at once, as a director; return them with their tokens.

    They are valid until a week after the tournament. The same `key` returns the same links with the same tokens.
    """
    require_director(tournament, by)
    head = lock_log(tournament)
    persons = {player.person_key for player in players}
    entries = EntrantPlayer.objects.filter(event__tournament=tournament, player__in=rows_of_persons(persons))
    person = Coalesce("player__merged_into", "player")
    if not persons or set(entries.values_list(person, flat=True)) != persons:
        raise WrongTournament
    days = _days_until_after(head)
    links = [AccessLink(tournament=head, purpose=Purpose.PLAYER, player=player) for player in players]
    tokens = {
        link.player_id: _token_of(key, link, days=days) if key else secrets.token_urlsafe(_TOKEN_BYTES)
        for link in links
    }
    hashes = [_hash(token) for token in tokens.values()]
    earlier = {row.hash: row for row in AccessLink.objects.filter(hash__in=hashes).select_related("player")}
    result, new = [], []
    for link in links:
        row, token = earlier.get(_hash(tokens[link.player_id])), tokens[link.player_id]
        if row is None or row.revoked_at is not None:
            token = token if row is None else secrets.token_urlsafe(_TOKEN_BYTES)
            link.hash, link.made_by = _hash(token), by
            link.expires_at = timezone.now() + timedelta(days=days)
            row = link
            new.append(link)
        result.append((row, token))
    AccessLink.objects.bulk_create(new)
    acts = [LinkMade(link.uid, purpose=Purpose.PLAYER, player=link.player.uid) for link in new if link.player]
    log.append_all(acts, of=head, by=by, rows=new)
    return result


@transaction.atomic
def mail_player_link(
    tournament: Tournament, player: Player, *, by: Player | None, address: Callable[[str], str]
) -> AccessLink:
    """Create a player link as `make_player_link` does, and mail it to the player.

    `address` returns the URL of a token. Raise NoMailAddress for a player without an address, or as
    `budgets.spend_link_mail`.
    """
    address_of_player = player.current.notice_address
    if not address_of_player:
        raise NoMailAddress(player=player.name)
    link, token = make_player_link(tournament, player, by=by)
    budgets.spend_link_mail(tournament, player, address=address_of_player)
    link.mailed_to = budgets.key_of(address_of_player)
    link.save(update_fields=["mailed_to"])
    subject, text = notices.private_link_mail(link, player, address=address(token))
    accounts.post(to=address_of_player, subject=subject, text=text)
    return link


@transaction.atomic
def make_registration_link(
    event: Event, *, by: Player | None, days: int = _DEFAULT_DAYS, key: str = ""
) -> tuple[AccessLink, str]:
    """Create a link by which anyone can register for an event; return it with its token.

    The same `key` returns the same link, as for a player.
    """
    require_director(event.tournament, by)
    link = AccessLink(tournament=event.tournament, purpose=Purpose.REGISTER, event=event)
    return _make(link, by=by, days=days, key=key)


@transaction.atomic
def make_tablet_link(
    event: Event, *, by: Player | None, days: int = _TABLET_DAYS, key: str = ""
) -> tuple[AccessLink, str]:
    """Create a link for the shared tablet of an event, on which players act without accounts; return it with its token.

    The same `key` returns the same link, as for a player.
    """
    require_director(event.tournament, by)
    require_unclosed(event)
    link = AccessLink(tournament=event.tournament, purpose=Purpose.TABLET, event=event)
    return _make(link, by=by, days=days, key=key)


@transaction.atomic
def make_newcomer_link(entrant: Entrant, *, origin: Origin = DIRECT) -> AccessLink:
    """Create the player link of a newcomer who has just registered without an account.

    The token is not disclosed. The link is valid until a week after the tournament.
    """
    tournament = entrant.event.tournament
    player = entrant.side.members.get(order=0).player
    link = AccessLink(tournament=tournament, purpose=Purpose.PLAYER, player=player)
    return _make(link, by=player, days=_days_until_after(tournament), origin=origin)[0]


@transaction.atomic
def make_calendar_link(
    tournament: Tournament, player: Player, *, by: Player | None, origin: Origin = DIRECT
) -> tuple[AccessLink, str]:
    """Create the calendar link of a player, replacing the previous one; return it with its token.

    It gives access to the calendar only, until a month after the tournament.
    """
    _require_entered(tournament, player)
    end_calendar_links(tournament, player, by=by, origin=origin)
    link = AccessLink(tournament=tournament, purpose=Purpose.CALENDAR, player=player)
    days = max((tournament.ends_on - timezone.localdate()).days, 0) + _CALENDAR_DAYS
    return _make(link, by=by, days=days, origin=origin)


@transaction.atomic
def end_calendar_links(
    tournament: Tournament, player: Player, *, by: Player | None, origin: Origin = DIRECT
) -> None:
    """Revoke the player's calendar links; idempotent."""
    rows = rows_of_person(player.person_key)
    active = AccessLink.objects.filter(
        tournament=tournament, player__in=rows, purpose=Purpose.CALENDAR, revoked_at=None
    )
    for link in active:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        log.append(LinkRevoked(link.uid), of=tournament, by=by, origin=origin, rows=[link])


@transaction.atomic
def revoke(link: AccessLink, *, by: Player | None) -> None:
    """Revoke a link; idempotent."""
    require_desk(link.tournament, by)
    count = AccessLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    if count:
        log.append(LinkRevoked(link.uid), of=link.tournament, by=by, event=link.event, rows=[link])


def note_opening(link: AccessLink) -> None:
    """Store that a link which was mailed is opened, once: its address is confirmed by that."""
    if link.mailed_to and link.opened_at is None:
        AccessLink.objects.filter(pk=link.pk, opened_at=None).update(opened_at=timezone.now())


def find(token: str) -> AccessLink:
    """Return the valid link of this token, calendars excluded; raise LinkNotValid if there is none.

    Calendar tokens are excluded, because calendar services know them; they permit no actions.
    """
    link = _valid(token).exclude(purpose=Purpose.CALENDAR).first()
    if link is None:
        raise LinkNotValid
    return link


def find_calendar(token: str) -> AccessLink:
    """Return the valid calendar link of this token; raise LinkNotValid if there is none."""
    link = _valid(token).filter(purpose=Purpose.CALENDAR).first()
    if link is None:
        raise LinkNotValid
    return link


def _valid(token: str) -> QuerySet[AccessLink]:
    links = AccessLink.objects.select_related("tournament", "event__tournament", "player")
    valid = links.filter(revoked_at=None, expires_at__gt=timezone.now()).exclude(player__is_active=False)
    return valid.filter(hash=_hash(token))


def _days_until_after(tournament: Tournament) -> int:
    """Return the days from today until a week after the tournament."""
    return max((tournament.ends_on - timezone.localdate()).days, 0) + _DEFAULT_DAYS


def _require_entered(tournament: Tournament, player: Player) -> None:
    rows = rows_of_person(player.person_key)
    if not EntrantPlayer.objects.filter(event__tournament=tournament, player__in=rows).exists():
        raise WrongTournament


def _make(
    link: AccessLink, *, by: Player | None, days: int, origin: Origin = DIRECT, key: str = ""
) -> tuple[AccessLink, str]:
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    if key:
        lock_log(link.tournament)
        same = _token_of(key, link, days=days)
        row = (
            AccessLink.objects.select_related("tournament", "event", "player")
            .filter(hash=_hash(same))
            .first()
        )
        if row is not None and row.revoked_at is None:
            return row, same
        # A revoked link stays revoked.
        token = same if row is None else token
    link.hash = _hash(token)
    link.made_by = by
    link.expires_at = timezone.now() + timedelta(days=days)
    link.save()
    player = link.player.uid if link.player else ABSENT
    act = LinkMade(link.uid, purpose=Purpose(link.purpose), player=player)
    log.append(act, of=link.tournament, by=by, event=link.event, origin=origin, rows=[link])
    return link, token


def _token_of(key: str, link: AccessLink, *, days: int) -> str:
    """Derive the token of a link from the form's key and the secret key, so it need not be stored."""
    whom = link.player.uid if link.player else link.event.uid if link.event else ""
    purpose = "\n".join([key, link.purpose, link.tournament.uid, whom, str(days)])
    digest = salted_hmac("tournaments.actions.links", purpose, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:_TOKEN_BYTES]).rstrip(b"=").decode()


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


@inverse(LinkMade)
def _revoke(entry: LogEntry, act: LinkMade, by: Player | None) -> None:
    link = row_of(AccessLink.objects.select_related("tournament", "event"), uid=act.subject)
    revoke(link, by=by)
