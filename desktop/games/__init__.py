"""One package a game: its panel at the table. Panels never import each other."""
