"""Rating lists, the official ones with their ratings, and the past from which trials compute a list again."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, QuerySet
from drf_spectacular.utils import OpenApiParameter

from tournaments import access
from tournaments.actions.lists import computing, marks
from tournaments.api.pagination import Page, places_page
from tournaments.api.reading import Look, reads, sheet, whole
from tournaments.api.responses.list_records import PastMatchResponse, PastOpeningResponse, PastRatingResponse
from tournaments.api.responses.lists import (
    ListMoveResponse,
    ListStateResponse,
    OfficialListResponse,
    OfficialRowResponse,
    PersonOfListResponse,
    RatingListResponse,
    RecomputationResponse,
    StrongerResponse,
    SupposedMatchResponse,
    VariationMoveResponse,
    VariationResponse,
    WhatIfResponse,
    WinsResponse,
)
from tournaments.models import (
    Federation,
    ListState,
    ListVariation,
    OfficialList,
    OfficialRow,
    RatingList,
    Recomputation,
    VariationMove,
)
from tournaments.queries.exports.sheets import SheetTable
from tournaments.queries.ratings.certainty import StrengthComparison, comparison_of
from tournaments.queries.ratings.past import (
    ListMatch,
    ListOpening,
    ListRating,
    past_matches,
    past_openings,
    past_ratings,
)
from tournaments.queries.ratings.questions import SupposedMatch, SupposedResult, answer_of
from tournaments.queries.ratings.recomputations import ListMove, move_count, moves_of
from tournaments.queries.ratings.variation_table import move_table


@reads("federations/<slug:uid>/lists/", access.federation_to_see, RatingListResponse, order=("name", "pk"))
def federation_lists(row: Federation, _look: Look) -> QuerySet[RatingList]:
    """List the rating lists by name."""
    return RatingList.objects.filter(federation=row).select_related("federation", "club")


@reads("lists/<slug:uid>/computation/", access.list_to_see, ListStateResponse, has_etag=False)
def list_computation(row: RatingList, _look: Look) -> ListState:
    """Show how far the live list is computed, and why it could not be where the last attempt failed."""
    return ListState.objects.filter(list=row).first() or ListState(list=row)


@reads("lists/<slug:uid>/official/", access.list_to_see, OfficialListResponse, order=("-number",))
def list_officials(row: RatingList, _look: Look) -> QuerySet[OfficialList]:
    """List the official lists, the newest first."""
    return OfficialList.objects.filter(list=row).select_related("list")


@reads(
    "lists/<slug:uid>/variations/",
    access.list_to_read,
    VariationResponse,
    order=("-pk",),
    has_digest=True,
)
def list_variations(row: RatingList, _look: Look) -> QuerySet[ListVariation]:
    """List the variations of the list that are kept, the newest first."""
    return ListVariation.objects.filter(list=row).select_related("list")


@reads("variations/<slug:uid>/", access.variation_to_read, VariationResponse, has_digest=True)
def variation(row: ListVariation, _look: Look) -> ListVariation:
    """Show what is other in a variation, and how both lists predict the results."""
    return row


@reads(
    "variations/<slug:uid>/moves/",
    access.variation_to_read,
    VariationMoveResponse,
    order=("pk",),
    has_digest=True,
)
def variation_moves(row: ListVariation, _look: Look) -> QuerySet[VariationMove]:
    """List all players of either list with place and rating in both, in the order of the variation."""
    # A page is named by the person of its last row.
    moves = VariationMove.objects.filter(variation=row).annotate(uid=F("player__uid"))
    return moves.select_related("player")


@sheet("variations/<slug:uid>/moves/sheet/", access.variation_to_read)
def variation_sheet(row: ListVariation, _look: Look) -> SheetTable:
    """Show all players of either list with place and rating in both, as a table."""
    return move_table(row)


@reads(
    "lists/<slug:uid>/what-if/",
    access.list_to_see,
    WhatIfResponse,
    has_digest=True,
    parameters=(
        OpenApiParameter("player", str, required=True, description="The id of somebody on the list."),
        OpenApiParameter("opponent", str, many=True, description="The ids of opponents on the list."),
        OpenApiParameter("length", int, many=True, description="The length of each match, in points."),
        OpenApiParameter(
            "result",
            str,
            many=True,
            enum=list(SupposedResult),
            description="The result of each match; all are open when absent.",
        ),
    ),
)
def list_what_if(row: RatingList, look: Look) -> WhatIfResponse:
    """Show what matches to come would change for a person: exactly for results, else the range for each number of wins."""
    query = look.http.query_params
    columns = [query.getlist(name) for name in ("opponent", "length", "result")]
    answer = answer_of(row, query.get("player", ""), SupposedMatch.many(*columns))
    rows = zip(answer.opponents, answer.matches, answer.outlook.matches, strict=True)
    return WhatIfResponse(
        list_=row.uid,
        player=PersonOfListResponse.from_row(answer.person),
        matches=[
            SupposedMatchResponse.from_row(
                effect,
                opponent=PersonOfListResponse.from_row(opponent),
                length=match.length,
                supposed=match.result,
            )
            for opponent, match, effect in rows
        ],
        lines=[WinsResponse.from_row(line) for line in answer.outlook.lines],
        expected_wins=answer.outlook.expected_wins,
        expected=answer.outlook.expected,
    )


@reads(
    "lists/<slug:uid>/stronger/",
    access.list_to_see,
    StrongerResponse,
    has_digest=True,
    parameters=(
        OpenApiParameter("one", str, required=True, description="The id of somebody on the list."),
        OpenApiParameter("two", str, required=True, description="The id of somebody else on the list."),
    ),
)
def list_stronger(row: RatingList, look: Look) -> StrengthComparison:
    """Show who of two people is stronger, with how certain that is."""
    query = look.http.query_params
    return comparison_of(row, query.get("one", ""), query.get("two", ""))


@reads(
    "lists/<slug:uid>/official/<int:number>/ratings/",
    access.official_of_list,
    OfficialRowResponse,
    order=("uid",),
)
def official_ratings(row: OfficialList, _look: Look) -> QuerySet[OfficialRow]:
    """List the ratings of an official list, by the ids of the people."""
    return OfficialRow.objects.filter(official=row)


@reads(
    "lists/<slug:uid>/changes/",
    access.list_to_see,
    RecomputationResponse,
    order=("-number",),
    has_digest=True,
)
def list_changes(row: RatingList, _look: Look) -> QuerySet[Recomputation]:
    """List the last computations that changed what the list had counted, the newest first."""
    return Recomputation.objects.filter(list=row).select_related("list").defer("moves")


@reads("changes/<slug:uid>/moves/", access.recomputation_to_see, ListMoveResponse, order=(), has_digest=True)
def recomputation_moves(row: Recomputation, look: Look) -> Page[ListMove]:
    """List the players who moved by a shown point or played in a corrected match, the greatest moves first."""
    places = places_page(look.http, move_count(row))
    moves = moves_of(row, since=places.rows[0], most=len(places.rows)) if places.rows else []
    return Page(list(moves), places.next)


@whole("lists/<slug:uid>/past/matches/", access.list_to_rate, PastMatchResponse)
def list_past_matches(row: RatingList, _look: Look) -> Iterator[ListMatch]:
    """Send the rated matches of the list in their order, as `python -m tournaments.ratings.trials` reads results."""
    computing.require_computed(row)
    return past_matches(row, computing.rule_of(row), marks.live_window(row))


@whole("lists/<slug:uid>/past/ratings/", access.list_to_rate, PastRatingResponse)
def list_past_ratings(row: RatingList, _look: Look) -> Iterator[ListRating]:
    """Send the ratings of all official lists, as `python -m tournaments.ratings.trials` reads published lists."""
    return past_ratings(row)


@whole("lists/<slug:uid>/past/openings/", access.list_to_rate, PastOpeningResponse)
def list_past_openings(row: RatingList, _look: Look) -> Iterator[ListOpening]:
    """Send the opening ratings of the list, as `python -m tournaments.ratings.trials` reads them with `--openings`."""
    return past_openings(row)
