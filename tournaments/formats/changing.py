"""Which options of a stage can change while it is played: those that leave every pairing made so far as it is."""

from collections.abc import Iterator
from dataclasses import fields, replace

from tournaments.formats.abilities import ChecksChanges
from tournaments.formats.base import Format, State
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.options import Options
from tournaments.formats.rounds import newest_round


def change_problems(rules: Format, state: State, options: Options) -> tuple[Problem, ...]:
    """Return why a drawn stage cannot go on with these options; empty if it can.

    Codes: `fixed_by_draw` (with `option`), `rounds_paired` (with `rounds` and `fewest`), and those of the format.
    """
    try:
        return tuple(_problems(rules, state, options))
    except FormatError as error:
        return error.problems


def _problems(rules: Format, state: State, options: Options) -> Iterator[Problem]:
    differences = [
        option.name
        for option in fields(options)
        if getattr(options, option.name) != getattr(state.options, option.name)
    ]
    fixed = [name for name in differences if name not in options.UNDER_WAY]
    yield from (Problem("fixed_by_draw", {"option": name}) for name in fixed)
    if fixed:
        return
    then = replace(state, options=options)
    newest, planned = newest_round(state), len(rules.rounds(then))
    if rules.pairs_at_once(options) and newest > planned:
        yield Problem("rounds_paired", {"rounds": planned, "fewest": newest})
    if isinstance(rules, ChecksChanges):
        yield from rules.change_problems(then)
    # Tiebreaks that make no sense are refused where places are computed by them.
    rules.standings(then)
