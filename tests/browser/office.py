"""Makes a federation with a rating officer in an installation: `python -m tests.browser.office CODE`.

It prints how the officer signs in, and the result file of a laptop that names somebody whom nobody knows.
"""

from __future__ import annotations

import json
import os
import sys
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass, replace
from typing import Any

PASSWORD = "a long afternoon of ratings"


@dataclass(frozen=True, slots=True)
class PreparedOffice:
    """A federation, the sign-in of its rating officer, the file of a laptop, and who plays in it.

    `member` is a member with `number` whom the file names otherwise, as `unknown`.
    """

    federation: str
    email: str
    file: str
    unknown: str
    member: str
    number: str

    @property
    def content(self) -> bytes:
        """The result file."""
        return b64decode(self.file)

    @classmethod
    def read(cls, text: str) -> PreparedOffice:
        """What the module printed."""
        return cls(**json.loads(text))


def prepare(code: str) -> PreparedOffice:
    """Make the federation."""
    from tests import factories
    from tests.exchange.examples import ADA, BEN, RESULTS
    from tournaments.actions.federations import members, setup
    from tournaments.exchange import write_results
    from tournaments.models import OfficeKind

    president = factories.player("Paula President", email=f"president-{code.lower()}@example.org")
    federation = factories.federation(code, president=president)
    email = f"officer-{code.lower()}@example.org"
    officer = factories.player("Olga Officer", email=email, password=PASSWORD)
    setup.give_office(federation, officer, by=None, kind=OfficeKind.RATING_OFFICER)
    number = f"{code}-2"
    ada, bea = factories.player(ADA.name), factories.player("Bea Sand")
    members.give_number(federation, ada, by=None, number=ADA.number)
    members.give_number(federation, bea, by=None, number=number)
    head = replace(RESULTS.head, federation=federation.uid, federation_code=code, event=f"event-of-{code}")
    rows = tuple(replace(row, match=f"{row.match}{code}") for row in RESULTS.matches)
    data = write_results(replace(RESULTS, head=head, matches=rows))
    return PreparedOffice(federation.uid, email, b64encode(data).decode(), BEN.name, bea.name, number)


def _main(arguments: list[str]) -> Any:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
    django.setup()
    from django.db import transaction

    with transaction.atomic():
        return asdict(prepare(*arguments))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_main(sys.argv[1:])))
