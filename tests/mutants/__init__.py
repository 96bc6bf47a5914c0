"""Mutants: small mistakes made in the code on purpose, to see whether a test notices. See docs/mutants.md."""
