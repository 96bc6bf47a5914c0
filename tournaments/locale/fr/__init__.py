"""French as it is written in France."""
