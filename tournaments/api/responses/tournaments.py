"""Tournaments, events, stages, tables."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from tournaments.api.response import Maybe, Response, given, of
from tournaments.formats import Take
from tournaments.models import (
    BoardOrder,
    Event,
    EventKind,
    FinishRules,
    GameVariant,
    Registration,
    Scores,
    Stage,
    Table,
    Tournament,
    Visibility,
)
from tournaments.queries.draws.winners import EventWinners, Winner, event_winners
from tournaments.queries.events.event_state import EventState, states_of_events
from tournaments.requests.fields import ABSENT


class TournamentResponse(Response, row=Tournament):
    """A tournament; `version` increases with every change."""

    id: str = of("uid")
    name: str
    starts_on: date
    ends_on: date
    venue: str
    city: str
    zone: str
    visibility: Visibility
    desk_enters_slips: bool
    currency: str = of(words="Of every amount in it.")
    appeal_days: int = of(
        words="How many days players appeal and send records after the closing of an event."
    )
    closed_at: datetime | None = of(words="When a director closed it; null while it is open.")
    version: int = of("log_seq")
    log_head: str = of(
        "log_hash", "The hash of the newest entry of its log, the number of which is `version`."
    )


class TournamentChangeResponse(TournamentResponse):
    """A changed tournament."""

    moved_moments: int = given(
        words="How many moments of the programme moved with the zone, so that they keep their clock."
    )


class WinnerResponse(Response, row=Winner):
    """The sole winner of a stage."""

    stage: str = of("stage.uid")
    entrant: str
    name: str


class StageWinnerResponse(WinnerResponse):
    """The sole winner of a stage, or of its `group` or division; `group` is absent for the whole stage."""

    group: Maybe[int] = of(get=lambda winner: ABSENT if winner.group is None else winner.group)


class EventResponse(Response, row=Event):
    """An event. `champion` is the winner of its main stage, `winners` those of all stages that are over."""

    id: str = of("uid")
    tournament: str = of("tournament.uid")
    name: str
    state: EventState = given(
        words="How far it is; without draws it waits, and it is over once every stage is complete."
    )
    registration: Registration
    capacity: int | None
    grace_minutes: int
    starts_at: datetime | None
    kind: EventKind
    team_size: int | None
    boards: int | None
    board_order: BoardOrder = of(words="Of teams: who may sit at which board.")
    profile: str
    profile_settings: dict[str, Any]
    minutes_per_point: int
    division: str
    scores: Scores
    scores_delay: int
    finish_rule: FinishRules
    variant: GameVariant
    is_unrated: bool
    rating_list: str | None = of("rating_list.uid", "The list whose official list the event uses.")
    official_list: str | None = of(
        "official_list.uid",
        "The official list that the event has kept since its first draw or closed registration.",
    )
    eligibility: dict[str, Any] | None = of(words="Who may enter; null for everybody.")
    closed_at: datetime | None = of(words="When a director closed it: it is finished. Null while it is open.")
    last_round_at: datetime | None = of(words="No round starts after this moment; null for no limit.")
    main_stage: str | None = given()
    champion: WinnerResponse | None = given()
    winners: list[StageWinnerResponse] = given()


def event_shown(
    event: Event, winners: EventWinners | None = None, state: EventState | None = None
) -> EventResponse:
    """Return an event with its winners and its state, which are read if not passed."""
    winners = event_winners(event) if winners is None else winners
    state = states_of_events([event])[event.pk] if state is None else state
    main_stage = None if winners.main is None else winners.main.uid
    return EventResponse.from_row(
        event, state=state, main_stage=main_stage, champion=winners.champion, winners=winners.winners
    )


class FeedResponse(Response):
    """A rule by which entrants come from an earlier stage, by its order in the event."""

    stage: int
    take: Take
    first_round: int
    last_round: int | None
    nearest: int
    farthest: int | None
    count: int
    has_no_shows: bool
    is_opt_in: bool
    place: int = of(words="The place in the groups whose best come; 0 for others.")


class StageResponse(Response, row=Stage):
    """A stage; `round_lengths` are the lengths that were fixed for single rounds.

    `order` counts from 0 in its event. While `is_held` no new round is paired.
    """

    id: str = of("uid")
    event: str = of("event.uid")
    name: str
    format: str
    options: dict[str, Any]
    lengths: list[int]
    best_of: list[int] = of(words="The matches of a pairing at most, the last round first.")
    round_lengths: dict[str, int]
    match_days: list[dict[str, Any]] = of(
        words="Of a league: the moments and places set for rounds, and for encounters by `slot`."
    )
    order: int
    feeds: list[FeedResponse]
    is_held: bool
    is_closed: bool = of(words="Whether a director ended it before it was played out.")
    completed_at: datetime | None


class TableResponse(Response, row=Table):
    """A table and its present match."""

    id: str = of("uid")
    name: str
    match: str | None = of(
        words="The uid of the match at the table now.",
        get=lambda table: next((use.match.uid for use in table.uses_now), None),
    )
