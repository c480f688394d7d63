"""The table on the screen: PySide6 widgets. No rule lives here; widgets ask a seat's port."""
