"""Players: every person, with or without an account."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .identity import Identified
from .names import check_name, name_key, near_keys, without_accents
from .publicity import PublicAs, shown

_OF_AGE = 18


class PlayerQuerySet(models.QuerySet["Player"]):
    """A queryset of players with the searches of the desk."""

    def named_like(self, words: str) -> PlayerQuerySet:
        """Return players whose name contains each of the words, ignoring accents and case."""
        players = self.filter(merged_into=None)
        for word in name_key(words).split():
            players = players.filter(name_key__contains=word)
        return players

    def best_first(self, words: str, *, then: Sequence[str] = ()) -> PlayerQuerySet:
        """Order players for a search: first those with a word of the name beginning with each search word.

        `then` are the fields that order players of equal rank before the name.
        """
        begins = models.Q()
        for word in name_key(words).split():
            begins &= (
                models.Q(name_key__startswith=word)
                | models.Q(name_key__contains=f" {word}")
                | models.Q(name_key__contains=f"-{word}")
            )
        rank = models.Case(models.When(begins, then=0), default=1, output_field=models.SmallIntegerField())
        return self.order_by(rank, *then, "name_key", "name", "pk")


class PlayerManager(BaseUserManager["Player"]):
    """A manager for players, who can lack e-mail and password."""

    def get_queryset(self) -> PlayerQuerySet:
        return PlayerQuerySet(self.model, using=self._db)

    def get_by_natural_key(self, username: str | None) -> Player:
        """Return the account with this e-mail, ignoring case."""
        return self.get(email__iexact=username)

    def create_user(self, email: str | None = None, password: str | None = None, **fields: Any) -> Player:
        """Create a player; without a password the player cannot sign in."""
        player = self.model(email=self.normalize_email(email) or None, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> Player:
        """Create a player with access to the admin pages."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Player(Identified, AbstractBaseUser, PermissionsMixin):
    """A person. A walk-in has no usable password and can claim the account later.

    `email` is the sign-in and NULL when absent; `contact_email` is where notices
    go and may be shared, as in a family. Merging duplicates sets `merged_into`
    of every row of a person to the one that goes on, and rows that refer to a
    player are never re-pointed: whoever asks what a person did asks with
    `rows_of_person`. The database refuses a circle of merges.
    """

    name = models.CharField(_("name"), max_length=120, validators=[check_name])
    name_key = models.CharField(max_length=160, editable=False, db_index=True)
    # Absent is NULL, so that two absent addresses do not collide.
    email = models.EmailField(_("e-mail"), null=True, blank=True, unique=True)
    contact_email = models.EmailField(_("e-mail for notices"), blank=True)
    country = models.CharField(
        _("country"),
        max_length=2,
        blank=True,
        validators=[RegexValidator(r"\A[A-Z]{2}\Z", _("Two capital letters, as in FR or GB."))],
    )
    club = models.CharField(_("club"), max_length=80, blank=True, validators=[check_name])
    language = models.CharField(_("language"), max_length=8, blank=True)
    # Empty while the person has chosen nothing, and then the name is public.
    public_as = models.CharField(_("named in public"), max_length=9, choices=PublicAs.choices, blank=True)
    pseudonym = models.CharField(_("pseudonym"), max_length=40, blank=True, validators=[check_name])
    # Absent is NULL, and then no query asks whether somebody else has it.
    pseudonym_key = models.CharField(max_length=80, null=True, blank=True, unique=True, editable=False)
    # Derived of the choices of every row of the person; empty where it is the name.
    public_name = models.CharField(max_length=160, blank=True, default="", editable=False)
    birth_year = models.PositiveSmallIntegerField(_("year of birth, of a minor"), null=True, blank=True)
    # None while nobody has said it: then accounts of adults have a profile, and nobody else.
    has_profile = models.BooleanField(_("has a public profile"), null=True, blank=True, default=None)
    is_active = models.BooleanField(_("may sign in"), default=True)
    is_staff = models.BooleanField(_("may use the admin pages"), default=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged_from"
    )

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="player_email_once",
                violation_error_message=_("A player with this e-mail exists already."),
            ),
            models.CheckConstraint(
                condition=~models.Q(email=""),
                name="player_email_absent_is_null",
                violation_error_message=_("An absent e-mail is stored as nothing, not as an empty text."),
            ),
            models.CheckConstraint(
                condition=~models.Q(name=""),
                name="player_has_a_name",
                violation_error_message=_("A player needs a name."),
            ),
            models.CheckConstraint(
                condition=~models.Q(public_as=PublicAs.PSEUDONYM, pseudonym=""),
                name="pseudonym_where_chosen",
                violation_error_message=_("Write the pseudonym."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the player and update the search keys of the name."""
        self.name_key = name_key(self.name)
        # Of two pseudonyms that only the folding of an earlier release told apart, the later one keeps its key.
        if self.pseudonym_key != without_accents(self.pseudonym):
            self.pseudonym_key = name_key(self.pseudonym) or None
        is_new, update_fields = self._state.adding, kwargs.get("update_fields")
        if update_fields is not None:
            keys = {f"{field}_key" for field in ("name", "pseudonym") if field in update_fields}
            kwargs["update_fields"] = {*update_fields, *keys}
        super().save(*args, **kwargs)
        if is_new:
            store_name_keys([self])
        elif update_fields is None or "name" in update_fields:
            renew_name_keys(self)

    def clean(self) -> None:
        """Store an empty e-mail as NULL."""
        super().clean()
        self.email = self.email or None

    def get_full_name(self) -> str:
        """Return the name, for the pages of Django and its libraries."""
        return self.name

    @property
    def shown_name(self) -> str:
        """The name for the active audience: pages, API and files show a person by it."""
        return shown(self.name, self.public_name)

    @property
    def name_for_everybody(self) -> str:
        """The name by which whoever does not know the person may read of them, whatever audience is active."""
        return self.public_name or self.name

    def get_short_name(self) -> str:
        """Return the first word of the name."""
        return self.name.split(" ", 1)[0]

    @property
    def is_minor(self) -> bool:
        """Whether a year of birth is known of which nobody is of age before the year is over."""
        return self.birth_year is not None and self.birth_year >= youngest_adults()

    @property
    def may_be_claimed(self) -> bool:
        """Whether nobody signs in as this player, nor as one into whom it was merged."""
        return self.email is None and not self.has_usable_password() and self.merged_into_id is None

    @property
    def person_key(self) -> int:
        """The primary key of the person: that of the player into whom this one was merged, or its own."""
        return self.merged_into_id or self.pk

    @property
    def current(self) -> Player:
        """Return the player at the end of the chain of merges; one query per merge."""
        player = self
        while player.merged_into is not None:
            player = player.merged_into
        return player

    @property
    def notice_address(self) -> str:
        """Return the e-mail address for notices; empty if there is none."""
        return self.contact_email or self.email or ""


def youngest_adults() -> int:
    """Return the first year of birth of players who are minors until this year is over."""
    return timezone.localdate().year - _OF_AGE


def is_same_person(one: Player | None, two: Player | None) -> bool:
    """Whether two players are one person, merged or not; nobody is no person."""
    return one is not None and two is not None and one.person_key == two.person_key


def rows_of_person(player: int) -> QuerySet[Player, Any]:
    """Return the keys of a player and of everybody merged into that player, for a subquery."""
    return Player.objects.filter(Q(pk=player) | Q(merged_into=player)).order_by().values("pk")


def rows_of_persons(players: Collection[int]) -> QuerySet[Player, Any]:
    """Return the keys of these players and of everybody merged into them, for a subquery."""
    return Player.objects.filter(Q(pk__in=players) | Q(merged_into__in=players)).order_by().values("pk")


class NameKey(models.Model):
    """A search key of a player's name; similar names share at least one (`near_keys`)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="name_keys")
    key = models.CharField(max_length=48, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="name_key_once")]

    def __str__(self) -> str:
        return self.key


def store_name_keys(players: Iterable[Player]) -> None:
    """Store the keys of new players, in batches."""
    rows = (NameKey(player=player, key=key) for player in players for key in sorted(near_keys(player.name)))
    NameKey.objects.bulk_create(rows, batch_size=6_000)


def renew_name_keys(player: Player) -> None:
    """Replace the keys of a player whose name may have changed."""
    current = near_keys(player.name)
    old_keys = set(NameKey.objects.filter(player=player).values_list("key", flat=True))
    if old_keys != current:
        NameKey.objects.filter(player=player).exclude(key__in=current).delete()
        NameKey.objects.bulk_create(NameKey(player=player, key=key) for key in sorted(current - old_keys))
