"""Strict validation of the options, feeds and lengths of a stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matches.models import LONGEST
from tournaments.errors import (
    InvalidBestOf,
    InvalidFeeds,
    InvalidLengths,
    InvalidOptions,
    NoSeriesOfTeams,
    UnknownFormat,
)
from tournaments.formats import (
    BEST_OF,
    FORMATS,
    MOST_MATCHES,
    Feed,
    FormatError,
    Intake,
    Options,
    Problem,
    Take,
)
from tournaments.models import Event, EventKind, Stage

from .problems import refused


def options_of(code: str, options: Mapping[str, object]) -> Options:
    """Return the parsed options of a format; raise UnknownFormat or InvalidOptions."""
    rules = FORMATS.get(code)
    if rules is None:
        raise UnknownFormat(format=code, known=", ".join(sorted(FORMATS)))
    try:
        return rules.options.from_dict(options)
    except FormatError as error:
        raise refused(InvalidOptions, error.problems) from error


def checked_feeds(
    feeds: Sequence[Mapping[str, object]],
    *,
    event: Event,
    format: str,  # noqa: A002 - the field's word
    order: int,
) -> list[dict[str, str | int | None]]:
    """Return the validated feeds in full form; each must name an earlier stage.

    Raise InvalidFeeds with every fault.
    """
    try:
        drafts = [Feed.from_dict(feed) for feed in feeds]
    except FormatError as error:
        raise refused(InvalidFeeds, error.problems) from error
    # Only the decision of a tie creates a playoff.
    problems = [Problem("invalid_feed", {"field": "take"}) for feed in drafts if feed.take is Take.TIED]
    problems += [
        Problem("feeding_circle", {"stage": feed.stage + 1}) for feed in drafts if feed.stage >= order
    ]
    earlier = set(Stage.objects.filter(event=event, order__lt=order).values_list("order", flat=True))
    problems += [
        Problem("unknown_stage", {"stage": feed.stage + 1})
        for feed in drafts
        if feed.stage < order and feed.stage not in earlier
    ]
    if FORMATS[format].intake is Intake.DROPS:
        problems += [
            Problem("fed_by_standings") for feed in drafts if feed.take not in {Take.LOSERS, Take.FIRST_LOSS}
        ]
        problems += [] if drafts else [Problem("not_fed")]
    if problems:
        raise refused(InvalidFeeds, problems)
    return [feed.to_dict() for feed in drafts]


def checked_lengths(lengths: Sequence[int]) -> list[int]:
    """Return the lengths; raise InvalidLengths unless each is odd and within the maximum (M1)."""
    is_right = bool(lengths) and all(
        type(length) is int and length % 2 == 1 and 1 <= length <= LONGEST for length in lengths
    )
    if not is_right:
        raise InvalidLengths(longest=LONGEST)
    return list(lengths)


def checked_best_of(numbers: Sequence[int], *, event: Event) -> list[int]:
    """Return the matches of a pairing by round; raise InvalidBestOf, or NoSeriesOfTeams for more than one."""
    is_right = bool(numbers) and all(type(number) is int and number in BEST_OF for number in numbers)
    if not is_right:
        raise InvalidBestOf(most=MOST_MATCHES)
    if event.kind == EventKind.TEAMS and max(numbers) > 1:
        raise NoSeriesOfTeams
    return list(numbers)
