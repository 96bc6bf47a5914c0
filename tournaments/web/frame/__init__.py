"""Shared parts of all pages: visitors, layout, ETags, idempotent forms, refusals."""
