"""Words of formats, rules, money, ties and times, for the pages of every subject."""
