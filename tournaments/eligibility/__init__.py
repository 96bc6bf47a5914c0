"""Who may enter a division: the facts of a player against the rules of the division, or every reason why not."""

from tournaments.eligibility.facts import DivisionWin, OfficialRating, PlayerRecord
from tournaments.eligibility.reasons import INELIGIBLE_WORDS, IneligibleReason
from tournaments.eligibility.refusals import EntryRefusal, refusals, side_refusals
from tournaments.eligibility.rules import DivisionRules, UnlistedRule
