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
from tournaments.models import (
    Event,
    EventKind,
    Pairing,
    Seat,
    board_of,
    pairing_of,
)
from tournaments.ratings.counting import (
    MatchEnding,
    MatchFacts,
    MatchKind,
    MembershipFact,
    SanctionFact,
)

from .bodies import MembershipPeriods, memberships_of, sanctions_of
from .opponents import Opponents, opponents_of

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
    keys: Collection[int], *, sanctions: Mapping[int, tuple[SanctionFact, ...]] | None = None
) -> dict[int, MatchFacts]:
    """Return the facts of the matches with these primary keys; thirteen queries at most, whatever their number.

    Matches that belong to no stage are left out. Whoever has the sanctions in force by event saves a query.
    """
    rows = Match.objects.filter(Q(pairing__isnull=False) | Q(board__isnull=False), pk__in=keys)
    rows = rows.select_related("accepted_report", *_WAYS).defer(*_LARGE)
    matches = list(rows.prefetch_related("penalties", "length_changes", "suspensions").order_by("pk"))
    reported = _times_of_reports(keys)
    sides = {match.pk: (match.one_id, match.two_id) for match in matches}
    known = _known([pairing_of(match) for match in matches], sides.values(), sanctions=sanctions)
    return {
        match.pk: known.facts(
            match, sides[match.pk], day=_day(match, reported[match.pk], pairing_of(match).stage.event)
        )
        for match in matches
    }


def facts_of_byes(keys: Collection[int]) -> dict[int, MatchFacts]:
    """Return the facts of the byes among the pairings with these primary keys; ten queries at most. Their length is 0."""
    rows = Pairing.objects.filter(pk__in=keys, match=None).select_related("stage__event__tournament")
    byes = list(rows.order_by("pk"))
    sides = dict(
        Seat.objects.filter(pairing__in=byes, side="one").values_list("pairing_id", "entrant__side_id")
    )
    known = _known(byes, [(side,) for side in sides.values()])
    return {bye.pk: known.facts_of_bye(bye, sides[bye.pk]) for bye in byes}


@dataclass(frozen=True, slots=True)
class _Known:
    """What several matches share: what bodies and draws say of their events, players and pairings."""

    sanctions: Mapping[int, tuple[SanctionFact, ...]]
    memberships: MembershipPeriods
    players: Mapping[int, Sequence[int]]
    opponents: Opponents

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
            kind=_kind(match, pairing),
            clock=profile.clock,
            profile=profile.code,
            paired_by=self.opponents.paired_by(pairing),
            variant=event.variant,
            is_declared_unrated=event.is_unrated,
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
            kind=_KINDS[EventKind(event.kind)],
            clock=profile.clock,
            profile=profile.code,
            paired_by=self.opponents.paired_by(bye),
            variant=event.variant,
            is_declared_unrated=event.is_unrated,
            sanctions=self.sanctions.get(event.pk, ()),
            memberships=self._memberships((side,), day),
            day=day,
        )

    def _memberships(self, sides: Iterable[int], day: date | None) -> tuple[tuple[MembershipFact, ...], ...]:
        return tuple(
            self.memberships.on(player, day) for side in sides for player in self.players.get(side, ())
        )


def _known(
    pairings: Sequence[Pairing],
    sides: Iterable[tuple[int, ...]],
    *,
    sanctions: Mapping[int, tuple[SanctionFact, ...]] | None = None,
) -> _Known:
    """Read what these pairings and sides share; eight queries, seven with the sanctions of their events."""
    members: dict[int, list[int]] = defaultdict(list)
    rows = SideMember.objects.filter(side__in={side for pair in sides for side in pair})
    for side, player in rows.order_by("side_id", "order").values_list("side_id", "player_id"):
        members[side].append(player)
    if sanctions is None:
        sanctions = sanctions_of({pairing.stage.event_id for pairing in pairings})
    return _Known(
        sanctions=sanctions,
        memberships=memberships_of({player for players in members.values() for player in players}),
        players=members,
        opponents=opponents_of(pairings),
    )


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


def _kind(match: Match, pairing: Pairing) -> MatchKind:
    """Return who plays a match; the matches of a series are of the kind of their event."""
    kind = _KINDS[EventKind(pairing.stage.event.kind)]
    if pairing.best_of > 1:
        return MatchKind.SERIES if pairing.match_id == match.pk else kind
    return kind if board_of(match) is None else MatchKind.BOARD


def _times_of_reports(keys: Collection[int]) -> dict[int, list[datetime]]:
    times: dict[int, list[datetime]] = defaultdict(list)
    for match, at in Report.objects.filter(match__in=keys).order_by("pk").values_list("match_id", "at"):
        times[match].append(at)
    return times


def _day(match: Match, reported: Sequence[datetime], event: Event) -> date | None:
    """Return the day on which a final match ended: that of its first report, or of the first since it was suspended.

    A correction is a later report and does not move the day. A director's report ends a suspension, and comes before
    its end.
    """
    if match.final_at is None:
        return None
    suspended = [one.at for one in match.suspensions.all()]
    since = [at for at in reported if not suspended or at >= max(suspended)]
    return _local(min(since, default=match.final_at), event)


def _local(at: datetime, event: Event) -> date:
    return at.astimezone(event.tournament.time_zone).date()
