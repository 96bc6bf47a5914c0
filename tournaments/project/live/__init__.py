"""The live process: says to open pages that a tournament has changed, so that they need not ask again and again."""
