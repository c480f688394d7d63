"""VP-Sleuth at the table."""
