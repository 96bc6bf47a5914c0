"""The data of the tournament desk: entrants, open matches, disputes, suspensions and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils import timezone

from matches.models import Dispute, Match, Player, SideMember, Suspension
from tournaments.models import (
    WAY_TO_TOURNAMENT,
    AccessLink,
    Entrant,
    EntrantPlayer,
    Event,
    Purpose,
    Stage,
    StageEntry,
    Table,
    TableUse,
    Tournament,
    Via,
    played_for,
)
from tournaments.queries.desk_search import findable_at
from tournaments.queries.event_ratings import EventRatings, SideRating, ratings_of_event
from tournaments.queries.results.matches import MatchLine, open_matches
from tournaments.queries.state import bye_under_way, event_states

_MOST_FOUND = 20


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player in search results; `entrant` is the uid of the player's entry in the event, if any."""

    player: Player
    entrant: str | None
    has_withdrawn: bool


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant in the list of an event; `line` is its line in the first drawn stage, from 0.

    `rating` is that in the event's official list, None where there is no list; `seed` is that in the first stage.
    `lacks_link` says that a player without an account has no private link, where it was asked for.
    """

    entrant: Entrant
    players: tuple[Player, ...]
    line: int | None
    is_late: bool
    rating: SideRating | None = None
    seed: int | None = None
    lacks_link: bool = False

    @property
    def uid(self) -> str:
        """The uid of the entrant."""
        return self.entrant.uid

    @property
    def name(self) -> str:
        """The name of the entrant's side."""
        return self.entrant.name

    @property
    def is_checked_in(self) -> bool:
        """Whether the entrant is checked in."""
        return self.entrant.checked_in_at is not None

    @property
    def has_withdrawn(self) -> bool:
        """Whether the entrant has withdrawn from the event."""
        return self.entrant.withdrawn_at is not None

    @property
    def clubs(self) -> str:
        """The clubs of the players, without repetition."""
        return ", ".join(dict.fromkeys(player.club for player in self.players if player.club))

    @property
    def countries(self) -> tuple[str, ...]:
        """The countries of the players, without repetition."""
        return tuple(dict.fromkeys(player.country for player in self.players if player.country))


@dataclass(frozen=True, slots=True)
class EntrantList:
    """The entrants of an event in order of entry: with a place, on the waiting list, and withdrawn.

    `asked` wait for the answer of a partner, and are shown to the desk alone.
    """

    placed: tuple[EntrantLine, ...]
    alternates: tuple[EntrantLine, ...]
    withdrawn: tuple[EntrantLine, ...]
    asked: tuple[EntrantLine, ...] = ()

    @property
    def checked_in(self) -> int:
        """The number of entrants with a place that are checked in."""
        return sum(line.is_checked_in for line in self.placed)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table and the match at it."""

    table: Table
    match: MatchLine | None
    since: datetime | None


@dataclass(frozen=True, slots=True)
class DeskView:
    """The open matches, disputes and tables of a tournament."""

    matches: tuple[MatchLine, ...]
    disputes: tuple[Dispute, ...]
    tables: tuple[TableLine, ...]


def search(words: str, *, event: Event) -> tuple[FoundPlayer, ...]:
    """Return the players whose names contain each word, best matches first, with their entries in the event; two
    queries.

    Fewer than two letters find nothing.
    """
    if len("".join(words.split())) < 2:
        return ()
    players = list(findable_at(event.tournament).named_like(words).best_first(words)[:_MOST_FOUND])
    # After a re-entry the newest entry counts.
    rows = EntrantPlayer.objects.filter(event=event, player__in=players).order_by("entry_no")
    entries = {entry.player_id: entry.entrant for entry in rows.select_related("entrant")}
    return tuple(
        FoundPlayer(
            player,
            entrant=entries[player.pk].uid if player.pk in entries else None,
            has_withdrawn=player.pk in entries and entries[player.pk].withdrawn_at is not None,
        )
        for player in players
    )


def entrants(
    event: Event, *, names_only: bool = False, with_ratings: bool = False, with_links: bool = False
) -> EntrantList:
    """Return the entrants of an event; three queries, one with `names_only`, and five for ratings if it has a list."""
    ratings = ratings_of_event(event) if with_ratings else EventRatings()
    rows = Entrant.objects.filter(event=event)
    if with_links:
        rows = _with_links(rows, event.tournament_id)
    return _listing(
        rows, StageEntry.objects.filter(stage__event=event), names_only=names_only, ratings=ratings
    )


def entrants_of_tournament(tournament: Tournament) -> EntrantList:
    """Return the entrants of all events of a tournament, event by event; three queries."""
    rows = Entrant.objects.filter(event__tournament=tournament).select_related("event")
    rows = _with_links(rows, tournament.pk)
    entries = StageEntry.objects.filter(stage__event__tournament=tournament)
    return _listing(
        rows.order_by("event__order", "event", "pk"), entries, names_only=False, ratings=EventRatings()
    )


def _with_links(rows: QuerySet[Entrant], tournament: int) -> QuerySet[Entrant]:
    """Return the entrants with `lacks_link`: a player who has neither an account nor a valid private link."""
    links = AccessLink.objects.filter(
        tournament=tournament,
        player=OuterRef("player"),
        purpose=Purpose.PLAYER,
        revoked_at=None,
        expires_at__gt=timezone.now(),
    )
    without = SideMember.objects.filter(~Exists(links), side=OuterRef("side"), player__email=None)
    return rows.annotate(lacks_link=Exists(without))


def _listing(
    rows: QuerySet[Entrant], places: QuerySet[StageEntry], *, names_only: bool, ratings: EventRatings
) -> EntrantList:
    rows = rows.exclude(via=Via.UNDONE).select_related("side")
    entries: dict[int, StageEntry] = {}
    if not names_only:
        # The players are joined, not prefetched: SQLite refuses a prefetch of more than 1,000 of them.
        members = Prefetch("side__members", SideMember.objects.select_related("player"))
        rows = rows.prefetch_related(members)
        for entry in places.order_by("stage__order"):
            entries.setdefault(entry.entrant_id, entry)
    lines = [
        _entrant_line(
            entrant, entries.get(entrant.pk), names_only=names_only, rating=ratings.by_entrant.get(entrant.pk)
        )
        for entrant in rows
    ]
    here = [line for line in lines if not line.has_withdrawn]
    return EntrantList(
        placed=tuple(line for line in here if not line.entrant.is_alternate),
        # Qualifiers get the first free place.
        alternates=tuple(
            sorted(
                (line for line in here if line.entrant.is_alternate),
                key=lambda line: line.entrant.via != Via.EARNED,
            )
        ),
        withdrawn=tuple(line for line in lines if line.has_withdrawn and not line.entrant.is_asked),
        asked=tuple(line for line in lines if line.entrant.is_asked),
    )


def disputes(tournament: Tournament) -> tuple[Dispute, ...]:
    """Return the open disputes with their matches and reports, oldest first; one query."""
    of_match = played_for("match", stage__event__tournament=tournament)
    rows = Dispute.objects.filter(of_match, closed_at=None).select_related(
        "match__one",
        "match__two",
        *(f"match__{way}" for way in WAY_TO_TOURNAMENT),
        "report",
        "counter_report",
        "raised_by",
    )
    return tuple(rows)


def desk(tournament: Tournament) -> DeskView:
    """Return the open matches, disputes and tables of a tournament; six queries."""
    matches = open_matches(tournament)
    return DeskView(
        matches=matches, disputes=disputes(tournament), tables=tables(tournament, matches=matches)
    )


def tables(tournament: Tournament, *, matches: Sequence[MatchLine]) -> tuple[TableLine, ...]:
    """Return the tables of a tournament in order, each with its current match among these; two queries."""
    by_match = {line.match.pk: line for line in matches}
    uses = {use.table_id: use for use in TableUse.objects.filter(table__tournament=tournament, until=None)}
    return tuple(
        TableLine(
            table,
            match=by_match.get(uses[table.pk].match_id) if table.pk in uses else None,
            since=uses[table.pk].since if table.pk in uses else None,
        )
        for table in Table.objects.filter(tournament=tournament)
    )


def _entrant_line(
    entrant: Entrant, entry: StageEntry | None, *, names_only: bool, rating: SideRating | None
) -> EntrantLine:
    return EntrantLine(
        entrant,
        players=tuple(member.player for member in entrant.side.members.all()) if not names_only else (),
        line=None if entry is None else entry.line,
        is_late=entry is not None and entry.is_late,
        rating=rating,
        seed=None if entry is None else entry.seed,
        lacks_link=getattr(entrant, "lacks_link", False),
    )


def bye_holder(event: Event) -> Entrant | None:
    """Return the entrant whose current bye in the first drawn stage a late entrant can take."""
    state = next(iter(event_states(event, with_people=False)), None)
    bye = bye_under_way(state) if state is not None else None
    return state.entrants[bye.one] if state is not None and bye is not None else None


def other_entries(entrant: Entrant) -> QuerySet[Entrant]:
    """Return the other entries of these players in unfinished events of the tournament; one query."""
    memberships = EntrantPlayer.objects.filter(
        entrant=OuterRef("pk"), player__in=entrant.entrant_players.values("player")
    )
    stages = Stage.objects.filter(event=OuterRef("event"))
    is_over = Exists(stages) & ~Exists(stages.filter(completed_at=None))
    others = Entrant.objects.filter(
        ~is_over, Exists(memberships), event__tournament=entrant.event.tournament_id, withdrawn_at=None
    )
    rows = others.exclude(event=entrant.event_id).select_related("side", "event__tournament")
    return rows.order_by("event__order", "pk")


def suspensions(tournament: Tournament) -> tuple[Suspension, ...]:
    """Return the suspensions of a tournament with their matches, newest first; one query."""
    matches = Match.objects.filter(played_for(stage__event__tournament=tournament))
    rows = Suspension.objects.filter(match__in=matches).select_related(
        "by", "resumed_by", "match__one", "match__two", *(f"match__{way}" for way in WAY_TO_TOURNAMENT)
    )
    return tuple(rows.order_by("-pk"))
