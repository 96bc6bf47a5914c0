"""Ladder: entrants challenge others near them, and winners climb."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from operator import attrgetter
from typing import ClassVar

from tournaments.formats.base import (
    Challenge,
    Departure,
    Entry,
    Format,
    Pairing,
    Reason,
    Result,
    Round,
    RoundName,
    Shape,
    Standing,
    State,
)
from tournaments.formats.by_rounds import Rounds
from tournaments.formats.errors import Problem
from tournaments.formats.latest import latest
from tournaments.formats.no_shows import no_shows
from tournaments.formats.options import Options
from tournaments.formats.rounds import Record, entrants_of, next_line, records
from tournaments.formats.seeding import Seeding

# Since this version the places of a ladder that has ended must have been played for.
_PLACES_BY_PLAY = 4


class Climb(StrEnum):
    """How far the lower-placed winner of a challenge climbs.

    PLACE: to the place of the loser, who moves down one with all between them. ONE_STEP: one place. SWAP: the two
    exchange places.
    """

    PLACE = "place"
    ONE_STEP = "one_step"
    SWAP = "swap"


class Overdue(StrEnum):
    """What happens to an overdue challenge.

    NOTHING: it stays open. FORFEIT: the challenged entrant loses it. VOID: it is taken back.
    """

    NOTHING = "nothing"
    FORFEIT = "forfeit"
    VOID = "void"


class ComesBack(StrEnum):
    """Where a returning entrant starts: at the bottom, or at the place its results give it."""

    BOTTOM = "bottom"
    OWN_PLACE = "own_place"


@dataclass(frozen=True, slots=True)
class LadderOptions(Options):
    """An entrant may challenge up to `places_above` and `places_below` its own place.

    With `no_back_to_back` nobody challenges the opponent of the own last match. `climb` is what a lower-placed winner
    gains; with `challenged_moves_up` an entrant who wins against a challenger from below climbs one place. A match has
    a deadline of `days`, 0 for none; `overdue` says what happens `overdue_days` after it. `comes_back` is where a
    returning entrant starts.
    """

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset(
        {"places_above", "places_below", "no_back_to_back", "days", "overdue", "overdue_days"}
    )

    seeding: Seeding = Seeding.SEEDED
    places_above: int = field(default=3, metadata={"minimum": 1, "maximum": 100})
    places_below: int = field(default=0, metadata={"minimum": 0, "maximum": 100})
    no_back_to_back: bool = True
    climb: Climb = Climb.PLACE
    challenged_moves_up: bool = False
    days: int = field(default=14, metadata={"minimum": 0, "maximum": 92})
    overdue: Overdue = Overdue.NOTHING
    overdue_days: int = field(default=0, metadata={"minimum": 0, "maximum": 92})
    comes_back: ComesBack = ComesBack.BOTTOM


class Ladder(Rounds):
    """A permanent ranking that only challenges change.

    The draw gives the initial order. Every challenge is a match, its number the round; the current ladder is that order
    with all results applied in the order of their time. Late entrants start at the bottom. Entrants who leave move
    there, and stay there on their return unless the options say otherwise. An overdue match blocks nobody, and is
    forfeited or void if the options say so. A ladder ends only when the director holds it: it then takes no challenge,
    and is complete once no challenge is open. Those who forfeited without having played a match then stand last.
    """

    code = "ladder"
    version = _PLACES_BY_PLAY
    options: type[Options] = LadderOptions
    most = 1000
    shape = Shape.LADDER
    has_second_byes = False

    def is_seeded(self, options: Options) -> bool:
        """Say whether the seeded entrants have the first numbers."""
        return LadderOptions.of(options).seeding is Seeding.SEEDED

    def has_rematches(self, options: Options) -> bool:
        """Return True: two entrants may challenge each other again."""
        return True

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return one round for every challenge so far, including those taken back."""
        last = max((challenge.number for challenge in state.challenges), default=0) if state.size else 0
        return tuple(Round(number, RoundName.CHALLENGE, 0, 2) for number in range(1, last + 1))

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return a pairing for each open challenge that has none."""
        occupied = {pairing.round for pairing in state.pairings}
        return tuple(
            Pairing(challenge.number, 0, challenge.challenger, challenge.challenged)
            for challenge in _open(state)
            if challenge.number not in occupied
        )

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings whose challenge was taken back, or whose entrant has left the ladder."""
        due = {
            (challenge.number, challenge.challenger, challenge.challenged)
            for challenge in _standing_challenges(state)
        }
        stale = [pairing for pairing in state.pairings if (pairing.round, *pairing.entrants) not in due]
        return tuple(sorted(stale, key=lambda pairing: pairing.place))

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the line below all others while the ladder is open."""
        return (next_line(state),) if state.size and not state.is_held else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the ladder; no places are shared."""
        by_entrant = records(state)
        withdrawals = {entry.uid for entry in state.entries if entry.is_withdrawn}
        is_complete = self.is_complete(state)
        return tuple(
            Standing(
                entrant=uid,
                place=place,
                last_place=place,
                wins=by_entrant[uid].wins,
                losses=by_entrant[uid].losses,
                reached=max(by_entrant[uid].rounds, default=0),
                is_in=not is_complete and uid not in withdrawals,
            )
            for place, uid in enumerate(self._places(state, by_entrant), start=1)
        )

    def _places(self, state: State, by_entrant: Mapping[str, Record]) -> Sequence[str]:
        """Return the ladder; at its end with those last who have left or did not come, and have played no match."""
        ladder = _ladder(state, None)
        if not self.is_complete(state) or (state.version is not None and state.version < _PLACES_BY_PLAY):
            return ladder
        return sorted(ladder, key=no_shows(state, by_entrant).__contains__)

    def is_complete(self, state: State) -> bool:
        """Say whether the ladder is held and no challenge is open."""
        return bool(state.size) and state.is_held and not _open(state)

    def champion(self, state: State) -> str | None:
        """Return the top of the ladder at the end; None if everybody has left."""
        if not self.is_complete(state):
            return None
        withdrawals = {entry.uid for entry in state.entries if entry.is_withdrawn}
        places = self._places(state, records(state))
        return next((uid for uid in places if uid not in withdrawals), None)

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return the challenger, the challenged entrant and their places.

        Codes: `no_longer_follows`; `challenged` (with `one`, `two` and the places `from` and `to` that they had then).
        """
        challenge = next((one for one in _standing_challenges(state) if one.number == pairing.round), None)
        if challenge is None or (challenge.challenger, challenge.challenged) != pairing.entrants:
            return (Reason("no_longer_follows"),)
        then = _ladder(state, challenge)
        data: dict[str, str | int] = {"one": challenge.challenger, "two": challenge.challenged}
        data |= {"from": 1 + then.index(challenge.challenger), "to": 1 + then.index(challenge.challenged)}
        return (Reason("challenged", data),)

    def deadline(self, state: State, number: int, slot: int | None = None) -> datetime | None:
        """Return the deadline of a challenge by its number; None if there is none."""
        return next((one.due_at for one in state.challenges if one.number == number), None)

    def due_at(self, options: Options, made_at: datetime) -> datetime | None:
        """Return the deadline of a challenge made at this time; None if there is none."""
        days = LadderOptions.of(options).days
        return made_at + timedelta(days=days) if days else None

    def expires(self, options: Options, challenge: Challenge) -> tuple[Overdue, datetime | None]:
        """Return what happens to an unplayed challenge, and when; the time is None if it never expires."""
        ladder_options = LadderOptions.of(options)
        if ladder_options.overdue is Overdue.NOTHING or challenge.due_at is None:
            return Overdue.NOTHING, None
        return ladder_options.overdue, challenge.due_at + timedelta(days=ladder_options.overdue_days)

    def refusals(self, state: State, challenger: str, challenged: str) -> tuple[Problem, ...]:
        """Return the reasons why one entrant may not challenge another now; empty if it may.

        Reasons that make a match impossible come alone: `same_entrant`, `not_in_ladder`, `has_left` and
        `has_open_challenge` (each with `entrant`), `ladder_closed`. The rules of the ladder: `ladder_not_begun`,
        `too_far_above` and `too_far_below` (with `places` and `most`), `back_to_back` (with `entrant`).
        """
        impossible = self._impossible(state, challenger, challenged)
        return impossible or self._against_the_rules(state, _ladder(state, None), challenger, challenged)

    def within_reach(self, state: State, challenger: str) -> tuple[str, ...]:
        """Return the entrants whom this one may challenge now, best placed first."""
        if challenger not in _placed(state):
            return ()
        options, ladder = LadderOptions.of(state.options), _ladder(state, None)
        place = ladder.index(challenger)
        near = ladder[max(0, place - options.places_above) : place + options.places_below + 1]
        return tuple(
            uid
            for uid in near
            if not self._against_the_rules(state, ladder, challenger, uid)
            and not self._impossible(state, challenger, uid)
        )

    def _impossible(self, state: State, challenger: str, challenged: str) -> tuple[Problem, ...]:
        if challenger == challenged:
            return (Problem("same_entrant", {"entrant": challenger}),)
        entrants, busy, both = _placed(state), _busy(state), {challenger, challenged}
        problems = []
        for uid in (challenger, challenged):
            if uid not in entrants:
                problems.append(Problem("not_in_ladder", {"entrant": uid}))
            elif entrants[uid].is_withdrawn:
                problems.append(Problem("has_left", {"entrant": uid}))
            elif uid in busy:
                problems.append(Problem("has_open_challenge", {"entrant": uid}))
        if not problems and any(both == {one.challenger, one.challenged} for one in _open(state)):
            problems.append(Problem("has_open_challenge", {"entrant": challenged}))
        if state.is_held:
            problems.append(Problem("ladder_closed"))
        return tuple(problems)

    def _against_the_rules(
        self, state: State, ladder: Sequence[str], challenger: str, challenged: str
    ) -> tuple[Problem, ...]:
        options = LadderOptions.of(state.options)
        problems = []
        if state.starts_at is not None and state.now is not None and state.now < state.starts_at:
            problems.append(Problem("ladder_not_begun"))
        above = ladder.index(challenger) - ladder.index(challenged)
        if above > options.places_above:
            problems.append(Problem("too_far_above", {"places": above, "most": options.places_above}))
        if -above > options.places_below:
            problems.append(Problem("too_far_below", {"places": -above, "most": options.places_below}))
        if options.no_back_to_back and _last_opponent(state, challenger) == challenged:
            problems.append(Problem("back_to_back", {"entrant": challenged}))
        return tuple(problems)


FORMAT: Format = Ladder()


@latest("entries", "challenges")
def _standing_challenges(state: State) -> tuple[Challenge, ...]:
    """Return the challenges, in order, that were not taken back and whose two entrants are in the ladder."""
    entrants = {entry.uid for entry in entrants_of(state)}
    return tuple(
        [
            challenge
            for challenge in sorted(state.challenges, key=attrgetter("number"))
            if not challenge.is_taken_back
            and challenge.challenger in entrants
            and challenge.challenged in entrants
        ]
    )


@latest("entries", "challenges", "results")
def _open(state: State) -> tuple[Challenge, ...]:
    """Return the challenges whose match has no result."""
    numbers = {result.round for result in state.results}
    return tuple([one for one in _standing_challenges(state) if one.number not in numbers])


@latest("entries", "challenges", "results", "now")
def _busy(state: State) -> frozenset[str]:
    """Return the entrants with a match to play; an overdue match does not count, so that nobody blocks the ladder."""
    due = [one for one in _open(state) if not _is_overdue(one, state)]
    return frozenset([uid for one in due for uid in (one.challenger, one.challenged)])


@latest("entries")
def _placed(state: State) -> dict[str, Entry]:
    return {entry.uid: entry for entry in entrants_of(state)}


@latest("entries", "results", "options")
def _ladder(state: State, before: Challenge | None) -> Sequence[str]:
    """Return the entrants in the order of the ladder: now, or at the time of a challenge."""
    entries = entrants_of(state)
    ladder = [entry.uid for entry in entries]
    lines = {entry.uid: entry.line or 0 for entry in entries}
    options = LadderOptions.of(state.options)
    departures = _departures(state) if options.comes_back is ComesBack.BOTTOM else []
    leavers = [entry for entry in state.entries if entry.is_withdrawn]
    for result in _in_time(state):
        if before is None or _is_earlier(result, before):
            departures = _go_down(ladder, departures, lines=lines, until=result.at)
            ladder = _with_leavers_last(leavers, ladder, at=result.at)
            _apply(result, ladder, options=options)
    until = None if before is None else before.made_at
    _go_down(ladder, departures, lines=lines, until=until)
    return _with_leavers_last(leavers, ladder, at=until)


def _departures(state: State) -> list[tuple[Departure, str]]:
    """Return the past withdrawals with their entrants, in order of time."""
    departures = [(one, entry.uid) for entry in state.entries for one in entry.departures]
    return sorted(departures, key=lambda departure: departure[0].at)


def _go_down(
    ladder: list[str],
    departures: list[tuple[Departure, str]],
    *,
    lines: Mapping[str, int],
    until: datetime | None,
) -> list[tuple[Departure, str]]:
    """Move the entrants who had left by then below all others; return the later departures.

    Entrants who joined after the return stay below them.
    """
    for number, (departure, uid) in enumerate(departures):
        if until is not None and departure.at > until:
            return departures[number:]
        if uid in lines:
            ladder.remove(uid)
            below = [place for place, other in enumerate(ladder, 1) if lines[other] < departure.lines]
            ladder.insert(max(below, default=0), uid)
    return []


def _is_overdue(challenge: Challenge, state: State) -> bool:
    return challenge.due_at is not None and state.now is not None and challenge.due_at < state.now


@latest("results")
def _in_time(state: State) -> Sequence[Result]:
    """Return the results in order of time; those without a time come last, in the order of challenges."""
    return sorted(
        state.results,
        key=lambda result: (
            result.at is None,
            0.0 if result.at is None else result.at.timestamp(),
            result.round,
        ),
    )


def _is_earlier(result: Result, challenge: Challenge) -> bool:
    if result.at is None or challenge.made_at is None:
        return result.round < challenge.number
    return result.at < challenge.made_at


def _with_leavers_last(leavers: Sequence[Entry], ladder: list[str], *, at: datetime | None) -> list[str]:
    """Return the ladder with the entrants who had left by then at the bottom; without a time, all who have left."""
    leavers_by_then = {
        entry.uid for entry in leavers if at is None or entry.withdrawn_at is None or entry.withdrawn_at <= at
    }
    if not leavers_by_then:
        return ladder
    return [uid for uid in ladder if uid not in leavers_by_then] + [
        uid for uid in ladder if uid in leavers_by_then
    ]


def _apply(result: Result, ladder: list[str], *, options: LadderOptions) -> None:
    """Move the winner of a result up."""
    winner = result.winner
    if winner is None or result.one not in ladder or result.two not in ladder:
        return
    (loser,) = result.losers
    own, other = ladder.index(winner), ladder.index(loser)
    if own < other:
        if options.challenged_moves_up and winner == result.two and own:
            ladder.insert(own - 1, ladder.pop(own))
    elif options.climb is Climb.SWAP:
        ladder[own], ladder[other] = loser, winner
    else:
        to = other if options.climb is Climb.PLACE else own - 1
        ladder.insert(to, ladder.pop(own))


def _last_opponent(state: State, uid: str) -> str | None:
    """Return the opponent of an entrant's last match."""
    for result in reversed(_in_time(state)):
        if uid in (result.one, result.two):
            return result.two if result.one == uid else result.one
    return None
