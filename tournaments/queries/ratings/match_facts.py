"""The facts of matches and byes by which it is decided whether they are rated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from matches.models import Match, Report, SideMember
from matches.queries import least_score, length_in_force
from rules.scoresheet import Outcome
from tournaments.formats import FORMATS, ByChallenge, Shape
from tournaments.models import (
    Draw,
    Event,
    EventKind,
    Pairing,
    Seat,
    StageEntry,
    board_of,
    pairing_of,
)
from tournaments.ratings.counting import (
    MatchEnding,
    MatchFacts,
    MatchKind,
    MembershipFact,
    PairedBy,
    SanctionFact,
)

from .bodies import MembershipPeriods, memberships_of, sanctions_of

_WAYS = ("pairing__stage__event__tournament", "board__team_match__pairing__stage__event__tournament")
# Large columns that no fact is read from.
_LARGE = tuple(
    f"{way}__{column}"
    for way in (way.removesuffix("__event__tournament") for way in _WAYS)
    for column in ("standings", "options", "ties", "feeds")
)
_UNPLAYED = frozenset(outcome.value for outcome in Outcome if outcome.is_unplayed)
_KINDS = {
    EventKind.SINGLES: MatchKind.SINGLES,
    EventKind.DOUBLES: MatchKind.DOUBLES,
    EventKind.TEAMS: MatchKind.TEAMS,
}


def facts_of_matches(
    keys: Collection[int], *, declared_unrated: Collection[int] = ()
) -> dict[int, MatchFacts]:
    """Return the facts of the matches with these primary keys; thirteen queries, whatever their number.

    `declared_unrated` holds the keys of the events whose matches were declared unrated before play. Matches that belong
    to no stage are left out.
    """
    rows = Match.objects.filter(Q(pairing__isnull=False) | Q(board__isnull=False), pk__in=keys)
    rows = rows.select_related("accepted_report", *_WAYS).defer(*_LARGE)
    matches = list(rows.prefetch_related("penalties", "length_changes", "suspensions").order_by("pk"))
    reported = _times_of_reports(keys)
    sides = {match.pk: (match.one_id, match.two_id) for match in matches}
    known = _known([pairing_of(match) for match in matches], sides.values(), declared_unrated)
    return {
        match.pk: known.facts(
            match, sides[match.pk], day=_day(match, reported[match.pk], pairing_of(match).stage.event)
        )
        for match in matches
    }


def facts_of_byes(keys: Collection[int], *, declared_unrated: Collection[int] = ()) -> dict[int, MatchFacts]:
    """Return the facts of the byes among the pairings with these primary keys; ten queries. Their length is 0."""
    rows = Pairing.objects.filter(pk__in=keys, match=None).select_related("stage__event__tournament")
    byes = list(rows.order_by("pk"))
    sides = dict(
        Seat.objects.filter(pairing__in=byes, side="one").values_list("pairing_id", "entrant__side_id")
    )
    known = _known(byes, [(side,) for side in sides.values()], declared_unrated)
    return {bye.pk: known.facts_of_bye(bye, sides[bye.pk]) for bye in byes}


@dataclass(frozen=True, slots=True)
class _Known:
    """What several matches share: what bodies and draws say of their events, players and pairings."""

    sanctions: Mapping[int, tuple[SanctionFact, ...]]
    memberships: MembershipPeriods
    players: Mapping[int, Sequence[int]]
    by_hand: frozenset[int]
    placed: frozenset[int]
    declared_unrated: Collection[int]

    def facts(self, match: Match, sides: tuple[int, ...], *, day: date | None) -> MatchFacts:
        """Return the facts of a match; its rows are prefetched."""
        pairing, report = pairing_of(match), match.accepted_report
        event, floor, ending = pairing.stage.event, least_score(match), _ending(match)
        start = (match.start_one, match.start_two)
        profile = event.rule_profile
        return MatchFacts(
            ending=ending,
            both_moved=_have_both_moved(match, ending, floor),
            # A report has the length at which the match ended; a later change had not come yet.
            length=length_in_force(match) if report is None else report.length,
            start_score=start,
            score=floor if report is None else report.score,
            penalties=(floor[0] - start[0], floor[1] - start[1]),
            kind=_kind(event, is_board=board_of(match) is not None),
            clock=profile.clock,
            profile=profile.code,
            paired_by=self._paired_by(pairing),
            is_declared_unrated=event.pk in self.declared_unrated,
            sanctions=self.sanctions.get(event.pk, ()),
            memberships=self._memberships(sides, day),
            day=day,
        )

    def facts_of_bye(self, bye: Pairing, side: int) -> MatchFacts:
        """Return the facts of a bye, on the day on which it was paired."""
        event = bye.stage.event
        profile = event.rule_profile
        day = _local(bye.made_at, event)
        return MatchFacts(
            ending=MatchEnding.BYE if bye.cancelled_at is None else MatchEnding.CANCELLED,
            both_moved=False,
            length=0,
            kind=_kind(event, is_board=False),
            clock=profile.clock,
            profile=profile.code,
            paired_by=self._paired_by(bye),
            is_declared_unrated=event.pk in self.declared_unrated,
            sanctions=self.sanctions.get(event.pk, ()),
            memberships=self._memberships((side,), day),
            day=day,
        )

    def _paired_by(self, pairing: Pairing) -> PairedBy:
        if isinstance(FORMATS[pairing.stage.format], ByChallenge):
            return PairedBy.CHOICE
        if pairing.pk in self.placed:
            return PairedBy.DECISION
        return PairedBy.HAND if pairing.draw_id in self.by_hand and _follows(pairing) else PairedBy.FORMAT

    def _memberships(self, sides: Iterable[int], day: date | None) -> tuple[tuple[MembershipFact, ...], ...]:
        return tuple(
            self.memberships.on(player, day) for side in sides for player in self.players.get(side, ())
        )


def _known(
    pairings: Sequence[Pairing], sides: Iterable[tuple[int, ...]], declared_unrated: Collection[int]
) -> _Known:
    """Read what these pairings and sides share; eight queries."""
    members: dict[int, list[int]] = defaultdict(list)
    rows = SideMember.objects.filter(side__in={side for pair in sides for side in pair})
    for side, player in rows.order_by("side_id", "order").values_list("side_id", "player_id"):
        members[side].append(player)
    draws = list(
        Draw.objects.filter(pk__in={pairing.draw_id for pairing in pairings}).only("is_by_hand", "placement")
    )
    return _Known(
        sanctions=sanctions_of({pairing.stage.event_id for pairing in pairings}),
        memberships=memberships_of({player for players in members.values() for player in players}),
        players=members,
        by_hand=frozenset(draw.pk for draw in draws if draw.is_by_hand),
        placed=_placed_by_director(pairings, draws),
        declared_unrated=declared_unrated,
    )


def _placed_by_director(pairings: Iterable[Pairing], draws: Iterable[Draw]) -> frozenset[int]:
    """Return the pairings that follow from a line on which a director placed an entrant; two queries.

    The line differs from that of the draw, and neither a late entry nor another stage explains it.
    """
    lines = {draw.pk: {uid: line for line, uid in enumerate(draw.placement) if uid} for draw in draws}
    by_lines = {pairing.pk: pairing for pairing in pairings if _is_by_lines(pairing)}
    seats = list(Seat.objects.filter(pairing__in=by_lines).order_by().values_list("pairing_id", "entrant_id"))
    entries = StageEntry.objects.filter(
        stage__in={pairing.stage_id for pairing in by_lines.values()},
        entrant__in={entrant for _pairing, entrant in seats},
    )
    rows = entries.values_list("stage_id", "entrant_id", "entrant__uid", "line", "is_late", "origin")
    placed = {
        (stage, entrant): (uid, line)
        for stage, entrant, uid, line, is_late, origin in rows
        if line is not None and not is_late and origin is None
    }
    moved = set()
    for key, entrant in seats:
        pairing = by_lines[key]
        uid, line = placed.get((pairing.stage_id, entrant), ("", None))
        if line is not None and lines.get(pairing.draw_id or 0, {}).get(uid) != line:
            moved.add(key)
    return frozenset(moved)


def _is_by_lines(pairing: Pairing) -> bool:
    """Whether the lines of the two entrants alone make them opponents."""
    shape = FORMATS[pairing.stage.format].shape
    return shape is Shape.TABLE or (shape is Shape.BRACKET and pairing.round == 1)


def _follows(pairing: Pairing) -> bool:
    """Whether a draw made with cards decides the pairing: a whole bracket or table, and the first of other rounds."""
    return FORMATS[pairing.stage.format].shape in (Shape.BRACKET, Shape.TABLE) or pairing.round == 1


def _ending(match: Match) -> MatchEnding:
    if match.cancelled_at is not None:
        return MatchEnding.CANCELLED
    return MatchEnding(match.outcome) if match.is_final else MatchEnding.OPEN


def _have_both_moved(match: Match, ending: MatchEnding, floor: tuple[int, int]) -> bool:
    """Whether the rows show play: a start stamp, a suspension, games, or points that were won."""
    if ending is MatchEnding.PLAYED:
        return True
    report = match.accepted_report
    if match.outcome in _UNPLAYED:
        return False
    has_points = report is not None and (report.has_games or report.score != floor)
    return has_points or match.started_at is not None or bool(match.suspensions.all())


def _kind(event: Event, *, is_board: bool) -> MatchKind:
    return MatchKind.BOARD if is_board else _KINDS[EventKind(event.kind)]


def _times_of_reports(keys: Collection[int]) -> dict[int, list[datetime]]:
    times: dict[int, list[datetime]] = defaultdict(list)
    for match, at in Report.objects.filter(match__in=keys).order_by("pk").values_list("match_id", "at"):
        times[match].append(at)
    return times


def _day(match: Match, reported: Sequence[datetime], event: Event) -> date | None:
    """Return the day on which a final match ended: that of its first report, or of the first after it was resumed.

    A correction is a later report and does not move the day.
    """
    if match.final_at is None:
        return None
    resumed = [one.resumed_at for one in match.suspensions.all() if one.resumed_at is not None]
    since = [at for at in reported if not resumed or at >= max(resumed)]
    return _local(min(since, default=match.final_at), event)


def _local(at: datetime, event: Event) -> date:
    return at.astimezone(event.tournament.time_zone).date()
