"""Private links, and lists of players."""

from __future__ import annotations

from typing import Any

from tournaments.exchange import LEGACY

from .fields import Maybe, Request, choice, file, flag, mapping, number, text, uid

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
    answers: Maybe[dict[str, str]] = mapping(
        "Who is meant in a line, by its number: the id of one of the `candidates` of its row, or `new`. In a form that is "
        "`answers.4=new`.",
        child=text(max_length=20),
    )
    encoding: Maybe[str] = choice(
        "How the file is written, where its letters are not recognized.", choices=("utf-8", "utf-16", *LEGACY)
    )
    columns: Maybe[dict[str, str]] = mapping(
        "What a column holds, by its position from 1, where its title is not recognized: `columns.2=family`. Empty for a "
        "column that is not used.",
        child=choice(
            choices=("", "name", "family", "given", "club", "country", "email", "number"), allow_blank=True
        ),
    )
    heading_line: Maybe[int] = number(
        "The line of the titles, 0 for a list without.", min_value=0, max_value=100
    )
