"""Pure arithmetic of prizes: how a pool is split over places, and how those who are tied share."""

from tournaments.payouts.prizes import Payout, pool_of, prizes, shares
from tournaments.payouts.structures import STRUCTURES, Structure, suggest

__all__ = ["STRUCTURES", "Payout", "Structure", "pool_of", "prizes", "shares", "suggest"]
