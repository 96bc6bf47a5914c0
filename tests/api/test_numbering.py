"""The first number of each field, 0 or 1, is as docs/api.md documents it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests import factories
from tests.api.client import Caller
from tournaments.actions.draws import draw

pytestmark = pytest.mark.django_db

GUIDE = (Path(__file__).resolve().parent.parent.parent / "docs" / "api.md").read_text()
# What the first release counted from 0 stays so; nothing joins it.
FROM_0 = {
    *("before_game", "crawford_game", "farthest", "following[1]", "index", "line", "nearest", "order"),
    *("preview.number", "slot", "source[1]", "stage"),
}
# Numbers that are amounts, and name no place in an order.
AMOUNTS = set(
    re.findall(
        r"\w+",
        """added amount amounts appeal_days backgammons short splits bar_dances beavers begins below best best_of birth_year blunders boards both
    bye_lots byes came_in capacity causes checked_in clock_one clock_two clocks collected count
    counted cube cube_decisions dances days decisions difference division doubles drop drops due
    due_seen duration earlier ends entrants entries_in entries_out entry_to_pay events experience fee_percent fewest format_version
    freed gammons grace_minutes half_points halving highest_cube hits hours house inactive
    inactive_after kept known least left left_over length lengths lines lives losses lost lots mails
    matches minutes minutes_elsewhere minutes_per_point minutes_to_go missing mistakes most moved
    movement named needed new numbered of one_score only
    only_other open opponent_experience other_fees other_score
    others outstanding over overdue owed own_score paid paid_out people percent places player players
    moved_moments parts plays plies points pool population prize prize_due prize_over prize_paid provisional
    provisional_below raccoons ranked rated ratings reached received redoubles refunded round_lengths rows
    runs score scores_delay size stakes start_score status tables takes team_size text_version
    timed_matches to_come_back together told total touched turns two_score unit usual value varied_matches
    version waiting_limit went_out wins wins_by_drop wins_by_resignation won year
    """,
    )
)


def _documented() -> dict[str, int]:
    """What each field of the guide counts from."""
    table = GUIDE.split("## What counts from where")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+) \| ([01]) \|$", table, re.MULTILINE)
    return {name: int(base) for names, base in rows for name in re.findall(r"`([\w\[\].]+)`", names)}


def _counts(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return False
    parts = [schema.get("items"), schema.get("additionalProperties"), *schema.get("allOf", ())]
    return schema.get("type") == "integer" or any(_counts(part) for part in parts)


def test_every_number_of_the_api_is_documented_or_an_amount() -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    numbers = {
        name
        for schema in document["components"]["schemas"].values()
        for name, field in schema.get("properties", {}).items()
        if _counts(field)
    }
    names = {name.rpartition(".")[2].partition("[")[0] for name in _documented()}
    assert numbers - names == AMOUNTS
    assert names - numbers == set()


def test_nothing_new_counts_from_0() -> None:
    assert {name for name, base in _documented().items() if base == 0} == FROM_0


def _numbers(answer: Any, name: str = "") -> Iterator[tuple[str, int]]:
    """Each number of an answer under its field; of a pair of round and slot, one by one."""
    match answer:
        case dict():
            for key, value in answer.items():
                yield from _numbers(value, key)
        case [int(), int()] if name in ("source", "following"):
            yield from ((f"{name}[{index}]", number) for index, number in enumerate(answer))
        case list():
            for value in answer:
                yield from _numbers(value, name)
        case int() if not isinstance(answer, bool):
            yield name, answer


def test_the_first_of_each_is_as_documented() -> None:
    stage = factories.stage(lengths=(3,))
    seeded = factories.entrants(stage.event, 4)
    draw.draw(stage, by=None, seeds={one.uid: number for number, one in enumerate(seeded[:2], start=1)})
    two_points, one_point = (
        {"winner": "one", "result": result, "cube": 1, "ended": "borne_off"}
        for result in ("gammon", "single")
    )
    factories.play_open_matches(stage)
    [final] = factories.open_matches(stage)
    caller = Caller(factories.around(final).director)
    report = caller.post(f"matches/{final.uid}/reports/", {"games": [two_points, one_point]}).body
    # The second game, whose number is 2, is the Crawford game.
    assert report["report"]["crawford_game"] == 1
    stage_path, event_path = f"stages/{stage.uid}", f"events/{stage.event.uid}"
    least: dict[str, int] = defaultdict(lambda: 99)
    for path in (
        f"{stage_path}/bracket/",
        f"{stage_path}/pairings/",
        f"{stage_path}/standings/",
        f"{event_path}/stages/",
        f"tournaments/{stage.event.tournament.uid}/matches/",
        f"matches/{final.uid}/",
    ):
        for name, number in _numbers(caller.get(path).body):
            least[name] = min(least[name], number)
    plan = caller.get("templates/").body[0]["plan"]
    [first, *_others] = caller.post("plans/check/", {"plan": plan, "entrants": 8}).body["preview"]
    assert first["number"] == _documented()["preview.number"] == 0
    least_of_guide = _documented()
    # Nobody goes on to the first round.
    least_of_documented = {
        name: number for name, number in least.items() if name in least_of_guide and name != "following[0]"
    }
    assert least_of_documented == {name: least_of_guide[name] for name in least_of_documented}
    paths = {
        "round",
        "slot",
        "number",
        "order",
        "line",
        "seed",
        "place",
        "source[0]",
        "source[1]",
        "in_part",
    }
    assert paths <= set(least_of_documented)
