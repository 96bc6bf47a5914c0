"""Who comes late and who leaves early on an evening: at the shared tablet, or at the desk."""

from __future__ import annotations

from matches.database.one_act import one_act
from matches.models import Player, name_key
from tournaments.actions.closed import require_unclosed
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_desk
from tournaments.errors.entrants import AlreadyEntered, LateForTheEvening, NobodyIsMeant
from tournaments.formats import closing
from tournaments.models import DIRECT, Entrant, EntrantPlayer, Event, Origin
from tournaments.queries.events.club_nights import regulars
from tournaments.queries.state import bye_under_way, states_at_start

from . import known_players, reception, registration
from .list_reading import read_line


@one_act()
def arrive(event: Event, *, by: Player | None, name: str, origin: Origin = DIRECT) -> Entrant:
    """Enter somebody who comes now, by a name; who has left comes back.

    A newcomer plays against the bye of this round where there is one, else from the next round on. Who came to an
    earlier evening of the director under exactly this name is the same player. Raise AlreadyEntered for a name in the
    event, and LateForTheEvening where nobody can join any more.
    """
    _require_here(event, by=by, origin=origin)
    event = lock_event(event)
    new = read_line(name)
    if not new.name:
        raise NobodyIsMeant
    present = _entrant_of(event, new.name)
    if present is not None and present.withdrawn_at is None:
        raise AlreadyEntered(player=present.name)
    if present is not None:
        return registration.return_(present, by=by, origin=origin)
    states = states_at_start(event)
    takes_bye = bool(states) and bye_under_way(states[0]) is not None
    if states and not closing.open_lines(states[0].format, states[0].state):
        raise LateForTheEvening(player=new.name)
    host = by or (None if origin.link is None else origin.link.made_by)
    player = _regular(host, new.name) or known_players.add_player(
        name=new.name, club=new.club, country=new.country
    )
    return registration.enter(
        event, by=by, players=[player], origin=origin, is_late=bool(states), takes_bye=takes_bye
    )


def leave_now(entrant: Entrant, *, by: Player | None, origin: Origin = DIRECT) -> Entrant:
    """Withdraw an entrant who goes home; a match under way is given up."""
    _require_here(entrant.event, by=by, origin=origin)
    return reception.leave(entrant, by=by, origin=origin)


def _require_here(event: Event, *, by: Player | None, origin: Origin) -> None:
    """Raise Forbidden for anybody but an officer and the shared tablet, and EventIsClosed after the closing."""
    if by is not None or not origin.is_tablet_of(event):
        require_desk(event.tournament, by)
    require_unclosed(event)


def _entrant_of(event: Event, name: str) -> Entrant | None:
    """Return the newest entrant with a player of this name, or None."""
    entries = EntrantPlayer.objects.filter(event=event, player__name_key=name_key(name))
    entry = entries.select_related("entrant__side").order_by("-pk").first()
    if entry is None:
        return None
    entry.entrant.event = event
    return entry.entrant


def _regular(host: Player | None, name: str) -> Player | None:
    """Return the only player of this name who came to an evening of the host; None for none or several."""
    players = [] if host is None else regulars(host, [name]).get(name_key(name), [])
    return players[0] if len(players) == 1 else None
