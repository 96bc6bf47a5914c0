"""How the matches of a generated season end: played, forfeited, broken off, suspended, reopened, corrected."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from matches.errors import DomainError
from matches.models import Match, Player
from rules.match import Side
from tests import factories
from tournaments.actions import results
from tournaments.actions.entrants import teams
from tournaments.actions.hall import suspending
from tournaments.models import is_team_match
from tournaments.queries.entrants.teams import boards_of


@dataclass
class Endings:
    """Ends matches in every way; the ways come from a deck, so that a short season has all of them too."""

    chance: Random
    deck: list[Way | None] = field(default_factory=list)

    def play(self, match: Match) -> None:
        """End a match, or suspend it until the next round."""
        director = factories.director_of(match)
        if is_team_match(match):
            teams.open_boards(match, by=None)
            for board in boards_of(match):
                if not board.match.is_final:
                    self._end(board.match, director)
        elif match.suspensions.filter(resumed_at=None).exists():
            suspending.resume(match, by=director)
            _report(match, director, self.chance)
        else:
            self._end(match, director)

    def _end(self, match: Match, director: Player) -> None:
        """End a match; a way that its format refuses gives way to play."""
        if not self.deck:
            self.deck = [*_WAYS, *[None] * (2 * len(_WAYS))]
            self.chance.shuffle(self.deck)
        way = self.deck.pop()
        if way is not None:
            with suppress(DomainError):
                way(match, director, self.chance)
        match = Match.objects.get(pk=match.pk)
        is_board = hasattr(match, "board")
        if match.is_final or (way in (_suspend, _reopen) and not is_board):
            # What is open now is played in the next round.
            return
        _report(match, director, self.chance)
        if way is _correct_at_once:
            correct(match, self.chance)


def _report(match: Match, director: Player, chance: Random) -> None:
    match = Match.objects.get(pk=match.pk)
    results.report(match, by=director, score=_score(match, chance))


def _score(match: Match, chance: Random) -> tuple[int, int]:
    """A score at the end of a match; whoever was given points has them at least."""
    least = dict.fromkeys(("one", "two"), 0)
    for penalty in match.penalties.filter(voided_at=None):
        least[penalty.to] += penalty.points
    winner = chance.choice(("one", "two"))
    loser = Side(winner).other.value
    low = least[loser]
    points = {winner: match.length, loser: chance.randrange(low, max(low + 1, match.length))}
    return points["one"], points["two"]


def _forfeit(match: Match, director: Player, chance: Random) -> None:
    loser = chance.choice(("one", "two", "one", "two", None))
    outcome = chance.choice(("forfeit", "forfeit", "walkover"))
    results.forfeit(match, by=director, loser=loser, outcome=outcome, reason="Did not come.")


def _retire(match: Match, director: Player, chance: Random) -> None:
    score = (1, 0) if chance.random() < 0.7 and match.length > 1 else None
    loser = chance.choice(("one", "two"))
    results.forfeit(match, by=director, loser=loser, outcome="retired", score=score, reason="Ill.")


def _disqualify(match: Match, director: Player, chance: Random) -> None:
    loser = chance.choice(("one", "two"))
    results.forfeit(match, by=director, loser=loser, outcome="disqualified", reason="Cheated.")


def _settle(match: Match, director: Player, chance: Random) -> None:
    winner = chance.choice(("one", "two"))
    results.report(match, by=director, outcome="settled", winner=winner, score=(0, 0), reason="Settled.")


def _penalise(match: Match, director: Player, chance: Random) -> None:
    to = chance.choice(("one", "two"))
    results.penalise(match, by=director, to=to, points=1, reason="Late.")


def _lengthen(match: Match, director: Player, chance: Random) -> None:
    results.change_length(match, by=director, length=match.length + 2, reason="Time is left.")


def _reopen(match: Match, director: Player, chance: Random) -> None:
    """A result that is taken back; another one is entered later."""
    _report(match, director, chance)
    results.take_back_result(Match.objects.get(pk=match.pk), by=director)


def _suspend(match: Match, director: Player, _chance: Random) -> None:
    suspending.suspend(match, by=director, score=(0, 0))


def _correct_at_once(_match: Match, _director: Player, _chance: Random) -> None:
    """A match that is played like most, and corrected before the next round."""


Way = Callable[[Match, Player, Random], None]
_WAYS: tuple[Way, ...] = (
    *(_forfeit, _forfeit, _retire, _disqualify, _settle, _penalise),
    *(_lengthen, _reopen, _suspend, _correct_at_once, _correct_at_once),
)


def correct(match: Match, chance: Random) -> bool:
    """Turn a result round, if nothing that follows has begun; return whether it was."""
    match = Match.objects.get(pk=match.pk)
    loser = chance.randrange(match.length)
    score = (loser, match.length) if match.winner == "one" else (match.length, loser)
    try:
        results.correct(
            match,
            by=factories.director_of(match),
            score=score,
            reason=f"Mixed up: {score}, {chance.random()}.",
        )
    except DomainError:
        return False
    return True
