"""Template context of a dispute file: exhibits, rulings and the appeal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from matches.models import (
    Appeal,
    AppealDecision,
    CommitteeMember,
    Dispute,
    Exhibit,
    ExhibitKind,
    Match,
    Player,
    Report,
    Ruling,
    is_same_person,
)
from matches.queries import appeals_of, majority, situation
from rules.diagram import svg
from rules.match import Side
from rules.notation import xgid as notation
from rules.state import State
from tournaments.access import Visitor, tournament_of


@dataclass(frozen=True, slots=True)
class ShownExhibit:
    """An exhibit for display, with its position as SVG or its clock times as text.

    `board` shows player X at the bottom. `clocks` lists the clock of side one first.
    """

    exhibit: Exhibit
    board: str = ""
    clocks: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class ShownAppeal:
    """An appeal with its committee; `outcome` is the majority vote, or None without one."""

    appeal: Appeal
    seats: Sequence[CommitteeMember]
    outcome: str | None

    @property
    def is_open(self) -> bool:
        """Whether the committee has not decided yet."""
        return self.appeal.decided_at is None


def shown_exhibits(dispute: Dispute) -> list[ShownExhibit]:
    """Return the exhibits of a dispute, oldest first, in one query that defers the photos."""
    rows = dispute.exhibits.select_related("by", "record")
    exhibits = list(rows.defer("photo", "record__data", "record__findings"))
    for exhibit in exhibits:
        if exhibit.record is not None:
            # The name that a record shows depends on the sides of its match.
            exhibit.record.match = dispute.match
    return [_shown(exhibit, number) for number, exhibit in enumerate(exhibits)]


def shown_appeal(dispute: Dispute) -> ShownAppeal | None:
    """Return the newest appeal of a dispute, or None, in two queries."""
    appeal = next(reversed(appeals_of(dispute)), None)
    if appeal is None:
        return None
    appeal.ruling.match = dispute.match
    return ShownAppeal(appeal, list(appeal.committee.all()), majority(appeal))


def file_of(dispute: Dispute, visitor: Visitor) -> dict[str, Any]:
    """Return the template context of a dispute file, including the visitor's permissions."""
    # A ruling closes the dispute, and without one there is nothing to appeal against.
    of_match = [] if dispute.is_open else list(dispute.match.rulings.select_related("by", "report"))
    rulings = [ruling for ruling in of_match if ruling.dispute_id == dispute.pk]
    appeal = shown_appeal(dispute) if rulings else None
    side = visitor.side_in(dispute.match)
    directs = visitor.may_direct(tournament_of(dispute))
    is_part = side is not None or directs
    is_open = dispute.is_open or (appeal is not None and appeal.is_open)
    player = visitor.player_in(tournament_of(dispute))
    return {
        "exhibits": shown_exhibits(dispute),
        "rulings": rulings,
        "appeal": appeal,
        "later": _later(of_match, appeal),
        "own_seat": _own_seat(appeal, player),
        "may_add": is_part and is_open,
        "may_appeal": is_part and bool(rulings) and appeal is None,
        "may_take_back": appeal is not None and appeal.is_open and is_part and player is not None,
        "may_judge": directs and side is None and appeal is not None and appeal.is_open,
    }


def newest_reports(match: Match) -> list[Report]:
    """Return the newest report of each side, side one first, in two queries."""
    newest = situation(match).newest
    reports = [newest[side] for side in sorted(newest)]
    for report in reports:
        report.match = match
    prefetch_related_objects(reports, "by")
    return reports


def _later(rulings: Sequence[Ruling], appeal: ShownAppeal | None) -> Ruling | None:
    """Return the new ruling that followed from an overturned appeal, or None."""
    if appeal is None or (decided_at := appeal.appeal.decided_at) is None:
        return None
    if appeal.appeal.decision != AppealDecision.OVERTURNED:
        return None
    first = appeal.appeal.ruling_id
    newer = [ruling for ruling in rulings if ruling.pk > first and ruling.at <= decided_at]
    return max(newer, key=lambda ruling: ruling.pk, default=None)


def _own_seat(appeal: ShownAppeal | None, player: Player | None) -> CommitteeMember | None:
    if appeal is None or not appeal.is_open:
        return None
    return next((seat for seat in appeal.seats if is_same_person(seat.player, player)), None)


def _shown(exhibit: Exhibit, number: int) -> ShownExhibit:
    if exhibit.kind == ExhibitKind.POSITION:
        return ShownExhibit(exhibit, board=_board(exhibit.xgid, number))
    if exhibit.kind == ExhibitKind.CLOCKS:
        return ShownExhibit(exhibit, clocks=(_clock(exhibit.clock_one), _clock(exhibit.clock_two)))
    return ShownExhibit(exhibit)


def _board(xgid: str, number: int) -> str:
    """Return an XGID position as SVG, with player X at the bottom."""
    state = notation.decode(xgid)
    is_below = state.on_roll is Side.ONE
    return svg(
        state.position if is_below else state.position.swapped(),
        title=_("The position, X below"),
        description=xgid,
        turn=state.on_roll,
        dice=state.dice,
        cube=state.cube,
        labels=(_score(state, 0), _score(state, 1)),
        ident=f"exhibit{number}",
    )


def _score(state: State, side: int) -> str:
    points = state.score[side]
    return f"{points}/{state.length}" if state.length else str(points)


def _clock(seconds: int | None) -> str:
    return "–" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"
