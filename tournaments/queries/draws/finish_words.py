"""The derivation of a place in a stage, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments.formats import FORMATS, How, Part, Result, Round, RoundName, Shape
from tournaments.models import Stage
from tournaments.queries.state import StageState

from .round_words import round_words
from .standing_words import Row, equals_words, points_words

_LOST = {
    RoundName.FINAL: gettext_lazy("Lost the final"),
    RoundName.SEMIFINAL: gettext_lazy("Lost in the semifinals"),
    RoundName.QUARTERFINAL: gettext_lazy("Lost in the quarterfinals"),
    RoundName.THIRD_PLACE: gettext_lazy("Lost the match for third place"),
    RoundName.GRAND_FINAL: gettext_lazy("Lost the grand final"),
    RoundName.RECHARGE: gettext_lazy("Lost the second match of the grand final"),
}
_DECIDED = {
    How.LOT: gettext_lazy("Placed by lot among equals"),
    How.PLAYOFF: gettext_lazy("Placed by a playoff among equals"),
    How.HAND: gettext_lazy("Placed by the director among equals"),
}


@dataclass(frozen=True, slots=True)
class StageCourse:
    """The last result of an entrant in a stage and its round, and the first round that it did not play to the end on.

    `corrected` is the first round in which it, or its opponent, went on against the result. Each is None where there is none.
    """

    last: Result | None = None
    round: Round | None = None
    left_before: Round | None = None
    corrected: Round | None = None


def courses_of(state: StageState) -> dict[str, StageCourse]:
    """Return the course of every entrant with a result; no query."""
    rounds = {declared.number: declared for declared in state.format.rounds(state.state)}
    results: dict[str, list[Result]] = {}
    for result in sorted(state.state.results, key=lambda result: result.place):
        for uid in (result.one, result.two):
            results.setdefault(uid, []).append(result)
    return {uid: _course(uid, own, rounds) for uid, own in results.items()}


def _course(uid: str, own: list[Result], rounds: Mapping[int, Round]) -> StageCourse:
    last = own[-1]
    played = max((result.round for result in own if result.is_played or result.winner == uid), default=0)
    missed = next((result.round for result in own if result.round > played), None)
    corrected = next((result.round for result in own if _is_against(result)), None)
    return StageCourse(
        last,
        rounds.get(last.round),
        rounds.get(missed or last.round + 1),
        None if corrected is None else rounds.get(corrected),
    )


def _is_against(result: Result) -> bool:
    """Whether one of the two of a match goes on by a decision although the other one has won."""
    decision = result.decision
    if decision is None or decision.winner == result.winner or decision.winner == decision.loser:
        return False
    return decision.winner is None or decision.winner in result.losers


def stage_words(
    stage: Stage,
    row: Row,
    course: StageCourse,
    *,
    has_left: bool,
    others: Sequence[Row],
    names: Mapping[str, str],
) -> str:
    """Return in words how an entrant came to its place in a complete stage, given its stored standing.

    `others` are the standings equal to it, as in `equals_of`, and `names` those of all entrants.
    """
    sentences = list(_sentences(stage, row, course, has_left=has_left, others=others, names=names))
    return " ".join(f"{sentence}." for sentence in sentences)


def _sentences(
    stage: Stage,
    row: Row,
    course: StageCourse,
    *,
    has_left: bool,
    others: Sequence[Row],
    names: Mapping[str, str],
) -> Iterator[str]:
    if FORMATS[stage.format].shape is Shape.BRACKET:
        yield _in_bracket(row, course, has_left=has_left)
    else:
        yield _by_points(row)
        if row.get("is_behind"):
            yield gettext("Behind all others: left too early, or played no match")
        else:
            yield from equals_words(stage, row, others, names)
        if has_left and course.left_before is not None:
            yield _left(course.left_before)
    if row.get("decided_by"):
        yield str(_DECIDED[How(row["decided_by"])])


def _in_bracket(row: Row, course: StageCourse, *, has_left: bool) -> str:
    result, declared = course.last, course.round
    if course.corrected is not None:
        return gettext("Placed by a corrected result: %(round)s") % {"round": round_words(course.corrected)}
    if row["place"] == row["last_place"] == 1:
        return gettext("Won")
    if result is None or declared is None:
        return gettext("Played no match")
    if result.winner == row["entrant"]:
        if declared.name is RoundName.THIRD_PLACE:
            return gettext("Won the match for third place")
        return gettext("Won the last match: %(round)s") % {"round": round_words(declared)}
    if has_left and not result.is_played:
        return _left(declared)
    if not result.is_played:
        return gettext("Forfeited: %(round)s") % {"round": round_words(declared)}
    lost = _LOST.get(declared.name)
    return gettext("Lost: %(round)s") % {"round": round_words(declared)} if lost is None else str(lost)


def _left(declared: Round) -> str:
    is_numbered = declared.name in (RoundName.ROUND, RoundName.MATCH_DAY)
    if is_numbered and declared.part is Part.MAIN and declared.losers_of is None:
        number = {"number": declared.in_part or declared.number}
        if declared.is_ronde:
            return pgettext("without a bracket", "Withdrew before round %(number)s") % number
        return gettext("Withdrew before round %(number)s") % number
    return gettext("Withdrew before: %(round)s") % {"round": round_words(declared)}


def _by_points(row: Row) -> str:
    counts = {"wins": row["wins"], "losses": row["losses"]}
    if row.get("half_points") is None:
        return gettext("Matches won: %(wins)s, lost: %(losses)s") % counts
    words = gettext("Points: %(points)s. Matches won: %(wins)s, lost: %(losses)s")
    return words % (counts | {"points": points_words(row["half_points"])})
