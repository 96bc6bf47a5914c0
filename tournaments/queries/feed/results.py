"""The rows of the feed as everybody may read them: complete in themselves, and without people who have no profile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from matches.models import Player, rows_of_person
from tournaments.models import (
    ArchivePosition,
    CountingRule,
    Event,
    Federation,
    FeedHead,
    FeedMember,
    FeedRow,
    FeedVerdict,
    Member,
    Sanction,
    SanctionState,
    Submission,
    Visibility,
)
from tournaments.queries.publicity import public_persons
from tournaments.queries.ratings.counted import OF_MEMBERS

from .facts import ArchivedFacts, FeedFacts
from .file_rows import OF_FILE

# What joins the players of a pair, as in result files.
_JOINT = "+"


@dataclass(frozen=True, slots=True)
class ResultsReader:
    """For whom results are read: a federation, whose numbers, classes and verdicts stand in them, or nobody."""

    federation: Federation | None = None
    rule: CountingRule | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSide:
    """The players of a side, joined by +; each is empty for who is not identified."""

    id: str
    number: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownResult:
    """A row of the feed with all that a stranger may know of it; `is_rated` is None where no rule has judged it."""

    row: FeedRow
    source: str
    tournament: str
    tournament_name: str
    event_name: str
    event_class: str
    one: ResultSide
    two: ResultSide
    is_rated: bool | None
    reason: str
    archived: ArchivedFacts | None

    @property
    def score(self) -> tuple[int | None, int | None]:
        """The points of both sides, unknown in some archives."""
        if self.archived is not None and not self.archived.has_score:
            return None, None
        return self.row.score_one, self.row.score_two


def last_number() -> int:
    """Return the number of the last row; rows up to it are all visible, and none comes between them later."""
    head = FeedHead.objects.first()
    return 0 if head is None else head.number


def public_rows() -> QuerySet[FeedRow]:
    """Return the rows of public tournaments, and of what federations accepted of events that are not here."""
    private = Event.objects.filter(uid=OuterRef("event_uid")).exclude(
        tournament__visibility=Visibility.PUBLIC
    )
    of_files = Q(tournament=None, federation__isnull=False) & ~Exists(private)
    return FeedRow.objects.filter(Q(tournament__visibility=Visibility.PUBLIC) | of_files)


def rows_for(rows: QuerySet[FeedRow], reader: ResultsReader) -> QuerySet[FeedRow]:
    """Return the rows without what other federations brought than the one that is asked."""
    if reader.federation is None:
        return rows
    return rows.filter(Q(tournament__isnull=False) | Q(federation=reader.federation))


def rows_of_player(rows: QuerySet[FeedRow], player: Player) -> QuerySet[FeedRow]:
    """Return the rows of a person, as whichever of their entries."""
    same = rows_of_person(player.person_key)
    in_pairs = FeedMember.objects.filter(player__in=same).values("row")
    return rows.filter(Q(one__in=same) | Q(two__in=same) | Q(pk__in=in_pairs))


def rows_by_verdict(rows: QuerySet[FeedRow], rule: CountingRule, *, is_rated: bool) -> QuerySet[FeedRow]:
    """Return the rows that are rated by a rule, or those that are not."""
    verdicts = FeedVerdict.objects.filter(rule=rule)
    verdicts = verdicts.filter(reason="") if is_rated else verdicts.exclude(reason="")
    return rows.filter(pk__in=verdicts.values("row"))


def shown_results(rows: Sequence[FeedRow], reader: ResultsReader) -> list[ShownResult]:
    """Return these rows as everybody may read them; nine queries at most, whatever their number."""
    people = _People.of(rows, reader.federation)
    events = _EventNames.of(rows, reader.federation)
    verdicts = _verdicts(rows, reader.rule)
    return [
        ShownResult(
            row=row,
            **events.names(row),
            one=people.side(row, 1),
            two=people.side(row, 2),
            archived=FeedFacts.from_dict(row.facts).archived,
            is_rated=None if (reason := verdicts.get(row.number)) is None else not reason,
            # Who is a member is known to players and directors alone.
            reason="" if reason is None or reason in OF_MEMBERS else reason,
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPosition:
    """A finishing position of an archive as everybody may read it."""

    uid: str
    day: date
    event: str
    position: int
    player: str
    name: str


def shown_positions(rows: Sequence[ArchivePosition]) -> list[ShownPosition]:
    """Return these positions with who has a public profile; two queries."""
    persons = _public({row.player_id for row in rows})
    return [
        ShownPosition(
            uid=row.uid,
            day=row.day,
            event=row.event,
            position=row.position,
            player=person.uid if person is not None else "",
            name=person.shown_name if person is not None else "",
        )
        for row in rows
        for person in (persons.get(row.player_id),)
    ]


def _verdicts(rows: Iterable[FeedRow], rule: CountingRule | None) -> dict[int, str]:
    if rule is None:
        return {}
    numbers = [row.number for row in rows]
    return dict(FeedVerdict.objects.filter(rule=rule, row__in=numbers).values_list("row_id", "reason"))


@dataclass(frozen=True, slots=True)
class _People:
    """The public persons of some rows: who each player is now, with the number in a federation."""

    players: Mapping[tuple[int, int], tuple[int, ...]]
    persons: Mapping[int, Player]
    numbers: Mapping[int, str]

    @classmethod
    def of(cls, rows: Sequence[FeedRow], federation: Federation | None) -> _People:
        """Read the people of these rows; four queries at most."""
        players: dict[tuple[int, int], tuple[int, ...]] = defaultdict(tuple)
        for row in rows:
            if row.one_id is not None and row.two_id is not None:
                players[row.number, 1], players[row.number, 2] = (row.one_id,), (row.two_id,)
        others = [row.number for row in rows if (row.number, 1) not in players]
        members = FeedMember.objects.filter(row__in=others).order_by("row_id", "side", "order")
        for number, side, player in members.values_list("row_id", "side", "player_id"):
            players[number, side] += (player,)
        persons = _public({player for side in players.values() for player in side})
        return cls(players, persons, _numbers(persons.values(), federation))

    def side(self, row: FeedRow, side: int) -> ResultSide:
        """Return the players of a side of a row."""
        persons = [self.persons.get(player) for player in self.players.get((row.number, side), ())]
        by_name = {one.pk for one in persons if one is not None and not one.public_name}
        return ResultSide(
            id=_JOINT.join("" if one is None else one.uid for one in persons),
            number=_JOINT.join(
                self.numbers.get(one.pk, "") if one is not None and one.pk in by_name else ""
                for one in persons
            ),
            name=_JOINT.join("" if one is None else one.shown_name for one in persons),
        )


def _public(players: Collection[int]) -> dict[int, Player]:
    """Return the person with a public profile whom each of these players is, where there is one; two queries."""
    ends = dict(Player.objects.filter(pk__in=players).values_list("pk", "merged_into_id"))
    current = {player: into or player for player, into in ends.items()}
    persons = public_persons().filter(pk__in=set(current.values())).in_bulk()
    return {player: persons[one] for player, one in current.items() if one in persons}


def _numbers(persons: Iterable[Player], federation: Federation | None) -> dict[int, str]:
    """Return the numbers of persons in a federation, whichever of their entries has it; one query at most."""
    if federation is None:
        return {}
    keys = {person.pk for person in persons}
    numbers = Member.objects.filter(
        Q(player__in=keys) | Q(player__merged_into__in=keys), federation=federation
    )
    rows = numbers.order_by("player__merged_into", "-pk")
    return {
        into or key: number
        for key, into, number in rows.values_list("player", "player__merged_into", "number")
    }


@dataclass(frozen=True, slots=True)
class _EventNames:
    """The names and classes of the events of some rows."""

    events: Mapping[int, Event]
    classes: Mapping[int, str]
    submissions: Mapping[str, Submission]

    @classmethod
    def of(cls, rows: Sequence[FeedRow], federation: Federation | None) -> _EventNames:
        """Read the events, sanctions and files of these rows; three queries at most."""
        keys = {row.event_id for row in rows if row.event_id is not None}
        events = Event.objects.select_related("tournament").in_bulk(keys)
        sanctions = Sanction.objects.filter(
            event__in=keys, federation=federation, state=SanctionState.GRANTED
        )
        classes = {} if federation is None else dict(sanctions.values_list("event_id", "event_class"))
        files = {row.source.removeprefix(OF_FILE) for row in rows if row.source.startswith(OF_FILE)}
        submissions = Submission.objects.filter(uid__in=files).only("uid", "event_name", "tournament_name")
        return cls(events, classes, {one.uid: one for one in submissions} if files else {})

    def names(self, row: FeedRow) -> dict[str, str]:
        """Return the names of the event of a row, and the class of the asked federation, else the division."""
        event = self.events.get(row.event_id or 0)
        if event is not None:
            return {
                "source": "log",
                "tournament": event.tournament.uid,
                "tournament_name": event.tournament.name,
                "event_name": event.name,
                "event_class": self.classes.get(event.pk, event.division),
            }
        file = self.submissions.get(row.source.removeprefix(OF_FILE))
        facts = FeedFacts.from_dict(row.facts)
        declared, archive = facts.declared, facts.archived
        of_archive = "" if archive is None else archive.event
        return {
            "source": "file" if archive is None else "archive",
            "tournament": "",
            "tournament_name": "" if file is None else file.tournament_name,
            "event_name": of_archive if file is None else file.event_name,
            "event_class": "" if declared is None else declared.event_class,
        }
