"""The home right of a single encounter of a league, exchanged by a director."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import F, Model

from matches.database.one_act import one_act
from matches.models import Match, Penalty, Player
from rules.match import Side
from tournaments import notices
from tournaments.actions.closed import require_unclosed
from tournaments.actions.inverses import changed, inverse, stage_of
from tournaments.actions.locks import lock_event, lock_with_boards
from tournaments.actions.permissions import require_director
from tournaments.acts.stages import HomeExchanged
from tournaments.errors.draws import MatchBegun, NoHomeRight, NoSuchEncounter
from tournaments.formats import Slot
from tournaments.models import Board, LineupPlace, LogEntry, Pairing, Seat, Stage, StoredMatchDay
from tournaments.queries.draws.deadlines import has_match_days
from tournaments.queries.state import begun_matches, stage_state

from .progress import Cause, follow


@one_act()
def exchange_home(stage: Stage, *, by: Player | None, round: int, slot: int) -> Stage:  # noqa: A002 - the field's word
    """Let the side that would be away be at home in one encounter; exchanged again, all is as before.

    An encounter that is paired keeps its match, its line-ups and its boards, and its players are notified. Raise
    NoHomeRight where nobody is at home, NoSuchEncounter, or MatchBegun.
    """
    event = lock_event(stage.event)
    require_director(event.tournament, by)
    require_unclosed(event)
    stage.refresh_from_db()
    stage.event = event
    if not has_match_days(stage):
        raise NoHomeRight
    encounter = _encounter(stage, round, slot)
    if encounter is None:
        raise NoSuchEncounter(round=round)
    paired = Pairing.objects.filter(stage=stage, round=round, slot=slot, cancelled_at=None)
    pairing = paired.filter(match__isnull=False).select_related("match").first()
    rows = [] if pairing is None else _turn(pairing)
    days = {day.place: day for day in stage.stored_match_days}
    day = days.get((round, slot), StoredMatchDay(round, slot))
    days[round, slot] = replace(day, is_exchanged=not day.is_exchanged)
    stage.match_days = [one.to_dict() for one in sorted(days.values(), key=_order) if not one.is_empty]
    stage.save(update_fields=["match_days"])
    away, home = encounter.entrants
    act = HomeExchanged(stage.uid, round=round, slot=slot, home=home, away=away)
    follow(event, cause=Cause(act, by, rows=[stage, *rows]))
    if pairing is not None and pairing.match is not None:
        pairing.match.refresh_from_db()
        pairing.stage = stage
        pairing.match.pairing = pairing
        notices.home_exchanged(pairing.match)
    return stage


def _order(day: StoredMatchDay) -> tuple[int, int]:
    return day.round, -1 if day.slot is None else day.slot


def _encounter(stage: Stage, number: int, slot: int) -> Slot | None:
    """Return the encounter in a slot, the side at home first; None without one, and before the draw."""
    drawn = stage_state(stage)
    rounds = () if drawn is None else drawn.format.outline(drawn.state).rounds
    places = (one for slots in rounds for one in slots if (one.round, one.slot) == (number, slot))
    encounter = next(places, None)
    return encounter if encounter is not None and len(encounter.entrants) == len(Side) else None


def _turn(pairing: Pairing) -> list[Model]:
    """Seat the two the other way round, with their line-ups and boards; return the rows that the log proves."""
    matches = lock_with_boards([pairing.match_id or 0])
    keys = [match.pk for match in matches]
    is_over = any(match.is_final for match in matches)
    if is_over or begun_matches(keys) or Penalty.objects.filter(match__in=keys).exists():
        raise MatchBegun(match=str(pairing.match))
    Match.objects.filter(pk__in=keys).update(
        one=F("two"), two=F("one"), start_one=F("start_two"), start_two=F("start_one")
    )
    # A side is taken once, so one of them has none for a moment.
    for side, other in (("one", ""), ("two", "one"), ("", "two")):
        Seat.objects.filter(pairing=pairing, side=side).update(side=other)
        LineupPlace.objects.filter(team_match=pairing.match_id, side=side).update(side=other)
    return [pairing, *Board.objects.filter(team_match=pairing.match_id, cancelled_at=None)]


@inverse(HomeExchanged)
def _home_as_before(entry: LogEntry, act: HomeExchanged, by: Player | None) -> None:
    stage = stage_of(act.subject)
    encounter = _encounter(stage, act.round, act.slot)
    if encounter is None or encounter.entrants != (act.home, act.away):
        raise changed()
    exchange_home(stage, by=by, round=act.round, slot=act.slot)
