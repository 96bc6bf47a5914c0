"""What tests arrange with: plain functions that go through the actions, as the pages do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import count, islice, product

from django.db import connection
from django.db.models import QuerySet

from matches.database.prepared import prepared
from matches.models import Match, Player, SideMember, name_key
from tests.remembered import remembered
from tournaments.actions import log, results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import player_list, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import members, merging, sanctions, setup
from tournaments.actions.people import links, tokens
from tournaments.acts.draws import StageDrawn
from tournaments.models import (
    ApiToken,
    Draw,
    Entrant,
    Event,
    EventKind,
    Federation,
    Member,
    Merge,
    OfficeKind,
    Origin,
    Pairing,
    Registration,
    RoleKind,
    Sanction,
    Stage,
    Tournament,
    Visibility,
    is_no_board,
    is_team_match,
    pairing_of,
)
from tournaments.queries.people.merges import numbers_of_both
from tournaments.queries.state import stage_state

_numbers = count(1)
_FIRST = (
    "Ada",
    "Boris",
    "Chloé",
    "Dmitri",
    "Elif",
    "Farah",
    "Goran",
    "Hélène",
    "Igor",
    "Jing",
    "Kofi",
    "Lùcia",
)
_LAST = (
    "Almeida",
    "Brandt",
    "Çelik",
    "Dupuis",
    "Eriksen",
    "Ferrari",
    "Grünwald",
    "Haddad",
    "Ivanova",
    "Jansen",
)


def names(n: int) -> list[str]:
    """`n` different names of people, always the same ones."""
    plain = (f"{first} {last}" for first, last in product(_FIRST, _LAST))
    with_numbers = (
        f"{first} {last} {number}" for number in count(2) for first, last in product(_FIRST, _LAST)
    )
    plain_names = list(islice(plain, n))
    return plain_names + list(islice(with_numbers, n - len(plain_names)))


def player(
    name: str = "", *, email: str = "", password: str | None = None, is_superuser: bool = False
) -> Player:
    """A player; with an e-mail somebody who can sign in when there is a password too."""
    number = next(_numbers)
    return Player.objects.create_user(
        email or None, password, name=name or f"Player {number}", is_superuser=is_superuser
    )


def director(name: str = "Dora Director") -> Player:
    """Somebody with an account who can own a tournament."""
    return player(name, email=f"director{next(_numbers)}@example.org")


def crowd(count: int) -> None:
    """So many people with an account and no tournament; the planner of the database knows how many rows there are."""
    numbers = [next(_numbers) for _person in range(count)]
    names = [(f"crowd{number}@example.org", f"Crowd {number}") for number in numbers]
    Player.objects.bulk_create(
        Player(email=email, name=name, name_key=name_key(name)) for email, name in names
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


@remembered
def tournament(
    *, by: Player | None = None, name: str = "Coupe de Nantes", visibility: str = Visibility.PUBLIC
) -> Tournament:
    """A public tournament of one weekend in France, owned by `by` or by a new director."""
    return lifecycle.create_tournament(
        by=by or director(),
        name=name,
        starts_on=date(2026, 3, 7),
        ends_on=date(2026, 3, 8),
        visibility=visibility,
    )


def owner(of: Tournament) -> Player:
    """Who owns the tournament."""
    [person] = _owners(of.pk)
    return person


@prepared
def _owners(tournament: int) -> QuerySet[Player]:
    return Player.objects.filter(roles__tournament=tournament, roles__kind="owner")


def federation(code: str = "FFBG", *, president: Player | None = None) -> Federation:
    """A federation with a president who can sign in."""
    return setup.create_federation(
        by=None,
        code=code,
        name=f"Federation {code}",
        country="FR",
        president=president or director("Paula President"),
    )


def officer(of: Federation, kind: OfficeKind = OfficeKind.REGISTRAR) -> Player:
    """Somebody new with an account who holds an office of the federation."""
    person = director("Olga Officer")
    setup.give_office(of, person, by=None, kind=kind)
    return person


def member(of: Federation, person: Player | None = None) -> Member:
    """A member since the beginning of 2026, with a number of their own."""
    row = members.give_number(of, person or player(), by=None, number=f"N-{next(_numbers)}")
    members.add_membership(row, by=None, starts_on=date(2026, 1, 1))
    return row


def sanction(of: Event, by: Federation) -> Sanction:
    """The event, sanctioned by the federation."""
    return sanctions.grant_sanction(sanctions.request_sanction(of, by, by=None), by=None)


def merge(of: Federation, duplicate: Player, *, into: Player, number: str = "") -> Merge:
    """A merge that nobody is asked about; where both have a number, that of the player who goes on stays."""
    pair = numbers_of_both(of, duplicate, into)
    number = number or (pair[1].number if pair else "")
    row = merging.merge_players(of, duplicate, into=into, by=None, number=number)
    assert isinstance(row, Merge)
    return row


def clerk(of: Tournament) -> Player:
    """Somebody new who keeps the desk of the tournament."""
    person = player("Denise Desk")
    lifecycle.appoint(of, person, kind=RoleKind.DESK, by=owner(of))
    return person


@remembered
def event(
    of: Tournament | None = None,
    *,
    name: str = "Main",
    capacity: int | None = None,
    registration: str = Registration.OPEN,
    grace_minutes: int = 10,
    kind: str = EventKind.SINGLES,
    team_size: int | None = None,
    boards: int | None = None,
) -> Event:
    """An event that takes entrants, of a new tournament unless one is given."""
    return lifecycle.create_event(
        of or tournament(),
        by=None,
        name=name,
        capacity=capacity,
        registration=registration,
        grace_minutes=grace_minutes,
        kind=kind,
        team_size=team_size,
        boards=boards,
    )


@remembered
def stage(
    of: Event | None = None,
    *,
    lengths: tuple[int, ...] = (7,),
    format: str = "single_elimination",  # noqa: A002 - the field's word
    options: Mapping[str, object] | None = None,
) -> Stage:
    """A stage in a format, of a new event unless one is given; not drawn."""
    return lifecycle.create_stage(of or event(), by=None, format=format, options=options, lengths=lengths)


# Fewer are entered as quickly one by one.
_WORTH_A_LIST = 3


def entrant(of: Event, name: str = "") -> Entrant:
    """Enter a new player, pair or full team at the desk."""
    match of.kind:
        case EventKind.DOUBLES:
            return registration.enter(of, by=None, players=[player(name), player()])
        case EventKind.TEAMS:
            team = [player() for _ in range(of.team_size or 1)]
            return registration.enter(of, by=None, players=team, name=name or f"Team {next(_numbers)}")
    return registration.enter(of, by=None, players=[player(name)])


def entrants(of: Event, n: int) -> list[Entrant]:
    """`n` new entrants of the event, in the order they came; players by a list, as most directors enter them."""
    new_names = names(n)
    if (
        of.kind != EventKind.SINGLES
        or n < _WORTH_A_LIST
        or Player.objects.filter(name__in=new_names).exists()
    ):
        return [entrant(of, name) for name in new_names]
    return list(
        player_list.import_players(of, by=None, data="\n".join(["Name", *new_names]).encode()).entrants
    )


@remembered
def drawn_stage(
    n: int = 4, *, length: int = 7, seed: str = "videau", of: Event | None = None, grace_minutes: int = 10
) -> Stage:
    """A stage of `n` entrants, drawn with a known seed: its first matches are open."""
    new_stage = stage(of or event(grace_minutes=grace_minutes), lengths=(length,))
    entrants(new_stage.event, n)
    draw.draw(new_stage, by=None, seed=seed)
    return new_stage


def drawn_otherwise(stage: Stage, **columns: object) -> Draw:
    """The valid draw of a stage with these columns, as a release that draws otherwise makes it and proves it."""
    row = Draw.objects.get(stage=stage, voided_at=None)
    Draw.objects.filter(pk=row.pk).update(**columns)
    row.refresh_from_db()
    act = StageDrawn(stage.uid, draw=row.uid, seed=row.seed, entrants=len(row.placement), format=row.format)
    log.append(act, of=stage.event.tournament, by=None, event=stage.event, rows=[row])
    return row


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """An open match with everybody around it."""

    match: Match
    stage: Stage
    director: Player
    one: Player
    two: Player


@remembered
def open_match(length: int = 7, *, n: int = 2, grace_minutes: int = 10) -> OpenMatch:
    """The first open match of a drawn stage of `n`, with its two players and the director."""
    new_stage = drawn_stage(n, length=length, grace_minutes=grace_minutes)
    return around(open_matches(new_stage)[0])


def open_matches(of: Stage) -> list[Match]:
    """The matches of a stage that can be played now, by round and slot."""
    pairings = _open_pairings(of.pk)
    return [is_no_board(pairing.match) for pairing in pairings if pairing.match is not None]


@prepared
def _open_pairings(stage: int) -> QuerySet[Pairing]:
    pairings = Pairing.objects.filter(
        stage=stage, cancelled_at=None, match__final_at=None, match__winner="", match__isnull=False
    )
    return pairings.select_related("match__one", "match__two")


def open_lines(of: Stage) -> tuple[int, ...]:
    """The lines of a stage open to a late entrant, the preferred one first; none before the draw."""
    state = stage_state(of)
    return () if state is None else state.format.open_lines(state.state)


def play_open_matches(of: Stage) -> None:
    """Let side one win every match of a stage that can be played now, and make the pairings that follow."""
    director = owner(of.event.tournament)
    for match in open_matches(of):
        # A director enters a team match as a whole only with the reason why its boards are not.
        reason = "Boards not recorded." if is_team_match(match) else ""
        results.report(match, by=director, score=(match.length, 0), reason=reason)
    progress.advance(of.event)


def around(match: Match) -> OpenMatch:
    """The match with its players, the first of each side, and the owner of its tournament."""
    of = _stage_of(match)
    players = {member.side_id: member.player for member in _first_members((match.one_id, match.two_id))}
    return OpenMatch(
        match=match,
        stage=of,
        director=owner(of.event.tournament),
        one=players[match.one_id],
        two=players[match.two_id],
    )


def director_of(match: Match) -> Player:
    """The owner of the tournament of a match."""
    return owner(_stage_of(match).event.tournament)


def _stage_of(match: Match) -> Stage:
    """The stage of a match, read with its event and tournament where it was not."""
    pairing = pairing_of(match)
    if not Pairing.stage.is_cached(pairing):
        [pairing.stage] = _stages(pairing.stage_id)
    return pairing.stage


@prepared
def _stages(key: int) -> QuerySet[Stage]:
    return Stage.objects.filter(pk=key).select_related("event__tournament")


@prepared
def _first_members(sides: tuple[int, ...]) -> QuerySet[SideMember]:
    return SideMember.objects.filter(side__in=sides, order=0).select_related("player")


def by_link(match: Match, player: Player) -> Origin:
    """How an act comes that a player does through a private link of the match's tournament."""
    link, _token = links.make_player_link(pairing_of(match).stage.event.tournament, player, by=None)
    return Origin(link)


def token(
    player: Player, *scopes: str, tournament: Tournament | None = None, federation: Federation | None = None
) -> tuple[ApiToken, str]:
    """A token of this account with these scopes, `read` without any, and its text."""
    return tokens.make(
        by=player, name="Website", scopes=scopes or ("read",), tournament=tournament, federation=federation
    )
