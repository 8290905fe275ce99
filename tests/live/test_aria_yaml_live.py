"""Our aria snapshot against Playwright's own of the same live page (rows PW-01 to PW-06).

Needs Chromium, Node and `playwright-core` where Node looks for modules (NODE_PATH counts). Refs and `[active]` are not
compared: ours are ids, and a page in a test has no focus of a window. What else differs, and why:

- a name that repeats what is printed is dropped by both, but sources inside frames and slots are known to us alone;
- ruby, the text of a select's button and counters in generated content are read differently;
- a placeholder of white space is none here; options of a disabled group and of a closed disclosure are not the same.
"""

import difflib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ids
import perception
from corpus.browser import executable, serve
from corpus.build import PAGES
from rendering.aria_yaml import aria_yaml_lines

SCRIPT = Path(__file__).with_name("aria_snapshot.cjs")
FLOOR = 0.97
_NOT_COMPARED = re.compile(r" \[(?:ref=\w+|active)\]")


def has_playwright() -> bool:
    """Whether Node is there and finds the package."""
    node = shutil.which("node")
    if node is None or executable() is None:
        return False
    return (
        subprocess.run([node, "-e", "require.resolve('playwright-core')"], capture_output=True, check=False).returncode
        == 0
    )


pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not has_playwright(), reason="needs Chromium, Node and playwright-core"),
]


@cache
def live() -> tuple[dict[str, Any], ...]:
    """Snapshot and capture of every page of the corpus that is one file."""
    node, chromium = shutil.which("node"), executable()
    assert node is not None
    assert chromium is not None
    with serve(PAGES) as port:
        urls = [f"http://localhost:{port}/{page.name}" for page in sorted(PAGES.glob("*.html"))]
        command = [node, str(SCRIPT), str(chromium), json.dumps(perception.COMPUTED_STYLES), *urls]
        done = subprocess.run(command, capture_output=True, check=True, env={**os.environ}, timeout=300)
    return tuple(json.loads(line) for line in done.stdout.splitlines())


def compared() -> Iterator[tuple[str, list[str], list[str]]]:
    """URL, their lines, ours."""
    for row in live():
        page = perception.perceive(perception.load(row["capture"]))
        ours = aria_yaml_lines(page, ids.assign(page))
        theirs = row["snapshot"].split("\n")
        yield row["url"], *([_NOT_COMPARED.sub("", line) for line in lines] for lines in (theirs, ours))


def test_lines_agree_with_playwright() -> None:
    same = total = 0
    for _, theirs, ours in compared():
        blocks = difflib.SequenceMatcher(None, theirs, ours, autojunk=False).get_matching_blocks()
        same += sum(block.size for block in blocks)
        total += max(len(theirs), len(ours))
    assert total > 2000
    assert same / total >= FLOOR
