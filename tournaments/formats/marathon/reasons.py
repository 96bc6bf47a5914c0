"""Why two players of a marathon meet."""

from collections.abc import Iterator
from dataclasses import replace

from tournaments.formats.base import Pairing, Reason, State
from tournaments.formats.marathon.table import MarathonTable, Meeting, table_of
from tournaments.formats.moments import when_made
from tournaments.formats.rounds import entries_of


def reasons(state: State, pairing: Pairing) -> tuple[Reason, ...]:
    """Return the grounds of a pairing.

    | code | data |
    |---|---|
    | `no_longer_follows` | - |
    | `both_free` | `one`, `two` |
    | `not_played_yet`, `longest_wait`, `fewest_matches`, `first_by_lot` (why it was paired first) | `entrant` |
    | `nobody_for_earlier` (players with a longer wait could meet nobody) | `entrant` |
    | `first_meeting` | `one`, `two` |
    | `rematch` | `one`, `two`, `times` before |
    | `least_met` (of those who were free) | `entrant` |
    | `nobody_else_free` | `entrant` |
    | `again_at_once` | - |
    """
    entries = entries_of(state)
    if pairing.two is None or any(
        uid not in entries or entries[uid].line is None for uid in pairing.entrants
    ):
        return (Reason("no_longer_follows"),)
    row = next((other for other in state.pairings if other.place == pairing.place), pairing)
    then = table_of(replace(when_made(state, pairing), lot=row.lot))
    both: dict[str, str | int] = {"one": pairing.one, "two": pairing.two}
    times = then.met(pairing.one, pairing.two)
    # Without times nobody knows who was free.
    there = () if row.made_at is None else then.meetings
    meeting = next((each for each in there if _meet(each, pairing)), None)
    return (
        Reason("both_free", both),
        *(() if meeting is None else _of_first(meeting)),
        Reason("rematch", {**both, "times": times}) if times else Reason("first_meeting", both),
        *(() if meeting is None else _of_second(then, meeting)),
    )


def _meet(meeting: Meeting, pairing: Pairing) -> bool:
    return {meeting.first.entrant, meeting.second.entrant} == set(pairing.entrants)


def _of_first(meeting: Meeting) -> Iterator[Reason]:
    """Yield why one of the two was paired before the others who were free."""
    if len(meeting.behind) < 2 and not meeting.ahead:
        return
    first, following = meeting.first, meeting.behind[0]
    if meeting.ahead:
        code = "nobody_for_earlier"
    elif not first.matches and following.matches:
        code = "not_played_yet"
    elif first.since != following.since:
        code = "longest_wait"
    elif first.matches != following.matches:
        code = "fewest_matches"
    else:
        code = "first_by_lot"
    yield Reason(code, {"entrant": first.entrant})


def _of_second(then: MarathonTable, meeting: Meeting) -> Iterator[Reason]:
    """Yield why that player meets this opponent."""
    first, second = meeting.first.entrant, meeting.second.entrant
    if not then.may_meet(first, second):
        yield Reason("again_at_once")
    elif len(meeting.others) > 1:
        yield Reason("least_met", {"entrant": first})
    else:
        yield Reason("nobody_else_free", {"entrant": first})
