"""The winner of a resigned game, determined from all evidence in a record.

A game that ends on the board or with a drop proves its own winner. A resignation leaves no such proof:
programs write it in a column, beside a roll, as a roll left unplayed, or in the next score alone, and
these may contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from .match import MatchScore, Side
from .problem import Finding
from .transcript import Entry, EntryKind, GameRecord, Note, Transcript

# One server writes the final score of a match where others write ratings: `Player 1 Elo "5,00/0"`.
_FINAL_POINTS = re.compile(r"(\d{1,3}+),00/0")


class Trace(StrEnum):
    """A kind of evidence for the winner of a game, heaviest first, with its `weight`."""

    weight: int

    NEXT_SCORE = "next_score", 9
    """The next score line, where a later one builds on it."""
    FINAL_SCORE = "final_score", 9
    """The final score in the header."""
    RESULT = "result", 4
    """The result in the column of a side."""
    LOSS = "loss", 4
    """A word of loss or resignation in the column of a side, or beside its roll."""
    LONE_SCORE = "lone_score", 3
    """The next score line, where no later one tells whether it is a slip."""
    MATCH = "match", 3
    """“And the match”, where only one side could win it."""
    OPEN_ROLL = "open_roll", 2
    """A roll that was not played: its side resigned."""
    TURN = "turn", 1
    """Whose turn it was: that side resigned."""

    def __new__(cls, code: str, weight: int) -> Trace:
        """The member of a code, with its weight."""
        trace = str.__new__(cls, code)
        trace._value_, trace.weight = code, weight
        return trace


_OF_TURNS = frozenset({Trace.OPEN_ROLL, Trace.TURN})
_PROOFS = (Trace.NEXT_SCORE, Trace.FINAL_SCORE)
# With a smaller difference between both sides the evidence is not clear.
_CLEAR_MARGIN = 2


class Aftermath(NamedTuple):
    """The scores stated after a game: the next score lines, and for the last game the header's final score.

    `result` is what the next game itself says of its winner and points. All have the columns of the first score line.
    """

    scores: tuple[tuple[int, int], ...] = ()
    final: tuple[int, int] | None = None
    result: tuple[Side, int] | None = None


def aftermath(transcript: Transcript, index: int) -> Aftermath:
    """The scores stated after the game with this index."""
    scores: list[tuple[int, int]] = []
    previous = transcript.games[index]
    for record in transcript.games[index + 1 : index + 3]:
        if record.score is None or record.number > previous.number + 1:
            break
        scores.append(_in_columns(transcript, record, record.score))
        previous = record
    if index == len(transcript.games) - 1:
        return Aftermath(tuple(scores), final_score(transcript))
    result = _result(transcript, transcript.games[index + 1]) if len(scores) > 1 else None
    return Aftermath(tuple(scores), result=result)


def final_score(transcript: Transcript) -> tuple[int, int] | None:
    """The final score of the header, side one first; `None` if it states none."""
    tags = transcript.tags
    points = [_FINAL_POINTS.fullmatch(tags.get(f"Player {number} Elo", "")) for number in (1, 2)]
    if not (points[0] and points[1]):
        return None
    final = (int(points[0][1]), int(points[1][1]))
    names = (tags.get("Player 1"), tags.get("Player 2"))
    is_reversed = names == transcript.players[::-1] != transcript.players
    return final[::-1] if is_reversed else final


def _result(transcript: Transcript, record: GameRecord) -> tuple[Side, int] | None:
    """Winner and points of a game as its result line states them in a column."""
    wins = [entry for entry in record.entries if entry.kind is EntryKind.WIN]
    if len(wins) != 1 or not wins[0].is_placed or not wins[0].value:
        return None
    is_reversed = record.players == transcript.players[::-1] != transcript.players
    return wins[0].side.other if is_reversed else wins[0].side, wins[0].value


def _in_columns(transcript: Transcript, record: GameRecord, score: tuple[int, int]) -> tuple[int, int]:
    """A score in the columns of the first score line, even if a later game exchanged the names."""
    is_reversed = record.players == transcript.players[::-1] != transcript.players
    return score[::-1] if is_reversed else score


class Weighed(NamedTuple):
    """The winner of a resigned game, with the evidence for and against, heaviest first.

    `finding` is what there is to say of traces that contradict each other, or of a winner by the turn
    alone. The turn is no contradiction: a player may resign out of turn.
    """

    winner: Side
    reliance: tuple[Trace, ...]
    contradictions: tuple[Trace, ...]
    finding: Finding | None = None

    @property
    def is_proved(self) -> bool:
        """Whether a score of the record itself confirms the winner."""
        return any(proof in self.reliance for proof in _PROOFS)


class ResultEvidence:
    """Collects the evidence for the winner of one game, and weighs it."""

    def __init__(self, before: MatchScore, aftermath: Callable[[], Aftermath]) -> None:
        self._before = before
        # Computed on demand, because most games are not resigned.
        self._aftermath = aftermath
        self._traces: list[tuple[Trace, Side]] = []

    def add(self, trace: Trace, winner: Side) -> None:
        """Add evidence that a side won."""
        if (trace, winner) not in self._traces:
            self._traces.append((trace, winner))

    def discard(self, trace: Trace, winner: Side) -> None:
        """Take evidence away that something later has ended."""
        if (trace, winner) in self._traces:
            self._traces.remove((trace, winner))

    def weighed(self, entry: Entry | None, turn: Side | None) -> Weighed | None:
        """The winner by all evidence; `None` if there is none.

        `entry` is the entry of the result, and `turn` the side that had to act.
        """
        traces = [*self._traces, *self._of_result(entry), *self._of_scores(entry)]
        if turn and all(trace is not Trace.OPEN_ROLL for trace, _ in traces):
            traces.append((Trace.TURN, turn.other))
        if not traces:
            return None
        balance = sum(trace.weight if side is Side.ONE else -trace.weight for trace, side in traces)
        winner = Side.ONE if balance > 0 else Side.TWO
        if balance == 0 and entry:
            winner = entry.side
        reliance = _in_order(trace for trace, side in traces if side is winner)
        contradictions = _in_order(trace for trace, side in traces if side is not winner)
        finding = _finding(reliance, contradictions, is_clear=abs(balance) >= _CLEAR_MARGIN)
        return Weighed(winner, reliance, contradictions, finding)

    def proved(self) -> tuple[Side, int] | None:
        """The winner and the points of a game without a result, where the scores after it prove both."""
        after = self._aftermath()
        score = after.final
        if len(after.scores) > 1 and _one_side(*after.scores[:2]):
            score = after.scores[0]
        winner = self._gained(score, None) if score else None
        return (winner, sum(score) - sum(self._before.points)) if winner and score else None

    def placed(self, entry: Entry, turn: Side | None) -> Entry:
        """A result or resignation in no column, assigned to the side that the evidence so far indicates."""
        is_win = entry.kind is EntryKind.WIN
        weighed = self.weighed(entry if is_win else None, turn)
        if weighed is None:
            return entry
        return entry._replace(side=weighed.winner if is_win else weighed.winner.other)

    def _of_result(self, entry: Entry | None) -> Iterator[tuple[Trace, Side]]:
        if entry is None:
            return
        if entry.is_placed:
            yield Trace.RESULT, entry.side
        if entry.note is Note.MATCH and (winner := self._match_winner(entry.value)):
            yield Trace.MATCH, winner

    def _of_scores(self, entry: Entry | None) -> Iterator[tuple[Trace, Side]]:
        after = self._aftermath()
        value = entry.value if entry else None
        if value and entry and not entry.is_placed and (winner := self._of_later_score(after, value)):
            yield Trace.LONE_SCORE, winner
        elif after.scores and (winner := self._gained(after.scores[0], value)):
            trace = self._score_trace(after, entry, value)
            if trace:
                yield trace, winner
        if after.final and (winner := self._gained(after.final, None)):
            yield Trace.FINAL_SCORE, winner

    def _of_later_score(self, after: Aftermath, value: int) -> Side | None:
        """The only winner whom the second score line shows, where the first one is a slip for it."""
        if len(after.scores) < 2 or self._before.winner:
            return None
        following, later = after.scores
        won = {side: self._before.with_points(side, value).points for side in Side}
        if after.result:
            sides = [side for side, score in won.items() if _after(score, after.result) == later]
        else:
            sides = [] if _one_side(following, later) else list(won)
        sides = [side for side in sides if _one_side(won[side], later)]
        return sides[0] if len(sides) == 1 and won[sides[0]] != following else None

    def _score_trace(self, after: Aftermath, entry: Entry | None, value: int | None) -> Trace | None:
        """The weight of the next score line, which is lower if a later line shows that it is a slip.

        Where the later line follows from this score and from the result alike, the result of the next game tells.
        """
        if len(after.scores) < 2:
            return Trace.LONE_SCORE
        following, later = after.scores
        is_followed = _one_side(following, later) is not None
        if entry and entry.is_placed and value:
            by_result = self._before.with_points(entry.side, value).points
            if by_result != following and _one_side(by_result, later):
                if after.result and _after(following, after.result) == later:
                    return Trace.NEXT_SCORE
                return Trace.LONE_SCORE if is_followed else None
        return Trace.NEXT_SCORE if is_followed else Trace.LONE_SCORE

    def _gained(self, after: tuple[int, int], value: int | None) -> Side | None:
        """The only side with more points afterwards, if they are as many as the result states."""
        before = self._before.points
        side = None if self._before.winner else _one_side(before, after)
        gain = sum(after) - sum(before)
        return side if value in {None, gain} else None

    def _match_winner(self, value: int | None) -> Side | None:
        """The only side that would have won the match with these points."""
        length = self._before.length
        if length is None or value is None:
            return None
        winners = [side for side in Side if value >= length - self._before.of(side)]
        return winners[0] if len(winners) == 1 else None


def _finding(
    reliance: tuple[Trace, ...], contradictions: tuple[Trace, ...], *, is_clear: bool
) -> Finding | None:
    """The finding about evidence that is contradictory, or too weak to be contradicted."""
    if not contradictions and _OF_TURNS.issuperset(reliance):
        return Finding.WON_BY_TURN
    against = [trace for trace in contradictions if trace is not Trace.TURN]
    is_proved = any(proof in reliance for proof in _PROOFS)
    # A result in the column of the loser is a finding of the match, which knows the scores.
    if not against or (against == [Trace.RESULT] and is_proved):
        return None
    return Finding.TRACES_DIFFER if is_clear and Trace.RESULT not in against else Finding.WINNER_IN_DOUBT


def _after(score: tuple[int, int], result: tuple[Side, int]) -> tuple[int, int]:
    """The score after one more result."""
    winner, points = result
    one, two = score
    return (one + points, two) if winner is Side.ONE else (one, two + points)


def _one_side(before: tuple[int, int], after: tuple[int, int]) -> Side | None:
    """The only side that gained points between two scores."""
    one, two = after[0] - before[0], after[1] - before[1]
    if one > 0 and two == 0:
        return Side.ONE
    return Side.TWO if two > 0 and one == 0 else None


def _in_order(traces: Iterable[Trace]) -> tuple[Trace, ...]:
    return tuple(sorted(traces, key=lambda trace: -trace.weight))
