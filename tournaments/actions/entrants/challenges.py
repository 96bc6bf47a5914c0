"""Challenges in a ladder: creation, withdrawal, reminders and expiry."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.models import Match, Player
from tournaments import notices
from tournaments.actions import results
from tournaments.actions.closed import lock_unclosed
from tournaments.actions.draws.progress import Cause, follow
from tournaments.actions.events.problems import refused
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import is_director, is_member
from tournaments.acts.entrants import ChallengeMade, ChallengeVoid, ChallengeWithdrawn
from tournaments.errors.common import Forbidden, WrongTournament
from tournaments.errors.draws import ChallengeRefused, NotALadder, NotDrawn
from tournaments.errors.results import MatchNotOpen
from tournaments.formats import ByChallenge, Problem
from tournaments.models import DIRECT, Challenge, Entrant, Notice, Origin, Pairing, Stage
from tournaments.queries.state import StageState, begun_matches, stage_state

_REMINDED_BEFORE = timedelta(days=1)
# The fate of an unplayed challenge that its ladder forfeits.
_FORFEIT = "forfeit"
# The rules of a ladder that a director may override; the other rules make the match impossible.
_CAN_BE_WAIVED = frozenset({"ladder_not_begun", "too_far_above", "too_far_below", "back_to_back"})


@transaction.atomic
def challenge(
    stage: Stage, *, challenger: Entrant, challenged: Entrant, by: Player | None, origin: Origin = DIRECT
) -> Challenge:
    """Challenge another entrant of a ladder; create the match and notify the other side.

    The challenger's players may do it, or a director, who may override the rules of reach and of repeated
    matches, except for an own challenge. Of two concurrent challenges of the same entrant the second is
    refused.
    """
    if not {challenger.event_id, challenged.event_id} == {stage.event_id}:
        raise WrongTournament
    is_own = is_member(by, side=challenger.side_id)
    if not is_own and not is_director(stage.event.tournament, by):
        raise Forbidden
    event = lock_unclosed(stage.event)
    state = stage_state(stage)
    if state is None:
        raise NotDrawn
    rules = state.format
    if not isinstance(rules, ByChallenge):
        raise NotALadder
    problems = rules.refusals(state.state, challenger.uid, challenged.uid)
    if not is_own:
        problems = tuple(problem for problem in problems if problem.code not in _CAN_BE_WAIVED)
    if problems:
        raise refused(ChallengeRefused, _named(problems, state))
    now = timezone.now()
    row = Challenge.objects.create(
        stage=stage,
        number=1 + _newest_number(stage),
        challenger=challenger,
        challenged=challenged,
        made_at=now,
        due_at=rules.due_at(state.state.options, now),
    )
    act = ChallengeMade(stage.uid, challenger=challenger.uid, challenged=challenged.uid, number=row.number)
    follow(event, cause=Cause(act, by, origin))
    match = (
        Pairing.objects.select_related("match").get(stage=stage, round=row.number, cancelled_at=None).match
    )
    if match is None:
        raise AssertionError("a challenge is a match of two")
    notices.challenged(row, match)
    return row


@transaction.atomic
def take_back(challenge: Challenge, *, by: Player | None, origin: Origin = DIRECT) -> Challenge:
    """Withdraw a challenge before its match has begun; idempotent.

    The challenger's players may do it, or a director. Raise MatchBegun, or MatchNotOpen after a result.
    """
    stage = challenge.stage
    if not is_member(by, side=challenge.challenger.side_id) and not is_director(stage.event.tournament, by):
        raise Forbidden
    event = lock_event(stage.event)
    challenge.refresh_from_db()
    if challenge.taken_back_at is not None:
        return challenge
    pairings = Pairing.objects.filter(stage=stage, round=challenge.number, cancelled_at=None)
    if pairings.filter(match__final_at__isnull=False).exists():
        raise MatchNotOpen
    challenge.taken_back_at = timezone.now()
    challenge.save(update_fields=["taken_back_at"])
    follow(event, cause=Cause(ChallengeWithdrawn(stage.uid, number=challenge.number), by, origin))
    notices.challenge_taken_back(challenge)
    return challenge


def remind(now: datetime) -> int:
    """Remind both sides, once, of each challenge due within a day; return the number of challenges."""
    reminders = Notice.objects.filter(code=notices.NoticeCode.CHALLENGE_DUE, occasion=OuterRef("uid"))
    soon = _unplayed().filter(~Exists(reminders), due_at__gt=now, due_at__lte=now + _REMINDED_BEFORE)
    rows = list(soon.filter(made_at__lte=F("due_at") - _REMINDED_BEFORE))
    matches = _matches_of(rows)
    for row in rows:
        if row.pk in matches:
            notices.challenge_due(row, matches[row.pk])
    return len(rows)


def expire(now: datetime) -> int:
    """Forfeit or void the overdue challenges as their ladders prescribe; return their number."""
    overdue = _unplayed().filter(due_at__lte=now, expired_at=None)
    return sum(_expire(row, now) for row in overdue)


@transaction.atomic
def _expire(challenge: Challenge, now: datetime) -> bool:
    """Expire one overdue challenge as its ladder prescribes; return False if its match has begun."""
    stage = challenge.stage
    event = lock_event(stage.event)
    state = stage_state(stage)
    if state is None or not isinstance(state.format, ByChallenge):
        return False
    by_number = {one.number: one for one in state.state.challenges}
    fate, at = state.format.expires(state.state.options, by_number[challenge.number])
    match = _matches_of([challenge]).get(challenge.pk)
    if at is None or at > now or match is None or match.is_final or begun_matches([match.pk]):
        return False
    challenge.expired_at = now
    challenge.save(update_fields=["expired_at"])
    if fate == _FORFEIT:
        results.forfeit(match, by=None, loser="two", reason=str(_("The challenge was not played in time.")))
        return True
    challenge.taken_back_at = now
    challenge.save(update_fields=["taken_back_at"])
    follow(event, cause=Cause(ChallengeVoid(stage.uid, number=challenge.number), None))
    notices.challenge_void(challenge)
    return True


def _unplayed() -> QuerySet[Challenge]:
    """Return the challenges in drawn stages of open events whose match has not begun."""
    pairings = Pairing.objects.filter(
        Q(match__final_at__isnull=False) | Q(match__started_at__isnull=False),
        stage=OuterRef("stage"),
        round=OuterRef("number"),
        cancelled_at=None,
    )
    rows = Challenge.objects.filter(
        ~Exists(pairings),
        taken_back_at=None,
        stage__draws__voided_at=None,
        stage__event__closed_at=None,
    )
    return rows.select_related("stage__event__tournament", "challenger__side", "challenged__side").distinct()


def _matches_of(challenges: Iterable[Challenge]) -> dict[int, Match]:
    """Return the match of each challenge, by the primary key of the challenge."""
    rows = {(row.stage_id, row.number): row.pk for row in challenges}
    pairings = Pairing.objects.filter(stage__in={stage for stage, _number in rows}, cancelled_at=None)
    return {
        rows[pairing.stage_id, pairing.round]: pairing.match
        for pairing in pairings.select_related("match__one", "match__two")
        if pairing.match is not None and (pairing.stage_id, pairing.round) in rows
    }


def _newest_number(stage: Stage) -> int:
    return Challenge.objects.filter(stage=stage).aggregate(newest=Max("number"))["newest"] or 0


def _named(problems: Iterable[Problem], state: StageState) -> list[Problem]:
    """Return the problems with names instead of uids."""
    names = {uid: entrant.name for uid, entrant in state.entrants.items()}
    return [
        Problem(problem.code, {key: names.get(str(value), value) for key, value in problem.data.items()})
        for problem in problems
    ]
