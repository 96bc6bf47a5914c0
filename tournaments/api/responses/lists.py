"""Rating lists, official lists, and what became of a file of ratings."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from tournaments.actions.lists.foreseeing import MergeEffect
from tournaments.actions.lists.publishing import OfficialPreview
from tournaments.actions.lists.uploading import RatingFaultCode, RatingUpload, RefusedRating
from tournaments.api.response import Blank, Rating, Response, given, of
from tournaments.models import (
    LatePolicy,
    ListFault,
    ListOrder,
    ListOrigin,
    ListState,
    ListVariation,
    MoveCause,
    OfficialList,
    OfficialRow,
    OfficialStatus,
    RatingList,
    Recomputation,
    UncertaintyPeriod,
    VariationMove,
)
from tournaments.queries.ratings.certainty import CertainPerson, StrengthComparison
from tournaments.queries.ratings.list_lines import ListLine
from tournaments.queries.ratings.match_ratings import MatchInList, SideInList
from tournaments.queries.ratings.questions import PersonOfList, SupposedResult
from tournaments.queries.ratings.rating_story import EventPart, MatchSum, NamedStoryMatch, StoryPart
from tournaments.queries.ratings.recomputations import ListMove
from tournaments.queries.ratings.variations import VariationResult, VariedList
from tournaments.ratings.formulas.glicko2 import POINT, VOLATILITY
from tournaments.ratings.trials.prediction import CalibrationBucket, Prediction
from tournaments.ratings.what_if import MatchOutlook, WinOutlook


class RatingListResponse(Response, row=RatingList):
    """A rating list: formula, counting rules, order and beginning."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    name: str
    origin: ListOrigin
    formula: str
    parameters: dict[str, Any]
    club: str | None = of("club.uid")
    counting: str = of("rules", "The name of its counting rules; empty for those in force.")
    order: ListOrder
    late: LatePolicy
    start: Rating = of("start_rating", "The rating with which newcomers begin.")
    starts_on: date | None
    opening_source: str
    provisional_below: int
    inactive_after: int | None
    uncertainty: UncertaintyPeriod


class LiveListResponse(RatingListResponse):
    """A rating list as it is now; of an uploaded one the last official list."""

    as_of: date | None = given("The last day of which matches count; null before anything is known.")
    digest: str = given("Of all ratings; empty before anything is known.")


class ListStateResponse(Response, row=ListState):
    """How far a live list is computed, with the digest of its ratings; `fault` says why it could not be."""

    id: str = of("list.uid")
    matches: int
    players: int
    digest: str
    computed_at: datetime | None
    fault: ListFault | Blank
    why: str = of(get=lambda state: state.get_fault_display())
    fault_at: datetime | None


class BucketResponse(Response, row=CalibrationBucket):
    """Matches of a length whose favourite had a chance of `least` or more, in steps of a twentieth.

    `expected` is the sum of the chances, and `won` how many favourites won; where neither was one, a half is won.
    """

    length: int
    least: float
    matches: int
    expected: float
    won: float


class PredictionResponse(Response, row=Prediction):
    """How well a list predicts matches, lower is better: a coin has log loss 0.693 and Brier score 0.25."""

    matches: int
    log_loss: float
    brier: float
    calibration: list[BucketResponse]


class VariedListResponse(Response, row=VariedList):
    """A list: its players, and how it predicts its own matches and those that both lists rate."""

    players: int
    own: PredictionResponse
    shared: PredictionResponse


class VariationResponse(Response, row=ListVariation):
    """A variation of a list, with both lists once it is computed; `failure` says why it is not."""

    id: str = of("uid")
    list: str = of("list.uid")
    made_at: datetime
    done_at: datetime | None
    failure: str
    terms: dict[str, Any]
    feed: int = of("number")
    present: VariedListResponse | None = of(get=lambda row: _side(row, "present"))
    varied: VariedListResponse | None = of(get=lambda row: _side(row, "varied"))


class VariationMoveResponse(Response, row=VariationMove):
    """A person in the present list and in the variation."""

    id: str = of("player.uid")
    name: str = of("player.shown_name")
    place: int | None
    rating: Rating
    matches: int
    varied_place: int | None = of("other_place")
    varied_rating: Rating = of("other_rating")
    varied_matches: int = of("other_matches")


def _side(row: ListVariation, name: str) -> object:
    """Return one of the two lists of a variation, None before they are computed."""
    return getattr(VariationResult.from_dict(row.result), name) if row.result else None


class PersonOfListResponse(Response, row=PersonOfList):
    """A person of a list."""

    id: str = of("player.uid")
    name: str = of("player.shown_name")
    rating: Rating = of("rated.rating")
    experience: int = of("rated.experience")


class SupposedMatchResponse(Response, row=MatchOutlook):
    """A match with the rating before it, the chance to win it, and what a win and a loss would change."""

    opponent: PersonOfListResponse = given()
    length: int = given()
    supposed: SupposedResult = given()
    rating: Rating
    chance: float
    gain: Rating
    loss: Rating


class WinsResponse(Response, row=WinOutlook):
    """What a number of wins would change; its chance and the mean change are near."""

    wins: int
    chance: float
    worst: Rating
    expected: Rating
    best: Rating


class WhatIfResponse(Response):
    """What matches to come would change in a rating; with every result given there is one exact line."""

    list_: str
    player: PersonOfListResponse
    matches: list[SupposedMatchResponse]
    lines: list[WinsResponse]
    expected_wins: float
    expected: Rating


class CertainPersonResponse(Response, row=CertainPerson):
    """A person of a list in Glicko-2: `rating` and `deviation` on its own scale, in points."""

    id: str = of("person.player.uid")
    name: str = of("person.player.shown_name")
    rating: float = of(get=lambda row: row.glicko.rating / POINT)
    deviation: float = of(get=lambda row: row.glicko.deviation / POINT)
    volatility: float = of(get=lambda row: row.glicko.volatility / VOLATILITY)


class StrongerResponse(Response, row=StrengthComparison):
    """Two people of a list, and the chance that the first is the stronger one."""

    one: CertainPersonResponse
    two: CertainPersonResponse
    chance: float


class OfficialListResponse(Response, row=OfficialList):
    """An official list; the digest stands for all of its ratings."""

    id: str = of("uid")
    list: str = of("list.uid")
    number: int
    as_of: date = of("day", "The last day of which matches count.")
    published_at: datetime
    source: str
    players: int
    digest: str


class OfficialPreviewResponse(Response, row=OfficialPreview):
    """The official list that would be published: how many people have a place, and why others have none."""

    number: int
    as_of: date = of("day")
    players: int
    ranked: int
    provisional: int
    inactive: int
    digest: str


class OfficialRowResponse(Response, row=OfficialRow):
    """A person of an official list, as its digest stands for them."""

    id: str = of("uid")
    status: OfficialStatus
    place: int | None
    rating: Rating
    experience: int
    matches: int
    wins: int
    adjustment: Rating


class ListedPersonResponse(Response, row=ListLine):
    """A person of a list, by the public name, null for whom the list does not name."""

    id: str | None = of("uid", "Null unless the person has a public page, or is named in full.")
    name: str | None = of(get=lambda line: line.name or None)
    number: str | None = of(words="In the federation; null without one, and for who is not named in full.")
    club: str
    country: str
    has_profile: bool = of(words="Whether the person has a public page.")


class ListLineResponse(Response, row=ListLine):
    """A person in a list, with what has changed since the official list before."""

    place: int | None
    player: ListedPersonResponse = of(get=lambda line: line)
    status: OfficialStatus
    rating: Rating
    experience: int
    matches: int
    wins: int
    last_day: date | None = of("day", "The day of the last match.")
    change: Rating | None = of(words="Since the last official list; null for who was not in it.")
    places: int | None = of(words="Places gained since the last official list, negative where lost.")
    adjustment: Rating = of(words="What late results changed, in an official list.")


class RefusedRatingResponse(Response, row=RefusedRating):
    """A row because of which a file was not stored."""

    line: int
    code: RatingFaultCode
    why: str


class RatingUploadResponse(Response, row=RatingUpload):
    """What became of a file of ratings; where rows were refused nothing is stored."""

    official: OfficialListResponse | None
    count: int
    refused: list[RefusedRatingResponse]


class RecomputationResponse(Response, row=Recomputation):
    """A computation that changed what a list had counted; `causes` counts what led to it by code."""

    id: str = of("uid")
    list: str = of("list.uid")
    number: int
    at: datetime
    cause: MoveCause = of(words="The cause that people are told.")
    causes: dict[str, int]
    moved: int = of(words="How many people moved by 0.01 or more as lists show it.")
    touched: int = of(words="How many people moved by anything at all.")


class ListMoveResponse(Response, row=ListMove):
    """A person who moved; null for who was or is not in the list."""

    id: str = of("uid")
    name: str
    has_profile: bool = of(words="Whether the person has a public page.")
    before: Rating | None
    after: Rating | None
    move: Rating | None


class MergeEffectResponse(Response, row=MergeEffect):
    """What a merge would do to a list; null for who is not in it."""

    id: str = of("list.uid")
    federation: str = of("list.federation.uid")
    name: str = of("list.name")
    player: Rating | None = of(words="The rating of the duplicate.")
    into: Rating | None = of(words="The rating of the player who goes on.")
    after: Rating | None = of(words="The rating of the one person.")
    others: int = of(words="How many others would move by 0.01 or more as lists show it.")
    greatest: Rating = of(words="By how much the one of them who moves most would.")


class MatchSumResponse(Response, row=MatchSum):
    """Matches of a person taken together; `expected` are the wins that the ratings before them expected."""

    matches: int
    wins: int
    expected: float
    change: Rating


class StoryPartResponse(Response, row=StoryPart):
    """A part of the story of a rating, by year or up to an official list; `start` and `change` make `end`."""

    year: int | None
    official: str | None = of("official.official.uid", "The official list with which it ends.")
    published: Rating | None = of("official.rating", "The rating in that list.")
    start: Rating
    end: Rating
    sum: MatchSumResponse


class LengthSumResponse(Response):
    """The matches of a length."""

    length: int
    sum: MatchSumResponse


class StrengthSumResponse(Response):
    """The matches against opponents from `least` to `below` points above; null stands for no bound."""

    least: int | None
    below: int | None
    sum: MatchSumResponse


class EventSumResponse(Response, row=EventPart):
    """The matches of an event; an event that is unknown here or not public has neither id nor name."""

    id: str | None = of("event.uid")
    name: str | None = of("event.name")
    sum: MatchSumResponse


class ChangeResponse(Response, row=NamedStoryMatch):
    """What a match changed; one of an event that is not public names neither match nor opponent.

    `before` is the rating that the person had, and `rating` the one with which the match counts: that at the start of
    the event in a list by events.
    """

    match: str | None = of(get=lambda change: change.uid or None)
    event: str | None = of("event.uid")
    day: date | None = of("match.day")
    opponent: str | None = of("opponent.uid")
    opponent_name: str | None = of("opponent.shown_name")
    length: int = of("match.history.length")
    won: bool = of("match.history.has_won")
    chance: float = of("match.chance")
    rating: Rating = of("match.history.rating")
    experience: int = of("match.history.experience")
    opponent_rating: Rating = of("match.history.opponent_rating")
    opponent_experience: int = of("match.history.opponent_experience")
    before: Rating = of("match.before")
    change: Rating = of("match.history.change")
    after: Rating = of("match.after")


class RatingStoryResponse(Response):
    """The rating of a person in a list, explained; the start and every change make it to the last digit."""

    id: str
    name: str
    list_: str
    status: OfficialStatus | None
    place: int | None
    start: Rating
    rating: Rating
    sum: MatchSumResponse
    years: list[StoryPartResponse]
    officials: list[StoryPartResponse] = of(words="Between official lists.")
    lengths: list[LengthSumResponse]
    strengths: list[StrengthSumResponse]
    events: list[EventSumResponse]
    most_moving: list[ChangeResponse]


class SideInListResponse(Response, row=SideInList):
    """A side of a match in a list: what it had before, and what either result changes."""

    rating: Rating
    experience: int
    chance: float
    stake: Rating | None = of(words="What the change would be of a winner who was certain to lose.")
    change: Rating
    other_change: Rating = of(words="The change by the other result.")


class MatchInListResponse(Response, row=MatchInList):
    """A match in a list in which it counts."""

    list: str = of("list.uid")
    name: str = of("list.name")
    federation: str = of("list.federation.uid")
    order: ListOrder = of("list.order", "With which ratings matches count.")
    length: int
    winner: str = of(words="`one` or `two`.", get=lambda match: "one" if match.is_won_by_one else "two")
    one: SideInListResponse
    two: SideInListResponse
