"""Game records as uploaded: the file and the findings of its check."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .identity import Identified
from .match import Match
from .player import Player
from .publicity import Audience, audience

# The largest record accepted, in bytes: a 25-point match takes about 24 kB.
LARGEST_RECORD = 1024 * 1024
_ENDINGS = frozenset({"mat", "sgf", "txt", "xg"})
_UNNAMED = ("A", "B")


class Verdict(models.TextChoices):
    """The verdict of a record's check; empty while the check is pending."""

    CLEAN = "clean", _("clean")
    PROBLEMS = "problems", _("problems")
    INCOMPLETE = "incomplete", _("incomplete")
    UNREADABLE = "unreadable", _("unreadable")
    FAILED = "failed", _("not checked")


class GameRecord(Identified):
    """An uploaded file with its SHA-256, which is unique per match.

    `players_swapped` says that the file's first player is side two. `findings`
    holds codes and data only: `games`, `problems`, `players`, `length`, `score`,
    `winner`.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="records")
    uploaded_by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(default=timezone.now, editable=False)
    file_name = models.CharField(_("file name"), max_length=200)
    data = models.BinaryField()
    size = models.PositiveIntegerField(_("size"))
    sha256 = models.CharField("SHA-256", max_length=64)
    checked_at = models.DateTimeField(_("checked"), null=True, blank=True)
    format = models.CharField(_("format"), max_length=20, blank=True)
    encoding = models.CharField(_("encoding"), max_length=20, blank=True)
    verdict = models.CharField(_("verdict"), max_length=10, blank=True, choices=Verdict.choices)
    players_swapped = models.BooleanField(null=True, blank=True)
    findings = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("game record")
        verbose_name_plural = _("game records")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "sha256"], name="record_once_per_match"),
        ]

    def __str__(self) -> str:
        return self.file_name

    @property
    def shown_file_name(self) -> str:
        """The name of the file for the active audience: who hides a name has often named a file by it."""
        if not self._hides_names:
            return self.file_name
        ending = self.file_name.lower().rpartition(".")[2]
        return f"{self.uid}.{ending}" if ending in _ENDINGS else self.uid

    def shown_players(self, players: tuple[str, str]) -> tuple[str, str]:
        """Return the names of the file's players for the active audience, in the order of the file."""
        if not self._hides_names:
            return players
        if self.players_swapped is None:
            return _UNNAMED
        one, two = self.match.one.name, self.match.two.name
        return (two, one) if self.players_swapped else (one, two)

    @property
    def _hides_names(self) -> bool:
        """Whether a player of the match is not public by name, and everybody may be reading."""
        sides = (self.match.one, self.match.two)
        return audience() is Audience.EVERYBODY and any(side.public_name for side in sides)

    @property
    def is_checked(self) -> bool:
        """Whether the check is complete."""
        return self.checked_at is not None

    @property
    def has_failed(self) -> bool:
        """Whether the check itself failed, so that it can be repeated."""
        return self.verdict == Verdict.FAILED
