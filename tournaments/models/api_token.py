"""Personal tokens of the API, and what each of them allows."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player, check_name

from .federation import Federation
from .tournament import Tournament

_IN_USE = "token_in_use"


class TokenScope(models.TextChoices):
    """What a token allows its account; the account needs its own permission besides."""

    READ = "read", _("read what you may read")
    REPORT = "report", _("report and enter as a player")
    DESK = "desk", _("work at the desk")
    DIRECT = "direct", _("direct tournaments")
    FEDERATION_READ = "federation_read", _("read what officers of a federation read")
    FEDERATION_WRITE = "federation_write", _("act as an officer of a federation")


INCLUDED: Mapping[TokenScope, frozenset[TokenScope]] = {
    TokenScope.READ: frozenset({TokenScope.READ}),
    TokenScope.REPORT: frozenset({TokenScope.READ, TokenScope.REPORT}),
    TokenScope.DESK: frozenset({TokenScope.READ, TokenScope.REPORT, TokenScope.DESK}),
    TokenScope.DIRECT: frozenset({TokenScope.READ, TokenScope.REPORT, TokenScope.DESK, TokenScope.DIRECT}),
    TokenScope.FEDERATION_READ: frozenset({TokenScope.FEDERATION_READ}),
    TokenScope.FEDERATION_WRITE: frozenset({TokenScope.FEDERATION_READ, TokenScope.FEDERATION_WRITE}),
}
"""The scopes that each scope includes, itself among them."""

OF_TOURNAMENTS = INCLUDED[TokenScope.DIRECT]
"""The scopes that act in a tournament; the others act in a federation."""


class ApiToken(Identified):
    """A token of an account, of which only the SHA-256 is stored.

    `scopes` holds the codes, separated by spaces as in OAuth 2.0 (RFC 6749, 3.3). `prefix` is the beginning of the
    token, by which its owner recognises it. The row stays when the token ends, because entries of logs name it.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60, validators=[check_name])
    prefix = models.CharField(max_length=14, editable=False)
    hash = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.CharField(max_length=80)
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="api_tokens"
    )
    federation = models.ForeignKey(
        Federation, null=True, blank=True, on_delete=models.PROTECT, related_name="api_tokens"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        constraints = [
            models.CheckConstraint(condition=~Q(scopes=""), name="token_has_a_scope"),
            models.CheckConstraint(
                condition=Q(tournament=None) | Q(federation=None), name="token_is_bound_to_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}"

    @property
    def scope_list(self) -> list[TokenScope]:
        """Return the scopes as they were chosen."""
        return [TokenScope(code) for code in self.scopes.split()]

    @property
    def allowance(self) -> frozenset[TokenScope]:
        """Return the scopes with those that they include."""
        return frozenset[TokenScope]().union(*(INCLUDED[scope] for scope in self.scope_list))

    @property
    def is_bound(self) -> bool:
        """Whether the token is for one tournament or one federation alone."""
        return self.tournament_id is not None or self.federation_id is not None

    @property
    def bound_name(self) -> str:
        """Return the name of the tournament or federation to which the token is bound; empty for any other."""
        if self.tournament is not None:
            return self.tournament.name
        return "" if self.federation is None else self.federation.name

    @property
    def is_expired(self) -> bool:
        """Whether the token has reached its end."""
        return self.expires_at is not None and self.expires_at <= timezone.now()

    def reaches(self, *, tournament: int | None = None, federation: int | None = None) -> bool:
        """Whether the token is valid for the tournament or federation with this primary key."""
        if self.tournament_id is not None:
            return self.tournament_id == tournament
        return self.federation_id is None or self.federation_id == federation

    def allows(
        self, scope: TokenScope, *, tournament: int | None = None, federation: int | None = None
    ) -> bool:
        """Whether the token has the scope there."""
        return scope in self.allowance and self.reaches(tournament=tournament, federation=federation)


def act_through(player: Player, token: ApiToken) -> Player:
    """Return the account, which acts by this token from now on; actions and logs ask `token_of`."""
    vars(player)[_IN_USE] = token
    return player


def token_of(player: Player | None) -> ApiToken | None:
    """Return the token by which an account acts; None for a session, a link or the service."""
    return None if player is None else vars(player).get(_IN_USE)
