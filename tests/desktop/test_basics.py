"""The small pieces that every screen uses."""

from __future__ import annotations

import html

from PySide6.QtWidgets import QApplication

from desktop.widgets.basics import Button, plain_tip


def test_an_ampersand_in_a_name_makes_no_shortcut(app: QApplication) -> None:
    """Somebody called “R&D” is shown so, and Alt+D does not press the button."""
    button = Button("I am R&D")
    assert button.shortcut().isEmpty()
    button.setText("Tom & Jerry")
    assert button.shortcut().isEmpty()
    assert button.text() == "Tom && Jerry"


def test_a_tool_tip_is_never_markup() -> None:
    """Names come from anybody."""
    assert plain_tip("<b>Ben") == "<p>&lt;b&gt;Ben</p>"
    assert plain_tip("") == ""
    signs = """Anna & "Ben" <Carla> 'Dora'"""
    assert plain_tip(signs) == f"<p>{html.escape(signs)}</p>"
