"""From the values of a request to those of an action, and from rows to what an answer shows."""

from __future__ import annotations

from typing import Any

from matches.models import GameRecord, Match
from matches.queries import Situation, length_in_force, situation
from rules.game import Ended, GameScore, Result
from rules.match import Side
from tournaments import access
from tournaments.access import Visitor
from tournaments.models import TableUse, board_of, is_team_match, pairing_of
from tournaments.queries.records.comparisons import RecordSeen, records_seen
from tournaments.queries.results.listed_matches import match_sides
from tournaments.requests.fields import Request


def result_values(body: Request) -> dict[str, Any]:
    """The values of a result as the actions take them: games and score as values, not as JSON."""
    values = body.given()
    if "games" in values:
        values["games"] = [
            GameScore(Side(game["winner"]), Result(game["result"]), game["cube"], Ended(game["ended"]))
            for game in values["games"]
        ]
    if "score" in values:
        one, two = values["score"]
        values["score"] = (one, two)
    return values


def match_shown(match: Match, visitor: Visitor) -> dict[str, Any]:
    """Where a match stands, as this visitor sees it; at most eleven queries."""
    pairing = pairing_of(match)
    board = board_of(match)
    now = situation(match)
    accepted = match.accepted_report
    waiting = now.waiting if now.waiting is not None and access.sees_report(visitor, now.waiting) else None
    if accepted is not None:
        accepted.match = match
    if accepted is not None and not access.sees_report(visitor, accepted):
        accepted = None
    one, two = match_sides([match])[match.pk]
    use = TableUse.objects.filter(match=match, until=None).select_related("table").first()
    return {
        "id": match.uid,
        "tournament": access.tournament_of(match).uid,
        "event": pairing.stage.event.uid,
        "stage": pairing.stage.uid,
        "round": pairing.round,
        "slot": pairing.slot,
        "team_match": None if board is None else board.team_match.uid,
        "board": None if board is None else board.number,
        "is_team_match": is_team_match(match),
        "one": one,
        "two": two,
        "length": length_in_force(match),
        "start_score": [match.start_one, match.start_two],
        "state": now.state.value,
        "winner": match.winner,
        "outcome": match.outcome,
        "settled": match.settled,
        "score": accepted.score if accepted is not None else None,
        "started_at": match.started_at,
        "final_at": match.final_at,
        "accepted_report": accepted.uid if accepted is not None else None,
        "waiting_report": waiting.uid if waiting is not None else None,
        "dispute": now.dispute.uid if now.dispute is not None else None,
        "table": use.table.uid if use is not None else None,
        "penalties": match.penalties.filter(voided_at=None),
        "may": _possible(now, visitor),
    }


def record_seen(record: GameRecord) -> RecordSeen:
    """A record with what is derived from it; at most thirteen queries."""
    (seen,) = records_seen(record.match, [record])
    return seen


def _possible(now: Situation, visitor: Visitor) -> list[str]:
    """What the visitor may do about the match now, as codes; the actions decide it all the same."""
    side = visitor.side_in(now.match)
    if side is not None:
        return _possible_for(side, now)
    if not visitor.may_direct(access.tournament_of(now.match)):
        return []
    if is_team_match(now.match):
        directing = {
            "lineup": now.is_open,
            "report": now.is_open,
            "correct": now.match.is_final,
        }
        return [code for code, is_possible in directing.items() if is_possible]
    directing = {
        "start": now.is_open and now.match.started_at is None,
        "report": now.is_open and now.dispute is None,
        "confirm": now.waiting is not None,
        "rule": now.dispute is not None,
        "correct": now.match.is_final,
        "upload": True,
    }
    return [code for code, is_possible in directing.items() if is_possible]


def _possible_for(side: Side, now: Situation) -> list[str]:
    if is_team_match(now.match):
        return ["lineup"] if now.is_open else []
    playing = {
        "start": now.is_open and now.match.started_at is None,
        "report": now.may_report(side),
        "confirm": now.may_answer(side),
        "dispute": now.may_dispute(side),
        "state": now.dispute is not None,
        "upload": now.match.cancelled_at is None,
    }
    return [code for code, is_possible in playing.items() if is_possible]
