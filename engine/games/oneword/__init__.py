"""Ein Wort (One Word): together against thirteen cards, one word of help from each; three to eight seats."""
