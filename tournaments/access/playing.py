"""Permissions of players: registration, reports of their own matches, and their own data."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet, Value

from matches.database.prepared import prepared
from matches.models import Dispute, GameRecord, Match, Player, Report, SideMember, rows_of_person
from tournaments.errors import NotSignedIn
from tournaments.models import (
    WAY_TO_TOURNAMENT,
    Challenge,
    Entrant,
    EntrantPlayer,
    Event,
    Notice,
    Purpose,
    Role,
    Stage,
    Tournament,
    Visibility,
)

from .viewing import (
    challenge_to_see,
    dispute_in_sight,
    entrant_to_see,
    event_to_see,
    match_to_see,
    record_to_see,
    refusal,
    report_to_see,
    stage_to_see,
    tournament_to_see,
)
from .visitor import Visitor, tournament_of


def event_to_register(visitor: Visitor, uid: str) -> Event:
    """Return the event, for whoever is signed in or holds a link to register for it or as a player of its tournament."""
    event = event_to_see(visitor, uid)
    if visitor.player_in(event.tournament) is not None:
        return event
    link = visitor.link
    if link is not None and link.purpose == Purpose.REGISTER and link.event_id == event.pk:
        return event
    raise refusal(visitor, event.tournament)


def entrant_to_withdraw(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant, for its own players and everybody with an office."""
    entrant = entrant_to_see(visitor, uid)
    tournament = entrant.event.tournament
    player = visitor.player_in(tournament)
    if visitor.may_desk(tournament):
        return entrant
    if player is not None and entrant.entrant_players.filter(player__in=rows_of_person(player.pk)).exists():
        return entrant
    raise refusal(visitor, tournament)


def stage_to_challenge(visitor: Visitor, uid: str) -> Stage:
    """Return the stage with its event and tournament, for those who play in the event and the directors."""
    stage = stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    player = visitor.player_in(tournament)
    plays = (
        player is not None
        and stage.event.entrants.filter(side__members__player__in=rows_of_person(player.pk)).exists()
    )
    if not plays and not visitor.may_direct(tournament):
        raise refusal(visitor, tournament)
    return stage


def entrant_to_challenge(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant that challenges another, for its own players and the directors."""
    entrant = entrant_to_see(visitor, uid)
    _own_entrant_or_directed(visitor, entrant)
    return entrant


def challenge_to_take_back(visitor: Visitor, uid: str) -> Challenge:
    """Return the challenge with its stage, for the players who made it and the directors."""
    challenge = challenge_to_see(visitor, uid)
    _own_entrant_or_directed(visitor, challenge.challenger)
    return challenge


def match_to_report(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for its players and the directors."""
    return _own_or_directed(visitor, match_to_see(visitor, uid))


def match_to_start(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for its players and everybody with an office."""
    match = match_to_see(visitor, uid)
    if visitor.side_in(match) is None and not visitor.may_desk(tournament_of(match)):
        raise refusal(visitor, tournament_of(match))
    return match


def match_to_upload(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for its players and the directors, who may add a game record."""
    return _own_or_directed(visitor, match_to_see(visitor, uid))


def record_to_check(visitor: Visitor, uid: str) -> GameRecord:
    """Return the game record with its match, for the match's players and the directors, who may have it checked again."""
    record = record_to_see(visitor, uid)
    _own_or_directed(visitor, record.match)
    return record


def report_to_confirm(visitor: Visitor, uid: str) -> Report:
    """Return the report with its match, for the match's players and the directors; the action checks the turn."""
    report = report_to_see(visitor, uid)
    _own_or_directed(visitor, report.match)
    return report


def report_to_dispute(visitor: Visitor, uid: str) -> Report:
    """Return the report with its match, for the match's players; a director rules or enters the result instead."""
    report = report_to_see(visitor, uid)
    if visitor.side_in(report.match) is None:
        raise refusal(visitor, tournament_of(report))
    return report


def dispute_to_state(visitor: Visitor, uid: str) -> Dispute:
    """Return the dispute with its match, for the match's players and the directors, who may add a statement."""
    dispute = dispute_in_sight(visitor, uid)
    _own_or_directed(visitor, dispute.match)
    return dispute


def own_account(visitor: Visitor) -> Player:
    """Return the account, for whoever is signed in; else `NotSignedIn`."""
    if visitor.account is None:
        raise NotSignedIn
    return visitor.account


def own_player(visitor: Visitor) -> Player:
    """Return the player, for visitors with an account or a private link; raise `NotSignedIn` otherwise."""
    if visitor.player is None:
        raise NotSignedIn
    return visitor.player


def tournament_to_play(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament, for whoever acts as a player in it."""
    tournament = tournament_to_see(visitor, uid)
    own_player_in(visitor, tournament)
    return tournament


def own_player_in(visitor: Visitor, tournament: Tournament) -> Player:
    """Return the visitor's player, who has entered the tournament; raise `NotSignedIn` or `Forbidden` otherwise."""
    player = visitor.player_in(tournament)
    entries = EntrantPlayer.objects.filter(event__tournament=tournament)
    if player is None or not entries.filter(player__in=rows_of_person(player.pk)).exists():
        raise refusal(visitor, tournament)
    return player


def own_matches(visitor: Visitor) -> QuerySet[Match]:
    """Return the own matches that are not cancelled, for visitors with an account or a private link."""
    sides = SideMember.objects.filter(player__in=rows_of_person(own_player(visitor).pk)).values("side")
    # Two looks into an index, and their answer before anything is joined to it: with "or", and with a subquery beside
    # so many tables, PostgreSQL walks through every match there is.
    one, two = (
        Match.objects.filter(side).order_by().values_list("pk")
        for side in (Q(one__in=sides), Q(two__in=sides))
    )
    matches = Match.objects.filter(pk__in=[key for (key,) in one.union(two)], cancelled_at=None)
    if visitor.is_via_link and visitor.link is not None:
        return matches.filter(_played_in([visitor.link.tournament_id]))
    if visitor.is_superuser:
        return matches.filter(Q(pairing__isnull=False) | Q(board__isnull=False))
    in_sight = ~Q(visibility=Visibility.DRAFT) | Q(pk__in=list(visitor.offices))
    return matches.filter(_played_in(Tournament.objects.filter(in_sight)))


def own_notices(visitor: Visitor) -> QuerySet[Notice]:
    """Return the own notices, for visitors with an account or a private link; a link shows its tournament only.

    Notices of a draft are hidden until it is visible, except for its officers.
    """
    return _notices_of(own_player(visitor).pk, *_tournament_of_link(visitor))


def unread_notices(visitor: Visitor) -> int:
    """Return the number of unread notices among `own_notices`; one query."""
    ((number,),) = _number_unread(own_player(visitor).pk, *_tournament_of_link(visitor))
    return number


def _notices_of(player: int, *within: int) -> QuerySet[Notice]:
    """Return a player's notices of the given tournament, or else of all visible tournaments."""
    notices = Notice.objects.filter(recipient__in=rows_of_person(player))
    for tournament in within:
        return notices.filter(tournament=tournament)
    in_sight = Q(tournament=None) | ~Q(tournament__visibility=Visibility.DRAFT)
    return notices.filter(
        in_sight | Q(tournament__in=Role.objects.filter(player=player).values("tournament"))
    )


@prepared
def _number_unread(player: int, *within: int) -> QuerySet[Notice, tuple[int]]:
    notices = _notices_of(player, *within).filter(read_at=None).order_by()
    # The constant makes the aggregate return one row even without unread notices.
    return notices.values(every=Value(1)).annotate(number=Count("pk")).values_list("number")


def _tournament_of_link(visitor: Visitor) -> tuple[int, ...]:
    """Return the primary key of the private link's tournament as a tuple; empty for an account."""
    return (visitor.link.tournament_id,) if visitor.is_via_link and visitor.link is not None else ()


def _played_in(tournaments: QuerySet[Tournament] | list[int]) -> Q:
    """Return the filter for matches of these tournaments."""
    of_pairing, of_board = (f"{way}__in" for way in WAY_TO_TOURNAMENT)
    return Q(**{of_pairing: tournaments}) | Q(**{of_board: tournaments})


def _own_entrant_or_directed(visitor: Visitor, entrant: Entrant) -> None:
    tournament = entrant.event.tournament
    player = visitor.player_in(tournament)
    is_own = player is not None and entrant.side.members.filter(player__in=rows_of_person(player.pk)).exists()
    if not is_own and not visitor.may_direct(tournament):
        raise refusal(visitor, tournament)


def _own_or_directed(visitor: Visitor, match: Match) -> Match:
    if visitor.side_in(match) is None and not visitor.may_direct(tournament_of(match)):
        raise refusal(visitor, tournament_of(match))
    return match
