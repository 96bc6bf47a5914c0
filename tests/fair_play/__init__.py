"""Signals of fair play."""
