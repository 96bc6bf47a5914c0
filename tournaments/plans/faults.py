"""The faults of a plan that do not depend on the number of entrants, each at the path of its field.

`works` in the data of a problem is the nearest value that solves it there, if a single value does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, get_type_hints

from tournaments.formats.base import Format, Intake, Shape
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import OF_PLACES, Feed, Take
from tournaments.formats.lengths import BEST_OF, MOST_MATCHES
from tournaments.formats.options import Options
from tournaments.formats.registry import FORMATS, USUAL_FORMAT
from tournaments.formats.tiebreaks import Tiebreak
from tournaments.plans.plan import LONGEST, PlannedEvent, PlannedStage
from tournaments.plans.rehearsal import OF_LOSERS, Ready

_FALLBACK = USUAL_FORMAT
# The best third-placed ones go on more often than others.
_USUAL_PLACE = 3


def at(path: str, problem: Problem, works: str | int | None = None) -> Problem:
    """Return the problem with the path of its field, and the value that would solve it there."""
    data = {**problem.data, "path": path}
    return Problem(problem.code, data if works is None else {**data, "works": works})


def read(plan: PlannedEvent) -> tuple[list[Ready], list[Problem]]:
    """Return the stages without a fault of their own, and the faults of the others."""
    ready: list[Ready] = []
    problems: list[Problem] = []
    if not plan.stages:
        problems.append(Problem("no_stages", {"path": "stages"}))
    for number, stage in enumerate(plan.stages):
        path = f"stages.{number}"
        faults = [*_of_lengths(stage, path), *_of_series(stage, path), *_of_feeds(plan, number)]
        rules = FORMATS.get(stage.format)
        if rules is None:
            nearest = get_close_matches(stage.format, FORMATS, n=1, cutoff=0.5) or [_FALLBACK]
            faults.append(
                at(f"{path}.format", Problem("unknown_format", {"format": stage.format}), nearest[0])
            )
            problems += faults
            continue
        options, wrong = _options_of(rules, stage, path)
        faults += wrong
        problems += faults
        if options is not None and not faults:
            ready.append(Ready(number, stage, rules, options))
    return ready, problems


def _of_lengths(stage: PlannedStage, path: str) -> Iterator[Problem]:
    if not stage.lengths:
        yield at(f"{path}.lengths", Problem("no_lengths"), 7)
    for number, length in enumerate(stage.lengths):
        place = f"{path}.lengths.{number}"
        if length < 1:
            yield at(place, Problem("length_too_short", {"length": length}), 1)
        elif length > LONGEST:
            yield at(place, Problem("length_too_long", {"length": length, "longest": LONGEST}), LONGEST)
        elif length % 2 == 0:
            yield at(place, Problem("even_length", {"length": length}), length - 1)


def _of_series(stage: PlannedStage, path: str) -> Iterator[Problem]:
    if not stage.best_of:
        yield at(f"{path}.best_of", Problem("no_best_of"), 1)
    for number, matches in enumerate(stage.best_of):
        if matches not in BEST_OF:
            fits = max(1, min(matches - 1, MOST_MATCHES))
            data: dict[str, str | int] = {"matches": matches, "most": MOST_MATCHES}
            yield at(f"{path}.best_of.{number}", Problem("invalid_best_of", data), fits | 1)


def _of_feeds(plan: PlannedEvent, number: int) -> Iterator[Problem]:
    stage, path = plan.stages[number], f"stages.{number}.feeds"
    rules = FORMATS.get(stage.format)
    is_fed_in_play = rules is not None and rules.intake is Intake.DROPS
    if is_fed_in_play and not stage.feeds:
        works = {} if number else {"path": f"stages.{number}.format", "works": _FALLBACK}
        yield Problem("not_fed", {"path": path, **works})
    for position, feed in enumerate(stage.feeds):
        place = f"{path}.{position}"
        yield from _of_one_feed(plan, number, feed, place)
        if is_fed_in_play and feed.take not in OF_LOSERS:
            yield at(f"{place}.take", Problem("fed_by_standings"), Take.LOSERS.value)
        if feed in stage.feeds[:position]:
            yield at(place, Problem("duplicate_feed", {"stage": feed.stage + 1}))


def _of_one_feed(plan: PlannedEvent, number: int, feed: Feed, place: str) -> Iterator[Problem]:
    nearest = {
        "count": 1,
        "place": _USUAL_PLACE,
        "last_round": feed.first_round,
        "farthest": feed.nearest,
        "first_round": 1,
        "nearest": 0,
        "stage": 0,
    }
    for name in _wrong_in(feed):
        yield at(f"{place}.{name}", Problem("invalid_feed", {"field": name}), nearest[name])
    if feed.stage >= len(plan.stages):
        yield at(
            f"{place}.stage",
            Problem("unknown_stage", {"stage": feed.stage + 1}),
            number - 1 if number else None,
        )
        return
    if feed.stage >= number:
        yield at(
            f"{place}.stage",
            Problem("feeding_circle", {"stage": feed.stage + 1}),
            number - 1 if number else None,
        )
        return
    feeder = FORMATS.get(plan.stages[feed.stage].format)
    if feeder is not None and feeder.shape is not Shape.BRACKET and feed.take in OF_LOSERS:
        yield at(f"{place}.take", Problem("losers_play_on", {"stage": feed.stage + 1}))


def _wrong_in(feed: Feed) -> Iterator[str]:
    """Yield the fields of a feed with impossible values."""
    least = {"stage": 0, "first_round": 1, "nearest": 0}
    yield from (name for name, value in least.items() if getattr(feed, name) < value)
    if feed.take in OF_PLACES and feed.count < 1:
        yield "count"
    if feed.take is Take.BEST_OF_PLACE and feed.place < 1:
        yield "place"
    if feed.last_round is not None and feed.last_round < feed.first_round:
        yield "last_round"
    if feed.farthest is not None and feed.farthest < feed.nearest:
        yield "farthest"


def _options_of(rules: Format, stage: PlannedStage, path: str) -> tuple[Options | None, list[Problem]]:
    """Return the options as the format reads them, or its error."""
    try:
        return rules.options.from_dict(stage.options), []
    except FormatError as error:
        return None, [
            placed(problem, path, kind=rules.options, values=stage.options) for problem in error.problems
        ]


# For each problem the option that solves it, and the solution: a key of its data, or a value.
_CURES: Mapping[str, tuple[str, str | int]] = {
    "group_of_one": ("groups", "most"),
    "division_of_one": ("divisions", "most"),
    "too_many_movers": ("movers", "most"),
    "too_many_rounds": ("rounds", "most"),
    "too_many_places": ("max_places", "most"),
    "third_place_without_final": ("play_down", 1),
    "nothing_to_play": ("last_two", "play_on"),
}


def placed(problem: Problem, path: str, *, kind: type[Options], values: Mapping[str, object]) -> Problem:
    """Return a problem of a format at the option that can solve it, with the solution."""
    names = {option.name for option in fields(kind)}
    if problem.code in _CURES and _CURES[problem.code][0] in names:
        option, cure = _CURES[problem.code]
        return at(f"{path}.options.{option}", problem, problem.data.get(str(cure), cure))
    if problem.code in {"tiebreak_after_share", "duplicate_tiebreak"}:
        option, cure = _other_tiebreak(problem, kind, values)
        return at(f"{path}.options.{option}", problem, cure)
    if problem.code == "unsupported_options_version":
        return at(f"{path}.options.version", problem, problem.data["supported"])
    if "option" not in problem.data:
        return at(path, problem)
    option = str(problem.data["option"])
    place = f"{path}.options.{option}"
    if problem.code == "invalid_option":
        return at(place, problem, nearest_value(kind, option, values.get(option)))
    return at(place, problem, problem.data.get("value"))


def nearest_value(kind: type[Options], name: str, value: object) -> str | int:
    """Return the valid value of an option nearest to an invalid one: a bound, else the default."""
    option = next(option for option in fields(kind) if option.name == name)
    default: Any = option.default
    if get_type_hints(kind)[name] is int and type(value) is int:
        bounds = option.metadata
        within: int = max(bounds.get("minimum", value), min(value, bounds.get("maximum", value)))
        return within
    usual: str | int = default.value if isinstance(default, StrEnum) else default
    return usual


def _other_tiebreak(problem: Problem, kind: type[Options], values: Mapping[str, object]) -> tuple[str, str]:
    """Return the option with a useless tiebreak, and a value that would work there."""
    order: dict[str, Tiebreak] = {}
    for option in fields(kind):
        if isinstance(option.default, Tiebreak):
            order[option.name] = Tiebreak(str(values.get(option.name, option.default.value)))
    code = problem.data["tiebreak"]
    *_, last = (name for name, tiebreak in order.items() if tiebreak == code)
    if problem.code == "tiebreak_after_share":
        return last, Tiebreak.SHARE.value
    unused = (tiebreak for tiebreak in Tiebreak if tiebreak not in order.values())
    return last, next(unused, Tiebreak.SHARE).value
