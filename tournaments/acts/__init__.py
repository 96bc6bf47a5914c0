"""Acts: everything that can happen in a tournament, one class for each kind, as the log stores it.

An act declares its data as fields, and once for all who ask: its sentence in the log, the forms that it overwrites,
whose pages become stale, who is told, and why it cannot be undone. An act that can be undone has its inverse in
`actions.undo`. `actions.log.append` writes acts and nothing else; `read` gives them back from every entry that was
ever written.

A new field gets the default ABSENT, because older entries lack it. A field that changes its meaning makes a new
version: `earlier` holds a function for each former one, and a stored entry names its version from 2 on.
"""

from . import (
    closing,
    disputes,
    draws,
    entrants,
    exchange,
    federations,
    hall,
    money,
    people,
    records,
    results,
    service,
    stages,
    teams,
    tournaments,
)
from ._base import (
    ABSENT,
    ACTS,
    FORMS_OF_PARTS,
    VERSION_KEY,
    Absent,
    Act,
    Concern,
    DuplicateAct,
    EditedForm,
    Json,
    OfMatch,
    Proofs,
    Sentence,
    Show,
    act,
    overwriting,
)
from ._stored import ActField, UnreadableAct, act_of, fields_of, read, readable, stored, version_of
