"""Makes the captures of the corpus anew: `python -m corpus.build [NAME ...] [--screenshots DIR]`.

In: `pages/` and `pages.toml`, and a real Chromium. Out: `captures/NAME.capture.json.gz`, for two captures of one
document life `NAME.after.capture.json.gz` too; beside each what was true of the live page then, `NAME.truth.json.gz`;
and `MANIFEST.toml`. Frame, loader and backend node ids are the browser's and differ from run to run; nothing else does
with the same browser and the same fonts.
"""

import argparse
import base64
import contextlib
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from corpus.browser import ORIGIN, Browser, Step, Tab, serve
from corpus.truth import record
from perception import capture_parameters

ROOT = Path(__file__).resolve().parent
PAGES = ROOT / "pages"
CAPTURES = ROOT / "captures"
MANIFEST = ROOT / "MANIFEST.toml"

FONT_PACKAGES = {
    "Liberation Sans": "fonts-liberation",
    "Noto Naskh Arabic": "fonts-noto-core",
    "Noto Sans Hebrew": "fonts-noto-core",
    "Noto Color Emoji": "fonts-noto-color-emoji",
    "WenQuanYi Zen Hei": "fonts-wqy-zenhei",
}
"""Font family that a page names -> the Debian package that brings it."""


class Capture(NamedTuple):
    """One row of pages.toml. `scale_kind` is "real" (the screen's own factor) or "emulated"."""

    name: str
    page: str
    description: str
    viewport: tuple[int, int]
    scale: float
    scale_kind: str
    foreign_frames: bool
    steps: tuple[Step, ...]
    after: tuple[Step, ...]
    after_description: str

    @property
    def real_scale(self) -> float:
        return self.scale if self.scale_kind == "real" else 1

    @property
    def emulated_scale(self) -> float:
        return self.scale if self.scale_kind == "emulated" else 0

    @property
    def file(self) -> Path:
        return CAPTURES / f"{self.name}.capture.json.gz"

    @property
    def after_file(self) -> Path:
        return CAPTURES / f"{self.name}.after.capture.json.gz"


def steps(rows: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    """`[{click = "#a"}, {type = "text"}]` as steps; each row has exactly one verb."""
    return tuple(Step(verb, value) for row in rows for verb, value in row.items())


def declared() -> list[Capture]:
    """The rows of pages.toml, in its order."""
    table = tomllib.loads((ROOT / "pages.toml").read_text(encoding="utf-8"))
    return [
        Capture(
            name=row["name"],
            page=row["page"],
            description=row["description"],
            viewport=(row.get("viewport", [1280, 800])[0], row.get("viewport", [1280, 800])[1]),
            scale=row.get("scale", 1),
            scale_kind=row.get("scale_kind", "real"),
            foreign_frames=row.get("foreign_frames", True),
            steps=steps(row.get("steps", [])),
            after=steps(row.get("after", {}).get("steps", [])),
            after_description=row.get("after", {}).get("description", ""),
        )
        for row in table["capture"]
    ]


def all_files() -> list[Path]:
    """Every capture file that is declared, in the order of the manifest."""
    return [file for c in declared() for file in (c.file, c.after_file) if file == c.file or c.after]


def missing_fonts() -> dict[str, str]:
    """Families of `FONT_PACKAGES` that fontconfig does not know, with the package of each."""
    known = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, check=True).stdout
    return {family: package for family, package in FONT_PACKAGES.items() if family not in known}


def write(file: Path, content: Mapping[str, Any]) -> str:
    """Write JSON as gzip with neither time nor name in it; gives the file's sha256."""
    # A page may hold lone surrogates: as JSON escapes they are safe.
    raw = json.dumps(content, ensure_ascii=True, separators=(",", ":")).encode()
    data = gzip.compress(raw, compresslevel=9, mtime=0)
    file.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def write_moment(
    capture: Capture, name: str, envelope: Mapping[str, Any], truth: Mapping[str, Any], browser: str
) -> dict[str, Any]:
    """Write one capture and its truth; gives the manifest's row."""
    is_after = name != capture.name
    snapshots = [envelope["snapshot"], *(frame["snapshot"] for frame in envelope.get("frames", ()))]
    file, truth_file = CAPTURES / f"{name}.capture.json.gz", CAPTURES / f"{name}.truth.json.gz"
    row: dict[str, Any] = {
        "name": name,
        "file": f"captures/{file.name}",
        "sha256": write(file, envelope),
        "truth": f"captures/{truth_file.name}",
        "truth_sha256": write(truth_file, truth),
        "page": capture.page,
        "description": capture.after_description if is_after else capture.description,
        "viewport": list(capture.viewport),
        "scale": capture.scale,
        "scale_kind": capture.scale_kind,
        "browser": browser,
        "nodes": sum(len(d["nodes"]["nodeName"]) for s in snapshots for d in s["documents"]),
        "loader_ids": envelope["loaderIds"],
    }
    if capture.after:
        row["pair"] = capture.name if is_after else f"{name}.after"
        row["moment"] = "after" if is_after else "before"
    return row


@contextlib.contextmanager
def opened(browser: Browser, capture: Capture) -> Iterator[Tab]:
    """A tab with the page, its steps done."""
    with browser.tab(*capture.viewport, capture.emulated_scale) as tab:
        tab.open(f"{ORIGIN}/{capture.page}")
        tab.act(capture.steps)
        yield tab


def capture_of(tab: Tab, capture: Capture) -> dict[str, Any]:
    """The envelope of what the tab shows, with everything that the engine reads."""
    return tab.capture(capture_parameters(), capture.foreign_frames)


def run(tab: Tab, capture: Capture, browser: str, screenshots: Path | None) -> Iterator[dict[str, Any]]:
    """Capture an opened page, for a pair once more after its later steps; yields manifest rows."""
    for name in (capture.name, f"{capture.name}.after") if capture.after else (capture.name,):
        if name != capture.name:
            tab.act(capture.after)
        envelope = capture_of(tab, capture)
        if screenshots is not None:
            (screenshots / f"{name}.png").write_bytes(base64.b64decode(tab.screenshot()))
        yield write_moment(capture, name, envelope, record(tab), browser)


def toml_value(value: Any) -> str:
    """A string, number, list or string map as TOML; TOML's basic strings are JSON's."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(k)} = {toml_value(v)}" for k, v in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def write_manifest(rows: Sequence[Mapping[str, Any]]) -> None:
    """Write MANIFEST.toml, one `[[capture]]` table a row."""
    lines = ["# Written by `python -m corpus.build`; do not edit."]
    for row in rows:
        lines += ["", "[[capture]]", *(f"{key} = {toml_value(value)}" for key, value in row.items())]
    MANIFEST.write_text("\n".join(lines) + "\n", encoding="utf-8")


def build(names: Sequence[str], screenshots: Path | None) -> None:
    """Capture the named rows (all when none is named) and bring the manifest up to date."""
    captures = declared()
    chosen = [capture for capture in captures if not names or capture.name in names]
    fresh: dict[str, dict[str, Any]] = {}
    with serve(PAGES) as port:
        for real_scale in sorted({capture.real_scale for capture in chosen}):
            with Browser(port, real_scale) as browser:
                for capture in (c for c in chosen if c.real_scale == real_scale):
                    with opened(browser, capture) as tab:
                        for row in run(tab, capture, browser.version, screenshots):
                            fresh[row["name"]] = row
                            print(f"{row['name']}: {row['nodes']} nodes", file=sys.stderr)
    old = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))["capture"] if MANIFEST.exists() else []
    known = {row["name"]: row for row in old} | fresh
    order = [name for c in captures for name in (c.name, f"{c.name}.after")]
    write_manifest([known[name] for name in order if name in known])


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the captures of the corpus anew.")
    parser.add_argument("names", nargs="*", help="names of rows in pages.toml; all when none is given")
    parser.add_argument("--screenshots", type=Path, help="write a PNG of every window into this folder")
    options = parser.parse_args()
    unknown = set(options.names) - {capture.name for capture in declared()}
    if unknown:
        parser.error(f"not in pages.toml: {', '.join(sorted(unknown))}")
    if lacking := missing_fonts() if shutil.which("fc-list") else {}:
        packages = " ".join(sorted(set(lacking.values())))
        print(f"fonts missing: {', '.join(lacking)} (Debian: apt-get install {packages})", file=sys.stderr)
        return 1
    if options.screenshots is not None:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    CAPTURES.mkdir(exist_ok=True)
    build(options.names, options.screenshots)
    return 0


if __name__ == "__main__":
    sys.exit(main())
