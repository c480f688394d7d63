"""VP-Sleuth, after seed 003: who holds which gem? Questions are public, knowledge is worth points every round."""
