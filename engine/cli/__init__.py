"""The command ``vierblatt``: one module a command, no Qt; words come from the same catalogues as everywhere."""
