"""Pools of entrants who are paired with each other: the rules in order, and the best pairs by them.

The rules of a round, the first one counting most, with their clauses in docs/pairing/videau-lives.md:

| clause | code | says |
|---|---|---|
| C1 | `same_player` | two entrants of one player do not meet |
| C2 | `kept_apart` | whom the director keeps apart does not meet |
| C3 | `second_bye` | the bye goes to who has had fewest |
| C4 | `bye_record` | then to the weakest record |
| C5 | `lives` | opponents have about the same lives |
| C6 | `rematch` | they have met as rarely as possible |
| C7 | `family`, `club`, `country` | those who came together do not meet |
| C8 | `lot` | what is open still is for the seed to decide |

Of players who are free in the course of a round, `wait` stands in place of C3 and C4 (clause E).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, cast

from tournaments.formats.chance import by_chance
from tournaments.formats.lives.options import LivesOptions
from tournaments.formats.lives.table import Life
from tournaments.matching.rules import (
    Pair,
    Rule,
    RuleCode,
    by_difference,
    by_key,
    by_lot,
    by_meetings,
    by_pairs,
)
from tournaments.matching.solver import Matching, PairingProblem


class Facts(NamedTuple):
    """The input of the pairing of a pool as plain values: equal facts give equal pairs.

    The tuples follow the order of `uids`; `meetings` holds pairs who have met with the number of meetings.
    """

    uids: tuple[str, ...]
    lives: tuple[int, ...]
    records: tuple[int, ...]
    byes: tuple[int, ...]
    match_counts: tuple[int, ...]
    meetings: tuple[tuple[Pair, int], ...]
    families: tuple[str, ...]
    players: tuple[str, ...]
    clubs: tuple[str, ...]
    countries: tuple[str, ...]
    number: int
    seed: str
    has_byes: bool
    apart: frozenset[Pair] = frozenset()


@dataclass(frozen=True)
class Pool:
    """At least two entrants who are paired with each other in a round; the pairing is computed on demand.

    `has_byes` says that the odd one has a bye; otherwise it only waits. `apart` are pairs whom the director keeps apart.
    """

    lives: Sequence[Life]
    number: int
    seed: str
    options: LivesOptions
    has_byes: bool = True
    apart: frozenset[frozenset[str]] = frozenset()

    @cached_property
    def facts(self) -> Facts:
        """The input of the pairing of the pool."""
        return _facts(self)

    @cached_property
    def _found(self) -> tuple[PairingProblem, Matching]:
        return _paired(self.facts)

    @property
    def field(self) -> PairingProblem:
        """The pairing problem of its entrants."""
        return self._found[0]

    @property
    def matching(self) -> Matching:
        """The best round of the field."""
        return self._found[1]

    @property
    def entrants(self) -> list[str]:
        """The uids of its entrants."""
        return [life.entrant for life in self.lives]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of uids."""
        if len(self.lives) == 2:
            # Two entrants have no other opponent.
            one, two = self.lives
            return [(one.entrant, two.entrant)]
        uids = self.facts.uids
        return [(uids[one], uids[two]) for one, two in self.matching.pairs]

    @property
    def odd_one(self) -> str | None:
        """The entrant without an opponent."""
        if len(self.lives) % 2 == 0:
            return None
        return None if self.matching.bye is None else self.facts.uids[self.matching.bye]


def record_of(life: Life) -> tuple[int, int]:
    """Return the sort key of a record: the lives left, then the wins."""
    return life.lives, life.wins


def times_met(one: Life, other: Life) -> int:
    """Return how many times two entrants have met in this stage."""
    return one.opponents.count(other.entrant)


def _facts(pool: Pool) -> Facts:
    lives, number, seed, options = pool.lives, pool.number, pool.seed, pool.options
    by_uid = {life.entrant: life for life in lives}
    # Entrants with equal lives are in the order of the lot, so that neighbours are random.
    uids = by_chance(by_uid, seed=seed, round_number=number, purpose="lot")
    by_lives = sorted((by_uid[uid] for uid in uids), key=lambda life: -life.lives)
    is_apart = options.separates_clubs
    ranks = {record: rank for rank, record in enumerate(sorted({record_of(life) for life in lives}))}
    return Facts(
        uids=tuple(life.entrant for life in by_lives),
        lives=tuple(life.lives for life in by_lives),
        records=tuple(ranks[record_of(life)] for life in by_lives),
        byes=tuple(len(life.record.byes) for life in by_lives),
        match_counts=tuple(len(life.record.meetings) for life in by_lives),
        meetings=_meetings(by_lives) if options.avoids_rematches else (),
        families=tuple(life.entry.family if is_apart else "" for life in by_lives),
        players=tuple(life.entry.player for life in by_lives),
        clubs=tuple(life.entry.club if is_apart else "" for life in by_lives),
        countries=tuple(life.entry.country if is_apart else "" for life in by_lives),
        number=number,
        seed=seed,
        has_byes=pool.has_byes,
        apart=_apart(by_lives, pool.apart),
    )


def _apart(lives: Sequence[Life], pairs: frozenset[frozenset[str]]) -> frozenset[Pair]:
    """Return those of these pairs who are in the pool, by number, the smaller first."""
    places = {life.entrant: place for place, life in enumerate(lives)} if pairs else {}
    inside = [sorted(places[uid] for uid in pair) for pair in pairs if pair <= places.keys()]
    return frozenset((one, two) for one, two in inside)


def _meetings(lives: Sequence[Life]) -> tuple[tuple[Pair, int], ...]:
    places = {life.entrant: place for place, life in enumerate(lives)}
    times: dict[Pair, int] = {}
    for place, life in enumerate(lives):
        for opponent in life.opponents:
            other = places.get(opponent, -1)
            if other > place:
                times[place, other] = times.get((place, other), 0) + 1
    return tuple(times.items())


# The same round is computed again to check whether it still follows, and to explain each of its pairs.
@lru_cache(maxsize=32)
def _paired(facts: Facts) -> tuple[PairingProblem, Matching]:
    field = PairingProblem(len(facts.uids), _rules(facts))
    # Nothing is barred, so there always is a round.
    return field, cast(Matching, field.solve())


def _rules(facts: Facts) -> tuple[Rule, ...]:
    rules = [by_key(RuleCode.SAME_PLAYER, facts.players)] if any(facts.players) else []
    if facts.apart:
        rules.append(by_pairs(RuleCode.KEPT_APART, facts.apart))
    if facts.has_byes:
        fewest = min(facts.byes)
        rules += [_for_byes(RuleCode.SECOND_BYE, [byes - fewest for byes in facts.byes])]
        rules += [_for_byes(RuleCode.BYE_RECORD, facts.records)]
    else:
        most = max(facts.match_counts)
        rules += [_for_byes(RuleCode.WAIT, [most - matches for matches in facts.match_counts])]
    if len(set(facts.lives)) > 1:
        rules.append(by_difference(RuleCode.LIVES, facts.lives))
    if facts.meetings:
        rules.append(by_meetings(RuleCode.REMATCH, dict(facts.meetings)))
    keys = {
        RuleCode.FAMILY: facts.families,
        RuleCode.CLUB: facts.clubs,
        RuleCode.COUNTRY: facts.countries,
    }
    rules += [by_key(code, values) for code, values in keys.items() if any(values)]
    return (*rules, by_lot(RuleCode.LOT, facts.uids, seed=facts.seed, round_number=facts.number))


def _for_byes(code: RuleCode, costs: Sequence[int]) -> Rule:
    return Rule(code, max(costs), None, costs)
