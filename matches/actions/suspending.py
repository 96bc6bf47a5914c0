"""Suspension and resumption of a match, with validation of the stored position."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from matches.errors import InvalidSuspension
from matches.models import Match, Player, Suspension
from matches.queries import length_in_force
from rules.cube import is_cube_value
from rules.errors import RulesError
from rules.match import Side
from rules.notation import xgid as notation
from rules.state import State

# The maximum time of a clock, beyond any match.
LONGEST_CLOCK = 36 * 3600


def suspend(
    match: Match,
    *,
    by: Player | None,
    score: tuple[int, int],
    cube: int = 1,
    cube_owner: str = "",
    clocks: tuple[int | None, int | None] = (None, None),
    xgid: str = "",
    note: str = "",
) -> Suspension:
    """Store the state of a suspended match; clocks in seconds. Raise InvalidSuspension for an impossible state."""
    length = length_in_force(match)
    if not all(0 <= points < length for points in score):
        reason = _("The score of each side is below %(length)s, the length of the match (M1).")
        raise InvalidSuspension(field="score_one", reason=reason % {"length": length})
    _check_cube(cube, cube_owner)
    if any(clock is not None and not 0 <= clock <= LONGEST_CLOCK for clock in clocks):
        raise InvalidSuspension(field="clock_one", reason=_("A clock shows minutes and seconds."))
    _check_position(xgid, length=length, score=score, cube=cube)
    return Suspension.objects.create(
        match=match,
        score_one=score[0],
        score_two=score[1],
        cube=cube,
        cube_owner=cube_owner,
        clock_one=clocks[0],
        clock_two=clocks[1],
        xgid=xgid,
        note=note,
        by=by,
    )


def resume(suspension: Suspension, *, by: Player | None) -> None:
    """Resume the match; the stored state is kept."""
    suspension.resumed_at, suspension.resumed_by = timezone.now(), by
    suspension.save(update_fields=["resumed_at", "resumed_by"])


def _check_cube(cube: int, owner: str) -> None:
    if not is_cube_value(cube):
        raise InvalidSuspension(field="cube", reason=_("A cube shows 1, 2, 4, 8 and so on."))
    if (cube > 1) != bool(owner):
        reason = _("A cube that was turned has an owner, and one in the middle has none.")
        raise InvalidSuspension(field="cube_owner", reason=reason)


def _check_position(text: str, *, length: int, score: tuple[int, int], cube: int) -> None:
    """Validate an XGID; one that includes the match must agree with score and cube, whichever side is X."""
    if not text:
        return
    try:
        readings = [notation.decode(text, x=side) for side in Side]
    except RulesError as error:
        reason = _("This is not a position as an XGID writes it (%(problem)s).") % {"problem": error.code}
        raise InvalidSuspension(field="xgid", reason=reason) from error
    if not any(_agrees(state, length=length, score=score, cube=cube) for state in readings):
        reason = _("The position (XGID) was set up with another length, score or cube.")
        raise InvalidSuspension(field="xgid", reason=reason)


def _agrees(state: State, *, length: int, score: tuple[int, int], cube: int) -> bool:
    if state.cube.value != cube:
        return False
    # A position alone has no match data to compare.
    return state.length is None or (state.length, state.score) == (length, score)
