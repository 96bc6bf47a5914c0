"""Notices on phones by Web Push: encrypted for one browser, signed by this service, sent to its push service."""

from .keys import is_on, public_key
from .sealing import BrowserKeys, seal
from .telling import MATTERS, PhoneWaits, tell_phone
