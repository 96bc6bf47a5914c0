"""Formats in words: what they are called, what their options do, and what stands in their standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any, get_type_hints

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.formats import FORMATS, PARTS_OF_A_POINT, Feed, Options, Take
from tournaments.models.format_names import FORMAT_NAMES
from tournaments.queries.point_words import points_words

# The name of each format, and half a sentence that says what it is.
FORMAT_WORDS: Mapping[str, tuple[Any, Any]] = {
    "single_elimination": (
        FORMAT_NAMES["single_elimination"],
        _("who loses is out, the last one left is the champion"),
    ),
    "double_elimination": (
        FORMAT_NAMES["double_elimination"],
        _("who loses once goes on in the losers’ bracket, who loses twice is out"),
    ),
    "michigan": (
        FORMAT_NAMES["michigan"],
        _("a knock-out in which those who lose in the same round play on for the next prize"),
    ),
    "consolation": (
        FORMAT_NAMES["consolation"],
        _("a knock-out for those who lose in another stage, entered round by round"),
    ),
    "swiss": (
        FORMAT_NAMES["swiss"],
        _("a fixed number of rounds for all, each against somebody with about as many points"),
    ),
    "lives": (
        FORMAT_NAMES["lives"],
        _("every loss costs a life, and whoever has one left at the end has won"),
    ),
    "league": (
        FORMAT_NAMES["league"],
        _("divisions of all against all, a round a week, with promotion and relegation"),
    ),
    "ladder": (
        FORMAT_NAMES["ladder"],
        _("entrants challenge those who stand above them, and who wins climbs"),
    ),
    "stepladder": (
        FORMAT_NAMES["stepladder"],
        _("the two lowest play, and the winner meets the next one above, up to the top"),
    ),
    "round_robin": (
        FORMAT_NAMES["round_robin"],
        _("everybody meets everybody, in one group or several"),
    ),
}

# What each option is called, and half a sentence on what it does. The same option means the same in every format;
# where it does not, the code of the format stands before it.
OPTION_WORDS: Mapping[str, tuple[Any, Any]] = {
    "seeding": (
        _("Places in the draw"),
        _("whether strong entrants are kept apart, or chance decides alone"),
    ),
    "order": (
        _("Order of the seeds"),
        _("whether each seed has a line of its own, or seeds are drawn in pots"),
    ),
    "byes": (
        _("Where the byes stand"),
        _("spread evenly, or together so that their holders meet in round 2"),
    ),
    "apart": (_("Keep apart at first"), _("members who should not meet in the first rounds")),
    "apart_rounds": (
        _("Rounds kept apart"),
        _("in so many rounds they are kept apart, where that is possible"),
    ),
    "play_down": (
        _("Play down to"),
        _("the stage ends with so many left, who go on in another one; 1 is the champion"),
    ),
    "has_third_place": (_("Match for third place"), _("the losers of the semifinals play for it")),
    "grand_final": (_("Grand final"), _("how the winners of both brackets settle the event")),
    "groups": (_("Groups"), _("the entrants are spread over so many groups of even strength")),
    "legs": (_("Matches between two"), _("how often each pair meets")),
    "divisions": (
        _("Divisions"),
        _("the entrants are split in the order of their seeds, the strongest in the first one"),
    ),
    "league.days": (_("Days of a round"), _("how long the matches of a round can be played")),
    "movers": (
        _("Up and down"),
        _("so many of a division go up after the season, and as many of the one above go down"),
    ),
    "places_above": (_("Reach upwards"), _("so many places above the own one can be challenged")),
    "places_below": (_("Reach downwards"), _("so many places below the own one can be challenged")),
    "no_back_to_back": (_("Not twice in a row"), _("nobody challenges the opponent of the own last match")),
    "climb": (_("A win is worth"), _("what the lower one of the two gets for a win")),
    "challenged_moves_up": (
        _("The challenged can climb"),
        _("whoever is challenged from below and wins climbs one place"),
    ),
    "ladder.days": (_("Days to play"), _("a match is to be played within so many days; 0 is no deadline")),
    "overdue": (_("A challenge not played in time"), _("what becomes of it")),
    "overdue_days": (_("Days of grace"), _("so long after the deadline it happens")),
    "comes_back": (_("Coming back"), _("the place of a player who left the ladder and returns")),
    "pace": (_("Pace"), _("whether a round waits for the one before it")),
    "first_tiebreak": (_("First tiebreak"), _("what decides first between entrants with equal points")),
    "second_tiebreak": (_("Second tiebreak"), _("looked at where the first one leaves a tie")),
    "third_tiebreak": (_("Third tiebreak"), _("looked at where the second one leaves a tie")),
    "tiebreak_1": (_("First tiebreak"), _("what decides first between entrants with equal points")),
    "tiebreak_2": (_("Second tiebreak"), _("looked at where the first one leaves a tie")),
    "tiebreak_3": (_("Third tiebreak"), _("looked at where the second one leaves a tie")),
    "tiebreak_4": (_("Fourth tiebreak"), _("looked at where the third one leaves a tie")),
    "drops_early_leavers": (
        _("Early leavers do not count"),
        _("the results of whoever leaves before half of the matches are left out"),
    ),
    "lives": (_("Lives"), _("who has lost so often is out")),
    "mode": (_("When matches are paired"), _("all together in rounds, or as players become free")),
    "batch_minutes": (
        _("Minutes between batches"),
        _("everybody free by then is paired, when batches are chosen"),
    ),
    "queue_length": (
        _("Length of the queue"),
        _("so many must be free before one lot decides, when a queue is chosen"),
    ),
    "odd_one": (_("The odd one"), _("what becomes of whoever is left over among equals")),
    "is_bye_a_win": (_("A bye counts as a win"), _("in the record of wins; it never costs a life")),
    "avoids_rematches": (_("Avoid rematches"), _("two who have met meet again only when it must be")),
    "separates_clubs": (_("Keep clubs apart"), _("members of a club or a family meet only when it must be")),
    "last_two": (_("The last two"), _("what they do when all others are out")),
    "has_three_playoff": (
        _("Playoff of the last three"),
        _("three with the same record play a short knock-out, with a bye by lot"),
    ),
    "bracket_slots": (
        _("Turn into a bracket at"),
        _("with so many lives left in all, or fewer, the rest is a knock-out; 0 is never"),
    ),
    "max_places": (
        _("Places paid"),
        _("play ends once no more than so many have lives left; 0 plays to the end"),
    ),
    "late_lives": (
        _("Lives of late entrants"),
        _("with how many lives somebody comes who has missed rounds"),
    ),
    "last_entry": (_("Late entry until round"), _("nobody comes in after this round")),
    "swiss.last_entry": (
        _("Late entry until round"),
        _("nobody comes in after this round; 0 is half of the rounds"),
    ),
    "rounds": (_("Rounds"), _("how many everybody plays; 0 is as many as leave one unbeaten")),
    "swiss.apart": (_("Keep apart"), _("members who should not meet among those with the same points")),
    "placing": (
        _("Where losers go"),
        _("by the table of a wall chart, or where a second meeting is least likely"),
    ),
    "system": (_("System"), _("who meets whom among those with equal points")),
    "rematches": (_("Rematches"), _("whether two may meet a second time")),
    "acceleration": (_("Acceleration"), _("lets the strong meet each other earlier in a large field")),
    "bye": (_("A bye is worth"), _("the points that whoever sits out gets")),
    "unplayed": (
        _("Unplayed rounds in tiebreaks"),
        _("what a bye or an absence counts when ties are broken"),
    ),
}

# What each value of an option means, by the kind of the option.
VALUE_WORDS: Mapping[tuple[str, str], Any] = {
    ("Seeding", "random"): _("by chance"),
    ("Seeding", "seeded"): _("by seeds"),
    ("SeedOrder", "standard"): _("each seed on its own line"),
    ("SeedOrder", "pots"): _("drawn in pots: 3 and 4, then 5 to 8"),
    ("Byes", "spread"): _("spread over the bracket"),
    ("Byes", "grouped"): _("next to each other"),
    ("Apart", "nobody"): _("nobody"),
    ("Apart", "club"): _("members of a club"),
    ("Apart", "clubs"): _("members of a club"),
    ("Apart", "country"): _("entrants of a country"),
    ("Apart", "countries"): _("entrants of a country"),
    ("Apart", "club_and_country"): _("members of a club, then of a country"),
    ("Apart", "both"): _("members of a club, then of a country"),
    ("GrandFinal", "recharge"): _("the unbeaten side must be beaten twice"),
    ("GrandFinal", "one_match"): _("one match decides"),
    ("GrandFinal", "none"): _("none: the unbeaten side has won"),
    ("Placing", "chosen"): _("by the table, and where a second meeting is least likely once it has gaps"),
    ("Placing", "table"): _("always by the table"),
    ("Overdue", "nothing"): _("stays to be played"),
    ("Overdue", "forfeit"): _("is lost by the challenged"),
    ("Overdue", "void"): _("is void"),
    ("ComesBack", "bottom"): _("at the bottom"),
    ("ComesBack", "own_place"): _("at the own place, as after a pause"),
    ("Climb", "place"): _("the place of the loser"),
    ("Climb", "one_step"): _("one place"),
    ("Climb", "swap"): _("an exchange of places"),
    ("Pace", "rounds"): _("round after round"),
    ("Pace", "free"): _("every match at any time"),
    ("Tiebreak", "buchholz"): _("points of the opponents (Buchholz)"),
    ("Tiebreak", "buchholz_cut"): _("points of the opponents without the weakest"),
    ("Tiebreak", "median_buchholz"): _("points of the opponents without the best and the weakest"),
    ("Tiebreak", "sonneborn_berger"): _("points of those beaten (Sonneborn-Berger)"),
    ("Tiebreak", "head_to_head"): _("matches between those tied"),
    ("Tiebreak", "points_difference"): _("points won less points lost"),
    ("Tiebreak", "board_points"): _("boards won in team matches"),
    ("Tiebreak", "wins"): _("matches won by play"),
    ("Tiebreak", "share"): _("none: the place is shared"),
    ("Unplayed", "virtual_opponent"): _("as against an imaginary opponent of equal strength"),
    ("Unplayed", "own_points"): _("as against somebody with the same points"),
    ("Unplayed", "nothing"): _("nothing"),
    ("Unplayed", "as_played"): _("a walkover counts as a match, a bye as nothing"),
    ("Mode", "rounds"): _("in rounds: when the last match of a round is over"),
    ("Mode", "continuous"): _("at once: as soon as two suitable players are free"),
    ("Mode", "batches"): _("in batches: all who are free, every few minutes"),
    ("Mode", "queue"): _("from a queue: by lot among several who are free"),
    ("OddOne", "float"): _("meets somebody with nearly as many lives"),
    ("OddOne", "sit_out"): _("sits out until an equal comes"),
    ("LastTwo", "play_on"): _("play on until one has no life left"),
    ("LastTwo", "one_match"): _("play one match, whatever their lives"),
    ("LastTwo", "share"): _("share the first two places"),
    ("LateLives", "minus_missed"): _("one less for each round missed"),
    ("LateLives", "all"): _("all of them"),
    ("System", "fold"): _("upper half against lower half"),
    ("System", "monrad"): _("neighbours in the standings"),
    ("System", "danish"): _("first against second, third against fourth, rematches included"),
    ("Rematches", "never"): _("never"),
    ("Rematches", "if_needed"): _("only when there is no other way"),
    ("Rematches", "ask"): _("only when the director says so"),
    ("Acceleration", "none"): _("none"),
    ("Acceleration", "accelerated"): _("a point ahead for the upper half in the first rounds"),
    ("Acceleration", "baku"): _("Baku acceleration"),
    ("ByeWorth", "full"): _("a full point"),
    ("ByeWorth", "half"): _("half a point"),
    ("ByeWorth", "zero"): _("nothing"),
}

# Whom a stage takes from another.
TAKE_WORDS: Mapping[Take, Any] = {
    Take.FIRST_LOSS: _("who loses there the first match really played"),
    Take.LOSERS: _("who loses a match there"),
    Take.TOP: _("the best of its standings"),
    Take.GROUP_TOP: _("the best of each group"),
    Take.REST: _("all but the best"),
    Take.NEXT_SEASON: _("everybody, after promotion and relegation"),
}
_WITHOUT_THE_END: Mapping[int, Any] = {
    1: _("but for the final"),
    2: _("but for the last two rounds"),
    3: _("but for the last three rounds"),
}
OF_THE_BEST = (Take.TOP, Take.GROUP_TOP, Take.REST)
OF_LOSSES = (Take.FIRST_LOSS, Take.LOSERS)

# The heading of a tiebreak in standings: short, because several stand side by side.
_TIEBREAK_HEADINGS: Mapping[str, Any] = {
    "buchholz": pgettext_lazy("a tiebreak, short", "Buchholz"),
    "buchholz_cut": pgettext_lazy("a tiebreak, short", "Buchholz, cut"),
    "median_buchholz": pgettext_lazy("a tiebreak, short", "Median"),
    "sonneborn_berger": pgettext_lazy("a tiebreak, short", "S.-Berger"),
    "head_to_head": pgettext_lazy("a tiebreak, short", "Head to head"),
    "points_difference": pgettext_lazy("a tiebreak, short", "Difference"),
    "board_points": pgettext_lazy("a tiebreak, short", "Boards"),
    "wins": pgettext_lazy("a tiebreak, short", "Wins"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a format as a form asks for it; `values` are those of a list, none for a box or a number."""

    format: str
    name: str
    kind: type
    default: object
    minimum: int | None
    maximum: int | None

    @property
    def label(self) -> Any:
        """What it is called."""
        return self._words[0]

    @property
    def help(self) -> Any:
        """Half a sentence on what it does."""
        return self._words[1]

    @property
    def values(self) -> list[tuple[str, Any]]:
        """The codes it can have, each in words."""
        if not issubclass(self.kind, StrEnum):
            return []
        return [(value.value, value_words(self.kind, value.value)) for value in self.kind]

    @property
    def _words(self) -> tuple[Any, Any]:
        own = OPTION_WORDS.get(f"{self.format}.{self.name}")
        return own or OPTION_WORDS.get(self.name) or (_plain(self.name), "")


def format_name(code: str) -> str:
    """The name of a format."""
    words = FORMAT_WORDS.get(code)
    return str(words[0]) if words is not None else _plain(code)


def format_what(code: str) -> str:
    """Half a sentence on what a format is."""
    return str(FORMAT_WORDS[code][1]) if code in FORMAT_WORDS else ""


def format_sentence(code: str) -> str:
    """The name of a format with half a sentence on what it is."""
    if code not in FORMAT_WORDS:
        return format_name(code)
    words = pgettext("a format and what it is", "%(format)s: %(sentence)s")
    return words % {"format": format_name(code), "sentence": FORMAT_WORDS[code][1]}


def options_of_format(code: str) -> Iterator[Option]:
    """Every option of a format, in the order of its class."""
    rules: type[Options] = FORMATS[code].options
    kinds = get_type_hints(rules)
    for option in fields(rules):
        if option.default is MISSING:
            raise AssertionError(f"{rules.__name__}.{option.name} has no default")
        bounds = option.metadata
        yield Option(
            code,
            option.name,
            kinds[option.name],
            option.default,
            bounds.get("minimum"),
            bounds.get("maximum"),
        )


def chosen_options(code: str, values: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """The options of a stage that differ from the usual ones, each with its value in words."""
    found = []
    for option in options_of_format(code):
        value = values.get(option.name, option.default)
        if value != option.default:
            found.append((option.label, _said(option, value)))
    return found


def feed_words(feed: Feed, *, feeder: str) -> str:
    """A rule by which entrants come from a stage called `feeder`, as in `Main: who loses a match there (rounds 1 to 3)`."""
    colon = pgettext("between a label and its value", ":")
    if feed.take is Take.TIED:
        return f"{feeder}{colon} {_('who share a place that this playoff decides')}"
    words = f"{feeder}{colon} {TAKE_WORDS[feed.take]}"
    if feed.take in OF_THE_BEST:
        return f"{words} ({feed.count})"
    if feed.farthest == 0:
        return f"{words} ({_('the final')})"
    if feed.nearest:
        words = f"{words}, {_WITHOUT_THE_END.get(feed.nearest, _WITHOUT_THE_END[3])}"
    if feed.first_round == 1 and feed.last_round is None:
        return words
    places = {"first": feed.first_round, "last": feed.last_round}
    rounds = _("from round %(first)s") if feed.last_round is None else _("rounds %(first)s to %(last)s")
    return f"{words} ({rounds % places})"


def value_words(kind: type[StrEnum], value: str) -> Any:
    """What a value of an option means."""
    return VALUE_WORDS.get((kind.__name__, value)) or _plain(value)


def tiebreak_heading(code: str) -> str:
    """The heading of a tiebreak in standings."""
    return str(_TIEBREAK_HEADINGS.get(code) or _plain(code))


def tiebreak_value(code: str, value: int | None) -> str:
    """The value of a tiebreak in its unit; a dash where it has none."""
    return "–" if value is None else points_words(value, of=PARTS_OF_A_POINT.get(code, 1))


def _said(option: Option, value: Any) -> Any:
    if issubclass(option.kind, StrEnum):
        return value_words(option.kind, str(value))
    if option.kind is bool:
        return pgettext("an option", "yes") if value else pgettext("an option", "no")
    return value


def _plain(code: str) -> str:
    """A code that nobody has worded yet, readable all the same."""
    return code.replace("_", " ").capitalize()
