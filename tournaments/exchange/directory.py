"""The directory file of a federation: the numbers and memberships that a laptop takes along."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date

from .cells import Cells, WrongCell
from .faults import RowFault, RowFaultCode
from .package import pack, unpack
from .results import read_head, read_rows
from .tables import read_table, write_table

KIND = "videau-directory"
MEMBERS, MEMBERSHIPS = "members.csv", "memberships.csv"
_MEMBER_COLUMNS = ("member_id", "number", "player_id", "name", "country", "club")
_PERIOD_COLUMNS = ("membership_id", "number", "kind", "starts_on", "ends_on")
KINDS = ("full", "youth", "day", "honorary")


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryHead:
    """The federation of a directory, and the day on which it was made."""

    federation: str
    code: str
    name: str
    country: str
    zone: str
    made_on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """A person with a number in the federation."""

    member: str
    number: str
    player: str
    name: str
    country: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodRow:
    """A period of membership of the member with this number; without a last day it is open."""

    membership: str
    number: str
    kind: str
    starts_on: date
    ends_on: date | None = None


@dataclass(frozen=True, slots=True)
class Directory:
    """The content of a directory file."""

    head: DirectoryHead
    members: tuple[MemberRow, ...]
    periods: tuple[PeriodRow, ...]


@dataclass(frozen=True, slots=True)
class DirectoryReading:
    """A directory file as it was read: what it holds, what refuses rows of it, and its digest."""

    directory: Directory
    faults: tuple[RowFault, ...]
    digest: str


def write_directory(directory: Directory) -> bytes:
    """Return the package of a directory file."""
    members = [
        (row.member, row.number, row.player, row.name, row.country, row.club) for row in directory.members
    ]
    periods = [
        (
            row.membership,
            row.number,
            row.kind,
            row.starts_on.isoformat(),
            row.ends_on.isoformat() if row.ends_on else None,
        )
        for row in directory.periods
    ]
    files = {
        MEMBERS: write_table(_MEMBER_COLUMNS, members),
        MEMBERSHIPS: write_table(_PERIOD_COLUMNS, periods),
    }
    return pack(KIND, asdict(directory.head), files)


def read_directory(data: bytes) -> DirectoryReading:
    """Read a directory file that anybody may have made; raise BrokenPackage where it is none."""
    package = unpack(data, kind=KIND, names=(MEMBERS, MEMBERSHIPS))
    head = read_head(DirectoryHead, package.head)
    faults: list[RowFault] = []
    rows = read_table(package.files[MEMBERS], _MEMBER_COLUMNS, file=MEMBERS)
    members = read_rows(MEMBERS, rows, _member, key=lambda row: row.number, faults=faults)
    numbers = {member.number for member in members}

    def period_of(cells: Cells) -> PeriodRow:
        row = _period(cells)
        if row.number not in numbers:
            raise WrongCell(RowFaultCode.UNKNOWN_MEMBER)
        return row

    rows = read_table(package.files[MEMBERSHIPS], _PERIOD_COLUMNS, file=MEMBERSHIPS)
    periods = read_rows(MEMBERSHIPS, rows, period_of, key=lambda row: row.membership, faults=faults)
    return DirectoryReading(Directory(head, tuple(members), tuple(periods)), tuple(faults), package.digest)


def _member(cells: Cells) -> MemberRow:
    return MemberRow(
        member=cells.uid("member_id"),
        number=cells.number("number", is_needed=True),
        player=cells.uid("player_id"),
        name=cells.name("name"),
        country=cells.country("country"),
        club=cells.text("club", most=80),
    )


def _period(cells: Cells) -> PeriodRow:
    row = PeriodRow(
        membership=cells.uid("membership_id"),
        number=cells.number("number", is_needed=True),
        kind=cells.text("kind"),
        starts_on=cells.day("starts_on"),
        ends_on=cells.day_or_none("ends_on"),
    )
    if row.kind not in KINDS:
        raise WrongCell(RowFaultCode.UNKNOWN_KIND)
    if row.ends_on is not None and row.ends_on < row.starts_on:
        raise WrongCell(RowFaultCode.DAYS_REVERSED)
    return row
