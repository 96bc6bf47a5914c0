"""What the pages and the API read: frozen values in a constant number of queries, and never a write."""
