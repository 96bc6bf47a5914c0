"""What is wrong with plans and stages: problems in words and as refusals, and strict validation of what a stage is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matches.errors import DomainError
from matches.models import LONGEST
from tournaments.errors.events import InvalidFeeds, InvalidLengths, InvalidOptions, InvalidPlan, UnknownFormat
from tournaments.errors.teams import InvalidBestOf, NoSeriesOfTeams
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
from tournaments.models.wording import PROBLEM_WORDS, in_words
from tournaments.plans import PlannedEvent, grave, problems
from tournaments.queries.events.plans import plan_of_stages


def problem_words(problems: Iterable[Problem]) -> str:
    """Return the problems as sentences; raise LookupError for a problem without a message."""
    return " ".join(in_words(PROBLEM_WORDS[problem.code], problem.data) for problem in problems)


def refused(kind: type[DomainError], problems: Sequence[Problem], **data: Any) -> DomainError:
    """Return a domain error of this class with the problems as sentences and as codes."""
    details = [{"code": problem.code, **problem.data} for problem in problems]
    return kind(problems=problem_words(problems), details=details, **data)


def require_plan(plan: PlannedEvent, *, entrants: int | None = None) -> None:
    """Raise InvalidPlan with every fault of a plan, each with the path of its field."""
    if faults := problems(plan, entrants=entrants):
        raise refused(InvalidPlan, faults)


def require_playable(event: Event) -> None:
    """Raise InvalidPlan if the stages cannot be played with the event's capacity, or with any usual number."""
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    if not stages:
        return
    if faults := grave(problems(plan_of_stages(stages), entrants=event.capacity)):
        raise refused(InvalidPlan, faults)


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
