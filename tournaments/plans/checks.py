"""The problems of a plan, before any entry or draw.

Each problem has the `path` of its field in `Plan.to_dict()` (`stages.1.feeds.0.count`; `entrants` and `tables` for the
numbers outside the plan), and, if a single value at that path solves it, that value as `works`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace

from tournaments.formats.base import Intake
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import OF_PLACES, Feed, Take
from tournaments.plans.faults import at, placed, read
from tournaments.plans.plan import PlannedEvent
from tournaments.plans.rehearsal import OF_LOSERS, Ready, Rehearsed, coming, rehearse_stage

# If the number of entrants is unknown, a plan must work for one of these.
USUAL_SIZES = (32, 16, 64, 8, 24, 128, 4, 2, 3, 6, 48, 256)
_FEWEST, _MOST = 2, 10_000
# How far from the number of entrants a working number is searched for.
_FARTHEST = 64
# A stage without entrants stays empty and delays no other stage.
_EMPTY = frozenset({"nobody_comes", "no_such_rounds", "too_few_come"})


def problems(
    plan: PlannedEvent,
    *,
    entrants: int | None = None,
    tables: int | None = None,
) -> tuple[Problem, ...]:
    """Return every fault of a plan for this number of entrants; empty if the event can be drawn and played.

    The check assumes that everybody comes and wants to play on. Codes besides those of the formats: `no_stages`,
    `unknown_format`, `no_lengths`, `length_too_short`, `length_too_long`, `even_length`, `not_fed`, `fed_by_standings`,
    `duplicate_feed`, `invalid_feed`, `unknown_stage`, `feeding_circle`, `losers_play_on`, `no_such_rounds`,
    `nobody_comes`, `count_too_large`, `best_of_groups`, `needs_groups`, `no_such_place`, `goes_on_already`,
    `tied_at_the_cut`, `too_few_come`, `no_tables`.
    """
    ready, faults = read(plan)
    if tables is not None and tables < 1:
        faults.append(at("tables", Problem("no_tables"), 1))
    if entrants is not None:
        faults += _with_nearest(ready, entrants, list(_for_size(ready, entrants)))
    elif not faults:
        faults += _for_usual_sizes(ready)
    return tuple(faults)


def grave(faults: Iterable[Problem]) -> list[Problem]:
    """Return the faults except those of stages without entrants, which stay empty and delay no other stage."""
    return [problem for problem in faults if problem.code not in _EMPTY]


def warnings(plan: PlannedEvent, *, entrants: int) -> tuple[Problem, ...]:
    """Return playable but probably unintended settings of a plan without problems.

    Codes: `more_lengths_than_rounds`, `rounds_missing` and `many_byes`, each with its path.
    """
    problems: list[Problem] = []
    for stage in rehearse(plan, entrants=entrants):
        path = f"stages.{stage.ready.number}"
        lengths = len(stage.ready.stage.lengths)
        rounds = 1 + max((declared.from_final for declared in stage.rounds), default=0)
        if stage.is_bracket and lengths > rounds:
            data: dict[str, str | int] = {"lengths": lengths, "rounds": rounds}
            problems.append(at(f"{path}.lengths", Problem("more_lengths_than_rounds", data)))
        byes, matches = (stage.byes_in(1), stage.matches_in(1)) if stage.is_bracket else (0, 0)
        if stage.ready.format.intake is Intake.DRAW and byes > 2 * matches:
            problems.append(at(path, Problem("many_byes", {"byes": byes, "matches": matches})))
    stages = {stage.ready.number: stage for stage in rehearse(plan, entrants=entrants)}
    for stage in stages.values():
        for position, feed in enumerate(stage.ready.stage.feeds):
            path = f"stages.{stage.ready.number}.feeds.{position}"
            problems += _odd_in_feed(feed, stages[feed.stage], path)
    return tuple(problems)


def rehearse(plan: PlannedEvent, *, entrants: int) -> tuple[Rehearsed, ...]:
    """Return every stage as drawn for this number of entrants, up to the first one that cannot be drawn."""
    ready, _faults = read(plan)
    rehearsals: dict[int, Rehearsed] = {}
    for stage in ready:
        if stage.number != len(rehearsals):
            break
        try:
            rehearsals[stage.number] = rehearse_stage(
                stage, before=rehearsals, entrants=entrants, is_most=True
            )
        except FormatError:
            break
    return tuple(rehearsals.values())


def _for_usual_sizes(ready: Sequence[Ready]) -> list[Problem]:
    """Return no problem if a plan works for one of the usual sizes, else the problems of the best size."""
    best: list[Problem] | None = None
    for size in USUAL_SIZES:
        problems = list(_for_size(ready, size))
        if best is None or len(problems) < len(best):
            best = problems
        if not problems:
            break
    return best or []


def _for_size(ready: Sequence[Ready], entrants: int) -> Iterator[Problem]:
    """Yield the problems for this number of entrants, each fault once."""
    keys: set[tuple[str, object]] = set()
    is_certain = not any(feed.take is Take.FIRST_LOSS for stage in ready for feed in stage.stage.feeds)
    for is_most in (True,) if is_certain else (False, True):
        rehearsals: dict[int, Rehearsed] = {}
        for stage in ready:
            if any(feed.stage not in rehearsals for feed in stage.stage.feeds):
                continue
            problems = list(_of_stage(stage, rehearsals, entrants=entrants, is_most=is_most))
            for problem in problems:
                key = problem.code, problem.data["path"]
                if key not in keys:
                    keys.add(key)
                    yield problem
            if not problems:
                rehearsals[stage.number] = rehearse_stage(
                    stage, before=rehearsals, entrants=entrants, is_most=is_most
                )


def _of_stage(
    ready: Ready, before: Mapping[int, Rehearsed], *, entrants: int, is_most: bool
) -> Iterator[Problem]:
    path, feeds = f"stages.{ready.number}", ready.stage.feeds
    problems = [
        problem
        for position, feed in enumerate(feeds)
        for problem in (
            *_of_feed(feed, before[feed.stage], f"{path}.feeds.{position}"),
            *_of_both(feed, feeds, f"{path}.feeds.{position}"),
        )
    ]
    yield from problems
    if problems:
        return
    count = coming(ready, before=before, entrants=entrants, is_most=is_most)
    if feeds and count == 0:
        yield at(f"{path}.feeds", Problem("nobody_comes", {"stage": ready.number + 1}))
        return
    if ready.format.intake is Intake.DROPS and count < ready.format.fewest:
        yield _too_few(ready, before, count, fewest=ready.format.fewest)
        return
    try:
        rehearse_stage(ready, before=before, entrants=entrants, is_most=is_most)
    except FormatError as error:
        for problem in error.problems:
            yield _problem_of_draw(problem, ready, before, count)


def _of_feed(feed: Feed, feeder: Rehearsed, path: str) -> Iterator[Problem]:
    number = feed.stage + 1
    if feed.take in OF_LOSERS:
        if not feeder.feeding(feed):
            last = max((declared.number for declared in feeder.rounds), default=0)
            data: dict[str, str | int] = {"stage": number, "rounds": last}
            is_too_late = feed.first_round > last
            field, works = ("first_round", max(1, last - 1)) if is_too_late else ("nearest", 0)
            other = replace(feed, first_round=works) if is_too_late else replace(feed, nearest=works)
            is_cured = bool(feeder.feeding(other))
            yield at(f"{path}.{field}", Problem("no_such_rounds", data), works if is_cured else None)
        elif any(feeder.plays_on_from(declared) for declared in feeder.feeding(feed)):
            farther = (declared.from_final for declared in feeder.rounds if feeder.plays_on_from(declared))
            nearest = 1 + max(farther)
            is_cured = any(declared.from_final >= nearest for declared in feeder.feeding(feed))
            problem = Problem("losers_play_on", {"stage": number})
            yield at(f"{path}.nearest", problem, nearest if is_cured else None)
        return
    if feed.take not in OF_PLACES:
        return
    if feed.take is Take.BEST_OF_PLACE:
        yield from _of_place(feed, feeder, path)
        return
    size = sum(feeder.groups) if feed.take is Take.TOP else min(feeder.groups)
    if feed.take is Take.TOP and len(feeder.groups) > 1:
        yield at(f"{path}.take", Problem("best_of_groups", {"stage": number}), Take.GROUP_TOP.value)
    elif feed.count > size - (feed.take is Take.REST):
        most = max(1, size - (feed.take is Take.REST))
        data = {"stage": number, "count": feed.count, "most": most}
        within = [cut for cut in feeder.cuts() or (most,) if cut <= most]
        yield at(f"{path}.count", Problem("count_too_large", data), max(within, default=most))
    elif (cuts := feeder.cuts()) is not None and feed.count not in cuts:
        below = max((cut for cut in cuts if cut < feed.count), default=0)
        above = min((cut for cut in cuts if cut > feed.count), default=below)
        # The smallest increase, or the smallest decrease if that is nearer.
        nearest = below if below and feed.count - below < above - feed.count else above
        data = {"stage": number, "count": feed.count, "places": f"{below + 1}–{above}"}
        yield at(f"{path}.count", Problem("tied_at_the_cut", data), nearest)


def _of_both(feed: Feed, feeds: Iterable[Feed], path: str) -> Iterator[Problem]:
    """Yield the problem of a place whose entrants go on already, as the best of each group."""
    best = max(
        (one.count for one in feeds if one.stage == feed.stage and one.take is Take.GROUP_TOP), default=0
    )
    if feed.take is Take.BEST_OF_PLACE and feed.place <= best:
        yield at(f"{path}.place", Problem("goes_on_already", {"place": feed.place}), best + 1)


def _of_place(feed: Feed, feeder: Rehearsed, path: str) -> Iterator[Problem]:
    """Yield the problems of a feed of the best at one place of all groups."""
    number, groups = feed.stage + 1, feeder.with_place(feed.place)
    if len(feeder.groups) < 2:
        yield at(f"{path}.take", Problem("needs_groups", {"stage": number}), Take.TOP.value)
    elif not groups:
        data: dict[str, str | int] = {"stage": number, "place": feed.place, "most": max(feeder.groups)}
        yield at(f"{path}.place", Problem("no_such_place", data), max(feeder.groups))
    elif feed.count > len(groups):
        data = {"stage": number, "count": feed.count, "most": len(groups)}
        yield at(f"{path}.count", Problem("count_too_large", data), len(groups))


def _problem_of_draw(problem: Problem, ready: Ready, before: Mapping[int, Rehearsed], count: int) -> Problem:
    """Return a format's refusal of a draw at the field to change."""
    path = f"stages.{ready.number}"
    if problem.code == "too_few_entrants":
        fewest = int(problem.data["fewest"])
        names = {option.name for option in fields(ready.options)}
        if fewest > ready.format.fewest and "play_down" in names and count > 1:
            return at(f"{path}.options.play_down", Problem("too_many_left", {"entrants": count}), count - 1)
        return _too_few(ready, before, count, fewest=fewest)
    if problem.code == "too_many_entrants" and not ready.stage.feeds:
        return at("entrants", problem, problem.data["most"])
    if problem.code == "feeder_not_a_bracket":
        position = next(
            number
            for number, feed in enumerate(ready.stage.feeds)
            if any(slots.bit_count() != 1 for slots in before[feed.stage].shape_for(feed))
        )
        return at(f"{path}.feeds.{position}.stage", problem)
    return placed(problem, path, kind=type(ready.options), values=ready.options.to_dict())


def _too_few(ready: Ready, before: Mapping[int, Rehearsed], count: int, *, fewest: int) -> Problem:
    """Return the problem of too few entrants; more entrants solve it, or a larger count of a feed."""
    path, feeds = f"stages.{ready.number}", ready.stage.feeds
    data: dict[str, str | int] = {"entrants": count, "fewest": fewest, "stage": ready.number + 1}
    if not feeds:
        return at("entrants", Problem("too_few_entrants", {"entrants": count, "fewest": fewest}), fewest)
    for position, feed in enumerate(feeds):
        feeder = before[feed.stage]
        least = feed.count + fewest - count
        if feed.take is Take.TOP and least <= feeder.entrants:
            cuts = feeder.cuts()
            works = least if cuts is None else min(cut for cut in cuts if cut >= least)
            return at(f"{path}.feeds.{position}.count", Problem("too_few_come", data), works)
    return at("entrants", Problem("too_few_come", data))


def _with_nearest(ready: Sequence[Ready], entrants: int, problems: list[Problem]) -> Iterator[Problem]:
    """Yield the problems, those of the number of entrants with the nearest number that works."""
    for problem in problems:
        if problem.data["path"] != "entrants":
            yield problem
            continue
        near = problem.data.get("works", entrants)
        sizes = (int(near) + sign * step for step in range(_FARTHEST) for sign in (1, -1))
        works = next(
            (
                size
                for size in sizes
                if _FEWEST <= size <= _MOST
                and all(other.data["path"] != "entrants" for other in _for_size(ready, size))
            ),
            None,
        )
        data = {name: value for name, value in problem.data.items() if name != "works"}
        yield Problem(problem.code, data if works is None else {**data, "works": works})


def _odd_in_feed(feed: Feed, feeder: Rehearsed, path: str) -> Iterator[Problem]:
    if feed.take not in OF_LOSERS:
        return
    last = max(declared.number for declared in feeder.rounds)
    if feed.last_round is not None and feed.last_round > last:
        yield at(f"{path}.last_round", Problem("rounds_missing", {"stage": feed.stage + 1, "rounds": last}))
