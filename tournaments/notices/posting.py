"""Delivery of messages to the mail server, with errors by their cause."""

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

# The timeout of an address check in seconds, and the maximum number of concurrent checks.
_PATIENCE = 2.0
_QUESTIONS = 2
_server = Breaker(pause=60, longest=60)
_room = threading.BoundedSemaphore(_QUESTIONS)
_asking = ThreadPoolExecutor(max_workers=_QUESTIONS, thread_name_prefix="address")


class MailServerAway(Exception):
    """The mail server is unreachable, or refuses this service; the mail itself is not at fault."""


class MailRefused(Exception):
    """The mail server refuses this mail permanently, or its address cannot be written."""


def send(message: EmailMessage) -> None:
    """Send a message; raise `MailServerAway`, `MailRefused`, or a temporary SMTP error."""
    try:
        message.send()
    except UnicodeError as error:
        # The host of the address has letters that no name of a host has.
        raise MailRefused(str(error)) from error
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
        # The server does not support the characters of this address; another server may.
        raise
    # This includes SMTP errors, which are OSErrors.
    except OSError as error:
        raise MailServerAway(f"{type(error).__name__}: {error}") from error


def is_refused(address: str) -> bool:
    """Whether the mail server refuses an address at once; False if it cannot say.

    A visitor waits for at most two seconds, and not at all while the server is unavailable or two other checks run.
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
        # The next visitor does not wait for the same timeout.
        _server.fail()
        return False
    except OSError:
        return False


def _ask_and_learn(address: str) -> bool:
    """Check the address and record the server's state before returning, so that others do not retry a failed server."""
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
    """Start a mail to this address without sending it."""
    # With a mail server it is one that speaks SMTP.
    with import_string(settings.EMAIL_BACKEND)(timeout=_PATIENCE) as backend:
        conversation: smtplib.SMTP = backend.connection
        conversation.ehlo_or_helo_if_needed()
        conversation.mail(parseaddr(settings.DEFAULT_FROM_EMAIL)[1])
        code, words = conversation.rcpt(address)
        conversation.rset()
    # 5.7 concerns the sender, not the address.
    return code in (550, 551, 553) and b"5.7." not in words
