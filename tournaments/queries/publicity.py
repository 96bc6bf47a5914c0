"""Who is public: names of entrants for the active audience, and the persons whom strangers may look up."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, SmallIntegerField, Value, When
from django.db.models.functions import Lower

from matches.models import Audience, Player, PublicAs, audience, name_key, shown, youngest_adults
from matches.models.player import PlayerQuerySet
from tournaments.models import Entrant, Member


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """A person as everybody may name them; who `is_public` has a page of results.

    A person whom a list does not name has no name, and an id only beside a full name or a profile.
    """

    uid: str | None
    name: str
    is_public: bool


def public_persons() -> PlayerQuerySet:
    """Return the persons who may stand in `players/`, in searches and in streams, and have a profile.

    These are the players who go on after merges and have an account, without minors. Who said something themself,
    or whose guardian did, is here by that word: a minor or a player typed by a desk who agreed, and nobody who
    refused. Show each by `Player.shown_name`.
    """
    # Said twice, so that PostgreSQL looks through those who were merged, which have an index, and not through everybody.
    others = Player.objects.filter(merged_into=OuterRef("pk"), merged_into__isnull=False).order_by()
    is_minor = Q(birth_year__gte=youngest_adults())
    adult = Q(birth_year=None) | Q(birth_year__lt=youngest_adults())
    by_default = Q(has_profile=None, email__isnull=False) & adult
    has_refusal = Exists(others.filter(Q(has_profile=False) | is_minor))
    return (
        PlayerQuerySet(Player)
        .filter(merged_into=None, is_active=True)
        .filter(Q(has_profile=True) | (by_default & ~has_refusal))
    )


def listed_persons(federation: int) -> PlayerQuerySet:
    """Return the persons whom the rating lists of a federation name; others stand in them without a name.

    These are the persons with a page of results, those named by initials or a pseudonym, and the adults who have chosen
    their name or have a number in the federation, and have refused nothing.
    """
    is_self = Q(pk=OuterRef("pk")) | Q(merged_into=OuterRef("pk"))
    rows = Player.objects.filter(is_self).order_by()
    has_page = Exists(public_persons().filter(pk=OuterRef("pk")))
    members = Member.objects.filter(federation=federation, is_former=False).order_by()
    has_number = Exists(members.filter(player=OuterRef("pk"))) | Exists(
        members.filter(player__merged_into=OuterRef("pk"))
    )
    has_chosen = Exists(rows.filter(public_as=PublicAs.NAME))
    may_not = Exists(rows.filter(Q(has_profile=False) | Q(birth_year__gte=youngest_adults())))
    return (
        PlayerQuerySet(Player)
        .filter(merged_into=None)
        .filter(has_page | ~Q(public_name="") | ((has_chosen | has_number) & ~may_not))
    )


def _has_page(player: str) -> Exists:
    """Return whether the person of this column of a row has a page of results."""
    persons = public_persons().filter(Q(pk=OuterRef(f"{player}pk")) | Q(pk=OuterRef(f"{player}merged_into")))
    return Exists(persons)


def with_visibility() -> PlayerQuerySet:
    """Return all players with `stands_public`, whether the person has a page of results; `shown_uid` reads it."""
    return PlayerQuerySet(Player).annotate(stands_public=_has_page(""))


def shown_uid(player: Player | None) -> str | None:
    """Return the uid of a player for the active audience: everybody reads those alone who have a page of results.

    One query, unless the player was read by `with_visibility`.
    """
    if player is None:
        return None
    is_shown = audience() is Audience.HALL or player.__dict__.get("stands_public")
    if is_shown is None:
        is_shown = bool(with_page([player.pk]))
    return player.uid if is_shown else None


def shown_uids(rows: QuerySet[Any], column: str) -> Iterator[tuple[Any, str | None]]:
    """Yield a column of these rows, and the uid of their `player` as `shown_uid` shows it; one query."""
    if audience() is Audience.HALL:
        yield from rows.values_list(column, "player__uid")
        return
    columns = rows.annotate(stands_public=_has_page("player__")).values_list(
        column, "player__uid", "stands_public"
    )
    for value, uid, is_shown in columns:
        yield value, uid if is_shown else None


def persons_named(words: str) -> PlayerQuerySet:
    """Return the public persons whose name has each of the words, accents aside; a hidden name finds nobody."""
    by_name = Q(public_name="")
    for word in name_key(words).split():
        by_name &= Q(name_key__contains=word)
    return public_persons().filter(by_name | Q(public_name__icontains=words.strip()))


def names_of_entrants(uids: Collection[str]) -> dict[str, str]:
    """Return the names of these entrants for the active audience, by uid; one query."""
    rows = Entrant.objects.filter(uid__in=uids).order_by()
    names = rows.values_list("uid", "side__full_name", "side__public_name")
    return {uid: shown(full_name, public_name) for uid, full_name, public_name in names}


def named_persons(keys: Collection[int], *, listed_by: int | None = None) -> dict[int, NamedPerson]:
    """Return these persons by primary key, with their names for the active audience; one query.

    With `listed_by`, a federation, those whom its lists do not name have none.
    """
    if not keys:
        return {}
    has_page = Exists(public_persons().filter(pk=OuterRef("pk")))
    rows = Player.objects.filter(pk__in=keys).order_by().annotate(is_public=has_page)
    columns = ["pk", "uid", "name", "public_name", "is_public"]
    if listed_by is None or audience() is Audience.HALL:
        rows = rows.annotate(is_listed=Value(value=True))
    else:
        rows = rows.annotate(is_listed=Exists(listed_persons(listed_by).filter(pk=OuterRef("pk"))))
    return {
        key: NamedPerson(
            uid
            if listed_by is None or is_public or (is_listed and shown(name, public_name) == name)
            else None,
            shown(name, public_name) if is_listed else "",
            is_public,
        )
        for key, uid, name, public_name, is_public, is_listed in rows.values_list(*columns, "is_listed")
    }


def with_page(keys: Collection[int]) -> frozenset[int]:
    """Return those of these players whose person has a public page of results; one query."""
    rows = Player.objects.filter(pk__in=keys).filter(_has_page("")).order_by()
    return frozenset(rows.values_list("pk", flat=True))


def persons_like(words: str, *, club: str = "", country: str = "") -> QuerySet[Player]:
    """Return the persons whose public name contains each of the words, those of whom a word begins with it first.

    Accents and case do not count. Nobody is found, or has a place in the order, by a name that is hidden.
    """
    is_by_name = Q(public_name="")
    persons: QuerySet[Player] = public_persons()
    begins = Q()
    for word in name_key(words).split():
        persons = persons.filter((is_by_name & Q(name_key__contains=word)) | Q(public_name__icontains=word))
        starts = Q(name_key__startswith=word) | Q(name_key__contains=f" {word}")
        public_starts = Q(public_name__istartswith=word) | Q(public_name__icontains=f" {word}")
        begins &= (is_by_name & starts) | public_starts
    if club:
        persons = persons.filter(club__icontains=club)
    if country:
        persons = persons.filter(country=country)
    by_public_name = Lower("public_name")
    key = Case(When(is_by_name, then=F("name_key")), default=by_public_name, output_field=CharField())
    if not begins:
        return persons.order_by(key, "pk")
    rank = Case(When(begins, then=Value(0)), default=Value(1), output_field=SmallIntegerField())
    return persons.order_by(rank, key, "pk")
