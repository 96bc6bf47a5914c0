"""Counting rules as fields, for forms; the API has them as one object of data."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext_lazy as _

from rules.profile import PROFILES, Clock
from tournaments.models import GameVariant, MembershipKind
from tournaments.ratings.counting import MembershipDemand, PenaltyRule, Treatment
from tournaments.ratings.parameters import LONGEST

from .fields import Request, Words, choice, day, flag, items, number, text


class CountingFieldsRequest(Request):
    """The fields of counting rules with their limits (docs/ratings.md)."""

    first_day: date | None = day()
    must_be_sanctioned: bool = flag()
    sanction_classes: list[str] = items(child=text(max_length=40), max_length=50)
    variants: list[str] = items(child=choice(choices=GameVariant.choices))
    doubles: bool = flag()
    boards: bool = flag()
    profiles: list[str] = items(child=choice(choices=PROFILES))
    clock: str = choice(choices=Clock)
    shortest: int = number(min_value=1, max_value=LONGEST)
    longest: int | None = number(min_value=1, max_value=LONGEST)
    self_chosen: bool = flag()
    by_hand: bool = flag()
    by_decision: bool = flag()
    membership: str = choice(choices=MembershipDemand)
    membership_kinds: list[str] = items(child=choice(choices=MembershipKind.choices))
    walkover: str = choice(choices=Treatment)
    forfeit: str = choice(choices=Treatment)
    disqualified: str = choice(choices=Treatment)
    settled: str = choice(choices=Treatment)
    retired: str = choice(choices=Treatment)
    start_scores: bool = flag()
    penalties: str = choice(choices=PenaltyRule)

    def faults(self) -> dict[str, Words]:
        """Return what contradicts itself, as the rules refuse it."""
        faults: dict[str, Words] = {}
        if not self.variants:
            faults["variants"] = _("Choose one at least.")
        if self.longest is not None and self.longest < self.shortest:
            faults["longest"] = _("The longest match is shorter than the shortest one.")
        if self.sanction_classes and not self.must_be_sanctioned:
            faults["sanction_classes"] = _("Classes need events that must be sanctioned.")
        if self.membership_kinds and self.membership == MembershipDemand.NOBODY:
            faults["membership_kinds"] = _("Kinds of membership need members.")
        return faults
