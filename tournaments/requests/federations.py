"""Federations: officers, clubs, members and sanctions."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.exchange import LEGACY
from tournaments.models import ClubKind, MembershipKind

from .fields import ABSENT, Maybe, Request, Words, choice, day, email, file, flag, items, json, text, uid

_MOST_NAMES = 20


class FederationRequest(Request):
    """A federation to add, with its first president."""

    code: str = text("The short name, which never changes.", max_length=12, example="FFBG")
    name: str = text(max_length=120)
    president: str = email("To which the invitation of the first president is mailed.")
    country: Maybe[str] = text("Two capital letters.", max_length=2, allow_blank=True, example="FR")
    site: Maybe[str] = text("The address of the website.", max_length=200, allow_blank=True)
    zone: Maybe[str] = text("The IANA time zone; Europe/Paris when absent.", max_length=60)


class FederationChangeRequest(Request):
    """What to change of a federation."""

    name: Maybe[str] = text(max_length=120)
    country: Maybe[str] = text("Two capital letters.", max_length=2, allow_blank=True, example="FR")
    site: Maybe[str] = text("The address of the website.", max_length=200, allow_blank=True)
    zone: Maybe[str] = text("The IANA time zone.", max_length=60)


class ClubRequest(Request):
    """A club to add, or what to change of one."""

    name: str = text(max_length=80)
    kind: Maybe[str] = choice("Local when absent.", choices=ClubKind.choices)
    city: Maybe[str] = text(max_length=80, allow_blank=True)
    region: Maybe[str] = text("By which rating lists are filtered.", max_length=80, allow_blank=True)
    other_names: Maybe[list[str]] = items(
        "Every other name by which desks know it.", child=text(max_length=80), max_length=_MOST_NAMES
    )


class ClubMergeRequest(Request):
    """The club that takes in another one."""

    into: str = uid("The id of the club that goes on.")


class MemberRequest(Request):
    """A person who is given a number."""

    player: str = uid("The id of the player.")
    number: str = text(max_length=20, example="FR-1042")


class MemberListRequest(Request):
    """A list of members, as a form with one file."""

    file: Any = file(allow_empty_file=True, max_length=200, use_url=False)
    is_check: Maybe[bool] = flag("Only say what would become of each row, and store nothing.")
    encoding: Maybe[str] = choice(
        "How the file is written, where its letters are not recognized.", choices=("utf-8", "utf-16", *LEGACY)
    )
    list: Maybe[str] = uid("The id of the rating list that begins with the ratings of the file.")
    as_of: Maybe[date] = day(
        "The day as of which the ratings are; that of the list when absent, at first today."
    )
    source: Maybe[str] = text(
        "The system that the ratings come from; that of the list when absent.",
        max_length=200,
        allow_blank=True,
    )

    def faults(self) -> dict[str, Words]:
        """Return what is missing: the rating list to which a day or a source belongs."""
        if self.list is not ABSENT or not self.given().keys() & {"as_of", "source"}:
            return {}
        return {"list": _("Say which rating list begins with the ratings.")}


class NumberRequest(Request):
    """The right number of a member."""

    number: Maybe[str] = text(max_length=20, example="FR-1042")


class MembershipRequest(Request):
    """A period of membership, or what to change of one."""

    starts_on: date = day("The first day.")
    ends_on: Maybe[date | None] = day("The last day; open when absent.")
    kind: Maybe[str] = choice("Full when absent.", choices=MembershipKind.choices)
    club: Maybe[str | None] = uid("The id of the club through which the person belongs.")


class PlayerMergeRequest(Request):
    """Two entries of one person."""

    player: str = uid("The id of the duplicate.")
    into: str = uid("The id of the player who goes on.")
    number: Maybe[str] = text(
        "The number that goes on, where both have one.", max_length=20, example="FR-1042"
    )


class DifferentPeopleRequest(Request):
    """Two players who look like one person."""

    one: str = uid("The id of a player.")
    other: str = uid("The id of another player.")


class SanctionRequest(Request):
    """The federation to which an event is submitted."""

    federation: str = uid("The id of the federation.")


class SanctionGrantRequest(Request):
    """The class and the weight of a sanctioned event."""

    event_class: Maybe[str] = text("The federation's own word.", max_length=20, allow_blank=True)
    weight: Maybe[str] = text(
        "A decimal number; when absent as before, at first 1.", max_length=8, example="1.5"
    )


class SanctionRefusalRequest(Request):
    """Why an event is not sanctioned."""

    reason: str = text("The director reads it.", max_length=500)


class CountingRulesRequest(Request):
    """Counting rules to put in force."""

    rules: dict[str, Any] = json(
        "The rules as docs/ratings.md lists them; absent fields have their defaults.",
        example={"version": 1, "shortest": 5},
    )
    club: Maybe[str | None] = uid(
        "The id of the club whose rules they are, on top of those of the federation."
    )
    name: Maybe[str] = text(
        "For rules that are tried beside those in force.", max_length=80, allow_blank=True
    )
