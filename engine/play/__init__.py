"""Running games: the session that owns the live state, the ports of the seats, the dealer, and the record."""
