"""What the tables say of every match, read by a twin that knows neither the feed nor the queries of ratings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from matches.models import Match, Penalty, Player, Report, SideMember, Suspension
from tournaments.models import (
    Board,
    Claim,
    Club,
    Draw,
    Entrant,
    Membership,
    Merge,
    Pairing,
    Sanction,
    Seat,
    StageEntry,
)

_TABLES = ("league", "round_robin")
_BRACKETS = ("consolation", "double_elimination", "michigan", "single_elimination", "stepladder")


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """A final match as the tables have it: `facts` are what counting rules ask, in the words of their page."""

    uid: str
    day: date
    event: str
    place: tuple[int, int, int, int, str]
    """Stage, round, slot, board and uid: the order within a day of an event."""
    people: tuple[int, ...]
    """Both persons of a match of single players."""
    winner: int | None
    length: int
    facts: dict[str, Any]


def persons() -> dict[int, int]:
    """The person that each player is, by what was merged and claimed and not undone."""
    steps = dict(Merge.objects.filter(undone_at=None).values_list("player", "into"))
    for claim in Claim.objects.exclude(account=None).filter(undone_at=None):
        if claim.account_id != claim.player_id:
            steps[claim.player_id] = claim.account_id or 0
    person = {}
    for player in Player.objects.values_list("pk", flat=True):
        person[player] = player
        while person[player] in steps:
            person[player] = steps[person[player]]
    return person


class SeasonFacts:
    """Every final match of the installation with its facts."""

    def __init__(self) -> None:
        self.person = persons()
        self.players: dict[int, list[int]] = defaultdict(list)
        for side, player in SideMember.objects.order_by("side", "order").values_list("side", "player"):
            self.players[side].append(player)
        self.reports: dict[int, list[datetime]] = defaultdict(list)
        for key, at in Report.objects.order_by("pk").values_list("match", "at"):
            self.reports[key].append(at)
        self.penalties = list(Penalty.objects.filter(voided_at=None))
        self.suspensions = list(Suspension.objects.all())
        self.sanctions = list(Sanction.objects.filter(state="granted").select_related("federation"))
        self.periods = self._periods()
        self.entries = self._entries()
        self.seated: dict[int, list[int]] = defaultdict(list)
        for place, entrant in Seat.objects.values_list("pairing", "entrant"):
            self.seated[place].append(entrant)
        boards = {board.match_id: board for board in Board.objects.all()}
        rows = Pairing.objects.exclude(match=None).select_related("stage__event__tournament", "draw")
        pairings = {pairing.match_id: pairing for pairing in rows}
        self.matches: list[SeenMatch] = []
        for match in Match.objects.exclude(final_at=None).filter(cancelled_at=None).order_by("pk"):
            board = boards.get(match.pk)
            pairing = pairings[match.pk if board is None else board.team_match_id]
            self.matches.append(self._seen(match, pairing, 0 if board is None else board.number))

    def _periods(self) -> dict[int, list[tuple[str, str, date, date | None]]]:
        """The bodies, kinds, first and last days of the memberships of each person, whichever row has the number."""
        into = dict(Club.objects.values_list("pk", "merged_into"))
        uids = dict(Club.objects.values_list("pk", "uid"))
        periods: dict[int, list[tuple[str, str, date, date | None]]] = defaultdict(list)
        for one in Membership.objects.select_related("member__federation"):
            bodies, club = [one.member.federation.uid], one.club_id
            while club is not None and into[club] is not None:
                club = into[club]
            if club is not None:
                bodies.append(uids[club])
            for body in bodies:
                person = self.person[one.member.player_id]
                periods[person].append((body, one.kind, one.starts_on, one.ends_on))
        return periods

    def _entries(self) -> dict[tuple[int, int], tuple[str, int | None]]:
        """Uid and line of each entrant who came neither late nor from another stage, by stage and entrant."""
        rows = StageEntry.objects.filter(is_late=False, origin=None).values_list("stage", "entrant", "line")
        uids = dict(Entrant.objects.values_list("pk", "uid"))
        return {(stage, entrant): (uids[entrant], line) for stage, entrant, line in rows}

    def _seen(self, match: Match, pairing: Pairing, board: int) -> SeenMatch:
        event, report = pairing.stage.event, match.accepted_report
        assert report is not None
        day = self._day(match, event.tournament.zone)
        penalties = [
            sum(one.points for one in self.penalties if (one.match_id, one.to) == (match.pk, side))
            for side in ("one", "two")
        ]
        start = (match.start_one, match.start_two)
        score = (report.score_one, report.score_two)
        least = tuple(start[side] + penalties[side] for side in (0, 1))
        sides = [self.players[side] for side in (match.one_id, match.two_id)]
        is_single = event.kind == "singles" or board > 0
        people = tuple(self.person[players[0]] for players in sides) if is_single else ()
        paused = any(one.match_id == match.pk for one in self.suspensions)
        never_moved = report.outcome in ("forfeit", "walkover", "double_forfeit")
        has_moved = bool(report.has_games or score != least or match.started_at or paused)
        facts = {
            "ending": report.outcome,
            "both_moved": report.outcome == "played" or (has_moved and not never_moved),
            "length": report.length,
            "start_score": start,
            "score": score,
            "penalties": tuple(penalties),
            "kind": "board" if board else event.kind,
            "clock": event.profile_settings.get("clock", "allowed"),
            "profile": event.profile,
            "paired_by": self._paired_by(pairing),
            "variant": event.variant,
            "is_declared_unrated": event.is_unrated,
            "is_repeated": False,
            "is_foreign": False,
            "sanctions": [
                (one.federation.uid, one.event_class) for one in self.sanctions if one.event_id == event.pk
            ],
            "memberships": [self._memberships(player, day) for players in sides for player in players],
            "day": day,
        }
        place = (pairing.stage.order, pairing.round, pairing.slot, board, match.uid)
        winner = {"one": 0, "two": 1}.get(report.winner)
        return SeenMatch(match.uid, day, event.uid, place, people, winner, report.length, facts)

    def _day(self, match: Match, zone: str) -> date:
        """The day of the first report, or of the first one since the match was suspended."""
        since = [one.at for one in self.suspensions if one.match_id == match.pk]
        first = min(at for at in self.reports[match.pk] if not since or at >= max(since))
        return first.astimezone(ZoneInfo(zone)).date()

    def _memberships(self, player: int, day: date) -> list[tuple[str, str, bool]]:
        return [
            (body, kind, first <= day and (last is None or day <= last))
            for body, kind, first, last in self.periods.get(self.person[player], [])
        ]

    def _paired_by(self, pairing: Pairing) -> str:
        """How the two met; only in brackets and tables do the lines of a draw say so after the first round."""
        code, draw = pairing.stage.format, pairing.draw
        if code == "ladder":
            return "choice"
        if draw is None:
            return "format"
        is_by_lines = code in _TABLES or (code in _BRACKETS and pairing.round == 1)
        if is_by_lines and self._is_placed(pairing, draw):
            return "decision"
        follows = code in (*_TABLES, *_BRACKETS) or pairing.round == 1
        return "hand" if draw.is_by_hand and follows else "format"

    def _is_placed(self, pairing: Pairing, draw: Draw) -> bool:
        """Whether one of the two is on another line than that of the draw."""
        drawn = {uid: line for line, uid in enumerate(draw.placement) if uid}
        for entrant in self.seated[pairing.pk]:
            uid, line = self.entries.get((pairing.stage_id, entrant), ("", None))
            if line is not None and drawn.get(uid) != line:
                return True
        return False
