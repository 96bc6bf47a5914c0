"""The options and the match lengths of a stage, before its draw and while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import models, transaction

from matches.models import LengthChange, Match, Player
from tournaments.actions import log
from tournaments.actions.closed import lock_unclosed
from tournaments.actions.events.full_start import require_drawable
from tournaments.actions.events.problems import checked_lengths, options_of, refused
from tournaments.actions.locks import lock_with_boards
from tournaments.actions.permissions import require_director
from tournaments.acts.stages import LengthsChanged, OptionsChanged, RoundLengthChanged
from tournaments.errors.draws import NoSuchRound, RoundBegun, StageIsOver
from tournaments.errors.events import OptionsFixed
from tournaments.formats import FORMATS, Intake, Options, Problem, change_problems
from tournaments.models import Board, Event, Pairing, Stage, has_matches_under_it
from tournaments.queries.state import (
    StageState,
    begun_matches,
    feeds_of,
    round_length,
    stage_state,
    valid_draw,
)

from .progress import Cause, follow
from .stage_closing import require_not_followed

# No bracket has more rounds than this, so no round beyond it can be given a length before the draw.
_MOST_ROUNDS = 12


@transaction.atomic
def change_stage(
    stage: Stage,
    *,
    by: Player | None,
    options: Mapping[str, object] | None = None,
    lengths: Sequence[int] | None = None,
) -> Stage:
    """Change some options of a stage and leave the others, and its lengths, as below."""
    if options is not None:
        stage.refresh_from_db()
        change_options(stage, by=by, options={**stage.options, **options})
    if lengths is not None:
        change_lengths(stage, by=by, lengths=lengths)
    return stage


@transaction.atomic
def change_options(stage: Stage, *, by: Player | None, options: Mapping[str, object]) -> Stage:
    """Set the options of a stage; missing options take their defaults.

    Under way what follows is paired by the new ones, and every pairing stays that has begun. Raise OptionsFixed with the
    reasons if the format cannot go on with them, StageIsOver if a director has closed the stage, and StageIsFollowed if
    another one was drawn from its places.
    """
    require_director(stage.event.tournament, by)
    event = _lock(stage)
    new = options_of(stage.format, options)
    before = stage.options
    if new.to_dict() == before:
        return stage
    state = stage_state(stage)
    if state is not None:
        _require_possible(state, new)
    stage.options = new.to_dict()
    stage.save(update_fields=["options"])
    if state is None:
        require_drawable(event)
        act = OptionsChanged(stage.uid, options=stage.options)
        log.append(act, of=event.tournament, by=by, event=event, rows=[stage])
        return stage
    act = OptionsChanged(stage.uid, options=stage.options, before=before, paired=rounds_begun(state))
    follow(event, cause=Cause(act, by, rows=[stage]))
    return stage


def _require_possible(state: StageState, options: Options) -> None:
    """Raise a refusal if a stage under way cannot go on with these options."""
    stage, rules = state.stage, state.format
    if stage.is_closed:
        raise StageIsOver(stage=str(stage))
    problems = list(change_problems(rules, state.state, options))
    names = [
        name for name in options.UNDER_WAY if getattr(options, name) != getattr(state.state.options, name)
    ]
    if not problems and _feeds_during_play(stage) and "rounds" not in names:
        # The losers of its rounds have lines in another bracket.
        problems = [Problem("fixed_by_draw", {"option": name}) for name in sorted(names)]
    if problems:
        raise refused(OptionsFixed, problems)
    if stage.completed_at is not None:
        require_not_followed(stage)


def _feeds_during_play(stage: Stage) -> bool:
    """Whether losers of the stage come into a drawn stage as they lose."""
    later = Stage.objects.filter(event=stage.event_id, order__gt=stage.order)
    return any(
        FORMATS[other.format].intake is Intake.DROPS
        and any(feed.stage == stage.order for feed in feeds_of(other))
        and valid_draw(other) is not None
        for other in later
    )


def rounds_begun(state: StageState) -> int:
    """Return the number of the newest round of which something has begun; 0 before any."""
    decided = {result.place for result in state.state.results}
    begun = [one.round for one in state.state.pairings if one.is_begun or one.place in decided]
    return max(begun, default=0)


@transaction.atomic
def change_lengths(stage: Stage, *, by: Player | None, lengths: Sequence[int]) -> Stage:
    """Set the match lengths of a stage, the final first; under way for the matches that have not begun.

    A round and a match that have a length of their own keep it. Raise StageIsOver if the stage is over.
    """
    require_director(stage.event.tournament, by)
    event = _lock(stage)
    before, new = stage.lengths, checked_lengths(lengths)
    if new == before:
        return stage
    state = stage_state(stage)
    if state is not None and stage.completed_at is not None:
        raise StageIsOver(stage=str(stage))
    stage.lengths = new
    stage.save(update_fields=["lengths"])
    rows: list[models.Model] = [stage]
    if state is not None:
        rounds = state.format.rounds(state.state)
        rows += _give_lengths(stage, {one.number: round_length(stage, one) for one in rounds})
    act = LengthsChanged(stage.uid, lengths=tuple(stage.lengths))
    log.append(act, of=event.tournament, by=by, event=event, rows=rows)
    return stage


@transaction.atomic
def change_round_length(stage: Stage, *, by: Player | None, round: int, length: int) -> int:  # noqa: A002 - the field's word
    """Set the match length of one round; return the number of updated matches not yet begun.

    A match whose length a director has changed keeps it.
    """
    require_director(stage.event.tournament, by)
    event = _lock(stage)
    [length] = checked_lengths([length])
    _check_round(stage, round)
    matches = _matches_of(stage, [round])
    open_matches = _that_can_be(matches, length)
    if matches and not open_matches:
        raise RoundBegun(round=round)
    stage.round_lengths = {**stage.round_lengths, str(round): length}
    stage.save(update_fields=["round_lengths"])
    due = _without_own_length(open_matches)
    rows = _set_lengths(due, length)
    act = RoundLengthChanged(stage.uid, round=round, length=length, matches=len(due))
    log.append(act, of=event.tournament, by=by, event=event, rows=[stage, *rows])
    return len(due)


def _lock(stage: Stage) -> Event:
    """Lock the event of a stage, which no director has closed, and read the stage again."""
    event = lock_unclosed(stage.event)
    stage.refresh_from_db()
    stage.event = event
    return event


def _give_lengths(stage: Stage, lengths: Mapping[int, int]) -> list[models.Model]:
    """Give the matches that have not begun the lengths of their rounds; return the rows the log proves."""
    numbers = dict(
        Pairing.objects.filter(stage=stage, cancelled_at=None, match__isnull=False).values_list(
            "match", "round"
        )
    )
    matches = _without_own_length(_matches_of(stage, lengths))
    wholes = dict(Board.objects.filter(match__in=matches).values_list("match", "team_match"))
    rows: list[models.Model] = []
    for length in sorted(set(lengths.values())):
        due = [
            match
            for match in matches
            if lengths.get(numbers.get(wholes.get(match.pk, match.pk), 0)) == length
            and match.length != length
        ]
        rows += _set_lengths(_that_can_be(due, length), length)
    return rows


def _matches_of(stage: Stage, numbers: Iterable[int]) -> list[Match]:
    """Return the matches of these rounds, locked; of a team match or a series those that decide it."""
    pairings = Pairing.objects.filter(
        stage=stage, round__in=list(numbers), cancelled_at=None, match__isnull=False
    )
    # A report makes the next match of a series under the lock of the series alone, so it is read under that lock.
    locked_keys = [match.pk for match in lock_with_boards(pairings.values_list("match", flat=True))]
    # The length of a team match or a series is its number of matches; the round's length applies to each of them.
    single = models.Q(board__isnull=False) | ~has_matches_under_it()
    return list(Match.objects.filter(single, pk__in=locked_keys, cancelled_at=None))


def _that_can_be(matches: Sequence[Match], length: int) -> list[Match]:
    """Return those of these matches that have not begun and can have this length."""
    begun_keys = begun_matches(match.pk for match in matches)
    return [
        match
        for match in matches
        if match.pk not in begun_keys
        and not match.is_final
        and max(match.start_one, match.start_two) < length
    ]


def _without_own_length(matches: Sequence[Match]) -> list[Match]:
    """Return those of these matches whose length no director has changed.

    Such a change decides which results are possible, so that another length on the match would only be shown.
    """
    changes = LengthChange.objects.filter(match__in=matches, voided_at=None)
    own = set(changes.values_list("match", flat=True))
    return [match for match in matches if match.pk not in own]


def _set_lengths(matches: Iterable[Match], length: int) -> list[Any]:
    """Set the length of these matches; return the rows the log proves."""
    keys = [match.pk for match in matches]
    Match.objects.filter(pk__in=keys).update(length=length)
    return [*Pairing.objects.filter(match__in=keys), *Board.objects.filter(match__in=keys)]


def _check_round(stage: Stage, number: int) -> None:
    """Raise NoSuchRound unless the stage has this round, or could have it before its draw."""
    state = stage_state(stage)
    last = _MOST_ROUNDS if state is None else len(state.format.rounds(state.state))
    if not 1 <= number <= last:
        raise NoSuchRound(round=number)
