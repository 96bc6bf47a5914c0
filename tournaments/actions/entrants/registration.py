"""Registration in an event: entry, withdrawal and return."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils import timezone

from matches.database.one_act import is_new, note_new, one_act
from matches.models import Player, SideMember, rows_of_person
from rules.match import Side as SideName
from tournaments import budgets, notices
from tournaments.actions import log, results
from tournaments.actions.closed import require_unclosed
from tournaments.actions.draws.draw import enter_late
from tournaments.actions.draws.lobby import follow_on, start_if_full
from tournaments.actions.draws.progress import Cause, follow
from tournaments.actions.fields import check_fields
from tournaments.actions.locks import lock_event, lock_with_boards
from tournaments.actions.money import ledger
from tournaments.actions.people import answers, consents
from tournaments.actions.people.publicity import NO_WISH, Publicity, wish_of_newcomer
from tournaments.actions.people.sides import require_faithful, require_side, side_and_entrant, tell_apart
from tournaments.actions.permissions import (
    holds_office,
    is_director,
    is_member,
    require_desk,
    require_director,
    require_player,
    require_reason,
)
from tournaments.actions.proving import new_proofs
from tournaments.acts.entrants import (
    EntrantEntered,
    EntrantReturned,
    EntrantWithdrawn,
)
from tournaments.errors.budgets import TooManyNewcomers
from tournaments.errors.common import Forbidden
from tournaments.errors.draws import StageAlreadyDrawn
from tournaments.errors.entrants import NobodyWaits, NotWithdrawn, RegistrationClosed, SimilarPlayers
from tournaments.errors.people import LinkNotValid
from tournaments.errors.results import OwnMatchRuling
from tournaments.formats import closing
from tournaments.models import (
    DIRECT,
    UNLISTED,
    AccessLink,
    ConsentPlace,
    Entrant,
    EntrantPlayer,
    Event,
    EventKind,
    Origin,
    Purpose,
    Registration,
    Seat,
    Stage,
    StageEntry,
    Via,
    Visibility,
)
from tournaments.queries.audit.people_evidence import of_new_entrant
from tournaments.queries.desk_search import findable_at
from tournaments.queries.entrants.places import places_taken
from tournaments.queries.people.names import similar_players
from tournaments.queries.state import begun_matches, is_drawn, states_at_start

from . import asking, taking_back
from .entry_rules import entries_of, entry_numbers, may_leave, require_agreement, require_eligible
from .known_players import add_player, same_person, with_partners
from .waiting_list import ask_feeders, charge_place, fill_places, has_place


@one_act()
def enter(
    event: Event,
    *,
    by: Player | None,
    players: Sequence[Player],
    name: str = "",
    via: str = Via.DESK,
    is_late: bool = False,
    takes_bye: bool = False,
    force_alternate: bool = False,
    overrides: Collection[str] = (),
    let_in: str = "",
    origin: Origin = DIRECT,
) -> Entrant:
    """Enter a side at the desk; entrants beyond the capacity or after the draw become alternates.

    A pair is named after its players, a team has its `name`; the first player is the captain. After the draw,
    `is_late` puts the entrant on a bye whose match has not begun, if there is one; in formats paired round by
    round it plays from the next round, or with `takes_bye`, which only a director may use, at once against
    the bye of the round. Without `overrides`, `enter_late` refuses a place that belongs to another alternate
    or is beyond the capacity, and the entry fails. A director may enter players while registration is closed,
    the desk may not. If a full event opens the next one, the entrant enters that event. Raise NotEligible if the
    division is closed to a player, unless a director lets them in with a reason, `let_in`.
    """
    require_desk(event.tournament, by)
    event = lock_event(event)
    stage = _with_open_line(event) if is_late and not force_alternate else None
    if stage is None:
        event = follow_on(event, players=players, is_earned=via == Via.EARNED)
    if event.registration == Registration.CLOSED and not is_director(event.tournament, by):
        raise RegistrationClosed(event=event.name)
    if force_alternate and event.opens_next:
        raise NobodyWaits(event=event.name)
    entrant = _enter(
        event,
        by=by,
        players=players,
        name=name,
        via=via,
        # Who comes after the draw has no place before a line.
        force_alternate=force_alternate or stage is not None,
        let_in=let_in,
        origin=origin,
    )
    if stage is not None:
        enter_late(stage, entrant=entrant, by=by, takes_bye=takes_bye, overrides=overrides, origin=origin)
    return entrant


@one_act()
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
    takes_bye: bool = False,
    force_alternate: bool = False,
    overrides: Collection[str] = (),
    let_in: str = "",
) -> Entrant:
    """Enter a new player without an account.

    Raise SimilarPlayers if players exist who may be the same person, unless the desk confirms another person
    (`even_if_similar`). `email` is for notices, not for signing in.
    """
    require_desk(event.tournament, by)
    among = findable_at(event.tournament)
    about: dict[str, str] = {"club": club, "country": country, "email": email}
    candidates = () if even_if_similar else similar_players(name, among=among, **about)
    if candidates:
        names = ", ".join(candidate.name for candidate in candidates)
        raise SimilarPlayers(names=names, candidates=[candidate.to_dict() for candidate in candidates])
    player = add_player(name=name, **about)
    return enter(
        event,
        by=by,
        players=[player],
        via=via,
        is_late=is_late,
        takes_bye=takes_bye,
        force_alternate=force_alternate,
        overrides=overrides,
        let_in=let_in,
    )


@one_act()
def register_self(
    event: Event,
    *,
    by: Player | None,
    partners: Sequence[str] = (),
    name: str = "",
    origin: Origin = DIRECT,
) -> Entrant:
    """Enter the signed-in player, if registration is open and the tournament is visible.

    `partners` are the names of the other players, `name` is that of the team. The entry counts once all those of
    them have agreed who can answer (`asking`); the others are notified. The name of one known player is that
    player, an unknown name a new player; raise PartnerUnclear for a name of several players.
    """
    player = require_player(by)
    event = follow_on(lock_event(event), players=[player])
    is_visible = event.tournament.visibility != Visibility.DRAFT
    if event.registration != Registration.OPEN or not is_visible:
        raise RegistrationClosed(event=event.name)
    players = with_partners(player, partners, among=findable_at(event.tournament))
    return _enter(event, by=player, players=players, name=name, via=Via.ONLINE, origin=origin, asker=player)


@one_act()
def register_by_link(
    link: AccessLink,
    *,
    by: Player | None = None,
    name: str = "",
    email: str = "",
    partners: Sequence[str] = (),
    team: str = "",
    wish: Publicity = NO_WISH,
    agrees: bool = False,
) -> Entrant:
    """Enter the holder of an event's registration link: the signed-in player, or a player by name and address.

    The link works until registration is closed. The same name and address are the same person; similar names
    are not shown to a stranger, and the desk can merge them later. `partners` and `team` are as in
    `register_self`; `wish` is what shall be public of somebody who is new here, and
    `agrees` that they have agreed to it; raise ConsentMissing otherwise. Raise TooManyNewcomers beyond those of an hour.
    """
    if link.purpose != Purpose.REGISTER or link.event is None or not is_link_valid(link):
        raise LinkNotValid
    event = lock_event(link.event)
    person = by or same_person(name, email)
    event = follow_on(event, players=[] if person is None else [person])
    if event.registration == Registration.CLOSED:
        raise RegistrationClosed(event=event.name)
    player = person
    if player is None:
        consents.require(agrees=agrees)
        budgets.spend("newcomers", link.uid, refusal=TooManyNewcomers)
        player = wish_of_newcomer(add_player(name=name, email=email), wish)
        consents.note(player, ConsentPlace.ENTRY, by=by, tournament=event.tournament, origin=Origin(link))
    players = with_partners(player, partners, among=findable_at(event.tournament))
    return _enter(event, by=by, players=players, name=team, via=Via.LINK, origin=Origin(link), asker=player)


def is_link_valid(link: AccessLink) -> bool:
    """Whether an access link is neither revoked nor expired."""
    return link.revoked_at is None and link.expires_at > timezone.now()


@one_act()
def withdraw(entrant: Entrant, *, by: Player | None, reason: str = "", origin: Origin = DIRECT) -> Entrant:
    """Withdraw an entrant, as its own player or as the desk; after the draw, as its player or a director.

    Before the draw the first alternate gets its place. After the draw it keeps its line: a match under way
    ends as retired, every other match is a walkover for the opponent, and a director must give a reason. The
    reason is not in the log, because it may be private.
    """
    event, is_own = _own_or_desk(entrant, by=by)
    if entrant.is_asked:
        return answers.decline(event, entrant, by=by, origin=origin)
    if entrant.withdrawn_at is not None:
        return entrant
    has_place = StageEntry.objects.filter(entrant=entrant, line__isnull=False).exists()
    if has_place and not is_own:
        require_director(event.tournament, by)
        reason = require_reason(reason)
    if has_place:
        # Reports are more widely visible than a player's reason to the directors.
        why = "" if is_own else reason
        _give_up_matches(entrant, by=by, is_own=is_own, reason=why, origin=origin)
    entrant.withdrawn_at, entrant.withdrawn_reason = timezone.now(), reason.strip()
    check_fields(entrant, only=["withdrawn_at", "withdrawn_reason"])
    entrant.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    act = EntrantWithdrawn(entrant.uid)
    if is_drawn(event):
        follow(event, cause=Cause(act, by, origin, rows=[entrant]))
    else:
        log.append(act, of=event.tournament, by=by, event=event, origin=origin, rows=[entrant])
        ledger.release_entry(entrant, by=by)
        fill_places(event)
    if entrant.via == Via.EARNED:
        ask_feeders(event)
    if is_own:
        notices.withdrawn(entrant, by=by)
    return entrant


@one_act()
def return_(entrant: Entrant, *, by: Player | None, origin: Origin = DIRECT) -> Entrant:
    """Return a withdrawn entrant to the event; as an alternate or in the next event if full.

    After the draw a director can undo the withdrawal, while nothing depends on it.
    """
    event, is_own = _own_or_desk(entrant, by=by)
    require_unclosed(event)
    if entrant.withdrawn_at is None:
        raise NotWithdrawn(entrant=entrant.name)
    if is_director(event.tournament, by) and StageEntry.objects.filter(entrant=entrant).exists():
        return taking_back.reinstate(entrant, by=by, origin=origin)
    is_placed = StageEntry.objects.filter(entrant=entrant).exists()
    next_event = event if is_placed else follow_on(event, players=[])
    if next_event.registration != Registration.OPEN and not holds_office(event.tournament, by):
        raise RegistrationClosed(event=next_event.name)
    via = Via.ONLINE if is_own else Via.DESK
    if next_event.pk != event.pk:
        return _return_to(next_event, entrant, by=by, via=via, origin=origin)
    return _come_back(event, entrant, by=by, via=via, origin=origin)


def _enter(
    event: Event,
    *,
    by: Player | None,
    players: Sequence[Player],
    via: str,
    name: str = "",
    force_alternate: bool = False,
    origin: Origin = DIRECT,
    let_in: str = "",
    asker: Player | None = None,
) -> Entrant:
    """Enter a side under the event lock; a side withdrawn before the draw returns instead.

    The other players of a side that `asker`, one of them, has named are asked first.
    """
    require_unclosed(event)
    players = [player.current for player in players]
    require_side(event, players, name=name)
    if event.kind != EventKind.SINGLES:
        require_faithful(event, players)
    numbers = _entry_numbers(event, players, by=by, origin=origin)
    require_eligible(event, players, by=by, let_in=let_in)
    side, former = side_and_entrant(event, players, name=name)
    if former is not None:
        return _come_back(event, former, by=by, via=via, origin=origin, asker=asker)
    partners = asking.partners_to_ask(event, players, by=asker)
    entrant = Entrant.objects.create(
        event=event, side=side, via=via, is_alternate=force_alternate or not has_place(event, via=via)
    )
    note_new(entrant)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(event=event, entrant=entrant, player=player, entry_no=numbers[player.pk])
        for player in players
    )
    if partners:
        return asking.ask(event, entrant, players, partners=partners, by=by, origin=origin)
    if tell_apart(event, players[0].name):
        side.refresh_from_db()
    notices.registered(entrant, by=by)
    act = EntrantEntered(
        entrant.uid,
        side=entrant.side.uid,
        players=tuple(player.uid for player in players),
        via=Via(entrant.via),
        alternate=entrant.is_alternate,
        proofs=new_proofs(of_new_entrant(entrant, players)),
    )
    log.append(act, of=event.tournament, by=by, event=event, origin=origin)
    asking.end_other_questions(event, players, entrant=entrant, by=by, origin=origin)
    charge_place(event, entrant, by=by)
    start_if_full(event)
    return entrant


def _come_back(
    event: Event,
    entrant: Entrant,
    *,
    by: Player | None,
    origin: Origin,
    via: str = Via.DESK,
    asker: Player | None = None,
) -> Entrant:
    """Clear an entrant's withdrawal before the draw; make it an alternate if the event is full.

    One whose entry was undone comes by `via` now; one to which another player has not agreed asks them first.
    """
    if StageEntry.objects.filter(entrant=entrant).exists():
        raise StageAlreadyDrawn
    require_agreement(event, entrant, by=by)
    players = [member.player for member in entrant.side.members.select_related("player__merged_into")]
    partners = asking.partners_to_ask(event, players, by=asker or by, entrant=entrant)
    if partners and entrant.is_asked:
        return entrant
    if partners:
        return asking.ask(event, entrant, players, partners=partners, by=by, origin=origin)
    if entrant.via in UNLISTED:
        entrant.via = Via(via)
        entrant.save(update_fields=["via"])
        tell_apart(event, players[0].name)
    entrant.is_alternate = not has_place(event, via=entrant.via)
    entrant.withdrawn_at, entrant.withdrawn_reason = None, ""
    entrant.save(update_fields=["via", "is_alternate", "withdrawn_at", "withdrawn_reason"])
    act = EntrantReturned(entrant.uid, alternate=entrant.is_alternate)
    log.append(act, of=event.tournament, by=by, event=event, origin=origin, rows=[entrant])
    notices.came_back(entrant, by=by)
    asking.end_other_questions(event, players, entrant=entrant, by=by, origin=origin)
    charge_place(event, entrant, by=by)
    start_if_full(event)
    return entrant


def _return_to(
    next_event: Event, entrant: Entrant, *, by: Player | None, via: Via, origin: Origin
) -> Entrant:
    """Enter the players of a withdrawn entrant in the event that its own, full one has opened.

    One that waits for an answer stays: with the answer it goes there.
    """
    event = entrant.event
    require_agreement(event, entrant, by=by)
    players = [member.player for member in entrant.side.members.select_related("player__merged_into")]
    partners = asking.partners_to_ask(event, players, by=by, entrant=entrant)
    if partners and entrant.is_asked:
        return entrant
    name = entrant.side.full_name if event.kind == EventKind.TEAMS else ""
    via = via if entrant.via in UNLISTED else Via(entrant.via)
    asker = by if partners else None
    return _enter(next_event, by=by, players=players, name=name, via=via, origin=origin, asker=asker)


def _entry_numbers(
    event: Event, players: Sequence[Player], *, by: Player | None, origin: Origin
) -> dict[int, int]:
    """Return the number of each player's next entry, by primary key, as `entry_numbers`.

    `by` may enter although somebody else has entered them: a pair or team to which they have not agreed is withdrawn.
    """
    entries = entries_of(event.pk, tuple(player.pk for player in players if not is_new(player)))
    for entry in entries:
        if entry.entrant.withdrawn_at is None and may_leave(event, entry, by=by):
            withdraw(entry.entrant, by=by, origin=origin)
    return entry_numbers(entries, players)


def _with_open_line(event: Event) -> Stage | None:
    """Return the first drawn stage if it has an open line; None otherwise.

    An event that started because it was full takes no late entries.
    """
    if event.starts_when_full and event.capacity is not None and places_taken(event) >= event.capacity:
        return None
    state = next(iter(states_at_start(event)), None)
    return state.stage if state is not None and closing.open_lines(state.format, state.state) else None


def _own_or_desk(entrant: Entrant, *, by: Player | None) -> tuple[Event, bool]:
    """Lock the event and reload the entrant; return the event and whether `by` belongs to the entrant."""
    event = lock_event(entrant.event)
    is_own = is_member(by, side=entrant.side_id)
    if not is_own and not holds_office(event.tournament, by):
        raise Forbidden
    entrant.refresh_from_db()
    entrant.event = event
    return event, is_own


def _give_up_matches(
    entrant: Entrant, *, by: Player | None, is_own: bool, reason: str, origin: Origin
) -> None:
    """End the entrant's matches under way; raise OwnMatchRuling if `by` plays for an opponent."""
    seats = Seat.objects.filter(entrant=entrant, cancelled_at=None, pairing__match__final_at=None)
    own = dict(seats.filter(pairing__match__isnull=False).values_list("pairing__match_id", "side"))
    # Lock all matches first, because the first result locks the log.
    matches = [match for match in lock_with_boards(own) if match.pk in own]
    opponents = [match.two_id if own[match.pk] == SideName.ONE else match.one_id for match in matches]
    own_sides = SideMember.objects.filter(side__in=opponents)
    if by is not None and own_sides.filter(player__in=rows_of_person(by.person_key)).exists():
        raise OwnMatchRuling
    begun_keys = begun_matches(match.pk for match in matches)
    for match in matches:
        if match.pk in begun_keys:
            side = SideName(own[match.pk])
            results.give_up(match, by=by, side=side, is_own=is_own, reason=reason, origin=origin)
