"""`show`: a recorded match or a position on a text board, with its facts in words."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields

from ..facts import MatchFacts, SideFacts, match_facts
from ..match import Side
from ..problem import printable
from ..state import State
from ..text_board import state_text_board, text_board
from ..transcript import EntryKind, Transcript
from ..validation import Checked, JudgedGame
from ..variant import Variant
from ..words import Language
from ._command import Command, Exit
from ._console import Console
from ._describing import LETTERS, as_data, facts, identifiers, step_in_words
from ._moment import add_variant, moment, variant_of
from ._parser import Parser
from ._scenes import Scene, add_place, is_record, recorded, scenes
from ._telling import game_as_data, match_line, problem_as_data, problem_lines

_RESULTS = {EntryKind.RESIGN, EntryKind.LOSS, EntryKind.WIN}
_NAME_WIDTH, _NUMBER_WIDTH = 20, 5


def _add_arguments(parser: Parser) -> None:
    add_place(parser)
    add_variant(parser)


def _run(options: Namespace, console: Console) -> Exit:
    if not is_record(options.place):
        return _show_moment(options, console)
    result, transcript = recorded(options, console)
    if options.game is None and options.turn is None and options.player is None:
        return _show_match(options, result, transcript, console)
    selection = scenes(transcript, options, console)
    if options.json:
        for scene in selection:
            console.put(_scene_as_data(scene))
    else:
        _show_scenes(options, transcript, selection, console)
    return Exit.DONE


def _show_moment(options: Namespace, console: Console) -> Exit:
    state = moment(options.place, options, console, is_no_file=True)
    if options.json:
        console.put(as_data(state))
        return Exit.DONE
    console.say(state_text_board(state, bottom=options.bottom))
    _say_facts(state, LETTERS, variant_of(options), console)
    return Exit.DONE


def _say_facts(state: State, players: tuple[str, str], variant: Variant, console: Console) -> None:
    for fact in facts(state, players, variant, console.words):
        console.say(fact)
    for name, identifier in identifiers(state).items():
        if identifier and name != "position_id":
            console.say(console.words.say(f"id.{name}", text=identifier))


def _show_match(options: Namespace, result: Checked, transcript: Transcript, console: Console) -> Exit:
    facts = match_facts(transcript)
    if options.json:
        console.put(
            {
                "file": options.place,
                "format": result.format,
                "players": list(transcript.players),
                "length": transcript.length,
                "score": list(result.score),
                "winner": result.winner,
                "verdict": result.verdict,
                "games": [game_as_data(game) for game in result.games],
                "facts": {Side.ONE: asdict(facts.one), Side.TWO: asdict(facts.two)},
            }
        )
        return Exit.DONE
    words = console.words
    console.say(
        words.say(
            "show.match",
            file=printable(options.place),
            match=match_line(transcript, result.counted, words),
            verdict=words.say(f"verdict.{result.verdict}"),
        )
    )
    for game in result.games:
        console.say(_game_line(game, transcript.players, words))
    for line in _table(facts, transcript.players, words):
        console.say(line)
    return Exit.DONE


def _game_line(game: JudgedGame, players: tuple[str, str], words: Language) -> str:
    place = words.where(game.line, game=game.number)
    score = "{}-{}".format(*game.score_before)
    if game.is_crawford:
        score += f" ({words.say('moment.crawford')})"
    if game.winner is None or game.result is None or game.ended is None:
        return words.say("show.open_game", place=place, score=score)
    return words.say(
        "show.game",
        place=place,
        score=score,
        won=words.count("step.win", game.points, name=words.name(game.winner, players)),
        result=words.say(f"result.{game.result}"),
        ended=words.say(f"ended.{game.ended}"),
        cube=game.cube,
    )


def _table(facts: MatchFacts, players: tuple[str, str], words: Language) -> Iterator[str]:
    """Rows with the facts of both sides in two columns; facts that are zero for both are left out."""
    rows = [
        (words.say(f"facts.{field.name}"), getattr(facts.one, field.name), getattr(facts.two, field.name))
        for field in fields(SideFacts)
    ]
    lines = [row for row in rows if any(row[1:])]
    if not lines:
        return
    names = [words.name(side, players)[:_NAME_WIDTH] for side in Side]
    width = max(len(label) for label, _, _ in lines)
    columns = [max(len(name), _NUMBER_WIDTH) for name in names]
    for label, one, two in [("", *names), *lines]:
        yield f"{label:{width}}  {one:>{columns[0]}}  {two:>{columns[1]}}"


def _show_scenes(
    options: Namespace, transcript: Transcript, selection: Sequence[Scene], console: Console
) -> None:
    """Print every step under its board, and the board after the last one."""
    words, players = console.words, transcript.players
    bottom = options.bottom or Side.ONE
    console.say(
        words.say("show.letters", one=words.name(Side.ONE, players), two=words.name(Side.TWO, players))
    )
    for scene in selection:
        state, step = scene.state, scene.step
        if step.kind not in _RESULTS:
            console.say("")
            console.say(state_text_board(state, bottom=bottom, numbering=step.side))
            if options.turn is not None:
                _say_facts(state, players, transcript.variant, console)
        place = words.where(step.line, game=step.game, turn=step.turn)
        console.say(words.say("show.step", place=place, what=step_in_words(step, players, words)))
        for line in problem_lines(step.problems, players, words):
            console.say(line)
    last = selection[-1].step
    if last.kind not in _RESULTS:
        board = last.after if last.side is bottom else last.after.swapped()
        console.say("")
        console.say(text_board(board, bottom=bottom))


def _scene_as_data(scene: Scene) -> dict[str, object]:
    step = scene.step
    return {
        "game": step.game,
        "turn": step.turn,
        "line": step.line,
        "column": step.column,
        "player": step.side,
        "kind": step.kind,
        "play": step.notation or None,
        "moves": [list(move) for move in step.moves],
        "said": step.entry.said,
        "before": as_data(scene.state),
        "problems": [problem_as_data(problem) for problem in step.problems],
    }


COMMAND = Command(_add_arguments, _run)
