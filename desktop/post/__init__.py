"""Games by post at the screen: the game master's desk, and the page on which players compose their orders."""
