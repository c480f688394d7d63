"""Everything of Vierblatt that needs no window: rules, bots, sessions, records, rooms, command line."""
