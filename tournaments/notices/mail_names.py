"""Names as mails have them: one that holds a web address is left out, so that nobody advertises by this service."""

from __future__ import annotations

import re

from django.utils.translation import gettext

from matches.models import Player
from tournaments.models import Tournament

# Something with a scheme, a host that begins with www, a domain with a path, or one that mail programs make a link of.
_WEB_ADDRESS = re.compile(
    r"\w://|\bhttps?:|\bwww\.|\b[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}[/?#]\S"
    r"|\b[\w-]{2,}\.(?:com|net|org|info|biz|io|app|xyz|top|shop|site|online)\b",
    re.IGNORECASE,
)
# What stands in a mail for a tournament without its name.
_SERVICE = "Videau"


def _has_web_address(text: str) -> bool:
    """Whether a text holds a web address."""
    return _WEB_ADDRESS.search(text) is not None


def greeting(player: Player) -> str:
    """Return the first line of a mail in the active language, without a name that holds a web address."""
    if _has_web_address(player.name):
        return gettext("Hello,")
    return gettext("Hello %(name)s,") % {"name": player.name}


def recipient_name(player: Player) -> str:
    """Return the name beside an address; empty if it holds a web address."""
    return "" if _has_web_address(player.name) else player.name


def tournament_name(tournament: Tournament | None) -> str:
    """Return the name of a tournament, or that of the service for none and for one that holds a web address."""
    return _SERVICE if tournament is None or _has_web_address(tournament.name) else tournament.name


def mailed_name(name: str) -> str:
    """Return a name within a sentence; words that lead to the page stand for one that holds a web address."""
    return gettext("(name on the page)") if _has_web_address(name) else name
