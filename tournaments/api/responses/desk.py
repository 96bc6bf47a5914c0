"""The desk of a tournament: what is next, calls, tables, who is away, what is suspended, and emergency papers."""

from __future__ import annotations

from datetime import datetime

from matches.models import Suspension
from rules.match import Side
from tournaments.api.response import Blank, Response, of
from tournaments.models import Availability, EmergencyPaper, HallHours, Table, Tournament, hours_of
from tournaments.queries.hall.board import HoldUp
from tournaments.queries.hall.readiness import TurnReason, WaitingMatch
from tournaments.queries.hall.turn_words import hold_up_words, turn_words
from tournaments.queries.next_steps.steps import DeskStep, StepCode
from tournaments.queries.next_steps.words import step_words


class AutomaticResponse(Response, row=Tournament):
    """Whether free tables go automatically to the matches that wait."""

    is_on: bool = of("calls_automatically")


class HallBreakResponse(Response, row=tuple):
    """A break of a day of the hall."""

    begins: datetime = of(get=lambda row: row[0])
    ends: datetime = of(get=lambda row: row[1])


class HallDayResponse(Response, row=HallHours):
    """One day of the hall: from its opening to its curfew."""

    opens: datetime
    closes: datetime
    breaks: list[HallBreakResponse]


class HallHoursResponse(Response, row=Tournament):
    """The days of the hall; none where it is always open."""

    days: list[HallDayResponse] = of(get=hours_of)


class WaitingLimitResponse(Response, row=Tournament):
    """The minutes after which a waiting match goes before those with a longer way; null without a limit."""

    minutes: int | None = of("waiting_limit")


class HoldUpResponse(Response, row=HoldUp):
    """The one match on which the end of the whole hall depends, and the expected minutes to the end of its event."""

    match: str = of("line.uid")
    event: str = of("line.event.uid")
    table: str = of("line.table", words="Empty without a table.")
    minutes: int
    detail: str = of(get=hold_up_words, words="In the language of the request.")


class TurnResponse(Response, row=WaitingMatch):
    """A match that waits for its call, and why it is called in this place of the order."""

    match: str = of("line.uid")
    event: str = of("line.event.uid")
    one: str = of("line.match.one.name")
    two: str = of("line.match.two.name")
    since: datetime = of(words="Since when it waits.")
    why: TurnReason = of("reason")
    minutes_to_go: int = of(words="The expected minutes from its start to the end of its event.")
    minutes_elsewhere: int = of(words="What one of its players still has to go in other events.")
    leaves_at: datetime | None = of(words="When a player leaves, if that is soon.")
    is_ready: bool = of(words="Whether all its players are free and present.")
    detail: str = of(get=turn_words, words="Why, in the language of the request.")


class CallOrderResponse(Response):
    """The matches without a table in the order in which they are called, and the one that holds up the hall."""

    tournament: str
    is_automatic: bool = of(words="Whether free tables call by themselves.")
    waiting_limit: int | None
    free_tables: list[str] = of(words="The names of the tables to which a match can be called.")
    holds_up: HoldUpResponse | None
    turns: list[TurnResponse] = of(
        words="The next one first; those that cannot be called yet are passed over."
    )


class TablePurposeResponse(Response, row=Table):
    """The purpose of a table; a table out of order, reserved or used for streaming is not assigned automatically."""

    id: str = of("uid")
    name: str
    is_out_of_order: bool
    is_streaming: bool
    reserved_for: str | None = of("reserved_for.uid")


class AvailabilityResponse(Response, row=Availability):
    """The times at which a player can be called; null without a limit."""

    player: str = of("player.uid")
    away_until: datetime | None
    leaves_at: datetime | None
    not_before: datetime | None
    note: str


class SuspensionResponse(Response, row=Suspension):
    """The state of a match when it was suspended; `resumed_at` is set when play resumes."""

    id: str = of("uid")
    match: str = of("match.uid")
    score: list[int] = of(
        words="The points of both sides, side one first.", get=lambda row: [row.score_one, row.score_two]
    )
    cube: int
    cube_owner: Side | Blank
    clocks: list[int | None] = of(
        words="What the clocks showed in seconds, side one first.",
        get=lambda row: [row.clock_one, row.clock_two],
    )
    xgid: str
    note: str
    at: datetime
    resumed_at: datetime | None


def _event(step: DeskStep) -> str | None:
    return None if step.event is None else step.event.uid


class StepResponse(Response, row=DeskStep):
    """Something to do next; nothing waits for it."""

    key: str = of(words="The same as long as the step is about the same.")
    code: StepCode
    event: str | None = of(get=_event, words="Null where it is about the whole tournament.")
    count: int = of("number", words="How many there are; put away, the step comes back when there are more.")
    subject: str = of(words="The stage, match or dispute that it is about; empty for several of them.")
    names: list[str] = of(words="Of that stage, of the matches or of the players.")
    table: str
    minutes: int = of(words="How late or slow the match is.")
    amount: int | None = of(
        words="In the smallest unit of the tournament's currency; null where no money is meant."
    )
    is_put_away: bool = of(words="Whether you have put it away.")
    detail: str = of(get=step_words, words="In the language of the request.")


class NextStepsResponse(Response):
    """What is next in a tournament or an event, the most urgent first; what you may not do is left out."""

    tournament: str
    event: str | None
    steps: list[StepResponse]


class EmergencyPaperResponse(Response, row=EmergencyPaper):
    """The state of a tournament on paper; its bytes are at `emergency-papers/<id>/content/`."""

    id: str = of("uid")
    language: str
    version: int = of("log_seq", words="The number of the log entry up to which it goes.")
    made_at: datetime
    media_type: str
    size: int


class EmergencyPapersResponse(Response):
    """The kept papers of a tournament, newest first; `is_expected` where one is being made."""

    is_expected: bool
    papers: list[EmergencyPaperResponse]
