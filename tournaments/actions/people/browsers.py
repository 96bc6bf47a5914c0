"""The browsers of an account: noted at sign-in, listed, and signed out one by one."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments import notices
from tournaments.models import AccountBrowser

from . import accounts

# The uid of the browser in the data of its session.
IN_SESSION = "account_browser"
_COOKIE_BYTES = 20
_MOST_BROWSERS = 50
# The first that is in a User-Agent names its browser: Edge and Opera call themselves Chrome, Chrome calls itself Safari.
_PROGRAMS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def new_cookie() -> str:
    """Return a random value for the cookie of a browser."""
    return secrets.token_hex(_COOKIE_BYTES)


def is_cookie(text: str) -> bool:
    """Whether a text has the form of such a value."""
    return re.fullmatch(f"[0-9a-f]{{{2 * _COOKIE_BYTES}}}", text) is not None


@transaction.atomic
def note(player: Player, *, cookie: str, agent: str, is_new_account: bool = False) -> AccountBrowser:
    """Store that this browser signs in to the account, and mail the owner where it never did before.

    An earlier session of this browser ends.
    """
    name = name_of(agent)
    # Of two sign-ins at once with one cookie the second finds the row of the first.
    row, is_new = AccountBrowser.objects.get_or_create(
        hash=_digest(player, cookie), defaults={"player": player, "name": name}
    )
    if not is_new:
        _end_session(row)
        row.name, row.signed_in_at = name, timezone.now()
        row.save(update_fields=["name", "signed_in_at"])
        return row
    _forget_oldest(player)
    if not is_new_account:
        tell(player, "new_browser", browser=row.name)
    return row


def hold_session(uid: str, *, session_key: str) -> None:
    """Store the key of the session of a browser, which changes at sign-in and with the password."""
    AccountBrowser.objects.filter(uid=uid).exclude(session_key=session_key).update(session_key=session_key)


def knows(player: Player | None, *, cookie: str) -> bool:
    """Whether this browser has signed in to the account before; False without an account or a cookie."""
    if player is None or not cookie:
        return False
    return AccountBrowser.objects.filter(hash=_digest(player, cookie)).exists()


def signed_in(player: Player) -> list[AccountBrowser]:
    """Return the browsers in which the account is signed in, newest first."""
    store = _session_store()
    rows = AccountBrowser.objects.filter(player=player).exclude(session_key="")
    return [row for row in rows.order_by("-signed_in_at", "-pk") if store.exists(row.session_key)]


@transaction.atomic
def sign_out(rows: Iterable[AccountBrowser]) -> int:
    """End the sessions of these browsers, and forget the browsers; return their number."""
    count = 0
    for row in rows:
        _end_session(row)
        row.delete()
        count += 1
    return count


def tell(player: Player, event: str, *, browser: str = "", to: str = "") -> None:
    """Mail the owner of an account what has changed about its safety."""
    address = to or player.email
    if address:
        subject, text = notices.security_mail(player, event, browser=browser)
        accounts.post(to=address, subject=subject, text=text)


def name_of(agent: str) -> str:
    """Return the name of a browser and its system from its User-Agent; empty where both are unknown."""
    words = [
        next((name for mark, name in marks if re.search(re.escape(mark), agent)), "")
        for marks in (_PROGRAMS, _SYSTEMS)
    ]
    return ", ".join(word for word in words if word)


def _digest(player: Player, cookie: str) -> str:
    return sha256(f"{player.uid}:{cookie}".encode()).hexdigest()


def _end_session(row: AccountBrowser) -> None:
    if row.session_key:
        _session_store().delete(row.session_key)
        AccountBrowser.objects.filter(pk=row.pk).update(session_key="")
        row.session_key = ""


def _forget_oldest(player: Player) -> None:
    """Sign out the browsers beyond the newest fifty, so that no list grows without end."""
    rows = AccountBrowser.objects.filter(player=player).order_by("-signed_in_at", "-pk")
    sign_out(rows[_MOST_BROWSERS:])


def _session_store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore()
