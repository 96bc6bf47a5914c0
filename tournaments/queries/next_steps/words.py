"""The steps of the list of what is next, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext, ngettext

from tournaments.queries.closing.matters import MatterCode
from tournaments.queries.closing.words import some_names, words_of_matter

from .steps import DeskStep, StepCode

# The steps that stand in the list of what is open at the closing too, and have their words from there.
_MATTERS = frozenset(MatterCode) & {code.value for code in StepCode}


def _late(step: DeskStep) -> str:
    return ngettext(
        "Table %(table)s is late: called %(minutes)s minute ago",
        "Table %(table)s is late: called %(minutes)s minutes ago",
        step.minutes,
    )


def _slow(step: DeskStep) -> str:
    if not step.table:
        return ngettext(
            "A match is %(minutes)s minute slow", "A match is %(minutes)s minutes slow", step.minutes
        )
    return ngettext(
        "Table %(table)s is %(minutes)s minute slow",
        "Table %(table)s is %(minutes)s minutes slow",
        step.minutes,
    )


def _call(step: DeskStep) -> str:
    return ngettext(
        "%(number)s match waits for a table, and tables are free",
        "%(number)s matches wait for a table, and tables are free",
        step.number,
    )


def _obstacle(_step: DeskStep) -> str:
    return gettext("%(name)s: decide how to pair the next round")


def _held(_step: DeskStep) -> str:
    return gettext("%(name)s: pair the next round when you are ready")


def _ties(_step: DeskStep) -> str:
    return gettext("%(name)s: decide the tie before the next stage")


def _bye(step: DeskStep) -> str:
    return ngettext(
        "%(number)s alternate could take a free bye",
        "%(number)s alternates could take free byes",
        step.number,
    )


def _stage_draw(step: DeskStep) -> str:
    if not step.number:
        return gettext("%(name)s can start")
    return ngettext(
        "%(name)s can start: %(number)s player", "%(name)s can start: %(number)s players", step.number
    )


def _draw(step: DeskStep) -> str:
    return ngettext(
        "The draw is ready: %(number)s player", "The draw is ready: %(number)s players", step.number
    )


def _check_in(step: DeskStep) -> str:
    return ngettext(
        "%(number)s player is not checked in", "%(number)s players are not checked in", step.number
    )


def _event(_step: DeskStep) -> str:
    return gettext("Add the first event")


def _format(_step: DeskStep) -> str:
    return gettext("Choose the format of the event")


def _players(step: DeskStep) -> str:
    if not step.number:
        return gettext("Enter the players")
    return gettext("Enter more players: %(number)s so far")


def _tables(_step: DeskStep) -> str:
    return gettext("Name the tables of the hall")


def _prize_rule(_step: DeskStep) -> str:
    return gettext("Set the prizes")


def _results(step: DeskStep) -> str:
    return ngettext(
        "Send the results to %(number)s federation", "Send the results to %(number)s federations", step.number
    )


def _close(_step: DeskStep) -> str:
    return gettext("Everything is played: close the event")


def _close_tournament(_step: DeskStep) -> str:
    return gettext("Every event is closed: close the tournament")


_WORDS: Mapping[StepCode, Callable[[DeskStep], str]] = {
    StepCode.LATE: _late,
    StepCode.SLOW: _slow,
    StepCode.CALL: _call,
    StepCode.OBSTACLE: _obstacle,
    StepCode.HELD: _held,
    StepCode.TIES: _ties,
    StepCode.BYE: _bye,
    StepCode.STAGE_DRAW: _stage_draw,
    StepCode.DRAW: _draw,
    StepCode.CHECK_IN: _check_in,
    StepCode.EVENT: _event,
    StepCode.FORMAT: _format,
    StepCode.PLAYERS: _players,
    StepCode.TABLES: _tables,
    StepCode.PRIZE_RULE: _prize_rule,
    StepCode.RESULTS: _results,
    StepCode.CLOSE: _close,
    StepCode.CLOSE_TOURNAMENT: _close_tournament,
}
# The steps whose words have the name of the stage already.
_NAMED = frozenset({StepCode.OBSTACLE, StepCode.HELD, StepCode.TIES, StepCode.STAGE_DRAW})


def step_words(step: DeskStep) -> str:
    """Return a step as a sentence without its full stop."""
    if step.code.value in _MATTERS:
        return words_of_matter(MatterCode(step.code.value), step.number)
    return _WORDS[step.code](step) % {
        "number": step.number,
        "table": step.table,
        "minutes": step.minutes,
        "name": step.names[0] if step.names else "",
    }


def step_names(step: DeskStep) -> str:
    """Return the matches or players of a step that its words do not name."""
    return "" if step.code in _NAMED else some_names(step.names)
