"""The results of an event as a result file holds them, and what a federation has not got yet."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from matches.models import GameRecord, Match, Player, SideMember
from rules.profile import Clock
from rules.scoresheet import Outcome, Score
from tournaments.exchange import (
    EventHead,
    EventResults,
    MatchRow,
    PersonRow,
    PositionRow,
    ResultChanges,
    changes_between,
    read_results,
)
from tournaments.models import (
    Entrant,
    Event,
    EventKind,
    Federation,
    Member,
    Officer,
    ResultFile,
    Sanction,
    Submission,
    board_of,
    pairing_of,
)
from tournaments.queries.draws.finish import FinishLine, finish
from tournaments.queries.entrants.reentry import reentries
from tournaments.queries.ratings.bodies import rows_of_people
from tournaments.queries.ratings.counted import rules_of_federation
from tournaments.queries.ratings.match_facts import facts_of_matches
from tournaments.ratings.counting import CountingRules, MatchFacts, UnratedReason, verdict

# The hall that is furthest ahead of UTC; a result is dated in the time zone of its hall.
_FURTHEST_EAST = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class FileStatus:
    """The last result file of an event for a federation, and what has changed since; both are empty before the first."""

    federation: Federation
    last: ResultFile | None
    changes: ResultChanges
    matches: int


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """How many matches of a result file are rated, why the others are not, and how many of its people have a number.

    `rated` is None where the federation has no counting rules.
    """

    matches: int
    rated: int | None
    not_rated: Sequence[tuple[UnratedReason, int]]
    people: int
    numbered: int


def results_in(submission: Submission) -> EventResults:
    """Return what a received file holds."""
    return read_results(bytes(submission.content), today=latest_day(submission.sent_at)).results


def counts_of(results: EventResults) -> ResultCounts:
    """Return the counts of a result file."""
    rated = [row.is_rated for row in results.matches if row.is_rated is not None]
    reasons = Counter(UnratedReason(row.unrated_reason) for row in results.matches if row.unrated_reason)
    return ResultCounts(
        len(results.matches),
        sum(rated) if rated else None,
        reasons.most_common(),
        len(results.people),
        sum(bool(person.number) for person in results.people),
    )


def results_of_event(event: Event, federation: Federation) -> EventResults:
    """Return what the next result file of an event for a federation would hold; about thirty queries."""
    matches = list(_final_matches(event))
    facts = facts_of_matches([match.pk for match in matches])
    members = _members_of_sides({side for match in matches for side in (match.one_id, match.two_id)})
    rules = rules_of_federation(federation)
    rows = tuple(_match_row(match, facts[match.pk], members, rules) for match in matches)
    entrants = {
        entrant.uid: entrant
        for entrant in Entrant.objects.filter(event=event).prefetch_related("side__members__player")
    }
    positions = _positions(event, entrants, rows)
    played = {player for row in rows for player in (*row.winner, *row.loser)}
    finishers = {player for row in positions for player in row.players}
    head = EventHead(
        federation=federation.uid,
        federation_code=federation.code,
        event=event.uid,
        event_name=event.name,
        tournament_name=event.tournament.name,
        division=event.division,
        city=event.tournament.city,
        starts_on=event.tournament.starts_on.isoformat(),
        variant=event.variant,
        profile=event.rule_profile.code,
        is_unrated=event.is_unrated,
    )
    return EventResults(head, _people(played | finishers, federation), rows, positions)


def file_status(event: Event, federation: Federation) -> FileStatus:
    """Return what a federation must be sent: all before the first file, afterwards what has changed."""
    last = ResultFile.objects.filter(event=event, federation=federation).order_by("-number").first()
    present = results_of_event(event, federation)
    return FileStatus(federation, last, changes_between(content_of(last), present), len(present.matches))


def federations_to_send_to(event: Event) -> QuerySet[Federation]:
    """Return the federations that the event was submitted to or that had a file of it; on a laptop, all it knows."""
    bodies = Sanction.objects.filter(event=event).order_by().values("federation")
    receivers = ResultFile.objects.filter(event=event).order_by().values("federation")
    has_officers = Exists(Officer.objects.filter(federation=OuterRef("pk")).order_by())
    condition = Q(pk__in=bodies) | Q(pk__in=receivers) | ~has_officers
    return Federation.objects.filter(condition).order_by("code")


def content_of(file: ResultFile | None) -> EventResults | None:
    """Return what a result file holds; None without a file."""
    return None if file is None else read_content(file)


def read_content(file: ResultFile) -> EventResults:
    """Return what a result file holds."""
    return read_results(bytes(file.content), today=latest_day()).results


def next_file(event: Event, federation: Federation, last: ResultFile | None) -> EventResults:
    """Return the results for the file after this one: with its number, and the number that each row supersedes."""
    present = results_of_event(event, federation)
    if last is None:
        return present
    before = content_of(last)
    changes = set(changes_between(before, present).changed)
    old = {} if before is None else {row.match: row.supersedes for row in before.matches}
    rows = tuple(
        replace(row, supersedes=last.number if row.match in changes else old.get(row.match))
        for row in present.matches
    )
    head = replace(present.head, number=last.number + 1, supersedes=last.digest)
    return replace(present, head=head, matches=rows)


def _final_matches(event: Event) -> QuerySet[Match]:
    """Return the final matches with a winner that can be rated: singles, pairs, boards of team matches, matches of series."""
    of_boards = Q(board__team_match__pairing__stage__event=event)
    of_pairings = Q(pairing__stage__event=event, pairing__best_of=1)
    belongs = of_boards if event.kind == EventKind.TEAMS else of_boards | of_pairings
    rows = Match.objects.filter(belongs, final_at__isnull=False, cancelled_at=None)
    rows = rows.exclude(outcome=Outcome.DOUBLE_FORFEIT).exclude(winner="")
    rows = rows.annotate(is_recorded=Exists(GameRecord.objects.filter(match=OuterRef("pk"))))
    related = ("pairing__stage__event", "board__team_match__pairing__stage__event", "accepted_report")
    return rows.select_related(*related).order_by("pk")


def _members_of_sides(sides: Iterable[int]) -> dict[int, tuple[str, ...]]:
    rows = SideMember.objects.filter(side__in=sides).order_by("side_id", "order")
    members: dict[int, list[str]] = defaultdict(list)
    for side, player in rows.values_list("side_id", "player__uid"):
        members[side].append(player)
    return {side: tuple(players) for side, players in members.items()}


def _match_row(
    match: Match,
    facts: MatchFacts,
    members: Mapping[int, tuple[str, ...]],
    rules: CountingRules | None,
) -> MatchRow:
    pairing = pairing_of(match)
    is_of_one = match.winner == "one"
    winner, loser = (match.one_id, match.two_id) if is_of_one else (match.two_id, match.one_id)
    score = _winner_first(facts.score, is_of_one=is_of_one)
    answer = None if rules is None else verdict(facts, rules)
    under, is_in_series = board_of(match), pairing.best_of > 1
    # The matches of a series are no boards: a rule that rates no boards rates them.
    board = None if is_in_series else under
    title = pairing.stage.name or pairing.stage.format
    return MatchRow(
        stage=title if board is None else f"{title} / {board.number}",
        round=pairing.round,
        match=match.uid,
        played_on=facts.day or pairing.stage.event.tournament.starts_on,
        length=facts.length,
        winner=members[winner],
        loser=members[loser],
        winner_score=score[0],
        loser_score=score[1],
        outcome=facts.ending.value,
        is_rated=None if answer is None else answer.is_rated,
        unrated_reason="" if answer is None or answer.reason is None else answer.reason.value,
        is_clocked=facts.clock is Clock.REQUIRED,
        is_recorded=match.is_recorded,  # type: ignore[attr-defined]
        stage_order=pairing.stage.order,
        slot=pairing.slot,
        board=0 if board is None else board.number,
        start_score=_winner_first(facts.start_score, is_of_one=is_of_one),
        penalties=_winner_first(facts.penalties, is_of_one=is_of_one),
        both_moved=facts.both_moved,
        paired_by=facts.paired_by.value,
        series_match=under.number if under is not None and is_in_series else 0,
        series_best_of=pairing.best_of if is_in_series else 0,
    )


def _winner_first(points: Score, *, is_of_one: bool) -> Score:
    return points if is_of_one else (points[1], points[0])


def _positions(
    event: Event, entrants: Mapping[str, Entrant], rows: Iterable[MatchRow]
) -> tuple[PositionRow, ...]:
    wins: Counter[str] = Counter()
    losses: Counter[str] = Counter()
    for row in rows:
        wins.update(row.winner)
        losses.update(row.loser)
    rebuys = reentries(event)
    lines = finish(event)
    shared = Counter(line.first for line in lines)
    return tuple(
        _position(line, _players(entrants[line.entrant]), wins, losses, rebuys, shared[line.first] - 1)
        for line in lines
    )


def _position(
    line: FinishLine,
    players: tuple[str, ...],
    wins: Mapping[str, int],
    losses: Mapping[str, int],
    rebuys: Mapping[str, int],
    tied_with: int,
) -> PositionRow:
    last = line.stages[-1] if line.stages else None
    return PositionRow(
        position=line.first,
        tied_with=tied_with,
        players=players,
        stage_out="" if last is None else last.stage.name or last.stage.format,
        round_out="" if last is None else f"{last.first}-{last.last}",
        wins=wins.get(players[0], 0),
        losses=losses.get(players[0], 0),
        rebuys=rebuys.get(line.entrant, 0),
    )


def _players(entrant: Entrant) -> tuple[str, ...]:
    return tuple(member.player.uid for member in entrant.side.members.all())


def _people(players: Iterable[str], federation: Federation) -> tuple[PersonRow, ...]:
    """Return these players with the numbers of the persons, whichever of their rows has it."""
    rows = list(Player.objects.filter(uid__in=set(players)).order_by("uid"))
    groups = rows_of_people([row.pk for row in rows])
    holders = {key for group in groups.values() for key in group}
    members = Member.objects.filter(federation=federation, player__in=holders)
    numbers = dict(members.values_list("player_id", "number"))
    return tuple(
        PersonRow(
            player=row.uid,
            number=next((numbers[key] for key in groups[row.pk] if key in numbers), ""),
            name=row.name,
            country=row.country,
            club=row.club,
        )
        for row in rows
    )


def latest_day(at: datetime | None = None) -> date:
    """Return the day that has begun somewhere, now or at a moment: no result is of a later one."""
    return ((at or timezone.now()).astimezone(UTC) + _FURTHEST_EAST).date()
