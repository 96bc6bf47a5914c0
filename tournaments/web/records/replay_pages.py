"""Views of a recorded game: step by step, and its costliest decisions as questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.models import GameRecord
from tournaments import access
from tournaments.access import limits, tournament_of
from tournaments.models import pairing_of
from tournaments.queries.records.analyses import RecordedMistake, shown_analysis
from tournaments.queries.records.replays import replayed_game
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.share_card import ShareCard
from tournaments.web.frame.sharing import card_answer, shared
from tournaments.web.frame.visitors import hold_as_stranger, visitor_of
from tournaments.web.records.analysis_words import MistakeInWords, costliest
from tournaments.web.records.mistake_chart import STEP_WIDTH, mistake_chart
from tournaments.web.records.replay import BoardView, GameReplay, game_replay


@require_safe
def replay(request: HttpRequest, uid: str, game: int, step: int) -> HttpResponse:
    """Show a step of a game and what an analysis says of it; a step past the end shows the last one."""
    row = _record(request, uid)
    mistakes = _mistakes(row)
    steps = _game(request, row, game, mistakes)
    number = min(step, steps.last)
    previous, following = _beside(mistakes, game, number)
    context = {
        "replay": steps,
        "query": steps.view.query,
        "step": number,
        "moment": steps.moments[number - 1] if number else None,
        "board": steps.board(number),
        "after": steps.after(number),
        "best": steps.best(number),
        "xgid": steps.xgid(number),
        "chart": mistake_chart(steps),
        "now": (number - 1) * STEP_WIDTH,
        "games": range(1, steps.game.games + 1),
        "previous_mistake": previous,
        "next_mistake": following,
    }
    title, facts = _words_of_step(row, steps, number)
    card = reverse("replay_card", args=[uid, game, number])
    context |= {
        "card": card,
        "shared": shared(request, tournament_of(row.match), title, *facts, picture=card),
    }
    return _page(request, row, "matches/replay.html", context, here=_("Replay"))


@require_safe
def replay_card(request: HttpRequest, uid: str, game: int, step: int) -> HttpResponse:
    """Draw the card of a step of a game: its board, and what was done."""
    hold_as_stranger(request)
    row = _record(request, uid)
    steps = _game(request, row, game)
    if step > steps.last:
        raise Http404
    return card_answer(request, ShareCard(*_words_of_step(row, steps, step), board=steps.board(step)))


@require_safe
def question(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """Show a position in which an analysis found a mistake, the costliest first, and keep the answer folded."""
    row = _record(request, uid)
    mistakes = _mistakes(row)
    steps, step = _decision(request, row, mistakes, number)
    card = reverse("question_card", args=[uid, number])
    words = steps.asked(step)
    context = {
        "replay": steps,
        "query": steps.view.query,
        "number": number,
        "last": len(mistakes),
        "moment": steps.moments[step - 1],
        "question": words,
        "board": steps.question(step),
        "best": steps.best(step),
        "xgid": steps.xgid_of_question(step),
        "card": card,
        "shared": shared(request, tournament_of(row.match), _("Your play?"), words, picture=card),
    }
    return _page(request, row, "matches/question.html", context, here=_("Your play?"))


@require_safe
def question_card(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """Draw the card of a decision as a question, without its answer."""
    hold_as_stranger(request)
    row = _record(request, uid)
    steps, step = _decision(request, row, _mistakes(row), number)
    return card_answer(request, ShareCard(_("Your play?"), (steps.asked(step),), board=steps.question(step)))


def _decision(
    request: HttpRequest, row: GameRecord, mistakes: Sequence[MistakeInWords], number: int
) -> tuple[GameReplay, int]:
    """Return the game and the step of a mistake, the costliest being number 1; raise 404 if there is none."""
    if not 1 <= number <= len(mistakes):
        raise Http404
    mistake = mistakes[number - 1].mistake
    steps = _game(request, row, mistake.game, mistakes)
    if not 1 <= mistake.step <= steps.last:
        raise Http404
    return steps, mistake.step


def _words_of_step(row: GameRecord, steps: GameReplay, step: int) -> tuple[str, tuple[str, ...]]:
    """Return who plays, and what was done in which game of which event."""
    event = pairing_of(row.match).stage.event
    number = _("Game %(number)s") % {"number": steps.game.number}
    moment = steps.moments[step - 1] if step else None
    words = f"{moment.player} {moment.words}" if moment else _("The board at the start.")
    return " – ".join(steps.game.players), (words, number, event.name, event.tournament.name)


def _page(
    request: HttpRequest, row: GameRecord, template: str, context: dict[str, object], *, here: str
) -> HttpResponse:
    match = row.match
    stage = pairing_of(match).stage
    crumbs = [
        *way_to(tournament_of(match), stage.event, stage),
        Crumb(str(match), reverse("match", args=[match.uid])),
        Crumb(_("Record"), reverse("record", args=[row.uid])),
        Crumb(here),
    ]
    return show(
        request,
        tournament_of(match),
        template,
        context | {"record": row, "match": match, "crumbs": crumbs},
    )


def _record(request: HttpRequest, uid: str) -> GameRecord:
    """Return the record that the visitor may see, counted against the limit; raise 404 if it could not be read."""
    row = access.record_to_see(visitor_of(request), uid)
    _spend(request, "replay")
    if row.has_failed:
        raise Http404
    return row


def _mistakes(row: GameRecord) -> tuple[MistakeInWords, ...]:
    """Return the mistakes of a record, the costliest first; none without an analysis."""
    analysis = shown_analysis(row)
    if analysis is None:
        return ()
    one, two = row.findings["players"]
    return costliest(analysis, players=row.shown_players((one, two)))


def _game(
    request: HttpRequest, row: GameRecord, index: int, mistakes: Sequence[MistakeInWords] = ()
) -> GameReplay:
    """Return a game of a record in words; raise 404 if there is no such game."""
    game = replayed_game(row, index, before_reading=partial(_spend, request, "replay_read"))
    if game is None:
        raise Http404
    by_step = {one.mistake.step: one for one in mistakes if one.mistake.game == index}
    game_with_names = replace(game, players=row.shown_players(game.players))
    return game_replay(game_with_names, by_step, view=BoardView.read(request.GET.dict()))


def _beside(
    mistakes: Sequence[MistakeInWords], game: int, step: int
) -> tuple[RecordedMistake | None, RecordedMistake | None]:
    """Return the mistakes before and after a step, in the order of the file."""
    rows = sorted((one.mistake for one in mistakes), key=_place)
    before = [mistake for mistake in rows if _place(mistake) < (game, step)]
    after = [mistake for mistake in rows if _place(mistake) > (game, step)]
    return (before[-1] if before else None), (after[0] if after else None)


def _place(mistake: RecordedMistake) -> tuple[int, int]:
    return mistake.game, mistake.step


def _spend(request: HttpRequest, scope: str) -> None:
    """Count an anonymous visitor's use of an expensive page against its rate limit."""
    visitor = visitor_of(request)
    if visitor.is_stranger:
        limits.spend(scope, limits.actor(visitor, request), limit=settings.PAGE_RATES[scope])
