"""The scoresheet: the games of a match, line by line as on paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.errors import Refused
from matches.models import Match
from rules.game import Ended, GameScore, Result
from rules.match import Side
from rules.scoresheet import Conditions, GameLine, Tally, tally
from tournaments.web.numbers import number_typed

# More lines than any match has; the action refuses more by its own limit.
MOST_LINES = 200

_RESULTS = [
    (Result.SINGLE, pgettext_lazy("result of a game", "Single")),
    (Result.GAMMON, pgettext_lazy("result of a game", "Gammon")),
    (Result.BACKGAMMON, pgettext_lazy("result of a game", "Backgammon")),
]
_ENDED = [
    (Ended.BORNE_OFF, _("Played to the end")),
    (Ended.DROP, _("Double dropped")),
    (Ended.RESIGNED, _("Resigned")),
]
_CUBES = [(str(1 << power), str(1 << power)) for power in range(11)]
_UNTOUCHED = {"winner": "", "result": Result.SINGLE.value, "cube": "1", "ended": Ended.BORNE_OFF.value}


class GameForm(forms.Form):
    """One line: who won, how, with which cube, and how the game ended."""

    winner = forms.ChoiceField(label=_("Winner"), widget=forms.RadioSelect)
    result = forms.ChoiceField(label=_("Result"), choices=_RESULTS, widget=forms.RadioSelect)
    cube = forms.ChoiceField(label=_("Cube"), choices=_CUBES)
    ended = forms.ChoiceField(label=_("How it ended"), choices=_ENDED)

    def __init__(self, data: Mapping[str, str] | None, *, match: Match, **kwargs: Any) -> None:
        super().__init__(data, use_required_attribute=False, **kwargs)
        winner = self.fields["winner"]
        assert isinstance(winner, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        winner.choices = [(Side.ONE.value, match.one.name), (Side.TWO.value, match.two.name)]

    @property
    def game(self) -> GameScore | None:
        """The game, None while something in it is missing or wrong."""
        if not self.is_valid():
            return None
        said = self.cleaned_data
        return GameScore(
            Side(said["winner"]), Result(said["result"]), int(said["cube"]), Ended(said["ended"])
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet as it is shown: the form, and what the tally makes of it.

    `added` is None while the game is not complete. `is_open` says that its fields
    are shown at once, and not folded away behind the result.
    """

    index: int
    form: GameForm
    before: tuple[int, int]
    is_crawford: bool
    is_open: bool
    added: GameLine | None
    refusals: tuple[Refused, ...]

    @property
    def number(self) -> int:
        """The number of the game as players count."""
        return self.index + 1


class Scoresheet:
    """The lines somebody has typed, added up under the conditions of the match."""

    def __init__(self, match: Match, conditions: Conditions, rows: Iterable[Mapping[str, str]]) -> None:
        self.match = match
        self.conditions = conditions
        self.rows = [dict(row) for row in rows][:MOST_LINES] or [dict(_UNTOUCHED)]
        self._add_up()

    @classmethod
    def of_games(cls, match: Match, conditions: Conditions, games: Iterable[GameScore]) -> Scoresheet:
        """The sheet with these games on it, to go on from."""
        rows = [
            {
                "winner": game.winner.value,
                "result": game.result.value,
                "cube": str(game.cube),
                "ended": game.ended.value,
            }
            for game in games
        ]
        return cls(match, conditions, rows)

    @classmethod
    def typed(cls, match: Match, conditions: Conditions, data: Mapping[str, str]) -> Scoresheet:
        """The sheet as it was sent, changed as its buttons ask: a line more, or one removed.

        A `check` after a change adds the next line by itself once every game is complete.
        """
        asked = data.get("do", "")
        rows = _rows_of(data)
        removed = number_typed(asked.removeprefix("remove-"))
        if removed is not None and removed < len(rows):
            del rows[removed]
        sheet = cls(match, conditions, rows)
        if asked == "add" or (asked == "check" and sheet.goes_on):
            sheet = cls(match, conditions, [*rows, _UNTOUCHED])
        opened = number_typed(data.get("open", ""))
        sheet.lines = [replace(line, is_open=line.is_open or line.index == opened) for line in sheet.lines]
        return sheet

    @property
    def games(self) -> tuple[GameScore, ...]:
        """The complete games in order."""
        return tuple(game for game in self._games if game is not None)

    @property
    def goes_on(self) -> bool:
        """Whether another game follows: every line is complete and nobody has won yet."""
        return None not in self._games and self.tally.winner is None

    @property
    def has_gaps(self) -> bool:
        """Whether a line is half filled in, so that the sheet cannot be sent."""
        return any(
            game is None and row != _UNTOUCHED for game, row in zip(self._games, self.rows, strict=True)
        )

    def _add_up(self) -> None:
        self._forms = [
            # An empty line is no mistake: it waits for the next game.
            GameForm(
                None if row == _UNTOUCHED else _prefixed(row, index),
                prefix=f"g{index}",
                initial=_UNTOUCHED,
                match=self.match,
            )
            for index, row in enumerate(self.rows)
        ]
        self._games = [form.game if form.is_bound else None for form in self._forms]
        self.tally: Tally = tally(self.conditions, games=self.games)
        self.lines = [self._line(index) for index in range(len(self.rows))]

    def _line(self, index: int) -> Line:
        place = sum(game is not None for game in self._games[:index])
        is_complete = self._games[index] is not None
        added = self.tally.lines[place] if is_complete and place < len(self.tally.lines) else None
        refusals = tuple(
            Refused.of(refusal) for refusal in self.tally.refusals if is_complete and refusal.game == place
        )
        if added is not None:
            before, is_crawford = added.before, added.is_crawford
        else:
            so_far = tally(self.conditions, games=self.games[:place])
            before, is_crawford = so_far.score, so_far.next_is_crawford
        return Line(
            index=index,
            form=self._forms[index],
            before=before,
            is_crawford=is_crawford,
            is_open=added is None or bool(refusals) or index == len(self.rows) - 1,
            added=added,
            refusals=refusals,
        )


def _prefixed(row: Mapping[str, str], index: int) -> dict[str, str]:
    """The row under the names its form uses."""
    return {f"g{index}-{name}": value for name, value in row.items()}


def _rows_of(data: Mapping[str, str]) -> list[dict[str, str]]:
    """The lines of a sheet as they were sent; their number stands in `lines`."""
    count = min(number_typed(data.get("lines", "")) or 0, MOST_LINES)
    return [
        {name: data.get(f"g{index}-{name}", untouched) for name, untouched in _UNTOUCHED.items()}
        for index in range(count)
    ]
