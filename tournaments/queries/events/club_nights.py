"""The former club nights of a director: who came, and where and how they played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet

from matches.models import Player, name_key
from tournaments.models import (
    UNLISTED,
    Draw,
    EntrantPlayer,
    Event,
    EventKind,
    RoleKind,
    Stage,
    Tournament,
)
from tournaments.plans import NightFormat, night_format

_DIRECTING = (RoleKind.OWNER, RoleKind.DIRECTOR)


@dataclass(frozen=True, slots=True)
class FormerNight:
    """A former night: its event with the tournament, its players as lines to type, its format and match length."""

    event: Event
    lines: tuple[str, ...]
    format: NightFormat | None
    length: int

    @property
    def tournament(self) -> Tournament:
        """The tournament of the night."""
        return self.event.tournament


def latest_night(director: Player) -> Event | None:
    """Return the newest drawn event of singles of one day that the account directs, with its tournament, or None.

    An event with others beside it is a part of a tournament, and its name no name for a night.
    """
    beside = Event.objects.filter(tournament=OuterRef("tournament")).exclude(pk=OuterRef("pk"))
    nights = _nights(director).filter(~Exists(beside)).select_related("tournament")
    return nights.order_by("-tournament__starts_on", "-pk").first()


def former_night(director: Player) -> FormerNight | None:
    """Return the latest night of a director with its players; three queries, one without such a night."""
    event = latest_night(director)
    if event is None:
        return None
    stage = Stage.objects.filter(event=event).order_by("order")[0]
    entries = (
        EntrantPlayer.objects.filter(event=event)
        .exclude(entrant__via__in=UNLISTED)
        .select_related("player")
        .order_by("player__name_key", "player__name")
    )
    players = {entry.player.current.pk: entry.player.current for entry in entries}
    lines = tuple(_lines(players.values()))
    return FormerNight(event, lines, night_format(stage.format), stage.lengths[0])


def regulars(director: Player, names: Iterable[str]) -> dict[str, list[Player]]:
    """Return the players with these names who came to a night of this director, by their folded name; one query."""
    came = EntrantPlayer.objects.filter(event__in=_nights(director), player=OuterRef("pk"))
    came = came.exclude(entrant__via__in=UNLISTED)
    keys = {name_key(name) for name in names}
    by_key: dict[str, list[Player]] = {}
    for player in Player.objects.filter(Exists(came), name_key__in=keys, merged_into=None).order_by("pk"):
        by_key.setdefault(player.name_key, []).append(player)
    return by_key


def _nights(director: Player) -> QuerySet[Event]:
    drawn = Draw.objects.filter(stage__event=OuterRef("pk"), voided_at=None)
    return Event.objects.filter(
        Exists(drawn),
        kind=EventKind.SINGLES,
        tournament__starts_on=F("tournament__ends_on"),
        tournament__roles__player=director,
        tournament__roles__kind__in=_DIRECTING,
    )


def _lines(players: Iterable[Player]) -> Iterable[str]:
    """Yield each player as a line to type: the name, and what tells namesakes apart."""
    people = list(players)
    namesakes = Counter(player.name_key for player in people)
    for player in people:
        apart = (player.club, player.country) if namesakes[player.name_key] > 1 else ()
        yield ", ".join(part for part in (player.name, *apart) if part)
