"""Names as mails have them: one that holds a web address is left out, so that nobody advertises by this service."""

from __future__ import annotations

import re

from django.utils.translation import gettext

from matches.models import Player
from tournaments.models import Tournament

# Something with a scheme, a host that begins with www, an address with a path or a number, one of mail, or a domain that
# mail programs make a link of: of a country in letters of one case, unlike `Dr.Li`, or one that is usual in such names.
_WEB_ADDRESS = re.compile(
    r"\w:/|\bhttps?:|\bmailto:|\bwww\.|//\w|\w@\w|\b[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?:[/?#]|:\d)"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b"
    r"|\b\w[\w-]*\.(?-i:[a-z]{2}|[A-Z]{2})\b"
    r"|\b\w[\w-]*\.(?:com|net|org|info|biz|app|xyz|top|shop|site|online|club|click|link|live|dev|win|vip|page|web"
    r"|store|tech|fun|bet|casino|games|news|world|space|website|рф)\b",
    re.IGNORECASE,
)
# Signs that mail programs and browsers read as a point, and those that are not seen.
_POINTS = re.compile("[\u3002\uff0e\uff61]")
_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
# What stands in a mail for a tournament without its name.
_SERVICE = "Videau"


def _has_web_address(text: str) -> bool:
    """Whether a text holds a web address."""
    return _WEB_ADDRESS.search(_UNSEEN.sub("", _POINTS.sub(".", text))) is not None


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
