"""Who played in events of which the feed alone tells: those of accepted files and of archives."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db.models import Exists, OuterRef

from matches.models import rows_of_persons
from rules.scoresheet import Outcome
from tournaments.models import FeedChange, FeedRow, Submission

_UNPLAYED = [outcome.value for outcome in Outcome if outcome.is_unplayed]
# The name of the event in the facts of a match from an archive; absent in those of a file.
_ARCHIVED_EVENT = "facts__archived__event"


def played_elsewhere(keys: Collection[int]) -> Iterator[tuple[int, int | None, str]]:
    """Yield player, current player and event for all that these persons played in files and archives; three queries.

    The event of an archive is its match, because a table of old results may have one person under two names.
    """
    of_others = FeedRow.objects.exclude(source="").exclude(ending__in=_UNPLAYED)
    current = of_others.filter(
        ~Exists(FeedRow.objects.filter(supersedes=OuterRef("number"))), change=FeedChange.FINAL
    )
    for column in ("one", "two", "members__player"):
        rows = current.filter(**{f"{column}__in": rows_of_persons(keys)}).order_by()
        columns = rows.values_list(
            column, f"{column}__merged_into", _ARCHIVED_EVENT, "event_uid", "match_uid"
        )
        for player, root, archived, event, match in columns:
            yield player, root, event if archived is None else match


def names_elsewhere(events: Collection[int | str]) -> Iterator[str]:
    """Yield the names of the events of `played_elsewhere` among these."""
    uids = [uid for uid in events if isinstance(uid, str)]
    yield from Submission.objects.filter(event_uid__in=uids).values_list("event_name", flat=True)
    rows = FeedRow.objects.filter(match_uid__in=uids, facts__has_key="archived")
    yield from rows.values_list(_ARCHIVED_EVENT, flat=True)
