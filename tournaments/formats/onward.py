"""What follows in a stage from its results: pairings made, cancelled, set aside and brought back."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.formats.base import Entry, Format, Intake, Pairing, Result, State
from tournaments.formats.closing import undecided
from tournaments.formats.feeds import stale_entries
from tournaments.formats.lots import lots_of

Place = tuple[int, int]
# A place, and the entrants who sit there in any order.
Sitting = tuple[Place, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Aside:
    """A pairing that a correction took out of its stage, with its result if it has one; `key` is opaque."""

    key: str
    pairing: Pairing
    result: Result | None


@dataclass(frozen=True, slots=True)
class Replay:
    """What a director decided about the pairings that no longer follow: they are set aside, begun or not.

    `later_than` is a round of a stage: if its rounds are paired as a whole, all later ones are paired again.
    `exchange` are two entrants who change places in the newest round of that stage, where the pairings with the keys
    `under_way` go on as begun. Without `sets_aside` what has begun stays, whatever follows. With `hands_on` a match under
    way goes on with its new entrant. With `refuses_begun` the change is refused where something begun no longer follows.
    To undo a replay, the pairings with the keys `dropped` go, those of `restored` come back, those of `slots` return to
    these slots of their rounds, and entrants who come into a stage again have the line of `lines`, by stage and entrant.
    Those of `unneeded` go if none of their entrants would be paired now.
    """

    stage: str = ""
    later_than: int | None = None
    exchange: tuple[str, str] | None = None
    under_way: frozenset[str] = frozenset()
    sets_aside: bool = True
    hands_on: bool = False
    refuses_begun: bool = False
    dropped: frozenset[str] = frozenset()
    unneeded: frozenset[str] = frozenset()
    restored: frozenset[str] = frozenset()
    slots: Mapping[str, int] = field(default_factory=dict)
    lines: Mapping[tuple[str, str], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StageInPlay:
    """A stage with its state, the keys of its pairings by place, and the pairings set aside.

    `is_alike` says whether the pairing with a key is as it would be made anew in its round, by the rounds of a state.
    """

    stage: str
    rules: Format
    state: State
    keys: Mapping[Place, str]
    aside: Mapping[Sitting, Sequence[Aside]]
    is_alike: Callable[[str, Pairing, State], bool] = lambda _key, _pairing, _state: True

    @property
    def every_aside(self) -> list[Aside]:
        """All pairings set aside."""
        return [one for asides in self.aside.values() for one in asides]

    def can_come_back(self, aside: Aside, state: State) -> bool:
        """Whether a pairing set aside counts again where it follows: one without a result only as it would be made anew."""
        return aside.result is not None or self.is_alike(aside.key, aside.pairing, state)


@dataclass(frozen=True, slots=True)
class SameMeeting:
    """A pairing of two who meet in the same round as before, in its `former` place and in its place `now`."""

    former: Pairing
    now: Pairing


@dataclass(frozen=True, slots=True)
class Following:
    """The changes that follow in a stage, and its state after them.

    `dismissed` are entries that no longer follow from the stages before, `same_meetings` pairings of two who meet as before
    although their round is paired again, `revived` pairings that were set aside and follow again, `walkovers` the
    results of matches that nobody plays. `ended` are the rulings whose decisions on slots hold nowhere any more.
    """

    dismissed: tuple[Entry, ...]
    admitted: tuple[Entry, ...]
    cancelled: tuple[Pairing, ...]
    made: tuple[Pairing, ...]
    same_meetings: tuple[SameMeeting, ...]
    revived: tuple[Aside, ...]
    walkovers: tuple[Result, ...]
    after: State
    ended: frozenset[str]


def what_follows(
    course: StageInPlay, *, replay: Replay | None = None, lot: Callable[[State], str] = lambda _state: ""
) -> Following:
    """Return what follows in a stage, asking its format for new pairings until there are none.

    `lot` draws the lot of what is paired now, if any.
    """
    rules, state = course.rules, course.state
    changes = _Changes(course, is_replay=replay is not None and replay.sets_aside)
    if state.is_closed:
        if replay is not None:
            state = changes.revive(state, replay.restored)
        return _closed(course, state, changes)
    # After a correction the new loser of a feeding match replaces the former loser.
    dismissed = stale_entries(state.entries, state.feeders)
    state = replace(state, entries=tuple(entry for entry in state.entries if entry not in dismissed))
    if replay is not None:
        state = _replayed(state, changes, replay=replay, dismissed=dismissed)
    lines = {} if replay is None else replay.lines
    admitted = _on_former_lines(course, state, _admissions(course, state, lines), lines)
    state = replace(state, entries=state.entries + admitted)
    has_lot = False
    while True:
        stale = [
            pairing for pairing in rules.stale_pairings(state) if changes.is_replay or not pairing.is_begun
        ]
        new = rules.next_pairings(_without(state, stale))
        if (stale or new or changes.made) and not has_lot:
            # Draw the lot only when it is needed; it may change the pairings. Who changed places sits by a lot too.
            drawn, has_lot = lot(state), True
            state = replace(state, lot=drawn) if drawn else state
            continue
        state = changes.drop(state, stale)
        state = changes.add(state, new)
        walkovers = tuple(_walkovers(state))
        state = replace(state, results=state.results + walkovers)
        changes.walkovers += walkovers
        if not stale and not new and not walkovers:
            return changes.following(state, dismissed=dismissed, admitted=admitted)


def _closed(course: StageInPlay, state: State, changes: "_Changes") -> Following:
    """Return what follows in a stage that a director has closed: all that is undecided goes, and nothing comes."""
    stale = [*course.rules.stale_pairings(state), *undecided(course.rules, state)]
    places = {pairing.place for pairing in stale if changes.is_replay or not pairing.is_begun}
    state = changes.drop(state, [pairing for pairing in state.pairings if pairing.place in places])
    return changes.following(state, dismissed=(), admitted=())


@dataclass(slots=True)
class _Changes:
    """The pairings of a stage that are cancelled, made, kept and revived so far."""

    course: StageInPlay
    is_replay: bool
    cancelled: list[Pairing] = field(default_factory=list)
    made: list[Pairing] = field(default_factory=list)
    same_meetings: list[SameMeeting] = field(default_factory=list)
    revived: list[Aside] = field(default_factory=list)
    walkovers: list[Result] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)

    def drop(self, state: State, stale: Collection[Pairing]) -> State:
        """Return the state without these pairings and their results.

        A ruling that decided one of them ends as a whole: half of it would let one player go on from two places, and
        another one from none.
        """
        new = [*self.made, *(one.pairing for one in self.revived), *(one.now for one in self.same_meetings)]
        self.cancelled += [pairing for pairing in stale if pairing not in new]
        self.cancelled += [one.former for one in self.same_meetings if one.now in stale]
        self.same_meetings = [one for one in self.same_meetings if one.now not in stale]
        self.made = [pairing for pairing in self.made if pairing not in stale]
        self.revived = [one for one in self.revived if one.pairing not in stale]
        if self.is_replay:
            places = {pairing.place for pairing in stale}
            self.ended |= {
                result.decision.ruling
                for result in state.results
                if result.decision is not None and result.place in places
            }
        return _without_decisions(_without(state, stale), self.ended)

    def add(self, state: State, new: Sequence[Pairing]) -> State:
        """Return the state with these pairings.

        Two who met in that round before keep their pairing in its new place, and one that was set aside comes back
        with its result.
        """
        pairings, results = [], []
        then = replace(state, pairings=(*state.pairings, *new))
        for pairing in new:
            if (same := self._same_meeting(pairing, then)) is not None:
                self.cancelled.remove(same)
                moved, own = self._move(same, pairing.slot)
                pairings.append(moved)
                results += own
                continue
            asides = self.course.aside.get((pairing.place, frozenset(pairing.entrants)), ())
            all_earlier = [one for one in asides if self.course.can_come_back(one, then)]
            if not all_earlier:
                self.made.append(pairing)
                pairings.append(pairing)
                continue
            # Of several a played one counts, and of these the newest.
            earlier = max(all_earlier, key=lambda one: (one.result is not None, all_earlier.index(one)))
            self.revived.append(earlier)
            pairings.append(earlier.pairing)
            results += [earlier.result] if earlier.result is not None else []
        then = replace(state, pairings=(*state.pairings, *pairings), results=(*state.results, *results))
        return _without_decisions(then, self.ended)

    def _same_meeting(self, new: Pairing, then: State) -> Pairing | None:
        """Return the cancelled pairing of two who meet in the same round again, unless another one was played there.

        `then` is the state with all new pairings.
        """
        asides = self.course.aside.get((new.place, frozenset(new.entrants)), ())
        if new.is_bye or any(one.result is not None for one in asides):
            return None
        both = {*new.entrants}
        former = (one for one in self.cancelled if one.round == new.round and {*one.entrants} == both)
        keys = self.course.keys
        return next((one for one in former if self.course.is_alike(keys[one.place], one, then)), None)

    def _move(self, former: Pairing, slot: int) -> tuple[Pairing, list[Result]]:
        """Keep a pairing in another slot of its round; return it with its result if it has one."""
        now = replace(former, slot=slot)
        self.same_meetings.append(SameMeeting(former, now))
        own = [one for one in self.course.state.results if one.place == former.place]
        return now, [replace(one, slot=slot) for one in own]

    def put_back(self, state: State, slots: Mapping[str, int]) -> State:
        """Return the state with the pairings of these keys in these slots of their rounds."""
        keys = self.course.keys
        here = [pairing for pairing in state.pairings if keys.get(pairing.place) in slots]
        others = [pairing for pairing in state.pairings if pairing not in here]
        moves = [self._move(pairing, slots[keys[pairing.place]]) for pairing in here]
        places = {pairing.place for pairing in here}
        results = [result for result in state.results if result.place not in places]
        return replace(
            state,
            pairings=(*others, *(now for now, _ in moves)),
            results=(*results, *(one for _, own in moves for one in own)),
        )

    def following(
        self, state: State, *, dismissed: tuple[Entry, ...], admitted: tuple[Entry, ...]
    ) -> Following:
        """Return the changes so far with the state after them."""
        return Following(
            dismissed,
            admitted,
            tuple(self.cancelled),
            tuple(self.made),
            tuple(self.same_meetings),
            tuple(self.revived),
            tuple(walkover for walkover in self.walkovers if walkover in state.results),
            state,
            frozenset(self.ended),
        )

    def revive(self, state: State, keys: Collection[str]) -> State:
        """Return the state with those of these pairings that were set aside in this stage, where they have room."""
        here = [one for one in self.course.every_aside if one.key in keys and _has_room(one, state)]
        back = [one for one in here if self.course.can_come_back(one, state)]
        self.revived += back
        results = [one.result for one in back if one.result is not None]
        pairings = (*state.pairings, *(one.pairing for one in back))
        # A round that is as before has its lot of before again.
        numbers = {one.pairing.round for one in back}
        lots = [one for one in state.lots if one[0] not in numbers]
        lots += [one for one in lots_of(pairings) if one[0] in numbers]
        return replace(state, pairings=pairings, results=(*state.results, *results), lots=tuple(lots))


def _replayed(state: State, changes: _Changes, *, replay: Replay, dismissed: Collection[Entry]) -> State:
    """Return the state without what a replay sets aside before the format is asked."""
    if replay.sets_aside and dismissed:
        behind = _behind(changes.course, {entry.line for entry in dismissed})
        state = changes.drop(state, [pairing for pairing in state.pairings if pairing.place in behind])
    course = changes.course
    if course.rules.intake is Intake.DRAW and (replay.dropped or replay.restored or replay.slots):
        here = course.keys
        state = changes.drop(
            state, [pairing for pairing in state.pairings if here[pairing.place] in replay.dropped]
        )
        state = changes.revive(changes.put_back(state, replay.slots), replay.restored)
    if replay.unneeded:
        state = changes.drop(state, _who_would_wait(course, state, replay.unneeded))
    if replay.stage != course.stage or not course.rules.pairs_at_once(state.options):
        return state
    if replay.later_than is not None:
        later = [pairing for pairing in state.pairings if pairing.round > replay.later_than]
        state = changes.drop(state, later)
    if replay.exchange is not None:
        state = _exchanged(state, changes, replay.exchange, under_way=replay.under_way)
    return state


def _admissions(course: StageInPlay, state: State, lines: Mapping[tuple[str, str], int]) -> tuple[Entry, ...]:
    """Return the entries that come, also those whose former lines play has passed since."""
    known = {line for (stage, _uid), line in lines.items() if stage == course.stage}
    if known:
        passed = _behind(course, known)
        state = _without(state, [pairing for pairing in state.pairings if pairing.place in passed])
    return course.rules.admissions(state)


def _on_former_lines(
    course: StageInPlay,
    state: State,
    admitted: tuple[Entry, ...],
    lines: Mapping[tuple[str, str], int],
) -> tuple[Entry, ...]:
    """Return the admitted entries, those who were in the stage before on the lines that they had.

    So the matches that they played there, and that were set aside, count again. `lines` are the lines to have, by stage
    and entrant; else the matches set aside show them.
    """
    if not admitted or not (course.aside or lines):
        return admitted
    by_uid = {entry.uid: entry for entry in admitted}
    occupied = {entry.line for entry in state.entries}
    known = {uid: lines[course.stage, uid] for uid in by_uid if (course.stage, uid) in lines}
    for uid, line in [*known.items(), *_lines_aside(course, state)]:
        is_known = known.get(uid, line) != line or (uid not in known and line in known.values())
        if uid in by_uid and line not in occupied and not is_known:
            _take_line(by_uid, uid, line)
    placed = tuple(by_uid[entry.uid] for entry in admitted)
    # What stood on the lines that are known comes back with them, begun or not.
    if known or _begun_stale(course, state, placed) <= _begun_stale(course, state, admitted):
        return placed
    return admitted


def _begun_stale(course: StageInPlay, state: State, admitted: tuple[Entry, ...]) -> int:
    """Return how many begun pairings would no longer follow with these entries: play has passed their lines."""
    stale = course.rules.stale_pairings(replace(state, entries=state.entries + admitted))
    return sum(pairing.is_begun for pairing in stale)


def _lines_aside(course: StageInPlay, state: State) -> Iterator[tuple[str, int]]:
    """Yield the entrants of pairings set aside with the only free line that leads there, the first rounds last."""
    slots = course.rules.outline(state).rounds
    occupied = {entry.line for entry in state.entries}
    for aside in sorted(course.every_aside, key=lambda one: one.pairing.place, reverse=True):
        number, slot = aside.pairing.place
        sides = (slots[number - 1][slot].one.line, slots[number - 1][slot].two.line)
        free = [line for line in sides if line is not None and line not in occupied]
        if len(free) == 1:
            yield from ((uid, free[0]) for uid in aside.pairing.entrants)


def _take_line(entries: dict[str, Entry], uid: str, line: int) -> None:
    """Put an entry on a line; another one on that line gets its own."""
    own = entries[uid].line
    for other, entry in entries.items():
        if entry.line == line and other != uid:
            entries[other] = replace(entry, line=own)
    entries[uid] = replace(entries[uid], line=line)


def _who_would_wait(course: StageInPlay, state: State, keys: Collection[str]) -> list[Pairing]:
    """Return the pairings of these keys, none of them begun, if their entrants would wait without them."""
    pairings = [one for one in state.pairings if course.keys.get(one.place) in keys]
    entrants = {uid for one in pairings for uid in one.entrants}
    then = _without(state, pairings)
    new = course.rules.next_pairings(_without(then, course.rules.stale_pairings(then)))
    is_needed = any(one.is_begun for one in pairings) or any(entrants & {*one.entrants} for one in new)
    return [] if is_needed else pairings


def _has_room(aside: Aside, state: State) -> bool:
    """Say whether a pairing can come back: its place is free, and its players are in no other match meanwhile."""
    back = aside.pairing
    others = [one for one in state.pairings if not {*one.entrants}.isdisjoint(back.entrants)]
    is_paired = any(one.round == back.round for one in others)
    return not is_paired and all(one.place != back.place for one in state.pairings)


def _behind(course: StageInPlay, lines: Collection[int | None]) -> set[tuple[int, int]]:
    """Return the places that an entrant on one of these lines can come to."""
    slots = {
        (slot.round, slot.slot): slot
        for declared in course.rules.outline(course.state).rounds
        for slot in declared
    }
    waiting = [place for place, slot in slots.items() if {slot.one.line, slot.two.line} & {*lines} - {None}]
    places: set[tuple[int, int]] = set()
    while waiting:
        place = waiting.pop()
        if place not in places:
            places.add(place)
            waiting += [way for way in (slots[place].winner_to, slots[place].loser_to) if way is not None]
    return places


def _exchanged(
    state: State, changes: _Changes, pair: tuple[str, str], *, under_way: Collection[str]
) -> State:
    """Return the state in which two entrants have changed places in the newest round.

    A match that is not handed on is made anew: it has not begun.
    """
    one, two = pair
    newest = max((pairing.round for pairing in state.pairings), default=0)
    pairings = [
        pairing
        for pairing in state.pairings
        if pairing.round == newest and len({one, two} & {*pairing.entrants}) == 1
    ]
    other = {one: two, two: one}
    exchanged = [
        replace(
            pairing,
            one=other.get(pairing.one, pairing.one),
            two=None if pairing.two is None else other.get(pairing.two, pairing.two),
            is_begun=changes.course.keys.get(pairing.place) in under_way,
        )
        for pairing in pairings
    ]
    state = changes.drop(state, pairings)
    return changes.add(state, exchanged)


def _without(state: State, stale: Collection[Pairing]) -> State:
    """Return the state without these pairings and their results."""
    places = {pairing.place for pairing in stale}
    results = tuple(result for result in state.results if result.place not in places)
    remainder = state.without(stale)
    # A round that is paired again uses another lot.
    numbers = {pairing.round for pairing in remainder.pairings}
    lots = tuple((number, lot) for number, lot in remainder.lots if number in numbers)
    return replace(remainder, results=results, lots=lots)


def _without_decisions(state: State, rulings: Collection[str]) -> State:
    """Return the state without the decisions of these rulings: there who has won goes on."""
    if not rulings:
        return state
    results = tuple(
        replace(result, decision=None)
        if result.decision is not None and result.decision.ruling in rulings
        else result
        for result in state.results
    )
    return replace(state, results=results)


def _walkovers(state: State) -> Iterator[Result]:
    """Yield walkovers for unstarted pairings of withdrawn entrants, or of two entries of the same player."""
    leavers = {entry.uid for entry in state.entries if entry.is_withdrawn}
    players = {entry.uid: entry.player for entry in state.entries if entry.player}
    places = {result.place for result in state.results}
    for pairing in state.pairings:
        is_open = pairing.place not in places and not pairing.is_begun
        if pairing.two is None or not is_open:
            continue
        # A correction can return a player who has re-entered since: one of the two entrants withdraws.
        is_alone = pairing.one in players and players[pairing.one] == players.get(pairing.two)
        if not is_alone and leavers.isdisjoint(pairing.entrants):
            continue
        present = [uid for uid in pairing.entrants if uid not in leavers]
        winner = present[0] if present else None
        yield Result(*pairing.place, pairing.one, pairing.two, winner=winner, is_played=False)
