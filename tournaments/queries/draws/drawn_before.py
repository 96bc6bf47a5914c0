"""Drawn stages that are not as the stages that feed them are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tournaments import formats
from tournaments.formats import Intake, Take
from tournaments.models import Entrant
from tournaments.queries.state import StageState


@dataclass(frozen=True, slots=True)
class DrawnBefore:
    """A drawn stage that is not as its feeds are now: who would be in it, and who is in instead.

    Both are empty where the places that feed it are not certain any more.
    """

    stage: StageState
    due: tuple[Entrant, ...] = ()
    instead: tuple[Entrant, ...] = ()


def drawn_before(states: Iterable[StageState]) -> Iterator[DrawnBefore]:
    """Yield the stages of an event that a correction of an earlier stage has left behind; no query.

    A draw stays as it was made, whoever has left or answered since; a director can void it.
    """
    by_order = {state.stage.order: state for state in states}
    for state in by_order.values():
        feeders = [by_order.get(feed.stage) for feed in state.feeds]
        is_fed = bool(feeders) and state.format.intake is Intake.DRAW and not state.stage.is_playoff
        # Who plays the next season is asked, so its draw need not follow the places.
        if not is_fed or None in feeders or any(feed.take is Take.NEXT_SEASON for feed in state.feeds):
            continue
        there = {entry.uid for entry in state.state.entries if entry.line is not None}
        sent = [
            _sent_now(feeder, feed, there)
            for feeder, feed in zip(feeders, state.feeds, strict=True)
            if feeder
        ]
        if None in sent:
            yield DrawnBefore(state)
            continue
        known = {uid: entrant for feeder in feeders if feeder for uid, entrant in feeder.entrants.items()}
        now = {uid for uids in sent if uids for uid in uids}
        if due := sorted(now - there):
            instead = sorted((there - now) & known.keys())
            yield DrawnBefore(state, tuple(known[uid] for uid in due), tuple(known[uid] for uid in instead))


def _sent_now(feeder: StageState, feed: formats.Feed, there: set[str]) -> list[str] | None:
    """Return whom a feed takes by the places of now; None while they are not certain.

    Who is in the stage already counts as one who plays on.
    """
    entries = tuple(
        replace(entry, is_withdrawn=False, goes_on=True) if entry.uid in there else entry
        for entry in feeder.state.entries
    )
    played = feeder.as_feeder(feeder.state)
    try:
        fed = formats.entrants_to_feed(feed, replace(played, entries=entries))
    except formats.FormatError:
        return None
    return [one.entrant for one in fed]
