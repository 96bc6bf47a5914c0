"""Makes the dump of a past release: `python -m tests.upgrades.make COMMIT NAME`.

The commit is checked out beside this tree. Its own code makes the database, fills it (`scenario.py`) and
writes the rows, each with the names of that time. So a dump holds what that release really stored. It is JSON,
which both databases load: `loading.py` inserts the rows after the migrations of that release.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
DUMPS = Path(__file__).with_name("dumps")
# `dumpdata` would cut moments to milliseconds, over which no entry of the log has its hash.
_WRITE = """
import base64, json, sys
from django.apps import apps
from django.core import serializers
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT app, name FROM django_migrations WHERE app IN ('matches', 'tournaments') ORDER BY name")
    migrations = dict(cursor.fetchall())
models = [model for model in apps.get_models() if model._meta.app_label in migrations]
rows = [row for model in models for row in serializers.serialize("python", model.objects.order_by("pk"))]
def plain(value):
    return base64.b64encode(value).decode() if isinstance(value, bytes | memoryview) else str(value)
json.dump({"migrations": migrations, "rows": rows}, sys.stdout, default=plain)
"""


def main(commit: str, name: str) -> None:
    """Write the dump of a commit to `dumps/NAME.json.xz`."""
    with tempfile.TemporaryDirectory(prefix="videau-dump-") as scratch:
        tree, data = Path(scratch) / "tree", Path(scratch) / "data"
        _run(["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], at=ROOT)
        try:
            dump = _dump(tree, data)
        finally:
            _run(["git", "worktree", "remove", "--force", str(tree)], at=ROOT)
    full = _run(["git", "rev-parse", commit], at=ROOT).strip()
    text = json.dumps({"commit": full, **dump}, sort_keys=True, separators=(",", ":"))
    file = DUMPS / f"{name}.json.xz"
    file.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    sys.stdout.write(f"{file}: {len(dump['rows'])} rows, {file.stat().st_size} bytes\n")


def _dump(tree: Path, data: Path) -> dict[str, Any]:
    """Let the release fill a database of its own; its migrations and its rows."""
    _manage(tree, data, "migrate", "--verbosity", "0")
    _run([sys.executable, str(Path(__file__).with_name("scenario.py"))], at=tree, data=data)
    dump: dict[str, Any] = json.loads(_manage(tree, data, "shell", "--verbosity", "0", "--command", _WRITE))
    return dump


def _manage(tree: Path, data: Path, *arguments: str) -> str:
    return _run([sys.executable, "manage.py", *arguments], at=tree, data=data)


def _run(command: list[str], *, at: Path, data: Path | None = None) -> str:
    own = {"DJANGO_SETTINGS_MODULE": "tournaments.project.settings", "PYTHONPATH": str(at)}
    environment = os.environ | own | ({"VIDEAU_DATA": str(data)} if data else {})
    process = subprocess.run(  # noqa: S603 - our own commands
        command, cwd=at, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return process.stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
