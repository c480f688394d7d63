"""What can be said about the packages without building any: names, contents, texts, licences."""

from __future__ import annotations

import gzip
import importlib
import importlib.metadata
import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"

Load = Callable[[str], ModuleType]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Imports a module of build/."""
    monkeypatch.syspath_prepend(str(BUILD))
    return importlib.import_module


# --- what goes into the bundle -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6/Qt/plugins/platforms/libqwayland.so", True),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("PySide6\\plugins\\platforms\\qdirect2d.dll", False),
        ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", True),
        ("PySide6/Qt/plugins/imageformats/libqsvg.so", True),
        ("PySide6/Qt/plugins/imageformats/libqjpeg.so", False),
        ("PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so", False),
        ("PySide6/Qt/plugins/platforminputcontexts/libcomposeplatforminputcontextplugin.so", True),
        ("PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/plugins/platformthemes/libqxdgdesktopportal.so", True),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", False),
        ("PySide6/Qt/plugins/wayland-shell-integration/libxdg-shell.so", True),
        ("PySide6/Qt/plugins/iconengines/libqsvgicon.so", True),
        ("PySide6/Qt/plugins/printsupport/libcupsprintersupport.so", True),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("PySide6/Qt/translations/qtbase_en.qm", True),
        ("PySide6/Qt/translations/qtbase_fr.qm", False),
        ("PySide6/Qt/translations/qt_de.qm", False),
        ("translations/de/LC_MESSAGES/vierblatt.mo", True),
        ("translations/de/LC_MESSAGES/vierblatt.po", False),
        ("vierblatt-0.1.0.dist-info/METADATA", True),
        ("vierblatt-0.1.0.dist-info/direct_url.json", False),
        ("vierblatt-0.1.0.dist-info/RECORD", False),
        ("engine/rooms/web/page.js", True),
        ("resources/letter/start.svg", True),
        ("PySide6/QtWidgets.pyi", False),
    ],
)
def test_what_stays_by_name(load: Load, name: str, stays: bool) -> None:
    assert load("contents").wanted(name, ["de", "en"]) is stays


def test_the_plugins_that_pyside_brings_are_known(load: Load) -> None:
    """Names of plugins that this PySide6 does not have would keep nothing."""
    import PySide6

    contents = load("contents")
    plugins = Path(PySide6.__file__).parent / ("Qt/plugins" if os.name != "nt" else "plugins")
    files = [
        f"PySide6/{path.relative_to(plugins.parents[1]).as_posix()}"
        for path in plugins.rglob("*")
        if path.is_file()
    ]
    stay = [name for name in files if contents.wanted(name, ["de"])]
    needed = {"platforms", "imageformats", "iconengines"}
    if sys.platform.startswith("linux"):
        needed |= set(contents.PLUGINS)
    assert needed <= {name.split("/")[-2] for name in stay}
    assert len(stay) < len(files) / 2


def test_libraries_stay_if_something_that_stays_needs_them(load: Load) -> None:
    contents = load("contents")
    plugins = "PySide6/Qt/plugins/platforms"
    lib = "PySide6/Qt/lib"
    binaries = [
        ("PySide6/QtGui.abi3.so", "/v/QtGui.abi3.so", "EXTENSION"),
        (f"{plugins}/libqxcb.so", "/v/libqxcb.so", "BINARY"),
        (f"{plugins}/libqeglfs.so", "/v/libqeglfs.so", "BINARY"),
        (f"{lib}/libQt6Gui.so.6", "/v/libQt6Gui.so.6", "BINARY"),
        (f"{lib}/libQt6XcbQpa.so.6", "/v/libQt6XcbQpa.so.6", "BINARY"),
        (f"{lib}/libQt6Egl.so.6", "/v/libQt6Egl.so.6", "BINARY"),
        ("PySide6/Qt/plugins/printsupport/libcupsprintersupport.so", "/v/cups.so", "BINARY"),
        ("libcups.so.2", "/s/libcups.so.2", "BINARY"),
        ("libavahi.so.3", "/s/libavahi.so.3", "BINARY"),
        ("libpython3.11.so.1.0", "/p/libpython3.11.so.1.0", "BINARY"),
        ("libQt6Gui.so.6", f"{lib}/libQt6Gui.so.6", "SYMLINK"),
        ("libQt6Egl.so.6", f"{lib}/libQt6Egl.so.6", "SYMLINK"),
    ]
    asks = {
        "/v/QtGui.abi3.so": ["libQt6Gui.so.6", "libc.so.6"],
        "/v/libqxcb.so": ["libQt6XcbQpa.so.6"],
        "/v/libQt6XcbQpa.so.6": ["libQt6Gui.so.6"],
        "/v/libqeglfs.so": ["libQt6Egl.so.6"],
        "/v/cups.so": ["libcups.so.2"],
        "/s/libcups.so.2": ["libavahi.so.3"],
    }
    left, datas = contents.trimmed(
        binaries, [("resources/x.svg", "/r/x.svg", "DATA")], ["de"], lambda path: asks.get(path, [])
    )
    gone = {f"{plugins}/libqeglfs.so", f"{lib}/libQt6Egl.so.6", "libQt6Egl.so.6"}
    gone |= {"libcups.so.2", "libavahi.so.3"}  # the first is the system's, the second only the first's
    assert {name for name, _, _ in left} == {name for name, _, _ in binaries} - gone
    assert len(datas) == 1


def test_windows_does_not_look_at_the_case_of_names(load: Load) -> None:
    binaries = [("PySide6\\QtGui.pyd", "a", "EXTENSION"), ("PySide6\\Qt6Gui.dll", "b", "BINARY")]
    asks = {"a": ["QT6GUI.DLL"]}
    trimmed = load("contents").trimmed
    assert len(trimmed(binaries, [], ["de"], lambda path: asks.get(path, []), fold_case=True)[0]) == 2
    assert len(trimmed(binaries, [], ["de"], lambda path: asks.get(path, []))[0]) == 1


@pytest.mark.parametrize(
    ("path", "foreign"),
    [("", False), ("$ORIGIN/Qt/lib\n", False), ("/home/anna/lib\n", True), ("$ORIGIN:/opt/lib", True)],
)
def test_search_paths_that_lead_out_of_the_bundle(load: Load, path: str, foreign: bool) -> None:
    assert load("contents").foreign_search_path(path) is foreign


# --- names and numbers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind"), [("x86_64", "x86_64"), ("AMD64", "x86_64"), ("aarch64", "arm64"), ("arm64", "arm64")]
)
def test_a_processor_has_one_name(load: Load, name: str, kind: str) -> None:
    assert load("package").machine(name) == kind


def test_the_names_of_the_packages(load: Load) -> None:
    names = load("package").names("0.1.0", "x86_64")
    assert names["tar"] == "vierblatt-0.1.0-linux-x86_64.tar.gz"
    assert names["deb"] == "vierblatt_0.1.0_amd64.deb"
    assert names["setup"] == "vierblatt-0.1.0-windows-x86_64-setup.exe"
    assert names["dmg"] == "vierblatt-0.1.0-macos-x86_64.dmg"
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(
    ("ours", "debian", "windows"),
    [
        ("0.1.0", "0.1.0", (0, 1, 0, 0)),
        ("1.2", "1.2", (1, 2, 0, 0)),
        ("1.0rc2", "1.0~rc2", (1, 0, 0, 0)),
        ("1.0.0a1", "1.0.0~a1", (1, 0, 0, 0)),
        ("1.0.dev3", "1.0~dev3", (1, 0, 0, 0)),
        ("1.2.3.4.5", "1.2.3.4.5", (1, 2, 3, 4)),
    ],
)
def test_versions_in_other_systems_words(
    load: Load, ours: str, debian: str, windows: tuple[int, ...]
) -> None:
    assert load("package").debian_version(ours) == debian
    assert load("version_resource").numbers(ours) == windows


def test_the_time_of_a_build_can_be_given(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert load("package").epoch() == 1_700_000_000


def test_places_in_templates_are_filled_or_refused(load: Load) -> None:
    filled = load("package").filled
    assert filled("v@VERSION@, a@b.c", {"VERSION": "1"}) == "v1, a@b.c"
    with pytest.raises(KeyError):
        filled("@NOBODY@", {})


def test_sums_are_what_sha256sum_reads(load: Load, tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert load("package").sums([tmp_path / "b", tmp_path / "a"]) == f"{empty}  a\n{empty}  b\n"


# --- icons -------------------------------------------------------------------------------------------


def test_icons_are_made_from_the_drawing(load: Load, tmp_path: Path) -> None:
    icons = load("icons")
    icons.make(tmp_path)
    for name in ("vierblatt", "record"):
        picture = QImage(str(tmp_path / f"{name}-48.png"))
        assert (picture.width(), picture.height()) == (48, 48)
        assert picture.pixelColor(24, 24).alpha() == 255
        assert picture.pixelColor(0, 0).alpha() == 0
        assert not QImage(str(tmp_path / f"{name}.ico")).isNull()
    data = (tmp_path / "vierblatt.icns").read_bytes()
    assert data[:4] == b"icns"
    assert struct.unpack(">I", data[4:8])[0] == len(data)
    found, at = [], 8
    while at < len(data):
        kind, length = data[at : at + 4], struct.unpack(">I", data[at + 4 : at + 8])[0]
        assert QImage.fromData(data[at + 8 : at + length], "PNG").width() == icons.ICNS_TYPES[kind]
        found.append(kind)
        at += length
    assert found == list(icons.ICNS_TYPES)


# --- Linux -------------------------------------------------------------------------------------------


def test_what_the_system_is_told(load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linux = load("linux")
    monkeypatch.setattr(linux, "WORK", tmp_path)
    files = linux.shared_files("1.2.3", 1_700_000_000)
    page = gzip.decompress(files["share/man/man6/vierblatt.6.gz"]).decode()
    assert '.TH VIERBLATT 6 "2023-11-14" "Vierblatt 1.2.3"' in page
    assert (
        "\nMimeType=application/x-vierblatt-record;\n"
        in files["share/applications/vierblatt.desktop"].decode()
    )
    assert b'"*.vierblatt"' in files["share/mime/packages/vierblatt.xml"]
    assert files == linux.shared_files("1.2.3", 1_700_000_000)


def test_the_manual_names_every_command_of_the_program_itself() -> None:
    from engine.cli import main
    from engine.core.text import texts

    helped = main.build_parser(texts("en")).format_help()
    for page in ("vierblatt.6", "vierblatt.de.6"):
        text = (BUILD / "packaging" / page).read_text("utf-8")
        named = [line[3:] for line in text.splitlines() if line.startswith(".B ") and " " not in line[3:]]
        commands = {"play", "games", "simulate", "replay"}
        assert commands <= set(named)
        assert all(command in helped for command in commands)


def test_the_debian_package_says_what_it_needs(load: Load) -> None:
    linux = load("linux")
    assert linux.glibc(["  GLIBC_2.9 x GLIBC_2.34\n", "GLIBC_2.4"]) == "2.34"
    fields = dict(
        line.split(": ", 1)
        for line in linux.control("1.0rc1", "amd64", 2049, "2.36").splitlines()
        if line[0] != " "
    )
    assert fields["Version"] == "1.0~rc1"
    assert fields["Installed-Size"] == "3"
    assert fields["Depends"] == "libc6 (>= 2.36), libegl1, libgl1"
    assert linux.changelog("1.0", 0).startswith("vierblatt (1.0) unstable; urgency=medium\n\n  * ")
    assert linux.changelog("1.0", 0).endswith(">  Thu, 01 Jan 1970 00:00:00 +0000\n")


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_the_archive_puts_itself_into_the_menu_and_out_again(load: Load, tmp_path: Path) -> None:
    here = tmp_path / 'Vier "Blätter" $5 100%'
    home = tmp_path / "home"
    home.mkdir()
    linux = load("linux")
    linux.put(
        here,
        {
            "install.sh": (BUILD / "packaging" / "install.sh").read_bytes(),
            "share/applications/vierblatt.desktop": (BUILD / "packaging" / "vierblatt.desktop").read_bytes(),
            "share/mime/packages/vierblatt.xml": b"<mime-info/>",
            "share/icons/hicolor/48x48/apps/vierblatt.png": b"PNG",
        },
    )
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    script = ["sh", str(here / "install.sh")]
    subprocess.run(script, env=env, check=True, capture_output=True)
    entry = (home / ".local/share/applications/vierblatt.desktop").read_text("utf-8")
    quoted = str(here / "vierblatt").replace('"', '\\\\"').replace("$", "\\\\$").replace("%", "%%")
    assert f'\nExec="{quoted}" %f\n' in entry
    assert (home / ".local/share/icons/hicolor/48x48/apps/vierblatt.png").read_bytes() == b"PNG"
    subprocess.run([*script, "--remove"], env=env, check=True, capture_output=True)
    left = [path for path in home.rglob("vierblatt*") if path.is_file()]
    assert left == []


# --- Windows and macOS -------------------------------------------------------------------------------


def test_the_uninstaller_removes_what_the_installer_brought(load: Load) -> None:
    lines = load("windows").removal(["vierblatt.exe", "_internal/a/x.dll", "_internal/$y.txt"]).splitlines()
    assert lines == [
        'Delete "$INSTDIR\\_internal\\$$y.txt"',
        'Delete "$INSTDIR\\_internal\\a\\x.dll"',
        'Delete "$INSTDIR\\vierblatt.exe"',
        'RMDir "$INSTDIR\\_internal\\a"',
        'RMDir "$INSTDIR\\_internal"',
    ]


def test_the_installer_speaks_both_languages() -> None:
    text = (BUILD / "packaging" / "vierblatt.nsi").read_text("utf-8")
    words = [line.split()[1:3] for line in text.splitlines() if line.startswith("LangString")]
    names = {name for name, _ in words}
    assert names
    assert sorted(words) == sorted(
        [name, f"${{LANG_{lang}}}"] for name in names for lang in ("ENGLISH", "GERMAN")
    )


def test_signing_on_macos_is_done_only_if_asked_for(load: Load) -> None:
    signing = load("macos").signing
    target = Path("x.dmg")
    assert signing(target, {"VIERBLATT_NOTARY_PROFILE": "p"}) == []
    assert [command[0] for command in signing(target, {"VIERBLATT_SIGN_IDENTITY": "i"})] == ["codesign"]
    both = signing(target, {"VIERBLATT_SIGN_IDENTITY": "i", "VIERBLATT_NOTARY_PROFILE": "p"})
    assert [command[0] for command in both] == ["codesign", "xcrun", "xcrun"]


# --- licences ----------------------------------------------------------------------------------------


def test_every_file_has_an_owner(load: Load, tmp_path: Path) -> None:
    owned = {"msgspec": {tmp_path / "msgspec" / "_core.so"}, "Python": {tmp_path / "python"}}
    files = [tmp_path / "msgspec" / "_core.so", tmp_path / "python" / "lib" / "x.so", tmp_path / "stray.so"]
    assert load("licences").owners(files, owned) == ({"msgspec", "Python"}, [tmp_path / "stray.so"])


def test_a_file_of_nobody_stops_the_build(
    load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    licences = load("licences")
    monkeypatch.setattr(licences, "debian_packages", lambda files: {})
    (tmp_path / "LICENSE.txt").write_text("PSF", "utf-8")
    with pytest.raises(ValueError, match=r"stray\.so"):
        licences.components([tmp_path.parent / "stray.so"], [tmp_path], "3.11.7")


def test_licences_are_written_with_an_index(load: Load, tmp_path: Path) -> None:
    licences = load("licences")
    found = [
        licences.of_distribution(importlib.metadata.distribution(name))
        for name in ("msgspec", "PySide6_Essentials")
    ]
    folder = licences.write(found, tmp_path / "licences")
    text = (folder / "README.txt").read_text("utf-8")
    assert "msgspec/LICENSE" in text
    assert "common/LGPL-3.0.txt" in text
    assert "replace them by your own builds" in text
    assert (folder / "msgspec" / "LICENSE").read_text("utf-8")
    assert "LESSER GENERAL PUBLIC" in (folder / "common" / "LGPL-3.0.txt").read_text("utf-8")


def test_debian_refers_to_common_licences(load: Load) -> None:
    text = "see /usr/share/common-licenses/GPL-2. And “/usr/share/common-licenses/Apache-2.0”."
    assert load("licences").common_licences(text) == {"GPL-2", "Apache-2.0"}


# --- the smoke test itself ---------------------------------------------------------------------------

NOTICE = """Detected locale "C" with character encoding "ANSI_X3.4-1968", which is not UTF-8.
Qt depends on a UTF-8 locale, and has switched to "C.UTF-8" instead.
If this causes problems, reconfigure your locale. See the locale(1) manual
for more information.
"""


@pytest.mark.parametrize(
    ("said", "utf8", "left"),
    [("", True, ""), (NOTICE, False, ""), (NOTICE, True, NOTICE), (f"{NOTICE}oh\n", False, "oh\n")],
)
def test_what_the_program_may_say(load: Load, said: str, utf8: bool, left: str) -> None:
    assert load("smoke").unexpected(said, utf8) == left


def test_the_program_is_found_in_each_systems_bundle(load: Load, tmp_path: Path) -> None:
    smoke = load("smoke")
    with pytest.raises(smoke.Failed):
        smoke.find_program(tmp_path)
    for name in ("Contents/MacOS/vierblatt", "vierblatt.exe", "vierblatt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
        assert smoke.find_program(tmp_path) == tmp_path / name


# --- ICU's data --------------------------------------------------------------------------------------


def package_of(items: dict[str, bytes], before: bytes = b"ELF and so on") -> bytes:
    """A library with ICU's data in it: a header, the table of contents, the names, the items."""
    header = struct.pack("<H", 32) + b"\xda\x27" + bytes(8) + b"CmnD" + bytes(16)
    names = [f"icudt73l/{name}".encode() + b"\0" for name in items]
    place = 4 + 8 * len(items)
    table, at = b"", place + sum(map(len, names))
    for name, content in zip(names, items.values(), strict=True):
        table += struct.pack("<2I", place, at)
        place, at = place + len(name), at + len(content)
    return (
        before + header + struct.pack("<I", len(items)) + table + b"".join(names) + b"".join(items.values())
    )


def test_of_icu_stays_what_is_asked_for(load: Load) -> None:
    icu = load("icu")
    kept = {
        "cnvalias.icu",
        "coll/de.res",
        "coll/de_AT.res",
        "coll/root.res",
        "coll/ucadata.icu",
        "de.res",
        "ibm-5348_P100-1997.cnv",
        "nfkc.nrm",
        "root.res",
        "zone/en.res",
        "zoneinfo64.res",
    }
    gone = {"coll/fr.res", "curr/de.res", "fr.res", "lang/root.res", "translit/de_ASCII.res", "unames.icu"}
    items = {name: name.encode() * 20 for name in sorted(kept | gone)}
    items |= {"gb18030.cnv": b"g" * 5000, "zz": b"the last one"}
    whole = package_of(items)
    slim = icu.slimmed(whole, ("de", "en"))
    assert len(slim) == len(whole)
    assert slim[: whole.index(b"cnvalias.icu" * 2)] == whole[: whole.index(b"cnvalias.icu" * 2)]
    assert {name for name, content in items.items() if content in slim} == kept | {"zz"}


def test_a_library_without_icus_data_is_refused(load: Load) -> None:
    for content in (b"", b"CmnD", b"no data" * 100, b"x" * 12 + b"CmnD" + bytes(50)):
        with pytest.raises(ValueError, match="no data of ICU"):
            load("icu").slimmed(content, ("de",))
