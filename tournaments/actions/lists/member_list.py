"""Import of a list of members: the check of its rows, then the persons, numbers, clubs and memberships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.errors import DomainError
from matches.models import (
    Player,
    is_near,
    is_same_person,
    name_key,
    name_words,
    rows_of_person,
    rows_of_persons,
)
from tournaments.actions.entrants.known_players import add_listed
from tournaments.actions.entrants.list_headings import ListField
from tournaments.actions.entrants.list_reading import ListedPlayer, ListOptions, read_list
from tournaments.actions.entrants.list_rows import fault_of, without_side_faults
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import require_right
from tournaments.acts.federations import MembersImported
from tournaments.errors.entrants import ListUnreadable
from tournaments.errors.federations import (
    FormerNumber,
    HasNumber,
    ListOfOtherOrigin,
    MembershipsOverlap,
    NumberTaken,
    OwnCase,
)
from tournaments.models import (
    Club,
    ClubName,
    Federation,
    Member,
    Membership,
    RatingList,
    Right,
    club_ends,
    number_key,
)
from tournaments.models.dates import date_words
from tournaments.queries.people.duplicates import players_of
from tournaments.queries.people.names import Meaning, NameIndex, members_by_number

from .uploading import (
    RATING_FAULT_WORDS,
    OpeningValues,
    RatingFaultCode,
    add_openings,
    opening_values,
)

_DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y", "%Y/%m/%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S")
_FIRST_YEAR, _LAST_YEAR = 1900, 2199


class MemberRowStatus(StrEnum):
    """What becomes of a row."""

    NEW = "new"
    """A person whom the federation did not know."""
    KNOWN = "known"
    """A member, or a player of the federation who gets the number."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ListedMember:
    """A row with its status; `code` and `why` describe the fault, `warning` what is not used.

    `member` has the number already, `player` is the known person. `period` are the days of a membership to be added, and
    `renewal` is one whose last day changes to that of the row. `opening` is the rating in the row, if it has one.
    """

    listed: ListedPlayer
    status: MemberRowStatus
    code: str = ""
    why: str = ""
    warning: str = ""
    player: int | None = None
    member: Member | None = None
    period: tuple[date, date | None] | None = None
    renewal: Membership | None = None
    opening: OpeningValues | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether the import takes the row."""
        return self.status is not MemberRowStatus.REFUSED

    @property
    def changes(self) -> bool:
        """Whether the import changes anything for the row."""
        return self.is_accepted and (self.member is None or bool(self.period or self.renewal))


@dataclass(frozen=True, slots=True)
class ListBeginning:
    """The rating list that begins with the ratings of a list of members; day and source stay its own where absent."""

    list: RatingList
    day: date | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class MemberListCheck:
    """Every row of a list of members with what becomes of it, and the titles of columns of which nothing is taken.

    `opening` is the rating list that takes the ratings.
    """

    rows: tuple[ListedMember, ...]
    unused: tuple[str, ...] = ()
    opening: ListBeginning | None = None

    def with_status(self, status: MemberRowStatus) -> tuple[ListedMember, ...]:
        """Return the rows of a status."""
        return tuple(row for row in self.rows if row.status is status)

    @property
    def new(self) -> int:
        """How many persons the federation did not know."""
        return len(self.with_status(MemberRowStatus.NEW))

    @property
    def known(self) -> int:
        """How many rows are of persons whom it knew."""
        return len(self.with_status(MemberRowStatus.KNOWN))

    @property
    def ratings(self) -> int:
        """How many ratings the rating list takes."""
        return 0 if self.opening is None else sum(row.opening is not None for row in self.rows)

    @property
    def has_ratings(self) -> bool:
        """Whether a row has a rating."""
        return any(row.opening is not None for row in self.rows)

    @property
    def refused(self) -> tuple[ListedMember, ...]:
        """The rows that the import leaves out."""
        return self.with_status(MemberRowStatus.REFUSED)

    @property
    def warnings(self) -> tuple[ListedMember, ...]:
        """The accepted rows of which something is not used."""
        return tuple(row for row in self.rows if row.is_accepted and row.warning)


def read_member_list(
    federation: Federation,
    data: bytes,
    *,
    by: Player | None,
    options: ListOptions | None = None,
    opening: ListBeginning | None = None,
) -> MemberListCheck:
    """Validate every row of a list of members without writing; the number of queries does not depend on that of rows.

    A row has a number and a name, and perhaps a club, a country, an e-mail address and the days of a membership, which
    begins today where no day says otherwise. Persons are looked for among the players of the federation alone; who may
    be one of them is a new member, whom the duplicates propose. Ratings are checked, and only a list named by `opening`
    takes them. Raise ListTooLarge, ListUnreadable or ListOfOtherOrigin.
    """
    require_right(federation, by, Right.REGISTER)
    if opening is not None:
        require_right(federation, by, Right.RATE)
        if not opening.list.is_computed:
            raise ListOfOtherOrigin(list=opening.list.name)
    reading = read_list(data, replace(options or ListOptions(), of_members=True), zone=federation.zone)
    if not reading.has_names:
        raise ListUnreadable
    known = _KnownMembers.of(federation, reading.rows, by=by)
    fields = (None, ListField.RATING, ListField.EXPERIENCE) if opening is None else (None,)
    rows = tuple(known.checked(row) for row in reading.rows)
    return MemberListCheck(rows, reading.titles_of(*fields), opening)


@transaction.atomic
def import_members(
    federation: Federation,
    *,
    by: Player | None,
    data: bytes,
    options: ListOptions | None = None,
    opening: ListBeginning | None = None,
) -> MemberListCheck:
    """Take the accepted rows of a list of members; the same list again changes nothing.

    Clubs that the federation does not know are added. Raise as `read_member_list`.
    """
    log.lock(federation)
    check = read_member_list(federation, data, by=by, options=options, opening=opening)
    new_members = _import_rows(federation, check, by=by)
    if opening is not None:
        ratings = {
            row.member.player.person_key
            if row.member
            else new_members[row.listed.number].player_id: row.opening
            for row in check.rows
            if row.opening is not None
        }
        add_openings(opening.list, ratings, by=by, day=opening.day, source=opening.source)
    return check


def _import_rows(
    federation: Federation, check: MemberListCheck, *, by: Player | None
) -> Mapping[str, Member]:
    """Store what the rows change, with its entry in the log, and return the new members by number."""
    rows = [row for row in check.rows if row.changes]
    if not rows:
        return {}
    clubs, new_clubs = _clubs(federation, [row.listed.club for row in rows if row.period and row.listed.club])
    new_members = _new_members(federation, [row for row in rows if row.member is None])
    members = {**{row.listed.number: row.member for row in rows if row.member}, **new_members}
    memberships = Membership.objects.bulk_create(
        Membership(
            member=members[row.listed.number],
            club=clubs.get(name_key(row.listed.club)),
            starts_on=row.period[0],
            ends_on=row.period[1],
        )
        for row in rows
        if row.period is not None
    )
    renewals = [row.renewal for row in rows if row.renewal is not None]
    Membership.objects.bulk_update(renewals, ["ends_on"])
    act = MembersImported(federation.uid, new=check.new, known=check.known, refused=len(check.refused))
    written = [*new_clubs, *new_members.values(), *memberships, *renewals]
    log.append(act, of=federation, by=by, rows=written)
    return new_members


def _clubs(federation: Federation, names: Sequence[str]) -> tuple[Mapping[str, Club], list[Club]]:
    """Return the club of each of these names by its key, and the clubs that are new."""
    by_key = {name_key(name): name for name in names}
    present = ClubName.objects.filter(federation=federation, name_key__in=by_key)
    ends = club_ends(federation.pk)
    keys = {key: ends.get(club, club) for key, club in present.values_list("name_key", "club")}
    rows = Club.objects.in_bulk(set(keys.values()))
    clubs = {key: rows[club] for key, club in keys.items()}
    new = {key: Club(federation=federation, name=name) for key, name in by_key.items() if key not in clubs}
    Club.objects.bulk_create(new.values())
    ClubName.objects.bulk_create(
        ClubName(club=club, federation=federation, name=club.name, name_key=key) for key, club in new.items()
    )
    return {**clubs, **new}, list(new.values())


def _new_members(federation: Federation, rows: Sequence[ListedMember]) -> dict[str, Member]:
    """Give these rows their numbers, and return the members by them; persons who are not known are added."""
    unknown = [row.listed for row in rows if row.player is None]
    players = add_listed(unknown)
    keys = {row.listed.number: row.player for row in rows if row.player is not None}
    keys |= {row.number: player.pk for row, player in zip(unknown, players, strict=True)}
    members = Member.objects.bulk_create(
        Member(federation=federation, player_id=key, number=number) for number, key in keys.items()
    )
    return {member.number: member for member in members}


@dataclass(slots=True)
class _KnownMembers:
    """What is known of the rows of a list: members by number and by person, and whom names mean.

    Of the rows before there are the lines by their numbers, and the numbers by whom they mean.
    """

    federation: Federation
    by: Player | None
    today: date
    by_number: Mapping[str, Member]
    meanings: Mapping[int, Meaning]
    by_person: Mapping[int, Member]
    lines: dict[str, int] = field(default_factory=dict)
    people: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, federation: Federation, rows: Sequence[ListedPlayer], *, by: Player | None) -> _KnownMembers:
        """Look for the members and players of these rows; a fixed number of queries."""
        members = Member.objects.filter(federation=federation).select_related("player__merged_into")
        numbers = {row.number for row in rows}
        with_number = members.alias(key=Upper("number")).filter(key__in=set(map(number_key, numbers)))
        by_number = members_by_number(with_number.prefetch_related("memberships"), numbers)
        unnumbered = [row for row in rows if row.number not in by_number]
        index = NameIndex.around((row.name for row in unnumbered), among=players_of(federation))
        meanings = {row.line: index.meaning(replace(row, number="").words) for row in unnumbered}
        people = {meaning.same.player_id for meaning in meanings.values() if meaning.same is not None}
        of_people = members.filter(player__in=rows_of_persons(people), is_former=False)
        today = timezone.localdate(timezone=federation.time_zone)
        by_person = {member.player.person_key: member for member in of_people}
        return cls(federation, by, today, by_number, meanings, by_person)

    def checked(self, row: ListedPlayer) -> ListedMember:
        """Return a row with what becomes of it."""
        row, warning = without_side_faults(row)
        fault = fault_of(row) or self._number_fault(row)
        if fault is not None:
            return ListedMember(row, MemberRowStatus.REFUSED, *fault)
        self.lines.setdefault(number_key(row.number), row.line)
        try:
            opening = _opening(row)
            listed = self._with_days(self._whose(row), *_days(row))
        except (DomainError, _CellFault) as refusal:
            return ListedMember(row, MemberRowStatus.REFUSED, refusal.code, str(refusal))
        return replace(listed, opening=opening, warning=" ".join(filter(None, (warning, listed.warning))))

    def _number_fault(self, row: ListedPlayer) -> tuple[str, str] | None:
        if not row.number:
            return "number_missing", _("There is no number in this row.")
        try:
            Member(number=row.number).clean_fields(exclude=["federation", "player", "uid"])
        except ValidationError as error:
            return "invalid_number", " ".join(error.messages)
        if (line := self.lines.get(number_key(row.number))) is not None:
            return "listed_twice", _("Line %(line)s of this list has the same number.") % {"line": line}
        return None

    def _whose(self, row: ListedPlayer) -> ListedMember:
        """Return the row of whoever has the number, else of the player who is meant, else of somebody new."""
        member = self.by_number.get(row.number)
        if member is not None:
            if not _is_name_of(row.name, member.player):
                raise NumberTaken(number=row.number)
            if member.is_former:
                raise FormerNumber(
                    number=row.number, player=member.player.name, current=self._number_that_goes_on(member)
                )
            self._require_other_person(member.player)
            return ListedMember(row, MemberRowStatus.KNOWN, player=member.player_id, member=member)
        meaning = self.meanings[row.line]
        if meaning.same is None:
            return ListedMember(row, MemberRowStatus.NEW, warning=_perhaps(meaning))
        key = meaning.same.player_id
        if (other := self.by_person.get(key)) is not None:
            raise HasNumber(player=meaning.same.name, number=other.number)
        if key in self.people:
            raise HasNumber(player=meaning.same.name, number=self.people[key])
        self.people[key] = row.number
        self._require_other_person(Player(pk=key))
        return ListedMember(row, MemberRowStatus.KNOWN, player=key)

    def _number_that_goes_on(self, member: Member) -> str:
        rows = rows_of_person(member.player.person_key)
        numbers = Member.objects.filter(federation=self.federation, player__in=rows, is_former=False)
        return numbers.values_list("number", flat=True).first() or ""

    def _require_other_person(self, player: Player) -> None:
        if is_same_person(self.by, player):
            raise OwnCase(federation=self.federation.name)

    def _with_days(self, row: ListedMember, first: date | None, last: date | None) -> ListedMember:
        """Return a row with the membership that it adds or renews; raise MembershipsOverlap, or _CellFault."""
        periods = [] if row.member is None else list(row.member.memberships.all())
        current = next(
            (
                one
                for one in periods
                if (_holds(one, self.today) if first is None else one.starts_on == first)
            ),
            None,
        )
        if current is not None:
            if last is None or current.ends_on == last:
                return row
            _require_order(current.starts_on, last)
            current.ends_on = last
            _require_free(current, periods, row)
            return replace(row, renewal=current)
        if first is None and last is None and periods:
            return row
        if first is None and last is not None and last < self.today:
            words = _("The membership is over and has no first day: without it.")
            return replace(row, warning=f"{row.warning} {words}".strip())
        new = Membership(starts_on=first or self.today, ends_on=last)
        _require_free(new, periods, row)
        return replace(row, period=(new.starts_on, last))


def _holds(period: Membership, day: date) -> bool:
    return period.starts_on <= day and (period.ends_on is None or day <= period.ends_on)


def _require_free(period: Membership, periods: Sequence[Membership], row: ListedMember) -> None:
    """Raise MembershipsOverlap if another period of the member has one of these days."""
    for other in periods:
        is_later = period.ends_on is not None and period.ends_on < other.starts_on
        is_earlier = other.ends_on is not None and other.ends_on < period.starts_on
        if other is not period and not is_later and not is_earlier:
            start = date_words(other.starts_on, "DATE_FORMAT")
            raise MembershipsOverlap(player=row.listed.name, start=start)


def _require_order(first: date, last: date) -> None:
    if last < first:
        raise _CellFault("ends_before_start", _("The last day is not before the first."))


def _is_name_of(name: str, player: Player) -> bool:
    """Whether a name is near that of a player, or of the person who goes on after a merge."""
    words, names = name_words(name), {player.name, (player.merged_into or player).name}
    return any(words == own or is_near(words, own) for own in map(name_words, names))


def _perhaps(meaning: Meaning) -> str:
    """Return what is said of somebody new who may be a player of the federation."""
    if not meaning.candidates:
        return ""
    names = ", ".join(candidate.name for candidate in meaning.candidates)
    return _("May be %(names)s: look at the duplicates afterwards.") % {"names": names}


class _CellFault(ValueError):
    """A rating or a day that cannot be, or a last day before the first; `code` says which."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


def _opening(row: ListedPlayer) -> OpeningValues | None:
    """Return the rating and the experience of a row, None for one without a rating; raise _CellFault."""
    if not row.rating:
        return None
    values = opening_values(row.rating, row.experience)
    if isinstance(values, RatingFaultCode):
        raise _CellFault(values, str(RATING_FAULT_WORDS[values]))
    return values


def _days(row: ListedPlayer) -> tuple[date | None, date | None]:
    """Return the first and the last day of a row; raise _CellFault."""
    first, last = (_day(text) if text else None for text in (row.first_day, row.last_day))
    if first is not None and last is not None:
        _require_order(first, last)
    return first, last


def _day(text: str) -> date:
    for form in _DAYS:
        try:
            day = datetime.strptime(text, form).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
        if _FIRST_YEAR <= day.year <= _LAST_YEAR:
            return day
    raise _CellFault(
        "invalid_day", _("“%(text)s” is no day. Write it as 2026-12-31 or 31.12.2026.") % {"text": text[:40]}
    )
