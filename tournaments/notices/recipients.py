"""The recipients of notices: one function per event, called by the actions inside their transaction.

A notice is stored once per recipient, code and occasion, so an action that runs twice notifies nobody twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from matches.models import Appeal, Dispute, Match, Player, Report, Ruling, Source, is_same_person
from tournaments.models import (
    Challenge,
    Entrant,
    Event,
    Notice,
    NoticeCode,
    Pairing,
    Stage,
    Tournament,
)
from tournaments.queries.draws.winners import is_main_stage
from tournaments.queries.members import members_by_side
from tournaments.queue import Job, enqueue_each

from .groups import (
    about_event,
    directors_of,
    directors_of_event,
    event_of,
    opponents_of,
    players_of,
)
from .storing import store, tell, to_sides


def release(tournament: Tournament) -> None:
    """Queue the mails that waited while the tournament was a draft, except about matches that are over."""
    waiting = Notice.objects.filter(tournament=tournament, mailed_at=None, read_at=None)
    unsettled = waiting.filter(match__final_at=None, match__cancelled_at=None).order_by("pk")
    enqueue_each(Job.SEND_NOTICE, [{"notice_id": key} for key in unsettled.values_list("pk", flat=True)])


def registered(entrant: Entrant, *, by: Player | None = None) -> None:
    """Notify the players of an entrant of their registration, with a place or as alternates.

    Partners named by a player are notified of that player, and of how to withdraw.
    """
    event, players = entrant.event, members_by_side([entrant.side_id])[entrant.side_id]
    own = [player for player in players if by is not None and player.pk == by.pk]
    about = dict(occasion=entrant.uid, tournament=event.tournament, **about_event(event))
    is_alternate, entrant_uid = entrant.is_alternate, entrant.uid
    tell(own or players, NoticeCode.REGISTERED, is_alternate=is_alternate, entrant_uid=entrant_uid, **about)
    if own and by is not None:
        others = [player for player in players if player.pk != by.pk]
        tell(others, NoticeCode.PARTNERED, partner=by.name, **about)


def partner_asked(entrant: Entrant, partners: Iterable[Player]) -> None:
    """Ask these players whether they agree to an entry that the first player of the side has made."""
    first = entrant.side.members.select_related("player").get(order=0)
    tell(
        partners,
        NoticeCode.PARTNER_ASKED,
        occasion=f"{entrant.uid} {timezone.now().isoformat()}",
        tournament=entrant.event.tournament,
        partner=first.player.name,
        answer_uid=entrant.uid,
        **about_event(entrant.event),
    )


def withdrawn(entrant: Entrant, *, by: Player | None, is_known: bool = True) -> None:
    """Notify the other players of a pair or team that one of them has withdrawn it.

    Who is not `is_known` has never agreed to play with them, and is named as everybody may name them.
    """
    name = "" if by is None or is_known else by.name_for_everybody
    _tell_others(entrant, NoticeCode.PARTNER_LEFT, by=by, name=name)


def came_back(entrant: Entrant, *, by: Player | None) -> None:
    """Notify the other players of a pair or team that one of them has let it come back."""
    _tell_others(entrant, NoticeCode.PARTNERED, by=by)


def _tell_others(entrant: Entrant, code: NoticeCode, *, by: Player | None, name: str = "") -> None:
    """Notify the players of an entrant, but not the one of them who acts, by this `name`; nothing for the desk."""
    players = members_by_side([entrant.side_id])[entrant.side_id]
    others = [player for player in players if not is_same_person(player, by)]
    if by is None or len(others) == len(players):
        return
    occasion = f"{entrant.uid} {timezone.now().isoformat()}"
    about = about_event(entrant.event)
    tell(
        others,
        code,
        occasion=occasion,
        tournament=entrant.event.tournament,
        match=None,
        partner=name or by.name,
        **about,
    )


def message(tournament: Tournament, entrants: Iterable[Entrant], *, words: str, occasion: str) -> None:
    """Send the words of the desk to each player of these entrants, once."""
    sides = members_by_side([entrant.side_id for entrant in entrants])
    players = {player.pk: player for members in sides.values() for player in members}
    tell(
        players.values(),
        NoticeCode.MESSAGE,
        occasion=occasion,
        tournament=tournament,
        message=words,
        tournament_name=tournament.name,
    )


def alternate_in(entrant: Entrant) -> None:
    """Notify the players of an alternate that they have a place."""
    _tell_entrant(entrant, NoticeCode.ALTERNATE_IN)


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
        **about_event(event),
    )


def match_on(match: Match, *, table: str = "") -> None:
    """Notify both sides that their match is called, and to which table."""
    _tell_match(
        match, NoticeCode.MATCH_ON, players_of(match), occasion=f"{match.uid} {table}".strip(), table=table
    )


def opponent_reported(report: Report) -> None:
    """Notify the opponents of a report that is final at once; of one for both, until when it can be contested."""
    if report.source != Source.TOGETHER:
        _tell_report(report, NoticeCode.OPPONENT_REPORTED)
        return
    event = event_of(report.match)
    minutes = event.grace_minutes if event is not None else 0
    until = (report.match.final_at or timezone.now()) + timedelta(minutes=minutes)
    phone = report.by.name if report.by is not None else ""
    deadline = until.isoformat() if minutes else ""
    _tell_report(report, NoticeCode.OPPONENT_REPORTED, deadline=deadline, phone=phone)


def please_confirm(report: Report) -> None:
    """Ask the other side to confirm a report before its time is over; where there is none, say that it counts."""
    if report.confirm_by is not None and report.confirm_by <= report.at:
        opponent_reported(report)
        return
    deadline = report.confirm_by.isoformat() if report.confirm_by else ""
    _tell_report(report, NoticeCode.PLEASE_CONFIRM, deadline=deadline)


def report_differs(report: Report) -> None:
    """Notify the opponents that a report differs from theirs."""
    _tell_report(report, NoticeCode.REPORT_DIFFERS)


def disputed(dispute: Dispute) -> None:
    """Notify the players and directors of a dispute, except the player who raised it."""
    match = dispute.match
    recipients = [*players_of(match), *directors_of_event(event_of(match))]
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
    recipients = [*players_of(match), *directors_of_event(event_of(match))]
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
        players_of(match),
        decision=appeal.decision,
        reason=appeal.decision_reason,
    )


def final(report: Report) -> None:
    """Notify both sides that this result is final."""
    match = report.match
    _tell_match(match, NoticeCode.FINAL, players_of(match), occasion=report.uid, **_result_params(report))


def forfeited(report: Report) -> None:
    """Notify both sides that their match was decided without being played out."""
    match = report.match
    _tell_match(match, NoticeCode.FORFEITED, players_of(match), occasion=report.uid, **_result_params(report))


def walkovers(reports: Iterable[Report], *, event: Event) -> None:
    """Notify both sides of each match of its walkover."""
    reports = list(reports)
    matches = [report.match for report in reports]
    members = members_by_side([side for match in matches for side in (match.one_id, match.two_id)])
    store(
        Notice(
            recipient=recipient,
            code=NoticeCode.FORFEITED,
            occasion=report.uid,
            tournament=event.tournament,
            match=match,
            params=about_event(event) | _result_params(report),
        )
        for report, match in zip(reports, matches, strict=True)
        for recipient in members[match.one_id] + members[match.two_id]
    )


def match_again(match: Match, *, walkover: Report) -> None:
    """Notify both sides that their match is open again, because its walkover was withdrawn."""
    _tell_match(match, NoticeCode.MATCH_AGAIN, players_of(match), occasion=walkover.uid)


def match_days_moved(encounters: Mapping[Pairing, tuple[datetime | None, str]]) -> None:
    """Notify the players of these encounters of their new moment and place."""
    matches = {pairing: pairing.match for pairing in encounters if pairing.match is not None}
    members = members_by_side([side for match in matches.values() for side in (match.one_id, match.two_id)])
    # Each change is told, one back to an earlier moment too.
    now = timezone.now().isoformat()
    for pairing, match in matches.items():
        at, venue = encounters[pairing]
        _tell_match(
            match,
            NoticeCode.MATCH_DAY_MOVED,
            members[match.one_id] + members[match.two_id],
            occasion=f"{match.uid} {now}",
            due="" if at is None else at.isoformat(),
            venue=venue,
        )


def home_exchanged(match: Match) -> None:
    """Notify the players of an encounter that the other side is at home."""
    members = members_by_side([match.one_id, match.two_id])
    _tell_match(
        match,
        NoticeCode.HOME_EXCHANGED,
        members[match.one_id] + members[match.two_id],
        occasion=f"{match.uid} {timezone.now().isoformat()}",
    )


def lineup_missing(match: Match, captain: Player, *, begins_at: datetime, venue: str) -> None:
    """Remind a captain of a line-up that is missing, once for each day of an encounter."""
    _tell_match(
        match,
        NoticeCode.LINEUP_MISSING,
        [captain],
        occasion=lineup_occasion(match.uid, begins_at),
        due=begins_at.isoformat(),
        venue=venue,
    )


def lineup_occasion(match: str, begins_at: datetime) -> str:
    """Return the occasion of the reminder of a line-up: the encounter and its day."""
    return f"{match} {begins_at.date().isoformat()}"


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
        **about_event(event),
    )


def challenge_due(challenge: Challenge, match: Match) -> None:
    """Notify both sides of a challenge that its deadline is near."""
    due = challenge.due_at.isoformat() if challenge.due_at else ""
    _tell_match(match, NoticeCode.CHALLENGE_DUE, players_of(match), occasion=challenge.uid, due=due)


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
        **about_event(event),
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
        [*winners, *directors_of_event(event)],
        NoticeCode.CHAMPION,
        occasion=f"{event.uid} {entrant.uid}",
        tournament=event.tournament,
        champion=entrant.name,
        winners=[player.uid for player in winners],
        **about_event(event),
    )


def event_started(event: Event) -> None:
    """Notify the players and directors that an event is full and has started."""
    sides = Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).values_list(
        "side", flat=True
    )
    players = [player for members in members_by_side(sides).values() for player in members]
    by_key = {player.pk: player for player in [*players, *directors_of_event(event)]}
    tell(
        by_key.values(),
        NoticeCode.EVENT_STARTED,
        occasion=event.uid,
        tournament=event.tournament,
        players=[player.uid for player in players],
        **about_event(event),
    )


def qualified(entrant: Entrant, *, qualifier: Event) -> None:
    """Notify the players of an entrant that they have qualified for this event."""
    _tell_entrant(entrant, NoticeCode.QUALIFIED, qualifier=qualifier.name, is_alternate=entrant.is_alternate)


def qualifiers_open(qualifier: Event, *, occasion: str) -> None:
    """Notify the directors that they must decide the qualifiers of an event."""
    tell(
        directors_of_event(qualifier),
        NoticeCode.QUALIFIERS_OPEN,
        occasion=occasion,
        tournament=qualifier.tournament,
        **about_event(qualifier),
    )


def time_given_again(
    tournament: Tournament, *, has_jumped: bool, occasion: str, minutes: int, count: int
) -> None:
    """Notify the directors that confirmation deadlines were extended, and why."""
    code = NoticeCode.CLOCK_JUMPED if has_jumped else NoticeCode.SERVICE_STOOD
    tell(
        directors_of(tournament),
        code,
        occasion=occasion,
        tournament=tournament,
        tournament_name=tournament.name,
        minutes=minutes,
        count=count,
    )


def _result_params(report: Report) -> dict[str, Any]:
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
        members_by_side([entrant.side_id])[entrant.side_id],
        code,
        occasion=entrant.uid,
        tournament=event.tournament,
        **about_event(event),
        **params,
    )


def _tell_match(
    match: Match, code: NoticeCode, recipients: Iterable[Player], *, occasion: str, **params: Any
) -> None:
    event = event_of(match)
    tell(
        recipients,
        code,
        occasion=occasion,
        tournament=event.tournament if event else None,
        match=match,
        **about_event(event),
        **params,
    )


def _tell_report(report: Report, code: NoticeCode, **params: Any) -> None:
    _tell_match(
        report.match,
        code,
        [player for player in opponents_of(report) if player.pk != report.by_id],
        occasion=report.uid,
        **_result_params(report),
        **params,
    )


def _tell_appeal(appeal: Appeal, code: NoticeCode, recipients: Iterable[Player], **params: Any) -> None:
    uid = appeal.dispute.uid
    _tell_match(
        appeal.ruling.match, code, recipients, occasion=f"{appeal.uid} {code}", dispute_uid=uid, **params
    )


def _tell_ruling(ruling: Ruling, code: NoticeCode) -> None:
    match = ruling.match
    event = event_of(match)
    notice = to_sides(
        (match.one_id, match.two_id),
        code,
        occasion=ruling.uid,
        tournament=event.tournament if event else None,
        match=match,
        params=about_event(event) | {"reason": ruling.reason} | _result_params(ruling.report),
    )
    store([notice])
