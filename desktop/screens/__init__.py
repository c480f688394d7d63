"""The pages of the main window: start, new game, table. Each is built anew when the language changes."""
