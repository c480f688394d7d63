"""The package for macOS: a disk image of Vierblatt.app, for the processor that builds it.

Signing, if wanted: ``VIERBLATT_SIGN_IDENTITY`` (a "Developer ID Application"; vierblatt.spec uses it for everything in
the bundle), and ``VIERBLATT_NOTARY_PROFILE``, a keychain profile made by ``xcrun notarytool store-credentials``.
Without an identity the bundle is signed ad hoc, as every program on Apple's processors must be.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from package import WORK


def image(bundle: Path, target: Path) -> Path:
    """The disk image with the app and a way into the folder for programs."""
    stage = WORK / "dmg"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    shutil.copytree(bundle, stage / bundle.name, symlinks=True)
    (stage / "Applications").symlink_to("/Applications")
    command = [
        "hdiutil",
        "create",
        "-ov",
        "-quiet",
        "-fs",
        "HFS+",
        "-format",
        "UDZO",
        "-volname",
        "Vierblatt",
    ]
    subprocess.run([*command, "-srcfolder", str(stage), str(target)], check=True)
    return target


def signing(target: Path, environment: Mapping[str, str]) -> list[list[str]]:
    """The commands that sign the image *target* and have Apple look at it, as far as *environment* asks for it."""
    identity = environment.get("VIERBLATT_SIGN_IDENTITY")
    profile = environment.get("VIERBLATT_NOTARY_PROFILE")
    commands: list[list[str]] = []
    if identity:
        commands.append(["codesign", "--force", "--timestamp", "--sign", identity, str(target)])
        if profile:
            notary = ["xcrun", "notarytool", "submit", str(target), "--keychain-profile", profile, "--wait"]
            commands += [notary, ["xcrun", "stapler", "staple", str(target)]]
    return commands


def make(bundle: Path, named: Mapping[str, Path]) -> list[Path]:
    """All that can be made here."""
    subprocess.run(["codesign", "--verify", "--deep", "--strict", str(bundle)], check=True)
    target = image(bundle, named["dmg"])
    for command in signing(target, os.environ):
        subprocess.run(command, check=True)
    return [target]
