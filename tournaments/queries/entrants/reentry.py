"""The re-entry of players after a loss: whether it is open, and the entrants it has made."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from matches.database.one_act import shared
from tournaments.formats import Problem, ReEntry, closing, reentry_refusals
from tournaments.models import Entrant, EntrantPlayer, Event, Stage, StageEntry
from tournaments.queries.state import event_states


@dataclass(frozen=True, slots=True)
class ReEntryView:
    """The re-entry of an entrant: the rule of the event, and the reasons that forbid it now.

    `stage` is the first stage of the entrant, None without one. `number` counts the entries of these players from 1.
    `new_entrant` is the entrant of their re-entry; `has_place` says that a line is open for one.
    """

    rule: ReEntry
    stage: Stage | None
    number: int
    refusals: tuple[Problem, ...]
    new_entrant: Entrant | None
    has_place: bool

    @property
    def is_late(self) -> bool:
        """Whether the deadline is the only obstacle; a director may waive it."""
        return [problem.code for problem in self.refusals] == ["reentry_closed"]


def rule_of(event: Event) -> ReEntry | None:
    """Return the re-entry rule of an event, or None."""
    return None if event.reentry is None else ReEntry.from_dict(event.reentry)


def reentry_of(entrant: Entrant) -> ReEntryView | None:
    """Return the re-entry of an entrant, None if the event has none; twelve queries."""
    rule = rule_of(entrant.event)
    if rule is None:
        return None
    number = entries_of(entrant).filter(_is_drawn()).count()
    place = StageEntry.objects.filter(entrant=entrant, origin__isnull=True).order_by("stage__order").first()
    states = event_states(entrant.event) if place is not None else ()
    state = next(
        (candidate for candidate in states if place is not None and candidate.stage.pk == place.stage_id),
        None,
    )
    if state is None:
        problems: tuple[Problem, ...] = (Problem("not_in_stage", {"entrant": entrant.uid}),)
        return ReEntryView(rule, None, number, problems, returned_as(entrant), has_place=False)
    problems = reentry_refusals(
        rule, state.as_feeder(state.state), entrant=entrant.uid, entry_no=number, now=timezone.now()
    )
    has_place = bool(closing.open_lines(state.format, state.state))
    return ReEntryView(rule, state.stage, number, problems, returned_as(entrant), has_place)


def entries_of(entrant: Entrant) -> QuerySet[Entrant]:
    """Return all entrants of these players in the event, oldest first."""
    players = EntrantPlayer.objects.filter(entrant=entrant).values("player")
    own = EntrantPlayer.objects.filter(entrant=OuterRef("pk"), player__in=players)
    rows = Entrant.objects.filter(Exists(own), event=entrant.event_id)
    return rows.select_related("side", "event__tournament").order_by("pk")


def returned_as(entrant: Entrant) -> Entrant | None:
    """Return the later entrant of the same players in the event; None if it has withdrawn."""
    return entries_of(entrant).filter(pk__gt=entrant.pk, withdrawn_at=None).last()


def former_entrant(entrant: Entrant) -> Entrant | None:
    """Return the previous drawn entrant of the same players, as an act first read it."""
    earlier = entries_of(entrant).filter(_is_drawn(), pk__lt=entrant.pk)
    return shared(("former entrant", entrant.pk), earlier.last)


def reentries(event: Event) -> dict[str, int]:
    """Return how often the players of each drawn entrant were drawn before in an event, by its uid; one query.

    Entries that came to no draw are none: withdrawn before it, undone, or never agreed to.
    """
    own = EntrantPlayer.objects.filter(
        Exists(StageEntry.objects.filter(entrant=OuterRef("entrant"))), event=event
    )
    persons = own.order_by("entrant").annotate(person=Coalesce("player__merged_into", "player"))
    times: Counter[int] = Counter()
    numbers: dict[str, int] = {}
    for uid, person in persons.values_list("entrant__uid", "person"):
        numbers[uid] = max(numbers.get(uid, 0), times[person])
        times[person] += 1
    return numbers


def _is_drawn() -> Exists:
    return Exists(StageEntry.objects.filter(entrant=OuterRef("pk")))
