"""The feed, counting rules and verdicts."""

from __future__ import annotations

from django.contrib import admin

from matches.admin import Admin, Inline, LookOnly
from tournaments.models import (
    CountingRule,
    FeedCursor,
    FeedHead,
    FeedMember,
    FeedRow,
    FeedVerdict,
    TreeHead,
    TreeLeaf,
    TreeNode,
)


class _FeedMembers(LookOnly, Inline):
    model = FeedMember


@admin.register(FeedRow)
class FeedRowAdmin(LookOnly, Admin):
    """What became of every match, the newest row first."""

    list_display = ("number", "match_uid", "change", "supersedes", "day", "ending", "tournament", "seq")
    list_filter = ("change", "kind", "ending")
    list_select_related = ("tournament",)
    search_fields = ("match_uid", "event_uid")
    ordering = ("-number",)
    inlines = (_FeedMembers,)


@admin.register(FeedCursor)
class FeedCursorAdmin(LookOnly, Admin):
    """How much of the log of each tournament is in the feed."""

    list_display = ("tournament", "seq")
    list_select_related = ("tournament",)


@admin.register(FeedHead)
class FeedHeadAdmin(LookOnly, Admin):
    """The end of the feed."""


@admin.register(CountingRule)
class CountingRuleAdmin(LookOnly, Admin):
    """Every version of the counting rules of federations and clubs."""

    list_display = ("federation", "club", "name", "version", "made_at", "ended_at", "judged")
    list_select_related = ("federation", "club")
    search_fields = ("uid",)


@admin.register(FeedVerdict)
class FeedVerdictAdmin(LookOnly, Admin):
    """Which matches are rated by which rules, or why not."""

    list_display = ("rule", "row", "reason", "body")
    list_filter = ("reason",)
    list_select_related = ("rule",)
    search_fields = ("row__match_uid",)


@admin.register(TreeHead)
class TreeHeadAdmin(LookOnly, Admin):
    """The checkpoints of all logs, the newest first."""

    list_display = ("at", "size", "root")


@admin.register(TreeLeaf)
class TreeLeafAdmin(LookOnly, Admin):
    """The heads of logs in the tree."""

    list_display = ("number", "log", "seq", "hash")
    search_fields = ("log",)


@admin.register(TreeNode)
class TreeNodeAdmin(LookOnly, Admin):
    """The hashes of the tree."""

    list_display = ("level", "place", "hash")
