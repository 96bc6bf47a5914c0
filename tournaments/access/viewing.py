"""Permissions to view objects: each function returns one object with its relations."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from matches.database.prepared import prepared
from matches.errors import DomainError
from matches.models import (
    Audience,
    Dispute,
    Exhibit,
    ExhibitKind,
    GameRecord,
    LengthChange,
    Match,
    Penalty,
    Player,
    Report,
    rows_of_person,
    show_to,
)
from matches.queries import is_on_committee
from tournaments.errors.common import Forbidden, NotSignedIn
from tournaments.errors.tokens import TokenBoundElsewhere, TokenTooNarrow
from tournaments.models import (
    WAY_TO_TOURNAMENT,
    ApiToken,
    Challenge,
    Draw,
    Entrant,
    Event,
    FeedRow,
    Pairing,
    Stage,
    TokenScope,
    Tournament,
    TreeHead,
    Visibility,
    is_no_board,
)
from tournaments.queries.draws.bracket import with_flags
from tournaments.queries.feed.results import public_rows
from tournaments.queries.publicity import public_persons

from .scores import sees_record, sees_report
from .visitor import Visitor, tournament_of

Row = TypeVar("Row", bound=Model)

# A match without a tournament has no page.
_MATCH_IN_A_TOURNAMENT = Q(match__pairing__isnull=False) | Q(match__board__isnull=False)


def by_uid(model: type[Row], *ways: str) -> Callable[[str], list[Row]]:
    """Return a prepared statement that selects the row with a uid and these relations."""

    @prepared
    def rows(uid: str) -> QuerySet[Row]:
        return QuerySet(model).filter(uid=uid).select_related(*ways).order_by()

    return rows


_events_of = by_uid(Event, "tournament")
_stages_of = by_uid(Stage, "event__tournament")
_draws_of = by_uid(Draw, "stage__event__tournament")
_entrants_of = by_uid(Entrant, "side", "event__tournament")
_challenges_of = by_uid(
    Challenge,
    "challenger__side",
    "challenger__event__tournament",
    "challenged__side",
    "stage__event__tournament",
)


def tournaments_to_list(visitor: Visitor) -> QuerySet[Tournament]:
    """Return the public tournaments and those of the visitor's offices and private link, for anyone."""
    if visitor.is_superuser:
        return Tournament.objects.all()
    mine = Q(pk__in=list(visitor.offices))
    if visitor.link is not None:
        mine |= Q(pk=visitor.link.tournament_id)
    return Tournament.objects.filter(Q(visibility=Visibility.PUBLIC) | mine)


def persons_to_list(_visitor: Visitor) -> QuerySet[Player]:
    """Return the persons who have a public profile, for anyone."""
    return public_persons()


def results_to_list(_visitor: Visitor) -> QuerySet[FeedRow]:
    """Return the rows of the feed of public tournaments and of what federations accepted, for anyone."""
    return public_rows()


def checkpoints_to_list(_visitor: Visitor) -> QuerySet[TreeHead]:
    """Return the checkpoints of all logs, for anyone."""
    return TreeHead.objects.all()


def checkpoints_to_compare(_visitor: Visitor, uid: str, first: str) -> tuple[TreeHead, TreeHead]:
    """Return two checkpoints, the older one first, for anyone."""
    one, two = (get_object_or_404(TreeHead, uid=name) for name in (uid, first))
    return (one, two) if one.pk <= two.pk else (two, one)


def person_to_see(_visitor: Visitor, uid: str) -> Player:
    """Return the person with a public profile, for anyone; a duplicate leads to the person who goes on."""
    person = public_persons().filter(uid=uid).first()
    if person is not None:
        return person
    player = get_object_or_404(Player, uid=uid).current
    return get_object_or_404(public_persons(), pk=player.pk)


def persons_to_compare(visitor: Visitor, uid: str, other: str) -> tuple[Player, Player]:
    """Return two persons who both have a public profile, for anyone; raise 404 for a person and themself."""
    persons = person_to_see(visitor, uid), person_to_see(visitor, other)
    if persons[0] == persons[1]:
        raise Http404
    return persons


def tournament_to_see(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament; raise 404 for a draft of others."""
    return seen(visitor, only(_tournaments_of(uid)))


def hall_to_see(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament for the screen in its hall, where every reader sees the full names."""
    tournament = tournament_to_see(visitor, uid)
    show_to(Audience.HALL)
    return tournament


@prepared
def _tournaments_of(uid: str) -> QuerySet[Tournament]:
    return Tournament.objects.filter(uid=uid).order_by()


def tournament_of_stage(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament of a stage without loading the stage; raise 404 for a draft of others."""
    return _tournament_at(visitor, _key_of_stage(uid))


def tournament_of_match(visitor: Visitor, uid: str) -> Tournament:
    """Return the tournament of a match without loading the match; raise 404 for a draft of others."""
    return _tournament_at(visitor, _key_of_match(uid))


def _tournament_at(visitor: Visitor, key: int) -> Tournament:
    """Return the tournament with this key; no query if the visitor's link is of this tournament."""
    if visitor.link is not None and visitor.link.tournament_id == key:
        return seen(visitor, visitor.link.tournament)
    return seen(visitor, only(_tournaments_numbered(key)))


@prepared
def _tournaments_numbered(key: int) -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk=key).order_by()


# A stage or match never changes its tournament, so each process caches the key.
@lru_cache(maxsize=4096)
def _key_of_stage(uid: str) -> int:
    return get_object_or_404(Stage.objects.select_related("event"), uid=uid).event.tournament_id


@lru_cache(maxsize=4096)
def _key_of_match(uid: str) -> int:
    for way in WAY_TO_TOURNAMENT:
        key: int | None = Match.objects.filter(uid=uid).order_by().values_list(way, flat=True).first()
        if key is not None:
            return key
    raise Http404


def event_to_see(visitor: Visitor, uid: str) -> Event:
    """Return the event with its tournament; raise 404 for a draft of others."""
    event = only(_events_of(uid))
    seen(visitor, event.tournament)
    return event


def stage_to_see(visitor: Visitor, uid: str) -> Stage:
    """Return the stage with its event and tournament; raise 404 for a draft of others."""
    stage = only(_stages_of(uid))
    seen(visitor, stage.event.tournament)
    return stage


def pairing_to_see(visitor: Visitor, uid: str) -> Pairing:
    """Return the pairing with its match, stage, event and tournament; raise 404 for a draft of others."""
    pairing = only(_pairings_of(uid))
    seen(visitor, pairing.stage.event.tournament)
    return pairing


@prepared
def _pairings_of(uid: str) -> QuerySet[Pairing]:
    pairings = Pairing.objects.filter(uid=uid, cancelled_at=None)
    return pairings.select_related("match", "stage__event__tournament").order_by()


def draw_to_see(visitor: Visitor, uid: str) -> Draw:
    """Return the draw, valid or voided, with its stage, event and tournament; raise 404 for a draft of others."""
    draw = only(_draws_of(uid))
    seen(visitor, tournament_of(draw))
    return draw


def entrant_to_see(visitor: Visitor, uid: str) -> Entrant:
    """Return the entrant with its side, event and tournament; raise 404 for a draft of others.

    One that waits for the answer of a partner is seen by its players and the desk alone.
    """
    entrant = only(_entrants_of(uid))
    tournament = entrant.event.tournament
    seen(visitor, tournament)
    if entrant.is_asked and not visitor.may_desk(tournament):
        player = visitor.player_in(tournament)
        own = () if player is None else rows_of_person(player.person_key)
        if not entrant.entrant_players.filter(player__in=own).exists():
            raise Http404
    return entrant


def challenge_to_see(visitor: Visitor, uid: str) -> Challenge:
    """Return the challenge with its entrants, stage, event and tournament; raise 404 for a draft of others."""
    challenge = only(_challenges_of(uid))
    seen(visitor, challenge.stage.event.tournament)
    return challenge


def match_to_see(visitor: Visitor, uid: str) -> Match:
    """Return the match with its relations up to the tournament; raise 404 for a draft of others."""
    are_no_boards = [is_no_board(match) for match in _paired(uid)]
    match = only(are_no_boards or _at_a_board(uid))
    _seen_of(visitor, match)
    return match


@prepared
def _paired(uid: str) -> QuerySet[Match]:
    return _with_all_around(uid, "pairing__draw", WAY_TO_TOURNAMENT[0]).filter(pairing__isnull=False)


@prepared
def _at_a_board(uid: str) -> QuerySet[Match]:
    return _with_all_around(uid, "pairing", WAY_TO_TOURNAMENT[1]).filter(board__isnull=False)


def _with_all_around(uid: str, *ways: str) -> QuerySet[Match]:
    """Return the match joined with one of the relations; joining both makes PostgreSQL's planning slow."""
    rows = Match.objects.select_related("one", "two", "accepted_report", *ways)
    penalties = Penalty.objects.filter(match=OuterRef("pk"))
    changes = LengthChange.objects.filter(match=OuterRef("pk"))
    return with_flags(rows.filter(uid=uid)).annotate(has_terms=Exists(penalties) | Exists(changes))


def report_to_see(visitor: Visitor, uid: str) -> Report:
    """Return the report with its relations; raise 404 for a draft of others or a score not public."""
    report = only(_reports_of(uid))
    _seen_of(visitor, report.match)
    if not sees_report(visitor, report):
        raise Http404
    return report


@prepared
def _reports_of(uid: str) -> QuerySet[Report]:
    reports = Report.objects.filter(_MATCH_IN_A_TOURNAMENT, uid=uid)
    return reports.select_related("by", *_through_match()).order_by()


def record_to_see(visitor: Visitor, uid: str) -> GameRecord:
    """Return the game record without its bytes, with its relations; raise 404 for a draft of others.

    Raise 404 while the score in the record is not public.
    """
    record = only(_records_of(uid))
    _seen_of(visitor, record.match)
    if not sees_record(visitor, record):
        raise Http404
    return record


@prepared
def _records_of(uid: str) -> QuerySet[GameRecord]:
    records = GameRecord.objects.filter(_MATCH_IN_A_TOURNAMENT, uid=uid).defer("data")
    ways = ("uploaded_by", "analysis", "match__accepted_report", *_through_match())
    return records.select_related(*ways).order_by()


def dispute_to_see(visitor: Visitor, uid: str) -> Dispute:
    """Return the dispute with its reports, match and tournament, for the match's players, the officers and its committee."""
    dispute = dispute_in_sight(visitor, uid)
    if visitor.may_read_words(dispute.match):
        return dispute
    player = visitor.player_in(tournament_of(dispute))
    if is_on_committee(player, dispute):
        show_to(Audience.HALL)
        return dispute
    raise refusal(visitor, tournament_of(dispute))


def dispute_in_sight(visitor: Visitor, uid: str) -> Dispute:
    """Return the dispute with its reports, match and tournament, without a check of who may read it."""
    dispute = only(_disputes_of(uid))
    _seen_of(visitor, dispute.match)
    return dispute


@prepared
def _disputes_of(uid: str) -> QuerySet[Dispute]:
    disputes = Dispute.objects.filter(_MATCH_IN_A_TOURNAMENT, uid=uid)
    return disputes.select_related("report", "counter_report", "raised_by", *_through_match()).order_by()


def only(rows: list[Row]) -> Row:
    """Return the only row of the queryset, else raise 404."""
    if not rows:
        raise Http404
    return rows[0]


def _through_match() -> tuple[str, ...]:
    return "match__one", "match__two", *(f"match__{way}" for way in WAY_TO_TOURNAMENT)


def seen(visitor: Visitor, tournament: Tournament) -> Tournament:
    """Return the tournament, or raise 404 if this visitor may not know of it.

    Names are shown in full to its officers only from here on.
    """
    if not visitor.may_see(tournament):
        raise Http404
    show_to(Audience.HALL if visitor.may_desk(tournament) else Audience.EVERYBODY)
    return tournament


def _seen_of(visitor: Visitor, match: Match) -> None:
    """Raise 404 if this visitor may not know of the match; its players read the full names."""
    seen(visitor, tournament_of(match))
    if visitor.side_in(match) is not None:
        show_to(Audience.HALL)


def refusal(visitor: Visitor, tournament: Tournament, *, office_needed: bool = False) -> DomainError:
    """Return the exception: NotSignedIn if signing in could help, else Forbidden. An office needs an account, not a link.

    A token that is too narrow or bound elsewhere is named as such, because another one could help.
    """
    token = visitor.token
    if token is not None and not token.reaches(tournament=tournament.pk):
        return bound_elsewhere(token)
    if visitor.is_narrowed_in(tournament):
        return TokenTooNarrow(scope=TokenScope.DIRECT.value)
    identity = visitor.account if office_needed else visitor.player_in(tournament)
    return NotSignedIn() if identity is None else Forbidden()


def bound_elsewhere(token: ApiToken) -> TokenBoundElsewhere:
    """Return the refusal of a token outside of what it is bound to, which it names."""
    return TokenBoundElsewhere(bound=token.bound_name)


def tournament_to_embed(uid: str) -> Tournament:
    """Return a public tournament; raise 404 otherwise."""
    tournament = tournament_to_see(Visitor(), uid)
    if tournament.visibility != Visibility.PUBLIC:
        raise Http404
    return tournament


def event_to_embed(uid: str) -> Event:
    """Return the event of a public tournament, with its tournament; raise 404 otherwise."""
    event = event_to_see(Visitor(), uid)
    if event.tournament.visibility != Visibility.PUBLIC:
        raise Http404
    return event


def stage_to_embed(uid: str) -> Stage:
    """Return the stage of a public tournament, with its event and tournament; raise 404 otherwise."""
    stage = stage_to_see(Visitor(), uid)
    if stage.event.tournament.visibility != Visibility.PUBLIC:
        raise Http404
    return stage


def photo_to_see(visitor: Visitor, uid: str) -> Exhibit:
    """Return the photo of a dispute, with its bytes, for anyone who may see the dispute."""
    photo = get_object_or_404(
        Exhibit.objects.select_related("dispute"), uid=uid, kind=ExhibitKind.PHOTO, photo__isnull=False
    )
    photo.dispute = dispute_to_see(visitor, photo.dispute.uid)
    return photo
