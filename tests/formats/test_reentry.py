"""Re-entry and buy-back: who may come back, how often, until when and for how much."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.formats.fed import feeder_of
from tests.formats.tournament import Tournament
from tournaments.formats import Entry, Feeder, FormatError
from tournaments.formats.reentry import After, ReEntry, reentry_refusals
from tournaments.formats.single_elimination.format import SingleEliminationOptions

SATURDAY_AT_THREE = datetime(2027, 1, 16, 15, tzinfo=UTC)
# Jamaica: who loses the first match buys back at half the price, several times, until 15:00 on Saturday, and keeps
# the place in the side pool.
JAMAICA = ReEntry(most=3, until=SATURDAY_AT_THREE, fee_percent=50, keeps_side_pools=True)


def feeder() -> Feeder:
    """A bracket in which `b` and `f` lost their first match, `c` its second, and `g` did not come."""
    uids = ["a", "b", "c", "d", "e", "f", None, "h"]
    entries = {uid: Entry(uid, line=line) for line, uid in enumerate(uids) if uid is not None}
    tournament = Tournament("single_elimination", "seed", SingleEliminationOptions(), 8, entries)
    tournament.advance()
    for winner in ("a", "c", "e", "a"):
        tournament.win(winner)
    tournament.finish((2, 1), None)
    tournament.advance()
    return feeder_of(tournament, stage=0)


def codes(rule: ReEntry, entrant: str, *, entry_no: int = 1, late: timedelta = timedelta()) -> list[str]:
    """The codes of what speaks against a re-entry."""
    problems = reentry_refusals(
        rule, feeder(), entrant=entrant, entry_no=entry_no, now=SATURDAY_AT_THREE + late
    )
    return [problem.code for problem in problems]


def test_who_lost_the_first_match_may_come_back() -> None:
    assert codes(JAMAICA, "b") == codes(JAMAICA, "f") == []
    assert codes(JAMAICA, "b", entry_no=3) == []


def test_who_won_a_match_before_may_come_back_only_where_any_loss_counts() -> None:
    assert codes(JAMAICA, "c") == ["not_the_first_match"]
    assert codes(ReEntry(after=After.ANY), "c") == []


def test_who_is_still_in_or_was_never_there_may_not() -> None:
    assert codes(JAMAICA, "a") == ["still_in"]
    assert codes(JAMAICA, "x") == ["not_in_stage"]


def test_who_did_not_play_has_lost_no_match() -> None:
    assert codes(JAMAICA, "h") == codes(JAMAICA, "e") == ["loss_not_played"]


def test_the_times_and_the_moment_are_limited() -> None:
    assert codes(JAMAICA, "b", entry_no=4) == ["no_reentry_left"]
    assert codes(JAMAICA, "b", late=timedelta(seconds=1)) == ["reentry_closed"]
    assert codes(JAMAICA, "c", entry_no=4, late=timedelta(1)) == [
        "not_the_first_match",
        "no_reentry_left",
        "reentry_closed",
    ]


def test_the_fee_is_a_share_rounded_to_the_nearest_unit() -> None:
    assert JAMAICA.fee(30000) == 15000
    assert ReEntry(fee_percent=33).fee(1050) == 347
    assert ReEntry(fee_percent=0).fee(30000) == 0


def test_what_was_stored_is_read_back() -> None:
    assert ReEntry.from_dict(JAMAICA.to_dict()) == JAMAICA
    assert ReEntry.from_dict(ReEntry().to_dict()) == ReEntry() == ReEntry.from_dict({})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("most", 0),
        ("most", True),
        ("fee_percent", 101),
        ("fee_percent", "50"),
        ("after", "second"),
        ("after", 1),
        ("keeps_side_pools", 1),
        ("until", "Saturday"),
        ("until", "2027-01-16T15:00"),
        ("until", 3),
        ("no_such_field", 1),
    ],
)
def test_what_no_rule_can_mean_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(FormatError) as refusal:
        ReEntry.from_dict({field: value})
    assert refusal.value.problems[0].code == "invalid_reentry"
    assert refusal.value.problems[0].data == {"field": field}
