"""Every outcome of a match in every format: the stage goes on and passes the audit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random

import pytest

from matches.models import Match
from tests import factories
from tests.effort import combinations
from tests.remembered import remembered
from tournaments.actions import log, results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import challenges, registration
from tournaments.actions.events import lifecycle
from tournaments.errors.draws import MatchBegun
from tournaments.formats import FORMATS, Intake, Shape
from tournaments.models import Entrant, Event, Pairing, Stage
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.follow_ups import follow_ups
from tournaments.queries.draws.standings import standings
from tournaments.queries.state import stage_state

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

LOSERS = {"stage": 0, "take": "losers", "nearest": 1}


def _by_director(match: Match, **values: str | tuple[int, int] | None) -> None:
    results.report(match, by=factories.director_of(match), **values)  # type: ignore[arg-type]


def _not_played_out(match: Match, outcome: str, *, loser: str | None = "two") -> None:
    director = factories.director_of(match)
    results.forfeit(match, by=director, loser=loser, outcome=outcome, reason="by the rules")


def _begin(match: Match) -> None:
    results.start(match, by=factories.director_of(match))


def _retire(match: Match) -> None:
    _begin(match)
    _not_played_out(match, "retired")


def _leave(match: Match) -> None:
    registration.withdraw(_entrant(match, "two"), by=factories.director_of(match), reason="ill")


def _leave_during(match: Match) -> None:
    _begin(match)
    _leave(match)


# How the match ends, and how its outcome is kept; side one goes on but after a double forfeit.
ENDINGS: dict[str, tuple[Callable[[Match], None], str]] = {
    "played": (lambda match: _by_director(match, score=(match.length, 0)), "played"),
    "settled": (lambda match: _by_director(match, outcome="settled", winner="one", score=(1, 0)), "settled"),
    "retired": (_retire, "retired"),
    "forfeit": (lambda match: _not_played_out(match, "forfeit"), "forfeit"),
    "double forfeit": (lambda match: _not_played_out(match, "forfeit", loser=None), "double_forfeit"),
    "walkover": (lambda match: _not_played_out(match, "walkover"), "walkover"),
    "disqualified": (lambda match: _not_played_out(match, "disqualified"), "disqualified"),
    "withdrawn before": (_leave, "walkover"),
    "withdrawn during": (_leave_during, "retired"),
}
# Of every format one ending goes through PostgreSQL too, and over all formats every ending does.
_ON_BOTH = set(zip(sorted(FORMATS), cycle(ENDINGS), strict=False))
_PAIRS = combinations(sorted(FORMATS), list(ENDINGS), each=1)
# With this scope the tests of one format follow each other, and begin with one world.
EVERY_ENDING_IN_EVERY_FORMAT = pytest.mark.parametrize(("code", "ending"), _PAIRS, scope="module")
ON_BOTH_DATABASES = pytest.mark.parametrize(
    ("code", "ending"),
    [pytest.param(*pair, marks=[pytest.mark.both_databases] if pair in _ON_BOTH else []) for pair in _PAIRS],
    scope="module",
)


@remembered
def stage_after_draw(code: str) -> Stage:
    """A drawn stage of a format with open matches; below a bracket where it takes those who lose."""
    event = factories.event()
    is_fed = FORMATS[code].intake is Intake.DROPS
    # Below a bracket of eight the first four who lose meet; elsewhere six are enough for byes.
    factories.entrants(event, 8 if is_fed else 6)
    if not is_fed:
        stage = factories.stage(event, format=code)
        draw.draw(stage, by=None, seed=code)
    else:
        main = factories.stage(event)
        stage = lifecycle.create_stage(event, by=None, format=code, feeds=[LOSERS])
        draw.draw(main, by=None, seed=code)
        for match in factories.open_matches(main):
            _by_director(match, score=(match.length, 0))
    progress.advance(event)
    call_out(stage)
    return stage


@remembered
def stage_after_round(code: str) -> Stage:
    """A drawn stage of a format after its first round, which side one has won."""
    stage = stage_after_draw(code)
    _play_rest(factories.open_matches(stage))
    progress.advance(stage.event)
    return stage


def _play_rest(matches: list[Match]) -> None:
    """Let side one win each of the matches that are still open."""
    for match in matches:
        match.refresh_from_db()
        if not match.is_final and match.cancelled_at is None:
            _by_director(match, score=(match.length, 0))


def call_out(stage: Stage) -> None:
    """Where matches come by challenge, let two of the lower ones ask the two above them."""
    state = stage_state(stage)
    if state is None or state.format.shape is not Shape.LADDER:
        return
    order = [standing.entrant for standing in state.format.standings(state.state)]
    entrants = {entrant.uid: entrant for entrant in Entrant.objects.filter(uid__in=order)}
    for above, below in [(0, 1), (2, 3)]:
        challenges.challenge(
            stage, challenger=entrants[order[below]], challenged=entrants[order[above]], by=None
        )


def play(event: Event, *, seed: int) -> None:
    """Play all open matches of the event until none is left."""
    chance = Random(seed)
    director = factories.owner(event.tournament)
    while matches := [match for stage in event.stages.all() for match in factories.open_matches(stage)]:
        for match in matches:
            match.refresh_from_db()
            if not match.is_final and match.cancelled_at is None:
                score = (match.length, 0) if chance.random() < 0.5 else (0, match.length)
                results.report(match, by=director, score=score)
        progress.advance(event)


def _entrant(match: Match, side: str) -> Entrant:
    return Entrant.objects.get(seats__pairing__match=match, seats__side=side)


def _version(event: Event) -> int:
    return log.event_version(event)


def check(stage: Stage) -> None:
    """Check that a second `advance` changes nothing, the audit is clean and all have places."""
    version = _version(stage.event)
    assert progress.advance(stage.event) == 0
    assert _version(stage.event) == version
    assert not findings(stage.event.tournament)
    assert not log.verify(stage.event.tournament)
    table, state = standings(stage), stage_state(stage)
    assert table is not None
    assert state is not None
    with_line = {entry.uid for entry in state.state.entries if entry.line is not None}
    assert {line.entrant for line in table.lines} == with_line


@ON_BOTH_DATABASES
def test_the_stage_goes_on_to_its_end(code: str, ending: str) -> None:
    stage = stage_after_draw(code)
    match = factories.open_matches(stage)[0]
    end, outcome = ENDINGS[ending]
    end(match)
    progress.advance(stage.event)
    match.refresh_from_db()
    assert (match.outcome, match.winner) == (outcome, "" if outcome == "double_forfeit" else "one")
    check(stage)
    play(stage.event, seed=len(ending))
    check(stage)
    stage.refresh_from_db()
    assert (stage.completed_at is not None) == (FORMATS[code].shape is not Shape.LADDER)


@EVERY_ENDING_IN_EVERY_FORMAT
def test_a_late_correction_pairs_anew_what_nobody_has_played(code: str, ending: str) -> None:
    stage = stage_after_draw(code)
    first, *others = factories.open_matches(stage)
    ENDINGS[ending][0](first)
    _play_rest(others)
    progress.advance(stage.event)
    first.refresh_from_db()
    director = factories.director_of(first)
    assert not any(follow_up.is_begun for follow_up in follow_ups(first))
    results.correct(first, by=director, score=(0, first.length), reason="The slip was read wrong.")
    first.refresh_from_db()
    assert (first.winner, first.outcome) == ("two", "played")
    check(stage)
    play(stage.event, seed=len(code))
    check(stage)


@EVERY_ENDING_IN_EVERY_FORMAT
def test_a_late_correction_is_refused_where_what_follows_was_played(code: str, ending: str) -> None:
    """A bracket keeps the winner once the next match began; rounds keep pairings and change points."""
    stage = stage_after_round(code)
    first = Pairing.objects.filter(stage=stage, match__final_at__isnull=False, cancelled_at=None)[0].match
    assert first is not None
    following = [
        follow_up.pairing.match for follow_up in follow_ups(first) if follow_up.pairing.match is not None
    ] or factories.open_matches(stage)
    for match in following[:1]:
        match.refresh_from_db()
        ENDINGS[ending][0](match)
        progress.advance(stage.event)
    first.refresh_from_db()
    director = factories.director_of(first)
    is_given = ending == "withdrawn before"
    has_begun = any(follow_up.is_begun for follow_up in follow_ups(first))
    assert not (has_begun and is_given), "what the service gives has not begun"
    version = _version(stage.event)
    if has_begun:
        with pytest.raises(MatchBegun) as refusal:
            results.correct(first, by=director, score=(0, first.length), reason="The slip was read wrong.")
        assert refusal.value.data["match"]
        assert _version(stage.event) == version, "nothing is half done"
        # The way out: the score alone can still be put right.
        results.correct(first, by=director, score=(first.length, 1), reason="The score was read wrong.")
    else:
        results.correct(first, by=director, score=(0, first.length), reason="The slip was read wrong.")
    check(stage)
    play(stage.event, seed=len(code))
    check(stage)
