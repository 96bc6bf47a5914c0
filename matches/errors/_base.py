"""The base of every refusal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _

_CAPITAL = re.compile(r"(?<!^)[A-Z]")
# Every refusal by its code: an address of the API explains each, so that no two have the same.
REFUSALS: Final[dict[str, type[DomainError]]] = {}


class DomainError(Exception):
    """A refusal that the user can understand and act on.

    `code` is stable and part of the API. It is the name of the class, as in
    `box_short` for BoxShort, unless the class says another one. `message` is
    translated and may use `%(name)s` places filled from the keyword arguments,
    `status` is the HTTP status the API answers with. `can_override` says that
    the matter is a ruling matter, so a director may insist with a reason (P7).
    """

    code: str = "refused"
    message: ClassVar[Any] = _("This cannot be done.")
    status: ClassVar[int] = 409
    can_override: bool = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if DomainError in cls.__bases__ and "code" not in vars(cls):
            cls.code = _CAPITAL.sub(r"_\g<0>", cls.__name__).lower()
        if "code" in vars(cls) and REFUSALS.setdefault(cls.code, cls) is not cls:
            raise TypeError(
                f"{cls.__qualname__} and {REFUSALS[cls.code].__qualname__} share the code {cls.code}."
            )

    def __init__(self, **data: object) -> None:
        super().__init__(self.code)
        self.data: Mapping[str, object] = data

    def __str__(self) -> str:
        return str(self.message) % self.data if self.data else str(self.message)
