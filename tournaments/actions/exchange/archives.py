"""Archives of old results: checked, entered, their people named, imported into the feed, and undone by one act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.models import Player, name_key
from matches.models.player import store_name_keys
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import is_among, own_case, require_nobody_among, require_right
from tournaments.actions.feed.writing import append, lock_feed
from tournaments.actions.fields import check_fields
from tournaments.acts.exchange import ArchiveEntered, ArchiveImported, ArchiveUndone, PeopleNamed, PersonNamed
from tournaments.errors.exchange import ArchiveOver, PeopleUnnamed, TableRefused, UnknownPersonOfFile
from tournaments.exchange import (
    PACKAGE_WORDS,
    ArchiveMatch,
    ArchivePerson,
    ArchivePlace,
    ArchiveReading,
    BrokenPackage,
    RowFault,
    RowFaultCode,
    as_table,
    read_archive,
    read_archived_positions,
)
from tournaments.models import (
    Archive,
    ArchiveKind,
    ArchivePosition,
    ArchiveState,
    Confidence,
    Federation,
    FeedChange,
    Right,
)
from tournaments.models.wording import in_words
from tournaments.queries.exchange.archives import (
    MatchedPerson,
    UnnamedPerson,
    matched_people,
    people_by_number,
    unnamed_people,
)
from tournaments.queries.exchange.people import persons_of
from tournaments.queries.exchange.results import latest_day
from tournaments.queries.feed.archive_rows import (
    ArchivedMatch,
    archived_matches,
    current_rows,
    imported_rows,
    rows_of_archive,
    rows_undoing,
)
from tournaments.queries.feed.rows import NewRow
from tournaments.queries.ratings.later_lists import LaterList, later_lists
from tournaments.queue import Job, enqueue

from .submissions import refused_rows

_FILE = "results"
# So many lines of a table are shown.
_BEGINNING = 20
# What a refusal quotes of a heading that is none.
_MOST_TITLES = 8
_LONGEST_TITLE = 40
# Rows per statement, because statements have a maximum number of values.
_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class ArchiveCheck:
    """What a table of old results holds for a federation, which rows are refused, and who is known or unnamed.

    `beginning` are the first of its good lines, `later` the lists that begin after some of its matches.
    """

    lines: int
    beginning: tuple[ArchiveMatch | ArchivePlace, ...]
    events: int
    matched: tuple[MatchedPerson, ...]
    faults: tuple[RowFault, ...]
    unnamed: tuple[UnnamedPerson, ...]
    later: tuple[LaterList, ...]

    @property
    def named(self) -> int:
        """How many people are known by number, or were named."""
        return len(self.matched)

    @property
    def proposed(self) -> tuple[UnnamedPerson, ...]:
        """Who is unnamed and has players of the same name."""
        return tuple(one for one in self.unnamed if one.candidates)

    @property
    def newcomers(self) -> tuple[UnnamedPerson, ...]:
        """Who is unnamed and has no player of the same name."""
        return tuple(one for one in self.unnamed if not one.candidates)


def check_archive(federation: Federation, data: bytes, *, by: Player | None, kind: str) -> ArchiveCheck:
    """Say what entering a table would do, with every refused row, and write nothing."""
    require_right(federation, by, Right.RATE)
    reading = _read(_table(data), kind)
    return _check(federation, reading, people_by_number(federation, _people(reading)))


def check_of_archive(archive: Archive) -> ArchiveCheck:
    """Return what an entered archive holds, with who is still unnamed."""
    return _check(archive.federation, _reading_of(archive), archive.people)


@transaction.atomic
def enter_archive(
    federation: Federation,
    *,
    by: Player | None,
    data: bytes,
    kind: str,
    source: str,
    confidence: str = Confidence.PROBABLE,
    event_class: str = "",
) -> Archive:
    """Store a table of old results, of which nothing counts yet; the same table again is the same archive.

    A workbook is stored as the table in its first sheet. Raise TableRefused or RowsRefused; nothing is stored then.
    """
    require_right(federation, by, Right.RATE)
    log.lock(federation)
    table = _table(data)
    reading = _read(table, kind)
    if reading.faults:
        raise refused_rows(reading.faults)
    copies = Archive.objects.filter(federation=federation, digest=reading.digest)
    same = copies.exclude(state=ArchiveState.UNDONE).first()
    if same is not None:
        return same
    archive = Archive(
        federation=federation,
        kind=kind,
        source=source,
        confidence=confidence,
        event_class=event_class,
        digest=reading.digest,
        content=table,
        people=people_by_number(federation, _people(reading)),
        sent_by=by,
    )
    check_fields(archive)
    archive.save()
    act = ArchiveEntered(archive.uid, lines=len(reading.lines), digest=reading.digest)
    log.append(act, of=federation, by=by, rows=[archive])
    return archive


@transaction.atomic
def name_in_archive(
    archive: Archive, *, by: Player | None, person: str, player: Player | None = None
) -> Archive:
    """Say who a person of the archive is: a player here, or somebody new without `player`.

    `person` is the number behind # where the table has one, else the name as it is written there. Raise OwnCase for an
    officer who would give the own results to somebody else.
    """
    require_right(archive.federation, by, Right.RATE)
    archive = _in_state(archive, ArchiveState.WAITING)
    people = {one.key: one for one in _people(_reading_of(archive))}
    if person not in people:
        raise UnknownPersonOfFile
    if player is None:
        [player] = _added([people[person]])
    before = archive.people.get(person)
    if before is not None and before != player.uid:
        require_nobody_among(archive.federation, by, [before])
    archive.people = {**archive.people, person: player.uid}
    archive.save(update_fields=["people"])
    log.append(PersonNamed(archive.uid, player=player.uid), of=archive.federation, by=by, rows=[archive])
    return archive


@transaction.atomic
def name_everybody(archive: Archive, *, by: Player | None) -> Archive:
    """Name each person who has one proposal, and add each one without; a person with several stays unnamed."""
    require_right(archive.federation, by, Right.RATE)
    archive = _in_state(archive, ArchiveState.WAITING)
    unnamed = unnamed_people(_people(_reading_of(archive)), archive.people)
    clear = {one.key: one.candidates[0].uid for one in unnamed if len(one.candidates) == 1}
    new = [one.person for one in unnamed if not one.candidates]
    added = {one.key: player.uid for one, player in zip(new, _added(new), strict=True)}
    archive.people = {**archive.people, **clear, **added}
    archive.save(update_fields=["people"])
    act = PeopleNamed(archive.uid, named=len(clear), added=len(added))
    log.append(act, of=archive.federation, by=by, rows=[archive])
    return archive


@transaction.atomic
def import_archive(archive: Archive, *, by: Player | None) -> Archive:
    """Bring an archive into the feed, or make its positions readable; all of it or nothing.

    Raise PeopleUnnamed while somebody is unnamed, RowsRefused for a line with one player on both sides or a match that
    another archive has, and OwnCase for an officer who stands in it and entered it, or while another one does not.
    """
    require_right(archive.federation, by, Right.RATE)
    archive = _in_state(archive, ArchiveState.WAITING)
    reading = _reading_of(archive)
    unnamed = [one.name for one in _people(reading) if one.key not in archive.people]
    if unnamed:
        raise PeopleUnnamed(names=", ".join(unnamed[:5]), count=len(unnamed))
    if by is not None and by.pk == archive.sent_by_id:
        require_nobody_among(archive.federation, by, archive.people.values())
    # Whoever names the people of a table that another officer has entered decides whose its results are.
    is_own_case = own_case(
        archive.federation, by, Right.RATE, lambda person: is_among(person, archive.people.values())
    )
    players = _keys(set(archive.people.values()))
    archive.state, archive.imported_at, archive.imported_by = ArchiveState.IMPORTED, timezone.now(), by
    if archive.kind == ArchiveKind.POSITIONS:
        _store_positions(archive, reading, players)
    else:
        _store_matches(archive, reading, players)
    archive.save(update_fields=["state", "imported_at", "imported_by"])
    act = ArchiveImported(
        archive.uid, lines=len(reading.lines), digest=archive.digest, is_own_case=is_own_case
    )
    log.append(act, of=archive.federation, by=by, rows=[archive])
    return archive


@transaction.atomic
def undo_archive(archive: Archive, *, by: Player | None) -> Archive:
    """Take an archive back: its matches are cancelled, its positions are read no more; one that waits is put aside.

    Raise OwnCase for an officer who stands in an imported archive.
    """
    require_right(archive.federation, by, Right.RATE)
    archive = _in_state(archive, ArchiveState.IMPORTED, ArchiveState.WAITING)
    if archive.state == ArchiveState.IMPORTED:
        require_nobody_among(archive.federation, by, archive.people.values())
    archive.state, archive.undone_at = ArchiveState.UNDONE, timezone.now()
    archive.save(update_fields=["state", "undone_at"])
    if rows := rows_undoing(archive, imported_rows(archive), archive.undone_at):
        append(rows, lock_feed())
        enqueue(Job.JUDGE)
    log.append(
        ArchiveUndone(archive.uid, digest=archive.digest), of=archive.federation, by=by, rows=[archive]
    )
    return archive


def _store_matches(
    archive: Archive,
    reading: ArchiveReading[ArchiveMatch] | ArchiveReading[ArchivePlace],
    players: dict[str, int],
) -> None:
    matches = archived_matches(archive, [line for line in reading.lines if isinstance(line, ArchiveMatch)])
    before = current_rows(archive.federation_id, [match.match_uid for match in matches])
    persons = persons_of(players)
    faults = [fault for match in matches if (fault := _fault(match, persons, before)) is not None]
    if faults:
        raise refused_rows(faults)
    at = archive.imported_at or timezone.now()
    append(rows_of_archive(archive, matches, players, before, at), lock_feed())
    enqueue(Job.JUDGE)


def _fault(match: ArchivedMatch, persons: Mapping[str, int], before: Mapping[str, NewRow]) -> RowFault | None:
    if persons[match.winner] == persons[match.loser]:
        return RowFault(_FILE, match.line.line, RowFaultCode.SAME_PLAYER)
    last = before.get(match.match_uid)
    if last is not None and last.row.change == FeedChange.FINAL:
        return RowFault(_FILE, match.line.line, RowFaultCode.IN_ANOTHER_ARCHIVE)
    return None


def _store_positions(
    archive: Archive,
    reading: ArchiveReading[ArchiveMatch] | ArchiveReading[ArchivePlace],
    players: dict[str, int],
) -> None:
    ArchivePosition.objects.bulk_create(
        (
            ArchivePosition(
                archive=archive,
                line=line.line,
                day=line.day,
                event=line.event,
                position=line.position,
                player_id=players[archive.people[line.player.key]],
            )
            for line in reading.lines
            if isinstance(line, ArchivePlace)
        ),
        batch_size=_AT_ONCE,
    )


def _read(data: bytes, kind: str) -> ArchiveReading[ArchiveMatch] | ArchiveReading[ArchivePlace]:
    today = latest_day()
    try:
        if kind == ArchiveKind.POSITIONS:
            return read_archived_positions(data, today=today)
        return read_archive(data, today=today)
    except BrokenPackage as broken:
        raise _refusal(broken) from broken


def _table(data: bytes) -> bytes:
    """Return the table of a file, which may be a workbook; raise TableRefused for one that cannot be read."""
    try:
        return as_table(data)
    except BrokenPackage as broken:
        raise _refusal(broken) from broken


def _refusal(broken: BrokenPackage) -> TableRefused:
    """Return the refusal of a table, which names the wrong columns."""
    words = [in_words(PACKAGE_WORDS[broken.code])]
    if broken.missing:
        words.append(_("Missing: %(names)s.") % {"names": ", ".join(broken.missing)})
    if broken.unknown:
        names = ", ".join(name[:_LONGEST_TITLE] for name in broken.unknown[:_MOST_TITLES])
        words.append(_("Not known: %(names)s.") % {"names": names})
    return TableRefused(
        reason=" ".join(words),
        package_code=broken.code,
        missing=list(broken.missing),
        unknown=list(broken.unknown),
    )


def _reading_of(archive: Archive) -> ArchiveReading[ArchiveMatch] | ArchiveReading[ArchivePlace]:
    return _read(bytes(archive.content), archive.kind)


def _people(reading: ArchiveReading[ArchiveMatch] | ArchiveReading[ArchivePlace]) -> list[ArchivePerson]:
    """Return the people of a table, each once."""
    return list({one.key: one for line in reading.lines for one in line.people}.values())


def _check(
    federation: Federation,
    reading: ArchiveReading[ArchiveMatch] | ArchiveReading[ArchivePlace],
    named: dict[str, str],
) -> ArchiveCheck:
    people = _people(reading)
    return ArchiveCheck(
        lines=len(reading.lines),
        beginning=reading.lines[:_BEGINNING],
        events=len({line.event for line in reading.lines}),
        matched=matched_people(federation, people, named),
        faults=reading.faults,
        unnamed=unnamed_people(people, named),
        later=later_lists(federation, [line.day for line in reading.lines if isinstance(line, ArchiveMatch)]),
    )


def _added(people: Sequence[ArchivePerson]) -> list[Player]:
    """Add players without an account; none of them has a public profile."""
    players = []
    for one in people:
        player = Player(name=one.name)
        player.set_unusable_password()
        player.name_key = name_key(one.name)
        players.append(player)
    Player.objects.bulk_create(players, batch_size=_AT_ONCE)
    store_name_keys(players)
    return players


def _keys(uids: set[str]) -> dict[str, int]:
    keys: dict[str, int] = {}
    every = sorted(uids)
    for start in range(0, len(every), _AT_ONCE):
        rows = Player.objects.filter(uid__in=every[start : start + _AT_ONCE])
        keys |= dict(rows.values_list("uid", "pk"))
    return keys


def _in_state(archive: Archive, *states: ArchiveState) -> Archive:
    """Return the archive under the lock of its federation; raise ArchiveOver in another state than these."""
    log.lock(archive.federation)
    archive = Archive.objects.select_related("federation").get(pk=archive.pk)
    if archive.state not in states:
        raise ArchiveOver(state=ArchiveState(archive.state).label)
    return archive
