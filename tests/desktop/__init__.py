"""Tests of the desktop: real clicks and keys on the real window, on Qt's offscreen platform. No Qt is imported here."""
