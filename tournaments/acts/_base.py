"""The base class of acts: a frozen dataclass that declares all its properties once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Annotated, Any, ClassVar, Final, Protocol, TypeVar, dataclass_transform


class Absent(Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
"""The default of a field that an entry may lack; a field without a default stands in every entry."""


class EditedForm(StrEnum):
    """A form of the desk that another director may overwrite in the meantime."""

    RESULT = "result"
    CALL = "call"
    RULING = "ruling"
    SETTINGS = "settings"
    """The settings of a tournament, an event, a stage or a table."""
    FEES = "fees"
    PRIZES = "prizes"
    COMING_BACK = "coming_back"
    NAMES = "names"
    REGISTRATION = "registration"
    MAIN_STAGE = "main_stage"
    STAGES = "stages"
    EVENTS = "events"


RESULT_FORMS: Final = frozenset({EditedForm.RESULT, EditedForm.CALL, EditedForm.RULING})
"""The forms about a match that are out of date once its result, length or state changes."""

FORMS_OF_PARTS: Final = frozenset({EditedForm.FEES, EditedForm.STAGES, EditedForm.EVENTS})
"""The forms about a whole whose acts have a part as their subject: fees and stages of an event, events of a tournament."""


class Concern(StrEnum):
    """Which open pages an act makes stale."""

    EVERYBODY = "everybody"
    MATCH = "match"
    """Those who play the match that is the subject."""
    PAIRINGS = "pairings"
    """Those who sit in the pairings that the act names."""


class Show(Enum):
    """How the log displays a value, if its type does not determine it."""

    NAME = "name"
    """The name behind a uid."""
    SIDE = "side"
    """The name of that side of the match which is the subject."""
    TEXT = "text"
    """The words behind the uid of an erasable text; earlier releases stored the words themselves."""
    COUNT = "count"
    """The number of the values."""
    LIMIT = "limit"
    """A number, or no limit."""
    SCORE = "score"


# The types of fields beside plain `str`, `int`, `bool` and enumerations.
Named = Annotated[str, Show.NAME]
NamedSide = Annotated[str, Show.SIDE]
Text = Annotated[str, Show.TEXT]
Counted = Annotated[tuple[str, ...], Show.COUNT]
Limit = Annotated[int | None, Show.LIMIT]
Score = Annotated[tuple[int, int], Show.SCORE]
Json = Mapping[str, Any]
Proofs = Mapping[str, str]


class Sentence(Protocol):
    """A translatable sentence with named placeholders."""

    def __mod__(self, places: Any, /) -> Any:
        """Return the sentence with its placeholders filled."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that happened; `subject` is the uid of what was acted on.

    Fields hold codes, uids and numbers only, never names or free text, so that a person can be forgotten.
    """

    code: ClassVar[str]
    """The code of the entries; it never changes."""
    words: ClassVar[Sentence]
    """The sentence of the log; its places are the fields, and `subject`."""
    overwrites: ClassVar[frozenset[EditedForm]]
    """The forms that are out of date when somebody else has done this."""
    concerns: ClassVar[Concern]
    """Whose open pages become stale."""
    tells: ClassVar[frozenset[str]]
    """The codes of the notices that go out with it."""
    lasting: ClassVar[Sentence | None]
    """Why it cannot be undone; None where `actions.undo` has an inverse."""
    follows: ClassVar[bool]
    """Whether it always follows from another act, with which it is undone."""
    by_service: ClassVar[bool]
    """Whether the service does it by itself, whoever did the act that it follows from."""
    earlier: ClassVar[tuple[Upgrade, ...]]
    """One function for each earlier version: it turns the data of that version into those of the next."""

    subject: str
    proofs: Proofs | Absent = field(default=ABSENT, kw_only=True)
    """Digests of the rows that it has written or changed, by the name of the row."""

    @property
    def sentence(self) -> Sentence:
        """Return the sentence of this act; the same for all of its kind unless the class overrides it."""
        return self.words

    @property
    def concern(self) -> Concern:
        """Return which pages this act makes stale."""
        return self.concerns

    @property
    def pairings(self) -> tuple[str, ...]:
        """Return the pairings concerned, if the concern is PAIRINGS."""
        return ()


@dataclass(frozen=True, slots=True)
class OfMatch(Act):
    """An act on a match; `browser` is a pseudonym of the browser that sent it, distinct in each tournament.

    `is_after_closing` says that the event was closed then.
    """

    browser: str | Absent = ABSENT
    is_after_closing: bool | Absent = ABSENT


Upgrade = Callable[[Json], Json]
ActType = TypeVar("ActType", bound=Act)

ACTS: dict[str, type[Act]] = {}
"""Every kind of act by its code."""

VERSION_KEY: Final = "act_version"
"""The key of the version in the stored data, where the log hashes it too; without it the version is 1."""


class DuplicateAct(TypeError):
    """Two classes declare the same code."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def act(
    code: str,
    words: Sentence,
    *,
    overwrites: Collection[EditedForm] = (),
    concerns: Concern = Concern.EVERYBODY,
    tells: Collection[str] = (),
    lasting: Sentence | None = None,
    follows: bool = False,
    by_service: bool = False,
    earlier: tuple[Upgrade, ...] = (),
    registry: dict[str, type[Act]] = ACTS,
) -> Callable[[type[ActType]], type[ActType]]:
    """Declare a kind of act; the arguments are the attributes of `Act`, and `registry` is the registry.

    An act without `lasting` needs an inverse in `actions.undo`. Raise DuplicateAct for an existing code.
    """

    def declare(plain: type[ActType]) -> type[ActType]:
        kind = dataclass(frozen=True, slots=True, kw_only=True)(plain)
        kind.code, kind.words = code, words
        kind.overwrites, kind.concerns, kind.tells = frozenset(overwrites), concerns, frozenset(tells)
        kind.lasting, kind.follows, kind.by_service, kind.earlier = lasting, follows, by_service, earlier
        if code in registry:
            raise DuplicateAct(f"{kind.__qualname__} and {registry[code].__qualname__} are both {code!r}.")
        registry[code] = kind
        return kind

    return declare


def overwriting(*forms: EditedForm) -> frozenset[str]:
    """Return the codes of the acts that overwrite one of these forms."""
    return frozenset(code for code, kind in ACTS.items() if not kind.overwrites.isdisjoint(forms))
