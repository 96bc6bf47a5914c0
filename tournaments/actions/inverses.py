"""The registry of inverse acts, and their lookups."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Match, Player
from tournaments.acts import Act, readable
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Entrant, Event, LogEntry, Stage, Table

ActType = TypeVar("ActType", bound=Act)
Row = TypeVar("Row", bound=Model)
Inverse = Callable[[LogEntry, ActType, Player | None], object]

INVERSES: dict[type[Act], Inverse[Any]] = {}
"""The function that undoes each kind of act; it takes the entry, its act, and who asks."""


class NoInverseExpected(TypeError):
    """A second inverse for an act, or an inverse for an act declared irreversible."""


def inverse(*kinds: type[ActType]) -> Callable[[Inverse[ActType]], Inverse[ActType]]:
    """Register the function that undoes acts of these kinds; raise NoInverseExpected."""

    def register(function: Inverse[ActType]) -> Inverse[ActType]:
        for kind in kinds:
            if kind.lasting is not None or kind in INVERSES:
                raise NoInverseExpected(kind.code)
            INVERSES[kind] = function
        return function

    return register


def changed() -> CannotBeUndone:
    """Return the refusal to undo an act whose subject has changed since."""
    return CannotBeUndone.since(gettext_lazy("It was changed since, so look at how it stands now."))


def reason_of(entry: LogEntry) -> str:
    """Return the default reason of an undo."""
    return _("It is as it was before entry %(seq)s of the log.") % {"seq": entry.seq}


def earlier(entry: LogEntry, kind: type[ActType]) -> Iterator[ActType]:
    """Yield the earlier acts of a kind about the same subject, newest first."""
    entries = LogEntry.objects.filter(
        tournament=entry.tournament, code=kind.code, subject=entry.subject, seq__lt=entry.seq
    )
    for candidate in entries.order_by("-seq").iterator():
        act = readable(candidate)
        if isinstance(act, kind):
            yield act


def row_of(rows: QuerySet[Row], **lookup: object) -> Row:
    """Return the row of an act; raise CannotBeUndone if it was deleted."""
    row = rows.filter(**lookup).first()
    if row is None:
        raise CannotBeUndone.since(gettext_lazy("What it is about was removed since."))
    return row


def entrant_of(uid: str) -> Entrant:
    """Return the entrant with its event."""
    return row_of(Entrant.objects.select_related("side", "event__tournament"), uid=uid)


def event_of(uid: str) -> Event:
    """Return the event with its tournament."""
    return row_of(Event.objects.select_related("tournament"), uid=uid)


def stage_of(uid: str) -> Stage:
    """Return the stage with its event."""
    return row_of(Stage.objects.select_related("event__tournament"), uid=uid)


def match_of(uid: str) -> Match:
    """Return the match with its sides."""
    return row_of(Match.objects.select_related("one", "two"), uid=uid)


def table_of(uid: str) -> Table:
    """Return the table with its tournament."""
    return row_of(Table.objects.select_related("tournament"), uid=uid)
