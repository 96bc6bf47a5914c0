"""Budgets: how many mails, newcomers and public tournaments come from one source, or go to one person, within a time.

The numbers are `BUDGETS` in the settings. Uses are rows, so a restart forgets none; of whom a use is, is kept as a hash.
Two transactions at once may both take the last use where no lock of a tournament parts them.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.encoding import punycode

from matches.models import Player

from .errors.budgets import AddressUnconfirmed, LinkMailTooSoon, TooManyLinkMails, TooManyNewAddresses
from .errors.common import TooManyRequests
from .models import AccessLink, BudgetUse, Notice, NoticeCode, Role, RoleKind, Tournament

# A budget of the settings, and whose it is.
Use = tuple[str, str]

# What an address has before its host and behind a plus, and what it has in quotes (RFC 5321, 4.1.2).
_DETAIL = re.compile(r"(?<=[^\s@])\+[^\s@]*(?=@)")
_QUOTED = re.compile(r'"((?:[^"\\@]|\\[^@])*)"(?=@[^@]*$)')
# Under this name stand the mails that a budget has kept back.
_UNMAILED = "unmailed"
_REGISTRATIONS = frozenset({NoticeCode.REGISTERED, NoticeCode.PARTNER_ASKED, NoticeCode.PARTNERED})


def spend(budget: str, who: str, *, refusal: type[TooManyRequests], **places: object) -> None:
    """Count one use of a budget; raise the refusal, with the time to wait, if it has no room."""
    seconds = wait(budget, who)
    if seconds:
        raise refusal(seconds=seconds, minutes=math.ceil(seconds / 60), **places)
    note([(budget, who)])


def wait(budget: str, who: str) -> int:
    """Return the seconds until a budget has room for one more use; 0 if it has now."""
    limit = settings.BUDGETS[budget]
    if limit is None:
        return 0
    most, seconds = limit
    window, now = timedelta(seconds=seconds), timezone.now()
    uses = BudgetUse.objects.filter(budget=budget, who=key_of(who), at__gt=now - window)
    # The newest uses that fill the budget: with the oldest of them it has room again.
    filling = list(uses.order_by("-at").values_list("at", flat=True)[:most])
    if len(filling) < most:
        return 0
    oldest = filling[-1] if filling else now
    return max(1, math.ceil((oldest + window - now).total_seconds()))


def note(uses: Iterable[Use]) -> None:
    """Count one use of each of these budgets, whether it has room or not."""
    BudgetUse.objects.bulk_create(BudgetUse(budget=budget, who=key_of(who)) for budget, who in uses)


def note_unmailed(budget: str) -> int:
    """Count a mail that a budget has kept back; return how many it has kept back within a day."""
    note([(_UNMAILED, budget)])
    since = timezone.now() - timedelta(days=1)
    return BudgetUse.objects.filter(budget=_UNMAILED, who=key_of(budget), at__gt=since).count()


def without_room(uses: Iterable[Use]) -> str:
    """Return the first of these budgets that has no room; empty if each has."""
    return next((budget for budget, who in uses if wait(budget, who)), "")


def key_of(who: str) -> str:
    """Return the keyed hash by which an address, a person or a link is counted.

    An address counts without what stands behind a plus, because `vera+1@example.org` reaches Vera (RFC 5233). Quotes and
    the letters of its host make no other address.
    """
    user, at, host = who.strip().casefold().rpartition("@")
    # What is no host counts as it is written, and no mail goes there.
    with contextlib.suppress(UnicodeError):
        host = punycode(host)
    plain = _QUOTED.sub(lambda match: re.sub(r"\\(.)", r"\1", match[1]), f"{user}{at}{host}")
    plain = _DETAIL.sub("", plain)
    return salted_hmac("tournaments.budgets", plain, algorithm="sha256").hexdigest()


def is_confirmed(address: str) -> bool:
    """Whether somebody has signed up with an address, or has opened a private link that was mailed to it."""
    accounts = Player.objects.filter(email__iexact=address)
    is_used = Q(last_login__isnull=False) | Q(emailaddress=None) | Q(emailaddress__verified=True)
    if accounts.filter(is_used).exists():
        return True
    return AccessLink.objects.filter(mailed_to=key_of(address), opened_at__isnull=False).exists()


def spend_link_mail(tournament: Tournament, player: Player, *, address: str) -> None:
    """Count a mail with a private link or a code to a player, in each of its budgets.

    Raise AddressUnconfirmed, LinkMailTooSoon, TooManyLinkMails or TooManyNewAddresses.
    """
    person, owner = player.current.uid, _owner_of(tournament)
    if not is_confirmed(address):
        spend("link_to_new_address", address, refusal=AddressUnconfirmed, player=player.name)
        spend("new_addresses", owner, refusal=TooManyNewAddresses)
    spend("link_mail", f"{tournament.uid} {person}", refusal=LinkMailTooSoon, player=player.name)
    # By owner, because anybody opens as many tournaments as they like.
    spend("link_mails", f"{owner} {person}", refusal=TooManyLinkMails, player=player.name)
    spend("link_mails_to_address", address, refusal=TooManyLinkMails, player=player.name)


def uses_of_notice(notice: Notice, *, address: str) -> list[Use]:
    """Return the uses of the mail for a notice.

    Notices about a match have a budget of their own, which nobody who plays meets, and to a new address that of a day's
    matches. Messages are words and addresses that a desk has typed, so they have few.
    """
    if notice.match_id is not None:
        is_typed = not is_confirmed(address)
        return [
            ("match_notices", address),
            *([("match_notices_to_new_address", address)] if is_typed else []),
        ]
    if notice.code not in _REGISTRATIONS | {NoticeCode.MESSAGE} or notice.tournament is None:
        return uses_of_page(address)
    uses, is_new = [("notices", address)], not is_confirmed(address)
    budget = "registration_mails" if notice.code in _REGISTRATIONS else "messages"
    # By address, because a desk types one for as many players as it likes, and by owner, as mails with links.
    owner = _owner_of(notice.tournament)
    uses.append((budget, f"{owner} {address}"))
    if is_new:
        to_new = "registration_to_new_address" if notice.code in _REGISTRATIONS else "message_to_new_address"
        uses += [(to_new, address), ("new_addresses", owner)]
    return uses


def uses_of_page(address: str) -> list[Use]:
    """Return the uses of any other mail to an address that nobody there has asked for, as one with a final page."""
    is_new = not is_confirmed(address)
    return [("notices", address), *([("notices_to_new_address", address)] if is_new else [])]


def _owner_of(tournament: Tournament) -> str:
    """Return whose addresses are counted: the owner of a tournament, or the tournament itself without one."""
    owner = Role.objects.filter(tournament=tournament, kind=RoleKind.OWNER).select_related("player").first()
    return tournament.uid if owner is None else owner.player.current.uid
