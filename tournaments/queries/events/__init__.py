"""Events as they are set up: rules, plans, seasons, and forecasts of both."""
