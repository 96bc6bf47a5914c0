"""The draw of a stage, and manual changes after it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.database.one_act import one_act
from matches.models import Player
from tournaments import formats
from tournaments.actions import log
from tournaments.actions.closed import lock_unclosed, require_unclosed
from tournaments.actions.events.problems import refused
from tournaments.actions.events.rating_list import fix_list
from tournaments.actions.locks import lock_event, lock_matches
from tournaments.actions.money import ledger, prize_money
from tournaments.actions.permissions import require_desk, require_director, require_reason
from tournaments.actions.proving import written
from tournaments.acts import ABSENT
from tournaments.acts.draws import (
    DrawAnnounced,
    DrawAnnouncementTakenBack,
    DrawVoided,
    EnteredLate,
    Replaced,
    StageDrawn,
    Swapped,
)
from tournaments.errors.draws import (
    AlreadyCommitted,
    CannotBeDrawn,
    CardsAfterAnnouncement,
    CommitmentBroken,
    DiceNeedAnnouncement,
    DrawIsVoid,
    DrawnWithItsFeeder,
    LadderBegun,
    MatchBegun,
    NotCommitted,
    NotDrawn,
    NotInStage,
    SameEntrant,
    SeedIsAnnounced,
    StageAlreadyDrawn,
    TooFewEntrants,
    TooManyEntrants,
)
from tournaments.errors.entrants import NotAnnounced
from tournaments.errors.events import InvalidPlan
from tournaments.formats import FORMATS, ByChallenge, FormatError, Intake, Shape
from tournaments.models import (
    DIRECT,
    Commitment,
    Draw,
    Entrant,
    Origin,
    Pairing,
    Stage,
    StageEntry,
)
from tournaments.queries.audit.public_draws import digest_of_public
from tournaments.queries.draws.draw_input import (
    DrawList,
    Who,
    announced_text,
    announced_version,
    changes,
    checked_lines,
    checked_seed,
    depending_on,
    digest_of,
    fed_during_play,
    is_kept_version,
    read_dice,
    redraw,
    rolled_seed,
    seeded_options,
)
from tournaments.queries.state import (
    begun_matches,
    state_at_start,
    valid_draw,
)

from . import lots
from .by_hand import forget_rounds, take_over
from .cancelling import cancel, tell_dropped
from .late_places import first_round_in_place_of, join, require_can_join, require_turn, seat_late, with_former
from .progress import Cause, follow

# 128 random bits, so that nobody can choose a seed by trying.
_SEED_BYTES = 16


@transaction.atomic
def draw(
    stage: Stage,
    *,
    by: Player | None,
    seeds: Mapping[str, int] | None = None,
    seed: str | None = None,
    who: Who = "present",
    dice: str = "",
    lines: Sequence[str | None] = (),
    by_list: bool = False,
    wild_cards: Collection[str] = (),
) -> Draw:
    """Draw the entrants of a stage and create the pairings that follow.

    `seeds` are the ranks of entrants by uid, 1 the strongest, for a seeded draw; without them the draw is
    random. `seed` is the text that determines the random draw; by default 128 random bits. `who`: if any
    entrant is checked in, only entrants checked in are drawn, unless it is "all". `dice`, rolled in the hall
    after the announcement, become part of the seed. `lines` are the lines of a draw made with cards, as uids
    of entrants, None for a bye. `by_list` seeds by the official list of the event where there are no `seeds`; raise
    NoOfficialList without one. `wild_cards` are entrants, by uid, whom the director lets into a stage that others feed;
    they are seeded last. The draw is stored with its whole input, so that it can be repeated.
    """
    require_director(stage.event.tournament, by)
    event = lock_event(stage.event)
    require_unclosed(event)
    stage.refresh_from_db()
    stage.event = event
    if valid_draw(stage) is not None:
        raise StageAlreadyDrawn
    take_over(stage)
    announced = Commitment.objects.filter(stage=stage, revealed_at=None).first()
    fixed = fix_list(event, is_needed=by_list)
    listed = DrawList.read(
        stage,
        event=event,
        seeds=seeds,
        who=who,
        by_list=by_list,
        wild_cards=wild_cards,
        announced=announced,
    )
    if announced is None:
        _save_seeding(listed)
    _require_what_follows(listed)
    if announced is None:
        if dice:
            raise DiceNeedAnnouncement
        row = _draw(listed, by=by, seed=seed)
    else:
        if seed is not None:
            raise SeedIsAnnounced
        if lines:
            raise CardsAfterAnnouncement
        row = _draw_as_announced(announced, listed, by=by, dice=dice)
    if lines:
        _place_by_hand(row, lines)
    _place_all(row, listed.entrants)
    fed = [_draw(DrawList(other, event, (), {}), by=by) for other in fed_during_play(event)]
    act = _act_of(row, entrants=len(listed.entrants))
    follow(event, cause=Cause(act, by, rows=[row, *fed, stage]))
    log.append_all(fixed, of=event.tournament, by=None, event=event, rows=[event])
    return row


def _act_of(row: Draw, *, entrants: int) -> StageDrawn:
    """Return the log act of a draw."""
    return StageDrawn(
        row.stage.uid,
        draw=row.uid,
        seed=row.seed,
        entrants=entrants,
        format=row.format,
        dice=row.dice or ABSENT,
        by_hand=row.is_by_hand or ABSENT,
        wild_cards=tuple(entry.uid for entry in row.basis.entries if entry.is_wild_card) or ABSENT,
        public=digest_of_public(row),
    )


@transaction.atomic
def commit(
    stage: Stage,
    *,
    by: Player | None,
    seeds: Mapping[str, int] | None = None,
    who: Who = "present",
    by_list: bool = False,
    wild_cards: Collection[str] = (),
) -> Commitment:
    """Announce a draw: publish a hash of its input and of its secret seed, which the draw reveals.

    The arguments are those of `draw`. The draw must use the same entrants, seeds and options. After the draw,
    or after `take_back`, anybody can verify the hash and repeat the draw with the secret.
    """
    require_director(stage.event.tournament, by)
    event = lock_unclosed(stage.event)
    stage.refresh_from_db()
    if valid_draw(stage) is not None:
        raise StageAlreadyDrawn
    if Commitment.objects.filter(stage=stage, revealed_at=None).exists():
        raise AlreadyCommitted
    if event.starts_when_full:
        raise NotAnnounced(event=event.name)
    if FORMATS[stage.format].intake is Intake.DROPS:
        raise DrawnWithItsFeeder
    fixed = fix_list(event, is_needed=by_list)
    listed = DrawList.read(stage, event=event, seeds=seeds, who=who, by_list=by_list, wild_cards=wild_cards)
    _save_seeding(listed)
    _require_what_follows(listed)
    rules = FORMATS[stage.format]
    secret = secrets.token_hex(_SEED_BYTES)
    draw_input = listed.content
    # A draw that is impossible is not announced either.
    _placed(Draw(stage=stage, format=rules.code, format_version=rules.version, seed=secret, input=draw_input))
    text = announced_text(draw_input, format=rules.code, version=rules.version, secret=secret)
    row = Commitment.objects.create(
        stage=stage, digest=digest_of(text), text=text, secret=secret, input=draw_input, by=by
    )
    act = DrawAnnounced(stage.uid, digest=row.digest, entrants=len(listed.entrants))
    log.append(act, of=event.tournament, by=by, event=event, rows=[stage])
    log.append_all(fixed, of=event.tournament, by=None, event=event, rows=[event])
    return row


@transaction.atomic
def take_back(stage: Stage, *, by: Player | None, reason: str) -> Commitment:
    """Withdraw the announcement of a draw; the announcement stays public and its secret is published."""
    require_director(stage.event.tournament, by)
    reason = require_reason(reason)
    event = lock_event(stage.event)
    row = Commitment.objects.filter(stage=stage, revealed_at=None).first()
    if row is None:
        raise NotCommitted
    row.revealed_at, row.taken_back_reason = timezone.now(), reason
    row.save(update_fields=["revealed_at", "taken_back_reason"])
    act = DrawAnnouncementTakenBack(stage.uid, digest=row.digest, **written(event.tournament, reason))
    log.append(act, of=event.tournament, by=by, event=event)
    return row


def _save_seeding(listed: DrawList) -> None:
    """Switch the seeding option of the stage on if entrants of the event are seeded."""
    stage = listed.stage
    if listed.seeds and not stage.feeds:
        stage.options = seeded_options(stage)
        stage.save(update_fields=["options"])


def _require_what_follows(listed: DrawList) -> None:
    """Raise InvalidPlan if the stage, with these entrants, feeds a stage that could not be drawn."""
    if faults := listed.faults:
        raise refused(InvalidPlan, faults)


def _draw_as_announced(announced: Commitment, listed: DrawList, *, by: Player | None, dice: str) -> Draw:
    """Store the announced draw and reveal its secret; raise CommitmentBroken if the input has changed."""
    stage = listed.stage
    rules = FORMATS[stage.format]
    newcomers, leavers = changes(announced.input, listed.content)
    version = announced_version(announced)
    text = announced_text(
        {**announced.input, "options": stage.options},
        format=rules.code,
        version=version,
        secret=announced.secret,
    )
    is_same = digest_of(text) == announced.digest and is_kept_version(rules, version)
    if newcomers or leavers or not is_same:
        raise CommitmentBroken(came=", ".join(newcomers) or "–", left=", ".join(leavers) or "–")
    announced.revealed_at = timezone.now()
    announced.save(update_fields=["revealed_at"])
    rolled = read_dice(dice) if dice.strip() else ""
    return _store(
        stage,
        draw_input=announced.input,
        seed=rolled_seed(announced.secret, rolled),
        by=by,
        commitment=announced,
        version=version,
        dice=rolled,
    )


def _draw(listed: DrawList, *, by: Player | None, seed: str | None = None) -> Draw:
    """Store a draw of these entrants, with a random seed if none is given."""
    seed = checked_seed(seed) if seed else secrets.token_hex(_SEED_BYTES)
    return _store(listed.stage, draw_input=listed.content, seed=seed, by=by)


def _store(
    stage: Stage,
    *,
    draw_input: Mapping[str, Any],
    seed: str,
    by: Player | None,
    commitment: Commitment | None = None,
    version: int | None = None,
    dice: str = "",
) -> Draw:
    """Store a draw with its input and placement, in the announced or current version of the format."""
    rules = FORMATS[stage.format]
    row = Draw.objects.create(
        stage=stage,
        format=rules.code,
        format_version=version or rules.version,
        seed=seed,
        commitment=commitment,
        dice=dice,
        input=draw_input,
        placement=[],
        by=by,
    )
    row.placement = list(_placed(row).lines)
    row.save(update_fields=["placement"])
    if rules.shape is Shape.ROUNDS:
        lots.announce(row)
    return row


@transaction.atomic
def void(draw: Draw, *, by: Player | None, reason: str) -> Draw:
    """Void a draw before any match of the stage has begun; its seed and placement stay public.

    The draws of the stages that it feeds are voided too. Of what was paired by hand only those stay who are kept apart.
    Who had a match is told that it is not played.
    """
    stage = draw.stage
    require_director(stage.event.tournament, by)
    reason = require_reason(reason)
    event = lock_unclosed(stage.event)
    draw.refresh_from_db()
    if draw.voided_at is not None:
        raise DrawIsVoid
    dependent = [stage.pk, *(other.pk for other in depending_on(stage))]
    pairings = list(Pairing.objects.filter(stage__in=dependent, cancelled_at=None).select_related("match"))
    matches = lock_matches(pairing.match_id for pairing in pairings if pairing.match_id is not None)
    begun_keys = begun_matches(match.pk for match in matches)
    for match in matches:
        if match.pk in begun_keys:
            raise MatchBegun(match=str(match))
    rows = cancel(pairings, event=event)
    StageEntry.objects.filter(stage__in=dependent).delete()
    rows += Draw.objects.filter(stage__in=dependent, voided_at=None)
    Draw.objects.filter(stage__in=dependent, voided_at=None).update(
        voided_at=timezone.now(), voided_by=by, void_reason=reason
    )
    rows += forget_rounds(dependent)
    draw.refresh_from_db()
    act = DrawVoided(stage.uid, draw=draw.uid, seed=draw.seed, **written(event.tournament, reason))
    follow(event, cause=Cause(act, by, rows=rows))
    tell_dropped(pairings, event=event)
    return draw


@transaction.atomic
def swap(stage: Stage, *, first: Entrant, second: Entrant, by: Player | None, reason: str) -> None:
    """Swap the places of two entrants before either has begun a match; in a ladder, before any match."""
    require_director(stage.event.tournament, by)
    reason = require_reason(reason)
    event = lock_unclosed(stage.event)
    _drawn(stage)
    if first.pk == second.pk:
        raise SameEntrant
    _refuse_in_ladder_begun(stage)
    one, two = _entry(stage, first), _entry(stage, second)
    one.line, two.line = two.line, one.line
    # Lines are unique, so one entry has no line during the swap.
    StageEntry.objects.filter(pk=one.pk).update(line=None)
    two.save(update_fields=["line"])
    one.save(update_fields=["line"])
    act = Swapped(stage.uid, first=first.uid, second=second.uid, **written(event.tournament, reason))
    follow(event, cause=Cause(act, by))


def _refuse_in_ladder_begun(stage: Stage) -> None:
    """Raise LadderBegun if a match of the ladder has begun, because places are derived from the first order."""
    if not isinstance(FORMATS[stage.format], ByChallenge):
        return
    pairings = Pairing.objects.filter(stage=stage, cancelled_at=None, match__isnull=False).select_related(
        "match"
    )
    begun_keys = begun_matches(pairing.match_id for pairing in pairings if pairing.match_id is not None)
    for pairing in pairings:
        if pairing.match_id in begun_keys:
            raise LadderBegun(match=str(pairing.match))


@one_act()
def enter_late(
    stage: Stage,
    *,
    entrant: Entrant,
    by: Player | None,
    line: int | None = None,
    takes_bye: bool = False,
    overrides: Collection[str] = (),
    origin: Origin = DIRECT,
) -> StageEntry:
    """Put an entrant on a bye whose match has not begun: on `line`, or on one chosen by the seed.

    Raise NoFreeBye if there is no such bye; the entrant then stays an alternate. Raise AlternateWaits if
    another alternate is next, OverCapacity if all places are taken, and KeptForQualifiers if the free places
    are reserved; the desk can override each by its code in `overrides`. In formats paired round by round the
    entrant plays from the next round; a director may let it play the bye of the current round (`takes_bye`),
    or NoByeToTake is raised.
    """
    (require_director if takes_bye else require_desk)(stage.event.tournament, by)
    event = lock_unclosed(stage.event)
    state = state_at_start(stage)
    if state is None:
        raise NotDrawn
    require_turn(event, entrant, overrides=overrides)
    entry = seat_late(stage, entrant=entrant, line=line, takes_bye=takes_bye)
    act = EnteredLate(stage.uid, entrant=entrant.uid, line=entry.line, draw=state.draw.uid)
    follow(event, cause=Cause(act, by, origin, rows=with_former(entrant)))
    # An alternate from before the draw is not late.
    ledger.charge_entry(entrant, by=by, is_late=entrant.entered_at > state.draw.at)
    return entry


@transaction.atomic
def replace(
    stage: Stage, *, absent: Entrant, alternate: Entrant, by: Player | None, reason: str
) -> StageEntry:
    """Replace an absent entrant by an alternate; the absent entrant leaves the event.

    In formats paired round by round, the alternate plays in the current round if the absent entrant has a
    seat in it.
    """
    require_director(stage.event.tournament, by)
    reason = require_reason(reason)
    event = lock_unclosed(stage.event)
    _drawn(stage)
    if absent.pk == alternate.pk:
        raise SameEntrant
    absent_entry = _entry(stage, absent)
    require_can_join(stage, alternate)
    joins = first_round_in_place_of(absent, stage)
    line, absent_entry.line, absent_entry.left_at = absent_entry.line, None, timezone.now()
    absent_entry.save(update_fields=["line", "left_at"])
    absent.withdrawn_at, absent.withdrawn_reason = absent_entry.left_at, reason
    absent.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    entry = join(stage, alternate, line=line, is_late=False, joins=joins)
    act = Replaced(
        stage.uid,
        absent=absent.uid,
        alternate=alternate.uid,
        line=line,
        **written(event.tournament, reason),
    )
    follow(event, cause=Cause(act, by, rows=[absent, *with_former(alternate)]))
    prize_money.release_no_show(absent, by=by)
    ledger.charge_entry(alternate, by=by)
    return entry


def _placed(draw: Draw) -> formats.Placement:
    """Return the placement that the format computes for the draw; raise a domain error if it cannot."""
    refusals = {"too_few_entrants": TooFewEntrants, "too_many_entrants": TooManyEntrants}
    try:
        return redraw(draw)
    except FormatError as error:
        problem = error.problems[0]
        if problem.code not in refusals:
            raise refused(CannotBeDrawn, error.problems) from error
        raise refusals[problem.code](**problem.data) from error


def _place_by_hand(draw: Draw, lines: Sequence[str | None]) -> None:
    """Store the lines of a draw made with cards in place of the computed ones."""
    draw.placement = checked_lines(lines, usual=draw.placement, shape=FORMATS[draw.format].shape)
    draw.is_by_hand = True
    draw.save(update_fields=["placement", "is_by_hand"])


def _place_all(draw: Draw, entrants: Collection[Entrant]) -> None:
    lines = {uid: line for line, uid in enumerate(draw.placement) if uid is not None}
    order = draw.basis.by_uid
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=draw.stage,
            entrant=entrant,
            line=lines[entrant.uid],
            seed=order[entrant.uid].seed,
            is_late=order[entrant.uid].is_late,
        )
        for entrant in entrants
    )


def _drawn(stage: Stage) -> Draw:
    row = valid_draw(stage)
    if row is None:
        raise NotDrawn
    return row


def _entry(stage: Stage, entrant: Entrant) -> StageEntry:
    """Return the entrant's entry in the stage; raise NotInStage if it has no line."""
    entry = StageEntry.objects.filter(stage=stage, entrant=entrant, line__isnull=False).first()
    if entry is None:
        raise NotInStage(entrant=entrant.name)
    return entry
