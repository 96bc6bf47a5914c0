"""Ratings from a CSV file: an official list of another system, or the opening ratings of a list.

A file is stored whole or not at all: each row that cannot be read is named by its line, with a reason.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TypeAlias

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.models import Player, name_key
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import require_right
from tournaments.acts.lists import ListUploaded, OpeningsSet
from tournaments.errors.federations import (
    ListOfOtherOrigin,
    RatingsQuoteOpen,
    RatingsTooLarge,
    RatingsUnreadable,
)
from tournaments.exchange import (
    BrokenPackage,
    OpenQuote,
    as_table,
    decoded,
    delimiter_of,
    require_closed_quotes,
    rows_of_text,
)
from tournaments.models import (
    HIGHEST_RATING,
    Member,
    OfficialList,
    OpeningRating,
    RatingList,
    Right,
)
from tournaments.queries.audit.list_evidence import openings_digest
from tournaments.queries.people.names import members_by_number
from tournaments.ratings import UNITS

from .keeping import last_official
from .publishing import OfficialNumbers, check_day, store_official
from .renewing import ask

MOST_RATINGS = 100_000
LARGEST_RATINGS = 8 * 1024 * 1024
MOST_EXPERIENCE = 10**7
_MOST_COLUMNS = 50
# What a spreadsheet writes for 1523 in some languages, and for one and a half in others.
_MAY_BE_THOUSANDS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
# Where several columns have a title of one field, that of the first title here counts.
_HEADINGS: Mapping[str, tuple[str, ...]] = {
    "number": ("number", "licence", "license", "member", "numero", "no", "n°"),
    "uid": ("uid", "id"),
    "rating": ("rating", "cote", "elo", "points"),
    "experience": ("experience", "exp"),
}


OpeningValues: TypeAlias = tuple[int, int]
"""A rating in billionths of a point, and the experience with it."""


class RatingFaultCode(StrEnum):
    """Why a row of ratings is refused."""

    NO_PERSON = "no_person"
    UNKNOWN_NUMBER = "unknown_number"
    UNKNOWN_PERSON = "unknown_person"
    LISTED_TWICE = "listed_twice"
    NO_RATING = "no_rating"
    RATING_UNCLEAR = "rating_unclear"
    RATING_RANGE = "rating_range"
    NO_EXPERIENCE = "no_experience"
    OWN_RATING = "own_rating"


RATING_FAULT_WORDS: Mapping[RatingFaultCode, str | Promise] = {
    RatingFaultCode.NO_PERSON: _("This row names nobody: it needs a number or an id."),
    RatingFaultCode.UNKNOWN_NUMBER: _("No member has this number."),
    RatingFaultCode.UNKNOWN_PERSON: _("Nobody has this id."),
    RatingFaultCode.LISTED_TWICE: _("An earlier row of this file is about the same person."),
    RatingFaultCode.NO_RATING: _("The rating is not a number."),
    RatingFaultCode.RATING_UNCLEAR: _(
        "This may be thousands or a fraction. Write 1523 for thousands, or a fraction with four places, as 1.5230."
    ),
    RatingFaultCode.RATING_RANGE: _("A rating is from 0 to 5000."),
    RatingFaultCode.NO_EXPERIENCE: _("The experience is not a whole number from 0 to 10,000,000."),
    RatingFaultCode.OWN_RATING: _("This is your own rating. Let another officer upload the file."),
}


@dataclass(frozen=True, slots=True)
class RefusedRating:
    """A row that was refused; `line` counts from 1 and includes the heading."""

    line: int
    code: RatingFaultCode

    @property
    def why(self) -> str:
        """The reason in the language of the reader."""
        return str(RATING_FAULT_WORDS[self.code])


@dataclass(frozen=True, slots=True)
class RatingUpload:
    """The result of an upload: the official list, or the rows because of which nothing was stored."""

    official: OfficialList | None = None
    refused: tuple[RefusedRating, ...] = ()
    count: int = 0


def check_ratings(rating_list: RatingList, *, by: Player | None, day: date, data: bytes) -> RatingUpload:
    """Return what an upload of this file as of a day would do, and store nothing; raise what it would raise."""
    require_right(rating_list.federation, by, Right.RATE)
    if not rating_list.is_computed:
        check_day(rating_list, day, last_official(rating_list))
    ratings, refusals = _read_ratings(rating_list, data, by=by)
    return RatingUpload(refused=tuple(refusals), count=0 if refusals else len(ratings))


@transaction.atomic
def upload_list(
    rating_list: RatingList, *, by: Player | None, day: date, data: bytes, source: str = ""
) -> RatingUpload:
    """Store a file as the official list as of a day, if no row is refused.

    The heading line has `number` or `uid`, `rating` and perhaps `experience`, in a workbook, or in UTF-8, UTF-16 or Windows-1252. Raise
    RatingsTooLarge, RatingsUnreadable, or the error of the day.
    """
    _lock(rating_list, by)
    if rating_list.is_computed:
        raise ListOfOtherOrigin(list=rating_list.name)
    check_day(rating_list, day, last_official(rating_list))
    ratings, refusals = _read_ratings(rating_list, data, by=by)
    if refusals:
        return RatingUpload(refused=tuple(refusals))
    people = {
        person.uid: OfficialNumbers(rating, experience, 0, 0, day.toordinal())
        for person, (rating, experience) in ratings.items()
    }
    official = store_official(rating_list, people, by=by, day=day, source=source[:200])
    act = ListUploaded(rating_list.uid, number=official.number, day=day.isoformat(), digest=official.digest)
    log.append(act, of=rating_list.federation, by=by, rows=[official])
    return RatingUpload(official, count=len(people))


@transaction.atomic
def set_openings(
    rating_list: RatingList, *, by: Player | None, data: bytes, day: date, source: str
) -> RatingUpload:
    """Begin a list with the ratings of an earlier system as of a day, in place of those it had, if no row is refused."""
    _lock(rating_list, by)
    if not rating_list.is_computed:
        raise ListOfOtherOrigin(list=rating_list.name)
    ratings, refusals = _read_ratings(rating_list, data, by=by)
    if refusals:
        return RatingUpload(refused=tuple(refusals))
    OpeningRating.objects.filter(list=rating_list).delete()
    OpeningRating.objects.bulk_create(
        (
            OpeningRating(list=rating_list, player=person, rating=rating, experience=experience)
            for person, (rating, experience) in ratings.items()
        ),
        batch_size=2000,
    )
    _begin(rating_list, by=by, day=day, source=source, count=len(ratings))
    return RatingUpload(count=len(ratings))


@transaction.atomic
def add_openings(
    rating_list: RatingList,
    ratings: Mapping[int, OpeningValues],
    *,
    by: Player | None,
    day: date | None = None,
    source: str = "",
) -> None:
    """Give these people, by key, their opening ratings in a list, and leave those of everybody else.

    Day and source stay those of the list where none is given; a list without a day begins today. What is there already is
    not set again.
    """
    _lock(rating_list, by)
    if not rating_list.is_computed:
        raise ListOfOtherOrigin(list=rating_list.name)
    rating_list.refresh_from_db(fields=["starts_on", "opening_source"])
    today = timezone.localdate(timezone=rating_list.federation.time_zone)
    day, source = day or rating_list.starts_on or today, source.strip() or rating_list.opening_source
    present = {
        player: (rating, experience)
        for player, rating, experience in OpeningRating.objects.filter(list=rating_list).values_list(
            "player_id", "rating", "experience"
        )
    }
    changes = {person: values for person, values in ratings.items() if present.get(person) != values}
    is_same = (rating_list.starts_on, rating_list.opening_source) == (day, source[:200])
    if not ratings or (is_same and not changes):
        return
    OpeningRating.objects.bulk_create(
        (
            OpeningRating(list=rating_list, player_id=person, rating=rating, experience=experience)
            for person, (rating, experience) in changes.items()
        ),
        batch_size=2000,
        update_conflicts=True,
        unique_fields=["list", "player"],
        update_fields=["rating", "experience"],
    )
    _begin(rating_list, by=by, day=day, source=source, count=len(changes))


def _begin(rating_list: RatingList, *, by: Player | None, day: date, source: str, count: int) -> None:
    """Store since when a list has its opening ratings and from where, and compute it again."""
    rating_list.starts_on, rating_list.opening_source = day, source.strip()[:200]
    rating_list.save(update_fields=["starts_on", "opening_source"])
    act = OpeningsSet(rating_list.uid, count=count, digest=openings_digest(rating_list.uid))
    log.append(act, of=rating_list.federation, by=by, rows=[rating_list])
    ask(rating_list)


def _read_ratings(
    rating_list: RatingList, data: bytes, *, by: Player | None = None
) -> tuple[dict[Player, OpeningValues], list[RefusedRating]]:
    """Return rating in billionths and experience by person, and the refused rows; two queries for any number.

    An officer `by` never rates themself alone, so that row is refused too.
    """
    own = by.current if by is not None else None
    rows = list(_rows(data))
    by_number = _members(rating_list, {cells["number"] for _line, cells in rows if cells["number"]})
    by_uid = _persons({cells["uid"] for _line, cells in rows if cells["uid"]})
    ratings: dict[Player, OpeningValues] = {}
    refusals = []
    for line, cells in rows:
        known, key = (by_uid, cells["uid"]) if cells["uid"] else (by_number, cells["number"])
        person = known.get(key)
        values = opening_values(cells["rating"], cells["experience"])
        if person is None:
            unknown = RatingFaultCode.UNKNOWN_PERSON if cells["uid"] else RatingFaultCode.UNKNOWN_NUMBER
            refusals.append(RefusedRating(line, unknown if key else RatingFaultCode.NO_PERSON))
        elif person in ratings:
            refusals.append(RefusedRating(line, RatingFaultCode.LISTED_TWICE))
        elif person == own:
            refusals.append(RefusedRating(line, RatingFaultCode.OWN_RATING))
        elif isinstance(values, RatingFaultCode):
            refusals.append(RefusedRating(line, values))
        else:
            ratings[person] = values
    return ratings, refusals


def _lock(rating_list: RatingList, by: Player | None) -> None:
    require_right(rating_list.federation, by, Right.RATE)
    log.lock(rating_list.federation)


def _members(rating_list: RatingList, numbers: set[str]) -> dict[str, Player]:
    if not numbers:
        return {}
    members = Member.objects.filter(federation=rating_list.federation)
    rows = members.select_related("player__merged_into").iterator(chunk_size=2000)
    return {number: _going_on(member.player) for number, member in members_by_number(rows, numbers).items()}


def _persons(uids: set[str]) -> dict[str, Player]:
    players: dict[str, Player] = {}
    every = sorted(uids)
    for start in range(0, len(every), 2000):
        rows = Player.objects.filter(uid__in=every[start : start + 2000]).select_related("merged_into")
        players |= {player.uid: _going_on(player) for player in rows}
    return players


def _going_on(player: Player) -> Player:
    """Return the person; a merge points to the one at its end."""
    return player.merged_into or player


def opening_values(rating_text: str, experience_text: str) -> OpeningValues | RatingFaultCode:
    """Return a rating in billionths and the experience, read from what is written, or the fault of one of them."""
    rating, experience = _decimal(rating_text), _decimal(experience_text or "0")
    if rating is None:
        return RatingFaultCode.NO_RATING
    if _MAY_BE_THOUSANDS.fullmatch(rating_text) and rating * 1000 <= HIGHEST_RATING:
        return RatingFaultCode.RATING_UNCLEAR
    if not 0 <= rating <= HIGHEST_RATING:
        return RatingFaultCode.RATING_RANGE
    if (
        experience is None
        or _MAY_BE_THOUSANDS.fullmatch(experience_text)
        or experience != experience.to_integral_value()
        or not 0 <= experience <= MOST_EXPERIENCE
    ):
        return RatingFaultCode.NO_EXPERIENCE
    return round(rating * UNITS), int(experience)


def _decimal(text: str) -> Decimal | None:
    try:
        value = Decimal(text.replace(",", "."))
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def _rows(data: bytes) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the line and the cells of each row."""
    if len(data) > LARGEST_RATINGS:
        raise _too_large()
    table = _table(data)
    # PostgreSQL cannot store NUL.
    text = decoded(table).replace("\x00", "")
    delimiter = delimiter_of(text)
    # A line of a million columns is refused before it is split.
    if any(line.count(delimiter) > _MOST_COLUMNS for line in text.splitlines()):
        raise RatingsUnreadable
    rows = rows_of_text(text, delimiter)
    # Cells of a workbook may have lines: there no quote can be left open.
    may_have_lines = table is not data
    try:
        heading = next(rows, None)
        titles = heading.cells if heading else []
        if heading and not may_have_lines:
            require_closed_quotes(heading, delimiter, len(titles))
        columns = _columns(titles)
        for count, row in enumerate(rows, start=1):
            if count > MOST_RATINGS:
                raise _too_large()
            if not may_have_lines:
                require_closed_quotes(row, delimiter, len(titles))
            cells = row.cells
            yield (
                row.last_line,
                {
                    field: cells[at].strip().removeprefix("'") if at is not None and at < len(cells) else ""
                    for field, at in columns.items()
                },
            )
    except OpenQuote as error:
        raise RatingsQuoteOpen(line=error.line) from error
    except csv.Error as error:
        raise RatingsUnreadable from error


def _table(data: bytes) -> bytes:
    try:
        return as_table(data)
    except BrokenPackage as broken:
        raise RatingsUnreadable from broken


def _columns(heading: Sequence[str]) -> dict[str, int | None]:
    titles_of_file = [name_key(title).strip(" *:.") for title in heading]
    columns = {
        field: next((titles_of_file.index(title) for title in titles if title in titles_of_file), None)
        for field, titles in _HEADINGS.items()
    }
    if columns["rating"] is None or (columns["number"] is None and columns["uid"] is None):
        raise RatingsUnreadable
    return columns


def _too_large() -> RatingsTooLarge:
    return RatingsTooLarge(rows=MOST_RATINGS, mib=LARGEST_RATINGS // 1024 // 1024)
