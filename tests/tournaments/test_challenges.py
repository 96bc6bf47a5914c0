"""Challenges in a ladder: who may challenge whom, what follows, and what a director may set aside."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match, Player
from tests import factories
from tests.tournaments import audits
from tournaments.actions import results, undo
from tournaments.actions.draws import attendance, draw, progress
from tournaments.actions.entrants import challenges, registration
from tournaments.errors.common import Forbidden, WrongTournament
from tournaments.errors.draws import ChallengeRefused, LadderBegun, MatchBegun, NotALadder, NotDrawn
from tournaments.errors.results import MatchNotOpen
from tournaments.models import Challenge, Entrant, LogEntry, Notice, Pairing, Stage
from tournaments.notices import NoticeCode
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.standings import standings
from tournaments.queries.results.matches import match_line
from tournaments.queries.state import event_states, stage_state

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def ladder(count: int = 5, **options: object) -> tuple[Stage, list[Entrant]]:
    """A drawn ladder with its entrants from the top to the bottom."""
    stage = factories.stage(format="ladder", options=options)
    entrants = factories.entrants(stage.event, count)
    seeds = {entrant.uid: number for number, entrant in enumerate(entrants, start=1)}
    draw.draw(stage, by=None, seeds=seeds)
    return stage, entrants


def player_of(entrant: Entrant) -> Player:
    """The one player of an entrant."""
    return entrant.side.players.get()


def new_challenge(stage: Stage, challenger: Entrant, challenged: Entrant) -> Challenge:
    """A challenge by the challenger's own player."""
    by = player_of(challenger)
    return challenges.challenge(stage, challenger=challenger, challenged=challenged, by=by)


def match_of(challenge: Challenge) -> Match:
    """The match of a challenge."""
    match = Pairing.objects.get(stage=challenge.stage, round=challenge.number).match
    assert match is not None
    return match


def order(stage: Stage) -> list[str]:
    """The names from the top of the ladder to its bottom."""
    stage.refresh_from_db()
    view = standings(stage)
    assert view is not None
    return [line.name for line in view.lines]


@pytest.mark.both_databases
def test_a_challenge_is_a_match_at_once_and_tells_only_the_challenged() -> None:
    stage, (_first, second, third, *_rest) = ladder()
    assert not Pairing.objects.filter(stage=stage).exists()
    challenge = new_challenge(stage, third, second)
    match = match_of(challenge)
    assert (match.one, match.two) == (third.side, second.side)
    [notice] = Notice.objects.filter(match=match)
    assert (notice.recipient, notice.code) == (player_of(second), NoticeCode.CHALLENGED)
    entry = LogEntry.objects.get(code="challenged")
    assert audits.data_beside_proofs(entry) == {
        "challenger": third.uid,
        "challenged": second.uid,
        "number": 1,
    }
    assert findings(stage.event.tournament) == ()


def test_the_winner_takes_the_place_of_the_loser() -> None:
    stage, entrants = ladder()
    challenge = new_challenge(stage, entrants[3], entrants[1])
    results.report(match_of(challenge), by=None, score=(7, 4))
    names = [entrant.name for entrant in entrants]
    assert order(stage) == [names[0], names[3], names[1], names[2], names[4]]


@pytest.mark.both_databases
def test_the_deadline_is_kept_with_the_challenge_and_passing_it_decides_nothing() -> None:
    stage, (_first, second, third, *_rest) = ladder(days=10)
    challenge = new_challenge(stage, third, second)
    assert challenge.due_at == challenge.made_at + timedelta(days=10)
    line = match_line(match_of(challenge))
    assert line is not None
    assert (line.due_at, line.is_overdue) == (challenge.due_at, False)
    long_ago = timezone.now() - timedelta(days=1)
    Challenge.objects.filter(pk=challenge.pk).update(due_at=long_ago)
    line = match_line(match_of(challenge))
    assert line is not None
    assert line.is_overdue
    assert not line.match.is_final
    results.forfeit(line.match, by=None, loser="two", reason="No answer for weeks.")
    assert order(stage)[1] == third.name


def test_a_ladder_can_do_without_deadlines() -> None:
    stage, (first, second, *_rest) = ladder(days=0)
    assert new_challenge(stage, second, first).due_at is None


@pytest.mark.parametrize(
    ("challenger", "challenged", "code"), [(4, 0, "too_far_above"), (0, 1, "too_far_below")]
)
def test_who_is_out_of_reach_cannot_be_challenged(challenger: int, challenged: int, code: str) -> None:
    stage, entrants = ladder()
    with pytest.raises(ChallengeRefused) as refusal:
        new_challenge(stage, entrants[challenger], entrants[challenged])
    details = cast("list[dict[str, object]]", refusal.value.data["details"])
    assert [problem["code"] for problem in details] == [code]
    assert not Challenge.objects.exists()


@pytest.mark.both_databases
def test_each_entrant_has_one_open_challenge_and_the_refusal_names_who_has() -> None:
    stage, (first, second, third, *_rest) = ladder()
    new_challenge(stage, third, second)
    for challenger, challenged in ((second, first), (third, first)):
        with pytest.raises(ChallengeRefused, match=challenger.name):
            new_challenge(stage, challenger, challenged)


def test_nobody_asks_the_last_opponent_again_before_another() -> None:
    stage, (first, second, third, *_rest) = ladder()
    results.report(match_of(new_challenge(stage, second, first)), by=None, score=(3, 7))
    with pytest.raises(ChallengeRefused, match=first.name):
        new_challenge(stage, second, first)
    results.report(match_of(new_challenge(stage, third, second)), by=None, score=(3, 7))
    new_challenge(stage, second, first)


def test_a_director_may_set_the_rules_of_reach_aside_but_not_for_himself() -> None:
    stage, entrants = ladder()
    director = factories.owner(stage.event.tournament)
    challenges.challenge(stage, challenger=entrants[4], challenged=entrants[0], by=director)
    with pytest.raises(ChallengeRefused, match="open challenge"):
        challenges.challenge(stage, challenger=entrants[4], challenged=entrants[1], by=director)

    own = factories.stage(format="ladder")
    others = factories.entrants(own.event, 4)
    owner = factories.owner(own.event.tournament)
    mine = registration.enter(own.event, by=owner, players=[owner])
    seeds = {entrant.uid: number for number, entrant in enumerate([*others, mine], start=1)}
    draw.draw(own, by=None, seeds=seeds)
    with pytest.raises(ChallengeRefused):
        challenges.challenge(own, challenger=mine, challenged=others[0], by=owner)


@pytest.mark.both_databases
def test_nobody_challenges_for_somebody_else() -> None:
    stage, (first, second, third, *_rest) = ladder()
    with pytest.raises(Forbidden):
        challenges.challenge(stage, challenger=second, challenged=first, by=player_of(third))
    challenge = new_challenge(stage, second, first)
    with pytest.raises(Forbidden):
        challenges.take_back(challenge, by=player_of(first))


@pytest.mark.both_databases
def test_a_challenge_needs_a_drawn_ladder_and_two_of_its_event() -> None:
    bracket = factories.drawn_stage(4)
    one, two = Entrant.objects.filter(event=bracket.event)[:2]
    with pytest.raises(NotALadder):
        challenges.challenge(bracket, challenger=one, challenged=two, by=None)
    waiting = factories.stage(format="ladder")
    third, fourth = factories.entrants(waiting.event, 2)
    with pytest.raises(NotDrawn):
        challenges.challenge(waiting, challenger=third, challenged=fourth, by=None)
    with pytest.raises(WrongTournament):
        challenges.challenge(waiting, challenger=third, challenged=one, by=None)


@pytest.mark.both_databases
def test_a_challenge_taken_back_leaves_no_match_and_keeps_its_number() -> None:
    stage, (first, second, third, *_rest) = ladder()
    challenge = new_challenge(stage, third, second)
    for _ in range(2):
        challenges.take_back(challenge, by=player_of(third))
    assert match_of(challenge).cancelled_at is not None
    assert Notice.objects.get(code=NoticeCode.CHALLENGE_TAKEN_BACK).recipient == player_of(second)
    assert not Notice.objects.filter(code=NoticeCode.MATCH_CANCELLED).exists()
    assert new_challenge(stage, second, first).number == 2
    assert findings(stage.event.tournament) == ()


@pytest.mark.both_databases
def test_a_challenge_cannot_be_taken_back_once_the_match_has_begun_or_is_decided() -> None:
    stage, (first, second, third, fourth, *_rest) = ladder()
    running, forfeit = new_challenge(stage, second, first), new_challenge(stage, fourth, third)
    results.start(match_of(running), by=None)
    with pytest.raises(MatchBegun):
        challenges.take_back(running, by=player_of(second))
    registration.withdraw(third, by=player_of(third))
    assert match_of(forfeit).winner == "one"
    with pytest.raises(MatchNotOpen):
        challenges.take_back(forfeit, by=player_of(fourth))


def test_whoever_comes_late_starts_at_the_bottom_and_whoever_leaves_goes_there() -> None:
    stage, entrants = ladder(3)
    late = registration.enter(stage.event, by=None, players=[factories.player("Late")], is_late=True)
    assert order(stage)[-1] == "Late"
    new_challenge(stage, late, entrants[1])
    registration.withdraw(entrants[0], by=player_of(entrants[0]))
    assert order(stage) == [entrants[1].name, entrants[2].name, "Late", entrants[0].name]


def is_complete(stage: Stage) -> bool:
    """Whether the stage is complete as it is stored now."""
    return Stage.objects.get(pk=stage.pk).completed_at is not None


def test_holding_a_ladder_ends_it_and_releasing_it_opens_it_again() -> None:
    stage, (first, second, third, *_rest) = ladder()
    challenge = new_challenge(stage, second, first)
    attendance.hold(stage, by=None, is_held=True)
    assert not is_complete(stage)
    with pytest.raises(ChallengeRefused):
        new_challenge(stage, third, second)
    results.report(match_of(challenge), by=None, score=(7, 2))
    progress.advance(stage.event)
    assert is_complete(stage)
    assert order(stage)[0] == second.name
    attendance.hold(stage, by=None, is_held=False)
    assert not is_complete(stage)
    new_challenge(stage, third, first)


def test_the_state_of_a_ladder_takes_one_query_more_and_of_other_formats_none() -> None:
    bracket, (stage, entrants) = factories.drawn_stage(4), ladder()
    new_challenge(stage, entrants[1], entrants[0])
    counts = []
    for event in (bracket.event, stage.event):
        with CaptureQueriesContext(connection) as queries:
            event_states(event)
        counts.append(len(queries))
    assert counts[1] == counts[0] + 1
    state = stage_state(stage)
    assert state is not None
    [challenge] = state.state.challenges
    assert (challenge.challenger, challenge.challenged) == (entrants[1].uid, entrants[0].uid)


@pytest.mark.both_databases
def test_the_first_order_is_changed_until_somebody_plays() -> None:
    stage, entrants = ladder()
    names = [entrant.name for entrant in entrants]
    draw.swap(stage, first=entrants[3], second=entrants[4], by=None, reason="Mixed up.")
    assert order(stage) == [*names[:3], names[4], names[3]]
    results.start(match_of(new_challenge(stage, entrants[1], entrants[0])), by=None)
    with pytest.raises(LadderBegun, match="rests on it"):
        draw.swap(stage, first=entrants[3], second=entrants[4], by=None, reason="Mixed up.")
    assert order(stage) == [*names[:3], names[4], names[3]]


def overdue(challenge: Challenge, *, days: int = 1) -> Challenge:
    """The challenge, its deadline passed by some days."""
    challenge.due_at = timezone.now() - timedelta(days=days)
    challenge.save(update_fields=["due_at"])
    return challenge


def test_an_overdue_challenge_locks_nobody() -> None:
    stage, (first, second, third, fourth, _fifth) = ladder()
    overdue(new_challenge(stage, second, first))
    new_challenge(stage, third, second)
    new_challenge(stage, fourth, first)
    assert Challenge.objects.count() == 3
    with pytest.raises(ChallengeRefused, match="open challenge"):
        new_challenge(stage, second, first)


def test_an_overdue_challenge_changes_nothing_unless_the_ladder_says_so() -> None:
    stage, (first, second, *_rest) = ladder()
    challenge = overdue(new_challenge(stage, second, first), days=30)
    assert challenges.expire(timezone.now()) == 0
    assert not match_of(challenge).is_final


@pytest.mark.both_databases
def test_an_overdue_challenge_is_lost_by_the_challenged_after_the_days_of_grace() -> None:
    stage, (first, second, *_rest) = ladder(overdue="forfeit", overdue_days=3)
    challenge = overdue(new_challenge(stage, second, first), days=2)
    assert challenges.expire(timezone.now()) == 0
    assert challenges.expire(timezone.now() + timedelta(days=1)) == 1
    match = match_of(challenge)
    assert (match.winner, match.outcome) == ("one", "forfeit")
    assert order(stage)[:2] == [second.name, first.name]
    # A director who gives the match back has the last word.
    results.take_back_result(match, by=factories.owner(stage.event.tournament))
    assert challenges.expire(timezone.now() + timedelta(days=9)) == 0
    assert findings(stage.event.tournament) == ()


@pytest.mark.both_databases
def test_an_overdue_challenge_is_void_and_both_are_told() -> None:
    stage, (first, second, *_rest) = ladder(overdue="void")
    challenge = overdue(new_challenge(stage, second, first))
    assert challenges.expire(timezone.now()) == 1
    assert challenges.expire(timezone.now()) == 0
    assert not Pairing.objects.filter(stage=stage, cancelled_at=None).exists()
    notices = Notice.objects.filter(code=NoticeCode.CHALLENGE_VOID, occasion=challenge.uid)
    assert {notice.recipient for notice in notices} == {player_of(first), player_of(second)}
    assert findings(stage.event.tournament) == ()


def test_a_match_that_has_begun_does_not_expire() -> None:
    stage, (first, second, *_rest) = ladder(overdue="forfeit")
    challenge = overdue(new_challenge(stage, second, first))
    results.start(match_of(challenge), by=None)
    assert challenges.expire(timezone.now()) == 0


@pytest.mark.both_databases
def test_both_are_told_once_on_the_day_before_the_deadline() -> None:
    stage, (first, second, *_rest) = ladder(days=10)
    challenge = new_challenge(stage, second, first)
    assert challenges.remind(timezone.now() + timedelta(days=8)) == 0
    assert challenges.remind(timezone.now() + timedelta(days=9, hours=1)) == 1
    assert challenges.remind(timezone.now() + timedelta(days=9, hours=2)) == 0
    notices = Notice.objects.filter(code=NoticeCode.CHALLENGE_DUE, match=match_of(challenge))
    assert {notice.recipient for notice in notices} == {player_of(first), player_of(second)}


def test_who_comes_back_stands_at_the_bottom_and_takes_no_win_back() -> None:
    stage, (first, second, third, fourth, fifth) = ladder()
    match = match_of(new_challenge(stage, third, first))
    registration.withdraw(first, by=player_of(first))
    late = factories.entrant(stage.event, "Early Newcomer")
    draw.enter_late(stage, entrant=late, by=None)
    registration.return_(first, by=None)
    match.refresh_from_db()
    assert (match.winner, match.outcome) == ("one", "walkover"), "the win stays"
    newcomer = factories.entrant(stage.event, "Late Newcomer")
    draw.enter_late(stage, entrant=newcomer, by=None)
    names = [one.name for one in (second, third, fourth, fifth, late, first, newcomer)]
    assert order(stage) == names
    results.report(match_of(new_challenge(stage, first, late)), by=None, score=(7, 4))
    assert order(stage)[4:6] == [first.name, late.name], "it climbs from there"
    assert findings(stage.event.tournament) == ()


@pytest.mark.both_databases
def test_who_comes_back_from_a_pause_has_the_own_place_where_the_ladder_says_so() -> None:
    stage, entrants = ladder(comes_back="own_place")
    first, _second, third, *_rest = entrants
    match = match_of(new_challenge(stage, third, first))
    registration.withdraw(first, by=player_of(first))
    assert order(stage)[-1] == first.name
    registration.return_(first, by=None)
    match.refresh_from_db()
    assert match.outcome == "walkover", "the win stays"
    assert order(stage) == [
        entrants[2].name,
        entrants[0].name,
        *(one.name for one in (entrants[1], *entrants[3:])),
    ]


@pytest.mark.parametrize("has_begun", [False, True])
def test_who_left_by_mistake_has_the_own_place_and_challenge_again(has_begun: bool) -> None:
    stage, entrants = ladder()
    match = match_of(new_challenge(stage, entrants[3], entrants[1]))
    boss = factories.owner(stage.event.tournament)
    if has_begun:
        results.start(match, by=boss)
    before = order(stage)
    registration.withdraw(entrants[1], by=boss, reason="Wrong line.")
    progress.advance(stage.event)
    assert order(stage)[-1] == entrants[1].name
    undo.undo(LogEntry.objects.get(code="withdrawn"), by=boss)
    progress.advance(stage.event)
    match.refresh_from_db()
    assert not match.is_final
    assert order(stage) == before
    assert audits.is_clean(stage.event.tournament)
