"""Challenges in a ladder: made, and taken back before the match."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from matches.models import Player
from tournaments import notices
from tournaments.formats import ByChallenge, Problem
from tournaments.models import Challenge, Entrant, Pairing, Stage
from tournaments.queries.state import StageState, stage_state

from .challenge_errors import ChallengeRefused, NotALadder
from .errors import Forbidden, MatchNotOpen, NotDrawn, WrongTournament
from .locks import lock_event
from .offices import is_director, is_member
from .problem_words import refused
from .progress import Cause, follow

# The rules of a ladder that a director may set aside; the others make the match impossible.
_CAN_BE_WAIVED = frozenset({"ladder_not_begun", "too_far_above", "too_far_below", "back_to_back"})


@transaction.atomic
def challenge(
    stage: Stage, *, challenger: Entrant, challenged: Entrant, by: Player | None, via_link: bool = False
) -> Challenge:
    """Challenge another entrant of a ladder; the match is there at once, and the other side is told.

    The challenger's own players do it, or a director, who may set aside the rules of reach and of meeting twice in a
    row except for a challenge of their own. Of two at once for the same entrant the second is refused.
    """
    if not {challenger.event_id, challenged.event_id} == {stage.event_id}:
        raise WrongTournament
    is_own = is_member(by, side=challenger.side_id)
    if not is_own and not is_director(stage.event.tournament, by):
        raise Forbidden
    event = lock_event(stage.event)
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
    data = {"challenger": challenger.uid, "challenged": challenged.uid, "number": row.number}
    follow(event, cause=Cause("challenged", by, stage.uid, data, link=via_link))
    match = (
        Pairing.objects.select_related("match").get(stage=stage, round=row.number, cancelled_at=None).match
    )
    if match is None:
        raise AssertionError("a challenge is a match of two")
    notices.challenged(row, match)
    return row


@transaction.atomic
def take_back(challenge: Challenge, *, by: Player | None, via_link: bool = False) -> Challenge:
    """Take a challenge back before its match has begun; again changes nothing.

    The challenger's own players do it, or a director. MatchBegun, and MatchNotOpen once there is a result.
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
    data = {"number": challenge.number}
    follow(event, cause=Cause("challenge_taken_back", by, stage.uid, data, link=via_link))
    notices.challenge_taken_back(challenge)
    return challenge


def _newest_number(stage: Stage) -> int:
    return Challenge.objects.filter(stage=stage).aggregate(newest=Max("number"))["newest"] or 0


def _named(problems: Iterable[Problem], state: StageState) -> list[Problem]:
    """The problems with names in the place of uids, for whoever reads them."""
    names = {uid: entrant.name for uid, entrant in state.entrants.items()}
    return [
        Problem(problem.code, {key: names.get(str(value), value) for key, value in problem.data.items()})
        for problem in problems
    ]
