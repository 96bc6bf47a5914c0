"""Hands messages to the mail server, and says whose fault it is when it does not take one."""

from __future__ import annotations

import logging
import smtplib
import threading
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NoAnswer
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.module_loading import import_string

from .breaker import Breaker

logger = logging.getLogger(__name__)

# What a visitor waits for a word about an address, and how many conversations there may be about addresses at a time.
_PATIENCE = 2.0
_QUESTIONS = 2
_server = Breaker(pause=60, longest=60)
_room = threading.BoundedSemaphore(_QUESTIONS)
_asking = ThreadPoolExecutor(max_workers=_QUESTIONS, thread_name_prefix="address")


class MailServerAway(Exception):
    """The mail server cannot be spoken to, or refuses us; it says nothing about the mail."""


class MailRefused(Exception):
    """The mail server will never take this mail, most often because of its address."""


def send(message: EmailMessage) -> None:
    """Send a message; `MailServerAway`, `MailRefused`, or what SMTP says of one that may work later."""
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _words in error.recipients.values()]
        if all(code >= 500 for code in codes):
            raise MailRefused(str(codes)) from error
        if 421 in codes:
            raise MailServerAway(str(error)) from error
        raise
    except smtplib.SMTPDataError as error:
        if error.smtp_code >= 500:
            raise MailRefused(str(error)) from error
        raise
    except smtplib.SMTPNotSupportedError:
        # An address in letters that this server does not know; another one may.
        raise
    # Of SMTP too: all its errors are OSErrors.
    except OSError as error:
        raise MailServerAway(f"{type(error).__name__}: {error}") from error


def is_refused(address: str) -> bool:
    """Whether the mail server says at once that an address does not exist; False when it cannot say.

    A visitor waits for it two seconds at most, and nobody while the server is away or
    two others ask.
    """
    if not settings.SENDS_MAIL or not _room.acquire(blocking=False):
        return False
    if not _server.admits():
        _room.release()
        return False

    answer = _asking.submit(_ask_and_learn, address)
    try:
        return answer.result(timeout=_PATIENCE)
    except NoAnswer:
        # Whoever comes next does not wait as long for the same.
        _server.fail()
        return False
    except OSError:
        return False


def _ask_and_learn(address: str) -> bool:
    """Ask the server, and note how it is before anybody has the answer: who reads that it failed asks no second time."""
    try:
        is_unknown = _ask(address)
    except Exception as error:
        logger.warning("The mail server was asked about an address and failed: %s", error)
        _server.fail()
        raise
    else:
        _server.succeed()
        return is_unknown
    finally:
        _room.release()


def _ask(address: str) -> bool:
    """Begin a mail to this address, and send none."""
    # With a mail server it is one that speaks SMTP.
    with import_string(settings.EMAIL_BACKEND)(timeout=_PATIENCE) as backend:
        conversation: smtplib.SMTP = backend.connection
        conversation.ehlo_or_helo_if_needed()
        conversation.mail(parseaddr(settings.DEFAULT_FROM_EMAIL)[1])
        code, words = conversation.rcpt(address)
        conversation.rset()
    # 5.7 is about who asks, not about the address.
    return code in (550, 551, 553) and b"5.7." not in words
