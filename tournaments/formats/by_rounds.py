"""What formats have in common that go round by round, and those among them that pair a whole round at once."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.formats.base import (
    Entry,
    Outline,
    Pairing,
    Placement,
    Round,
    RoundName,
    Shape,
    Standing,
    State,
)
from tournaments.formats.base_format import BaseFormat
from tournaments.formats.options import Options
from tournaments.formats.rounds import (
    Record,
    available,
    before,
    draw_numbers,
    is_round_complete,
    newest_round,
    next_line,
    outline_of,
    records,
    stale_of_newest,
)
from tournaments.formats.seeding import entrants_to_draw
from tournaments.formats.tiebreaks import WIN, Tiebreak, Unplayed, points_of, ranked
from tournaments.formats.ties import decided


class Rounds(BaseFormat):
    """A format in which nobody is placed in a bracket: the draw gives start numbers, and rounds follow each other."""

    shape = Shape.ROUNDS
    has_second_byes = True

    def pairs_by_rounds(self, options: Options) -> bool:
        """A round is paired when the one before it is over, or all are open from the start."""
        return True

    def plans_ahead(self, options: Options) -> bool:
        """A pairing names both."""
        return False

    def check_draw(self, options: Options, present: int, *, feeders: Sequence[Sequence[int]]) -> None:
        """Raise a FormatError where so many cannot be drawn with these options."""

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Give start numbers: by seed where there is one, else by lot. FormatError as `check_draw` says."""
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        self.check_draw(options, len(present), feeders=feeders)
        return draw_numbers(present, seed=seed, is_seeded=self.is_seeded(options))

    @abstractmethod
    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds declared."""

    @abstractmethod
    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return everybody, best first."""

    @abstractmethod
    def is_complete(self, state: State) -> bool:
        """Say whether no match can follow."""

    def outline(self, state: State) -> Outline:
        """Return the rounds as they are paired."""
        return outline_of(state, rounds=len(self.rounds(state)))

    def champion(self, state: State) -> str | None:
        """Return who is first alone; None before the end, and where the first place is shared."""
        if not self.is_complete(state):
            return None
        first = [standing for standing in self.standings(state) if standing.place == 1]
        return first[0].entrant if len(first) == 1 else None


class RoundSeats(NamedTuple):
    """One round: who meets whom, and who has no opponent."""

    pairs: Sequence[tuple[str, str]]
    byes: Sequence[str]


class PairedRounds(Rounds):
    """A fixed number of rounds for all, each paired at once from what was played before it.

    A format says with `seats` who meets whom. Somebody who comes late, or back, is paired from the next round on; who
    takes the place of somebody in the round under way is paired in it with whoever is free.
    """

    most = 10_000

    @abstractmethod
    def planned(self, options: Options, size: int) -> int:
        """Return the number of rounds for so many entrants at the draw."""

    @abstractmethod
    def seats(
        self, state: State, number: int, players: Sequence[str], *, is_filling: bool = False
    ) -> RoundSeats | None:
        """Pair a round of these players, from what was played before it; None where it waits for the director.

        `is_filling` says that these are free in a round under way: nobody meets again for that.
        """

    def pairs_at_once(self, options: Options) -> bool:
        """Every round is."""
        return True

    def last_entry(self, options: Options, size: int) -> int:
        """Return the last round in which a late entrant can begin: half of them, rounded up."""
        return -(-self.planned(options, size) // 2)

    def bye_points(self, options: Options) -> int:
        """Return the half points of a bye: those of a win."""
        return WIN

    def tiebreaks(self, options: Options) -> tuple[Tiebreak, ...]:
        """Return the tiebreaks in the order they are looked at."""
        return Tiebreak.HEAD_TO_HEAD, Tiebreak.BUCHHOLZ_CUT, Tiebreak.BUCHHOLZ

    def unplayed(self, options: Options) -> Unplayed:
        """Return what rounds not played are worth to the tiebreaks."""
        return Unplayed.VIRTUAL_OPPONENT

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds planned."""
        if not state.size:
            return ()
        planned = self.planned(state.options, state.size)
        return tuple(
            Round(number, RoundName.ROUND, planned - number, state.size) for number in range(1, planned + 1)
        )

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings of those who are free in the round under way, else the next round."""
        if not state.size:
            return ()
        newest = newest_round(state)
        filled = self.filled_in(state, newest)
        if filled or state.is_held or not is_round_complete(state, newest):
            return filled
        following = self.next_round(state, newest=newest)
        return () if following is None else self.round_of(state, *following)

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that a change has overtaken, and the bye of whom somebody free can meet after all."""
        if not state.size:
            return ()
        overtaken = stale_of_newest(state, repair=self.round_of)
        if overtaken:
            return overtaken
        newest = newest_round(state)
        matched = {uid for pair in self.free_seats(state, newest).pairs for uid in pair}
        return tuple(
            pairing
            for pairing in state.pairings
            if pairing.round == newest and pairing.is_bye and pairing.one in matched
        )

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the line behind all others while a late entrant can still begin, else none."""
        if not state.size or self.is_complete(state):
            return ()
        last, line = self.last_entry(state.options, state.size), next_line(state)
        return (line,) if newest_round(state) < last and line < self.most else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return everybody by points, then by the tiebreaks; those still tied share the place.

        A bye counts when its round is over, so that nobody leads by a round that the others are still playing.
        """
        if not state.size:
            return ()
        options, done = state.options, _with_byes_of_rounds_over(state)
        bye = self.bye_points(options)
        points = {uid: points_of(record, bye=bye) for uid, record in done.items()}
        order = ranked(
            done,
            points,
            order=self.tiebreaks(options),
            unplayed=self.unplayed(options),
            rounds=newest_round(state),
            bye=bye,
        )
        is_over = self.is_complete(state)
        gone = {entry.uid for entry in state.entries if entry.is_withdrawn}
        standings = [
            Standing(
                row.entrant,
                row.place,
                row.last_place,
                wins=done[row.entrant].wins,
                losses=done[row.entrant].losses,
                reached=max(done[row.entrant].rounds, default=0),
                is_in=not is_over and row.entrant not in gone,
                byes=len(done[row.entrant].byes),
                half_points=points[row.entrant],
                tiebreaks=row.tiebreaks,
            )
            for row in order
        ]
        return decided(standings, state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether the last round is played, or no round to come can have a match."""
        if not state.size:
            return False
        newest = newest_round(state)
        if not is_round_complete(state, newest) or self.filled_in(state, newest):
            return False
        return self.next_round(state, newest=newest) is None

    def round_of(self, state: State, number: int, players: Sequence[str]) -> tuple[Pairing, ...]:
        """Pair a round of these players; the byes stand behind all pairs."""
        found = self.seats(state, number, players) if players else None
        if found is None:
            return ()
        sides = [*found.pairs, *((uid, None) for uid in found.byes)]
        return tuple([Pairing(number, slot, one, two) for slot, (one, two) in enumerate(sides)])

    def next_round(self, state: State, *, newest: int) -> tuple[int, list[str]] | None:
        """Return the round behind the newest one and who can be paired in it; None where no match can follow.

        A round in which everybody is absent is passed over. One in which nobody can meet anybody is all byes, and is
        held only where a later one has a match.
        """
        first: tuple[int, list[str]] | None = None
        for number in range(newest + 1, self.planned(state.options, state.size) + 1):
            players = available(state, number)
            if players and first is None:
                first = number, players
            if self._can_meet(state, players, newest=newest):
                return first
        return None

    def free_seats(self, state: State, number: int) -> RoundSeats:
        """Return the pairs that those free in the newest round can make, and who of them is left over.

        Among them is who has its bye. Somebody is free whose opponent was replaced, who takes the place of somebody, or
        who came back. Nobody meets again.
        """
        here = [pairing for pairing in state.pairings if pairing.round == number]
        playing = {uid for pairing in here if pairing.two is not None for uid in (pairing.one, pairing.two)}
        resting = {pairing.one for pairing in here if pairing.two is None}
        free = available(state, number, busy=playing)
        if not here or resting.issuperset(free):
            return RoundSeats((), ())
        return self.seats(before(state, number), number, free, is_filling=True) or RoundSeats((), free)

    def filled_in(self, state: State, number: int) -> tuple[Pairing, ...]:
        """Return the pairings of those who are free in the newest round, in the slots left empty and behind the others.

        Who is left over has a bye only in the place of a pairing that was cancelled, or of somebody replaced: coming
        late, or back, gains nothing.
        """
        pairs, alone = self.free_seats(state, number)
        if not pairs and not alone:
            return ()
        here = [pairing for pairing in state.pairings if pairing.round == number]
        seated_now = {uid for pairing in here for uid in pairing.entrants}
        taken = {pairing.slot for pairing in here}
        has_gap = len(taken) <= max(taken, default=-1)
        placed = {entry.uid for entry in state.entries if entry.is_moved}
        earlier = {uid for pairing in state.pairings if pairing.round < number for uid in pairing.entrants}
        sides: list[tuple[str, str | None]] = [pair for pair in pairs if seated_now.isdisjoint(pair)]
        sides += [
            (uid, None)
            for uid in alone
            if uid not in seated_now and (has_gap or (uid in placed and uid not in earlier))
        ]
        slots = (slot for slot in range(len(here) + len(sides) + max(taken, default=0)) if slot not in taken)
        return tuple(Pairing(number, slot, one, two) for (one, two), slot in zip(sides, slots, strict=False))

    def _can_meet(self, state: State, players: Sequence[str], *, newest: int) -> bool:
        if len(players) < 2 or self.has_rematches(state.options):
            return len(players) >= 2
        # Nobody has met more than one in each round.
        if len(players) > newest + 1:
            return True
        met: dict[str, set[str]] = {uid: {uid} for uid in players}
        for pairing in state.pairings:
            if pairing.two in met and pairing.one in met:
                met[pairing.one].add(pairing.two)
                met[pairing.two].add(pairing.one)
        return any(len(others) < len(players) for others in met.values())


def _with_byes_of_rounds_over(state: State) -> dict[str, Record]:
    """Return the records without the byes of a round under way; who has one sits in that round all the same."""
    newest = newest_round(state)
    done = records(state)
    if is_round_complete(state, newest):
        return done
    return {
        uid: replace(record, byes=[bye for bye in record.byes if bye != newest])
        if newest in record.byes
        else record
        for uid, record in done.items()
    }
