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
    "division_of_one": _(
        "%(entrants)s entrants do not fill %(divisions)s divisions with two each. Make at most %(most)s divisions."
    ),
    "too_many_movers": _(
        "From a division of %(entrants)s not %(movers)s can go up and as many down. Let at most %(most)s move."
    ),
    # Simulated tournaments.
    "stands_still": _("It goes by the calendar or by challenges, so that nobody can say when it is over."),
    "no_time_left": _(
        "Too large to be worked out while you wait. The command “manage.py simulate” takes its time."
    ),
    # Challenges in a ladder.
    "same_entrant": _("Nobody can challenge themselves."),
    "not_in_ladder": _("%(entrant)s does not stand in this ladder."),
    "has_left": _("%(entrant)s has left."),
    "has_open_challenge": _("%(entrant)s has an open challenge. It has to be played or taken back first."),
    "ladder_closed": _("The ladder takes no challenges now."),
    "ladder_not_begun": _("The ladder has not begun yet."),
    "too_far_above": _("That is %(places)s places above, and at most %(most)s are within reach."),
    "too_far_below": _("That is %(places)s places below, and at most %(most)s are within reach."),
    "back_to_back": _("%(entrant)s was the opponent of the last match. Somebody else has to come between."),
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
    "nobody_goes_out": _(
        "In a Swiss, a round robin, a league or a ladder everybody plays to the end, so nobody can come back after a loss. "
        "Choose a knock-out or lives for that."
    ),
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
    # A whole event.
    "no_stages": _("An event has at least one stage."),
    "unknown_format": _("There is no format called %(format)s."),
    "length_too_short": _("A match cannot be to %(length)s points. The shortest is to 1."),
    "length_too_long": _("A match to %(length)s points is too long. The longest is to %(longest)s."),
    "even_length": _("A match is to an odd number of points, and %(length)s is even (M1)."),
    "no_tables": _("There is no table to play at."),
    "duplicate_feed": _("The same entrants come from stage %(stage)s twice. Leave one out."),
    "unknown_stage": _("There is no stage %(stage)s in this event. Choose an earlier one."),
    "losers_play_on": _(
        "Whoever loses there is not out of stage %(stage)s and would play in both. Take the best of it, the others, or "
        "those who lose later."
    ),
    "no_such_rounds": _(
        "Stage %(stage)s has only %(rounds)s rounds with so few entrants. Take the losers of an earlier round."
    ),
    "nobody_comes": _("With so few entrants nobody comes to stage %(stage)s. Leave it out, or take in more."),
    "too_few_come": _(
        "Only %(entrants)s would come to stage %(stage)s, and it takes at least %(fewest)s. Take in more, or leave it out."
    ),
    "too_many_left": _(
        "With %(entrants)s entrants the stage would be over before it begins. Play down to fewer."
    ),
    "count_too_large": _(
        "%(count)s are to come from stage %(stage)s, which has fewer. Take at most %(most)s of it."
    ),
    "best_of_groups": _(
        "Stage %(stage)s is played in groups, whose places cannot be compared. Take the best of each group."
    ),
    "more_lengths_than_rounds": _(
        "There are %(lengths)s lengths and only %(rounds)s rounds, so the last ones are not used."
    ),
    "rounds_missing": _("Stage %(stage)s has only %(rounds)s rounds, so it ends with these."),
    "many_byes": _("%(byes)s have a bye in the first round, where there are only %(matches)s matches."),
    # A plan that cannot be read.
    "unsupported_plan_version": _("This plan is of version %(version)s; this release reads %(supported)s."),
    "unknown_field": _("There is no field called %(field)s."),
    "missing_field": _("The field %(field)s is missing."),
    "invalid_field": _("%(path)s is not right. Expected is: %(expected)s."),
    # Lines and results that cannot be; only a fault of the service leads here.
    "invalid_size": _("A bracket cannot have %(size)s lines."),
    "no_such_line": _("There is no line %(line)s in a draw of %(size)s."),
    "line_taken": _("Two entrants stand on line %(line)s."),
    "winner_not_paired": _("The winner is not one of the two who played."),
    "no_lengths": _("There is no match length."),
}


def problem_words(problems: Iterable[Problem]) -> str:
    """The problems as sentences; LookupError for one without words."""
    return " ".join(_sentence(problem) for problem in problems)


def refused(kind: type[DomainError], problems: Sequence[Problem], **data: Any) -> DomainError:
    """A refusal of this kind that says the problems in words, and in its data by their codes."""
    details = [{"code": problem.code, **problem.data} for problem in problems]
    return kind(problems=problem_words(problems), details=details, **data)


def _sentence(problem: Problem) -> str:
    words = PROBLEM_WORDS[problem.code]
    return str(words % problem.data) if problem.data else str(words)
