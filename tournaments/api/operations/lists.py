"""Rating lists: kept, computed, published and uploaded by rating officers."""

from __future__ import annotations

from typing import Any

from tournaments import access
from tournaments.actions.feed import own_rules
from tournaments.actions.lists import comparisons, computing, keeping, publishing, uploading, variations
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, at, operation
from tournaments.api.responses.comparisons import ListComparisonResponse
from tournaments.api.responses.lists import (
    ListStateResponse,
    OfficialListResponse,
    OfficialPreviewResponse,
    RatingListResponse,
    RatingUploadResponse,
    VariationResponse,
)
from tournaments.models import Club, Federation, ListState, ListVariation, OfficialList, RatingList
from tournaments.queries.ratings.comparisons import ComparedLists, pair_of, stored_comparison
from tournaments.queries.ratings.variations import VariationTerms
from tournaments.requests.fields import NothingRequest
from tournaments.requests.lists import (
    ComparisonRequest,
    ListSettingsRequest,
    OpeningsRequest,
    PublicationRequest,
    RatingListRequest,
    RatingUploadRequest,
    VariationRequest,
)


def _values(request: ListSettingsRequest, federation: Federation) -> dict[str, Any]:
    """Return the values of a list with the club that the request names; `rules` are the name of its counting rules."""
    values = request.given()
    if "rules" in values:
        values["own_rules"] = values.pop("rules")
    if "counting" in values:
        values["rules"] = values.pop("counting")
    if values.get("club"):
        values["club"] = named(Club.objects.filter(federation=federation), values["club"], field="club")
    return values


@operation(
    "POST federations/<slug:uid>/lists/",
    access.federation_to_rate,
    keeping.create_list,
    RatingListResponse,
    status=201,
    location=at("rating_list"),
    others=(own_rules.create_list_with_rules,),
)
def list_create(use: Invocation[Federation, RatingListRequest]) -> RatingList:
    """Add a rating list; it has the counting rules in force, those of a name, or rules of its own."""
    values = _values(use.body, use.row)
    create = own_rules.create_list_with_rules if "own_rules" in values else keeping.create_list
    return create(use.row, by=use.by, **values)


@operation(
    "PATCH lists/<slug:uid>/", access.list_to_rate, keeping.change_list, RatingListResponse, is_partial=True
)
def list_change(use: Invocation[RatingList, ListSettingsRequest]) -> RatingList:
    """Change what the body names and leave the rest; official lists stay as they are."""
    return keeping.change_list(use.row, by=use.by, **_values(use.body, use.row.federation))


@operation("POST lists/<slug:uid>/computation/", access.list_to_rate, computing.compute, ListStateResponse)
def list_compute(use: Invocation[RatingList, NothingRequest]) -> ListState:
    """Bring the live list up to all results at once."""
    return computing.compute(use.row)


@operation(
    "POST lists/<slug:uid>/official/",
    access.list_to_rate,
    publishing.publish_list,
    OfficialListResponse,
    status=201,
)
def list_publish(use: Invocation[RatingList, PublicationRequest]) -> OfficialList:
    """Publish the list as of a day; it is never changed."""
    return publishing.publish_list(use.row, by=use.by, day=use.body.as_of)


@operation(
    "POST lists/<slug:uid>/official/check/",
    access.list_to_rate,
    publishing.preview_list,
    OfficialPreviewResponse,
)
def list_preview(use: Invocation[RatingList, PublicationRequest]) -> publishing.OfficialPreview:
    """Say what would be published as of a day, and store nothing; the digest is that of the list to come."""
    return publishing.preview_list(use.row, by=use.by, day=use.body.as_of)


@operation(
    "POST lists/<slug:uid>/uploads/",
    access.list_to_rate,
    uploading.upload_list,
    RatingUploadResponse,
    is_form=True,
    others=(uploading.check_ratings,),
)
def list_upload(use: Invocation[RatingList, RatingUploadRequest]) -> uploading.RatingUpload:
    """Upload an official list of another system; where a row is refused nothing is stored."""
    body = use.body
    data = body.file.read()
    if body.is_check is True:
        return uploading.check_ratings(use.row, by=use.by, day=body.as_of, data=data)
    return uploading.upload_list(use.row, by=use.by, day=body.as_of, data=data, source=body.file.name)


@operation(
    "POST lists/<slug:uid>/openings/",
    access.list_to_rate,
    uploading.set_openings,
    RatingUploadResponse,
    is_form=True,
    others=(uploading.check_ratings,),
)
def list_openings(use: Invocation[RatingList, OpeningsRequest]) -> uploading.RatingUpload:
    """Begin the list with the ratings of an earlier system; where a row is refused nothing is stored."""
    body = use.body
    data = body.file.read()
    if body.is_check is True:
        return uploading.check_ratings(use.row, by=use.by, day=body.as_of, data=data)
    return uploading.set_openings(use.row, by=use.by, day=body.as_of, data=data, source=body.source)


@operation(
    "POST lists/<slug:uid>/variations/",
    access.list_to_rate,
    variations.ask_variation,
    VariationResponse,
    status=201,
    location=at("variation"),
)
def list_vary(use: Invocation[RatingList, VariationRequest]) -> ListVariation:
    """Compute the list in another way beside the present one, without touching it; read it when it is done."""
    terms = VariationTerms.of(**use.body.given())
    return variations.ask_variation(use.row, by=use.by, terms=terms)


@operation(
    "POST lists/<slug:uid>/compare/",
    access.list_to_rate,
    comparisons.ask_comparison,
    ListComparisonResponse,
)
def list_compare(use: Invocation[RatingList, ComparisonRequest]) -> ComparedLists:
    """Lay another list of the federation beside the list, or do it again; read it when it is done."""
    comparisons.ask_comparison(use.row, by=use.by, other=use.body.other)
    return stored_comparison(pair_of(use.row, use.body.other))


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    list_create,
    list_change,
    list_compute,
    list_publish,
    list_preview,
    list_upload,
    list_openings,
    list_vary,
    list_compare,
)
