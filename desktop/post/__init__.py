"""Games by post at the screen: the game master's desk."""
