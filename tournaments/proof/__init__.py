"""Proofs for strangers: the tree over the heads of all logs, and the file with which anybody checks a log."""
