"""Emergency papers: asked for after every round, made by a job, and deleted when the tournament is over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import transaction
from django.db.models import Max
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from matches.models import Player
from tournaments.actions.permissions import require_desk
from tournaments.acts.stages import Paired, StageCompleted
from tournaments.models import EmergencyPaper, LogEntry, Role, Tournament
from tournaments.queries.exports.emergency import emergency_view
from tournaments.queries.exports.paper import pdf_of
from tournaments.queue import Job, enqueue, requeue, waiting

# The number of papers kept of a tournament in each language.
KEPT = 5
# The pairings of a minute come on one paper, because brackets are paired match by match.
DELAY = timedelta(minutes=1)
# Papers hold addresses and debts, so they are deleted this long after the last day.
KEPT_AFTER = timedelta(days=2)
# The rows of the blank list of results fill a sheet.
BLANK_ROWS = range(1, 23)
_ROUNDS = (Paired.code, StageCompleted.code)
_STYLE = "videau/paper.css"


def ask(tournament: Tournament) -> bool:
    """Enqueue a paper if pairings or the end of a stage came after the newest one; return whether it was enqueued.

    It is called after each pairing and by the sweep; a paper that is already asked for will show them too. A
    tournament that is over needs none.
    """
    now = timezone.now()
    if tournament.ends_on < (now - KEPT_AFTER).date():
        return False
    papers = EmergencyPaper.objects.filter(tournament=tournament)
    newest = papers.aggregate(seq=Max("log_seq"))["seq"] or 0
    news = LogEntry.objects.filter(tournament=tournament, seq__gt=newest, code__in=_ROUNDS)
    if not news.exists() or waiting(Job.EMERGENCY_PAPER, tournament_id=tournament.pk).exists():
        return False
    enqueue(Job.EMERGENCY_PAPER, due=now + DELAY, tournament_id=tournament.pk)
    return True


def ask_now(tournament: Tournament, *, by: Player | None) -> None:
    """Enqueue a paper of the present state to be made at once; one that waits is made sooner."""
    require_desk(tournament, by)
    with transaction.atomic():
        requeue(Job.EMERGENCY_PAPER, tournament_id=tournament.pk)


def papers(tournament: Tournament) -> Iterator[EmergencyPaper]:
    """Make the paper of the present state in each language of the officers, unless it exists, and yield each one.

    It is idempotent: a state has one paper in a language. Older papers than the last few are deleted.
    """
    for language in _languages(tournament):
        of_language = EmergencyPaper.objects.filter(tournament=tournament, language=language)
        paper = of_language.filter(log_seq=tournament.log_seq).first()
        if paper is None:
            html = emergency_html(tournament, language=language)
            pdf = pdf_of(html)
            with transaction.atomic():
                paper, _is_new = EmergencyPaper.objects.get_or_create(
                    tournament=tournament,
                    language=language,
                    log_seq=tournament.log_seq,
                    defaults={"is_pdf": pdf is not None, "body": pdf or html.encode()},
                )
                outdated = list(of_language.values_list("pk", flat=True)[KEPT:])
                EmergencyPaper.objects.filter(pk__in=outdated).delete()
        _write_file(paper)
        yield paper


def emergency_html(tournament: Tournament, *, language: str) -> str:
    """Return the present state of a tournament on paper, as a page with its own style sheet."""
    with translation.override(language), timezone.override(tournament.time_zone):
        context = {
            "tournament": tournament,
            "view": emergency_view(tournament),
            "made_at": timezone.now(),
            "blank_rows": BLANK_ROWS,
            "style": _style(),
        }
        return render_to_string("print/emergency.html", context)


def delete_old(now: datetime) -> int:
    """Delete the papers and files of tournaments that are over; return the number of papers."""
    over = EmergencyPaper.objects.filter(tournament__ends_on__lt=(now - KEPT_AFTER).date())
    for paper in over.select_related("tournament").defer("body"):
        file_of(paper).unlink(missing_ok=True)
    count, _by_model = over.delete()
    return count


def file_of(paper: EmergencyPaper) -> Path:
    """Return the file of the newest paper of a tournament in a language, for an installation that does not start."""
    ending = "pdf" if paper.is_pdf else "html"
    return Path(settings.VIDEAU_DATA) / "emergency" / f"{paper.tournament.uid}-{paper.language}.{ending}"


def _write_file(paper: EmergencyPaper) -> None:
    path = file_of(paper)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(bytes(paper.body))
    unfinished.replace(path)


def _languages(tournament: Tournament) -> list[str]:
    """Return the languages of the officers in their order, the language of the installation for those without one."""
    roles = Role.objects.filter(tournament=tournament).order_by("pk")
    chosen = (
        language or settings.LANGUAGE_CODE for language in roles.values_list("player__language", flat=True)
    )
    return list(dict.fromkeys(chosen)) or [settings.LANGUAGE_CODE]


def _style() -> str:
    path = finders.find(_STYLE)
    if path is None:
        raise AssertionError(f"{_STYLE} is part of the installation")
    return mark_safe(Path(path).read_text())  # noqa: S308 - a file of the installation
