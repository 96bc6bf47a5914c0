"""The base of formats that go round by round, and of those that pair a whole round at once."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.formats.base import (
    Entry,
    Outline,
    Pairing,
    Placement,
    Reason,
    Round,
    RoundName,
    Shape,
    Standing,
    State,
)
from tournaments.formats.base_format import BaseFormat
from tournaments.formats.breaches import broken_by_bye, broken_by_pair, consequences
from tournaments.formats.by_hand import orders_for, seats_by_hand
from tournaments.formats.hand_order import HandKind, HandOrder
from tournaments.formats.no_shows import no_shows
from tournaments.formats.options import Options
from tournaments.formats.rounds import (
    Record,
    available,
    before,
    draw_numbers,
    is_all_played,
    is_round_complete,
    newest_round,
    next_line,
    outline_of,
    records,
    stale_of_newest,
)
from tournaments.formats.seeding import entrants_to_draw
from tournaments.formats.tiebreaks import WIN, Tiebreak, Unplayed, points_of, rank_records
from tournaments.formats.ties import apply_decisions


class Rounds(BaseFormat):
    """A format without a bracket: the draw gives start numbers, and rounds follow each other."""

    shape = Shape.ROUNDS
    has_second_byes = True

    def pairs_by_rounds(self, options: Options) -> bool:
        """Return True: a round is paired after the previous one, or all are open from the start."""
        return True

    def plans_ahead(self, options: Options) -> bool:
        """Return False: a pairing always has both entrants."""
        return False

    def check_draw(self, options: Options, present: int, *, feeders: Sequence[Sequence[int]]) -> None:
        """Raise FormatError if this number of entrants cannot be drawn with these options."""

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
        version: int | None = None,
    ) -> Placement:
        """Give start numbers, by seed for seeded entrants, else by lot; FormatError as in `check_draw`."""
        present = entrants_to_draw(entries, fewest=self.fewest, most=self.most)
        self.check_draw(options, len(present), feeders=feeders)
        return draw_numbers(present, seed=seed, is_seeded=self.is_seeded(options))

    @abstractmethod
    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the declared rounds."""

    @abstractmethod
    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the standings, best first."""

    @abstractmethod
    def is_complete(self, state: State) -> bool:
        """Say whether no match can follow."""

    def outline(self, state: State) -> Outline:
        """Return the rounds with the pairings made so far."""
        return outline_of(state, rounds=len(self.rounds(state)))

    def champion(self, state: State) -> str | None:
        """Return the only entrant in first place; None before the end, and if the first place is shared."""
        if not self.is_complete(state):
            return None
        first = [standing for standing in self.standings(state) if standing.place == 1]
        return first[0].entrant if len(first) == 1 else None


class RoundSeats(NamedTuple):
    """One round: its pairs, and the entrants with a bye."""

    pairs: Sequence[tuple[str, str]]
    byes: Sequence[str]


class PairedRounds(Rounds):
    """A fixed number of rounds for all, each paired at once from the earlier rounds.

    A format implements `seats`, which pairs the players of a round whom the director has not paired by hand. Late and returning entrants are paired from the
    next round on. A replacement during a round is paired in that round with a free player.
    """

    most = 10_000

    @abstractmethod
    def round_count(self, options: Options, size: int) -> int:
        """Return the number of rounds for this number of entrants at the draw."""

    @abstractmethod
    def seats(
        self, state: State, number: int, players: Sequence[str], *, is_filling: bool = False
    ) -> RoundSeats | None:
        """Pair these players in a round, from the earlier rounds; None if the round must wait for the director.

        `is_filling` says that these players are free in a round under way: then there are no rematches.
        """

    def seats_with_hand(
        self, state: State, number: int, players: Sequence[str], *, is_filling: bool = False
    ) -> RoundSeats | None:
        """Return the round with the pairs and byes by hand first, and all others paired around them."""
        hand = seats_by_hand(state, number, players)
        others = [uid for uid in players if uid not in hand.players]
        around = self.seats(state, number, others, is_filling=is_filling) if others else RoundSeats((), ())
        if around is None:
            return None
        return RoundSeats([*hand.pairs, *around.pairs], [*hand.byes, *around.byes])

    def rounds_by_hand(self, state: State) -> range:
        """Return the round under way and all later ones."""
        return range(max(1, newest_round(state)), len(self.rounds(state)) + 1)

    def breaches(self, state: State, number: int) -> tuple[Reason, ...]:
        """Return the rules that the orders of the director break in a round, and what they lead to in it."""
        then = before(state, number)
        broken = [
            reason
            for order in orders_for(state, number, HandKind.PAIR, HandKind.BYE)
            for reason in self.broken_by(then, order)
        ]
        return (*broken, *consequences(state, number))

    def broken_by(self, state: State, order: HandOrder) -> Iterator[Reason]:
        """Yield the rules that a pair or a bye by hand breaks; the state is that before its round."""
        return broken_by_bye(state, order) if order.kind is HandKind.BYE else broken_by_pair(state, order)

    def pairs_at_once(self, options: Options) -> bool:
        """Return True: every round is paired as a whole."""
        return True

    def last_entry(self, options: Options, size: int) -> int:
        """Return the last round in which a late entrant can start: half of the rounds, rounded up."""
        return -(-self.round_count(options, size) // 2)

    def bye_points(self, options: Options) -> int:
        """Return the half points of a bye: as many as for a win."""
        return WIN

    def tiebreaks(self, options: Options) -> tuple[Tiebreak, ...]:
        """Return the tiebreaks in order."""
        return Tiebreak.HEAD_TO_HEAD, Tiebreak.BUCHHOLZ_CUT, Tiebreak.BUCHHOLZ

    def unplayed(self, options: Options) -> Unplayed:
        """Return the value of unplayed rounds for the tiebreaks."""
        return Unplayed.VIRTUAL_OPPONENT

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the planned rounds, or those begun when no more is paired."""
        if not state.size:
            return ()
        number_of_rounds = self.round_count(state.options, state.size)
        is_over = state.is_over_time or state.is_closed
        last = max(1, newest_round(state)) if is_over else number_of_rounds
        return tuple(
            Round(number, RoundName.ROUND, number_of_rounds - number, state.size, is_ronde=True)
            for number in range(1, last + 1)
        )

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings of free players in the round under way, else those of the next round."""
        if not state.size:
            return ()
        newest = newest_round(state)
        filled = self.fill_round(state, newest)
        if filled or state.is_held or not is_all_played(state):
            return filled
        following = self.next_round(state, newest=newest)
        return () if following is None else self.round_of(state, *following)

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that no longer follow, including a bye whose holder now has a possible opponent."""
        if not state.size:
            return ()
        stale = stale_of_newest(state, repair=self.round_of)
        if stale:
            return stale
        newest = newest_round(state)
        pair_players = {uid for pair in self.free_seats(state, newest).pairs for uid in pair}
        return tuple(
            pairing
            for pairing in state.pairings
            if pairing.round == newest and pairing.is_bye and pairing.one in pair_players
        )

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the line after all others while a late entrant can still start, else none."""
        if not state.size or state.is_over_time or self.is_complete(state):
            return ()
        last, line = self.last_entry(state.options, state.size), next_line(state)
        return (line,) if newest_round(state) < last and line < self.most else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return all entrants by points, then by the tiebreaks; tied entrants share the place, and no-shows come last.

        A bye counts when its round is complete, so that nobody leads by a round that the others are still playing.
        """
        if not state.size:
            return ()
        options, records = state.options, _with_byes_of_rounds_over(state)
        bye = self.bye_points(options)
        points = {uid: points_of(record, bye=bye) for uid, record in records.items()}
        behind = no_shows(state, records)
        order = rank_records(
            records,
            points,
            order=self.tiebreaks(options),
            unplayed=self.unplayed(options),
            rounds=newest_round(state),
            bye=bye,
            behind=behind,
        )
        is_over = self.is_complete(state)
        withdrawals = {entry.uid for entry in state.entries if entry.is_withdrawn}
        standings = [
            Standing(
                row.entrant,
                row.place,
                row.last_place,
                wins=records[row.entrant].wins,
                losses=records[row.entrant].losses,
                reached=max(records[row.entrant].rounds, default=0),
                is_in=not is_over and row.entrant not in withdrawals,
                byes=len(records[row.entrant].byes),
                half_points=points[row.entrant],
                tiebreaks=row.tiebreaks,
                is_behind=row.entrant in behind,
            )
            for row in order
        ]
        return apply_decisions(standings, state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether the last round is played, with all before it, or no later round can have a match."""
        if not state.size:
            return False
        newest = newest_round(state)
        if not is_all_played(state) or self.fill_round(state, newest):
            return False
        return self.next_round(state, newest=newest) is None

    def round_of(self, state: State, number: int, players: Sequence[str]) -> tuple[Pairing, ...]:
        """Return the pairings of these players in a round, the byes after all pairs."""
        seats = self.seats_with_hand(state, number, players) if players else None
        if seats is None:
            return ()
        sides = [*seats.pairs, *((uid, None) for uid in seats.byes)]
        return tuple([Pairing(number, slot, one, two) for slot, (one, two) in enumerate(sides)])

    def next_round(self, state: State, *, newest: int) -> tuple[int, list[str]] | None:
        """Return the next round and its players; None if no match can follow.

        A round in which everybody is absent is skipped. A round without a possible pair is all byes, and takes place
        only if a later one has a match. After the first round none follows from `State.ends_by` on.
        """
        if newest and state.is_over_time:
            return None
        first: tuple[int, list[str]] | None = None
        for number in range(newest + 1, self.round_count(state.options, state.size) + 1):
            players = available(state, number)
            if players and first is None:
                first = number, players
            if self._can_meet(state, players, newest=newest) or seats_by_hand(state, number, players).pairs:
                return first
        return None

    def free_seats(self, state: State, number: int) -> RoundSeats:
        """Return the pairs among free players of the newest round, and the players left over.

        Free are the player with the bye, players whose opponent was replaced, replacements, and players who came back.
        There are no rematches.
        """
        here = [pairing for pairing in state.pairings if pairing.round == number]
        playing = {uid for pairing in here if pairing.two is not None for uid in (pairing.one, pairing.two)}
        resting = {pairing.one for pairing in here if pairing.two is None}
        free = available(state, number, busy=playing)
        if not here or resting.issuperset(free):
            return RoundSeats((), ())
        return self.seats_with_hand(before(state, number), number, free, is_filling=True) or RoundSeats(
            (), free
        )

    def fill_round(self, state: State, number: int) -> tuple[Pairing, ...]:
        """Return the pairings of free players in the newest round, in empty slots and after the others.

        A player left over has a bye only in the place of a cancelled pairing, as a replacement, or where the director has
        set something of the round by hand: late and returning entrants gain nothing.
        """
        pairs, alone = self.free_seats(state, number)
        if not pairs and not alone:
            return ()
        here = [pairing for pairing in state.pairings if pairing.round == number]
        seated_now = {uid for pairing in here for uid in pairing.entrants}
        slots_in_use = {pairing.slot for pairing in here}
        orders = orders_for(state, number, HandKind.PAIR, HandKind.BYE, HandKind.MISS)
        has_gap = len(slots_in_use) <= max(slots_in_use, default=-1) or any(True for _ in orders)
        replacements = {entry.uid for entry in state.entries if entry.is_moved}
        earlier = {uid for pairing in state.pairings if pairing.round < number for uid in pairing.entrants}
        sides: list[tuple[str, str | None]] = [pair for pair in pairs if seated_now.isdisjoint(pair)]
        sides += [
            (uid, None)
            for uid in alone
            if uid not in seated_now and (has_gap or (uid in replacements and uid not in earlier))
        ]
        slots = (
            slot
            for slot in range(len(here) + len(sides) + max(slots_in_use, default=0))
            if slot not in slots_in_use
        )
        return tuple(Pairing(number, slot, one, two) for (one, two), slot in zip(sides, slots, strict=False))

    def _can_meet(self, state: State, players: Sequence[str], *, newest: int) -> bool:
        if len(players) < 2 or self.has_rematches(state.options):
            return len(players) >= 2
        # Nobody has met more than one opponent in each round.
        if len(players) > newest + 1:
            return True
        opponents: dict[str, set[str]] = {uid: {uid} for uid in players}
        for pairing in state.pairings:
            if pairing.two in opponents and pairing.one in opponents:
                opponents[pairing.one].add(pairing.two)
                opponents[pairing.two].add(pairing.one)
        return any(len(others) < len(players) for others in opponents.values())


def _with_byes_of_rounds_over(state: State) -> dict[str, Record]:
    """Return the records without what a round under way gives to who does not play; the rounds sat in include it."""
    newest = newest_round(state)
    by_entrant = records(state)
    if is_round_complete(state, newest):
        return by_entrant
    return {
        uid: replace(
            record,
            byes=[bye for bye in record.byes if bye != newest],
            given={number: points for number, points in record.given.items() if number != newest},
        )
        if newest in record.byes or newest in record.given
        else record
        for uid, record in by_entrant.items()
    }
