"""Tournaments, events, stages, their rules and officers."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from matches.models import LONGEST
from rules.profile import PROFILES
from tournaments.formats import FORMATS, MOST_MATCHES, Take
from tournaments.models import (
    BoardOrder,
    EventKind,
    FinishRules,
    GameVariant,
    Registration,
    Scores,
    Visibility,
)

from .fields import Maybe, Request, choice, day, flag, items, json, moment, number, text, uid

# A list of lengths has one for each round at most, and no bracket has more rounds.
_MOST_LENGTHS = 10


class TournamentRequest(Request):
    """The values of a tournament, to create or to change it."""

    name: str = text(max_length=120)
    starts_on: date = day("The first day, as in 2026-03-14.")
    ends_on: Maybe[date] = day("The last day; the first one when absent.")
    venue: Maybe[str] = text(max_length=120, allow_blank=True)
    city: Maybe[str] = text(max_length=80, allow_blank=True)
    zone: Maybe[str] = text("The IANA time zone; Europe/Paris when absent.", max_length=60)
    visibility: Maybe[str] = choice("A draft when absent.", choices=Visibility.choices)
    desk_enters_slips: Maybe[bool] = flag(
        "Whether clerks enter slips signed by both sides; directors alone when absent."
    )
    appeal_days: Maybe[int] = number(
        "How many days players appeal and send records after the closing of an event; 14 when absent.",
        min_value=0,
        max_value=365,
    )


class CopyRequest(Request):
    """The name and the start of the copy of a tournament."""

    name: str = text(max_length=120)
    starts_on: date = day("The first day; all other days move with it.")
    has_officers: Maybe[bool] = flag("With its directors and desk staff; not when absent.")


class EventSettingsRequest(Request):
    """The settings of an event: rules, time, divisions and scores in play."""

    profile: Maybe[str] = choice("The rules; wbgf when absent.", choices=PROFILES)
    profile_settings: Maybe[dict[str, Any]] = json(
        'What is changed in the profile, all of it, as in `{"clock": "required", "clock_minutes_per_point": 2}`.'
    )
    minutes_per_point: Maybe[int] = number(
        "What a point is expected to take; 8 when absent.", min_value=1, max_value=60
    )
    division: Maybe[str] = text("A player plays in one event of a division.", max_length=40, allow_blank=True)
    scores: Maybe[str] = choice(
        "When the public sees the score of a match under way; at once when absent.", choices=Scores.choices
    )
    scores_delay: Maybe[int] = number("Minutes, with `delayed`; 15 when absent.", min_value=1, max_value=1440)
    board_order: Maybe[str] = choice(
        "Of teams: the order in which the players sit; any order when absent.", choices=BoardOrder.choices
    )
    variant: Maybe[str] = choice("What is played; backgammon when absent.", choices=GameVariant.choices)
    is_unrated: Maybe[bool] = flag("Whether its matches are declared outside all ratings; not when absent.")


class EventRequest(EventSettingsRequest):
    """An event to add to a tournament."""

    name: str = text(max_length=120)
    capacity: Maybe[int | None] = number("No limit when absent.", min_value=2, max_value=1024)
    grace_minutes: Maybe[int] = number("10 when absent.", min_value=0, max_value=10080)
    registration: Maybe[str] = choice("At the desk when absent.", choices=Registration.choices)
    starts_at: Maybe[datetime | None] = moment()
    plan: Maybe[dict[str, Any] | None] = json(
        "All its stages at once, as `GET /api/v1/templates/` and `events/<id>/plan/` show them."
    )
    entrants: Maybe[int | None] = number(
        "With a plan: for how many it must do; its places, or any usual number, when absent.",
        min_value=1,
        max_value=1024,
    )
    kind: Maybe[str] = choice("Who plays; singles when absent.", choices=EventKind.choices)
    team_size: Maybe[int | None] = number("Of teams: at most so many players.", min_value=1, max_value=20)
    boards: Maybe[int | None] = number("Of teams: an odd number of boards.", min_value=1, max_value=19)


class EventChangeRequest(EventSettingsRequest):
    """The changes of an event; absent fields stay as they are."""

    name: Maybe[str] = text(max_length=120)
    grace_minutes: Maybe[int] = number(min_value=0, max_value=10080)
    registration: Maybe[str] = choice(choices=Registration.choices)
    starts_at: Maybe[datetime | None] = moment()
    capacity: Maybe[int | None] = number(min_value=2, max_value=1024)
    finish_rule: Maybe[str] = choice(
        "How the flights share the finishing positions, chosen before play.", choices=FinishRules.choices
    )
    finish_reason: Maybe[str] = text(
        "Why `finish_rule` changes; needed after the first result.", max_length=500, allow_blank=True
    )
    rating_reason: Maybe[str] = text(
        "Why `variant` or `is_unrated` changes; needed once a match has begun.",
        max_length=500,
        allow_blank=True,
    )
    rating_list: Maybe[str | None] = uid(
        "The id of the rating list whose official list of the first day the event uses; of a federation that "
        "sanctioned the event or was asked to. Null for none."
    )
    list_reason: Maybe[str] = text(
        "Why `rating_list` changes; needed once the event has kept an official list.",
        max_length=500,
        allow_blank=True,
    )
    eligibility: Maybe[dict[str, Any] | None] = json(
        'Who may enter, all of it, as in `{"rating_below": 1600, "unlisted": "refused"}`; null for everybody.'
    )
    main_stage: Maybe[str | None] = uid(
        "The id of the stage whose winner is the champion; null leaves it to the feeds of the stages."
    )


class FeedRequest(Request):
    """A feed: which entrants come from which earlier stage of the event."""

    stage: int = number("The order of that stage, the first one is 0.", min_value=0, max_value=1000)
    take: str = choice(
        "Who loses there, who loses the first match played, the best of it, of each group or at one place, or the rest.",
        choices=Take,
    )
    first_round: Maybe[int] = number("Of those who lose; 1 when absent.", min_value=1, max_value=100)
    last_round: Maybe[int | None] = number(min_value=1, max_value=100)
    nearest: Maybe[int] = number("Of those who lose, from the final, which is 0.", min_value=0, max_value=100)
    farthest: Maybe[int | None] = number(min_value=0, max_value=100)
    count: Maybe[int] = number("How many of the best.", min_value=0, max_value=4096)
    place: Maybe[int] = number(
        "The place in the groups whose best come, for `best_of_place`.", min_value=0, max_value=4096
    )
    has_no_shows: Maybe[bool] = flag("Also who lost without playing.")
    is_opt_in: Maybe[bool] = flag("Only who has said to play on.")


class StageRequest(Request):
    """A stage to add to an event."""

    format: Maybe[str] = choice(choices=sorted(FORMATS))
    options: Maybe[dict[str, Any]] = json("The options of the format; its defaults when absent.")
    lengths: Maybe[list[int]] = items(
        "Match lengths, the last round first; the last one holds for every round before. [7] when absent.",
        child=number(min_value=1, max_value=LONGEST),
        min_length=1,
        max_length=_MOST_LENGTHS,
    )
    best_of: Maybe[list[int]] = items(
        "Matches of a pairing at most, the last round first: [3, 1] is best of three in the final. [1] when absent.",
        child=number(min_value=1, max_value=MOST_MATCHES),
        min_length=1,
        max_length=_MOST_LENGTHS,
    )
    name: Maybe[str] = text(max_length=80, allow_blank=True)
    feeds: Maybe[list[dict[str, Any]]] = items(
        "Where its entrants come from; from the event when absent.", child=FeedRequest, max_length=20
    )


class StageChangeRequest(Request):
    """The changed options and lengths of a stage."""

    options: Maybe[dict[str, Any]] = json("Those that are not named stay as they are.")
    lengths: Maybe[list[int]] = items(
        "The last round first; the last one holds for every round before.",
        child=number(min_value=1, max_value=LONGEST),
        min_length=1,
        max_length=_MOST_LENGTHS,
    )


class StageOptionsRequest(Request):
    """All options of a stage."""

    options: dict[str, Any] = json("Those that are not named take their defaults.")


class HoldRequest(Request):
    """Whether the next round of a stage is held back."""

    is_held: bool = flag()


class RoundLengthRequest(Request):
    """The length of one round, for its matches that have not begun."""

    round: int = number(min_value=1, max_value=100)
    length: int = number(min_value=1, max_value=LONGEST)


class LengthsRequest(Request):
    """The match lengths of a stage."""

    lengths: list[int] = items(
        "The last round first; the last one holds for every round before.",
        child=number(min_value=1, max_value=LONGEST),
        min_length=1,
        max_length=_MOST_LENGTHS,
    )


class BestOfRequest(Request):
    """How many matches the pairings of a stage have at most."""

    best_of: list[int] = items(
        "Odd numbers, the last round first; the last one holds for every round before.",
        child=number(min_value=1, max_value=MOST_MATCHES),
        min_length=1,
        max_length=_MOST_LENGTHS,
    )


class CurrencyRequest(Request):
    """The currency of a tournament."""

    currency: str = text(
        "Three letters; it stays once there is an amount.", max_length=3, min_length=3, example="EUR"
    )


class DismissalRequest(Request):
    """The officer to be dismissed."""

    player: str = uid("The id of the player.")


class UndoRequest(Request):
    """The log entry to be undone."""

    numbers: list[int] = items(
        "One entry of the log; or all that one act of your own wrote, which is undone whole or not at all.",
        child=number(min_value=1),
        min_length=1,
        max_length=500,
    )
