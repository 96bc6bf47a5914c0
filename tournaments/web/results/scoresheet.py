"""The scoresheet form: the games of a match, one per line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.errors import Refused
from rules.game import Ended, GameScore, Result
from rules.live_cube import largest_live_cube
from rules.match import MatchScore, Side
from rules.scoresheet import Conditions, GameLine, Tally, tally
from tournaments.web.frame.form_fields import offer
from tournaments.web.frame.numbers import number_typed

# More lines than any match needs; the action enforces the real limit.
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
_CUBES = [1 << power for power in range(11)]
_UNTOUCHED = {"winner": "", "result": Result.SINGLE.value, "cube": "1", "ended": Ended.BORNE_OFF.value}

Names = tuple[str, str]


class GameForm(forms.Form):
    """A form for one game: winner, result, cube and how the game ended."""

    winner = forms.ChoiceField(label=_("Winner"), widget=forms.RadioSelect)
    result = forms.ChoiceField(label=_("Result"), choices=_RESULTS, widget=forms.RadioSelect)
    cube = forms.ChoiceField(label=_("Cube"), choices=[(str(cube), str(cube)) for cube in _CUBES])
    ended = forms.ChoiceField(label=_("How it ended"), choices=_ENDED)

    def __init__(self, data: Mapping[str, str] | None, *, names: Names, **kwargs: Any) -> None:
        super().__init__(data, use_required_attribute=False, **kwargs)
        offer(self, "winner", list(zip((side.value for side in Side), names, strict=True)))

    @property
    def game(self) -> GameScore | None:
        """Return the game, or None if a field is missing or invalid."""
        if not self.is_valid():
            return None
        data = self.cleaned_data
        return GameScore(
            Side(data["winner"]), Result(data["result"]), int(data["cube"]), Ended(data["ended"])
        )

    def offer(self, largest: int, *, has_other: bool) -> None:
        """List the cube values up to the largest useful one first, then any others.

        A typed value is always listed, so that it stays valid.
        """
        useful = [(str(cube), str(cube)) for cube in _CUBES if cube <= largest]
        value = self["cube"].value()
        rest = [
            (str(cube), str(cube)) for cube in _CUBES if cube > largest and (has_other or str(cube) == value)
        ]
        widget = self.fields["cube"].widget
        assert isinstance(widget, forms.Select)  # noqa: S101 - narrows the type for mypy
        widget.choices = [*useful, (_("Other values"), rest)] if rest else useful


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the scoresheet with its form and its tally.

    `game_line` is None until the game is complete. `is_open` is False if the fields are collapsed.
    """

    index: int
    form: GameForm
    before: tuple[int, int]
    is_crawford: bool
    is_open: bool
    game_line: GameLine | None
    refusals: tuple[Refused, ...]

    @property
    def number(self) -> int:
        """Return the number of the game, counted from 1."""
        return self.index + 1


class Scoresheet:
    """The typed games of a match, tallied under the conditions of the match.

    In the Crawford game only the desk is offered other cube values.
    """

    def __init__(
        self,
        names: Names,
        conditions: Conditions,
        rows: Iterable[Mapping[str, str]] = (),
        *,
        is_desk: bool = False,
    ) -> None:
        self.names = names
        self.conditions = conditions
        self.is_desk = is_desk
        self.rows = [dict(row) for row in rows][:MOST_LINES] or [dict(_UNTOUCHED)]
        self._add_up()

    @staticmethod
    def rows_of(games: Iterable[GameScore]) -> list[dict[str, str]]:
        """Return the rows of a scoresheet with these games."""
        return [
            {
                "winner": game.winner.value,
                "result": game.result.value,
                "cube": str(game.cube),
                "ended": game.ended.value,
            }
            for game in games
        ]

    @staticmethod
    def rows_typed(data: Mapping[str, str]) -> list[dict[str, str]]:
        """Return the submitted rows, with one added or removed as the pressed button requests."""
        button = data.get("do", "")
        rows = _rows_of(data)
        number = number_typed(button.removeprefix("remove-"))
        if number is not None and number < len(rows):
            del rows[number]
        return [*rows, dict(_UNTOUCHED)] if button == "add" else rows

    @property
    def games(self) -> tuple[GameScore, ...]:
        """Return the complete games in order."""
        return tuple(game for game in self._games if game is not None)

    @property
    def has_gaps(self) -> bool:
        """Whether a line is incomplete, so that the sheet cannot be submitted."""
        return any(
            game is None and row != _UNTOUCHED for game, row in zip(self._games, self.rows, strict=True)
        )

    @property
    def winner_name(self) -> str:
        """Return the name of the winner by the tally, or an empty string."""
        return "" if self.tally.winner is None else self.names[list(Side).index(self.tally.winner)]

    @property
    def new_line(self) -> Line:
        """Return the empty line that the page's script copies to add a line offline."""
        form = GameForm(None, prefix="new", initial=_UNTOUCHED, names=self.names)
        return Line(-1, form, (0, 0), is_crawford=False, is_open=True, game_line=None, refusals=())

    @property
    def about(self) -> str:
        """Return the data for the page's offline tally as JSON."""
        about = {
            "names": self.names,
            "conditions": asdict(self.conditions),
            "is_desk": self.is_desk,
            "most_lines": MOST_LINES,
            "words": script_words(),
        }
        return json.dumps(about)

    def _add_up(self) -> None:
        self._forms = [
            # An empty line is not an error.
            GameForm(
                None if row == _UNTOUCHED else _prefixed(row, index),
                prefix=f"g{index}",
                initial=_UNTOUCHED,
                names=self.names,
            )
            for index, row in enumerate(self.rows)
        ]
        self._games = [form.game if form.is_bound else None for form in self._forms]
        self.tally: Tally = tally(self.conditions, games=self.games)
        self.lines = [self._line(index) for index in range(len(self.rows))]

    def _line(self, index: int) -> Line:
        place = sum(game is not None for game in self._games[:index])
        is_complete = self._games[index] is not None
        line = self.tally.lines[place] if is_complete and place < len(self.tally.lines) else None
        refusals = tuple(
            Refused.of(refusal) for refusal in self.tally.refusals if is_complete and refusal.game == place
        )
        if line is not None:
            before, length, is_crawford = line.before, line.length, line.is_crawford
        else:
            so_far = tally(self.conditions, games=self.games[:place])
            before, length, is_crawford = so_far.score, so_far.length, so_far.next_is_crawford
        score = MatchScore(length, *before, crawford_done=not is_crawford)
        self._forms[index].offer(
            largest_live_cube(score, self.conditions.cube_cap),
            has_other=self.is_desk or not is_crawford,
        )
        return Line(
            index=index,
            form=self._forms[index],
            before=before,
            is_crawford=is_crawford,
            is_open=line is None or bool(refusals) or index == len(self.rows) - 1,
            game_line=line,
            refusals=refusals,
        )


def _prefixed(row: Mapping[str, str], index: int) -> dict[str, str]:
    """Return the row with the field names of its prefixed form."""
    return {f"g{index}-{name}": value for name, value in row.items()}


def _rows_of(data: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the submitted rows; the field `lines` holds their number."""
    count = min(number_typed(data.get("lines", "")) or 0, MOST_LINES)
    return [
        {name: data.get(f"g{index}-{name}", untouched) for name, untouched in _UNTOUCHED.items()}
        for index in range(count)
    ]


def script_words() -> dict[str, str]:
    """Return the texts by key in the reader's language."""
    result = {"result": "{result}"}
    return {
        "game": gettext("Game %(number)s") % {"number": "{number}"},
        "remove": gettext("Remove game %(number)s") % {"number": "{number}"},
        "crawford": gettext("Crawford: no cube"),
        "at": gettext("at %(one)s–%(two)s") % {"one": "{one}", "two": "{two}"},
        "won": gettext("%(winner)s has won the match. Check the games, then send.") % {"winner": "{winner}"},
        "single": pgettext("result of a game", "single"),
        "gammon": pgettext("result of a game", "gammon"),
        "backgammon": pgettext("result of a game", "backgammon"),
        "cube": gettext("%(result)s, cube %(cube)s") % {**result, "cube": "{cube}"},
        "drop": gettext("%(result)s, double dropped") % result,
        "resigned": gettext("%(result)s, resigned") % result,
        "other": gettext("Other values"),
        "gap": gettext("A line is not complete. Say who won that game, or remove the line."),
        "kept": gettext("Kept on this phone, not sent yet."),
        "unchecked": gettext(
            "Kept on this phone, not sent yet. No connection: the score is not checked yet."
        ),
        "unkept": gettext(
            "This browser keeps nothing: what you type is lost with the page, so send it first."
        ),
        "sent": gettext("Sent."),
        "begin_anew": gettext("Start over"),
        "sure": gettext("Forget every game on this sheet?"),
    }
