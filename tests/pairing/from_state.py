"""The file of a round of a stage kept in memory, as the service writes it."""

from __future__ import annotations

import json

from tournaments.formats import FORMATS, State
from tournaments.pairings import RoundFile, read_round
from tournaments.pairings.files import canonical
from tournaments.queries.draws.round_files import KIND, VERSION, content_of


def file_of_state(code: str, state: State, number: int) -> RoundFile:
    """The file of a round, read back from its text."""
    content = {
        "kind": KIND,
        "version": VERSION,
        "tournament": "tournament",
        "event": "event",
        "stage": "stage",
        "format": code,
        "format_version": FORMATS[code].version,
        "options": state.options.to_dict(),
        "size": state.size,
        "lot": None,
        **content_of(state, number, names={}, costs=[]),
    }
    text = json.dumps(content)
    file = read_round(text)
    assert file.text() == canonical(json.loads(text))
    return file


def files_of_state(code: str, state: State) -> list[RoundFile]:
    """The files of all rounds."""
    newest = max(pairing.round for pairing in state.pairings)
    return [file_of_state(code, state, number) for number in range(1, newest + 1)]
