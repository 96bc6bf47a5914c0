"""What the style page shows: the tokens, read from the style sheet, and a sample of what each part is given."""
