"""The pages: each view fetches through access, validates, calls one action and answers."""
