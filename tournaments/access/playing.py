"""Permissions of players: registration, reports of their own matches, and their own data."""

from __future__ import annotations

from django.db.models import Count, F, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404

from matches.database.prepared import prepared
from matches.models import (
    Audience,
    Dispute,
    GameRecord,
    Match,
    Player,
    Report,
    SideMember,
    rows_of_person,
    show_to,
)
from tournaments.errors.common import NotSignedIn
from tournaments.errors.tokens import NotByToken
from tournaments.models import (
    WAY_TO_TOURNAMENT,
    AccountBrowser,
    ApiToken,
    Challenge,
    Entrant,
    EntrantPlayer,
    Event,
    Notice,
    Purpose,
    PushSubscription,
    Role,
    Stage,
    Tournament,
    Visibility,
    pairing_of,
)

from .viewing import (
    bound_elsewhere,
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
    """Return the event, for any signed-in account, and the holder of its registration link or of a player's link."""
    event = event_to_see(visitor, uid)
    if visitor.player_in(event.tournament) is not None:
        return event
    link = visitor.link
    if link is not None and link.purpose == Purpose.REGISTER and link.event_id == event.pk:
        return event
    raise refusal(visitor, event.tournament)


def entrant_to_withdraw(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant, for its own players and the officers of the tournament."""
    entrant = entrant_to_see(visitor, uid)
    tournament = entrant.event.tournament
    player = visitor.player_in(tournament)
    if visitor.may_desk(tournament):
        return entrant
    if (
        player is not None
        and entrant.entrant_players.filter(player__in=rows_of_person(player.person_key)).exists()
    ):
        return entrant
    raise refusal(visitor, tournament)


def stage_to_challenge(visitor: Visitor, uid: str) -> Stage:
    """Return the stage with its event and tournament, for the players of the event and the directors."""
    stage = stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    player = visitor.player_in(tournament)
    plays = (
        player is not None
        and stage.event.entrants.filter(side__members__player__in=rows_of_person(player.person_key)).exists()
    )
    if not plays and not visitor.may_direct(tournament):
        raise refusal(visitor, tournament)
    return stage


def entrant_to_challenge(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant that challenges another, for its own players and the directors."""
    entrant = entrant_to_see(visitor, uid)
    _own_entrant_or_directed(visitor, entrant)
    return entrant


def entrant_to_split(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant that shares its prizes with others, for its own players and the directors."""
    entrant = entrant_to_see(visitor, uid)
    _own_entrant_or_directed(visitor, entrant)
    return entrant


def entrant_to_agree(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant that agrees to a split of prizes, for its own players alone."""
    entrant = entrant_to_see(visitor, uid)
    if not plays_for(visitor, entrant):
        raise refusal(visitor, entrant.event.tournament)
    return entrant


def plays_for(visitor: Visitor, entrant: Entrant) -> bool:
    """Whether the visitor is a player of this entrant."""
    player = visitor.player_in(entrant.event.tournament)
    return (
        player is not None
        and entrant.side.members.filter(player__in=rows_of_person(player.person_key)).exists()
    )


def challenge_to_take_back(visitor: Visitor, uid: str) -> Challenge:
    """Return the challenge with its stage, for the players who made it and the directors."""
    challenge = challenge_to_see(visitor, uid)
    _own_entrant_or_directed(visitor, challenge.challenger)
    return challenge


def match_to_report(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for its players and the directors."""
    return _own_or_directed(visitor, match_to_see(visitor, uid))


def match_to_settle(visitor: Visitor, uid: str) -> Match:
    """Return the match, for its players, the directors, officers who may enter signed slips, and the shared tablet."""
    match = match_to_see(visitor, uid)
    if visitor.may_enter_slips(tournament_of(match)):
        return match
    if visitor.is_tablet_of(pairing_of(match).stage.event):
        show_to(Audience.HALL)
        return match
    return _own_or_directed(visitor, match)


def event_at_tablet(visitor: Visitor, uid: str) -> Event:
    """Return the event, for its shared tablet and the owner and directors of the tournament; they read full names."""
    event = event_to_see(visitor, uid)
    if not visitor.is_tablet_of(event) and not visitor.may_direct(event.tournament):
        raise refusal(visitor, event.tournament)
    show_to(Audience.HALL)
    return event


def entrant_at_tablet(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant, for the shared tablet of its event and the owner and directors of the tournament."""
    entrant = entrant_to_see(visitor, uid)
    event_at_tablet(visitor, entrant.event.uid)
    return entrant


def match_to_start(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for its players and the officers of the tournament."""
    match = match_to_see(visitor, uid)
    if visitor.side_in(match) is None and not visitor.may_desk(tournament_of(match)):
        raise refusal(visitor, tournament_of(match))
    return match


def match_to_upload(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations, for its players and the directors; they may add a game record."""
    return _own_or_directed(visitor, match_to_see(visitor, uid))


def record_to_check(visitor: Visitor, uid: str) -> GameRecord:
    """Return the game record with its match, for the match's players and the directors; they may have it checked again."""
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
    """Return the dispute with its match, for the match's players and the directors; they may add a statement."""
    dispute = dispute_in_sight(visitor, uid)
    _own_or_directed(visitor, dispute.match)
    return dispute


def own_account(visitor: Visitor) -> Player:
    """Return the account, for any signed-in account; else `NotSignedIn`. A bound token acts for no account."""
    if visitor.account is None:
        raise NotSignedIn
    if visitor.token is not None and visitor.token.is_bound:
        raise bound_elsewhere(visitor.token)
    return visitor.account


def account_signed_in(visitor: Visitor) -> Player:
    """Return the account, for any account signed in on a page; raise NotByToken for a token."""
    if visitor.token is not None:
        raise NotByToken
    return own_account(visitor)


def token_to_revoke(visitor: Visitor, uid: str) -> ApiToken:
    """Return the token, for its account signed in on a page; raise 404 for a token of others."""
    account = account_signed_in(visitor)
    return get_object_or_404(ApiToken, uid=uid, player=account)


def browsers_to_sign_out(visitor: Visitor, uid: str) -> QuerySet[AccountBrowser]:
    """Return the browser with this uid, or all for `others`, for their account; raise 404 for one of others."""
    rows = AccountBrowser.objects.filter(player=account_signed_in(visitor))
    if uid == "others":
        return rows
    return rows.filter(pk=get_object_or_404(rows, uid=uid).pk)


def phones_of(visitor: Visitor) -> QuerySet[PushSubscription]:
    """Return the browsers that tell the visitor: those of the account, or those that came by the same private link."""
    rows = PushSubscription.objects.filter(player__in=rows_of_person(own_player(visitor).current.pk))
    return rows.filter(link=visitor.link) if visitor.is_via_link else rows


def phone_to_stop(visitor: Visitor, uid: str) -> PushSubscription:
    """Return the browser with this uid, for who is told in it; raise 404 for one of others."""
    return get_object_or_404(phones_of(visitor), uid=uid)


def own_player(visitor: Visitor) -> Player:
    """Return the player, for visitors with an account or a private link; raise `NotSignedIn` otherwise."""
    if visitor.player is None:
        raise NotSignedIn
    return visitor.player


def own_cards(visitor: Visitor) -> Player:
    """Return the player, for visitors with an account or a private link; they read the names of their opponents."""
    show_to(Audience.HALL)
    return own_player(visitor)


def own_name(visitor: Visitor) -> Player:
    """Return the player who is named everywhere, for visitors with an account or a private link; no bound token."""
    if visitor.token is not None:
        own_account(visitor)
    return own_cards(visitor)


def tournament_to_play(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament, for the players in it, by an account or a private link."""
    tournament = tournament_to_see(visitor, uid)
    own_player_in(visitor, tournament)
    return tournament


def own_player_in(visitor: Visitor, tournament: Tournament) -> Player:
    """Return the visitor's player, who has entered the tournament; raise `NotSignedIn` or `Forbidden` otherwise."""
    player = visitor.player_in(tournament)
    entries = EntrantPlayer.objects.filter(event__tournament=tournament)
    if player is None or not entries.filter(player__in=rows_of_person(player.person_key)).exists():
        raise refusal(visitor, tournament)
    return player


def own_matches(visitor: Visitor) -> QuerySet[Match]:
    """Return the own matches that are not cancelled, for visitors with an account or a private link."""
    sides = SideMember.objects.filter(player__in=rows_of_person(own_cards(visitor).person_key)).values("side")
    # Two looks into an index, and their answer before anything is joined to it: with "or", and with a subquery beside
    # so many tables, PostgreSQL walks through every match there is.
    one, two = (
        Match.objects.filter(side).order_by().values_list("pk")
        for side in (Q(one__in=sides), Q(two__in=sides))
    )
    matches = Match.objects.filter(pk__in=[key for (key,) in one.union(two)], cancelled_at=None)
    if within := _tournament_alone(visitor):
        return matches.filter(_played_in(list(within)))
    if visitor.is_superuser:
        return matches.filter(Q(pairing__isnull=False) | Q(board__isnull=False))
    in_sight = ~Q(visibility=Visibility.DRAFT) | Q(pk__in=list(visitor.offices))
    return matches.filter(_played_in(Tournament.objects.filter(in_sight)))


def own_notices(visitor: Visitor) -> QuerySet[Notice]:
    """Return the own notices, for visitors with an account or a private link; a link shows its tournament only.

    Notices of a draft are hidden until it is visible, except for its officers.
    """
    return _notices_of(own_cards(visitor).person_key, *_tournament_alone(visitor))


def unread_notices(visitor: Visitor) -> int:
    """Return the number of matters with unread notices among `own_notices`: a match is one; one query."""
    ((number,),) = _number_unread(own_player(visitor).person_key, *_tournament_alone(visitor))
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
    matters = Count(Coalesce("match_id", -F("pk")), distinct=True)
    return notices.values(every=Value(1)).annotate(number=matters).values_list("number")


def _tournament_alone(visitor: Visitor) -> tuple[int, ...]:
    """Return the primary key of the only tournament of a private link or bound token; empty for any other account."""
    token = visitor.token
    if token is not None and token.federation_id is not None:
        raise bound_elsewhere(token)
    if token is not None and token.tournament_id is not None:
        return (token.tournament_id,)
    return (visitor.link.tournament_id,) if visitor.is_via_link and visitor.link is not None else ()


def _played_in(tournaments: QuerySet[Tournament] | list[int]) -> Q:
    """Return the filter for matches of these tournaments."""
    of_pairing, of_board = (f"{way}__in" for way in WAY_TO_TOURNAMENT)
    return Q(**{of_pairing: tournaments}) | Q(**{of_board: tournaments})


def _own_entrant_or_directed(visitor: Visitor, entrant: Entrant) -> None:
    tournament = entrant.event.tournament
    if not plays_for(visitor, entrant) and not visitor.may_direct(tournament):
        raise refusal(visitor, tournament)


def _own_or_directed(visitor: Visitor, match: Match) -> Match:
    if visitor.side_in(match) is None and not visitor.may_direct(tournament_of(match)):
        raise refusal(visitor, tournament_of(match))
    return match
