"""The answers of the search box of the registration desk, with their buttons and default action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from matches.models import Player, name_key
from tournaments.actions.entrants.list_reading import ListedPlayer, read_line
from tournaments.errors.entrants import SimilarPlayers
from tournaments.models import EntrantPlayer, Event, EventKind
from tournaments.queries.desk_members import DeskMember, desk_members
from tournaments.queries.eligibility import closed_to, closed_to_newcomer, refusal_words
from tournaments.queries.entrants import reception
from tournaments.queries.entrants.reception import DeskEvent, DeskPerson
from tournaments.queries.people.identity import PersonWords, differences

# At the end of the input: the player has paid.
PAID_MARK = "+"
_FEWEST_LETTERS = 2


class ButtonKind(StrEnum):
    """The kind of action of a button; its value is followed by arguments after colons."""

    ENTER = "enter"
    """Enter a player in an event."""
    BACK = "back"
    """Return a withdrawn entrant to the event."""
    PAIR = "pair"
    """Choose a player for an event of pairs; the next search is for the partner."""
    PARTNER = "partner"
    """Enter a player as the partner of the one chosen before."""
    WALK_IN = "walk_in"
    """Enter a new player in an event."""
    ANYWAY = "anyway"
    """Enter a new player although players with similar names exist."""
    HERE = "here"
    """Check a player in, in every event that the player has entered."""
    PAID = "paid"
    """Record a payment in cash of everything that a player owes."""
    WITHDRAW = "withdraw"
    """Withdraw an entrant from its event."""
    POOL = "pool"
    """Enter an entrant in a side pool."""
    NO_POOL = "no_pool"
    """Remove an entrant from a side pool."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button with its action, the arguments of the action, and the `amount` that it pays."""

    act: ButtonKind
    names: tuple[str, ...] = ()
    event: Event | None = None
    amount: int = 0

    @property
    def value(self) -> str:
        """Return the value that the button submits."""
        return ":".join((self.act, *self.names))


@dataclass(frozen=True, slots=True)
class PersonChoice:
    """A known or new player with buttons; for the first answer, Enter presses the `default` one.

    `closed` are the reasons why the division of the event is closed to somebody who is not in it; `memberships` are those
    in the federations that sanctioned an event.
    """

    name: str
    club: str
    country: str
    default: Button | None
    others: tuple[Button, ...] = ()
    person: DeskPerson | None = None
    clash: Event | None = None
    closed: tuple[str, ...] = ()
    memberships: Sequence[DeskMember] = ()


@dataclass(frozen=True, slots=True)
class DeskInput:
    """The input of the search box: the words, and whether the mark for paid follows them."""

    line: str
    words: str
    is_paid: bool

    @classmethod
    def of(cls, line: str) -> DeskInput:
        """Parse the input of the search box."""
        line = line.strip()
        words = line.removesuffix(PAID_MARK).strip()
        return cls(line, words, is_paid=words != line)

    @property
    def new(self) -> ListedPlayer:
        """Return the name, club and country of a new player, as typed."""
        return read_line(self.words)

    @property
    def is_enough(self) -> bool:
        """Whether the name has enough letters to search for."""
        return len(name_key(self.new.name).replace(" ", "")) >= _FEWEST_LETTERS


def answers(
    desk_input: DeskInput, *, events: Sequence[DeskEvent], main: DeskEvent | None
) -> tuple[PersonChoice, ...]:
    """Return the answers to the input in the order of the list; five queries, more where the division has rules.

    Known players come first, so that nobody is entered twice by mistake; those of another club or country than the
    typed one come after the new player where all are.
    """
    if not desk_input.is_enough or main is None:
        return ()
    people = reception.people(desk_input.new.name, tournament=main.event.tournament)
    choices = [answer_for(person, events=events, main=main) for person in people]
    fitting = [one for one in choices if not is_other(desk_input.new, one)]
    others = [one for one in choices if is_other(desk_input.new, one)]
    new = [_new(desk_input, Button(ButtonKind.WALK_IN, (main.event.uid,), main.event))]
    if main.event.kind != EventKind.SINGLES:
        new = []
    in_order = (*fitting, *others, *new) if fitting else (*new, *others)
    return _with_memberships(_with_reasons(in_order, main.event), main.event)


def is_other(new: ListedPlayer, one: PersonChoice) -> bool:
    """Whether the club or the country that is typed is not that of a known player."""
    return differences(PersonWords(one.name, one.club, one.country), new.words) > 0


def _with_reasons(choices: Sequence[PersonChoice], event: Event) -> tuple[PersonChoice, ...]:
    """Return these answers, each with the reasons why the division of the event is closed."""
    if event.eligibility is None:
        return tuple(choices)
    new = closed_to_newcomer(event)
    people = [one.person for one in choices if one.person is not None and one.person.entry_in(event) is None]
    refusals = closed_to(event, [person.player for person in people])
    return tuple(
        replace(
            one,
            closed=tuple(
                map(refusal_words, new if one.person is None else refusals.get(one.person.player.pk, ()))
            ),
        )
        for one in choices
    )


def _with_memberships(choices: Sequence[PersonChoice], event: Event) -> tuple[PersonChoice, ...]:
    """Return these answers with numbers, memberships and ratings."""
    persons = {one.person.player.person_key for one in choices if one.person is not None}
    known = desk_members(event.tournament, persons)
    return tuple(
        one if one.person is None else replace(one, memberships=known.get(one.person.player.person_key, ()))
        for one in choices
    )


def candidates(similar: SimilarPlayers, *, event: Event, new: ListedPlayer) -> list[dict[str, Any]]:
    """Return the players who may be meant, those of another club or already in the event last; one query.

    `is_likely` says that nothing speaks against the player, and that it can still be entered.
    """
    players = cast("list[dict[str, Any]]", similar.data["candidates"])
    entries = EntrantPlayer.objects.filter(
        event=event, entrant__withdrawn_at=None, player__uid__in=[one["uid"] for one in players]
    )
    player_uids = set(entries.values_list("player__uid", flat=True))
    rows = [
        {
            **one,
            "is_in": (is_in := one["uid"] in player_uids),
            "is_likely": not is_in
            and not differences(PersonWords(one["name"], one["club"], one["country"]), new.words),
        }
        for one in players
    ]
    return sorted(rows, key=lambda one: (one["is_in"], not one["is_likely"]))


def partners(desk_input: DeskInput, *, event: Event, first: Player) -> tuple[PersonChoice, ...]:
    """Return the possible partners: known players except the first one, then a new player; five queries."""
    if not desk_input.is_enough:
        return ()
    choices = [
        PersonChoice(
            one.player.name,
            one.player.club,
            one.player.country,
            Button(ButtonKind.PARTNER, (one.player.uid,), event),
            person=one,
        )
        for one in reception.people(desk_input.new.name, tournament=event.tournament)
        if one.player.pk != first.pk
    ]
    choices.append(_new(desk_input, Button(ButtonKind.PARTNER, (), event)))
    return _with_memberships(_with_reasons(choices, event), event)


def answer_for(person: DeskPerson, *, events: Sequence[DeskEvent], main: DeskEvent) -> PersonChoice:
    """Return a person with buttons, the most likely action first."""
    player = person.player
    buttons = list(_buttons(person, events=events, main=main))
    # The Enter key neither enters a side event nor withdraws, so that a second press does no harm.
    usual = [one for one in buttons if one.event in {None, main.event} and one.act is not ButtonKind.WITHDRAW]
    likely = next(iter(usual), None)
    is_new_here = likely is not None and likely.event is not None
    return PersonChoice(
        player.name,
        player.club,
        player.country,
        likely,
        tuple(one for one in buttons if one is not likely),
        person,
        person.clash_with(main.event) if is_new_here else None,
    )


def _buttons(person: DeskPerson, *, events: Sequence[DeskEvent], main: DeskEvent) -> Iterator[Button]:
    entry = person.entry_in(main.event)
    if entry is None or not entry.is_in:
        yield from _into(person, main)
    if person.present and not person.is_here:
        yield Button(ButtonKind.HERE, (person.player.uid,))
    if person.due > 0:
        yield Button(ButtonKind.PAID, (person.player.uid,), amount=person.due)
    for one in events:
        entry = person.entry_in(one.event)
        if one.event.pk != main.event.pk and (entry is None or not entry.is_in):
            yield from _into(person, one)
    for present in person.present:
        yield Button(ButtonKind.WITHDRAW, (present.entrant.uid,), present.event)


def _into(person: DeskPerson, into: DeskEvent) -> Iterator[Button]:
    """Yield the button that enters a person in an event; a team is entered on its own page."""
    entry = person.entry_in(into.event)
    if entry is not None and not into.is_drawn:
        yield Button(ButtonKind.BACK, (entry.entrant.uid,), into.event)
    elif into.event.kind == EventKind.SINGLES and entry is None:
        yield Button(ButtonKind.ENTER, (person.player.uid, into.event.uid), into.event)
    elif into.event.kind == EventKind.DOUBLES and entry is None:
        yield Button(ButtonKind.PAIR, (person.player.uid, into.event.uid), into.event)


def _new(desk_input: DeskInput, button: Button) -> PersonChoice:
    new = desk_input.new
    return PersonChoice(new.name, new.club, new.country, button)
