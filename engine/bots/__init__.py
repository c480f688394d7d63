"""Players that work for any game. A bot gets a view and the events its seat has seen, never a state."""
