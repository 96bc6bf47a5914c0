"""Private links, and lists of players."""

from __future__ import annotations

from typing import Any

from .fields import Maybe, Request, file, flag, number, uid

_MOST_DAYS = 366


class LinkRequest(Request):
    """The values of a new private link."""

    days: Maybe[int] = number("How long it is valid; 7 when absent.", min_value=1, max_value=_MOST_DAYS)


class PlayerLinkRequest(LinkRequest):
    """The values of a player's private link."""

    player: Maybe[str] = uid("Which player of a pair or team; the only one when absent.")


class LinkMailRequest(Request):
    """The private link to be mailed."""

    player: Maybe[str] = uid("Which player of a pair or team; the only one when absent.")


class ListRequest(Request):
    """A list of players, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    is_check: Maybe[bool] = flag("Only say what would become of each row, and enter nobody.")
