"""What Videau changes inside Django's database layer, in one place.

Each of these relies on methods that Django does not document. `tests/matches/test_database.py` holds that they are
there, for every Django that `.ci/matrix` runs.
"""
