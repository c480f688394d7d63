"""Ein Wort at the screen."""
