"""Pure arithmetic of prizes: how a pool is split over places, and how those who are tied share."""

from tournaments.payouts.own_prizes import OWN, WHOLE, OwnPrizes
from tournaments.payouts.prizes import Payout, pool_of, prizes, shares
from tournaments.payouts.splits import PrizeSplit, SplitOffer, changes_of
from tournaments.payouts.structures import STRUCTURES, Structure, suggest
