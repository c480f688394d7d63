"""The packages for Linux: an archive, a Debian package, an AppImage where its tool is, and what Flatpak needs."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import icons
from package import ROOT, WORK, debian_version, filled

TEMPLATES = ROOT / "build" / "packaging"
HOMEPAGE = os.environ.get("VIERBLATT_HOMEPAGE", "https://example.org/vierblatt")
"""Where the project lives; the release workflow says so."""

MAINTAINER = os.environ.get("VIERBLATT_MAINTAINER", "The Vierblatt developers <vierblatt@example.org>")
APP_ID = "io.github.vierblatt.Vierblatt"


def values(version: str, when: int) -> dict[str, str]:
    """What the templates' places are filled with."""
    return {
        "VERSION": version,
        "DATE": datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%d"),
        "HOMEPAGE": HOMEPAGE,
        "MAINTAINER": MAINTAINER,
    }


def squeezed(data: bytes) -> bytes:
    """*data* as gzip without a name or time in it."""
    return gzip.compress(data, 9, mtime=0)


def shared_files(version: str, when: int) -> dict[str, bytes]:
    """What tells the system about the program: paths below a prefix (``/usr``), and their contents."""
    put = values(version, when)

    def text(name: str) -> bytes:
        return filled((TEMPLATES / name).read_text("utf-8"), put).encode()

    made = icons.make(WORK / "icons")
    files = {
        "share/applications/vierblatt.desktop": text("vierblatt.desktop"),
        "share/mime/packages/vierblatt.xml": text("vierblatt-mime.xml"),
        "share/metainfo/vierblatt.metainfo.xml": text("vierblatt.metainfo.xml"),
        "share/man/man6/vierblatt.6.gz": squeezed(text("vierblatt.6")),
        "share/man/de/man6/vierblatt.6.gz": squeezed(text("vierblatt.de.6")),
        "share/icons/hicolor/scalable/apps/vierblatt.svg": icons.DRAWING.read_bytes(),
        "share/icons/hicolor/scalable/mimetypes/application-x-vierblatt-record.svg": icons.RECORD.read_bytes(),
    }
    for size in icons.PNG_SIZES:
        folder = f"share/icons/hicolor/{size}x{size}"
        files[f"{folder}/apps/vierblatt.png"] = (made / f"vierblatt-{size}.png").read_bytes()
        files[f"{folder}/mimetypes/application-x-vierblatt-record.png"] = (
            made / f"record-{size}.png"
        ).read_bytes()
    return files


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write *files* below *folder*."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def settle(folder: Path, when: int) -> None:
    """The same rights and times for everything below *folder*, whoever built it."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or is_program(path) else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)
    folder.chmod(0o755)
    os.utime(folder, (when, when))


def is_program(path: Path) -> bool:
    """Whether somebody starts *path*: libraries need no such right."""
    return os.access(path, os.X_OK) and ".so" not in path.name


# --- the archive -------------------------------------------------------------------------------------


def archive(bundle: Path, target: Path, version: str, when: int) -> Path:
    """The bundle with a desktop file and an icon, to be unpacked anywhere; ``install.sh`` puts it into the menu."""
    stem = target.name.removesuffix(".tar.gz")
    stage = fresh(WORK / "tar")
    top = stage / stem
    shutil.copytree(bundle, top, symlinks=True)
    put(top, shared_files(version, when))
    script = top / "install.sh"
    script.write_bytes((TEMPLATES / "install.sh").read_bytes())
    script.chmod(0o755)
    settle(top, when)
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in sorted([top, *top.rglob("*")]):
            entry = tar.gettarinfo(str(path), str(path.relative_to(stage)))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            if entry.isreg():
                with path.open("rb") as file:
                    tar.addfile(entry, file)
            else:
                tar.addfile(entry)
    import deflate

    target.write_bytes(deflate.gzip_compress(raw.getvalue(), 12))
    return target


def fresh(folder: Path) -> Path:
    """*folder*, empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# --- the Debian package ------------------------------------------------------------------------------


def glibc(texts: Iterable[str]) -> str:
    """The newest version of the C library that is asked for in *texts*, the output of ``objdump -p``."""
    found = {
        tuple(map(int, number.split(".")))
        for text in texts
        for number in re.findall(r"GLIBC_(\d[\d.]*)", text)
    }
    return ".".join(map(str, max(found, default=(2, 34))))


def headers(bundle: Path) -> Iterator[str]:
    """What ``objdump -p`` says about each program and library of *bundle*."""
    for path in sorted(bundle.rglob("*")):
        if path.is_file() and not path.is_symlink() and (is_program(path) or ".so" in path.name):
            done = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=False)
            yield done.stdout


def control(version: str, architecture: str, size: int, libc: str) -> str:
    """The package's control file; *size* in bytes, *libc* the C library's version that is needed."""
    return "\n".join(
        [
            "Package: vierblatt",
            f"Version: {debian_version(version)}",
            "Section: games",
            "Priority: optional",
            f"Architecture: {architecture}",
            f"Maintainer: {MAINTAINER}",
            f"Installed-Size: {-(-size // 1024)}",
            # What a bundle must not bring: the C library and the graphics driver's side of OpenGL.
            f"Depends: libc6 (>= {libc}), libegl1, libgl1",
            "Recommends: fontconfig-config, libcups2, libwayland-client0, libwayland-cursor0, xdg-utils, xkb-data",
            f"Homepage: {HOMEPAGE}",
            "Description: one table for card, word and deduction games",
            " Play against bots of several strengths, or with people round one screen, in",
            " German and English, with mouse, keyboard or screen reader.",
            " .",
            " Every move is saved at once, a guided first match teaches a game in minutes,",
            " and a finished match can be watched again with all hands open.",
            " .",
            " The package brings its own Python and Qt.",
            "",
        ]
    )


def changelog(version: str, when: int) -> str:
    """Debian's form of it: one entry that leads to the project's own."""
    date = format_datetime(datetime.fromtimestamp(when, UTC))
    return (
        f"vierblatt ({debian_version(version)}) unstable; urgency=medium\n\n"
        f"  * See CHANGELOG.md in this folder.\n\n -- {MAINTAINER}  {date}\n"
    )


def debian(bundle: Path, target: Path, version: str, when: int) -> Path:
    """The package for Debian, Ubuntu and what is made from them."""
    stage = fresh(WORK / "deb")
    put(stage / "usr", shared_files(version, when))
    home = stage / "usr" / "lib" / "vierblatt"
    shutil.copytree(bundle, home, symlinks=True)
    (stage / "usr" / "games").mkdir()
    (stage / "usr" / "games" / "vierblatt").symlink_to("../lib/vierblatt/vierblatt")
    put(
        stage / "usr" / "share" / "doc" / "vierblatt",
        {
            "changelog.gz": squeezed(changelog(version, when).encode()),
            "CHANGELOG.md.gz": squeezed((ROOT / "CHANGELOG.md").read_bytes()),
            "copyright": filled((TEMPLATES / "copyright").read_text("utf-8"), values(version, when)).encode(),
        },
    )
    put(
        stage / "usr" / "share" / "lintian" / "overrides",
        {"vierblatt": (TEMPLATES / "lintian-overrides").read_bytes()},
    )
    settle(stage, when)
    files = [path for path in sorted(stage.rglob("*")) if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files)
    digests = "".join(
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(stage)}\n"
        for path in files
    )
    architecture = target.stem.rpartition("_")[2]
    put(
        stage / "DEBIAN",
        {
            "control": control(version, architecture, size, glibc(headers(home))).encode(),
            "md5sums": digests.encode(),
        },
    )
    settle(stage / "DEBIAN", when)
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(when)}
    subprocess.run(
        ["dpkg-deb", "-Zxz", "--root-owner-group", "--build", stage, target],
        env=env,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return target


# --- AppImage and Flatpak ----------------------------------------------------------------------------


def appimage(bundle: Path, target: Path, version: str, when: int, tool: str) -> Path:
    """One file that runs by itself, packed by *tool* (appimagetool)."""
    stage = fresh(WORK / "Vierblatt.AppDir")
    put(stage / "usr", shared_files(version, when))
    shutil.copytree(bundle, stage / "usr" / "lib" / "vierblatt", symlinks=True)
    (stage / "AppRun").symlink_to("usr/lib/vierblatt/vierblatt")
    (stage / "vierblatt.desktop").symlink_to("usr/share/applications/vierblatt.desktop")
    (stage / "vierblatt.svg").symlink_to("usr/share/icons/hicolor/scalable/apps/vierblatt.svg")
    (stage / ".DirIcon").symlink_to("usr/share/icons/hicolor/256x256/apps/vierblatt.png")
    settle(stage, when)
    env = {**os.environ, "VERSION": version, "SOURCE_DATE_EPOCH": str(when)}
    subprocess.run([tool, "--no-appstream", stage, target], env=env, check=True)
    target.chmod(0o755)
    return target


def flatpak_manifest(tar: Path) -> Path:
    """The manifest for flatpak-builder, which takes the archive *tar* beside it."""
    text = (TEMPLATES / f"{APP_ID}.yml").read_text("utf-8")
    target = tar.with_name(f"{APP_ID}.yml")
    digest = hashlib.sha256(tar.read_bytes()).hexdigest()
    target.write_text(filled(text, {"ARCHIVE": tar.name, "SHA": digest}), "utf-8")
    return target


def make(bundle: Path, named: Mapping[str, Path], version: str, when: int) -> list[Path]:
    """All that can be made here."""
    made = [archive(bundle, named["tar"], version, when)]
    made.append(flatpak_manifest(named["tar"]))
    if shutil.which("dpkg-deb"):
        made.append(debian(bundle, named["deb"], version, when))
    else:
        print("No Debian package: there is no dpkg-deb here.")
    tool = shutil.which("appimagetool")
    if tool:
        made.append(appimage(bundle, named["appimage"], version, when, tool))
    else:
        print("No AppImage: there is no appimagetool here.")
    return made
