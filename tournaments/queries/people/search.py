"""The search of persons with a public profile, by what everybody may read of them."""

from __future__ import annotations

from django.db.models import Case, CharField, F, Q, QuerySet, SmallIntegerField, Value, When
from django.db.models.functions import Lower

from matches.models import Player, name_key
from tournaments.queries.publicity import public_persons


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
