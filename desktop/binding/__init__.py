"""The Qt side of a running game: who is at the screen, when bots move, what is saved."""
