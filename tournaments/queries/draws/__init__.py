"""Drawn stages: inputs of draws, brackets, standings, winners, and the reasons of pairings."""
