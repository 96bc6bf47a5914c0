"""Shared parts of the desk pages: layout, refusals, edit conflicts, and confirmations."""
