"""Players of pairs and teams: substitutes, additional players, and line-ups with reminders to captains."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from django.db import transaction
from django.db.models import Max, Model

from matches.errors import MatchAlreadyFinal, MatchCancelled
from matches.models import Match, Player, is_same_person, rows_of_person
from matches.queries import side_of as own_side_of
from rules.match import Side as SideName
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.closed import require_present, require_word
from tournaments.actions.draws.boards import make_boards
from tournaments.actions.draws.cancelling import drop_boards
from tournaments.actions.events.event_rules import terms_of
from tournaments.actions.locks import lock_event, lock_with_boards
from tournaments.actions.people.sides import new_side, require_faithful, require_side, side_of, tell_apart
from tournaments.actions.permissions import is_director, require_desk, require_director, require_reason
from tournaments.actions.results.transaction import report_in_words
from tournaments.actions.table_uses import ask_for_calls
from tournaments.acts.teams import BoardsMade, BoardsOpened, LineupNamed, PlayerSubstituted, TeamJoined
from tournaments.errors.entrants import AlreadyEntered
from tournaments.errors.results import OwnMatchRuling
from tournaments.errors.teams import (
    CaptainOnly,
    InvalidLineup,
    LineupOutOfOrder,
    LineupsFixed,
    NoSubstitutes,
    NotATeamMatch,
    NotInSide,
)
from tournaments.models import (
    DIRECT,
    Board,
    BoardOrder,
    Entrant,
    EntrantPlayer,
    Event,
    EventKind,
    LineupPlace,
    Notice,
    NoticeCode,
    Origin,
    Seat,
    StageEntry,
    is_team_match,
    pairing_of,
)
from tournaments.queries.entrants.missing_lineups import missing_lineups
from tournaments.queries.entrants.teams import boards_of, captain_of, lineups_of, members_of
from tournaments.queries.state import begun_matches

_REMINDED_BEFORE = timedelta(days=2)


@transaction.atomic
def substitute(entrant: Entrant, *, out: Player, in_: Player, by: Player | None, reason: str = "") -> Entrant:
    """Replace a player of a pair or team by one who is not in the event.

    The entrant gets a new side for its matches that have not begun; other matches keep the old side. After
    the draw a director must give a reason; before it the desk may substitute.
    """
    event = _open_side(entrant, by=by, reason=reason)
    if event.kind == EventKind.SINGLES:
        raise NoSubstitutes(entrant=entrant.name)
    players = _players(entrant)
    in_ = in_.current
    former = member_among(players, out)
    if former is None:
        if member_among(players, in_) is not None:
            return entrant
        raise NotInSide(player=out.name, entrant=entrant.name)
    out = former
    lineup = [in_ if player == out else player for player in players]
    _require_newcomer(event, entrant, lineup, in_)
    matches, rows = _play_as(entrant, event, lineup, out=out, in_=in_)
    EntrantPlayer.objects.filter(entrant=entrant, player=out).update(
        player=in_, entry_no=_next_entry(event, in_)
    )
    act = PlayerSubstituted(entrant.uid, side=entrant.side.uid, out=out.uid, in_=in_.uid, kept=tuple(matches))
    log.append(act, of=event.tournament, by=by, event=event, rows=[entrant, *rows])
    notices.substituted(entrant, out=out, in_=in_)
    # Who is replaced may be at a table in another event.
    ask_for_calls(event.tournament)
    return entrant


@transaction.atomic
def add_player(entrant: Entrant, *, player: Player, by: Player | None, reason: str = "") -> Entrant:
    """Add a player to a team that is not full; the rules for substitutes apply."""
    event = _open_side(entrant, by=by, reason=reason)
    player = player.current
    players = _players(entrant)
    if member_among(players, player) is not None:
        return entrant
    lineup = [*players, player]
    _require_newcomer(event, entrant, lineup, player)
    matches, rows = _play_as(entrant, event, lineup)
    EntrantPlayer.objects.create(
        event=event, entrant=entrant, player=player, entry_no=_next_entry(event, player)
    )
    act = TeamJoined(entrant.uid, side=entrant.side.uid, in_=player.uid, kept=tuple(matches))
    log.append(act, of=event.tournament, by=by, event=event, rows=[entrant, *rows])
    notices.registered(entrant)
    return entrant


@transaction.atomic
def name_lineup(
    match: Match,
    *,
    by: Player | None,
    players: Sequence[Player],
    side: str | None = None,
    origin: Origin = DIRECT,
) -> bool:
    """Store the line-up of a team match, the first board first; return whether the boards exist.

    The captain sets the line-up of the own team, the desk that of `side`. It is hidden from the other team,
    and changeable until the other team has set its own; afterwards a director may change it before a board
    has begun.
    """
    event, match = _lock_team_match(match, by=by)
    own = own_side_of(match, by)
    name = _speaks_for(match, event, by=by, own=own, side=side)
    members = members_of(match, name)
    players = [member_among(members, player) or player for player in players]
    lineups = lineups_of(match)
    if tuple(players) == lineups.get(name):
        return len(boards_of(match)) > 0
    _require_lineup(match, event, name, players)
    former_boards = list[Board]()
    if boards_of(match):
        _require_unfixed(match, event, by=by, own=own)
        former_boards = drop_boards([match.pk])
    _store_lineup(match, name, players)
    act = LineupNamed(match.uid, side=name.value)
    log.append(act, of=event.tournament, by=by, event=event, origin=origin, rows=former_boards)
    return make_when_known(match, event)


def require_lineup_open(match: Match, *, by: Player | None, side: str | None = None) -> None:
    """Raise what would refuse every line-up of a side now, as `name_lineup` does."""
    event, own = pairing_of(match).stage.event, own_side_of(match, by)
    require_word(event, by=by)
    _require_under_way(match)
    _speaks_for(match, event, by=by, own=own, side=side)
    _require_unfixed(match, event, by=by, own=own)


def _require_unfixed(match: Match, event: Event, *, by: Player | None, own: SideName | None) -> None:
    """Raise LineupsFixed if the boards are made, for all but a director; and if one has begun."""
    boards = boards_of(match)
    is_fixed = own is not None or not is_director(event.tournament, by)
    if boards and (is_fixed or begun_matches(board.match_id for board in boards)):
        raise LineupsFixed


@transaction.atomic
def open_boards(match: Match, *, by: Player | None) -> None:
    """Create the boards as the desk; a team without a line-up plays with its first players.

    Idempotent.
    """
    event, match = _lock_team_match(match, by=by)
    require_desk(event.tournament, by)
    if own_side_of(match, by) is not None:
        raise OwnMatchRuling
    if boards_of(match):
        return
    lineups = lineups_of(match)
    missing = [side for side in SideName if side not in lineups]
    for side in missing:
        _store_lineup(match, side, members_of(match, side)[: event.boards])
    act = BoardsOpened(match.uid, by_order=tuple(side.value for side in missing))
    log.append(act, of=event.tournament, by=by, event=event)
    make_when_known(match, event)


def _open_side(entrant: Entrant, *, by: Player | None, reason: str) -> Event:
    """Lock the event for a change of players: by the desk before the draw, by a director after it."""
    event = lock_event(entrant.event)
    require_desk(event.tournament, by)
    entrant.refresh_from_db()
    require_present(entrant)
    if StageEntry.objects.filter(entrant=entrant, line__isnull=False).exists():
        require_director(event.tournament, by)
        require_reason(reason)
    return event


def _players(entrant: Entrant) -> list[Player]:
    members = entrant.side.members.select_related("player").order_by("order")
    return [member.player for member in members]


def member_among(members: Sequence[Player], player: Player) -> Player | None:
    """Return the member who is the same person as a player; None if nobody is."""
    return next((member for member in members if is_same_person(member, player)), None)


def _require_newcomer(event: Event, entrant: Entrant, players: Sequence[Player], newcomer: Player) -> None:
    require_side(event, players, name=entrant.name)
    rows = rows_of_person(newcomer.person_key)
    entries = EntrantPlayer.objects.filter(event=event, player__in=rows, entrant__withdrawn_at=None)
    if entries.exclude(entrant=entrant).exists():
        raise AlreadyEntered(player=newcomer.name)
    require_faithful(event, [newcomer], entrant=entrant)


def _next_entry(event: Event, player: Player) -> int:
    entries = EntrantPlayer.objects.filter(event=event, player__in=rows_of_person(player.person_key))
    last: int | None = entries.aggregate(last=Max("entry_no"))["last"]
    return 1 if last is None else last + 1


def _play_as(
    entrant: Entrant,
    event: Event,
    players: Sequence[Player],
    *,
    out: Player | None = None,
    in_: Player | None = None,
) -> tuple[list[str], list[Model]]:
    """Give the entrant a new side of these players, also in its matches not begun.

    Return the uids of the matches that keep the old side, and the rows by which the log proves the others.
    """
    seats = Seat.objects.filter(entrant=entrant, cancelled_at=None, pairing__match__final_at=None)
    own = dict(seats.filter(pairing__match__isnull=False).values_list("pairing__match_id", "side"))
    matches = [match for match in lock_with_boards(own) if match.pk in own]
    begun_keys = begun_matches(match.pk for match in matches)
    side = new_side(players, name=entrant.name if event.kind == EventKind.TEAMS else "")
    for match in matches:
        if match.pk in begun_keys:
            continue
        Match.objects.filter(pk=match.pk).update(**{own[match.pk]: side})
        if out is not None and in_ is not None:
            _change_lineup(match, SideName(own[match.pk]), out=out, in_=in_)
    entrant.side = side
    entrant.save(update_fields=["side"])
    if event.kind == EventKind.DOUBLES and tell_apart(event):
        side.refresh_from_db()
    match_keys = [match.pk for match in matches if match.pk not in begun_keys]
    rows = [side, *terms_of(match_keys), *Board.objects.filter(team_match__in=match_keys)]
    return [match.uid for match in matches if match.pk in begun_keys], rows


def _change_lineup(match: Match, side: SideName, *, out: Player, in_: Player) -> None:
    """Put the substitute in the line-up of a team match not begun, and on its board."""
    place = LineupPlace.objects.filter(team_match=match, side=side, player=out).first()
    if place is None:
        return
    place.player = in_
    place.save(update_fields=["player"])
    for board in boards_of(match):
        if board.number == place.board:
            Match.objects.filter(pk=board.match_id).update(**{side.value: side_of([in_])})


def _lock_team_match(match: Match, *, by: Player | None) -> tuple[Event, Match]:
    """Lock a team match with its boards and event; raise a domain error if it is over, or for a captain the event is closed."""
    if not is_team_match(match):
        raise NotATeamMatch
    pairing = pairing_of(match)
    event = lock_event(pairing.stage.event)
    require_word(event, by=by)
    locked = next(row for row in lock_with_boards([match.pk]) if row.pk == match.pk)
    _require_under_way(locked)
    locked.pairing = pairing
    return event, locked


def _require_under_way(match: Match) -> None:
    if match.cancelled_at is not None:
        raise MatchCancelled
    if match.is_final and match.accepted_report is not None:
        raise MatchAlreadyFinal(result=report_in_words(match.accepted_report))


def _speaks_for(
    match: Match, event: Event, *, by: Player | None, own: SideName | None, side: str | None
) -> SideName:
    """Return the side whose line-up `by` may set: the captain's own, or `side` for the desk."""
    if own is None:
        require_desk(event.tournament, by)
        if side is None:
            raise InvalidLineup(boards=event.boards, team=str(match))
        return SideName(side)
    if side not in (None, own):
        raise OwnMatchRuling
    captain = captain_of(match, own)
    if not is_same_person(by, captain):
        raise CaptainOnly(captain=captain.name)
    return own


def _require_lineup(match: Match, event: Event, side: SideName, players: Sequence[Player]) -> None:
    """Raise InvalidLineup unless the line-up has one different team member for each board."""
    members = members_of(match, side)
    if (
        len(players) != event.boards
        or len(set(players)) != len(players)
        or not set(members).issuperset(players)
    ):
        raise InvalidLineup(boards=event.boards, team=match.side(side).name)
    if event.board_order == BoardOrder.LISTED:
        _require_listed_order(members, players)


def _require_listed_order(members: Sequence[Player], lineup: Sequence[Player]) -> None:
    """Raise LineupOutOfOrder unless the players sit in the order of the team's list."""
    number = {player.pk: place for place, player in enumerate(members)}
    for upper, lower in pairwise(lineup):
        if number[upper.pk] > number[lower.pk]:
            raise LineupOutOfOrder(first=lower.shown_name, second=upper.shown_name)


def _store_lineup(match: Match, side: SideName, players: Sequence[Player]) -> None:
    LineupPlace.objects.filter(team_match=match, side=side).delete()
    LineupPlace.objects.bulk_create(
        LineupPlace(team_match=match, side=side, board=number, player=player)
        for number, player in enumerate(players, start=1)
    )


def make_when_known(match: Match, event: Event) -> bool:
    """Create the boards when both line-ups are stored, and notify the players; return whether it did."""
    lineups = lineups_of(match)
    if len(lineups) < len(SideName):
        return False
    boards = make_boards(match, pairing_of(match), event=event, lineups=lineups)
    act = BoardsMade(match.uid, boards=tuple(board.match.uid for board in boards))
    log.append(act, of=event.tournament, by=None, event=event, rows=boards)
    notices.boards_made(boards, event=event)
    ask_for_calls(event.tournament)
    return True


def remind_captains(now: datetime) -> int:
    """Remind each captain, once, of a line-up missing within two days of its encounter; return the number of reminders."""
    missing = {
        (one.captain.pk, notices.lineup_occasion(one.match.uid, one.begins_at)): one
        for one in missing_lineups(now, now + _REMINDED_BEFORE)
    }
    before = Notice.objects.filter(
        code=NoticeCode.LINEUP_MISSING, occasion__in=[occasion for _captain, occasion in missing]
    )
    former = set(before.values_list("recipient_id", "occasion")) if missing else set()
    new = [one for key, one in missing.items() if key not in former]
    for one in new:
        notices.lineup_missing(one.match, one.captain, begins_at=one.begins_at, venue=one.venue)
    return len(new)
