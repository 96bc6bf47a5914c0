"""The inverses of acts: how they are registered, and what they look up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Match, Player
from tournaments.acts import Act, readable
from tournaments.errors import CannotBeUndone
from tournaments.models import Entrant, Event, LogEntry, Stage

ActType = TypeVar("ActType", bound=Act)
Row = TypeVar("Row", bound=Model)
Inverse = Callable[[LogEntry, ActType, Player | None], object]

INVERSES: dict[type[Act], Inverse[Any]] = {}
"""The function that undoes each kind of act; it takes the entry, its act, and who asks."""


class NoInverseExpected(TypeError):
    """An inverse for an act that says why it has none, or a second one."""


def inverse(*kinds: type[ActType]) -> Callable[[Inverse[ActType]], Inverse[ActType]]:
    """Register the function that undoes acts of these kinds; NoInverseExpected."""

    def register(function: Inverse[ActType]) -> Inverse[ActType]:
        for kind in kinds:
            if kind.lasting is not None or kind in INVERSES:
                raise NoInverseExpected(kind.code)
            INVERSES[kind] = function
        return function

    return register


def changed() -> CannotBeUndone:
    """The refusal of undoing what is no longer as the act left it."""
    return CannotBeUndone.since(gettext_lazy("It was changed since, so look at how it stands now."))


def reason_of(entry: LogEntry) -> str:
    """The reason of what undoes an act, where its inverse needs one."""
    return _("Entry %(seq)s of the log was undone.") % {"seq": entry.seq}


def earlier(entry: LogEntry, kind: type[ActType]) -> Iterator[ActType]:
    """The acts of a kind about the same subject before an entry, the newest first."""
    entries = LogEntry.objects.filter(
        tournament=entry.tournament, code=kind.code, subject=entry.subject, seq__lt=entry.seq
    )
    for candidate in entries.order_by("-seq").iterator():
        act = readable(candidate)
        if isinstance(act, kind):
            yield act


def row_of(rows: QuerySet[Row], **lookup: object) -> Row:
    """The row that an act is about; CannotBeUndone where it was removed since."""
    row = rows.filter(**lookup).first()
    if row is None:
        raise CannotBeUndone.since(gettext_lazy("What it is about was removed since."))
    return row


def entrant_of(uid: str) -> Entrant:
    """The entrant with its event."""
    return row_of(Entrant.objects.select_related("side", "event__tournament"), uid=uid)


def event_of(uid: str) -> Event:
    """The event with its tournament."""
    return row_of(Event.objects.select_related("tournament"), uid=uid)


def stage_of(uid: str) -> Stage:
    """The stage with its event."""
    return row_of(Stage.objects.select_related("event__tournament"), uid=uid)


def match_of(uid: str) -> Match:
    """The match with its sides."""
    return row_of(Match.objects.select_related("one", "two"), uid=uid)
