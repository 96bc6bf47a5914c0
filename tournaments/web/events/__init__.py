"""Pages of tournaments and events: public, settings, plans, stages, forecasts."""
