"""VP-Sleuth by post."""
