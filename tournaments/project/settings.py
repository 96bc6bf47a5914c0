"""The settings of both installations: nothing set is the embedded one, DATABASE_URL and REDIS_URL make the other."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from . import environment
from .data_directory import DATABASE_FILE, checkpoint_key, data_directory, push_key, secret_key
from .languages import languages_in
from .observability import logs, reports, tracing
from .release import VERSION
from .second_factor import required_of

if unreadable := [*environment.faults(os.environ)]:
    raise ImproperlyConfigured("\n".join(unreadable))
env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VIDEAU_DATA = data_directory(env.str("VIDEAU_DATA", default=""), base=BASE_DIR)

DEBUG = env.bool("VIDEAU_DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VIDEAU_DATA)
# Signs the checkpoints of the logs (docs/proof.md).
CHECKPOINT_KEY = env.str("CHECKPOINT_KEY", default="") or checkpoint_key(VIDEAU_DATA)
DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
IS_EMBEDDED = not REDIS_URL
# PostgreSQL without Redis runs on the embedded runner when that is asked for: with
# several web nodes it would be an accident.
if (
    DATABASE_URL
    and not DATABASE_URL.startswith("sqlite")
    and IS_EMBEDDED
    and not env.bool("EMBEDDED_RUNNER", default=False)
):
    raise ImproperlyConfigured("DATABASE_URL needs REDIS_URL too, or EMBEDDED_RUNNER=1 for a single machine.")
# Phones know this service by it: one of a single machine makes its own, several processes are given one or tell no phone.
PUSH_KEY = env.str("PUSH_KEY", default="") or (push_key(VIDEAU_DATA) if IS_EMBEDDED else "")

# Where this service is reached; https makes cookies Secure.
BASE_URL = env.str("BASE_URL", default="")
IS_HTTPS = BASE_URL.startswith("https://")
# For tests and development: a push service on this machine. Nobody else's is reached there.
PUSH_TO_LOCALHOST = env.bool("PUSH_TO_LOCALHOST", default=False) and not IS_HTTPS
# The local names stay, because the probes of the machine itself use them.
ALLOWED_HOSTS = [
    *env.list("ALLOWED_HOSTS", default=[urlsplit(BASE_URL).hostname] if BASE_URL else []),
    "localhost",
    "127.0.0.1",
    "[::1]",
]
CSRF_TRUSTED_ORIGINS = [BASE_URL.rstrip("/")] if BASE_URL else []

INSTALLED_APPS = [
    "tournaments.apps.TournamentsConfig",
    "matches.apps.MatchesConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

_REQUEST_LOG = "tournaments.project.observability.requests.RequestLog"
MIDDLEWARE = [
    "tournaments.project.hosts.KnownHost",
    # Before all others, so that every answer to a known host has an id, and its refusal a line.
    _REQUEST_LOG,
    # Strangers are answered here, and nothing below is asked.
    "tournaments.project.shared_answers.SharedAnswers",
    "tournaments.web.frame.privacy.PublicNames",
    "django.middleware.security.SecurityMiddleware",
    # Halls have bad Wi-Fi: a page with its styles and htmx is 200 kB, and 40 when compressed.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "tournaments.web.frame.live.LivePolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.project.sessions.SessionCookies",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.web.frame.privacy.PrivatePages",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Late, because its refusals are pages too; yet before any view, and before a body is read.
    "tournaments.project.requests.RequestLimits",
    "tournaments.web.frame.refusals.RefusalMiddleware",
]

ROOT_URLCONF = "tournaments.project.urls"
WSGI_APPLICATION = "tournaments.project.wsgi.application"
FORM_RENDERER = "tournaments.web.frame.form_fields.PageRenderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "tournaments.web.frame.visitors.in_templates",
            ],
            # The tags of the pages stand in the web room, not at the top of the application.
            "libraries": {
                "careers": "tournaments.web.templatetags.careers",
                "emergency": "tournaments.web.templatetags.emergency",
                "event_page": "tournaments.web.templatetags.event_page",
                "ratings": "tournaments.web.templatetags.ratings",
                "sentences": "tournaments.web.sentences",
                "videau": "tournaments.web.templatetags.videau",
            },
            # These are used as Django's own tags are: without a load.
            "builtins": [
                "tournaments.web.templatetags.brackets",
                "tournaments.web.templatetags.markup",
                "tournaments.web.templatetags.posting",
            ],
        },
    },
]


# A page or a job that reads for longer than half a minute is ended; a migration or an audit takes its time.
IS_COMMAND = Path(sys.argv[0]).name == "manage.py"


def _database() -> dict[str, Any]:
    """The database: SQLite under VIDEAU_DATA by default, else what DATABASE_URL says."""
    config: dict[str, Any] = (
        env.db_url_config(DATABASE_URL)
        if DATABASE_URL
        # A path is no address: `#`, `?` and `%` are letters in it.
        else {"ENGINE": "django.db.backends.sqlite3", "NAME": str(VIDEAU_DATA / DATABASE_FILE)}
    )
    config["ATOMIC_REQUESTS"] = False
    options = config.setdefault("OPTIONS", {})
    if config["ENGINE"].endswith("sqlite3"):
        # Writers queue in the order they came, instead of trying their luck.
        config["ENGINE"] = "matches.database.fair_sqlite"
        options |= {
            # Without IMMEDIATE, two writers fail with "database is locked" instead of waiting.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL survives a power cut at the venue; it costs a fifth of the write rate.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;",
        }
        config["CONN_MAX_AGE"] = None
        # Tests with threads need a file: an in-memory database is locked by table.
        config["TEST"] = {"NAME": str(VIDEAU_DATA / "test.sqlite3")}
    else:
        options["pool"] = {
            # How many are kept is a matter of load alone: a pool of any size finds back to a database that was killed.
            "min_size": 2,
            "max_size": env.int("DATABASE_POOL", default=16),
            "timeout": 5,
            # The pool waits twice as long after each failed attempt, and new requests wait with it: after this many
            # seconds it gives up instead, and the next request tries at once.
            "reconnect_timeout": 2,
        }
        config["ENGINE"] = "matches.database.bounded_postgres"
        options["limits"] = {"lock_timeout": 3_000}
        if not IS_COMMAND:
            options["limits"]["statement_timeout"] = 30_000
        # What is asked more often than this on a connection is planned by PostgreSQL once: of what phones ask, a dozen
        # tables joined, the plan takes several times as long as the answer.
        options |= {"server_side_binding": True, "prepare_threshold": 2}
    return config


# Where pages hear of changes: "proxy" when the proxy leads /live/ to the live process, or the port
# that this process has on the same host. Without it they ask every few seconds, as they do when it is away.
LIVE = env.str("VIDEAU_LIVE", default="")

# The program that analyses game records: `auto` where it is installed, `off`, or its path.
GNUBG = env.str("GNUBG", default="auto")

DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "tournaments.project.shared_cache.SharedCache",
        "LOCATION": REDIS_URL,
        # The client would try again and again by itself while a request waits.
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1.0, "retry": Retry(NoBackoff(), 0)},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "videau"}
}
# What the worker works out for the pages: without Redis the two processes share a folder.
CACHES["shared"] = (
    CACHES["default"]
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(VIDEAU_DATA / "cache"),
    }
)
RELEASE = VERSION
# What another release has worked out may have another shape: nobody reads it.
for cache in CACHES.values():
    cache["KEY_PREFIX"] = VERSION

AUTH_USER_MODEL = "matches.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "tournaments.access.accounts.EndTokens"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_ADAPTER = "tournaments.web.people.accounts.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "tournaments.web.people.profile_forms.SignupForm"
# Only where a mail can be sent can the page say the same to an address that has an account and to one that has none.
SENDS_MAIL = env.str("EMAIL_URL", default="").startswith("smtp")
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", default="mandatory" if SENDS_MAIL else "none")
# Of one address each, and a hall shares one. Where signing up tells who has an account, nobody asks for many.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    # Wrong passwords, where no browser of the account asks: of a network address, and of all addresses together. Whoever
    # guesses uses up these, and none of what a browser has in which the account was signed in before.
    "login_failed": "10/m/ip,100/h/key",
    "login_failed_here": "5/300s/key",
    "login_failed_known": "10/300s/key",
    # Wrong codes, for which the password is known.
    "second_factor": "5/300s/key,20/d/key",
    "signup": "60/m/ip" if ACCOUNT_EMAIL_VERIFICATION == "mandatory" else "20/m/ip,200/h/ip",
}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USER_DISPLAY = str
# Names a browser to the accounts that have signed in there, for their lists and limits.
KNOWN_BROWSER_COOKIE = "known_browser"
# Changes of the account itself ask again who it is after so many seconds.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
# Money and appointments ask again after so many hours; 0 never asks.
CONFIRM_AFTER_HOURS = env.int("CONFIRM_AFTER_HOURS", default=12)
# Who runs this service, with an address: the page on privacy names it.
OPERATOR_CONTACT = env.str("OPERATOR_CONTACT", default="")
# Whom the desk of a tournament finds by name: `all` whom the service knows, or `own`, for a server with minors.
PERSON_SEARCH = env.str("PERSON_SEARCH", default="all")
# Who needs a second factor beside the password: nobody, unless the operator says so.
SECOND_FACTOR = required_of(env.list("SECOND_FACTOR", default=[]))
MFA_ADAPTER = "tournaments.web.people.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "tournaments.web.people.second_factor.FactorCodeForm",
    "reauthenticate": "tournaments.web.people.second_factor.ConfirmingCodeForm",
    "add_webauthn": "tournaments.web.people.second_factor.PasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Where no mail confirms an address, it would keep everybody from a second factor.
MFA_ALLOW_UNVERIFIED_EMAIL = ACCOUNT_EMAIL_VERIFICATION == "none"
# A phone whose clock is half a minute late is let in.
MFA_TOTP_TOLERANCE = 1
# Browsers offer passkeys over https, and on the machine itself.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not IS_HTTPS
# As for the API: without this, one guesser behind the proxy would use up the attempts of everybody.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if IS_HTTPS else 0

# The copy is only right where all processes share the cache.
SESSION_ENGINE = "tournaments.project.sessions" if REDIS_URL else "tournaments.project.steady_sessions"
SESSION_COOKIE_SECURE = IS_HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
CSRF_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IS_HTTPS
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if IS_HTTPS else 0
# Both bind hosts that are not this service's: only who has the whole domain can ask for them.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
LANGUAGES = languages_in(LOCALE_PATHS[0])
FORMAT_MODULE_PATH = "tournaments.locale"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "tournaments" / "web" / "static"]
STATIC_ROOT = env.str("STATIC_ROOT", default="") or str(VIDEAU_DATA / "static")
# WhiteNoise wants the directory, even where it serves the files of the code itself.
Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = IS_EMBEDDED
MEDIA_ROOT = str(VIDEAU_DATA / "media")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # The manifest needs a collectstatic run, which the image does when it is built.
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if IS_EMBEDDED
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
# A record of one MiB with its form around it is the largest body that makes sense.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# A list of 2,000 players may have an answer for each row, and a choice for each of 200 columns.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_500
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# Where exhibits of a dispute are added, a photo of five MiB with its form around it.
LARGEST_EXHIBIT_BODY = 6 * 1024 * 1024

# Without a mail server every message is a file under VIDEAU_DATA/mail.
EMAIL_URL = env.str("EMAIL_URL", default="")
_mail: dict[str, Any] = (
    env.email_url_config(EMAIL_URL)
    if EMAIL_URL
    else {
        "EMAIL_BACKEND": "tournaments.project.mail.PrivateFileBackend",
        "EMAIL_FILE_PATH": str(VIDEAU_DATA / "mail"),
    }
)
vars().update(_mail)
if _mail["EMAIL_BACKEND"].endswith(".smtp.EmailBackend"):
    EMAIL_BACKEND = "tournaments.project.mail.EmailBackend"
# Seconds for a whole conversation with the mail server; less than a claim lasts (queue.CLAIM_TIMEOUT).
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="Videau <videau@localhost>")

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_IMPORTS = ["tournaments.tasks", "tournaments.project.pump"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# The memory of the embedded worker is looked at from time to time, so each look takes several jobs.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1 if REDIS_URL else 20
# A request never waits for the broker: what cannot be published is relayed later.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "visibility_timeout": 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 1,
        "socket_timeout": 5,
        # A request that publishes finds the broker there or leaves the job to the relay.
        "max_retries": 0,
        "interval_start": 0,
        "interval_step": 0,
        "interval_max": 0,
    }
    if REDIS_URL
    # By default an idle embedded worker sleeps for a second before it looks again.
    else {"polling_interval": 0.05}
)
# The embedded runner's pump does the same without beat.
CELERY_BEAT_SCHEDULE = {
    "relay": {"task": "tournaments.relay", "schedule": 3.0, "options": {"expires": 10}},
    "sweep": {"task": "tournaments.request_sweep", "schedule": 60.0, "options": {"expires": 60}},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VIDEAU_DATA / "beat-schedule")

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["tournaments.api.authentication.AccountToken"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Described",
    "EXCEPTION_HANDLER": "tournaments.api.errors.problem_response",
    # Behind https there is one proxy, whose word on the client's address counts.
    "NUM_PROXIES": 1 if IS_HTTPS else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Requests a minute to the API; None is without limit. A hall shares one address,
# so the limit of strangers is wide. `report` and `upload` count a player's own
# reports and records, `direct` those that a director enters.
API_RATES: dict[str, int | None] = {
    "anonymous": 1200,
    "visitor": 1200,
    "report": 30,
    "direct": 600,
    "upload": 20,
    # Codes from a desk, on the pages too.
    "claim": 12,
    # Newcomers who register from one network address, on the pages too.
    "newcomer": 60,
}
# The same for pages that cost more than others, and for strangers alone: the steps of a replay, and
# those of them that read the whole file because the cache does not have the game; the forecasts of a desk that
# have to be worked out; and the pictures of shared addresses that have to be drawn.
PAGE_RATES: dict[str, int | None] = {"replay": 600, "replay_read": 60, "forecast": 20, "card": 120}
_HOUR, _DAY, _MONTH = 60 * 60, 24 * 60 * 60, 30 * 24 * 60 * 60
# How many in how many seconds (tournaments/budgets.py), counted in the database; None is without limit. A new address is
# one with which nobody has signed up, and of which nobody has opened a mailed link.
BUDGETS: dict[str, tuple[int, int] | None] = {
    # Mails with a private link or the code of a claim: to a player of a tournament, to a player by the tournaments of one
    # owner, to an address, to a new address.
    "link_mail": (1, 10 * 60),
    "link_mails": (3, _DAY),
    "link_mails_to_address": (12, _DAY),
    "link_to_new_address": (1, _MONTH),
    # Mails of the tournaments of one owner that say one is registered: to an address, and to a new one.
    "registration_mails": (3, _DAY),
    "registration_to_new_address": (1, _MONTH),
    # Messages of the desks of one owner, who type words and addresses: to an address, and to a new one.
    "messages": (3, _DAY),
    "message_to_new_address": (1, _MONTH),
    # New addresses to which the tournaments of one owner mail.
    "new_addresses": (300, _DAY),
    # Invitations to an address, and by one person.
    "invitations_to_address": (3, _DAY),
    "invitations": (50, _DAY),
    # Other mails to an address: about its matches, the same to a new address, about anything else, the same to a new
    # address, and of one kind about its account.
    "match_notices": (200, _DAY),
    "match_notices_to_new_address": (20, _DAY),
    "notices": (40, _DAY),
    "notices_to_new_address": (3, _DAY),
    "account_mails": (10, _DAY),
    # Questions to partners, by one account or private link.
    "partner_questions": (20, _DAY),
    # Newcomers by one registration link, and tournaments that one account makes public.
    "newcomers": (300, _HOUR),
    "public_tournaments": (10, _DAY),
}
# Who makes tournaments public: `everybody`, `operators`, or the addresses of accounts, beside the operators.
PUBLIC_TOURNAMENTS = frozenset(
    name.strip().casefold()
    for name in env.list("PUBLIC_TOURNAMENTS", default=["everybody" if IS_EMBEDDED else "operators"])
)
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Videau",
    "DESCRIPTION": "The tournament desk for backgammon.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "PublicAs": "matches.models.PublicAs",
        "Side": "tournaments.requests.codes.SIDES",
        "Outcome": "tournaments.requests.codes.OUTCOMES",
        "NotPlayedOut": "tournaments.requests.codes.NOT_PLAYED_OUT",
        "MatchState": "tournaments.requests.codes.MATCH_STATES",
        "SlotState": "tournaments.requests.codes.SLOT_STATES",
        "MismatchKind": "tournaments.requests.codes.MISMATCH_KINDS",
        "MistakeKind": "tournaments.requests.codes.MISTAKE_KINDS",
        "EventKind": "tournaments.models.EventKind",
        "RoleKind": "tournaments.models.RoleKind",
        "ExhibitKind": "tournaments.requests.disputes.EXHIBIT_KINDS",
        "OfficeKind": "tournaments.models.OfficeKind",
        "ClubKind": "tournaments.models.ClubKind",
        "ListOrigin": "tournaments.models.ListOrigin",
        "ListOrder": "tournaments.models.ListOrder",
        "LatePolicy": "tournaments.models.LatePolicy",
        "UncertaintyPeriod": "tournaments.models.UncertaintyPeriod",
        "OfficialStatus": "tournaments.models.OfficialStatus",
        "RatingFaultCode": "tournaments.actions.lists.uploading.RatingFaultCode",
        "SignalKind": "tournaments.fair_play.SignalKind",
        "MembershipKind": "tournaments.models.MembershipKind",
        "SanctionState": "tournaments.models.SanctionState",
        "SubmissionState": "tournaments.models.SubmissionState",
        "MatchKind": "tournaments.requests.codes.MATCH_KINDS",
        "MatchEnding": "tournaments.requests.codes.MATCH_ENDINGS",
        "RecordKind": "tournaments.requests.codes.RECORD_KINDS",
        "UnratedReason": "tournaments.ratings.counting.UnratedReason",
        "TokenScope": "tournaments.models.TokenScope",
        "SeasonState": "tournaments.queries.points.season_table.SeasonState",
        "ArchiveKind": "tournaments.models.ArchiveKind",
        "ArchiveState": "tournaments.models.ArchiveState",
        "Confidence": "tournaments.models.Confidence",
    },
}

LOG_FORMAT = env.str("LOG_FORMAT", default="line")
LOGGING = logs.configuration(LOG_FORMAT, env.str("LOG_LEVEL", default="INFO"))
# The directory of docker/backup.sh as this process sees it, for ./videau doctor.
BACKUPS = env.str("BACKUPS", default="")
# Prometheus shows this token as a bearer; without one there is no /metrics.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Where unexpected errors are reported, without personal data; nowhere by default.
SENTRY_DSN = env.str("SENTRY_DSN", default="")
if SENTRY_DSN:
    reports.begin(SENTRY_DSN, release=VERSION)
# Where traces of requests and jobs are sent; without it nothing is traced, and no library of it imported.
OTEL_EXPORTER_OTLP_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
# The function that does a job within its span.
AROUND_JOB = ""
if OTEL_EXPORTER_OTLP_ENDPOINT:
    tracing.begin(release=VERSION)
    AROUND_JOB = tracing.JOB_SPAN
    # Within the log, which has the id, and around everything else.
    MIDDLEWARE.insert(MIDDLEWARE.index(_REQUEST_LOG) + 1, tracing.REQUEST_SPANS)
# The lanes of jobs that a worker serves; names of tournaments.queue.Lane.
LANES = environment.LANES
WORKER_LANES = frozenset(name.strip() for name in env.list("WORKER_LANES", default=LANES))
# The port on which a worker reports its own metrics, to its own network.
METRICS_PORT = env.int("METRICS_PORT", default=0)
