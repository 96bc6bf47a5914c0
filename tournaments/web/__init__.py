"""The pages: fetch through access, validate a form, call one action, answer with HTML or a redirect."""
