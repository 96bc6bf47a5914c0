"""The content of the page of a ladder: standings, challenges, and the entrants within reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.access import Visitor
from tournaments.models import Entrant, Stage
from tournaments.queries.draws.bracket import BracketView, view_of
from tournaments.queries.draws.standings import StandingView
from tournaments.queries.entrants.challenges import ChallengeLine, challenges, within_reach
from tournaments.queries.state import state_of_read
from tournaments.web.frame.form_fields import offer

# The largest number of past challenges on the page.
_LATEST = 20


class ChallengeForm(forms.Form):
    """The entrant to challenge, among those within reach."""

    challenged = forms.ChoiceField(label=_("Whom do you challenge?"), widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, reach: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        offer(self, "challenged", reach)


class DirectedChallengeForm(forms.Form):
    """A challenge between any two entrants, entered by a director."""

    challenger = forms.ChoiceField(label=_("Challenger"))
    challenged = forms.ChoiceField(label=_("Who is challenged"))

    def __init__(self, data: Any = None, *, ladder: Sequence[tuple[str, str]]) -> None:
        super().__init__(data, prefix="directed")
        for name in ("challenger", "challenged"):
            offer(self, name, [("", "–"), *ladder])


@dataclass(frozen=True, slots=True)
class LadderPage:
    """The content of a ladder's page for a visitor; `own` is the visitor's entrant.

    `form` is set if the visitor may challenge somebody now, `directed` for a director while the ladder is open.
    """

    bracket: BracketView
    challenges: Sequence[ChallengeLine]
    own: Entrant | None
    form: ChallengeForm | None
    directed: DirectedChallengeForm | None

    @property
    def lines(self) -> Sequence[StandingView]:
        """Return the standings of the ladder, from top to bottom."""
        return () if self.bracket.standings is None else self.bracket.standings.lines

    @property
    def open(self) -> Sequence[ChallengeLine]:
        """Return the open challenges, the earliest due first."""
        return [line for line in reversed(self.challenges) if line.is_open]

    @property
    def over(self) -> Sequence[ChallengeLine]:
        """Return the newest past challenges, including withdrawn ones."""
        return [line for line in self.challenges if not line.is_open][:_LATEST]

    @property
    def own_open(self) -> Sequence[ChallengeLine]:
        """Return the open challenges by or against the visitor; overdue ones lock nobody, so several may exist."""
        key = None if self.own is None else self.own.pk
        return [line for line in self.open if key in line.entrants]


def ladder_page(visitor: Visitor, stage: Stage, *, own: Entrant | None) -> LadderPage | None:
    """Return the content of a ladder's page, or None before its draw; thirteen queries."""
    state = state_of_read(stage)
    if state is None:
        return None
    view = view_of(state).with_path(None if own is None else own.uid)
    lines = () if view.standings is None else view.standings.lines
    reach = set(within_reach(state, own.uid)) if own is not None else set()
    choices = [(line.entrant, f"{line.place}. {line.name}") for line in lines]
    is_open = not stage.is_held and visitor.may_direct(stage.event.tournament)
    return LadderPage(
        bracket=view,
        challenges=challenges(stage),
        own=own,
        form=ChallengeForm(reach=[(uid, name) for uid, name in choices if uid in reach]) if reach else None,
        directed=DirectedChallengeForm(ladder=choices) if is_open else None,
    )
