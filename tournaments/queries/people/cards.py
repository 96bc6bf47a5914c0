"""The cards of a player's open matches: what to do now, with the report that is to be answered or waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from matches.database.prepared import prepared
from matches.models import UNSPOKEN, Player, Report
from rules.match import Side
from tournaments.models import EventKind
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine

_ASKING = (SlotState.OPEN, SlotState.PLAYING)


@dataclass(frozen=True, slots=True)
class MatchCard:
    """An open match of a player, with the newest report of each side while one waits for an answer.

    `to_answer` is the opponent's report that the player can confirm, `own_report` the one of the own side that waits.
    """

    line: MatchLine
    to_answer: Report | None = None
    own_report: Report | None = None
    is_own_word: bool = False
    """Whether the player made the own report, and no partner."""

    @property
    def own(self) -> Side:
        """The side of the player; the first one where nobody's list is shown."""
        return self.line.own_side or Side.ONE

    @property
    def is_of_several(self) -> bool:
        """Whether a side of the match is a pair."""
        return self.line.event.kind == EventKind.DOUBLES

    @property
    def asks_for_result(self) -> bool:
        """Whether the match waits for a report of its players."""
        return not self.line.is_team_match and self.line.state in _ASKING

    @property
    def is_called(self) -> bool:
        """Whether the match has a table and waits to be played there."""
        return bool(self.line.table) and self.line.state in _ASKING

    @property
    def is_answered(self) -> bool:
        """Whether a report waits for an answer, so that the result comes before the terms of the match."""
        return self.to_answer is not None or self.own_report is not None

    @property
    def template(self) -> str:
        """The template of what the player does next: answer a report, wait, tell the result, or only look."""
        if self.to_answer is not None:
            step = "answer"
        elif self.own_report is not None:
            step = "waiting"
        else:
            step = "result" if self.asks_for_result else "look"
        return f"me/_card_{step}.html"


def match_cards(player: Player, lines: Sequence[MatchLine]) -> list[MatchCard]:
    """Return the cards of these lines, called matches first; one query if a report waits."""
    reported = tuple(line.match.pk for line in lines if _waits(line))
    newest: dict[tuple[int, str], Report] = {}
    for report in _reports_of(reported):
        newest[report.match_id, report.source] = report
    cards = [_card(player, line, newest) for line in lines]
    return sorted(cards, key=lambda card: (card.to_answer is None, not card.is_called))


def _waits(line: MatchLine) -> bool:
    return line.state is SlotState.REPORTED and not line.has_boards and line.own_side is not None


def _card(player: Player, line: MatchLine, newest: dict[tuple[int, str], Report]) -> MatchCard:
    if not _waits(line) or line.own_side is None:
        return MatchCard(line)
    own, theirs = (newest.get((line.match.pk, side.value)) for side in (line.own_side, line.own_side.other))
    for report in (own, theirs):
        if report is not None:
            report.match = line.match
    # The older of two reports is answered by the newer one.
    if theirs is not None and (own is None or own.pk < theirs.pk):
        return MatchCard(line, to_answer=theirs)
    return MatchCard(line, own_report=own, is_own_word=own is not None and own.by_id == player.pk)


@prepared
def _reports_of(matches: tuple[int, ...]) -> QuerySet[Report]:
    return Report.objects.filter(match__in=matches).exclude(UNSPOKEN).order_by("pk")
