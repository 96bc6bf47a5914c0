"""Tests of the files that installations exchange."""
