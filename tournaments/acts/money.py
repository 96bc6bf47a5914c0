"""Acts on money: fees, the lines of the ledger, cash boxes and prizes."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournaments.models import FeeKind, LineKind, NoticeCode

from . import _reasons
from ._base import ABSENT, Absent, Act, Counted, EditedForm, Json, Named, act


@act("fee_set", _("A fee was set: %(kind)s."), overwrites={EditedForm.FEES})
class FeeSet(Act):
    """A fee of an event was set; one of the same kind and name is replaced."""

    kind: FeeKind
    amount: int
    optional: bool


@act("fee_ended", _("A fee was taken off the list."), overwrites={EditedForm.FEES})
class FeeRemoved(Act):
    """A fee of an event was removed."""


@act(
    "list_charged",
    _("Fees were charged to entrants of the list: %(entrants)s."),
    lasting=_reasons.BY_ITSELF,
    follows=True,
)
class ListCharged(Act):
    """The entrants of an imported list were charged with the fees that everybody owes."""

    entrants: Counted
    fees: tuple[str, ...]


@act("line_booked", _("%(subject)s: booked as %(kind)s."))
class LineBooked(Act):
    """A line of the ledger was booked for an entrant."""

    kind: LineKind
    amount: int
    line: str


@act("line_taken_back", _("%(subject)s: %(kind)s cancelled."))
class LineReversed(Act):
    """A ledger line was reversed by another one."""

    kind: LineKind
    amount: int
    line: str


@act(
    "entry_paid",
    _("%(subject)s: the entry in %(event)s was paid as a prize."),
    overwrites={EditedForm.PRIZES},
    tells={NoticeCode.ENTRY_PAID, NoticeCode.POOL_SHORT},
)
class EntryPaid(Act):
    """A line was booked that is a prize of an entrant and pays its entry in another event."""

    amount: int
    line: str
    event: Named


@act(
    "entry_taken_back",
    _("%(subject)s: the entry in %(event)s is not paid as a prize any more."),
    overwrites={EditedForm.PRIZES},
)
class EntryTakenBack(Act):
    """A line was booked that cancels a prize and the entry that it had paid."""

    amount: int
    line: str
    event: Named


@act("cash_box_added", _("A cash box was added."), lasting=_reasons.EXISTS, follows=True)
class CashBoxAdded(Act):
    """A cash box was added, also automatically before the first cash payment."""


@act("currency_set", _("Amounts are in %(currency)s."), lasting=_reasons.SETTING)
class CurrencySet(Act):
    """The currency of all amounts of a tournament was set."""

    currency: str


@act(
    "payout_set",
    _("The prizes of %(subject)s were set."),
    overwrites={EditedForm.PRIZES},
    lasting=_reasons.SETTING,
)
class PayoutSet(Act):
    """How the prizes of an event are made was set; the fields of `payouts.Payout` where it has prizes."""

    has_prizes: bool
    structure: str | Absent = ABSENT
    percent: int | Absent = ABSENT
    added: int | Absent = ABSENT
    unit: int | Absent = ABSENT
    own: Json | Absent = ABSENT


@act(
    "prizes_split",
    _("%(subject)s: the prizes of %(entrants)s were split as they agreed."),
    overwrites={EditedForm.PRIZES},
    tells={NoticeCode.PRIZES_SPLIT},
)
class PrizesSplit(Act):
    """Winners agreed on other amounts than their prizes; `amounts` are what each of them gets."""

    entrants: tuple[str, ...]
    amounts: Json


@act(
    "prize_split_ended",
    _("%(subject)s: the split of the prizes of %(entrants)s was cancelled."),
    overwrites={EditedForm.PRIZES},
)
class PrizeSplitEnded(Act):
    """A split of prizes was taken back; `amounts` are what it had given each of them."""

    entrants: tuple[str, ...]
    amounts: Json


@act(
    "split_offered",
    _("%(subject)s: a split of the prizes of %(entrants)s was proposed."),
    overwrites={EditedForm.PRIZES},
    tells={NoticeCode.SPLIT_OFFERED, NoticeCode.SPLIT_AGREED},
)
class SplitOffered(Act):
    """A split was proposed to these entrants; `agreed` are those who agree with it."""

    entrants: tuple[str, ...]
    amounts: Json
    agreed: tuple[str, ...]


@act(
    "split_agreed",
    _("%(subject)s: %(entrant)s agrees to the split of the prizes of %(entrants)s."),
    overwrites={EditedForm.PRIZES},
    lasting=_reasons.AGREED,
    tells={NoticeCode.SPLIT_OFFERED, NoticeCode.SPLIT_AGREED},
)
class SplitAgreed(Act):
    """An entrant agreed to a split that was proposed; `agreed` are all who agree by now."""

    entrant: str
    entrants: tuple[str, ...]
    amounts: Json
    agreed: tuple[str, ...]


@act(
    "split_offer_withdrawn",
    _("%(subject)s: the proposed split of the prizes of %(entrants)s was withdrawn."),
    overwrites={EditedForm.PRIZES},
    lasting=_reasons.AGREED,
    tells={NoticeCode.SPLIT_WITHDRAWN},
)
class SplitOfferWithdrawn(Act):
    """A proposed split was withdrawn before all had agreed."""

    entrants: tuple[str, ...]
    amounts: Json
    agreed: tuple[str, ...]


@act(
    "reentry_set",
    _("The rule for coming back after a loss in %(subject)s was set."),
    overwrites={EditedForm.SETTINGS, EditedForm.COMING_BACK},
    lasting=_reasons.SETTING,
)
class ReEntrySet(Act):
    """The rule for re-entries of an event was set; the fields of `formats.ReEntry` where they are possible."""

    is_possible: bool
    most: int | Absent | None = ABSENT
    until: datetime | Absent | None = ABSENT
    after: str | Absent = ABSENT
    fee_percent: int | Absent = ABSENT
    keeps_side_pools: bool | Absent = ABSENT
