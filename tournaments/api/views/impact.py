"""What would follow from an act that moves entrants or changes a result: each takes the body of the act itself."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.impact import foresee
from tournaments.api.schema import writes
from tournaments.api.serializers.entrants import PromotionAsked, WithdrawalAsked
from tournaments.api.serializers.impact import ImpactShown
from tournaments.api.serializers.matches import RulingAsked
from tournaments.api.serializers.stages import LateEntryAsked, ReplacementAsked, SwapAsked

from .endpoint import Act
from .entrants import EntrantPromotion, EntrantWithdrawal
from .matches import MatchCorrection
from .stages import StageLateEntries, StageReplacements, StageSwap


def _foreseen(act: Act) -> Response:
    """What follows from the act, which is done and taken back."""
    return Response(ImpactShown(foresee(act.event, act.do, but=act.about)).data)


class CorrectionImpact(MatchCorrection):
    """What would follow from a correction."""

    @writes("match_correct_impact", RulingAsked, ImpactShown)
    def post(self, request: Request, uid: str) -> Response:
        """Show what would follow from correcting the result; nothing is written."""
        return _foreseen(self.asked(request, uid))


class WithdrawalImpact(EntrantWithdrawal):
    """What would follow from leaving the event."""

    @writes("entrant_withdraw_impact", WithdrawalAsked, ImpactShown)
    def post(self, request: Request, uid: str) -> Response:
        """Show what would follow if the entrant left; nothing is written."""
        return _foreseen(self.asked(request, uid))


class PromotionImpact(EntrantPromotion):
    """What would follow from a promotion."""

    @writes("entrant_promote_impact", PromotionAsked, ImpactShown)
    def post(self, request: Request, uid: str) -> Response:
        """Show what would follow if the alternate got a place; nothing is written."""
        return _foreseen(self.asked(request, uid))


class LateEntryImpact(StageLateEntries):
    """What would follow from a late entry."""

    @writes("stage_enter_late_impact", LateEntryAsked, ImpactShown)
    def post(self, request: Request, uid: str) -> Response:
        """Show what would follow if the entrant came in late; nothing is written."""
        return _foreseen(self.asked(request, uid))


class SwapImpact(StageSwap):
    """What would follow from a swap."""

    @writes("stage_swap_impact", SwapAsked, ImpactShown)
    def post(self, request: Request, uid: str) -> Response:
        """Show what would follow if the two changed places; nothing is written."""
        return _foreseen(self.asked(request, uid))


class ReplacementImpact(StageReplacements):
    """What would follow from a replacement."""

    @writes("stage_replace_impact", ReplacementAsked, ImpactShown)
    def post(self, request: Request, uid: str) -> Response:
        """Show what would follow if the alternate took the place; nothing is written."""
        return _foreseen(self.asked(request, uid))
