"""Plans of whole events: their stages, what is wrong with them, and what they take."""

from tournaments.plans.checks import grave, problems, warnings
from tournaments.plans.club_nights import NightFormat, night_format, night_plan
from tournaments.plans.finishing import FinishRule, FinishStage, PlaceIn, Position, finishing_positions
from tournaments.plans.plan import LONGEST, PlannedEvent, PlannedStage
from tournaments.plans.previews import Preview, minutes_of, preview
from tournaments.plans.templates import TEMPLATES, Template, suited
from tournaments.plans.words import PROBLEMS
