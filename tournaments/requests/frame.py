"""The frame of a competition: tournaments, events, stages and their rules."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from matches.models import LONGEST
from rules.profile import PROFILES
from tournaments.formats import FORMATS, Take
from tournaments.models import EventKind, Registration, RoleKind, Scores, Visibility

from .fields import Maybe, Request, choice, day, email, flag, items, json, moment, number, text

# A list of lengths has one for each round at most, and no bracket has more rounds.
_MOST_LENGTHS = 10


class TournamentRequest(Request):
    """A tournament to open, or what to change of one."""

    name: str = text(max_length=120)
    starts_on: date = day(help_text="The first day, as in 2026-03-14.")
    ends_on: Maybe[date] = day(required=False, help_text="The last day; the first one when absent.")
    venue: Maybe[str] = text(max_length=120, required=False, allow_blank=True)
    city: Maybe[str] = text(max_length=80, required=False, allow_blank=True)
    zone: Maybe[str] = text(
        max_length=60, required=False, help_text="The IANA time zone; Europe/Paris when absent."
    )
    visibility: Maybe[str] = choice(
        choices=Visibility.choices, required=False, help_text="A draft when absent."
    )
    desk_enters_slips: Maybe[bool] = flag(
        required=False,
        help_text="Whether clerks enter slips signed by both sides; directors alone when absent.",
    )


class CopyRequest(Request):
    """A copy of a tournament: what it is called and when it begins."""

    name: str = text(max_length=120)
    starts_on: date = day(help_text="The first day; all other days move with it.")
    has_officers: Maybe[bool] = flag(
        required=False, help_text="With its directors and desk staff; not when absent."
    )


class EventSettingsRequest(Request):
    """The rules of an event, and what it says of time, divisions and scores under way."""

    profile: Maybe[str] = choice(
        choices=[(code, code) for code in PROFILES], required=False, help_text="The rules; wbgf when absent."
    )
    profile_settings: Maybe[dict[str, Any]] = json(
        required=False,
        help_text='What is changed in the profile, all of it, as in `{"clock": "required", "clock_minutes_per_point": 2}`.',
    )
    minutes_per_point: Maybe[int] = number(
        min_value=1,
        max_value=60,
        required=False,
        help_text="What a point is expected to take; 8 when absent.",
    )
    division: Maybe[str] = text(
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="A player plays in one event of a division.",
    )
    scores: Maybe[str] = choice(
        choices=Scores.choices,
        required=False,
        help_text="When the public sees the score of a match under way; at once when absent.",
    )
    scores_delay: Maybe[int] = number(
        min_value=1, max_value=1440, required=False, help_text="Minutes, with `delayed`; 15 when absent."
    )


class EventRequest(EventSettingsRequest):
    """An event to add to a tournament."""

    name: str = text(max_length=120)
    capacity: Maybe[int | None] = number(
        min_value=2, max_value=1024, required=False, allow_null=True, help_text="No limit when absent."
    )
    grace_minutes: Maybe[int] = number(
        min_value=0, max_value=10_080, required=False, help_text="10 when absent."
    )
    registration: Maybe[str] = choice(
        choices=Registration.choices, required=False, help_text="At the desk when absent."
    )
    starts_at: Maybe[datetime | None] = moment(required=False, allow_null=True)
    plan: Maybe[dict[str, Any] | None] = json(
        required=False,
        allow_null=True,
        help_text="All its stages at once, as `GET /api/v1/templates/` and `events/<id>/plan/` show them.",
    )
    entrants: Maybe[int | None] = number(
        min_value=1,
        max_value=1024,
        required=False,
        allow_null=True,
        help_text="With a plan: for how many it must do; its places, or any usual number, when absent.",
    )
    kind: Maybe[str] = choice(
        choices=EventKind.choices, required=False, help_text="Who plays; singles when absent."
    )
    team_size: Maybe[int | None] = number(
        min_value=1,
        max_value=20,
        required=False,
        allow_null=True,
        help_text="Of teams: at most so many players.",
    )
    boards: Maybe[int | None] = number(
        min_value=1,
        max_value=19,
        required=False,
        allow_null=True,
        help_text="Of teams: an odd number of boards.",
    )


class EventChangeRequest(EventSettingsRequest):
    """What to change of an event; what is absent stays."""

    name: Maybe[str] = text(max_length=120, required=False)
    grace_minutes: Maybe[int] = number(min_value=0, max_value=10_080, required=False)
    registration: Maybe[str] = choice(choices=Registration.choices, required=False)
    starts_at: Maybe[datetime | None] = moment(required=False, allow_null=True)
    capacity: Maybe[int | None] = number(min_value=2, max_value=1024, required=False, allow_null=True)
    main_stage: Maybe[str | None] = text(
        max_length=20,
        required=False,
        allow_null=True,
        help_text="The id of the stage whose winner is the champion; null leaves it to the feeds of the stages.",
    )


class FeedRequest(Request):
    """A rule by which entrants come from an earlier stage of the event."""

    stage: int = number(min_value=0, max_value=1000, help_text="The order of that stage, the first one is 0.")
    take: str = choice(
        choices=[(take.value, take.value) for take in Take],
        help_text="Who loses there, who loses the first match played, the best of it or of each group, or the rest.",
    )
    first_round: Maybe[int] = number(
        min_value=1, max_value=100, required=False, help_text="Of those who lose; 1 when absent."
    )
    last_round: Maybe[int | None] = number(min_value=1, max_value=100, required=False, allow_null=True)
    nearest: Maybe[int] = number(
        min_value=0, max_value=100, required=False, help_text="Of those who lose, from the final, which is 0."
    )
    farthest: Maybe[int | None] = number(min_value=0, max_value=100, required=False, allow_null=True)
    count: Maybe[int] = number(min_value=0, max_value=4096, required=False, help_text="How many of the best.")
    has_no_shows: Maybe[bool] = flag(required=False, help_text="Also who lost without playing.")
    is_opt_in: Maybe[bool] = flag(required=False, help_text="Only who has said to play on.")


class StageRequest(Request):
    """A stage to add to an event."""

    format: Maybe[str] = choice(choices=[(code, code) for code in sorted(FORMATS)], required=False)
    options: Maybe[dict[str, Any]] = json(
        required=False, help_text="The options of the format; its defaults when absent."
    )
    lengths: Maybe[list[int]] = items(
        child=number(min_value=1, max_value=LONGEST),
        min_length=1,
        max_length=_MOST_LENGTHS,
        required=False,
        help_text="Match lengths, the last round first; the last one holds for every round before. [7] when absent.",
    )
    name: Maybe[str] = text(max_length=80, required=False, allow_blank=True)
    feeds: Maybe[list[dict[str, Any]]] = items(
        child=FeedRequest,
        max_length=20,
        required=False,
        help_text="Where its entrants come from; from the event when absent.",
    )


class StageOptionsRequest(Request):
    """The options of a stage that is not drawn."""

    options: dict[str, Any] = json(help_text="Those that are not named take their defaults.")


class HoldRequest(Request):
    """Whether the next round of a stage waits."""

    is_held: bool = flag()


class RoundLengthRequest(Request):
    """The length of one round, for its matches that have not begun."""

    round: int = number(min_value=1, max_value=100)
    length: int = number(min_value=1, max_value=LONGEST)


class LengthsRequest(Request):
    """The lengths of a stage that is not drawn."""

    lengths: list[int] = items(
        child=number(min_value=1, max_value=LONGEST),
        min_length=1,
        max_length=_MOST_LENGTHS,
        help_text="The last round first; the last one holds for every round before.",
    )


class CurrencyRequest(Request):
    """The currency of a tournament."""

    currency: str = text(
        max_length=3,
        min_length=3,
        example="EUR",
        help_text="Three letters; it stays once there is an amount.",
    )


class AppointmentRequest(Request):
    """Who gets an office."""

    email: str = email(help_text="With which the person signs in.")
    kind: str = choice(choices=RoleKind.choices)


class DismissalRequest(Request):
    """Whose office is taken away."""

    player: str = text(max_length=20, help_text="The id of the player.")


class UndoRequest(Request):
    """What is undone."""

    numbers: list[int] = items(
        child=number(min_value=1),
        min_length=1,
        max_length=500,
        help_text="One entry of the log; or all that one act of your own wrote, which is undone whole or not at all.",
    )
