"""Players of a bracket who are moved to other lines before play: what that breaks is named, and it can be undone."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.test_by_hand import REASON, assert_proved, seats, undo_newest
from tournaments.actions import results
from tournaments.actions.draws import draw, lines
from tournaments.actions.impact import foresee_by_hand
from tournaments.errors.by_hand import NoSuchLine, NotByLines
from tournaments.errors.common import ReasonMissing
from tournaments.errors.draws import MatchBegun, NotInStage
from tournaments.models import Entrant, LogEntry, Stage, StageEntry
from tournaments.queries.draws.bracket import bracket

pytestmark = pytest.mark.django_db


def lines_of(stage: Stage) -> dict[int, str]:
    entries = StageEntry.objects.filter(stage=stage, line__isnull=False).select_related("entrant")
    return {entry.line or 0: entry.entrant.uid for entry in entries}


def on(stage: Stage, line: int) -> Entrant:
    return StageEntry.objects.get(stage=stage, line=line).entrant


def marked(stage: Stage) -> set[frozenset[str]]:
    view = bracket(stage)
    assert view is not None
    slots = [slot for of in view.rounds for slot in of.slots if slot.is_by_hand]
    return {frozenset(side.entrant for side in slot.sides if side.entrant) for slot in slots}


def test_two_change_lines_and_one_goes_to_an_empty_line_and_back() -> None:
    stage = factories.drawn_stage(6)
    before, pairs = lines_of(stage), seats(stage, 1)
    empty = next(line for line in range(8) if line not in before)
    mover = on(stage, next(line for line in before if line ^ 1 in before))
    opponent = before[empty ^ 1]
    lines.move_to_line(stage, entrant=mover, line=empty, by=None, reason=REASON)
    assert frozenset((mover.uid, opponent)) in seats(stage, 1)
    assert frozenset((mover.uid, opponent)) in marked(stage)
    assert_proved(stage)
    undo_newest("moved_to_line")
    assert (lines_of(stage), seats(stage, 1), marked(stage)) == (before, pairs, set())
    other = on(stage, mover_line := empty ^ 1)
    lines.move_to_line(stage, entrant=mover, line=mover_line, by=None, reason=REASON)
    assert lines_of(stage)[mover_line] == mover.uid
    assert LogEntry.objects.filter(code="swapped").count() == 1
    assert other.uid in {uid for pair in marked(stage) for uid in pair}
    assert_proved(stage)


def test_a_whole_bracket_is_played_on_after_a_slot_was_left_by_both() -> None:
    stage = factories.drawn_stage(5)
    before = lines_of(stage)
    alone = [line for line in before if line ^ 1 not in before]
    lines.move_to_line(stage, entrant=on(stage, alone[0]), line=alone[1] ^ 1, by=None, reason=REASON)
    for _round in range(4):
        factories.play_open_matches(stage)
    stage.refresh_from_db()
    assert stage.completed_at is not None
    assert_proved(stage)


def test_every_rule_that_a_move_breaks_is_named_before_it_is_done() -> None:
    event = factories.event()
    entrants = factories.entrants(event, 8)
    for entrant in entrants[:2]:
        entrant.side.players.update(club="Nantes")
    stage = factories.stage(event, options={"seeding": "seeded", "apart": "club"})
    draw.draw(
        stage, by=None, seed="hand", seeds={one.uid: seed for seed, one in enumerate(entrants[:2], start=1)}
    )
    first, second = entrants[0], entrants[1]
    line = StageEntry.objects.get(stage=stage, entrant=first).line
    assert line is not None
    uids = lines.moved_with(stage, entrant=second, line=line ^ 1)
    entries = LogEntry.objects.count()
    preview = foresee_by_hand(
        stage,
        lambda: lines.move_to_line(stage, entrant=second, line=line ^ 1, by=None, reason=REASON),
        entrants=uids,
    )
    assert [breach.code for breach in preview.breaches] == ["line_seed", "line_seeds", "hand_club"]
    assert "leaves the line of that seed" in preview.breaches[0].text
    assert preview.impact.new_matches
    assert LogEntry.objects.count() == entries


@pytest.mark.both_databases
def test_what_cannot_be_moved_is_refused() -> None:
    stage = factories.drawn_stage(4)
    swiss = factories.stage(stage.event, format="swiss")
    stranger = factories.entrant(stage.event)
    one = on(stage, 0)

    def refuse(
        kind: type[Exception], *, of: Stage = stage, who: Entrant = one, line: int = 2, reason: str = REASON
    ) -> None:
        with pytest.raises(kind):
            lines.move_to_line(of, entrant=who, line=line, by=None, reason=reason)

    refuse(NoSuchLine, line=4)
    refuse(NotByLines, of=swiss)
    refuse(NotInStage, who=stranger)
    refuse(ReasonMissing, reason="")
    lines.move_to_line(stage, entrant=one, line=0, by=None, reason=REASON)
    match = factories.open_matches(stage)[0]
    results.start(match, by=factories.owner(stage.event.tournament))
    refuse(MatchBegun)
    assert not LogEntry.objects.filter(code__in=("moved_to_line", "swapped")).exists()
