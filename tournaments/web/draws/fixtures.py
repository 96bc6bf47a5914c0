"""The pages of match days: the public list of a league, and the encounters of one entrant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.models import is_same_person
from rules.match import Side
from tournaments import access
from tournaments.models import Entrant, EventKind, Stage
from tournaments.queries.draws.deadlines import has_match_days
from tournaments.queries.draws.match_days import Encounter, Fixtures, fixtures
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import days, place_of, shared
from tournaments.web.frame.visitors import visitor_of


@dataclass(frozen=True, slots=True)
class OwnEncounter:
    """An encounter as one of its entrants sees it."""

    encounter: Encounter
    is_home: bool
    is_captain: bool
    has_boards: bool

    @property
    def side(self) -> Side:
        """The own side."""
        return Side.ONE if self.is_home else Side.TWO

    @property
    def is_named(self) -> bool:
        """Whether the own line-up is in."""
        return self.side.value in self.encounter.lineups

    @property
    def are_both_named(self) -> bool:
        """Whether both line-ups are in, so that the boards are known."""
        return len(self.encounter.lineups) == len(Side)

    @property
    def may_name(self) -> bool:
        """Whether the line-up can be named now."""
        slot = self.encounter.slot
        is_open = slot.match is not None and not self.encounter.is_over and not self.are_both_named
        return self.has_boards and self.is_captain and is_open

    @property
    def is_next(self) -> bool:
        """Whether the captain has to name the line-up now."""
        return self.may_name and not self.is_named


@require_safe
def fixtures_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show all encounters of a league by day."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    if not has_match_days(stage):
        raise Http404
    tournament = stage.event.tournament
    access.share(request, visitor, tournament)
    title = f"{stage.event.name} · {_('Match days')}"
    context = {
        "stage": stage,
        "fixtures": fixtures(stage),
        "crumbs": [*way_to(tournament, stage.event, stage), Crumb(_("Match days"))],
        "shared": shared(request, tournament, title, tournament.name, days(tournament), place_of(tournament)),
    }
    return show(request, tournament, "tournaments/fixtures.html", context)


@require_safe
def own_match_days(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the encounters of an entrant, with its line-ups, to its own players and the officers."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_withdraw(visitor, uid)
    event, tournament = entrant.event, entrant.event.tournament
    leagues = [stage for stage in event.stages.order_by("order") if has_match_days(stage)]
    for stage in leagues:
        stage.event = event
    members = [member.player for member in entrant.side.members.select_related("player").order_by("order")]
    player = visitor.player_in(tournament)
    captain = members[0] if members else None
    is_captain = is_same_person(player, captain)
    context = {
        "section": "me",
        "entrant": entrant,
        "event": event,
        "captain": captain if event.kind == EventKind.TEAMS else None,
        "is_captain": is_captain,
        "members": members,
        "leagues": [(stage, _own(stage, entrant, is_captain=is_captain)) for stage in leagues],
        "crumbs": [*way_to(tournament, event), Crumb(entrant.name)],
    }
    return show(request, tournament, "tournaments/own_match_days.html", context)


def _own(stage: Stage, entrant: Entrant, *, is_captain: bool) -> Sequence[OwnEncounter]:
    """Return the encounters of an entrant in a league; none before its draw."""
    league: Fixtures | None = fixtures(stage)
    if league is None:
        return ()
    has_boards = stage.event.kind == EventKind.TEAMS
    return [
        OwnEncounter(one, one.is_home(entrant.uid), is_captain, has_boards) for one in league.of(entrant.uid)
    ]
