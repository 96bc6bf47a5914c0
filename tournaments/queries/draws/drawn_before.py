"""Stages that take the places of others: what would be drawn anew, and the wild cards beside those who come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments import formats
from tournaments.errors.draws import NotForWildCard, NoWildCards, QualifiedAlready
from tournaments.formats import FORMATS, Intake, Take
from tournaments.models import Commitment, Entrant, Stage
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


def takes_wild_cards(stage: Stage) -> bool:
    """Whether a stage takes entrants of earlier stages at its draw, so that others can be let in beside them."""
    return bool(stage.feeds) and not stage.is_playoff and FORMATS[stage.format].intake is Intake.DRAW


def announced_wild_cards(announced: Commitment | None) -> list[str]:
    """Return the wild cards of an announced draw, which keeps to them; none without an announcement."""
    return [] if announced is None else [entry.uid for entry in announced.basis.entries if entry.is_wild_card]


def let_in(stage: Stage, fed: Sequence[Entrant] | None, uids: Collection[str]) -> list[Entrant]:
    """Return the entrants with a wild card, in the order of their uids as given.

    Raise NoWildCards if the stage takes none, NotForWildCard for an entrant who is not in the event, has left it or
    waits for a place, and QualifiedAlready for one who comes by the results.
    """
    if not uids:
        return []
    if fed is None or not takes_wild_cards(stage):
        raise NoWildCards
    rows = Entrant.objects.filter(event=stage.event_id, uid__in=uids, withdrawn_at=None, is_alternate=False)
    by_uid = {entrant.uid: entrant for entrant in rows.select_related("side")}
    coming = {entrant.uid for entrant in fed}
    for uid in uids:
        if uid not in by_uid:
            raise NotForWildCard(entrant=uid)
        if uid in coming:
            raise QualifiedAlready(entrant=by_uid[uid].name)
    return [by_uid[uid] for uid in dict.fromkeys(uids)]
