"""The setup of events: rules, plans, seasons and forecasts."""
