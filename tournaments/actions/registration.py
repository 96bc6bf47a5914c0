"""Who is in an event: entering, checking in, leaving, coming back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.models import Match, Player, Side, SideMember, name_key
from rules.scoresheet import Outcome
from tournaments import notices
from tournaments.models import (
    AccessLink,
    Draw,
    Entrant,
    EntrantPlayer,
    Event,
    Purpose,
    Registration,
    StageEntry,
    Tournament,
    Via,
    Visibility,
)
from tournaments.queries.names import similar_players
from tournaments.queries.state import begun_matches, is_drawn, open_lines

from . import log, results
from .draw import enter_late
from .errors import (
    AlreadyEntered,
    CapacityTooSmall,
    EventIsFull,
    Forbidden,
    HasWithdrawn,
    LinkNotValid,
    NotAnAlternate,
    NotWithdrawn,
    OwnMatchRuling,
    RegistrationClosed,
    SimilarPlayers,
    StageAlreadyDrawn,
    check_fields,
)
from .locks import lock_event, lock_matches
from .offices import (
    demand_desk,
    demand_director,
    demand_player,
    demand_reason,
    holds_office,
    is_director,
    is_member,
)
from .progress import Cause, follow


@transaction.atomic
def enter(
    event: Event,
    *,
    by: Player | None,
    players: Sequence[Player],
    via: str = Via.DESK,
    is_late: bool = False,
    force_alternate: bool = False,
) -> Entrant:
    """Enter a side of these players at the desk; who comes after the last place or the draw is an alternate.

    After the draw, `is_late` puts the entrant into a bye whose match has not
    begun, if there is one. A director may enter somebody when registration is
    closed, the desk may not.
    """
    demand_desk(event.tournament, by)
    event = lock_event(event)
    if event.registration == Registration.CLOSED and not is_director(event.tournament, by):
        raise RegistrationClosed(event=event.name)
    entrant = _enter(event, by=by, players=players, via=via, force_alternate=force_alternate)
    return _seat_late(entrant, by=by) if is_late and not force_alternate else entrant


@transaction.atomic
def walk_in(
    event: Event,
    *,
    by: Player | None,
    name: str,
    club: str = "",
    country: str = "",
    email: str = "",
    via: str = Via.DESK,
    even_if_similar: bool = False,
    is_late: bool = False,
    force_alternate: bool = False,
) -> Entrant:
    """Enter somebody whom the installation does not know yet, as a new player without an account.

    SimilarPlayers when there are players with nearly this name, unless the desk
    says that this is another person. `email` is where notices go, not a sign-in.
    """
    demand_desk(event.tournament, by)
    if not even_if_similar and (candidates := similar_players(name)):
        names = ", ".join(candidate.name for candidate in candidates)
        raise SimilarPlayers(names=names, candidates=[candidate.to_dict() for candidate in candidates])
    player = add_player(name=name, club=club, country=country, email=email)
    return enter(event, by=by, players=[player], via=via, is_late=is_late, force_alternate=force_alternate)


def add_player(*, name: str, club: str = "", country: str = "", email: str = "") -> Player:
    """Add a person who cannot sign in yet; InvalidFields names what is wrong."""
    player = Player(
        name=" ".join(name.split()),
        club=club.strip(),
        country=country.strip().upper(),
        contact_email=email.strip(),
    )
    player.set_unusable_password()
    check_fields(player)
    player.save()
    return player


@transaction.atomic
def register_self(event: Event, *, by: Player | None, via_link: bool = False) -> Entrant:
    """Enter the player who asks, where registration is open and the tournament can be seen."""
    player = demand_player(by)
    event = lock_event(event)
    is_visible = event.tournament.visibility != Visibility.DRAFT
    if event.registration != Registration.OPEN or not is_visible:
        raise RegistrationClosed(event=event.name)
    return _enter(event, by=player, players=[player], via=Via.ONLINE, link=via_link)


@transaction.atomic
def register_by_link(
    link: AccessLink, *, by: Player | None = None, name: str = "", email: str = ""
) -> Entrant:
    """Enter whoever holds the link of an event: the player signed in, else somebody new by name and address.

    It works until registration is closed. The same name with the same address
    is the same person; similar names are not shown to a stranger, the desk can
    merge them later.
    """
    if link.purpose != Purpose.REGISTER or link.event is None or not is_link_valid(link):
        raise LinkNotValid
    event = lock_event(link.event)
    if event.registration == Registration.CLOSED:
        raise RegistrationClosed(event=event.name)
    player = by or _same_person(name, email) or add_player(name=name, email=email)
    return _enter(event, by=by, players=[player], via=Via.LINK, link=True)


def is_link_valid(link: AccessLink) -> bool:
    """Whether a private link is neither revoked nor too old."""
    return link.revoked_at is None and link.expires_at > timezone.now()


@transaction.atomic
def check_in(entrant: Entrant, *, by: Player | None) -> Entrant:
    """Note that the entrant is there; again changes nothing."""
    return _set_presence(entrant, by=by, is_there=True)


@transaction.atomic
def undo_check_in(entrant: Entrant, *, by: Player | None) -> Entrant:
    """Take back that the entrant is there."""
    return _set_presence(entrant, by=by, is_there=False)


@transaction.atomic
def withdraw(entrant: Entrant, *, by: Player | None, reason: str = "", via_link: bool = False) -> Entrant:
    """Let an entrant leave the event; its own players may, before the draw any office, after it a director.

    Before the draw its place goes to the first alternate. After the draw it
    keeps its line: the match it has begun ends as retired, every other one is a
    walkover for the opponent, and a director says why. The reason stays out of
    the log, because it may be private.
    """
    event = _own_or_desk(entrant, by=by)
    if entrant.withdrawn_at is not None:
        return entrant
    is_own = is_member(by, side=entrant.side_id)
    has_place = StageEntry.objects.filter(entrant=entrant, line__isnull=False).exists()
    if has_place and not is_own:
        demand_director(event.tournament, by)
        reason = demand_reason(reason)
    if has_place:
        # A report is read by more people than the reason that a player gives the directors.
        _give_up_matches(entrant, by=by, reason="" if is_own else reason, via_link=via_link)
    entrant.withdrawn_at, entrant.withdrawn_reason = timezone.now(), reason.strip()
    check_fields(entrant)
    entrant.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    if is_drawn(event):
        follow(event, cause=Cause("withdrawn", by, entrant.uid, link=via_link))
    else:
        _append(event, "withdrawn", by=by, entrant=entrant, link=via_link)
        _fill_places(event)
    return entrant


@transaction.atomic
def return_(entrant: Entrant, *, by: Player | None, via_link: bool = False) -> Entrant:
    """Let an entrant come back before the draw; an alternate when its place is taken by now."""
    event = _own_or_desk(entrant, by=by)
    if entrant.withdrawn_at is None:
        raise NotWithdrawn(entrant=entrant.name)
    if event.registration != Registration.OPEN and not holds_office(event.tournament, by):
        raise RegistrationClosed(event=event.name)
    return _come_back(event, entrant, by=by, link=via_link)


@transaction.atomic
def promote(entrant: Entrant, *, by: Player | None) -> Entrant:
    """Give a waiting alternate a free place before the draw."""
    event = lock_event(entrant.event)
    demand_desk(event.tournament, by)
    entrant.refresh_from_db()
    if entrant.withdrawn_at is not None:
        raise HasWithdrawn(entrant=entrant.name)
    if not entrant.is_alternate:
        raise NotAnAlternate(entrant=entrant.name)
    if is_drawn(event):
        raise StageAlreadyDrawn
    if not _has_place(event):
        raise EventIsFull(capacity=event.capacity)
    _give_place(event, entrant, by=by)
    return entrant


@transaction.atomic
def set_capacity(event: Event, *, by: Player | None, capacity: int | None) -> Event:
    """Set the number of places, None for no limit; the first alternates move up into new ones."""
    demand_director(event.tournament, by)
    event = lock_event(event)
    if capacity == event.capacity:
        return event
    taken = _places_taken(event)
    if capacity is not None and capacity < taken:
        raise CapacityTooSmall(entrants=taken)
    event.capacity = capacity
    check_fields(event)
    event.save(update_fields=["capacity"])
    data = {"capacity": capacity}
    log.append(event.tournament, "capacity_set", by=by, event=event, subject=event.uid, data=data)
    if not is_drawn(event):
        _fill_places(event)
    return event


def _enter(
    event: Event,
    *,
    by: Player | None,
    players: Sequence[Player],
    via: str,
    force_alternate: bool = False,
    link: bool = False,
) -> Entrant:
    """Enter a side, under the lock of the event; whoever left before the draw comes back instead."""
    players = [player.merged_into or player for player in players]
    numbers = _entry_numbers(event, players)
    side = side_of(players)
    left = Entrant.objects.filter(event=event, side=side).first()
    if left is not None:
        return _come_back(event, left, by=by, link=link)
    entrant = Entrant.objects.create(
        event=event, side=side, via=via, is_alternate=force_alternate or not _has_place(event)
    )
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(event=event, entrant=entrant, player=player, entry_no=numbers[player.pk])
        for player in players
    )
    notices.registered(entrant)
    data = {
        "side": entrant.side.uid,
        "players": [player.uid for player in players],
        "via": entrant.via,
        "alternate": entrant.is_alternate,
    }
    _append(event, "entered", by=by, entrant=entrant, data=data, link=link)
    return entrant


def _come_back(event: Event, entrant: Entrant, *, by: Player | None, link: bool) -> Entrant:
    """Clear the withdrawal of an entrant who left before the draw; an alternate where its place is taken."""
    if StageEntry.objects.filter(entrant=entrant).exists():
        raise StageAlreadyDrawn
    entrant.is_alternate = not _has_place(event)
    entrant.withdrawn_at, entrant.withdrawn_reason = None, ""
    entrant.save(update_fields=["is_alternate", "withdrawn_at", "withdrawn_reason"])
    _append(event, "returned", by=by, entrant=entrant, data={"alternate": entrant.is_alternate}, link=link)
    return entrant


def _entry_numbers(event: Event, players: Sequence[Player]) -> dict[int, int]:
    """The number of each player's next entry, by primary key.

    AlreadyEntered for somebody who is in, HasWithdrawn for somebody who left
    after the draw. Whoever left before it may enter again, with another partner too.
    """
    numbers = {player.pk: 1 for player in players}
    entries = EntrantPlayer.objects.filter(event=event, player__in=players)
    for entry in entries.select_related("entrant__side", "player"):
        if entry.entrant.withdrawn_at is None:
            raise AlreadyEntered(player=entry.player.name)
        if StageEntry.objects.filter(entrant=entry.entrant).exists():
            raise HasWithdrawn(entrant=entry.entrant.name)
        numbers[entry.player_id] = max(numbers[entry.player_id], entry.entry_no + 1)
    return numbers


def _seat_late(entrant: Entrant, *, by: Player | None) -> Entrant:
    """Put a newcomer into the first stage that is drawn, if it has a bye left; otherwise the entrant waits."""
    drawn = Draw.objects.filter(stage__event=entrant.event_id, voided_at=None).order_by("stage__order")
    found = drawn.select_related("stage__event__tournament").first()
    if found is not None and open_lines(found.stage):
        enter_late(found.stage, entrant=entrant, by=by)
    return entrant


def side_of(players: Sequence[Player]) -> Side:
    """The side of exactly these players under their names of today; a new one where there is none."""
    name = " & ".join(player.name for player in players)
    same_name = Side.objects.filter(name=name[:250], members__player=players[0])
    for known in same_name.prefetch_related("members"):
        if [member.player_id for member in known.members.all()] == [player.pk for player in players]:
            return known
    side = Side.objects.create(name=name[:250])
    SideMember.objects.bulk_create(
        SideMember(side=side, player=player, order=order) for order, player in enumerate(players)
    )
    return side


def _set_presence(entrant: Entrant, *, by: Player | None, is_there: bool) -> Entrant:
    event = lock_event(entrant.event)
    demand_desk(event.tournament, by)
    entrant.refresh_from_db()
    if is_there and entrant.withdrawn_at is not None:
        raise HasWithdrawn(entrant=entrant.name)
    if (entrant.checked_in_at is not None) == is_there:
        return entrant
    entrant.checked_in_at = timezone.now() if is_there else None
    entrant.save(update_fields=["checked_in_at"])
    _append(event, "checked_in" if is_there else "check_in_undone", by=by, entrant=entrant)
    return entrant


def _own_or_desk(entrant: Entrant, *, by: Player | None) -> Event:
    """Lock the event and read the entrant anew; Forbidden for strangers."""
    event = lock_event(entrant.event)
    if not is_member(by, side=entrant.side_id) and not holds_office(event.tournament, by):
        raise Forbidden
    entrant.refresh_from_db()
    return event


def _give_up_matches(entrant: Entrant, *, by: Player | None, reason: str, via_link: bool) -> None:
    """End the open matches that the entrant has begun; nobody lets an opponent of their own leave."""
    side = entrant.side_id
    matches = Match.objects.filter(
        Q(one=side) | Q(two=side),
        pairing__stage__event=entrant.event_id,
        final_at=None,
        cancelled_at=None,
    )
    # All of them are locked here, because the log is locked between the first and the others.
    found = lock_matches(matches.values_list("pk", flat=True))
    begun = begun_matches(match.pk for match in found)
    for match in found:
        own, opponent = (match.one_id, match.two_id) if match.one_id == side else (match.two_id, match.one_id)
        if is_member(by, side=opponent):
            raise OwnMatchRuling
        if match.pk in begun:
            loser = "one" if own == match.one_id else "two"
            results.forfeit(
                match, by=by, loser=loser, outcome=Outcome.RETIRED, reason=reason, via_link=via_link
            )


def _places_taken(event: Event) -> int:
    return Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).count()


def places_left(event: Event) -> int | None:
    """How many newcomers get a place at once: None for no limit, and nobody after the draw."""
    if is_drawn(event):
        return 0
    return None if event.capacity is None else max(0, event.capacity - _places_taken(event))


def _has_place(event: Event) -> bool:
    left = places_left(event)
    return left is None or left > 0


def _fill_places(event: Event) -> None:
    """Move the alternates up that have waited longest; without a limit nobody waits for a place."""
    left = places_left(event)
    if left is None:
        return
    for entrant in Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=True)[:left]:
        _give_place(event, entrant, by=None)


def _give_place(event: Event, entrant: Entrant, *, by: Player | None) -> None:
    entrant.is_alternate = False
    entrant.save(update_fields=["is_alternate"])
    notices.alternate_in(entrant)
    _append(event, "alternate_in", by=by, entrant=entrant)


def _same_person(name: str, email: str) -> Player | None:
    """The player without an account who gave this very name and address before."""
    if not email.strip():
        return None
    same = Player.objects.filter(
        name_key=name_key(name), contact_email__iexact=email.strip(), email=None, merged_into=None
    )
    return same.order_by("pk").first()


def _append(
    event: Event,
    code: str,
    *,
    by: Player | None,
    entrant: Entrant,
    data: Mapping[str, object] | None = None,
    link: bool = False,
) -> None:
    tournament: Tournament = event.tournament
    log.append(tournament, code, by=by, event=event, subject=entrant.uid, data=data, link=link)
