"""How a person is named in public, chosen by the person, or at a desk by who has no account."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.models import (
    Player,
    PublicAs,
    Side,
    SideMember,
    initials,
    is_telling_pseudonym,
    name_key,
    rows_of_person,
)
from tournaments.actions import log
from tournaments.actions.fields import check_fields
from tournaments.actions.permissions import holds_office, require_desk
from tournaments.acts.people import PublicNameChanged
from tournaments.errors.common import WrongTournament
from tournaments.errors.people import (
    ChoiceStands,
    ChosenByThemselves,
    NotBornYet,
    PseudonymTaken,
    PseudonymTells,
)
from tournaments.models import (
    DIRECT,
    RIGHTS,
    AccessLink,
    EntrantPlayer,
    Federation,
    FeedRow,
    Officer,
    Origin,
    Pairing,
    Right,
    Sanction,
    SanctionState,
    Tournament,
)
from tournaments.queries.people.merges import every_row
from tournaments.queue import Job, enqueue_each

from .sides import public_name_of

# Longer than any transaction that makes a side.
_AGAIN = timedelta(minutes=1)
_STRICTNESS = {"": 0, **{choice: number for number, choice in enumerate(PublicAs.values)}}


@dataclass(frozen=True, slots=True)
class Publicity:
    """What a person wishes to be public; an empty `public_as` is no choice, `has_profile` None the usual."""

    public_as: str = ""
    pseudonym: str = ""
    has_profile: bool | None = None
    birth_year: int | None = None

    @classmethod
    def of(cls, player: Player) -> Publicity:
        """Return what this player has chosen so far."""
        return cls(player.public_as, player.pseudonym, player.has_profile, player.birth_year)

    def is_more_open_than(self, other: Publicity) -> bool:
        """Whether the public could read more of the person than with the other choice."""
        return (
            _STRICTNESS[self.public_as] < _STRICTNESS[other.public_as]
            or (bool(self.has_profile) and not other.has_profile)
            or (other.birth_year is not None and (self.birth_year or 0) < other.birth_year)
        )


NO_WISH = Publicity()


@transaction.atomic
def choose(player: Player, wish: Publicity, *, by: Player | None, origin: Origin = DIRECT) -> Player:
    """Store how a person is named in public, by the person: it holds at once, everywhere and for the past too.

    Raise ChosenByThemselves through a private link of a person with an account, ChoiceStands where a link that was not
    mailed would make public what was chosen at other desks, PseudonymTaken, PseudonymTells, NotBornYet or InvalidFields.
    """
    require_own_way(player, origin)
    if origin.link is not None and wish.is_more_open_than(Publicity.of(player.current)):
        _require_own_link(player, origin.link)
    return _choose(player, wish, by=by, origin=origin)


@transaction.atomic
def choose_for(player: Player, tournament: Tournament, wish: Publicity, *, by: Player | None) -> Player:
    """Store how a person without an account is named in public, by the desk at which the person says it.

    Raise ChosenByThemselves for an account, ChoiceStands where a desk would make public what was chosen at others,
    WrongTournament, Forbidden, or as `choose`.
    """
    require_desk(tournament, by)
    player = _person(player)
    theirs = tournaments_of([player.pk])
    if tournament not in theirs:
        raise WrongTournament
    require_no_account(player)
    if wish.is_more_open_than(Publicity.of(player)) and not is_at_home(player, by=by):
        raise ChoiceStands(player=player.name)
    return _choose(player, wish, by=by)


def require_no_account(player: Player) -> None:
    """Raise ChosenByThemselves for a person with an account, by whichever row."""
    person = player.current
    if person.email is not None or person.has_usable_password():
        raise ChosenByThemselves(player=player.name)


def require_own_way(player: Player, origin: Origin) -> None:
    """Raise ChosenByThemselves through a private link of a person with an account.

    A desk makes such a link for everybody in its tournament, so it says nothing of who holds it.
    """
    if origin.link is not None:
        require_no_account(player)


def _require_own_link(player: Player, link: AccessLink) -> None:
    """Raise ChoiceStands unless a link was mailed to the player, or its desk is that of all their tournaments.

    Any other desk may have made the link for itself.
    """
    if link.mailed_to or (link.made_by is not None and is_at_home(player, by=link.made_by)):
        return
    theirs = tournaments_of([player.pk])
    if theirs != [link.tournament] or _is_known_to_others(player, theirs, by=link.made_by):
        raise ChoiceStands(player=player.name)


def wish_of_newcomer(player: Player, wish: Publicity) -> Player:
    """Store what a person wishes who is new in this transaction, before a side is made."""
    _store(player, wish)
    player.public_name = _public_names([player])[player.pk]
    player.save(update_fields=["public_name"])
    return player


def renew(players: Iterable[int]) -> list[Tournament]:
    """Derive the public names of these persons and of their sides; return their tournaments if one has changed.

    The rows of the persons are locked: a side that is being made is seen here, or made after this. It can have been
    begun with the former name, so a job derives the names again in a minute.
    """
    rows = lock_rows(players)
    names = _public_names(rows)
    stale = [row for row in rows if row.public_name != names[row.pk]]
    for row in stale:
        row.public_name = names[row.pk]
        row.save(update_fields=["public_name"])
    again = timezone.now() + _AGAIN
    enqueue_each(Job.PUBLIC_NAME, [{"player_id": row.pk} for row in stale], due=again)
    sides = _renew_sides(rows)
    return tournaments_of([row.pk for row in rows]) if stale or sides else []


@transaction.atomic
def renew_again(player_id: int) -> None:
    """Derive the public name of a person again, for a side that was made while it changed."""
    tell(renew([player_id]), Player.objects.get(pk=player_id), by=None)


def lock_rows(players: Iterable[int]) -> list[Player]:
    """Lock and return every row of these persons, before the logs of their tournaments."""
    keys = every_row(players).values("pk")
    return list(Player.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk"))


def tell(
    tournaments: Sequence[Tournament], *players: Player, by: Player | None, origin: Origin = DIRECT
) -> None:
    """Append to the logs of these tournaments that public names have changed, so that no page keeps the former."""
    acts = [PublicNameChanged(player.uid) for player in players]
    for tournament in tournaments:
        way = origin if origin.link is None or origin.link.tournament_id == tournament.pk else DIRECT
        log.append_all(acts, of=tournament, by=by, origin=way)


def tournaments_of(players: Sequence[int]) -> list[Tournament]:
    """Return the tournaments with entries or matches of these persons, in the order in which their logs are locked.

    Whoever was replaced has no entry any more, and is named in the matches that were played before.
    """
    rows = every_row(players).values("pk")
    entries = EntrantPlayer.objects.filter(player__in=rows).order_by()
    sides = SideMember.objects.filter(player__in=rows).values("side")
    # Three lists of keys: one condition on all of them would read every event, and one on both sides every match.
    one = Pairing.objects.filter(match__one__in=sides).order_by()
    two = Pairing.objects.filter(match__two__in=sides).order_by()
    events = entries.values_list("event").union(
        one.values_list("stage__event"), two.values_list("stage__event")
    )
    return list(Tournament.objects.filter(events__in=[key for (key,) in events]).distinct().order_by("pk"))


def is_at_home(player: Player, *, by: Player | None) -> bool:
    """Whether everything that is known of a person is of desks at which `by` works, which may speak for the person."""
    theirs = tournaments_of([player.pk])
    return all(holds_office(one, by) for one in theirs) and not _is_known_to_others(player, theirs, by=by)


def _is_known_to_others(player: Player, theirs: Sequence[Tournament], *, by: Player | None) -> bool:
    """Whether a federation has given a person a number or brought their results, and these tournaments are none of its own.

    It speaks for the person by its officers who register, or by the desk of a tournament with an event that it
    sanctioned: any desk enters whomever it likes.
    """
    if by is None or by.is_superuser:
        return False
    rows = every_row([player.pk]).values("pk")
    results = FeedRow.objects.exclude(source="")
    knows = Q(members__player__in=rows)
    for column in ("one", "two", "members__player"):
        knows |= Q(pk__in=results.filter(**{f"{column}__in": rows}).values("federation"))
    granted = Sanction.objects.filter(event__tournament__in=theirs, state=SanctionState.GRANTED)
    others = Federation.objects.filter(knows).exclude(pk__in=granted.values("federation"))
    kinds = [kind for kind, rights in RIGHTS.items() if Right.REGISTER in rights]
    offices = Officer.objects.filter(player__in=rows_of_person(by.person_key), kind__in=kinds, ended_at=None)
    return others.exclude(pk__in=offices.values("federation")).exists()


def _choose(player: Player, wish: Publicity, *, by: Player | None, origin: Origin = DIRECT) -> Player:
    player = _person(player)
    former = Publicity.of(player)
    _store(player, wish)
    theirs = renew([player.pk])
    if not theirs and Publicity.of(player) != former:
        # Pages lead to whoever has a page of results, and to nobody else.
        theirs = tournaments_of([player.pk])
    tell(theirs, player, by=by, origin=origin)
    player.refresh_from_db(fields=["public_name"])
    return player


def _person(player: Player) -> Player:
    """Lock the rows of a person and return the one who goes on, as it is now."""
    return next(row for row in lock_rows([player.pk]) if row.merged_into_id is None)


def _store(player: Player, wish: Publicity) -> None:
    """Store the wish on the row of the person who goes on, once it is checked."""
    pseudonym = " ".join(wish.pseudonym.split())
    if pseudonym and pseudonym != player.pseudonym:
        _check_pseudonym(player, pseudonym)
    if wish.birth_year is not None and wish.birth_year > timezone.localdate().year:
        raise NotBornYet(year=wish.birth_year)
    player.public_as, player.pseudonym = wish.public_as, pseudonym
    player.has_profile, player.birth_year = wish.has_profile, wish.birth_year
    fields = ("public_as", "pseudonym", "has_profile", "birth_year")
    check_fields(player, only=fields)
    player.save(update_fields=fields)


def _check_pseudonym(player: Player, pseudonym: str) -> None:
    """Raise PseudonymTells for a word of the person's own names, PseudonymTaken for the name of another player."""
    rows = every_row([player.pk])
    if any(is_telling_pseudonym(pseudonym, row.name) for row in rows):
        raise PseudonymTells
    key = name_key(pseudonym)
    others = Player.objects.exclude(pk__in=rows.values("pk"))
    if others.filter(pseudonym_key=key).exists() or others.filter(name_key=key, public_name="").exists():
        raise PseudonymTaken(pseudonym=pseudonym)


def _public_names(rows: Sequence[Player]) -> dict[int, str]:
    """Return the public name of each of these rows, which are all rows of their persons; empty for the name itself.

    What the person who goes on has chosen holds; while that is nothing, the strictest choice of a duplicate.
    """
    names = {}
    for row in rows:
        key = row.merged_into_id or row.pk
        of_person = sorted(
            (one for one in rows if key in (one.pk, one.merged_into_id)), key=lambda one: one.pk
        )
        person = next(one for one in of_person if one.pk == key)
        choice = person if person.public_as else max(of_person, key=lambda one: _STRICTNESS[one.public_as])
        names[row.pk] = {
            PublicAs.INITIALS.value: initials(person.name),
            PublicAs.PSEUDONYM.value: choice.pseudonym,
        }.get(choice.public_as, "")
    return names


def _renew_sides(rows: Sequence[Player]) -> list[Side]:
    """Derive the public names of the sides of these players; return those that have changed."""
    sides = Side.objects.filter(members__player__in=rows).distinct().prefetch_related("members__player")
    changes = []
    for side in sides:
        name = public_name_of(side.full_name, [member.player for member in side.members.all()])
        if name != side.public_name:
            side.public_name = name
            changes.append(side)
    Side.objects.bulk_update(changes, ["public_name"], batch_size=500)
    return changes
