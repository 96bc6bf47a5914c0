"""What a format refuses, in words: each problem with the nearest setup that works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError
from tournaments.formats import Problem

PROBLEM_WORDS: Mapping[str, Any] = {
    # Options.
    "unsupported_options_version": _(
        "These options are of version %(version)s; this release reads %(supported)s."
    ),
    "unknown_option": _("There is no option called %(option)s."),
    "invalid_option": _("The option %(option)s cannot be %(value)s."),
    "tiebreak_after_share": _("The tiebreak %(tiebreak)s comes after the places are shared. Put it before."),
    "duplicate_tiebreak": _("The tiebreak %(tiebreak)s is there twice. Choose it once."),
    "places_need_rounds": _(
        "Places paid need matches in rounds. Choose rounds, or set the places paid to 0."
    ),
    "places_or_bracket": _("Places paid and a bracket at the end do not go together. Set one of them to 0."),
    "third_place_without_final": _(
        "There is no match for third place where the stage ends with %(play_down)s left. Play down to 1, or leave that "
        "match out."
    ),
    # The number of entrants.
    "too_few_entrants": _("It takes at least %(fewest)s entrants, and there are %(entrants)s."),
    "too_many_entrants": _("It takes at most %(most)s entrants, and there are %(entrants)s."),
    "group_of_one": _(
        "%(entrants)s entrants do not fill %(groups)s groups with two each. Make at most %(most)s groups."
    ),
    "too_many_rounds": _(
        "%(entrants)s entrants can play at most %(most)s rounds without meeting twice. Plan fewer rounds, or allow "
        "rematches."
    ),
    "nothing_to_play": _("The last two share the places, so it takes at least %(fewest)s entrants."),
    "too_many_places": _("%(places)s places paid would pay everybody. Pay at most %(most)s."),
    "round_needs_rematch": _(
        "Round %(round)s cannot be paired without a second meeting. Let %(sitting_out)s sit out, let somebody come in, or "
        "allow rematches: it takes %(rematches)s."
    ),
    "duplicate_entrant": _("Somebody is in the list twice."),
    "duplicate_seed": _("Seed %(seed)s is given twice."),
    # Where entrants come from.
    "not_fed": _("This format takes those who lose in another stage. Say in which."),
    "feeder_not_a_bracket": _(
        "The losers come from a round with %(slots)s matches, which fits no bracket. Take them from full rounds of a "
        "bracket."
    ),
    "feeder_not_complete": _("It is not certain yet who comes from the other stage."),
    "tied_at_the_cut": _("%(count)s go on, and the places %(places)s are shared."),
    "feeding_circle": _(
        "Stage %(stage)s is not an earlier stage of this event: stages that feed each other in a circle never begin. "
        "Choose an earlier one."
    ),
    "fed_by_standings": _(
        "This format takes those who lose during play, and not the best of a finished stage."
    ),
    "invalid_feed": _("Where the entrants come from is not right: %(field)s."),
    # Entering again after a loss.
    "invalid_reentry": _("The rule for entering again is not right: %(field)s."),
    "not_in_stage": _(
        "Only somebody who was in this stage can enter it again. Enter anybody else as a new entrant."
    ),
    "still_in": _("Whoever is still in cannot enter again. If a result is wrong, correct it first."),
    "loss_not_played": _(
        "Only a loss that was really played lets somebody enter again. If the match was played, correct its result."
    ),
    "not_the_first_match": _(
        "Only the loss of the first match played lets somebody enter again. A director can change the rule of the event."
    ),
    "no_reentry_left": _(
        "One can enter again %(most)s times at most. A director can raise the number in the rule of the event."
    ),
    "reentry_closed": _("Entering again was possible until %(until)s. A director can still let somebody in."),
    # Lines and results that cannot be; only a fault of the service leads here.
    "invalid_size": _("A bracket cannot have %(size)s lines."),
    "no_such_line": _("There is no line %(line)s in a draw of %(size)s."),
    "line_taken": _("Two entrants stand on line %(line)s."),
    "winner_not_paired": _("The winner is not one of the two who played."),
    "no_lengths": _("There is no match length."),
}


def problem_words(problems: Iterable[Problem]) -> str:
    """The problems as sentences; one that nobody has worded yet by its code."""
    return " ".join(_sentence(problem) for problem in problems)


def refused(kind: type[DomainError], problems: Sequence[Problem], **data: Any) -> DomainError:
    """A refusal of this kind that says the problems in words, and in its data by their codes."""
    details = [{"code": problem.code, **problem.data} for problem in problems]
    return kind(problems=problem_words(problems), details=details, **data)


def _sentence(problem: Problem) -> str:
    words = PROBLEM_WORDS.get(problem.code)
    if words is None:
        return problem.code.replace("_", " ").capitalize() + "."
    return str(words % problem.data) if problem.data else str(words)
