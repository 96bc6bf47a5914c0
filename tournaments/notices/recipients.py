"""The recipients of notices: one function per event, called by the actions inside their transaction.

A notice is stored once per recipient, code and occasion, so an action that runs twice notifies nobody twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from matches.database.prepared import prepared
from matches.models import Appeal, Dispute, Match, Player, Report, Ruling, SideMember
from tournaments.models import (
    Board,
    Challenge,
    Entrant,
    Event,
    Notice,
    NoticeCode,
    Pairing,
    RoleKind,
    Stage,
    Tournament,
    pairing_of,
)
from tournaments.queries.draws.winners import is_main_stage
from tournaments.queue import Job, enqueue_each


def tell(
    recipients: Iterable[Player],
    code: NoticeCode,
    *,
    occasion: str,
    tournament: Tournament | None = None,
    match: Match | None = None,
    **params: Any,
) -> None:
    """Notify each recipient once per occasion, and enqueue mail to those with an address."""
    _store(
        Notice(
            recipient=recipient,
            code=code,
            occasion=occasion,
            tournament=tournament,
            match=match,
            params=params,
        )
        for recipient in recipients
    )


def _store(rows: Iterable[Notice]) -> None:
    """Insert the notices that are new, and queue their mail."""
    notices = list(rows)
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    mailed = [notice.uid for notice in notices if notice.recipient.current.notice_address]
    if mailed:
        # Ignored duplicates have an older row with another uid.
        keys = Notice.objects.filter(uid__in=mailed).order_by("pk").values_list("pk", flat=True)
        enqueue_each(Job.SEND_NOTICE, [{"notice_id": key} for key in keys])


def release(tournament: Tournament) -> None:
    """Queue the mails that waited while the tournament was a draft, except about matches that are over."""
    waiting = Notice.objects.filter(tournament=tournament, mailed_at=None, read_at=None)
    unsettled = waiting.filter(match__final_at=None, match__cancelled_at=None).order_by("pk")
    enqueue_each(Job.SEND_NOTICE, [{"notice_id": key} for key in unsettled.values_list("pk", flat=True)])


def registered(entrant: Entrant, *, by: Player | None = None) -> None:
    """Notify the players of an entrant of their registration, with a place or as alternates.

    Partners named by a player are notified of that player, and of how to withdraw.
    """
    event, players = entrant.event, _members([entrant.side_id])[entrant.side_id]
    own = [player for player in players if by is not None and player.pk == by.pk]
    about = dict(occasion=entrant.uid, tournament=event.tournament, **_about(event))
    is_alternate, entrant_uid = entrant.is_alternate, entrant.uid
    tell(own or players, NoticeCode.REGISTERED, is_alternate=is_alternate, entrant_uid=entrant_uid, **about)
    if own and by is not None:
        others = [player for player in players if player.pk != by.pk]
        tell(others, NoticeCode.PARTNERED, partner=by.name, **about)


def alternate_in(entrant: Entrant) -> None:
    """Notify the players of an alternate that they have a place."""
    _tell_entrant(entrant, NoticeCode.ALTERNATE_IN)


def next_opponents(pairings: Iterable[Pairing]) -> None:
    """Notify both sides of each new pairing of their opponents; byes are skipped."""
    matches = [(pairing.match, pairing.stage.event) for pairing in pairings if pairing.match is not None]
    members = _members([side for match, _ in matches for side in (match.one_id, match.two_id)])
    _store(
        Notice(
            recipient=recipient,
            code=NoticeCode.NEXT_OPPONENT,
            occasion=match.uid,
            tournament=event.tournament,
            match=match,
            params=_about(event) | ({"boards": event.boards} if event.boards else {}),
        )
        for match, event in matches
        for recipient in members[match.one_id] + members[match.two_id]
    )


def boards_made(boards: Iterable[Board], *, event: Event) -> None:
    """Notify the players of a team match of their boards and opponents."""
    boards = list(boards)
    members = _members([side for board in boards for side in (board.match.one_id, board.match.two_id)])
    _store(
        Notice(
            recipient=recipient,
            code=NoticeCode.NEXT_OPPONENT,
            occasion=board.match.uid,
            tournament=event.tournament,
            match=board.match,
            params=_about(event) | {"board": board.number, "team_match": str(board.team_match)},
        )
        for board in boards
        for recipient in members[board.match.one_id] + members[board.match.two_id]
    )


def substituted(entrant: Entrant, *, out: Player, in_: Player) -> None:
    """Notify the side and the replaced player of a substitution."""
    event = entrant.event
    tell(
        [out, *entrant.side.players.all()],
        NoticeCode.SUBSTITUTED,
        occasion=f"{entrant.uid} {entrant.side.uid}",
        tournament=event.tournament,
        out=out.name,
        substitute=in_.name,
        entrant=entrant.name,
        **_about(event),
    )


def next_opponent(pairing: Pairing) -> None:
    """Notify both sides of a new pairing of their opponents."""
    next_opponents([pairing])


def match_on(match: Match, *, table: str = "") -> None:
    """Notify both sides that their match is called, and to which table."""
    _tell_match(
        match, NoticeCode.MATCH_ON, _players(match), occasion=f"{match.uid} {table}".strip(), table=table
    )


def opponent_reported(report: Report) -> None:
    """Notify the opponents of a report that is final at once."""
    _tell_report(report, NoticeCode.OPPONENT_REPORTED)


def please_confirm(report: Report) -> None:
    """Ask the other side to confirm a report before its time is over."""
    deadline = report.confirm_by.isoformat() if report.confirm_by else ""
    _tell_report(report, NoticeCode.PLEASE_CONFIRM, deadline=deadline)


def report_differs(report: Report) -> None:
    """Notify the opponents that a report differs from theirs."""
    _tell_report(report, NoticeCode.REPORT_DIFFERS)


def disputed(dispute: Dispute) -> None:
    """Notify the players and directors of a dispute, except the player who raised it."""
    match = dispute.match
    recipients = [*_players(match), *_directors(_event(match))]
    _tell_match(
        match,
        NoticeCode.DISPUTED,
        [player for player in recipients if player.pk != dispute.raised_by_id],
        occasion=dispute.uid,
        reason=dispute.reason,
    )


def ruled(ruling: Ruling) -> None:
    """Notify the players of the director's ruling."""
    _tell_ruling(ruling, NoticeCode.RULED)


def corrected(ruling: Ruling) -> None:
    """Notify the players that the director corrected the result."""
    _tell_ruling(ruling, NoticeCode.CORRECTED)


def appealed(appeal: Appeal) -> None:
    """Notify the players and directors of an appeal, except the appellant."""
    match = appeal.ruling.match
    recipients = [*_players(match), *_directors(_event(match))]
    others = [player for player in recipients if player.pk != appeal.by_id]
    _tell_appeal(appeal, NoticeCode.APPEALED, others, reason=appeal.reason)


def committee_named(appeal: Appeal) -> None:
    """Notify the members of a committee of their appointment."""
    members = [seat.player for seat in appeal.committee.select_related("player")]
    _tell_appeal(appeal, NoticeCode.ON_COMMITTEE, members)


def appeal_decided(appeal: Appeal) -> None:
    """Notify the players of the decision or withdrawal of an appeal."""
    match = appeal.ruling.match
    _tell_appeal(
        appeal,
        NoticeCode.APPEAL_DECIDED,
        _players(match),
        decision=appeal.decision,
        reason=appeal.decision_reason,
    )


def final(report: Report) -> None:
    """Notify both sides that this result is final."""
    match = report.match
    _tell_match(match, NoticeCode.FINAL, _players(match), occasion=report.uid, **_said(report))


def forfeited(report: Report) -> None:
    """Notify both sides that their match was decided without being played out."""
    match = report.match
    _tell_match(match, NoticeCode.FORFEITED, _players(match), occasion=report.uid, **_said(report))


def walkovers(reports: Iterable[Report], *, event: Event) -> None:
    """Notify both sides of each match of its walkover."""
    reports = list(reports)
    matches = [report.match for report in reports]
    members = _members([side for match in matches for side in (match.one_id, match.two_id)])
    _store(
        Notice(
            recipient=recipient,
            code=NoticeCode.FORFEITED,
            occasion=report.uid,
            tournament=event.tournament,
            match=match,
            params=_about(event) | _said(report),
        )
        for report, match in zip(reports, matches, strict=True)
        for recipient in members[match.one_id] + members[match.two_id]
    )


def match_again(match: Match, *, walkover: Report) -> None:
    """Notify both sides that their match is open again, because its walkover was withdrawn."""
    _tell_match(match, NoticeCode.MATCH_AGAIN, _players(match), occasion=walkover.uid)


def challenged(challenge: Challenge, match: Match) -> None:
    """Notify the challenged side of its opponent and the deadline."""
    due = challenge.due_at.isoformat() if challenge.due_at else ""
    recipients = challenge.challenged.side.players.all()
    _tell_match(match, NoticeCode.CHALLENGED, recipients, occasion=challenge.uid, due=due)


def challenge_taken_back(challenge: Challenge) -> None:
    """Notify the challenged side that the challenge was withdrawn."""
    event = challenge.stage.event
    tell(
        challenge.challenged.side.players.all(),
        NoticeCode.CHALLENGE_TAKEN_BACK,
        occasion=challenge.uid,
        tournament=event.tournament,
        entrant=challenge.challenger.name,
        **_about(event),
    )


def challenge_due(challenge: Challenge, match: Match) -> None:
    """Notify both sides of a challenge that its deadline is near."""
    due = challenge.due_at.isoformat() if challenge.due_at else ""
    _tell_match(match, NoticeCode.CHALLENGE_DUE, _players(match), occasion=challenge.uid, due=due)


def challenge_void(challenge: Challenge) -> None:
    """Notify both sides that their challenge was not played in time and is void."""
    event = challenge.stage.event
    tell(
        [*challenge.challenger.side.players.all(), *challenge.challenged.side.players.all()],
        NoticeCode.CHALLENGE_VOID,
        occasion=challenge.uid,
        tournament=event.tournament,
        challenger=challenge.challenger.name,
        challenged=challenge.challenged.name,
        **_about(event),
    )


def stage_won(stage: Stage, *, by: Entrant) -> None:
    """Notify the winner of an event and its directors, if this stage decides the event; one query more."""
    if is_main_stage(stage):
        champion(by)


def champion(entrant: Entrant) -> None:
    """Notify the winner of an event and its directors."""
    event = entrant.event
    winners = list(entrant.side.players.all())
    tell(
        [*winners, *_directors(event)],
        NoticeCode.CHAMPION,
        occasion=f"{event.uid} {entrant.uid}",
        tournament=event.tournament,
        champion=entrant.name,
        winners=[player.uid for player in winners],
        **_about(event),
    )


def event_started(event: Event) -> None:
    """Notify the players and directors that an event is full and has started."""
    sides = Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).values_list(
        "side", flat=True
    )
    players = [player for members in _members(sides).values() for player in members]
    by_key = {player.pk: player for player in [*players, *_directors(event)]}
    tell(
        by_key.values(),
        NoticeCode.EVENT_STARTED,
        occasion=event.uid,
        tournament=event.tournament,
        players=[player.uid for player in players],
        **_about(event),
    )


def qualified(entrant: Entrant, *, qualifier: Event) -> None:
    """Notify the players of an entrant that they have qualified for this event."""
    _tell_entrant(entrant, NoticeCode.QUALIFIED, qualifier=qualifier.name, is_alternate=entrant.is_alternate)


def qualifiers_open(qualifier: Event, *, occasion: str) -> None:
    """Notify the directors that they must decide the qualifiers of an event."""
    tell(
        _directors(qualifier),
        NoticeCode.QUALIFIERS_OPEN,
        occasion=occasion,
        tournament=qualifier.tournament,
        **_about(qualifier),
    )


def time_given_again(
    tournament: Tournament, *, has_jumped: bool, occasion: str, minutes: int, count: int
) -> None:
    """Notify the directors that confirmation deadlines were extended, and why."""
    code = NoticeCode.CLOCK_JUMPED if has_jumped else NoticeCode.SERVICE_STOOD
    tell(
        _directors_of(tournament),
        code,
        occasion=occasion,
        tournament=tournament,
        tournament_name=tournament.name,
        minutes=minutes,
        count=count,
    )


def _members(sides: Iterable[int]) -> dict[int, list[Player]]:
    """Return the players of each of these sides, in one query."""
    players: dict[int, list[Player]] = {side: [] for side in sides}
    for member in _members_of(tuple(players)):
        players[member.side_id].append(member.player)
    return players


@prepared
def _members_of(sides: tuple[int, ...]) -> QuerySet[SideMember]:
    return SideMember.objects.filter(side__in=sides).select_related("player")


def _players(match: Match) -> list[Player]:
    """Return the players of both sides."""
    members = _members([match.one_id, match.two_id])
    return members[match.one_id] + members[match.two_id]


def _opponents(report: Report) -> list[Player]:
    """Return the players who did not make a report: the other side, or both if a director made it."""
    match = report.match
    if report.source in {"one", "two"}:
        other = match.two_id if report.source == "one" else match.one_id
        return _members([other])[other]
    return _players(match)


def _directors(event: Event | None) -> list[Player]:
    """Return the directors of the tournament of an event."""
    return [] if event is None else _directors_of(event.tournament)


def _directors_of(tournament: Tournament) -> list[Player]:
    kinds = [RoleKind.OWNER, RoleKind.DIRECTOR]
    return [role.player for role in tournament.roles.filter(kind__in=kinds).select_related("player")]


def _event(match: Match) -> Event | None:
    """Return the event of a match; None if it stands alone. No query if the relations are loaded."""
    try:
        return pairing_of(match).stage.event
    except Pairing.DoesNotExist:
        return None


def _about(event: Event | None) -> dict[str, Any]:
    """Return the parameters that name an event."""
    return {"event": event.name, "event_uid": event.uid} if event else {}


def _said(report: Report) -> dict[str, Any]:
    """Return the parameters of a reported result, side one first."""
    return {
        "source": report.source,
        "winner": report.winner,
        "outcome": report.outcome,
        "score": [report.counted_one, report.counted_two],
    }


def _tell_entrant(entrant: Entrant, code: NoticeCode, **params: Any) -> None:
    event = entrant.event
    tell(
        entrant.side.players.all(),
        code,
        occasion=entrant.uid,
        tournament=event.tournament,
        **_about(event),
        **params,
    )


def _tell_match(
    match: Match, code: NoticeCode, recipients: Iterable[Player], *, occasion: str, **params: Any
) -> None:
    event = _event(match)
    tell(
        recipients,
        code,
        occasion=occasion,
        tournament=event.tournament if event else None,
        match=match,
        **_about(event),
        **params,
    )


def _tell_report(report: Report, code: NoticeCode, **params: Any) -> None:
    _tell_match(
        report.match,
        code,
        [player for player in _opponents(report) if player.pk != report.by_id],
        occasion=report.uid,
        **_said(report),
        **params,
    )


def _tell_appeal(appeal: Appeal, code: NoticeCode, recipients: Iterable[Player], **params: Any) -> None:
    uid = appeal.dispute.uid
    _tell_match(
        appeal.ruling.match, code, recipients, occasion=f"{appeal.uid} {code}", dispute_uid=uid, **params
    )


def _tell_ruling(ruling: Ruling, code: NoticeCode) -> None:
    match = ruling.match
    _tell_match(
        match, code, _players(match), occasion=ruling.uid, reason=ruling.reason, **_said(ruling.report)
    )
