"""Acts on pairs and teams: who belongs to them, their line-ups and their boards."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.models import NoticeCode

from . import _reasons
from ._base import Act, Named, OfMatch, act


@act(
    "substituted",
    _("%(in)s plays for %(out)s: %(subject)s."),
    lasting=_reasons.SEATED,
    tells={NoticeCode.SUBSTITUTED},
)
class PlayerSubstituted(Act):
    """A player of an entrant was replaced; it plays on as `side`, and the matches in `kept` stay with the former one."""

    side: str
    out: Named
    in_: Named
    kept: tuple[str, ...]


@act("team_joined", _("%(in)s joined %(subject)s."), lasting=_reasons.SEATED, tells={NoticeCode.REGISTERED})
class TeamJoined(Act):
    """A player joined a team; it plays on as `side`, and the matches in `kept` stay with the former one."""

    side: str
    in_: Named
    kept: tuple[str, ...]


@act("lineup_named", _("%(subject)s: a line-up was named."), lasting=_reasons.SEATED)
class LineupNamed(Act):
    """A team named its line-up, which the other team sees once both have named theirs."""

    side: str


@act("boards_opened", _("%(subject)s: the boards were opened."), lasting=_reasons.BY_ITSELF)
class BoardsOpened(Act):
    """The desk created the boards; the teams in `by_order` had named no line-up."""

    by_order: tuple[str, ...]


@act(
    "boards_made",
    _("%(subject)s: the boards were made."),
    lasting=_reasons.BY_ITSELF,
    tells={NoticeCode.NEXT_OPPONENT},
)
class BoardsMade(Act):
    """The boards of a team match were created."""

    boards: tuple[str, ...]


@act(
    "boards_dropped",
    _("%(subject)s: boards that were open are not played."),
    lasting=_reasons.BY_ITSELF,
    follows=True,
)
class BoardsDropped(OfMatch):
    """A team match was decided, so its unfinished boards are not played."""

    matches: tuple[str, ...]
