"""Lives: every loss costs a life, and entrants play on while they have one."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments.formats.abilities import PoolCosts
from tournaments.formats.base import Format, Outline, Pairing, Reason, Round, RoundName, Standing, State
from tournaments.formats.by_hand import is_by_hand
from tournaments.formats.by_rounds import Rounds
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.lives.breaches import breaches_of_round
from tournaments.formats.lives.finals import Finals, finals_of
from tournaments.formats.lives.options import LastTwo, LivesOptions, Mode
from tournaments.formats.lives.queue import free_pairs, left_of_bracket
from tournaments.formats.lives.reasons import costs_of_round, reasons
from tournaments.formats.lives.rounds import next_round, stale_of_rounds
from tournaments.formats.lives.standings import standings_of
from tournaments.formats.lives.table import LivesTable, table_of
from tournaments.formats.options import Options
from tournaments.formats.rounds import next_line, outline_of, too_early, without
from tournaments.formats.ties import apply_decisions


class Lives(Rounds):
    """An event in which everybody has a number of lives and a loss costs one.

    Opponents have as similar lives as possible; then they have met as rarely as possible, and are of different
    families, clubs and countries; what is left open goes by the lot of the seed. A bye costs no life: nobody has a
    second one before all who are left have had one, then it goes to the worst record. A double forfeit costs both a
    life. It ends when one has lives left, or as the options say for the last two, for three who are level, for a
    bracket, and for the places paid (More Swiss: four lives, a bye a win, `max_places`, `has_three_playoff`).

    Fresh-draw double elimination is two lives by rounds with `odd_one` SIT_OUT: the unbeaten are drawn against each
    other and so are those with one loss, until the last unbeaten entrant meets the last of the others, twice where that
    is lost; without `avoids_rematches` and `separates_clubs` by nothing but the lot.

    Where there are no rounds, the round of a match is one more than the last round of either entrant, so who put
    somebody out always stands above, and who waits has no bye.
    """

    code = "lives"
    options: type[Options] = LivesOptions

    def has_rematches(self, options: Options) -> bool:
        """Return True: the last players left meet again."""
        return True

    def pairs_by_rounds(self, options: Options) -> bool:
        """Return True for play by rounds without a bracket to follow."""
        lives_options = LivesOptions.of(options)
        return lives_options.mode is Mode.ROUNDS and not lives_options.bracket_slots

    def pairs_at_once(self, options: Options) -> bool:
        """Return True for play by rounds; otherwise a match follows as soon as two players are free."""
        return LivesOptions.of(options).mode is Mode.ROUNDS

    def plans_ahead(self, options: Options) -> bool:
        """Return True if a knock-out at the end is planned."""
        return LivesOptions.of(options).finals_rounds > 0

    def check_draw(self, options: Options, present: int, *, feeders: Sequence[Sequence[int]]) -> None:
        """Check that there is something to play for.

        FormatError: `nothing_to_play` if two entrants would share at once (with `fewest`), `too_many_places` if
        everybody would be paid at once (with `places` and `most`).
        """
        lives_options = LivesOptions.of(options)
        problems = []
        if lives_options.last_two is LastTwo.SHARE and present == 2:
            problems.append(Problem("nothing_to_play", {"entrants": 2, "fewest": 3}))
        if lives_options.max_places >= present:
            data: dict[str, str | int] = {"places": lives_options.max_places, "most": present - 1}
            problems.append(Problem("too_many_places", data))
        if problems:
            raise FormatError(*problems)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds begun and the next one, and all rounds of a knock-out at the end."""
        if not state.size:
            return ()
        table = table_of(state)
        finals = finals_of(table)
        if finals is not None:
            return (*_ordinary(table, finals.start - 1), *finals.board.plan.rounds)
        return _ordinary(table, max(1, table.newest if table.is_over else table.newest + 1))

    def likely_rounds(self, options: Options, entrants: int) -> list[tuple[int, int]]:
        """Return the expected matches and byes of each round, if half of each group of equal lives loses."""
        lives = LivesOptions.of(options).lives
        groups = [0] * lives + [entrants]
        rounds = []
        while (players := sum(groups[1:])) > 1:
            rounds.append((players // 2, players % 2))
            losers = [0] * (lives + 1)
            spare = 0
            for life in range(lives, 0, -1):
                # The odd entrant of a group meets one of the next group, and the stronger record wins.
                playing = groups[life] + spare
                losers[life] = min(groups[life], playing // 2)
                spare = playing % 2
            for life in range(1, lives + 1):
                groups[life] -= losers[life]
                groups[life - 1] += losers[life]
        return rounds

    def most_matches(self, options: Options, entrants: int) -> int:
        """Return the largest number of matches: each costs a life, and one life is left."""
        return LivesOptions.of(options).lives * entrants - 1

    def outline(self, state: State) -> Outline:
        """Return the rounds as paired, and the planned knock-out at the end."""
        if not state.size:
            return Outline(())
        table = table_of(state)
        finals = finals_of(table)
        count = len(self.rounds(state)) if finals is None else finals.start - 1
        rounds = outline_of(state, rounds=count).rounds
        return Outline(rounds if finals is None else (*rounds, *finals.board.outline().rounds))

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the matches and byes that follow from the results, and in timed batches from the time."""
        if not state.size or state.is_held:
            return ()
        table = table_of(state)
        finals = finals_of(table)
        if finals is not None:
            return finals.board.next_pairings(_from_round(state, finals.start))
        if table.is_over:
            return ()
        return next_round(table) if table.options.mode is Mode.ROUNDS else free_pairs(table)

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that no longer follow.

        In a knock-out those that do not follow from it; of the newest round all, if none has begun and it would be
        paired differently now; without rounds only those with an entrant without a line or a life, and those that are
        too early because a result before them was taken back, and what is left of a bracket drawn from that result.
        """
        table = table_of(state)
        finals = finals_of(table)
        if finals is not None:
            return _pairings_of_leavers(table, before=finals) + finals.board.stale_pairings(
                _from_round(state, finals.start).pairings
            )
        if table.options.mode is Mode.ROUNDS:
            return stale_of_rounds(state)
        stale = _pairings_of_leavers(table)
        return tuple(sorted((*stale, *left_of_bracket(without(state, stale))), key=lambda one: one.place))

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the line of the next late entrant, while one who starts in the next round would have a life."""
        if not state.size:
            return ()
        table = table_of(state)
        joins = table.newest + 1
        is_late = joins > table.options.last_entry or table.options.lives_of(joins) < 1
        if is_late or table.is_over or table.playoff is not None or finals_of(table) is not None:
            return ()
        return (next_line(state),)

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants still in by lives and wins, then the others by round of elimination and record.

        Tiebreaks: `paid` (1 for the places paid, once that is certain), `out_in`, `lives`, `wins`.
        """
        if not state.size:
            return ()
        table = table_of(state)
        ranking = standings_of(table, finals_of(table), champion=self.champion(state))
        return apply_decisions(ranking, state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether the knock-out is decided, or fewer than two entrants have lives to play for."""
        if not state.size:
            return False
        table = table_of(state)
        finals = finals_of(table)
        return table.is_over if finals is None else finals.is_over

    def champion(self, state: State) -> str | None:
        """Return the last entrant; None if both of the last two are out, or share."""
        if not state.size:
            return None
        table = table_of(state)
        finals = finals_of(table)
        return table.champion if finals is None else finals.champion

    def change_problems(self, state: State) -> Iterator[Problem]:
        """Yield `played_beyond_lives` if somebody has sat in a round after losing all the lives that there would be."""
        options, lives = LivesOptions.of(state.options), table_of(state).lives
        places = {result.place for result in state.results}
        needed = [
            sum(number < pairing.round for number in lives[uid].lost_in)
            + 1
            + options.lives
            - lives[uid].start
            for pairing in state.pairings
            if pairing.is_begun or pairing.place in places
            for uid in pairing.entrants
            if uid in lives
        ]
        if max(needed, default=0) > options.lives:
            yield Problem("played_beyond_lives", {"lives": options.lives, "fewest": max(needed)})

    def rounds_by_hand(self, state: State) -> range:
        """Return the round under way and the next one, for play by rounds before any knock-out."""
        table = table_of(state)
        if table.options.mode is not Mode.ROUNDS or finals_of(table) is not None:
            return range(0)
        return range(max(1, table.newest), len(self.rounds(state)) + 1)

    def breaches(self, state: State, number: int) -> tuple[Reason, ...]:
        """Return the rules that the orders of the director break in a round, as listed in `breaches.py` of the format."""
        return breaches_of_round(state, number)

    def costs_of_round(self, state: State, number: int) -> tuple[PoolCosts, ...]:
        """Return the costs of the pools of a round before any knock-out."""
        return costs_of_round(state, number)

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return why these two meet, or why an entrant has a bye, and the cost of the next best round.

        The codes are those of `reasons.reasons`.
        """
        return (Reason("by_hand"),) if is_by_hand(state, pairing) else reasons(state, pairing)


FORMAT: Format = Lives()


def _ordinary(table: LivesTable, last: int) -> tuple[Round, ...]:
    """Return the rounds before any knock-out; lengths count back through the longest possible one."""
    pairings = table.state.pairings
    seats = Counter([pairing.round for pairing in pairings])
    seats.update([pairing.round for pairing in pairings if pairing.two is not None])
    to_final, waiting = table.options.finals_rounds, len(table.contenders)
    return tuple(
        Round(number, RoundName.ROUND, to_final, seats.get(number, waiting), is_ronde=True)
        for number in range(1, last + 1)
    )


def _from_round(state: State, start: int) -> State:
    return state.without(pairing for pairing in state.pairings if pairing.round < start)


def _pairings_of_leavers(table: LivesTable, *, before: Finals | None = None) -> tuple[Pairing, ...]:
    """Return the pairings of entrants without a line, and the unplayed matches of entrants without a life.

    Without rounds, an entrant whose earlier match is open again has no other one that has not begun, and a bye is a remainder of a knock-out that a correction has cancelled.
    """
    last = table.newest if before is None else before.start - 1
    has_byes = table.options.mode is Mode.ROUNDS
    early = () if has_byes else too_early(table.open)
    to_come = {pairing.place for pairing in table.open}
    walkovers = {result.place for result in table.state.results if result.is_given}
    stale = []
    for pairing in table.state.pairings:
        parts = [table.lives.get(uid) for uid in pairing.entrants]
        # Only lives lost before it count: a walkover costs the leaver one, and a match open again may have been followed.
        lives = [part.lives_after(pairing.round - 1) for part in parts if part is not None]
        is_overtaken = None in parts or (pairing.place in to_come | walkovers and 0 in lives)
        is_overtaken |= pairing in early
        if pairing.round <= last and (is_overtaken or (pairing.is_bye and not has_byes)):
            stale.append(pairing)
    return tuple(sorted(stale, key=lambda pairing: pairing.place))


__all__ = ["FORMAT", "Lives", "LivesOptions"]
