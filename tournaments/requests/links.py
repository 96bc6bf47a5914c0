"""Private links, and lists of players."""

from __future__ import annotations

from typing import Any

from .fields import Maybe, Request, file, flag, number, text

_MOST_DAYS = 366


class LinkRequest(Request):
    """A private link that is made."""

    days: Maybe[int] = number(
        min_value=1, max_value=_MOST_DAYS, required=False, help_text="How long it is valid; 7 when absent."
    )


class PlayerLinkRequest(LinkRequest):
    """A private link of a player."""

    player: Maybe[str] = text(
        max_length=20, required=False, help_text="Which player of a pair or team; the only one when absent."
    )


class LinkMailRequest(Request):
    """A private link that is mailed."""

    player: Maybe[str] = text(
        max_length=20, required=False, help_text="Which player of a pair or team; the only one when absent."
    )


class ListRequest(Request):
    """A list of players, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    is_check: Maybe[bool] = flag(
        required=False, help_text="Only say what would become of each row, and enter nobody."
    )
