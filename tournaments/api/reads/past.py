"""The past of a rating list as files, from which trials compute it again."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments import access
from tournaments.actions.lists import computing, marks
from tournaments.api.reading import Look, whole
from tournaments.api.responses.past import PastMatchResponse, PastOpeningResponse, PastRatingResponse
from tournaments.models import RatingList
from tournaments.queries.ratings.past import (
    ListMatch,
    ListOpening,
    ListRating,
    past_matches,
    past_openings,
    past_ratings,
)


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
